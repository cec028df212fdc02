//! The life of a service (start, birth, input, ready, stop, settlement, exit), a query and a command that
//! came back, beside 10, 1,000 and 100,000 other entries; and the memory that the supervisor adds to the
//! caller's own values, for a ready entry and for the largest endings.
//!
//! `cargo bench -p actor-laws --bench supervisor_life` prints one table. The sizes take turns in every
//! round, so the ratio between them holds when the machine's speed drifts; the median round counts.

use actor_laws::Fold;
use actor_laws::correlation::InstanceId;
use actor_laws::policy::{ActorDrainPolicy, DiagnosticDisposition};
use actor_laws::proxy::*;
use actor_laws::settlement::Settlement;
use actor_laws::supervisor::*;
use actor_laws::time::Tick;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROUNDS: usize = 15;
const ROUND: Duration = Duration::from_millis(60);
const CALLS_PER_CLOCK_READ: usize = 256;

/// The smallest caller: every own value is one word or less.
#[derive(Debug)]
enum Caller {}

#[derive(Debug)]
enum Served {}

#[derive(Clone, Debug)]
struct Life;

impl ProxyProtocol for Served {
    type Ticket = OperationId;
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

impl SupervisorProtocol for Caller {
    type Key = u64;
    type Service = Served;
    type Proxy = u64;
    type ProxyStop = ();
    type CreationRejection = ();
    type Reason = ();
    type ReplyRoute = u32;
    type LifecycleRoute = Life;
    type DiagnosticRoute = u32;
}

impl LifecycleCapability for Life {
    type Protocol = Caller;
}

/// Evidence of the worker of one real proxy, which stands beside the supervisor.
fn evidence(instance: u64) -> WorkerEvidence {
    let mut proxy = StableProxy::<Served>::new(InstanceId(instance), ProxyCorrelations::PLENTY);
    let mut office = Office::open(1);
    let (_, _, operation) = office.transferred(1);
    let submission = WorkerSubmission { worker: (), plan: () };
    let change = WorkerChange { ticket: operation, submission };
    let mut said = told(&mut proxy, ProxyInput::InstallInitial(change));
    loop {
        let next = said.iter().find_map(|operation| match operation {
            ProxyOperation::CreateWorker(create) => {
                let result = BirthResult::Committed { incarnation: (), attempt: () };
                Some(ProxyInput::WorkerBirth(WorkerBirth { creation: create.creation, result }))
            }
            ProxyOperation::InitializeWorker { .. } => {
                let result = InitializationResult::Initialized { permit: (), plan: () };
                let input = Initialization { incarnation: (), attempt: (), result };
                Some(ProxyInput::Initialization(input))
            }
            _ => None,
        });
        let begun = said.iter().find_map(|operation| match operation {
            ProxyOperation::BeginActivation(begin) => Some(begin.activation),
            _ => None,
        });
        if let Some(activation) = begun {
            return activated(&mut proxy, activation);
        }
        said = told(&mut proxy, next.expect("the proxy starts its worker"));
    }
}

fn activated(proxy: &mut StableProxy<Served>, activation: ActivationId) -> WorkerEvidence {
    let settlement = Settlement::Accepted;
    let start = ActivationStart { incarnation: (), activation, settlement };
    assert!(told(proxy, ProxyInput::ActivationStart(start)).is_empty(), "it only goes on");
    let result = ActivationEnd::Ready { proof: () };
    let ready = ActivationResult { incarnation: (), activation, result };
    let said = told(proxy, ProxyInput::ActivationResult(ready));
    let [ProxyOperation::Report(OwnerReport::Initial { outcome, .. })] = &said[..] else {
        panic!("a ready worker is reported")
    };
    match outcome {
        InitialOutcome::Resolved(StartOutcome::Ready { evidence, .. }) => *evidence,
        other => panic!("{other:?} is not ready"),
    }
}

fn told(proxy: &mut StableProxy<Served>, input: ProxyInput<Served>) -> Vec<ProxyOperation<Served>> {
    let mut actions = ProxyActions::default();
    proxy.step(input, &mut actions).expect("the proxy runs");
    actions.take().0.collect()
}

/// A supervisor with some ready services.
struct Office {
    supervisor: DynamicSupervisor<Caller>,
    actions: SupervisorActions<Caller>,
    entries: u64,
    /// The capability of the next proxy.
    proxy: u64,
    /// The service that is queried next.
    turn: u64,
}

impl Office {
    /// Room for `entries` services and the one that lives.
    fn open(entries: u64) -> Self {
        let capacity = entries as usize + 1;
        let supervisor = dynamic(
            EntryCapacity::new(capacity).expect("the capacity is positive"),
            ActivationPolicy::new(capacity).expect("the limit is positive"),
            UnexpectedExit::KeepEmpty,
            ActorDrainPolicy::WaitForActorGraph,
            Life,
            DiagnosticDisposition::DeliverTo { route: 0 },
        );
        let supervisor = supervisor.expect("no deadline is zero");
        let actions = SupervisorActions::default();
        let mut office = Self { supervisor, actions, entries, proxy: 0, turn: 0 };
        let correlations = Box::new(SupervisorCorrelations::PLENTY);
        office.step(SupervisorInput::Initialize { instance: InstanceId(1), correlations }, |_| ());
        office
    }

