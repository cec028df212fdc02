//! What a service command costs in front of a ready worker, and what a whole life costs.
//!
//! `cargo bench -p actor-laws --bench proxy_service` prints one table. The shapes take turns in every
//! round, so the ratio between them holds when the machine's speed drifts; the median round counts.

use actor_laws::Fold;
use actor_laws::correlation::InstanceId;
use actor_laws::product::InLane;
use actor_laws::proxy::*;
use actor_laws::settlement::Settlement;
use actor_laws::time::Tick;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROUNDS: usize = 15;
const ROUND: Duration = Duration::from_millis(120);
const PER_CLOCK_READ: usize = 4_096;

/// The smallest caller: every own value is one word or less.
#[derive(Debug)]
enum Caller {}

impl ProxyProtocol for Caller {
    type Ticket = u64;
    type Worker = u64;
    type Plan = ();
    type Incarnation = u64;
    type InitializationAttempt = u64;
    type Permit = ();
    type InitializationFailure = ();
    type Proof = ();
    type ActivationRejection = ();
    type Stop = ();
    type Rejection = ();
    type Sender = u64;
    type Command = u64;
}

/// A proxy and its buffer.
struct Desk {
    proxy: StableProxy<Caller>,
    actions: ProxyActions<Caller>,
}

impl Desk {
    fn new() -> Self {
        let proxy = StableProxy::new(InstanceId(1), ProxyCorrelations::PLENTY);
        Self { proxy, actions: ProxyActions::default() }
    }

    /// One step; what it says is looked at and dropped, but for the correlation that goes out.
    fn tell(&mut self, input: ProxyInput<Caller>) -> Option<Issued> {
        assert!(self.proxy.step(input, &mut self.actions).is_ok(), "the proxy runs");
        let mut issued = None;
        let (operations, verdict) = self.actions.take();
        for operation in operations {
            if let ProxyOperation::CreateWorker(create) = &operation {
                issued = Some(Issued::Creation(create.creation));
            } else if let ProxyOperation::BeginActivation(begin) = &operation {
                issued = Some(Issued::Activation(begin.activation));
            }
            black_box(operation.lane());
        }
        black_box(verdict);
        issued
    }

    /// From Dormant to Ready.
    fn start(&mut self) {
        let submission = WorkerSubmission { worker: 1, plan: () };
        let change = WorkerChange { ticket: 1, submission };
        let Some(Issued::Creation(creation)) = self.tell(ProxyInput::InstallInitial(change)) else {
            panic!("a creation goes out")
        };
        let (incarnation, attempt) = (1, 1);
        let result = BirthResult::Committed { incarnation, attempt };
        self.tell(ProxyInput::WorkerBirth(WorkerBirth { creation, result }));
        let result = InitializationResult::Initialized { permit: (), plan: () };
        let initialization = Initialization { incarnation, attempt, result };
        let Some(Issued::Activation(activation)) =
            self.tell(ProxyInput::Initialization(initialization))
        else {
            panic!("an activation begins")
        };
        let settlement = Settlement::Accepted;
        let start = ActivationStart { incarnation, activation, settlement };
        self.tell(ProxyInput::ActivationStart(start));
        let result = ActivationEnd::Ready { proof: () };
        let ready = ActivationResult { incarnation, activation, result };
        self.tell(ProxyInput::ActivationResult(ready));
    }

    fn serve(&mut self) {
        self.tell(ProxyInput::Service(ServiceCommand { sender: 1, command: 2 }));
    }

    /// From Ready to the end.
    fn end(&mut self) {
        self.tell(ProxyInput::Shutdown);
        let exit = WorkerExit { stop: (), at: Tick(1) };
        let source = ExitSource::AfterBirth(1);
        self.tell(ProxyInput::WorkerExit(WorkerExitFact { source, exit }));
        let settlement = Settlement::Accepted;
        let settled = WorkerShutdownSettlement { incarnation: 1, settlement };
        self.tell(ProxyInput::WorkerShutdown(settled));
        assert!(self.proxy.phase().is_none(), "it has stopped");
    }

    /// A new proxy with the buffer of the last one.
    fn renew(&mut self) {
        self.proxy = StableProxy::new(InstanceId(1), ProxyCorrelations::PLENTY);
    }
}

enum Issued {
    Creation(CreationId),
    Activation(ActivationId),
}

/// One shape: what is measured, and on which desk.
struct Shape {
    name: &'static str,
    desk: fn() -> Desk,
    run: fn(&mut Desk),
}

const SHAPES: [Shape; 3] = [
    Shape { name: "service, delivered in Ready", desk: ready, run: Desk::serve },
    Shape { name: "service, unavailable in Dormant", desk: Desk::new, run: Desk::serve },
    Shape { name: "install, ready, shutdown, stopped", desk: Desk::new, run: life },
];

fn ready() -> Desk {
    let mut desk = Desk::new();
    desk.start();
    desk
}

fn life(desk: &mut Desk) {
    desk.renew();
    desk.start();
    desk.end();
}

/// Runs for one round; answers nanoseconds an operation.
fn round(desk: &mut Desk, run: fn(&mut Desk)) -> f64 {
    let (start, mut runs) = (Instant::now(), 0);
    while start.elapsed() < ROUND {
        for _ in 0..PER_CLOCK_READ {
            run(desk);
        }
        runs += PER_CLOCK_READ;
    }
    start.elapsed().as_secs_f64() * 1e9 / runs as f64
}

/// Allocations of one run, over many.
fn allocations(desk: &mut Desk, run: fn(&mut Desk)) -> f64 {
    run(desk);
    let region = Region::new(ALLOCATOR);
    (0..10_000).for_each(|_| run(desk));
    region.change().allocations as f64 / 10_000.0
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let mut desks: Vec<_> = SHAPES.iter().map(|shape| (shape, (shape.desk)())).collect();
    let mut rounds = vec![Vec::new(); SHAPES.len()];
    for _ in 0..ROUNDS {
        for (rounds, (shape, desk)) in rounds.iter_mut().zip(&mut desks) {
            rounds.push(round(desk, shape.run));
        }
    }
    println!("{:<36} {:>9} {:>10}", "shape", "ns/op", "allocs/op");
    for (rounds, (shape, desk)) in rounds.into_iter().zip(&mut desks) {
        let allocations = allocations(desk, shape.run);
        println!("{:<36} {:>9.1} {allocations:>10.2}", shape.name, median(rounds));
    }
    println!("a proxy takes {} bytes", size_of::<StableProxy<Caller>>());
    println!("an operation takes {} bytes", size_of::<ProxyOperation<Caller>>());
}
