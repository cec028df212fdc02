//! Scenarios: what a script can ask of the host between the machines, and how they can be built.

mod emphasis;

pub use emphasis::SERVICES;

use super::observation::ServicesSetup;
use crate::script::{self, COMPANY, Field, Header, Script, Words};
use crate::supervisor::observation::{ExitPolicy, SupervisorSetup, Supplies};
use crate::supervisor::scenario::supply;

crate::opcodes! {
    /// What a step does.
    pub enum Opcode {
        /// The host settles its oldest obligation in way `a`; 0 is the one that lets the services go on.
        SettleOldest = "settle-oldest", Progress, [Outcome("way"), Detail("reason"), Unused];
        /// Settles obligation `a` in way `b`.
        Settle = "settle", Progress, [Index("obligation"), Outcome("way"), Detail("reason")];
        /// Settles an obligation of kind `a` in way `b`, number `c` of them.
        SettleKind = "settle-kind", Progress, [Any("kind"), Outcome("way"), Index("obligation")];
        /// Settles an obligation that concerns proxy `a`, in way `b`, number `c` of them.
        SettleProxy = "settle-proxy", Progress, [Index("proxy"), Outcome("way"), Index("obligation")];
        /// A manager starts key `a`.
        Start = "start", Progress, [Index("key"), Unused, Unused];
        /// A manager replaces the worker of key `a`.
        Replace = "replace", Event, [Index("key"), Unused, Unused];
        /// A manager stops key `a`.
        Stop = "stop", Event, [Index("key"), Unused, Unused];
        /// A manager asks for key `a`.
        Query = "query", Event, [Index("key"), Unused, Unused];
        /// A manager calls a change back: authority `a`, counted from the newest.
        Cancel = "cancel", Event, [Index("authority"), Unused, Unused];
        /// The same, counted from the oldest.
        CancelOld = "cancel-old", Event, [Index("authority"), Unused, Unused];
        /// The global shutdown.
        Shutdown = "shutdown", Suppressor, [Unused, Unused, Unused];
        /// A client sends a command to proxy `a`, counted from the newest.
        Serve = "serve", Event, [Index("proxy"), Unused, Unused];
        /// Live worker `a` is gone, `b` ticks later.
        ExitWorker = "exit-worker", Event, [Index("worker"), Ticks("ticks"), Unused];
        /// The host ends proxy `a`, counted from the newest live one, or it is gone before its birth.
        EndProxy = "end-proxy", Event, [Index("proxy"), Unused, Unused];
        /// The next report of proxy `a` that has one cannot be delivered.
        LoseReport = "lose-report", Fault, [Index("proxy"), Unused, Unused];
        /// The next batch is cut at `a`; an odd `b` refuses the rest as well.
        CutBatch = "cut-batch", Fault, [Index("place"), Any("rest"), Unused];
        /// The drain deadline elapses.
        ElapseDeadline = "elapse-deadline", Event, [Unused, Unused, Unused];
        /// Time passes: `a` ticks, shifted left by `b`.
        AdvanceTime = "advance-time", Event, [Ticks("ticks"), Shift("shift"), Unused];
        /// Obligation `a` is not looked at before the recovery phase.
        Withhold = "withhold", Fault, [Index("obligation"), Unused, Unused];
    }
}

/// One step.
pub type Step = script::Step<Opcode>;

/// A scenario of services.
pub type Scenario = script::Scenario<ServicesScript>;

/// The scripts of a supervisor with its proxies.
#[derive(Debug)]
pub struct ServicesScript;

/// Where fields stand.
pub(super) mod at {
    pub(in crate::services) const IDENTITY: usize = 1;
    pub(in crate::services) const ENTRIES: usize = 2;
    pub(in crate::services) const ACTIVATIONS: usize = 3;
    pub(in crate::services) const UNEXPECTED_EXIT: usize = 4;
    pub(in crate::services) const DEADLINE: usize = 5;
    pub(in crate::services) const DIAGNOSTICS: usize = 6;
    pub(in crate::services) const KEYS: usize = 7;
    pub(in crate::services) const OPERATIONS: usize = 8;
    pub(in crate::services) const WORKER_CREATIONS: usize = 9;
    pub(in crate::services) const WORKER_ACTIVATIONS: usize = 10;
}

/// How a supply behaves; the words and their meaning are the supervisor's.
const SUPPLY: Words = crate::supervisor::scenario::SUPPLY;

impl Script for ServicesScript {
    type Opcode = Opcode;
    type Setup = ServicesSetup;

    const VERSION: u8 = 1;
    const HEADER_BYTES: usize = 24;
    const FIELDS: &'static [Field] = &[
        COMPANY,
        Field::new("identity", Words::Range(1, 200)),
        Field::new("entries", Words::Numbers(&[2, 1, 3, 4])).rarely(Words::Numbers(&[0])),
        Field::new("activations", Words::Numbers(&[1, 2, 3])).rarely(Words::Numbers(&[0])),
        Field::new("unexpected-exit", Words::Names(&["keep-empty", "retire"])),
        Field::new("drain-deadline", Words::Names(&["wait", "1", "20", "2^40"]))
            .rarely(Words::Names(&["zero"])),
        Field::new("diagnostics", Words::Names(&["deliver", "terminate"])),
        Field::new("keys", Words::Numbers(&[3, 1, 2, 4, 5])),
        Field::new("operations", SUPPLY),
        Field::new("worker-creations", SUPPLY),
        Field::new("worker-activations", SUPPLY),
    ];

    fn setup(header: &Header<Self>) -> ServicesSetup {
        let small = |place| u8::try_from(header.number(place)).unwrap_or(u8::MAX);
        let supplied = |place| supply(header.choice(place));
        let plenty = supply(0);
        ServicesSetup {
            supervisor: SupervisorSetup {
                entries: small(at::ENTRIES),
                activations: small(at::ACTIVATIONS),
                unexpected_exit: match header.choice(at::UNEXPECTED_EXIT) {
                    0 => ExitPolicy::KeepEmpty,
                    _ => ExitPolicy::Retire,
                },
                drain_deadline: deadline(header.choice(at::DEADLINE)),
                lifecycle_route: 0,
                diagnostics_route: (header.choice(at::DIAGNOSTICS) == 0).then_some(0),
                identity: u32::from(small(at::IDENTITY)),
                supplies: Supplies {
                    generations: plenty,
                    creations: plenty,
                    operations: supplied(at::OPERATIONS),
                    stops: plenty,
                    deadlines: plenty,
                    diagnostics: plenty,
                },
            },
            keys: small(at::KEYS),
            creations: supplied(at::WORKER_CREATIONS),
            activations: supplied(at::WORKER_ACTIVATIONS),
        }
    }
}

fn deadline(choice: usize) -> Option<u64> {
    [None, Some(1), Some(20), Some(1 << 40), Some(0)][choice]
}

/// The setup of the benign header.
pub fn benign_setup() -> ServicesSetup {
    ServicesScript::setup(&Header::benign())
}
