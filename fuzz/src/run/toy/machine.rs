//! The desk under test, sound or with one defect.

use super::{Desk, Kind, Phase, SIGN, Said, Setup, Told, Verdict, View};
use crate::custody::{Ledger, Visit, Witness};
use crate::observation::{Id, Seat};
use crate::run::Machine;
use crate::verdict::LawBreach;
use std::rc::Rc;

pub(super) const SOUND: u8 = 0;
/// Counts one too many in an answer.
pub(super) const MISCOUNTS: u8 = 1;
/// Goes on where it has ended, as far as its verdict says.
pub(super) const DENIES_ITS_END: u8 = 2;
/// Shows one answer too many.
pub(super) const SHOWS_WRONG: u8 = 3;
/// Drops a payload that it says it returns.
pub(super) const LOSES: u8 = 4;
/// Answers twice.
pub(super) const REPEATS: u8 = 5;
/// Panics at a refusal.
pub(super) const PANICS: u8 = 6;
/// The twin counts otherwise.
pub(super) const DIFFERS: u8 = 7;
/// Never ends once it drains.
pub(super) const NEVER_ENDS: u8 = 8;
/// Keeps a confirmed payload.
pub(super) const KEEPS: u8 = 9;
/// Is built although no answer is allowed.
pub(super) const BUILDS_ANYWAY: u8 = 10;
/// Drops the sign where its construction fails.
pub(super) const LOSES_SIGN: u8 = 11;
/// Waits without a request.
pub(super) const WAITS: u8 = 12;
/// Has a broken invariant after its first answer.
pub(super) const UNSOUND: u8 = 13;
/// Has no receipt behind its answers.
pub(super) const NO_RECEIPT: u8 = 14;
/// Requests under an old id.
pub(super) const STALE: u8 = 15;

/// The law of the desk's own invariant.
pub(super) const INVARIANT: &str = "core-toy";

/// A receipt: affine.
#[derive(Debug)]
pub(crate) struct Receipt(Id);

#[derive(Debug)]
enum State {
    Idle,
    Open { request: u64, payload: Witness<Kind>, draining: bool },
    Stopped,
}

/// A desk.
#[derive(Debug)]
pub(crate) struct DeskMachine<const DEFECT: u8> {
    setup: Setup,
    seat: Seat,
    ledger: Rc<Ledger<Kind>>,
    sign: Witness<Kind>,
    state: State,
    requests: u64,
    count: u64,
    /// Ordinals of receipts that are out and not redeemed.
    out: Vec<u64>,
    /// Receipts that the host has not asked for.
    receipts: Vec<Receipt>,
    kept: Vec<Witness<Kind>>,
}

impl<const DEFECT: u8> DeskMachine<DEFECT> {
    fn ask(&mut self, payload: Witness<Kind>, said: &mut Vec<Said>) {
        let is_full = self.count >= self.setup.answers_max;
        if !matches!(self.state, State::Idle) || is_full {
            let tag = payload.tag();
            said.push(Said::Returned { payload: tag });
            if DEFECT == LOSES {
                drop(payload)
            } else {
                let _ = payload.release();
            }
            return;
        }
        self.requests += u64::from(DEFECT != STALE || self.requests == 0);
        let request = self.requests;
        if DEFECT != WAITS {
            said.push(Said::Request { request: self.id(request) });
        }
        self.state = State::Open { request, payload, draining: false };
    }

    fn id(&self, ordinal: u64) -> Id {
        Id { owner: self.setup.identity, ordinal }
    }

    fn settle(&mut self, id: Id, confirmed: bool, said: &mut Vec<Said>) -> Verdict {
        let state = std::mem::replace(&mut self.state, State::Idle);
        let State::Open { request, payload, draining } = state else {
            self.state = state;
            return rejected("settlement", said);
        };
        if id != self.id(request) {
            self.state = State::Open { request, payload, draining };
            return rejected("settlement", said);
        }
        match confirmed {
            true => self.answer(payload, request, said),
            false => refuse::<DEFECT>(payload, request, said),
        }
        self.after(draining)
    }

    fn after(&mut self, draining: bool) -> Verdict {
        if !draining || DEFECT == NEVER_ENDS {
            return Verdict::Continue;
        }
        self.state = State::Stopped;
        if DEFECT == DENIES_ITS_END { Verdict::Continue } else { Verdict::Stopped }
    }

