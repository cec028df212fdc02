//! The five commands. Each is answered exactly once, at once, whatever is under way.

mod cancel;
mod query;
mod replace;
mod start;
mod stop;

use super::context::Context;
use super::ending::DrainPhase;
use super::fact::Command;
use super::phase::Phase;
use super::table::Table;
use super::{
    CancelAnswer, CorrelationKind, DynamicDiagnostic, Generation, PublicPhase, ReplaceRejection,
    Reply, StartRejection, StopRejection, StopRejectionReason, SupervisorProtocol,
    WorkerChangeRejection,
};
use crate::correlation::Unavailable;

/// Answers a command to an operating supervisor; tells which entry it has picked.
pub(crate) fn operate<P: SupervisorProtocol>(
    command: Command<P>,
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) -> Option<Generation> {
    match command {
        Command::Start(command) => start::start(command, table, context),
        Command::Replace(command) => replace::replace(command, table, context),
        Command::Stop(command) => stop::stop(command, table, context),
        Command::Query(command) => {
            query::query(command, table, context, Phase::public);
            None
        }
        Command::Cancel(command) => cancel::cancel(command, table, context),
    }
}

/// Answers a command to a draining supervisor: nothing is admitted any more.
pub(crate) fn refuse<P: SupervisorProtocol>(
    command: Command<P>,
    table: &Table<P, DrainPhase<P>>,
    context: &mut Context<'_, P>,
) {
    match command {
        Command::Start(command) => {
            let (key, submission) = (command.key, command.submission);
            let reason = StartRejection::ShuttingDown;
            let rejection = WorkerChangeRejection { key, submission, reason };
            context.reply(command.reply, Reply::Start(Err(rejection)));
        }
        Command::Replace(command) => {
            let (key, submission) = (command.key, command.submission);
            let reason = ReplaceRejection::ShuttingDown;
            let rejection = WorkerChangeRejection { key, submission, reason };
            context.reply(command.reply, Reply::Replace(Err(rejection)));
        }
        Command::Stop(command) => {
            let (key, reason) = (command.key, StopRejectionReason::ShuttingDown);
            context.reply(command.reply, Reply::Stop(Err(StopRejection { key, reason })));
        }
        Command::Query(command) => {
            query::query(command, table, context, |_| PublicPhase::Draining);
        }
        Command::Cancel(command) => {
            let answer = CancelAnswer::Draining { authority: command.authority };
            context.reply(command.reply, Reply::Cancel(answer));
        }
    }
}

/// A correlation that a command has missed.
fn diagnose_unavailable<P: SupervisorProtocol>(
    key: P::Key,
    kind: CorrelationKind,
    reason: Unavailable,
    context: &mut Context<'_, P>,
) {
    context.diagnose(DynamicDiagnostic::CorrelationUnavailable { key, kind, reason });
}
