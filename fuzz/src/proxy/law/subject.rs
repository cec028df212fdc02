//! The rows of the law table, each with every way in which its halves can stand.

use crate::proxy::observation::{ProxyView, Row};
use serde::Serialize;
use std::fmt;

/// Ways in which the halves of a row can be combined.
pub(super) const FLAGS: usize = 16;

/// A row, and how its halves stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "each half is documented at the view")]
pub struct Subject {
    pub row: Row,
    pub exit_kept: bool,
    pub settlement_owed: bool,
    pub predecessor_owed: bool,
    pub held_ready: bool,
}

impl Subject {
    /// The subject of a view.
    pub fn of(view: &ProxyView) -> Self {
        let ProxyView { row, exit_kept, settlement_owed, held_ready, .. } = *view;
        let predecessor_owed = view.predecessor_settlement_owed;
        Self { row, exit_kept, settlement_owed, predecessor_owed, held_ready }
    }

    pub(super) const fn of_code(code: usize) -> Self {
        Self {
            row: ROWS[code / FLAGS],
            exit_kept: code & 1 != 0,
            settlement_owed: code & 2 != 0,
            predecessor_owed: code & 4 != 0,
            held_ready: code & 8 != 0,
        }
    }

    pub(super) const fn code(self) -> usize {
        let flags = self.exit_kept as usize
            | (self.settlement_owed as usize) << 1
            | (self.predecessor_owed as usize) << 2
            | (self.held_ready as usize) << 3;
        self.row as usize * FLAGS + flags
    }

    /// Whether halves can stand so in this row.
    pub(super) const fn exists(self) -> bool {
        let Self { row, exit_kept, settlement_owed, predecessor_owed, held_ready } = self;
        if held_ready && !matches!(row, Row::SuccessorHeld) {
            return false;
        }
        match row {
            Row::Dormant | Row::Ready | Row::EmptyInitial | Row::EmptyAfter | Row::Stopped => {
                !exit_kept && !settlement_owed && !predecessor_owed
            }
            Row::StoppingForReplacement => !exit_kept && !predecessor_owed,
            Row::SuccessorHeld => !exit_kept && !settlement_owed && predecessor_owed,
            // Nobody was asked to stop yet.
            Row::Creating
            | Row::Initializing
            | Row::ActivationStarting
            | Row::Activating
            | Row::DrainingCreation => !settlement_owed,
            // One half is still out.
            Row::Failing | Row::FailingToStop => !exit_kept || settlement_owed,
            // Or only the predecessor's settlement is.
            Row::DrainingWorker => !exit_kept || settlement_owed || predecessor_owed,
            Row::DrainingInitialization
            | Row::DrainingActivationStart
            | Row::DrainingActivation => true,
        }
    }
}

/// Such as `Creating+exit`.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let halves = [
            (self.exit_kept, "+exit"),
            (self.settlement_owed, "+settlement-owed"),
            (self.predecessor_owed, "+predecessor-owed"),
            (self.held_ready, "+ready"),
        ];
        write!(f, "{:?}", self.row)?;
        halves.into_iter().filter(|(is_so, _)| *is_so).try_for_each(|(_, half)| f.write_str(half))
    }
}

/// Every row, in declaration order.
pub const ROWS: [Row; 18] = {
    use Row::*;
    [
        Dormant,
        Creating,
        Initializing,
        ActivationStarting,
        Activating,
        Ready,
        EmptyInitial,
        EmptyAfter,
        StoppingForReplacement,
        SuccessorHeld,
        Failing,
        FailingToStop,
        DrainingCreation,
        DrainingInitialization,
        DrainingActivationStart,
        DrainingActivation,
        DrainingWorker,
        Stopped,
    ]
};
