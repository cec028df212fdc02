//! The pair that ends a worker which was asked to stop: the settlement of that request and the exit,
//! in either order. A rejected settlement never stands for the exit.

use super::worker::ShutdownSettlement;
use super::{ProxyProtocol, WorkerEnd, WorkerExit};
use core::mem::replace;

/// What has come of a pair.
#[derive(Debug)]
pub(crate) enum Pair<P: ProxyProtocol> {
    /// Neither half.
    Open,
    /// The settlement.
    Settled(ShutdownSettlement<P>),
    /// The exit.
    Exited(WorkerExit<P>),
    /// Both halves.
    Complete(Drained<P>),
}

/// Both halves of a pair.
#[derive(Debug)]
pub(crate) struct Drained<P: ProxyProtocol> {
    pub(crate) exit: WorkerExit<P>,
    pub(crate) settlement: ShutdownSettlement<P>,
}

/// How far a worker's end has come.
#[derive(Debug)]
pub(crate) enum Ending<P: ProxyProtocol> {
    /// It exited before anyone asked it to stop, so nobody will.
    Exited(WorkerExit<P>),
    /// It was asked to stop.
    Asked(Pair<P>),
}

impl<P: ProxyProtocol> Drained<P> {
    pub(crate) fn end(self) -> WorkerEnd<P> {
        let Self { exit, settlement } = self;
        WorkerEnd::Drained { exit, settlement }
    }
}

impl<P: ProxyProtocol> Pair<P> {
    pub(crate) fn awaits_exit(&self) -> bool {
        matches!(self, Self::Open | Self::Settled(_))
    }

    pub(crate) fn awaits_settlement(&self) -> bool {
        matches!(self, Self::Open | Self::Exited(_))
    }

    /// Takes the exit of a pair that awaits one: every caller asks first.
    pub(crate) fn exited(&mut self, exit: WorkerExit<P>) {
        *self = match replace(self, Self::Open) {
            Self::Open => Self::Exited(exit),
            Self::Settled(settlement) => Self::Complete(Drained { exit, settlement }),
            pair @ (Self::Exited(_) | Self::Complete(_)) => pair,
        };
    }

    /// Takes the settlement of a pair that awaits one: every caller asks first.
    pub(crate) fn settled(&mut self, settlement: ShutdownSettlement<P>) {
        *self = match replace(self, Self::Open) {
            Self::Open => Self::Settled(settlement),
            Self::Exited(exit) => Self::Complete(Drained { exit, settlement }),
            pair @ (Self::Settled(_) | Self::Complete(_)) => pair,
        };
    }
}

impl<P: ProxyProtocol> Ending<P> {
    /// The end of a worker that has exited already, or is asked to stop now.
    pub(crate) fn after(exit: Option<WorkerExit<P>>) -> Self {
        exit.map_or(Self::Asked(Pair::Open), Self::Exited)
    }

    pub(crate) fn awaits_exit(&self) -> bool {
        match self {
            Self::Exited(_) => false,
            Self::Asked(pair) => pair.awaits_exit(),
        }
    }

    pub(crate) fn awaits_settlement(&self) -> bool {
        match self {
            Self::Exited(_) => false,
            Self::Asked(pair) => pair.awaits_settlement(),
        }
    }

    /// See [`Pair::exited`].
    pub(crate) fn exited(&mut self, exit: WorkerExit<P>) {
        match self {
            Self::Exited(_) => {}
            Self::Asked(pair) => pair.exited(exit),
        }
    }

    /// See [`Pair::settled`].
    pub(crate) fn settled(&mut self, settlement: ShutdownSettlement<P>) {
        match self {
            Self::Exited(_) => {}
            Self::Asked(pair) => pair.settled(settlement),
        }
    }

    /// The complete end, or what has come so far.
    pub(crate) fn over(self) -> Result<WorkerEnd<P>, Self> {
        match self {
            Self::Exited(exit) => Ok(WorkerEnd::Exited(exit)),
            Self::Asked(Pair::Complete(drained)) => Ok(drained.end()),
            ending @ Self::Asked(Pair::Open | Pair::Settled(_) | Pair::Exited(_)) => Err(ending),
        }
    }
}
