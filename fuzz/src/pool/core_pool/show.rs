//! Real operations as plain actions.

use super::{CorePool, Operation, Witnessed, fact, ids};
use crate::pool::observation::{
    Admission, AdmissionRefusal, AssignedReturn, Birth, Command, Diagnostic, FactClass, Origin,
    QueuedReturn, ReturnedSchedule, RoleFailure, Said, Terminal, Tick, Told, Transfer,
    TransferReason, Unavailable, WorkerFailure,
};
use actor_laws::correlation;
use actor_laws::pool::{
    self as core, AdmissionOutcome, AdmissionRejection, AssignedReturnReason, BirthKind,
    DeliverAssignment, OwnedOperation, PoolDiagnostic, PreReadyFailure, QueuedReturnReason,
    RecoveryDenial, RejectedFactClass, RestartTimerFact, ScheduleRestart, TerminalCustomerOutcome,
    TransferredFact, TransferredValues, WorkerStop,
};

impl CorePool {
    /// Appends the plain form of `operation` to `said`.
    pub(super) fn show(&self, operation: &Operation, told: &Told, said: &mut Vec<Said>) {
        said.push(match operation {
            OwnedOperation::CreateWorker(create) => Said::CreateWorker {
                role: create.role,
                child: ids::child(create.child),
                birth: birth(&create.kind),
                submission: create.submission.tag(),
            },
            OwnedOperation::ObserveWorkerCreation { child } => {
                Said::ObserveWorkerCreation { child: ids::child(*child) }
            }
            OwnedOperation::ObserveWorkerStop { child } => {
                Said::ObserveWorkerStop { child: ids::child(*child) }
            }
            OwnedOperation::InitializeWorker(initialize) => Said::InitializeWorker {
                child: ids::child(initialize.child),
                attempt: initialize.attempt,
                plan: initialize.plan.tag(),
            },
            OwnedOperation::BeginWorkerActivation(begin) => Said::BeginWorkerActivation {
                child: ids::child(begin.child),
                ticket: ids::ticket(begin.ticket),
                permit: begin.permit.tag(),
                plan: begin.plan.tag(),
            },
            OwnedOperation::CancelWorkerActivation { child, ticket } => {
                Said::CancelWorkerActivation {
                    child: ids::child(*child),
                    ticket: ids::ticket(*ticket),
                }
            }
            OwnedOperation::DeliverAdmission { route, outcome } => {
                Said::DeliverAdmission { route: *route, outcome: admission(outcome) }
            }
            OwnedOperation::DeliverCustomerTerminal { route, outcome } => {
                Said::DeliverCustomerTerminal { route: *route, outcome: terminal(outcome) }
            }
            OwnedOperation::DeliverAssignment(deliver) => self.assignment(deliver),
            OwnedOperation::PrepareWorker(prepare) => Said::PrepareWorker {
                ticket: ids::recovery(prepare.ticket),
                role: prepare.role,
                source: prepare.source.tag(),
            },
            OwnedOperation::ScheduleRestart(schedule) => Said::ScheduleRestart {
                recovery: ids::recovery(schedule.recovery),
                timer: ids::timer(schedule.timer),
                deadline: schedule.deadline.0,
            },
            OwnedOperation::ShutdownWorker(shutdown) => Said::ShutdownWorker {
                child: ids::child(shutdown.child),
                shutdown: fact::shutdown_reference(&shutdown.correlation),
            },
            OwnedOperation::ScheduleDrainDeadline(schedule) => Said::ScheduleDrainDeadline {
                timer: ids::timer(schedule.timer),
                deadline: schedule.deadline.0,
            },
            OwnedOperation::TransferDrainResidual { residual, cause } => {
                return super::residual::show(residual, cause, said);
            }
            other => self.report(other, told),
        });
    }

    /// The operations that hand something to the host or to a diagnostics route.
    fn report(&self, operation: &Operation, told: &Told) -> Said {
        match operation {
            OwnedOperation::TransferRejectedFact { fact, reason } => {
                self.transfer(fact, *reason, told)
            }
            OwnedOperation::DeliverDiagnostic { route, correlation, diagnostic } => {
                Said::DeliverDiagnostic {
                    route: *route,
                    correlation: ids::id(correlation.instance(), correlation.ordinal()),
                    diagnostic: self.diagnostic(diagnostic, told),
                }
            }
            OwnedOperation::TransferTerminalDiagnostic { diagnostic } => {
                Said::TransferTerminalDiagnostic { diagnostic: self.diagnostic(diagnostic, told) }
            }
            other => panic!("a pool says {other:?}, which only a worker can"),
        }
    }

