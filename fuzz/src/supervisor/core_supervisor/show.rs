//! Real inputs and operations in plain form.
//!
//! An authority cannot be inspected. One in an answer to a cancel is the one that was told; one in a
//! receipt is known by the operation that its entry shows.

use super::protocol::Witnessed;
use super::show_reply::reply;
use super::{Operation, ids, show_outcome as outcome};
use crate::supervisor::observation::{
    Absorbed, Authority, CancelledWorker, Cause, Change, Diagnostic, Failure, Id, Input,
    InterruptedWorker, Interruption, Kind, Lifecycle, Outcome, Owed, ProxyExit, Purpose, Request,
    RetiredProxy, Said, StopResult, Told, Unreported,
};
use actor_laws::settlement::Settlement;
use actor_laws::supervisor::{
    self as core, ChangeFailure, ChangeKind, CorrelationKind, DynamicDiagnostic, DynamicLifecycle,
    EntryIdentity, ExitConsequence, FailedWorker, InterruptionCause, LateOutcome, OwedResults,
    ProxyBirth, ProxyExitSource, ProxyInputOperation, RetirementCause, ShutdownProxy,
    ShutdownPurpose, SupervisorInput, UnreportedInput,
};

/// Shows an operation; `told` is the input that it answers, `issued` the authority of a receipt.
pub(super) fn said(operation: &Operation, told: &Told, issued: Option<Authority>) -> Said {
    match operation {
        Operation::CreateProxy { creation, generation } => Said::CreateProxy {
            creation: ids::creation(*creation),
            generation: ids::generation(*generation),
        },
        Operation::ObserveProxyCreation { creation } => {
            Said::ObserveProxyCreation { creation: ids::creation(*creation) }
        }
        Operation::ObserveProxyExit { creation } => {
            Said::ObserveProxyExit { creation: ids::creation(*creation) }
        }
        Operation::InstallInitial(it) => Said::InstallInitial { input: input(it) },
        Operation::Replace(it) => Said::Replace { input: input(it) },
        Operation::ShutdownProxy(it) => Said::ShutdownProxy { request: request(it) },
        Operation::Reply { route, reply: it } => {
            Said::Reply { route: route.tag(), reply: reply(it, told, issued) }
        }
        Operation::Lifecycle { route, event } => Said::Lifecycle {
            route: route.0,
            key: event.identity.key,
            generation: ids::generation(event.identity.generation),
            event: lifecycle(&event.event),
        },
        Operation::DeliverDiagnostic { route, correlation, diagnostic: it } => {
            Said::DeliverDiagnostic {
                route: *route,
                correlation: ids::diagnostic(*correlation),
                diagnostic: diagnostic(it, told),
            }
        }
        Operation::TransferTerminalDiagnostic { diagnostic: it } => {
            Said::TransferTerminalDiagnostic { diagnostic: diagnostic(it, told) }
        }
        Operation::ScheduleDeadline(it) => {
            Said::ScheduleDeadline { deadline: ids::deadline(it.deadline), after: it.after.0 }
        }
    }
}

pub(super) fn change(kind: ChangeKind) -> Change {
    match kind {
        ChangeKind::Start => Change::Start,
        ChangeKind::Replacement => Change::Replacement,
    }
}

pub(super) fn input(input: &ProxyInputOperation<Witnessed>) -> Input {
    Input {
        proxy: input.proxy,
        change: change(input.kind),
        operation: ids::operation(input.operation),
        submission: outcome::submission(&input.submission),
    }
}

fn purpose(purpose: ShutdownPurpose) -> Purpose {
    match purpose {
        ShutdownPurpose::Stop(stop) => Purpose::Stop { stop: ids::stop(stop) },
        ShutdownPurpose::Ending => Purpose::Ending,
    }
}

pub(super) fn request(request: &ShutdownProxy<Witnessed>) -> Request {
    Request {
        generation: ids::generation(request.generation),
        proxy: request.proxy,
        purpose: purpose(request.purpose),
    }
}

pub(super) fn proxy_exit(exit: &core::ProxyExit<Witnessed>) -> ProxyExit {
    ProxyExit { stop: exit.stop.tag(), at: exit.at.0 }
}

pub(super) fn late(outcome: &LateOutcome<Witnessed>) -> Outcome {
    match outcome {
        LateOutcome::Initial(outcome) => Outcome::Initial(outcome::initial(outcome)),
        LateOutcome::Replacement(outcome) => Outcome::Replacement(outcome::replacement(outcome)),
        LateOutcome::Unreported(rest) => Outcome::Unreported(unreported(rest)),
    }
}

