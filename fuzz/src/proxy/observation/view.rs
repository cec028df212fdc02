//! The state of a proxy as anyone may see it: a row of the law's table, and what is still awaited.

use serde::Serialize;

/// The rows of the law's table. Those with a start and a result to wait for count twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Row {
    #[default]
    Dormant,
    Creating,
    Initializing,
    /// The settlement of its activation's start is out.
    ActivationStarting,
    /// Its activation runs.
    Activating,
    Ready,
    EmptyInitial,
    EmptyAfter,
    StoppingForReplacement,
    SuccessorHeld,
    /// A worker that failed before it was ready is being drained; its outcome will be reported.
    Failing,
    /// The same, and the proxy stops afterwards.
    FailingToStop,
    DrainingCreation,
    DrainingInitialization,
    DrainingActivationStart,
    DrainingActivation,
    DrainingWorker,
    Stopped,
}

/// What a proxy shows. The default is what a new one shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ProxyView {
    /// The row.
    pub row: Row,
    /// An exit of the current worker is kept.
    pub exit_kept: bool,
    /// The settlement of the current worker's shutdown is out.
    pub settlement_owed: bool,
    /// The settlement of a replaced predecessor's shutdown is out.
    pub predecessor_settlement_owed: bool,
    /// A held outcome is Ready and its worker lives ([`Row::SuccessorHeld`] only).
    pub held_ready: bool,
}
