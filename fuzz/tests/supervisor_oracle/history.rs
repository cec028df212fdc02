//! A hand-written history: a setup to vary, an oracle to tell things, and short ways into phases.

use super::words::*;
use actor_laws_fuzz::proxy::observation::Lease;
use actor_laws_fuzz::supervisor::observation::*;
use actor_laws_fuzz::supervisor::oracle::SupervisorOracle;

/// Ordinals from `first` on, without end.
pub(crate) fn endless(first: u64) -> Supply {
    Supply { lease: Some(Lease { first, last: u64::MAX }), renewal: None }
}

/// `count` ordinals from `first` on; none if `count` is 0.
pub(crate) fn short(first: u64, count: u64) -> Supply {
    let lease = (count > 0).then(|| Lease { first, last: first + count - 1 });
    Supply { lease, renewal: None }
}

/// `count` ordinals, then the first of them again, then on from there.
pub(crate) fn colliding(first: u64, count: u64) -> Supply {
    Supply { renewal: Some(Lease { first, last: u64::MAX }), ..short(first, count) }
}

/// Four entries, two activations, KeepEmpty, no deadline, delivered diagnostics, ample supplies.
pub(crate) fn setup() -> SupervisorSetup {
    SupervisorSetup {
        entries: 4,
        activations: 2,
        unexpected_exit: ExitPolicy::KeepEmpty,
        drain_deadline: None,
        lifecycle_route: BOOK,
        diagnostics_route: Some(DESK),
        identity: ME,
        supplies: Supplies {
            generations: endless(100),
            creations: endless(200),
            operations: endless(300),
            stops: endless(400),
            deadlines: endless(500),
            diagnostics: endless(600),
        },
    }
}

/// The same with one choice changed.
pub(crate) fn with(change: impl FnOnce(&mut SupervisorSetup)) -> SupervisorSetup {
    let mut setup = setup();
    change(&mut setup);
    setup
}

/// One supervisor's history.
#[derive(Debug)]
pub(crate) struct History {
    pub(crate) oracle: SupervisorOracle,
    /// Diagnostics delivered so far.
    pub(crate) diagnosed: u64,
}

impl History {
    pub(crate) fn of(setup: &SupervisorSetup) -> Self {
        Self { oracle: SupervisorOracle::new(setup), diagnosed: 0 }
    }

    pub(crate) fn operating(setup: &SupervisorSetup) -> Self {
        let mut history = Self::of(setup);
        history.says(Told::Initialize, &[]);
        history
    }

    pub(crate) fn tell(&mut self, told: Told) -> (Vec<Said>, Verdict) {
        let mut said = Vec::new();
        let verdict = self.oracle.expect(&told, &mut said);
        let delivered = said.iter().filter(|said| matches!(said, Said::DeliverDiagnostic { .. }));
        self.diagnosed += delivered.count() as u64;
        (said, verdict)
    }

    /// Whether this is the complete product of the input.
    pub(crate) fn accepts(&mut self, told: Told, said: &[Said], verdict: Verdict) -> bool {
        self.tell(told) == (said.to_vec(), verdict)
    }

    #[track_caller]
    pub(crate) fn ends(&mut self, told: Told, said: &[Said], verdict: Verdict) {
        let (predicted, ending) = self.tell(told);
        assert_eq!(predicted, said, "what is said to {told:?}");
        assert_eq!(ending, verdict, "the verdict on {told:?}");
    }

    /// The complete product of an input after which the supervisor goes on.
    #[track_caller]
    pub(crate) fn says(&mut self, told: Told, said: &[Said]) {
        self.ends(told, said, Verdict::Continue);
    }

    /// A rejected fact: the state stays, one diagnostic owns the whole fact.
    #[track_caller]
    pub(crate) fn rejects(&mut self, fact: Told) {
        let (before, next) = (self.view(), self.diagnosed);
        self.says(fact, &[diagnosed(next, Diagnostic::RejectedFact { fact })]);
        assert_eq!(self.view(), before, "the state after {fact:?}");
    }