fn unreported(rest: &UnreportedInput<Witnessed>) -> Unreported {
    match rest {
        UnreportedInput::Untouched(submission) => {
            Unreported::Untouched { submission: outcome::submission(submission) }
        }
        UnreportedInput::Initial(outcome) => {
            Unreported::Initial { outcome: outcome::initial(outcome) }
        }
        UnreportedInput::Replacement(outcome) => {
            Unreported::Replacement { outcome: outcome::replacement(outcome) }
        }
        UnreportedInput::Left(leftover) => {
            Unreported::Left { leftover: outcome::leftover(leftover) }
        }
    }
}

fn failed(worker: &FailedWorker<Witnessed>) -> Option<crate::supervisor::observation::Submission> {
    match worker {
        FailedWorker::Present(submission) => Some(outcome::submission(submission)),
        FailedWorker::Transferred => None,
    }
}

fn failure(reason: ChangeFailure) -> Failure {
    match reason {
        ChangeFailure::CreationRejected => Failure::CreationRejected,
        ChangeFailure::InputRejected => Failure::InputRejected,
        ChangeFailure::OutcomeFailed => Failure::OutcomeFailed,
        ChangeFailure::ProxyDied => Failure::ProxyDied,
    }
}

fn lifecycle(event: &DynamicLifecycle<Witnessed>) -> Lifecycle {
    match event {
        DynamicLifecycle::Started { operation, proxy, outcome } => Lifecycle::Started {
            operation: ids::operation(*operation),
            proxy: *proxy,
            outcome: outcome::initial(outcome),
        },
        DynamicLifecycle::Replaced { operation, proxy, outcome } => Lifecycle::Replaced {
            operation: ids::operation(*operation),
            proxy: *proxy,
            outcome: outcome::replacement(outcome),
        },
        DynamicLifecycle::StartFailed { operation, worker, reason } => Lifecycle::StartFailed {
            operation: ids::operation(*operation),
            present: failed(worker),
            reason: failure(*reason),
        },
        DynamicLifecycle::ReplacementFailed { operation, worker, reason } => {
            Lifecycle::ReplacementFailed {
                operation: ids::operation(*operation),
                present: failed(worker),
                reason: failure(*reason),
            }
        }
        DynamicLifecycle::StopFinished { stop, result } => {
            Lifecycle::StopFinished { stop: ids::stop(*stop), result: stop_result(result) }
        }
        DynamicLifecycle::UnexpectedWorkerStopped { evidence, exit, consequence } => {
            Lifecycle::UnexpectedWorkerStopped {
                evidence: ids::evidence(*evidence),
                exit: outcome::exit(exit),
                kept: *consequence == ExitConsequence::KeptEmpty,
            }
        }
        DynamicLifecycle::OperationCancelled { operation, kind, result } => {
            Lifecycle::OperationCancelled {
                operation: ids::operation(*operation),
                change: change(*kind),
                result: cancelled(result),
            }
        }
        DynamicLifecycle::WorkerChangeInterrupted { operation, cause, worker } => {
            Lifecycle::WorkerChangeInterrupted {
                operation: ids::operation(*operation),
                cause: interruption(*cause),
                worker: interrupted(worker),
            }
        }
        DynamicLifecycle::CommandUnavailable { service, phase } => Lifecycle::CommandUnavailable {
            sender: service.sender.tag(),
            phase: outcome::phase(*phase),
            command: service.command.tag(),
        },
        DynamicLifecycle::EntryRetired { cause, exit, absorbed: stops } => {
            let (cause, exit) = (self::cause(*cause), retired(exit));
            Lifecycle::EntryRetired { cause, exit, absorbed: absorbed(stops) }
        }
    }
}

fn stop_result(result: &core::StopResult<Witnessed>) -> StopResult {
    match result {
        core::StopResult::Stopped { proxy, exit } => {
            StopResult::Stopped { proxy: *proxy, exit: proxy_exit(exit) }
        }
        core::StopResult::NeverBorn => StopResult::NeverBorn,
        core::StopResult::Failed { proxy, reason, exit } => StopResult::Failed {
            proxy: *proxy,
            reason: *reason,
            exit: exit.as_ref().map(proxy_exit),
        },
    }
}

fn cancelled(result: &core::CancelledWorker<Witnessed>) -> CancelledWorker {
    match result {
        core::CancelledWorker::Returned => CancelledWorker::Returned,
        core::CancelledWorker::InputRejected => CancelledWorker::InputRejected,
        core::CancelledWorker::Resolved(outcome) => {
            CancelledWorker::Resolved { outcome: late(outcome) }
        }
    }
}