    /// A new command is bound to the evidence of the worker that it goes to.
    fn assignment(&self, deliver: &DeliverAssignment<Witnessed>) -> Said {
        let (child, assignment) = (ids::child(deliver.child), ids::assignment(deliver.assignment));
        let evidence = self.evidence_of(child);
        let execution = deliver.command.payload().0.tag();
        let command = Command { origin: Origin::Own, assignment, child, evidence, execution };
        Said::DeliverAssignment { child, assignment, command }
    }

    fn diagnostic(&self, diagnostic: &PoolDiagnostic<Witnessed>, told: &Told) -> Diagnostic {
        match diagnostic {
            PoolDiagnostic::RejectedFact { class, fact } => {
                let class = match class {
                    RejectedFactClass::Stale => FactClass::Stale,
                    RejectedFactClass::Foreign => FactClass::Foreign,
                    RejectedFactClass::WrongWorker => FactClass::WrongWorker,
                };
                Diagnostic::RejectedFact { class, fact: self.told(fact, told) }
            }
            PoolDiagnostic::WorkerFailed { role, failure } => {
                Diagnostic::WorkerFailed { role: *role, failure: worker_failure(failure) }
            }
            PoolDiagnostic::RoleFailed { role, failure } => {
                Diagnostic::RoleFailed { role: *role, failure: role_failure(failure) }
            }
            PoolDiagnostic::WorkerShutdownRejected { role, request, reason } => {
                let returned = fact::shutdown_reference(&request.correlation);
                Diagnostic::WorkerShutdownRejected { role: *role, returned, reason: *reason }
            }
        }
    }

    fn transfer(
        &self,
        fact: &TransferredFact<Witnessed>,
        reason: core::TransferReason,
        told: &Told,
    ) -> Said {
        let reason = match reason {
            core::TransferReason::Unused => TransferReason::Unused,
            core::TransferReason::Cancelled => TransferReason::Cancelled,
            core::TransferReason::Contradictory => TransferReason::Contradictory,
            core::TransferReason::Mismatch => TransferReason::Mismatch,
        };
        let values = self.transferred(&fact.values, reason, told);
        Said::TransferRejectedFact { role: fact.role, values, reason }
    }

    fn transferred(
        &self,
        values: &TransferredValues<Witnessed>,
        reason: TransferReason,
        told: &Told,
    ) -> Transfer {
        match values {
            TransferredValues::Plan(plan) => Transfer::Plan { plan: plan.tag() },
            TransferredValues::Activation { permit, plan } => {
                Transfer::Activation { permit: permit.tag(), plan: plan.tag() }
            }
            TransferredValues::StoppedInitialization { stop, plan } => {
                Transfer::StoppedInitialization { stop: fact::stop(stop), plan: plan.tag() }
            }
            TransferredValues::Failure(failure) => pre_ready_failure(failure),
            TransferredValues::RetainedHalf(half) => {
                Transfer::RetainedHalf { assignment: ids::assignment(half.assignment()) }
            }
            TransferredValues::RejectedDelivery { .. } => {
                self.rejected_delivery(values, reason, told)
            }
            TransferredValues::UnbornSubmission { submission, reason, stop } => {
                Transfer::UnbornSubmission {
                    submission: submission.tag(),
                    reason: *reason,
                    stop: stop.as_ref().map(fact::kept_stop),
                }
            }
            TransferredValues::PreparedSubmission(submission) => {
                Transfer::PreparedSubmission { submission: submission.tag() }
            }
            TransferredValues::RefusedPreparation { refusal, reason } => {
                Transfer::RefusedPreparation { refusal: fact::refusal(*refusal), reason: *reason }
            }
            TransferredValues::Replacement { prepared, elapsed, returned } => {
                Transfer::Replacement {
                    submission: prepared.submission.tag(),
                    birth: ids::child(prepared.child),
                    recovery: ids::recovery(prepared.recovery),
                    timer: ids::timer(prepared.timer),
                    elapsed_at: elapsed_at(elapsed.as_ref()),
                    returned: returned
                        .as_ref()
                        .map(|(request, reason)| returned_schedule(request, *reason)),
                }
            }
        }
    }

