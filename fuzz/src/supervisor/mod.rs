//! Everything that attacks a dynamic supervisor.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | what can be seen of a supervisor from outside: plain data that all parts share |
//! | [`oracle`] | what a supervisor must say to everything it is told |

pub mod observation;
pub mod oracle;
