//! Diagnostics: rejected facts and failures, each whole.

use super::{
    EntryIdentity, LateOutcome, OperationId, OwedResults, ProxyExit, ProxyInputOperation,
    ShutdownProxy, SupervisorInput, SupervisorProtocol,
};
use crate::correlation::Unavailable;

/// One diagnostic. It leaves through the disposition that the constructor chose.
#[derive(Debug)]
#[must_use = "it owns what came back"]
pub enum DynamicDiagnostic<P: SupervisorProtocol> {
    /// A correlation could not be reserved; the command that asked is answered.
    CorrelationUnavailable {
        /// The command's key.
        key: P::Key,
        /// Which kind.
        kind: CorrelationKind,
        /// The allocator's answer.
        reason: Unavailable,
    },
    /// A proxy was not created.
    CreationRejected {
        /// Which life of which service.
        identity: EntryIdentity<P::Key>,
        /// Why.
        rejection: P::CreationRejection,
        /// An exit that had come before: then the two facts contradict each other.
        early_exit: Option<ProxyExit<P>>,
    },
    /// An input was not delivered.
    InputRejected {
        /// Which life of which service.
        identity: EntryIdentity<P::Key>,
        /// The operation, whole.
        input: ProxyInputOperation<P>,
        /// Why.
        reason: P::Reason,
    },
    /// A change failed by its outcome, or its outcome came after the proxy's death.
    OutcomeFailed {
        /// Which life of which service.
        identity: EntryIdentity<P::Key>,
        /// The operation.
        operation: OperationId,
        /// The outcome, whole.
        outcome: LateOutcome<P>,
    },
    /// A shutdown request was not delivered.
    ShutdownRejected {
        /// Which life of which service.
        identity: EntryIdentity<P::Key>,
        /// The request, whole.
        request: ShutdownProxy<P>,
        /// Why.
        reason: P::Reason,
    },
    /// A proxy died before its entry was ending.
    ProxyDied {
        /// Which life of which service.
        identity: EntryIdentity<P::Key>,
        /// Its end.
        exit: ProxyExit<P>,
    },
    /// A fact that changed nothing.
    RejectedFact {
        /// The fact, whole.
        fact: SupervisorInput<P>,
    },
    /// An entry that was unresolved when retirement was forced; the final state holds it whole.
    ForcedRetirement {
        /// Which life of which service.
        identity: EntryIdentity<P::Key>,
        /// What was still owed to it.
        owed: OwedResults,
    },
}

/// The kinds of correlation that a command can miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the kinds are the words of the law")]
pub enum CorrelationKind {
    Generation,
    Creation,
    Operation,
    Stop,
}
