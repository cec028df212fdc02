//! The FIFO worker pool.

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
