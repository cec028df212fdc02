//! One step of a scenario: what the host does next.
//!
//! Opcodes are append-only: a number is never reused or moved. Operands are taken modulo what is
//! there when the step runs, so a step keeps a meaning wherever it stands.

pub use crate::script::STEP_BYTES;

/// What a step does. The discriminant is the opcode; a byte above the last one is taken modulo the
/// number of opcodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Opcode {
    /// The host settles its oldest obligation in the way that lets the pool go on (operands unused).
    SettleOldest = 0,
    /// Settles obligation `a` with outcome `b` (0: accepted; others: each rejection that its kind knows),
    /// `c`: reason or detail.
    Settle = 1,
    /// Submits a job: `a` customer route, `b` how many clones panic (0 for most values), `c` unused.
    Submit = 2,
    /// Worker `a` stops: `b` class and how its tick relates to now, `c` ticks that pass before.
    StopWorker = 3,
    /// The worker that holds command `a` completes it.
    Complete = 4,
    /// Activation `a` that has begun ends: `b` ready or rejected, `c` reason.
    FinishActivation = 5,
    /// Restart timer `a` elapses, scheduled or not (`b` chooses among accepted only or all).
    ElapseRestartTimer = 6,
    /// The drain deadline elapses, settled or not.
    ElapseDeadline = 7,
    /// Shutdown.
    Shutdown = 8,
    /// Time passes: `a` ticks shifted left by `b` modulo 64 (saturating).
    AdvanceTime = 9,
    /// The next batch is cut at place `a`; `b`: the rest is applied later, or settled as rejections.
    CutBatch = 10,
    /// Repeats remembered fact `a` (the most recent ones are kept) with fresh values.
    Repeat = 11,
    /// Tells the fact that would settle obligation `a`, with field `b` replaced by wrong value `c`
    /// (another live one, a lately dead one, a foreign one).
    Distort = 12,
    /// Aims a fact of kind `b` at role `a`'s live identity whether or not it waits for one; `c` varies
    /// outcome and fields.
    WrongKind = 13,
    /// A genuine duplicate: the twin's worker completes assignment `a`, and this pool is told.
    TwinCompletion = 14,
    /// The unsettled delivery `a` is rejected with the twin's command.
    TwinReturn = 15,
    /// A completion of the foreign pool, or of a namesake, is told for worker `a`.
    ForeignCompletion = 16,
    /// The unsettled delivery `a` is rejected with the foreign pool's command, or a namesake's, or with
    /// another assignment's (`b`).
    ForeignReturn = 17,
    /// Initialize, again or for the first time.
    Initialize = 18,
    /// The host withholds obligation `a` until the recovery phase.
    Withhold = 19,
    /// The worker of role `a` reports a completion with its own old authority that came back, if
    /// the host holds one.
    StaleCompletion = 20,
}

/// Every opcode, in number order.
pub const OPCODES: [Opcode; 21] = [
    Opcode::SettleOldest,
    Opcode::Settle,
    Opcode::Submit,
    Opcode::StopWorker,
    Opcode::Complete,
    Opcode::FinishActivation,
    Opcode::ElapseRestartTimer,
    Opcode::ElapseDeadline,
    Opcode::Shutdown,
    Opcode::AdvanceTime,
    Opcode::CutBatch,
    Opcode::Repeat,
    Opcode::Distort,
    Opcode::WrongKind,
    Opcode::TwinCompletion,
    Opcode::TwinReturn,
    Opcode::ForeignCompletion,
    Opcode::ForeignReturn,
    Opcode::Initialize,
    Opcode::Withhold,
    Opcode::StaleCompletion,
];

/// One step.
pub type Step = crate::script::Step<Opcode>;

/// A set of opcodes.
pub type OpcodeMask = crate::script::OpcodeMask<Opcode>;
