//! Everything that attacks a dynamic supervisor.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | what can be seen of a supervisor from outside: plain data that all parts share |
//! | [`scenario`] | opcodes, construction choices, what each target leans to |
//! | [`core_supervisor`] | the core's supervisor behind plain data |
//! | [`host`] | the lifecycle host: duties, made-up proxies, authorities, wrong facts, recovery |
//! | [`custody`] | which values inputs bring and actions carry away |
//! | [`oracle`] | what a supervisor must say, worked out a second time in other words; it imports the observation and nothing else |
//! | [`law`] | laws of the observed history, and law cells |
//! | [`rig`] | all of them, put together for the [runner](crate::run) |
//! | [`family`] | the supervisor as engines and reports see it |

pub mod core_supervisor;
pub mod custody;
pub mod family;
pub mod host;
pub mod law;
pub mod observation;
pub mod oracle;
pub mod rig;
pub mod scenario;
