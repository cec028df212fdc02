//! The operating mode: one turn takes one input through the steps of a fold.
//!
//! The steps stand in one order: the input's own fact, with the recovery that it leads to; lending
//! the worker source; authorizing activations; filling idle roles; returning a stranded queue. A
//! step that starts a shutdown ends the turn, and only the normalization follows.
//!
//! | File | Inputs |
//! |---|---|
//! | `admission` | `Submit` |
//! | `fill` | none: the dispatch of waiting jobs, foreseen before anything is committed |
//! | `birth` | `WorkerBirthResolved` |
//! | `activation` | `InitializationSettled`, `ActivationBeginSettled`, `WorkerReady` |
//! | `stop` | `WorkerStopped`, `WorkerShutdownSettled` |
//! | `joins` | `AssignmentSettled`, `WorkerCompleted` |
//! | `recovery` | none: what a stop leads to |
//! | `restart` | `WorkerPreparationSettled`, `RestartScheduleSettled`, `RestartTimerElapsed` |

mod activation;
mod admission;
mod birth;
mod fill;
mod joins;
mod recovery;
mod restart;
mod stop;

use super::backlog::Backlog;
use super::budget::{RestartBudget, StopClock};
use super::context::{Context, DiagnosticFate};
use super::identity::Slot;
use super::member::{AcceptedStop, Member};
use super::rejection::{HeldWorker, classify};
use super::roster::Roster;
use super::{
    ChildNonce, PoolDiagnostic, PoolInput, PoolProtocol, QueuedReturnReason, TransferReason,
    TransferredValues, WorkerStop,
};
use alloc::vec::Vec;
use fill::FillPlan;

/// The state of an operating pool.
#[derive(Debug)]
pub(crate) struct Operating<P: PoolProtocol> {
    pub(crate) roster: Roster<P>,
    pub(crate) backlog: Backlog<P>,
    /// The position from which the next idle role is looked for.
    pub(crate) cursor: Slot,
    pub(crate) budget: RestartBudget,
    pub(crate) clock: StopClock,
    /// Committed recoveries of each role, by position.
    pub(crate) recoveries: Vec<u32>,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnEnd {
    /// The pool goes on.
    Open,
    /// The pool must now shut down.
    Closing,
    /// The input was `Initialize`, the one that this mode does not admit. Nothing has changed.
    AlreadyStarted,
}

/// What a fact's own step leaves to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// Nothing, for the input was `Initialize`.
    NotAdmitted,
    /// Nothing: the step freed no activation slot, no source and no idle role that a job waits for.
    Nothing,
    /// What the later steps find.
    LaterSteps,
}

/// One fold of an operating pool under way.
#[derive(Debug)]
pub(crate) struct Turn<'fold, P: PoolProtocol> {
    context: Context<'fold, P>,
    operating: &'fold mut Operating<P>,
    /// A step has started the pool's shutdown.
    closing: bool,
    /// What the fill of this fold will do, if anything.
    fill: Option<FillPlan<P>>,
}

impl<P: PoolProtocol> Operating<P> {
    pub(crate) fn new(members: Vec<Member<P>>) -> Self {
        Self {
            recoveries: alloc::vec![0; members.len()],
            roster: Roster::new(members),
            backlog: Backlog::new(),
            cursor: 0,
            budget: RestartBudget::default(),
            clock: StopClock::default(),
        }
    }

    /// Takes one input.
    #[inline(always)]
    pub(crate) fn take(&mut self, context: Context<'_, P>, input: PoolInput<P>) -> TurnEnd {
        let mut turn = Turn { context, operating: self, closing: false, fill: None };
        match turn.take(input) {
            Rest::NotAdmitted => return TurnEnd::AlreadyStarted,
            Rest::Nothing => return TurnEnd::Open,
            Rest::LaterSteps => turn.conclude(),
        }
        if turn.closing { TurnEnd::Closing } else { TurnEnd::Open }
    }
}

