//! A namesake: a pool of the judged pool's own identity that has lived another life.
//!
//! It is built for one authority of the judged pool. Its leases begin where that one's ordinals stand, so
//! the first job that it dispatches gets the same assignment, the same completion pair and the same child
//! nonce; but its worker was born with other evidence, and by that alone the two authorities differ. It is
//! never judged.

use super::foreign::{Driver, generous};
use crate::pool::custody::Ledger;
use crate::pool::host::{Alike, ForeignStock};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{
    Command, Lease, Origin, PoolSetup, Said, SequencePlan, Sequences, Worker,
};
use std::rc::Rc;

/// A machine that has issued the command of `alike`; `None` if none could.
pub(super) fn prime<M: PoolUnderTest>(
    setup: &PoolSetup,
    alike: &Alike,
    ledger: &Rc<Ledger>,
    said: &mut Vec<Said>,
) -> Option<M> {
    let Alike { role, command } = *alike;
    let position = setup.roles().iter().position(|declared| *declared == role)?;
    let setup = namesake(setup, &command, position)?;
    let machine = M::construct(&setup, Origin::Namesake, Rc::clone(ledger)).ok()?;
    let mut stock = ForeignStock::default();
    let mut driver = Driver::new(machine, &mut stock, said);
    let (role, child) = *driver.create().get(position)?;
    let worker = Worker { role, child, evidence: command.evidence };
    let plan = driver.bear(worker);
    driver.activate(worker, plan)?;
    driver.submit(command.execution);
    let machine = driver.machine;
    let issued = stock.commands.first()?;
    (Command { origin: Origin::Namesake, ..*issued } == command).then_some(machine)
}

/// The pool whose first dispatch to the role at `position` draws what `command` shows.
fn namesake(setup: &PoolSetup, command: &Command, position: usize) -> Option<PoolSetup> {
    let Sequences { assignment, completion, .. } = setup.sequences;
    // One attempt draws from both, so the places of what they issue are the same.
    let place = place_of(assignment, command.assignment.ordinal)?;
    let generous = generous(setup);
    let sequences = Sequences {
        assignment: from(command.assignment.ordinal),
        completion: from(candidate(completion, place)?),
        birth: from(command.child.ordinal.checked_sub(position as u64)?),
        ..generous.sequences
    };
    let role_count = u8::try_from(position + 1).ok()?;
    Some(PoolSetup { identity: setup.identity, role_count, sequences, ..generous })
}

fn from(first: u64) -> SequencePlan {
    SequencePlan { lease: Lease { first, last: u64::MAX }, renewal: None }
}

/// The leases of a plan with the number of candidates before each.
fn leases(plan: SequencePlan) -> impl Iterator<Item = (u128, Lease)> {
    let before = |lease: Lease| (u128::from(lease.last) + 1).saturating_sub(lease.first.into());
    let renewal = plan.renewal.map(|renewal| (before(plan.lease), renewal));
    std::iter::once((0, plan.lease)).chain(renewal)
}

/// How many candidates a sequence has consumed before it issued `ordinal`.
fn place_of(plan: SequencePlan, ordinal: u64) -> Option<u128> {
    let holds = |lease: &Lease| (lease.first..=lease.last).contains(&ordinal);
    let (before, lease) = leases(plan).find(|(_, lease)| holds(lease))?;
    Some(before + u128::from(ordinal - lease.first))
}

