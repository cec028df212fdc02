//! One planned input.

use super::Duty;
use crate::pool::observation::{Command, Completion, Origin, Told};

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
}

impl Plan {
    /// An input without a token that settles nothing the host owes.
    pub fn plain(told: Told) -> Self {
        Self { told, token: TokenUse::None, truth: None, cut: None }
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
