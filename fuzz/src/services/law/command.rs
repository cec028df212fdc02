//! Service commands: each ends once, with the worker that is ready, in the lifecycle, or where it came from.

use super::book::{Book, Born, Command, Fate};
use super::{breach, hold};
use crate::proxy::observation as proxy;
use crate::run::Observed;
use crate::services::observation::{Proxy, Report, Said, Told};
use crate::services::rig::ServicesRig;
use crate::supervisor::observation::{Lifecycle, Said as OfSupervisor, Told as ToSupervisor};
use crate::verdict::LawBreach;

/// Each command ends once: delivered, published, or with the host.
pub(super) const ENDS_ONCE: &str = "command-ends-once";
/// A command is delivered to the worker that is ready behind the proxy that was asked, and to no other.
pub(super) const REACHES_THE_READY: &str = "command-reaches-ready-worker";
/// An unavailability is published as it was reported, under the entry of its proxy.
pub(super) const PUBLISHED_AS_REPORTED: &str = "unavailability-published-as-reported";

/// Judges what a step did to commands.
pub(super) fn judge(book: &mut Book, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    match *step.told {
        Told::Proxy { proxy, told: proxy::Told::Service { sender, command } } => {
            let command = Command { sender, command, proxy, fate: Fate::HandedBack };
            asked(book, step, command)
        }
        Told::Proxy { .. } => no_delivery(step),
        Told::Supervisor(told) => heard(book, step, &told),
    }
}

/// A client has asked: in this fold the command is delivered or reported, once.
fn asked(
    book: &mut Book,
    step: &Observed<'_, ServicesRig>,
    mut asked: Command,
) -> Result<(), LawBreach> {
    let mut ends = 0;
    for said in step.said {
        let Said::Proxy { said, .. } = said else { continue };
        match *said {
            proxy::Said::DeliverService { incarnation, sender, command } => {
                ends += 1;
                hold((sender, command) == (asked.sender, asked.command), ENDS_ONCE, || {
                    format!("{said:?} after {asked:?}")
                })?;
                reaches(book, asked.proxy, incarnation)?;
                asked.fate = Fate::Delivered;
            }
            proxy::Said::Report { report: Report::Unavailable { sender, command, .. } } => {
                ends += 1;
                hold((sender, command) == (asked.sender, asked.command), ENDS_ONCE, || {
                    format!("{said:?} after {asked:?}")
                })?;
                asked.fate = Fate::Reported;
            }
            _ => {}
        }
    }
    let due = usize::from(!step.verdict.is_handed_back());
    hold(ends == due, ENDS_ONCE, || format!("{asked:?} ended {ends} times in {:?}", step.said))?;
    book.commands.push(asked);
    Ok(())
}

fn reaches(book: &mut Book, proxy: Proxy, incarnation: u32) -> Result<(), LawBreach> {
    let worker = book.of(proxy).and_then(|service| service.named(incarnation).copied());
    let ready = worker.is_some_and(|w| w.born == Born::Yes && w.is_reported && !w.is_asked);
    hold(ready, REACHES_THE_READY, || format!("proxy {proxy} serves {incarnation}: {worker:?}"))
}

/// No other input has a command delivered.
fn no_delivery(step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    let serves = |said: &Said| {
        matches!(
            said,
            Said::Proxy {
                said: proxy::Said::DeliverService { .. }
                    | proxy::Said::Report { report: Report::Unavailable { .. } },
                ..
            }
        )
    };
    let found = step.said.iter().find(|said| serves(said));
    hold(found.is_none(), ENDS_ONCE, || format!("{found:?} after {:?}", step.told))
}

/// The supervisor says an unavailability exactly when it is told one.
fn heard(
    book: &mut Book,
    step: &Observed<'_, ServicesRig>,
    told: &ToSupervisor,
) -> Result<(), LawBreach> {
    let mut due = match *told {
        ToSupervisor::Report { proxy, report: Report::Unavailable { sender, phase, command } } => {
            let handed_back = step.verdict.is_handed_back();
            settle(book, proxy, (sender, command), handed_back)?;
            (!handed_back).then_some((proxy, sender, phase, command))
        }
        _ => None,
    };
    for said in step.said {
        let Said::Supervisor(OfSupervisor::Lifecycle { key, generation, event, .. }) = said else {
            continue;
        };
        let Lifecycle::CommandUnavailable { sender, phase, command } = *event else { continue };
        let Some(reported) = due.take() else {
            return breach(ENDS_ONCE, format!("{said:?} after {told:?}"));
        };
        let entry = step.before.entry_of(reported.0);
        let fits = entry.is_some_and(|entry| (entry.key, entry.generation) == (*key, *generation));
        hold(
            fits && (sender, phase, command) == (reported.1, reported.2, reported.3),
            PUBLISHED_AS_REPORTED,
            || format!("{said:?} after {told:?} of {entry:?}"),
        )?;
    }
    hold(due.is_none(), ENDS_ONCE, || format!("{told:?} was not published"))
}

fn settle(
    book: &mut Book,
    proxy: Proxy,
    (sender, command): (u32, u32),
    handed_back: bool,
) -> Result<(), LawBreach> {
    let is_it = |known: &&mut Command| {
        (known.proxy, known.sender, known.command) == (proxy, sender, command)
    };
    match book.commands.iter_mut().find(is_it) {
        Some(known) if known.fate == Fate::Reported => {
            known.fate = if handed_back { Fate::Unheard } else { Fate::Published };
            Ok(())
        }
        known => breach(ENDS_ONCE, format!("command {command} of proxy {proxy} is {known:?}")),
    }
}
