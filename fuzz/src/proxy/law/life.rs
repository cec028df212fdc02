//! One worker's life as it was observed: what was told of it, and what is still out.

use crate::proxy::observation::{Exit, Id, Incarnation, Row, Settled, Submission, Tag, Told};

/// What the proxy waits for in a worker's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaited {
    /// Its birth.
    Birth,
    /// The end of its initialization.
    Initialization,
    /// The settlement of its activation's start.
    Start,
    /// The result of its activation.
    Result,
    /// Nothing more: it was born and started as far as it came, or was never born.
    Nothing,
}

/// One worker, from its creation on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Life {
    pub(super) creation: Id,
    pub(super) submission: Submission,
    /// Its name, once it was born.
    pub(super) incarnation: Option<Incarnation>,
    /// The correlation of its initialization, once it was born.
    pub(super) attempt: Option<u32>,
    pub(super) awaited: Awaited,
    /// The first exit that was told of it.
    pub(super) exit: Option<Exit>,
    /// It was asked to stop.
    pub(super) asked: bool,
    /// What became of that.
    pub(super) settled: Option<Settled>,
    /// It was asked so as to make room for another.
    pub(super) makes_room: bool,
    /// Its activation, once it was begun.
    pub(super) activation: Option<Id>,
    pub(super) is_cancelled: bool,
    /// The last fact about its birth, initialization or activation.
    pub(super) latest: Option<Told>,
    /// Its readiness was reported.
    pub(super) is_published: bool,
}

impl Life {
    pub(super) fn new(creation: Id, submission: Submission) -> Self {
        Self {
            creation,
            submission,
            incarnation: None,
            attempt: None,
            awaited: Awaited::Birth,
            exit: None,
            asked: false,
            makes_room: false,
            settled: None,
            activation: None,
            is_cancelled: false,
            latest: None,
            is_published: false,
        }
    }

    /// It was born and has not exited.
    pub(super) fn is_alive(&self) -> bool {
        self.incarnation.is_some() && self.exit.is_none()
    }

    /// Its shutdown's settlement is out.
    pub(super) fn owes_settlement(&self) -> bool {
        self.asked && self.settled.is_none()
    }

    /// Nothing more can come of it.
    pub(super) fn is_over(&self) -> bool {
        self.awaited == Awaited::Nothing && !self.is_alive() && !self.owes_settlement()
    }

    /// The proof of its readiness.
    pub(super) fn proof(&self) -> Option<Tag> {
        match self.latest? {
            Told::ActivationReady { proof, .. } | Told::ReadyAfterCancel { proof, .. } => {
                Some(proof)
            }
            _ => None,
        }
    }

    /// Whether its shutdown's settlement is what is told.
    pub(super) fn awaits_settlement(&self, told: &Told) -> bool {
        matches!(*told, Told::ShutdownSettled { incarnation, .. }
            if self.incarnation == Some(incarnation) && self.owes_settlement())
    }

    /// Whether the fact is awaited.
    pub(super) fn awaits(&self, told: &Told) -> bool {
        match *told {
            Told::BirthCommitted { creation, .. } | Told::BirthRejected { creation, .. } => {
                self.awaited == Awaited::Birth && self.creation == creation
            }
            Told::ExitBeforeBirth { creation, .. } => {
                let out = self.awaited == Awaited::Birth && self.creation == creation;
                out && self.exit.is_none()
            }
            Told::Initialized { incarnation, attempt, .. }
            | Told::EffectsRejected { incarnation, attempt, .. }
            | Told::InitializationStopped { incarnation, attempt, .. } => {
                let named = (self.incarnation, self.attempt) == (Some(incarnation), Some(attempt));
                named && self.awaited == Awaited::Initialization
            }
            Told::StartAccepted { incarnation, activation }
            | Told::StartRejected { incarnation, activation, .. } => {
                self.runs(incarnation, activation) && self.awaited == Awaited::Start
            }
            Told::ActivationReady { incarnation, activation, .. }
            | Told::ActivationRejected { incarnation, activation, .. } => {
                self.runs(incarnation, activation) && self.awaited == Awaited::Result
            }
            Told::ReadyAfterCancel { incarnation, activation, .. }
            | Told::RejectedAfterCancel { incarnation, activation, .. } => {
                let due = self.awaited == Awaited::Result && self.is_cancelled;
                due && self.runs(incarnation, activation)
            }
            Told::ExitAfterBirth { incarnation, .. } => {
                self.incarnation == Some(incarnation) && self.exit.is_none()
            }
            Told::ShutdownSettled { .. } => self.awaits_settlement(told),
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => false,
        }
    }

    fn runs(&self, incarnation: Incarnation, activation: Id) -> bool {
        (self.incarnation, self.activation) == (Some(incarnation), Some(activation))
    }

    /// Takes down a fact that the proxy took.
    pub(super) fn hear(&mut self, told: &Told) {
        match *told {
            Told::BirthCommitted { incarnation, attempt, .. } => {
                (self.incarnation, self.attempt) = (Some(incarnation), Some(attempt));
            }
            Told::InitializationStopped { exit, .. } => {
                self.advance(told, Awaited::Nothing);
                self.exit = self.exit.or(Some(exit));
            }
            Told::StartAccepted { .. } => self.awaited = Awaited::Result,
            Told::BirthRejected { .. }
            | Told::Initialized { .. }
            | Told::EffectsRejected { .. }
            | Told::StartRejected { .. }
            | Told::ActivationReady { .. }
            | Told::ActivationRejected { .. }
            | Told::ReadyAfterCancel { .. }
            | Told::RejectedAfterCancel { .. } => self.advance(told, Awaited::Nothing),
            Told::ExitBeforeBirth { exit, .. } | Told::ExitAfterBirth { exit, .. } => {
                self.exit = self.exit.or(Some(exit));
            }
            Told::ShutdownSettled { settlement, .. } => {
                self.settled = self.settled.or(Some(settlement));
            }
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => {}
        }
    }

    fn advance(&mut self, told: &Told, awaited: Awaited) {
        self.latest = Some(*told);
        self.awaited = awaited;
    }
}

/// Whether a row drains the worker that it holds, so that this one must have been asked to stop.
pub(super) fn drains(row: Row) -> bool {
    matches!(
        row,
        Row::StoppingForReplacement
            | Row::Failing
            | Row::FailingToStop
            | Row::DrainingInitialization
            | Row::DrainingActivationStart
            | Row::DrainingActivation
            | Row::DrainingWorker
    )
}
