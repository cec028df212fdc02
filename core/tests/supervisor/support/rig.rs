//! The driver: it tells the supervisor inputs, keeps what the supervisor hands out, and checks after
//! every step what must hold in every state.

use super::custody::conserved;
use super::facts::{self, Card, Input};
use super::text::text;
use super::{Answer as Route, Key, Proxy, Served, Setup, Test};
use actor_laws::Fold;
use actor_laws::product::InLane;
use actor_laws::proxy::{InitialOutcome, ProxyPhase, ReplacementOutcome, StartOutcome};
use actor_laws::supervisor::*;
use std::collections::{BTreeMap, BTreeSet};

/// One supervisor with its host.
#[derive(Debug)]
pub(crate) struct Rig {
    pub(crate) supervisor: DynamicSupervisor<Test>,
    setup: Setup,
    /// The latest life of each key.
    cards: BTreeMap<Key, Card>,
    /// Emitted inputs that the host has.
    inputs: BTreeMap<OperationId, ProxyInputOperation<Test>>,
    /// Authorities that the host has, by the order in which they were issued.
    authorities: BTreeMap<u64, CancelAuthority<Test>>,
    issued: u64,
    /// The authority that is being used.
    using: u64,
    pub(crate) deadline: Option<ScheduleDeadline>,
    /// Every correlation that may be issued once only.
    fresh: BTreeSet<String>,
    /// Whether laws and custody are checked, and what is said is written down; not on the way into a
    /// phase that was reached before.
    pub(crate) checks: bool,
    /// Whether a diagnostic was delivered.
    pub(crate) diagnosed: bool,
}

/// What the supervisor said in one step: one line an operation, the verdict last.
#[derive(Debug)]
#[must_use = "a product is compared by `says`, or marked as set-up by `sets_up`"]
pub(crate) struct Said {
    pub(crate) lines: Vec<String>,
}

impl Said {
    /// The complete product.
    #[track_caller]
    pub(crate) fn says(self, expected: &[&str]) {
        let said = self.lines;
        assert!(said == expected, "the supervisor said\n{said:#?}\ninstead of\n{expected:#?}");
    }

    /// The step only leads to the state that a test is about.
    pub(crate) fn sets_up(self) {}

    /// One diagnostic, number `n`, owns the fact whole, and nothing else is said.
    #[track_caller]
    pub(crate) fn rejects(self, n: u64, fact: &str) {
        let line = format!("DeliverDiagnostic(Desk, diagnostic{n}, RejectedFact({fact}))");
        self.says(&[&line, "Continue"]);
    }
}

impl Rig {
    pub(crate) fn new(setup: Setup) -> Self {
        Self {
            supervisor: setup.build(),
            setup,
            cards: BTreeMap::new(),
            inputs: BTreeMap::new(),
            authorities: BTreeMap::new(),
            issued: 0,
            using: 0,
            deadline: None,
            fresh: BTreeSet::new(),
            checks: true,
            diagnosed: false,
        }
    }

    /// Offers an input; a refused one comes back as text with its cause, and nothing has changed.
    pub(crate) fn offer(&mut self, input: Input) -> Result<Said, (RefusalCause, String)> {
        let before = self.checks.then(|| (self.state(), format!("{input:?}")));
        let mut actions = SupervisorActions::default();
        let refused = self.supervisor.step(input, &mut actions).err();
        if let Some((state, told)) = before {
            let after = self.state();
            conserved([&state, &told], [&after, &format!("{actions:?} {refused:?}")]);
            let unchanged = actions.is_empty() && state == after;
            assert!(refused.is_none() || unchanged, "a refusal changes nothing");
            assert_eq!(self.supervisor.check(), Ok(()));
        }
        match refused {
            None => Ok(self.heard(actions)),
            Some(RefusedInput { input, cause }) => {
                let text = text(&input);
                self.take_back(input);
                Err((cause, text))
            }
        }
    }

    #[track_caller]
    pub(crate) fn tell(&mut self, input: Input) -> Said {
        self.offer(input).expect("the input is admitted")
    }

