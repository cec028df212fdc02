//! Who sits in the chair, and the letters that have come about it.

use crate::proxy::observation::{
    Begin, CreationRefusal, Evidence, Exit, Incarnation, Predecessor, Settled, Submission, Tag,
    Unavailable,
};

/// The present guest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guest {
    /// Its invitation, by which others will know that it was there.
    pub(super) evidence: Evidence,
    /// Its name, once it is born.
    pub(super) name: Option<Incarnation>,
    /// The letter of its end.
    pub(super) goodbye: Option<Exit>,
    /// The letter about its dismissal.
    pub(super) receipt: Option<Settled>,
    /// The letter that ended its start, until the owner has it.
    pub(super) news: Option<News>,
}

impl Guest {
    pub(super) fn new(evidence: Evidence) -> Self {
        Self { evidence, name: None, goodbye: None, receipt: None, news: None }
    }
}

/// The letter that ended a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct News {
    pub(super) word: Word,
    /// It came to a house that was closing already.
    pub(super) is_late: bool,
}

/// What such a letter says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    /// There will be no guest.
    Unborn { submission: Submission, why: CreationRefusal },
    /// It was initialized, and is not wanted any more.
    Unwanted { permit: Tag, plan: Tag },
    /// There is no number for its activation.
    Unnumbered { permit: Tag, plan: Tag, reason: Unavailable },
    /// Its initialization failed.
    Failed { failure: Tag, plan: Tag },
    /// It stopped while it was initialized; `second` if it had said goodbye before.
    Stopped { plan: Tag, second: Option<Exit> },
    /// Its activation was not begun.
    NotBegun { request: Begin, reason: Tag },
    /// Its activation failed.
    TurnedDown { rejection: Tag },
    /// It is ready.
    Ready { proof: Tag },
}

/// The file of the guest whom a replacement replaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct File {
    pub(super) evidence: Evidence,
    /// The letters that it left, if it was dismissed for the replacement.
    pub(super) goodbye: Option<Exit>,
    pub(super) receipt: Option<Settled>,
}

impl File {
    pub(super) fn predecessor(&self) -> Predecessor {
        Predecessor { evidence: self.evidence, drained: self.goodbye.zip(self.receipt) }
    }
}
