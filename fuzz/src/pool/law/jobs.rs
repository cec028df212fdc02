//! Laws about jobs: each accepted job has one owner and one end, and jobs leave the queue in the
//! order of their admission.
//!
//! The book lists the accepted jobs that have not ended, in the order of their admission. Where a
//! job waits again although no action says so, the book finds out from the step in which its worker
//! stopped or its delivery was rejected.

use super::staff::Staff;
use super::{Observed, breach, hold};
use crate::pool::observation::{
    Admission, AdmissionRefusal, AssignedReturn, Command, Completion, Id, Interruption, Mode,
    Phase, PoolSetup, PoolView, QueuedReturn, Role, Said, Tag, Terminal, Told,
};
use crate::verdict::LawBreach;

/// An answer echoes its submission and goes to its route.
pub(super) const ECHO: &str = "admission-echo";
/// A refusal's reason is so.
pub(super) const REFUSAL: &str = "refusal-reason";
/// A new job waits only below the backlog's capacity.
pub(super) const BACKLOG: &str = "backlog-admission";
/// A job ends once.
pub(super) const ONE_END: &str = "one-terminal-outcome";
/// An outcome carries the job's own payload to the job's own customer.
pub(super) const OWNER: &str = "outcome-owner";
/// A job ends as queued or as assigned, whichever it was, for a reason that is so.
pub(super) const END_PLACE: &str = "outcome-place-and-reason";
/// `Completed` follows an accepted delivery and the completion of that very assignment, with the authority
/// that its worker was given.
pub(super) const AUTHORITY: &str = "completion-authority";
/// Jobs leave the queue in the order of their admission.
pub(super) const ADMISSION_ORDER: &str = "admission-order";
/// A job waits again only if its worker stopped under `Retry`, or its delivery was rejected and the command
/// that came back is its own.
pub(super) const RETRY_CAUSE: &str = "retry-cause";
/// Every accepted job is queued or assigned, and the pool shows it so.
pub(super) const BALANCE: &str = "accepted-jobs-balance";
/// After the shutdown no job is left.
pub(super) const ALL_RETURNED: &str = "shutdown-returns-all";
/// When every role is retired, no job is left.
pub(super) const STRANDED: &str = "stranded-jobs-return";

/// Where an accepted job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It waits; the role it was last assigned to.
    Queued(Option<Role>),
    /// A worker has it. The authority is bound to the evidence of the worker's birth.
    Assigned { role: Role, child: Id, assignment: Id, evidence: u32 },
}

impl Place {
    /// Whether this authority is the one that the worker was given.
    fn has_given(self, (assignment, child, evidence): (Id, Id, u32)) -> bool {
        match self {
            Self::Queued(_) => false,
            Self::Assigned { assignment: a, child: c, evidence: e, .. } => {
                (a, c, e) == (assignment, child, evidence)
            }
        }
    }
}

/// One accepted job that has not ended.
#[derive(Clone, Copy, Debug)]
struct Job {
    job: Id,
    payload: Tag,
    route: u8,
    place: Place,
    /// Its delivery was accepted.
    delivered: bool,
    /// The output that was reported for its assignment.
    reported: Option<Tag>,
}

/// The accepted jobs that have not ended, in the order of their admission.
#[derive(Debug, Default)]
pub(super) struct JobBook {
    live: Vec<Job>,
    completed: Vec<Tag>,
    admitted: Option<Id>,
}

impl JobBook {
    pub(super) fn reset(&mut self) {
        self.live.clear();
        self.completed.clear();
    }

    pub(super) fn begin(&mut self) {
        self.completed.clear();
        self.admitted = None;
    }

    pub(super) fn completed(&self) -> &[Tag] {
        &self.completed
    }

    fn of_assignment(&mut self, id: Id) -> Option<&mut Job> {
        self.live
            .iter_mut()
            .find(|job| matches!(job.place, Place::Assigned { assignment, .. } if assignment == id))
    }

