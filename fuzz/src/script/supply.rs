//! How a sequence of ordinals behaves, in words.

use crate::observation::{Lease, SequencePlan};

/// Where plentiful sequences start: at the bottom, off by some, before the end of 32 bits and of
/// 63 bits.
pub(crate) const PLENTY_STARTS: [u64; 4] = [1, 7, (1 << 32) - 3, (1 << 63) - 3];

/// Ordinals below the first one of a sequence that collides more often than it has drawn.
const COLLISION_ROOM: u64 = 1_000;

/// The most collisions in a row of a sequence that goes on after them.
const COLLISIONS_MAX: u64 = 8;

/// Where a sequence goes on that leaves a gap.
const GAP_END: u64 = 1 << 40;

/// The shape of one sequence. Each has one parameter, a byte `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// Never ends within a run; `k` chooses among four starts, 0 means from 1.
    Plenty,
    /// No ordinal at all: an empty lease.
    Nothing,
    /// Ordinals 1 to `k + 1`, then none.
    Exhausts,
    /// The last `k + 1` ordinals up to `u64::MAX`, then none.
    ExhaustsAtTop,
    /// After `k + 1` draws one collision, then it goes on.
    CollidesOnce,
    /// After `k + 1` draws two to eight collisions, then it goes on.
    CollidesOften,
    /// After `k + 1` draws two collisions, then one more ordinal, then none.
    CollidesThenExhausts,
    /// The last `k + 1` ordinals up to `u64::MAX`, then it starts again at 1: collisions for ever.
    Wraps,
    /// Ordinals 1 to `k + 1`, the same again as collisions, then none.
    RepeatsLease,
    /// Ordinals 1 to `k + 1`, then a gap, then it goes on: nothing fails.
    Jumps,
}

impl Supply {
    /// Every shape but [`Supply::Plenty`], in the order of their codes.
    pub const SCARCE: [Supply; 9] = [
        Supply::Nothing,
        Supply::Exhausts,
        Supply::ExhaustsAtTop,
        Supply::CollidesOnce,
        Supply::CollidesOften,
        Supply::CollidesThenExhausts,
        Supply::Wraps,
        Supply::RepeatsLease,
        Supply::Jumps,
    ];

    /// The plan of this shape with parameter `k`.
    pub fn plan(self, k: u8) -> SequencePlan {
        let k = u64::from(k);
        // Decoding is the inner loop of a campaign, and plenty is the usual case.
        if self == Supply::Plenty { plenty(k) } else { self.rarer_plan(k) }
    }

    fn rarer_plan(self, k: u64) -> SequencePlan {
        let low = lease(1, 1 + k);
        let middle = lease(COLLISION_ROOM + 1, COLLISION_ROOM + 1 + k);
        let top = lease(u64::MAX - k, u64::MAX);
        match self {
            Supply::Plenty => plenty(k),
            Supply::Nothing => alone(lease(1, 0)),
            Supply::Exhausts => alone(low),
            Supply::ExhaustsAtTop => alone(top),
            Supply::CollidesOnce => renewed(low, lease(low.last, u64::MAX)),
            Supply::CollidesOften => {
                let collisions = 2 + k % (COLLISIONS_MAX - 1);
                renewed(middle, lease(middle.last + 1 - collisions, u64::MAX))
            }
            Supply::CollidesThenExhausts => {
                renewed(middle, lease(middle.last - 1, middle.last + 1))
            }
            Supply::Wraps => renewed(top, lease(1, u64::MAX)),
            Supply::RepeatsLease => renewed(low, low),
            Supply::Jumps => renewed(low, lease(GAP_END, u64::MAX)),
        }
    }

    /// The word of the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Supply::Plenty => "plenty",
            Supply::Nothing => "nothing",
            Supply::Exhausts => "exhausts",
            Supply::ExhaustsAtTop => "exhausts-at-top",
            Supply::CollidesOnce => "collides-once",
            Supply::CollidesOften => "collides-often",
            Supply::CollidesThenExhausts => "collides-then-exhausts",
            Supply::Wraps => "wraps",
            Supply::RepeatsLease => "repeats-lease",
            Supply::Jumps => "jumps",
        }
    }
}

fn plenty(k: u64) -> SequencePlan {
    alone(lease(PLENTY_STARTS[k as usize % PLENTY_STARTS.len()], u64::MAX))
}

const fn lease(first: u64, last: u64) -> Lease {
    Lease { first, last }
}

const fn alone(lease: Lease) -> SequencePlan {
    SequencePlan { lease, renewal: None }
}

const fn renewed(lease: Lease, renewal: Lease) -> SequencePlan {
    SequencePlan { lease, renewal: Some(renewal) }
}
