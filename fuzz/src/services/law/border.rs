//! The border between the machines: what the one is told is what the other has said, once, in order, and
//! each value is in one place.

use super::book::{Book, Born, Flight, Place, Service, Worker};
use super::{breach, hold};
use crate::proxy::observation as proxy;
use crate::run::{Observed, Rig};
use crate::services::observation::{
    Id, Leftover, Proxy, Report, Said, StartOutcome, Told, Verdict,
};
use crate::services::rig::ServicesRig;
use crate::services::values;
use crate::supervisor::observation::{
    Change, Input, Request, Said as OfSupervisor, Told as ToSupervisor, Unreported,
};
use crate::verdict::LawBreach;

/// A value is told by its holder and said by its holder, across all machines.
pub(super) const ONE_PLACE: &str = "value-in-one-place";
/// What a proxy is told to install is what the supervisor sent, once, and nothing that was said to be
/// undelivered.
pub(super) const INPUT_AS_SENT: &str = "input-carried-as-sent";
/// The supervisor is told what a proxy has reported, in its order, and an outcome after its receipt.
pub(super) const REPORT_AS_SAID: &str = "report-carried-as-said";
/// Each accepted input has one outcome, under its own operation; each rejected one comes back whole.
pub(super) const ONE_OUTCOME: &str = "accepted-input-has-one-outcome";
/// A proxy's exit is told when it has stopped, once.
pub(super) const EXIT_AFTER_STOP: &str = "exit-told-of-a-stopped-proxy";
/// No machine rejects what the host tells it: both agree with the host's contract, and so with each other.
pub(super) const TRUTH_IS_TAKEN: &str = "truth-is-taken";

/// Judges what crosses the border in one step.
pub(super) fn judge(book: &mut Book, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    crosses(book, step)?;
    // Last: what is rejected rightly was no truth, and the law that says so is named.
    truth_is_taken(step)
}

fn crosses(book: &mut Book, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    values_move(book, step)?;
    if step.verdict.is_handed_back() {
        return match step.told {
            // Whatever was under way is in the host's hands.
            Told::Supervisor(told) => hear_ended(book, told),
            Told::Proxy { .. } => Ok(()),
        };
    }
    match *step.told {
        Told::Supervisor(told) => hear_supervisor(book, &told)?,
        Told::Proxy { proxy, told } => hear_proxy(book, proxy, &told)?,
    }
    for said in step.said {
        match *said {
            Said::Supervisor(said) => say_supervisor(book, &said)?,
            Said::Proxy { proxy, said } => say_proxy(book, proxy, &said)?,
        }
    }
    if let Verdict::Proxy { proxy, verdict: proxy::Verdict::Stopped { leftover } } = step.verdict {
        stopped(book, proxy, leftover)?;
    }
    Ok(())
}

fn truth_is_taken(step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    use super::kind::Disposition;
    hold(Disposition::of(step) != Disposition::Rejected, TRUTH_IS_TAKEN, || {
        format!("{:?} was rejected in {:?}", step.told, step.before)
    })
}

fn values_move(book: &mut Book, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    let mut verdict = Ok(());
    let inside = match *step.told {
        Told::Supervisor(_) => Place::Supervisor,
        Told::Proxy { proxy, .. } => Place::Proxy(proxy),
    };
    let mut go = |book: &mut Book, tag, from: Place, to: Place| {
        let place = book.place(tag);
        if place != from && verdict.is_ok() {
            verdict = breach(ONE_PLACE, format!("{tag} is in {place:?}, not in {from:?}"));
        }
        book.put(tag, to);
    };
    let came_in = if step.verdict.is_handed_back() { Place::Host } else { inside };
    values::told_values(step.told, &mut |_, tag| go(book, tag, Place::Host, came_in));
    for said in step.said {
        let is_delivery =
            matches!(said, Said::Proxy { said: proxy::Said::DeliverService { .. }, .. });
        let to = if is_delivery { Place::Worker } else { Place::Host };
        values::said_values(said, &mut |_, tag| go(book, tag, inside, to));
    }
    ServicesRig::verdict_values(&step.verdict, &mut |_, tag| go(book, tag, inside, Place::Host));
    verdict
}

