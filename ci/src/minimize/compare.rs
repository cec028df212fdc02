//! Our minimizers beside those of the engines, on the same inputs, in one run (`--compare`).

mod corpora;
mod crashes;

pub(super) use corpora::run as corpora;
pub(super) use crashes::run as crashes;
