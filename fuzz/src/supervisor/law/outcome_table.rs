//! The outcome cells by name, and where each group of them begins.

/// The name of an outcome cell, and why it cannot be reached, if so.
pub(super) type Named = (&'static str, Option<&'static str>);

const fn can(name: &'static str) -> Named {
    (name, None)
}

const fn never(name: &'static str, reason: &'static str) -> Named {
    (name, Some(reason))
}

/// Every outcome cell. The groups below index into it by their first entry.
pub(super) const OUTCOMES: [Named; 208] = [
    // 0: replies
    can("reply/StartAccepted"),
    can("reply/StartRejected/ShuttingDown"),
    can("reply/StartRejected/AlreadyExists"),
    can("reply/StartRejected/AtCapacity"),
    can("reply/StartRejected/Generation/Exhausted"),
    can("reply/StartRejected/Generation/Collision"),
    can("reply/StartRejected/Creation/Exhausted"),
    can("reply/StartRejected/Creation/Collision"),
    can("reply/StartRejected/Operation/Exhausted"),
    can("reply/StartRejected/Operation/Collision"),
    can("reply/ReplaceAccepted"),
    can("reply/ReplaceRejected/ShuttingDown"),
    can("reply/ReplaceRejected/Unknown"),
    can("reply/ReplaceRejected/Unavailable"),
    can("reply/ReplaceRejected/Operation/Exhausted"),
    can("reply/ReplaceRejected/Operation/Collision"),
    can("reply/StopAccepted"),
    can("reply/StopRejected/ShuttingDown"),
    can("reply/StopRejected/Unknown"),
    can("reply/StopRejected/AlreadyStopping"),
    can("reply/StopRejected/Unavailable"),
    can("reply/StopRejected/Stop/Exhausted"),
    can("reply/StopRejected/Stop/Collision"),
    can("reply/Unknown"),
    can("reply/Returned"),
    can("reply/Cancelled"),
    can("reply/Stale"),
    can("reply/Draining"),
    // 28: what a query shows
    can("query/CreatingProxy"),
    can("query/WaitingForActivationAuthorization"),
    can("query/AwaitingProxyOutcome"),
    can("query/Ready"),
    can("query/Empty"),
    can("query/Stopping"),
    can("query/Replacing"),
    can("query/Cancelling"),
    can("query/Draining"),
    can("query/Retiring"),
    // 38: where a transferred change is found
    can("cancel/Pending/AwaitingProxyOutcome"),
    can("cancel/Pending/Replacing"),
    // 40: what a late cancel is shown
    can("cancel/Committed/Ready"),
    can("cancel/Committed/Empty"),
    can("cancel/Committed/Stopping"),
    // 43: ends of changes
    can("lifecycle/Started"),
    can("lifecycle/Replaced/Gone"),
    can("lifecycle/Replaced/Drained"),
    can("lifecycle/StartFailed/CreationRejected"),
    can("lifecycle/StartFailed/InputRejected"),
    can("lifecycle/StartFailed/OutcomeFailed"),
    can("lifecycle/StartFailed/ProxyDied/Present"),
    can("lifecycle/StartFailed/ProxyDied/Transferred"),
    can("lifecycle/ReplacementFailed/InputRejected"),
    can("lifecycle/ReplacementFailed/OutcomeFailed"),
    can("lifecycle/ReplacementFailed/ProxyDied/Present"),
    can("lifecycle/ReplacementFailed/ProxyDied/Transferred"),
    // 55: the life of a service
    can("lifecycle/StopFinished/Stopped"),
    can("lifecycle/StopFinished/NeverBorn"),
    can("lifecycle/StopFinished/Failed/restored"),
    can("lifecycle/StopFinished/Failed/retired"),
    can("lifecycle/UnexpectedWorkerStopped/KeptEmpty"),
    can("lifecycle/UnexpectedWorkerStopped/Retiring"),
    can("lifecycle/UnexpectedWorkerStopped/after-stop"),
    can("lifecycle/CommandUnavailable"),
    // 63: cancelled changes
    can("lifecycle/OperationCancelled/Returned"),
    can("lifecycle/OperationCancelled/Start/InputRejected"),
    can("lifecycle/OperationCancelled/Replacement/InputRejected"),
    // 66: and their late outcomes
    can("lifecycle/OperationCancelled/Initial/Refused"),
    can("lifecycle/OperationCancelled/Initial/CreationRejected"),
    can("lifecycle/OperationCancelled/Initial/Ready"),
    can("lifecycle/OperationCancelled/Initial/Unavailable"),
    can("lifecycle/OperationCancelled/Replacement/Refused"),
    can("lifecycle/OperationCancelled/Replacement/CancelledBeforeBirth"),
    can("lifecycle/OperationCancelled/Replacement/CreationRejected"),
    can("lifecycle/OperationCancelled/Replacement/Ready"),
    can("lifecycle/OperationCancelled/Replacement/Unavailable"),
    can("lifecycle/OperationCancelled/Unreported/Untouched"),
    can("lifecycle/OperationCancelled/Unreported/Initial"),
    can("lifecycle/OperationCancelled/Unreported/Replacement"),
    never(
        "lifecycle/OperationCancelled/Unreported/Left/Worker",
        "what is left of a change is that change",
    ),
    can("lifecycle/OperationCancelled/Unreported/Left/Change"),
    // 80: interrupted changes
    can("lifecycle/Interrupted/ExplicitStop/Present"),
    can("lifecycle/Interrupted/ExplicitStop/Transferred"),
    can("lifecycle/Interrupted/SupervisorShutdown/Start/Present"),
    can("lifecycle/Interrupted/SupervisorShutdown/Start/Transferred"),
    can("lifecycle/Interrupted/SupervisorShutdown/Replacement/Present"),
    can("lifecycle/Interrupted/SupervisorShutdown/Replacement/Transferred"),
    // 86: late outcomes of stopped starts
    can("lifecycle/Interrupted/ExplicitStop/Initial/Refused"),
    can("lifecycle/Interrupted/ExplicitStop/Initial/CreationRejected"),
    can("lifecycle/Interrupted/ExplicitStop/Initial/Ready"),
    can("lifecycle/Interrupted/ExplicitStop/Initial/Unavailable"),
    never(
        "lifecycle/Interrupted/ExplicitStop/Replacement/Refused",
        "a stop interrupts starts only",
    ),
    never(
        "lifecycle/Interrupted/ExplicitStop/Replacement/CancelledBeforeBirth",
        "a stop interrupts starts only",
    ),
    never(
        "lifecycle/Interrupted/ExplicitStop/Replacement/CreationRejected",
        "a stop interrupts starts only",
    ),
    never("lifecycle/Interrupted/ExplicitStop/Replacement/Ready", "a stop interrupts starts only"),
    never(
        "lifecycle/Interrupted/ExplicitStop/Replacement/Unavailable",
        "a stop interrupts starts only",
    ),
    can("lifecycle/Interrupted/ExplicitStop/Unreported/Untouched"),
    can("lifecycle/Interrupted/ExplicitStop/Unreported/Initial"),
    never(
        "lifecycle/Interrupted/ExplicitStop/Unreported/Replacement",
        "a stop interrupts starts only",
    ),
    never(
        "lifecycle/Interrupted/ExplicitStop/Unreported/Left/Worker",
        "what is left of a change is that change",
    ),
    can("lifecycle/Interrupted/ExplicitStop/Unreported/Left/Change"),
    // 100: late outcomes at a shutdown
    can("lifecycle/Interrupted/SupervisorShutdown/Initial/Refused"),
    can("lifecycle/Interrupted/SupervisorShutdown/Initial/CreationRejected"),
    can("lifecycle/Interrupted/SupervisorShutdown/Initial/Ready"),
    can("lifecycle/Interrupted/SupervisorShutdown/Initial/Unavailable"),
    can("lifecycle/Interrupted/SupervisorShutdown/Replacement/Refused"),
    can("lifecycle/Interrupted/SupervisorShutdown/Replacement/CancelledBeforeBirth"),
    can("lifecycle/Interrupted/SupervisorShutdown/Replacement/CreationRejected"),
    can("lifecycle/Interrupted/SupervisorShutdown/Replacement/Ready"),
    can("lifecycle/Interrupted/SupervisorShutdown/Replacement/Unavailable"),
    can("lifecycle/Interrupted/SupervisorShutdown/Unreported/Untouched"),
    can("lifecycle/Interrupted/SupervisorShutdown/Unreported/Initial"),
    can("lifecycle/Interrupted/SupervisorShutdown/Unreported/Replacement"),
    never(
        "lifecycle/Interrupted/SupervisorShutdown/Unreported/Left/Worker",
        "what is left of a change is that change",
    ),
    can("lifecycle/Interrupted/SupervisorShutdown/Unreported/Left/Change"),
    // 114: removals, by cause and place of the exit
    can("lifecycle/EntryRetired/StartFailed/Here"),
    never(
        "lifecycle/EntryRetired/StartFailed/Elsewhere",
        "no other value has the exit of such a proxy",
    ),
    can("lifecycle/EntryRetired/StartFailed/NeverBorn"),
    can("lifecycle/EntryRetired/UnexpectedWorkerExit/Here"),
    never(
        "lifecycle/EntryRetired/UnexpectedWorkerExit/Elsewhere",
        "no other value has the exit of such a proxy",
    ),
    never(
        "lifecycle/EntryRetired/UnexpectedWorkerExit/NeverBorn",
        "such an entry's proxy was born",
    ),
    never("lifecycle/EntryRetired/StableProxyExit/Here", "another value has this proxy's exit"),
    can("lifecycle/EntryRetired/StableProxyExit/Elsewhere"),
    never("lifecycle/EntryRetired/StableProxyExit/NeverBorn", "such an entry's proxy was born"),
    never("lifecycle/EntryRetired/Stop/Here", "another value has this proxy's exit"),
    can("lifecycle/EntryRetired/Stop/Elsewhere"),
    can("lifecycle/EntryRetired/Stop/NeverBorn"),
    can("lifecycle/EntryRetired/Cancellation/Here"),
    never(
        "lifecycle/EntryRetired/Cancellation/Elsewhere",
        "no other value has the exit of such a proxy",
    ),
    can("lifecycle/EntryRetired/Cancellation/NeverBorn"),
    can("lifecycle/EntryRetired/SupervisorShutdown/Here"),
    never(
        "lifecycle/EntryRetired/SupervisorShutdown/Elsewhere",
        "no other value has the exit of such a proxy",
    ),
    can("lifecycle/EntryRetired/SupervisorShutdown/NeverBorn"),
    can("lifecycle/EntryRetired/DiagnosticTermination/Here"),
    never(
        "lifecycle/EntryRetired/DiagnosticTermination/Elsewhere",
        "no other value has the exit of such a proxy",
    ),
    can("lifecycle/EntryRetired/DiagnosticTermination/NeverBorn"),
    // 135: absorbed stops
    can("lifecycle/EntryRetired/absorbed/1"),
    can("lifecycle/EntryRetired/absorbed/2"),
    // 137: diagnostics that were delivered
    can("diagnostic/CorrelationUnavailable/Generation"),
    can("diagnostic/CorrelationUnavailable/Creation"),
    can("diagnostic/CorrelationUnavailable/Operation"),
    can("diagnostic/CorrelationUnavailable/Stop"),
    can("diagnostic/CreationRejected"),
    can("diagnostic/CreationRejected/with-exit"),
    can("diagnostic/InputRejected"),
    can("diagnostic/ShutdownRejected"),
    can("diagnostic/ProxyDied"),
    can("diagnostic/RejectedFact"),
    can("diagnostic/ForcedRetirement"),
    can("diagnostic/OutcomeFailed"),
    // 149: diagnostics that were transferred
    can("terminal-diagnostic/CorrelationUnavailable/Generation"),
    can("terminal-diagnostic/CorrelationUnavailable/Creation"),
    can("terminal-diagnostic/CorrelationUnavailable/Operation"),
    can("terminal-diagnostic/CorrelationUnavailable/Stop"),
    can("terminal-diagnostic/CreationRejected"),
    can("terminal-diagnostic/CreationRejected/with-exit"),
    can("terminal-diagnostic/InputRejected"),
    can("terminal-diagnostic/ShutdownRejected"),
    can("terminal-diagnostic/ProxyDied"),
    can("terminal-diagnostic/RejectedFact"),
    can("terminal-diagnostic/ForcedRetirement"),
    can("terminal-diagnostic/OutcomeFailed"),
    // 161: outcomes in diagnostics
    can("diagnostic/OutcomeFailed/Initial/Refused"),
    can("diagnostic/OutcomeFailed/Initial/CreationRejected"),
    can("diagnostic/OutcomeFailed/Initial/Ready"),
    can("diagnostic/OutcomeFailed/Initial/Unavailable"),
    can("diagnostic/OutcomeFailed/Replacement/Refused"),
    can("diagnostic/OutcomeFailed/Replacement/CancelledBeforeBirth"),
    can("diagnostic/OutcomeFailed/Replacement/CreationRejected"),
    can("diagnostic/OutcomeFailed/Replacement/Ready"),
    can("diagnostic/OutcomeFailed/Replacement/Unavailable"),
    can("diagnostic/OutcomeFailed/Unreported/Untouched"),
    can("diagnostic/OutcomeFailed/Unreported/Initial"),
    can("diagnostic/OutcomeFailed/Unreported/Replacement"),
    never(
        "diagnostic/OutcomeFailed/Unreported/Left/Worker",
        "what is left of a change is that change",
    ),
    can("diagnostic/OutcomeFailed/Unreported/Left/Change"),
    // 175: what forced retirement finds owed
    can("forced/owed/birth"),
    can("forced/owed/exit"),
    can("forced/owed/settlement"),
    can("forced/owed/settlement-exit"),
    can("forced/owed/result"),
    can("forced/owed/result-exit"),
    can("forced/owed/result-settlement"),
    can("forced/owed/result-settlement-exit"),
    // 183: why retirement was forced
    can("forced/DeadlineElapsed"),
    can("forced/ScheduleRejected"),
    can("forced/DeadlineUnavailable/Exhausted"),
    never(
        "forced/DeadlineUnavailable/Collision",
        "one deadline is drawn in a life, and the first of a kind cannot collide",
    ),
    // 187: how a supervisor stops
    can("stopped/at-once"),
    can("stopped/after-drain"),
    // 189: what a worker failed by
    can("cause/InitializationRejected"),
    can("cause/StoppedDuringInitialization"),
    can("cause/InitializedAfterExit"),
    can("cause/ActivationUnavailable"),
    can("cause/StartRejected"),
    can("cause/ActivationRejected"),
    can("cause/ReadyAfterExit"),
    // 196: what a proxy left of a change
    can("leftover/Unborn"),
    can("leftover/Initialized"),
    can("leftover/EffectsRejected"),
    can("leftover/InitializationStopped"),
    can("leftover/StartRejected"),
    can("leftover/Ready"),
    can("leftover/ActivationRejected"),
    can("leftover/Resolved"),
    can("leftover/Held"),
    // 205: failed constructions
    can("construction/ZeroEntries"),
    can("construction/ZeroActivations"),
    can("construction/ZeroDeadline"),
];

pub(super) const REPLY: usize = 0;
pub(super) const KNOWN: usize = 28;
pub(super) const PENDING: usize = 38;
pub(super) const COMMITTED: usize = 40;
pub(super) const CHANGE: usize = 43;
pub(super) const SERVICE: usize = 55;
pub(super) const CANCELLED: usize = 63;
pub(super) const CANCELLED_LATE: usize = 66;
pub(super) const INTERRUPTED: usize = 80;
pub(super) const STOPPED_LATE: usize = 86;
pub(super) const SHUT_LATE: usize = 100;
pub(super) const RETIRED: usize = 114;
pub(super) const ABSORBED: usize = 135;
pub(super) const DELIVERED: usize = 137;
pub(super) const TRANSFERRED: usize = 149;
pub(super) const FAILED: usize = 161;
pub(super) const OWED: usize = 175;
pub(super) const FORCE: usize = 183;
pub(super) const STOPPED: usize = 187;
pub(super) const CAUSE: usize = 189;
pub(super) const LEFT: usize = 196;
pub(super) const CONSTRUCTION: usize = 205;
