//! The shape of a step: what each mode admits, the order of the product, the way of diagnostics.

use super::order::lane;
use super::{Observed, hold};
use crate::supervisor::host::is_fact;
use crate::supervisor::observation::{
    Diagnostic, Id, Lifecycle, Mode, Said, SupervisorSetup, Told, Verdict,
};
use crate::verdict::LawBreach;

/// Actions stand in the one authored order.
pub(super) const LANE_ORDER: &str = "lane-order";
/// Within a lane the fold's own entry stands first, then the others by generation.
pub(super) const ENTRY_ORDER: &str = "entries-in-order-within-a-lane";
/// A creation goes out with both its observations.
pub(super) const CREATION_OBSERVED: &str = "creation-observed";
/// An input before the start or after the end is handed back, and nothing else is.
pub(super) const HANDED_BACK: &str = "handed-back-outside-life";
/// A step that was handed back changes nothing and says nothing.
pub(super) const NO_TRACE: &str = "handed-back-leaves-no-trace";
/// The verdict and the mode say the same.
pub(super) const VERDICT: &str = "verdict-names-end";
/// A rejected fact has exactly one diagnostic, and only facts are rejected.
pub(super) const ONE_DIAGNOSTIC: &str = "one-diagnostic-per-rejected-fact";
/// A rejected fact changes nothing.
pub(super) const INERT: &str = "rejected-fact-is-inert";
/// Diagnostics go the configured way; a terminal one ends the operation.
pub(super) const DIAGNOSTIC_WAY: &str = "diagnostic-disposition";
/// A draining supervisor creates, authorizes, starts and restores nothing.
pub(super) const DRAIN_ONLY: &str = "drain-opens-nothing";
/// No fold both authorizes and begins the global shutdown.
pub(super) const NO_AUTHORIZATION: &str = "no-authorization-in-shutdown";
/// Every lifecycle value goes to the one route that was chosen at construction.
pub(super) const LIFECYCLE_ROUTE: &str = "one-lifecycle-route";

/// Judges the shape of one step.
pub(super) fn judge(setup: &SupervisorSetup, step: &Observed<'_>) -> Result<(), LawBreach> {
    admitted(step)?;
    verdict(step)?;
    product_order(step)?;
    routes(setup, step)?;
    rejected(step)?;
    closed(step)
}

pub(super) fn has_ended(mode: Mode) -> bool {
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
        Verdict::ForcedRetirement { .. } => step.after.mode == Mode::ForcedRetirement,
        Verdict::HandedBack => true,
    };
    hold(fits, VERDICT, || format!("{:?} in mode {:?}", step.verdict, step.after.mode))
}

fn product_order(step: &Observed<'_>) -> Result<(), LawBreach> {
    for pair in step.said.windows(2) {
        let ordered = lane(&pair[0]) <= lane(&pair[1]);
        hold(ordered, LANE_ORDER, || format!("{:?} stands before {:?}", pair[0], pair[1]))?;
    }
    let lifecycle = step.said.iter().filter_map(|said| match said {
        Said::Lifecycle { generation, .. } => Some(*generation),
        _ => None,
    });
    entry_order(lifecycle, step)?;
    let shutdowns = step.said.iter().filter_map(|said| match said {
        Said::ShutdownProxy { request } => Some(request.generation),
        _ => None,
    });
    entry_order(shutdowns, step)?;
    let forced = step.said.iter().filter_map(|said| match said {
        Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic } => match diagnostic {
            Diagnostic::ForcedRetirement { generation, .. } => Some(*generation),
            _ => None,
        },
        _ => None,
    });
    entry_order(forced, step)?;
    creations(step.said)
}

/// The first run of values may be of any entry, the fold's own; those after it ascend, and are of
/// others.
fn entry_order(
    generations: impl Iterator<Item = Id>,
    step: &Observed<'_>,
) -> Result<(), LawBreach> {
    let mut own = None;
    let mut last = None;
    for generation in generations {
        let first = *own.get_or_insert(generation);
        if generation == last.unwrap_or(first) {
            continue;
        }
        let ascends = last.is_none_or(|last| last < generation);
        hold(ascends && generation != first, ENTRY_ORDER, || {
            format!("{generation:?} stands after {last:?} in {:?}", step.said)
        })?;
        last = Some(generation);
    }
    Ok(())
}