    /// One value of the core, three of the observation: the reason tells them apart.
    fn rejected_delivery(
        &self,
        values: &TransferredValues<Witnessed>,
        why: TransferReason,
        told: &Told,
    ) -> Transfer {
        let TransferredValues::RejectedDelivery { retained, returned, reason, completion } = values
        else {
            unreachable!("{values:?} is no rejected delivery")
        };
        let retained = ids::assignment(retained.assignment());
        let (returned, reason) = (fact::returned(returned, told), *reason);
        let completion = completion.as_ref().map(|evidence| self.completion(evidence));
        match (why, completion) {
            (TransferReason::Contradictory, Some(completion)) => {
                Transfer::ContradictoryDelivery { retained, returned, reason, completion }
            }
            (TransferReason::Mismatch, completion) => {
                Transfer::MismatchedDelivery { retained, returned, reason, completion }
            }
            (TransferReason::Cancelled, None) => {
                Transfer::RejectedDelivery { retained, returned, reason }
            }
            (why, completion) => panic!("a rejected delivery with {completion:?} for {why:?}"),
        }
    }
}

fn birth(kind: &BirthKind<Witnessed>) -> Birth {
    match kind {
        BirthKind::Initial => Birth::Initial,
        BirthKind::Replacement { recovery, replaces } => {
            Birth::Replacement { recovery: ids::recovery(*recovery), replaces: *replaces }
        }
    }
}

fn admission(outcome: &AdmissionOutcome<Witnessed>) -> Admission {
    match outcome {
        AdmissionOutcome::Accepted { request, job } => {
            let job = ids::id(job.instance(), job.ordinal());
            Admission::Accepted { request: request.0.tag(), job }
        }
        AdmissionOutcome::Rejected { request, payload, reason } => {
            let reason = match reason {
                AdmissionRejection::ShuttingDown => AdmissionRefusal::ShuttingDown,
                AdmissionRejection::NoRecoverableWorkers => AdmissionRefusal::NoRecoverableWorkers,
                AdmissionRejection::BacklogFull => AdmissionRefusal::BacklogFull,
                AdmissionRejection::JobCorrelationUnavailable => {
                    AdmissionRefusal::JobCorrelationUnavailable
                }
                AdmissionRejection::DispatchCorrelationUnavailable => {
                    AdmissionRefusal::DispatchCorrelationUnavailable
                }
            };
            Admission::Rejected { request: request.0.tag(), payload: payload.0.tag(), reason }
        }
    }
}

fn terminal(outcome: &TerminalCustomerOutcome<Witnessed>) -> Terminal {
    let job = ids::id(outcome.job().instance(), outcome.job().ordinal());
    match outcome {
        TerminalCustomerOutcome::Completed { role, output, .. } => {
            Terminal::Completed { job, role: *role, output: output.tag() }
        }
        TerminalCustomerOutcome::ReturnedQueued { payload, reason, .. } => {
            let reason = match reason {
                QueuedReturnReason::PoolShutdown => QueuedReturn::PoolShutdown,
                QueuedReturnReason::NoRecoverableWorkers => QueuedReturn::NoRecoverableWorkers,
                QueuedReturnReason::DispatchCorrelationUnavailable => {
                    QueuedReturn::DispatchCorrelationUnavailable
                }
            };
            Terminal::ReturnedQueued { job, payload: payload.0.tag(), reason }
        }
        TerminalCustomerOutcome::ReturnedAssigned { role, payload, reason, .. } => {
            let reason = match reason {
                AssignedReturnReason::PoolShutdown => AssignedReturn::PoolShutdown,
                AssignedReturnReason::WorkerStopped => AssignedReturn::WorkerStopped,
                AssignedReturnReason::RetryPreparationRejected => {
                    AssignedReturn::RetryPreparationRejected
                }
                AssignedReturnReason::ContradictoryAssignmentSettlement => {
                    AssignedReturn::ContradictoryAssignmentSettlement
                }
            };
            Terminal::ReturnedAssigned { job, role: *role, payload: payload.0.tag(), reason }
        }
    }
}

