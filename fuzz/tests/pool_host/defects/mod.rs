//! Each law is made to fail once, by a machine with a defect, and the verdict carries its name.

mod jobs;
mod shape;
mod state;
mod workers;

pub(crate) use crate::machine::{Defect, OraclePool, World};
use actor_laws_fuzz::checks::Checks;
use actor_laws_fuzz::pool::family::POOL;
pub(crate) use actor_laws_fuzz::pool::law::catalogue;
pub(crate) use actor_laws_fuzz::pool::observation::*;
use actor_laws_fuzz::pool::run::Runner;
use actor_laws_fuzz::pool::scenario::{Opcode, Scenario, Step};
use actor_laws_fuzz::target::of_family;
use std::cell::Cell;

/// Seeds that a defect may take to show itself, on each target.
const SEEDS: u64 = 4_000;

/// The first failure of a machine with this defect is of this law.
pub(crate) fn is_rejected_by<D: Defect>(law: &str) {
    rejects::<D>(Checks::ALL, law);
}

/// The same, where no oracle judges.
pub(crate) fn is_rejected_without_oracle<D: Defect>(law: &str) {
    rejects::<D>(Checks::WITHOUT_ORACLE, law);
}

/// The same, in scenarios in which the script leaves the shutdown to the recovery.
pub(crate) fn is_rejected_unless_shut_down<D: Defect>(law: &str) {
    let shuts_down = |step: &Step| step.opcode == Opcode::Shutdown;
    rejects_in::<D>(Checks::WITHOUT_ORACLE, law, |bytes| {
        !Scenario::decode(bytes).steps.iter().any(shuts_down)
    });
}

fn rejects<D: Defect>(checks: Checks, law: &str) {
    rejects_in::<D>(checks, law, |_| true);
}

fn rejects_in<D: Defect>(checks: Checks, law: &str, wanted: impl Fn(&[u8]) -> bool) {
    assert!(catalogue::find(law).is_some(), "`{law}` is not in the catalogue");
    let mut runner = Runner::<OraclePool<D>>::of_machine().checked(checks);
    let mut bytes = Vec::new();
    for seed in 0..SEEDS {
        for target in of_family(&POOL) {
            target.generate(seed, &mut bytes);
            if !wanted(&bytes) {
                continue;
            }
            if let Err(failure) = runner.run(target, &bytes) {
                let trace = || runner_trace::<D>(checks, target, &bytes);
                assert_eq!(failure.law, law, "{} seed {seed}: {failure}\n{}", target.name, trace());
                return;
            }
        }
    }
    panic!("the defect never showed itself; `{law}` was to name it");
}

fn runner_trace<D: Defect>(
    checks: Checks,
    target: &'static actor_laws_fuzz::target::Target,
    bytes: &[u8],
) -> String {
    let mut runner = Runner::<OraclePool<D>>::of_machine().checked(checks);
    runner.trace(target, bytes).to_string()
}

pub(crate) fn next(id: Id) -> Id {
    Id { ordinal: id.ordinal.wrapping_add(1_000), ..id }
}

/// Puts an action where its lane begins.
pub(crate) fn insert(said: &mut Vec<Said>, place: usize, action: Said) {
    said.insert(place.min(said.len()), action);
}

/// The place before the first action that `is_later` accepts.
pub(crate) fn before(said: &[Said], is_later: impl Fn(&Said) -> bool) -> usize {
    said.iter().position(is_later).unwrap_or(said.len())
}

/// How a bent machine changes what is said and how the step ended.
type Bend = fn(&Told, &mut Vec<Said>, &mut Verdict, &World);
/// How a bent machine changes what it shows.
type Show = fn(&mut PoolView, &World);

thread_local! {
    static BEND: Cell<Bend> = const { Cell::new(|_, _, _, _| {}) };
    static SHOW: Cell<Show> = const { Cell::new(|_, _| {}) };
}

/// Bends whatever its thread bends.
struct Bent;

impl Defect for Bent {
    fn bend(told: &Told, said: &mut Vec<Said>, verdict: &mut Verdict, world: &World) {
        BEND.get()(told, said, verdict, world);
    }

    fn show(view: &mut PoolView, world: &World) {
        SHOW.get()(view, world);
    }
}

/// A machine that bends what it says is rejected by `law`.
pub(crate) fn bent(law: &str, bend: Bend) {
    BEND.set(bend);
    is_rejected_by::<Bent>(law);
}

/// A machine that bends what it shows is rejected by `law`.
pub(crate) fn shown(law: &str, show: Show) {
    SHOW.set(show);
    is_rejected_by::<Bent>(law);
}

/// Every law of the catalogue but those that only the core's adapter can break is named above.
#[test]
fn the_catalogue_has_unique_names_and_claims() {
    for (index, law) in catalogue::LAWS.iter().enumerate() {
        assert!(!law.claims.is_empty(), "`{}` watches nothing", law.name);
        assert!(law.claims.iter().all(|claim| (1..=16).contains(claim)));
        let again = catalogue::LAWS[..index].iter().any(|other| other.name == law.name);
        assert!(!again, "`{}` is listed twice", law.name);
    }
    for claim in 1..=16 {
        let watched = catalogue::LAWS.iter().any(|law| law.claims.contains(&claim));
        assert!(watched, "nothing watches claim {claim}");
    }
}
