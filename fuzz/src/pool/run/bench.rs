//! The machines of one run and the tokens that pass between them.

use super::namesake;
use crate::pool::custody::{LOST, Ledger};
use crate::pool::host::{Carried, Plan, TokenUse};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{Command, Completion, Origin, PoolSetup, Said, Tag};
use crate::verdict::LawBreach;
use std::rc::Rc;

/// The judged machine and its company.
pub(super) struct Bench<M> {
    pub(super) judged: M,
    pub(super) twin: Option<M>,
    pub(super) foreign: Option<M>,
    /// Whoever issues the authority that a plan wants; built for that plan.
    pub(super) namesake: Option<M>,
}

impl<M: PoolUnderTest> Bench<M> {
    /// Whoever can be told of the foreign pool must know what it has issued.
    pub(super) fn introduce(&mut self) {
        let Some(foreign) = &self.foreign else { return };
        self.judged.meet(foreign);
        if let Some(twin) = &mut self.twin {
            twin.meet(foreign);
        }
    }

    /// The plan with the authority that it would rather tell, if a namesake of the judged machine issues it.
    pub(super) fn invite(
        &mut self,
        plan: Plan,
        setup: &PoolSetup,
        ledger: &Rc<Ledger>,
        said: &mut Vec<Said>,
    ) -> Plan {
        let Some(alike) = plan.alike else { return plan };
        self.namesake = namesake::prime(setup, &alike, ledger, said);
        if self.namesake.is_some() { plan.with_command(alike.command) } else { plan }
    }

    /// The real value behind the plan's token, from the machine that issued it.
    pub(super) fn token(&mut self, plan: &Plan) -> Result<Option<M::Token>, LawBreach> {
        let Some(carried) = Carried::by(&plan.told) else { return Ok(None) };
        let machine = match carried.origin() {
            Origin::Own => Some(&mut self.judged),
            Origin::Twin => self.twin.as_mut(),
            Origin::Foreign => self.foreign.as_mut(),
            Origin::Namesake => self.namesake.as_mut(),
        };
        let token = machine.and_then(|machine| take(machine, carried, plan.token));
        match token {
            Some(token) => Ok(Some(token)),
            None => Err(LawBreach::new(LOST, format!("no real value is behind {carried:?}"))),
        }
    }

    /// The twin's own token for the same input.
    pub(super) fn twin_token(&mut self, plan: &Plan) -> Option<M::Token> {
        take(self.twin.as_mut()?, Carried::by(&plan.told)?, plan.token)
    }
}

/// Each machine knows its own tokens as its own.
fn take<M: PoolUnderTest>(machine: &mut M, carried: Carried, way: TokenUse) -> Option<M::Token> {
    match (carried, way) {
        (Carried::Command(command), _) => {
            machine.take_command(&Command { origin: Origin::Own, ..command })
        }
        (Carried::Completion(completion), TokenUse::Complete) => {
            let (command, output) = command_behind(completion);
            machine.complete(&command, output)
        }
        (
            Carried::Completion(completion),
            TokenUse::None | TokenUse::Command | TokenUse::Completion,
        ) => machine.take_completion(&Completion { origin: Origin::Own, ..completion }),
    }
}

/// The command whose completion this is. The execution copy is not known by its completion, so the
/// machine finds the command by its assignment.
fn command_behind(completion: Completion) -> (Command, Tag) {
    let Completion { assignment, child, evidence, output, .. } = completion;
    (Command { origin: Origin::Own, assignment, child, evidence, execution: 0 }, output)
}
