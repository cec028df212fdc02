//! The correlations that a pool issues, one type a kind.
//!
//! A correlation can be read, compared and copied by anyone, for it authorizes nothing. Only a pool
//! issues one:
//!
//! ```compile_fail,E0451
//! # use actor_laws::{correlation::InstanceId, pool::JobId};
//! fn forge() -> JobId {
//!     JobId { instance: InstanceId(1), ordinal: 1 }
//! }
//! ```
//! ```compile_fail,E0624
//! # use actor_laws::{correlation::InstanceId, pool::AssignmentId};
//! fn forge() -> AssignmentId {
//!     AssignmentId::new(InstanceId(1), 1)
//! }
//! ```
//! ```compile_fail,E0624
//! # use actor_laws::{correlation::InstanceId, pool::ChildNonce};
//! fn forge() -> ChildNonce {
//!     ChildNonce::new(InstanceId(1), 0, 1)
//! }
//! ```
//! ```compile_fail,E0451
//! # use actor_laws::{correlation::InstanceId, pool::{TimerCorrelation, TimerPurpose}};
//! fn forge() -> TimerCorrelation {
//!     TimerCorrelation { instance: InstanceId(1), timer: TimerPurpose::DrainDeadline, generation: 1 }
//! }
//! ```
//!
//! Kinds never mix:
//!
//! ```compile_fail,E0308
//! # use actor_laws::pool::{ActivationTicket, RecoveryTicket};
//! fn mix(ticket: ActivationTicket, recovery: RecoveryTicket) -> bool {
//!     ticket == recovery
//! }
//! ```

use crate::correlation::{InstanceId, correlation};
use core::fmt;

correlation! {
    /// Names one accepted job to its customer.
    JobId, "job"
}
correlation! {
    /// Names one dispatch attempt of a job. Private to pool and worker.
    AssignmentId, "assignment"
}
correlation! {
    /// The reserved identity of one shutdown request.
    ShutdownId, "shutdown"
}
correlation! {
    /// Names one delivered diagnostic.
    DiagnosticId, "diagnostic"
}

/// A position in the immutable declaration order.
pub(crate) type Slot = usize;

/// Declares a correlation that also knows the role that it was issued for, by position.
macro_rules! role_correlation {
    ($(#[$doc:meta])* $name:ident, $mark:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            instance: InstanceId,
            /// A roster has at most `u32::MAX` roles, checked at construction.
            slot: u32,
            ordinal: u64,
        }

        impl $name {
            pub(crate) const fn new(instance: InstanceId, slot: Slot, ordinal: u64) -> Self {
                Self { instance, slot: slot as u32, ordinal }
            }

            /// The pool that issued it.
            #[must_use]
            pub const fn instance(&self) -> InstanceId {
                self.instance
            }

            /// The ordinal within its kind.
            #[must_use]
            pub const fn ordinal(&self) -> u64 {
                self.ordinal
            }

            /// The declaration position of the role that it was issued for.
            #[must_use]
            pub const fn position(&self) -> usize {
                self.slot as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Self { instance, slot, ordinal } = self;
                write!(formatter, concat!($mark, "{}/{}{:?}"), ordinal, slot, instance)
            }
        }
    };
}

role_correlation! {
    /// The creator-local nonce of one birth: issued with the creation, carried by every later fact
    /// about that worker.
    ChildNonce, "child"
}
role_correlation! {
    /// Occupies one activation slot; names one activation attempt.
    ActivationTicket, "ticket"
}
role_correlation! {
    /// Names one recovery of one role, from the preparation request on.
    RecoveryTicket, "recovery"
}

/// What a timer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimerPurpose {
    /// The delayed restart of the role at this declaration position.
    Restart {
        /// The position.
        position: usize,
    },
    /// The deadline of the drain.
    DrainDeadline,
}

/// Names one timer and its generation. Restart timers and the drain deadline draw their
/// generations from one sequence, so no two timers of a pool are ever equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimerCorrelation {
    instance: InstanceId,
    timer: TimerPurpose,
    generation: u64,
}

impl TimerCorrelation {
    pub(crate) const fn new(instance: InstanceId, timer: TimerPurpose, generation: u64) -> Self {
        Self { instance, timer, generation }
    }

    /// The pool that issued it.
    #[must_use]
    pub const fn instance(&self) -> InstanceId {
        self.instance
    }

    /// What the timer is for.
    #[must_use]
    pub const fn timer(&self) -> TimerPurpose {
        self.timer
    }

    /// The ordinal among all timers of the pool.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }
}

impl fmt::Debug for TimerCorrelation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.timer {
            TimerPurpose::Restart { position } => {
                write!(formatter, "timer{}/{position}{:?}", self.generation, self.instance)
            }
            TimerPurpose::DrainDeadline => {
                write!(formatter, "timer{}/drain{:?}", self.generation, self.instance)
            }
        }
    }
}
