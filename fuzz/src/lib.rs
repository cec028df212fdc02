//! Everything that tries to prove the core wrong.

pub mod core_pool;
pub mod custody;
pub mod engine;
pub mod host;
pub mod law;
pub mod machine;
pub mod observation;
pub mod oracle;
pub mod run;
pub mod scenario;
pub mod target;
pub mod trace;
pub mod verdict;
