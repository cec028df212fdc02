//! What every step of a fold needs: the definition, the allocators and the growing action product.

use super::allocation::Allocators;
use super::{
    DynamicDiagnostic, DynamicLifecycle, EntryIdentity, Generation, LifecycleEvent, Reply,
    ShutdownProxy, ShutdownPurpose, SupervisorActions, SupervisorDefinition, SupervisorOperation,
    SupervisorProtocol,
};
use alloc::boxed::Box;

/// The surroundings of one fold.
#[derive(Debug)]
pub(crate) struct Context<'fold, P: SupervisorProtocol> {
    pub(crate) definition: &'fold SupervisorDefinition<P>,
    pub(crate) allocators: &'fold mut Allocators,
    pub(crate) actions: &'fold mut SupervisorActions<P>,
    /// Whether a diagnostic of this fold has left terminally: an operating supervisor then shuts
    /// down once the fold's own transition is complete.
    pub(crate) terminated: &'fold mut bool,
}

impl<P: SupervisorProtocol> Context<'_, P> {
    pub(crate) fn push(&mut self, operation: SupervisorOperation<P>) {
        self.actions.push(operation);
    }

    /// Answers a command; its route is used once.
    pub(crate) fn reply(&mut self, route: P::ReplyRoute, reply: Reply<P>) {
        self.push(SupervisorOperation::Reply { route, reply });
    }

    /// Publishes a lifecycle value through the one durable route.
    pub(crate) fn publish(&mut self, identity: EntryIdentity<P::Key>, event: DynamicLifecycle<P>) {
        let route = self.definition.lifecycle.clone();
        let event = LifecycleEvent { identity, event };
        self.push(SupervisorOperation::Lifecycle { route, event });
    }

    /// Lets a diagnostic leave through the chosen disposition. Without a correlation of its own it
    /// leaves as under `Terminate`.
    pub(crate) fn diagnose(&mut self, diagnostic: DynamicDiagnostic<P>) {
        let diagnostic = Box::new(diagnostic);
        let allocators = &mut self.allocators;
        match self.definition.diagnostics.destination(|| allocators.diagnostic()) {
            Some((route, correlation)) => {
                self.push(SupervisorOperation::DeliverDiagnostic {
                    route,
                    correlation,
                    diagnostic,
                });
            }
            None => {
                self.push(SupervisorOperation::TransferTerminalDiagnostic { diagnostic });
                *self.terminated = true;
            }
        }
    }

    /// The surroundings of one entry's transition.
    pub(crate) fn desk<'turn>(
        &'turn mut self,
        identity: &'turn EntryIdentity<P::Key>,
    ) -> Desk<'turn, P> {
        let (definition, allocators) = (self.definition, &mut *self.allocators);
        let (actions, terminated) = (&mut *self.actions, &mut *self.terminated);
        let context = Context { definition, allocators, actions, terminated };
        Desk { context, identity }
    }
}

/// The surroundings of one entry's transition: what concerns this entry goes out here.
#[derive(Debug)]
pub(crate) struct Desk<'turn, P: SupervisorProtocol> {
    pub(crate) context: Context<'turn, P>,
    pub(crate) identity: &'turn EntryIdentity<P::Key>,
}

impl<P: SupervisorProtocol> Desk<'_, P> {
    pub(crate) fn generation(&self) -> Generation {
        self.identity.generation
    }

    /// The identity, for a diagnostic that owns it.
    pub(crate) fn identity(&self) -> EntryIdentity<P::Key> {
        self.identity.clone()
    }

    pub(crate) fn push(&mut self, operation: SupervisorOperation<P>) {
        self.context.push(operation);
    }

    pub(crate) fn publish(&mut self, event: DynamicLifecycle<P>) {
        self.context.publish(self.identity.clone(), event);
    }

    pub(crate) fn diagnose(&mut self, diagnostic: DynamicDiagnostic<P>) {
        self.context.diagnose(diagnostic);
    }

    /// Asks the entry's proxy to stop.
    pub(crate) fn shut_down(&mut self, proxy: &P::Proxy, purpose: ShutdownPurpose) {
        let (generation, proxy) = (self.generation(), proxy.clone());
        let request = ShutdownProxy { generation, proxy, purpose };
        self.push(SupervisorOperation::ShutdownProxy(request));
    }
}
