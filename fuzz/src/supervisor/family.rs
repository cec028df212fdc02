//! What engines, reports and tests know of the supervisor.

use super::rig::SupervisorRig;
use super::scenario::{
    CANCELLATION as TO_CANCELLATION, SHUTDOWN as TO_SHUTDOWN,
    TRANSFERRED_CANCELLATION as TO_TRANSFERRED_CANCELLATION, UNEXPECTED_EXIT as TO_UNEXPECTED_EXIT,
};
use crate::family::Family;
use crate::script::generate;
use crate::target::Generate;

/// The dynamic supervisor.
pub static SUPERVISOR: Family = Family::of::<SupervisorRig>();

/// The generator of scenarios that lean to cancels before the transfer.
pub const CANCELLATION: Generate =
    |steps_max, seed, bytes| generate(&TO_CANCELLATION, steps_max, seed, bytes);
/// The generator of scenarios that lean to cancels after the transfer.
pub const TRANSFERRED_CANCELLATION: Generate =
    |steps_max, seed, bytes| generate(&TO_TRANSFERRED_CANCELLATION, steps_max, seed, bytes);
/// The generator of scenarios that lean to the global shutdown.
pub const SHUTDOWN: Generate =
    |steps_max, seed, bytes| generate(&TO_SHUTDOWN, steps_max, seed, bytes);
/// The generator of scenarios that lean to workers that stop and proxies that die.
pub const UNEXPECTED_EXIT: Generate =
    |steps_max, seed, bytes| generate(&TO_UNEXPECTED_EXIT, steps_max, seed, bytes);
