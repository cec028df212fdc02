//! One committed worker, as the proxy knows it: evidence for reports, the incarnation for its host.

use super::{ProxyOperation, ProxyProtocol, ShutdownWorker, WorkerEvidence};
use crate::settlement::Settlement;

/// What became of a worker's shutdown.
pub(crate) type ShutdownSettlement<P> =
    Settlement<ShutdownWorker<P>, <P as ProxyProtocol>::Rejection>;

/// One committed worker.
#[derive(Debug)]
pub(crate) struct Worker<P: ProxyProtocol> {
    pub(crate) evidence: WorkerEvidence,
    pub(crate) incarnation: P::Incarnation,
}

impl<P: ProxyProtocol> Worker<P> {
    /// The only place that compares incarnations.
    #[inline]
    pub(crate) fn is(&self, incarnation: &P::Incarnation) -> bool {
        self.incarnation == *incarnation
    }

    /// The request to stop. Whoever emits it awaits the pair from then on.
    pub(crate) fn shutdown(&self) -> ProxyOperation<P> {
        let incarnation = self.incarnation.clone();
        ProxyOperation::ShutdownWorker(ShutdownWorker { incarnation })
    }
}
