//! The core pool's protocol in this workspace: every owned value is a witness.

use crate::pool::custody::{Kind, Ledger, Witness};
use crate::pool::observation::{Origin, Role, initial_submission};
use actor_laws::pool::{PoolProtocol, WorkerFactory};
use std::rc::Rc;

/// Witnesses in all places that own something, plain numbers in all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witnessed;

impl PoolProtocol for Witnessed {
    type Role = Role;
    type Factory = Factory;
    type FactoryRejection = FactoryRejected;
    type Submission = Witness;
    type Source = Witness;
    type Recipient = Witness;
    type Evidence = u32;
    type InitializationAttempt = u32;
    type Permit = Witness;
    type Plan = Witness;
    type RejectedInitialization = Witness;
    type StopReason = Witness;
    type Rejection = u8;
    type Request = Request;
    type Payload = Payload;
    type CustomerRoute = u8;
    type Output = Witness;
    type DiagnosticRoute = u8;
}

/// A job. Its clone is the execution copy, and panics when it was told to.
#[derive(Debug)]
pub struct Payload(pub(super) Witness);

impl Clone for Payload {
    fn clone(&self) -> Self {
        Self(self.0.copy_for_execution())
    }
}

/// A caller's correlation. Only the record of a delivered answer clones it; the clone is no value.
#[derive(Debug)]
pub struct Request(pub(super) Witness);

impl Clone for Request {
    fn clone(&self) -> Self {
        Self(self.0.shadow())
    }
}

/// The initial factory: one submission a call, in declaration order.
#[derive(Debug)]
pub struct Factory {
    pub(super) ledger: Rc<Ledger>,
    pub(super) seat: Origin,
    pub(super) called: u8,
    pub(super) rejects_at: Option<u8>,
}

/// The factory was told to make no worker here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactoryRejected;

impl WorkerFactory<Witnessed> for Factory {
    fn submission(&mut self, _role: &Role) -> Result<Witness, FactoryRejected> {
        let position = self.called;
        self.called += 1;
        if self.rejects_at == Some(position) {
            return Err(FactoryRejected);
        }
        let tag = initial_submission(position);
        Ok(Witness::new(&self.ledger, self.seat, Kind::Submission, tag))
    }
}