    /// What a refused input owns is the host's again.
    fn take_back(&mut self, input: Input) {
        if let Input::Cancel(CancelCommand { authority, .. }) = input {
            self.authorities.insert(self.using, authority);
        }
    }

    fn heard(&mut self, mut actions: SupervisorActions<Test>) -> Said {
        assert!(actions.operations().is_sorted_by_key(InLane::lane), "the lanes stand in order");
        let spoken = if self.checks { actions.operations() } else { &[] };
        let mut lines: Vec<String> = spoken.iter().map(text).collect();
        let (operations, verdict) = actions.take();
        operations.for_each(|operation| self.keep(operation));
        lines.push(verdict.map_or("Continue".to_owned(), |verdict| text(&verdict)));
        Said { lines }
    }

    fn keep(&mut self, operation: SupervisorOperation<Test>) {
        match operation {
            SupervisorOperation::CreateProxy { creation, generation } => {
                self.issue(creation);
                self.issue(generation);
                let entry = self.entry(generation).expect("the entry exists");
                let (proxy, change, shutdown) = (Proxy(creation.ordinal()), None, None);
                let card = Card { generation, creation, proxy, change, shutdown };
                self.cards.insert(entry, card);
            }
            SupervisorOperation::InstallInitial(input) | SupervisorOperation::Replace(input) => {
                self.issue(input.operation);
                self.by_proxy(input.proxy).change = Some((input.kind, input.operation));
                self.inputs.insert(input.operation, input);
            }
            SupervisorOperation::ShutdownProxy(request) => {
                self.issue((request.generation, request.purpose));
                let generation = request.generation;
                let card = self.cards.values_mut().find(|card| card.generation == generation);
                let card = card.expect("the entry has a card");
                (card.shutdown, card.proxy) = (Some(request.purpose), request.proxy);
            }
            SupervisorOperation::Reply { reply, .. } => self.keep_authority(reply),
            SupervisorOperation::DeliverDiagnostic { correlation, .. } => {
                self.diagnosed = true;
                self.issue(correlation);
            }
            SupervisorOperation::ScheduleDeadline(request) => {
                assert!(self.deadline.replace(request).is_none(), "one deadline a supervisor");
            }
            SupervisorOperation::ObserveProxyCreation { .. }
            | SupervisorOperation::ObserveProxyExit { .. }
            | SupervisorOperation::Lifecycle { .. }
            | SupervisorOperation::TransferTerminalDiagnostic { .. } => {}
        }
    }

    fn keep_authority(&mut self, reply: Reply<Test>) {
        match reply {
            Reply::Start(Ok(receipt)) | Reply::Replace(Ok(receipt)) => {
                self.issued += 1;
                self.authorities.insert(self.issued, receipt.cancel);
            }
            Reply::Cancel(answer) => {
                let (CancelAnswer::Returned { authority, .. }
                | CancelAnswer::Pending { authority, .. }
                | CancelAnswer::Committed { authority, .. }
                | CancelAnswer::Cancelled { authority }
                | CancelAnswer::Stale { authority }
                | CancelAnswer::Draining { authority }) = answer;
                self.authorities.insert(self.using, authority);
            }
            Reply::Start(Err(_)) | Reply::Replace(Err(_)) | Reply::Stop(_) | Reply::Query(_) => {}
        }
    }

    fn issue(&mut self, correlation: impl std::fmt::Debug) {
        if !self.checks {
            return;
        }
        let text = format!("{correlation:?}");
        assert!(self.fresh.insert(text), "{correlation:?} was issued before");
    }

    fn entry(&self, generation: Generation) -> Option<Key> {
        let mut entries = self.supervisor.entries();
        entries.find(|entry| entry.generation == generation).map(|entry| *entry.key)
    }

    fn by_proxy(&mut self, proxy: Proxy) -> &mut Card {
        let card = self.cards.values_mut().find(|card| card.proxy == proxy);
        card.expect("the proxy has a card")
    }

    /// The whole state, hidden parts included.
    pub(crate) fn state(&self) -> String {
        format!("{:?}", self.supervisor)
    }

