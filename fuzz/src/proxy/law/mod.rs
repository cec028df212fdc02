//! Laws: what must hold after every step, recomputed from what was observed.
//!
//! Rules: a law sees inputs, actions, verdicts and views, never the oracle and never the inside of
//! a machine. Each has a stable name, listed in [`catalogue`] with the claims of the design that it
//! watches. The laws are judged before the oracle is compared, so a broken one is named for itself.

pub mod catalogue;
pub mod cell;
mod change;
mod end;
mod kind;
mod leftover;
mod life;
mod order;
mod outcome;
mod report;
mod service;
mod shape;
mod staff;
mod state;
mod subject;
mod table;

use crate::proxy::host::is_fact;
use crate::proxy::observation::{MissKind, ProxySetup, ProxyView, Said, Told, Verdict};
use crate::proxy::rig::ProxyRig;
use crate::run;
use crate::verdict::LawBreach;
use change::Desk;
use staff::Staff;

/// One observed step.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// What the proxy was told.
    pub told: &'a Told,
    /// What it said.
    pub said: &'a [Said],
    /// How the step ended.
    pub verdict: Verdict,
    /// What it showed before.
    pub before: &'a ProxyView,
    /// What it shows now.
    pub after: &'a ProxyView,
    /// How the fact missed, if it was rejected.
    pub miss: Option<MissKind>,
}

impl<'a> Observed<'a> {
    /// The step as the laws see it.
    pub fn of(step: &run::Observed<'a, ProxyRig>) -> Self {
        let run::Observed { told, said, verdict, before, after, .. } = *step;
        Self { told, said, verdict, before, after, miss: miss_of(told, said) }
    }
}

/// How `said` diagnoses `told` as a rejected fact, if it does.
pub fn miss_of(told: &Told, said: &[Said]) -> Option<MissKind> {
    said.iter().find_map(|said| match said {
        Said::Diagnostic { kind, fact, .. } if fact == told => Some(*kind),
        Said::CreateWorker { .. }
        | Said::ObserveWorkerCreation { .. }
        | Said::ObserveWorkerExit { .. }
        | Said::InitializeWorker { .. }
        | Said::BeginActivation { .. }
        | Said::CancelActivation { .. }
        | Said::ShutdownWorker { .. }
        | Said::DeliverService { .. }
        | Said::Report { .. }
        | Said::Diagnostic { .. } => None,
    })
}

/// The books that the laws keep of one run.
#[derive(Debug, Default)]
pub struct Laws {
    desk: Desk,
    staff: Staff,
}

impl run::Laws<ProxyRig> for Laws {
    fn reset(&mut self, _setup: &ProxySetup) {
        self.desk = Desk::default();
        self.staff.reset();
    }

    fn judge(&mut self, step: &run::Observed<'_, ProxyRig>) -> Result<(), LawBreach> {
        self.judge_step(step.setup, &Observed::of(step))
    }
}

impl Laws {
    /// Judges one step.
    fn judge_step(&mut self, setup: &ProxySetup, step: &Observed<'_>) -> Result<(), LawBreach> {
        shape::judge(setup, step)?;
        if step.verdict == Verdict::HandedBack {
            return Ok(());
        }
        self.staff.judge_matching(step)?;
        if step.miss.is_some() {
            // The shape has shown that nothing has changed.
            return Ok(());
        }
        service::judge(step, &self.staff)?;
        self.desk.hear(step)?;
        if is_fact(step.told) {
            self.staff.hear(step.told);
        }
        for said in step.said {
            self.staff.judge(setup, step, said, &self.desk)?;
            report::judge(step, said, &mut self.desk, &mut self.staff)?;
        }
        self.staff.conclude(step)?;
        leftover::judge(step, &mut self.desk, &self.staff)?;
        state::judge(step, &self.desk, &self.staff)
    }
}

/// A breach of `law`.
fn breach<T>(law: &'static str, evidence: impl Into<String>) -> Result<T, LawBreach> {
    Err(LawBreach::new(law, evidence))
}

/// Holds `condition` to be so, or the law is broken.
fn hold(
    condition: bool,
    law: &'static str,
    evidence: impl FnOnce() -> String,
) -> Result<(), LawBreach> {
    if condition { Ok(()) } else { breach(law, evidence()) }
}
