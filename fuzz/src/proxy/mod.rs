//! Everything that attacks a stable proxy.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | what can be seen of a proxy from outside: plain data that all parts share |
//! | [`scenario`] | what a script can ask for |
//! | [`host`] | the lifecycle host |
//! | [`oracle`] | what a proxy must say, worked out in other words |
//! | [`law`] | laws of the observed history, and law cells |

pub mod host;
pub mod law;
pub mod observation;
pub mod oracle;
pub mod scenario;
