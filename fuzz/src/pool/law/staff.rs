//! Laws about workers: one birth for each recovery, readiness before work, one shutdown request,
//! one cancellation, activations within the limit.
//!
//! The book has one post for each declared role. What a fact establishes is taken down only if the
//! pool took the fact; a stop that is told before the birth is taken back if the pool rejects it
//! later.

use super::{Observed, breach, hold};
use crate::pool::host::rejected_fact;
use crate::pool::observation::{
    Birth, Command, Eligibility, Id, Mode, PoolSetup, Role, Said, ShutdownRef, Stop, StopClass,
    Told, Worker,
};
use crate::verdict::LawBreach;

/// The start creates each declared role once, in order.
pub(super) const ROSTER: &str = "roster-in-order";
/// A creation follows exactly one recovery of a worker that has stopped.
pub(super) const ONE_CREATION: &str = "one-creation-per-recovery";
/// A recovery follows exactly one eligible stop.
pub(super) const ONE_RECOVERY: &str = "one-recovery-per-stop";
/// An initialization follows the commit of the birth.
pub(super) const INITIALIZATION: &str = "initialization-follows-commit";
/// Activations in flight stay within the limit, and each worker has one.
pub(super) const ACTIVATION_LIMIT: &str = "activation-limit";
/// An activation is cancelled at most once, when a stop or the shutdown frees its slot.
pub(super) const ONE_CANCEL: &str = "one-cancel-per-ticket";
/// A worker is asked to stop at most once.
pub(super) const ONE_SHUTDOWN: &str = "one-shutdown-per-worker";
/// Only an exact ready worker gets a job.
pub(super) const READY_ONLY: &str = "assign-ready-only";
/// A worker has at most one job.
pub(super) const ONE_ASSIGNMENT: &str = "one-assignment-per-worker";
/// The first idle role at or after the cursor is chosen.
pub(super) const CURSOR: &str = "cursor-order";

/// Where the worker of a post is in its life, stop aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// No creation went out, or it was rejected.
    None,
    /// The birth is not told.
    Unborn,
    /// Born, not ready.
    Starting,
    /// Ready, without a job.
    Ready,
    /// With this assignment.
    Working(Id),
}

/// What is known about the worker of one role.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub(super) role: Role,
    pub(super) child: Id,
    pub(super) evidence: u32,
    pub(super) life: Life,
    pub(super) stop: Option<Stop>,
    /// The evidence that a stop named before the birth.
    named: u32,
    /// The stop came after the worker was asked to stop.
    stop_was_asked: bool,
    /// The stop has led to a recovery.
    recovered: bool,
    /// The stop is older than one that was taken before it.
    pub(super) regressed: bool,
    /// The recovery under way.
    pub(super) recovery: Option<Id>,
    ticket: Option<Id>,
    /// The ticket whose slot this step frees by a stop.
    freed: Option<Id>,
    shutdown: Option<Id>,
}

const VACANT: Post = Post {
    role: 0,
    child: Id { pool: 0, ordinal: 0 },
    evidence: 0,
    life: Life::None,
    stop: None,
    named: 0,
    stop_was_asked: false,
    recovered: false,
    regressed: false,
    recovery: None,
    ticket: None,
    freed: None,
    shutdown: None,
};

/// The posts in declaration order.
#[derive(Debug, Default)]
pub(super) struct Staff {
    posts: Vec<Post>,
    cursor: usize,
    latest_stop: u64,
}

impl Post {
    fn is_idle(&self) -> bool {
        self.life == Life::Ready && self.stop.is_none() && self.shutdown.is_none()
    }
}

impl Staff {
    pub(super) fn reset(&mut self) {
        self.posts.clear();
        self.cursor = 0;
        self.latest_stop = 0;
    }

    pub(super) fn post_of(&self, child: Id) -> Option<&Post> {
        self.posts.iter().find(|post| post.child == child)
    }

    pub(super) fn post_of_role(&self, role: Role) -> Option<&Post> {
        self.posts.iter().find(|post| post.role == role)
    }

    /// Where the next search for an idle role begins.
    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Whether the post at this position has an idle worker.
    pub(super) fn is_idle(&self, position: usize) -> bool {
        self.posts.get(position).is_some_and(Post::is_idle)
    }

    /// Whether some ready worker has no job.
    pub(super) fn has_idle(&self) -> bool {
        self.posts.iter().any(Post::is_idle)
    }

    fn find(&mut self, child: Id) -> Option<&mut Post> {
        self.posts.iter_mut().find(|post| post.child == child)
    }

