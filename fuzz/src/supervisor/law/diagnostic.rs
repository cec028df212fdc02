//! Diagnostics: each is about something that has just failed, and has it whole.

use super::book::{Book, Life, WorkerResult};
use super::{Observed, breach, hold};
use crate::supervisor::observation::{
    Diagnostic, Id, Key, Kind, Outcome, ProxyExit, ReplaceRefusal, Reply, Report, Said,
    StartRefusal, StopRefusal, Told, Unavailable, Verdict,
};
use crate::verdict::LawBreach;

/// A diagnostic says what the facts say, whole.
pub(super) const TRUTHFUL: &str = "diagnostic-is-whole-and-so";
/// A forced retirement classifies exactly the unresolved entries.
pub(super) const FORCED: &str = "forced-retirement-classifies-entries";

/// Judges one action. An entry that this fold removes is still in the book.
pub(super) fn judge(book: &Book, step: &Observed<'_>, said: &Said) -> Result<(), LawBreach> {
    let (Said::DeliverDiagnostic { diagnostic, .. }
    | Said::TransferTerminalDiagnostic { diagnostic }) = said
    else {
        return Ok(());
    };
    let told = step.told;
    let so = match *diagnostic {
        Diagnostic::CorrelationUnavailable { key, kind, reason } => {
            refusal(step) == Some((key, kind, reason))
        }
        Diagnostic::CreationRejected { key, generation, rejection, early_exit } => {
            let life = life_of(book, key, generation)?;
            matches!(*told, Told::BirthRejected { creation, rejection: told }
                if told == rejection && creation == life.creation && early_exit == life.exit)
        }
        Diagnostic::InputRejected { key, generation, input, reason } => {
            let life = life_of(book, key, generation)?;
            life.result == Some(WorkerResult::Rejected { input, reason })
        }
        Diagnostic::OutcomeFailed { key, generation, operation, outcome } => {
            let life = life_of(book, key, generation)?;
            life.result == Some(WorkerResult::Outcome(outcome)) && names(told, operation, &outcome)
        }
        Diagnostic::ShutdownRejected { key, generation, request, reason } => {
            let refusal = life_of(book, key, generation)?.refusal;
            refusal.is_some_and(|known| (known.returned, known.reason) == (request, reason))
        }
        Diagnostic::ProxyDied { key, generation, exit } => {
            let life = life_of(book, key, generation)?;
            life.exit == Some(exit) && dies(told, exit)
        }
        Diagnostic::RejectedFact { fact } => fact == *told,
        Diagnostic::ForcedRetirement { key, generation, owed } => {
            let life = life_of(book, key, generation)?;
            let forced = matches!(step.verdict, Verdict::ForcedRetirement { .. });
            hold(forced && life.owed() == owed, FORCED, || format!("{diagnostic:?} of {life:?}"))?;
            true
        }
    };
    hold(so, TRUTHFUL, || format!("{diagnostic:?} at {told:?}"))
}

fn life_of(book: &Book, key: Key, generation: Id) -> Result<&Life, LawBreach> {
    let life = book.iter().find(|life| life.generation == generation && life.key == key);
    life.map_or_else(|| breach(TRUTHFUL, format!("{key} {generation:?} is nobody")), Ok)
}

/// The fact is the outcome of this operation.
fn names(told: &Told, operation: Id, outcome: &Outcome) -> bool {
    match (told, outcome) {
        (Told::Report { report: Report::Initial { ticket, .. }, .. }, Outcome::Initial(_))
        | (
            Told::Report { report: Report::Replacement { ticket, .. }, .. },
            Outcome::Replacement(_),
        ) => *ticket == operation,
        (Told::Unreported { operation: told, .. }, Outcome::Unreported(_)) => *told == operation,
        _ => false,
    }
}

fn dies(told: &Told, exit: ProxyExit) -> bool {
    match told {
        Told::ExitAfterBirth { exit: told, .. } => *told == exit,
        Told::BirthCommitted { .. } => true,
        _ => false,
    }
}

/// The correlation that the answer says was unavailable.
fn refusal(step: &Observed<'_>) -> Option<(Key, Kind, Unavailable)> {
    step.said.iter().find_map(|said| {
        let Said::Reply { reply, .. } = said else { return None };
        match *reply {
            Reply::StartRejected { key, reason, .. } => match reason {
                StartRefusal::Generation(reason) => Some((key, Kind::Generation, reason)),
                StartRefusal::Creation(reason) => Some((key, Kind::Creation, reason)),
                StartRefusal::Operation(reason) => Some((key, Kind::Operation, reason)),
                StartRefusal::ShuttingDown
                | StartRefusal::AlreadyExists
                | StartRefusal::AtCapacity => None,
            },
            Reply::ReplaceRejected { key, reason: ReplaceRefusal::Operation(reason), .. } => {
                Some((key, Kind::Operation, reason))
            }
            Reply::StopRejected { key, reason: StopRefusal::Stop(reason) } => {
                Some((key, Kind::Stop, reason))
            }
            _ => None,
        }
    })
}
