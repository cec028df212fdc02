//! The oracle of the stable proxy against histories that were worked out by hand from the law's
//! tables: every step is compared with its complete list of actions.

mod correlations;
mod history;
mod rejected;
mod replacement;
mod shutdown;
mod start;
mod storm;
mod storm_custody;
mod storm_host;
mod storm_random;
mod table;
mod words;
mod wrong_products;
