//! A hand-written history: an oracle to tell things, and short ways into the rows of the table.

use super::words::*;
use actor_laws_fuzz::proxy::observation::*;
use actor_laws_fuzz::proxy::oracle::ProxyOracle;

/// Creations from 100 on, activations from 200 on.
pub(crate) fn setup() -> ProxySetup {
    ProxySetup { identity: PROXY, creations: endless(100), activations: endless(200) }
}

/// Every ordinal from `first` on.
pub(crate) fn endless(first: u64) -> Supply {
    Supply { lease: Some(Lease { first, last: u64::MAX }), renewal: None }
}

/// One proxy's history.
#[derive(Clone)]
pub(crate) struct History {
    oracle: ProxyOracle,
}

impl History {
    pub(crate) fn of(setup: &ProxySetup) -> Self {
        Self { oracle: ProxyOracle::new(setup) }
    }

    /// A dormant proxy.
    pub(crate) fn new() -> Self {
        Self::of(&setup())
    }

    /// A proxy whose first worker is ready.
    pub(crate) fn ready() -> Self {
        Self::new().after(&[tell::install(0, 0)]).after(&to_ready(0, 0))
    }

    /// A proxy whose first worker was ready and is gone.
    pub(crate) fn empty_after() -> Self {
        Self::ready().after(&[tell::gone(0)])
    }

    /// A proxy whose ready worker 0 has gone for its replacement (ticket 1, worker 1), while the
    /// settlement of its shutdown is out.
    pub(crate) fn succeeding() -> Self {
        Self::ready().after(&[tell::replace(1, 1), tell::gone(0)])
    }

    /// The same proxy after these inputs, none of which may be a rejected fact.
    #[track_caller]
    pub(crate) fn after(mut self, inputs: &[Told]) -> Self {
        for told in inputs {
            let (said, verdict) = self.tell(*told);
            assert_ne!(verdict, Verdict::HandedBack, "{told:?}");
            let is_miss = said.iter().any(|said| matches!(said, Said::Diagnostic { .. }));
            assert!(!is_miss, "refused: {said:#?}");
        }
        self
    }

    /// Tells one input and answers everything that is said.
    pub(crate) fn tell(&mut self, told: Told) -> (Vec<Said>, Verdict) {
        let mut said = Vec::new();
        let verdict = self.oracle.expect(&told, &mut said);
        (said, verdict)
    }

    /// Tells one input, and compares the complete product of a proxy that goes on in this row.
    #[track_caller]
    pub(crate) fn says(&mut self, told: Told, expected: &[Said], row: Row) {
        assert_eq!(self.tell(told), (expected.to_vec(), Verdict::Continue));
        assert_eq!(self.row(), row);
    }

    /// Tells one input, and compares the complete product of a proxy that stops.
    #[track_caller]
    pub(crate) fn stops(&mut self, told: Told, leftover: Leftover) {
        assert_eq!(self.tell(told), (vec![], Verdict::Stopped { leftover }));
        assert_eq!(self.view(), bare(Row::Stopped));
    }

    /// Tells a fact that nothing waits for: one diagnostic, and nothing changes.
    #[track_caller]
    pub(crate) fn misses(&mut self, kind: MissKind, phase: ShownPhase, told: Told) {
        let before = self.view();
        self.says(told, &[say::miss(kind, phase, told)], before.row);
        assert_eq!(self.view(), before);
    }

    pub(crate) fn view(&self) -> ProxyView {
        self.oracle.view()
    }

    pub(crate) fn row(&self) -> Row {
        self.view().row
    }
}

/// Brings a worker whose creation is out to readiness.
pub(crate) fn to_ready(n: u32, k: u32) -> [Told; 4] {
    [tell::committed(n), tell::initialized(n), tell::begun(n, k), tell::ready(n, k)]
}

/// A view that shows nothing but its row.
pub(crate) fn bare(row: Row) -> ProxyView {
    ProxyView {
        row,
        exit_kept: false,
        settlement_owed: false,
        predecessor_settlement_owed: false,
        held_ready: false,
    }
}
