//! The correlations that a supervisor issues, one type a kind. None of them authorizes anything.
//!
//! ```compile_fail,E0451
//! # use actor_laws::{correlation::InstanceId, supervisor::OperationId};
//! fn forge() -> OperationId {
//!     OperationId { instance: InstanceId(1), ordinal: 1 }
//! }
//! ```
//! ```compile_fail,E0308
//! # use actor_laws::supervisor::{Generation, StopId};
//! fn mix(generation: Generation, stop: StopId) -> bool {
//!     generation == stop
//! }
//! ```

use crate::correlation::correlation;

correlation! {
    /// Names one life of an entry. A key that is used again gets a fresh one.
    Generation, "generation"
}
correlation! {
    /// Names one proxy creation.
    ProxyCreationId, "creation"
}
correlation! {
    /// Names one accepted start or replacement; the order of operations is the order of
    /// authorization. As evidence it cannot cancel.
    OperationId, "operation"
}
correlation! {
    /// Names one accepted explicit stop.
    StopId, "stop"
}
correlation! {
    /// Names the drain deadline's timer.
    DeadlineId, "deadline"
}
correlation! {
    /// Names one delivered diagnostic.
    DiagnosticId, "diagnostic"
}
