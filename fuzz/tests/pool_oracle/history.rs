//! A hand-written history: a setup to vary, an oracle to tell things, and short ways into phases.

use super::words::*;
use actor_laws_fuzz::pool::observation::*;
use actor_laws_fuzz::pool::oracle::PoolOracle;

/// A sequence that never runs out, from `first` on.
pub(crate) fn endless(first: u64) -> SequencePlan {
    SequencePlan { lease: Lease { first, last: u64::MAX }, renewal: None }
}

/// A sequence of `count` ordinals from `first` on; with 0 the only candidates collide or are none.
pub(crate) fn short(first: u64, count: u64) -> SequencePlan {
    SequencePlan { lease: Lease { first, last: first + count - 1 }, renewal: None }
}

/// A sequence of `count` ordinals, then the first of them again, then new ones.
pub(crate) fn colliding(first: u64, count: u64) -> SequencePlan {
    let renewal = Lease { first, last: u64::MAX };
    SequencePlan { renewal: Some(renewal), ..short(first, count) }
}

/// A pool of so many roles: permanent, immediate, ample budget, Fail, backlog 2, no deadline.
pub(crate) fn setup(roles: u8) -> PoolSetup {
    PoolSetup {
        identity: POOL,
        roles: Labels::of(20..26),
        role_count: roles,
        activation_limit: 6,
        eligibility: Eligibility::Permanent,
        reaction: Reaction::RetireRole,
        budget_charges_max: 100,
        budget_window: 10,
        timing: Timing::Immediate,
        recovery_ordinal_max: 1000,
        backlog_capacity: 2,
        interruption: Interruption::Fail,
        drain: DrainPolicy::WaitForActorGraph,
        diagnostics: DiagnosticPolicy::DeliverTo { route: DESK },
        sequences: Sequences {
            job: endless(100),
            admission: endless(200),
            assignment: endless(300),
            completion: endless(400),
            activation: endless(500),
            recovery: endless(600),
            birth: endless(700),
            timer: endless(800),
            shutdown: endless(900),
            diagnostic: endless(1000),
        },
        factory_rejects_at: None,
    }
}

/// The same pool with one choice changed.
pub(crate) fn with(mut setup: PoolSetup, change: impl FnOnce(&mut PoolSetup)) -> PoolSetup {
    change(&mut setup);
    setup
}

/// One pool's history.
pub(crate) struct History {
    pub(crate) oracle: PoolOracle,
    said: Vec<Said>,
}

impl History {
    pub(crate) fn of(setup: &PoolSetup) -> Self {
        Self { oracle: PoolOracle::new(setup).expect("a sound setup"), said: Vec::new() }
    }

    /// A pool whose creations are out.
    pub(crate) fn started(setup: &PoolSetup) -> Self {
        let mut history = Self::of(setup);
        history.ok(Told::Initialize);
        history
    }

    /// A pool with every worker idle: birth correlations 0.., tickets 0.. in declaration order.
    pub(crate) fn idle(setup: &PoolSetup) -> Self {
        let mut history = Self::started(setup);
        for at in 0..usize::from(setup.role_count) {
            history.settle_in(at, at as u64, at as u64);
        }
        history
    }

    /// Brings worker `n` of a role from its birth to readiness, under ticket `t`.
    pub(crate) fn settle_in(&mut self, at: usize, n: u64, t: u64) {
        self.ok(tell::born(at, n));
        self.ok(tell::initialized(at, n));
        self.ok(tell::begun(at, n, t));
        self.ok(tell::ready(at, n, t));
    }

    /// Tells one input; what is said is not looked at, but it must not be a rejected fact.
    #[track_caller]
    pub(crate) fn ok(&mut self, told: Told) {
        let (said, _) = self.tell(told);
        let is_refusal = |said: &Said| {
            matches!(
                said,
                Said::DeliverDiagnostic { diagnostic: Diagnostic::RejectedFact { .. }, .. }
                    | Said::TransferTerminalDiagnostic {
                        diagnostic: Diagnostic::RejectedFact { .. }
                    }
            )
        };
        assert!(!said.iter().any(is_refusal), "refused: {said:#?}");
    }

    /// Tells one input and answers everything that is said.
    pub(crate) fn tell(&mut self, told: Told) -> (Vec<Said>, Verdict) {
        self.said.clear();
        let verdict = self.oracle.expect(&told, &mut self.said);
        (self.said.clone(), verdict)
    }

    /// Tells one input, and compares the complete answer of a pool that goes on.
    #[track_caller]
    pub(crate) fn says(&mut self, told: Told, expected: &[Said]) {
        self.ends(told, Verdict::Continue, expected);
    }

    /// Tells one input, and compares the complete answer and the verdict.
    #[track_caller]
    pub(crate) fn ends(&mut self, told: Told, verdict: Verdict, expected: &[Said]) {
        let answer = self.tell(told);
        assert_eq!(answer, (expected.to_vec(), verdict));
    }

    /// Tells a fact that nothing waits for: one diagnostic (number `d`), and nothing changes.
    #[track_caller]
    pub(crate) fn refuses(&mut self, told: Told, class: FactClass, d: u64) {
        let before = self.view();
        self.says(told, &[say::tell_desk(d, say::rejected_fact(class, told))]);
        assert_eq!(self.view(), before);
    }

    pub(crate) fn view(&self) -> PoolView {
        let mut view = PoolView {
            mode: Mode::Stopped,
            phases: vec![Phase::Idle; 9],
            cursor: 9,
            source_home: false,
            queue: vec![QueuedView { job: id(0), admitted: 0, prior_role: None }],
        };
        self.oracle.view(&mut view);
        view
    }

    /// The phases of all roles.
    pub(crate) fn phases(&self) -> Vec<Phase> {
        self.view().phases
    }

    /// The waiting jobs, each with its prior role.
    pub(crate) fn queue(&self) -> Vec<(Id, Option<Role>)> {
        self.view().queue.iter().map(|waiting| (waiting.job, waiting.prior_role)).collect()
    }
}
