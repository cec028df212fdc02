//! The judge of custody: moves every value along with inputs and actions, and asks of each drop
//! whether the step ended the value.
//!
//! What may end a value inside the machine: a payload, the step that says `Completed` for its job;
//! a recipient, the stop of its worker (then or later); the reason of a stop, anything that
//! consumes the stop; an execution copy, the reunion with its retained half or the failed dispatch
//! of a queue's head; all that an input brought, the unwinding of its step. Nothing else, ever.

use super::{Event, Kind, said_values, told_values};
use crate::pool::observation::{
    AssignedReturn, Eligibility, PoolSetup, QueuedReturn, Said, Tag, Terminal, Told, Verdict,
    WORKER_SOURCE, initial_submission,
};
use crate::verdict::LawBreach;

/// A value was dropped in a step in which nothing ended it.
pub const LOST: &str = "custody-lost";
/// A value was emitted although the machine did not hold it.
pub const SEEN_TWICE: &str = "custody-seen-twice";
/// A value is still inside the machine although the machine has ended or must not hold it.
pub const HELD: &str = "custody-held";

/// Who has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    /// The host or a caller; also everything that is not authored yet.
    Host,
    /// The machine.
    Machine,
    /// The machine, and this step ends it.
    Ending,
    /// Nobody: it was ended.
    Ended,
}

/// What one step was, for the judge.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// What the machine was told.
    pub told: &'a Told,
    /// What it said.
    pub said: &'a [Said],
    /// How the step ended.
    pub verdict: Verdict,
    /// Payloads of the jobs that the step completed.
    pub completed: &'a [Tag],
}

/// Knows who holds each value of the judged machine.
#[derive(Debug, Default)]
pub struct Custody {
    holders: Vec<Holder>,
}

impl Custody {
    /// A new machine was built: it holds its definition.
    pub fn reset(&mut self, setup: &PoolSetup) {
        self.holders.clear();
        self.holders.resize(setup.first_free_tag() as usize, Holder::Host);
        if setup.eligibility != Eligibility::Temporary {
            self.set(WORKER_SOURCE, Holder::Machine);
        }
        for index in 0..setup.roles().len() {
            self.set(initial_submission(index as u8), Holder::Machine);
        }
    }

    /// Judges one step. `ended_recipient` says whether the worker of a recipient has stopped.
    pub fn step(
        &mut self,
        deed: Deed<'_>,
        events: &[Event],
        ended_recipient: impl Fn(Tag) -> bool,
    ) -> Result<(), LawBreach> {
        let copies_in = self.take_in(deed);
        let copies_out = self.give_out(deed.said)?;
        for payload in deed.completed {
            self.set(*payload, Holder::Ending);
        }
        let mut copies = copies_in - copies_out;
        let mut dropped_copies = 0;
        for event in events {
            match *event {
                Event::Copied(_) => copies += 1,
                Event::Dropped(Kind::Execution, _) => dropped_copies += 1,
                Event::Dropped(kind, tag) => self.drop(kind, tag, &ended_recipient)?,
            }
        }
        judge_copies(deed, copies, dropped_copies)
    }

    /// Judges the end of the run: `home` is the source that the dismantled machine handed out.
    pub fn end(&mut self, home: Option<Tag>, events: &[Event]) -> Result<(), LawBreach> {
        if let Some(source) = home {
            self.leave(Kind::Source, source)?;
        }
        let kept = |kind, tag| held(format!("{kind:?} {tag} was inside the ended machine"));
        for event in events {
            if let Event::Dropped(kind, tag) = *event {
                return Err(kept(kind, tag));
            }
        }
        let inside = |holder: &Holder| matches!(holder, Holder::Machine | Holder::Ending);
        match self.holders.iter().position(inside) {
            Some(tag) => Err(held(format!("value {tag} never left the dismantled machine"))),
            None => Ok(()),
        }
    }

    /// Moves in what the input brings; answers how many execution copies came along.
    fn take_in(&mut self, deed: Deed<'_>) -> i32 {
        if deed.verdict == Verdict::HandedBack {
            return 0;
        }
        let holder = match deed.verdict {
            Verdict::Unwound => Holder::Ending,
            Verdict::Continue
            | Verdict::Stopped
            | Verdict::ForcedRetirement
            | Verdict::HandedBack => Holder::Machine,
        };
        let mut copies = 0;
        told_values(deed.told, |kind, tag| match kind {
            Kind::Execution => copies += 1,
            Kind::Payload
            | Kind::Submission
            | Kind::Plan
            | Kind::Permit
            | Kind::Source
            | Kind::Recipient
            | Kind::Request
            | Kind::Output
            | Kind::Settlement
            | Kind::StopReason => {
                debug_assert_eq!(self.get(tag), Holder::Host, "{kind:?} {tag} is not the host's");
                self.set(tag, holder);
            }
        });
        copies
    }

