//! Freshness: no correlation of a kind is ever issued twice, and all carry the pool's identity.
//!
//! Ordinals of a kind grow from one action to the next, save those of births: a replacement's birth
//! is reserved when its timer is set and named when the timer elapses.

use super::{breach, hold};
use crate::pool::observation::{Admission, Id, PoolSetup, Said};
use crate::verdict::LawBreach;

/// No value is issued twice.
pub(super) const FRESH: &str = "fresh-correlations";

/// Kinds whose ordinals grow.
#[derive(Clone, Copy)]
enum Kind {
    Job,
    Ticket,
    Assignment,
    Recovery,
    Timer,
    Shutdown,
    Diagnostic,
}

const KINDS: usize = 7;

/// What was issued so far.
#[derive(Debug, Default)]
pub(super) struct Issue {
    latest: [Option<u64>; KINDS],
    births: Vec<u64>,
}

impl Issue {
    pub(super) fn reset(&mut self) {
        self.latest = [None; KINDS];
        self.births.clear();
    }

    pub(super) fn judge(&mut self, setup: &PoolSetup, said: &Said) -> Result<(), LawBreach> {
        let (kind, id) = match *said {
            Said::CreateWorker { child, .. } => return self.birth(setup, child),
            Said::BeginWorkerActivation { ticket, .. } => (Kind::Ticket, ticket),
            Said::DeliverAdmission { outcome: Admission::Accepted { job, .. }, .. } => {
                (Kind::Job, job)
            }
            Said::DeliverAssignment { assignment, .. } => (Kind::Assignment, assignment),
            Said::PrepareWorker { ticket, .. } => (Kind::Recovery, ticket),
            Said::ScheduleRestart { timer, .. } | Said::ScheduleDrainDeadline { timer, .. } => {
                (Kind::Timer, timer.generation)
            }
            Said::ShutdownWorker { shutdown, .. } => (Kind::Shutdown, shutdown.id),
            Said::DeliverDiagnostic { correlation, .. } => (Kind::Diagnostic, correlation),
            Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerStop { .. }
            | Said::InitializeWorker { .. }
            | Said::CancelWorkerActivation { .. }
            | Said::DeliverAdmission { outcome: Admission::Rejected { .. }, .. }
            | Said::DeliverCustomerTerminal { .. }
            | Said::TransferRejectedFact { .. }
            | Said::TransferTerminalDiagnostic { .. }
            | Said::TransferDrainResidual { .. }
            | Said::ResidualMember { .. } => return Ok(()),
        };
        is_own(setup, id)?;
        let latest = &mut self.latest[kind as usize];
        if latest.is_some_and(|latest| id.ordinal <= latest) {
            return breach(FRESH, format!("{id:?} was issued after {latest:?}: {said:?}"));
        }
        *latest = Some(id.ordinal);
        Ok(())
    }

    fn birth(&mut self, setup: &PoolSetup, child: Id) -> Result<(), LawBreach> {
        is_own(setup, child)?;
        let is_new = !self.births.contains(&child.ordinal);
        hold(is_new, FRESH, || format!("two creations have the nonce {child:?}"))?;
        self.births.push(child.ordinal);
        Ok(())
    }
}

fn is_own(setup: &PoolSetup, id: Id) -> Result<(), LawBreach> {
    hold(id.pool == setup.identity, FRESH, || {
        format!("{id:?} was issued by pool {}", setup.identity)
    })
}