/// The supervisor has ended: what it would have been told is over.
fn hear_ended(book: &mut Book, told: &ToSupervisor) -> Result<(), LawBreach> {
    match *told {
        ToSupervisor::BirthCommitted { creation, .. }
        | ToSupervisor::BirthRejected { creation, .. } => {
            if let Some(service) = book.created_by(creation) {
                service.born = Born::Over;
            }
            Ok(())
        }
        ToSupervisor::ExitBeforeBirth { .. } => Ok(()),
        _ => hear_supervisor(book, told),
    }
}

fn hear_supervisor(book: &mut Book, told: &ToSupervisor) -> Result<(), LawBreach> {
    match *told {
        ToSupervisor::BirthCommitted { creation, proxy } => {
            let Some(service) = book.created_by(creation) else { return Ok(()) };
            service.proxy = Some(proxy);
            service.born = match service.born {
                Born::Out => Born::Yes,
                Born::OutAndGone | Born::Yes | Born::Over => Born::Over,
            };
            Ok(())
        }
        ToSupervisor::BirthRejected { creation, .. } => {
            if let Some(service) = book.created_by(creation) {
                service.born = Born::Over;
            }
            Ok(())
        }
        ToSupervisor::ExitBeforeBirth { creation, .. } => {
            if let Some(service) = book.created_by(creation) {
                service.born = Born::OutAndGone;
            }
            Ok(())
        }
        ToSupervisor::ExitAfterBirth { proxy, .. } => exit_told(book, proxy),
        ToSupervisor::InputAccepted { proxy, operation, .. } => {
            let Some(flight) = flight(book, proxy, operation)? else { return Ok(()) };
            flight.is_accepted = true;
            Ok(())
        }
        ToSupervisor::InputRejected { proxy, returned, .. } => rejected(book, proxy, returned),
        ToSupervisor::Report { proxy, report } => report_told(book, proxy, report),
        ToSupervisor::Unreported { proxy, operation, rest } => {
            unreported(book, proxy, operation, &rest)
        }
        ToSupervisor::ShutdownAccepted { request }
        | ToSupervisor::ShutdownRejected { request, .. } => {
            if let Some(service) = book.of(request.proxy) {
                service.request = None;
            }
            Ok(())
        }
        ToSupervisor::Initialize
        | ToSupervisor::Start { .. }
        | ToSupervisor::Replace { .. }
        | ToSupervisor::Stop { .. }
        | ToSupervisor::Query { .. }
        | ToSupervisor::Cancel { .. }
        | ToSupervisor::Shutdown
        | ToSupervisor::DeadlineAccepted { .. }
        | ToSupervisor::DeadlineRejected { .. }
        | ToSupervisor::DeadlineElapsed { .. } => Ok(()),
    }
}

fn exit_told(book: &mut Book, proxy: Proxy) -> Result<(), LawBreach> {
    let Some(service) = book.of(proxy) else {
        return breach(EXIT_AFTER_STOP, format!("proxy {proxy} was never born"));
    };
    let is_right = service.born == Born::Yes && service.leftover.is_some();
    let living = service.workers.iter().find(|worker| worker.lives());
    hold(is_right && living.is_none(), EXIT_AFTER_STOP, || format!("{living:?} behind {proxy}"))?;
    service.born = Born::Over;
    Ok(())
}

/// The input of this operation that is under way.
fn flight(book: &mut Book, proxy: Proxy, operation: Id) -> Result<Option<&mut Flight>, LawBreach> {
    let flight = book.of(proxy).and_then(|service| service.flight.as_mut());
    match flight {
        Some(flight) if flight.input.operation == operation => Ok(Some(flight)),
        other => breach(ONE_OUTCOME, format!("{operation:?} of {proxy}, and there is {other:?}")),
    }
}

