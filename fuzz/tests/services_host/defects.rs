//! Machines with one defect each: the law that is about it names it.

use actor_laws_fuzz::checks::Checks;
use actor_laws_fuzz::custody::{Ledger, Visit};
use actor_laws_fuzz::observation::Seat;
use actor_laws_fuzz::proxy::observation::{Report, Said as ProxySaid, Told as ProxyTold};
use actor_laws_fuzz::run::{Machine, Runner};
use actor_laws_fuzz::services::family::SERVICES;
use actor_laws_fuzz::services::law::catalogue;
use actor_laws_fuzz::services::machine::Services;
use actor_laws_fuzz::services::observation::{
    EntryPhase, Id, Row, Said, ServicesSetup, ServicesView, Told, Verdict,
};
use actor_laws_fuzz::services::rig::{Rejection, ServicesRig};
use actor_laws_fuzz::services::values::Kind;
use actor_laws_fuzz::supervisor::observation::{
    Diagnostic, Lifecycle, Mode, Said as SupervisorSaid, Told as SupervisorTold,
};
use actor_laws_fuzz::target::of_family;
use actor_laws_fuzz::verdict::LawBreach;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::rc::Rc;

/// Scenarios that each defect is given.
const SEEDS: u64 = 400;

/// What is wrong with a machine; nothing, if nothing is said.
trait Defect: 'static {
    /// How it is built.
    fn setup(setup: &ServicesSetup) -> ServicesSetup {
        *setup
    }

    /// Falsifies what is said.
    fn said(told: &Told, said: &mut Vec<Said>) {
        let _ = (told, said);
    }

    /// Falsifies what is shown.
    fn view(view: &mut ServicesView) {
        let _ = view;
    }
}

/// The real machines with one defect.
struct Defective<D>(Services, PhantomData<D>);

impl<D: Defect> Machine<ServicesRig> for Defective<D> {
    type Token = <Services as Machine<ServicesRig>>::Token;

    fn construct(
        setup: &ServicesSetup,
        seat: Seat,
        ledger: Rc<Ledger<Kind>>,
    ) -> Result<Self, Rejection> {
        Ok(Self(Services::construct(&D::setup(setup), seat, ledger)?, PhantomData))
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<Self::Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let verdict = self.0.step(told, token, cut, said)?;
        D::said(told, said);
        Ok(verdict)
    }

    fn take_token(&mut self, told: &Told) -> Option<Self::Token> {
        self.0.take_token(told)
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        self.0.check_invariants()
    }

    fn view(&self, view: &mut ServicesView) {
        self.0.view(view);
        D::view(view);
    }

    fn dismantle(self, visit: Visit<'_, Kind>) {
        self.0.dismantle(visit);
    }
}

/// The law that breaks in each run that fails, over the first seeds.
fn broken<D: Defect>() -> BTreeSet<&'static str> {
    let mut runner = Runner::<ServicesRig, Defective<D>>::default().checked(Checks::WITHOUT_ORACLE);
    let target = of_family(&SERVICES).next().expect("registered");
    let mut bytes = Vec::new();
    let mut laws = BTreeSet::new();
    for seed in 0..SEEDS {
        target.generate(seed, &mut bytes);
        laws.extend(runner.run(target, &bytes).err().map(|failure| failure.law));
    }
    laws
}

fn demand<D: Defect>(law: &'static str) {
    assert!(catalogue::find(law).is_some(), "`{law}` is in the catalogue");
    assert_eq!(broken::<D>(), BTreeSet::from([law]));
}

struct Faithful;

impl Defect for Faithful {}

#[test]
fn the_machines_without_a_defect_break_nothing() {
    assert_eq!(broken::<Faithful>(), BTreeSet::new());
}

/// Diagnoses the stop of a worker as a rejected fact.
struct RejectsTheTruth;

impl Defect for RejectsTheTruth {
    fn said(told: &Told, said: &mut Vec<Said>) {
        let Told::Supervisor(fact @ SupervisorTold::Report { report, .. }) = told else { return };
        let publishes = |said: &Said| {
            let Said::Supervisor(SupervisorSaid::Lifecycle { event, .. }) = said else {
                return false;
            };
            matches!(event, Lifecycle::UnexpectedWorkerStopped { .. })
        };
        if matches!(report, Report::WorkerStopped { .. }) && said.iter().any(publishes) {
            let correlation = Id { issuer: 1, ordinal: u64::MAX };
            let diagnostic = Diagnostic::RejectedFact { fact: *fact };
            said.clear();
            said.push(Said::Supervisor(SupervisorSaid::DeliverDiagnostic {
                route: 0,
                correlation,
                diagnostic,
            }));
        }
    }
}

