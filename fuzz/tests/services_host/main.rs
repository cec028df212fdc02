//! Tests of the host between a supervisor and its proxies, of the laws of their composition and of its
//! cells: on good runs the host keeps its promises, and each defective machine or host is rejected by the
//! law that names its defect.

mod bench;
mod defects;
mod faithful;
mod lies;
mod scripts;
