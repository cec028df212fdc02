//! The supervisor oracle against histories that were worked out by hand from the law's tables:
//! every step is compared with its complete list of actions.

mod activation;
mod cancellation;
mod changes;
mod deaths;
mod diagnostics;
mod history;
mod reports;
mod rows;
mod shutdown;
mod stops;
mod storm;
mod storm_ledger;
mod storm_world;
mod tables;
mod words;
mod wrong_products;
