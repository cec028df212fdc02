//! Short words for what is told and said, so that a product reads like a row of the law.
//!
//! Service `n` has key `n`, generation `g(n)`, creation `c(n)`, proxy `p(n)`, first worker `ev(n)`.

use actor_laws_fuzz::proxy::observation::{
    Cause as WorkerCause, CreationRefusal, Refused, Refuser, Settled, Unborn, UnreportedWorker,
};
use actor_laws_fuzz::supervisor::observation::*;

pub(crate) const ME: u32 = 7;
/// The route of every answer.
pub(crate) const ASKER: Tag = 9000;
/// The route of lifecycle values.
pub(crate) const BOOK: u8 = 3;
/// The route of diagnostics.
pub(crate) const DESK: u8 = 4;
/// The reason of every rejected delivery.
pub(crate) const WHY: u8 = 5;

pub(crate) fn id(ordinal: u64) -> Id {
    Id { issuer: ME, ordinal }
}

pub(crate) fn g(n: u64) -> Id {
    id(100 + n)
}

pub(crate) fn c(n: u64) -> Id {
    id(200 + n)
}

/// The n-th operation of the whole supervisor.
pub(crate) fn o(n: u64) -> Id {
    id(300 + n)
}

pub(crate) fn s(n: u64) -> Id {
    id(400 + n)
}

pub(crate) fn d(n: u64) -> Id {
    id(500 + n)
}

pub(crate) fn p(n: u64) -> Proxy {
    1000 + n as u32
}

pub(crate) fn key(n: u64) -> Key {
    n as Key
}

pub(crate) fn ev(n: u64) -> Evidence {
    Id { issuer: p(n), ordinal: 1 }
}

/// The evidence of the successor.
pub(crate) fn ev2(n: u64) -> Evidence {
    Id { issuer: p(n), ordinal: 2 }
}

pub(crate) fn sub(n: u64) -> Submission {
    Submission { worker: 10_000 + 2 * n as Tag, plan: 10_001 + 2 * n as Tag }
}

pub(crate) fn wexit(n: u64) -> Exit {
    Exit { stop: 7000 + n as Tag, at: 70 + n }
}

pub(crate) fn pexit(n: u64) -> ProxyExit {
    ProxyExit { stop: 8000 + n as Tag, at: 80 + n }
}

pub(crate) fn own(n: u64, operation: Id) -> Authority {
    Authority { origin: Origin::Own, key: key(n), operation }
}

pub(crate) fn absorbed(evidence: Evidence, n: u64) -> Absorbed {
    Absorbed { evidence, exit: wexit(n) }
}

// What a proxy makes of an install.

pub(crate) fn ready(n: u64) -> InitialOutcome {
    InitialOutcome::Resolved(StartOutcome::Ready { evidence: ev(n), proof: 5000 })
}

pub(crate) fn refused(n: u64) -> Refused {
    Refused { submission: sub(n), phase: ShownPhase::Draining, creation: None }
}

fn unborn(n: u64) -> StartOutcome {
    StartOutcome::CreationRejected(Unborn {
        submission: sub(n),
        why: CreationRefusal { by: Refuser::Host, reason: 5001 },
        early_exit: None,
    })
}

fn unavailable(evidence: Evidence) -> StartOutcome {
    let cause = WorkerCause::ReadyAfterExit { proof: 5002, exit: wexit(50) };
    StartOutcome::Unavailable { evidence, cause }
}

/// Every initial outcome but Ready.
pub(crate) fn failures(n: u64) -> [InitialOutcome; 3] {
    [
        InitialOutcome::Refused(refused(n)),
        InitialOutcome::Resolved(unborn(n)),
        InitialOutcome::Resolved(unavailable(ev(n))),
    ]
}

// What a proxy makes of a replacement.

pub(crate) fn drained(evidence: Evidence) -> Predecessor {
    Predecessor { evidence, drained: Some((wexit(60), Settled::Accepted)) }
}

pub(crate) fn gone(evidence: Evidence) -> Predecessor {
    Predecessor { evidence, drained: None }
}

pub(crate) fn replaced(n: u64, predecessor: Predecessor) -> ReplacementOutcome {
    let successor = StartOutcome::Ready { evidence: ev2(n), proof: 5003 };
    ReplacementOutcome::Resolved { predecessor, successor }
}

pub(crate) fn not_replaced(n: u64) -> ReplacementOutcome {
    ReplacementOutcome::Refused(refused(n))
}

pub(crate) fn replacement_unborn(n: u64, predecessor: Predecessor) -> ReplacementOutcome {
    ReplacementOutcome::Resolved { predecessor, successor: unborn(n) }
}

pub(crate) fn replacement_failed(n: u64, predecessor: Predecessor) -> ReplacementOutcome {
    ReplacementOutcome::Resolved { predecessor, successor: unavailable(ev2(n)) }
}

pub(crate) fn called_off(n: u64, predecessor: Evidence) -> ReplacementOutcome {
    ReplacementOutcome::CancelledBeforeBirth { predecessor, submission: sub(n) }
}

