//! Evidence of workers: only a real proxy issues it, so each comes from a small real one.

use actor_laws::Fold;
use actor_laws::correlation::InstanceId;
use actor_laws::proxy::*;
use actor_laws::settlement::Settlement;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The smallest service.
#[derive(Debug)]
enum Small {}

impl ProxyProtocol for Small {
    type Ticket = ();
    type Worker = ();
    type Plan = ();
    type Incarnation = ();
    type InitializationAttempt = ();
    type Permit = ();
    type InitializationFailure = ();
    type Proof = ();
    type ActivationRejection = ();
    type Stop = ();
    type Rejection = ();
    type Sender = ();
    type Command = ();
}

/// The evidence of the first worker of proxy `n`: `worker1@n`.
pub(crate) fn evidence(n: u64) -> WorkerEvidence {
    thread_local! {
        static KNOWN: RefCell<BTreeMap<u64, WorkerEvidence>> = const { RefCell::new(BTreeMap::new()) };
    }
    KNOWN.with_borrow_mut(|known| *known.entry(n).or_insert_with(|| issued(n)))
}

fn issued(n: u64) -> WorkerEvidence {
    let mut proxy = StableProxy::<Small>::new(InstanceId(n), ProxyCorrelations::PLENTY);
    let submission = WorkerSubmission { worker: (), plan: () };
    let install = ProxyInput::InstallInitial(WorkerChange { ticket: (), submission });
    let creation = told(&mut proxy, install).find_map(|operation| match operation {
        ProxyOperation::CreateWorker(create) => Some(create.creation),
        _ => None,
    });
    let result = BirthResult::Committed { incarnation: (), attempt: () };
    let creation = creation.expect("an install creates a worker");
    let birth = ProxyInput::WorkerBirth(WorkerBirth { creation, result });
    assert_eq!(told(&mut proxy, birth).count(), 1, "the worker is initialized");
    let result = InitializationResult::Initialized { permit: (), plan: () };
    let initialized = Initialization { incarnation: (), attempt: (), result };
    let begun = told(&mut proxy, ProxyInput::Initialization(initialized));
    let activation = begun.into_iter().find_map(|operation| match operation {
        ProxyOperation::BeginActivation(begin) => Some(begin.activation),
        _ => None,
    });
    reported(&mut proxy, activation.expect("an initialized worker is activated"))
}

/// The worker becomes ready; its evidence is in the report.
fn reported(proxy: &mut StableProxy<Small>, activation: ActivationId) -> WorkerEvidence {
    let settlement = Settlement::Accepted;
    let start = ActivationStart { incarnation: (), activation, settlement };
    assert_eq!(told(proxy, ProxyInput::ActivationStart(start)).count(), 0, "it only goes on");
    let result = ActivationEnd::Ready { proof: () };
    let ready = ActivationResult { incarnation: (), activation, result };
    let report =
        told(proxy, ProxyInput::ActivationResult(ready)).find_map(|operation| match operation {
            ProxyOperation::Report(OwnerReport::Initial {
                outcome: InitialOutcome::Resolved(StartOutcome::Ready { evidence, proof: () }),
                ticket: (),
            }) => Some(evidence),
            _ => None,
        });
    report.expect("a ready worker is reported")
}

fn told(
    proxy: &mut StableProxy<Small>,
    input: ProxyInput<Small>,
) -> impl Iterator<Item = ProxyOperation<Small>> + use<> {
    let mut actions = ProxyActions::default();
    proxy.step(input, &mut actions).expect("the proxy runs");
    let (operations, _) = actions.take();
    operations.collect::<Vec<_>>().into_iter()
}