    /// One step; `look` sees every operation, and all are dropped.
    fn step(
        &mut self,
        input: SupervisorInput<Caller>,
        mut look: impl FnMut(&SupervisorOperation<Caller>),
    ) {
        assert!(self.supervisor.step(input, &mut self.actions).is_ok(), "it operates");
        let (operations, verdict) = self.actions.take();
        operations.for_each(|operation| look(black_box(&operation)));
        assert!(verdict.is_none(), "it goes on");
    }

    /// Starts `key` up to the emission of its input.
    fn transferred(&mut self, key: u64) -> (Generation, u64, OperationId) {
        let submission = WorkerSubmission { worker: (), plan: () };
        let mut created = None;
        self.step(
            SupervisorInput::Start(StartCommand { key, submission, reply: 1 }),
            |operation| {
                if let SupervisorOperation::CreateProxy { creation, generation } = operation {
                    created = Some((*creation, *generation));
                }
            },
        );
        let (creation, generation) = created.expect("a start creates its proxy");
        self.proxy += 1;
        let (proxy, mut operation) = (self.proxy, None);
        let result = ProxyBirth::Committed { proxy };
        self.step(SupervisorInput::ProxyBirth { creation, result }, |said| {
            if let SupervisorOperation::InstallInitial(input) = said {
                operation = Some(input.operation);
            }
        });
        (generation, proxy, operation.expect("a slot is free"))
    }

    fn ready(&mut self, key: u64, evidence: WorkerEvidence) -> (Generation, u64) {
        let (generation, proxy, operation) = self.transferred(key);
        let (kind, settlement) = (ChangeKind::Start, Settlement::Accepted);
        self.step(SupervisorInput::InputSettlement { proxy, kind, operation, settlement }, |_| ());
        let outcome = InitialOutcome::Resolved(StartOutcome::Ready { evidence, proof: () });
        let report = Box::new(OwnerReport::Initial { ticket: operation, outcome });
        self.step(SupervisorInput::Report { proxy, report }, |_| ());
        (generation, proxy)
    }

    /// One whole life.
    fn live(&mut self, evidence: WorkerEvidence) {
        let key = self.entries;
        let (generation, proxy) = self.ready(key, evidence);
        let mut purpose = ShutdownPurpose::Ending;
        self.step(SupervisorInput::Stop(StopCommand { key, reply: 1 }), |operation| {
            if let SupervisorOperation::ShutdownProxy(request) = operation {
                purpose = request.purpose;
            }
        });
        let settlement = Settlement::Accepted;
        self.step(
            SupervisorInput::ShutdownSettlement { proxy, generation, purpose, settlement },
            |_| (),
        );
        let (source, exit) =
            (ProxyExitSource::AfterBirth(proxy), ProxyExit { stop: (), at: Tick(1) });
        self.step(SupervisorInput::ProxyExit { source, exit }, |_| ());
    }

