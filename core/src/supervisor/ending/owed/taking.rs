//! How each fact is matched with what is owed.

use super::{
    ArrivedResult, Born, EmittedInput, RejectedInput, RejectedShutdown, ShutdownResult, Unborn,
    WorkerResult,
};
use crate::settlement::Settlement;
use crate::supervisor::fact::{
    BirthFact, ExitFact, Fact, InitialReport, InputSettled, ReplacementReport, ShutdownSettled,
    UnreportedFact, WorkerStoppedReport,
};
use crate::supervisor::outcome::{ready_worker, replaces, runs_after, unreported};
use crate::supervisor::{
    AbsorbedStop, Generation, LateOutcome, ProxyBirth, ProxyExit, SupervisorProtocol,
};
use alloc::boxed::Box;

/// A fact that is not owed, with whom it is not owed to.
pub(crate) type NotOwed<T, P> = (T, Fact<P>);

/// What an ending keeps of a proxy's exit.
pub(crate) trait ExitCustody<P: SupervisorProtocol>: Sized {
    /// Keeps an exit that is owed.
    fn keep(kept: &mut Option<Self>, fact: ExitFact<P>) -> Result<(), ExitFact<P>>;
}

/// The exit itself.
impl<P: SupervisorProtocol> ExitCustody<P> for ProxyExit<P> {
    fn keep(kept: &mut Option<Self>, fact: ExitFact<P>) -> Result<(), ExitFact<P>> {
        match kept {
            Some(_) => Err(fact),
            None => {
                *kept = Some(fact.exit);
                Ok(())
            }
        }
    }
}

/// Nothing: another value owns the exit that the ending began from.
impl<P: SupervisorProtocol> ExitCustody<P> for () {
    fn keep(_: &mut Option<Self>, fact: ExitFact<P>) -> Result<(), ExitFact<P>> {
        Err(fact)
    }
}

/// What became of an unborn entry by one fact.
#[derive(Debug)]
pub(crate) enum UnbornStep<P: SupervisorProtocol> {
    /// It is still unborn.
    Unborn(Unborn<P>),
    /// There is no proxy.
    NeverBorn { rejection: P::CreationRejection, early_exit: Option<ProxyExit<P>> },
    /// The proxy lives and must be asked to stop.
    Alive(P::Proxy),
    /// The proxy had died before its birth was told.
    Dead(Born<P>),
}

impl<P: SupervisorProtocol> Unborn<P> {
    pub(crate) fn take(mut self, fact: Fact<P>) -> Result<UnbornStep<P>, NotOwed<Self, P>> {
        match fact {
            Fact::Birth(BirthFact { result: ProxyBirth::Rejected { rejection }, .. }) => {
                Ok(UnbornStep::NeverBorn { rejection, early_exit: self.early_exit })
            }
            Fact::Birth(BirthFact { result: ProxyBirth::Committed { proxy }, .. }) => {
                Ok(match self.early_exit {
                    None => UnbornStep::Alive(proxy),
                    Some(exit) => UnbornStep::Dead(Born { exit: Some(exit), ..Born::idle(proxy) }),
                })
            }
            Fact::Exit(fact) => match ProxyExit::keep(&mut self.early_exit, fact) {
                Ok(()) => Ok(UnbornStep::Unborn(self)),
                Err(fact) => Err((self, Fact::Exit(fact))),
            },
            fact @ (Fact::InputSettled(_)
            | Fact::Initial(_)
            | Fact::Replacement(_)
            | Fact::WorkerStopped(_)
            | Fact::Unreported(_)
            | Fact::ShutdownSettled(_)) => Err((self, fact)),
        }
    }
}

/// Takes one fact that is owed.
pub(crate) fn take<P: SupervisorProtocol, Exit: ExitCustody<P>>(
    mut born: Born<P, Exit>,
    fact: Fact<P>,
    generation: Generation,
) -> Result<Born<P, Exit>, NotOwed<Born<P, Exit>, P>> {
    match fact {
        Fact::Exit(fact) => match Exit::keep(&mut born.exit, fact) {
            Ok(()) => Ok(born),
            Err(fact) => Err((born, Fact::Exit(fact))),
        },
        Fact::InputSettled(fact) => born.take_receipt(fact),
        Fact::Initial(fact) => born.take_initial(fact),
        Fact::Replacement(fact) => born.take_replacement(fact),
        Fact::Unreported(fact) => born.take_unreported(fact),
        Fact::WorkerStopped(fact) => born.absorb(fact),
        Fact::ShutdownSettled(fact) => born.take_shutdown(fact, generation),
        Fact::Birth(_) => Err((born, fact)),
    }
}

