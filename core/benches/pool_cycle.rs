//! The complete cycle of a job (submit, delivery accepted, completion) in three shapes, and the
//! memory that the pool adds to the caller's own values.
//!
//! `cargo bench -p actor-laws --bench pool_cycle` prints one table. The shapes take turns in every
//! round, so the ratio between them holds when the machine's speed drifts; the median round counts.

use actor_laws::Fold;
use actor_laws::correlation::InstanceId;
use actor_laws::pool::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROUNDS: usize = 15;
const ROUND: Duration = Duration::from_millis(120);
const CYCLES_PER_CLOCK_READ: usize = 4_096;

/// The smallest caller: every own value is one word or less.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Caller {}

#[derive(Debug)]
struct Factory;

impl WorkerFactory<Caller> for Factory {
    fn submission(&mut self, _role: &u32) -> Result<(), ()> {
        Ok(())
    }
}

impl PoolProtocol for Caller {
    type Role = u32;
    type Factory = Factory;
    type FactoryRejection = ();
    type Submission = ();
    type Source = ();
    type Recipient = u64;
    type Evidence = u64;
    type InitializationAttempt = u64;
    type Permit = ();
    type Plan = ();
    type RejectedInitialization = ();
    type StopReason = ();
    type Rejection = ();
    type Request = u64;
    type Payload = u64;
    type CustomerRoute = u32;
    type Output = u64;
    type DiagnosticRoute = u32;
}

/// A pool with every worker ready, and the commands that its workers hold.
struct Shop {
    pool: FifoPool<Caller>,
    actions: PoolActions<Caller>,
    held: Vec<Option<(ChildNonce, AssignmentId, AssignmentCommand<Caller>)>>,
    /// The worker that completes next.
    turn: usize,
    request: u64,
}

impl Shop {
    fn open(roles: u32, backlog_capacity: usize) -> Self {
        let definition = FifoPoolDefinition {
            initial_factory: Factory,
            roles: (0..roles).collect(),
            activation_limit: roles as usize,
            recovery: RecoveryPolicy::Temporary { reaction: FailureReaction::RetireRole },
            backlog_capacity,
            interruption: Interruption::Retry,
            actor_drain: ActorDrainPolicy::WaitForActorGraph,
            diagnostics: DiagnosticDisposition::DeliverTo { route: 0 },
            correlations: CorrelationSpace::PLENTY,
        };
        let pool = FifoPool::construct(InstanceId(1), definition).expect("the definition is valid");
        let held = (0..roles).map(|_| None).collect();
        let mut shop = Self { pool, actions: PoolActions::default(), held, turn: 0, request: 0 };
        shop.tell(PoolInput::Initialize);
        // The buffer of the first batch is as large as the roster and never needed again.
        shop.actions = PoolActions::default();
        shop
    }

    /// Tells the pool one input and does what a well-behaved host does about starting workers.
    fn tell(&mut self, input: PoolInput<Caller>) {
        self.pool.step(input, &mut self.actions).expect("the pool has started and not ended");
        let operations: Vec<_> = self.actions.drain().collect();
        for operation in operations {
            self.start(operation);
        }
    }

    fn start(&mut self, operation: OwnedOperation<Caller>) {
        if let OwnedOperation::CreateWorker(CreateWorker { role, child, .. }) = operation {
            let worker = WorkerIncarnation { recipient: 0, evidence: 0 };
            let (attempt, plan) = (0, ());
            self.tell(PoolInput::WorkerBirthResolved(WorkerBirthResolution::Committed {
                role,
                child,
                worker,
                attempt,
                plan,
            }));
            let worker = WorkerReference { role, child, evidence: 0 };
            let result = InitializationResult::ReadyForActivation { permit: (), plan: () };
            self.tell(PoolInput::InitializationSettled(InitializationSettlement {
                worker,
                attempt,
                result,
            }));
        } else if let OwnedOperation::BeginWorkerActivation(begin) = operation {
            let BeginWorkerActivation { child, ticket, .. } = begin;
            let worker = WorkerReference { role: child.position() as u32, child, evidence: 0 };
            let result = Settlement::Accepted;
            self.tell(PoolInput::ActivationBeginSettled(ActivationBeginSettlement {
                worker: worker.clone(),
                ticket,
                result,
            }));
            let result = ActivationResult::Ready;
            self.tell(PoolInput::WorkerReady(WorkerReadyFact { worker, ticket, result }));
        }
    }

