//! The driver: it tells the pool facts, takes what the pool hands out into the host's custody, and
//! checks after every step what must hold in every state.

use super::facts::{self, Input};
use super::host::{Card, Host};
use super::text::{Text, own, product_lines};
use super::{Role, Test, arm, disarm};
use actor_laws::Fold;
use actor_laws::pool::{
    AssignmentCommand, FifoPool, Lane, MemberPhase, PairPhase, PoolActions, PoolInput, PoolMode,
    PreparationRefusal, RefusalCause, RefusedInput, RejectedFactClass, StopClass,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One pool with its host.
#[derive(Debug)]
pub(crate) struct Rig {
    pub(crate) pool: FifoPool<Test>,
    pub(crate) host: Host,
    actions: PoolActions<Test>,
    roles: Vec<Role>,
    queue_max: usize,
    /// The tag of the last submission: the factory's first, then those of the worker source.
    submissions: u64,
}

/// What the pool said in one step.
#[derive(Debug)]
#[must_use = "a product is compared by `says`, or marked as set-up by `sets_up`"]
pub(crate) struct Said {
    lines: Vec<String>,
}

/// An input that came back.
#[derive(Debug)]
#[must_use = "a refusal is compared by `says`"]
pub(crate) struct Refused {
    input: String,
    cause: RefusalCause,
}

impl Said {
    /// The complete product is `expected`, the verdict last.
    #[track_caller]
    pub(crate) fn says(self, expected: &[&str]) {
        let said = self.lines;
        assert!(said == expected, "the pool said\n{said:#?}\ninstead of\n{expected:#?}");
    }

    /// The pool goes on without a word.
    #[track_caller]
    pub(crate) fn says_nothing(self) {
        self.says(&["Continue"]);
    }

    /// Everything that was said, for a test that compares two products.
    pub(crate) fn lines(self) -> Vec<String> {
        self.lines
    }

    /// The step only leads to the state that a test is about.
    pub(crate) fn sets_up(self) {}
}

impl Refused {
    #[track_caller]
    pub(crate) fn says(self, cause: RefusalCause, input: &str) {
        assert_eq!((self.cause, self.input.as_str()), (cause, input));
    }
}

/// Facts, one short call each: about the worker that the host last heard of in `role`.
impl Rig {
    pub(crate) fn initialize(&mut self) -> Said {
        self.tell(PoolInput::Initialize)
    }

    pub(crate) fn shutdown(&mut self) -> Said {
        self.tell(PoolInput::Shutdown)
    }

    /// Customer `c{tag}` offers `p{tag}` as request `r{tag}`.
    pub(crate) fn submit(&mut self, tag: u64) -> Said {
        self.tell(facts::submit(tag))
    }

    pub(crate) fn commit(&mut self, role: Role) -> Said {
        self.tell(facts::committed(&self.card(role)))
    }

    pub(crate) fn reject_birth(&mut self, role: Role) -> Said {
        let card = self.card(role);
        let submission = self.host.submissions.remove(&card.child).expect("a creation is out");
        self.tell(facts::unborn(&card, submission))
    }

    pub(crate) fn initialized(&mut self, role: Role) -> Said {
        let (card, plan) = self.initializing(role);
        self.tell(facts::initialized(&card, plan))
    }

    pub(crate) fn reject_initialization(&mut self, role: Role) -> Said {
        let (card, plan) = self.initializing(role);
        self.tell(facts::initialization_rejected(&card, plan))
    }

    pub(crate) fn stop_initialization(&mut self, role: Role, class: StopClass, at: u64) -> Said {
        let (card, plan) = self.initializing(role);
        self.tell(facts::initialization_stopped(&card, plan, class, at))
    }

    fn initializing(&mut self, role: Role) -> (Card, super::Plan) {
        let card = self.card(role);
        (card, self.host.plans.remove(&card.child).expect("an initialization is out"))
    }

    pub(crate) fn begun(&mut self, role: Role) -> Said {
        self.tell(facts::begun(&self.card(role)))
    }

    pub(crate) fn reject_begin(&mut self, role: Role) -> Said {
        let card = self.card(role);
        let ticket = card.ticket.expect("an activation was begun");
        let request = self.host.begins.remove(&ticket).expect("a begin is out");
        self.tell(facts::begin_rejected(&card, request))
    }

    pub(crate) fn ready(&mut self, role: Role) -> Said {
        self.tell(facts::ready(&self.card(role)))
    }

    pub(crate) fn reject_activation(&mut self, role: Role) -> Said {
        self.tell(facts::activation_rejected(&self.card(role)))
    }

    pub(crate) fn stop(&mut self, role: Role, class: StopClass, at: u64) -> Said {
        self.tell(facts::stopped(&self.card(role), class, at))
    }

    pub(crate) fn delivered(&mut self, role: Role) -> Said {
        self.tell(facts::delivered(&self.card(role)))
    }

    /// The host brings back the very command of the role's assignment.
    pub(crate) fn reject_delivery(&mut self, role: Role) -> Said {
        let command = self.command(role);
        self.reject_delivery_with(role, command)
    }

    /// The host brings back some other command.
    pub(crate) fn reject_delivery_with(
        &mut self,
        role: Role,
        command: AssignmentCommand<Test>,
    ) -> Said {
        self.tell(facts::delivery_rejected(&self.card(role), command))
    }

    pub(crate) fn complete(&mut self, role: Role, output: u64) -> Said {
        let command = self.command(role);
        self.tell(facts::completed(&self.card(role), command, output))
    }

    /// Takes the command of the role's assignment out of the host's custody.
    pub(crate) fn command(&mut self, role: Role) -> AssignmentCommand<Test> {
        let assignment = self.card(role).assignment.expect("a job was assigned");
        self.host.commands.remove(&assignment).expect("the command is with the host")
    }

    pub(crate) fn prepared(&mut self, role: Role) -> Said {
        let (card, source) = self.preparing(role);
        self.submissions += 1;
        self.tell(facts::prepared(&card, source, self.submissions))
    }

    pub(crate) fn refuse_preparation(&mut self, role: Role, refusal: PreparationRefusal) -> Said {
        let (card, source) = self.preparing(role);
        self.tell(facts::preparation_refused(&card, source, refusal))
    }

    fn preparing(&mut self, role: Role) -> (Card, super::Source) {
        let card = self.card(role);
        let ticket = card.recovery.expect("a preparation was asked for");
        (card, self.host.sources.remove(&ticket).expect("the source is with the host"))
    }

    pub(crate) fn scheduled(&mut self, role: Role) -> Said {
        self.tell(facts::scheduled(&self.card(role)))
    }

    pub(crate) fn reject_schedule(&mut self, role: Role) -> Said {
        let card = self.card(role);
        let recovery = card.recovery.expect("a recovery is under way");
        let request = self.host.schedules.remove(&recovery).expect("a schedule is out");
        self.tell(facts::schedule_rejected(&card, request))
    }

    pub(crate) fn timer(&mut self, role: Role, at: u64) -> Said {
        self.tell(facts::timer_elapsed(&self.card(role), at))
    }

    pub(crate) fn shutdown_taken(&mut self, role: Role) -> Said {
        self.tell(facts::shutdown_taken(&self.card(role)))
    }

    pub(crate) fn reject_shutdown(&mut self, role: Role) -> Said {
        let card = self.card(role);
        let id = card.shutdown.expect("a shutdown was asked for");
        let request = self.host.shutdowns.remove(&id).expect("a shutdown is out");
        self.tell(facts::shutdown_rejected(&card, request))
    }

    pub(crate) fn deadline_taken(&mut self) -> Said {
        let timer = self.host.deadline.expect("a deadline was asked for").timer;
        self.tell(facts::deadline_taken(timer))
    }

    pub(crate) fn reject_deadline(&mut self) -> Said {
        let request = self.host.deadline.expect("a deadline was asked for");
        self.tell(facts::deadline_rejected(request))
    }

    pub(crate) fn deadline_fires(&mut self, at: u64) -> Said {
        let timer = self.host.deadline.expect("a deadline was asked for").timer;
        self.tell(facts::deadline_elapsed(timer, at))
    }
}

/// Set-up: facts whose products are not what the test is about. The host keeps all of them.
impl Rig {
    /// Lets the host do its duty by `role` until the member reaches `phase`.
    #[track_caller]
    pub(crate) fn until(&mut self, role: Role, phase: MemberPhase) {
        for _ in 0..16 {
            if self.phase(role) == phase {
                return;
            }
            self.advance(role);
        }
        panic!("{role} is {:?}, not {phase:?}", self.phase(role));
    }

    #[track_caller]
    pub(crate) fn until_idle(&mut self, role: Role) {
        self.until(role, MemberPhase::Idle);
    }

    #[track_caller]
    fn advance(&mut self, role: Role) {
        let said = match self.phase(role) {
            MemberPhase::Creating { .. } => self.commit(role),
            MemberPhase::Initializing => self.initialized(role),
            MemberPhase::ActivationDispatched => self.begun(role),
            MemberPhase::Activating => self.ready(role),
            MemberPhase::RecoveringPreparing => self.prepared(role),
            MemberPhase::RecoveringScheduling { .. } => self.scheduled(role),
            MemberPhase::RecoveringWaitingForTimer => self.timer(role, 0),
            MemberPhase::DrainingPreReady { halves: PairPhase::Open | PairPhase::Stopped }
            | MemberPhase::Stopping { halves: PairPhase::Open | PairPhase::Stopped } => {
                self.shutdown_taken(role)
            }
            stuck @ (MemberPhase::WaitingForActivationAuthorization
            | MemberPhase::DrainingPreReady { halves: PairPhase::Settled }
            | MemberPhase::StoppedInitializing
            | MemberPhase::StoppedDispatched
            | MemberPhase::Idle
            | MemberPhase::Busy { .. }
            | MemberPhase::RecoveringWaitingForSource
            | MemberPhase::Stopping { halves: PairPhase::Settled }
            | MemberPhase::Retired
            | MemberPhase::ResolvingCreation { .. }
            | MemberPhase::DrainingWorker { .. }
            | MemberPhase::DrainingStopped
            | MemberPhase::AwaitingWorkerPreparation
            | MemberPhase::AwaitingRestartSchedule { .. }
            | MemberPhase::Drained) => {
                panic!("the host owes {role} nothing in {stuck:?}")
            }
        };
        said.sets_up();
    }

    /// Job `tag` is with the role that the cursor finds, and its delivery is accepted.
    #[track_caller]
    pub(crate) fn busy(&mut self, role: Role, tag: u64) {
        self.submit(tag).sets_up();
        assert!(matches!(self.phase(role), MemberPhase::Busy { .. }), "{role} got the job");
        self.delivered(role).sets_up();
    }
}

/// Steps and looks.
impl Rig {
    pub(crate) fn new(pool: FifoPool<Test>, queue_max: usize) -> Self {
        let roles = pool.definition().roles.clone();
        let submissions = roles.len() as u64;
        let (host, actions) = (Host::default(), PoolActions::default());
        Self { pool, host, actions, roles, queue_max, submissions }
    }

    pub(crate) fn card(&self, role: Role) -> Card {
        self.host.card(self.position(role))
    }

    #[track_caller]
    pub(crate) fn phase(&self, role: Role) -> MemberPhase {
        self.pool.phase(self.position(role)).expect("the pool has members")
    }

    fn position(&self, role: Role) -> usize {
        self.roles.iter().position(|declared| *declared == role).expect("the role is declared")
    }

    /// The tags of the waiting jobs with their prior roles, in the order in which they will leave.
    pub(crate) fn queue(&self) -> Vec<String> {
        self.pool
            .queue()
            .map(|queued| {
                let prior = queued.prior_role.copied().unwrap_or("-");
                own(&format!("{:?} {} {prior}", queued.job, queued.admitted_at))
            })
            .collect()
    }

    /// Tells the pool one input that it must admit.
    #[track_caller]
    pub(crate) fn tell(&mut self, input: Input) -> Said {
        match self.offer(input) {
            Ok(said) => said,
            Err(Refused { input, cause }) => panic!("refused {input}: {cause:?}"),
        }
    }

    /// Offers an input that the pool may hand back.
    #[track_caller]
    pub(crate) fn offer(&mut self, input: Input) -> Result<Said, Refused> {
        let before = self.may_refuse(&input).then(|| self.pool_text());
        match self.pool.step(input, &mut self.actions) {
            Ok(()) => {
                self.check_product();
                let lines = product_lines(&self.actions);
                self.actions.drain().for_each(|operation| self.host.take(operation));
                self.check_state();
                Ok(Said { lines })
            }
            Err(RefusedInput { input, cause }) => {
                assert!(self.actions.is_empty(), "a refusal says nothing");
                let before = before.expect("only these modes and inputs are refused");
                assert_eq!(before, self.pool_text(), "a refusal changes nothing");
                Err(Refused { input: own(&input.text()), cause })
            }
        }
    }

    /// Whether the mode may hand `input` back; then the state is compared.
    fn may_refuse(&self, input: &Input) -> bool {
        let running = matches!(self.pool.mode(), PoolMode::Operating | PoolMode::Draining);
        !running || matches!(input, PoolInput::Initialize)
    }

    /// The pool must hand `input` back.
    #[track_caller]
    pub(crate) fn refuse(&mut self, input: Input) -> Refused {
        self.offer(input).expect_err("the pool hands the input back")
    }

    /// `input` matches nothing: one delivered diagnostic owns it whole, and nothing else changes.
    #[track_caller]
    pub(crate) fn rejects(&mut self, class: RejectedFactClass, input: Input) {
        let fact = own(&input.text());
        let (before, mode) = (self.pool_text_without_diagnostics(), self.pool.mode());
        let lines = self.tell(input).lines();
        let [head, owned, verdict] = &lines[..] else { panic!("one diagnostic, not {lines:#?}") };
        assert!(head.starts_with("DeliverDiagnostic d1 diagnostic"), "{head}");
        assert!(head.ends_with(&format!(" RejectedFact {class:?}")), "{class:?}, not {head}");
        assert_eq!((owned, verdict.as_str()), (&format!("  {fact}"), "Continue"));
        assert_eq!(before, self.pool_text_without_diagnostics(), "a rejected fact changes nothing");
        assert_eq!(mode, self.pool.mode());
    }

    /// Cloning payload `p{tag}` panics in this step: the pool is exactly as it was.
    #[track_caller]
    pub(crate) fn unwinds(&mut self, tag: u64, input: Input) {
        let before = self.pool_text();
        arm(tag);
        let step = AssertUnwindSafe(|| self.pool.step(input, &mut self.actions).is_ok());
        let stepped = catch_unwind(step);
        disarm();
        assert!(stepped.is_err(), "the clone of p{tag} panics");
        assert_eq!(before, self.pool_text(), "an unwound step is no step");
        assert!(self.actions.is_empty(), "an unwound step says nothing");
        self.check_state();
    }

    /// The whole pool, allocators included.
    pub(crate) fn pool_text(&self) -> String {
        format!("{:?}", self.pool)
    }

    /// The whole pool, save how many diagnostics it has numbered.
    pub(crate) fn pool_text_without_diagnostics(&self) -> String {
        let text = self.pool_text();
        let mark = "diagnostics: Sequence {";
        let start = text.find(mark).expect("the allocators are shown");
        let mut depth = 0;
        let closes = |(_, letter): &(usize, char)| {
            depth += i32::from(*letter == '{') - i32::from(*letter == '}');
            *letter == '}' && depth == 0
        };
        let length = text[start..].char_indices().find(closes).expect("a sequence is closed").0;
        let end = start + length;
        format!("{}{}", &text[..start], &text[end..])
    }
}

/// Checks that follow every step.
impl Rig {
    #[track_caller]
    fn check_product(&self) {
        let operations = self.actions.operations();
        let ordered = operations.windows(2).all(|pair| pair[0].lane() <= pair[1].lane());
        assert!(ordered, "the lanes stand in their authored order: {operations:#?}");
        for operation in operations {
            let lane = operation.lane();
            assert!(lane < Lane::ReportCompletionToParent, "a report is the worker's");
            assert!(self.actions.lane(lane).iter().all(|other| other.lane() == lane));
            assert!(!self.actions.lane(lane).is_empty(), "{lane:?} shows what it holds");
        }
    }

    #[track_caller]
    fn check_state(&self) {
        assert_eq!(self.pool.check(), Ok(()), "every law of the state holds");
        let phases: Vec<MemberPhase> =
            (0..self.roles.len()).filter_map(|position| self.pool.phase(position)).collect();
        let idle = phases.contains(&MemberPhase::Idle);
        assert!(self.pool.queued() == 0 || !idle, "no job waits beside an idle worker");
        assert!(self.pool.queued() <= self.queue_max, "capacity and roles bound the queue");
        let ordinals: Vec<u64> = self.pool.queue().map(|queued| queued.admitted_at).collect();
        assert!(ordinals.is_sorted_by(|a, b| a < b), "the queue is in admission order");
        assert_eq!(ordinals.len(), self.pool.queued());
        assert!(self.pool.cursor().is_none_or(|cursor| cursor < self.roles.len()));
        let activating = phases.iter().filter(|phase| {
            matches!(phase, MemberPhase::ActivationDispatched | MemberPhase::Activating)
        });
        assert!(activating.count() <= self.pool.definition().activation_limit);
        let assigned = phases.iter().filter(|phase| matches!(phase, MemberPhase::Busy { .. }));
        let owned = self.pool.queued() + assigned.count();
        assert_eq!(self.host.open_jobs.len(), owned, "each accepted job has one owner");
        let operating = self.pool.mode() == PoolMode::Operating;
        assert!(operating || owned == 0, "only an operating pool owns jobs");
    }
}
