//! Storms of arbitrary inputs. A host that keeps its promises answers what it was asked, mixed with
//! services, control, and facts that it does not owe; every law that can be seen from outside is
//! checked at every step, and forks of the oracle are drained to see what is inside.

use super::storm_custody::Custody;
use super::storm_host::Host;
use super::storm_random::Random;
use actor_laws_fuzz::proxy::observation::*;
use actor_laws_fuzz::proxy::oracle::ProxyOracle;
use std::collections::BTreeSet;

/// A proxy in a storm, and everything that is known of it from outside.
#[derive(Clone)]
struct Storm {
    oracle: ProxyOracle,
    host: Host,
    custody: Custody,
    random: Random,
    has_stopped: bool,
    /// Names of everything that was ever said, and rows that were ever shown.
    seen: BTreeSet<String>,
}

impl Storm {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let setup = random.setup();
        Self {
            oracle: ProxyOracle::new(&setup),
            host: Host::new(setup.identity),
            custody: Custody::default(),
            random,
            has_stopped: false,
            seen: BTreeSet::new(),
        }
    }

    /// Tells one input, and checks everything about the answer.
    fn tell(&mut self, told: Told) {
        let (before, is_owed) = (self.oracle.view(), self.host.owes(&told));
        let mut said = Vec::new();
        let verdict = self.oracle.expect(&told, &mut said);
        let after = self.oracle.view();
        self.custody.exchange(&told, &said, verdict);
        self.check_end(&said, verdict, (before, after));
        if verdict == Verdict::HandedBack {
            return;
        }
        let misses = said.iter().filter(|said| matches!(said, Said::Diagnostic { .. })).count();
        if self.host.is_fact(&told) {
            assert_eq!(misses == 0, is_owed, "{told:?} {said:?} {before:?}");
        }
        if misses > 0 {
            assert_eq!((said.len(), before), (1, after), "a rejected fact changed something");
        }
        self.host.hear(&told, &said, before.row);
        self.check_order(&said);
        self.check_view(&after);
        self.seen.insert(format!("{:?}", after.row));
        Custody::names_of(&said, verdict, &mut self.seen);
    }

    /// It goes on until it stops, once, and nothing is said after that.
    fn check_end(&mut self, said: &[Said], verdict: Verdict, views: (ProxyView, ProxyView)) {
        match verdict {
            Verdict::Continue => assert!(!self.has_stopped && views.1.row != Row::Stopped),
            Verdict::Stopped { .. } => {
                assert!(!self.has_stopped && views.1.row == Row::Stopped);
                self.has_stopped = true;
            }
            Verdict::HandedBack => {
                assert!(self.has_stopped && said.is_empty());
                assert_eq!(views.0, views.1);
            }
        }
    }

    fn check_order(&self, said: &[Said]) {
        let lanes: Vec<u8> = said.iter().map(lane).collect();
        assert!(lanes.is_sorted(), "{said:?}");
    }

    /// What the view shows is what the host knows.
    fn check_view(&self, view: &ProxyView) {
        let owed = u8::from(view.settlement_owed) + u8::from(view.predecessor_settlement_owed);
        assert_eq!(usize::from(owed), self.host.settlements_owed(), "{view:?}");
        assert_eq!(view.held_ready, view.row == Row::SuccessorHeld && self.host.lives());
        if view.row == Row::SuccessorHeld {
            assert!(view.predecessor_settlement_owed && !view.exit_kept, "{view:?}");
        }
        let no_worker =
            [Row::Dormant, Row::EmptyInitial, Row::EmptyAfter, Row::Stopped].contains(&view.row);
        if no_worker {
            assert!(self.host.is_idle() && owed == 0 && !view.exit_kept, "{view:?}");
        }
    }

    /// One random input: an answer that is owed, a wrong fact, a service, or control.
    fn step(&mut self) {
        let mut tags = std::mem::take(&mut self.custody.tags);
        let told = match self.random.below(10) {
            0..=5 => self.host.answer(&mut self.random, &mut tags),
            6 => Some(self.host.wrong_fact(&mut self.random, &mut tags)),
            7 | 8 => None,
            _ => Some(Told::Service { sender: tags.fresh(), command: tags.fresh() }),
        };
        let told = told.unwrap_or_else(|| self.random.control(&mut tags));
        self.custody.tags = tags;
        self.tell(told);
    }

    /// Shuts the proxy down and answers everything: then nothing is left inside.
    fn drain(&mut self) {
        self.tell(Told::Shutdown);
        for _ in 0..20 {
            let mut tags = std::mem::take(&mut self.custody.tags);
            let told = self.host.answer(&mut self.random, &mut tags);
            self.custody.tags = tags;
            let Some(told) = told else { break };
            self.tell(told);
        }
        assert!(self.has_stopped, "nothing is owed and it has not stopped: {:?}", self.oracle);
        self.custody.check_empty();
    }
}

