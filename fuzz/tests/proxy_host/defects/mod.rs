//! Each law is made to fail once, by a machine with a defect, and the verdict carries its name. No
//! oracle judges, so that it is the law that sees; but for what only the oracle can see.

mod end;
mod owner;
mod shape;
mod state;
mod workers;

use crate::machine::{BentProxy, DEFECT, Defect};
use actor_laws_fuzz::checks::Checks;
use actor_laws_fuzz::proxy::family::PROXY;
use actor_laws_fuzz::proxy::law::catalogue;
pub(crate) use actor_laws_fuzz::proxy::observation::*;
use actor_laws_fuzz::proxy::rig::ProxyRig;
use actor_laws_fuzz::run::{Runner, names};
use actor_laws_fuzz::target::of_family;

/// Seeds that a defect may take to show itself, on each target.
const SEEDS: u64 = 4_000;

/// The first failure of a machine with this defect is of this law.
fn rejects(checks: Checks, law: &str, defect: Defect) {
    DEFECT.set(defect);
    let mut runner = Runner::<ProxyRig, BentProxy>::default().checked(checks);
    let mut bytes = Vec::new();
    for seed in 0..SEEDS {
        for target in of_family(&PROXY) {
            target.generate(seed, &mut bytes);
            if let Err(failure) = runner.run(target, &bytes) {
                let trace = runner.trace(target, &bytes);
                assert_eq!(failure.law, law, "{} seed {seed}: {failure}\n{trace}", target.name);
                return;
            }
        }
    }
    panic!("the defect never showed itself; `{law}` was to name it");
}

/// A machine that bends what it says is rejected by `law`, which is one of the history.
pub(crate) fn bent(law: &str, bends: fn(&Told, &mut Vec<Said>, &mut Verdict, &ProxyView)) {
    assert!(catalogue::find(law).is_some(), "`{law}` is not in the catalogue");
    rejects(Checks::WITHOUT_ORACLE, law, Defect { bends, ..Defect::NONE });
}

/// A machine that bends what it shows is rejected by `law`, which is one of the history.
pub(crate) fn shown(law: &str, shows: fn(&mut ProxyView)) {
    assert!(catalogue::find(law).is_some(), "`{law}` is not in the catalogue");
    rejects(Checks::WITHOUT_ORACLE, law, Defect { shows, ..Defect::NONE });
}

/// Puts an action in front.
pub(crate) fn front(said: &mut Vec<Said>, action: Said) {
    said.insert(0, action);
}

/// The outcome of a report of a change that was carried out as far as it went.
pub(crate) fn outcome(said: &mut Said) -> Option<&mut StartOutcome> {
    let Said::Report { report } = said else { return None };
    match report {
        Report::Initial { outcome: InitialOutcome::Resolved(outcome), .. } => Some(outcome),
        Report::Replacement { outcome: ReplacementOutcome::Resolved { successor, .. }, .. } => {
            Some(successor)
        }
        Report::Initial { .. }
        | Report::Replacement { .. }
        | Report::WorkerStopped { .. }
        | Report::Unavailable { .. } => None,
    }
}

/// The end that a cause carries.
pub(crate) fn end_of(cause: &mut Cause) -> Option<&mut End> {
    match cause {
        Cause::InitializationRejected { end, .. }
        | Cause::ActivationUnavailable { end, .. }
        | Cause::StartRejected { end, .. }
        | Cause::ActivationRejected { end, .. } => Some(end),
        Cause::StoppedDuringInitialization { .. }
        | Cause::InitializedAfterExit { .. }
        | Cause::ReadyAfterExit { .. } => None,
    }
}

#[test]
fn the_kind_of_a_miss_is_seen_by_the_oracle() {
    let bends = |_: &Told, said: &mut Vec<Said>, _: &mut Verdict, _: &ProxyView| {
        for said in said {
            if let Said::Diagnostic { kind, .. } = said
                && *kind == MissKind::Unexpected
            {
                *kind = MissKind::Unknown;
            }
        }
    };
    rejects(Checks::ALL, names::ORACLE_ACTIONS, Defect { bends, ..Defect::NONE });
}

#[test]
fn the_reason_in_a_leftover_is_seen_by_the_oracle() {
    let bends = |_: &Told, _: &mut Vec<Said>, verdict: &mut Verdict, _: &ProxyView| {
        if let Verdict::Stopped { leftover: Leftover::Change { worker, .. } } = verdict
            && let UnreportedWorker::Resolved(StartOutcome::Unavailable { cause, .. }) = worker
            && let Cause::ActivationUnavailable { reason, .. } = cause
        {
            *reason = Unavailable::Collision { candidate: 7 };
        }
    };
    rejects(Checks::ALL, names::ORACLE_VERDICT, Defect { bends, ..Defect::NONE });
}

#[test]
fn a_start_that_is_shown_as_running_is_seen_by_the_oracle() {
    let shows = |view: &mut ProxyView| {
        if view.row == Row::ActivationStarting {
            view.row = Row::Activating;
        }
    };
    rejects(Checks::ALL, names::ORACLE_STATE, Defect { shows, ..Defect::NONE });
}

#[test]
fn a_machine_without_a_defect_passes() {
    DEFECT.set(Defect::NONE);
    let mut runner = Runner::<ProxyRig, BentProxy>::default();
    let mut bytes = Vec::new();
    for target in of_family(&PROXY) {
        for seed in 0..200 {
            target.generate(seed, &mut bytes);
            runner.run(target, &bytes).unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
        }
    }
}

#[test]
fn the_catalogue_has_unique_names_and_watches_every_claim() {
    let mut names: Vec<&str> = catalogue::LAWS.iter().map(|law| law.name).collect();
    names.extend(names::LAWS.iter().map(|(name, _)| name));
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "a law is listed twice");
    for claim in 1..=7 {
        let watched = catalogue::LAWS.iter().any(|law| law.claims.contains(&claim));
        assert!(watched, "nothing watches claim {claim}");
    }
    assert!(catalogue::LAWS.iter().all(|law| law.claims.iter().all(|claim| *claim <= 7)));
}
