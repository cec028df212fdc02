//! Endings: what an entry ends by, beside what it is still owed.
//!
//! The bookkeeping of what is owed ([`owed`]) is one piece; what an ending publishes when something
//! arrives, and at its closing, is the ending's own.

pub(crate) mod cancelling;
pub(crate) mod drain;
pub(crate) mod owed;
pub(crate) mod retiring;
pub(crate) mod stop;

use super::context::Desk;
use super::fact::Fact;
use super::phase::Phase;
use super::table::{Indexed, Standing};
use super::{DynamicDiagnostic, OwedResults, ProxyExit, PublicPhase, ShutdownPurpose};
use super::{DynamicLifecycle, InterruptedWorker, InterruptionCause, SupervisorProtocol};
use alloc::boxed::Box;
use cancelling::Cancelling;
use drain::ShutdownDrain;
use owed::{
    ArrivedResult, Born, Custody, EmittedInput, ExitCustody, NotOwed, RejectedInput,
    RejectedShutdown, Settled, ShutdownResult, UnbornStep,
};
use retiring::{AfterDeath, Retiring};
use stop::{StopOfAvailable, StopOfStart};

/// An entry that ends by `ends` and is owed what `custody` says.
#[derive(Debug)]
#[must_use = "it owns what has come"]
pub struct Owing<Ends, Custody> {
    /// What it ends by.
    pub ends: Ends,
    /// What it is still owed, with all that has come.
    pub custody: Custody,
}

/// An ending that began while the supervisor operated. Each is boxed for itself, so that an entry costs
/// no more than its own ending needs.
#[derive(Debug)]
#[must_use = "it owns what has come"]
pub enum Ending<P: SupervisorProtocol> {
    /// An explicit stop of a ready or empty service.
    StopAvailable(Box<Owing<StopOfAvailable<P>, Born<P>>>),
    /// An explicit stop that interrupted a start.
    StopStart(Box<Owing<StopOfStart<P>, Custody<P>>>),
    /// A cancelled change.
    Cancelling(Box<Owing<Cancelling, Custody<P>>>),
    /// A failed start, or an unexpected worker exit.
    Retiring(Box<Owing<Retiring, Born<P>>>),
    /// The proxy died while an input was unresolved; its exit has been published.
    ProxyDied(Box<Owing<AfterDeath, Born<P, ()>>>),
}

/// A phase of a draining supervisor.
#[derive(Debug)]
#[must_use = "it owns what has come"]
pub enum DrainPhase<P: SupervisorProtocol> {
    /// An ending that had begun before: it keeps what it owes and its closing values.
    Ending(Ending<P>),
    /// The global shutdown ended the entry.
    Shutdown(Box<Owing<ShutdownDrain, Custody<P>>>),
}

