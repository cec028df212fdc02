//! What can be seen of a machine from outside: plain data, shared by scenario, host, oracle, laws
//! and traces. No type of the core appears here, and nothing in here owns a real value.

pub mod pool;
