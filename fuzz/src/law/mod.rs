//! STUB.
pub mod cell;