    /// The same without the diagnostics' own correlations, which a rejected fact draws.
    pub(crate) fn state_without_diagnostics(&self) -> String {
        let state = self.state();
        let Some((before, rest)) = state.split_once("diagnostics: Sequence {") else {
            return state;
        };
        let (_, after) = rest.split_once('}').expect("a sequence ends");
        format!("{before}{after}")
    }

    pub(crate) fn card(&self, key: &'static str) -> Card {
        self.known(key).expect("the key was started")
    }

    pub(crate) fn known(&self, key: &'static str) -> Option<Card> {
        self.cards.get(&Key(key)).copied()
    }

    /// Takes an authority out of the host's custody, to use it elsewhere.
    pub(crate) fn authority(&mut self, order: u64) -> CancelAuthority<Test> {
        self.authorities.remove(&order).expect("the host has the authority")
    }

    /// The phase of an entry as text; `absent` without one.
    pub(crate) fn phase(&self, key: &'static str) -> String {
        let mut entries = self.supervisor.entries();
        let entry = entries.find(|entry| *entry.key == Key(key));
        entry.map_or("absent".to_owned(), |entry| text(&entry.phase))
    }
}

/// Inputs, one short call each.
impl Rig {
    pub(crate) fn initialize(&mut self) -> Said {
        let (instance, correlations) = (self.setup.identity(), Box::new(self.setup.correlations));
        self.tell(Input::Initialize { instance, correlations })
    }

    /// Offers a second `Initialize`.
    pub(crate) fn offer_initialize(&mut self) -> Result<Vec<String>, RefusalCause> {
        let (instance, correlations) = (self.setup.identity(), Box::new(self.setup.correlations));
        let offered = self.offer(Input::Initialize { instance, correlations });
        offered.map(|said| said.lines).map_err(|(cause, _)| cause)
    }

    /// Starts `key` with submission `n`; the answer goes to route `n`.
    pub(crate) fn start(&mut self, key: &'static str, n: u64) -> Said {
        let (submission, reply) = (facts::submission(n), Route(n));
        self.tell(Input::Start(StartCommand { key: Key(key), submission, reply }))
    }

    pub(crate) fn replace(&mut self, key: &'static str, n: u64) -> Said {
        let (submission, reply) = (facts::submission(n), Route(n));
        self.tell(Input::Replace(ReplaceCommand { key: Key(key), submission, reply }))
    }

    pub(crate) fn stop(&mut self, key: &'static str, n: u64) -> Said {
        self.tell(Input::Stop(StopCommand { key: Key(key), reply: Route(n) }))
    }

    pub(crate) fn query(&mut self, key: &'static str, n: u64) -> Said {
        self.tell(Input::Query(QueryCommand { key: Key(key), reply: Route(n) }))
    }

    /// Uses the authority that was issued as number `order`.
    pub(crate) fn cancel(&mut self, order: u64, n: u64) -> Said {
        let authority = self.use_authority(order);
        self.cancel_with(authority, n)
    }

    /// The authority that was issued as number `order`; the next answer brings it back.
    pub(crate) fn use_authority(&mut self, order: u64) -> CancelAuthority<Test> {
        self.using = order;
        self.authority(order)
    }

    pub(crate) fn cancel_with(&mut self, authority: CancelAuthority<Test>, n: u64) -> Said {
        self.tell(Input::Cancel(CancelCommand { authority, reply: Route(n) }))
    }

    pub(crate) fn shut_down(&mut self) -> Said {
        self.tell(Input::ShutdownRequested)
    }

    pub(crate) fn commit(&mut self, key: &'static str) -> Said {
        let input = facts::committed(&self.card(key));
        self.tell(input)
    }

    pub(crate) fn reject_birth(&mut self, key: &'static str, n: u64) -> Said {
        let input = facts::unborn(&self.card(key), n);
        self.tell(input)
    }

    pub(crate) fn early_exit(&mut self, key: &'static str, n: u64) -> Said {
        let input = facts::early_exit(&self.card(key), n);
        self.tell(input)
    }

