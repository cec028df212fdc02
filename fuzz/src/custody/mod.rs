//! Custody, for every family alike: nothing that the host or a caller authored is lost, kept or seen
//! twice. (The pool, whose machine clones payloads, has a custody of its own.)
//!
//! Each real value behind a tag carries a [`Witness`], which reports its own drop to the [`Ledger`].
//! The judge ([`Custody`]) moves every value along with what a machine is told and what it says, and
//! asks of each drop whether anything in that step may have ended the value.

mod judge;
mod ledger;

pub use judge::{Custody, Deed, KEPT, LOST, SEEN_TWICE};
pub use ledger::{Dropped, Ledger, Witness};

use crate::observation::Tag;
use std::fmt;

/// The kinds of values of one family: a small enum.
pub trait Kind: Copy + Eq + fmt::Debug + 'static {}

impl<K: Copy + Eq + fmt::Debug + 'static> Kind for K {}

/// Visits values.
pub type Visit<'a, K> = &'a mut dyn FnMut(K, Tag);
