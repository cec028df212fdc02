//! Construction and the modes around operation: checks in order, all or nothing at every role, the
//! prepared roster taken back, and inputs handed back whole.

mod support;

use support::*;

#[test]
fn it_builds() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.submit(7).says(&[
        "DeliverAdmission c7 Accepted r7 job1",
        "DeliverAssignment child1/0 assignment1 p7",
        "Continue",
    ]);
}