impl<P: PoolProtocol> Turn<'_, P> {
    /// The fact's own step.
    #[inline(always)]
    fn take(&mut self, input: PoolInput<P>) -> Rest {
        match input {
            PoolInput::Initialize => return Rest::NotAdmitted,
            PoolInput::Submit(submission) => {
                self.submit(submission);
                return Rest::Nothing;
            }
            PoolInput::Shutdown => self.closing = true,
            PoolInput::WorkerBirthResolved(fact) => self.birth_resolved(fact),
            PoolInput::InitializationSettled(fact) => self.initialization_settled(fact),
            PoolInput::ActivationBeginSettled(fact) => self.begin_settled(fact),
            PoolInput::WorkerReady(fact) => self.activation_ended(fact),
            PoolInput::WorkerStopped(fact) => self.worker_stopped(fact),
            PoolInput::AssignmentSettled(fact) => return self.assignment_settled(fact),
            PoolInput::WorkerCompleted(fact) => return self.worker_completed(fact),
            PoolInput::WorkerPreparationSettled(fact) => self.preparation_settled(fact),
            PoolInput::RestartScheduleSettled(fact) => self.schedule_settled(fact),
            PoolInput::RestartTimerElapsed(fact) => self.timer_elapsed(fact),
            PoolInput::WorkerShutdownSettled(fact) => self.shutdown_settled(fact),
            PoolInput::DrainDeadlineSettled(_) | PoolInput::DrainDeadlineElapsed(_) => {
                self.reject(input);
            }
        }
        Rest::LaterSteps
    }

    /// The steps after the fact's own, each only where it has something to do.
    #[inline(always)]
    fn conclude(&mut self) {
        if self.operating.roster.has_waiting() {
            self.lend_to_waiting();
            self.authorize();
        }
        if self.closing {
            return;
        }
        if self.fill.is_some() {
            self.carry_out();
        }
        if self.operating.roster.every_role_retired() {
            self.return_stranded();
        }
    }

    /// Without a live or recoverable role the queue returns whole.
    #[cold]
    #[inline(never)]
    fn return_stranded(&mut self) {
        while let Some(queued) = self.operating.backlog.pop() {
            let reason = QueuedReturnReason::NoRecoverableWorkers;
            self.context.return_queued(queued.obligation, reason);
        }
    }

    /// The position of a nonce that this pool issued.
    #[inline]
    fn slot_of(&self, child: ChildNonce) -> Option<Slot> {
        self.context.slot_of(child.instance(), child.position())
    }

    fn diagnose(&mut self, diagnostic: PoolDiagnostic<P>) {
        self.closing |= self.context.diagnose(diagnostic) == DiagnosticFate::Terminal;
    }

    /// Makes a diagnostic of a fact that nothing takes.
    #[cold]
    #[inline(never)]
    fn reject(&mut self, fact: PoolInput<P>) {
        let class = classify(self.context.instance, &fact, |child| {
            let slot = child.position();
            let (child, evidence) = self.operating.roster.get(slot)?.holds()?;
            Some(HeldWorker { role: self.context.role(slot), child, evidence })
        });
        self.diagnose(PoolDiagnostic::RejectedFact { class, fact });
    }

    /// Puts a member back as it was and rejects the fact that it does not take.
    fn reject_back(&mut self, slot: Slot, member: Member<P>, fact: PoolInput<P>) {
        self.operating.roster.put(slot, member);
        self.reject(fact);
    }

    fn transfer_unused(&mut self, slot: Slot, values: TransferredValues<P>) {
        self.context.transfer(slot, values, TransferReason::Unused);
    }

    /// Judges a stop by the clock without counting it as accepted.
    fn judge(&self, stop: WorkerStop<P>) -> AcceptedStop<P> {
        AcceptedStop { regressed: self.operating.clock.regresses(stop.at), stop }
    }

    /// Judges a stop and counts it as accepted.
    fn accept_stop(&mut self, stop: WorkerStop<P>) -> AcceptedStop<P> {
        let accepted = self.judge(stop);
        self.operating.clock.advance(accepted.at());
        accepted
    }
}