    fn answer(&mut self, payload: Witness<Kind>, ordinal: u64, said: &mut Vec<Said>) {
        if DEFECT == KEEPS {
            self.kept.push(payload);
            return;
        }
        self.count += 1;
        let differs = DEFECT == DIFFERS && self.seat == Seat::Twin;
        let count = self.count + u64::from(DEFECT == MISCOUNTS || differs);
        let receipt = self.id(ordinal);
        if DEFECT != NO_RECEIPT {
            self.receipts.push(Receipt(receipt));
        }
        self.out.push(ordinal);
        let payload = payload.release();
        said.push(Said::Answer { payload, receipt, count });
        if DEFECT == REPEATS {
            said.push(Said::Answer { payload, receipt, count });
        }
    }

    fn redeem(&mut self, receipt: Receipt, said: &mut Vec<Said>) -> Verdict {
        let Receipt(id) = receipt;
        let place = self.out.iter().position(|out| self.id(*out) == id);
        let Some(place) = place else { return rejected("receipt", said) };
        self.out.remove(place);
        said.push(Said::Redeemed { receipt: id });
        Verdict::Continue
    }

    fn shutdown(&mut self) -> Verdict {
        match &mut self.state {
            State::Open { draining, .. } => {
                *draining = true;
                Verdict::Continue
            }
            State::Idle | State::Stopped => self.after(true),
        }
    }
}

/// Refused payloads of odd requests come back, the others end here.
fn refuse<const DEFECT: u8>(payload: Witness<Kind>, request: u64, said: &mut Vec<Said>) {
    assert!(DEFECT != PANICS, "refused");
    if request % 2 == 1 {
        said.push(Said::Returned { payload: payload.release() });
    }
}

fn rejected(fact: &'static str, said: &mut Vec<Said>) -> Verdict {
    said.push(Said::Rejected { fact });
    Verdict::Continue
}

impl<const DEFECT: u8> Machine<Desk> for DeskMachine<DEFECT> {
    type Token = Receipt;

    fn construct(setup: &Setup, seat: Seat, ledger: Rc<Ledger<Kind>>) -> Result<Self, ()> {
        let sign = Witness::new(&ledger, seat, Kind::Sign, SIGN);
        if setup.answers_max == 0 && DEFECT != BUILDS_ANYWAY {
            if DEFECT != LOSES_SIGN {
                let _ = sign.release();
            }
            return Err(());
        }
        let (state, out, receipts, kept) = (State::Idle, Vec::new(), Vec::new(), Vec::new());
        let (requests, count) = (0, 0);
        let setup = *setup;
        Ok(Self { setup, seat, ledger, sign, state, requests, count, out, receipts, kept })
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<Receipt>,
        _cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        if matches!(self.state, State::Stopped) {
            return Ok(Verdict::HandedBack);
        }
        Ok(match *told {
            Told::Ask { payload } => {
                let payload = Witness::new(&self.ledger, self.seat, Kind::Payload, payload);
                self.ask(payload, said);
                Verdict::Continue
            }
            Told::Confirm { request } => self.settle(request, true, said),
            Told::Refuse { request } => self.settle(request, false, said),
            Told::Redeem { .. } => self.redeem(token.expect("a receipt has a token"), said),
            Told::Shutdown => self.shutdown(),
        })
    }

    fn take_token(&mut self, told: &Told) -> Option<Receipt> {
        let Told::Redeem { receipt, .. } = told else { return None };
        let place = self.receipts.iter().position(|Receipt(id)| id == receipt)?;
        Some(self.receipts.remove(place))
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        if DEFECT == UNSOUND && self.count > 0 {
            return Err(LawBreach::new(INVARIANT, "an answer was given"));
        }
        Ok(())
    }

    fn view(&self, view: &mut View) {
        let phase = match self.state {
            State::Idle => Phase::Idle,
            State::Open { draining: false, .. } => Phase::Waiting,
            State::Open { draining: true, .. } => Phase::Draining,
            State::Stopped => Phase::Stopped,
        };
        *view = View { phase, count: self.count + u64::from(DEFECT == SHOWS_WRONG) };
    }

    fn dismantle(self, visit: Visit<'_, Kind>) {
        visit(Kind::Sign, self.sign.release());
    }
}