    /// Takes down what a taken fact establishes.
    pub(super) fn hear(&mut self, setup: &PoolSetup, told: &Told, draining: bool) {
        self.posts.iter_mut().for_each(|post| post.freed = None);
        match *told {
            Told::BirthCommitted { child, evidence, .. } => self.born(child, evidence),
            Told::BirthRejected { child, .. } => {
                if let Some(post) = self.find(child) {
                    post.life = Life::None;
                }
            }
            Told::Stopped { worker, stop } | Told::InitializationStopped { worker, stop, .. } => {
                self.stopped(worker, stop);
            }
            Told::Ready { worker, .. } if !draining => {
                if let Some(post) = self.find(worker.child) {
                    post.life = Life::Ready;
                    post.ticket = None;
                }
            }
            Told::BeginRejected { worker, .. }
            | Told::Ready { worker, .. }
            | Told::ActivationRejected { worker, .. } => {
                if let Some(post) = self.find(worker.child) {
                    post.ticket = None;
                }
            }
            Told::Initialize
            | Told::Submit { .. }
            | Told::Shutdown
            | Told::InitializationReady { .. }
            | Told::InitializationRejected { .. }
            | Told::BeginAccepted { .. }
            | Told::DeliveryAccepted { .. }
            | Told::DeliveryRejected { .. }
            | Told::Completed { .. }
            | Told::Prepared { .. }
            | Told::PreparationRejected { .. }
            | Told::RestartScheduleAccepted { .. }
            | Told::RestartScheduleRejected { .. }
            | Told::RestartTimerElapsed { .. }
            | Told::ShutdownAccepted { .. }
            | Told::ShutdownRejected { .. }
            | Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. } => {}
        }
        debug_assert!(self.posts.len() <= setup.roles().len());
    }

    fn born(&mut self, child: Id, evidence: u32) {
        let latest_stop = self.latest_stop;
        let Some(post) = self.find(child) else { return };
        post.evidence = evidence;
        post.life = Life::Starting;
        // A stop that was kept counts from now on, if it was this worker's.
        let kept = post.stop.filter(|_| post.named == evidence);
        self.latest_stop = kept.map_or(latest_stop, |stop| latest_stop.max(stop.at));
    }

    fn stopped(&mut self, worker: Worker, stop: Stop) {
        let latest_stop = self.latest_stop;
        let Some(post) = self.find(worker.child) else { return };
        if post.stop.is_some() {
            // An initialization that reports a stop after another one had come.
            return;
        }
        post.stop = Some(stop);
        post.named = worker.evidence;
        post.stop_was_asked = post.shutdown.is_some();
        post.recovered = false;
        post.regressed = stop.at < latest_stop;
        post.freed = post.ticket.take();
        if post.life != Life::Unborn {
            self.latest_stop = latest_stop.max(stop.at);
        }
    }

    /// A stop that was kept and is rejected now was none.
    pub(super) fn hear_rejected(&mut self, said: &[Said]) {
        for fact in said.iter().filter_map(rejected_fact) {
            if let Told::Stopped { worker, stop } = fact
                && let Some(post) = self.find(worker.child)
                && post.stop == Some(*stop)
            {
                post.stop = None;
            }
        }
    }

    /// A job of this worker ended with a completion: it is free again.
    pub(super) fn completed(&mut self, child: Id) {
        if let Some(post) = self.find(child) {
            post.life = Life::Ready;
        }
    }

    /// Judges one action.
    pub(super) fn judge(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        said: &Said,
    ) -> Result<(), LawBreach> {
        match *said {
            Said::CreateWorker { role, child, birth, .. } => {
                self.create(setup, step, role, child, birth)
            }
            Said::InitializeWorker { child, attempt, .. } => initialize(step, child, attempt),
            Said::BeginWorkerActivation { child, ticket, .. } => self.begin(setup, child, ticket),
            Said::CancelWorkerActivation { child, ticket } => self.cancel(step, child, ticket),
            Said::DeliverAssignment { child, assignment, command } => {
                self.assign(setup, child, assignment, command)
            }
            Said::PrepareWorker { ticket, role, .. } => self.recover(setup, ticket, role),
            Said::ShutdownWorker { child, shutdown } => self.shut_down(child, shutdown),
            Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerStop { .. }
            | Said::DeliverAdmission { .. }
            | Said::DeliverCustomerTerminal { .. }
            | Said::ScheduleRestart { .. }
            | Said::ScheduleDrainDeadline { .. }
            | Said::TransferRejectedFact { .. }
            | Said::DeliverDiagnostic { .. }
            | Said::TransferTerminalDiagnostic { .. }
            | Said::TransferDrainResidual { .. }
            | Said::ResidualMember { .. } => Ok(()),
        }
    }

    fn create(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        role: Role,
        child: Id,
        birth: Birth,
    ) -> Result<(), LawBreach> {
        let Birth::Replacement { recovery, replaces } = birth else {
            return self.create_initial(setup, step, role, child);
        };
        let Some(post) = self.posts.iter_mut().find(|post| post.role == role) else {
            return breach(ONE_CREATION, format!("role {role} was never created"));
        };
        let lawful = post.recovery == Some(recovery) && post.evidence == replaces;
        hold(lawful, ONE_CREATION, || {
            format!("{child:?} is created for {recovery:?}, replacing {replaces}: {post:?}")
        })?;
        *post = Post { role, child, life: Life::Unborn, ..VACANT };
        Ok(())
    }

    fn create_initial(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        role: Role,
        child: Id,
    ) -> Result<(), LawBreach> {
        let due = setup.roles().get(self.posts.len()).copied();
        let starts = *step.told == Told::Initialize;
        hold(starts && due == Some(role), ROSTER, || {
            format!("role {role} is created at {:?}, where {due:?} is due", step.told)
        })?;
        self.posts.push(Post { role, child, life: Life::Unborn, ..VACANT });
        Ok(())
    }

    /// Every declared role was created.
    pub(super) fn judge_roster(
        &self,
        setup: &PoolSetup,
        step: &Observed<'_>,
    ) -> Result<(), LawBreach> {
        let created = self.posts.len();
        let complete = step.after.mode == Mode::Constructed || created == setup.roles().len();
        hold(complete, ROSTER, || format!("{created} of {:?} were created", setup.roles()))
    }

    fn begin(&mut self, setup: &PoolSetup, child: Id, ticket: Id) -> Result<(), LawBreach> {
        let in_flight = self.posts.iter().filter(|post| post.ticket.is_some()).count();
        hold(in_flight < usize::from(setup.activation_limit), ACTIVATION_LIMIT, || {
            format!("{ticket:?} is number {} in flight", in_flight + 1)
        })?;
        let Some(post) = self.find(child) else {
            return breach(ACTIVATION_LIMIT, format!("nobody knows {child:?}"));
        };
        let waits = post.life == Life::Starting && post.ticket.is_none() && post.stop.is_none();
        hold(waits, ACTIVATION_LIMIT, || format!("{ticket:?} is for a worker that is {post:?}"))?;
        post.ticket = Some(ticket);
        Ok(())
    }

    fn cancel(&mut self, step: &Observed<'_>, child: Id, ticket: Id) -> Result<(), LawBreach> {
        let shuts_down = step.after.mode != Mode::Operating;
        let Some(post) = self.find(child) else {
            return breach(ONE_CANCEL, format!("nobody knows {child:?}"));
        };
        let by_stop = post.freed.take() == Some(ticket);
        let by_shutdown = shuts_down && post.ticket.take() == Some(ticket);
        hold(by_stop || by_shutdown, ONE_CANCEL, || format!("{ticket:?} was not freed: {post:?}"))
    }

    fn assign(
        &mut self,
        setup: &PoolSetup,
        child: Id,
        assignment: Id,
        command: Command,
    ) -> Result<(), LawBreach> {
        let count = setup.roles().len();
        let Some(position) = self.posts.iter().position(|p| p.child == child) else {
            return breach(READY_ONLY, format!("{assignment:?} is for nobody: {child:?}"));
        };
        let post = &self.posts[position];
        if let Life::Working(other) = post.life {
            return breach(ONE_ASSIGNMENT, format!("{child:?} has {other:?}, gets {assignment:?}"));
        }
        hold(post.is_idle(), READY_ONLY, || format!("{assignment:?} is for {post:?}"))?;
        let exact = command.assignment == assignment
            && command.child == child
            && command.evidence == post.evidence;
        hold(exact, READY_ONLY, || format!("{command:?} is not bound to {post:?}"))?;
        let first = (0..count).map(|step| (self.cursor + step) % count).find(|p| self.is_idle(*p));
        hold(first == Some(position), CURSOR, || {
            format!("position {position} is chosen from {}, {first:?} is due", self.cursor)
        })?;
        self.cursor = (position + 1) % count;
        self.posts[position].life = Life::Working(assignment);
        Ok(())
    }

    fn recover(&mut self, setup: &PoolSetup, ticket: Id, role: Role) -> Result<(), LawBreach> {
        let Some(post) = self.posts.iter_mut().find(|post| post.role == role) else {
            return breach(ONE_RECOVERY, format!("role {role} was never created"));
        };
        let Some(stop) = post.stop else {
            return breach(ONE_RECOVERY, format!("{ticket:?} without a stop: {post:?}"));
        };
        let abnormal = stop.class == StopClass::Abnormal || post.stop_was_asked;
        let eligible = match setup.eligibility {
            Eligibility::Permanent => true,
            Eligibility::Transient => abnormal,
            Eligibility::Temporary => false,
        };
        hold(eligible && !post.recovered, ONE_RECOVERY, || format!("{ticket:?}: {post:?}"))?;
        post.recovered = true;
        post.recovery = Some(ticket);
        Ok(())
    }

    fn shut_down(&mut self, child: Id, shutdown: ShutdownRef) -> Result<(), LawBreach> {
        let Some(post) = self.find(child) else {
            return breach(ONE_SHUTDOWN, format!("nobody knows {child:?}"));
        };
        let exact = Worker { role: post.role, child, evidence: post.evidence };
        let lawful = post.shutdown.is_none() && post.stop.is_none() && shutdown.worker == exact;
        hold(lawful, ONE_SHUTDOWN, || format!("{shutdown:?}: {post:?}"))?;
        post.shutdown = Some(shutdown.id);
        Ok(())
    }
}

fn initialize(step: &Observed<'_>, child: Id, attempt: u32) -> Result<(), LawBreach> {
    let follows = matches!(*step.told,
        Told::BirthCommitted { child: born, attempt: due, .. } if born == child && due == attempt);
    hold(follows, INITIALIZATION, || format!("{child:?} is initialized at {:?}", step.told))
}
