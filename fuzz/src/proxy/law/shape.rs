//! The shape of a step: what is admitted, the order of the product, rejected facts, what a draining
//! proxy may still say.

use super::order::lane;
use super::{Observed, hold};
use crate::proxy::host::is_fact;
use crate::proxy::observation::{
    Id, InitialOutcome, MissKind, ProxySetup, ReplacementOutcome, Report, Row, Said, ShownPhase,
    Told, Verdict,
};
use crate::verdict::LawBreach;

/// Inputs are handed back after the end, and only then.
pub(super) const HANDED_BACK: &str = "handed-back-after-the-end";
/// A step that was handed back changes nothing and says nothing.
pub(super) const NO_TRACE: &str = "handed-back-leaves-no-trace";
/// The verdict and the state say the same.
pub(super) const VERDICT: &str = "verdict-names-end";
/// Actions stand in the one authored order.
pub(super) const LANE_ORDER: &str = "lane-order";
/// A creation goes out with both its observations.
pub(super) const CREATION_OBSERVED: &str = "creation-observed";
/// A rejected fact has exactly one diagnostic, of the fact whole.
pub(super) const ONE_DIAGNOSTIC: &str = "one-diagnostic-per-rejected-fact";
/// A rejected fact changes nothing and says nothing else.
pub(super) const INERT: &str = "rejected-fact-is-inert";
/// Exactly the facts with another proxy's correlation are foreign.
pub(super) const FOREIGN: &str = "foreign-names-another-proxy";
/// What names a phase names the one that was shown.
pub(super) const PHASE: &str = "named-phase-is-shown-phase";
/// A draining proxy creates, activates and serves nothing.
pub(super) const DRAIN_ONLY: &str = "drain-opens-nothing";
/// A draining proxy reports refusals and one cancelled replacement only.
pub(super) const DRAIN_REPORTS: &str = "drain-reports-little";
/// A drain ends in the end.
pub(super) const DRAIN_FINAL: &str = "drain-is-final";

/// Judges the shape of one step.
pub(super) fn judge(setup: &ProxySetup, step: &Observed<'_>) -> Result<(), LawBreach> {
    admitted(step)?;
    verdict(step)?;
    product_order(step.said)?;
    diagnostics(setup, step)?;
    phases(step)?;
    closed(step)
}

fn admitted(step: &Observed<'_>) -> Result<(), LawBreach> {
    let handed_back = step.verdict == Verdict::HandedBack;
    hold((step.before.row == Row::Stopped) == handed_back, HANDED_BACK, || {
        format!("{:?} answered {:?} with {:?}", step.before.row, step.told, step.verdict)
    })?;
    if !handed_back {
        return Ok(());
    }
    hold(step.said.is_empty() && step.before == step.after, NO_TRACE, || {
        format!("it said {:?} and became {:?}", step.said, step.after)
    })
}

fn verdict(step: &Observed<'_>) -> Result<(), LawBreach> {
    let stopped = matches!(step.verdict, Verdict::Stopped { .. } | Verdict::HandedBack);
    hold(stopped == (step.after.row == Row::Stopped), VERDICT, || {
        format!("{:?} in {:?}", step.verdict, step.after.row)
    })
}

fn product_order(said: &[Said]) -> Result<(), LawBreach> {
    for pair in said.windows(2) {
        let ordered = lane(&pair[0]) <= lane(&pair[1]);
        hold(ordered, LANE_ORDER, || format!("{:?} stands before {:?}", pair[0], pair[1]))?;
    }
    let (mut created, mut births, mut exits) = (None, None, None);
    let mut count = 0;
    for said in said {
        match said {
            Said::CreateWorker { creation, .. } => created = Some(*creation),
            Said::ObserveWorkerCreation { creation } => births = Some(*creation),
            Said::ObserveWorkerExit { creation } => exits = Some(*creation),
            Said::InitializeWorker { .. }
            | Said::BeginActivation { .. }
            | Said::CancelActivation { .. }
            | Said::ShutdownWorker { .. }
            | Said::DeliverService { .. }
            | Said::Report { .. }
            | Said::Diagnostic { .. } => continue,
        }
        count += 1;
    }
    let whole = count == 0 || (count == 3 && created == births && created == exits);
    hold(whole, CREATION_OBSERVED, || format!("creation and observations differ: {said:?}"))
}

fn diagnostics(setup: &ProxySetup, step: &Observed<'_>) -> Result<(), LawBreach> {
    let diagnostics = step.said.iter().filter(|said| matches!(said, Said::Diagnostic { .. }));
    let count = diagnostics.count();
    let fits = count == usize::from(step.miss.is_some()) && (count == 0 || is_fact(step.told));
    hold(fits, ONE_DIAGNOSTIC, || format!("{:?} answered {:?}", step.said, step.told))?;
    let foreign = correlation(step.told).is_some_and(|id| id.issuer != setup.identity);
    let Some(miss) = step.miss else {
        let taken = foreign && step.verdict != Verdict::HandedBack;
        return hold(!taken, FOREIGN, || format!("{:?} was taken", step.told));
    };
    hold(step.said.len() == 1, INERT, || format!("more was said: {:?}", step.said))?;
    hold(step.before == step.after && step.verdict == Verdict::Continue, INERT, || {
        format!("{:?} became {:?}", step.before, step.after)
    })?;
    hold(foreign == (miss == MissKind::Foreign), FOREIGN, || {
        format!("{:?} was called {miss:?}", step.told)
    })
}

