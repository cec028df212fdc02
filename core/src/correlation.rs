//! Correlations: who issued them, where their ordinals come from, and what can go wrong.
//!
//! A correlation names one piece of outstanding work; it is not an actor's identity. Each kind is a
//! type of its own, carries the [`InstanceId`] of the machine that issued it (so two machines never
//! match each other's values), and can be read but not built outside this crate.
//!
//! Ordinals of a kind only grow. Each reservation consumes one candidate of the kind's
//! [`SequencePlan`], whatever becomes of it: a candidate that is not above every earlier one is a
//! collision, a plan without candidates is exhausted. Nothing wraps, nothing is issued twice, and no
//! retired value has to be remembered: one high-water mark decides.

/// The identity of one machine among all that a host runs.
///
/// Its uniqueness is the host's promise. Two machines that are given one identity on purpose issue
/// genuine duplicates of each other's correlations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub u64);

/// A closed, non-empty range of ordinals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    first: u64,
    last: u64,
}

/// `first` lies above `last`, so the range holds no ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmptyLease;

impl Lease {
    /// Every ordinal from 1 on.
    pub const PLENTY: Self = Self { first: 1, last: u64::MAX };

    /// The ordinals from `first` to `last`, both included.
    ///
    /// # Errors
    ///
    /// [`EmptyLease`] if `first > last`.
    pub const fn new(first: u64, last: u64) -> Result<Self, EmptyLease> {
        if first <= last { Ok(Self { first, last }) } else { Err(EmptyLease) }
    }
}

/// Where one kind of correlation takes its ordinals from: a lease, then possibly a renewal.
///
/// A renewal that overlaps what the lease has issued yields collisions until it has passed the
/// high-water mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequencePlan {
    lease: Option<Lease>,
    renewal: Option<Lease>,
}

impl SequencePlan {
    /// Every ordinal from 1 on: practically inexhaustible.
    pub const PLENTY: Self = Self::lease(Lease::PLENTY);

    /// No ordinal at all: the first reservation is exhausted already.
    pub const NOTHING: Self = Self { lease: None, renewal: None };

    /// The ordinals of one lease, ascending.
    #[must_use]
    pub const fn lease(lease: Lease) -> Self {
        Self { lease: Some(lease), renewal: None }
    }

    /// The ordinals of `renewal`, ascending, after those of the lease.
    #[must_use]
    pub const fn renewed(self, renewal: Lease) -> Self {
        Self { renewal: Some(renewal), ..self }
    }
}

/// Why a correlation could not be reserved. The candidate, if there was one, is retired for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// The plan has no candidate left.
    Exhausted,
    /// The candidate is not above every earlier one.
    Collision {
        /// The ordinal that was not issued.
        candidate: u64,
    },
}

/// The complete answer of an allocator.
pub type Reservation<T> = Result<T, Unavailable>;

/// The running state of one plan. Copied where a fold must know its outcome before it commits.
///
/// Once a candidate was issued, those after it in the same lease cannot collide. Inside such a run
/// only `next` moves, and it stands right above the high-water mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    /// The next candidate of the current lease, if `open`.
    next: u64,
    /// Where the run ends: every candidate below is issued without a look. 0 outside a run.
    run_end: u64,
    /// The last candidate of the current lease.
    last: u64,
    open: bool,
    renewal: Option<Lease>,
    /// The highest ordinal that was issued before the run.
    high_water: Option<u64>,
}

impl Sequence {
    pub(crate) fn new(plan: SequencePlan) -> Self {
        let SequencePlan { lease, renewal } = plan;
        let Lease { first: next, last } = lease.unwrap_or(Lease::PLENTY);
        Self { next, run_end: 0, last, open: lease.is_some(), renewal, high_water: None }
    }

    /// Consumes one candidate and answers whether it may be issued.
    #[inline]
    pub(crate) fn reserve(&mut self) -> Reservation<u64> {
        if self.is_running() { Ok(self.advance()) } else { self.reserve_outside_run() }
    }

    /// Consumes one candidate each of two kinds; if either may not be issued, both are retired.
    #[inline]
    pub(crate) fn reserve_pair(one: &mut Self, other: &mut Self) -> Reservation<(u64, u64)> {
        if one.is_running() && other.is_running() {
            Ok((one.advance(), other.advance()))
        } else {
            Self::reserve_pair_outside_run(one, other)
        }
    }

    #[cold]
    fn reserve_pair_outside_run(one: &mut Self, other: &mut Self) -> Reservation<(u64, u64)> {
        let (one, other) = (one.reserve(), other.reserve());
        Ok((one?, other?))
    }

    #[inline]
    fn is_running(&self) -> bool {
        self.next < self.run_end
    }

