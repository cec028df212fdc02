//! Workers: one at a time, each created for an accepted change after its predecessor has gone, and
//! initialized, begun, cancelled and asked to stop at most once.

use super::change::Desk;
use super::life::{Awaited, Life};
use super::{Observed, hold};
use crate::proxy::host::is_fact;
use crate::proxy::observation::{Begin, Id, Incarnation, ProxySetup, Said, Submission, Told};
use crate::verdict::LawBreach;

/// A creation goes out only while no creation is out.
pub(super) const ONE_WORKER: &str = "one-worker-at-a-time";
/// A creation goes out only after the exit of the worker before it.
pub(super) const PREDECESSOR_GONE: &str = "predecessor-gone-before-creation";
/// A creation carries the submission of the change under way, once.
pub(super) const CREATION_FOR_CHANGE: &str = "creation-carries-the-accepted-submission";
/// Correlations are the proxy's own and never issued twice.
pub(super) const FRESH: &str = "correlation-is-fresh";
/// Each commit is followed by one initialization request, and nothing else is.
pub(super) const INITIALIZATION: &str = "initialization-follows-commit";
/// An activation begins when its initialization succeeds, with that permit and plan, and only then.
pub(super) const BEGIN: &str = "begin-follows-initialization";
/// An activation is cancelled once, in the shutdown, while its start or result is out.
pub(super) const ONE_CANCEL: &str = "one-cancel-in-shutdown";
/// A living worker is asked to stop, once.
pub(super) const ONE_SHUTDOWN: &str = "one-shutdown-of-a-living-worker";

/// A fact that is awaited is taken.
pub(super) const AWAITED: &str = "awaited-fact-is-taken";
/// A fact that is not awaited is rejected.
pub(super) const UNAWAITED: &str = "unawaited-fact-is-rejected";

/// The workers that matter: the newest one, and the one before it.
#[derive(Debug, Default)]
pub(super) struct Staff {
    pub(super) current: Option<Life>,
    pub(super) predecessor: Option<Life>,
    /// Some worker was born.
    pub(super) has_committed: bool,
    /// Some worker was to be created.
    pub(super) has_created: bool,
    creation_mark: Option<u64>,
    activation_mark: Option<u64>,
    initialized: bool,
}

impl Staff {
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// The worker whose readiness was reported and that lives.
    pub(super) fn ready(&self) -> Option<Incarnation> {
        let ready = self.current.filter(|life| life.is_published && life.exit.is_none());
        ready.and_then(|life| life.incarnation)
    }

    /// Both of them.
    pub(super) fn lives(&self) -> impl Iterator<Item = &Life> {
        self.current.iter().chain(&self.predecessor)
    }

    fn named(&mut self, incarnation: Incarnation) -> Option<&mut Life> {
        let is_it = |life: &&mut Life| life.incarnation == Some(incarnation);
        self.current.iter_mut().chain(&mut self.predecessor).find(is_it)
    }

    fn created_by(&mut self, creation: Id) -> Option<&mut Life> {
        let is_it = |life: &&mut Life| life.creation == creation;
        self.current.iter_mut().chain(&mut self.predecessor).find(is_it)
    }

    /// Judges whether a fact was taken exactly if it is awaited.
    pub(super) fn judge_matching(&mut self, step: &Observed<'_>) -> Result<(), LawBreach> {
        if !is_fact(step.told) {
            return Ok(());
        }
        let awaited = self.awaits(step.told);
        let evidence = || format!("{:?} in {:?} of {self:?}", step.told, step.before);
        hold(!awaited || step.miss.is_none(), AWAITED, evidence)?;
        hold(awaited || step.miss.is_some(), UNAWAITED, evidence)
    }

    /// Whether the fact is awaited, as its worker's life stands.
    fn awaits(&self, told: &Told) -> bool {
        self.current.is_some_and(|life| life.awaits(told))
            || self.predecessor.is_some_and(|life| life.awaits_settlement(told))
    }

