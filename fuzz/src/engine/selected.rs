//! Which target a binary runs that can run any.
//!
//! Rules: the environment names the target, and a process runs one. A campaign over all targets thus
//! builds one binary, which the compiler optimizes once.

use super::target_named;
use std::sync::OnceLock;

/// The binary that runs any target.
pub const ANY_TARGET: &str = "any_target";

/// The environment variable that names the target.
pub const VARIABLE: &str = "LAWS_TARGET";

/// The name of the target that the environment selects.
///
/// # Panics
///
/// If it names none.
pub fn selected() -> &'static str {
    static NAME: OnceLock<&'static str> = OnceLock::new();
    NAME.get_or_init(|| {
        let name = std::env::var(VARIABLE).unwrap_or_default();
        let target = target_named(&name);
        target.unwrap_or_else(|| panic!("{VARIABLE} names no target: {name:?}")).name
    })
}