fn worker_failure(failure: &PreReadyFailure<Witnessed>) -> WorkerFailure {
    match failure {
        PreReadyFailure::InitializationRejected { settlement, plan, reason } => {
            let (settlement, plan) = (settlement.tag(), plan.tag());
            WorkerFailure::InitializationRejected { settlement, plan, reason: *reason }
        }
        PreReadyFailure::BeginRejected { request, reason } => WorkerFailure::BeginRejected {
            permit: request.permit.tag(),
            plan: request.plan.tag(),
            reason: *reason,
        },
        PreReadyFailure::ActivationRejected { reason } => {
            WorkerFailure::ActivationRejected { reason: *reason }
        }
        PreReadyFailure::TicketUnavailable { permit, plan, rejection } => {
            let (permit, plan) = (permit.tag(), plan.tag());
            WorkerFailure::TicketUnavailable { permit, plan, rejection: unavailable(*rejection) }
        }
    }
}

/// The same failure, where no diagnostic takes it.
fn pre_ready_failure(failure: &PreReadyFailure<Witnessed>) -> Transfer {
    match worker_failure(failure) {
        WorkerFailure::InitializationRejected { settlement, plan, reason } => {
            Transfer::RejectedInitialization { settlement, plan, reason }
        }
        WorkerFailure::BeginRejected { permit, plan, reason } => {
            Transfer::ReturnedBegin { permit, plan, reason }
        }
        WorkerFailure::ActivationRejected { reason } => Transfer::RejectedActivation { reason },
        WorkerFailure::TicketUnavailable { permit, plan, rejection } => {
            Transfer::UnticketedActivation { permit, plan, rejection }
        }
    }
}

fn role_failure(failure: &core::RoleFailure<Witnessed>) -> RoleFailure {
    match failure {
        core::RoleFailure::CreationRejected { submission, reason, stop } => {
            RoleFailure::CreationRejected {
                submission: submission.tag(),
                reason: *reason,
                stop: stop.as_ref().map(fact::kept_stop),
            }
        }
        core::RoleFailure::RecoveryTicketUnavailable { stop, rejection } => {
            let (stop, rejection) = (fact::stop(stop), unavailable(*rejection));
            RoleFailure::RecoveryTicketUnavailable { stop, rejection }
        }
        core::RoleFailure::PreparationRefused { stop, refusal, reason } => {
            let (stop, refusal) = (fact::stop(stop), fact::refusal(*refusal));
            RoleFailure::PreparationRefused { stop, refusal, reason: *reason }
        }
        core::RoleFailure::RecoveryDenied { stop, submission, denial } => {
            denied(stop, submission.tag(), *denial)
        }
        core::RoleFailure::RestartScheduleRejected {
            stop,
            submission,
            child,
            elapsed,
            request,
            reason,
        } => RoleFailure::RestartScheduleRejected {
            stop: fact::stop(stop),
            submission: submission.tag(),
            birth: ids::child(*child),
            elapsed_at: elapsed_at(elapsed.as_ref()),
            returned: returned_schedule(request, *reason),
        },
    }
}

fn denied(stop: &WorkerStop<Witnessed>, submission: u32, denial: RecoveryDenial) -> RoleFailure {
    let stop = fact::stop(stop);
    match denial {
        RecoveryDenial::ClockRegression => RoleFailure::ClockRegression { stop, submission },
        RecoveryDenial::BudgetExhausted => RoleFailure::BudgetExhausted { stop, submission },
        RecoveryDenial::OrdinalOverflow => {
            RoleFailure::RecoveryOrdinalOverflow { stop, submission }
        }
        RecoveryDenial::DeadlineOverflow => RoleFailure::DeadlineOverflow { stop, submission },
        RecoveryDenial::BirthCorrelationUnavailable(rejection) => {
            let rejection = unavailable(rejection);
            RoleFailure::BirthCorrelationUnavailable { stop, submission, rejection }
        }
        RecoveryDenial::TimerCorrelationUnavailable(rejection) => {
            let rejection = unavailable(rejection);
            RoleFailure::TimerCorrelationUnavailable { stop, submission, rejection }
        }
    }
}

fn elapsed_at(elapsed: Option<&RestartTimerFact>) -> Option<Tick> {
    elapsed.map(|fact| fact.at.0)
}

fn returned_schedule(request: &ScheduleRestart, reason: u8) -> ReturnedSchedule {
    ReturnedSchedule {
        recovery: ids::recovery(request.recovery),
        timer: ids::timer(request.timer),
        deadline: request.deadline.0,
        reason,
    }
}

pub(super) fn unavailable(rejection: correlation::Unavailable) -> Unavailable {
    match rejection {
        correlation::Unavailable::Exhausted => Unavailable::Exhausted,
        correlation::Unavailable::Collision { candidate } => Unavailable::Collision { candidate },
    }
}
