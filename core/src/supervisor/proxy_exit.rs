//! The death of a proxy whose entry was not ending.

use super::birth::retire;
use super::context::Desk;
use super::ending::owed::{Born, EmittedInput, ExitCustody, NotOwed, WorkerResult};
use super::ending::retiring::AfterDeath;
use super::ending::{Ending, Owing};
use super::fact::{ExitFact, Fact};
use super::outcome::replacement_failed;
use super::phase::{Creating, Phase, ReplaceEmitted, ReplaceWaiting, StartEmitted, StartWaiting};
use super::{
    ChangeFailure, DynamicDiagnostic, DynamicLifecycle, FailedWorker, ProxyExit, RetiredProxy,
    RetirementCause, SupervisorProtocol,
};
use alloc::boxed::Box;

/// Keeps the one exit that may come before the birth.
pub(crate) fn before_birth<P: SupervisorProtocol>(
    mut entry: Creating<P>,
    fact: ExitFact<P>,
) -> Result<Option<Phase<P>>, NotOwed<Phase<P>, P>> {
    match ProxyExit::keep(&mut entry.early_exit, fact) {
        Ok(()) => Ok(Some(Phase::CreatingProxy(entry))),
        Err(fact) => Err((Phase::CreatingProxy(entry), Fact::Exit(fact))),
    }
}

/// The entry is removed at once.
pub(crate) fn of_available<P: SupervisorProtocol>(
    fact: ExitFact<P>,
    desk: &mut Desk<'_, P>,
) -> Option<Phase<P>> {
    diagnose(fact, desk);
    gone(desk)
}

pub(crate) fn of_waiting_start<P: SupervisorProtocol>(
    entry: StartWaiting<P>,
    fact: ExitFact<P>,
    desk: &mut Desk<'_, P>,
) -> Option<Phase<P>> {
    diagnose(fact, desk);
    let (operation, reason) = (entry.operation, ChangeFailure::ProxyDied);
    let worker = FailedWorker::Present(*entry.submission);
    desk.publish(DynamicLifecycle::StartFailed { operation, worker, reason });
    gone(desk)
}

pub(crate) fn of_waiting_replacement<P: SupervisorProtocol>(
    entry: ReplaceWaiting<P>,
    fact: ExitFact<P>,
    desk: &mut Desk<'_, P>,
) -> Option<Phase<P>> {
    diagnose(fact, desk);
    let (operation, reason) = (entry.operation, ChangeFailure::ProxyDied);
    let worker = FailedWorker::Present(*entry.submission);
    desk.publish(DynamicLifecycle::ReplacementFailed { operation, worker, reason });
    gone(desk)
}

/// The start has failed; what its input came to is still owed.
pub(crate) fn of_start<P: SupervisorProtocol>(
    entry: StartEmitted<P>,
    owed: fn(EmittedInput) -> WorkerResult<P>,
    fact: ExitFact<P>,
    desk: &mut Desk<'_, P>,
) -> Option<Phase<P>> {
    diagnose(fact, desk);
    let operation = entry.operation;
    let (worker, reason) = (FailedWorker::Transferred, ChangeFailure::ProxyDied);
    desk.publish(DynamicLifecycle::StartFailed { operation, worker, reason });
    Some(after_death(entry.owing(owed)))
}

/// The replacement has failed; what its input came to is still owed.
pub(crate) fn of_replacement<P: SupervisorProtocol>(
    entry: ReplaceEmitted<P>,
    owed: fn(EmittedInput) -> WorkerResult<P>,
    fact: ExitFact<P>,
    desk: &mut Desk<'_, P>,
) -> Option<Phase<P>> {
    diagnose(fact, desk);
    replacement_failed(entry.operation, ChangeFailure::ProxyDied, desk);
    Some(after_death(entry.owing(owed)))
}

/// Another value owns the exit, so it is not owed.
fn after_death<P: SupervisorProtocol>(born: Born<P, ()>) -> Phase<P> {
    let custody = Born { exit: Some(()), ..born };
    Phase::Ending(Ending::ProxyDied(Box::new(Owing { ends: AfterDeath, custody })))
}

fn diagnose<P: SupervisorProtocol>(fact: ExitFact<P>, desk: &mut Desk<'_, P>) {
    let (identity, exit) = (desk.identity(), fact.exit);
    desk.diagnose(DynamicDiagnostic::ProxyDied { identity, exit });
}

fn gone<P: SupervisorProtocol>(desk: &mut Desk<'_, P>) -> Option<Phase<P>> {
    retire(RetirementCause::StableProxyExit, RetiredProxy::Elsewhere, desk);
    None
}
