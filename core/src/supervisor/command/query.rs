//! Query: total, read-only, and nothing private in its answer.

use crate::supervisor::context::Context;
use crate::supervisor::table::{Indexed, Table};
use crate::supervisor::{PublicPhase, QueryAnswer, QueryCommand, Reply, SupervisorProtocol};

/// Shows one service as `public` sees it.
pub(super) fn query<P: SupervisorProtocol, Phase: Indexed<P>>(
    command: QueryCommand<P>,
    table: &Table<P, Phase>,
    context: &mut Context<'_, P>,
    public: impl Fn(&Phase) -> PublicPhase<P::Proxy>,
) {
    let QueryCommand { key, reply } = command;
    let entry = table.by_key(&key).and_then(|generation| table.get(generation));
    let answer = match entry.map(|entry| public(&entry.phase)) {
        Some(phase) => QueryAnswer::Known { key, phase },
        None => QueryAnswer::Unknown { key },
    };
    context.reply(reply, Reply::Query(answer));
}
