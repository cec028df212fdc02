//! A storm of inputs, right and wrong, from a small world: whatever is told, the properties of the
//! prediction hold.

use super::history::*;
use super::storm_ledger::Ledger;
use super::storm_world::{Dice, World};
use actor_laws_fuzz::supervisor::observation::*;
use actor_laws_fuzz::supervisor::oracle::SupervisorOracle;
use std::collections::BTreeSet;

fn lane(said: &Said) -> u8 {
    match said {
        Said::CreateProxy { .. } => 0,
        Said::ObserveProxyCreation { .. } => 1,
        Said::ObserveProxyExit { .. } => 2,
        Said::InstallInitial { .. } => 3,
        Said::Replace { .. } => 4,
        Said::ShutdownProxy { .. } => 5,
        Said::Reply { .. } => 6,
        Said::Lifecycle { .. } => 7,
        Said::DeliverDiagnostic { .. } | Said::TransferTerminalDiagnostic { .. } => 8,
        Said::ScheduleDeadline { .. } => 9,
    }
}

fn holds_slot(entry: &EntryView) -> bool {
    match entry.phase {
        EntryPhase::StartAwaitingReceipt { .. }
        | EntryPhase::StartAwaitingOutcome { .. }
        | EntryPhase::ReplaceAwaitingReceipt { .. }
        | EntryPhase::ReplaceAwaitingOutcome { .. } => true,
        EntryPhase::Ending { holds, .. } => holds.owed.worker_result,
        EntryPhase::CreatingProxy { .. }
        | EntryPhase::StartWaiting { .. }
        | EntryPhase::ReplaceWaiting { .. }
        | EntryPhase::Ready { .. }
        | EntryPhase::Empty { .. } => false,
    }
}

fn is_waiting(entry: &EntryView) -> bool {
    matches!(entry.phase, EntryPhase::StartWaiting { .. } | EntryPhase::ReplaceWaiting { .. })
}

/// What is true of every state.
fn check_view(rules: &SupervisorSetup, view: &SupervisorView) {
    assert!(view.entries.len() <= usize::from(rules.entries));
    let keys: BTreeSet<_> = view.entries.iter().map(|entry| entry.key).collect();
    assert_eq!(keys.len(), view.entries.len(), "a key stands twice");
    assert!(view.entries.is_sorted_by_key(|entry| entry.generation));
    let slots = view.entries.iter().filter(|entry| holds_slot(entry)).count();
    assert!(slots <= usize::from(rules.activations), "too many inputs are out");
    let waits = view.entries.iter().any(is_waiting);
    let is_full = slots == usize::from(rules.activations);
    assert!(!waits || is_full, "a slot is free and an entry waits");
    let is_ending = |entry: &EntryView| matches!(entry.phase, EntryPhase::Ending { .. });
    match view.mode {
        Mode::Constructed | Mode::Stopped => assert!(view.entries.is_empty()),
        Mode::Operating => {}
        Mode::Draining | Mode::ForcedRetirement => {
            assert!(!view.entries.is_empty());
            assert!(view.entries.iter().all(is_ending));
        }
    }
    for entry in &view.entries {
        if let EntryPhase::Ending { holds, .. } = entry.phase {
            assert_ne!(holds.owed, Owed::default(), "an entry that is owed nothing stays");
            assert_eq!(holds.owed.birth, entry.proxy.is_none());
        }
    }
}

/// What is true of every product.
fn check_said(told: &Told, said: &[Said], verdict: Verdict, before: &SupervisorView) {
    assert!(said.is_sorted_by_key(lane));
    let replies: Vec<_> = said.iter().filter(|said| matches!(said, Said::Reply { .. })).collect();
    let is_command = matches!(
        told,
        Told::Start { .. }
            | Told::Replace { .. }
            | Told::Stop { .. }
            | Told::Query { .. }
            | Told::Cancel { .. }
    );
    assert_eq!(replies.len(), usize::from(is_command && verdict != Verdict::HandedBack));
    if verdict == Verdict::HandedBack {
        assert!(said.is_empty());
    }
    let forced = said.iter().filter(|said| match said {
        Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic } => {
            matches!(diagnostic, Diagnostic::ForcedRetirement { .. })
        }
        _ => false,
    });
    let is_forced = matches!(verdict, Verdict::ForcedRetirement { .. });
    assert_eq!(forced.count() > 0, is_forced);
    if before.mode == Mode::Draining {
        let publishes = |said: &Said| match said {
            Said::InstallInitial { .. } | Said::Replace { .. } | Said::CreateProxy { .. } => true,
            Said::Lifecycle { event, .. } => matches!(
                event,
                Lifecycle::Started { .. }
                    | Lifecycle::Replaced { .. }
                    | Lifecycle::UnexpectedWorkerStopped { .. }
            ),
            _ => false,
        };
        assert!(!said.iter().any(publishes), "a draining supervisor says {said:?}");
    }
}