    /// Takes down what a taken fact establishes.
    pub(super) fn hear(&mut self, told: &Told) {
        if let Told::DeliveryAccepted { assignment, .. } = *told
            && let Some(job) = self.of_assignment(assignment)
        {
            job.delivered = true;
        }
        if let Told::Completed { completion, .. } = *told
            && let Completion { assignment, child, evidence, output, .. } = completion
            && let Some(job) = self.of_assignment(assignment)
            && job.place.has_given((assignment, child, evidence))
        {
            job.reported = job.reported.or(Some(output));
        }
    }

    /// Finds the job that this step puts back into the queue, before the step's own dispatches.
    pub(super) fn find_requeued(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        staff: &Staff,
    ) -> Result<(), LawBreach> {
        let Some(child) = child_that_may_lose_its_job(step.told) else { return Ok(()) };
        let held =
            |job: &&mut Job| matches!(job.place, Place::Assigned { child: c, .. } if c == child);
        let Some(job) = self.live.iter_mut().find(held) else { return Ok(()) };
        let Place::Assigned { role, .. } = job.place else { return Ok(()) };
        if !waits_again(job, step) {
            return Ok(());
        }
        let stopped = staff.post_of(child).is_some_and(|post| post.stop.is_some());
        let retried = setup.interruption == Interruption::Retry && stopped;
        let returned = matches!(*step.told, Told::DeliveryRejected { returned, .. }
            if job.place.has_given((returned.assignment, returned.child, returned.evidence)));
        hold(retried || returned, RETRY_CAUSE, || format!("{job:?} waits after {:?}", step.told))?;
        job.place = Place::Queued(Some(role));
        job.delivered = false;
        job.reported = None;
        Ok(())
    }

    /// Judges one action.
    pub(super) fn judge(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        said: &Said,
        staff: &mut Staff,
    ) -> Result<(), LawBreach> {
        if let Said::DeliverAdmission { route, outcome } = *said {
            self.admission(setup, step, route, outcome, staff)
        } else if let Said::DeliverCustomerTerminal { route, outcome } = *said {
            self.end(setup, step, route, outcome, staff)
        } else if let Said::DeliverAssignment { child, command, .. } = *said {
            self.dispatch(child, command, staff)
        } else {
            Ok(())
        }
    }

    fn admission(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        route: u8,
        outcome: Admission,
        staff: &Staff,
    ) -> Result<(), LawBreach> {
        let Told::Submit { request, payload, customer, .. } = *step.told else {
            return breach(ECHO, format!("{outcome:?} answers {:?}", step.told));
        };
        let echoes = match outcome {
            Admission::Accepted { request: echo, .. } => echo == request,
            Admission::Rejected { request: echo, payload: returned, .. } => {
                echo == request && returned == payload
            }
        };
        hold(echoes && route == customer, ECHO, || format!("{outcome:?} to {route}"))?;
        match outcome {
            Admission::Rejected { reason, .. } => refusal(setup, step, reason, staff),
            Admission::Accepted { job, .. } => {
                hold(self.admitted.is_none(), ECHO, || format!("a second answer: {outcome:?}"))?;
                self.admitted = Some(job);
                let place = Place::Queued(None);
                let (delivered, reported) = (false, None);
                self.live.push(Job { job, payload, route, place, delivered, reported });
                Ok(())
            }
        }
    }

    fn end(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        route: u8,
        outcome: Terminal,
        staff: &mut Staff,
    ) -> Result<(), LawBreach> {
        let (Terminal::Completed { job: id, .. }
        | Terminal::ReturnedQueued { job: id, .. }
        | Terminal::ReturnedAssigned { job: id, .. }) = outcome;
        let Some(index) = self.live.iter().position(|job| job.job == id) else {
            return breach(ONE_END, format!("{outcome:?}, but {id:?} is no live job"));
        };
        let job = self.live[index];
        match outcome {
            Terminal::Completed { role, output, .. } => self.complete(&job, role, output, staff)?,
            Terminal::ReturnedQueued { payload, reason, .. } => {
                owned(&job, payload)?;
                self.is_head(index)?;
                let fits = matches!(job.place, Place::Queued(_)) && queued_reason(step, reason);
                hold(fits, END_PLACE, || format!("{outcome:?}: {job:?}"))?;
            }
            Terminal::ReturnedAssigned { role, payload, reason, .. } => {
                owned(&job, payload)?;
                if reason == AssignedReturn::RetryPreparationRejected {
                    self.is_head(index)?;
                }
                let fits = assigned_reason(setup, step, &job, role, reason, staff);
                hold(fits, END_PLACE, || format!("{outcome:?}: {job:?}"))?;
            }
        }
        self.live.remove(index);
        hold(route == job.route, OWNER, || format!("{outcome:?} goes to {route}: {job:?}"))
    }

