//! Everything that attacks a stable proxy.
//!
//! | Module | What it is |
//! |---|---|
//! | [`observation`] | what can be seen of a proxy from outside: plain data that all parts share |

pub mod observation;
