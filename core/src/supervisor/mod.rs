//! The dynamic supervisor: a bounded, keyed table of services, each behind one stable proxy.
//!
//! One supervisor starts, replaces, stops, shows and calls back services by key. Forwarding and worker
//! replacement it leaves to a [`StableProxy`](crate::proxy::StableProxy) a service. It is a fold
//! ([`DynamicSupervisor`] implements [`Fold`](crate::Fold)): it never waits, it only answers.
//!
//! # Claims
//!
//! A design that makes one of these false is wrong. Each row names the laws that recompute it from a
//! state ([`invariants`]), what the types leave no room for, and the suites that assert it
//! (`core/tests/supervisor/`), and laws of the fuzz library that judge the observed history (in kebab
//! case). The oracle's complete prediction judges every step as well. The transition table (`core/tests/transitions/supervisor.txt`) shows every
//! phase that inputs reach times every command and fact, and after each step of a suite every affine
//! value is counted: what went in is held or has come out.
//!
//! | # | Claim | Watched by |
//! |---|---|---|
//! | 1 | The entry limit bounds every retained entry, whatever its phase. | `EntryLimitHolds`; `capacity`; `entry-capacity`, `at-capacity-means-full` |
//! | 2 | A key is management identity only. | `IndexesAgree`; types (no route and no correlation is made of a key); `capacity`; `table-shows-every-life` |
//! | 3 | An accepted start has reserved generation, creation, operation and authority before it commits. | `GenerationsAreFresh`, `CorrelationsWereIssued`; `correlations`; `acceptance-reserves-all`, `correlations-fresh` |
//! | 4 | Accepting claims nothing about readiness. | types ([`WorkerChangeReceipt`] holds key and authority); `start`; `realized-only-by-readiness` |
//! | 5 | The stable proxy is the only capability that outsiders can route to. | `ProxyIsOfOneEntry`; types (evidence is no route); `one-stable-proxy-per-entry` |
//! | 6 | One mutation owns an entry; a worker is held here, transferred once, returned once, or in a settlement. | `OperationIsOfOneEntry`, `ActivationLimitHolds`, `NoSlotIsWithheld`; types (a phase owns its worker); `authorization`; `one-mutation-per-entry`, `worker-transferred-once`, `lowest-operation-authorized-first` |
//! | 7 | A reply route is used once; one lifecycle route owns every later outcome. | types (routes move); `every_command_is_answered_once_in_every_phase`; `command-answered-once`, `one-lifecycle-route` |
//! | 8 | Cancellation is exact, by phase, and undoes nothing that was emitted. | `InputFitsEnding`, `ShutdownFitsEnding`; `cancellation`; `cancel-is-exact`, `cancellation-keeps-the-result` |
//! | 9 | Removal frees capacity only when nothing is owed; a key that is used again is a new life. | `EndingIsOwed`; types (closing values are made of what was owed and has come); `endings`, `capacity`; `removed-when-nothing-is-owed`, `retired-once-and-last` |
//! | 10 | A fact that does not match exactly changes nothing. | `IndexesAgree`, `StopsAreAbsorbedOnce`; `rejected`, `leftover`, `a_fact_that_changes_nothing_leaves_as_one_whole_diagnostic_in_every_phase`; `rejected-fact-is-inert`, `only-owed-facts-are-taken` |
//! | 11 | Query is total, read-only and shows nothing private. | types ([`PublicPhase`]); `commands`, `a_query_and_a_command_that_came_back_change_nothing_in_any_phase`; `query-is-read-only` |
//! | 12 | Global shutdown closes mutation and drains every entry once. | `EndingAsksItsProxy`, `ShutdownFitsEnding`, `DrainIsUnfinished`, `DeadlineFollowsPolicy`, `RetirementHasACause`; `shutdown`, `deadline`, `every_phase_comes_to_its_end`; `shutdown-drains-each-entry-once`, `proxy-asked-once`, `forced-by-the-exact-deadline` |
//! | 13 | An input gives one next state and one complete, named action product. | types ([`SupervisorActions`]); every suite, `settlement`; `lane-order`, `diagnostic-is-whole-and-so` |
//!
//! # Construction
//!
//! [`dynamic`] takes six arguments and infers every type from them; `Initialize` then brings the identity
//! and the correlation space. No type has to be named:
//!
//! ```
//! use actor_laws::policy::{ActorDrainPolicy, DiagnosticDisposition};
//! use actor_laws::supervisor::{ActivationPolicy, EntryCapacity, UnexpectedExit, dynamic};
//! # use actor_laws::proxy::ProxyProtocol;
//! # use actor_laws::supervisor::{LifecycleCapability, OperationId, SupervisorMode, SupervisorProtocol};
//! # #[derive(Debug)]
//! # enum Served {}
//! # impl ProxyProtocol for Served {
//! #     type Ticket = OperationId;
//! #     type Worker = ();
//! #     type Plan = ();
//! #     type Incarnation = u64;
//! #     type InitializationAttempt = u64;
//! #     type Permit = ();
//! #     type InitializationFailure = ();
//! #     type Proof = ();
//! #     type ActivationRejection = ();
//! #     type Stop = ();
//! #     type Rejection = ();
//! #     type Sender = ();
//! #     type Command = ();
//! # }
//! # #[derive(Debug)]
//! # enum Services {}
//! # impl SupervisorProtocol for Services {
//! #     type Key = &'static str;
//! #     type Service = Served;
//! #     type Proxy = u64;
//! #     type ProxyStop = ();
//! #     type CreationRejection = ();
//! #     type Reason = ();
//! #     type ReplyRoute = u64;
//! #     type LifecycleRoute = Journal;
//! #     type DiagnosticRoute = u64;
//! # }
//! # #[derive(Clone, Debug)]
//! # struct Journal;
//! # impl LifecycleCapability for Journal {
//! #     type Protocol = Services;
//! # }
//! # let lifecycle = Journal;
//! # let operators = 7;
//!
//! let supervisor = dynamic(
//!     EntryCapacity::new(1_000).expect("positive"),
//!     ActivationPolicy::new(8).expect("positive"),
//!     UnexpectedExit::KeepEmpty,
//!     ActorDrainPolicy::WaitForActorGraph,
//!     lifecycle,
//!     DiagnosticDisposition::DeliverTo { route: operators },
//! );
//! # assert_eq!(supervisor.expect("no deadline is zero").mode(), SupervisorMode::Constructed);
//! ```
//!
//! There is no default: a constructor without one of its arguments does not compile.
//!
//! ```compile_fail,E0061
//! # use actor_laws::policy::ActorDrainPolicy;
//! # use actor_laws::supervisor::*;
//! fn build<L: LifecycleCapability>(entries: EntryCapacity, activation: ActivationPolicy, lifecycle: L) {
//!     let drain = ActorDrainPolicy::WaitForActorGraph;
//!     let _ = dynamic(entries, activation, UnexpectedExit::Retire, drain, lifecycle);
//! }
//! ```
//! ```compile_fail,E0308
//! # use actor_laws::policy::{ActorDrainPolicy, DiagnosticDisposition};
//! # use actor_laws::supervisor::*;
//! fn exchanged<L: LifecycleCapability>(
//!     entries: EntryCapacity,
//!     activation: ActivationPolicy,
//!     lifecycle: L,
//! ) {
//!     let (exit, drain) = (UnexpectedExit::Retire, ActorDrainPolicy::WaitForActorGraph);
//!     let _ = dynamic(activation, entries, exit, drain, lifecycle, DiagnosticDisposition::Terminate);
//! }
//! ```
//!
//! # Modes
//!
//! `Constructed -> Operating -> Draining -> Stopped | ForcedRetirement`
//!
//! An input before the start or after the end goes back to its caller whole ([`RefusedInput`]); that is no
//! diagnostic. A draining supervisor's table holds endings and nothing else, by its type.
//!
//! # Phases
//!
//! | Phase | Owns | Left by |
//! |---|---|---|
//! | creating the proxy | the worker, one early exit | the birth |
//! | waiting (start or replacement) | the worker; a replacement also its base | a free slot, lowest operation first |
//! | awaiting the receipt, then the outcome | correlation; a replacement also its base | rejection, outcome |
//! | available: ready or empty | evidence, the one last operation | replacement, stop, worker or proxy exit |
//! | ending | what is owed, and what has come of it | nothing owed |
//!
//! A transition consumes the phase and builds the next. The source of a fact picks the entry once; the
//! phase compares operation, kind and evidence. An emitted input holds an activation slot until its
//! rejection or outcome has come, whatever becomes of its entry; no operating fold ends with a free slot
//! beside a waiting entry.
//!
//! # Endings
//!
//! Every ending owes birth, worker result, shutdown settlement and proxy exit, each once and in any order
//! after the birth: one piece of bookkeeping ([`Custody`], [`Born`]). What each publishes is its own.
//!
//! | Ending | As something comes | Closing values |
//! |---|---|---|
//! | [`StopOfAvailable`] | a rejection before the exit restores the service, unless the supervisor drains | StopFinished, EntryRetired(Stop) |
//! | [`StopOfStart`] | the late result as WorkerChangeInterrupted; a rejection to the diagnostics | the same |
//! | [`Cancelling`] | nothing: all is kept whole | OperationCancelled, EntryRetired(Cancellation), built as one |
//! | [`Retiring`] | a rejection to the diagnostics | EntryRetired(its cause) |
//! | [`AfterDeath`] | the late result to the diagnostics | EntryRetired(StableProxyExit) |
//! | [`ShutdownDrain`] | the late result as WorkerChangeInterrupted; a rejection to the diagnostics | EntryRetired(SupervisorShutdown or DiagnosticTermination) |
//!
//! # Decisions
//!
//! Where the law leaves a choice, this crate does the following.
//!
//! - Each draw of a correlation consumes a candidate. A start draws generation, creation and operation in
//!   this order and stops at the first that fails; what was drawn before stays burned.
//! - A diagnostic draws its correlation when it is raised. Without one it is terminal, as under
//!   `Terminate`. A terminal diagnostic lets the fold complete its own transition, authorizes nothing, and
//!   then begins the global shutdown; entries that this drains retire by `DiagnosticTermination`.
//! - The entry that an input picks is the fold's own, also if the input changes nothing there: its
//!   operations come first in each lane, also among the diagnostics of a forced retirement. The entries
//!   that this leaves stand by generation.
//! - An explicit stop's shutdown has the stop as its purpose, also when it goes out at a later birth; any
//!   other shutdown of an entry has `Ending`. What a rejection brings back is not judged.
//! - A replacement discards the record of the operation before it. Called back while it waits, it leaves
//!   `Cancelled`; ended by itself in any way, `Committed`.
//! - A replacement whose successor was never born leaves the base empty; a base that was empty keeps its
//!   own reason. One that failed is the previous worker from then on.
//! - A replacement's outcome that is resolved ends its predecessor, gone or drained, so that behind one
//!   proxy never two workers are known to run. Which of the two it says is not compared with a stop that
//!   was reported before. One whose successor is its own predecessor contradicts itself and is a rejected
//!   fact.
//! - What a proxy left of an unreported input fits only as the change with its operation as ticket and,
//!   for a replacement alone, with its base as predecessor.
//! - A worker's stop is absorbed in an ending if the worker is known to run: the one that was ready when
//!   the ending began, until an outcome ends it, and that of a late reported ready. It is absorbed in any
//!   order, also after the proxy's exit.
//! - A birth that brings a capability which is in the table already is a rejected fact; the birth is still
//!   owed.
//! - Under a deadline whose timer cannot be reserved, no drain entry's shutdown goes out; those of entries
//!   that were ending do, and workers that are held here go out all the same.
//! - The ended state keeps cause and entries of a forced retirement; [`DynamicSupervisor::into_ended`]
//!   hands them over by value.