/// What an ending does when something arrives, and when nothing is owed any more.
pub(crate) trait Ends<P: SupervisorProtocol, Exit>: Sized {
    /// Publishes what has just arrived, or leaves it where it is.
    fn arrive(&mut self, born: &mut Born<P, Exit>, desk: &mut Desk<'_, P>);

    /// Publishes the closing values: the entry is removed in this fold.
    fn close(self, settled: Settled<P, Exit>, desk: &mut Desk<'_, P>);
}

/// An ending that can begin before the proxy's birth.
pub(crate) trait EndsUnborn<P: SupervisorProtocol>: Ends<P, ProxyExit<P>> {
    /// What a proxy that is born meanwhile is asked to stop for.
    fn purpose(&self) -> ShutdownPurpose;

    /// Publishes the closing values of an entry without a proxy.
    fn close_unborn(self, desk: &mut Desk<'_, P>);
}

/// How an ending stands after one fact; `None`: it has closed.
pub(crate) type Took<T, P> = Result<Option<T>, NotOwed<T, P>>;

/// Takes one fact that the proxy of an ending entry owes.
fn take_born<Kind, P, Exit>(
    owing: Owing<Kind, Born<P, Exit>>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Took<Owing<Kind, Born<P, Exit>>, P>
where
    P: SupervisorProtocol,
    Kind: Ends<P, Exit>,
    Exit: ExitCustody<P>,
{
    let Owing { ends, custody } = owing;
    match owed::take(custody, fact, desk.generation()) {
        Ok(custody) => Ok(go_on(Owing { ends, custody }, desk)),
        Err((custody, fact)) => Err((Owing { ends, custody }, fact)),
    }
}

/// Something has come: the ending publishes it or not, and closes once nothing is owed.
fn go_on<Kind: Ends<P, Exit>, P: SupervisorProtocol, Exit>(
    owing: Owing<Kind, Born<P, Exit>>,
    desk: &mut Desk<'_, P>,
) -> Option<Owing<Kind, Born<P, Exit>>> {
    let Owing { mut ends, mut custody } = owing;
    ends.arrive(&mut custody, desk);
    match custody.into_settled() {
        Ok(settled) => {
            ends.close(settled, desk);
            None
        }
        Err(custody) => Some(Owing { ends, custody }),
    }
}

/// Takes one fact that an ending entry is owed, its birth included.
fn take_custody<Kind: EndsUnborn<P>, P: SupervisorProtocol>(
    owing: Owing<Kind, Custody<P>>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Took<Owing<Kind, Custody<P>>, P> {
    let Owing { ends, custody } = owing;
    match custody {
        Custody::Unborn(unborn) => match unborn.take(fact) {
            Ok(step) => Ok(step_unborn(ends, step, desk)),
            Err((unborn, fact)) => Err((Owing { ends, custody: Custody::Unborn(unborn) }, fact)),
        },
        Custody::Born(custody) => match take_born(Owing { ends, custody }, fact, desk) {
            Ok(owing) => Ok(owing.map(born)),
            Err((owing, fact)) => Err((born(owing), fact)),
        },
    }
}

fn step_unborn<Kind: EndsUnborn<P>, P: SupervisorProtocol>(
    ends: Kind,
    step: UnbornStep<P>,
    desk: &mut Desk<'_, P>,
) -> Option<Owing<Kind, Custody<P>>> {
    match step {
        UnbornStep::Unborn(unborn) => Some(Owing { ends, custody: Custody::Unborn(unborn) }),
        UnbornStep::NeverBorn { rejection, early_exit } => {
            let identity = desk.identity();
            let diagnostic =
                DynamicDiagnostic::CreationRejected { identity, rejection, early_exit };
            desk.diagnose(diagnostic);
            ends.close_unborn(desk);
            None
        }
        UnbornStep::Alive(proxy) => {
            let custody = shut_down(Born::idle(proxy), ends.purpose(), desk);
            Some(born(Owing { ends, custody }))
        }
        UnbornStep::Dead(custody) => go_on(Owing { ends, custody }, desk).map(born),
    }
}

fn born<Kind, P: SupervisorProtocol>(owing: Owing<Kind, Born<P>>) -> Owing<Kind, Custody<P>> {
    let Owing { ends, custody } = owing;
    Owing { ends, custody: Custody::Born(custody) }
}

/// Asks the proxy of an ending entry to stop: its settlement is owed from now on.
pub(crate) fn shut_down<P: SupervisorProtocol>(
    born: Born<P>,
    purpose: ShutdownPurpose,
    desk: &mut Desk<'_, P>,
) -> Born<P> {
    desk.shut_down(&born.proxy, purpose);
    Born { shutdown: ShutdownResult::Out(purpose), ..born }
}

/// Publishes a rejected shutdown; answers its reason.
fn diagnose_shutdown<P: SupervisorProtocol>(
    rejected: RejectedShutdown<P>,
    desk: &mut Desk<'_, P>,
) -> P::Reason {
    let RejectedShutdown { request, reason } = rejected;
    let (identity, kept) = (desk.identity(), reason.clone());
    desk.diagnose(DynamicDiagnostic::ShutdownRejected { identity, request, reason });
    kept
}

/// Publishes the result of an interrupted change as it comes.
fn interrupt<P: SupervisorProtocol>(
    (emitted, result): (EmittedInput, ArrivedResult<P>),
    cause: InterruptionCause,
    desk: &mut Desk<'_, P>,
) {
    let worker = match result {
        ArrivedResult::InputRejected(rejected) => {
            let RejectedInput { input, reason } = *rejected;
            let identity = desk.identity();
            desk.diagnose(DynamicDiagnostic::InputRejected { identity, input, reason });
            InterruptedWorker::Transferred
        }
        ArrivedResult::Resolved(outcome) => InterruptedWorker::Late(outcome),
    };
    let operation = emitted.operation;
    desk.publish(DynamicLifecycle::WorkerChangeInterrupted { operation, cause, worker });
}

/// Takes an entry that was ending while the supervisor operated. A stop whose shutdown is rejected in
/// time is undone: only then the entry goes on otherwise.
pub(crate) fn take_operating<P: SupervisorProtocol>(
    ending: Ending<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Result<Option<Phase<P>>, NotOwed<Phase<P>, P>> {
    match stop::restore(ending, fact, desk) {
        stop::Restoring::Restored(available) => Ok(Some(Phase::Available(available))),
        stop::Restoring::Otherwise(ending, fact) => match ending.take(fact, desk) {
            Ok(next) => Ok(next.map(Phase::Ending)),
            Err((ending, fact)) => Err((Phase::Ending(ending), fact)),
        },
    }
}

impl<P: SupervisorProtocol> Ending<P> {
    /// Takes one fact that is owed. `None`: the entry has published its closing values and is gone.
    pub(crate) fn take(self, fact: Fact<P>, desk: &mut Desk<'_, P>) -> Took<Self, P> {
        /// Takes one, and wraps what it becomes.
        fn boxed<T, U, P: SupervisorProtocol>(
            took: Took<T, P>,
            wrap: fn(Box<T>) -> U,
        ) -> Took<U, P> {
            match took {
                Ok(next) => Ok(next.map(|ending| wrap(Box::new(ending)))),
                Err((ending, fact)) => Err((wrap(Box::new(ending)), fact)),
            }
        }
        match self {
            Self::StopAvailable(owing) => boxed(take_born(*owing, fact, desk), Self::StopAvailable),
            Self::StopStart(owing) => boxed(take_custody(*owing, fact, desk), Self::StopStart),
            Self::Cancelling(owing) => boxed(take_custody(*owing, fact, desk), Self::Cancelling),
            Self::Retiring(owing) => boxed(take_born(*owing, fact, desk), Self::Retiring),
            Self::ProxyDied(owing) => boxed(take_born(*owing, fact, desk), Self::ProxyDied),
        }
    }

    /// What everybody may see of it while the supervisor operates.
    pub(crate) fn public(&self) -> PublicPhase<P::Proxy> {
        match self {
            Self::StopAvailable(_) | Self::StopStart(_) => PublicPhase::Stopping,
            Self::Cancelling(_) => PublicPhase::Cancelling,
            Self::Retiring(_) | Self::ProxyDied(_) => PublicPhase::Retiring,
        }
    }

    /// What is still owed.
    #[must_use]
    pub fn owed(&self) -> OwedResults {
        match self {
            Self::StopAvailable(owing) => owing.custody.owed(),
            Self::StopStart(owing) => owing.custody.owed(),
            Self::Cancelling(owing) => owing.custody.owed(),
            Self::Retiring(owing) => owing.custody.owed(),
            Self::ProxyDied(owing) => owing.custody.owed(),
        }
    }

    pub(crate) fn standing(&self) -> Standing<&P::Proxy> {
        match self {
            Self::StopAvailable(owing) => owing.custody.standing(),
            Self::StopStart(owing) => owing.custody.standing(),
            Self::Cancelling(owing) => owing.custody.standing(),
            Self::Retiring(owing) => owing.custody.standing(),
            Self::ProxyDied(owing) => owing.custody.standing(),
        }
    }
}

impl<P: SupervisorProtocol> DrainPhase<P> {
    /// Takes one fact that is owed. `None`: the entry has published its closing values and is gone.
    pub(crate) fn take(self, fact: Fact<P>, desk: &mut Desk<'_, P>) -> Took<Self, P> {
        match self {
            Self::Ending(ending) => match ending.take(fact, desk) {
                Ok(next) => Ok(next.map(Self::Ending)),
                Err((ending, fact)) => Err((Self::Ending(ending), fact)),
            },
            Self::Shutdown(owing) => match take_custody(*owing, fact, desk) {
                Ok(next) => Ok(next.map(|owing| Self::Shutdown(Box::new(owing)))),
                Err((owing, fact)) => Err((Self::Shutdown(Box::new(owing)), fact)),
            },
        }
    }

    /// What is still owed.
    #[must_use]
    pub fn owed(&self) -> OwedResults {
        match self {
            Self::Ending(ending) => ending.owed(),
            Self::Shutdown(owing) => owing.custody.owed(),
        }
    }
}

impl<P: SupervisorProtocol> Indexed<P> for DrainPhase<P> {
    fn standing(&self) -> Standing<&P::Proxy> {
        match self {
            Self::Ending(ending) => ending.standing(),
            Self::Shutdown(owing) => owing.custody.standing(),
        }
    }
}
