//! Inputs, sorted once: commands, the deadline, and the facts about one proxy. A fact keeps all that it
//! came with, so that it can go out whole if nothing takes it.

use super::deadline::DeadlineFact;
use super::table::{Indexed, Table};
use super::{
    CancelCommand, ChangeKind, Generation, OperationId, ProxyBirth, ProxyCreationId, ProxyExit,
    ProxyExitSource, ProxyInputOperation, QueryCommand, ReplaceCommand, ShutdownProxy,
    ShutdownPurpose, StartCommand, StopCommand, SupervisorInput, SupervisorProtocol,
    UnreportedInput,
};
use crate::proxy::{
    InitialOutcome, OwnerReport, ProxyPhase, ReplacementOutcome, ServiceCommand, WorkerEvidence,
    WorkerExit,
};
use crate::settlement::Settlement;
use alloc::boxed::Box;

/// A fact about one proxy that may take its entry on: the columns of the law's table.
#[derive(Debug)]
pub(crate) enum Fact<P: SupervisorProtocol> {
    Birth(BirthFact<P>),
    Exit(ExitFact<P>),
    InputSettled(InputSettled<P>),
    Initial(InitialReport<P>),
    Replacement(ReplacementReport<P>),
    WorkerStopped(WorkerStoppedReport<P>),
    Unreported(UnreportedFact<P>),
    ShutdownSettled(ShutdownSettled<P>),
}

#[derive(Debug)]
pub(crate) struct BirthFact<P: SupervisorProtocol> {
    pub(crate) creation: ProxyCreationId,
    pub(crate) result: ProxyBirth<P>,
}

#[derive(Debug)]
pub(crate) struct ExitFact<P: SupervisorProtocol> {
    pub(crate) source: ProxyExitSource<P>,
    pub(crate) exit: ProxyExit<P>,
}

#[derive(Debug)]
pub(crate) struct InputSettled<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) kind: ChangeKind,
    pub(crate) operation: OperationId,
    pub(crate) settlement: Settlement<ProxyInputOperation<P>, P::Reason>,
}

#[derive(Debug)]
pub(crate) struct InitialReport<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) ticket: OperationId,
    pub(crate) outcome: InitialOutcome<P::Service>,
}

#[derive(Debug)]
pub(crate) struct ReplacementReport<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) ticket: OperationId,
    pub(crate) outcome: ReplacementOutcome<P::Service>,
}

#[derive(Debug)]
pub(crate) struct WorkerStoppedReport<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) evidence: WorkerEvidence,
    pub(crate) exit: WorkerExit<P::Service>,
}

#[derive(Debug)]
pub(crate) struct UnreportedFact<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) operation: OperationId,
    pub(crate) rest: Box<UnreportedInput<P>>,
}

#[derive(Debug)]
pub(crate) struct ShutdownSettled<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) generation: Generation,
    pub(crate) purpose: ShutdownPurpose,
    pub(crate) settlement: Settlement<ShutdownProxy<P>, P::Reason>,
}

impl<P: SupervisorProtocol> InputSettled<P> {
    /// Whether it settles this input.
    pub(crate) fn names(&self, kind: ChangeKind, operation: OperationId) -> bool {
        self.kind == kind && self.operation == operation
    }
}

impl<P: SupervisorProtocol> ShutdownSettled<P> {
    /// Whether it settles this request of the proxy.
    pub(crate) fn names(&self, generation: Generation, purpose: ShutdownPurpose) -> bool {
        self.generation == generation && self.purpose == purpose
    }
}

/// A service command that came back: it takes no entry on.
#[derive(Debug)]
pub(crate) struct UnavailableReport<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) service: ServiceCommand<P::Service>,
    pub(crate) phase: ProxyPhase,
}

/// Opens a report.
fn opened<P: SupervisorProtocol>(proxy: P::Proxy, report: OwnerReport<P::Service>) -> Told<P> {
    match report {
        OwnerReport::Initial { ticket, outcome } => {
            Told::Fact(Fact::Initial(InitialReport { proxy, ticket, outcome }))
        }
        OwnerReport::Replacement { ticket, outcome } => {
            Told::Fact(Fact::Replacement(ReplacementReport { proxy, ticket, outcome }))
        }
        OwnerReport::WorkerStopped { evidence, exit } => {
            Told::Fact(Fact::WorkerStopped(WorkerStoppedReport { proxy, evidence, exit }))
        }
        OwnerReport::Unavailable { service, phase } => {
            Told::Unavailable(UnavailableReport { proxy, service, phase })
        }
    }
}

/// A rejected fact is the input that it came as, whole.
impl<P: SupervisorProtocol> From<Fact<P>> for SupervisorInput<P> {
    fn from(fact: Fact<P>) -> Self {
        let report = |proxy, report| Self::Report { proxy, report: Box::new(report) };
        match fact {
            Fact::Birth(BirthFact { creation, result }) => Self::ProxyBirth { creation, result },
            Fact::Exit(ExitFact { source, exit }) => Self::ProxyExit { source, exit },
            Fact::InputSettled(InputSettled { proxy, kind, operation, settlement }) => {
                Self::InputSettlement { proxy, kind, operation, settlement }
            }
            Fact::Initial(InitialReport { proxy, ticket, outcome }) => {
                report(proxy, OwnerReport::Initial { ticket, outcome })
            }
            Fact::Replacement(ReplacementReport { proxy, ticket, outcome }) => {
                report(proxy, OwnerReport::Replacement { ticket, outcome })
            }
            Fact::WorkerStopped(WorkerStoppedReport { proxy, evidence, exit }) => {
                report(proxy, OwnerReport::WorkerStopped { evidence, exit })
            }
            Fact::Unreported(UnreportedFact { proxy, operation, rest }) => {
                Self::Unreported { proxy, operation, rest }
            }
            Fact::ShutdownSettled(ShutdownSettled { proxy, generation, purpose, settlement }) => {
                Self::ShutdownSettlement { proxy, generation, purpose, settlement }
            }
        }
    }
}