/// The lanes in the law's order.
fn lane(said: &Said) -> u8 {
    match said {
        Said::CreateWorker { .. } => 0,
        Said::ObserveWorkerCreation { .. } => 1,
        Said::ObserveWorkerExit { .. } => 2,
        Said::InitializeWorker { .. } => 3,
        Said::BeginActivation { .. } => 4,
        Said::CancelActivation { .. } => 5,
        Said::ShutdownWorker { .. } => 6,
        Said::DeliverService { .. } => 7,
        Said::Report { .. } => 8,
        Said::Diagnostic { .. } => 9,
    }
}

/// Every row, kind of miss, outcome, cause and leftover.
const EVERYTHING: &[&str] = &[
    "Dormant",
    "Creating",
    "Initializing",
    "ActivationStarting",
    "Activating",
    "Ready",
    "EmptyInitial",
    "EmptyAfter",
    "StoppingForReplacement",
    "SuccessorHeld",
    "Failing",
    "FailingToStop",
    "DrainingCreation",
    "DrainingInitialization",
    "DrainingActivationStart",
    "DrainingActivation",
    "DrainingWorker",
    "Stopped",
    "Foreign",
    "Unknown",
    "WrongAttempt",
    "Unexpected",
    "Initial",
    "Replacement",
    "WorkerStopped",
    "Refused",
    "Resolved",
    "CancelledBeforeBirth",
    "CreationRejected",
    "InitializationRejected",
    "StoppedDuringInitialization",
    "InitializedAfterExit",
    "ActivationUnavailable",
    "StartRejected",
    "ActivationRejected",
    "ReadyAfterExit",
    "Exhausted",
    "Collision",
    "Nothing",
    "Worker",
    "Change",
    "Unborn",
    "Initialized",
    "EffectsRejected",
    "InitializationStopped",
    "Held",
    "CancelActivation",
    "DeliverService",
];

#[test]
fn storms_keep_the_law_and_lose_nothing() {
    let mut seen = BTreeSet::new();
    for seed in 0..1_000 {
        let mut storm = Storm::new(seed);
        for _ in 0..40 {
            storm.step();
            let is_rare = storm.oracle.view().held_ready;
            if !storm.has_stopped && (is_rare || storm.random.below(8) == 0) {
                let mut fork = storm.clone();
                fork.drain();
                seen.append(&mut fork.seen);
            }
        }
        if !storm.has_stopped {
            storm.drain();
        }
        seen.append(&mut storm.seen);
    }
    let missing: Vec<_> = EVERYTHING.iter().filter(|name| !seen.contains(**name)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}

#[test]
fn a_reset_forgets_everything() {
    let mut used = Storm::new(1);
    for seed in 2..200 {
        for _ in 0..10 {
            used.step();
        }
        let (mut fresh, setup) = (Storm::new(seed), Random::new(seed).setup());
        used.oracle.reset(&setup);
        let mut again = Storm { oracle: used.oracle.clone(), ..fresh.clone() };
        for _ in 0..30 {
            fresh.step();
            again.step();
            assert_eq!(fresh.oracle.view(), again.oracle.view());
            assert_eq!(fresh.custody, again.custody);
        }
        used = again;
    }
}
