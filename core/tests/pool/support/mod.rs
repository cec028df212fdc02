//! Shared support of the core's test suites: a small protocol, a definition builder, a host that
//! keeps everything a pool hands out, and a rig that compares complete action products as text.
//!
//! A test reads as a conversation. Each fact is one short call that answers what the pool said, and
//! [`Said::says`] compares the COMPLETE product in authored order, the verdict last:
//!
//! ```ignore
//! let mut rig = setup(&["a"]).start();
//! rig.until_idle("a");
//! rig.submit(7).says(&[
//!     "DeliverAdmission c7 Accepted r7 job1",
//!     "DeliverAssignment child1/0 assignment1 p7",
//!     "Continue",
//! ]);
//! ```
//!
//! | File | What it holds |
//! |---|---|
//! | `protocol` | the test protocol: one tagged value a kind, and the clone fuse |
//! | `setup` | the definition builder: every policy has a default that a test overrides |
//! | `host` | custody of every value that a pool handed out, and one card a role |
//! | `facts` | the inputs, made from a card |
//! | `phases` | rigs with a member in a given phase, and every fact that can be told there |
//! | `rig` | the driver, with the checks that follow every step |
//! | `text` | operations and verdicts as lines |
//! | `text_facts` | inputs, diagnostics, transferred values and residuals as lines |
//!
//! Correlations print as the core prints them, without the `@1` of the rig's own instance: a
//! correlation with an `@` is another pool's. Host values carry the ordinal of the nonce that they
//! belong to: `child3` has recipient `w3`, evidence `e3`, attempt `i3`, permit `permit3`, plan
//! `plan3`; `x3` is a rejection, `z5` the reason of a stop at tick 5. A customer's job `n` is request
//! `rn`, payload `pn` and route `cn`.

pub(crate) mod facts;
mod host;
pub(crate) mod phases;
mod protocol;
mod rig;
mod setup;
mod text;
mod text_facts;

pub(crate) use actor_laws::Fold;
pub(crate) use actor_laws::correlation::{InstanceId, Lease, SequencePlan};
pub(crate) use actor_laws::pool::MemberPhase as Phase;
pub(crate) use actor_laws::pool::RejectedFactClass::{Foreign, Stale, WrongWorker};
pub(crate) use actor_laws::pool::StopClass::{Abnormal, Normal};
pub(crate) use actor_laws::pool::*;
pub(crate) use actor_laws::time::Ticks;
pub(crate) use host::Card;
pub(crate) use protocol::*;
pub(crate) use rig::{Rig, Said};
pub(crate) use setup::{Setup, plan, setup};
pub(crate) use text::{Text, operation_lines};
