//! Scenarios: plain-data scripts of what the lifecycle host does to a stable proxy.

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Opcode {
    /// The host settles its oldest obligation in way `a` (0: well).
    SettleOldest,
    /// Settles obligation `a` in way `b`.
    Settle,
    /// Settles an obligation of kind `a` in way `b`, number `c` of them.
    SettleKind,
    /// A client sends a command.
    Serve,
    /// The owner installs a worker.
    Install,
    /// The owner replaces the worker.
    Replace,
    /// The owner ends the proxy.
    Shutdown,
    /// Live worker `a` is gone, `b` ticks later.
    ExitWorker,
    /// Tells the fact again that was told `a` facts ago, with fresh values.
    Repeat,
    /// Tells the fact that would settle obligation `a`, with field `b` replaced by `c`.
    Distort,
    /// Aims a fact of kind `b` at worker `a`, in variant `c`.
    WrongFact,
    /// Aims a fact of kind `b` at the worker of another proxy, in variant `c`.
    ForeignFact,
    /// The owner uses an old ticket for another control.
    ReplayTicket,
    /// The next batch is cut at `a`; an odd `b` refuses the rest as well.
    CutBatch,
    /// Time passes: `a` ticks, shifted left by `b`.
    AdvanceTime,
    /// Obligation `a` is not looked at before the recovery phase.
    Withhold,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What to do.
    pub opcode: Opcode,
    /// First operand.
    pub a: u8,
    /// Second operand.
    pub b: u8,
    /// Third operand.
    pub c: u8,
}
