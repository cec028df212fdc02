//! The pool oracle against histories that were worked out by hand from the law's tables: every
//! step is compared with its complete list of actions.

mod activation;
mod admission;
mod construction;
mod correlations;
mod drain;
mod field_reports;
mod history;
mod joins;
mod phases;
mod recovery;
mod shutdown;
mod storm;
mod words;
mod wrong_facts;
