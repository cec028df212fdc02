//! Tests of the supervisor's scenario format, its host, its laws and its custody: the host keeps its
//! promises on good runs, every wrong fact that it can plan occurs, and each law is broken once by a
//! machine with one defect.

mod bent;
mod defects;
mod faithful;
mod format;

mod steps;

use actor_laws_fuzz::run::{Runner, Trace};
use actor_laws_fuzz::supervisor::family::SUPERVISOR;
use actor_laws_fuzz::supervisor::rig::SupervisorRig;
use actor_laws_fuzz::target::of_family;

/// The recorded runs of the first seeds of every target, one after the other.
fn each_trace(seeds: u64, mut look: impl FnMut(&Trace<SupervisorRig>)) {
    let mut runner = Runner::<SupervisorRig>::default();
    let mut bytes = Vec::new();
    for target in of_family(&SUPERVISOR) {
        for seed in 0..seeds {
            target.generate(seed, &mut bytes);
            let trace = runner.trace(target, &bytes);
            assert!(trace.failure.is_none(), "{} seed {seed}\n{trace}", target.name);
            look(&trace);
        }
    }
}
