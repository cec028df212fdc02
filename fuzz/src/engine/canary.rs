//! A machine that breaks a law on purpose: a lane that does not report it is dead.
//!
//! Rules: it is the core's pool in everything but one thing: it keeps to itself what it has to say about
//! the third completion that it is told. Reaching that takes a pool that is initialized, workers that are
//! created and activated, and jobs that are submitted, delivered and completed.

use crate::pool::core_pool::CorePool;
use crate::pool::custody::Ledger;
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{
    Command, Completion, ConstructionFailure, Origin, PoolSetup, PoolView, Said, Tag, Told, Verdict,
};
use crate::verdict::LawBreach;
use std::rc::Rc;

/// The completion that it does not answer, counted from 1.
const SILENT_AT: u32 = 3;

/// The core's pool with a defect.
#[derive(Debug)]
pub(super) struct CanaryPool {
    pool: CorePool,
    answered: u32,
}

impl PoolUnderTest for CanaryPool {
    type Token = <CorePool as PoolUnderTest>::Token;

    fn construct(
        setup: &PoolSetup,
        seat: Origin,
        ledger: Rc<Ledger>,
    ) -> Result<Self, ConstructionFailure> {
        Ok(Self { pool: CorePool::construct(setup, seat, ledger)?, answered: 0 })
    }

    fn meet(&mut self, other: &Self) {
        self.pool.meet(&other.pool);
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<Self::Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let before = said.len();
        let verdict = self.pool.step(told, token, cut, said)?;
        if matches!(told, Told::Completed { .. }) && said.len() > before {
            self.answered += 1;
            if self.answered == SILENT_AT {
                said.truncate(before);
            }
        }
        Ok(verdict)
    }

    fn take_command(&mut self, command: &Command) -> Option<Self::Token> {
        self.pool.take_command(command)
    }

    fn complete(&mut self, command: &Command, output: Tag) -> Option<Self::Token> {
        self.pool.complete(command, output)
    }

    fn take_completion(&mut self, completion: &Completion) -> Option<Self::Token> {
        self.pool.take_completion(completion)
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        self.pool.check_invariants()
    }

    fn view(&self, view: &mut PoolView) {
        self.pool.view(view);
    }

    fn dismantle(self) -> Option<Tag> {
        self.pool.dismantle()
    }
}
