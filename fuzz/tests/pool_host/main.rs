//! Tests of the host, the custody and the laws themselves, on machines that are made of the oracle:
//! a faithful one must pass, and each defective one must be rejected by the law that names its
//! defect.

mod checks;
mod defects;
mod faithful;
mod liveness;
mod machine;
mod steps;
mod values;