    /// A rejected fact of a house that is draining and has no route for diagnostics.
    #[track_caller]
    pub(crate) fn rejects_terminally(&mut self, fact: Told) {
        let before = self.view();
        self.says(fact, &[transferred(Diagnostic::RejectedFact { fact })]);
        assert_eq!(self.view(), before, "the state after {fact:?}");
    }

    /// Tells one input whose product is looked at elsewhere; it must not be a rejected fact.
    #[track_caller]
    pub(crate) fn ok(&mut self, told: Told) -> Vec<Said> {
        let (said, verdict) = self.tell(told);
        assert_ne!(verdict, Verdict::HandedBack);
        assert!(!is_rejected_fact(&said), "{told:?} is a rejected fact");
        said
    }

    pub(crate) fn view(&self) -> SupervisorView {
        let mut view = SupervisorView { mode: Mode::Stopped, entries: Vec::new() };
        self.oracle.view(&mut view);
        view
    }

    pub(crate) fn mode(&self) -> Mode {
        self.view().mode
    }

    #[track_caller]
    pub(crate) fn phase(&self, n: u64) -> EntryPhase {
        let view = self.view();
        let entry = view.entries.iter().find(|entry| entry.key == key(n));
        entry.expect("the entry is there").phase
    }

    #[track_caller]
    pub(crate) fn holds(&self, n: u64) -> Holds {
        match self.phase(n) {
            EntryPhase::Ending { holds, .. } => holds,
            phase => panic!("{phase:?} is no ending"),
        }
    }

    #[track_caller]
    pub(crate) fn shows(&mut self, n: u64, phase: Shown) {
        self.says(query(n), &[reply(Reply::Known { key: key(n), phase })]);
    }

    #[track_caller]
    pub(crate) fn is_gone(&mut self, n: u64) {
        self.says(query(n), &[reply(Reply::Unknown { key: key(n) })]);
        assert!(self.view().entries.iter().all(|entry| entry.key != key(n)));
    }

    // Ways into phases. Service `n` is the n-th start, and its operation is `op`.

    pub(crate) fn start(&mut self, n: u64) {
        self.ok(start(n, sub(n)));
    }

    pub(crate) fn bear(&mut self, n: u64) {
        self.start(n);
        self.ok(born(n));
    }

    /// Brings service `n` up; its start was the operation `op`.
    pub(crate) fn up(&mut self, n: u64, op: Id) {
        self.bear(n);
        self.ok(accepted(n, Change::Start, op));
        self.ok(initial(n, op, ready(n)));
    }

    /// Service 0 is up by operation 0.
    pub(crate) fn with_one_up(setup: &SupervisorSetup) -> Self {
        let mut history = Self::operating(setup);
        history.up(0, o(0));
        history
    }

    /// Service 0 is up, and its replacement by `sub(9)`, operation 1, awaits its receipt.
    pub(crate) fn replacing(setup: &SupervisorSetup) -> Self {
        let mut history = Self::with_one_up(setup);
        history.ok(replace(0, sub(9)));
        history
    }

    /// The same, received.
    pub(crate) fn replacing_received(setup: &SupervisorSetup) -> Self {
        let mut history = Self::replacing(setup);
        history.ok(accepted(0, Change::Replacement, o(1)));
        history
    }

    /// Service 0 is starting and its input is received.
    pub(crate) fn starting_received(setup: &SupervisorSetup) -> Self {
        let mut history = Self::operating(setup);
        history.bear(0);
        history.ok(accepted(0, Change::Start, o(0)));
        history
    }
}

pub(crate) fn is_rejected_fact(said: &[Said]) -> bool {
    said.iter().any(|said| {
        if let Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic } = said
        {
            matches!(diagnostic, Diagnostic::RejectedFact { .. })
        } else {
            false
        }
    })
}

/// Several parts of a product after one another.
pub(crate) fn all(parts: &[&[Said]]) -> Vec<Said> {
    parts.concat()
}
