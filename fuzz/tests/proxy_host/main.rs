//! Tests of the proxy's host, laws and cells: on good runs the host keeps its promises, and each
//! defective machine is rejected by the law that names its defect.

mod faithful;
