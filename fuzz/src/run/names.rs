//! The laws that the runner judges for every family, by their stable names. A family's catalogue lists
//! them beside its own.

/// The machine says exactly what the oracle permits.
pub const ORACLE_ACTIONS: &str = "oracle-actions";
/// The step ends as the oracle permits.
pub const ORACLE_VERDICT: &str = "oracle-verdict";
/// The machine shows what the oracle expects.
pub const ORACLE_STATE: &str = "oracle-state";
/// The construction succeeds or fails as the oracle expects.
pub const ORACLE_CONSTRUCTION: &str = "oracle-construction";
/// What becomes of an input is what the law tables say can become of it.
pub const LAW_TABLES: &str = "disposition-in-law-tables";
/// A second machine of the same identity says the same to the same inputs.
pub const DETERMINISM: &str = "determinism";
/// No step panics.
pub const NO_PANIC: &str = "no-panic";
/// A machine to which nothing is owed waits for nothing.
pub const MUST_SETTLE: &str = "must-settle";
/// A machine that was shut down and to which everything was settled has ended.
pub const MUST_END: &str = "must-end";

/// All of them, the laws of custody included, with what they hold.
pub static LAWS: &[(&str, &str)] = &[
    (ORACLE_CONSTRUCTION, "construction fails for the first reason that is so"),
    (ORACLE_ACTIONS, "the whole product is as predicted"),
    (ORACLE_VERDICT, "the verdict is as predicted"),
    (ORACLE_STATE, "the state that is shown is as predicted"),
    (LAW_TABLES, "each phase takes the inputs of the law tables, and no others"),
    (DETERMINISM, "no effect is ambient: equal inputs have equal products"),
    (NO_PANIC, "every input has an answer"),
    (MUST_SETTLE, "once all is settled, nothing is waited for"),
    (MUST_END, "after the shutdown the machine ends within a bound"),
    (crate::custody::LOST, "a value is dropped only where something ends it"),
    (crate::custody::SEEN_TWICE, "a value is emitted only by its holder"),
    (crate::custody::KEPT, "an ended machine holds nothing"),
];