fn rejected(book: &mut Book, proxy: Proxy, returned: Input) -> Result<(), LawBreach> {
    let flight = flight(book, proxy, returned.operation)?.copied();
    let fits = flight.is_some_and(|f| f.input == returned && !f.is_accepted && !f.is_taken);
    hold(fits, ONE_OUTCOME, || format!("{returned:?} came back of {flight:?}"))?;
    if let Some(service) = book.of(proxy) {
        service.flight = None;
    }
    Ok(())
}

fn report_told(book: &mut Book, proxy: Proxy, report: Report) -> Result<(), LawBreach> {
    let Some(service) = book.of(proxy) else {
        return breach(REPORT_AS_SAID, format!("{report:?} of nobody"));
    };
    let said = service.reports.pop_front();
    hold(said == Some(report), REPORT_AS_SAID, || format!("told {report:?}, said {said:?}"))?;
    let (Report::Initial { ticket, .. } | Report::Replacement { ticket, .. }) = report else {
        return Ok(());
    };
    let known = service.flight.take();
    let fits = known.is_some_and(|f| f.input.operation == ticket && f.is_accepted && f.is_taken);
    let change = known.map(|flight| flight.input.change);
    let same_kind = matches!(
        (report, change),
        (Report::Initial { .. }, Some(Change::Start))
            | (Report::Replacement { .. }, Some(Change::Replacement))
    );
    hold(fits && same_kind, ONE_OUTCOME, || format!("{report:?} of {known:?}"))
}

/// What no report has told: the input itself if the proxy was never told it, the outcome that was not
/// delivered, or what the proxy left of it.
fn unreported(
    book: &mut Book,
    proxy: Proxy,
    operation: Id,
    rest: &Unreported,
) -> Result<(), LawBreach> {
    let known = flight(book, proxy, operation)?.copied();
    let Some(service) = book.of(proxy) else { return Ok(()) };
    let Some(known) = known else { return Ok(()) };
    let reported = service.reports.iter().find_map(|report| match *report {
        Report::Initial { ticket, outcome } if ticket == operation => {
            Some(Unreported::Initial { outcome })
        }
        Report::Replacement { ticket, outcome } if ticket == operation => {
            Some(Unreported::Replacement { outcome })
        }
        _ => None,
    });
    let due = match (reported, service.leftover) {
        (Some(outcome), _) => Some(outcome),
        (None, _) if !known.is_taken => {
            Some(Unreported::Untouched { submission: known.input.submission })
        }
        (None, Some(leftover @ Leftover::Change { ticket, .. })) if ticket == operation => {
            Some(Unreported::Left { leftover })
        }
        (None, _) => None,
    };
    service.flight = None;
    let fits = known.is_accepted && service.born == Born::Over && due == Some(*rest);
    hold(fits, ONE_OUTCOME, || format!("{rest:?}, and {due:?} is due of {known:?}"))
}

fn hear_proxy(book: &mut Book, proxy: Proxy, told: &proxy::Told) -> Result<(), LawBreach> {
    let Some(service) = book.of(proxy) else { return Ok(()) };
    match *told {
        proxy::Told::InstallInitial { ticket, submission } => {
            taken(service, Change::Start, ticket, submission)
        }
        proxy::Told::Replace { ticket, submission } => {
            taken(service, Change::Replacement, ticket, submission)
        }
        proxy::Told::Shutdown => {
            service.is_ending = true;
            Ok(())
        }
        _ => {
            hear_worker(service, told);
            Ok(())
        }
    }
}

fn taken(
    service: &mut Service,
    change: Change,
    operation: Id,
    submission: crate::services::observation::Submission,
) -> Result<(), LawBreach> {
    let known = service.flight;
    let Some(flight) = &mut service.flight else {
        return breach(INPUT_AS_SENT, format!("{change:?} {operation:?} was not sent"));
    };
    let input = flight.input;
    let same = (input.change, input.operation, input.submission) == (change, operation, submission);
    hold(same && !flight.is_taken, INPUT_AS_SENT, || {
        format!("{change:?} {operation:?} of {known:?}")
    })?;
    flight.is_taken = true;
    Ok(())
}

