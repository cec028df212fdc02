//! What a step of a supervisor's scenario does.

crate::opcodes! {
    /// What a step does.
    pub enum Opcode {
        /// The host settles its oldest obligation in the way that lets the supervisor go on.
        SettleOldest = "settle-oldest", Progress, [Unused, Unused, Unused];
        /// Settles an obligation in any way that its kind knows.
        Settle = "settle", Progress, [Index("obligation"), Outcome("way"), Detail("detail")];
        /// Settles an obligation of one kind: birth, input, outcome, shutdown, exit.
        SettleKind = "settle-kind", Progress, [Any("kind"), Index("obligation"), Outcome("way")];
        /// A manager starts a service.
        Start = "start", Event, [Index("key"), Unused, Unused];
        /// A manager replaces the worker of a service.
        Replace = "replace", Event, [Index("key"), Unused, Unused];
        /// A manager stops a service.
        Stop = "stop", Event, [Index("key"), Unused, Unused];
        /// A manager asks for a service.
        Query = "query", Event, [Index("key"), Unused, Unused];
        /// A manager calls a change back with the newest authorities.
        Cancel = "cancel", Event, [Index("authority"), Unused, Unused];
        /// A manager calls a change back with an old authority, the twin's, or a foreign one.
        CancelOld = "cancel-old", Fault, [Any("whose"), Index("authority"), Unused];
        /// A proxy dies.
        ExitProxy = "exit-proxy", Event, [Index("proxy"), Unused, Unused];
        /// The ready worker of a proxy stops.
        StopWorker = "stop-worker", Event, [Index("proxy"), Unused, Unused];
        /// A proxy has a command that no worker can take.
        Unavailable = "unavailable", Event, [Index("proxy"), Detail("phase"), Unused];
        /// A report of a proxy is lost, so the host will end it.
        LoseReport = "lose-report", Fault, [Index("proxy"), Detail("when"), Unused];
        /// An accepted input ends, in any way that there is.
        FinishInput = "finish-input", Event, [Index("input"), Any("outcome"), Detail("detail")];
        /// The drain deadline elapses, scheduled or not.
        ElapseDeadline = "elapse-deadline", Fault, [Unused, Unused, Unused];
        /// The next batch is cut; the rest is applied later, or rejected.
        CutBatch = "cut-batch", Fault, [Index("place"), Detail("rest"), Unused];
        /// A remembered fact is told again, with fresh values.
        Repeat = "repeat", Fault, [Index("fact"), Unused, Unused];
        /// The fact that would settle an obligation is told with one field replaced.
        Distort = "distort", Fault, [Index("obligation"), Any("field"), Any("value")];
        /// A fact of some kind is aimed at a proxy, whether or not anybody waits for it.
        WrongKind = "wrong-kind", Fault, [Index("proxy"), Any("kind"), Any("variant")];
        /// An obligation is withheld until the recovery phase.
        Withhold = "withhold", Fault, [Index("obligation"), Unused, Unused];
        /// Initialize, again or for the first time.
        Initialize = "initialize", Suppressor, [Unused, Unused, Unused];
        /// Global shutdown.
        Shutdown = "shutdown", Suppressor, [Unused, Unused, Unused];
    }
}
