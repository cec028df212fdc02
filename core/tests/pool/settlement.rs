//! Settlements of action batches: complete or partial at every place; nothing is lost and the authored
//! order is kept. The worker's report of a completion is settled the same way.

use crate::support::phases::{base, operating};
use crate::support::*;
use actor_laws::settlement::{BatchSettlement, Environment, RejectedOperation, settle};

/// A boundary that takes so many operations and then is closed.
#[derive(Debug)]
struct Boundary {
    left: usize,
    taken: Vec<Vec<String>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Closed;

impl Boundary {
    fn of(left: usize) -> Self {
        Self { left, taken: Vec::new() }
    }
}

impl Environment<OwnedOperation<Test>> for Boundary {
    type Reason = Closed;

    fn apply(
        &mut self,
        operation: OwnedOperation<Test>,
    ) -> Result<AppliedOperation<Test>, RejectedOperation<OwnedOperation<Test>, Closed>> {
        if self.left == 0 {
            return Err(RejectedOperation { operation, reason: Closed });
        }
        self.left -= 1;
        self.taken.push(operation_lines(&operation));
        Ok(applied(operation))
    }
}

/// The record of each operation: the correlation that its later fact will match, or the values.
fn applied(operation: OwnedOperation<Test>) -> AppliedOperation<Test> {
    match operation {
        OwnedOperation::CreateWorker(CreateWorker { child, .. }) => {
            AppliedOperation::WorkerCreationSubmitted { child }
        }
        OwnedOperation::ObserveWorkerCreation { child } => {
            AppliedOperation::WorkerCreationObservationStarted { child }
        }
        OwnedOperation::ObserveWorkerStop { child } => {
            AppliedOperation::WorkerStopObservationStarted { child }
        }
        OwnedOperation::InitializeWorker(InitializeWorker { child, attempt, .. }) => {
            AppliedOperation::WorkerInitializationSubmitted { child, attempt }
        }
        OwnedOperation::BeginWorkerActivation(BeginWorkerActivation { child, ticket, .. }) => {
            AppliedOperation::WorkerActivationBeginDelivered { child, ticket }
        }
        OwnedOperation::CancelWorkerActivation { child, ticket } => {
            AppliedOperation::WorkerActivationCancelDelivered { child, ticket }
        }
        OwnedOperation::DeliverAdmission { outcome, .. } => match outcome {
            AdmissionOutcome::Accepted { request, .. }
            | AdmissionOutcome::Rejected { request, .. } => {
                AppliedOperation::AdmissionDelivered { request }
            }
        },
        OwnedOperation::DeliverCustomerTerminal { outcome, .. } => {
            AppliedOperation::CustomerTerminalDelivered { job: outcome.job() }
        }
        OwnedOperation::DeliverAssignment(DeliverAssignment { child, assignment, .. }) => {
            AppliedOperation::AssignmentDelivered { child, assignment }
        }
        OwnedOperation::PrepareWorker(PrepareWorker { ticket, .. }) => {
            AppliedOperation::WorkerPreparationRequested { ticket }
        }
        OwnedOperation::ScheduleRestart(ScheduleRestart { recovery, timer, .. }) => {
            AppliedOperation::RestartScheduleSubmitted { recovery, timer }
        }
        OwnedOperation::ShutdownWorker(ShutdownWorker { child, correlation }) => {
            AppliedOperation::WorkerShutdownDelivered { child, correlation }
        }
        OwnedOperation::ScheduleDrainDeadline(ScheduleDrainDeadline { timer, .. }) => {
            AppliedOperation::DrainDeadlineScheduleSubmitted { timer }
        }
        OwnedOperation::TransferRejectedFact { fact, reason } => {
            AppliedOperation::RejectedFactTransferred { fact, reason }
        }
        OwnedOperation::DeliverDiagnostic { correlation, .. } => {
            AppliedOperation::DiagnosticDelivered { correlation }
        }
        OwnedOperation::TransferTerminalDiagnostic { diagnostic } => {
            AppliedOperation::TerminalDiagnosticTransferred { diagnostic }
        }
        OwnedOperation::TransferDrainResidual { residual, cause } => {
            AppliedOperation::DrainResidualTransferred { residual, cause }
        }
        OwnedOperation::ReportCompletionToParent { .. } => {
            unreachable!("a pool's product has no report")
        }
    }
}

/// A product to settle: the rig before the step, and the step.
type Product = fn() -> (Rig, facts::Input);

const PRODUCTS: [Product; 9] = [
    || (setup(&["a", "b", "c"]).constructed(), PoolInput::Initialize),
    || {
        let rig = setup(&["a"]).start();
        let input = facts::committed(&rig.card("a"));
        (rig, input)
    },
    || {
        let mut rig = setup(&["a", "b"]).limit(1).start();
        rig.until("a", Phase::Activating);
        rig.until("b", Phase::WaitingForActivationAuthorization);
        let input = facts::stopped(&rig.card("a"), Abnormal, 4);
        (rig, input)
    },
    || (setup(&["a"]).idle(), facts::submit(1)),
    || {
        let mut rig = setup(&["a"]).idle();
        rig.busy("a", 1);
        rig.submit(2).sets_up();
        let command = rig.command("a");
        let input = facts::completed(&rig.card("a"), command, 5);
        (rig, input)
    },
    || {
        let mut rig = operating(base(), Phase::RecoveringPreparing);
        let ticket = rig.card("a").recovery.expect("a recovery");
        let source = rig.host.sources.remove(&ticket).expect("the source is out");
        let input = facts::prepared(&rig.card("a"), source, 3);
        (rig, input)
    },
    || {
        let mut rig = setup(&["a", "b", "c"]).deadline(9).idle();
        rig.submit(1).sets_up();
        rig.complete("a", 5).says_nothing();
        rig.submit(2).sets_up();
        rig.stop("b", Abnormal, 4).says_nothing();
        (rig, PoolInput::Shutdown)
    },
    || {
        let mut rig = setup(&["a", "b"]).terminate().idle();
        rig.submit(1).sets_up();
        let input = facts::shutdown_taken(&Card {
            shutdown: operating(base(), Phase::Stopping { halves: PairPhase::Open })
                .card("a")
                .shutdown,
            ..rig.card("a")
        });
        (rig, input)
    },
    || {
        let mut rig = setup(&["a", "b"]).deadline(9).idle();
        rig.shutdown().sets_up();
        let timer = rig.host.deadline.expect("a deadline").timer;
        (rig, facts::deadline_elapsed(timer, 30))
    },
];

/// The product of a step, not yet taken.
fn product(of: Product) -> (FifoPool<Test>, PoolActions<Test>) {
    let (Rig { mut pool, .. }, input) = of();
    let mut actions = PoolActions::default();
    pool.step(input, &mut actions).expect("the pool takes it");
    (pool, actions)
}

fn lines(operations: &[OwnedOperation<Test>]) -> Vec<Vec<String>> {
    operations.iter().map(operation_lines).collect()
}

#[test]
fn the_products_have_every_operation_of_a_pool() {
    let mut lanes: Vec<Lane> = PRODUCTS
        .into_iter()
        .flat_map(|of| {
            let (_, actions) = product(of);
            actions.operations().iter().map(OwnedOperation::lane).collect::<Vec<_>>()
        })
        .collect();
    lanes.sort_unstable();
    lanes.dedup();
    assert_eq!(lanes.len(), 17, "{lanes:?}");
}

#[test]
fn a_boundary_that_takes_everything_settles_the_whole_product_in_order() {
    for of in PRODUCTS {
        let (_, mut actions) = product(of);
        let authored = lines(actions.operations());
        let mut boundary = Boundary::of(usize::MAX);
        let settlement = actions.settle(&mut boundary);
        let BatchSettlement::Complete { applied } = settlement else { panic!("all were taken") };
        assert_eq!((boundary.taken.len(), applied.len()), (authored.len(), authored.len()));
        assert_eq!(boundary.taken, authored);
        assert!(actions.is_empty(), "the buffer is free again");
    }
}

#[test]
fn a_boundary_that_closes_anywhere_gives_the_rest_back_whole_and_in_order() {
    for of in PRODUCTS {
        let (_, mut whole) = product(of);
        let authored = lines(whole.operations());
        let records: Vec<String> =
            whole.drain().map(|operation| format!("{:?}", applied(operation))).collect();
        for place in 0..authored.len() {
            let (_, mut actions) = product(of);
            let mut boundary = Boundary::of(place);
            let settlement = actions.settle(&mut boundary);
            let BatchSettlement::Partial { applied, rejected, not_attempted } = settlement else {
                panic!("operation {place} was rejected")
            };
            let applied: Vec<String> = applied.iter().map(|one| format!("{one:?}")).collect();
            assert_eq!(applied, records[..place]);
            assert_eq!(boundary.taken, authored[..place]);
            let RejectedOperation { operation, reason } = rejected;
            assert_eq!((operation_lines(&operation), reason), (authored[place].clone(), Closed));
            assert_eq!(lines(&not_attempted), authored[place + 1..]);
            assert!(actions.is_empty(), "the buffer is free again");
            retried_later(operation, not_attempted, &authored[place..]);
        }
    }
}

/// What came back can be applied later as a batch of its own.
fn retried_later(
    rejected: OwnedOperation<Test>,
    rest: Vec<OwnedOperation<Test>>,
    authored: &[Vec<String>],
) {
    let mut boundary = Boundary::of(usize::MAX);
    let again = settle(std::iter::once(rejected).chain(rest), &mut boundary);
    let BatchSettlement::Complete { applied } = again else { panic!("all were taken") };
    assert_eq!((applied.len(), boundary.taken.as_slice()), (authored.len(), authored));
}

#[test]
fn a_partial_settlement_leaves_the_pool_to_its_next_step() {
    let (mut pool, mut actions) = product(PRODUCTS[3]);
    let settlement = actions.settle(&mut Boundary::of(1));
    assert!(matches!(settlement, BatchSettlement::Partial { .. }));
    pool.step(facts::submit(2), &mut actions).expect("the buffer is free");
    let authored = lines(actions.operations());
    assert_eq!(authored, [["DeliverAdmission c2 Accepted r2 job2"]]);
}

#[test]
fn an_empty_product_settles_completely() {
    let mut actions = PoolActions::<Test>::default();
    let settlement = actions.settle(&mut Boundary::of(0));
    let BatchSettlement::Complete { applied } = settlement else { panic!("nothing is rejected") };
    assert!(applied.is_empty());
}

/// The parent of a worker: takes the report of the assignment that it knows, or is closed.
#[derive(Debug)]
struct Parent {
    open: Option<Card>,
    heard: Vec<CompletionEvidence<Test>>,
}

impl Environment<OwnedOperation<Test>> for Parent {
    type Reason = Closed;

