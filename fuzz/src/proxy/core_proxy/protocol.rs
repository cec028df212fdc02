//! The core proxy's protocol in this workspace: every owned value is a witness.

use crate::custody;
use crate::proxy::observation::{Incarnation, Ticket};
use crate::proxy::values::Kind;
use actor_laws::proxy::ProxyProtocol;

/// A real value.
pub(super) type Witness = custody::Witness<Kind>;

/// Witnesses in all places that own something, plain numbers in all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witnessed;

impl ProxyProtocol for Witnessed {
    type Ticket = Ticket;
    type Worker = Witness;
    type Plan = Witness;
    type Incarnation = Incarnation;
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
