//! A machine that panics where no step is under way is a failure with a name, not a crash.

use crate::machine::{BentProxy, DEFECT, Defect};
use actor_laws_fuzz::engine::Subject;
use actor_laws_fuzz::proxy::observation::{ProxyView, Row};
use actor_laws_fuzz::proxy::rig::ProxyRig;
use actor_laws_fuzz::run::{Runner, names};
use actor_laws_fuzz::target;
use actor_laws_fuzz::verdict::{Failure, FailureKind};

fn subject() -> Subject {
    let target = target::find("proxy_service").expect("registered");
    Subject::of(target, || Box::new(Runner::<ProxyRig, BentProxy>::default()))
}

/// The seeded scenario and its failure.
fn first_failure(subject: &mut Subject) -> Option<(Vec<u8>, Failure)> {
    let mut bytes = Vec::new();
    (0..100).find_map(|seed| {
        subject.target().generate(seed, &mut bytes);
        let failure = subject.run_guarded(&bytes).err()?;
        Some((bytes.clone(), failure))
    })
}

#[test]
fn a_panic_that_escapes_is_a_failure_and_the_next_run_is_a_run() {
    let shows = |view: &mut ProxyView| assert_ne!(view.row, Row::Ready, "it is shown");
    DEFECT.set(Defect { shows, ..Defect::NONE });
    let mut subject = subject();
    let (bytes, failure) = first_failure(&mut subject).expect("a proxy gets ready");
    let Failure { kind, law, step, evidence } = failure;
    assert_eq!((kind, law), (FailureKind::Wrong, names::NO_PANIC));
    assert_eq!(step + 1, subject.summary().folds);
    assert!(evidence.starts_with("beyond a step: ") && evidence.contains("it is shown"));
    DEFECT.set(Defect::NONE);
    assert!(subject.run_guarded(&bytes).is_ok());
    assert_eq!(first_failure(&mut subject), None);
}
