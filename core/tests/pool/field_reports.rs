//! What goes wrong in the field: the scenarios that public bug reports about pools come down to, each
//! with the outcome that the law gives. A test is named by the number of its report and by the fact.
//!
//! | File | Reports |
//! |---|---|
//! | `field_reports/dispatch.rs` | F1, F2, F4 to F8: who gets which job, and when |
//! | `field_reports/stops.rs` | F3, F9 to F12: what a stop or a failed creation leads to, once |
//! | `field_reports/drain.rs` | F13 to F19: how a shutdown ends |
//! | `field_reports/window.rs` | W1 to W7: the restart window |

mod dispatch;
mod drain;
mod stops;
mod window;