fn hear_worker(service: &mut Service, told: &proxy::Told) {
    let over = |worker: Option<&mut Worker>, exit| {
        if let Some(worker) = worker {
            worker.born = Born::Over;
            worker.exit = exit;
        }
    };
    match *told {
        proxy::Told::BirthCommitted { creation, incarnation, .. } => {
            if let Some(worker) = service.created_by(creation) {
                worker.incarnation = Some(incarnation);
                worker.born = match worker.born {
                    Born::Out => Born::Yes,
                    Born::OutAndGone | Born::Yes | Born::Over => Born::Over,
                };
            }
        }
        proxy::Told::BirthRejected { creation, .. } => over(service.created_by(creation), None),
        proxy::Told::ExitBeforeBirth { creation, exit } => {
            if let Some(worker) = service.created_by(creation) {
                worker.born = Born::OutAndGone;
                worker.exit = Some(exit);
            }
        }
        proxy::Told::ExitAfterBirth { incarnation, exit }
        | proxy::Told::InitializationStopped { incarnation, exit, .. } => {
            over(service.named(incarnation), Some(exit));
        }
        _ => {}
    }
}

fn say_supervisor(book: &mut Book, said: &OfSupervisor) -> Result<(), LawBreach> {
    match *said {
        OfSupervisor::CreateProxy { creation, generation } => {
            book.services.push(Service {
                creation,
                generation,
                proxy: None,
                born: Born::Out,
                leftover: None,
                is_ending: false,
                workers: Vec::new(),
                reports: std::collections::VecDeque::new(),
                flight: None,
                request: None,
            });
            Ok(())
        }
        OfSupervisor::InstallInitial { input } | OfSupervisor::Replace { input } => {
            send(book, input)
        }
        OfSupervisor::ShutdownProxy { request } => ask(book, request),
        _ => Ok(()),
    }
}

fn send(book: &mut Book, input: Input) -> Result<(), LawBreach> {
    let Some(service) = book.of(input.proxy) else {
        return breach(INPUT_AS_SENT, format!("{input:?} to nobody"));
    };
    let before = service.flight.replace(Flight { input, is_accepted: false, is_taken: false });
    hold(before.is_none(), ONE_OUTCOME, || format!("{input:?} during {before:?}"))
}

fn ask(book: &mut Book, request: Request) -> Result<(), LawBreach> {
    let Some(service) = book.of(request.proxy) else {
        return breach(INPUT_AS_SENT, format!("{request:?} to nobody"));
    };
    service.request = Some(request);
    Ok(())
}

fn say_proxy(book: &mut Book, proxy: Proxy, said: &proxy::Said) -> Result<(), LawBreach> {
    let Some(service) = book.of(proxy) else { return Ok(()) };
    match *said {
        proxy::Said::CreateWorker { creation, .. } => {
            service.workers.push(Worker {
                creation,
                incarnation: None,
                born: Born::Out,
                is_reported: false,
                is_asked: false,
                exit: None,
            });
        }
        proxy::Said::ShutdownWorker { incarnation } => {
            if let Some(worker) = service.named(incarnation) {
                worker.is_asked = true;
            }
        }
        proxy::Said::Report { report } => {
            note_ready(service, &report);
            service.reports.push_back(report);
        }
        _ => {}
    }
    Ok(())
}

fn note_ready(service: &mut Service, report: &Report) {
    use crate::services::observation::{InitialOutcome, ReplacementOutcome};
    let outcome = match report {
        Report::Initial { outcome: InitialOutcome::Resolved(outcome), .. } => outcome,
        Report::Replacement { outcome: ReplacementOutcome::Resolved { successor, .. }, .. } => {
            successor
        }
        _ => return,
    };
    if let StartOutcome::Ready { evidence, .. } = outcome
        && let Some(worker) = service.created_by(*evidence)
    {
        worker.is_reported = true;
    }
}

fn stopped(book: &mut Book, proxy: Proxy, leftover: Leftover) -> Result<(), LawBreach> {
    let Some(service) = book.of(proxy) else { return Ok(()) };
    let is_first = service.leftover.replace(leftover).is_none();
    hold(is_first && service.is_ending, EXIT_AFTER_STOP, || {
        format!("{proxy} stopped: {leftover:?}")
    })
}
