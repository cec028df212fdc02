//! The construction: its checks in their order, then the roster with its first births.

use super::floor::Floor;
use super::issued::Issued;
use crate::pool::observation::{
    ConstructionFailure, DrainPolicy, Eligibility, Id, Mode, PoolSetup, Timing, WORKER_SOURCE,
};

/// Fills an empty floor with the declared roster, or reports the first failure.
pub(super) fn found(
    setup: &PoolSetup,
    floor: &mut Floor,
    issued: &mut Issued,
) -> Result<(), ConstructionFailure> {
    check_roster(setup)?;
    check_choices(setup)?;
    floor.cells.declare(setup.roles());
    for at in 0..floor.cells.count() {
        let index = u8::try_from(at).unwrap_or(u8::MAX);
        if setup.factory_rejects_at == Some(index) {
            return Err(ConstructionFailure::FactoryRejected { index, prepared: index });
        }
        let ordinal = floor.wells.birth.draw().map_err(|rejection| {
            ConstructionFailure::BirthCorrelationUnavailable { index, prepared: index, rejection }
        })?;
        issued.births.enter(ordinal, at);
        floor.cells.at(at).child = Id { pool: setup.identity, ordinal };
    }
    floor.source = match setup.eligibility {
        Eligibility::Permanent | Eligibility::Transient => Some(WORKER_SOURCE),
        Eligibility::Temporary => None,
    };
    floor.mode = Mode::Constructed;
    Ok(())
}

fn check_roster(setup: &PoolSetup) -> Result<(), ConstructionFailure> {
    let roles = setup.roles();
    if roles.is_empty() {
        return Err(ConstructionFailure::EmptyRoster);
    }
    let is_repeated = |index: &usize| roles[..*index].contains(&roles[*index]);
    match (1..roles.len()).find(is_repeated) {
        None => Ok(()),
        Some(index) => {
            let index = u8::try_from(index).unwrap_or(u8::MAX);
            Err(ConstructionFailure::DuplicateRole { index })
        }
    }
}

fn check_choices(setup: &PoolSetup) -> Result<(), ConstructionFailure> {
    if setup.activation_limit == 0 {
        return Err(ConstructionFailure::ZeroActivationLimit);
    }
    if setup.drain == (DrainPolicy::RetireActorGraphAfter { deadline: 0 }) {
        return Err(ConstructionFailure::ZeroDeadline);
    }
    let is_delayed = match setup.eligibility {
        Eligibility::Permanent | Eligibility::Transient => true,
        Eligibility::Temporary => false,
    };
    if is_delayed && !is_sound(setup.timing) {
        return Err(ConstructionFailure::InvalidDelay);
    }
    Ok(())
}

fn is_sound(timing: Timing) -> bool {
    match timing {
        Timing::Immediate => true,
        Timing::Constant { delay } => delay > 0,
        Timing::Linear { delay, max } | Timing::Doubling { delay, max } => {
            delay > 0 && delay <= max
        }
    }
}
