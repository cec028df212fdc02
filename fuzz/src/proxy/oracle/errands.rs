//! The board of errands: the questions that the host still owes an answer to.
//!
//! An errand carries exactly what its answer has to name. What a rejection brings back is not
//! compared with anything.

use crate::proxy::observation::{Id, Incarnation, Told};

/// One question that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// Whether the guest is born.
    Birth { creation: Id },
    /// That it is gone, told by its creation as long as nothing else names it.
    EarlyGoodbye { creation: Id },
    /// That it is gone.
    Goodbye { incarnation: Incarnation },
    /// How its initialization went.
    Initialization { incarnation: Incarnation, attempt: u32 },
    /// Whether its activation has begun.
    Start { incarnation: Incarnation, activation: Id },
    /// How its activation went.
    Result { incarnation: Incarnation, activation: Id },
    /// What became of its dismissal.
    Receipt { incarnation: Incarnation },
    /// What became of the dismissal of the guest before it.
    FormerReceipt { incarnation: Incarnation },
}

impl Errand {
    /// Whether this is the answer. A result after a cancel answers only in a house that closes: no
    /// other one has ever cancelled.
    fn is_answered_by(&self, told: &Told, is_closing: bool) -> bool {
        match *self {
            Self::Birth { creation } => birth(told) == Some(creation),
            Self::EarlyGoodbye { creation } => {
                matches!(*told, Told::ExitBeforeBirth { creation: named, .. } if named == creation)
            }
            Self::Goodbye { incarnation } => {
                matches!(*told, Told::ExitAfterBirth { incarnation: named, .. } if named == incarnation)
            }
            Self::Initialization { incarnation, attempt } => {
                initialization(told) == Some((incarnation, attempt))
            }
            Self::Start { incarnation, activation } => {
                start(told) == Some((incarnation, activation))
            }
            Self::Result { incarnation, activation } => {
                let named = result(told).or(late_result(told).filter(|_| is_closing));
                named == Some((incarnation, activation))
            }
            Self::Receipt { incarnation } | Self::FormerReceipt { incarnation } => {
                matches!(*told, Told::ShutdownSettled { incarnation: named, .. } if named == incarnation)
            }
        }
    }
}

fn birth(told: &Told) -> Option<Id> {
    if let Told::BirthCommitted { creation, .. } | Told::BirthRejected { creation, .. } = *told {
        return Some(creation);
    }
    None
}

fn initialization(told: &Told) -> Option<(Incarnation, u32)> {
    if let Told::Initialized { incarnation, attempt, .. }
    | Told::EffectsRejected { incarnation, attempt, .. }
    | Told::InitializationStopped { incarnation, attempt, .. } = *told
    {
        return Some((incarnation, attempt));
    }
    None
}

fn start(told: &Told) -> Option<(Incarnation, Id)> {
    if let Told::StartAccepted { incarnation, activation }
    | Told::StartRejected { incarnation, activation, .. } = *told
    {
        return Some((incarnation, activation));
    }
    None
}

fn result(told: &Told) -> Option<(Incarnation, Id)> {
    if let Told::ActivationReady { incarnation, activation, .. }
    | Told::ActivationRejected { incarnation, activation, .. } = *told
    {
        return Some((incarnation, activation));
    }
    None
}

fn late_result(told: &Told) -> Option<(Incarnation, Id)> {
    if let Told::ReadyAfterCancel { incarnation, activation, .. }
    | Told::RejectedAfterCancel { incarnation, activation, .. } = *told
    {
        return Some((incarnation, activation));
    }
    None
}

/// The errands that are out, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    errands: Vec<Errand>,
}

impl Board {
    pub(super) fn clear(&mut self) {
        self.errands.clear();
    }

    pub(super) fn open(&mut self, errand: Errand) {
        self.errands.push(errand);
    }

    /// Takes down the errand that this answers: the latest, should a host reuse a name.
    pub(super) fn answer(&mut self, told: &Told, is_closing: bool) -> Option<Errand> {
        let answered = |errand: &Errand| errand.is_answered_by(told, is_closing);
        let at = self.errands.iter().rposition(answered)?;
        Some(self.errands.remove(at))
    }

    pub(super) fn all(&self) -> &[Errand] {
        &self.errands
    }

    pub(super) fn is_empty(&self) -> bool {
        self.errands.is_empty()
    }

    /// Whether the birth of this creation is out.
    pub(super) fn expects_birth(&self, creation: Id) -> bool {
        self.errands.contains(&Errand::Birth { creation })
    }

    /// The guest who lives and has a name.
    pub(super) fn living(&self) -> Option<Incarnation> {
        self.errands.iter().find_map(|errand| match *errand {
            Errand::Goodbye { incarnation } => Some(incarnation),
            Errand::Birth { .. }
            | Errand::EarlyGoodbye { .. }
            | Errand::Initialization { .. }
            | Errand::Start { .. }
            | Errand::Result { .. }
            | Errand::Receipt { .. }
            | Errand::FormerReceipt { .. } => None,
        })
    }

    /// The activation that was sent out and has not come to its end.
    pub(super) fn activation(&self) -> Option<(Incarnation, Id)> {
        self.errands.iter().find_map(|errand| match *errand {
            Errand::Start { incarnation, activation }
            | Errand::Result { incarnation, activation } => Some((incarnation, activation)),
            Errand::Birth { .. }
            | Errand::EarlyGoodbye { .. }
            | Errand::Goodbye { .. }
            | Errand::Initialization { .. }
            | Errand::Receipt { .. }
            | Errand::FormerReceipt { .. } => None,
        })
    }

    /// Whether the receipt of the present guest's dismissal is out.
    pub(super) fn owes_receipt(&self) -> bool {
        self.errands.iter().any(|errand| matches!(errand, Errand::Receipt { .. }))
    }

    /// Whether the receipt of a former guest's dismissal is out, and whose.
    pub(super) fn former(&self) -> Option<Incarnation> {
        self.errands.iter().find_map(|errand| match *errand {
            Errand::FormerReceipt { incarnation } => Some(incarnation),
            Errand::Birth { .. }
            | Errand::EarlyGoodbye { .. }
            | Errand::Goodbye { .. }
            | Errand::Initialization { .. }
            | Errand::Start { .. }
            | Errand::Result { .. }
            | Errand::Receipt { .. } => None,
        })
    }

    /// Gives the guest who is born its name: from now on its end is told by that.
    pub(super) fn name(&mut self, born: Incarnation) {
        for errand in &mut self.errands {
            if matches!(errand, Errand::EarlyGoodbye { .. }) {
                *errand = Errand::Goodbye { incarnation: born };
            }
        }
    }

    /// No end is waited for any more. Tells whether one was.
    pub(super) fn forget_goodbye(&mut self) -> bool {
        let before = self.errands.len();
        self.errands.retain(|errand| {
            !matches!(errand, Errand::EarlyGoodbye { .. } | Errand::Goodbye { .. })
        });
        self.errands.len() < before
    }

    /// The guest leaves the chair: a receipt that is still out is a former guest's.
    pub(super) fn file_receipt(&mut self) {
        for errand in &mut self.errands {
            if let Errand::Receipt { incarnation } = *errand {
                *errand = Errand::FormerReceipt { incarnation };
            }
        }
    }
}
