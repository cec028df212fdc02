//! What is in custody in a supervisor's run: the values that commands and facts bring.

mod values;

pub use values::*;
