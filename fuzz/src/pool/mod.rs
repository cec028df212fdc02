//! Everything that attacks a FIFO worker pool.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | what can be seen of a pool from outside: plain data that all parts share |
//! | [`scenario`] | bytes to plain-data scripts and back |
//! | [`machine`], [`core_pool`] | the contract of a pool under test; the core's pool behind it |
//! | [`host`] | the lifecycle host: duties, virtual time, wrong facts, recovery |
//! | [`custody`] | the ledger: who holds which value |
//! | [`oracle`] | what the pool must say, worked out a second time in other words; it imports the observation and nothing else |
//! | [`law`] | laws of the observed history, and law cells |
//! | [`run`], [`trace`] | one scenario through all of them, recorded if asked |
//! | [`family`] | the pool as engines and reports see it |

pub mod core_pool;
pub mod custody;
pub mod family;
pub mod host;
pub mod law;
pub mod machine;
pub mod observation;
pub mod oracle;
pub mod run;
pub mod scenario;
pub mod trace;
