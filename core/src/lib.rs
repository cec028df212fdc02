//! Pure folds of actor-runtime machines, with the invariant checks that state their laws.
#![no_std]
#![deny(missing_docs)]
#![forbid(unsafe_code)]