    /// Cancels a replacement of a ready service and tells everything that is owed but the exit. An input
    /// that was rejected is kept if `rejected`; else the outcome, and the stops of both workers.
    fn cancelling(&mut self, key: u64, [first, second]: [WorkerEvidence; 2], rejected: bool) {
        let (generation, proxy) = self.ready(key, first);
        let (operation, cancel) = self.replaced(key);
        let kind = ChangeKind::Replacement;
        if rejected {
            self.cancel(cancel);
            let submission = WorkerSubmission { worker: (), plan: () };
            let request = ProxyInputOperation { proxy, kind, operation, submission };
            let settlement = Settlement::Rejected { request, reason: () };
            let settled = SupervisorInput::InputSettlement { proxy, kind, operation, settlement };
            self.step(settled, |_| ());
        } else {
            let settlement = Settlement::Accepted;
            let settled = SupervisorInput::InputSettlement { proxy, kind, operation, settlement };
            self.step(settled, |_| ());
            self.cancel(cancel);
        }
        self.stopped(proxy, first);
        if !rejected {
            let (exit, settlement) = (WorkerExit { stop: (), at: Tick(1) }, Settlement::Accepted);
            let predecessor = Predecessor::Drained { evidence: first, exit, settlement };
            let successor = StartOutcome::Ready { evidence: second, proof: () };
            let outcome = ReplacementOutcome::Resolved { predecessor, successor };
            let report = Box::new(OwnerReport::Replacement { ticket: operation, outcome });
            self.step(SupervisorInput::Report { proxy, report }, |_| ());
            self.stopped(proxy, second);
        }
        let purpose = ShutdownPurpose::Ending;
        let request = ShutdownProxy { generation, proxy, purpose };
        let settlement = Settlement::Rejected { request, reason: () };
        self.step(
            SupervisorInput::ShutdownSettlement { proxy, generation, purpose, settlement },
            |_| (),
        );
    }

    /// Stops a ready service, whose worker and proxy end before the shutdown is settled.
    fn stopping(&mut self, key: u64, [first, _]: [WorkerEvidence; 2]) {
        let (_, proxy) = self.ready(key, first);
        self.step(SupervisorInput::Stop(StopCommand { key, reply: 1 }), |_| ());
        self.stopped(proxy, first);
        let (source, exit) =
            (ProxyExitSource::AfterBirth(proxy), ProxyExit { stop: (), at: Tick(1) });
        self.step(SupervisorInput::ProxyExit { source, exit }, |_| ());
    }

    /// Begins a replacement: its operation, and the authority that cancels it.
    fn replaced(&mut self, key: u64) -> (OperationId, CancelAuthority<Caller>) {
        let submission = WorkerSubmission { worker: (), plan: () };
        let command = SupervisorInput::Replace(ReplaceCommand { key, submission, reply: 1 });
        assert!(self.supervisor.step(command, &mut self.actions).is_ok(), "it operates");
        let (mut operation, mut authority) = (None, None);
        for said in self.actions.take().0 {
            match said {
                SupervisorOperation::Replace(input) => operation = Some(input.operation),
                SupervisorOperation::Reply { reply: Reply::Replace(Ok(receipt)), .. } => {
                    authority = Some(receipt.cancel);
                }
                other => panic!("{other:?} is no part of a replacement"),
            }
        }
        (operation.expect("a slot is free"), authority.expect("it is accepted"))
    }

    fn cancel(&mut self, authority: CancelAuthority<Caller>) {
        self.step(SupervisorInput::Cancel(CancelCommand { authority, reply: 1 }), |_| ());
    }

    fn stopped(&mut self, proxy: u64, evidence: WorkerEvidence) {
        let exit = WorkerExit { stop: (), at: Tick(1) };
        let report = Box::new(OwnerReport::WorkerStopped { evidence, exit });
        self.step(SupervisorInput::Report { proxy, report }, |_| ());
    }

    fn query(&mut self) {
        self.turn = (self.turn + 7_919) % self.entries;
        let key = self.turn;
        self.step(SupervisorInput::Query(QueryCommand { key, reply: 1 }), |_| ());
    }

