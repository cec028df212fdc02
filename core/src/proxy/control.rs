//! Services and the owner's control: install, replace, shutdown.

use super::change::{Change, Replaced, Resolution};
use super::draining::{Drain, DrainingWorker, Kept};
use super::machine::{Next, State};
use super::pair::{Ending, Pair};
use super::replacement::{StoppingForReplacement, Successor, SuccessorHeld};
use super::start::Starting;
use super::turn::Turn;
use super::worker::Worker;
use super::{
    ActivationId, ChangeRefusal, DeliverService, InitialOutcome, Leftover, OwnerReport,
    Predecessor, ProxyOperation, ProxyProtocol, RefusedChange, ReplacementOutcome, ServiceCommand,
    StartOutcome, UnreportedWorker, WorkerChange,
};

impl<P: ProxyProtocol> State<P> {
    /// Column: services. To the current worker while it is ready, or back as one report.
    #[inline]
    pub(crate) fn serve(&self, service: ServiceCommand<P>) -> ProxyOperation<P> {
        match self {
            Self::Ready(worker) => {
                let incarnation = worker.incarnation.clone();
                ProxyOperation::DeliverService(DeliverService { incarnation, service })
            }
            Self::Dormant
            | Self::Creating(_)
            | Self::Initializing(_)
            | Self::ActivationStarting(_)
            | Self::Activating(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::StoppingForReplacement(_)
            | Self::SuccessorHeld(_)
            | Self::Failing(_)
            | Self::FailingToStop(_)
            | Self::DrainingCreation(_)
            | Self::DrainingInitialization(_)
            | Self::DrainingActivationStart(_)
            | Self::DrainingActivation(_)
            | Self::DrainingWorker(_) => {
                let phase = self.phase();
                ProxyOperation::Report(OwnerReport::Unavailable { service, phase })
            }
        }
    }
}

impl<P: ProxyProtocol> Turn<'_, P> {
    /// Column: installs. Only a dormant proxy takes one.
    pub(crate) fn install(&mut self, state: State<P>, change: WorkerChange<P>) -> Next<P> {
        match state {
            State::Dormant => match self.sequences.creation() {
                Ok(creation) => {
                    let WorkerChange { ticket, submission } = change;
                    self.create(Change { ticket, replaces: Replaced::Nobody }, creation, submission)
                }
                Err(unavailable) => {
                    let reason = ChangeRefusal::CreationUnavailable(unavailable);
                    self.refuse_install(State::Dormant, change, reason)
                }
            },
            state @ (State::Creating(_)
            | State::Initializing(_)
            | State::ActivationStarting(_)
            | State::Activating(_)
            | State::Ready(_)
            | State::EmptyInitial
            | State::EmptyAfter(_)
            | State::StoppingForReplacement(_)
            | State::SuccessorHeld(_)
            | State::Failing(_)
            | State::FailingToStop(_)
            | State::DrainingCreation(_)
            | State::DrainingInitialization(_)
            | State::DrainingActivationStart(_)
            | State::DrainingActivation(_)
            | State::DrainingWorker(_)) => self.refuse_install(state, change, ChangeRefusal::Phase),
        }
    }

    fn refuse_install(
        &mut self,
        state: State<P>,
        change: WorkerChange<P>,
        reason: ChangeRefusal,
    ) -> Next<P> {
        let WorkerChange { ticket, submission } = change;
        let refused = RefusedChange { submission, phase: state.phase(), reason };
        let outcome = InitialOutcome::Rejected(refused);
        self.report(OwnerReport::Initial { ticket, outcome });
        state.into()
    }

    /// Column: replacements. A ready worker is drained first, one that is gone needs no draining.
    pub(crate) fn replace(&mut self, state: State<P>, change: WorkerChange<P>) -> Next<P> {
        match state {
            State::Ready(worker) => match self.sequences.creation() {
                Ok(creation) => self.stop_for_replacement(worker, creation, change),
                Err(unavailable) => {
                    let reason = ChangeRefusal::CreationUnavailable(unavailable);
                    self.refuse_replacement(State::Ready(worker), change, reason)
                }
            },
            State::EmptyAfter(evidence) => match self.sequences.creation() {
                Ok(creation) => {
                    let WorkerChange { ticket, submission } = change;
                    let replaces = Replaced::Over(Predecessor::Gone(evidence));
                    self.create(Change { ticket, replaces }, creation, submission)
                }
                Err(unavailable) => {
                    let reason = ChangeRefusal::CreationUnavailable(unavailable);
                    self.refuse_replacement(State::EmptyAfter(evidence), change, reason)
                }
            },
            state @ (State::Dormant
            | State::Creating(_)
            | State::Initializing(_)
            | State::ActivationStarting(_)
            | State::Activating(_)
            | State::EmptyInitial
            | State::StoppingForReplacement(_)
            | State::SuccessorHeld(_)
            | State::Failing(_)
            | State::FailingToStop(_)
            | State::DrainingCreation(_)
            | State::DrainingInitialization(_)
            | State::DrainingActivationStart(_)
            | State::DrainingActivation(_)
            | State::DrainingWorker(_)) => {
                self.refuse_replacement(state, change, ChangeRefusal::Phase)
            }
        }
    }

