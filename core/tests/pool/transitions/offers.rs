//! The columns: every input that a table offers, each kind once for each result that it can have.
//!
//! A fact is built from the host's hand, so it is exact wherever the member waits for it. Where the
//! member has never had such a correlation, the hand has borrowed one from a twin of the pool: the
//! fact is then aimed at the member as well as any fact can be.

use crate::support::facts::{self, Input};
use crate::support::{
    Abnormal, Blueprint, Card, Evidence, InputKind, Normal, Plan, PreparationRefusal, Source,
};
use crate::transitions::hand::Hand;

/// The tick of every stop and of every timer.
pub(crate) const NOW: u64 = 10;

/// One input of the tables. The order is that of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    Initialize,
    Submit,
    Shutdown,
    Committed,
    CommittedOtherwise,
    BirthRejected,
    Initialized,
    InitializationRejected,
    InitializationStopped,
    Begun,
    BeginRejected,
    Ready,
    ActivationRejected,
    StoppedNormally,
    StoppedAbnormally,
    StoppedOtherwise,
    Delivered,
    DeliveryReunited,
    DeliveryMismatched,
    Completed,
    CompletedOtherwise,
    Prepared,
    PreparationRefused,
    RestartScheduled,
    RestartScheduleRejected,
    RestartTimerElapsed,
    ShutdownDelivered,
    ShutdownRejected,
    DeadlineScheduled,
    DeadlineScheduleRejected,
    DeadlineElapsed,
}

/// Every offer, in the order of the rows.
pub(crate) const OFFERS: [Offer; 31] = [
    Offer::Initialize,
    Offer::Submit,
    Offer::Shutdown,
    Offer::Committed,
    Offer::CommittedOtherwise,
    Offer::BirthRejected,
    Offer::Initialized,
    Offer::InitializationRejected,
    Offer::InitializationStopped,
    Offer::Begun,
    Offer::BeginRejected,
    Offer::Ready,
    Offer::ActivationRejected,
    Offer::StoppedNormally,
    Offer::StoppedAbnormally,
    Offer::StoppedOtherwise,
    Offer::Delivered,
    Offer::DeliveryReunited,
    Offer::DeliveryMismatched,
    Offer::Completed,
    Offer::CompletedOtherwise,
    Offer::Prepared,
    Offer::PreparationRefused,
    Offer::RestartScheduled,
    Offer::RestartScheduleRejected,
    Offer::RestartTimerElapsed,
    Offer::ShutdownDelivered,
    Offer::ShutdownRejected,
    Offer::DeadlineScheduled,
    Offer::DeadlineScheduleRejected,
    Offer::DeadlineElapsed,
];

impl Offer {
    /// The kind, and the result in brackets where the kind has several.
    pub(crate) fn name(self) -> (InputKind, &'static str) {
        match self {
            Self::Initialize => (InputKind::Initialize, ""),
            Self::Submit => (InputKind::Submit, ""),
            Self::Shutdown => (InputKind::Shutdown, ""),
            Self::Committed => (InputKind::WorkerBirthResolved, "Committed"),
            Self::CommittedOtherwise => (InputKind::WorkerBirthResolved, "Committed, other birth"),
            Self::BirthRejected => (InputKind::WorkerBirthResolved, "Rejected"),
            Self::Initialized => (InputKind::InitializationSettled, "ReadyForActivation"),
            Self::InitializationRejected => (InputKind::InitializationSettled, "Rejected"),
            Self::InitializationStopped => (InputKind::InitializationSettled, "Stopped"),
            Self::Begun => (InputKind::ActivationBeginSettled, "Accepted"),
            Self::BeginRejected => (InputKind::ActivationBeginSettled, "Rejected"),
            Self::Ready => (InputKind::WorkerReady, "Ready"),
            Self::ActivationRejected => (InputKind::WorkerReady, "Rejected"),
            Self::StoppedNormally => (InputKind::WorkerStopped, "Normal"),
            Self::StoppedAbnormally => (InputKind::WorkerStopped, "Abnormal"),
            Self::StoppedOtherwise => (InputKind::WorkerStopped, "Abnormal, other birth"),
            Self::Delivered => (InputKind::AssignmentSettled, "Accepted"),
            Self::DeliveryReunited => (InputKind::AssignmentSettled, "Rejected, reunites"),
            Self::DeliveryMismatched => (InputKind::AssignmentSettled, "Rejected, mismatches"),
            Self::Completed => (InputKind::WorkerCompleted, "own authority"),
            Self::CompletedOtherwise => (InputKind::WorkerCompleted, "other authority"),
            Self::Prepared => (InputKind::WorkerPreparationSettled, "Prepared"),
            Self::PreparationRefused => (InputKind::WorkerPreparationSettled, "Refused"),
            Self::RestartScheduled => (InputKind::RestartScheduleSettled, "Accepted"),
            Self::RestartScheduleRejected => (InputKind::RestartScheduleSettled, "Rejected"),
            Self::RestartTimerElapsed => (InputKind::RestartTimerElapsed, ""),
            Self::ShutdownDelivered => (InputKind::WorkerShutdownSettled, "Accepted"),
            Self::ShutdownRejected => (InputKind::WorkerShutdownSettled, "Rejected"),
            Self::DeadlineScheduled => (InputKind::DrainDeadlineSettled, "Accepted"),
            Self::DeadlineScheduleRejected => (InputKind::DrainDeadlineSettled, "Rejected"),
            Self::DeadlineElapsed => (InputKind::DrainDeadlineElapsed, ""),
        }
    }

