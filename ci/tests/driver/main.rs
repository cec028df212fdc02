//! The driver as its users meet it: the built program, in a checkout of its own.

mod audits;
mod campaigns;
mod checkout;
mod doctor;
mod engines;
mod exit_codes;
mod findings;
mod furnished;
mod keeping;
mod layout;
mod migration;
#[cfg(unix)]
mod programs;
mod report;
mod shrinking;
mod triage;
mod workflows;
