//! Wide pools: so many roles that a set of them takes several words.
//!
//! To bring all of them up would take more steps than a run has. So a few are raised, wherever they stand
//! in the roster, and the others wait to be born. What happens then is mostly about those few, and the run
//! ends by the drain's deadline, which resolves all the others at once.

use super::backlog::Backlog;
use super::plain;
use crate::pool::observation::{DrainPolicy, PoolSetup};
use crate::pool::scenario::limits::{DEADLINES, FURTHER_ROLES};
use crate::pool::scenario::{Opcode, Step};
use crate::script::Prng;

/// One seed of so many is of a wide pool.
const SEEDS: u64 = 65;
/// Rosters that fill their words, or just begin another.
const BOUNDS: [u8; 4] = [64, 65, 128, 129];
/// Positions beside the bounds of words.
const EDGES: [u8; 8] = [0, 62, 63, 64, 65, 127, 128, 129];
/// Settlements from a creation to an idle worker: birth, initialization, begin, readiness.
const READY: u8 = 4;
/// Steps from the shutdown to the end, at the least.
const DRAIN_STEPS: usize = 4;

/// Whether the scenario of this seed has a wide pool.
pub(super) fn is_wide(seed: u64) -> bool {
    seed % SEEDS == SEEDS - 1
}

/// How many roles there are, `few` of which a pool that is not wide would have: a third of the wide pools
/// ends at the bound of a word or right after it.
pub(super) fn roles(few: u8, rng: &mut Prng) -> u8 {
    let [_, further @ ..] = FURTHER_ROLES;
    if rng.chance(1, 3) { rng.pick(&BOUNDS) } else { few + rng.pick(&further) }
}

/// Most wide pools have a deadline: without one, each role has to be drained.
pub(super) fn choose_drain(rng: &mut Prng, setup: &mut PoolSetup) {
    if rng.chance(15, 16) {
        setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: rng.pick(&DEADLINES) };
    }
}

/// The members that a run is about.
pub(super) struct Crowd {
    /// Their positions, in the order in which they are raised.
    members: Vec<u8>,
    /// How many births stay out. They are the oldest obligations, so whatever else is owed comes after them.
    unborn: u8,
    /// How many settlements each of the raised gets.
    settlements: u8,
}

impl Crowd {
    pub(super) fn draw(setup: &PoolSetup, rng: &mut Prng) -> Self {
        let roles = setup.role_count.max(1);
        let wanted = rng.pick(&[2, 4, 8, 12]);
        let mut members = Vec::new();
        for _ in 0..wanted {
            let position = if rng.chance(1, 2) { rng.pick(&EDGES) } else { rng.byte() };
            let position = position % roles;
            if !members.contains(&position) {
                members.push(position);
            }
        }
        let unborn = roles - count(&members);
        Self { members, unborn, settlements: rng.pick(&[READY, READY, READY, 3, 2]) }
    }

    /// How many are raised.
    pub(super) fn len(&self) -> u8 {
        count(&self.members)
    }

    /// Starts the pool and raises its crowd.
    pub(super) fn raise(&self, backlog: &mut Backlog, steps: &mut Vec<Step>) {
        steps.push(plain(Opcode::Initialize));
        let (mut births, mut open) = (self.unborn + self.len(), 0);
        let mut raised: Vec<u8> = Vec::new();
        for position in &self.members {
            let before = raised.iter().filter(|other| *other < position).count();
            steps.push(settle(position - before as u8));
            births -= 1;
            steps.extend((1..self.settlements).map(|_| settle(births + open)));
            open += u8::from(self.settlements < READY);
            raised.push(*position);
        }
        steps[1..].iter().for_each(|step| backlog.count(step.opcode));
    }

    /// The oldest obligation that is no first birth, accepted.
    pub(super) fn settlement(&self) -> Step {
        settle(self.unborn)
    }

    /// The same step, mostly about one of the crowd.
    pub(super) fn aim(&self, step: Step, rng: &mut Prng) -> Step {
        if rng.chance(1, 8) {
            return step;
        }
        let a = match step.opcode {
            Opcode::Settle | Opcode::Distort | Opcode::Withhold => self.unborn + rng.byte() % 8,
            Opcode::StopWorker
            | Opcode::WrongKind
            | Opcode::ForeignCompletion
            | Opcode::StaleCompletion => self.members[rng.below(u32::from(self.len())) as usize],
            Opcode::SettleOldest => return self.settlement(),
            Opcode::Submit
            | Opcode::Complete
            | Opcode::FinishActivation
            | Opcode::ElapseRestartTimer
            | Opcode::ElapseDeadline
            | Opcode::Shutdown
            | Opcode::AdvanceTime
            | Opcode::CutBatch
            | Opcode::Repeat
            | Opcode::TwinCompletion
            | Opcode::TwinReturn
            | Opcode::ForeignReturn
            | Opcode::Initialize => step.a,
        };
        Step { a, ..step }
    }
}

/// Ends a run: the shutdown in time, and at last the deadline.
pub(super) fn end(shutdown_at: Option<usize>, steps: &mut [Step]) {
    let latest = steps.len().saturating_sub(DRAIN_STEPS);
    let at = shutdown_at.map_or(latest, |at| at.min(latest));
    if let Some(step) = steps.get_mut(at) {
        *step = plain(Opcode::Shutdown);
    }
    if let Some(step) = steps.last_mut() {
        *step = plain(Opcode::ElapseDeadline);
    }
}

fn count(members: &[u8]) -> u8 {
    u8::try_from(members.len()).unwrap_or(u8::MAX)
}

/// Obligation `a` is settled so that the pool goes on.
fn settle(a: u8) -> Step {
    Step { a, ..plain(Opcode::Settle) }
}
