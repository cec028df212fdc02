//! What the scenarios of all families have in common: bytes to plain-data scripts and back.
//!
//! A scenario is a header (construction choices, company, disabled opcodes) and steps of four bytes that
//! go on until the data ends. Every byte string is a legal scenario, and encoding is the exact inverse
//! of decoding. A family declares its own by tables: [`opcodes!`](crate::opcodes), [`Field`]s, and an
//! [`Emphasis`] for each target.
//!
//! | Module | What it is |
//! |---|---|
//! | `step`, `opcodes`, `mask` | opcodes, steps, sets of opcodes |
//! | `field`, `header` | what one header byte means; the header as a whole |
//! | `layout` | where the parts stand, for whoever changes bytes |
//! | `scenario`, `text` | bytes to scenario and back, text to scenario and back |
//! | `swarm` | seeded scenarios |
//! | `supply` | how a sequence of ordinals behaves, in words |
//! | [`audit`] | what a family's tests demand of its format and generator |
//! | `prng` | the generator's own randomness |

pub mod audit;
mod field;
mod header;
mod layout;
mod mask;
mod opcodes;
mod prng;
mod scenario;
mod step;
mod supply;
mod swarm;
mod text;

pub use field::{Field, Words};
pub use header::{COMPANY, Company, FIRST_FIELD_AT, Header, Script};
pub use layout::{HeaderByte, Layout};
pub use mask::OpcodeMask;
pub use opcodes::{Class, Operand, Rows};
pub use prng::Prng;
pub use scenario::Scenario;
pub use step::{Opcode, STEP_BYTES, Step};
pub(crate) use supply::PLENTY_STARTS;
pub use supply::Supply;
pub use swarm::{Closing, Emphasis, generate};