#[test]
fn a_supervisor_that_rejects_what_is_true() {
    demand::<RejectsTheTruth>("truth-is-taken");
}

/// Answers twice.
struct AnswersTwice;

impl Defect for AnswersTwice {
    fn said(_told: &Told, said: &mut Vec<Said>) {
        let reply =
            said.iter().find(|said| matches!(said, Said::Supervisor(SupervisorSaid::Reply { .. })));
        if let Some(reply) = reply.copied() {
            said.push(reply);
        }
    }
}

#[test]
fn a_supervisor_that_emits_a_value_twice() {
    demand::<AnswersTwice>("value-in-one-place");
}

/// Swallows every command that it could deliver.
struct SwallowsCommands;

impl Defect for SwallowsCommands {
    fn said(_told: &Told, said: &mut Vec<Said>) {
        said.retain(|said| {
            !matches!(said, Said::Proxy { said: ProxySaid::DeliverService { .. }, .. })
        });
    }
}

#[test]
fn a_proxy_that_swallows_a_command() {
    demand::<SwallowsCommands>("command-ends-once");
}

/// Does not say that a command could not be served.
struct KeepsUnavailability;

impl Defect for KeepsUnavailability {
    fn said(_told: &Told, said: &mut Vec<Said>) {
        said.retain(|said| {
            let Said::Supervisor(SupervisorSaid::Lifecycle { event, .. }) = said else {
                return true;
            };
            !matches!(event, Lifecycle::CommandUnavailable { .. })
        });
    }
}

#[test]
fn a_supervisor_that_does_not_publish_an_unavailability() {
    demand::<KeepsUnavailability>("command-ends-once");
}

/// Hands a command to a worker that is not ready.
struct ServesEarly;

impl Defect for ServesEarly {
    fn said(told: &Told, said: &mut Vec<Said>) {
        let Told::Proxy { proxy, told: ProxyTold::Service { sender, command } } = *told else {
            return;
        };
        for action in said {
            if let Said::Proxy { said: ProxySaid::Report { .. }, .. } = action {
                let delivery = ProxySaid::DeliverService { incarnation: 1, sender, command };
                *action = Said::Proxy { proxy, said: delivery };
            }
        }
    }
}

#[test]
fn a_proxy_that_serves_with_a_worker_that_is_not_ready() {
    demand::<ServesEarly>("command-reaches-ready-worker");
}

/// Publishes an unavailability under another key.
struct WrongKey;

impl Defect for WrongKey {
    fn said(_told: &Told, said: &mut Vec<Said>) {
        for action in said {
            if let Said::Supervisor(SupervisorSaid::Lifecycle { key, event, .. }) = action
                && matches!(event, Lifecycle::CommandUnavailable { .. })
            {
                *key = key.wrapping_add(1);
            }
        }
    }
}

#[test]
fn a_supervisor_that_publishes_an_unavailability_under_another_key() {
    demand::<WrongKey>("unavailability-published-as-reported");
}

/// Sends another worker than the one that was started.
struct SendsElsewhere;

impl Defect for SendsElsewhere {
    fn said(_told: &Told, said: &mut Vec<Said>) {
        for action in said {
            if let Said::Supervisor(
                SupervisorSaid::InstallInitial { input } | SupervisorSaid::Replace { input },
            ) = action
            {
                input.proxy = input.proxy.wrapping_add(1_000);
            }
        }
    }
}

#[test]
fn a_supervisor_that_sends_an_input_to_nobody() {
    demand::<SendsElsewhere>("input-carried-as-sent");
}

/// Shows an entry no more as soon as it is being stopped.
struct ForgetsEarly;

impl Defect for ForgetsEarly {
    fn view(view: &mut ServicesView) {
        let stays = |phase: &EntryPhase| !matches!(phase, EntryPhase::Ending { .. });
        view.supervisor.entries.retain(|entry| stays(&entry.phase));
    }
}

#[test]
fn a_supervisor_that_forgets_an_entry_whose_proxy_lives() {
    let laws = broken::<ForgetsEarly>();
    // A request that went out in the fold that forgets the entry is owed beside the proxy's life.
    let due = ["nobody-outlives-the-entry", "removed-entry-owes-nothing"];
    assert_eq!(laws, BTreeSet::from(due));
}

/// Shows an entry no more once its proxy is gone, whatever is still out.
struct ForgetsWithTheProxy;

impl Defect for ForgetsWithTheProxy {
    fn view(view: &mut ServicesView) {
        view.supervisor.entries.retain(|entry| match entry.phase {
            EntryPhase::Ending { holds, .. } => holds.owed.proxy_exit || holds.owed.birth,
            _ => true,
        });
    }
}

