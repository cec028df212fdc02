//! The caller's own types, in one place.

use core::fmt::Debug;

/// Everything about a stable proxy that its application and its host choose.
///
/// Values without a `Clone` bound are affine here: the proxy moves them and never copies them. Cloning
/// and comparing the others must not panic.
pub trait ProxyProtocol: Debug + Sized {
    /// The structural owner's correlation of one install or replacement; opaque here, it comes back
    /// with the outcome.
    type Ticket: Clone + Eq + Debug;
    /// A complete owned worker definition.
    type Worker: Debug;
    /// The activation work of one worker.
    type Plan: Debug;
    /// The host's name for one committed worker, and the proxy's route to it. It never leaves in a
    /// report. The host promises that it is fresh.
    type Incarnation: Clone + Eq + Debug;
    /// The host's correlation of one initialization.
    type InitializationAttempt: Clone + Eq + Debug;
    /// The one-shot permit of a successful initialization.
    type Permit: Debug;
    /// What a rejected initialization leaves.
    type InitializationFailure: Debug;
    /// What proves that a worker is ready.
    type Proof: Debug;
    /// What a rejected activation leaves.
    type ActivationRejection: Debug;
    /// Why a worker stopped.
    type Stop: Debug;
    /// Why the host rejected an operation.
    type Rejection: Debug;
    /// Who sent a service command.
    type Sender: Debug;
    /// A service command.
    type Command: Debug;
}
