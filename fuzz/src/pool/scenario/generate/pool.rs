//! Which pool a run has, by target. Values are chosen, not bytes; the encoding finds the bytes.

use super::{Emphasis, wide};
use crate::pool::observation::{
    DiagnosticPolicy, DrainPolicy, Eligibility, Interruption, PoolSetup, Reaction, SequencePlan,
    Sequences, Timing,
};
use crate::pool::scenario::limits::{BUDGETS, DEADLINES, DELAYS, DUPLICATES, WINDOWS};
use crate::pool::scenario::{Company, Scenario, code};
use crate::script::{PLENTY_STARTS, Prng, Supply};

/// Chooses setup and company. Calm runs get plentiful sequences and valid constructions. A twin doubles
/// the steps of a run and shows nothing that its own steps do not show in a few runs; joins want both
/// kinds of company for the authorities that it brings.
pub(super) fn choose(
    emphasis: Emphasis,
    (calm, is_wide): (bool, bool),
    rng: &mut Prng,
    scenario: &mut Scenario,
) {
    let (twins, foreigners) = match emphasis {
        Emphasis::Joins => (3, 2),
        Emphasis::Admission | Emphasis::Recovery | Emphasis::Drain => (2, 1),
    };
    let foreign = rng.chance(foreigners, 8);
    scenario.company = Company { twin: rng.chance(twins, 8), foreign };
    let setup = &mut scenario.setup;
    choose_roles(emphasis, is_wide, rng, setup);
    choose_recovery(emphasis, rng, setup);
    choose_service(emphasis, rng, setup);
    if is_wide {
        wide::choose_drain(rng, setup);
    }
    choose_sequences(emphasis, calm, rng, setup);
    if !calm && rng.chance(1, 48) {
        spoil_construction(rng, setup);
    }
}

fn choose_roles(emphasis: Emphasis, is_wide: bool, rng: &mut Prng, setup: &mut PoolSetup) {
    setup.identity = code::identity(rng.pick(&[0, 0, 1, 41, 254, 255]));
    setup.role_count = match emphasis {
        Emphasis::Admission => rng.pick(&[1, 1, 2, 3, 6]),
        Emphasis::Joins => rng.pick(&[1, 2, 2, 3, 4]),
        Emphasis::Recovery => rng.pick(&[1, 2, 3, 4, 6]),
        Emphasis::Drain => rng.pick(&[1, 2, 3, 4, 5]),
    };
    if is_wide {
        setup.role_count = wide::roles(setup.role_count, rng);
    }
    setup.roles = code::roles(setup.role_count, rng.byte() % 42, 0);
    setup.activation_limit = rng.pick(&[1, 1, 2, 3]);
}

fn choose_recovery(emphasis: Emphasis, rng: &mut Prng, setup: &mut PoolSetup) {
    use Eligibility::{Permanent, Temporary, Transient};
    let recovery = emphasis == Emphasis::Recovery;
    setup.eligibility = if recovery {
        rng.pick(&[Permanent, Permanent, Permanent, Transient, Transient, Temporary])
    } else {
        rng.pick(&[Permanent, Permanent, Transient, Temporary])
    };
    setup.reaction = rng.pick(&[Reaction::RetireRole, Reaction::RetireRole, Reaction::StopPool]);
    setup.timing = choose_timing(recovery, rng);
    let tight = if recovery { rng.chance(1, 2) } else { rng.chance(1, 8) };
    setup.budget_charges_max = if tight { rng.pick(&BUDGETS) } else { 64 };
    setup.budget_window = rng.pick(&WINDOWS);
    let few = rng.chance(1, if recovery { 4 } else { 16 });
    setup.recovery_ordinal_max = if few { rng.between(1, 3) } else { u32::MAX };
}

/// Small delays, but for one run of eight, in which the tick or the growth overflows.
fn choose_timing(recovery: bool, rng: &mut Prng) -> Timing {
    let delay = if rng.chance(1, 8) { rng.pick(&DELAYS) } else { rng.pick(&[1, 2, 3, 5]) };
    let max = code::cap(rng.byte() % 6, delay);
    let immediate = rng.chance(1, if recovery { 4 } else { 2 });
    match rng.below(3) {
        _ if immediate => Timing::Immediate,
        0 => Timing::Constant { delay },
        1 => Timing::Linear { delay, max },
        _ => Timing::Doubling { delay, max },
    }
}