impl<P: SupervisorProtocol, Exit> Born<P, Exit> {
    fn take_receipt(mut self, fact: InputSettled<P>) -> Result<Self, NotOwed<Self, P>> {
        match self.work.receipt() {
            Some(emitted) if fact.names(emitted.kind(), emitted.operation) => {
                self.work = match fact.settlement {
                    Settlement::Accepted => WorkerResult::Outcome(emitted),
                    Settlement::Rejected { request: input, reason } => {
                        let result =
                            ArrivedResult::InputRejected(Box::new(RejectedInput { input, reason }));
                        WorkerResult::Arrived(emitted, result)
                    }
                };
                Ok(self)
            }
            Some(_) | None => Err((self, Fact::InputSettled(fact))),
        }
    }

    fn take_initial(mut self, fact: InitialReport<P>) -> Result<Self, NotOwed<Self, P>> {
        match self.work.outcome() {
            Some(emitted) if emitted.starts_as(fact.ticket) => {
                self.running = ready_worker(&fact.outcome);
                Ok(self.resolved(emitted, LateOutcome::Initial(fact.outcome)))
            }
            Some(_) | None => Err((self, Fact::Initial(fact))),
        }
    }

    fn take_replacement(mut self, fact: ReplacementReport<P>) -> Result<Self, NotOwed<Self, P>> {
        let emitted = self.work.outcome();
        match emitted.and_then(|emitted| Some((emitted, emitted.replaces_as(fact.ticket)?))) {
            Some((emitted, predecessor)) if replaces(&fact.outcome, predecessor) => {
                self.running = runs_after(&fact.outcome, self.running);
                Ok(self.resolved(emitted, LateOutcome::Replacement(fact.outcome)))
            }
            Some(_) | None => Err((self, Fact::Replacement(fact))),
        }
    }

    /// An outcome that no report delivered: only after the exit.
    fn take_unreported(mut self, fact: UnreportedFact<P>) -> Result<Self, NotOwed<Self, P>> {
        match self.work.outcome() {
            Some(emitted)
                if self.exit.is_some()
                    && emitted.operation == fact.operation
                    && unreported::fits(&fact.rest, emitted) =>
            {
                self.running = unreported::still_runs(&fact.rest, self.running);
                Ok(self.resolved(emitted, LateOutcome::Unreported(*fact.rest)))
            }
            Some(_) | None => Err((self, Fact::Unreported(fact))),
        }
    }

    fn resolved(mut self, emitted: EmittedInput, outcome: LateOutcome<P>) -> Self {
        self.work = WorkerResult::Arrived(emitted, ArrivedResult::Resolved(Box::new(outcome)));
        self
    }

    /// Absorbs the stop of a worker that is known to run, once.
    fn absorb(mut self, fact: WorkerStoppedReport<P>) -> Result<Self, NotOwed<Self, P>> {
        if self.running != Some(fact.evidence) {
            return Err((self, Fact::WorkerStopped(fact)));
        }
        let WorkerStoppedReport { proxy: _, evidence, exit } = fact;
        self.running = None;
        self.absorbed.reserve_exact(1);
        self.absorbed.push(AbsorbedStop { evidence, exit });
        Ok(self)
    }

    fn take_shutdown(
        mut self,
        fact: ShutdownSettled<P>,
        generation: Generation,
    ) -> Result<Self, NotOwed<Self, P>> {
        match self.shutdown {
            ShutdownResult::Out(purpose) if fact.names(generation, purpose) => {
                self.shutdown = match fact.settlement {
                    Settlement::Accepted => ShutdownResult::Settled,
                    Settlement::Rejected { request, reason } => {
                        ShutdownResult::Rejected(Box::new(RejectedShutdown { request, reason }))
                    }
                };
                Ok(self)
            }
            ShutdownResult::NotAsked
            | ShutdownResult::Out(_)
            | ShutdownResult::Rejected(_)
            | ShutdownResult::Settled => Err((self, Fact::ShutdownSettled(fact))),
        }
    }
}
