//! The inputs by name. A name can be copied; the input that is made from it owns affine tags.

use super::*;
use actor_laws::settlement::Settlement;
use actor_laws::time::Tick;
use std::sync::OnceLock;

/// One input. The first number is the change's or the worker's, a second one a tick or an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tell {
    Service(u64),
    Install(u64),
    Replace(u64),
    Shutdown,
    Committed(u64),
    FoldRejected(u64),
    HostRejected(u64),
    Initialized(u64),
    EffectsRejected(u64),
    Stopped(u64, u64),
    StartAccepted(u64),
    StartRejected(u64),
    Ready(u64),
    Rejected(u64),
    ReadyAfterCancel(u64),
    RejectedAfterCancel(u64),
    EarlyExit(u64, u64),
    Exit(u64, u64),
    Settled(u64),
    SettlementRejected(u64),
    /// As without `Under`: under another attempt than the worker's own.
    InitializedUnder(u64, u64),
    StartAcceptedUnder(u64, u64),
    ReadyUnder(u64, u64),
    /// With the correlations of another proxy.
    ForeignCommitted(u64),
    ForeignEarlyExit(u64, u64),
    ForeignStartAccepted(u64),
    ForeignReady(u64),
}

/// Correlations that a proxy of one instance has issued: the genuine ones of a twin.
#[derive(Debug)]
pub(crate) struct Book {
    creations: Vec<CreationId>,
    activations: Vec<ActivationId>,
}

/// How many lives a twin leads.
const LIVES: u64 = 12;

impl Book {
    /// The book of the rig's own instance.
    pub(crate) fn own() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| Self::of(InstanceId(1)))
    }

    /// The book of another instance.
    pub(crate) fn foreign() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| Self::of(InstanceId(2)))
    }

    /// Lets a twin of the instance lead lives, and writes down what it issues.
    fn of(instance: InstanceId) -> Self {
        let mut book = Self { creations: Vec::new(), activations: Vec::new() };
        let mut twin = StableProxy::<Test>::new(instance, ProxyCorrelations::PLENTY);
        for life in 1..=LIVES {
            let change = if life == 1 { Tell::Install(1) } else { Tell::Replace(life) };
            let steps = [Tell::Committed(life), Tell::Initialized(life)];
            let steps = steps.into_iter().chain([Tell::StartAccepted(life), Tell::Ready(life)]);
            for tell in [change].into_iter().chain(steps).chain([Tell::Exit(life, 0)]) {
                let mut actions = ProxyActions::default();
                let input = tell.input(&book, life);
                assert!(twin.step(input, &mut actions).is_ok(), "the twin runs");
                book.note(actions.operations());
            }
        }
        book
    }

    fn note(&mut self, operations: &[ProxyOperation<Test>]) {
        for operation in operations {
            if let ProxyOperation::CreateWorker(create) = operation {
                self.creations.push(create.creation);
            } else if let ProxyOperation::BeginActivation(begin) = operation {
                self.activations.push(begin.activation);
            }
        }
    }

    pub(crate) fn creation(&self, ordinal: u64) -> CreationId {
        self.creations[ordinal as usize - 1]
    }

    pub(crate) fn activation(&self, ordinal: u64) -> ActivationId {
        self.activations[ordinal as usize - 1]
    }
}

pub(crate) fn submission(change: u64) -> WorkerSubmission<Test> {
    WorkerSubmission { worker: Blueprint(change), plan: Plan(change) }
}

fn change(number: u64) -> WorkerChange<Test> {
    WorkerChange { ticket: Ticket(number), submission: submission(number) }
}

fn exit(at: u64) -> WorkerExit<Test> {
    WorkerExit { stop: Stop(at), at: Tick(at) }
}

fn born(creation: CreationId, worker: u64) -> ProxyInput<Test> {
    let (incarnation, attempt) = (Incarnation(worker), Attempt(worker));
    let result = BirthResult::Committed { incarnation, attempt };
    ProxyInput::WorkerBirth(WorkerBirth { creation, result })
}

fn unborn(creation: CreationId, number: u64, why: CreationRejection<Test>) -> ProxyInput<Test> {
    let result = BirthResult::Rejected { submission: submission(number), why };
    ProxyInput::WorkerBirth(WorkerBirth { creation, result })
}

fn initialization(
    worker: u64,
    attempt: u64,
    result: InitializationResult<Test>,
) -> ProxyInput<Test> {
    let (incarnation, attempt) = (Incarnation(worker), Attempt(attempt));
    ProxyInput::Initialization(Initialization { incarnation, attempt, result })
}

fn initialized(worker: u64, attempt: u64) -> ProxyInput<Test> {
    let (permit, plan) = (Permit(worker), Plan(worker));
    initialization(worker, attempt, InitializationResult::Initialized { permit, plan })
}

fn start(
    worker: u64,
    activation: ActivationId,
    settlement: Settlement<BeginActivation<Test>, Rejection>,
) -> ProxyInput<Test> {
    let incarnation = Incarnation(worker);
    ProxyInput::ActivationStart(ActivationStart { incarnation, activation, settlement })
}

