//! The state of a supervisor as anyone may see it, and what a forced retirement leaves.

use super::{
    Absorbed, Cause, Change, Evidence, Id, Input, Key, Outcome, Owed, Proxy, ProxyExit, Request,
};
use serde::Serialize;

/// The modes of a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Mode {
    Constructed,
    Operating,
    Draining,
    Stopped,
    ForcedRetirement,
}

/// What a supervisor shows: its entries by generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupervisorView {
    pub mode: Mode,
    pub entries: Vec<EntryView>,
}

/// A blank that is overwritten.
impl Default for SupervisorView {
    fn default() -> Self {
        Self { mode: Mode::Constructed, entries: Vec::new() }
    }
}

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EntryView {
    pub key: Key,
    pub generation: Id,
    /// The born proxy; also when it has exited.
    pub proxy: Option<Proxy>,
    pub phase: EntryPhase,
}

/// The rows of the law's tables. A base is `ready` or empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(clippy::large_enum_variant, reason = "views are few, and plain data is copied")]
pub enum EntryPhase {
    CreatingProxy { operation: Id, exit_kept: bool },
    StartWaiting { operation: Id },
    StartAwaitingReceipt { operation: Id },
    StartAwaitingOutcome { operation: Id },
    Ready { evidence: Evidence, last: Last },
    Empty { previous: Evidence, why: EmptyWhy, last: Last },
    ReplaceWaiting { operation: Id, base: Base },
    ReplaceAwaitingReceipt { operation: Id, base: Base },
    ReplaceAwaitingOutcome { operation: Id, base: Base },
    Ending { ending: Ending, holds: Holds },
}

/// The one terminal operation that an available entry keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Last {
    Committed { operation: Id },
    Cancelled { operation: Id },
}

/// What a replacement keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Base {
    pub evidence: Evidence,
    pub ready: bool,
}

/// Why a service is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum EmptyWhy {
    WorkerStopped,
    ReplacementFailed,
}

/// What an entry ends by, and what it still publishes for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ending {
    /// An explicit stop of an available entry, which it restores if its shutdown is rejected first.
    StopAvailable {
        stop: Id,
        last: Last,
    },
    /// An explicit stop that interrupted a start.
    StopStart {
        stop: Id,
        operation: Id,
    },
    Cancelling {
        operation: Id,
        change: Change,
    },
    /// By `StartFailed`, `UnexpectedWorkerExit` or `StableProxyExit`.
    Retiring {
        cause: Cause,
    },
    /// The global drain; `operation` is the change that it interrupted, if there was one.
    Drain {
        operation: Option<(Change, Id)>,
    },
}

/// What an ending entry is still owed, and what it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Holds {
    pub owed: Owed,
    /// The input's receipt is out (part of an owed worker result).
    pub receipt_owed: bool,
    pub exit: Option<ProxyExit>,
    pub absorbed: [Option<Absorbed>; 2],
    /// A cancelled change's outcome.
    pub outcome: Option<Outcome>,
    /// A cancelled change's input, rejected.
    pub input_rejection: Option<(Input, u8)>,
    /// A cancelled change's shutdown, rejected.
    pub shutdown_rejection: Option<(Request, u8)>,
    /// The reason that an explicit stop's shutdown was rejected for.
    pub stop_reason: Option<u8>,
}
