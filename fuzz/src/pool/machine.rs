//! The one small contract between a pool and everything that attacks it.
//!
//! Implement [`PoolUnderTest`] for your own pool and the host, the oracle, the laws and every
//! engine work on it unchanged. The crate's own implementation, over the core, is
//! [`crate::pool::core_pool::CorePool`].

use crate::pool::custody::Ledger;
use crate::pool::observation::{
    Command, Completion, ConstructionFailure, Origin, PoolSetup, PoolView, Said, Tag, Told, Verdict,
};
use crate::verdict::LawBreach;
use std::rc::Rc;

/// A pool that can be attacked.
///
/// The host speaks plain data. The implementation keeps the real values behind them: it makes a
/// value for each [`Tag`] that it is told about (a [`Witness`](crate::pool::custody::Witness), which
/// reports its own drop), and it keeps every affine token that the pool emits until the host asks
/// for it or the run ends.
pub trait PoolUnderTest: Sized {
    /// An affine value of this pool that can be handed to another instance: an assignment command
    /// or a completion.
    type Token;

    /// Builds a pool, or reports the failure of its construction. Whatever a failed construction
    /// returns is released, not dropped.
    ///
    /// `seat` is the place that this machine takes in the run; its witnesses carry it, and it is
    /// the key under which the ledger keeps the panics of clones.
    fn construct(
        setup: &PoolSetup,
        seat: Origin,
        ledger: Rc<Ledger>,
    ) -> Result<Self, ConstructionFailure>;

    /// Learns the correlations that `other` has issued so far, so that the host can tell them here.
    fn meet(&mut self, other: &Self);

    /// Tells the pool one input and appends all that it says to `said`, in its authored order; what
    /// earlier steps have said stands there as well.
    ///
    /// `token` is the real value behind the input's [`Command`] or [`Completion`], and is `None`
    /// for every other input. Each machine knows its own tokens as [`Origin::Own`].
    ///
    /// `cut` is the place in the action batch (modulo its length) at which the environment rejects
    /// an operation; the implementation settles the batch through the machine's own batch
    /// settlement and answers an error if that settlement loses, reorders or invents an operation.
    /// It also answers an error if an input that is handed back is not the input that was told.
    fn step(
        &mut self,
        told: &Told,
        token: Option<Self::Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach>;

    /// Takes an assignment command out of the implementation's keeping: one that the pool emitted,
    /// or one that came back in a diagnostic, a transfer or a handed-back input.
    fn take_command(&mut self, command: &Command) -> Option<Self::Token>;

    /// Lets the worker that holds `command` complete its assignment: consumes the authority and
    /// yields the completion.
    fn complete(&mut self, command: &Command, output: Tag) -> Option<Self::Token>;

    /// Takes a completion that came back out of the implementation's keeping.
    fn take_completion(&mut self, completion: &Completion) -> Option<Self::Token>;

    /// Recomputes the machine's own invariants.
    fn check_invariants(&self) -> Result<(), LawBreach>;

    /// Shows the state. Overwrites everything in `view` and reuses its memory.
    fn view(&self, view: &mut PoolView);

    /// Takes the ended pool apart; answers the tag of the worker source if it was home (released,
    /// not dropped).
    fn dismantle(self) -> Option<Tag>;
}
