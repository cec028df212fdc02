//! What a host has at hand about one role: enough to tell its pool any fact about it.

use crate::support::{
    AssignmentCommand, BeginWorkerActivation, Card, Rig, Role, ScheduleDrainDeadline,
    ScheduleRestart, ShutdownCorrelation, ShutdownWorker, Test,
};

/// The card of a role, with the affine values that its facts return.
#[derive(Debug)]
pub(crate) struct Hand {
    pub(crate) card: Card,
    pub(crate) begin: Option<BeginWorkerActivation<Test>>,
    pub(crate) command: Option<AssignmentCommand<Test>>,
    /// The command of another assignment. Only a wrong fact uses it.
    pub(crate) other_command: Option<AssignmentCommand<Test>>,
    pub(crate) restart: Option<ScheduleRestart>,
    pub(crate) deadline: Option<ScheduleDrainDeadline>,
    /// The tag of the next submission.
    pub(crate) job: u64,
}

impl Hand {
    /// Takes everything about `role` out of the host's custody.
    pub(crate) fn take(rig: &mut Rig, role: Role) -> Self {
        let (card, host) = (rig.card(role), &mut rig.host);
        Self {
            begin: card.ticket.and_then(|ticket| host.begins.remove(&ticket)),
            command: card.assignment.and_then(|assignment| host.commands.remove(&assignment)),
            other_command: None,
            restart: card.recovery.and_then(|recovery| host.schedules.remove(&recovery)),
            deadline: host.deadline,
            job: 1 + host.outbox.len() as u64,
            card,
        }
    }

    /// Gives back what a fact has left.
    pub(crate) fn give_back(self, rig: &mut Rig) {
        let (card, host) = (self.card, &mut rig.host);
        if let (Some(ticket), Some(begin)) = (card.ticket, self.begin) {
            host.begins.insert(ticket, begin);
        }
        if let (Some(assignment), Some(command)) = (card.assignment, self.command) {
            host.commands.insert(assignment, command);
        }
        if let (Some(recovery), Some(restart)) = (card.recovery, self.restart) {
            host.schedules.insert(recovery, restart);
        }
    }

    /// Everything of this hand that can be copied.
    pub(crate) fn copy(&self) -> Self {
        let (begin, command, other_command) = (None, None, None);
        Self { begin, command, other_command, ..*self }
    }

    /// The request to shut the worker down, if there was one.
    pub(crate) fn shutdown(&self) -> Option<ShutdownWorker<Test>> {
        let (worker, id) = (self.card.reference(), self.card.shutdown?);
        let correlation = ShutdownCorrelation { worker, id };
        Some(ShutdownWorker { child: self.card.child, correlation })
    }

    /// Fills what this hand lacks from a twin's hand about the same role.
    pub(crate) fn borrow(&mut self, twin: Self) {
        assert_eq!(self.card.role, twin.card.role, "a hand borrows about its own role");
        let card = &mut self.card;
        card.ticket = card.ticket.or(twin.card.ticket);
        card.assignment = card.assignment.or(twin.card.assignment);
        card.recovery = card.recovery.or(twin.card.recovery);
        card.timer = card.timer.or(twin.card.timer);
        card.shutdown = card.shutdown.or(twin.card.shutdown);
        self.begin = self.begin.take().or(twin.begin);
        self.command = self.command.take().or(twin.command);
        self.other_command = self.other_command.take().or(twin.other_command);
        self.restart = self.restart.or(twin.restart);
        self.deadline = self.deadline.or(twin.deadline);
    }
}
