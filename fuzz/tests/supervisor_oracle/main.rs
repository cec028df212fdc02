//! The supervisor oracle against histories that were worked out by hand from the law's tables:
//! every step is compared with its complete list of actions.

mod cancellation;
mod changes;
mod diagnostics;
mod history;
mod shutdown;
mod stops;
mod storm;
mod tables;
mod words;
mod wrong_products;
