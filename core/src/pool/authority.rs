//! Completion authority: one affine pair a dispatch.
//!
//! Each dispatch mints two halves. The worker's half, [`CompletionAuthority`], travels inside the
//! [`AssignmentCommand`] and is consumed by reporting a result; the pool's half,
//! [`CompletionCorrelation`], can recognise its partner and can make nothing. Only a dispatch mints a
//! pair. A reunion or a matching completion ends both halves; a worker's stop, or the pool's shutdown
//! after an accepted delivery, ends the pool's half, and the authority is then good for nothing.
//!
//! Each type shows below, as an example that does not compile, what nobody can do with it.

use super::allocation::DispatchTriple;
use super::{AssignmentId, ChildNonce, InstalledWorker, PoolProtocol};
use core::fmt;

/// What both halves of one dispatch agree on.
#[derive(Clone, PartialEq, Eq)]
struct Pair<E> {
    half: RetainedHalf,
    child: ChildNonce,
    evidence: E,
}

/// The pool's half while it stays beside its worker: a member's own nonce, which knows the pool as
/// well, and its evidence complete it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RetainedHalf {
    /// The ordinal of the assignment.
    pub(crate) assignment: u64,
    completion: u64,
}

/// The worker's half: whoever owns it may complete the assignment, once. It has no public
/// constructor, cannot be copied and shows nothing.
///
/// ```compile_fail,E0451
/// # use actor_laws::pool::{CompletionAuthority, PoolProtocol};
/// fn forge<P: PoolProtocol>() -> CompletionAuthority<P> {
///     CompletionAuthority { pair: loop {} }
/// }
/// ```
/// ```compile_fail,E0616
/// # use actor_laws::pool::{CompletionAuthority, PoolProtocol};
/// fn look<P: PoolProtocol>(authority: &CompletionAuthority<P>) -> bool {
///     authority.pair == authority.pair
/// }
/// ```
/// ```compile_fail,E0277
/// # use actor_laws::pool::{CompletionAuthority, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<CompletionAuthority<P>>()
/// }
/// ```
/// ```compile_fail,E0382
/// # use actor_laws::pool::{CompletionAuthority, CompletionEvidence, PoolProtocol};
/// fn twice<P: PoolProtocol<Output = u8>>(
///     authority: CompletionAuthority<P>,
/// ) -> [CompletionEvidence<P>; 2] {
///     [authority.complete(1), authority.complete(2)]
/// }
/// ```
#[must_use = "an authority that is dropped can never complete its assignment"]
pub struct CompletionAuthority<P: PoolProtocol> {
    pair: Pair<P::Evidence>,
}

/// The pool's half: recognises its partner, authorizes nothing.
///
/// ```compile_fail,E0599
/// # use actor_laws::pool::{CompletionCorrelation, PoolProtocol};
/// fn complete<P: PoolProtocol>(half: CompletionCorrelation<P>, output: P::Output) {
///     half.complete(output);
/// }
/// ```
/// ```compile_fail,E0277
/// # use actor_laws::pool::{CompletionCorrelation, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<CompletionCorrelation<P>>()
/// }
/// ```
#[must_use = "the retained half ends by reunion, by a completion or by transfer"]
pub struct CompletionCorrelation<P: PoolProtocol> {
    pair: Pair<P::Evidence>,
}

/// What a worker gets: a clone of the payload, and the authority to complete it.
///
/// ```compile_fail,E0451
/// # use actor_laws::pool::{AssignmentCommand, CompletionAuthority, PoolProtocol};
/// fn build<P: PoolProtocol>(
///     payload: P::Payload,
///     completion: CompletionAuthority<P>,
/// ) -> AssignmentCommand<P> {
///     AssignmentCommand { payload, completion }
/// }
/// ```
/// ```compile_fail,E0277
/// # use actor_laws::pool::{AssignmentCommand, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<AssignmentCommand<P>>()
/// }
/// ```
/// ```compile_fail,E0382
/// # use actor_laws::pool::{AssignmentCommand, PoolProtocol};
/// fn twice<P: PoolProtocol>(command: AssignmentCommand<P>) {
///     let (_payload, _authority) = command.accept();
///     let (_payload, _authority) = command.accept();
/// }
/// ```
#[derive(Debug)]
#[must_use = "a command owns the execution payload and the completion authority"]
pub struct AssignmentCommand<P: PoolProtocol> {
    payload: P::Payload,
    completion: CompletionAuthority<P>,
}