    fn refuse_replacement(
        &mut self,
        state: State<P>,
        change: WorkerChange<P>,
        reason: ChangeRefusal,
    ) -> Next<P> {
        let WorkerChange { ticket, submission } = change;
        let refused = RefusedChange { submission, phase: state.phase(), reason };
        let outcome = ReplacementOutcome::Rejected(refused);
        self.report(OwnerReport::Replacement { ticket, outcome });
        state.into()
    }

    /// Column: shutdown. What a phase still owns is drained; nothing is asked twice.
    pub(crate) fn shut_down(&mut self, state: State<P>) -> Next<P> {
        match state {
            State::Dormant | State::EmptyInitial | State::EmptyAfter(_) => {
                Next::Stop(Leftover::Nothing)
            }
            State::Creating(creating) => State::DrainingCreation(creating).into(),
            State::Initializing(starting) => {
                State::DrainingInitialization(starting.drain(self)).into()
            }
            State::ActivationStarting(starting) => {
                self.cancel(&starting);
                State::DrainingActivationStart(starting.drain(self)).into()
            }
            State::Activating(starting) => {
                self.cancel(&starting);
                State::DrainingActivation(starting.drain(self)).into()
            }
            State::Ready(worker) => self.drain_ready(worker),
            State::StoppingForReplacement(stopping) => self.cancel_replacement(*stopping),
            State::SuccessorHeld(held) => self.drain_held(*held),
            State::Failing(failing) => State::FailingToStop(failing).into(),
            state @ (State::FailingToStop(_)
            | State::DrainingCreation(_)
            | State::DrainingInitialization(_)
            | State::DrainingActivationStart(_)
            | State::DrainingActivation(_)
            | State::DrainingWorker(_)) => state.into(),
        }
    }

    fn cancel(&mut self, starting: &Starting<P, ActivationId>) {
        let (incarnation, activation) = (starting.worker.incarnation.clone(), starting.attempt);
        self.push(ProxyOperation::CancelActivation { incarnation, activation });
    }

    fn drain_ready(&mut self, worker: Worker<P>) -> Next<P> {
        self.push(worker.shutdown());
        DrainingWorker::Reported { worker, pair: Pair::Open }.into()
    }

    /// The successor goes back unborn; the predecessor was asked to stop already.
    fn cancel_replacement(&mut self, stopping: StoppingForReplacement<P>) -> Next<P> {
        let StoppingForReplacement { ticket, worker, settlement, successor } = stopping;
        let Successor { submission, .. } = successor;
        let predecessor = worker.evidence;
        let outcome = ReplacementOutcome::CancelledBeforeBirth { predecessor, submission };
        self.report(OwnerReport::Replacement { ticket, outcome });
        DrainingWorker::Reported { worker, pair: StoppingForReplacement::pair(settlement) }.into()
    }

    /// A held outcome stays unreported; only a worker that lives behind it has to be asked to stop.
    fn drain_held(&mut self, held: SuccessorHeld<P>) -> Next<P> {
        let SuccessorHeld { waiting, resolution } = held;
        let outcome = match resolution {
            Resolution::Ready { worker, proof } => {
                self.push(worker.shutdown());
                let (change, ending) = (waiting.into(), Ending::Asked(Pair::Open));
                let drain = Drain { change, worker, ending, part: Kept::Held { proof } };
                return DrainingWorker::Unreported(drain).into();
            }
            Resolution::Unborn(unborn) => StartOutcome::CreationRejected(unborn),
            Resolution::Unavailable { evidence, cause } => {
                StartOutcome::Unavailable { evidence, cause }
            }
        };
        DrainingWorker::Predecessor { waiting, worker: UnreportedWorker::Resolved(outcome) }.into()
    }
}
