//! Every opcode tells what it is there for, and every kind of wrong fact occurs.

use crate::each_trace;
use actor_laws_fuzz::run::Trace;
use actor_laws_fuzz::supervisor::host::{is_fact, rejected_fact};
use actor_laws_fuzz::supervisor::observation::{
    Authority, Id, Origin, Reply, Request, Said, Told, Verdict,
};
use actor_laws_fuzz::supervisor::rig::SupervisorRig;
use std::collections::BTreeSet;

const SEEDS: u64 = 250;

/// The kind of an input, reports told apart.
fn kind(told: &Told) -> String {
    let word = |text: String| text.split([' ', '{']).next().unwrap_or_default().to_owned();
    match told {
        Told::Report { report, .. } => word(format!("{report:?}")),
        told => word(format!("{told:?}")),
    }
}

/// Every kind that facts have.
const FACTS: [&str; 16] = [
    "BirthCommitted",
    "BirthRejected",
    "DeadlineAccepted",
    "DeadlineElapsed",
    "DeadlineRejected",
    "ExitAfterBirth",
    "ExitBeforeBirth",
    "Initial",
    "InputAccepted",
    "InputRejected",
    "Replacement",
    "ShutdownAccepted",
    "ShutdownRejected",
    "Unavailable",
    "Unreported",
    "WorkerStopped",
];

fn set<'a>(kinds: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    kinds.into_iter().map(str::to_owned).collect()
}

/// The opcode that a traced input came from.
fn opcode(step: &actor_laws_fuzz::run::TraceStep<SupervisorRig>) -> Option<&str> {
    step.script.as_deref()?.split_whitespace().next()
}

#[test]
fn every_kind_of_fact_is_taken_rejected_repeated_distorted_and_handed_back() {
    let (mut taken, mut rejected, mut wrong) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut repeated, mut distorted, mut back) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    each_trace(SEEDS, |trace| {
        for step in trace.steps.iter().filter(|step| is_fact(&step.told)) {
            let kind = kind(&step.told);
            match opcode(step) {
                Some("repeat") => repeated.insert(kind.clone()),
                Some("distort") => distorted.insert(kind.clone()),
                Some("wrong-kind") => wrong.insert(kind.clone()),
                _ => false,
            };
            if step.verdict == Some(Verdict::HandedBack) {
                back.insert(kind.clone());
            } else if step.said.iter().any(|said| rejected_fact(said) == Some(&step.told)) {
                rejected.insert(kind.clone());
            } else {
                taken.insert(kind);
            }
        }
    });
    assert_eq!(taken, set(FACTS));
    for kinds in [rejected, wrong, repeated, back] {
        assert_eq!(kinds, set(FACTS));
    }
    // Nobody owes the others: a worker stops by itself, and so does an unborn proxy; a command comes from
    // a client.
    let unowed = ["ExitBeforeBirth", "Unavailable", "WorkerStopped"];
    let owed = FACTS.into_iter().filter(|kind| !unowed.contains(kind));
    assert!(distorted.is_superset(&set(owed)), "{distorted:?}");
}

#[test]
fn every_opcode_tells_something() {
    let mut told = BTreeSet::new();
    each_trace(SEEDS, |trace| {
        told.extend(trace.steps.iter().filter_map(opcode).map(str::to_owned));
    });
    let all = set([
        "settle-oldest",
        "settle",
        "settle-kind",
        "start",
        "replace",
        "stop",
        "query",
        "cancel",
        "cancel-old",
        "exit-proxy",
        "stop-worker",
        "unavailable",
        "lose-report",
        "finish-input",
        "elapse-deadline",
        "repeat",
        "distort",
        "wrong-kind",
        "initialize",
        "shutdown",
    ]);
    // The others act on the host alone; but the supervisor must be started first, if need be.
    let silent = set(["cut-batch", "withhold"]);
    assert_eq!(told.difference(&silent).cloned().collect::<BTreeSet<_>>(), all);
}

/// Every id that a fact names.
fn issuers(told: &Told) -> Vec<u32> {
    let of = |ids: &[Id]| ids.iter().map(|id| id.issuer).collect();
    match told {
        Told::BirthCommitted { creation, .. }
        | Told::BirthRejected { creation, .. }
        | Told::ExitBeforeBirth { creation, .. } => of(&[*creation]),
        Told::InputAccepted { operation, .. }
        | Told::InputRejected { operation, .. }
        | Told::Unreported { operation, .. } => of(&[*operation]),
        Told::ShutdownAccepted { request: Request { generation, .. } }
        | Told::ShutdownRejected { request: Request { generation, .. }, .. } => of(&[*generation]),
        Told::DeadlineAccepted { deadline }
        | Told::DeadlineRejected { deadline, .. }
        | Told::DeadlineElapsed { deadline, .. } => of(&[*deadline]),
        _ => Vec::new(),
    }
}

#[test]
fn foreign_ids_and_authorities_of_every_origin_are_told() {
    let (mut foreign, mut origins) = (BTreeSet::new(), BTreeSet::new());
    let mut old = 0;
    each_trace(SEEDS, |trace| {
        let own = trace.setup.supervisor.identity;
        let mut live: BTreeSet<Id> = BTreeSet::new();
        for step in &trace.steps {
            if issuers(&step.told).iter().any(|issuer| *issuer != own) {
                foreign.insert(kind(&step.told));
            }
            if let Told::Cancel { authority: Authority { origin, operation, .. }, .. } = step.told {
                origins.insert(origin);
                old += i32::from(origin == Origin::Own && !live.contains(&operation));
            }
            note_accepted(&step.said, &mut live);
        }
    });
    assert_eq!(origins, BTreeSet::from([Origin::Own, Origin::Twin, Origin::Foreign]));
    assert_eq!(foreign.len(), 11, "{foreign:?}");
    assert_eq!(old, 0, "an authority was told that was never issued");
}

fn note_accepted(said: &[Said], live: &mut BTreeSet<Id>) {
    for said in said {
        if let Said::Reply { reply, .. } = said
            && let Reply::StartAccepted { cancel, .. } | Reply::ReplaceAccepted { cancel, .. } =
                reply
        {
            live.insert(cancel.operation);
        }
    }
}

#[test]
fn batches_are_cut_at_every_place_of_a_start() {
    let mut places = BTreeSet::new();
    let mut cut_at = |trace: &Trace<SupervisorRig>| {
        for step in &trace.steps {
            let starts = step.said.iter().any(|said| matches!(said, Said::CreateProxy { .. }));
            if let Some(cut) = step.cut.filter(|_| starts) {
                places.insert(cut % step.said.len());
            }
        }
    };
    each_trace(SEEDS, &mut cut_at);
    assert_eq!(places, BTreeSet::from([0, 1, 2, 3]));
}
