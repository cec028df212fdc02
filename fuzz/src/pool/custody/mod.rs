//! Custody: nothing that the host or a caller authored is lost, kept or seen twice.
//!
//! Each real value behind a tag carries a [`Witness`], which reports its own drop to the
//! [`Ledger`]. The judge ([`Custody`]) moves every value along with what a machine is told and what
//! it says, and asks of each drop whether anything in that step ended the value.

mod judge;
mod ledger;
mod values;

pub use judge::*;
pub use ledger::*;
pub use values::*;