/// The correlation by which a fact is matched, if it carries one.
fn correlation(told: &Told) -> Option<Id> {
    match told {
        Told::BirthCommitted { creation, .. }
        | Told::BirthRejected { creation, .. }
        | Told::ExitBeforeBirth { creation, .. } => Some(*creation),
        Told::StartAccepted { activation, .. }
        | Told::StartRejected { activation, .. }
        | Told::ActivationReady { activation, .. }
        | Told::ActivationRejected { activation, .. }
        | Told::ReadyAfterCancel { activation, .. }
        | Told::RejectedAfterCancel { activation, .. } => Some(*activation),
        Told::Service { .. }
        | Told::InstallInitial { .. }
        | Told::Replace { .. }
        | Told::Shutdown
        | Told::Initialized { .. }
        | Told::EffectsRejected { .. }
        | Told::InitializationStopped { .. }
        | Told::ExitAfterBirth { .. }
        | Told::ShutdownSettled { .. } => None,
    }
}

/// The phase that others see.
pub(super) fn shown(row: Row) -> Option<ShownPhase> {
    Some(match row {
        Row::Dormant => ShownPhase::Dormant,
        Row::Creating => ShownPhase::Creating,
        Row::Initializing => ShownPhase::Initializing,
        Row::ActivationStarting | Row::Activating => ShownPhase::Activating,
        Row::Ready => ShownPhase::Ready,
        Row::EmptyInitial | Row::EmptyAfter => ShownPhase::Empty,
        Row::StoppingForReplacement | Row::SuccessorHeld => ShownPhase::Replacing,
        Row::Failing => ShownPhase::Failing,
        Row::FailingToStop
        | Row::DrainingCreation
        | Row::DrainingInitialization
        | Row::DrainingActivationStart
        | Row::DrainingActivation
        | Row::DrainingWorker => ShownPhase::Draining,
        Row::Stopped => return None,
    })
}

fn phases(step: &Observed<'_>) -> Result<(), LawBreach> {
    for said in step.said {
        if let Some(named) = named_phase(said) {
            let due = shown(step.before.row);
            hold(Some(named) == due, PHASE, || format!("{said:?} in {:?}", step.before.row))?;
        }
    }
    Ok(())
}

fn named_phase(said: &Said) -> Option<ShownPhase> {
    match said {
        Said::Diagnostic { phase, .. }
        | Said::Report { report: Report::Unavailable { phase, .. } } => Some(*phase),
        Said::Report { report } => refusal_phase(report),
        Said::CreateWorker { .. }
        | Said::ObserveWorkerCreation { .. }
        | Said::ObserveWorkerExit { .. }
        | Said::InitializeWorker { .. }
        | Said::BeginActivation { .. }
        | Said::CancelActivation { .. }
        | Said::ShutdownWorker { .. }
        | Said::DeliverService { .. } => None,
    }
}

fn refusal_phase(report: &Report) -> Option<ShownPhase> {
    match report {
        Report::Initial { outcome: InitialOutcome::Refused(refused), .. }
        | Report::Replacement { outcome: ReplacementOutcome::Refused(refused), .. } => {
            Some(refused.phase)
        }
        Report::Initial { .. }
        | Report::Replacement { .. }
        | Report::WorkerStopped { .. }
        | Report::Unavailable { .. } => None,
    }
}

/// Whether admission is closed for good.
pub(super) fn is_closed(row: Row) -> bool {
    matches!(shown(row), Some(ShownPhase::Draining) | None)
}

fn closed(step: &Observed<'_>) -> Result<(), LawBreach> {
    let (before, after) = (is_closed(step.before.row), is_closed(step.after.row));
    let closes = before || *step.told == Told::Shutdown;
    hold(closes == after, DRAIN_FINAL, || {
        format!("{:?} became {:?} by {:?}", step.before.row, step.after.row, step.told)
    })?;
    if !after {
        return Ok(());
    }
    for said in step.said {
        hold(!opens(said), DRAIN_ONLY, || format!("{said:?}"))?;
        hold(may_report(said), DRAIN_REPORTS, || format!("{said:?}"))?;
    }
    Ok(())
}

fn opens(said: &Said) -> bool {
    matches!(
        said,
        Said::CreateWorker { .. } | Said::BeginActivation { .. } | Said::DeliverService { .. }
    )
}

fn may_report(said: &Said) -> bool {
    let Said::Report { report } = said else { return true };
    match report {
        Report::Initial { outcome, .. } => matches!(outcome, InitialOutcome::Refused(_)),
        Report::Replacement { outcome, .. } => {
            !matches!(outcome, ReplacementOutcome::Resolved { .. })
        }
        Report::WorkerStopped { .. } => false,
        Report::Unavailable { .. } => true,
    }
}
