//! The caller's own types, in one place.

use super::OperationId;
use crate::proxy::ProxyProtocol;
use core::fmt::Debug;

/// Everything about a dynamic supervisor that its application and its host choose.
///
/// Values without a `Clone` bound are affine here: the supervisor moves them and never copies them.
/// Cloning and comparing the others must not panic.
pub trait SupervisorProtocol: Debug + Sized {
    /// Names a service to its managers. Management identity only: no route and no proof of
    /// freshness.
    type Key: Clone + Ord + Debug;
    /// The stable proxies that the supervisor delegates to. Their tickets are its operations.
    type Service: ProxyProtocol<Ticket = OperationId>;
    /// The capability of one stable proxy: all that outsiders can route to, and the source that its
    /// facts name.
    type Proxy: Clone + Ord + Debug;
    /// Why a proxy stopped.
    type ProxyStop: Debug;
    /// Why a creation was rejected.
    type CreationRejection: Debug;
    /// Why an operation was rejected or not attempted; a plain value.
    type Reason: Clone + Eq + Debug;
    /// Where one command's reply goes; used once.
    type ReplyRoute: Debug;
    /// The one durable route of lifecycle values.
    type LifecycleRoute: LifecycleCapability<Protocol = Self>;
    /// The route of diagnostics.
    type DiagnosticRoute: Clone + Debug;
}

/// The typed capability that lifecycle values go to. It names the protocol, so that the canonical
/// constructor infers every type from its arguments. Cloning it must not panic.
pub trait LifecycleCapability: Clone + Debug {
    /// The protocol whose lifecycle it takes.
    type Protocol: SupervisorProtocol<LifecycleRoute = Self>;
}