    /// Takes down a fact that was taken, before the actions that answer it.
    pub(super) fn hear(&mut self, told: &Told) {
        self.has_committed |= matches!(told, Told::BirthCommitted { .. });
        let life = match *told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => return,
            Told::BirthCommitted { creation, .. }
            | Told::BirthRejected { creation, .. }
            | Told::ExitBeforeBirth { creation, .. } => self.created_by(creation),
            Told::Initialized { incarnation, .. }
            | Told::EffectsRejected { incarnation, .. }
            | Told::InitializationStopped { incarnation, .. }
            | Told::StartAccepted { incarnation, .. }
            | Told::StartRejected { incarnation, .. }
            | Told::ActivationReady { incarnation, .. }
            | Told::ActivationRejected { incarnation, .. }
            | Told::ReadyAfterCancel { incarnation, .. }
            | Told::RejectedAfterCancel { incarnation, .. }
            | Told::ExitAfterBirth { incarnation, .. }
            | Told::ShutdownSettled { incarnation, .. } => self.named(incarnation),
        };
        if let Some(life) = life {
            life.hear(told);
        }
    }

    /// Judges one action.
    pub(super) fn judge(
        &mut self,
        setup: &ProxySetup,
        step: &Observed<'_>,
        said: &Said,
        desk: &Desk,
    ) -> Result<(), LawBreach> {
        match *said {
            Said::CreateWorker { creation, submission } => {
                self.created(setup, creation, submission, desk)
            }
            Said::InitializeWorker { incarnation, attempt } => {
                self.initializes(step.told, incarnation, attempt)
            }
            Said::BeginActivation { begin } => self.begins(setup, step.told, begin),
            Said::CancelActivation { incarnation, activation } => {
                self.cancels(step.told, incarnation, activation)
            }
            Said::ShutdownWorker { incarnation } => self.asks(step.told, incarnation),
            Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerExit { .. }
            | Said::DeliverService { .. }
            | Said::Report { .. }
            | Said::Diagnostic { .. } => Ok(()),
        }
    }

    fn created(
        &mut self,
        setup: &ProxySetup,
        creation: Id,
        submission: Submission,
        desk: &Desk,
    ) -> Result<(), LawBreach> {
        let unborn = self.lives().find(|life| life.awaited == Awaited::Birth);
        hold(unborn.is_none(), ONE_WORKER, || format!("{creation:?} during {unborn:?}"))?;
        let alive = self.lives().find(|life| life.is_alive());
        hold(alive.is_none(), PREDECESSOR_GONE, || format!("{creation:?} beside {alive:?}"))?;
        let due = desk.change().map(|change| change.submission);
        let again = self.lives().any(|life| life.submission == submission);
        hold(due == Some(submission) && !again, CREATION_FOR_CHANGE, || {
            format!("{submission:?} was created for {:?}", desk.change())
        })?;
        fresh(setup, creation, &mut self.creation_mark)?;
        self.has_created = true;
        self.predecessor = self.current.replace(Life::new(creation, submission));
        Ok(())
    }

    fn initializes(
        &mut self,
        told: &Told,
        incarnation: Incarnation,
        attempt: u32,
    ) -> Result<(), LawBreach> {
        let commits = matches!(
            *told,
            Told::BirthCommitted { incarnation: born, attempt: due, .. }
                if born == incarnation && due == attempt
        );
        hold(commits && !self.initialized, INITIALIZATION, || {
            format!("{incarnation} with attempt {attempt} after {told:?}")
        })?;
        self.initialized = true;
        if let Some(life) = self.named(incarnation) {
            life.awaited = Awaited::Initialization;
        }
        Ok(())
    }

    fn begins(&mut self, setup: &ProxySetup, told: &Told, begin: Begin) -> Result<(), LawBreach> {
        let Begin { incarnation, activation, permit, plan } = begin;
        let due = matches!(
            *told,
            Told::Initialized { incarnation: by, permit: with, plan: and, .. }
                if (by, with, and) == (incarnation, permit, plan)
        );
        let life = self.named(incarnation).copied();
        let may = life.is_some_and(|life| life.is_alive() && life.activation.is_none());
        hold(due && may, BEGIN, || format!("{begin:?} after {told:?} of {life:?}"))?;
        fresh(setup, activation, &mut self.activation_mark)?;
        if let Some(life) = self.named(incarnation) {
            (life.awaited, life.activation) = (Awaited::Start, Some(activation));
        }
        Ok(())
    }

    fn cancels(
        &mut self,
        told: &Told,
        incarnation: Incarnation,
        activation: Id,
    ) -> Result<(), LawBreach> {
        let life = self.named(incarnation);
        let may = life.as_ref().is_some_and(|life| {
            let runs = matches!(life.awaited, Awaited::Start | Awaited::Result);
            runs && !life.is_cancelled && life.activation == Some(activation)
        });
        hold(may && *told == Told::Shutdown, ONE_CANCEL, || {
            format!("{activation:?} of {life:?} after {told:?}")
        })?;
        if let Some(life) = self.named(incarnation) {
            life.is_cancelled = true;
        }
        Ok(())
    }

    fn asks(&mut self, told: &Told, incarnation: Incarnation) -> Result<(), LawBreach> {
        let life = self.named(incarnation);
        let may = life.as_ref().is_some_and(|life| life.is_alive() && !life.asked);
        hold(may, ONE_SHUTDOWN, || format!("{incarnation}: {life:?}"))?;
        if let Some(life) = self.named(incarnation) {
            life.asked = true;
            life.makes_room = matches!(told, Told::Replace { .. });
        }
        Ok(())
    }

    /// Judges what a step left out, and forgets whom it can.
    pub(super) fn conclude(&mut self, step: &Observed<'_>) -> Result<(), LawBreach> {
        let due = matches!(step.told, Told::BirthCommitted { .. });
        hold(std::mem::take(&mut self.initialized) == due, INITIALIZATION, || {
            format!("none followed {:?}", step.told)
        })
    }

    /// The newest worker was never born, and that is reported: the one before it counts again.
    pub(super) fn unborn_is_reported(&mut self) {
        self.current = self.predecessor.take().map(|life| Life { makes_room: false, ..life });
    }
}

/// An issued correlation is the proxy's own and above every earlier one.
fn fresh(setup: &ProxySetup, id: Id, mark: &mut Option<u64>) -> Result<(), LawBreach> {
    let is_fresh = id.issuer == setup.identity && Some(id.ordinal) > *mark;
    hold(is_fresh, FRESH, || format!("{id:?} after {mark:?}"))?;
    *mark = Some(id.ordinal);
    Ok(())
}
