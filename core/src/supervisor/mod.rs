//! The dynamic supervisor: a bounded, keyed table of services, each behind one stable proxy.

mod allocation;
mod applied;
mod authority;
mod authorization;
mod birth;
mod command;
mod construction;
mod context;
mod deadline;
mod definition;
mod diagnostic;
mod ending;
mod fact;
mod identity;
mod input;
pub mod invariants;
mod lifecycle;
mod machine;
mod operation;
mod outcome;
mod phase;
mod policy;
mod protocol;
mod proxy_exit;
mod receipt;
mod reply;
mod retirement;
mod shutdown;
mod table;
mod transition;
mod view;
mod worker_exit;

pub use applied::AppliedOperation;
pub use authority::CancelAuthority;
pub use construction::{SupervisorCorrelations, ZeroDeadline};
pub use definition::{SupervisorDefinition, dynamic};
pub use diagnostic::*;
pub use ending::cancelling::Cancelling;
pub use ending::drain::{ShutdownCause, ShutdownDrain};
pub use ending::owed::{
    ArrivedResult, Born, Custody, EmittedChange, EmittedInput, RejectedShutdown, ShutdownResult,
    Unborn, WorkerResult,
};
pub use ending::retiring::{AfterDeath, Retiring};
pub use ending::stop::{StopOfAvailable, StopOfStart};
pub use ending::{DrainPhase, Ending, Owing};
pub use identity::*;
pub use input::*;
pub use lifecycle::*;
pub use machine::{DynamicSupervisor, EndedSupervisor, ForcedRetirement, UnresolvedEntry};
pub use operation::*;
pub use phase::{EmptyReason, LastOperation, ServiceState};
pub use policy::*;
pub use protocol::{LifecycleCapability, SupervisorProtocol};
pub use reply::*;
pub use retirement::*;
pub use view::*;
