//! What a supervisor can be told: commands, shutdown, the deadline, and the proxies' facts.

use super::{
    Id, InitialOutcome, Key, Leftover, Proxy, ReplacementOutcome, Report, Submission, Tag, Tick,
};
use serde::Serialize;

/// Which machine of a run issued a cancel authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Origin {
    /// The judged supervisor.
    Own,
    /// Its twin of the same identity, fed the same inputs: a genuine duplicate.
    Twin,
    /// A supervisor of another identity.
    Foreign,
}

/// A cancel authority. It cannot be inspected; the host knows which one it is by its book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Authority {
    /// Who issued it.
    pub origin: Origin,
    /// The key that it was issued for.
    pub key: Key,
    /// The operation that it was issued for.
    pub operation: Id,
}

/// The kinds of worker change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Change {
    Start,
    Replacement,
}

/// The end of a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProxyExit {
    /// Names this stop.
    pub stop: Tag,
    /// When the host observed it.
    pub at: Tick,
}

/// An emitted worker input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Input {
    pub proxy: Proxy,
    pub change: Change,
    pub operation: Id,
    pub submission: Submission,
}

/// What a proxy is asked to stop for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Purpose {
    /// An explicit stop.
    Stop { stop: Id },
    /// Any other end of its entry.
    Ending,
}

/// An emitted shutdown request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    pub generation: Id,
    pub proxy: Proxy,
    pub purpose: Purpose,
}

/// What became of an accepted input whose outcome no report delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unreported {
    /// The proxy never took it.
    Untouched { submission: Submission },
    /// An install's outcome that could not be delivered.
    Initial { outcome: InitialOutcome },
    /// A replacement's outcome that could not be delivered.
    Replacement { outcome: ReplacementOutcome },
    /// What the proxy left of it when it stopped.
    Left { leftover: Leftover },
}

/// One input of a supervisor. `reply` names the route that the answer goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "input")]
pub enum Told {
    /// Begin.
    Initialize,
    /// Admit a key with its first worker.
    Start { key: Key, submission: Submission, reply: Tag },
    /// Change the worker behind a service.
    Replace { key: Key, submission: Submission, reply: Tag },
    /// Drain and remove one service.
    Stop { key: Key, reply: Tag },
    /// Show one service.
    Query { key: Key, reply: Tag },
    /// Call a change back.
    Cancel { authority: Authority, reply: Tag },
    /// Global shutdown.
    Shutdown,
    /// The deadline is set.
    DeadlineAccepted { deadline: Id },
    /// The deadline could not be set; the request (`returned`, `after`) comes back.
    DeadlineRejected { deadline: Id, returned: Id, after: u64, reason: u8 },
    /// The deadline elapsed.
    DeadlineElapsed { deadline: Id, at: Tick },
    /// A proxy was born.
    BirthCommitted { creation: Id, proxy: Proxy },
    /// A proxy was not born.
    BirthRejected { creation: Id, rejection: Tag },
    /// A proxy is gone whose birth is not told yet.
    ExitBeforeBirth { creation: Id, exit: ProxyExit },
    /// A proxy is gone.
    ExitAfterBirth { proxy: Proxy, exit: ProxyExit },
    /// An input was delivered.
    InputAccepted { proxy: Proxy, change: Change, operation: Id },
    /// An input was not delivered; it comes back.
    InputRejected { proxy: Proxy, change: Change, operation: Id, returned: Input, reason: u8 },
    /// A proxy reports.
    Report { proxy: Proxy, report: Report },
    /// An outcome that no report delivered.
    Unreported { proxy: Proxy, operation: Id, rest: Unreported },
    /// A shutdown request was delivered.
    ShutdownAccepted { request: Request },
    /// A shutdown request was not delivered; it (`returned`) comes back.
    ShutdownRejected { request: Request, returned: Request, reason: u8 },
}
