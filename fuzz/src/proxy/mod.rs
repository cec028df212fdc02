//! Everything that attacks a stable proxy.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | what can be seen of a proxy from outside: plain data that all parts share |
//! | [`scenario`] | what a script can ask for, and what each target leans to |
//! | [`host`] | the lifecycle host |
//! | [`values`] | which values inputs and actions carry |
//! | [`oracle`] | what a proxy must say, worked out in other words |
//! | [`law`] | laws of the observed history, and law cells |
//! | [`core_proxy`] | the core's proxy as a machine under test |
//! | [`rig`], [`family`] | all of it put together for the runner, and for engines |

pub mod core_proxy;
pub mod family;
pub mod host;
pub mod law;
pub mod observation;
pub mod oracle;
pub mod rig;
pub mod scenario;
pub mod values;
