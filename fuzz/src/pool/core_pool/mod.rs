//! The core's pool as a pool under test: plain data outside, real values and opaque correlations
//! inside.
//!
//! Rules: every value that the pool is told is a fresh [`Witness`](crate::pool::custody::Witness) of its
//! tag. What the pool emits is shown in plain form and then belongs to the host: its real values are
//! discarded silently, except for affine tokens, which are kept until the host asks for them.

mod batch;
mod definition;
mod fact;
mod ids;
mod input;
mod keep;
mod law_name;
mod protocol;
mod recycle;
mod residual;
mod show;
mod state;

pub use keep::Token;
pub use protocol::{Factory, FactoryRejected, Payload, Request, Witnessed};

use crate::pool::custody::{ClonePanic, Ledger};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{
    Command, Completion, ConstructionFailure, Id, Origin, PoolSetup, PoolView, Said, Tag, Told,
    Verdict,
};
use crate::verdict::LawBreach;
use actor_laws::Fold;
use actor_laws::correlation::InstanceId;
use actor_laws::pool::{self as core, FifoPool, PoolActions, SourceCustody};
use ids::Registers;
use input::Maker;
use keep::Keep;
use recycle::{Recyclable, Recycled, Shelf};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

type Operation = core::OwnedOperation<Witnessed>;

/// An input that is handed back is the input that was told.
pub const HANDED_BACK_WHOLE: &str = "handed-back-whole";
/// Settling a batch loses, reorders and invents no operation.
pub const BATCH_SETTLEMENT: &str = "batch-settlement-whole";
/// A product says the same however it is read: whole, lane by lane, asked whether it is empty, and by comparing
/// its requests.
pub const PRODUCT_READS_ALIKE: &str = "product-reads-alike";
/// A pool says the same of itself however it is asked: its jobs one by one and their count.
pub const STATE_READS_ALIKE: &str = "state-reads-alike";
/// A step that unwound has written no product.
pub const NO_PRODUCT: &str = "undone-step-has-no-product";

/// One pool of the core.
#[derive(Debug)]
pub struct CorePool {
    pool: FifoPool<Witnessed>,
    actions: PoolActions<Witnessed>,
    ledger: Rc<Ledger>,
    seat: Origin,
    books: Recycled<Books>,
}

/// What the adapter knows beside the pool.
#[derive(Debug, Default)]
struct Books {
    ids: Registers,
    keep: Keep,
    /// Completions that were told, by their outputs; the newest last.
    completions: Vec<Completion>,
    /// The birth evidence of each initialized worker, the newest last.
    evidence: Vec<(Id, u32)>,
}

thread_local! {
    static SHELF: Shelf<Books> = const { Shelf::new() };
}

impl Recyclable for Books {
    fn clear(&mut self) {
        self.ids.clear();
        self.keep.clear();
        self.completions.clear();
        self.evidence.clear();
    }

    fn shelf() -> &'static std::thread::LocalKey<Shelf<Self>> {
        &SHELF
    }
}

impl PoolUnderTest for CorePool {
    type Token = Token;

    fn construct(
        setup: &PoolSetup,
        seat: Origin,
        ledger: Rc<Ledger>,
    ) -> Result<Self, ConstructionFailure> {
        let definition = definition::of(setup, seat, &ledger);
        let instance = InstanceId(u64::from(setup.identity));
        let pool = FifoPool::construct(instance, definition).map_err(definition::failure)?;
        Ok(Self { pool, actions: PoolActions::default(), ledger, seat, books: Recycled::take() })
    }

    fn meet(&mut self, other: &Self) {
        self.books.ids.meet(&other.books.ids);
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        if let Told::Completed { completion, .. } = *told {
            self.books.completions.push(completion);
        }
        let Self { pool, actions, ledger, seat, books } = self;
        let maker = Maker { ledger, seat: *seat, ids: &books.ids };
        // The input is made where it is moved from: it is large.
        let step = AssertUnwindSafe(|| pool.step(maker.input(told, token), actions));
        match catch_unwind(step) {
            Ok(Ok(())) => self.conclude(told, cut, said),
            Ok(Err(refused)) => self.take_back(refused.input, told),
            Err(panic) if panic.is::<ClonePanic>() => self.unwound(),
            Err(panic) => resume_unwind(panic),
        }
    }

