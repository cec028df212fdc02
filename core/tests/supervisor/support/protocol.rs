//! The test protocol: one tagged value a kind. Affine values print with a `#`, which the custody check
//! counts; what may be copied prints without one.

use actor_laws::proxy::ProxyProtocol;
use actor_laws::supervisor::{LifecycleCapability, OperationId, SupervisorProtocol};
use std::fmt;

macro_rules! tagged {
    ($($(#[$doc:meta])* $name:ident = $mark:literal: $($derive:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive($($derive),*)]
        pub(crate) struct $name(pub(crate) u64);

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!($mark, "{}"), self.0)
            }
        }
    )*};
}

tagged! {
    Proxy = "x": Clone Copy PartialEq Eq PartialOrd Ord;
    Reason = "no": Clone Copy PartialEq Eq;
    Incarnation = "i": Clone PartialEq Eq;
    Attempt = "t": Clone PartialEq Eq;
    Answer = "r#":;
    ProxyStop = "died#":;
    Refusal = "unborn#":;
    Worker = "worker#":;
    Plan = "plan#":;
    Permit = "permit#":;
    Failure = "failure#":;
    Proof = "proof#":;
    Rejection = "rejection#":;
    Stop = "stop#":;
    Sender = "sender#":;
    Command = "command#":;
}

/// A service's name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(pub(crate) &'static str);

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

/// The lifecycle's route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life;

/// The diagnostics' route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Desk;

#[derive(Debug)]
pub(crate) enum Served {}

#[derive(Debug)]
pub(crate) enum Test {}

impl ProxyProtocol for Served {
    type Ticket = OperationId;
    type Worker = Worker;
    type Plan = Plan;
    type Incarnation = Incarnation;
    type InitializationAttempt = Attempt;
    type Permit = Permit;
    type InitializationFailure = Failure;
    type Proof = Proof;
    type ActivationRejection = Rejection;
    type Stop = Stop;
    type Rejection = Reason;
    type Sender = Sender;
    type Command = Command;
}

impl SupervisorProtocol for Test {
    type Key = Key;
    type Service = Served;
    type Proxy = Proxy;
    type ProxyStop = ProxyStop;
    type CreationRejection = Refusal;
    type Reason = Reason;
    type ReplyRoute = Answer;
    type LifecycleRoute = Life;
    type DiagnosticRoute = Desk;
}

impl LifecycleCapability for Life {
    type Protocol = Test;
}