fn choose_service(emphasis: Emphasis, rng: &mut Prng, setup: &mut PoolSetup) {
    setup.backlog_capacity = match emphasis {
        Emphasis::Admission => rng.pick(&[0, 1, 1, 2, 3]),
        Emphasis::Joins | Emphasis::Recovery | Emphasis::Drain => rng.pick(&[0, 1, 2, 4, 6, 8]),
    };
    setup.interruption = rng.pick(&[Interruption::Fail, Interruption::Retry]);
    let bounded = rng.chance(2, if emphasis == Emphasis::Drain { 3 } else { 5 });
    let deadline = rng.pick(&DEADLINES);
    setup.drain = match bounded {
        true => DrainPolicy::RetireActorGraphAfter { deadline },
        false => DrainPolicy::WaitForActorGraph,
    };
    setup.diagnostics = match rng.chance(1, 8) {
        true => DiagnosticPolicy::Terminate,
        false => DiagnosticPolicy::DeliverTo { route: rng.byte() % 4 },
    };
}

/// Half of the runs have plenty of everything; the others lack one to three kinds.
fn choose_sequences(emphasis: Emphasis, calm: bool, rng: &mut Prng, setup: &mut PoolSetup) {
    if rng.chance(1, 8) {
        let start = rng.below(PLENTY_STARTS.len() as u32).to_le_bytes()[0];
        each(&mut setup.sequences).for_each(|plan| *plan = Supply::Plenty.plan(start));
    }
    if calm || rng.chance(1, 2) {
        return;
    }
    for _ in 0..rng.between(1, 3) {
        let index = match rng.chance(4, 5) {
            true => lacking(emphasis, rng),
            false => rng.below(10) as usize,
        };
        let spared = if index == BIRTH { setup.role_count } else { 0 };
        let k = spared.saturating_add(draws(rng));
        let plan = rng.pick(&Supply::SCARCE).plan(k);
        each(&mut setup.sequences).skip(index).take(1).for_each(|slot| *slot = plan);
    }
}

/// Mostly few draws before it happens, sometimes some, seldom many.
fn draws(rng: &mut Prng) -> u8 {
    let bound = rng.pick(&[2, 4, 4, 8, 16, 16, 64]);
    rng.byte() % bound
}

/// Birth correlations: construction takes one for each role.
const BIRTH: usize = 6;

/// The kinds that a target leans to, by their place in [`each`].
fn lacking(emphasis: Emphasis, rng: &mut Prng) -> usize {
    match emphasis {
        Emphasis::Admission => rng.pick(&[0, 1, 2, 3]),
        Emphasis::Joins => rng.pick(&[2, 3, 8, 9]),
        Emphasis::Recovery => rng.pick(&[4, 5, BIRTH, 7, 8, 9]),
        Emphasis::Drain => rng.pick(&[7, 8, 8, 9]),
    }
}

/// The ten sequences in the order of their declaration.
fn each(s: &mut Sequences) -> impl Iterator<Item = &mut SequencePlan> {
    [
        &mut s.job,
        &mut s.admission,
        &mut s.assignment,
        &mut s.completion,
        &mut s.activation,
        &mut s.recovery,
        &mut s.birth,
        &mut s.timer,
        &mut s.shutdown,
        &mut s.diagnostic,
    ]
    .into_iter()
}

/// One to three reasons for the construction to fail, so that their order shows as well.
fn spoil_construction(rng: &mut Prng, setup: &mut PoolSetup) {
    for _ in 0..rng.between(1, 3) {
        match rng.below(7) {
            0 => (setup.role_count, setup.roles) = (0, code::roles(0, 0, 0)),
            1 => repeat_role(rng, setup),
            2 => setup.activation_limit = 0,
            3 => setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: 0 },
            4 => setup.timing = spoiled_timing(rng),
            5 => setup.factory_rejects_at = Some(rng.byte() % 6),
            _ => setup.sequences.birth = rng.pick(&Supply::SCARCE).plan(rng.byte() % 6),
        }
    }
}

fn repeat_role(rng: &mut Prng, setup: &mut PoolSetup) {
    let (position, earlier) = rng.pick(&DUPLICATES);
    let intact =
        setup.roles().iter().enumerate().all(|(at, role)| !setup.roles[..at].contains(role));
    if intact && position < setup.role_count {
        setup.roles[usize::from(position)] = setup.roles[usize::from(earlier)];
    }
}

fn spoiled_timing(rng: &mut Prng) -> Timing {
    let delay = rng.pick(&DELAYS);
    match rng.below(4) {
        0 => Timing::Constant { delay: 0 },
        1 => Timing::Linear { delay: 0, max: 0 },
        2 => Timing::Linear { delay, max: delay - 1 },
        _ => Timing::Doubling { delay, max: delay - 1 },
    }
}