fn creations(said: &[Said]) -> Result<(), LawBreach> {
    let created = said.iter().filter_map(|said| match said {
        Said::CreateProxy { creation, .. } => Some(*creation),
        _ => None,
    });
    let births = said.iter().filter_map(|said| match said {
        Said::ObserveProxyCreation { creation } => Some(*creation),
        _ => None,
    });
    let exits = said.iter().filter_map(|said| match said {
        Said::ObserveProxyExit { creation } => Some(*creation),
        _ => None,
    });
    let same = created.clone().eq(births) && created.eq(exits);
    hold(same, CREATION_OBSERVED, || format!("creations and observations differ: {said:?}"))
}

fn routes(setup: &SupervisorSetup, step: &Observed<'_>) -> Result<(), LawBreach> {
    for said in step.said {
        match said {
            Said::DeliverDiagnostic { route, .. } => {
                hold(setup.diagnostics_route == Some(*route), DIAGNOSTIC_WAY, || {
                    format!("{said:?} went astray")
                })?;
            }
            Said::TransferTerminalDiagnostic { .. } => {
                hold(step.after.mode != Mode::Operating, DIAGNOSTIC_WAY, || {
                    format!("the supervisor goes on after {said:?}")
                })?;
            }
            Said::Lifecycle { route, .. } => {
                hold(*route == setup.lifecycle_route, LIFECYCLE_ROUTE, || format!("{said:?}"))?;
            }
            Said::CreateProxy { .. }
            | Said::ObserveProxyCreation { .. }
            | Said::ObserveProxyExit { .. }
            | Said::InstallInitial { .. }
            | Said::Replace { .. }
            | Said::ShutdownProxy { .. }
            | Said::Reply { .. }
            | Said::ScheduleDeadline { .. } => {}
        }
    }
    Ok(())
}

fn rejected(step: &Observed<'_>) -> Result<(), LawBreach> {
    let of_facts = |said: &&Said| {
        matches!(said, Said::DeliverDiagnostic { diagnostic, .. }
            | Said::TransferTerminalDiagnostic { diagnostic }
            if matches!(diagnostic, Diagnostic::RejectedFact { .. }))
    };
    let all = step.said.iter().filter(of_facts).count();
    let exact = step.rejections() == all && all <= 1 && (all == 0 || is_fact(step.told));
    hold(exact, ONE_DIAGNOSTIC, || {
        format!("{all} rejected facts, {} are {:?}", step.rejections(), step.told)
    })?;
    if all == 0 || step.before.mode != step.after.mode {
        return Ok(());
    }
    hold(step.said.len() == 1, INERT, || format!("more was said: {:?}", step.said))?;
    hold(step.before == step.after, INERT, || format!("{:?} became {:?}", step.before, step.after))
}

fn closed(step: &Observed<'_>) -> Result<(), LawBreach> {
    if step.before.mode == Mode::Draining {
        let opened = step.said.iter().find(|said| opens(said));
        return hold(opened.is_none(), DRAIN_ONLY, || format!("{opened:?}"));
    }
    if step.before.mode == Mode::Operating && step.after.mode != Mode::Operating {
        let emitted = step.said.iter().find(|said| authorizes(said));
        return hold(emitted.is_none(), NO_AUTHORIZATION, || format!("{emitted:?}"));
    }
    Ok(())
}

fn authorizes(said: &Said) -> bool {
    matches!(said, Said::InstallInitial { .. } | Said::Replace { .. })
}

fn opens(said: &Said) -> bool {
    authorizes(said)
        || matches!(
            said,
            Said::CreateProxy { .. }
                | Said::ScheduleDeadline { .. }
                | Said::Lifecycle {
                    event: Lifecycle::Started { .. } | Lifecycle::Replaced { .. },
                    ..
                }
        )
}
