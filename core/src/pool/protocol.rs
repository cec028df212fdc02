//! The caller's own types, in one place.

use core::fmt::Debug;

/// Everything about a pool that its application chooses: roles, worker definitions, payloads,
/// results, routes, and the host's evidence.
///
/// Values without a `Clone` bound are affine here: the pool moves them and never copies them.
/// `Debug` is asked of everything so that a refused input and a product can be shown. Only cloning a
/// payload may panic; the clones of roles, routes, evidence and attempts must not.
///
/// A worker protocol that cannot take the pool's assignments does not compile: its payload must be
/// one type that can be cloned for execution, and its result one type.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, WorkerFactory};
/// #[derive(Debug)]
/// struct Unclonable;
/// # #[derive(Debug)]
/// # struct Pool;
/// # impl WorkerFactory<Pool> for () {
/// #     fn submission(&mut self, _role: &()) -> Result<(), ()> { Ok(()) }
/// # }
/// impl PoolProtocol for Pool {
///     type Payload = Unclonable;
/// #     type Role = ();
/// #     type Factory = ();
/// #     type FactoryRejection = ();
/// #     type Submission = ();
/// #     type Source = ();
/// #     type Recipient = ();
/// #     type Evidence = ();
/// #     type InitializationAttempt = ();
/// #     type Permit = ();
/// #     type Plan = ();
/// #     type RejectedInitialization = ();
/// #     type StopReason = ();
/// #     type Rejection = ();
/// #     type Request = ();
/// #     type CustomerRoute = ();
/// #     type Output = ();
/// #     type DiagnosticRoute = ();
///     // ...
/// }
/// ```
/// ```compile_fail,E0308
/// # use actor_laws::pool::{CompletionAuthority, PoolProtocol};
/// fn another_result<P: PoolProtocol<Output = u8>>(authority: CompletionAuthority<P>) {
///     let _evidence = authority.complete("eight");
/// }
/// ```
pub trait PoolProtocol: Debug + Sized {
    /// A semantic worker label, unique inside one pool.
    type Role: Clone + Ord + Debug;
    /// Makes the initial roster; used at construction only.
    type Factory: WorkerFactory<Self>;
    /// Why the factory made no worker.
    type FactoryRejection: Debug;
    /// A complete owned worker definition with its activation work.
    type Submission: Debug;
    /// What prepares replacement workers; affine, lent out with each request.
    type Source: Debug;
    /// The routable capability of one committed worker; private to the pool's effects.
    type Recipient: Debug;
    /// Opaque evidence of one committed birth; comparable, never a route.
    type Evidence: Clone + Eq + Debug;
    /// The host's correlation of one initialization.
    type InitializationAttempt: Clone + Eq + Debug;
    /// The one-shot permit of a successful initialization.
    type Permit: Debug;
    /// The activation work of one worker.
    type Plan: Debug;
    /// What a rejected initialization leaves.
    type RejectedInitialization: Debug;
    /// Why a worker stopped.
    type StopReason: Debug;
    /// Why the host rejected an operation.
    type Rejection: Debug;
    /// The caller's own submission correlation; echoed, never inspected. The pool never clones it;
    /// the host may, to record that an answer was delivered.
    type Request: Clone + Debug;
    /// A job. The worker gets a clone, the pool keeps the original until the job has ended.
    type Payload: Clone + Debug;
    /// Where a customer's outcomes go.
    type CustomerRoute: Clone + Debug;
    /// A worker's result.
    type Output: Debug;
    /// Where diagnostics go.
    type DiagnosticRoute: Clone + Debug;
}

/// Makes the worker of each role when a pool is constructed.
pub trait WorkerFactory<P: PoolProtocol>: Debug {
    /// Makes the worker definition of `role`.
    ///
    /// # Errors
    ///
    /// The application's reason; the construction then fails as a whole.
    fn submission(&mut self, role: &P::Role) -> Result<P::Submission, P::FactoryRejection>;
}
