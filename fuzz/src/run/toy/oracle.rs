//! The desk once more, in other words: a slot, a tally, and the receipts that are out.

use super::{Desk, Phase, Said, Setup, Told, Verdict, View};
use crate::observation::{Id, Tag};
use crate::run::{Oracle, Permitted};

/// Predicts a desk.
#[derive(Debug, Default)]
pub(crate) struct DeskOracle {
    identity: u32,
    answers_max: u64,
    slot: Option<(Id, Tag)>,
    closing: bool,
    ended: bool,
    requests: u64,
    tally: u64,
    receipts: Vec<Id>,
}

impl DeskOracle {
    fn phase(&self) -> Phase {
        match (self.slot, self.closing) {
            _ if self.ended => Phase::Stopped,
            (None, _) => Phase::Idle,
            (Some(_), false) => Phase::Waiting,
            (Some(_), true) => Phase::Draining,
        }
    }

    fn settle(&mut self, request: Id, confirmed: bool, permitted: &mut Permitted<Desk>) {
        let Some((_, payload)) = self.slot.filter(|(expected, _)| *expected == request) else {
            permitted.say(Said::Rejected { fact: "settlement" });
            return permitted.end(Verdict::Continue);
        };
        self.slot = None;
        self.ended = self.closing;
        let verdict = if self.closing { Verdict::Stopped } else { Verdict::Continue };
        if confirmed {
            self.tally += 1;
            self.receipts.push(request);
            permitted.say(Said::Answer { payload, receipt: request, count: self.tally });
        } else {
            // Either is permitted: the payload ends, or it comes back.
            permitted.end(verdict);
            permitted.say(Said::Returned { payload });
        }
        permitted.end(verdict);
    }
}

impl Oracle<Desk> for DeskOracle {
    fn reset(&mut self, setup: &Setup) -> Result<(), ()> {
        let Setup { identity, answers_max } = *setup;
        *self = Self { identity, answers_max, ..Self::default() };
        if answers_max == 0 { Err(()) } else { Ok(()) }
    }

    fn addressee(&self, _told: &Told) -> Phase {
        self.phase()
    }

    fn expect(&mut self, told: &Told, permitted: &mut Permitted<Desk>) {
        if self.ended {
            return permitted.end(Verdict::HandedBack);
        }
        match *told {
            Told::Ask { payload } if self.slot.is_none() && self.tally < self.answers_max => {
                self.requests += 1;
                let request = Id { owner: self.identity, ordinal: self.requests };
                self.slot = Some((request, payload));
                permitted.say(Said::Request { request });
            }
            Told::Ask { payload } => permitted.say(Said::Returned { payload }),
            Told::Confirm { request } => return self.settle(request, true, permitted),
            Told::Refuse { request } => return self.settle(request, false, permitted),
            Told::Redeem { receipt, .. } => {
                let place = self.receipts.iter().position(|out| *out == receipt);
                permitted.say(match place.map(|place| self.receipts.remove(place)) {
                    Some(receipt) => Said::Redeemed { receipt },
                    None => Said::Rejected { fact: "receipt" },
                });
            }
            Told::Shutdown => {
                self.closing = true;
                self.ended = self.slot.is_none();
            }
        }
        permitted.end(if self.ended { Verdict::Stopped } else { Verdict::Continue });
    }

    fn view(&self, view: &mut View) {
        *view = View { phase: self.phase(), count: self.tally };
    }
}