pub(crate) fn left(ticket: Id, predecessor: Option<Predecessor>) -> Unreported {
    left_by(ticket, predecessor, UnreportedWorker::Resolved(unavailable(ev2(0))))
}

pub(crate) fn left_by(
    ticket: Id,
    predecessor: Option<Predecessor>,
    worker: UnreportedWorker,
) -> Unreported {
    Unreported::Left { leftover: Leftover::Change { ticket, predecessor, worker } }
}

// What is told.

pub(crate) fn start(n: u64, submission: Submission) -> Told {
    Told::Start { key: key(n), submission, reply: ASKER }
}

pub(crate) fn replace(n: u64, submission: Submission) -> Told {
    Told::Replace { key: key(n), submission, reply: ASKER }
}

pub(crate) fn stop(n: u64) -> Told {
    Told::Stop { key: key(n), reply: ASKER }
}

pub(crate) fn query(n: u64) -> Told {
    Told::Query { key: key(n), reply: ASKER }
}

pub(crate) fn cancel(n: u64, operation: Id) -> Told {
    Told::Cancel { authority: own(n, operation), reply: ASKER }
}

pub(crate) fn born(n: u64) -> Told {
    Told::BirthCommitted { creation: c(n), proxy: p(n) }
}

pub(crate) fn not_born(n: u64) -> Told {
    Told::BirthRejected { creation: c(n), rejection: 6000 }
}

pub(crate) fn early_exit(n: u64, exit: u64) -> Told {
    Told::ExitBeforeBirth { creation: c(n), exit: pexit(exit) }
}

pub(crate) fn exited(n: u64, exit: u64) -> Told {
    Told::ExitAfterBirth { proxy: p(n), exit: pexit(exit) }
}

pub(crate) fn accepted(n: u64, change: Change, operation: Id) -> Told {
    Told::InputAccepted { proxy: p(n), change, operation }
}

pub(crate) fn input(n: u64, change: Change, operation: Id, submission: Submission) -> Input {
    Input { proxy: p(n), change, operation, submission }
}

/// The input comes back.
pub(crate) fn bounced(input: Input) -> Told {
    let Input { proxy, change, operation, .. } = input;
    Told::InputRejected { proxy, change, operation, returned: input, reason: WHY }
}

pub(crate) fn initial(n: u64, ticket: Id, outcome: InitialOutcome) -> Told {
    Told::Report { proxy: p(n), report: Report::Initial { ticket, outcome } }
}

pub(crate) fn replacement(n: u64, ticket: Id, outcome: ReplacementOutcome) -> Told {
    Told::Report { proxy: p(n), report: Report::Replacement { ticket, outcome } }
}

pub(crate) fn worker_stopped(n: u64, evidence: Evidence, exit: u64) -> Told {
    Told::Report { proxy: p(n), report: Report::WorkerStopped { evidence, exit: wexit(exit) } }
}

pub(crate) fn unavailable_command(n: u64) -> Told {
    let report = Report::Unavailable { sender: 6001, phase: ShownPhase::Failing, command: 6002 };
    Told::Report { proxy: p(n), report }
}

pub(crate) fn rest(n: u64, operation: Id, rest: Unreported) -> Told {
    Told::Unreported { proxy: p(n), operation, rest }
}

pub(crate) fn request(n: u64, purpose: Purpose) -> Request {
    Request { generation: g(n), proxy: p(n), purpose }
}

pub(crate) fn asked(n: u64, purpose: Purpose) -> Told {
    Told::ShutdownAccepted { request: request(n, purpose) }
}

pub(crate) fn not_asked(n: u64, purpose: Purpose) -> Told {
    let request = request(n, purpose);
    Told::ShutdownRejected { request, returned: request, reason: WHY }
}

pub(crate) fn for_stop(n: u64) -> Purpose {
    Purpose::Stop { stop: s(n) }
}

// What is said.

pub(crate) fn creates(creation: Id, generation: Id) -> Vec<Said> {
    vec![
        Said::CreateProxy { creation, generation },
        Said::ObserveProxyCreation { creation },
        Said::ObserveProxyExit { creation },
    ]
}

pub(crate) fn installs(n: u64, operation: Id, submission: Submission) -> Said {
    Said::InstallInitial { input: input(n, Change::Start, operation, submission) }
}

pub(crate) fn replaces(n: u64, operation: Id, submission: Submission) -> Said {
    Said::Replace { input: input(n, Change::Replacement, operation, submission) }
}

pub(crate) fn shuts(n: u64, purpose: Purpose) -> Said {
    Said::ShutdownProxy { request: request(n, purpose) }
}

pub(crate) fn reply(reply: Reply) -> Said {
    Said::Reply { route: ASKER, reply }
}

pub(crate) fn start_accepted(n: u64, operation: Id) -> Said {
    reply(Reply::StartAccepted { key: key(n), cancel: own(n, operation) })
}

pub(crate) fn replace_accepted(n: u64, operation: Id) -> Said {
    reply(Reply::ReplaceAccepted { key: key(n), cancel: own(n, operation) })
}

