//! The test protocol: every value of every kind carries a tag, so that no two can be confused, and
//! only what the pool must clone can be cloned.

use actor_laws::pool::{PoolProtocol, WorkerFactory};
use std::cell::Cell;
use std::fmt;

pub(crate) type Role = &'static str;

/// The protocol of all suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {}

macro_rules! tags {
    ($(#[$meta:meta] $($name:ident $mark:literal),+;)+) => { $($(
        #[$meta]
        pub(crate) struct $name(pub(crate) u64);

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!($mark, "{}"), self.0)
            }
        }
    )+)+ };
}

tags! {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    Evidence "e", Attempt "i", Request "r", CustomerRoute "c", DiagnosticRoute "d";
    #[derive(PartialEq, Eq)]
    Blueprint "s", Source "source", Recipient "w", Permit "permit", Plan "plan",
    Leftover "leftover", StopReason "z", Rejection "x", Output "o", FactoryRejection "f",
    Payload "p";
}

thread_local! {
    /// The payload whose clone panics, and how many payloads this thread has cloned.
    static FUSE: Cell<Option<u64>> = const { Cell::new(None) };
    static CLONES: Cell<u64> = const { Cell::new(0) };
}

/// Makes every clone of payload `p{tag}` panic, until [`disarm`].
pub(crate) fn arm(tag: u64) {
    FUSE.set(Some(tag));
}

/// Lets every payload be cloned again.
pub(crate) fn disarm() {
    FUSE.set(None);
}

/// How many payloads this thread has cloned.
pub(crate) fn clones() -> u64 {
    CLONES.get()
}

impl Clone for Payload {
    fn clone(&self) -> Self {
        assert!(FUSE.get() != Some(self.0), "the fuse of {self:?} blows");
        CLONES.set(CLONES.get() + 1);
        Self(self.0)
    }
}

/// Numbers its submissions from 1; refuses the roles that it is told to refuse.
#[derive(Debug, Default)]
pub(crate) struct Factory {
    pub(crate) made: u64,
    pub(crate) refuses: Option<Role>,
}

impl WorkerFactory<Test> for Factory {
    fn submission(&mut self, role: &Role) -> Result<Blueprint, FactoryRejection> {
        if self.refuses == Some(*role) {
            return Err(FactoryRejection(self.made + 1));
        }
        self.made += 1;
        Ok(Blueprint(self.made))
    }
}

impl PoolProtocol for Test {
    type Role = Role;
    type Factory = Factory;
    type FactoryRejection = FactoryRejection;
    type Submission = Blueprint;
    type Source = Source;
    type Recipient = Recipient;
    type Evidence = Evidence;
    type InitializationAttempt = Attempt;
    type Permit = Permit;
    type Plan = Plan;
    type RejectedInitialization = Leftover;
    type StopReason = StopReason;
    type Rejection = Rejection;
    type Request = Request;
    type Payload = Payload;
    type CustomerRoute = CustomerRoute;
    type Output = Output;
    type DiagnosticRoute = DiagnosticRoute;
}