/// What a run of storms has seen, so that a calm one does not pass for a storm.
#[derive(Default)]
struct Weather {
    seen: BTreeSet<String>,
}

impl Weather {
    fn note(&mut self, said: &[Said], view: &SupervisorView, verdict: Verdict) {
        for said in said {
            let name = match said {
                Said::Lifecycle { event, .. } => format!("{event:?}"),
                Said::Reply { reply, .. } => format!("{reply:?}"),
                Said::DeliverDiagnostic { diagnostic, .. }
                | Said::TransferTerminalDiagnostic { diagnostic } => format!("{diagnostic:?}"),
                other => format!("{other:?}"),
            };
            self.add(&name);
        }
        for entry in &view.entries {
            match entry.phase {
                EntryPhase::Ending { ending, .. } => self.add(&format!("{ending:?}")),
                phase => self.add(&format!("{phase:?}")),
            }
        }
        self.add(&format!("Verdict{verdict:?}"));
    }

    fn add(&mut self, name: &str) {
        let end = name.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(name.len());
        if !self.seen.contains(&name[..end]) {
            self.seen.insert(name[..end].to_owned());
        }
    }
}

/// One storm; returns what was told, and what was said to it.
fn storm(
    seed: u64,
    oracle: &mut SupervisorOracle,
    weather: &mut Weather,
) -> Vec<(Told, Vec<Said>)> {
    let mut world = World::new(Dice(seed));
    let rules = world.dice.setup();
    oracle.reset(&rules);
    let mut view = SupervisorView { mode: Mode::Constructed, entries: Vec::new() };
    let (mut before, mut ledger, mut steps) = (view.clone(), Ledger::default(), Vec::new());
    for step in 0..250 {
        let told = if step == 0 { Told::Initialize } else { world.input(&view) };
        let mut said = Vec::new();
        let verdict = oracle.expect(&told, &mut said);
        before.clone_from(&view);
        oracle.view(&mut view);
        check_said(&told, &said, verdict, &before);
        check_view(&rules, &view);
        if is_rejected_fact(&said) && view.mode == before.mode {
            assert_eq!(view, before, "{told:?} was rejected");
        }
        if verdict != Verdict::HandedBack {
            ledger.enter(&told, &said);
            ledger.check(&view);
        }
        weather.note(&said, &view, verdict);
        world.note(&said);
        steps.push((told, said));
        if matches!(view.mode, Mode::Stopped | Mode::ForcedRetirement) && step % 3 == 0 {
            break;
        }
    }
    steps
}

#[test]
fn every_storm_leaves_each_value_in_one_place() {
    let mut weather = Weather::default();
    let mut oracle = SupervisorOracle::new(&setup());
    for seed in 0..300 {
        storm(seed, &mut oracle, &mut weather);
    }
    for name in EVERYTHING.split_whitespace() {
        assert!(weather.seen.contains(name), "no storm has ever seen {name}");
    }
}

/// Everything that can be said or shown.
const EVERYTHING: &str = "
    CreateProxy ObserveProxyCreation ObserveProxyExit InstallInitial Replace ShutdownProxy
    ScheduleDeadline StartAccepted StartRejected ReplaceAccepted ReplaceRejected StopAccepted
    StopRejected Unknown Known Returned Pending Committed Cancelled Stale Draining Started Replaced
    StartFailed ReplacementFailed StopFinished UnexpectedWorkerStopped OperationCancelled
    WorkerChangeInterrupted CommandUnavailable EntryRetired CorrelationUnavailable CreationRejected
    InputRejected OutcomeFailed ShutdownRejected ProxyDied RejectedFact ForcedRetirement
    CreatingProxy StartWaiting StartAwaitingReceipt StartAwaitingOutcome Ready Empty ReplaceWaiting
    ReplaceAwaitingReceipt ReplaceAwaitingOutcome StopAvailable StopStart Cancelling Retiring Drain
    VerdictContinue VerdictStopped VerdictForcedRetirement VerdictHandedBack";

#[test]
fn a_reset_oracle_predicts_like_a_new_one() {
    let mut used = SupervisorOracle::new(&setup());
    for seed in 0..40 {
        let steps = storm(seed, &mut used, &mut Weather::default());
        let mut fresh = SupervisorOracle::new(&Dice(seed).setup());
        for (told, said) in steps {
            let mut predicted = Vec::new();
            fresh.expect(&told, &mut predicted);
            assert_eq!(predicted, said);
        }
    }
}
