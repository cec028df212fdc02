//! The driver as its users meet it: the built program, in a checkout of its own.

mod checkout;
mod exit_codes;
mod findings;
mod keeping;
mod layout;
mod shrinking;
mod triage;
