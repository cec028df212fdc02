//! Everything that attacks a dynamic supervisor and the stable proxies that it delegates to, together.
//!
//! The supervisor drives real proxies through the host, which carries their actions and reports in every
//! order that its contract allows, and runs the lives of the workers behind the proxies. The host tells
//! the truth only: wrong facts are the business of the two machines' own families. What is looked for
//! here is what only the composition can show.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | inputs, actions and views of both machines, each with its machine |
//! | [`values`] | which values inputs and actions carry, and which machine has them |
//! | [`scenario`] | what a script can ask for |
//! | [`host`] | the lifecycle host between the machines |
//! | [`machine`] | a supervisor and its proxies as one machine under test |
//! | [`oracle`] | what they must say: the oracles of the two, one beside the other |
//! | [`law`] | the laws of both machines and of their composition, and law cells |
//! | [`rig`], [`family`] | all of it put together for the runner, and for engines |

pub mod family;
pub mod host;
pub mod law;
pub mod machine;
pub mod observation;
pub mod oracle;
pub mod rig;
pub mod scenario;
pub mod values;
