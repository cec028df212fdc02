//! The bank of genuine evidence: only a real proxy can mint what its outcomes carry, so for each plain
//! id a tiny real proxy of that identity is brought to its first ready worker.
//!
//! What was minted is kept for the thread: the same few ids come in every run.

use crate::supervisor::observation::Id;
use actor_laws::Fold;
use actor_laws::correlation::{InstanceId, Lease, SequencePlan};
use actor_laws::proxy::{
    ActivationEnd, ActivationId, ActivationResult, ActivationStart, BirthResult, InitialOutcome,
    Initialization, InitializationResult, OwnerReport, ProxyActions, ProxyCorrelations, ProxyInput,
    ProxyOperation, ProxyProtocol, StableProxy, StartOutcome, WorkerBirth, WorkerChange,
    WorkerEvidence, WorkerSubmission,
};
use actor_laws::settlement::Settlement;
use std::cell::RefCell;
use std::collections::HashMap;

/// What one worker of one proxy was minted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minted {
    /// The evidence of the worker.
    pub(super) evidence: WorkerEvidence,
    /// The attempt to activate it.
    pub(super) activation: ActivationId,
}

thread_local! {
    static BANK: RefCell<HashMap<(u32, u64), Minted>> = RefCell::default();
}

/// The evidence of a plain id.
pub(super) fn evidence(id: Id) -> WorkerEvidence {
    minted(id).evidence
}

/// The activation attempt of a plain id.
pub(super) fn activation(id: Id) -> ActivationId {
    minted(id).activation
}

fn minted(id: Id) -> Minted {
    let key = (id.issuer, id.ordinal);
    let known = BANK.with_borrow(|bank| bank.get(&key).copied());
    known.unwrap_or_else(|| {
        let minted = mint(id);
        BANK.with_borrow_mut(|bank| bank.insert(key, minted));
        minted
    })
}

/// A protocol in which nothing is worth anything.
#[derive(Debug)]
struct Worthless;

impl ProxyProtocol for Worthless {
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

/// A proxy of this identity, whose first worker has this ordinal.
struct Mint {
    proxy: StableProxy<Worthless>,
    actions: ProxyActions<Worthless>,
}

fn mint(id: Id) -> Minted {
    let plan = Lease::new(id.ordinal, id.ordinal).map(SequencePlan::lease);
    let plan = plan.expect("one ordinal is a lease");
    let correlations = ProxyCorrelations { creations: plan, activations: plan };
    let proxy = StableProxy::new(InstanceId(u64::from(id.issuer)), correlations);
    Mint { proxy, actions: ProxyActions::default() }.ready()
}

impl Mint {
    fn ready(mut self) -> Minted {
        let submission = WorkerSubmission { worker: (), plan: () };
        let said = self.tell(ProxyInput::InstallInitial(WorkerChange { ticket: (), submission }));
        let creation = said.into_iter().find_map(|said| match said {
            ProxyOperation::CreateWorker(create) => Some(create.creation),
            _ => None,
        });
        let creation = creation.expect("a dormant proxy creates the worker that it is given");
        let result = BirthResult::Committed { incarnation: (), attempt: () };
        self.tell(ProxyInput::WorkerBirth(WorkerBirth { creation, result }));
        let result = InitializationResult::Initialized { permit: (), plan: () };
        let initialized = Initialization { incarnation: (), attempt: (), result };
        let said = self.tell(ProxyInput::Initialization(initialized));
        let activation = said.into_iter().find_map(|said| match said {
            ProxyOperation::BeginActivation(begin) => Some(begin.activation),
            _ => None,
        });
        let activation = activation.expect("an initialized worker is activated");
        let settlement = Settlement::Accepted;
        let begun = ActivationStart { incarnation: (), activation, settlement };
        self.tell(ProxyInput::ActivationStart(begun));
        let result = ActivationEnd::Ready { proof: () };
        let ready = ActivationResult { incarnation: (), activation, result };
        let said = self.tell(ProxyInput::ActivationResult(ready));
        let evidence = said.into_iter().find_map(|said| match said {
            ProxyOperation::Report(OwnerReport::Initial {
                outcome: InitialOutcome::Resolved(StartOutcome::Ready { evidence, .. }),
                ..
            }) => Some(evidence),
            _ => None,
        });
        Minted { evidence: evidence.expect("an activated worker is reported"), activation }
    }

    fn tell(&mut self, input: ProxyInput<Worthless>) -> Vec<ProxyOperation<Worthless>> {
        let admitted = self.proxy.step(input, &mut self.actions);
        assert!(admitted.is_ok(), "a live proxy admits every input");
        self.actions.take().0.collect()
    }
}