    /// Moves out what the actions carry; answers how many execution copies left.
    fn give_out(&mut self, said: &[Said]) -> Result<i32, LawBreach> {
        let mut copies = 0;
        let mut verdict = Ok(());
        for said in said {
            said_values(said, &mut |kind, tag| {
                if kind == Kind::Execution {
                    copies += 1;
                } else if verdict.is_ok() {
                    verdict = self.leave(kind, tag);
                }
            });
        }
        verdict.map(|()| copies)
    }

    fn leave(&mut self, kind: Kind, tag: Tag) -> Result<(), LawBreach> {
        if self.get(tag) != Holder::Machine {
            let evidence = format!("{kind:?} {tag} was emitted; its holder is {:?}", self.get(tag));
            return Err(LawBreach::new(SEEN_TWICE, evidence));
        }
        self.set(tag, Holder::Host);
        Ok(())
    }

    fn drop(
        &mut self,
        kind: Kind,
        tag: Tag,
        ended_recipient: &impl Fn(Tag) -> bool,
    ) -> Result<(), LawBreach> {
        let holder = self.get(tag);
        let may_end = match kind {
            Kind::StopReason => holder == Holder::Machine,
            Kind::Recipient => holder == Holder::Machine && ended_recipient(tag),
            Kind::Payload
            | Kind::Execution
            | Kind::Submission
            | Kind::Plan
            | Kind::Permit
            | Kind::Source
            | Kind::Request
            | Kind::Output
            | Kind::Settlement => false,
        };
        if !(may_end || holder == Holder::Ending) {
            let evidence = format!("{kind:?} {tag} was dropped; its holder is {holder:?}");
            return Err(LawBreach::new(LOST, evidence));
        }
        self.set(tag, Holder::Ended);
        Ok(())
    }

    fn get(&self, tag: Tag) -> Holder {
        self.holders.get(tag as usize).copied().unwrap_or(Holder::Host)
    }

    fn set(&mut self, tag: Tag, holder: Holder) {
        let index = tag as usize;
        if index >= self.holders.len() {
            self.holders.resize(index + 1, Holder::Host);
        }
        self.holders[index] = holder;
    }
}

/// `copies`: execution copies that came in or were made, less those that left. The machine may keep
/// none of them between two steps, and may end only what a reunion or a failed dispatch ends.
fn judge_copies(deed: Deed<'_>, copies: i32, dropped: i32) -> Result<(), LawBreach> {
    if copies < dropped {
        let evidence = format!("{} execution copies came from nowhere", dropped - copies);
        return Err(LawBreach::new(SEEN_TWICE, evidence));
    }
    if copies > dropped {
        return Err(held(format!("{} execution copies stayed inside", copies - dropped)));
    }
    if deed.verdict != Verdict::Unwound && dropped != copies_ended(deed) {
        let evidence =
            format!("{dropped} execution copies were dropped, {} were ended", copies_ended(deed));
        return Err(LawBreach::new(LOST, evidence));
    }
    Ok(())
}

/// How many execution copies the step ends: one for each head that could not be dispatched, and
/// the one that a reunion took in.
fn copies_ended(deed: Deed<'_>) -> i32 {
    let failed_heads = deed.said.iter().filter(|said| is_failed_head(said)).count();
    let reunited = matches!(deed.told, Told::DeliveryRejected { .. })
        && deed.verdict != Verdict::HandedBack
        && !deed.said.iter().any(carries_copy_back);
    failed_heads as i32 + i32::from(reunited)
}

fn is_failed_head(said: &Said) -> bool {
    let Said::DeliverCustomerTerminal { outcome, .. } = said else { return false };
    matches!(
        outcome,
        Terminal::ReturnedQueued { reason: QueuedReturn::DispatchCorrelationUnavailable, .. }
            | Terminal::ReturnedAssigned { reason: AssignedReturn::RetryPreparationRejected, .. }
    )
}

/// Whether the action carries a command back to the host.
fn carries_copy_back(said: &Said) -> bool {
    let mut found = false;
    if !matches!(said, Said::DeliverAssignment { .. }) {
        said_values(said, &mut |kind, _| found |= kind == Kind::Execution);
    }
    found
}

fn held(evidence: String) -> LawBreach {
    LawBreach::new(HELD, evidence)
}
