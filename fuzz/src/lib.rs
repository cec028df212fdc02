//! Everything that tries to prove the core wrong.
//!
//! Each family of machines has a module of its own with its vocabulary and the four parts that do not mix
//! (scenario, lifecycle host, oracle, laws and cells). What serves them all stands beside. The pool came
//! first and has custody and runner of its own; every other family implements [`run::Rig`].
//!
//! | Module | What it is |
//! |---|---|
//! | [`pool`] | everything that attacks a FIFO worker pool |
//! | [`proxy`] | everything that attacks a stable proxy |
//! | [`supervisor`] | everything that attacks a dynamic supervisor |
//! | [`services`] | everything that attacks a supervisor together with its proxies |
//! | [`target`] | the registry of targets |
//! | [`family`] | what is known of a kind of machine without knowing the machine |
//! | [`law`] | laws of an observed history, by name and claims |
//! | [`observation`] | what all observations share: names of values, correlations |
//! | [`script`] | scenarios: bytes to plain-data scripts and back, text, seeds |
//! | [`run`] | the runner of every family but the pool: one scenario through every check |
//! | [`custody`] | who holds which value |
//! | [`cells`] | sets of law cells |
//! | [`checks`] | which checks judge a run |
//! | [`verdict`] | what a run comes to |
//! | [`engine`] | what engines call, and how they hear of law cells |
//! | [`suite`] | whole suites of scenarios in one process, and what they find |

// The hook of an engine's feedback is the one exception: a link section and an assembler comment.
#![cfg_attr(not(fuzzing), forbid(unsafe_code))]

pub mod cells;
pub mod checks;
pub mod custody;
pub mod engine;
pub mod family;
pub mod law;
pub mod observation;
pub mod pool;
pub mod proxy;
pub mod run;
pub mod script;
pub mod services;
pub mod suite;
pub mod supervisor;
pub mod target;
pub mod verdict;