    pub(crate) fn exit(&mut self, key: &'static str, n: u64) -> Said {
        let input = facts::exit(&self.card(key), n);
        self.tell(input)
    }

    pub(crate) fn accept(&mut self, key: &'static str) -> Said {
        let input = facts::accepted(&self.card(key));
        self.tell(input)
    }

    /// The emitted input, out of the host's custody.
    pub(crate) fn input(&mut self, key: &'static str) -> ProxyInputOperation<Test> {
        let (_, operation) = self.card(key).emitted();
        self.returned(operation).expect("the host has the input")
    }

    pub(crate) fn returned(&mut self, operation: OperationId) -> Option<ProxyInputOperation<Test>> {
        self.inputs.remove(&operation)
    }

    /// How many authorities were issued.
    pub(crate) fn authorities(&self) -> u64 {
        self.issued
    }

    pub(crate) fn reject_input(&mut self, key: &'static str, n: u64) -> Said {
        let (card, input) = (self.card(key), self.input(key));
        self.tell(facts::input_rejected(&card, input, n))
    }

    pub(crate) fn initial(&mut self, key: &'static str, outcome: StartOutcome<Served>) -> Said {
        let input = facts::initial(&self.card(key), InitialOutcome::Resolved(outcome));
        self.tell(input)
    }

    pub(crate) fn initial_outcome(
        &mut self,
        key: &'static str,
        outcome: InitialOutcome<Served>,
    ) -> Said {
        let input = facts::initial(&self.card(key), outcome);
        self.tell(input)
    }

    pub(crate) fn replacement(
        &mut self,
        key: &'static str,
        outcome: ReplacementOutcome<Served>,
    ) -> Said {
        let input = facts::replacement(&self.card(key), outcome);
        self.tell(input)
    }

    pub(crate) fn stopped(&mut self, key: &'static str, worker: u64, n: u64) -> Said {
        let input = facts::stopped(&self.card(key), worker, n);
        self.tell(input)
    }

    pub(crate) fn unavailable(&mut self, key: &'static str, n: u64) -> Said {
        let input = facts::unavailable(&self.card(key), n, ProxyPhase::Draining);
        self.tell(input)
    }

    pub(crate) fn unreported(&mut self, key: &'static str, rest: UnreportedInput<Test>) -> Said {
        let input = facts::unreported(&self.card(key), rest);
        self.tell(input)
    }

    pub(crate) fn shutdown_accepted(&mut self, key: &'static str) -> Said {
        let input = facts::shutdown_accepted(&self.card(key));
        self.tell(input)
    }

    pub(crate) fn shutdown_rejected(&mut self, key: &'static str, n: u64) -> Said {
        let input = facts::shutdown_rejected(&self.card(key), n);
        self.tell(input)
    }
}

/// Ways into phases, for tests about what comes after.
impl Rig {
    /// Starts `key` with submission `n` up to `CreatingProxy`.
    pub(crate) fn creating(&mut self, key: &'static str, n: u64) {
        self.start(key, n).sets_up();
    }

    /// Up to the emission of its input, or to its place in the queue if no slot is free.
    pub(crate) fn born(&mut self, key: &'static str, n: u64) {
        self.creating(key, n);
        self.commit(key).sets_up();
    }

    pub(crate) fn awaiting_outcome(&mut self, key: &'static str, n: u64) {
        self.born(key, n);
        self.accept(key).sets_up();
    }

    /// Up to `Ready`, with worker `worker1@{n}`.
    pub(crate) fn ready(&mut self, key: &'static str, n: u64) {
        self.awaiting_outcome(key, n);
        self.initial(key, super::outcomes::ready(n)).sets_up();
    }

    /// Up to `Empty`: worker `n` has stopped by `stop#{n}`.
    pub(crate) fn empty(&mut self, key: &'static str, n: u64) {
        self.ready(key, n);
        self.stopped(key, n, n).sets_up();
    }

    /// Replaces the worker by submission `n`, up to the acceptance of the input.
    pub(crate) fn replacing(&mut self, key: &'static str, n: u64) {
        self.replace(key, n).sets_up();
        self.accept(key).sets_up();
    }
}
