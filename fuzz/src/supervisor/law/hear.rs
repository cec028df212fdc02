//! Facts that were taken: each must be one that was owed, and each is entered in the book.

use super::book::{Birth, Book, Life, Refusal, WorkerResult};
use super::{breach, hold};
use crate::proxy::observation::Predecessor;
use crate::supervisor::observation::{
    Absorbed, Change, Evidence, Id, InitialOutcome, Mode, Outcome, Proxy, ProxyExit,
    ReplacementOutcome, Report, Request, StartOutcome, Told, Unreported,
};
use crate::verdict::LawBreach;

/// A stale, duplicate, foreign, early, wrong or contradictory fact is never taken.
pub(super) const ONLY_OWED: &str = "only-owed-facts-are-taken";

impl Book {
    /// Enters a fact that was taken.
    pub(super) fn hear(&mut self, told: &Told, mode: Mode) -> Result<(), LawBreach> {
        match *told {
            Told::BirthCommitted { creation, proxy } => {
                hold(self.of_proxy(proxy).is_none(), ONLY_OWED, || {
                    format!("{proxy} was born twice: {told:?}")
                })?;
                self.unborn_life(creation, told)?.birth = Birth::Committed(proxy);
            }
            Told::BirthRejected { creation, .. } => {
                self.unborn_life(creation, told)?.birth = Birth::Rejected;
            }
            Told::ExitBeforeBirth { creation, exit } => {
                exits(self.unborn_life(creation, told)?, exit, told)?;
            }
            Told::ExitAfterBirth { proxy, exit } => {
                let life = self.born_life(proxy, told)?;
                exits(life, exit, told)?;
            }
            Told::InputAccepted { proxy, change, operation } => {
                self.settle_input(proxy, change, operation, told)?;
            }
            Told::InputRejected { proxy, change, operation, returned, reason } => {
                let life = self.settle_input(proxy, change, operation, told)?;
                life.open = None;
                life.result = Some(WorkerResult::Rejected { input: returned, reason });
            }
            Told::Report { proxy, report } => self.hear_report(proxy, &report, told)?,
            Told::Unreported { proxy, operation, rest } => {
                let life = self.born_life(proxy, told)?;
                hear_unreported(life, operation, rest, told, mode)?;
            }
            Told::ShutdownAccepted { request } => {
                self.settle_shutdown(request, told)?;
            }
            Told::ShutdownRejected { request, returned, reason } => {
                let refusal = Refusal { asked: request.purpose, returned, reason };
                self.settle_shutdown(request, told)?.refusal = Some(refusal);
            }
            Told::DeadlineAccepted { deadline } => self.settle_deadline(deadline, true, told)?,
            Told::DeadlineRejected { deadline, .. } => {
                self.settle_deadline(deadline, true, told)?;
            }
            Told::DeadlineElapsed { deadline, .. } => {
                self.settle_deadline(deadline, false, told)?
            }
            Told::Initialize
            | Told::Start { .. }
            | Told::Replace { .. }
            | Told::Stop { .. }
            | Told::Query { .. }
            | Told::Cancel { .. }
            | Told::Shutdown => {}
        }
        Ok(())
    }

    fn unborn_life(&mut self, creation: Id, told: &Told) -> Result<&mut Life, LawBreach> {
        self.unborn_mut(creation).map_or_else(|| not_owed(told), Ok)
    }

    fn born_life(&mut self, proxy: Proxy, told: &Told) -> Result<&mut Life, LawBreach> {
        self.of_proxy_mut(proxy).map_or_else(|| not_owed(told), Ok)
    }

    fn settle_input(
        &mut self,
        proxy: Proxy,
        change: Change,
        operation: Id,
        told: &Told,
    ) -> Result<&mut Life, LawBreach> {
        let life = self.born_life(proxy, told)?;
        let Some(open) = &mut life.open else { return not_owed(told) };
        let exact = open.input.operation == operation && open.input.change == change;
        hold(exact && !open.is_accepted, ONLY_OWED, || format!("{told:?} was taken for {open:?}"))?;
        open.is_accepted = true;
        Ok(life)
    }

    fn settle_shutdown(&mut self, request: Request, told: &Told) -> Result<&mut Life, LawBreach> {
        let life = self.born_life(request.proxy, told)?;
        hold(life.request == Some(request), ONLY_OWED, || {
            format!("{told:?} was taken for {:?}", life.request)
        })?;
        life.request = None;
        Ok(life)
    }

    fn settle_deadline(&mut self, id: Id, settles: bool, told: &Told) -> Result<(), LawBreach> {
        let Some(deadline) = &mut self.deadline else { return not_owed(told) };
        let due = deadline.id == id && !(settles && deadline.is_accepted);
        hold(due, ONLY_OWED, || format!("{told:?} was taken for {deadline:?}"))?;
        deadline.is_accepted |= settles;
        Ok(())
    }