    #[inline]
    fn advance(&mut self) -> u64 {
        let candidate = self.next;
        self.next += 1;
        candidate
    }

    /// Whether the next reservation will succeed. Consumes nothing.
    #[inline]
    pub(crate) fn will_reserve(&self) -> bool {
        self.is_running() || self.will_reserve_outside_run()
    }

    /// The highest ordinal that was ever issued.
    pub(crate) fn high_water(&self) -> Option<u64> {
        if self.run_end == 0 { self.high_water } else { Some(self.next - 1) }
    }

    /// The first candidate of a lease, the last one, and every one that may collide.
    #[cold]
    fn reserve_outside_run(&mut self) -> Reservation<u64> {
        (self.high_water, self.run_end) = (self.high_water(), 0);
        if !self.open {
            self.renew()?;
        }
        let candidate = self.next;
        if candidate < self.last {
            self.next = candidate + 1;
        } else {
            self.open = false;
        }
        if self.high_water >= Some(candidate) {
            return Err(Unavailable::Collision { candidate });
        }
        self.high_water = Some(candidate);
        if self.open {
            self.run_end = self.last;
        }
        Ok(candidate)
    }

    #[cold]
    fn will_reserve_outside_run(&self) -> bool {
        if self.open {
            self.high_water() < Some(self.next)
        } else {
            self.renewal.is_some_and(|renewal| self.high_water() < Some(renewal.first))
        }
    }

    fn renew(&mut self) -> Reservation<()> {
        let Lease { first, last } = self.renewal.take().ok_or(Unavailable::Exhausted)?;
        (self.next, self.last, self.open) = (first, last, true);
        Ok(())
    }
}

/// Declares one kind of correlation: an opaque, copyable, comparable value.
macro_rules! correlation {
    ($(#[$doc:meta])* $name:ident, $mark:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            instance: $crate::correlation::InstanceId,
            ordinal: u64,
        }

        impl $name {
            pub(crate) const fn new(
                instance: $crate::correlation::InstanceId,
                ordinal: u64,
            ) -> Self {
                Self { instance, ordinal }
            }

            /// The machine that issued it.
            #[must_use]
            pub const fn instance(&self) -> $crate::correlation::InstanceId {
                self.instance
            }

            /// The ordinal within its kind.
            #[must_use]
            pub const fn ordinal(&self) -> u64 {
                self.ordinal
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(formatter, concat!($mark, "{}@{}"), self.ordinal, self.instance.0)
            }
        }
    };
}

pub(crate) use correlation;

impl core::fmt::Debug for InstanceId {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "@{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lease, Sequence, SequencePlan, Unavailable};
    use alloc::vec::Vec;

    /// The candidates of a plan one by one, each compared with the highest that was issued.
    fn spelled_out(
        plan: SequencePlan,
        draws: usize,
    ) -> Vec<(Result<u64, Unavailable>, Option<u64>)> {
        let leases = plan.lease.into_iter().chain(plan.renewal);
        let mut candidates = leases.flat_map(|Lease { first, last }| first..=last);
        let mut high_water = None;
        let mut draw = || match candidates.next() {
            None => Err(Unavailable::Exhausted),
            Some(candidate) if high_water >= Some(candidate) => {
                Err(Unavailable::Collision { candidate })
            }
            Some(candidate) => {
                high_water = Some(candidate);
                Ok(candidate)
            }
        };
        let answers: Vec<_> = (0..draws).map(|_| draw()).collect();
        let marks = answers.iter().scan(None, |mark, answer| {
            *mark = answer.ok().or(*mark);
            Some(*mark)
        });
        answers.iter().copied().zip(marks.collect::<Vec<_>>()).collect()
    }

    #[test]
    fn draws_what_its_plan_spells_out() {
        let ends = [0, 1, 2, 3, 5, u64::MAX - 2, u64::MAX - 1, u64::MAX];
        let pairs = ends.iter().flat_map(|first| ends.iter().map(move |last| (*first, *last)));
        let leases: Vec<_> =
            pairs.filter_map(|(first, last)| Lease::new(first, last).ok()).collect();
        let none = core::iter::once(None);
        let options: Vec<_> = none.chain(leases.into_iter().map(Some)).collect();
        for plan in options.iter().flat_map(|lease| {
            options.iter().map(|renewal| SequencePlan { lease: *lease, renewal: *renewal })
        }) {
            let mut sequence = Sequence::new(plan);
            for (answer, high_water) in spelled_out(plan, 12) {
                assert_eq!(sequence.will_reserve(), answer.is_ok(), "{plan:?}");
                assert_eq!(sequence.reserve(), answer, "{plan:?}");
                assert_eq!(sequence.high_water(), high_water, "{plan:?}");
            }
        }
    }
}
