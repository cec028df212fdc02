//! Laws of entries, indexes and correlations.

use super::seen::{Seen, seen};
use super::{Checked, SupervisorLaw};
use crate::correlation::InstanceId;
use crate::supervisor::allocation::Allocators;
use crate::supervisor::machine::State;
use crate::supervisor::table::{Index, Indexed, Table};
use crate::supervisor::{DynamicSupervisor, SupervisorProtocol};
use alloc::collections::BTreeSet;

pub(super) fn entry_limit_holds<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let (found, bound) = (supervisor.len(), supervisor.definition.entries.get());
    SupervisorLaw::EntryLimitHolds.holds(found <= bound, found as u64, bound as u64)
}

pub(super) fn indexes_agree<P: SupervisorProtocol>(supervisor: &DynamicSupervisor<P>) -> Checked {
    match &supervisor.state {
        State::Operating(operating) => agree(&operating.table),
        State::Draining(draining) => agree(&draining.table),
        State::Constructed | State::Stopped | State::ForcedRetirement(_) => Ok(()),
    }
}

/// Each entry is found where it stands, and each index is as long as entries stand there: then it
/// names nobody else.
fn agree<P: SupervisorProtocol, T: Indexed<P>>(table: &Table<P, T>) -> Checked {
    let law = SupervisorLaw::IndexesAgree;
    let Index { keys, creations, proxies, waiting, holders } = &table.index;
    let mut counted = [0; 5];
    for (generation, entry) in table.iter() {
        let standing = entry.phase.standing();
        let here = Some(&generation);
        let found = [
            keys.get(&entry.key) == here,
            standing.creation.is_none_or(|creation| creations.get(&creation) == here),
            standing.proxy.is_none_or(|proxy| proxies.get(proxy) == here),
            standing.waiting.is_none_or(|operation| waiting.get(&operation) == here),
            !standing.holds_slot || holders.contains(&generation),
        ];
        let lost = found.iter().position(|found| !found);
        law.holds_at(generation, lost.is_none(), lost.unwrap_or(0) as u64, 0)?;
        counted[0] += 1;
        counted[1] += usize::from(standing.creation.is_some());
        counted[2] += usize::from(standing.proxy.is_some());
        counted[3] += usize::from(standing.waiting.is_some());
        counted[4] += usize::from(standing.holds_slot);
    }
    let lengths = [keys.len(), creations.len(), proxies.len(), waiting.len(), holders.len()];
    let mut pairs = lengths.into_iter().zip(counted);
    pairs.try_for_each(|(length, count)| law.holds(length == count, length as u64, count as u64))
}

pub(super) fn generations_are_fresh<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let Some(marks) = allocators(supervisor) else { return Ok(()) };
    let law = SupervisorLaw::GenerationsAreFresh;
    seen(supervisor).try_for_each(|entry| {
        let generation = entry.generation;
        let (own, mark) = (generation.instance() == marks.instance(), marks.generations());
        let issued = own && Some(generation.ordinal()) <= mark;
        law.holds_at(generation, issued, generation.ordinal(), mark.unwrap_or(0))
    })
}

/// Ordinals of a kind only grow, so one that was issued is not above the kind's high-water mark.
pub(super) fn correlations_were_issued<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let Some(marks) = allocators(supervisor) else { return Ok(()) };
    seen(supervisor).try_for_each(|entry| {
        let creation = entry.standing.creation;
        let stop = entry.ending.as_ref().and_then(|ending| ending.stop);
        let operation = entry.operation;
        let live = [
            (creation.map(|it| (it.instance(), it.ordinal())), marks.creations()),
            (operation.map(|it| (it.instance(), it.ordinal())), marks.operations()),
            (stop.map(|it| (it.instance(), it.ordinal())), marks.stops()),
        ];
        live.into_iter().try_for_each(|(name, mark)| issued(&entry, name, mark, marks.instance()))
    })
}

fn issued<P: SupervisorProtocol>(
    entry: &Seen<'_, P>,
    name: Option<(InstanceId, u64)>,
    mark: Option<u64>,
    own: InstanceId,
) -> Checked {
    let Some((instance, ordinal)) = name else { return Ok(()) };
    let holds = instance == own && Some(ordinal) <= mark;
    let (law, generation) = (SupervisorLaw::CorrelationsWereIssued, entry.generation);
    law.holds_at(generation, holds, ordinal, mark.unwrap_or(0))
}

pub(super) fn proxy_is_of_one_entry<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let mut proxies = BTreeSet::new();
    seen(supervisor).try_for_each(|entry| {
        let first = entry.standing.proxy.is_none_or(|proxy| proxies.insert(proxy));
        SupervisorLaw::ProxyIsOfOneEntry.holds_at(entry.generation, first, 2, 1)
    })
}

pub(super) fn operation_is_of_one_entry<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let mut operations = BTreeSet::new();
    seen(supervisor).try_for_each(|entry| {
        let first = entry.operation.is_none_or(|operation| operations.insert(operation));
        SupervisorLaw::OperationIsOfOneEntry.holds_at(entry.generation, first, 2, 1)
    })
}

pub(super) fn activation_limit_holds<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let found = seen(supervisor).filter(|entry| entry.standing.holds_slot).count();
    let bound = supervisor.definition.activation.get();
    SupervisorLaw::ActivationLimitHolds.holds(found <= bound, found as u64, bound as u64)
}

pub(super) fn no_slot_is_withheld<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let State::Operating(_) = &supervisor.state else { return Ok(()) };
    let held = seen(supervisor).filter(|entry| entry.standing.holds_slot).count();
    let waiting = seen(supervisor).filter(|entry| entry.standing.waiting.is_some()).count();
    let bound = supervisor.definition.activation.get();
    let law = SupervisorLaw::NoSlotIsWithheld;
    law.holds(waiting == 0 || held >= bound, held as u64, bound as u64)
}

fn allocators<P: SupervisorProtocol>(supervisor: &DynamicSupervisor<P>) -> Option<&Allocators> {
    match &supervisor.state {
        State::Operating(operating) => Some(&operating.allocators),
        State::Draining(draining) => Some(&draining.allocators),
        State::Constructed | State::Stopped | State::ForcedRetirement(_) => None,
    }
}
