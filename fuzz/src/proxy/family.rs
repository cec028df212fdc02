//! What engines, reports and tests know of a stable proxy.

use super::rig::ProxyRig;
use super::scenario;
use crate::family::Family;
use crate::script::generate;
use crate::target::Generate;

/// The stable proxy.
pub static PROXY: Family = Family::of::<ProxyRig>();

/// The generator of scenarios that lean to installs, replacements and services.
pub const SERVICE: Generate =
    |steps_max, seed, bytes| generate(&scenario::SERVICE, steps_max, seed, bytes);
/// The generator of scenarios that lean to shutdowns.
pub const SHUTDOWN: Generate =
    |steps_max, seed, bytes| generate(&scenario::SHUTDOWN, steps_max, seed, bytes);
