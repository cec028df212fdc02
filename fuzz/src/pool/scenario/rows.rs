//! The columns of an opcode's row beside its name, and where the parts of a scenario stand.

use super::Opcode;
use super::header::at;
use super::limits::*;
use crate::script::{Class, HeaderByte, Layout, Operand, Rows};

impl Rows for Opcode {
    fn class(self) -> Class {
        match self {
            Self::SettleOldest | Self::Settle => Class::Progress,
            Self::Submit
            | Self::StopWorker
            | Self::Complete
            | Self::FinishActivation
            | Self::ElapseRestartTimer
            | Self::AdvanceTime => Class::Event,
            Self::CutBatch
            | Self::Repeat
            | Self::Distort
            | Self::WrongKind
            | Self::TwinCompletion
            | Self::TwinReturn
            | Self::ForeignCompletion
            | Self::StaleCompletion
            | Self::ElapseDeadline => Class::Fault,
            Self::Shutdown | Self::ForeignReturn | Self::Initialize | Self::Withhold => {
                Class::Suppressor
            }
        }
    }

    fn operands(self) -> [Operand; 3] {
        use Operand::{Any, Detail, Index, Outcome, Shift, Ticks, Unused};
        match self {
            Self::SettleOldest | Self::ElapseDeadline | Self::Shutdown | Self::Initialize => {
                [Unused; 3]
            }
            Self::Settle => [Index("obligation"), Outcome("outcome"), Detail("reason")],
            Self::Submit => [Index("route"), Outcome("panics"), Unused],
            Self::StopWorker => [Index("worker"), Outcome("stop"), Ticks("ticks")],
            Self::Complete => [Index("command"), Unused, Unused],
            Self::FinishActivation => [Index("activation"), Outcome("outcome"), Detail("reason")],
            Self::ElapseRestartTimer => [Index("timer"), Outcome("which"), Unused],
            Self::AdvanceTime => [Ticks("ticks"), Shift("shift"), Unused],
            Self::CutBatch => [Detail("place"), Detail("rest"), Unused],
            Self::Repeat => [Index("fact"), Unused, Unused],
            Self::Distort => [Index("obligation"), Any("field"), Any("value")],
            Self::WrongKind => [Index("worker"), Any("kind"), Any("variant")],
            Self::TwinCompletion => [Index("command"), Unused, Unused],
            Self::TwinReturn | Self::ForeignReturn => {
                [Index("delivery"), Index("command"), Detail("reason")]
            }
            Self::ForeignCompletion | Self::StaleCompletion => [Index("worker"), Unused, Unused],
            Self::Withhold => [Index("obligation"), Unused, Unused],
        }
    }
}

/// Where the parts of a pool's scenario stand.
pub const LAYOUT: Layout = Layout {
    disabled: at::DISABLED..at::DISABLED + 3,
    choices: CHOICES.len() + 2 * SEQUENCES,
    choice,
    ..Layout::of_steps::<Opcode>()
};

/// The sequences of ordinals, two bytes each.
const SEQUENCES: usize = 10;

/// Every choice but those of the sequences.
const CHOICES: [HeaderByte; 23] = [
    byte(at::VERSION, WIDE_VERSION + 1, 0),
    byte(at::FURTHER_ROLES, FURTHER_ROLES.len() as u8, 0),
    byte(at::COMPANY, 4, 0),
    byte(at::IDENTITY, 8, 2),
    byte(at::ROLE_COUNT, ROLES_ASKED_MAX, 1),
    byte(at::ROLE_ORDER, 42, 0),
    byte(at::DUPLICATE, 1, DUPLICATES.len() as u8),
    byte(at::ACTIVATION_LIMIT, ACTIVATION_LIMIT_MAX, 1),
    byte(at::ELIGIBILITY, 3, 0),
    byte(at::REACTION, 2, 0),
    byte(at::BUDGET, BUDGETS.len() as u8, 0),
    byte(at::WINDOW, WINDOWS.len() as u8, 0),
    byte(at::TIMING, 4, 0),
    byte(at::DELAY, DELAYS.len() as u8, 1),
    byte(at::CAP, CAP_MULTIPLES.len() as u8, 1),
    byte(at::RECOVERY_ORDINAL_MAX, 4 * (RECOVERY_ORDINALS.len() as u8 - 1), 0),
    byte(at::BACKLOG, BACKLOGS, 0),
    byte(at::INTERRUPTION, 2, 0),
    byte(at::DRAIN, 2, 0),
    byte(at::DEADLINE, DEADLINES.len() as u8, 1),
    byte(at::DIAGNOSTICS, 4, 0),
    byte(at::ROUTE, 4, 0),
    byte(at::FACTORY, 1, ROLES_ASKED_MAX),
];

const fn byte(at: usize, common: u8, rare: u8) -> HeaderByte {
    HeaderByte { at, common, rare }
}

fn choice(number: usize) -> HeaderByte {
    match number.checked_sub(CHOICES.len()) {
        None => CHOICES[number],
        Some(place) if place.is_multiple_of(2) => byte(at::SEQUENCES + place, SUPPLY_CODES, 0),
        Some(place) => byte(at::SEQUENCES + place, 16, 0),
    }
}