    fn take_command(&mut self, command: &Command) -> Option<Token> {
        self.books.keep.take_command(command.assignment)
    }

    fn complete(&mut self, command: &Command, output: Tag) -> Option<Token> {
        self.books.keep.complete(command.assignment, output, &self.ledger, self.seat)
    }

    fn take_completion(&mut self, completion: &Completion) -> Option<Token> {
        self.books.keep.take_completion(completion.output)
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        self.pool.check().map_err(|violation| {
            LawBreach::new(law_name::of(violation.law), violation.to_string())
        })?;
        let (counted, told) = (self.pool.queue().count(), self.pool.queued());
        if counted == told {
            return Ok(());
        }
        Err(LawBreach::new(STATE_READS_ALIKE, format!("{counted} jobs wait, {told} are told")))
    }

    fn view(&self, view: &mut PoolView) {
        state::show(&self.pool, view);
    }

    fn dismantle(self) -> Option<Tag> {
        let Self { pool, books, ledger, .. } = self;
        ledger.silently(|| drop(books));
        let ended = pool.into_ended().ok()?;
        match definition::source_of(ended.definition.recovery)? {
            SourceCustody::Home(source) => Some(source.release()),
            SourceCustody::Lent => None,
        }
    }
}

impl CorePool {
    /// A clone panicked: nothing was said, and the buffer must know nothing of the step.
    fn unwound(&self) -> Result<Verdict, LawBreach> {
        if self.actions.is_empty() {
            return Ok(Verdict::Unwound);
        }
        Err(LawBreach::new(NO_PRODUCT, format!("{:?}", self.actions)))
    }

    /// The input comes back; it must be the one that was told.
    fn take_back(
        &mut self,
        input: core::PoolInput<Witnessed>,
        told: &Told,
    ) -> Result<Verdict, LawBreach> {
        let back = self.told(&input, told);
        self.books.keep.stow_input(input, told, &self.ledger);
        if back == *told {
            return Ok(Verdict::HandedBack);
        }
        Err(LawBreach::new(HANDED_BACK_WHOLE, format!("told {told:?}, handed back {back:?}")))
    }

    /// Takes down what the pool has issued, to recognise it when it is told back.
    fn note(&mut self, operation: &Operation) {
        match operation {
            Operation::CreateWorker(create) => {
                self.books.ids.children.note(ids::child(create.child), create.child);
            }
            Operation::BeginWorkerActivation(begin) => {
                self.books.ids.tickets.note(ids::ticket(begin.ticket), begin.ticket);
            }
            Operation::DeliverAssignment(deliver) => {
                let assignment = deliver.assignment;
                self.books.ids.assignments.note(ids::assignment(assignment), assignment);
            }
            Operation::PrepareWorker(prepare) => {
                self.books.ids.recoveries.note(ids::recovery(prepare.ticket), prepare.ticket);
            }
            Operation::ScheduleRestart(schedule) => self.note_timer(schedule.timer),
            Operation::ScheduleDrainDeadline(schedule) => self.note_timer(schedule.timer),
            Operation::ShutdownWorker(shutdown) => {
                let id = shutdown.correlation.id;
                self.books.ids.shutdowns.note(ids::shutdown(id), id);
            }
            Operation::ObserveWorkerCreation { .. }
            | Operation::ObserveWorkerStop { .. }
            | Operation::InitializeWorker(_)
            | Operation::CancelWorkerActivation { .. }
            | Operation::DeliverAdmission { .. }
            | Operation::DeliverCustomerTerminal { .. }
            | Operation::TransferRejectedFact { .. }
            | Operation::DeliverDiagnostic { .. }
            | Operation::TransferTerminalDiagnostic { .. }
            | Operation::TransferDrainResidual { .. }
            | Operation::ReportCompletionToParent { .. } => {}
        }
    }

    fn note_timer(&mut self, timer: core::TimerCorrelation) {
        self.books.ids.timers.note(ids::timer(timer).generation, timer);
    }

    /// The evidence that the worker of this nonce was initialized with.
    fn evidence_of(&self, child: Id) -> u32 {
        let known = self.books.evidence.iter().rfind(|(known, _)| *known == child);
        known.map_or(0, |(_, evidence)| *evidence)
    }
}
