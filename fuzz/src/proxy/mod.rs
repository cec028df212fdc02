//! Everything that attacks a stable proxy.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | what can be seen of a proxy from outside: plain data that all parts share |
//! | [`oracle`] | what a proxy must say, worked out a second time in other words; it imports the observation and nothing else |

pub mod observation;
pub mod oracle;
