//! Custody: what was reported as kept outlives every end of the process, and nothing half-written is read.
//!
//! Rules: every test is through the built program, in checkouts of their own. Moments are drawn from seeds.
//! What must hold after each kill stands in one place, `estate.rs`. Together these tests kill more than a
//! hundred times; they take minutes, so `cargo laws test` runs them as steps of their own and plain
//! `cargo test` does not. What needs a tool or a right that a machine may lack is in `full_disk` and `power_cut`,
//! and fails where that is missing.

#[path = "../driver/checkout.rs"]
mod checkout;
mod damage;
mod engine;
mod estate;
mod full_disk;
mod kills;
mod neighbours;
mod power_cut;
mod running;
mod scenarios;