pub(crate) fn stop_accepted(n: u64) -> Said {
    reply(Reply::StopAccepted { key: key(n) })
}

pub(crate) fn life(n: u64, event: Lifecycle) -> Said {
    Said::Lifecycle { route: BOOK, key: key(n), generation: g(n), event }
}

pub(crate) fn started(n: u64, operation: Id) -> Said {
    life(n, Lifecycle::Started { operation, proxy: p(n), outcome: ready(n) })
}

pub(crate) fn start_failed(
    n: u64,
    operation: Id,
    present: Option<Submission>,
    reason: Failure,
) -> Said {
    life(n, Lifecycle::StartFailed { operation, present, reason })
}

pub(crate) fn replacement_lost(
    n: u64,
    operation: Id,
    present: Option<Submission>,
    reason: Failure,
) -> Said {
    life(n, Lifecycle::ReplacementFailed { operation, present, reason })
}

pub(crate) fn unexpected(n: u64, evidence: Evidence, exit: u64, kept: bool) -> Said {
    life(n, Lifecycle::UnexpectedWorkerStopped { evidence, exit: wexit(exit), kept })
}

pub(crate) fn stop_finished(n: u64, stop: u64, result: StopResult) -> Said {
    life(n, Lifecycle::StopFinished { stop: s(stop), result })
}

pub(crate) fn stopped(n: u64, exit: u64) -> StopResult {
    StopResult::Stopped { proxy: p(n), exit: pexit(exit) }
}

pub(crate) fn stop_failed(n: u64, exit: Option<u64>) -> StopResult {
    StopResult::Failed { proxy: p(n), reason: WHY, exit: exit.map(pexit) }
}

pub(crate) fn cancelled(n: u64, operation: Id, change: Change, result: CancelledWorker) -> Said {
    life(n, Lifecycle::OperationCancelled { operation, change, result })
}

/// An explicit stop interrupted a start.
pub(crate) fn interrupted(n: u64, operation: Id, stop: u64, worker: InterruptedWorker) -> Said {
    let cause = Interruption::ExplicitStop { stop: s(stop) };
    life(n, Lifecycle::WorkerChangeInterrupted { operation, cause, worker })
}

/// The global shutdown interrupted a change.
pub(crate) fn shut_off(n: u64, operation: Id, change: Change, worker: InterruptedWorker) -> Said {
    let cause = Interruption::SupervisorShutdown { change };
    life(n, Lifecycle::WorkerChangeInterrupted { operation, cause, worker })
}

pub(crate) fn present(submission: Submission) -> InterruptedWorker {
    InterruptedWorker::Present { submission }
}

pub(crate) fn retired(n: u64, cause: Cause, exit: RetiredProxy) -> Said {
    life(n, Lifecycle::EntryRetired { cause, exit, absorbed: [None, None] })
}

pub(crate) fn retired_with(
    n: u64,
    cause: Cause,
    exit: RetiredProxy,
    stops: [Option<Absorbed>; 2],
) -> Said {
    life(n, Lifecycle::EntryRetired { cause, exit, absorbed: stops })
}

pub(crate) fn here(exit: u64) -> RetiredProxy {
    RetiredProxy::Here(pexit(exit))
}

/// The n-th delivered diagnostic.
pub(crate) fn diagnosed(n: u64, diagnostic: Diagnostic) -> Said {
    Said::DeliverDiagnostic { route: DESK, correlation: id(600 + n), diagnostic }
}

pub(crate) fn transferred(diagnostic: Diagnostic) -> Said {
    Said::TransferTerminalDiagnostic { diagnostic }
}

pub(crate) fn creation_rejected(n: u64, early_exit: Option<u64>) -> Diagnostic {
    let early_exit = early_exit.map(pexit);
    Diagnostic::CreationRejected { key: key(n), generation: g(n), rejection: 6000, early_exit }
}

pub(crate) fn input_rejected(n: u64, input: Input) -> Diagnostic {
    Diagnostic::InputRejected { key: key(n), generation: g(n), input, reason: WHY }
}

pub(crate) fn outcome_failed(n: u64, operation: Id, outcome: Outcome) -> Diagnostic {
    Diagnostic::OutcomeFailed { key: key(n), generation: g(n), operation, outcome }
}

pub(crate) fn shutdown_rejected(n: u64, purpose: Purpose) -> Diagnostic {
    let request = request(n, purpose);
    Diagnostic::ShutdownRejected { key: key(n), generation: g(n), request, reason: WHY }
}

pub(crate) fn proxy_died(n: u64, exit: u64) -> Diagnostic {
    Diagnostic::ProxyDied { key: key(n), generation: g(n), exit: pexit(exit) }
}

pub(crate) fn forced(n: u64, owed: Owed) -> Diagnostic {
    Diagnostic::ForcedRetirement { key: key(n), generation: g(n), owed }
}

pub(crate) fn lacking(n: u64, kind: Kind, reason: Unavailable) -> Diagnostic {
    Diagnostic::CorrelationUnavailable { key: key(n), kind, reason }
}
