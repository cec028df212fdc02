//! The FIFO worker pool.
//!
//! One pool owns a fixed, ordered roster of worker roles, a bounded queue of accepted jobs, and
//! every life of every worker: creation, initialization, activation, work, recovery and drain. It is
//! a fold ([`FifoPool`] implements [`Fold`](crate::Fold)): it never waits, it only answers.
//!
//! # Claims
//!
//! A design that makes one of these false is wrong. Each row names what watches over it: laws that
//! recompute it from a state ([`invariants`]), then laws of the fuzz library that judge the observed
//! history (in kebab case). The oracle's complete prediction and the custody ledger judge every step
//! as well.
//!
//! | # | Claim | Watched by |
//! |---|---|---|
//! | 1 | The roster is non-empty and ordered, and holds each role once. | `RosterIsDeclared`; `oracle-construction`, `roster-in-order` |
//! | 2 | Every worker, also a replacement, is freshly created; no role, nonce or attempt is an identity. | `NonceBelongsToItsRole`, `CorrelationsWereIssued`; `fresh-correlations`, `one-creation-per-recovery` |
//! | 3 | The pool is the only public capability; a worker's recipient stays inside. | types (a recipient leaves only with the residual, or with a birth fact that nothing takes); `assign-ready-only` |
//! | 4 | The pool itself owns creation, initialization, activation, readiness, recovery and drain. | `ActivationLimitHolds`, `NoSlotIsWithheld`, `SourceIsLentOnce`; `activation-limit`, `initialization-follows-commit` |
//! | 5 | An accepted job has one obligation: queued, assigned, or being settled, never two of these. | `JobIsOwnedOnce`; `accepted-jobs-balance`, `one-terminal-outcome`, `outcome-owner` |
//! | 6 | Backlog capacity bounds waiting admissions only; zero still allows immediate assignment. | `QueueIsBounded`, `AdmissionRespectsCapacity`; `backlog-admission`, `backlog-bound` |
//! | 7 | A worker has at most one assignment, and only a ready one gets any. | `AssignmentIsUnique`; `one-assignment-per-worker`, `assign-ready-only` |
//! | 8 | After a fold no job waits beside an idle worker. | `NoIdleBesideQueue`, `IndexesAgree`; `no-idle-beside-queue` |
//! | 9 | Jobs leave in admission order; the choice of role starts at one cursor and moves it. | `QueueIsOrdered`, `CursorIsInTheRing`; `admission-order`, `cursor-order` |
//! | 10 | A completion must match authority, assignment, nonce, evidence, role and phase; it ends one job. | `AssignmentIsUnique`; `completion-authority` |
//! | 11 | A stop resolves its assignment once, before recovery; a retry keeps admission order. | `QueueIsOrdered`, `BudgetHolds`, `RecoveryOrdinalsHold`; `one-recovery-per-stop`, `restart-budget` |
//! | 12 | Delivery, completion and stop come in any order and cannot double an outcome or a recovery. | `one-terminal-outcome`, `one-recovery-per-stop`, `retry-cause` |
//! | 13 | Losing the last role strands no accepted job. | `NothingIsStranded`; `stranded-jobs-return` |
//! | 14 | Shutdown returns every job once, ends dispatch, and drains every worker, unborn ones too. | `DrainAsksEveryWorker`, `DrainIsUnfinished`, `DeadlineFollowsPolicy`, `RetirementHasACause`; `shutdown-returns-all`, `one-shutdown-per-worker`, `must-end` |
//! | 15 | Stale, duplicate, foreign and contradictory facts change nothing and are diagnosed. | `NonceBelongsToItsRole`; `rejected-fact-is-inert`, `one-diagnostic-per-rejected-fact` |
//! | 16 | Every accepted input gives one next state and one complete, named action product. | `oracle-actions`, `determinism`, `lane-order`, `custody-seen-twice` |
//!
//! # Vocabulary
//!
//! - A *role* is a label with a declaration position. A *worker* is one committed birth: a nonce that
//!   the pool issued ([`ChildNonce`]), a private recipient, and evidence that the host authored.
//! - A *job* is a customer's payload with a name ([`JobId`]) and a place in the total order of
//!   admissions. The pool keeps the original until the job's one terminal outcome; a worker gets a
//!   clone, with the one authority to complete the assignment ([`CompletionAuthority`]).
//! - A *fact* is what the lifecycle host reports. A fact that does not match role, nonce, evidence,
//!   kind, correlation and phase exactly is a *rejected fact*: one diagnostic that owns it whole.
//! - *To the host* means one transfer that owns values the pool has no use for any more.
//!
//! # Modes
//!
//! `Constructed -> Operating -> Draining -> Stopped | ForcedRetirement`
//!
//! Construction prepares everything or nothing. `Initialize` sends all creations out and cannot fail.
//! Operating may end in a single fold. An input before the start or after the end goes back to its
//! caller whole ([`RefusedInput`]); that is no diagnostic.
//!
//! # One fold
//!
//! An operating fold runs its steps in one order: the fact itself, the recovery that it leads to,
//! lending the worker source, authorizing activations, filling idle roles, returning a stranded
//! queue. A step that starts a shutdown (a request, a contradiction, a failure under `StopPool`, a
//! diagnostic under `Terminate` or without a correlation, a shutdown that cannot be reserved) is
//! followed by the normalization alone, so no fold both dispatches and shuts down. The product's
//! lanes have one authored order ([`Lane`]); inside a lane the steps keep theirs.
//!
//! # Admission, queue and fill
//!
//! Refusals that need no allocation come first. Job name and admission ordinal are drawn as a pair;
//! with an idle role the dispatch triple is drawn next, and its failure rejects the job rather than
//! queueing it. The queue is ordered by admission ordinal. An interrupted job goes back by that
//! ordinal, whatever the backlog bound, so the queue never holds more than `capacity + roles`.
//! Filling takes the smallest ordinal and the first idle role at or after the cursor; a head whose
//! triple fails leaves with one outcome. A payload's clone that panics leaves the pool, allocators
//! included, as it was: every payload is cloned before anything is committed.
//!
//! # Joins
//!
//! Delivery settlement (D), completion (C) and stop (S) of one assignment come in any order.
//! `D` then `C`, or `C` then `D`: `Completed`. `D` then `S`, or `S` first: the interruption policy
//! decides, and a later `C` is stale. A rejected `D` brings the authority back: with no completion
//! and a matching authority both halves end, the job goes back to the queue, and the worker is
//! quarantined (or recovered from the stop that had come); with a completion, or without a match, the
//! facts exclude each other: the completion, the rejection and the pool's half go to the host, and the
//! pool shuts down.
//!
//! # Recovery
//!
//! A stop leads to recovery at most once. `Permanent` recovers every stop, `Transient` abnormal ones,
//! `Temporary` none; a stop after the pool asked for it counts as abnormal. The one worker source is
//! lent with the request and comes home with every answer. A prepared worker is admitted by clock,
//! budget, ordinal, delay and deadline, then birth and timer are reserved, and only then anything
//! is committed. Failures are answered by `RetireRole` or `StopPool`.
//!
//! # Drain
//!
//! The normalization ([`drain members`](DrainMember)) returns every job, asks every committed worker to
//! stop once, and keeps every unresolved creation. All shutdowns and the deadline are reserved
//! before one goes out; if one cannot be, retirement is forced in that fold, as it is at the
//! deadline: one residual lists each member that had not drained, with all that it holds.
//!
//! # Decisions
//!
//! Where the law leaves a choice, or where two of its sentences exclude each other, this crate does
//! the following.
//!
//! - `Committed` brings the plan back and a separate operation starts initialization, so that a birth
//!   that commits during drain can really start nothing.
//! - A creation's kind travels with the creation; the nonce alone tells later which birth it was.
//! - A worker leaves the drain when its stop *and* the settlement of its shutdown have come; its stop
//!   releases everything else that was unresolved at it.
//! - A diagnostic is classified from the state alone ([`RejectedFactClass`]); no tombstones are kept.
//! - The failure of a recovery owns the stop that it began from. The evidence of the worker that
//!   stopped is not repeated in it.
//! - A reunion proves that a rejected delivery was never taken; the rejection's reason ends with it.
//! - A completion that a shutdown finds unsettled leaves as a stale diagnostic in that fold.
//! - In the fold that closes a shutdown pair, the failure's own diagnostic goes out even if the same
//!   fold then shuts down.
//! - The ended pool keeps only the roles and the kind of cause of a forced retirement: the action
//!   owns the values.

