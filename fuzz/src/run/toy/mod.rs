//! The smallest family that uses all that the kernel offers: a desk that takes a payload, asks its host to
//! confirm it, answers with a receipt, and redeems receipts.
//!
//! Its machine, host and oracle are about ten lines a rule, so each check of the runner can be shown to
//! fail on a desk with one defect.

mod host;
mod machine;
mod oracle;
mod tests;

use super::{Data, Observed, Rig, SetupOf};
use crate::cells::Standing;
use crate::custody::Visit;
use crate::observation::{Id, Seat, Tag};
use crate::run::Laws;
use crate::script::{COMPANY, Closing, Emphasis, Field, Header, Script, Words};
use crate::verdict::LawBreach;
use serde::Serialize;
use std::cell::Cell;

crate::opcodes! {
    /// What a step of a desk's scenario does.
    pub(super) enum Opcode {
        /// The host settles its oldest obligation.
        SettleOldest = "settle-oldest", Progress, [Unused, Unused, Unused];
        /// The host settles an obligation.
        Settle = "settle", Progress, [Index("request"), Outcome("refused"), Unused];
        /// A caller brings a payload.
        Ask = "ask", Event, [Unused, Unused, Unused];
        /// A caller hands a receipt back.
        Redeem = "redeem", Event, [Index("receipt"), Unused, Unused];
        /// A request is confirmed that the desk has not made.
        Wrong = "wrong", Fault, [Any("ordinal"), Index("foreign"), Unused];
        /// The twin's receipt is handed in.
        TwinRedeem = "twin-redeem", Fault, [Index("receipt"), Unused, Unused];
        /// The desk is closed.
        Shutdown = "shutdown", Suppressor, [Unused, Unused, Unused];
    }
}

/// The rig.
#[derive(Debug)]
pub(super) struct Desk;

/// The scripts.
#[derive(Debug)]
pub(super) struct DeskScript;

/// The construction choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Setup {
    identity: u32,
    /// Payloads that are answered; zero is no desk.
    answers_max: u64,
}

/// The value that the definition brings in.
const SIGN: Tag = 1;

/// Where fields stand.
mod at {
    pub(super) const IDENTITY: usize = 1;
    pub(super) const ANSWERS_MAX: usize = 2;
}

impl Script for DeskScript {
    type Opcode = Opcode;
    type Setup = Setup;

    const VERSION: u8 = 1;
    const HEADER_BYTES: usize = 16;
    const FIELDS: &'static [Field] = &[
        COMPANY,
        Field::new("identity", Words::Range(1, 250)).rarely(Words::Numbers(&[0, 1 << 31])),
        Field::new("answers-max", Words::Numbers(&[3, 1, 2, u64::MAX, 1 << 40]))
            .rarely(Words::Names(&["none"])),
    ];

    fn setup(header: &Header<Self>) -> Setup {
        let identity = u32::try_from(header.number(at::IDENTITY)).expect("the table says so");
        let is_none = header.choice(at::ANSWERS_MAX) == 5;
        let answers_max = if is_none { 0 } else { header.number(at::ANSWERS_MAX) };
        Setup { identity, answers_max }
    }
}

/// What the generated scenarios lean to.
pub(super) static EMPHASIS: Emphasis<DeskScript> = Emphasis {
    salt: 1,
    favours: &[Opcode::Ask, Opcode::Settle, Opcode::Wrong, Opcode::Shutdown],
    choices: &[(0, &[0, 0, 1, 2, 2, 3])],
    warm_up: &[(Opcode::Ask, 1, 2), (Opcode::Settle, 0, 2)],
    rests: &[0, 0, 0, 0, 1, 4],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (3, 4),
        spans: &[(10, 40), (30, 60), (50, 95), (90, 98)],
    }),
};

/// What a desk can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "input")]
pub(super) enum Told {
    Ask { payload: Tag },
    Confirm { request: Id },
    Refuse { request: Id },
    Redeem { seat: Seat, receipt: Id },
    Shutdown,
}

/// What a desk says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action")]
pub(super) enum Said {
    Request { request: Id },
    Answer { payload: Tag, receipt: Id, count: u64 },
    Returned { payload: Tag },
    Redeemed { receipt: Id },
    Rejected { fact: &'static str },
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Verdict {
    Continue,
    Stopped,
    HandedBack,
}

/// Where the desk is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) enum Phase {
    #[default]
    Idle,
    Waiting,
    Draining,
    Stopped,
}

/// What a desk shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct View {
    phase: Phase,
    count: u64,
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Payload,
    Sign,
}

/// The law cells.
pub(super) mod cell {
    use super::{Phase, Standing};

    crate::law_cells! {
        visibility: pub(super),
        addressees: ["Idle", "Waiting", "Draining", "Stopped"],
        kinds: ["Ask", "Confirm", "Refuse", "Redeem", "Shutdown"],
        dispositions: ["taken", "rejected", "handed-back"],
        standing: standing,
        outcomes: [("answered", None), ("returned", None), ("no-desk", None), ("magic", Some("there is none"))],
    }

    const STOPPED: usize = Phase::Stopped as usize;

    const fn standing(phase: usize, kind: usize, way: usize) -> Standing {
        match (phase, kind, way) {
            (STOPPED, _, 2) => Standing::Reachable,
            (STOPPED, _, _) | (_, _, 2) => Standing::Absent,
            (0, 1 | 2, 0) => Standing::Unreachable("an idle desk has no request"),
            (0..=2, 1..=3, _) | (_, 0 | 4, 0) => Standing::Reachable,
            _ => Standing::Absent,
        }
    }
}

