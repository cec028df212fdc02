//! The inputs, made from what the host knows about one entry.

use super::evidence::evidence;
use super::{Command, Plan, Proxy, ProxyStop, Reason, Refusal, Sender, Served, Stop, Test, Worker};
use actor_laws::proxy::{
    InitialOutcome, OwnerReport, ProxyPhase, ReplacementOutcome, ServiceCommand, WorkerExit,
    WorkerSubmission,
};
use actor_laws::settlement::Settlement;
use actor_laws::supervisor::*;
use actor_laws::time::Tick;

pub(crate) type Input = SupervisorInput<Test>;

/// What the host knows about one life of one service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Card {
    pub(crate) generation: Generation,
    pub(crate) creation: ProxyCreationId,
    /// The capability that the birth brings, or has brought.
    pub(crate) proxy: Proxy,
    /// The change whose input was emitted last.
    pub(crate) change: Option<(ChangeKind, OperationId)>,
    /// The shutdown that was emitted last.
    pub(crate) shutdown: Option<ShutdownPurpose>,
}

impl Card {
    /// The emitted input's kind and operation.
    pub(crate) fn emitted(&self) -> (ChangeKind, OperationId) {
        self.change.expect("an input was emitted")
    }
}

pub(crate) fn submission(n: u64) -> WorkerSubmission<Served> {
    WorkerSubmission { worker: Worker(n), plan: Plan(n) }
}

pub(crate) fn worker_exit(n: u64) -> WorkerExit<Served> {
    WorkerExit { stop: Stop(n), at: Tick(n) }
}

pub(crate) fn proxy_exit(n: u64) -> ProxyExit<Test> {
    ProxyExit { stop: ProxyStop(n), at: Tick(n) }
}

pub(crate) fn committed(card: &Card) -> Input {
    let result = ProxyBirth::Committed { proxy: card.proxy };
    Input::ProxyBirth { creation: card.creation, result }
}

pub(crate) fn unborn(card: &Card, n: u64) -> Input {
    let result = ProxyBirth::Rejected { rejection: Refusal(n) };
    Input::ProxyBirth { creation: card.creation, result }
}

pub(crate) fn early_exit(card: &Card, n: u64) -> Input {
    let source = ProxyExitSource::BeforeBirth(card.creation);
    Input::ProxyExit { source, exit: proxy_exit(n) }
}

pub(crate) fn exit(card: &Card, n: u64) -> Input {
    let source = ProxyExitSource::AfterBirth(card.proxy);
    Input::ProxyExit { source, exit: proxy_exit(n) }
}

pub(crate) fn accepted(card: &Card) -> Input {
    let ((kind, operation), settlement) = (card.emitted(), Settlement::Accepted);
    Input::InputSettlement { proxy: card.proxy, kind, operation, settlement }
}

/// The returned operation comes with reason `no{n}`.
pub(crate) fn input_rejected(card: &Card, request: ProxyInputOperation<Test>, n: u64) -> Input {
    let (kind, operation) = card.emitted();
    let settlement = Settlement::Rejected { request, reason: Reason(n) };
    Input::InputSettlement { proxy: card.proxy, kind, operation, settlement }
}

pub(crate) fn report(card: &Card, report: OwnerReport<Served>) -> Input {
    Input::Report { proxy: card.proxy, report: Box::new(report) }
}

pub(crate) fn initial(card: &Card, outcome: InitialOutcome<Served>) -> Input {
    let (_, ticket) = card.emitted();
    report(card, OwnerReport::Initial { ticket, outcome })
}

pub(crate) fn replacement(card: &Card, outcome: ReplacementOutcome<Served>) -> Input {
    let (_, ticket) = card.emitted();
    report(card, OwnerReport::Replacement { ticket, outcome })
}

/// Worker `worker1@{worker}` stops by `stop#{n}`.
pub(crate) fn stopped(card: &Card, worker: u64, n: u64) -> Input {
    let (evidence, exit) = (evidence(worker), worker_exit(n));
    report(card, OwnerReport::WorkerStopped { evidence, exit })
}

pub(crate) fn unavailable(card: &Card, n: u64, phase: ProxyPhase) -> Input {
    let service = ServiceCommand { sender: Sender(n), command: Command(n) };
    report(card, OwnerReport::Unavailable { service, phase })
}

pub(crate) fn unreported(card: &Card, rest: UnreportedInput<Test>) -> Input {
    let (_, operation) = card.emitted();
    Input::Unreported { proxy: card.proxy, operation, rest: Box::new(rest) }
}

pub(crate) fn shutdown_accepted(card: &Card) -> Input {
    shutdown_settled(card, Settlement::Accepted)
}

pub(crate) fn shutdown_rejected(card: &Card, n: u64) -> Input {
    let (generation, proxy) = (card.generation, card.proxy);
    let purpose = card.shutdown.expect("a shutdown was emitted");
    let request = ShutdownProxy { generation, proxy, purpose };
    shutdown_settled(card, Settlement::Rejected { request, reason: Reason(n) })
}

fn shutdown_settled(card: &Card, settlement: Settlement<ShutdownProxy<Test>, Reason>) -> Input {
    let purpose = card.shutdown.expect("a shutdown was emitted");
    Input::ShutdownSettlement {
        proxy: card.proxy,
        generation: card.generation,
        purpose,
        settlement,
    }
}

pub(crate) fn deadline_accepted(deadline: DeadlineId) -> Input {
    Input::DeadlineSchedule { deadline, settlement: Settlement::Accepted }
}

pub(crate) fn deadline_rejected(request: ScheduleDeadline, n: u64) -> Input {
    let settlement = Settlement::Rejected { request, reason: Reason(n) };
    Input::DeadlineSchedule { deadline: request.deadline, settlement }
}

pub(crate) fn deadline_elapsed(deadline: DeadlineId, at: u64) -> Input {
    Input::DeadlineElapsed { deadline, at: Tick(at) }
}
