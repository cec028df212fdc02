//! The dynamic supervisor: a bounded, keyed table of services, each behind one stable proxy.

mod authority;
mod construction;
mod diagnostic;
mod identity;
mod input;
mod lifecycle;
mod operation;
mod policy;
mod protocol;
mod reply;
mod retirement;

pub use authority::CancelAuthority;
pub use construction::{SupervisorCorrelations, ZeroDeadline};
pub use diagnostic::*;
pub use identity::*;
pub use input::*;
pub use lifecycle::*;
pub use operation::*;
pub use policy::*;
pub use protocol::{LifecycleCapability, SupervisorProtocol};
pub use reply::*;
pub use retirement::*;