mod action;
mod allocation;
mod applied;
mod authority;
mod backlog;
mod budget;
mod construction;
mod context;
mod definition;
mod diagnostic;
mod drain;
mod fact;
mod identity;
mod input;
pub mod invariants;
mod machine;
mod matching;
mod member;
mod operating;
mod operation;
mod outcome;
mod protocol;
mod rejection;
mod roster;
mod shutdown;
mod transfer;
mod view;

pub use action::*;
pub use applied::*;
pub use authority::{
    AssignmentCommand, CompletionAuthority, CompletionCorrelation, CompletionEvidence,
};
pub use construction::{ConstructionError, ConstructionRejection, PreparedWorker};
pub use definition::*;
pub use diagnostic::*;
pub use drain::{DrainMember, DrainShutdown, DrainWork};
pub use fact::*;
pub use identity::{
    ActivationTicket, AssignmentId, ChildNonce, DiagnosticId, JobId, RecoveryTicket, ShutdownId,
    TimerCorrelation, TimerPurpose,
};
pub use input::*;
pub use machine::{EndedPool, FifoPool, ForcedRetirement, PoolMode};
pub use member::{InstalledWorker, PreparedReplacement};
pub use operation::*;
pub use outcome::*;
pub use protocol::{PoolProtocol, WorkerFactory};
pub use transfer::*;
pub use view::{DrainWorkPhase, JoinPhase, MemberPhase, PairPhase, QueuedJobView};
