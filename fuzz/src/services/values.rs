//! Which values an input brings along and which ones an action carries away. The machine that has a value
//! is part of its kind: what one proxy took, no other machine may emit.

use super::observation::{Proxy, Said, Told, Verdict};
use crate::custody;
use crate::{proxy, supervisor};

/// The kinds of values, with the machine that has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The supervisor has it.
    Supervisor(supervisor::custody::Kind),
    /// This proxy has it.
    Proxy(Proxy, proxy::values::Kind),
}

/// Visits values.
pub type Visit<'a> = custody::Visit<'a, Kind>;

/// Visits every value that `told` brings along.
pub fn told_values(told: &Told, visit: Visit<'_>) {
    match told {
        Told::Supervisor(told) => {
            supervisor::custody::told_values(told, &mut |kind, tag| {
                visit(Kind::Supervisor(kind), tag)
            });
        }
        Told::Proxy { proxy, told } => {
            proxy::values::told_values(told, &mut |kind, tag| {
                visit(Kind::Proxy(*proxy, kind), tag)
            });
        }
    }
}

/// Visits every value that `said` carries away.
pub fn said_values(said: &Said, visit: Visit<'_>) {
    match said {
        Said::Supervisor(said) => {
            let mut visit = |kind, tag| visit(Kind::Supervisor(kind), tag);
            supervisor::custody::said_values(said, &mut visit);
        }
        Said::Proxy { proxy, said } => {
            proxy::values::said_values(said, &mut |kind, tag| {
                visit(Kind::Proxy(*proxy, kind), tag)
            });
        }
    }
}

/// Visits every value that the end of a step carries away.
pub fn verdict_values(verdict: &Verdict, visit: Visit<'_>) {
    if let Verdict::Proxy { proxy, verdict } = verdict {
        let mut visit = |kind, tag| visit(Kind::Proxy(*proxy, kind), tag);
        proxy::values::verdict_values(verdict, &mut visit);
    }
}
