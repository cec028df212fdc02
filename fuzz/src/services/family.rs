//! What engines, reports and tests know of a supervisor with its proxies.

use super::rig::ServicesRig;
use super::scenario;
use crate::family::Family;
use crate::script::generate;
use crate::target::Generate;

/// A supervisor with real proxies.
pub static SERVICES: Family = Family::of::<ServicesRig>();

/// The generator of its scenarios.
pub const GENERATE: Generate =
    |steps_max, seed, bytes| generate(&scenario::SERVICES, steps_max, seed, bytes);
