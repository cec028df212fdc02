//! One planned input.

use super::Duty;
use crate::pool::observation::{Command, Completion, Origin, Role, Told};

/// Where the real value behind an input's command or completion comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenUse {
    /// The input carries none.
    None,
    /// The command is taken out of its machine's keeping.
    Command,
    /// The command is taken and completed.
    Complete,
    /// A completion that came back is taken out of its machine's keeping.
    Completion,
}

/// An authority that is alike in all but the evidence that it is bound to: only a namesake of the pool
/// can issue it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The role of its worker.
    pub role: Role,
    /// The command that has it.
    pub command: Command,
}

/// An input, and what it is to the host.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What the pool is told.
    pub told: Told,
    /// Where its token comes from.
    pub token: TokenUse,
    /// The obligation that it truly settles.
    pub truth: Option<Duty>,
    /// Where the batch is cut, modulo its length.
    pub cut: Option<usize>,
    /// The authority that takes the place of the input's own, if there is a namesake that issues it.
    pub alike: Option<Alike>,
}

impl Plan {
    /// An input without a token that settles nothing the host owes.
    pub fn plain(told: Told) -> Self {
        Self { told, token: TokenUse::None, truth: None, cut: None, alike: None }
    }

    /// The same input, as the true settlement of `duty`.
    #[must_use]
    pub fn settling(self, duty: Duty) -> Self {
        Self { truth: Some(duty), ..self }
    }

    /// The same input, with a token.
    #[must_use]
    pub fn with_token(self, token: TokenUse) -> Self {
        Self { token, ..self }
    }

    /// The same input with the command of a namesake, or a completion that consumes its authority.
    #[must_use]
    pub fn with_command(mut self, command: Command) -> Self {
        let Command { origin, assignment, child, evidence, .. } = command;
        if let Told::DeliveryRejected { returned, .. } = &mut self.told {
            *returned = command;
        }
        if let Told::Completed { completion, .. } = &mut self.told {
            let output = completion.output;
            *completion = Completion { origin, assignment, child, evidence, output };
        }
        self
    }
}

/// The affine token that an input carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// A command that comes back.
    Command(Command),
    /// A completion that is reported.
    Completion(Completion),
}

impl Carried {
    /// The token of `told`, if it carries one.
    pub fn by(told: &Told) -> Option<Self> {
        if let Told::DeliveryRejected { returned, .. } = told {
            return Some(Self::Command(*returned));
        }
        if let Told::Completed { completion, .. } = told {
            return Some(Self::Completion(*completion));
        }
        None
    }

    /// Which machine issued the authority.
    pub fn origin(&self) -> Origin {
        match self {
            Self::Command(command) => command.origin,
            Self::Completion(completion) => completion.origin,
        }
    }
}

/// Whether the input is a fact, not a command.
pub fn is_fact(told: &Told) -> bool {
    !matches!(told, Told::Initialize | Told::Submit { .. } | Told::Shutdown)
}
