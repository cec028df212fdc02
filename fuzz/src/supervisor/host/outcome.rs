//! Made-up outcomes: every variant that a proxy can report or leave, with plausible evidence.
//!
//! Rules: choice zero is the one that lets the service go on. What came with the input goes back with
//! the outcome that brings it back; everything else is authored anew.

use super::{Host, ProxyRecord, Servant};
use crate::proxy::observation::{
    Begin, Cause, CreationRefusal, End, Predecessor, Refused, Refuser, Settled, Unavailable,
    Unborn, UnreportedWorker,
};
use crate::supervisor::observation::{
    Change, Exit, Id, InitialOutcome, Leftover, ReplacementOutcome, Report, ShownPhase,
    StartOutcome, Submission, Unreported,
};

/// How many outcomes a proxy can report.
pub(super) const OUTCOMES: u8 = 14;
/// How many ways there are in which an undelivered outcome can come.
const UNREPORTED: u8 = 13;
/// The phases that a proxy shows.
const PHASES: [ShownPhase; 9] = [
    ShownPhase::Dormant,
    ShownPhase::Creating,
    ShownPhase::Initializing,
    ShownPhase::Activating,
    ShownPhase::Ready,
    ShownPhase::Empty,
    ShownPhase::Replacing,
    ShownPhase::Failing,
    ShownPhase::Draining,
];

/// The phase of this number, modulo how many there are.
pub(super) fn phase(code: u8) -> ShownPhase {
    PHASES[usize::from(code) % PHASES.len()]
}

/// What a made-up outcome is about.
#[derive(Clone, Copy)]
pub(super) struct Work {
    pub(super) operation: Id,
    pub(super) change: Change,
    pub(super) submission: Submission,
    /// Which outcome.
    pub(super) choice: u8,
    /// Its details.
    pub(super) detail: u8,
}

impl Host {
    /// The report of an outcome.
    pub(super) fn outcome_report(&mut self, proxy: &ProxyRecord, work: Work) -> Report {
        let ticket = work.operation;
        match work.change {
            Change::Start => Report::Initial { ticket, outcome: self.initial(proxy, work) },
            Change::Replacement => {
                Report::Replacement { ticket, outcome: self.replacement(proxy, work) }
            }
        }
    }

    /// An outcome that no report delivers.
    pub(super) fn unreported(&mut self, proxy: &ProxyRecord, work: Work) -> Unreported {
        match work.choice % UNREPORTED {
            0 => Unreported::Untouched { submission: work.submission },
            1 | 2 => {
                let work = Work { choice: work.detail, ..work };
                match work.change {
                    Change::Start => Unreported::Initial { outcome: self.initial(proxy, work) },
                    Change::Replacement => {
                        Unreported::Replacement { outcome: self.replacement(proxy, work) }
                    }
                }
            }
            choice => self.left(proxy, work, choice - 3),
        }
    }

    fn initial(&mut self, proxy: &ProxyRecord, work: Work) -> InitialOutcome {
        match self.refused(work) {
            Some(refused) => InitialOutcome::Refused(refused),
            None => InitialOutcome::Resolved(self.start_outcome(proxy, work)),
        }
    }

    /// A replacement of a proxy that never had a worker cannot have begun.
    fn replacement(&mut self, proxy: &ProxyRecord, work: Work) -> ReplacementOutcome {
        let submission = work.submission;
        let Some(predecessor) = self.predecessor(proxy, work.detail) else {
            let phase = ShownPhase::Dormant;
            return ReplacementOutcome::Refused(Refused { submission, phase, creation: None });
        };
        if work.choice % OUTCOMES == OUTCOMES - 1 {
            let predecessor = predecessor.evidence;
            return ReplacementOutcome::CancelledBeforeBirth { predecessor, submission };
        }
        match self.refused(work) {
            Some(refused) => ReplacementOutcome::Refused(refused),
            None => {
                let successor = self.start_outcome(proxy, work);
                ReplacementOutcome::Resolved { predecessor, successor }
            }
        }
    }

    fn refused(&self, work: Work) -> Option<Refused> {
        let creation = match work.choice % OUTCOMES {
            11 => None,
            12 => Some(unavailable(work.detail)),
            _ => return None,
        };
        Some(Refused { submission: work.submission, phase: phase(work.detail), creation })
    }

    /// The worker before, drained if it was ready.
    fn predecessor(&mut self, proxy: &ProxyRecord, detail: u8) -> Option<Predecessor> {
        let evidence = proxy.servant.evidence()?;
        let drained = match proxy.servant {
            Servant::Ready(_) => Some((self.worker_exit(), self.settled(detail))),
            Servant::None | Servant::Gone(_) => None,
        };
        Some(Predecessor { evidence, drained })
    }

    fn start_outcome(&mut self, proxy: &ProxyRecord, work: Work) -> StartOutcome {
        let evidence = proxy.next_evidence();
        match work.choice % OUTCOMES {
            choice @ (1 | 2) => StartOutcome::CreationRejected(self.unborn(work, choice == 2)),
            choice @ 3..=10 => {
                StartOutcome::Unavailable { evidence, cause: self.cause(proxy, work, choice) }
            }
            _ => StartOutcome::Ready { evidence, proof: self.fresh_tag() },
        }
    }

