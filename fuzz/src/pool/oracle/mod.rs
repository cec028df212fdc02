//! The independent pool oracle: what a FIFO worker pool must say to everything it is told.
//!
//! It is worked out from other words than a pool is built from: worker *cells* with the questions
//! that the host still owes an answer to, one *queue*, one *ledger* of accepted jobs, one *cursor*.
//! A fact is taken exactly if a cell waits for its answer; the phase that a member shows is read
//! off the open questions and the letters that lie in its cell, and is stored nowhere.

mod activation;
mod cells;
mod closing;
mod floor;
mod founding;
mod hearing;
mod issued;
mod joins;
mod lanes;
mod lives;
mod owed;
mod phases;
mod queue;
mod recovery;
mod refusals;
mod sequences;
mod turn;

use crate::pool::observation::{
    Birth, ConstructionFailure, Mode, Phase, PoolSetup, PoolView, QueuedView, Said, Told, Verdict,
    initial_submission,
};
use cells::Cell;
use floor::{Account, Floor};
use issued::Issued;
use sequences::Wells;
use turn::{Burst, Turn};

/// Predicts one pool.
#[derive(Debug)]
pub struct PoolOracle {
    rules: PoolSetup,
    floor: Floor,
    /// The floor as it was before a step that a panicking clone may undo.
    before: Floor,
    /// Every job that was ever accepted, in order of acceptance.
    ledger: Vec<Account>,
    issued: Issued,
    /// Whether a job with a burning fuse was ever accepted.
    has_seen_fuse: bool,
}

impl PoolOracle {
    /// Predicts a pool of this setup, or the failure of its construction.
    pub fn new(setup: &PoolSetup) -> Result<Self, ConstructionFailure> {
        let wells = Wells::new(&setup.sequences);
        let mut oracle = Self {
            rules: *setup,
            floor: Floor::new(wells),
            before: Floor::new(wells),
            ledger: Vec::new(),
            issued: Issued::default(),
            has_seen_fuse: false,
        };
        oracle.reset(setup)?;
        Ok(oracle)
    }

    /// Starts over with another setup, in the same buffers. After a failure the oracle predicts a
    /// pool that has ended.
    pub fn reset(&mut self, setup: &PoolSetup) -> Result<(), ConstructionFailure> {
        self.rules = *setup;
        self.floor.clear(Wells::new(&setup.sequences));
        self.ledger.clear();
        self.issued.clear();
        self.has_seen_fuse = false;
        founding::found(setup, &mut self.floor, &mut self.issued)
    }

    /// Appends what the pool must say.
    pub fn expect(&mut self, told: &Told, said: &mut Vec<Said>) -> Verdict {
        let start = said.len();
        let verdict = match self.floor.mode {
            Mode::Constructed => self.start(told, said),
            Mode::Operating | Mode::Draining if *told == Told::Initialize => Verdict::HandedBack,
            Mode::Operating => self.operate(told, said),
            Mode::Draining => self.turn(said).drain(told),
            Mode::Stopped | Mode::ForcedRetirement => Verdict::HandedBack,
        };
        if let Some(batch) = said.get_mut(start..) {
            lanes::arrange(batch);
        }
        verdict
    }

    /// Shows the state that the pool must show.
    pub fn view(&self, view: &mut PoolView) {
        view.mode = self.floor.mode;
        view.phases.clear();
        match self.floor.mode {
            Mode::Operating => self.show_members(view, phases::operating),
            Mode::Draining => self.show_members(view, phases::draining),
            Mode::Constructed | Mode::Stopped | Mode::ForcedRetirement => {}
        }
        let is_operating = self.floor.mode == Mode::Operating;
        view.cursor = if is_operating { u8::try_from(self.floor.cursor).unwrap_or(0) } else { 0 };
        view.source_home = self.floor.source.is_some();
        view.queue.clear();
        if is_operating {
            view.queue.extend(self.floor.queue.iter().filter_map(|waiting| {
                let Account { job, admitted, .. } = *self.ledger.get(waiting.entry)?;
                Some(QueuedView { job, admitted, prior_role: waiting.prior })
            }));
        }
    }

    /// The pool's mode.
    pub fn mode(&self) -> Mode {
        self.floor.mode
    }

    /// The position of the member that a fact addresses: by the pool's own child, ticket, timer or
    /// shutdown correlation if it is or was issued to a role, else by its role label.
    pub fn addressee(&self, told: &Told) -> Option<usize> {
        self.issued.addressee(told, self.rules.roles(), self.rules.identity)
    }

    #[inline(always)]
    fn show_members(&self, view: &mut PoolView, phase: impl Fn(&Cell) -> Phase) {
        let cells = self.floor.cells.all();
        view.phases.extend(cells.iter().map(phase));
    }

    fn turn<'a>(&'a mut self, said: &'a mut Vec<Said>) -> Turn<'a> {
        Turn::new(&self.rules, &mut self.floor, &mut self.ledger, &mut self.issued, said)
    }

    /// The first input: every creation goes out.
    fn start(&mut self, told: &Told, said: &mut Vec<Said>) -> Verdict {
        if *told != Told::Initialize {
            return Verdict::HandedBack;
        }
        self.floor.mode = Mode::Operating;
        let mut turn = self.turn(said);
        for at in 0..turn.floor.cells.count() {
            let child = turn.cell(at).child;
            let submission = initial_submission(u8::try_from(at).unwrap_or(u8::MAX));
            turn.create(at, child, Birth::Initial, submission);
        }
        Verdict::Continue
    }

    /// One step of an operating pool. If a payload's clone panics, the step never happened, except
    /// that the payload's fuse is shorter.
    fn operate(&mut self, told: &Told, said: &mut Vec<Said>) -> Verdict {
        if !self.may_burst(told) {
            return self.turn(said).operate(told).unwrap_or(Verdict::Unwound);
        }
        self.before.copy_from(&self.floor);
        let (start, accepted) = (said.len(), self.ledger.len());
        let bookmark = self.issued.bookmark();
        match self.turn(said).operate(told) {
            Ok(verdict) => verdict,
            Err(Burst { entry }) => {
                std::mem::swap(&mut self.floor, &mut self.before);
                said.truncate(start);
                self.ledger.truncate(accepted);
                self.issued.rewind(bookmark);
                if let Some(account) = entry.and_then(|entry| self.ledger.get_mut(entry)) {
                    account.fuse = account.fuse.saturating_sub(1);
                }
                Verdict::Unwound
            }
        }
    }

    /// Whether this step can reach a clone that panics.
    fn may_burst(&mut self, told: &Told) -> bool {
        if let Told::Submit { clone_panics, .. } = *told
            && clone_panics > 0
        {
            self.has_seen_fuse = true;
            return true;
        }
        self.has_seen_fuse
            && self.floor.queue.iter().any(|waiting| {
                self.ledger.get(waiting.entry).is_some_and(|account| account.fuse > 0)
            })
    }
}
