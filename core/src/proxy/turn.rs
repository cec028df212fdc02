//! What a transition may use beside the phase that it consumes: the allocators and the product.

use super::correlations::Sequences;
use super::machine::{Next, State};
use super::rejection::Named;
use super::{
    OwnerReport, ProxyActions, ProxyDiagnostic, ProxyInput, ProxyOperation, ProxyProtocol,
    RejectedFactKind,
};
use alloc::boxed::Box;

/// One step under way.
#[derive(Debug)]
pub(crate) struct Turn<'step, P: ProxyProtocol> {
    pub(crate) sequences: &'step mut Sequences,
    pub(crate) actions: &'step mut ProxyActions<P>,
}

impl<P: ProxyProtocol> Turn<'_, P> {
    pub(crate) fn push(&mut self, operation: ProxyOperation<P>) {
        self.actions.push(operation);
    }

    pub(crate) fn report(&mut self, report: OwnerReport<P>) {
        self.push(ProxyOperation::Report(report));
    }

    /// How a fact that names this misses.
    pub(crate) fn miss(&self, state: &State<P>, named: &Named<'_, P>) -> RejectedFactKind {
        state.miss(self.sequences.instance, named)
    }

    /// A rejected fact: the state is kept, and one diagnostic owns the fact.
    pub(crate) fn reject(
        &mut self,
        kind: RejectedFactKind,
        state: State<P>,
        fact: ProxyInput<P>,
    ) -> Next<P> {
        let diagnostic = ProxyDiagnostic { kind, phase: state.phase(), fact };
        self.push(ProxyOperation::Diagnostic(Box::new(diagnostic)));
        state.into()
    }
}
