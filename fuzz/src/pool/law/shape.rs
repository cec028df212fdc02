//! The shape of a step: what each mode admits, the order of the product, the way of diagnostics.

use super::order::lane;
use super::{Observed, hold};
use crate::pool::host::is_fact;
use crate::pool::observation::{Admission, DiagnosticPolicy, Mode, PoolSetup, Said, Told, Verdict};
use crate::verdict::LawBreach;

/// Actions stand in the one authored order.
pub(super) const LANE_ORDER: &str = "lane-order";
/// Creation and its two observations go out together.
pub(super) const CREATION_OBSERVED: &str = "creation-observed";
/// An input before the start or after the end is handed back, and nothing else is.
pub(super) const HANDED_BACK: &str = "handed-back-outside-life";
/// A step that was handed back or unwound changes nothing and says nothing.
pub(super) const NO_TRACE: &str = "undone-step-leaves-no-trace";
/// The verdict and the mode say the same.
pub(super) const VERDICT: &str = "verdict-names-end";
/// A rejected fact has exactly one diagnostic.
pub(super) const ONE_DIAGNOSTIC: &str = "one-diagnostic-per-rejected-fact";
/// A rejected fact changes nothing.
pub(super) const INERT: &str = "rejected-fact-is-inert";
/// Diagnostics go the way that the policy says.
pub(super) const DIAGNOSTIC_WAY: &str = "diagnostic-disposition";
/// A draining pool admits, starts and dispatches nothing.
pub(super) const DRAIN_ONLY: &str = "drain-opens-nothing";
/// No step both dispatches and shuts down.
pub(super) const NO_DISPATCH: &str = "no-dispatch-in-shutdown";
/// A forced retirement has one residual that lists its members.
pub(super) const RESIDUAL: &str = "forced-residual-complete";

/// Judges the shape of one step.
pub(super) fn judge(setup: &PoolSetup, step: &Observed<'_>) -> Result<(), LawBreach> {
    admitted(step)?;
    verdict(step)?;
    product_order(step.said)?;
    diagnostics(setup, step)?;
    rejected(step)?;
    closed(step)?;
    residual(step)
}

fn has_ended(mode: Mode) -> bool {
    matches!(mode, Mode::Stopped | Mode::ForcedRetirement)
}

fn admitted(step: &Observed<'_>) -> Result<(), LawBreach> {
    let starts = *step.told == Told::Initialize;
    let admits = match step.before.mode {
        Mode::Constructed => starts,
        Mode::Operating | Mode::Draining => !starts,
        Mode::Stopped | Mode::ForcedRetirement => false,
    };
    let handed_back = step.verdict == Verdict::HandedBack;
    hold(admits != handed_back, HANDED_BACK, || {
        format!("{:?} answered {:?} with {:?}", step.before.mode, step.told, step.verdict)
    })
}

/// A step that did not happen.
pub(super) fn left_no_trace(step: &Observed<'_>) -> Result<(), LawBreach> {
    hold(step.said.is_empty(), NO_TRACE, || format!("it said {:?}", step.said))?;
    hold(step.before == step.after, NO_TRACE, || {
        format!("{:?} became {:?}", step.before, step.after)
    })
}

fn verdict(step: &Observed<'_>) -> Result<(), LawBreach> {
    let fits = match step.verdict {
        Verdict::Continue => !has_ended(step.after.mode),
        Verdict::Stopped => step.after.mode == Mode::Stopped,
        Verdict::ForcedRetirement => step.after.mode == Mode::ForcedRetirement,
        Verdict::HandedBack | Verdict::Unwound => true,
    };
    hold(fits, VERDICT, || format!("{:?} in mode {:?}", step.verdict, step.after.mode))
}