/// The candidate of a sequence at this place.
fn candidate(plan: SequencePlan, place: u128) -> Option<u64> {
    leases(plan).find_map(|(before, lease)| {
        let ordinal = u128::from(lease.first) + place.checked_sub(before)?;
        u64::try_from(ordinal).ok().filter(|ordinal| *ordinal <= lease.last)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::core_pool::CorePool;
    use crate::pool::law::rejections;
    use crate::pool::observation::{Completion, Told, Transfer};
    use crate::pool::scenario::Scenario;

    /// Where the assignments and completions of the tests begin.
    const FIRST: u64 = 41;
    const EXECUTION: u32 = 9;

    fn setup() -> PoolSetup {
        let mut setup = Scenario::decode(&[]).setup;
        (setup.role_count, setup.roles[1]) = (2, 22);
        let lease = |first, last| Lease { first, last };
        setup.sequences.assignment =
            SequencePlan { lease: lease(5, 5), renewal: Some(lease(FIRST, 90)) };
        setup.sequences.completion =
            SequencePlan { lease: lease(0, 0), renewal: Some(lease(7, 8)) };
        setup
    }

    /// A pool whose worker of the second role has the second job, whose delivery is not settled.
    fn judged(ledger: &Rc<Ledger>) -> (CorePool, Command) {
        let machine = CorePool::construct(&setup(), Origin::Own, Rc::clone(ledger));
        let (mut stock, mut said) = (ForeignStock::default(), Vec::new());
        let mut driver = Driver::new(machine.expect("a valid setup"), &mut stock, &mut said);
        let workers = driver.create();
        for (place, (role, child)) in workers.into_iter().enumerate() {
            let worker = Worker { role, child, evidence: 11 + place as u32 };
            let plan = driver.bear(worker);
            driver.activate(worker, plan).expect("a ticket");
            driver.submit(EXECUTION + place as u32);
        }
        let machine = driver.machine;
        let command = Command { origin: Origin::Own, ..stock.commands[1] };
        (machine, command)
    }

    /// What the judged pool says of the namesake's authority, which is bound to `evidence`.
    fn answer(evidence: u32, input: impl Fn(Command) -> Told) -> (Told, Vec<Said>) {
        let ledger = Rc::new(Ledger::default());
        let (mut judged, own) = judged(&ledger);
        assert_eq!((own.assignment.ordinal, own.evidence), (FIRST, 12));
        let command = Command { origin: Origin::Namesake, evidence, execution: EXECUTION, ..own };
        let alike = Alike { role: 22, command };
        let mut said = Vec::new();
        let namesake = prime::<CorePool>(&setup(), &alike, &ledger, &mut said);
        let mut namesake = namesake.expect("it can issue the command");
        let told = input(command);
        let token = match told {
            Told::Completed { completion, .. } => namesake.complete(&command, completion.output),
            _ => namesake.take_command(&command),
        };
        said.clear();
        judged.step(&told, token, None, &mut said).expect("it breaks no law");
        (told, said)
    }

    fn completed(command: Command) -> Told {
        let Command { origin, assignment, child, evidence, .. } = command;
        Told::Completed {
            child,
            completion: Completion { origin, assignment, child, evidence, output: 100 },
        }
    }

    fn undelivered(returned: Command) -> Told {
        let Command { child, assignment, .. } = returned;
        Told::DeliveryRejected { child, assignment, returned, reason: 0 }
    }

    fn is_mismatch(said: &Said) -> bool {
        let Said::TransferRejectedFact { values, .. } = said else { return false };
        matches!(values, Transfer::MismatchedDelivery { .. })
    }

    #[test]
    fn a_namesakes_authority_differs_by_its_evidence_alone() {
        for (evidence, is_alike) in [(12, true), (13, false)] {
            let (told, said) = answer(evidence, completed);
            assert_eq!(rejections(&told, &said), usize::from(!is_alike), "{said:?}");
            let (told, said) = answer(evidence, undelivered);
            assert_eq!(rejections(&told, &said), 0);
            assert_eq!(said.iter().any(is_mismatch), !is_alike, "{said:?}");
        }
    }

    #[test]
    fn what_a_sequence_has_consumed_tells_what_the_other_one_has_issued() {
        let lease = |first, last| Lease { first, last };
        let plan = SequencePlan { lease: lease(3, 5), renewal: Some(lease(4, u64::MAX)) };
        assert_eq!([3, 5, 6].map(|ordinal| place_of(plan, ordinal)), [Some(0), Some(2), Some(5)]);
        assert_eq!(place_of(plan, 2), None);
        assert_eq!([0, 2, 5].map(|place| candidate(plan, place)), [Some(3), Some(5), Some(6)]);
        let nothing = SequencePlan { lease: lease(1, 0), renewal: Some(lease(0, 1)) };
        assert_eq!((place_of(nothing, 1), candidate(nothing, 1)), (Some(1), Some(1)));
        assert_eq!(candidate(nothing, 2), None);
    }
}
