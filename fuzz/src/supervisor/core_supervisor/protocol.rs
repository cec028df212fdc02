//! The core supervisor's protocol in this workspace: every owned value is a witness.

use crate::custody;
use crate::supervisor::custody::Kind;
use crate::supervisor::observation::{Key, Proxy};
use actor_laws::proxy::ProxyProtocol;
use actor_laws::supervisor::{LifecycleCapability, OperationId, SupervisorProtocol};

/// A real value.
pub(super) type Witness = custody::Witness<Kind>;

/// The proxies that the supervisor delegates to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service;

impl ProxyProtocol for Service {
    type Ticket = OperationId;
    type Worker = Witness;
    type Plan = Witness;
    type Incarnation = u32;
    type InitializationAttempt = u32;
    type Permit = Witness;
    type InitializationFailure = Witness;
    type Proof = Witness;
    type ActivationRejection = Witness;
    type Stop = Witness;
    type Rejection = Witness;
    type Sender = Witness;
    type Command = Witness;
}

/// Witnesses in all places that own something, plain numbers in all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witnessed;

/// The route of lifecycle values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifecycleRoute(pub(super) u8);

impl LifecycleCapability for LifecycleRoute {
    type Protocol = Witnessed;
}

impl SupervisorProtocol for Witnessed {
    type Key = Key;
    type Service = Service;
    type Proxy = Proxy;
    type ProxyStop = Witness;
    type CreationRejection = Witness;
    type Reason = u8;
    type ReplyRoute = Witness;
    type LifecycleRoute = LifecycleRoute;
    type DiagnosticRoute = u8;
}
