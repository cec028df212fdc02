//! The engines' side of the library.

mod canary;
mod executor;
pub mod feedback;
mod harness;
#[cfg(all(fuzzing, afl_build))]
mod ladder;
mod libfuzzer;
mod mutate;
pub mod reached;
mod replay;
mod selected;
mod shrink;
pub mod stats;
mod subject;

pub use executor::{Executor, Recording};
pub use harness::harness;
pub use mutate::{
    Bytewise, Mutations, Mutator, VARIABLE as MUTATIONS_VARIABLE, cross_over, mutate,
};
pub use replay::replay;
pub use selected::{ANY_TARGET, VARIABLE, selected};
pub use shrink::{shrink, shrink_further};
pub use subject::{Build, CANARY, Subject, target_named};
