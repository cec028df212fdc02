//! From plain data to the core's inputs.

use super::Witnessed;
use super::ids::Registers;
use super::protocol::Witness;
use crate::custody::Ledger;
use crate::observation::Seat;
use crate::proxy::observation::{
    Begin, CreationRefusal, Exit, Id, Incarnation, Refuser, Settled, Submission, Tag, Ticket, Told,
};
use crate::proxy::values::Kind;
use actor_laws::proxy::{
    ActivationEnd, ActivationResult, ActivationStart, BeginActivation, BirthResult,
    CreationRejection, ExitSource, Initialization, InitializationResult, ProxyInput,
    ServiceCommand, ShutdownWorker, WorkerBirth, WorkerChange, WorkerExit, WorkerExitFact,
    WorkerShutdownSettlement, WorkerSubmission,
};
use actor_laws::settlement::Settlement;
use actor_laws::time::Tick;
use std::rc::Rc;

type Input = ProxyInput<Witnessed>;

/// Makes real inputs.
pub(super) struct Maker<'a> {
    pub(super) ledger: &'a Rc<Ledger<Kind>>,
    pub(super) seat: Seat,
    pub(super) ids: &'a Registers,
}

impl Maker<'_> {
    /// The real input.
    pub(super) fn input(&self, told: &Told) -> Input {
        match *told {
            Told::Service { sender, command } => ProxyInput::Service(ServiceCommand {
                sender: self.value(Kind::Sender, sender),
                command: self.value(Kind::Command, command),
            }),
            Told::InstallInitial { ticket, submission } => {
                ProxyInput::InstallInitial(self.change(ticket, submission))
            }
            Told::Replace { ticket, submission } => {
                ProxyInput::Replace(self.change(ticket, submission))
            }
            Told::Shutdown => ProxyInput::Shutdown,
            Told::BirthCommitted { creation, incarnation, attempt } => {
                self.birth(creation, BirthResult::Committed { incarnation, attempt })
            }
            Told::BirthRejected { creation, submission, why } => {
                let submission = self.submission(submission);
                self.birth(creation, BirthResult::Rejected { submission, why: self.why(why) })
            }
            Told::Initialized { .. }
            | Told::EffectsRejected { .. }
            | Told::InitializationStopped { .. } => self.initialization(told),
            Told::StartAccepted { .. }
            | Told::StartRejected { .. }
            | Told::ActivationReady { .. }
            | Told::ActivationRejected { .. }
            | Told::ReadyAfterCancel { .. }
            | Told::RejectedAfterCancel { .. } => self.activation(told),
            Told::ExitBeforeBirth { creation, exit } => {
                let source = ExitSource::BeforeBirth(self.ids.creation(creation));
                ProxyInput::WorkerExit(WorkerExitFact { source, exit: self.exit(exit) })
            }
            Told::ExitAfterBirth { incarnation, exit } => {
                let source = ExitSource::AfterBirth(incarnation);
                ProxyInput::WorkerExit(WorkerExitFact { source, exit: self.exit(exit) })
            }
            Told::ShutdownSettled { incarnation, settlement } => {
                let settlement = self.settlement(settlement);
                let fact = WorkerShutdownSettlement { incarnation, settlement };
                ProxyInput::WorkerShutdown(fact)
            }
        }
    }

    fn value(&self, kind: Kind, tag: Tag) -> Witness {
        Witness::new(self.ledger, self.seat, kind, tag)
    }

    fn submission(&self, submission: Submission) -> WorkerSubmission<Witnessed> {
        let Submission { worker, plan } = submission;
        let worker = self.value(Kind::Worker, worker);
        WorkerSubmission { worker, plan: self.value(Kind::Plan, plan) }
    }

    fn change(&self, ticket: Ticket, submission: Submission) -> WorkerChange<Witnessed> {
        WorkerChange { ticket, submission: self.submission(submission) }
    }

    fn why(&self, why: CreationRefusal) -> CreationRejection<Witnessed> {
        let reason = self.value(Kind::Reason, why.reason);
        match why.by {
            Refuser::Fold => CreationRejection::FoldRejected(reason),
            Refuser::Host => CreationRejection::HostRejected(reason),
        }
    }

    fn birth(&self, creation: Id, result: BirthResult<Witnessed>) -> Input {
        ProxyInput::WorkerBirth(WorkerBirth { creation: self.ids.creation(creation), result })
    }

    fn exit(&self, exit: Exit) -> WorkerExit<Witnessed> {
        WorkerExit { stop: self.value(Kind::Stop, exit.stop), at: Tick(exit.at) }
    }

    fn settlement(&self, settled: Settled) -> Settlement<ShutdownWorker<Witnessed>, Witness> {
        match settled {
            Settled::Accepted => Settlement::Accepted,
            Settled::Rejected { request, reason } => Settlement::Rejected {
                request: ShutdownWorker { incarnation: request },
                reason: self.value(Kind::Reason, reason),
            },
        }
    }

    fn initialization(&self, told: &Told) -> Input {
        let plan = |plan| self.value(Kind::Plan, plan);
        let (incarnation, attempt, result) = match *told {
            Told::Initialized { incarnation, attempt, permit, plan: tag } => {
                let permit = self.value(Kind::Permit, permit);
                let result = InitializationResult::Initialized { permit, plan: plan(tag) };
                (incarnation, attempt, result)
            }
            Told::EffectsRejected { incarnation, attempt, failure, plan: tag } => {
                let failure = self.value(Kind::Failure, failure);
                let result = InitializationResult::EffectsRejected { failure, plan: plan(tag) };
                (incarnation, attempt, result)
            }
            Told::InitializationStopped { incarnation, attempt, exit, plan: tag } => {
                let exit = self.exit(exit);
                (incarnation, attempt, InitializationResult::Stopped { exit, plan: plan(tag) })
            }
            _ => unreachable!("{told:?} ends no initialization"),
        };
        ProxyInput::Initialization(Initialization { incarnation, attempt, result })
    }

    fn activation(&self, told: &Told) -> Input {
        match *told {
            Told::StartAccepted { incarnation, activation } => {
                self.start(incarnation, activation, Settlement::Accepted)
            }
            Told::StartRejected { incarnation, activation, request, reason } => {
                let reason = self.value(Kind::Reason, reason);
                let request = self.begin(request);
                self.start(incarnation, activation, Settlement::Rejected { request, reason })
            }
            Told::ActivationReady { incarnation, activation, proof } => {
                let proof = self.value(Kind::Proof, proof);
                self.result(incarnation, activation, ActivationEnd::Ready { proof })
            }
            Told::ReadyAfterCancel { incarnation, activation, proof } => {
                let proof = self.value(Kind::Proof, proof);
                self.result(incarnation, activation, ActivationEnd::ReadyAfterCancel { proof })
            }
            Told::ActivationRejected { incarnation, activation, rejection } => {
                let rejection = self.value(Kind::Rejection, rejection);
                self.result(incarnation, activation, ActivationEnd::Rejected { rejection })
            }
            Told::RejectedAfterCancel { incarnation, activation, rejection } => {
                let rejection = self.value(Kind::Rejection, rejection);
                let end = ActivationEnd::RejectedAfterCancel { rejection };
                self.result(incarnation, activation, end)
            }
            _ => unreachable!("{told:?} is about no activation"),
        }
    }

    fn begin(&self, begin: Begin) -> BeginActivation<Witnessed> {
        BeginActivation {
            incarnation: begin.incarnation,
            activation: self.ids.activation(begin.activation),
            permit: self.value(Kind::Permit, begin.permit),
            plan: self.value(Kind::Plan, begin.plan),
        }
    }

    fn start(
        &self,
        incarnation: Incarnation,
        activation: Id,
        settlement: Settlement<BeginActivation<Witnessed>, Witness>,
    ) -> Input {
        let activation = self.ids.activation(activation);
        ProxyInput::ActivationStart(ActivationStart { incarnation, activation, settlement })
    }

    fn result(
        &self,
        incarnation: Incarnation,
        activation: Id,
        result: ActivationEnd<Witnessed>,
    ) -> Input {
        let activation = self.ids.activation(activation);
        ProxyInput::ActivationResult(ActivationResult { incarnation, activation, result })
    }
}
