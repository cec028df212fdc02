//! What a found scenario shrinks to.

use crate::machine::{BentProxy, DEFECT, Defect};
use actor_laws_fuzz::engine::{CANARY, Subject, shrink, shrink_further};
use actor_laws_fuzz::proxy::observation::{ProxyView, Said, Told, Verdict};
use actor_laws_fuzz::proxy::rig::ProxyRig;
use actor_laws_fuzz::run::Runner;
use actor_laws_fuzz::target;
use actor_laws_fuzz::verdict::FailureKind;

/// More runs than any shrinking here needs.
const RUNS_MAX: u64 = 100_000;

type Verdicted = (&'static str, FailureKind);

fn verdict(subject: &mut Subject, bytes: &[u8]) -> Option<Verdicted> {
    subject.run_guarded(bytes).err().map(|failure| (failure.law, failure.kind))
}

/// Some failing scenarios with their verdicts, one a law.
fn failing(subject: &mut Subject) -> Vec<(Vec<u8>, Verdicted)> {
    let mut found: Vec<(Vec<u8>, Verdicted)> = Vec::new();
    for seed in 0..400 {
        let mut bytes = Vec::new();
        subject.target().generate(seed, &mut bytes);
        let verdict = verdict(subject, &bytes);
        if let Some(verdict) = verdict.filter(|new| found.iter().all(|(_, known)| known != new)) {
            found.push((bytes, verdict));
        }
    }
    found
}

/// The same bytes without the step at `place`.
fn without(subject: &Subject, bytes: &[u8], place: usize) -> Vec<u8> {
    let family = subject.target().family;
    let start = family.header_bytes + place * family.step_bytes;
    [&bytes[..start], &bytes[start + family.step_bytes..]].concat()
}

/// Demands of each shrunk scenario that it fails alike, that it is canonical, that it cannot go without
/// any of its steps, and that it shrinks alike again and no further.
fn demand_least(subject: &mut Subject) {
    let found = failing(subject);
    assert!(!found.is_empty(), "nothing fails");
    for (bytes, wanted) in found {
        let least = shrink(subject, &bytes, RUNS_MAX);
        assert_eq!(verdict(subject, &least), Some(wanted));
        assert!(least.len() < bytes.len(), "{wanted:?} does not shrink");
        let family = subject.target().family;
        assert_eq!((family.parse_text)(&(family.to_text)(&least)), Ok(least.clone()));
        for place in 0..(least.len() - family.header_bytes) / family.step_bytes {
            let shorter = without(subject, &least, place);
            assert_ne!(verdict(subject, &shorter), Some(wanted), "step {place} can go");
        }
        assert_eq!(shrink(subject, &bytes, RUNS_MAX), least);
        assert_eq!(shrink(subject, &least, RUNS_MAX), least);
    }
}

#[test]
fn the_canary_shrinks_to_what_it_needs() {
    demand_least(&mut Subject::named(CANARY).expect("always there"));
}

/// A proxy that forgets its third action and all that follow.
fn forgetful() -> Subject {
    let bends = |_: &Told, said: &mut Vec<Said>, _: &mut Verdict, _: &ProxyView| said.truncate(2);
    DEFECT.set(Defect { bends, ..Defect::NONE });
    let target = target::find("proxy_shutdown").expect("registered");
    Subject::of(target, || Box::new(Runner::<ProxyRig, BentProxy>::default()))
}

#[test]
fn a_defective_proxy_shrinks_to_what_it_needs() {
    demand_least(&mut forgetful());
}

#[test]
fn shrinking_ends_with_its_runs_and_keeps_the_failure() {
    let mut canary = Subject::named(CANARY).expect("always there");
    let (bytes, wanted) = failing(&mut canary).swap_remove(0);
    let least = shrink(&mut canary, &bytes, RUNS_MAX);
    let mut last = bytes.len();
    for runs_max in [0, 1, 5, 25, 125, 625] {
        let shrunk = shrink(&mut canary, &bytes, runs_max);
        assert_eq!(verdict(&mut canary, &shrunk), Some(wanted));
        assert!(least.len() <= shrunk.len() && shrunk.len() <= last);
        last = shrunk.len();
    }
}

#[test]
fn what_does_not_fail_is_answered_in_canonical_form() {
    let mut core = Subject::named("pool_admission").expect("registered");
    let family = core.target().family;
    let bytes = [9; 60];
    let canonical = (family.parse_text)(&(family.to_text)(&bytes)).expect("a text");
    assert_ne!(canonical, bytes);
    assert_eq!(shrink(&mut core, &bytes, RUNS_MAX), canonical);
}

#[test]
fn a_search_leaves_fewer_steps_fails_alike_and_comes_to_the_same_each_time() {
    let canary = Subject::named(CANARY).expect("always there");
    let mut saved = 0;
    for mut subject in [forgetful(), canary] {
        for (bytes, wanted) in failing(&mut subject).into_iter().take(4) {
            let least = shrink(&mut subject, &bytes, RUNS_MAX);
            let further = shrink_further(&mut subject, &bytes, 300);
            assert_eq!(verdict(&mut subject, &further), Some(wanted));
            assert!(further.len() <= least.len());
            assert_eq!(shrink_further(&mut subject, &bytes, 300), further);
            assert_eq!(shrink(&mut subject, &further, RUNS_MAX), further);
            saved += least.len() - further.len();
        }
    }
    assert!(saved > 0, "no search saves anything");
    let mut core = Subject::named("proxy_service").expect("registered");
    let canonical = shrink(&mut core, &[9; 60], RUNS_MAX);
    assert_eq!(shrink_further(&mut core, &[9; 60], 300), canonical);
}
