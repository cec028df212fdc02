//! Tests of the proxy's scenarios, host, laws and cells: on good runs the host keeps its promises,
//! each opcode does what it says, and each defective machine is rejected by the law that names its
//! defect.

mod defects;
mod faithful;
mod format;
mod guarded;
mod machine;
mod shrinking;
mod steps;
