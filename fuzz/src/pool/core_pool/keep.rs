//! The keeping of affine tokens: commands that the pool emitted or gave back, and completions that
//! came back. Everything else that leaves the pool is the host's as a tag alone.

use super::{Operation, Witnessed};
use crate::pool::custody::{Kind, Ledger, Witness};
use crate::pool::host::Carried;
use crate::pool::observation::{Id, Origin, Tag, Told};
use actor_laws::pool::{
    AppliedOperation, AssignmentCommand, CompletionEvidence, PoolDiagnostic, PoolInput, Settlement,
    TransferredFact, TransferredValues,
};
use std::rc::Rc;

/// An affine value of the core.
#[derive(Debug)]
pub enum Token {
    /// An assignment command.
    Command(AssignmentCommand<Witnessed>),
    /// A consumed authority with its result.
    Completion(CompletionEvidence<Witnessed>),
}

/// The tokens that the host has not asked for.
#[derive(Debug, Default)]
pub(super) struct Keep {
    commands: Vec<(Id, AssignmentCommand<Witnessed>)>,
    completions: Vec<CompletionEvidence<Witnessed>>,
}

impl Keep {
    pub(super) fn clear(&mut self) {
        self.commands.clear();
        self.completions.clear();
    }

    pub(super) fn take_command(&mut self, assignment: Id) -> Option<Token> {
        let place = self.commands.iter().rposition(|(id, _)| *id == assignment)?;
        Some(Token::Command(self.commands.swap_remove(place).1))
    }

    pub(super) fn take_completion(&mut self, output: Tag) -> Option<Token> {
        let is_it = |kept: &CompletionEvidence<Witnessed>| kept.output().tag() == output;
        let place = self.completions.iter().rposition(is_it)?;
        Some(Token::Completion(self.completions.swap_remove(place)))
    }

    /// The worker takes the command up and completes it. Its copy of the payload ends with it.
    pub(super) fn complete(
        &mut self,
        assignment: Id,
        output: Tag,
        ledger: &Rc<Ledger>,
        seat: Origin,
    ) -> Option<Token> {
        let place = self.commands.iter().rposition(|(id, _)| *id == assignment)?;
        let (payload, authority) = self.commands.swap_remove(place).1.accept();
        let _ = payload.0.release();
        let output = Witness::new(ledger, seat, Kind::Output, output);
        Some(Token::Completion(authority.complete(output)))
    }

    /// Takes over what an operation carries: tokens are kept, all else is the host's by its tag.
    pub(super) fn stow(&mut self, operation: Operation, told: &Told, ledger: &Ledger) {
        match operation {
            Operation::DeliverAssignment(deliver) => {
                self.commands.push((super::ids::assignment(deliver.assignment), deliver.command));
            }
            Operation::TransferRejectedFact { fact, .. } => self.stow_transfer(*fact, told, ledger),
            Operation::DeliverDiagnostic { diagnostic, .. }
            | Operation::TransferTerminalDiagnostic { diagnostic } => {
                self.stow_diagnostic(*diagnostic, told, ledger);
            }
            other => ledger.silently(|| drop(other)),
        }
    }

    /// Takes over what the record of an applied operation still owns.
    pub(super) fn stow_record(
        &mut self,
        record: AppliedOperation<Witnessed>,
        told: &Told,
        ledger: &Ledger,
    ) {
        match record {
            AppliedOperation::RejectedFactTransferred { fact, .. } => {
                self.stow_transfer(*fact, told, ledger);
            }
            AppliedOperation::TerminalDiagnosticTransferred { diagnostic } => {
                self.stow_diagnostic(*diagnostic, told, ledger);
            }
            other => ledger.silently(|| drop(other)),
        }
    }

    fn stow_diagnostic(
        &mut self,
        diagnostic: PoolDiagnostic<Witnessed>,
        told: &Told,
        ledger: &Ledger,
    ) {
        match diagnostic {
            PoolDiagnostic::RejectedFact { fact, .. } => self.stow_input(fact, told, ledger),
            other => ledger.silently(|| drop(other)),
        }
    }

    /// Takes over an input that came back.
    pub(super) fn stow_input(&mut self, input: PoolInput<Witnessed>, told: &Told, ledger: &Ledger) {
        match input {
            PoolInput::AssignmentSettled(fact) => match fact.result {
                Settlement::Rejected { request, .. } => self.keep_command(request, told, ledger),
                Settlement::Accepted => {}
            },
            PoolInput::WorkerCompleted(fact) => self.completions.push(fact.completion),
            other => ledger.silently(|| drop(other)),
        }
    }

    fn stow_transfer(&mut self, fact: TransferredFact<Witnessed>, told: &Told, ledger: &Ledger) {
        match fact.values {
            TransferredValues::RejectedDelivery { returned, completion, .. } => {
                self.keep_command(returned, told, ledger);
                self.completions.extend(completion);
            }
            other => ledger.silently(|| drop(other)),
        }
    }

    /// Keeps a command that came back, under the assignment that the host knows it by. The host has
    /// no use for another machine's.
    fn keep_command(
        &mut self,
        command: AssignmentCommand<Witnessed>,
        told: &Told,
        ledger: &Ledger,
    ) {
        match Carried::by(told) {
            Some(Carried::Command(known)) if known.origin == Origin::Own => {
                self.commands.push((known.assignment, command));
            }
            Some(_) | None => ledger.silently(|| drop(command)),
        }
    }
}