/// A consumed authority paired with the one result that it authorized.
///
/// ```compile_fail,E0451
/// # use actor_laws::pool::{CompletionAuthority, CompletionEvidence, PoolProtocol};
/// fn build<P: PoolProtocol>(
///     authority: CompletionAuthority<P>,
///     output: P::Output,
/// ) -> CompletionEvidence<P> {
///     CompletionEvidence { authority, output }
/// }
/// ```
/// ```compile_fail,E0616
/// # use actor_laws::pool::{CompletionAuthority, CompletionEvidence, PoolProtocol};
/// fn take_back<P: PoolProtocol>(evidence: CompletionEvidence<P>) -> CompletionAuthority<P> {
///     evidence.authority
/// }
/// ```
/// ```compile_fail,E0277
/// # use actor_laws::pool::{CompletionEvidence, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<CompletionEvidence<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "a completion owns the worker's result"]
pub struct CompletionEvidence<P: PoolProtocol> {
    authority: CompletionAuthority<P>,
    output: P::Output,
}

/// Mints the two halves of one dispatch.
#[inline]
pub(crate) fn mint<P: PoolProtocol>(
    triple: DispatchTriple,
    worker: &InstalledWorker<P>,
) -> (RetainedHalf, CompletionAuthority<P>) {
    let DispatchTriple { assignment, completion } = triple;
    let half = RetainedHalf { assignment, completion };
    let (child, evidence) = (worker.child, worker.incarnation.evidence.clone());
    (half, CompletionAuthority { pair: Pair { half, child, evidence } })
}

impl<E> Pair<E> {
    /// The nonce and the assignment were issued by one pool.
    fn assignment(&self) -> AssignmentId {
        AssignmentId::new(self.child.instance(), self.half.assignment)
    }
}

impl<P: PoolProtocol> CompletionAuthority<P> {
    /// Whether this is the partner of `worker`'s half.
    fn is_partner(&self, half: RetainedHalf, worker: &InstalledWorker<P>) -> bool {
        let Pair { half: own, child, evidence } = &self.pair;
        *own == half && *child == worker.child && *evidence == worker.incarnation.evidence
    }
}

impl RetainedHalf {
    /// Whether `completion` was made with this half's partner.
    pub(crate) fn recognises<P: PoolProtocol>(
        self,
        worker: &InstalledWorker<P>,
        completion: &CompletionEvidence<P>,
    ) -> bool {
        completion.authority.is_partner(self, worker)
    }

    /// Whether `returned` carries this half's partner.
    pub(crate) fn matches<P: PoolProtocol>(
        self,
        worker: &InstalledWorker<P>,
        returned: &AssignmentCommand<P>,
    ) -> bool {
        returned.completion.is_partner(self, worker)
    }

    /// Leaves its worker's side: the complete half, for the host.
    pub(crate) fn detach<P: PoolProtocol>(
        self,
        worker: &InstalledWorker<P>,
    ) -> CompletionCorrelation<P> {
        let (child, evidence) = (worker.child, worker.incarnation.evidence.clone());
        CompletionCorrelation { pair: Pair { half: self, child, evidence } }
    }

    /// Brings two matching halves together: neither is live any more.
    pub(crate) fn cancel<P: PoolProtocol>(self, returned: AssignmentCommand<P>) {
        debug_assert!(
            self == returned.completion.pair.half,
            "a reunion is judged before it is made"
        );
    }
}

impl<P: PoolProtocol> CompletionCorrelation<P> {
    /// The assignment that this half belongs to.
    #[must_use]
    pub fn assignment(&self) -> AssignmentId {
        self.pair.assignment()
    }
}

impl<P: PoolProtocol> AssignmentCommand<P> {
    pub(crate) fn new(payload: P::Payload, completion: CompletionAuthority<P>) -> Self {
        Self { payload, completion }
    }

    /// The execution payload.
    #[must_use]
    pub fn payload(&self) -> &P::Payload {
        &self.payload
    }

    /// Takes the command up: the payload to execute, and the authority to complete it with.
    pub fn accept(self) -> (P::Payload, CompletionAuthority<P>) {
        (self.payload, self.completion)
    }
}

impl<P: PoolProtocol> CompletionAuthority<P> {
    /// Consumes the authority to report `output` to the pool.
    pub fn complete(self, output: P::Output) -> CompletionEvidence<P> {
        CompletionEvidence { authority: self, output }
    }
}

impl<P: PoolProtocol> CompletionEvidence<P> {
    /// The worker's result.
    #[must_use]
    pub fn output(&self) -> &P::Output {
        &self.output
    }

    /// Gives up the evidence for its result.
    #[must_use]
    pub fn into_output(self) -> P::Output {
        self.output
    }
}

impl<P: PoolProtocol> fmt::Debug for CompletionAuthority<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CompletionAuthority")
    }
}

impl<P: PoolProtocol> fmt::Debug for CompletionCorrelation<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "half of {:?}", self.pair.assignment())
    }
}
