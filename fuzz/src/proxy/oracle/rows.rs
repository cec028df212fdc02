//! The row of the law's table in which the house stands, read off its errands and letters.

use super::errands::Errand;
use super::guest::{Guest, News, Word};
use super::house::{Hours, House, Memory};
use crate::proxy::observation::{ProxyView, Row, ShownPhase};

impl House {
    pub(super) fn row(&self) -> Row {
        match (self.hours, self.chair.as_ref()) {
            (Hours::Closed, _) => Row::Stopped,
            (Hours::Open | Hours::Closing, None) => self.empty(),
            (Hours::Open, Some(guest)) => self.open(guest),
            (Hours::Closing, Some(guest)) => self.closing(guest),
        }
    }

    fn empty(&self) -> Row {
        match self.memory {
            Memory::Untouched => Row::Dormant,
            Memory::Invited => Row::EmptyInitial,
            Memory::Visited(_) => Row::EmptyAfter,
        }
    }

    fn open(&self, guest: &Guest) -> Row {
        if let Some(stage) = self.stage() {
            stage.open()
        } else if self.next.is_some() {
            Row::StoppingForReplacement
        } else if guest.news.is_none() {
            Row::Ready
        } else if self.outcome().is_some() {
            Row::SuccessorHeld
        } else {
            Row::Failing
        }
    }

    fn closing(&self, guest: &Guest) -> Row {
        if let Some(stage) = self.stage() {
            return stage.closing();
        }
        match guest.news {
            Some(News { word: Word::Ready { .. }, .. } | News { is_late: true, .. }) | None => {
                Row::DrainingWorker
            }
            // It failed before the closing; once its outcome is complete only others are awaited.
            Some(News { is_late: false, .. }) if self.outcome().is_some() => Row::DrainingWorker,
            Some(News { is_late: false, .. }) => Row::FailingToStop,
        }
    }

    /// What of the guest's start is out.
    fn stage(&self) -> Option<Stage> {
        self.board.all().iter().find_map(|errand| match errand {
            Errand::Birth { .. } => Some(Stage::Birth),
            Errand::Initialization { .. } => Some(Stage::Initialization),
            Errand::Start { .. } => Some(Stage::Start),
            Errand::Result { .. } => Some(Stage::Result),
            Errand::EarlyGoodbye { .. }
            | Errand::Goodbye { .. }
            | Errand::Receipt { .. }
            | Errand::FormerReceipt { .. } => None,
        })
    }

    /// The phase that others see.
    pub(super) fn shown(&self) -> ShownPhase {
        match self.row() {
            Row::Dormant => ShownPhase::Dormant,
            Row::Creating => ShownPhase::Creating,
            Row::Initializing => ShownPhase::Initializing,
            Row::ActivationStarting | Row::Activating => ShownPhase::Activating,
            Row::Ready => ShownPhase::Ready,
            Row::EmptyInitial | Row::EmptyAfter => ShownPhase::Empty,
            Row::StoppingForReplacement | Row::SuccessorHeld => ShownPhase::Replacing,
            Row::Failing => ShownPhase::Failing,
            Row::FailingToStop
            | Row::DrainingCreation
            | Row::DrainingInitialization
            | Row::DrainingActivationStart
            | Row::DrainingActivation
            | Row::DrainingWorker
            | Row::Stopped => ShownPhase::Draining,
        }
    }

    pub(super) fn view(&self) -> ProxyView {
        let row = self.row();
        ProxyView {
            row,
            exit_kept: self.keeps_goodbye(),
            settlement_owed: self.board.owes_receipt(),
            predecessor_settlement_owed: self.board.former().is_some(),
            held_ready: row == Row::SuccessorHeld && self.board.living().is_some(),
        }
    }

    /// Whether a goodbye lies in the drawer of a guest who is still on the list.
    fn keeps_goodbye(&self) -> bool {
        self.chair.as_ref().is_some_and(|guest| {
            let is_listed = guest.name.is_some() || guest.news.is_none();
            guest.goodbye.is_some() && is_listed && !self.has_parted()
        })
    }
}

/// The stages of a start.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Birth,
    Initialization,
    Start,
    Result,
}

impl Stage {
    fn open(self) -> Row {
        match self {
            Self::Birth => Row::Creating,
            Self::Initialization => Row::Initializing,
            Self::Start => Row::ActivationStarting,
            Self::Result => Row::Activating,
        }
    }

    fn closing(self) -> Row {
        match self {
            Self::Birth => Row::DrainingCreation,
            Self::Initialization => Row::DrainingInitialization,
            Self::Start => Row::DrainingActivationStart,
            Self::Result => Row::DrainingActivation,
        }
    }
}
