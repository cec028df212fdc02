//! Settlements of action batches: complete or partial at every place; nothing is lost and the authored
//! order is kept. The verdict is handed out either way.

use crate::support::Tell::*;
use crate::support::*;
use actor_laws::settlement::{BatchSettlement, Environment, RejectedOperation, settle};

/// A boundary that takes so many operations and then is closed.
#[derive(Debug)]
struct Boundary {
    left: usize,
    taken: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
struct Closed;

impl Boundary {
    fn of(left: usize) -> Self {
        Self { left, taken: Vec::new() }
    }
}

impl Environment<ProxyOperation<Test>> for Boundary {
    type Reason = Closed;

    fn apply(
        &mut self,
        operation: ProxyOperation<Test>,
    ) -> Result<AppliedProxyOperation<Test>, RejectedOperation<ProxyOperation<Test>, Closed>> {
        if self.left == 0 {
            return Err(RejectedOperation { operation, reason: Closed });
        }
        self.left -= 1;
        self.taken.push(operation_line(&operation));
        Ok(applied(operation))
    }
}

/// The record of each operation: the correlation that its later fact will match, or the values.
fn applied(operation: ProxyOperation<Test>) -> AppliedProxyOperation<Test> {
    use AppliedProxyOperation as Applied;
    match operation {
        ProxyOperation::CreateWorker(CreateWorker { creation, .. }) => {
            Applied::WorkerCreationSubmitted { creation }
        }
        ProxyOperation::ObserveWorkerCreation { creation } => {
            Applied::WorkerCreationObservationStarted { creation }
        }
        ProxyOperation::ObserveWorkerExit { creation } => {
            Applied::WorkerExitObservationStarted { creation }
        }
        ProxyOperation::InitializeWorker { incarnation, attempt } => {
            Applied::WorkerInitializationSubmitted { incarnation, attempt }
        }
        ProxyOperation::BeginActivation(BeginActivation { incarnation, activation, .. }) => {
            Applied::ActivationBeginDelivered { incarnation, activation }
        }
        ProxyOperation::CancelActivation { incarnation, activation } => {
            Applied::ActivationCancelDelivered { incarnation, activation }
        }
        ProxyOperation::ShutdownWorker(ShutdownWorker { incarnation }) => {
            Applied::WorkerShutdownDelivered { incarnation }
        }
        ProxyOperation::DeliverService(DeliverService { incarnation, .. }) => {
            Applied::ServiceDelivered { incarnation }
        }
        ProxyOperation::Report(OwnerReport::Initial { ticket, .. }) => {
            Applied::InitialOutcomeReported { ticket }
        }
        ProxyOperation::Report(OwnerReport::Replacement { ticket, .. }) => {
            Applied::ReplacementOutcomeReported { ticket }
        }
        ProxyOperation::Report(OwnerReport::WorkerStopped { evidence, .. }) => {
            Applied::WorkerStopReported { evidence }
        }
        ProxyOperation::Report(OwnerReport::Unavailable { .. }) => Applied::UnavailabilityReported,
        ProxyOperation::Diagnostic(diagnostic) => Applied::DiagnosticTransferred { diagnostic },
    }
}

const READY: [Tell; 5] = [Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];

/// Steps whose products hold every lane and the verdict.
fn steps() -> Vec<(Vec<Tell>, Tell)> {
    let ready = READY.to_vec();
    vec![
        (vec![], Install(1)),
        (vec![Install(1), Shutdown], Committed(1)),
        (vec![Install(1), Committed(1)], Initialized(1)),
        (READY[..4].to_vec(), Shutdown),
        (READY[..4].to_vec(), Ready(1)),
        (ready.clone(), Service(7)),
        (ready.clone(), Exit(1, 3)),
        (ready.clone(), Replace(2)),
        ([&READY[..], &[Replace(2)]].concat(), Shutdown),
        ([&READY[..], &[Replace(2)]].concat(), Exit(1, 3)),
        (ready.clone(), StartRejected(9)),
        (vec![], Service(7)),
        ([&READY[..], &[Shutdown, Settled(1)]].concat(), Exit(1, 3)),
    ]
}

fn product(path: &[Tell], tell: Tell) -> ProxyActions<Test> {
    let mut rig = Rig::after(path);
    let input = rig.input(tell);
    let mut actions = ProxyActions::default();
    rig.proxy.step(input, &mut actions).expect("the proxy runs");
    actions
}

#[test]
fn a_product_settles_up_to_every_place_and_loses_nothing() {
    for (path, tell) in steps() {
        let authored = operation_lines(product(&path, tell).operations());
        for left in 0..=authored.len() {
            let mut actions = product(&path, tell);
            let said = product_lines(&actions);
            let mut boundary = Boundary::of(left);
            let (settlement, verdict) = actions.settle(&mut boundary);
            assert_eq!(verdict.is_some(), said.last().is_some_and(|last| last != "Continue"));
            assert!(actions.is_empty(), "the buffer is free again");
            assert_eq!(boundary.taken, authored[..left]);
            check(settlement, left, &authored);
        }
    }
}

/// The settlement owns exactly what the boundary has not taken, and that can be applied later.
fn check(
    settlement: BatchSettlement<ProxyOperation<Test>, Closed>,
    left: usize,
    authored: &[String],
) {
    match settlement {
        BatchSettlement::Complete { applied } => {
            assert_eq!((applied.len(), left), (authored.len(), authored.len()));
        }
        BatchSettlement::Partial { applied, rejected, not_attempted } => {
            assert_eq!((applied.len(), &rejected.reason), (left, &Closed));
            let rest: Vec<_> = std::iter::once(rejected.operation).chain(not_attempted).collect();
            assert_eq!(operation_lines(&rest), authored[left..]);
            let mut boundary = Boundary::of(usize::MAX);
            let again = settle(rest, &mut boundary);
            assert!(matches!(again, BatchSettlement::Complete { .. }));
            assert_eq!(boundary.taken, authored[left..]);
        }
    }
}

fn operation_lines(operations: &[ProxyOperation<Test>]) -> Vec<String> {
    operations.iter().map(operation_line).collect()
}

#[test]
fn records_carry_the_correlation_that_a_later_fact_will_match() {
    let mut actions = product(&[Install(1), Shutdown], Committed(1));
    let (settlement, _) = actions.settle(&mut Boundary::of(usize::MAX));
    let BatchSettlement::Complete { applied } = settlement else { panic!("all were taken") };
    let records: Vec<String> = applied.iter().map(|record| format!("{record:?}")).collect();
    assert_eq!(
        records,
        [
            "WorkerInitializationSubmitted { incarnation: w1, attempt: i1 }",
            "WorkerShutdownDelivered { incarnation: w1 }",
        ]
    );
}

#[test]
fn a_diagnostic_that_went_to_the_host_is_the_hosts() {
    let mut actions = product(&READY, Stopped(9, 4));
    let (settlement, _) = actions.settle(&mut Boundary::of(usize::MAX));
    let BatchSettlement::Complete { applied } = settlement else { panic!("all were taken") };
    let [AppliedProxyOperation::DiagnosticTransferred { diagnostic }] = &applied[..] else {
        panic!("one diagnostic")
    };
    assert_eq!(input_line(&diagnostic.fact), "Initialization w9 i9 Stopped z4 at 4 p9");
}

#[test]
fn the_steps_hold_every_lane() {
    use actor_laws::product::InLane;
    use std::collections::BTreeSet;
    let products = steps().into_iter().map(|(path, tell)| product(&path, tell));
    let lanes: BTreeSet<ProxyLane> = products
        .flat_map(|product| product.operations().iter().map(InLane::lane).collect::<Vec<_>>())
        .collect();
    assert_eq!(lanes.len(), ProxyLane::Diagnostic as usize + 1);
}

#[test]
fn a_lane_can_be_read_alone() {
    let actions = product(&READY[..4], Shutdown);
    let cancels = actions.lane(ProxyLane::CancelActivation);
    assert_eq!(operation_lines(cancels), ["CancelActivation w1 activation1"]);
    assert_eq!(operation_lines(actions.lane(ProxyLane::ShutdownWorker)), ["ShutdownWorker w1"]);
    assert!(actions.lane(ProxyLane::Report).is_empty());
}

#[test]
fn an_empty_product_settles_completely() {
    let mut actions = ProxyActions::<Test>::default();
    let (settlement, verdict) = actions.settle(&mut Boundary::of(0));
    let BatchSettlement::Complete { applied } = settlement else { panic!("nothing is rejected") };
    assert!(applied.is_empty() && verdict.is_none());
}