    fn complete(
        &mut self,
        job: &Job,
        role: Role,
        output: Tag,
        staff: &mut Staff,
    ) -> Result<(), LawBreach> {
        let Place::Assigned { role: assigned, child, .. } = job.place else {
            return breach(AUTHORITY, format!("{job:?} was completed in the queue"));
        };
        let lawful = job.delivered && job.reported == Some(output) && role == assigned;
        hold(lawful, AUTHORITY, || format!("{output} completes {job:?} for role {role}"))?;
        staff.completed(child);
        self.completed.push(job.payload);
        Ok(())
    }

    fn dispatch(&mut self, child: Id, command: Command, staff: &Staff) -> Result<(), LawBreach> {
        let payload = command.execution;
        let Some(index) = self.live.iter().position(|job| job.payload == payload) else {
            return breach(ONE_END, format!("{command:?} is of no live job"));
        };
        let queued = matches!(self.live[index].place, Place::Queued(_));
        hold(queued, ONE_END, || {
            format!("{command:?} is of a job that is {:?}", self.live[index])
        })?;
        self.is_head(index)?;
        let role = staff.post_of(child).map_or(0, |post| post.role);
        let Command { assignment, evidence, .. } = command;
        self.live[index].place = Place::Assigned { role, child, assignment, evidence };
        Ok(())
    }

    /// No job that was admitted earlier waits.
    fn is_head(&self, index: usize) -> Result<(), LawBreach> {
        let earlier = self.live[..index].iter().find(|job| matches!(job.place, Place::Queued(_)));
        hold(earlier.is_none(), ADMISSION_ORDER, || {
            format!("{:?} leaves before {earlier:?}", self.live[index])
        })
    }

    /// Judges where the jobs are after the step.
    pub(super) fn judge_places(
        &self,
        setup: &PoolSetup,
        step: &Observed<'_>,
    ) -> Result<(), LawBreach> {
        if step.after.mode != Mode::Operating {
            return hold(self.live.is_empty(), ALL_RETURNED, || {
                format!("{:?} in mode {:?}", self.live, step.after.mode)
            });
        }
        self.judge_backlog(setup, step)?;
        let retired = step.after.phase_set().has_only(Phase::Retired);
        hold(!retired || self.live.is_empty(), STRANDED, || format!("{:?}", self.live))?;
        self.judge_balance(step.after)
    }

    fn judge_balance(&self, after: &PoolView) -> Result<(), LawBreach> {
        let waiting = |job: &&Job| matches!(job.place, Place::Queued(_));
        let queued = self.live.iter().filter(waiting).map(|job| job.job);
        let assigned = self.live.iter().filter(|job| !waiting(job)).count();
        let busy = after.members().iter().filter(|phase| is_busy(**phase)).count();
        let shown = after.queue.iter().map(|waiting| waiting.job);
        hold(queued.eq(shown) && assigned == busy, BALANCE, || {
            format!("{:?}; shown are {:?} and {busy} assigned", self.live, after.queue)
        })
    }

    fn judge_backlog(&self, setup: &PoolSetup, step: &Observed<'_>) -> Result<(), LawBreach> {
        let Some(admitted) = self.admitted else { return Ok(()) };
        let waits = self.live.iter().any(|j| j.job == admitted && j.place == Place::Queued(None));
        let room = step.before.queue.len() < setup.backlog_capacity as usize;
        hold(!waits || room, BACKLOG, || {
            format!("{admitted:?} waits behind {:?}", step.before.queue)
        })
    }
}