thread_local! {
    /// Whether the law tables lack what they need, for one test.
    static TABLES_LACK: Cell<bool> = const { Cell::new(false) };
}

fn kind_of(told: &Told) -> usize {
    match told {
        Told::Ask { .. } => 0,
        Told::Confirm { .. } => 1,
        Told::Refuse { .. } => 2,
        Told::Redeem { .. } => 3,
        Told::Shutdown => 4,
    }
}

fn way_of(step: &Observed<'_, Desk>) -> usize {
    let rejected = step.said.iter().any(|said| matches!(said, Said::Rejected { .. }));
    match step.verdict {
        Verdict::HandedBack => 2,
        Verdict::Continue | Verdict::Stopped => usize::from(rejected),
    }
}

impl Rig for Desk {
    type Script = DeskScript;
    type Told = Told;
    type Said = Said;
    type Verdict = Verdict;
    type Rejection = ();
    type View = View;
    type Addressee = Phase;
    type Kind = Kind;
    type Machine = machine::DeskMachine<{ machine::SOUND }>;
    type Host = host::DeskHost;
    type Oracle = oracle::DeskOracle;
    type Laws = DeskLaws;

    const NAME: &'static str = "toy";
    const CELLS: usize = cell::CELLS;
    const INPUT_KINDS: usize = cell::INPUT_KINDS;

    fn cell_name(cell: usize) -> String {
        cell::name(cell)
    }

    fn unreachable(cell: usize) -> Option<&'static str> {
        cell::unreachable(cell)
    }

    fn input_kind(cell: usize) -> Option<usize> {
        cell::input_kind(cell)
    }

    fn cell_of_step(addressee: Phase, step: &Observed<'_, Self>) -> Option<usize> {
        let cell = cell::of(addressee as usize, kind_of(step.told), way_of(step));
        cell.filter(|_| !TABLES_LACK.get())
    }

    fn cells_of_outcomes(step: &Observed<'_, Self>, mark: &mut dyn FnMut(usize)) {
        for said in step.said {
            match said {
                Said::Answer { .. } => mark(cell::of_outcome(0)),
                Said::Returned { .. } => mark(cell::of_outcome(1)),
                Said::Request { .. } | Said::Redeemed { .. } | Said::Rejected { .. } => {}
            }
        }
    }

    fn cell_of_rejection((): ()) -> usize {
        cell::of_outcome(2)
    }

    fn is_handed_back(verdict: Verdict) -> bool {
        verdict == Verdict::HandedBack
    }

    fn identity(setup: &Setup) -> u32 {
        setup.identity
    }

    fn setup_values(_setup: &Setup, visit: Visit<'_, Kind>) {
        visit(Kind::Sign, SIGN);
    }

    fn told_values(told: &Told, visit: Visit<'_, Kind>) {
        match told {
            Told::Ask { payload } => visit(Kind::Payload, *payload),
            Told::Confirm { .. } | Told::Refuse { .. } | Told::Redeem { .. } | Told::Shutdown => {}
        }
    }

    fn said_values(said: &Said, visit: Visit<'_, Kind>) {
        match said {
            Said::Answer { payload, .. } | Said::Returned { payload } => {
                visit(Kind::Payload, *payload);
            }
            Said::Request { .. } | Said::Redeemed { .. } | Said::Rejected { .. } => {}
        }
    }

    fn token_seat(told: &Told) -> Option<Seat> {
        match told {
            Told::Redeem { seat, .. } => Some(*seat),
            Told::Ask { .. } | Told::Confirm { .. } | Told::Refuse { .. } | Told::Shutdown => None,
        }
    }

    fn foreign_setup(setup: &Setup) -> Option<Setup> {
        let identity = setup.identity.wrapping_add(1);
        Some(Setup { identity, answers_max: u64::MAX })
    }

    fn shown(view: &View, _addressee: Option<Phase>) -> String {
        format!("{:?}", view.phase)
    }
}

/// What the laws remember.
#[derive(Debug, Default)]
pub(super) struct DeskLaws {
    requested: u64,
}

/// Requests are fresh.
const FRESH: &str = "toy-fresh";

impl Laws<Desk> for DeskLaws {
    fn reset(&mut self, _setup: &SetupOf<Desk>) {
        self.requested = 0;
    }

    fn judge(&mut self, step: &Observed<'_, Desk>) -> Result<(), LawBreach> {
        for said in step.said {
            if let Said::Request { request } = said {
                if request.ordinal <= self.requested {
                    return Err(LawBreach::new(FRESH, format!("{request:?} is not fresh")));
                }
                self.requested = request.ordinal;
            }
        }
        Ok(())
    }

    /// A refused payload may end inside; the desk may as well give it back.
    fn may_end(&self, step: &Observed<'_, Desk>, visit: Visit<'_, Kind>) {
        if matches!(step.told, Told::Refuse { .. }) {
            (SIGN + 1..SIGN + 1_000).for_each(|tag| visit(Kind::Payload, tag));
        }
    }
}

fn assert_data<T: Data>() {}

/// Everything that is shown is plain data.
const _: fn() = || {
    assert_data::<Setup>();
    assert_data::<View>();
};