    /// The input, aimed at the member of `hand`; `None` where the hand lacks a value for it.
    pub(crate) fn input(self, hand: &mut Hand) -> Option<Input> {
        let card = &hand.card;
        if !self.is_addressable(hand) {
            return None;
        }
        let tag = card.child.ordinal();
        Some(match self {
            Self::Initialize => Input::Initialize,
            Self::Submit => facts::submit(hand.job),
            Self::Shutdown => Input::Shutdown,
            Self::Committed => facts::committed(card),
            Self::CommittedOtherwise => facts::committed(&other_birth(card)),
            Self::BirthRejected => facts::unborn(card, Blueprint(tag)),
            Self::Initialized => facts::initialized(card, Plan(tag)),
            Self::InitializationRejected => facts::initialization_rejected(card, Plan(tag)),
            Self::InitializationStopped => {
                facts::initialization_stopped(card, Plan(tag), Abnormal, NOW)
            }
            Self::Begun => facts::begun(card),
            Self::BeginRejected => facts::begin_rejected(card, hand.begin.take()?),
            Self::Ready => facts::ready(card),
            Self::ActivationRejected => facts::activation_rejected(card),
            Self::StoppedNormally => facts::stopped(card, Normal, NOW),
            Self::StoppedAbnormally => facts::stopped(card, Abnormal, NOW),
            Self::StoppedOtherwise => facts::stopped(&other_birth(card), Abnormal, NOW),
            Self::Delivered => facts::delivered(card),
            Self::DeliveryReunited => facts::delivery_rejected(card, hand.command.take()?),
            Self::DeliveryMismatched => facts::delivery_rejected(card, hand.other_command.take()?),
            Self::Completed => facts::completed(card, hand.command.take()?, tag),
            Self::CompletedOtherwise => facts::completed(card, hand.other_command.take()?, tag),
            Self::Prepared => facts::prepared(card, Source(1), tag + SPARE),
            Self::PreparationRefused => {
                facts::preparation_refused(card, Source(1), PreparationRefusal::WorkerRejected)
            }
            Self::RestartScheduled => facts::scheduled(card),
            Self::RestartScheduleRejected => facts::schedule_rejected(card, hand.restart?),
            Self::RestartTimerElapsed => facts::timer_elapsed(card, NOW),
            Self::ShutdownDelivered => facts::shutdown_taken(card),
            Self::ShutdownRejected => facts::shutdown_rejected(card, hand.shutdown()?),
            Self::DeadlineScheduled => facts::deadline_taken(hand.deadline?.timer),
            Self::DeadlineScheduleRejected => facts::deadline_rejected(hand.deadline?),
            Self::DeadlineElapsed => facts::deadline_elapsed(hand.deadline?.timer, NOW),
        })
    }

    /// Whether the hand has the correlations that a fact of this kind names.
    fn is_addressable(self, hand: &Hand) -> bool {
        let card = &hand.card;
        match self.name().0 {
            InputKind::Initialize
            | InputKind::Submit
            | InputKind::Shutdown
            | InputKind::WorkerBirthResolved
            | InputKind::InitializationSettled
            | InputKind::WorkerStopped => true,
            InputKind::ActivationBeginSettled | InputKind::WorkerReady => card.ticket.is_some(),
            InputKind::AssignmentSettled | InputKind::WorkerCompleted => card.assignment.is_some(),
            InputKind::WorkerPreparationSettled => card.recovery.is_some(),
            InputKind::RestartScheduleSettled | InputKind::RestartTimerElapsed => {
                card.recovery.is_some() && card.timer.is_some()
            }
            InputKind::WorkerShutdownSettled => card.shutdown.is_some(),
            InputKind::DrainDeadlineSettled | InputKind::DrainDeadlineElapsed => {
                hand.deadline.is_some()
            }
        }
    }
}

/// Prepared submissions are numbered apart from those of the roster.
const SPARE: u64 = 2;

/// The same worker with the evidence of a birth that has never been.
fn other_birth(card: &Card) -> Card {
    Card { evidence: Evidence(99), ..*card }
}