fn start_rejected(worker: u64, activation: ActivationId) -> ProxyInput<Test> {
    let (incarnation, permit, plan) = (Incarnation(worker), Permit(worker), Plan(worker));
    let request = BeginActivation { incarnation, activation, permit, plan };
    start(worker, activation, Settlement::Rejected { request, reason: Rejection(worker) })
}

fn result(worker: u64, activation: ActivationId, result: ActivationEnd<Test>) -> ProxyInput<Test> {
    let incarnation = Incarnation(worker);
    ProxyInput::ActivationResult(ActivationResult { incarnation, activation, result })
}

fn ready(worker: u64, activation: ActivationId) -> ProxyInput<Test> {
    result(worker, activation, ActivationEnd::Ready { proof: Proof(worker) })
}

fn gone(source: ExitSource<Test>, at: u64) -> ProxyInput<Test> {
    ProxyInput::WorkerExit(WorkerExitFact { source, exit: exit(at) })
}

fn settlement(
    worker: u64,
    settlement: Settlement<ShutdownWorker<Test>, Rejection>,
) -> ProxyInput<Test> {
    let incarnation = Incarnation(worker);
    ProxyInput::WorkerShutdown(WorkerShutdownSettlement { incarnation, settlement })
}

impl Tell {
    /// The input; `activation` is the ordinal of the attempt of the worker that it names.
    pub(crate) fn input(self, book: &Book, activation: u64) -> ProxyInput<Test> {
        let out = || book.activation(activation);
        match self {
            Self::Service(number) => {
                let (sender, command) = (Sender(number), Command(number));
                ProxyInput::Service(ServiceCommand { sender, command })
            }
            Self::Install(number) => ProxyInput::InstallInitial(change(number)),
            Self::Replace(number) => ProxyInput::Replace(change(number)),
            Self::Shutdown => ProxyInput::Shutdown,
            Self::Committed(worker) | Self::ForeignCommitted(worker) => {
                born(book.creation(worker), worker)
            }
            Self::FoldRejected(worker) => {
                let why = CreationRejection::FoldRejected(Rejection(worker));
                unborn(book.creation(worker), worker, why)
            }
            Self::HostRejected(worker) => {
                let why = CreationRejection::HostRejected(Rejection(worker));
                unborn(book.creation(worker), worker, why)
            }
            Self::Initialized(worker) => initialized(worker, worker),
            Self::InitializedUnder(worker, attempt) => initialized(worker, attempt),
            Self::EffectsRejected(worker) => {
                let (failure, plan) = (Failure(worker), Plan(worker));
                let result = InitializationResult::EffectsRejected { failure, plan };
                initialization(worker, worker, result)
            }
            Self::Stopped(worker, at) => {
                let result = InitializationResult::Stopped { exit: exit(at), plan: Plan(worker) };
                initialization(worker, worker, result)
            }
            Self::StartAccepted(worker) | Self::ForeignStartAccepted(worker) => {
                start(worker, out(), Settlement::Accepted)
            }
            Self::StartAcceptedUnder(worker, ordinal) => {
                start(worker, book.activation(ordinal), Settlement::Accepted)
            }
            Self::StartRejected(worker) => start_rejected(worker, out()),
            Self::Ready(worker) | Self::ForeignReady(worker) => ready(worker, out()),
            Self::ReadyUnder(worker, ordinal) => ready(worker, book.activation(ordinal)),
            Self::Rejected(worker) => {
                let rejection = ActivationRejection(worker);
                result(worker, out(), ActivationEnd::Rejected { rejection })
            }
            Self::ReadyAfterCancel(worker) => {
                let proof = Proof(worker);
                result(worker, out(), ActivationEnd::ReadyAfterCancel { proof })
            }
            Self::RejectedAfterCancel(worker) => {
                let rejection = ActivationRejection(worker);
                result(worker, out(), ActivationEnd::RejectedAfterCancel { rejection })
            }
            Self::EarlyExit(worker, at) | Self::ForeignEarlyExit(worker, at) => {
                gone(ExitSource::BeforeBirth(book.creation(worker)), at)
            }
            Self::Exit(worker, at) => gone(ExitSource::AfterBirth(Incarnation(worker)), at),
            Self::Settled(worker) => settlement(worker, Settlement::Accepted),
            Self::SettlementRejected(worker) => {
                let request = ShutdownWorker { incarnation: Incarnation(worker) };
                let reason = Rejection(worker);
                settlement(worker, Settlement::Rejected { request, reason })
            }
        }
    }

    /// Whether the correlations of the input are another proxy's.
    pub(crate) fn is_foreign(self) -> bool {
        matches!(
            self,
            Self::ForeignCommitted(_)
                | Self::ForeignEarlyExit(..)
                | Self::ForeignStartAccepted(_)
                | Self::ForeignReady(_)
        )
    }

    /// The worker whose activation the input names, if it names one.
    pub(crate) fn activated(self) -> Option<u64> {
        match self {
            Self::StartAccepted(worker)
            | Self::StartRejected(worker)
            | Self::Ready(worker)
            | Self::Rejected(worker)
            | Self::ReadyAfterCancel(worker)
            | Self::RejectedAfterCancel(worker) => Some(worker),
            _ => None,
        }
    }
}
