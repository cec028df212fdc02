//! Everything that tries to prove the core wrong.

pub mod observation;
pub mod oracle;
pub mod scenario;
pub mod target;