fn interruption(cause: InterruptionCause) -> Interruption {
    match cause {
        InterruptionCause::ExplicitStop { stop } => {
            Interruption::ExplicitStop { stop: ids::stop(stop) }
        }
        InterruptionCause::SupervisorShutdown { kind } => {
            Interruption::SupervisorShutdown { change: change(kind) }
        }
    }
}

fn interrupted(worker: &core::InterruptedWorker<Witnessed>) -> InterruptedWorker {
    match worker {
        core::InterruptedWorker::Present(submission) => {
            InterruptedWorker::Present { submission: outcome::submission(submission) }
        }
        core::InterruptedWorker::Transferred => InterruptedWorker::Transferred,
        core::InterruptedWorker::Late(outcome) => {
            InterruptedWorker::Late { outcome: late(outcome) }
        }
    }
}

pub(super) fn cause(cause: RetirementCause) -> Cause {
    match cause {
        RetirementCause::StartFailed => Cause::StartFailed,
        RetirementCause::UnexpectedWorkerExit => Cause::UnexpectedWorkerExit,
        RetirementCause::StableProxyExit => Cause::StableProxyExit,
        RetirementCause::Stop => Cause::Stop,
        RetirementCause::Cancellation => Cause::Cancellation,
        RetirementCause::SupervisorShutdown => Cause::SupervisorShutdown,
        RetirementCause::DiagnosticTermination => Cause::DiagnosticTermination,
    }
}

fn retired(exit: &core::RetiredProxy<Witnessed>) -> RetiredProxy {
    match exit {
        core::RetiredProxy::Here(exit) => RetiredProxy::Here(proxy_exit(exit)),
        core::RetiredProxy::Elsewhere => RetiredProxy::Elsewhere,
        core::RetiredProxy::NeverBorn => RetiredProxy::NeverBorn,
    }
}

/// No entry has more than two running workers in its ending.
///
/// # Panics
///
/// If one absorbed more.
pub(super) fn absorbed(stops: &[core::AbsorbedStop<Witnessed>]) -> [Option<Absorbed>; 2] {
    assert!(stops.len() <= 2, "{} stops were absorbed", stops.len());
    let mut shown = stops.iter().map(|stop| Absorbed {
        evidence: ids::evidence(stop.evidence),
        exit: outcome::exit(&stop.exit),
    });
    [shown.next(), shown.next()]
}

pub(super) fn owed(owed: OwedResults) -> Owed {
    let OwedResults { birth, worker_result, shutdown_settlement, proxy_exit } = owed;
    Owed { birth, worker_result, shutdown_settlement, proxy_exit }
}

fn named(identity: &EntryIdentity<u8>) -> (u8, Id) {
    (identity.key, ids::generation(identity.generation))
}

fn diagnostic(diagnostic: &DynamicDiagnostic<Witnessed>, told: &Told) -> Diagnostic {
    match diagnostic {
        DynamicDiagnostic::CorrelationUnavailable { key, kind, reason } => {
            Diagnostic::CorrelationUnavailable {
                key: *key,
                kind: correlation(*kind),
                reason: outcome::unavailable(*reason),
            }
        }
        DynamicDiagnostic::CreationRejected { identity, rejection, early_exit } => {
            let (key, generation) = named(identity);
            let (rejection, early_exit) = (rejection.tag(), early_exit.as_ref().map(proxy_exit));
            Diagnostic::CreationRejected { key, generation, rejection, early_exit }
        }
        DynamicDiagnostic::InputRejected { identity, input: it, reason } => {
            let (key, generation) = named(identity);
            Diagnostic::InputRejected { key, generation, input: input(it), reason: *reason }
        }
        DynamicDiagnostic::OutcomeFailed { identity, operation, outcome } => {
            let (key, generation) = named(identity);
            let operation = ids::operation(*operation);
            Diagnostic::OutcomeFailed { key, generation, operation, outcome: late(outcome) }
        }
        DynamicDiagnostic::ShutdownRejected { identity, request: it, reason } => {
            let (key, generation) = named(identity);
            Diagnostic::ShutdownRejected { key, generation, request: request(it), reason: *reason }
        }
        DynamicDiagnostic::ProxyDied { identity, exit } => {
            let (key, generation) = named(identity);
            Diagnostic::ProxyDied { key, generation, exit: proxy_exit(exit) }
        }
        DynamicDiagnostic::RejectedFact { fact } => {
            Diagnostic::RejectedFact { fact: self::told(fact, told) }
        }
        DynamicDiagnostic::ForcedRetirement { identity, owed: it } => {
            let (key, generation) = named(identity);
            Diagnostic::ForcedRetirement { key, generation, owed: owed(*it) }
        }
    }
}

