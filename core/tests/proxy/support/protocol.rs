//! The test protocol: every value of every kind carries a tag, so that no two can be confused. Affine
//! tags tell when they are dropped: a fold only moves them, so none may be dropped inside one.

use actor_laws::proxy::ProxyProtocol;
use std::cell::{Cell, RefCell};
use std::fmt;

/// The protocol of all suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {}

thread_local! {
    static FOLDING: Cell<bool> = const { Cell::new(false) };
    static LOST: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Runs one fold and answers which affine values it has dropped.
pub(crate) fn watched<T>(fold: impl FnOnce() -> T) -> (T, Vec<String>) {
    FOLDING.set(true);
    let answer = fold();
    FOLDING.set(false);
    (answer, LOST.take())
}

macro_rules! names {
    ($($name:ident $mark:literal),+;) => { $(
        #[derive(Clone, PartialEq, Eq)]
        pub(crate) struct $name(pub(crate) u64);

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!($mark, "{}"), self.0)
            }
        }
    )+ };
}

macro_rules! affine {
    ($($name:ident $mark:literal),+;) => { $(
        pub(crate) struct $name(pub(crate) u64);

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!($mark, "{}"), self.0)
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if FOLDING.get() {
                    LOST.with_borrow_mut(|lost| lost.push(format!("{self:?}")));
                }
            }
        }
    )+ };
}

names! { Incarnation "w", Attempt "i"; }

/// The owner's correlation: it can be cloned and compared, and still may not get lost.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Ticket(pub(crate) u64);

impl fmt::Debug for Ticket {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "t{}", self.0)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if FOLDING.get() {
            LOST.with_borrow_mut(|lost| lost.push(format!("{self:?}")));
        }
    }
}

affine! {
    Blueprint "b", Plan "p", Permit "permit", Failure "f", Proof "proof", ActivationRejection "r",
    Stop "z", Rejection "x", Sender "s", Command "c";
}

impl ProxyProtocol for Test {
    type Ticket = Ticket;
    type Worker = Blueprint;
    type Plan = Plan;
    type Incarnation = Incarnation;
    type InitializationAttempt = Attempt;
    type Permit = Permit;
    type InitializationFailure = Failure;
    type Proof = Proof;
    type ActivationRejection = ActivationRejection;
    type Stop = Stop;
    type Rejection = Rejection;
    type Sender = Sender;
    type Command = Command;
}