    fn apply(
        &mut self,
        operation: OwnedOperation<Test>,
    ) -> Result<AppliedOperation<Test>, RejectedOperation<OwnedOperation<Test>, Closed>> {
        let Some(Card { child, assignment: Some(assignment), .. }) = self.open else {
            return Err(RejectedOperation { operation, reason: Closed });
        };
        if let OwnedOperation::ReportCompletionToParent { authority } = operation {
            self.heard.push(authority);
        }
        Ok(AppliedOperation::ParentCompletionReported { child, assignment })
    }
}

/// What a worker does with its command: it executes the payload and completes.
fn work(rig: &mut Rig) -> WorkerCompletionActions<Test> {
    let (payload, authority) = rig.command("a").accept();
    WorkerCompletionActions::report(authority.complete(Output(payload.0 * 10)))
}

#[test]
fn an_open_parent_takes_the_report_and_the_job_ends() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 3);
    let card = rig.card("a");
    let mut parent = Parent { open: Some(card), heard: Vec::new() };
    let settlement = work(&mut rig).settle(&mut parent);
    let BatchSettlement::Complete { applied } = settlement else { panic!("the parent is open") };
    let record = "ParentCompletionReported { child: child1/0@1, assignment: assignment1@1 }";
    assert_eq!(format!("{applied:?}"), format!("[{record}]"));
    let completion = parent.heard.pop().expect("one report");
    rig.tell(PoolInput::WorkerCompleted(WorkerCompleted { child: card.child, completion }))
        .says(&["DeliverCustomerTerminal c3 Completed job1 a o30", "Continue"]);
}

#[test]
fn a_closed_parent_gives_the_whole_evidence_back() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 3);
    let card = rig.card("a");
    let mut parent = Parent { open: None, heard: Vec::new() };
    let settlement = work(&mut rig).settle(&mut parent);
    let BatchSettlement::Partial { applied, rejected, not_attempted } = settlement else {
        panic!("the parent is closed")
    };
    assert_eq!((applied.len(), not_attempted.len(), &rejected.reason), (0, 0, &Closed));
    let OwnedOperation::ReportCompletionToParent { authority: completion } = rejected.operation
    else {
        panic!("the report came back")
    };
    assert_eq!(completion.output(), &Output(30));
    rig.tell(PoolInput::WorkerCompleted(WorkerCompleted { child: card.child, completion }))
        .says(&["DeliverCustomerTerminal c3 Completed job1 a o30", "Continue"]);
}