    fn command_unavailable(&mut self) {
        self.turn = (self.turn + 7_919) % self.entries;
        let service = ServiceCommand { sender: (), command: () };
        let report = OwnerReport::Unavailable { service, phase: ProxyPhase::Empty };
        let (proxy, report) = (self.turn + 1, Box::new(report));
        self.step(SupervisorInput::Report { proxy, report }, |_| ());
    }
}

/// Nanoseconds a call of one round.
fn round(mut call: impl FnMut()) -> f64 {
    let (start, mut calls) = (Instant::now(), 0);
    while start.elapsed() < ROUND {
        (0..CALLS_PER_CLOCK_READ).for_each(|_| call());
        calls += CALLS_PER_CLOCK_READ;
    }
    start.elapsed().as_secs_f64() * 1e9 / calls as f64
}

/// Opens an office and measures what each entry allocates beyond the caller's key and capability.
fn open(entries: u64, mut enter: impl FnMut(&mut Office, u64)) -> (Office, f64) {
    let region = Region::new(ALLOCATOR);
    let mut office = Office::open(entries);
    for key in 0..entries {
        enter(&mut office, key);
    }
    let change = region.change();
    let bytes = change.bytes_allocated as f64 - change.bytes_deallocated as f64;
    let own = 2 * size_of::<u64>();
    (office, bytes / entries as f64 - own as f64)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Allocations of one call, on average.
fn allocations(mut call: impl FnMut()) -> f64 {
    let region = Region::new(ALLOCATOR);
    (0..10_000).for_each(|_| call());
    region.change().allocations as f64 / 10_000.0
}

type Act = fn(&mut Office, WorkerEvidence);

const ACTS: [(&str, Act); 3] = [
    ("life: start to removal", |office, evidence| office.live(evidence)),
    ("query", |office, _| office.query()),
    ("command unavailable", |office, _| office.command_unavailable()),
];

type Enter = fn(&mut Office, u64, [WorkerEvidence; 2]);

/// The largest endings, each with the size of the caller's values that it keeps whole.
const LARGEST: &[(&str, usize, Enter)] = &[
    (
        "cancelled replacement with outcome, rejected shutdown and both stops",
        size_of::<LateOutcome<Caller>>()
            + size_of::<ShutdownProxy<Caller>>()
            + 2 * size_of::<WorkerExit<Served>>(),
        |office, key, workers| office.cancelling(key, workers, false),
    ),
    (
        "cancelled replacement with rejected input and shutdown, and a stop",
        size_of::<ProxyInputOperation<Caller>>()
            + size_of::<ShutdownProxy<Caller>>()
            + size_of::<WorkerExit<Served>>(),
        |office, key, workers| office.cancelling(key, workers, true),
    ),
    (
        "stopped service with exit and a stop",
        size_of::<ProxyExit<Caller>>() + size_of::<WorkerExit<Served>>(),
        Office::stopping,
    ),
];

const SIZES: [u64; 3] = [10, 1_000, 100_000];

fn main() {
    let (evidence, second) = (evidence(9), evidence(10));
    let ready = |office: &mut Office, key| {
        let _names = office.ready(key, evidence);
    };
    let mut offices: Vec<_> = SIZES.iter().map(|entries| open(*entries, ready)).collect();
    println!(
        "{:<24} {:>9} {:>10} {:>7} {:>8} {:>12}",
        "act", "entries", "ns", "ratio", "allocs", "bytes/entry"
    );
    for (name, act) in ACTS {
        let mut rounds = vec![Vec::new(); SIZES.len()];
        for _ in 0..ROUNDS {
            for (rounds, (office, _)) in rounds.iter_mut().zip(&mut offices) {
                rounds.push(round(|| act(office, evidence)));
            }
        }
        let costs: Vec<f64> = rounds.into_iter().map(median).collect();
        for ((entries, cost), (office, bytes)) in SIZES.iter().zip(&costs).zip(&mut offices) {
            let allocations = allocations(|| act(office, evidence));
            let ratio = cost / costs[0];
            println!(
                "{name:<24} {entries:>9} {cost:>10.1} {ratio:>7.2} {allocations:>8.1} {bytes:>12.1}"
            );
        }
    }
    println!(
        "allocs: allocations of one act, those of the host's inputs included (a report is boxed)"
    );
    println!("bytes/entry: of a ready entry, beyond the caller's key and capability");
    for (kind, own, enter) in LARGEST {
        let (_, bytes) = open(1_000, |office, key| enter(office, key, [evidence, second]));
        println!(
            "{:.1} bytes/entry: {kind}, beyond the values that it keeps whole",
            bytes - *own as f64
        );
    }
}
