//! Construction: everything that the pool will need to start is prepared, or nothing exists.

use super::allocation::Allocators;
use super::context::RunningDefinition;
use super::definition::{ActorDrainPolicy, FifoPoolDefinition, SourceCustody};
use super::{ChildNonce, PoolProtocol, WorkerFactory};
use crate::correlation::{InstanceId, Unavailable};
use alloc::vec::Vec;

/// One worker that is ready to be created: its definition and its reserved nonce.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, PreparedWorker};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<PreparedWorker<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns the worker's definition"]
pub struct PreparedWorker<P: PoolProtocol> {
    /// The nonce of the creation.
    pub child: ChildNonce,
    /// The worker's definition and activation work.
    pub submission: P::Submission,
}

/// A failed construction. It owns the definition and all that had been prepared.
#[derive(Debug)]
#[must_use = "it owns the definition and the prepared workers"]
pub struct ConstructionError<P: PoolProtocol> {
    /// The definition, whole.
    pub definition: FifoPoolDefinition<P>,
    /// The workers of the roles before the one that failed, in declaration order.
    pub prepared: Vec<PreparedWorker<P>>,
    /// What failed.
    pub reason: ConstructionRejection<P>,
}

/// Why a construction failed. The checks run in this order, the last two role by role.
#[derive(Debug)]
pub enum ConstructionRejection<P: PoolProtocol> {
    /// No role is declared.
    EmptyRoster,
    /// A role is declared twice; this is the position of its second declaration.
    DuplicateRole {
        /// The position.
        position: usize,
    },
    /// The activation limit is zero.
    ZeroActivationLimit,
    /// The drain deadline is zero.
    ZeroDeadline,
    /// A restart delay is zero, or its maximum lies below it.
    InvalidDelay,
    /// The factory made no worker for the role at this position.
    FactoryRejected {
        /// The position.
        position: usize,
        /// The factory's reason.
        rejection: P::FactoryRejection,
    },
    /// No child nonce for the role at this position.
    BirthCorrelationUnavailable {
        /// The position.
        position: usize,
        /// The worker that was made for it.
        submission: P::Submission,
        /// The allocator's answer.
        rejection: Unavailable,
    },
}

/// A pool that is ready to start.
pub(crate) struct Prepared<P: PoolProtocol> {
    pub(crate) definition: RunningDefinition<P>,
    pub(crate) allocators: Allocators,
    pub(crate) roster: Vec<PreparedWorker<P>>,
}

/// Checks a definition and prepares its roster.
pub(crate) fn prepare<P: PoolProtocol>(
    instance: InstanceId,
    mut definition: FifoPoolDefinition<P>,
) -> Result<Prepared<P>, ConstructionError<P>> {
    if let Err(reason) = check(&definition) {
        return Err(ConstructionError { definition, prepared: Vec::new(), reason });
    }
    let mut allocators = Allocators::new(instance, &definition.correlations);
    let mut roster = Vec::with_capacity(definition.roles.len());
    for slot in 0..definition.roles.len() {
        match prepare_role(&mut definition, &mut allocators, slot) {
            Ok(worker) => roster.push(worker),
            Err(reason) => return Err(ConstructionError { definition, prepared: roster, reason }),
        }
    }
    let definition = definition.map_source(SourceCustody::Home);
    Ok(Prepared { definition, allocators, roster })
}

fn check<P: PoolProtocol>(
    definition: &FifoPoolDefinition<P>,
) -> Result<(), ConstructionRejection<P>> {
    if definition.roles.is_empty() {
        return Err(ConstructionRejection::EmptyRoster);
    }
    if let Some(position) = second_declaration(&definition.roles, u32::MAX as usize) {
        return Err(ConstructionRejection::DuplicateRole { position });
    }
    if definition.activation_limit == 0 {
        return Err(ConstructionRejection::ZeroActivationLimit);
    }
    if let ActorDrainPolicy::RetireActorGraphAfter { deadline } = definition.actor_drain
        && deadline.0 == 0
    {
        return Err(ConstructionRejection::ZeroDeadline);
    }
    match definition.recovery.restart() {
        Some(restart) if !restart.timing.is_valid() => Err(ConstructionRejection::InvalidDelay),
        Some(_) | None => Ok(()),
    }
}

/// The first position at which an earlier role is declared again. A roster's positions fit a slot, of which
/// there are `slots`; a roster of more is treated as if its roles repeated there.
fn second_declaration<Role: Ord>(roles: &[Role], slots: usize) -> Option<usize> {
    let mut positions: Vec<usize> = (0..roles.len()).collect();
    positions.sort_by(|a, b| roles[*a].cmp(&roles[*b]).then(a.cmp(b)));
    let repeated = positions.windows(2).filter(|pair| roles[pair[0]] == roles[pair[1]]);
    let repeated = repeated.map(|pair| pair[1]).min();
    repeated.or_else(|| (roles.len() > slots).then_some(slots))
}

fn prepare_role<P: PoolProtocol>(
    definition: &mut FifoPoolDefinition<P>,
    allocators: &mut Allocators,
    position: usize,
) -> Result<PreparedWorker<P>, ConstructionRejection<P>> {
    let submission = definition
        .initial_factory
        .submission(&definition.roles[position])
        .map_err(|rejection| ConstructionRejection::FactoryRejected { position, rejection })?;
    match allocators.birth(position) {
        Ok(child) => Ok(PreparedWorker { child, submission }),
        Err(rejection) => Err(ConstructionRejection::BirthCorrelationUnavailable {
            position,
            submission,
            rejection,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::second_declaration;

    #[test]
    fn roles_that_repeat_or_do_not_fit_are_a_second_declaration() {
        assert_eq!(second_declaration(&[1, 2, 3, 2, 1], 5), Some(3));
        assert_eq!(second_declaration(&[1, 2, 3], 4), None);
        assert_eq!(second_declaration(&[1, 2, 3], 3), None);
        assert_eq!(second_declaration(&[1, 2, 3], 2), Some(2));
        assert_eq!(second_declaration(&[1, 2, 3], 1), Some(1));
    }
}