mod allocation;
mod applied;
mod authority;
mod authorization;
mod birth;
mod command;
mod construction;
mod context;
mod deadline;
mod definition;
mod diagnostic;
mod ending;
mod fact;
mod identity;
mod input;
pub mod invariants;
mod lifecycle;
mod machine;
mod operation;
mod outcome;
mod phase;
mod policy;
mod protocol;
mod proxy_exit;
mod receipt;
mod reply;
mod retirement;
mod shutdown;
mod table;
mod transition;
mod view;
mod worker_exit;

pub use applied::AppliedOperation;
pub use authority::CancelAuthority;
pub use construction::{SupervisorCorrelations, ZeroDeadline};
pub use definition::{SupervisorDefinition, dynamic};
pub use diagnostic::*;
pub use ending::cancelling::Cancelling;
pub use ending::drain::{ShutdownCause, ShutdownDrain};
pub use ending::owed::{
    ArrivedResult, Born, Custody, EmittedChange, EmittedInput, RejectedInput, RejectedShutdown,
    ShutdownResult, Unborn, WorkerResult,
};
pub use ending::retiring::{AfterDeath, Retiring};
pub use ending::stop::{StopOfAvailable, StopOfStart};
pub use ending::{DrainPhase, Ending, Owing};
pub use identity::*;
pub use input::*;
pub use lifecycle::*;
pub use machine::{DynamicSupervisor, EndedSupervisor, ForcedRetirement, UnresolvedEntry};
pub use operation::*;
pub use phase::{EmptyReason, LastOperation, ServiceState};
pub use policy::*;
pub use protocol::{LifecycleCapability, SupervisorProtocol};
pub use reply::*;
pub use retirement::*;
pub use view::*;
