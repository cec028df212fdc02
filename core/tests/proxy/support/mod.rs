//! Shared support of the proxy's test suites: a small protocol, inputs by short names, and a rig that
//! compares complete action products as text.
//!
//! A test reads as a conversation. [`Tell`] names an input, [`Said::says`] compares the COMPLETE
//! product in authored order, the verdict last:
//!
//! ```ignore
//! let mut rig = Rig::after(&[Install(1), Committed(1), Initialized(1), StartAccepted(1)]);
//! rig.tell(Ready(1)).says(&["Report Initial t1 Ready worker1 proof1", "Continue"]);
//! ```
//!
//! | File | What it holds |
//! |---|---|
//! | `protocol` | the test protocol: one affine tag a kind, and the proof that no fold drops one |
//! | `tell` | the inputs by name, and the correlations that they need |
//! | `rig` | the driver, with the checks that follow every step |
//! | `text` | operations, reports and verdicts as lines |
//! | `text_facts` | inputs and diagnostics as lines |
//!
//! Correlations print as the core prints them, without the `@1` of the rig's own instance: one with
//! an `@` is another proxy's. Values carry the number of the change that they belong to: change 3 has
//! ticket `t3` and submission `b3 p3`; the worker of `creation3` is `w3` with attempt `i3`,
//! `permit3`, failure `f3`, `proof3` and rejection `r3`; `x3` is the host's rejection of something
//! about it. An exit at tick 5 is `z5 at 5`. Service 7 is command `c7` of sender `s7`.

mod protocol;
mod rig;
mod tell;
mod text;
mod text_facts;

pub(crate) use actor_laws::Fold;
pub(crate) use actor_laws::correlation::{InstanceId, Lease, SequencePlan};
pub(crate) use actor_laws::proxy::*;
pub(crate) use protocol::*;
pub(crate) use rig::{Rig, VIEW};
pub(crate) use tell::Tell;
pub(crate) use text::{operation_line, product_lines};
pub(crate) use text_facts::input_line;