fn product_order(said: &[Said]) -> Result<(), LawBreach> {
    for pair in said.windows(2) {
        let ordered = lane(&pair[0]) <= lane(&pair[1]);
        hold(ordered, LANE_ORDER, || format!("{:?} stands before {:?}", pair[0], pair[1]))?;
    }
    let (mut created, mut births, mut stops) = (0_u64, 0_u64, 0_u64);
    for said in said {
        if let Said::CreateWorker { child, .. } = said {
            created = mix(created, child.ordinal);
        } else if let Said::ObserveWorkerCreation { child } = said {
            births = mix(births, child.ordinal);
        } else if let Said::ObserveWorkerStop { child } = said {
            stops = mix(stops, child.ordinal);
        } else {
            break;
        }
    }
    let same = created == births && created == stops;
    hold(same, CREATION_OBSERVED, || format!("creations and observations differ: {said:?}"))
}

/// A running digest of a sequence of ordinals.
fn mix(digest: u64, ordinal: u64) -> u64 {
    (digest.rotate_left(7) ^ ordinal).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1)
}

fn diagnostics(setup: &PoolSetup, step: &Observed<'_>) -> Result<(), LawBreach> {
    for said in step.said {
        if let Said::DeliverDiagnostic { route, .. } = said {
            let due = DiagnosticPolicy::DeliverTo { route: *route };
            hold(setup.diagnostics == due, DIAGNOSTIC_WAY, || format!("{said:?} went astray"))?;
        } else if let Said::TransferTerminalDiagnostic { .. } = said {
            hold(step.after.mode != Mode::Operating, DIAGNOSTIC_WAY, || {
                format!("the pool goes on after {said:?}")
            })?;
        }
    }
    Ok(())
}

fn rejected(step: &Observed<'_>) -> Result<(), LawBreach> {
    let count = step.rejections;
    hold(count <= 1, ONE_DIAGNOSTIC, || format!("{count} diagnostics of {:?}", step.told))?;
    if count == 1 && step.before.mode == step.after.mode {
        hold(step.said.len() == 1, INERT, || format!("more was said: {:?}", step.said))?;
        return hold(step.before == step.after, INERT, || {
            format!("{:?} became {:?}", step.before, step.after)
        });
    }
    hold(count == 0 || is_fact(step.told), ONE_DIAGNOSTIC, || format!("{:?} is no fact", step.told))
}

fn closed(step: &Observed<'_>) -> Result<(), LawBreach> {
    if step.before.mode == Mode::Draining {
        let opened = step.said.iter().find(|said| opens(said));
        return hold(opened.is_none(), DRAIN_ONLY, || format!("{opened:?}"));
    }
    if step.after.mode != Mode::Operating {
        let dispatched = step.said.iter().find(|said| dispatches(said));
        return hold(dispatched.is_none(), NO_DISPATCH, || format!("{dispatched:?}"));
    }
    Ok(())
}

/// Whether the action starts something or ends a job; a draining pool has no jobs.
fn opens(said: &Said) -> bool {
    dispatches(said)
        || matches!(
            said,
            Said::CreateWorker { .. }
                | Said::InitializeWorker { .. }
                | Said::BeginWorkerActivation { .. }
                | Said::PrepareWorker { .. }
                | Said::ScheduleRestart { .. }
                | Said::ScheduleDrainDeadline { .. }
                | Said::DeliverCustomerTerminal { .. }
        )
}

fn dispatches(said: &Said) -> bool {
    matches!(
        said,
        Said::DeliverAssignment { .. }
            | Said::DeliverAdmission { outcome: Admission::Accepted { .. }, .. }
    )
}

fn residual(step: &Observed<'_>) -> Result<(), LawBreach> {
    let mut residuals = 0;
    let mut announced = 0;
    let mut listed = 0;
    for said in step.said {
        if let Said::TransferDrainResidual { members, .. } = said {
            residuals += 1;
            announced += u32::from(*members);
        }
        listed += u32::from(matches!(said, Said::ResidualMember { .. }));
    }
    let due = u32::from(step.verdict == Verdict::ForcedRetirement);
    hold(residuals == due && announced == listed && listed >= residuals, RESIDUAL, || {
        format!("{residuals} residuals announce {announced} members and list {listed}")
    })
}