fn correlation(kind: CorrelationKind) -> Kind {
    match kind {
        CorrelationKind::Generation => Kind::Generation,
        CorrelationKind::Creation => Kind::Creation,
        CorrelationKind::Operation => Kind::Operation,
        CorrelationKind::Stop => Kind::Stop,
    }
}

/// Shows an input that came back; `told` is what was told, which names a cancel's authority.
pub(super) fn told(input: &SupervisorInput<Witnessed>, told: &Told) -> Told {
    match input {
        SupervisorInput::Initialize { .. } => Told::Initialize,
        SupervisorInput::Start(command) => Told::Start {
            key: command.key,
            submission: outcome::submission(&command.submission),
            reply: command.reply.tag(),
        },
        SupervisorInput::Replace(command) => Told::Replace {
            key: command.key,
            submission: outcome::submission(&command.submission),
            reply: command.reply.tag(),
        },
        SupervisorInput::Stop(command) => {
            Told::Stop { key: command.key, reply: command.reply.tag() }
        }
        SupervisorInput::Query(command) => {
            Told::Query { key: command.key, reply: command.reply.tag() }
        }
        SupervisorInput::Cancel(command) => cancel_command(command, told),
        SupervisorInput::ShutdownRequested => Told::Shutdown,
        fact => self::fact(fact),
    }
}

/// The authority is the one that was told, if it was a cancel.
fn cancel_command(command: &core::CancelCommand<Witnessed>, told: &Told) -> Told {
    match *told {
        Told::Cancel { authority, .. } => Told::Cancel { authority, reply: command.reply.tag() },
        _ => Told::Query { key: 0, reply: command.reply.tag() },
    }
}

fn fact(fact: &SupervisorInput<Witnessed>) -> Told {
    match fact {
        SupervisorInput::DeadlineSchedule { deadline, settlement } => {
            let deadline = ids::deadline(*deadline);
            match settlement {
                Settlement::Accepted => Told::DeadlineAccepted { deadline },
                Settlement::Rejected { request, reason } => Told::DeadlineRejected {
                    deadline,
                    returned: ids::deadline(request.deadline),
                    after: request.after.0,
                    reason: *reason,
                },
            }
        }
        SupervisorInput::DeadlineElapsed { deadline, at } => {
            Told::DeadlineElapsed { deadline: ids::deadline(*deadline), at: at.0 }
        }
        SupervisorInput::ProxyBirth { creation, result } => {
            let creation = ids::creation(*creation);
            match result {
                ProxyBirth::Committed { proxy } => Told::BirthCommitted { creation, proxy: *proxy },
                ProxyBirth::Rejected { rejection } => {
                    Told::BirthRejected { creation, rejection: rejection.tag() }
                }
            }
        }
        SupervisorInput::ProxyExit { source, exit } => {
            let exit = proxy_exit(exit);
            match source {
                ProxyExitSource::BeforeBirth(creation) => {
                    Told::ExitBeforeBirth { creation: ids::creation(*creation), exit }
                }
                ProxyExitSource::AfterBirth(proxy) => Told::ExitAfterBirth { proxy: *proxy, exit },
            }
        }
        SupervisorInput::InputSettlement { proxy, kind, operation, settlement } => {
            let (proxy, change, operation) = (*proxy, change(*kind), ids::operation(*operation));
            match settlement {
                Settlement::Accepted => Told::InputAccepted { proxy, change, operation },
                Settlement::Rejected { request, reason } => {
                    let (returned, reason) = (input(request), *reason);
                    Told::InputRejected { proxy, change, operation, returned, reason }
                }
            }
        }
        SupervisorInput::Report { proxy, report } => {
            Told::Report { proxy: *proxy, report: outcome::report(report) }
        }
        SupervisorInput::Unreported { proxy, operation, rest } => {
            let operation = ids::operation(*operation);
            Told::Unreported { proxy: *proxy, operation, rest: unreported(rest) }
        }
        SupervisorInput::ShutdownSettlement { proxy, generation, purpose: what, settlement } => {
            let generation = ids::generation(*generation);
            let asked = Request { generation, proxy: *proxy, purpose: purpose(*what) };
            match settlement {
                Settlement::Accepted => Told::ShutdownAccepted { request: asked },
                Settlement::Rejected { request: back, reason } => {
                    let (returned, reason) = (request(back), *reason);
                    Told::ShutdownRejected { request: asked, returned, reason }
                }
            }
        }
        SupervisorInput::Initialize { .. }
        | SupervisorInput::Start(_)
        | SupervisorInput::Replace(_)
        | SupervisorInput::Stop(_)
        | SupervisorInput::Query(_)
        | SupervisorInput::Cancel(_)
        | SupervisorInput::ShutdownRequested => unreachable!("{fact:?} is no fact"),
    }
}
