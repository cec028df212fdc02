//! The stable proxy: one lasting service identity in front of at most one worker at a time.
//!
//! Clients send their commands to the proxy, whatever becomes of the worker behind it. Its structural
//! owner installs the first worker, replaces workers and shuts the proxy down; the lifecycle host
//! carries out what the proxy asks for and tells what became of it. The proxy knows nothing of
//! restarts, budgets, jobs or deadlines. It is a fold ([`StableProxy`] implements
//! [`Fold`](crate::Fold)): it never waits, it only answers.
//!
//! # Claims
//!
//! A design that makes one of these false is wrong. Each row names what watches over it: laws that
//! recompute it from a state ([`invariants`]), what the types make impossible to write down, and laws of
//! the fuzz library that judge the observed history (in kebab case). The oracle's complete prediction and
//! the custody ledger judge every step as well.
//!
//! | # | Claim | Watched by |
//! |---|---|---|
//! | 1 | At most one worker incarnation is installed. | `CurrentIsNewest`; a phase has room for one worker; `one-worker-at-a-time`, `predecessor-gone-before-creation` |
//! | 2 | A command goes only to the exact current worker, and only while it is ready. | `ReadyWasActivated`; only the ready phase can deliver; `service-to-the-ready-worker-only`, `service-answered-once` |
//! | 3 | Installed is not ready. | `ActivationIsNewest`; permit and plan leave together, once; `installed-is-not-ready`, `ready-is-alive` |
//! | 4 | A replacement drains its exact predecessor first and is freshly created. | `SuccessorIsFresh`; a successor's creation is made of its predecessor's exit; `predecessor-gone-before-creation`, `predecessor-is-awaited` |
//! | 5 | Every accepted input gives one next state and one complete, named action product. | `HistoryFitsThePhase`; a transition consumes its phase and returns the next; `lane-order`, `outcome-tells-what-was-told` |
//! | 6 | Shutdown closes admission and settles everything that the proxy still owns. | `PairIsIncomplete`, `DrainIsUnfinished`; values are affine; `stop-owes-nothing`, `leftover-is-complete`, `drain-opens-nothing` |
//! | 7 | A stale, duplicate, foreign or contradictory fact never advances the state. | `CorrelationsAreOwn`, `CorrelationsWereIssued`; `rejected-fact-is-inert`, `one-diagnostic-per-rejected-fact` |
//!
//! # Vocabulary
//!
//! - A *change* is an accepted install or replacement, with the owner's ticket. It ends in exactly one
//!   report, or in the leftover.
//! - A *worker* is one committed creation: an incarnation, which is the host's name for it and never
//!   leaves in a report, and opaque [evidence](WorkerEvidence), which does.
//! - A *fact* is what the host tells. One that matches nothing that is awaited is a *rejected fact*:
//!   the state is kept, and one [diagnostic](ProxyDiagnostic) owns it whole.
//! - An exit is *kept* while something else about its worker is still out.
//!
//! # States
//!
//! `Dormant -> Creating -> Initializing -> Activating -> Ready`
//!
//! A birth commits a worker and asks for its initialization, always: its result alone brings the plan
//! back. A successful initialization issues the permit and begins the activation in the same fold. A
//! start is settled first and counts its result only then. Whatever ends a start otherwise leads to one
//! of two empty states: `EmptyInitial` if no worker was ever born, and `EmptyAfter` a worker, from which
//! a replacement creates the next one. A worker whose exit was kept can never become ready: the next
//! result that it has out is its outcome.
//!
//! # The pair
//!
//! Wherever a worker is asked to stop, the settlement of that request and the exit are both awaited,
//! in either order, and a rejected settlement never stands for the exit. One small piece says what has
//! come, wherever a pair is awaited: in failure drains, in every drain after a shutdown, and for a
//! predecessor, whose settlement may come as late as its successor's outcome.
//!
//! # Failure drain
//!
//! A live worker that cannot become ready (its initialization, start or activation was rejected, or no
//! attempt could be reserved) is asked to stop, and reported after its pair. A shutdown meanwhile
//! changes the phase shown and where it ends, and asks for nothing.
//!
//! # Replacement
//!
//! A ready worker is asked to stop when its replacement is accepted, and the successor's creation is
//! reserved there. The exit creates the successor in that fold, and goes into the replacement's
//! outcome instead of a report of its own. If the predecessor's settlement is still out when the
//! outcome is complete, the outcome is held until it comes; a ready worker that exits behind its held
//! outcome was never ready to anyone.
//!
//! # Shutdown
//!
//! An empty proxy stops in the fold. Every other keeps what comes, begins nothing, and stops with the
//! last fact that it awaits. The verdict hands the host one [`Leftover`]: what the proxy still owned,
//! each value once. After that every input goes back whole ([`RefusedInput`]).
//!
//! # Decisions
//!
//! Where the law leaves a choice, this crate does the following.
//!
//! - A creation is drawn only where the phase would take the change, and an activation only for a
//!   worker without an exit; a draw that fails burns its candidate.
//! - A rejected fact is judged from the state alone, in one order: foreign, unknown, wrong attempt,
//!   unexpected ([`RejectedFactKind`]). What a rejection brings back is not judged.
//! - A worker is known from its commit until it leaves the state, also after its exit was kept; a
//!   replaced predecessor until its shutdown is settled.
//! - An initialization's stop is the exit if none was kept. If one was, both are handed on, and they are
//!   not compared.
//! - A failure drain that is to stop the proxy is the drain of a worker (`DrainingWorker`) as soon as only
//!   a predecessor's settlement is out.
//! - While draining, the results of an activation before and after its cancel are one, and the leftover
//!   does not tell them apart.
//! - An end is `Exited` only if the worker was never asked to stop.

mod activation;
mod applied;
mod change;
mod control;
mod correlations;
mod diagnostic;
mod draining;
mod failing;
mod identity;
mod input;
pub mod invariants;
mod leftover;
mod machine;
mod operation;
mod outcome;
mod pair;
mod protocol;
mod rejection;
mod replacement;
mod start;
mod stop;
mod turn;
mod view;
mod worker;

pub use applied::*;
pub use correlations::ProxyCorrelations;
pub use diagnostic::*;
pub use identity::{ActivationId, CreationId, WorkerEvidence};
pub use input::*;
pub use leftover::*;
pub use machine::StableProxy;
pub use operation::*;
pub use outcome::*;
pub use protocol::ProxyProtocol;
pub use view::{ProxyRow, ProxyView};
