//! One step of the pool: its working set, and the order of the steps after a fact has been heard.

use super::cells::Cell;
use super::floor::{Account, Floor};
use super::issued::Issued;
use super::owed::Owed;
use super::queue::Request;
use crate::pool::observation::{
    AdmissionRefusal, Diagnostic, DiagnosticPolicy, FactClass, Id, Mode, PoolSetup, ResidualCause,
    Said, ShutdownRef, Told, Transfer, TransferReason, Unavailable, Verdict,
};

/// The payload of this ledger entry panicked when it was cloned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Burst {
    /// The ledger entry, or `None` for a submission that was not accepted yet.
    pub(super) entry: Option<usize>,
}

/// What one step works with.
pub(super) struct Turn<'a> {
    pub(super) rules: &'a PoolSetup,
    pub(super) floor: &'a mut Floor,
    pub(super) ledger: &'a mut Vec<Account>,
    pub(super) issued: &'a mut Issued,
    pub(super) said: &'a mut Vec<Said>,
    /// Where this step's actions begin.
    start: usize,
    /// Something in this step ends the operation of the pool.
    pub(super) closing: bool,
    /// The role whose worker was lost in this step and is still to be looked after.
    pub(super) bereaved: Option<usize>,
    /// The worker source came home in this step.
    pub(super) source_returned: bool,
}

impl<'a> Turn<'a> {
    pub(super) fn new(
        rules: &'a PoolSetup,
        floor: &'a mut Floor,
        ledger: &'a mut Vec<Account>,
        issued: &'a mut Issued,
        said: &'a mut Vec<Said>,
    ) -> Self {
        let start = said.len();
        Self {
            rules,
            floor,
            ledger,
            issued,
            said,
            start,
            closing: false,
            bereaved: None,
            source_returned: false,
        }
    }

    /// One input of an operating pool.
    pub(super) fn operate(&mut self, told: &Told) -> Result<Verdict, Burst> {
        if let Some(request) = Request::of(told) {
            self.admit(request)?;
            return Ok(Verdict::Continue);
        }
        if *told == Told::Shutdown {
            self.closing = true;
        } else {
            self.hear(told);
        }
        self.follow_up()
    }

    /// Recovery, lending, authorization, fill, the return of a stranded queue; the first step that
    /// ends the operation is the last before the normalization.
    fn follow_up(&mut self) -> Result<Verdict, Burst> {
        if let Some(at) = self.bereaved.take_if(|_| !self.closing) {
            self.recover(at);
        }
        if self.source_returned && !self.closing {
            self.lend();
        }
        if !self.closing {
            self.authorize();
        }
        if self.closing {
            return Ok(self.close());
        }
        self.fill()?;
        self.return_stranded();
        Ok(Verdict::Continue)
    }

    /// One input of a draining pool.
    pub(super) fn drain(&mut self, told: &Told) -> Verdict {
        if let Some(request) = Request::of(told) {
            self.refuse_admission(request, AdmissionRefusal::ShuttingDown);
        } else if *told != Told::Shutdown {
            self.hear(told);
        }
        self.ending()
    }

    /// How the step ends, judged by what is left to wait for.
    pub(super) fn ending(&mut self) -> Verdict {
        if self.floor.mode == Mode::ForcedRetirement {
            return Verdict::ForcedRetirement;
        }
        if self.floor.cells.all().iter().any(|cell| !cell.owed.is_nothing()) {
            return Verdict::Continue;
        }
        self.floor.mode = Mode::Stopped;
        Verdict::Stopped
    }

    pub(super) fn is_draining(&self) -> bool {
        self.floor.mode != Mode::Operating
    }

    pub(super) fn cell(&mut self, at: usize) -> &mut Cell {
        self.floor.cells.at(at)
    }

    /// A correlation of this pool.
    pub(super) fn id(&self, ordinal: u64) -> Id {
        Id { pool: self.rules.identity, ordinal }
    }

    pub(super) fn say(&mut self, said: Said) {
        self.said.push(said);
    }

    /// Hands values to the host.
    pub(super) fn transfer(&mut self, at: usize, values: Transfer, reason: TransferReason) {
        let role = self.cell(at).role;
        self.say(Said::TransferRejectedFact { role, values, reason });
    }

    /// Hands values to the host that a stop or the pool's shutdown has made useless.
    pub(super) fn discard(&mut self, at: usize, values: Transfer) {
        let reason =
            if self.is_draining() { TransferReason::Cancelled } else { TransferReason::Unused };
        self.transfer(at, values, reason);
    }

    /// Says a diagnostic. One that cannot be delivered ends the operation.
    pub(super) fn raise(&mut self, diagnostic: Diagnostic) {
        if let DiagnosticPolicy::DeliverTo { route } = self.rules.diagnostics
            && let Ok(ordinal) = self.floor.wells.diagnostic.draw()
        {
            let correlation = self.id(ordinal);
            self.say(Said::DeliverDiagnostic { route, correlation, diagnostic });
            return;
        }
        self.closing = true;
        self.say(Said::TransferTerminalDiagnostic { diagnostic });
    }

    /// The disposition of a fact that nothing waits for.
    pub(super) fn refuse(&mut self, told: &Told) {
        let class = self.classify(told);
        self.raise(Diagnostic::RejectedFact { class, fact: *told });
    }

    /// A completion that no worker's job takes.
    pub(super) fn refuse_stale(&mut self, fact: Told) {
        self.raise(Diagnostic::RejectedFact { class: FactClass::Stale, fact });
    }

    /// Asks a worker to stop.
    pub(super) fn request_shutdown(&mut self, at: usize) -> Result<(), Unavailable> {
        let ordinal = self.floor.wells.shutdown.draw()?;
        let id = self.id(ordinal);
        self.issued.shutdowns.enter(ordinal, at);
        let cell = self.cell(at);
        cell.request = Some(id);
        cell.owed.open(Owed::FAREWELL);
        let worker = cell.worker();
        self.say(Said::ShutdownWorker {
            child: worker.child,
            shutdown: ShutdownRef { worker, id },
        });
        Ok(())
    }

    /// Asks a worker of an operating pool to stop. A request that cannot be made ends the
    /// operation, and the normalization makes it again.
    pub(super) fn send_away(&mut self, at: usize) {
        if self.request_shutdown(at).is_err() {
            self.closing = true;
        }
    }

    /// Takes back every shutdown request of this step: none goes out if one could not be made.
    pub(super) fn retract_requests(&mut self) {
        let mut kept = self.start;
        for place in self.start..self.said.len() {
            let said = self.said[place];
            if let Said::ShutdownWorker { shutdown, .. } = said {
                self.retract(&shutdown);
            } else {
                self.said[kept] = said;
                kept += 1;
            }
        }
        self.said.truncate(kept);
    }

    fn retract(&mut self, shutdown: &ShutdownRef) {
        if let Some(at) = self.floor.cells.requested(shutdown) {
            let cell = self.cell(at);
            cell.request = None;
            cell.owed.close(Owed::FAREWELL);
        }
    }

    /// Ends the pool by force; what is left of its cells goes to the host.
    pub(super) fn force(&mut self, cause: ResidualCause) {
        self.retract_requests();
        self.floor.mode = Mode::ForcedRetirement;
        self.say_residual(cause);
    }
}