    fn cause(&mut self, proxy: &ProxyRecord, work: Work, choice: u8) -> Cause {
        let (detail, plan) = (work.detail, work.submission.plan);
        match choice {
            3 => {
                let failure = self.fresh_tag();
                Cause::InitializationRejected { failure, plan, end: self.end(detail) }
            }
            choice @ (4 | 5) => {
                let exit = self.worker_exit();
                let own = (choice == 5).then(|| self.worker_exit());
                Cause::StoppedDuringInitialization { plan, exit, own }
            }
            6 => {
                let permit = self.fresh_tag();
                Cause::InitializedAfterExit { permit, plan, exit: self.worker_exit() }
            }
            7 => {
                let (permit, reason) = (self.fresh_tag(), unavailable(detail));
                let end = End { exit: self.worker_exit(), shutdown: Some(self.settled(detail)) };
                Cause::ActivationUnavailable { permit, plan, reason, end }
            }
            8 => {
                let request = self.begin(proxy, work);
                let reason = self.fresh_tag();
                Cause::StartRejected { request, reason, end: self.end(detail) }
            }
            9 => {
                let rejection = self.fresh_tag();
                Cause::ActivationRejected { rejection, end: self.end(detail) }
            }
            _ => {
                let proof = self.fresh_tag();
                Cause::ReadyAfterExit { proof, exit: self.worker_exit() }
            }
        }
    }

    /// What the proxy left of its change. One that never had a worker cannot have begun a replacement.
    fn left(&mut self, proxy: &ProxyRecord, work: Work, choice: u8) -> Unreported {
        let predecessor = match work.change {
            Change::Start => None,
            Change::Replacement => match self.predecessor(proxy, work.detail) {
                None => return Unreported::Untouched { submission: work.submission },
                predecessor => predecessor,
            },
        };
        let worker = self.unreported_worker(proxy, work, choice);
        let leftover = Leftover::Change { ticket: work.operation, predecessor, worker };
        Unreported::Left { leftover }
    }

    /// What no change leaves.
    pub(super) fn left_without_change(&mut self, detail: u8) -> Unreported {
        let leftover = match detail % 2 {
            0 => Leftover::Nothing,
            _ => Leftover::Worker(self.end(detail)),
        };
        Unreported::Left { leftover }
    }

    fn unreported_worker(
        &mut self,
        proxy: &ProxyRecord,
        work: Work,
        choice: u8,
    ) -> UnreportedWorker {
        let (detail, plan) = (work.detail, work.submission.plan);
        match choice {
            0 | 1 => UnreportedWorker::Unborn(self.unborn(work, !detail.is_multiple_of(2))),
            2 => {
                let permit = self.fresh_tag();
                UnreportedWorker::Initialized { permit, plan, end: self.end(detail) }
            }
            3 => {
                let failure = self.fresh_tag();
                UnreportedWorker::EffectsRejected { failure, plan, end: self.end(detail) }
            }
            4 => self.initialization_stopped(work),
            5 => {
                let request = self.begin(proxy, work);
                let reason = self.fresh_tag();
                UnreportedWorker::StartRejected { request, reason, end: self.end(detail) }
            }
            6 => {
                let proof = self.fresh_tag();
                UnreportedWorker::Ready { proof, end: self.end(detail) }
            }
            7 => {
                let rejection = self.fresh_tag();
                UnreportedWorker::ActivationRejected { rejection, end: self.end(detail) }
            }
            8 => UnreportedWorker::Resolved(self.failed_outcome(proxy, work)),
            _ => {
                let proof = self.fresh_tag();
                let outcome = StartOutcome::Ready { evidence: proxy.next_evidence(), proof };
                UnreportedWorker::Held { outcome, end: self.end(detail) }
            }
        }
    }

    /// An outcome that is complete and not Ready.
    fn failed_outcome(&mut self, proxy: &ProxyRecord, work: Work) -> StartOutcome {
        self.start_outcome(proxy, Work { choice: 1 + work.detail % 10, ..work })
    }

    fn initialization_stopped(&mut self, work: Work) -> UnreportedWorker {
        let own = self.worker_exit();
        let plan = work.submission.plan;
        let (end, shutdown) = match work.detail % 4 {
            0 => (None, None),
            1 => (None, Some(self.settled(work.detail))),
            _ => (Some(self.end(work.detail)), None),
        };
        UnreportedWorker::InitializationStopped { own, plan, end, shutdown }
    }

    fn unborn(&mut self, work: Work, is_contradicted: bool) -> Unborn {
        let by = if work.detail.is_multiple_of(2) { Refuser::Fold } else { Refuser::Host };
        let why = CreationRefusal { by, reason: self.fresh_tag() };
        let early_exit = is_contradicted.then(|| self.worker_exit());
        Unborn { submission: work.submission, why, early_exit }
    }

    fn begin(&mut self, proxy: &ProxyRecord, work: Work) -> Begin {
        let incarnation = self.incarnation(proxy);
        let activation = proxy.next_evidence();
        Begin { incarnation, activation, permit: self.fresh_tag(), plan: work.submission.plan }
    }

    /// The name of a proxy's worker: nobody but the proxy and its host knows it.
    fn incarnation(&self, proxy: &ProxyRecord) -> u32 {
        proxy.proxy.wrapping_mul(16).wrapping_add(proxy.workers as u32 + 1)
    }

    /// A worker's end: by itself, or after a shutdown that was delivered or not.
    fn end(&mut self, detail: u8) -> End {
        let shutdown = match detail % 3 {
            0 => None,
            _ => Some(self.settled(detail)),
        };
        End { exit: self.worker_exit(), shutdown }
    }

    fn settled(&mut self, detail: u8) -> Settled {
        match detail % 3 {
            2 => Settled::Rejected { request: u32::from(detail), reason: self.fresh_tag() },
            _ => Settled::Accepted,
        }
    }

    pub(super) fn worker_exit(&mut self) -> Exit {
        Exit { stop: self.fresh_tag(), at: self.now }
    }
}

fn unavailable(detail: u8) -> Unavailable {
    match detail % 2 {
        0 => Unavailable::Exhausted,
        _ => Unavailable::Collision { candidate: u64::from(detail) },
    }
}
