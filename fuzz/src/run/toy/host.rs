//! The desk's host: it owes a confirmation for each request.

use super::{Desk, Opcode, Phase, SIGN, Said, Setup, Told, Verdict, View};
use crate::observation::{Id, Seat, Tag};
use crate::run::{Host, Observed, Plan};
use crate::script::{Company, Step};

/// A desk's host.
#[derive(Debug, Default)]
pub(crate) struct DeskHost {
    identity: u32,
    next_tag: Tag,
    requests: Vec<Id>,
    receipts: Vec<Id>,
    /// Receipts of the twin that were not handed in.
    twin_receipts: Vec<Id>,
    foreign: Vec<Id>,
    foreign_receipts: Vec<Id>,
    twin: bool,
    ended: bool,
    closed: bool,
}

impl DeskHost {
    fn payload(&mut self) -> Tag {
        self.next_tag += 1;
        self.next_tag
    }

    fn settle(&mut self, index: u8, refused: u8) -> Option<Plan<Desk>> {
        let request = picked(&self.requests, index)?;
        let told = match refused {
            0 => Told::Confirm { request },
            _ => Told::Refuse { request },
        };
        Some(Plan::plain(told).settling(request))
    }

    fn redeem(&mut self, index: u8) -> Option<Plan<Desk>> {
        let receipt = picked(&self.receipts, index)?;
        self.receipts.retain(|kept| *kept != receipt);
        self.twin_receipts.retain(|kept| *kept != receipt);
        Some(Plan::plain(Told::Redeem { seat: Seat::Judged, receipt }))
    }

    /// From here on the twin has handed out what the judged desk has not, so it leaves step.
    fn twin_redeem(&mut self, index: u8) -> Option<Plan<Desk>> {
        let receipt = picked(&self.twin_receipts, index)?;
        self.twin = false;
        self.twin_receipts.retain(|kept| *kept != receipt);
        Some(Plan::plain(Told::Redeem { seat: Seat::Twin, receipt }))
    }

    /// A confirmation of a request that was never made, or of the foreign desk's; or its receipt.
    fn wrong(&mut self, ordinal: u8, index: u8) -> Option<Plan<Desk>> {
        if index % 4 == 3
            && let Some(receipt) = self.foreign_receipts.pop()
        {
            self.twin = false;
            return Some(Plan::plain(Told::Redeem { seat: Seat::Foreign, receipt }));
        }
        let made_up = Id { owner: self.identity, ordinal: 1_000 + u64::from(ordinal) };
        let request = picked(&self.foreign, index).unwrap_or(made_up);
        Some(Plan::plain(if ordinal.is_multiple_of(2) {
            Told::Confirm { request }
        } else {
            Told::Refuse { request }
        }))
    }
}

fn picked(ids: &[Id], index: u8) -> Option<Id> {
    ids.get(usize::from(index) % ids.len().max(1)).copied()
}

impl Host<Desk> for DeskHost {
    type Duty = Id;

    fn reset(&mut self, setup: &Setup, company: Company) {
        let (identity, twin) = (setup.identity, company.twin);
        *self = Self { identity, next_tag: SIGN, twin, ..Self::default() };
    }

    fn prime(&mut self, said: &[Said]) -> Option<Told> {
        match *said {
            [] => Some(Told::Ask { payload: self.payload() }),
            [Said::Request { request }, ..] => {
                self.foreign.push(request);
                Some(Told::Confirm { request })
            }
            [Said::Answer { receipt, .. }, ..] => {
                self.foreign_receipts.push(receipt);
                None
            }
            [Said::Returned { .. } | Said::Redeemed { .. } | Said::Rejected { .. }, ..] => None,
        }
    }

    fn plan(&mut self, step: Step<Opcode>) -> Option<Plan<Desk>> {
        let plan = match step.opcode {
            Opcode::SettleOldest => None,
            Opcode::Settle => self.settle(step.a, step.b),
            Opcode::Ask => Some(Plan::plain(Told::Ask { payload: self.payload() })),
            Opcode::Redeem => self.redeem(step.a),
            Opcode::Wrong => self.wrong(step.a, step.b),
            Opcode::TwinRedeem => self.twin_redeem(step.a),
            Opcode::Shutdown => Some(Plan::plain(Told::Shutdown)),
        };
        plan.or_else(|| self.recover())
    }

    fn observe(&mut self, plan: &Plan<Desk>, step: &Observed<'_, Desk>) {
        if let Some(settled) = plan.truth {
            self.requests.retain(|request| *request != settled);
        }
        for said in step.said {
            match *said {
                Said::Request { request } => self.requests.push(request),
                Said::Answer { receipt, .. } => {
                    self.receipts.push(receipt);
                    if self.twin {
                        self.twin_receipts.push(receipt);
                    }
                }
                Said::Returned { .. } | Said::Redeemed { .. } | Said::Rejected { .. } => {}
            }
        }
        self.closed |= *step.told == Told::Shutdown;
        self.ended |= step.verdict == Verdict::Stopped;
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn twin_in_step(&self) -> bool {
        self.twin
    }

    fn begin_recovery(&mut self) {}

    fn recover(&mut self) -> Option<Plan<Desk>> {
        self.settle(0, 0)
    }

    fn shutdown(&mut self, _view: &View) -> Option<Plan<Desk>> {
        (!self.closed).then(|| Plan::plain(Told::Shutdown))
    }

    fn is_closing(&self, _view: &View) -> bool {
        self.closed
    }

    fn settling_inputs_max(&self, _view: &View) -> u32 {
        self.requests.len() as u32 + 1
    }

    fn waits_in_vain(&self, view: &View) -> Option<String> {
        (view.phase == Phase::Waiting).then(|| "a payload waits for nothing".to_owned())
    }

    fn draining_inputs_max(&self, _view: &View) -> u32 {
        self.requests.len() as u32 + 1
    }

    fn pending(&self, view: &View) -> String {
        format!("{view:?}; the host owes {:?}", self.requests)
    }
}
