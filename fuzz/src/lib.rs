//! Everything that tries to prove the core wrong.

pub mod engine;
pub mod law;
pub mod observation;
pub mod oracle;
pub mod run;
pub mod scenario;
pub mod target;
pub mod trace;