fn is_busy(phase: Phase) -> bool {
    (Phase::BusyDelivering..=Phase::BusyAccepted).contains(&phase)
}

fn owned(job: &Job, payload: Tag) -> Result<(), LawBreach> {
    hold(payload == job.payload, OWNER, || format!("payload {payload} returns for {job:?}"))
}

/// The worker whose job can go back into the queue in this step.
fn child_that_may_lose_its_job(told: &Told) -> Option<Id> {
    if let Told::Stopped { worker, .. } = *told {
        return Some(worker.child);
    }
    if let Told::DeliveryAccepted { child, .. } | Told::DeliveryRejected { child, .. } = *told {
        return Some(child);
    }
    None
}

/// Whether the job is in the queue now, or left it in this very step.
fn waits_again(job: &Job, step: &Observed<'_>) -> bool {
    let shown = step.after.queue.iter().any(|waiting| waiting.job == job.job);
    shown || step.said.iter().any(|said| leaves_queue(job, said))
}

fn leaves_queue(job: &Job, said: &Said) -> bool {
    if let Said::DeliverAssignment { command, .. } = said {
        return command.execution == job.payload;
    }
    let Said::DeliverCustomerTerminal { outcome, .. } = said else { return false };
    match outcome {
        Terminal::Completed { .. } => false,
        Terminal::ReturnedQueued { job: id, .. } => *id == job.job,
        Terminal::ReturnedAssigned { job: id, reason, .. } => {
            *id == job.job && *reason == AssignedReturn::RetryPreparationRejected
        }
    }
}

fn refusal(
    setup: &PoolSetup,
    step: &Observed<'_>,
    reason: AdmissionRefusal,
    staff: &Staff,
) -> Result<(), LawBreach> {
    let before = step.before;
    let full = before.queue.len() >= setup.backlog_capacity as usize;
    let retired = before.phase_set().has_only(Phase::Retired);
    let operating = before.mode == Mode::Operating;
    let fits = match reason {
        AdmissionRefusal::ShuttingDown => before.mode == Mode::Draining,
        AdmissionRefusal::NoRecoverableWorkers => operating && retired,
        AdmissionRefusal::BacklogFull => operating && !retired && full && !staff.has_idle(),
        AdmissionRefusal::JobCorrelationUnavailable => operating && (staff.has_idle() || !full),
        AdmissionRefusal::DispatchCorrelationUnavailable => operating && staff.has_idle(),
    };
    hold(fits, REFUSAL, || format!("{reason:?} before {before:?}"))
}

fn queued_reason(step: &Observed<'_>, reason: QueuedReturn) -> bool {
    let goes_on = step.after.mode == Mode::Operating;
    match reason {
        QueuedReturn::PoolShutdown => !goes_on,
        QueuedReturn::NoRecoverableWorkers => {
            goes_on && step.after.phase_set().has_only(Phase::Retired)
        }
        QueuedReturn::DispatchCorrelationUnavailable => goes_on,
    }
}

fn assigned_reason(
    setup: &PoolSetup,
    step: &Observed<'_>,
    job: &Job,
    role: Role,
    reason: AssignedReturn,
    staff: &Staff,
) -> bool {
    let goes_on = step.after.mode == Mode::Operating;
    let place = match job.place {
        Place::Queued(prior) => {
            reason == AssignedReturn::RetryPreparationRejected && prior == Some(role)
        }
        Place::Assigned { role: assigned, .. } => {
            reason != AssignedReturn::RetryPreparationRejected && assigned == role
        }
    };
    let stopped = staff.post_of_role(role).is_some_and(|post| post.stop.is_some());
    place
        && match reason {
            AssignedReturn::PoolShutdown => !goes_on,
            AssignedReturn::WorkerStopped => setup.interruption == Interruption::Fail && stopped,
            AssignedReturn::RetryPreparationRejected => goes_on,
            AssignedReturn::ContradictoryAssignmentSettlement => !goes_on,
        }
}
