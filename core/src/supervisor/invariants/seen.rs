//! What the laws look at: every retained entry, whatever the mode.

use crate::proxy::WorkerEvidence;
use crate::supervisor::ending::owed::{Born, Custody, ShutdownResult, WorkerResult};
use crate::supervisor::ending::{DrainPhase, Ending};
use crate::supervisor::machine::State;
use crate::supervisor::phase::{LastOperation, Phase};
use crate::supervisor::table::{Indexed, Standing};
use crate::supervisor::{
    AbsorbedStop, DynamicSupervisor, Generation, OperationId, OwedResults, ShutdownPurpose, StopId,
    SupervisorProtocol,
};

/// One retained entry.
pub(super) struct Seen<'entry, P: SupervisorProtocol> {
    pub(super) generation: Generation,
    pub(super) standing: Standing<&'entry P::Proxy>,
    /// The operation under way, or the one that is recorded.
    pub(super) operation: Option<OperationId>,
    pub(super) ending: Option<SeenEnding<'entry, P>>,
}

/// What an entry ends by.
pub(super) struct SeenEnding<'entry, P: SupervisorProtocol> {
    pub(super) stop: Option<StopId>,
    pub(super) owed: OwedResults,
    /// What a born proxy owes.
    pub(super) born: Option<SeenBorn<'entry, P>>,
    /// Whether the proxy must have been asked to stop.
    pub(super) asks: bool,
    /// Whether a result that is owed must be that of the operation.
    pub(super) names_input: bool,
}

/// What a born proxy of an ending entry owes.
pub(super) struct SeenBorn<'entry, P: SupervisorProtocol> {
    pub(super) work: &'entry WorkerResult<P>,
    pub(super) shutdown: &'entry ShutdownResult<P>,
    pub(super) running: Option<WorkerEvidence>,
    pub(super) absorbed: &'entry [AbsorbedStop<P>],
}

/// Every retained entry by generation.
pub(super) fn seen<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> impl Iterator<Item = Seen<'_, P>> {
    let (operating, draining, forced) = match &supervisor.state {
        State::Operating(operating) => (Some(&operating.table), None, None),
        State::Draining(draining) => (None, Some(&draining.table), None),
        State::ForcedRetirement(forced) => (None, None, Some(&forced.entries)),
        State::Constructed | State::Stopped => (None, None, None),
    };
    let operating = operating.into_iter().flat_map(|table| table.iter());
    let draining = draining.into_iter().flat_map(|table| table.iter());
    let forced = forced.into_iter().flatten();
    operating
        .map(|(generation, entry)| operating_entry(generation, &entry.phase))
        .chain(draining.map(|(generation, entry)| drain_entry(generation, &entry.phase)))
        .chain(forced.map(|entry| drain_entry(entry.identity.generation, &entry.phase)))
}

fn operating_entry<P: SupervisorProtocol>(generation: Generation, phase: &Phase<P>) -> Seen<'_, P> {
    let standing = phase.standing();
    let (operation, ending) = match phase {
        Phase::CreatingProxy(entry) => (Some(entry.operation), None),
        Phase::StartWaiting(entry) => (Some(entry.operation), None),
        Phase::StartAwaitingReceipt(entry) | Phase::StartAwaitingOutcome(entry) => {
            (Some(entry.operation), None)
        }
        Phase::Available(entry) => (Some(recorded(entry.last)), None),
        Phase::ReplaceWaiting(entry) => (Some(entry.operation), None),
        Phase::ReplaceAwaitingReceipt(entry) | Phase::ReplaceAwaitingOutcome(entry) => {
            (Some(entry.operation), None)
        }
        Phase::Ending(ending) => {
            let (operation, ending) = earlier_ending(ending);
            (operation, Some(ending))
        }
    };
    Seen { generation, standing, operation, ending }
}

fn drain_entry<P: SupervisorProtocol>(
    generation: Generation,
    phase: &DrainPhase<P>,
) -> Seen<'_, P> {
    let standing = phase.standing();
    let (operation, ending) = match phase {
        DrainPhase::Ending(ending) => earlier_ending(ending),
        DrainPhase::Shutdown(owing) => {
            let operation = owing.ends.interrupted.map(|(_, operation)| operation);
            (operation, of_custody(None, &owing.custody))
        }
    };
    Seen { generation, standing, operation, ending: Some(ending) }
}

fn earlier_ending<P: SupervisorProtocol>(
    ending: &Ending<P>,
) -> (Option<OperationId>, SeenEnding<'_, P>) {
    match ending {
        Ending::StopAvailable(owing) => {
            let seen = of_born(Some(owing.ends.stop), &owing.custody);
            (Some(recorded(owing.ends.last)), SeenEnding { names_input: false, ..seen })
        }
        Ending::StopStart(owing) => {
            (Some(owing.ends.operation), of_custody(Some(owing.ends.stop), &owing.custody))
        }
        Ending::Cancelling(owing) => (Some(owing.ends.operation), of_custody(None, &owing.custody)),
        Ending::Retiring(owing) => (None, of_born(None, &owing.custody)),
        Ending::ProxyDied(owing) => {
            let operation = owing.custody.work.owed().map(|owed| owed.operation);
            (operation, SeenEnding { asks: false, ..of_born(None, &owing.custody) })
        }
    }
}

fn of_custody<P: SupervisorProtocol>(
    stop: Option<StopId>,
    custody: &Custody<P>,
) -> SeenEnding<'_, P> {
    match custody {
        Custody::Unborn(_) => {
            let owed = custody.owed();
            SeenEnding { stop, owed, born: None, asks: false, names_input: true }
        }
        Custody::Born(born) => of_born(stop, born),
    }
}

fn of_born<P: SupervisorProtocol, Exit>(
    stop: Option<StopId>,
    born: &Born<P, Exit>,
) -> SeenEnding<'_, P> {
    let owed = born.owed();
    let Born { work, shutdown, running, absorbed, .. } = born;
    let born = Some(SeenBorn { work, shutdown, running: *running, absorbed });
    SeenEnding { stop, owed, born, asks: true, names_input: true }
}

fn recorded(last: LastOperation) -> OperationId {
    match last {
        LastOperation::Committed(operation) | LastOperation::Cancelled(operation) => operation,
    }
}

impl<P: SupervisorProtocol> SeenEnding<'_, P> {
    /// What a shutdown of this entry asks for.
    pub(super) fn purpose(&self) -> ShutdownPurpose {
        self.stop.map_or(ShutdownPurpose::Ending, ShutdownPurpose::Stop)
    }
}
