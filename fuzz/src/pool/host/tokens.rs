//! The book of affine tokens: for each assignment, what the host holds of it, its own and the
//! twin's.

use crate::pool::observation::{Command, Completion, Id, Origin, Tag};

/// What the host holds of one authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// Nothing: the pool has it, or it is spent.
    Nothing,
    /// The command.
    Command,
    /// The consumed authority with this output.
    Completion(Tag),
}

/// One assignment.
#[derive(Clone, Copy, Debug)]
pub struct TokenEntry {
    /// The command as the judged pool said it.
    pub command: Command,
    /// What the host holds of the judged pool's authority.
    pub own: Holding,
    /// What the host holds of the twin's.
    pub twin: Holding,
}

impl TokenEntry {
    /// The command of the machine `origin`.
    pub fn command_of(&self, origin: Origin) -> Command {
        Command { origin, ..self.command }
    }

    /// The completion that the machine `origin`'s authority makes with `output`.
    pub fn completion_of(&self, origin: Origin, output: Tag) -> Completion {
        let Command { assignment, child, evidence, .. } = self.command;
        Completion { origin, assignment, child, evidence, output }
    }

    fn holding_mut(&mut self, origin: Origin) -> Option<&mut Holding> {
        match origin {
            Origin::Own => Some(&mut self.own),
            Origin::Twin => Some(&mut self.twin),
            Origin::Foreign | Origin::Namesake => None,
        }
    }
}

/// All assignments of which the host still holds something, oldest first.
#[derive(Debug, Default)]
pub struct Tokens {
    entries: Vec<TokenEntry>,
}

impl Tokens {
    /// Holds nothing.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// A command was delivered; the twin's as well if it is in step.
    pub fn receive(&mut self, command: Command, twin_in_step: bool) {
        let twin = if twin_in_step { Holding::Command } else { Holding::Nothing };
        self.entries.push(TokenEntry { command, own: Holding::Command, twin });
    }

    /// The entry of an assignment.
    pub fn get(&self, assignment: Id) -> Option<&TokenEntry> {
        self.entries.iter().rfind(|entry| entry.command.assignment == assignment)
    }

    /// Number `index` (modulo how many there are) of those that `wanted` accepts.
    pub fn pick(&self, index: u8, wanted: impl Fn(&TokenEntry) -> bool) -> Option<&TokenEntry> {
        let count = self.entries.iter().filter(|entry| wanted(entry)).count();
        let index = usize::from(index).checked_rem(count)?;
        self.entries.iter().filter(|entry| wanted(entry)).nth(index)
    }

    /// A token went into a machine. In step, both machines get their own one.
    pub fn spend(&mut self, command: Command, in_step: bool) {
        let Some(place) =
            self.entries.iter().rposition(|e| e.command.assignment == command.assignment)
        else {
            return;
        };
        let entry = &mut self.entries[place];
        if let Some(holding) = entry.holding_mut(command.origin) {
            *holding = Holding::Nothing;
        }
        if in_step {
            entry.twin = Holding::Nothing;
        }
        if entry.own == Holding::Nothing && entry.twin == Holding::Nothing {
            self.entries.remove(place);
        }
    }

    /// A token came back. In step, both machines gave back their own one. What comes back of
    /// another machine is of no further use.
    pub fn regain(&mut self, command: Command, holding: Holding, in_step: bool) {
        if command.origin != Origin::Own {
            return;
        }
        let place = self.entries.iter().rposition(|e| e.command.assignment == command.assignment);
        let place = place.unwrap_or_else(|| {
            self.entries.push(TokenEntry {
                command,
                own: Holding::Nothing,
                twin: Holding::Nothing,
            });
            self.entries.len() - 1
        });
        let entry = &mut self.entries[place];
        entry.own = holding;
        if in_step {
            entry.twin = holding;
        }
    }
}