    fn hear_report(&mut self, proxy: Proxy, report: &Report, told: &Told) -> Result<(), LawBreach> {
        let life = self.born_life(proxy, told)?;
        match *report {
            Report::Initial { ticket, outcome } => {
                hear_outcome(life, ticket, Change::Start, Outcome::Initial(outcome), told)?;
                hear_initial(life, &outcome, true);
                Ok(())
            }
            Report::Replacement { ticket, outcome } => {
                judge_predecessor(life, predecessor_of(&outcome), told)?;
                let late = Outcome::Replacement(outcome);
                hear_outcome(life, ticket, Change::Replacement, late, told)?;
                hear_replacement(life, &outcome, true);
                Ok(())
            }
            Report::WorkerStopped { evidence, exit } => {
                hold(life.runs(evidence), ONLY_OWED, || {
                    format!("{told:?} names none of {:?}", life.running)
                })?;
                life.runs_no_more(evidence);
                if life.is_ending() {
                    life.absorb(Absorbed { evidence, exit });
                }
                Ok(())
            }
            Report::Unavailable { .. } => Ok(()),
        }
    }
}

fn not_owed<T>(told: &Told) -> Result<T, LawBreach> {
    breach(ONLY_OWED, format!("nobody waits for {told:?}"))
}

fn exits(life: &mut Life, exit: ProxyExit, told: &Told) -> Result<(), LawBreach> {
    hold(life.exit.is_none(), ONLY_OWED, || format!("{told:?} after {:?}", life.exit))?;
    life.exit = Some(exit);
    Ok(())
}

/// The outcome of an accepted input, by report or not.
fn hear_outcome(
    life: &mut Life,
    operation: Id,
    change: Change,
    outcome: Outcome,
    told: &Told,
) -> Result<(), LawBreach> {
    let Some(open) = &life.open else { return not_owed(told) };
    let exact = open.input.operation == operation && open.input.change == change;
    hold(exact && open.is_accepted, ONLY_OWED, || format!("{told:?} was taken for {open:?}"))?;
    life.open = None;
    life.result = Some(WorkerResult::Outcome(outcome));
    Ok(())
}

/// After the exit of the proxy of an ending entry only.
fn hear_unreported(
    life: &mut Life,
    operation: Id,
    rest: Unreported,
    told: &Told,
    mode: Mode,
) -> Result<(), LawBreach> {
    let is_late = life.exit.is_some() && (life.is_ending() || mode == Mode::Draining);
    hold(is_late, ONLY_OWED, || format!("{told:?} of {:?}", life.generation))?;
    let Some(open) = life.open else { return not_owed(told) };
    let change = match rest {
        Unreported::Untouched { .. } | Unreported::Left { .. } => open.input.change,
        Unreported::Initial { .. } => Change::Start,
        Unreported::Replacement { outcome } => {
            judge_predecessor(life, predecessor_of(&outcome), told)?;
            Change::Replacement
        }
    };
    hear_outcome(life, operation, change, Outcome::Unreported(rest), told)?;
    match rest {
        Unreported::Untouched { .. } | Unreported::Left { .. } => {}
        Unreported::Initial { outcome } => hear_initial(life, &outcome, false),
        Unreported::Replacement { outcome } => hear_replacement(life, &outcome, false),
    }
    Ok(())
}

fn predecessor_of(outcome: &ReplacementOutcome) -> Option<Evidence> {
    match outcome {
        ReplacementOutcome::Refused(_) => None,
        ReplacementOutcome::CancelledBeforeBirth { predecessor, .. } => Some(*predecessor),
        ReplacementOutcome::Resolved { predecessor, .. } => Some(predecessor.evidence),
    }
}

/// A replacement's outcome names the worker that it was to replace.
fn judge_predecessor(life: &Life, named: Option<Evidence>, told: &Told) -> Result<(), LawBreach> {
    hold(named.is_none() || named == life.evidence, ONLY_OWED, || {
        format!("{told:?} names another predecessor than {:?}", life.evidence)
    })
}

fn hear_initial(life: &mut Life, outcome: &InitialOutcome, is_reported: bool) {
    if let InitialOutcome::Resolved(StartOutcome::Ready { evidence, .. }) = *outcome {
        life.evidence = Some(evidence);
        if is_reported {
            life.begins_to_run(evidence);
        }
    }
}

fn hear_replacement(life: &mut Life, outcome: &ReplacementOutcome, is_reported: bool) {
    let is_ending = life.is_ending();
    match outcome {
        ReplacementOutcome::Refused(_) => {}
        ReplacementOutcome::CancelledBeforeBirth { .. } => {
            if !is_ending {
                life.running = [None; 2];
            }
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            if is_ending {
                drain(life, predecessor);
            } else {
                life.running = [None; 2];
            }
            match *successor {
                StartOutcome::CreationRejected(_) => {}
                StartOutcome::Unavailable { evidence, .. } => life.evidence = Some(evidence),
                StartOutcome::Ready { evidence, .. } => {
                    life.evidence = Some(evidence);
                    if is_reported {
                        life.begins_to_run(evidence);
                    }
                }
            }
        }
    }
}

/// A worker that was drained for its replacement does not stop once more.
fn drain(life: &mut Life, predecessor: &Predecessor) {
    if predecessor.drained.is_some() {
        life.runs_no_more(predecessor.evidence);
    }
}
