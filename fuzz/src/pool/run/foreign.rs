//! The foreign pool: another identity, brought to where it has issued one of everything.
//!
//! Its setup is the judged one made generous: same role labels first, same first ordinals, so its
//! correlations look like the judged pool's in everything but the identity. It is never judged.

use crate::pool::custody::Ledger;
use crate::pool::host::{ForeignStock, ForeignWorker, IdKind};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{
    Command, DiagnosticPolicy, DrainPolicy, Eligibility, Id, Interruption, Lease, Origin,
    PoolSetup, Reaction, Role, Said, SequencePlan, Sequences, Stop, StopClass, Tag, Timing, Told,
    Worker,
};
use std::rc::Rc;

/// Tags of the foreign pool's values start here, far above the judged pool's.
const FOREIGN_TAGS: Tag = 1 << 30;
/// Workers that get a job; one more is recovered, and one more fails before it is ready.
const WORKING: usize = 3;
/// All of them.
const WORKERS: usize = WORKING + 2;

/// Builds and drives the foreign pool; enters what it has issued into `stock`.
pub(super) fn prime<M: PoolUnderTest>(
    setup: &PoolSetup,
    ledger: &Rc<Ledger>,
    stock: &mut ForeignStock,
    said: &mut Vec<Said>,
) -> Option<M> {
    let setup = generous(setup);
    let machine = M::construct(&setup, Origin::Foreign, Rc::clone(ledger)).ok()?;
    let mut driver = Driver::new(machine, stock, said);
    driver.drive()?;
    Some(driver.machine)
}

/// Leads a machine that is not judged.
pub(super) struct Driver<'a, M> {
    pub(super) machine: M,
    stock: &'a mut ForeignStock,
    said: &'a mut Vec<Said>,
    next_tag: Tag,
}

impl<'a, M: PoolUnderTest> Driver<'a, M> {
    pub(super) fn new(
        machine: M,
        stock: &'a mut ForeignStock,
        said: &'a mut Vec<Said>,
    ) -> Driver<'a, M> {
        Driver { machine, stock, said, next_tag: FOREIGN_TAGS }
    }

    fn drive(&mut self) -> Option<()> {
        let workers = self.create();
        for (index, (role, child)) in workers.into_iter().enumerate() {
            let worker = Worker { role, child, evidence: index as u32 + 1 };
            self.bring_up(index, worker)?;
        }
        Some(())
    }

    /// Starts the machine; the workers that it wants, in the order of their roles.
    pub(super) fn create(&mut self) -> Vec<(Role, Id)> {
        self.tell(Told::Initialize);
        let created = self.said.iter().filter_map(|said| {
            let Said::CreateWorker { role, child, .. } = *said else { return None };
            Some((role, child))
        });
        created.collect()
    }

    fn bring_up(&mut self, index: usize, worker: Worker) -> Option<()> {
        let plan = self.bear(worker);
        if index > WORKING {
            self.fail(worker, plan);
            return Some(());
        }
        self.activate(worker, plan)?;
        if index == WORKING {
            return self.recover(worker);
        }
        let payload = self.tag();
        self.submit(payload);
        self.stock.worker = Some(ForeignWorker { worker, attempt: worker.evidence });
        Some(())
    }

    /// A worker is born; its plan.
    pub(super) fn bear(&mut self, worker: Worker) -> Tag {
        let Worker { role, child, evidence } = worker;
        let (recipient, plan, attempt) = (self.tag(), self.tag(), evidence);
        self.tell(Told::BirthCommitted { role, child, recipient, evidence, attempt, plan });
        plan
    }

    fn fail(&mut self, worker: Worker, plan: Tag) {
        let (attempt, settlement, reason) = (worker.evidence, self.tag(), 0);
        self.tell(Told::InitializationRejected { worker, attempt, settlement, plan, reason });
    }

    /// A worker that was born gets ready.
    pub(super) fn activate(&mut self, worker: Worker, plan: Tag) -> Option<()> {
        let (attempt, permit) = (worker.evidence, self.tag());
        self.tell(Told::InitializationReady { worker, attempt, permit, plan });
        let ticket = self.stock.issued.pick(IdKind::Ticket, 0)?;
        self.tell(Told::BeginAccepted { worker, ticket });
        self.tell(Told::Ready { worker, ticket });
        Some(())
    }

    pub(super) fn submit(&mut self, payload: Tag) {
        let request = self.tag();
        self.tell(Told::Submit { request, payload, clone_panics: 0, customer: 0 });
    }

    /// Stops a worker and has its replacement's timer set.
    fn recover(&mut self, worker: Worker) -> Option<()> {
        let stop = Stop { class: StopClass::Abnormal, at: 0, reason: self.tag() };
        self.tell(Told::Stopped { worker, stop });
        let ticket = self.stock.issued.pick(IdKind::Recovery, 0)?;
        let (source, submission) = (self.tag(), self.tag());
        self.tell(Told::Prepared { role: worker.role, ticket, source, submission });
        Some(())
    }

    fn tell(&mut self, told: Told) {
        self.said.clear();
        // It is not judged; a breach shows in what it has not issued.
        let _ = self.machine.step(&told, None, None, self.said);
        for said in &*self.said {
            self.stock.issued.note_said(said);
            if let Said::DeliverAssignment { command, .. } = said {
                self.stock.commands.push(Command { origin: Origin::Foreign, ..*command });
            }
        }
    }

    fn tag(&mut self) -> Tag {
        self.next_tag += 1;
        self.next_tag
    }
}

/// The same pool with another identity, as many roles as it has workers, and plenty of everything.
pub(super) fn generous(setup: &PoolSetup) -> PoolSetup {
    let mut roles = setup.roles;
    let declared = setup.roles().len();
    let mut label: Role = 0;
    for place in declared..WORKERS {
        while roles[..place].contains(&label) {
            label += 1;
        }
        roles[place] = label;
    }
    PoolSetup {
        identity: setup.identity.wrapping_add(1),
        roles,
        role_count: WORKERS as u8,
        activation_limit: 1,
        eligibility: Eligibility::Permanent,
        reaction: Reaction::RetireRole,
        budget_charges_max: 8,
        budget_window: 0,
        timing: Timing::Constant { delay: 1 },
        recovery_ordinal_max: u32::MAX,
        backlog_capacity: 0,
        interruption: Interruption::Fail,
        drain: DrainPolicy::WaitForActorGraph,
        diagnostics: DiagnosticPolicy::DeliverTo { route: 0 },
        sequences: plenty(&setup.sequences),
        factory_rejects_at: None,
    }
}

/// Endless sequences with the same first ordinals.
fn plenty(sequences: &Sequences) -> Sequences {
    let from = |plan: SequencePlan| SequencePlan {
        lease: Lease { first: plan.lease.first.min(1 << 63), last: u64::MAX },
        renewal: None,
    };
    Sequences {
        job: from(sequences.job),
        admission: from(sequences.admission),
        assignment: from(sequences.assignment),
        completion: from(sequences.completion),
        activation: from(sequences.activation),
        recovery: from(sequences.recovery),
        birth: from(sequences.birth),
        timer: from(sequences.timer),
        shutdown: from(sequences.shutdown),
        diagnostic: from(sequences.diagnostic),
    }
}