impl<P: SupervisorProtocol> From<UnavailableReport<P>> for SupervisorInput<P> {
    fn from(report: UnavailableReport<P>) -> Self {
        let UnavailableReport { proxy, service, phase } = report;
        let report = Box::new(OwnerReport::Unavailable { service, phase });
        Self::Report { proxy, report }
    }
}

/// An input of a supervisor that runs, by what takes it.
#[derive(Debug)]
pub(crate) enum Told<P: SupervisorProtocol> {
    Command(Command<P>),
    Shutdown,
    Deadline(DeadlineFact<P>),
    Unavailable(UnavailableReport<P>),
    Fact(Fact<P>),
}

/// The five commands.
#[derive(Debug)]
pub(crate) enum Command<P: SupervisorProtocol> {
    Start(StartCommand<P>),
    Replace(ReplaceCommand<P>),
    Stop(StopCommand<P>),
    Query(QueryCommand<P>),
    Cancel(CancelCommand<P>),
}

/// Sorts an input; `Initialize` comes back, for whoever runs has begun.
pub(crate) fn sorted<P: SupervisorProtocol>(
    input: SupervisorInput<P>,
) -> Result<Told<P>, SupervisorInput<P>> {
    Ok(match input {
        SupervisorInput::Initialize { .. } => return Err(input),
        SupervisorInput::Start(command) => Told::Command(Command::Start(command)),
        SupervisorInput::Replace(command) => Told::Command(Command::Replace(command)),
        SupervisorInput::Stop(command) => Told::Command(Command::Stop(command)),
        SupervisorInput::Query(command) => Told::Command(Command::Query(command)),
        SupervisorInput::Cancel(command) => Told::Command(Command::Cancel(command)),
        SupervisorInput::ShutdownRequested => Told::Shutdown,
        SupervisorInput::DeadlineSchedule { deadline, settlement } => {
            Told::Deadline(DeadlineFact::Settled { deadline, settlement })
        }
        SupervisorInput::DeadlineElapsed { deadline, at } => {
            Told::Deadline(DeadlineFact::Elapsed { deadline, at })
        }
        SupervisorInput::ProxyBirth { creation, result } => {
            Told::Fact(Fact::Birth(BirthFact { creation, result }))
        }
        SupervisorInput::ProxyExit { source, exit } => {
            Told::Fact(Fact::Exit(ExitFact { source, exit }))
        }
        SupervisorInput::InputSettlement { proxy, kind, operation, settlement } => {
            let settled = InputSettled { proxy, kind, operation, settlement };
            Told::Fact(Fact::InputSettled(settled))
        }
        SupervisorInput::Report { proxy, report } => opened(proxy, *report),
        SupervisorInput::Unreported { proxy, operation, rest } => {
            Told::Fact(Fact::Unreported(UnreportedFact { proxy, operation, rest }))
        }
        SupervisorInput::ShutdownSettlement { proxy, generation, purpose, settlement } => {
            let settled = ShutdownSettled { proxy, generation, purpose, settlement };
            Told::Fact(Fact::ShutdownSettled(settled))
        }
    })
}

impl<P: SupervisorProtocol> Fact<P> {
    /// Whether it is a birth that brings a capability which is in the table already.
    pub(crate) fn repeats_a_proxy<Phase: Indexed<P>>(&self, table: &Table<P, Phase>) -> bool {
        match self {
            Self::Birth(BirthFact { result: ProxyBirth::Committed { proxy }, .. }) => {
                table.by_proxy(proxy).is_some()
            }
            Self::Birth(BirthFact { result: ProxyBirth::Rejected { .. }, .. })
            | Self::Exit(_)
            | Self::InputSettled(_)
            | Self::Initial(_)
            | Self::Replacement(_)
            | Self::WorkerStopped(_)
            | Self::Unreported(_)
            | Self::ShutdownSettled(_) => false,
        }
    }

    /// The one entry that its source picks: by creation until the birth, by proxy afterwards.
    pub(crate) fn picks<Phase: Indexed<P>>(&self, table: &Table<P, Phase>) -> Option<Generation> {
        match self {
            Self::Birth(BirthFact { creation, .. }) => table.by_creation(*creation),
            Self::Exit(ExitFact { source, .. }) => match source {
                ProxyExitSource::BeforeBirth(creation) => table.by_creation(*creation),
                ProxyExitSource::AfterBirth(proxy) => table.by_proxy(proxy),
            },
            Self::InputSettled(InputSettled { proxy, .. })
            | Self::Initial(InitialReport { proxy, .. })
            | Self::Replacement(ReplacementReport { proxy, .. })
            | Self::WorkerStopped(WorkerStoppedReport { proxy, .. })
            | Self::Unreported(UnreportedFact { proxy, .. })
            | Self::ShutdownSettled(ShutdownSettled { proxy, .. }) => table.by_proxy(proxy),
        }
    }
}
