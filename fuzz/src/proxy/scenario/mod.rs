//! Scenarios: what a script can ask of the lifecycle host, and how a proxy can be built.

mod emphasis;
mod supply;

pub use emphasis::{SERVICE, SHUTDOWN};

use crate::proxy::observation::ProxySetup;
use crate::script::{self, COMPANY, Field, Header, Script, Words};

crate::opcodes! {
    /// What a step does.
    pub enum Opcode {
        /// The host settles its oldest obligation in way `a`; 0 is the one that lets the proxy go on.
        SettleOldest = "settle-oldest", Progress, [Outcome("way"), Unused, Unused];
        /// Settles obligation `a` in way `b`.
        Settle = "settle", Progress, [Index("obligation"), Outcome("way"), Unused];
        /// Settles an obligation of kind `a` in way `b`, number `c` of them.
        SettleKind = "settle-kind", Progress, [Any("kind"), Outcome("way"), Index("obligation")];
        /// A client sends a command.
        Serve = "serve", Event, [Unused, Unused, Unused];
        /// The owner installs the first worker.
        Install = "install", Event, [Unused, Unused, Unused];
        /// The owner replaces the worker.
        Replace = "replace", Event, [Unused, Unused, Unused];
        /// The owner ends the proxy.
        Shutdown = "shutdown", Suppressor, [Unused, Unused, Unused];
        /// Live worker `a` is gone, `b` ticks later.
        ExitWorker = "exit-worker", Event, [Index("worker"), Ticks("ticks"), Unused];
        /// Tells the fact again that was told `a` facts ago, with fresh values.
        Repeat = "repeat", Fault, [Index("ago"), Unused, Unused];
        /// Tells the fact that would settle obligation `a`, with field `b` replaced by `c`.
        Distort = "distort", Fault, [Index("obligation"), Any("field"), Any("value")];
        /// Aims a fact of kind `b` at worker `a`, counted from the newest, in variant `c`.
        WrongFact = "wrong-fact", Fault, [Index("worker"), Any("kind"), Any("variant")];
        /// Aims a fact of kind `b` at the worker of another proxy, in variant `c`.
        ForeignFact = "foreign-fact", Fault, [Unused, Any("kind"), Any("variant")];
        /// The owner uses ticket `a` again, for a replacement or (odd `b`) an install.
        ReplayTicket = "replay-ticket", Fault, [Index("ticket"), Any("control"), Unused];
        /// The next batch is cut at `a`; an odd `b` refuses the rest as well.
        CutBatch = "cut-batch", Fault, [Index("place"), Any("rest"), Unused];
        /// Time passes: `a` ticks, shifted left by `b`.
        AdvanceTime = "advance-time", Event, [Ticks("ticks"), Shift("shift"), Unused];
        /// Obligation `a` is not looked at before it is released, at the latest by the recovery phase.
        Withhold = "withhold", Fault, [Index("obligation"), Unused, Unused];
        /// Nothing is withheld any more.
        Release = "release", Event, [Unused, Unused, Unused];
        /// The host settles its oldest obligation as one of the failures that its kind knows.
        FailOldest = "fail-oldest", Event, [Any("way"), Unused, Unused];
    }
}

/// One step.
pub type Step = script::Step<Opcode>;

/// A scenario of a stable proxy.
pub type Scenario = script::Scenario<ProxyScript>;

/// The scripts of a stable proxy.
#[derive(Debug)]
pub struct ProxyScript;

/// Where fields stand.
pub(super) mod at {
    pub(in crate::proxy) const COMPANY: usize = 0;
    pub(in crate::proxy) const IDENTITY: usize = 1;
    pub(in crate::proxy) const CREATIONS: usize = 2;
    pub(in crate::proxy) const ACTIVATIONS: usize = 3;
}

impl Script for ProxyScript {
    type Opcode = Opcode;
    type Setup = ProxySetup;

    const VERSION: u8 = 1;
    const HEADER_BYTES: usize = 16;
    const FIELDS: &'static [Field] = &[
        COMPANY,
        Field::new("identity", Words::Range(1, 200)).rarely(Words::Numbers(&[0, u32::MAX as u64])),
        Field::new("creations", Words::Names(supply::NAMES)),
        Field::new("activations", Words::Names(supply::NAMES)),
    ];

    fn setup(header: &Header<Self>) -> ProxySetup {
        ProxySetup {
            identity: u32::try_from(header.number(at::IDENTITY)).unwrap_or(u32::MAX),
            creations: supply::of(header.choice(at::CREATIONS)),
            activations: supply::of(header.choice(at::ACTIVATIONS)),
        }
    }
}