#[test]
fn a_supervisor_that_forgets_an_entry_to_which_something_is_owed() {
    demand::<ForgetsWithTheProxy>("removed-entry-owes-nothing");
}

/// Has room for one entry more.
struct OneTooMany;

impl Defect for OneTooMany {
    fn setup(setup: &ServicesSetup) -> ServicesSetup {
        let mut setup = *setup;
        setup.supervisor.entries += 1;
        setup
    }
}

#[test]
fn a_supervisor_that_admits_one_entry_too_many() {
    demand::<OneTooMany>("capacity-covers-what-is-left");
}

/// Creates the successor before the predecessor is gone.
struct CreatesEarly;

impl Defect for CreatesEarly {
    fn said(told: &Told, said: &mut Vec<Said>) {
        let Told::Proxy { proxy, told: ProxyTold::Replace { submission, .. } } = *told else {
            return;
        };
        let drains = |said: &Said| {
            matches!(said, Said::Proxy { said: ProxySaid::ShutdownWorker { .. }, .. })
        };
        if said.iter().any(drains) {
            let creation = Id { issuer: 7, ordinal: u64::MAX };
            said.insert(
                0,
                Said::Proxy { proxy, said: ProxySaid::CreateWorker { creation, submission } },
            );
        }
    }
}

#[test]
fn a_proxy_that_has_two_workers() {
    demand::<CreatesEarly>("one-worker-behind-an-entry");
}

/// Does not report that its worker has stopped.
struct KeepsStops;

impl Defect for KeepsStops {
    fn said(_told: &Told, said: &mut Vec<Said>) {
        said.retain(|said| {
            let Said::Proxy { said: ProxySaid::Report { report }, .. } = said else { return true };
            !matches!(report, Report::WorkerStopped { .. })
        });
    }
}

#[test]
fn a_proxy_that_does_not_report_a_stop() {
    let laws = broken::<KeepsStops>();
    // Where the entry does not show Ready any more, the proxy's own law says so.
    let due = ["ready-means-ready", "ready-worker-stop-reported-once"];
    assert_eq!(laws, BTreeSet::from(due));
}

/// Shows another worker than the one that was last.
struct MixesUpEvidence;

impl Defect for MixesUpEvidence {
    fn view(view: &mut ServicesView) {
        for entry in &mut view.supervisor.entries {
            if let EntryPhase::Empty { previous, .. } = &mut entry.phase {
                previous.ordinal = previous.ordinal.wrapping_add(1_000);
            }
        }
    }
}

#[test]
fn a_supervisor_that_shows_an_empty_entry_after_another_worker() {
    demand::<MixesUpEvidence>("empty-means-empty");
}

/// Shows every ready entry as empty.
struct ShowsEmpty;

impl Defect for ShowsEmpty {
    fn view(view: &mut ServicesView) {
        use actor_laws_fuzz::supervisor::observation::EmptyWhy;
        let proxies = &view.proxies;
        let serves = |proxy| {
            proxies.iter().any(|shown| Some(shown.proxy) == proxy && shown.view.row == Row::Ready)
        };
        for entry in &mut view.supervisor.entries {
            if let EntryPhase::Ready { evidence, last } = entry.phase
                && serves(entry.proxy)
            {
                let why = EmptyWhy::WorkerStopped;
                entry.phase = EntryPhase::Empty { previous: evidence, why, last };
            }
        }
    }
}

#[test]
fn a_supervisor_that_shows_empty_what_serves() {
    demand::<ShowsEmpty>("entry-and-proxy-agree");
}

/// Shows that it has stopped as soon as it drains.
struct StopsEarly;

impl Defect for StopsEarly {
    fn view(view: &mut ServicesView) {
        if view.supervisor.mode == Mode::Draining {
            view.supervisor.mode = Mode::Stopped;
        }
    }
}

#[test]
fn a_supervisor_that_stops_while_something_is_left() {
    demand::<StopsEarly>("nothing-left-at-the-end");
}

#[test]
fn every_law_of_the_composition_is_seen_to_break_here_or_among_the_lies() {
    let here = [
        "truth-is-taken",
        "value-in-one-place",
        "command-ends-once",
        "command-reaches-ready-worker",
        "unavailability-published-as-reported",
        "input-carried-as-sent",
        "nobody-outlives-the-entry",
        "removed-entry-owes-nothing",
        "capacity-covers-what-is-left",
        "one-worker-behind-an-entry",
        "ready-means-ready",
        "empty-means-empty",
        "entry-and-proxy-agree",
        "nothing-left-at-the-end",
    ];
    let all: BTreeSet<&str> = catalogue::LAWS.iter().map(|law| law.name).collect();
    let seen = here.into_iter().chain(super::lies::LAWS).collect();
    assert_eq!(all, seen);
}