    /// One step on the measured path: commands are kept, everything else is looked at and dropped.
    fn step(&mut self, input: PoolInput<Caller>) {
        assert!(self.pool.step(input, &mut self.actions).is_ok(), "the pool is operating");
        for operation in self.actions.drain() {
            if let OwnedOperation::DeliverAssignment(delivery) = operation {
                let DeliverAssignment { child, assignment, command } = delivery;
                if let Some(place) = self.held.get_mut(child.position()) {
                    *place = Some((child, assignment, command));
                }
            } else {
                black_box(operation.lane());
            }
        }
    }

    fn submit(&mut self) {
        self.request += 1;
        let (request, payload, customer) = (self.request, self.request, 3);
        self.step(PoolInput::Submit(Submission { request, payload, customer }));
    }

    /// The delivery to the next worker is accepted and its job completed.
    fn finish_next(&mut self) {
        if let Some((child, assignment, command)) = self.held[self.turn].take() {
            let result = Settlement::Accepted;
            self.step(PoolInput::AssignmentSettled(AssignmentSettlement {
                child,
                assignment,
                result,
            }));
            let (payload, authority) = command.accept();
            let completion = authority.complete(payload);
            self.step(PoolInput::WorkerCompleted(WorkerCompleted { child, completion }));
        }
        self.turn = if self.turn + 1 == self.held.len() { 0 } else { self.turn + 1 };
    }

    fn cycle(&mut self) {
        self.submit();
        self.finish_next();
    }

    /// Cycles for one round; answers nanoseconds a cycle.
    fn round(&mut self) -> f64 {
        let (start, mut cycles) = (Instant::now(), 0);
        while start.elapsed() < ROUND {
            for _ in 0..CYCLES_PER_CLOCK_READ {
                self.cycle();
            }
            cycles += CYCLES_PER_CLOCK_READ;
        }
        start.elapsed().as_secs_f64() * 1e9 / cycles as f64
    }
}

/// One shape: so many roles, all busy, and so many jobs waiting.
struct Shape {
    name: &'static str,
    roles: u32,
    queued: usize,
}

const SHAPES: [Shape; 3] = [
    Shape { name: "1 role, backlog 0", roles: 1, queued: 0 },
    Shape { name: "4 roles, 16 queued", roles: 4, queued: 16 },
    Shape { name: "10,000 roles, 1,000,000 queued", roles: 10_000, queued: 1_000_000 },
];

/// Opens a shop of one shape and measures what it allocates: bytes a role and bytes a queued job.
fn open(shape: &Shape) -> (Shop, f64, f64) {
    let region = Region::new(ALLOCATOR);
    let mut shop = Shop::open(shape.roles, shape.queued + 1);
    let held = shop.held.capacity() * size_of_val(&shop.held[0]);
    let bytes = live(&region) - held as f64;
    let per_role = bytes / f64::from(shape.roles);
    if shape.queued > 0 {
        (0..shape.roles).for_each(|_| shop.submit());
    }
    let region = Region::new(ALLOCATOR);
    (0..shape.queued).for_each(|_| shop.submit());
    let own = size_of::<u64>() + size_of::<u32>();
    let per_job = live(&region) / shape.queued.max(1) as f64 - own as f64;
    (shop, per_role, per_job)
}

fn live(region: &Region<'_, System>) -> f64 {
    let change = region.change();
    change.bytes_allocated as f64 - change.bytes_deallocated as f64
}

/// Allocations of one hundred thousand cycles on the steady path.
fn allocations(shop: &mut Shop) -> usize {
    let region = Region::new(ALLOCATOR);
    (0..100_000).for_each(|_| shop.cycle());
    region.change().allocations
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let mut shops: Vec<_> = SHAPES.iter().map(|shape| (shape, open(shape))).collect();
    let mut rounds = vec![Vec::new(); SHAPES.len()];
    for _ in 0..ROUNDS {
        for (rounds, (_, (shop, ..))) in rounds.iter_mut().zip(&mut shops) {
            rounds.push(shop.round());
        }
    }
    let costs: Vec<f64> = rounds.into_iter().map(median).collect();
    println!(
        "{:<32} {:>9} {:>12} {:>7} {:>7} {:>9} {:>12}",
        "shape", "ns/cycle", "cycles/s", "ratio", "allocs", "bytes/job", "bytes/role"
    );
    for (cost, (shape, (shop, per_role, per_job))) in costs.iter().zip(&mut shops) {
        let per_job = if shape.queued == 0 { "-".to_owned() } else { format!("{per_job:.1}") };
        println!(
            "{:<32} {cost:>9.1} {:>12.0} {:>7.2} {:>7} {per_job:>9} {per_role:>12.1}",
            shape.name,
            1e9 / cost,
            cost / costs[0],
            allocations(shop),
        );
    }
    println!("allocs: allocations of 100,000 cycles; bytes: beyond the caller's own values");
    println!("bytes/role of the last shape is a member's; the first two also carry the pool's own");
}
