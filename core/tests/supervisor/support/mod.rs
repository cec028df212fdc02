//! Shared support of the supervisor's suites: a small protocol, a definition builder, a rig that tells
//! inputs and compares complete action products as text, and custody of every affine value.
//!
//! A test reads as a conversation: each input is one short call that answers what the supervisor said,
//! and [`Said::says`] compares the COMPLETE product in authored order, the verdict last. After every
//! step the rig runs every law of the state, and the custody check: what the supervisor held and was told
//! is what it holds and has said, each affine value (printed with a `#`) once.
//!
//! Numbers name values: `start("a", 7)` brings `worker#7`, `plan#7` and route `r#7`; `exit("a", 9)` is
//! `died#9` at tick 9; worker `n` has the evidence `worker1@n` and the proof `proof#n`. Correlations
//! print without the `@1000` of the rig's own instance.

mod custody;
pub(crate) mod evidence;
pub(crate) mod explore;
pub(crate) mod facts;
pub(crate) mod outcomes;
mod protocol;
mod rig;
mod setup;
pub(crate) mod step;
mod text;

pub(crate) use actor_laws::Fold;
pub(crate) use actor_laws::supervisor::*;
pub(crate) use protocol::*;
pub(crate) use rig::{Rig, Said};
pub(crate) use setup::{Setup, lease, setup};
pub(crate) use text::text;
