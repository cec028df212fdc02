//! A storm of inputs, right and wrong, from a small world: whatever is told, the properties of the
//! prediction hold.

use super::history::*;
use super::words::{BOOK, DESK, ME};
use actor_laws_fuzz::proxy::observation::{CreationRefusal, Refused, Refuser, Settled, Unborn};
use actor_laws_fuzz::supervisor::observation::*;
use actor_laws_fuzz::supervisor::oracle::SupervisorOracle;
use std::collections::{BTreeMap, BTreeSet};

/// Tags are above every ordinal, tick, proxy and route, so that they can be counted in any text.
const FIRST_TAG: Tag = 1_000_000;

/// A small deterministic generator (splitmix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % sides
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.roll(choices.len() as u64) as usize]
    }

    fn supply(&mut self, first: u64) -> Supply {
        match self.roll(12) {
            0 => colliding(first, 1 + self.roll(6)),
            1 => short(first, 4 + self.roll(20)),
            _ => endless(first),
        }
    }

    fn setup(&mut self) -> SupervisorSetup {
        SupervisorSetup {
            entries: 1 + self.roll(6) as u8,
            activations: 1 + self.roll(3) as u8,
            unexpected_exit: self.pick(&[ExitPolicy::KeepEmpty, ExitPolicy::Retire]),
            drain_deadline: self.pick(&[None, Some(30)]),
            lifecycle_route: BOOK,
            diagnostics_route: (self.roll(6) > 0).then_some(DESK),
            identity: ME,
            supplies: Supplies {
                generations: self.supply(100),
                creations: self.supply(2000),
                operations: self.supply(3000),
                stops: self.supply(4000),
                deadlines: self.pick(&[endless(5000), endless(5000), short(5000, 0)]),
                diagnostics: self.supply(6000),
            },
        }
    }
}

/// The host: what it owes, and what it knows to make facts of. It keeps no promise.
struct World {
    dice: Dice,
    tag: Tag,
    proxy: Proxy,
    tick: Tick,
    /// Facts that something emitted asks for; told in any order, and wrongly now and then.
    due: Vec<Told>,
    authorities: Vec<Authority>,
    evidence: Vec<Evidence>,
    requests: Vec<Request>,
    inputs: Vec<Input>,
    creations: Vec<Id>,
}

impl World {
    fn new(dice: Dice) -> Self {
        Self {
            dice,
            tag: FIRST_TAG,
            proxy: 50_000,
            tick: 0,
            due: Vec::new(),
            authorities: Vec::new(),
            evidence: Vec::new(),
            requests: Vec::new(),
            inputs: Vec::new(),
            creations: Vec::new(),
        }
    }

    fn tag(&mut self) -> Tag {
        self.tag += 1;
        self.tag
    }

    fn submission(&mut self) -> Submission {
        Submission { worker: self.tag(), plan: self.tag() }
    }

    fn proxy_exit(&mut self) -> ProxyExit {
        self.tick += 1;
        ProxyExit { stop: self.tag(), at: self.tick }
    }

    fn exit(&mut self) -> Exit {
        self.tick += 1;
        Exit { stop: self.tag(), at: self.tick }
    }

    fn fresh_evidence(&mut self, proxy: Proxy) -> Evidence {
        let ordinal = self.evidence.len() as u64;
        let evidence = Id { issuer: proxy, ordinal };
        self.evidence.push(evidence);
        evidence
    }

    fn worker(&mut self, proxy: Proxy) -> StartOutcome {
        match self.dice.roll(5) {
            0 => StartOutcome::CreationRejected(Unborn {
                submission: self.submission(),
                why: CreationRefusal { by: Refuser::Host, reason: self.tag() },
                early_exit: None,
            }),
            1 => {
                let (proof, exit) = (self.tag(), self.exit());
                StartOutcome::Unavailable {
                    evidence: self.fresh_evidence(proxy),
                    cause: actor_laws_fuzz::proxy::observation::Cause::ReadyAfterExit {
                        proof,
                        exit,
                    },
                }
            }
            _ => StartOutcome::Ready { evidence: self.fresh_evidence(proxy), proof: self.tag() },
        }
    }

    fn refused(&mut self) -> Refused {
        Refused { submission: self.submission(), phase: ShownPhase::Draining, creation: None }
    }

    fn initial(&mut self, proxy: Proxy) -> InitialOutcome {
        if self.dice.roll(6) == 0 {
            return InitialOutcome::Refused(self.refused());
        }
        InitialOutcome::Resolved(self.worker(proxy))
    }

    fn replacement(&mut self, proxy: Proxy, base: Evidence) -> ReplacementOutcome {
        match self.dice.roll(8) {
            0 => ReplacementOutcome::Refused(self.refused()),
            1 => ReplacementOutcome::CancelledBeforeBirth {
                predecessor: base,
                submission: self.submission(),
            },
            roll => {
                let drained = (roll > 4).then(|| (self.exit(), Settled::Accepted));
                let predecessor = Predecessor { evidence: base, drained };
                ReplacementOutcome::Resolved { predecessor, successor: self.worker(proxy) }
            }
        }
    }

    /// The base that the view knows of, or any evidence.
    fn base(&mut self, proxy: Proxy, view: &SupervisorView) -> Evidence {
        let entry = view.entries.iter().find(|entry| entry.proxy == Some(proxy));
        match entry.map(|entry| entry.phase) {
            Some(
                EntryPhase::ReplaceAwaitingOutcome { base, .. }
                | EntryPhase::ReplaceAwaitingReceipt { base, .. },
            ) if self.dice.roll(8) > 0 => base.evidence,
            Some(EntryPhase::Ready { evidence, .. }) if self.dice.roll(8) > 0 => evidence,
            _ => {
                let known = self.evidence.clone();
                let of_proxy: Vec<_> =
                    known.iter().filter(|evidence| evidence.issuer == proxy).collect();
                of_proxy.last().map_or(Id { issuer: proxy, ordinal: 77 }, |evidence| **evidence)
            }
        }
    }

    fn command(&mut self) -> Told {
        let key = self.dice.roll(7) as Key;
        let reply = self.tag();
        match self.dice.roll(10) {
            0..4 => Told::Start { key, submission: self.submission(), reply },
            4..6 => Told::Replace { key, submission: self.submission(), reply },
            6 => Told::Stop { key, reply },
            7 => Told::Query { key, reply },
            _ => {
                let issued = self.authorities.clone();
                let known = issued.len().min(4);
                let authority = if known > 0 && self.dice.roll(5) > 0 {
                    issued[issued.len() - 1 - self.dice.roll(known as u64) as usize]
                } else {
                    let operation = Id { issuer: ME, ordinal: 2998 + self.dice.roll(9) };
                    Authority { origin: Origin::Foreign, key, operation }
                };
                Told::Cancel { authority, reply }
            }
        }
    }

    /// An outcome or a stop of an input's proxy.
    fn proxy_fact(&mut self, view: &SupervisorView) -> Option<Told> {
        let recent = self.inputs.len().min(5) as u64;
        if recent == 0 {
            return None;
        }
        let at = self.inputs.len() - 1 - self.dice.roll(recent) as usize;
        let Input { proxy, change, operation, .. } = self.inputs[at];
        let base = self.base(proxy, view);
        Some(match self.dice.roll(10) {
            0..5 if change == Change::Start => {
                let outcome = self.initial(proxy);
                Told::Report { proxy, report: Report::Initial { ticket: operation, outcome } }
            }
            0..5 => {
                let outcome = self.replacement(proxy, base);
                let report = Report::Replacement { ticket: operation, outcome };
                Told::Report { proxy, report }
            }
            5 => {
                let evidence = if self.dice.roll(2) == 0 && !self.evidence.is_empty() {
                    let known = self.evidence.clone();
                    self.dice.pick(&known)
                } else {
                    base
                };
                let report = Report::WorkerStopped { evidence, exit: self.exit() };
                Told::Report { proxy, report }
            }
            6 => {
                let (sender, command) = (self.tag(), self.tag());
                let phase = ShownPhase::Empty;
                let report = Report::Unavailable { sender, phase, command };
                Told::Report { proxy, report }
            }
            7 => Told::ExitAfterBirth { proxy, exit: self.proxy_exit() },
            8 => {
                let outcome = self.replacement(proxy, base);
                Told::Unreported { proxy, operation, rest: Unreported::Replacement { outcome } }
            }
            _ => {
                let rest = Unreported::Untouched { submission: self.submission() };
                Told::Unreported { proxy, operation, rest }
            }
        })
    }

    /// A settlement or birth; mostly of something that is due, else of anything known.
    fn settlement(&mut self) -> Option<Told> {
        if !self.due.is_empty() && self.dice.roll(8) > 0 {
            let at = self.dice.roll(self.due.len() as u64) as usize;
            return Some(self.due.swap_remove(at));
        }
        let (reason, deadline) = (9, Id { issuer: ME, ordinal: 5000 });
        match self.dice.roll(6) {
            0 if !self.requests.is_empty() => {
                let requests = self.requests.clone();
                Some(Told::ShutdownAccepted { request: self.dice.pick(&requests) })
            }
            1 if !self.inputs.is_empty() => {
                let inputs = self.inputs.clone();
                let Input { proxy, change, operation, .. } = self.dice.pick(&inputs);
                let submission = self.submission();
                let returned = Input { proxy, change, operation, submission };
                Some(Told::InputRejected { proxy, change, operation, returned, reason })
            }
            2 if !self.creations.is_empty() => {
                let creations = self.creations.clone();
                let creation = self.dice.pick(&creations);
                Some(Told::ExitBeforeBirth { creation, exit: self.proxy_exit() })
            }
            3 if self.dice.roll(6) == 0 => Some(Told::DeadlineElapsed { deadline, at: self.tick }),
            4 => Some(Told::DeadlineAccepted { deadline }),
            5 if self.proxy > 50_000 => {
                let old = 50_001 + self.dice.roll(u64::from(self.proxy - 50_000)) as Proxy;
                Some(Told::ExitAfterBirth { proxy: old, exit: self.proxy_exit() })
            }
            _ => None,
        }
    }

    fn input(&mut self, view: &SupervisorView) -> Told {
        let told = match self.dice.roll(100) {
            0 if self.dice.roll(2) == 0 => Some(Told::Shutdown),
            0..25 => Some(self.command()),
            25..60 => self.settlement(),
            _ => self.proxy_fact(view),
        };
        told.unwrap_or_else(|| self.command())
    }

    /// Notes what was said, and what is due for it.
    fn note(&mut self, said: &[Said]) {
        for said in said {
            match *said {
                Said::CreateProxy { creation, .. } => {
                    self.creations.push(creation);
                    self.proxy += 1;
                    let proxy = self.proxy;
                    if self.dice.roll(5) == 0 {
                        let exit = self.proxy_exit();
                        self.due.push(Told::ExitBeforeBirth { creation, exit });
                    }
                    let told = if self.dice.roll(5) == 0 {
                        Told::BirthRejected { creation, rejection: self.tag() }
                    } else {
                        Told::BirthCommitted { creation, proxy }
                    };
                    self.due.push(told);
                }
                Said::InstallInitial { input } | Said::Replace { input } => self.note_input(input),
                Said::ShutdownProxy { request } => self.note_request(request),
                Said::Reply {
                    reply:
                        Reply::StartAccepted { cancel, .. } | Reply::ReplaceAccepted { cancel, .. },
                    ..
                } => self.authorities.push(cancel),
                Said::ScheduleDeadline { deadline, after } => {
                    let told = if self.dice.roll(2) == 0 {
                        Told::DeadlineAccepted { deadline }
                    } else {
                        let returned = deadline;
                        Told::DeadlineRejected { deadline, returned, after, reason: 9 }
                    };
                    self.due.push(told);
                }
                _ => {}
            }
        }
    }

    fn note_input(&mut self, input: Input) {
        let Input { proxy, change, operation, .. } = input;
        self.inputs.push(input);
        let told = if self.dice.roll(4) == 0 {
            let returned = Input { submission: self.submission(), ..input };
            Told::InputRejected { proxy, change, operation, returned, reason: 9 }
        } else {
            Told::InputAccepted { proxy, change, operation }
        };
        self.due.push(told);
    }

    fn note_request(&mut self, request: Request) {
        self.requests.push(request);
        let told = if self.dice.roll(3) == 0 {
            Told::ShutdownRejected { request, returned: request, reason: 9 }
        } else {
            Told::ShutdownAccepted { request }
        };
        self.due.push(told);
        let exit = self.proxy_exit();
        self.due.push(Told::ExitAfterBirth { proxy: request.proxy, exit });
    }
}

/// Every tag in a text.
fn tags(text: &impl serde::Serialize) -> Vec<Tag> {
    let text = serde_json::to_string(text).expect("plain data");
    let numbers = text.split(|sign: char| !sign.is_ascii_digit());
    let numbers = numbers.filter_map(|number| number.parse::<u64>().ok());
    let tags = numbers.filter_map(|number| Tag::try_from(number).ok());
    tags.filter(|tag| *tag > FIRST_TAG).collect()
}

/// What must be true of everything told and said so far.
#[derive(Default)]
struct Ledger {
    /// What was told and not said yet.
    kept: BTreeSet<Tag>,
    told: BTreeSet<Tag>,
    /// The workers of accepted changes, by operation.
    parcels: BTreeMap<Id, Submission>,
    /// Exits that were taken before a birth, by creation.
    early: BTreeMap<Id, Tag>,
    creation_of: BTreeMap<Id, Id>,
    /// Accepted changes that have not ended.
    changes: BTreeMap<Id, Change>,
    /// Entries that were not retired.
    entries: BTreeSet<Id>,
    endings_asked: BTreeSet<Id>,
}

impl Ledger {
    fn enter(&mut self, told: &Told, said: &[Said]) {
        for tag in tags(told) {
            assert!(self.told.insert(tag), "{tag} is told twice");
            self.kept.insert(tag);
        }
        if let Told::ExitBeforeBirth { creation, exit } = *told
            && !is_rejected_fact(said)
        {
            assert!(self.early.insert(creation, exit.stop).is_none(), "a second early exit");
        }
        for said in said {
            for tag in tags(said) {
                assert!(self.kept.remove(&tag), "{tag} is said and was not inside: {said:?}");
            }
            self.enter_said(told, said);
        }
    }

    fn enter_said(&mut self, told: &Told, said: &Said) {
        match *said {
            Said::CreateProxy { creation, generation } => {
                assert!(self.entries.insert(generation));
                assert!(self.creation_of.insert(generation, creation).is_none());
            }
            Said::ShutdownProxy { request } if request.purpose == Purpose::Ending => {
                assert!(self.endings_asked.insert(request.generation), "two Ending shutdowns");
            }
            Said::Reply { reply, .. } => self.enter_reply(told, reply),
            Said::Lifecycle { generation, event, .. } => {
                assert!(self.entries.contains(&generation), "{event:?} after EntryRetired");
                self.enter_event(generation, event);
            }
            _ => {}
        }
    }

    fn enter_reply(&mut self, told: &Told, reply: Reply) {
        let (cancel, change) = match reply {
            Reply::StartAccepted { cancel, .. } => (cancel, Change::Start),
            Reply::ReplaceAccepted { cancel, .. } => (cancel, Change::Replacement),
            Reply::Returned { authority, .. } => {
                if self.changes[&authority.operation] == Change::Replacement {
                    self.end(authority.operation);
                }
                return;
            }
            _ => return,
        };
        if let Told::Start { submission, .. } | Told::Replace { submission, .. } = *told {
            self.parcels.insert(cancel.operation, submission);
        }
        assert!(self.changes.insert(cancel.operation, change).is_none());
    }

    fn end(&mut self, operation: Id) {
        assert!(self.changes.remove(&operation).is_some(), "{operation:?} ends again");
    }

    fn enter_event(&mut self, generation: Id, event: Lifecycle) {
        match event {
            Lifecycle::Started { operation, .. }
            | Lifecycle::Replaced { operation, .. }
            | Lifecycle::StartFailed { operation, .. }
            | Lifecycle::ReplacementFailed { operation, .. }
            | Lifecycle::OperationCancelled { operation, .. }
            | Lifecycle::WorkerChangeInterrupted { operation, .. } => self.end(operation),
            Lifecycle::EntryRetired { .. } => assert!(self.entries.remove(&generation)),
            Lifecycle::StopFinished { .. }
            | Lifecycle::UnexpectedWorkerStopped { .. }
            | Lifecycle::CommandUnavailable { .. } => {}
        }
    }

    /// What was told and not said is inside, once; what has not ended is under way; who was not
    /// retired is here.
    fn check(&self, view: &SupervisorView) {
        let (mut inside, mut under_way) = (Vec::new(), BTreeSet::new());
        for entry in &view.entries {
            inside.extend(tags(&entry.phase));
            let (operation, is_here) = under_way_in(entry);
            if let Some(Submission { worker, plan }) =
                operation.filter(|_| is_here).map(|operation| self.parcels[&operation])
            {
                inside.extend([worker, plan]);
            }
            if let EntryPhase::CreatingProxy { exit_kept: true, .. } = entry.phase {
                inside.push(self.early[&self.creation_of[&entry.generation]]);
            }
            under_way.extend(operation);
        }
        inside.sort_unstable();
        assert!(inside.iter().eq(&self.kept), "inside: {inside:?}, kept: {:?}", self.kept);
        assert!(under_way.iter().eq(self.changes.keys()), "under way: {under_way:?}");
        let present = view.entries.iter().map(|entry| entry.generation);
        assert!(present.eq(self.entries.iter().copied()), "every entry is here or retired");
    }
}

/// The change that has not ended yet, and whether its worker lies here.
fn under_way_in(entry: &EntryView) -> (Option<Id>, bool) {
    match entry.phase {
        EntryPhase::CreatingProxy { operation, .. }
        | EntryPhase::StartWaiting { operation }
        | EntryPhase::ReplaceWaiting { operation, .. } => (Some(operation), true),
        EntryPhase::StartAwaitingReceipt { operation }
        | EntryPhase::StartAwaitingOutcome { operation }
        | EntryPhase::ReplaceAwaitingReceipt { operation, .. }
        | EntryPhase::ReplaceAwaitingOutcome { operation, .. } => (Some(operation), false),
        EntryPhase::Ready { .. } | EntryPhase::Empty { .. } => (None, false),
        EntryPhase::Ending { ending, holds } => match ending {
            Ending::StopAvailable { .. } | Ending::Retiring { .. } => (None, false),
            Ending::Cancelling { operation, .. } => (Some(operation), false),
            Ending::StopStart { operation, .. } => {
                (Some(operation).filter(|_| holds.owed.worker_result), false)
            }
            Ending::Drain { operation } => {
                let operation = operation.filter(|_| holds.owed.worker_result);
                (operation.map(|(_, operation)| operation), false)
            }
        },
    }
}

fn lane(said: &Said) -> u8 {
    match said {
        Said::CreateProxy { .. } => 0,
        Said::ObserveProxyCreation { .. } => 1,
        Said::ObserveProxyExit { .. } => 2,
        Said::InstallInitial { .. } => 3,
        Said::Replace { .. } => 4,
        Said::ShutdownProxy { .. } => 5,
        Said::Reply { .. } => 6,
        Said::Lifecycle { .. } => 7,
        Said::DeliverDiagnostic { .. } | Said::TransferTerminalDiagnostic { .. } => 8,
        Said::ScheduleDeadline { .. } => 9,
    }
}

fn holds_slot(entry: &EntryView) -> bool {
    match entry.phase {
        EntryPhase::StartAwaitingReceipt { .. }
        | EntryPhase::StartAwaitingOutcome { .. }
        | EntryPhase::ReplaceAwaitingReceipt { .. }
        | EntryPhase::ReplaceAwaitingOutcome { .. } => true,
        EntryPhase::Ending { holds, .. } => holds.owed.worker_result,
        EntryPhase::CreatingProxy { .. }
        | EntryPhase::StartWaiting { .. }
        | EntryPhase::ReplaceWaiting { .. }
        | EntryPhase::Ready { .. }
        | EntryPhase::Empty { .. } => false,
    }
}

fn is_waiting(entry: &EntryView) -> bool {
    matches!(entry.phase, EntryPhase::StartWaiting { .. } | EntryPhase::ReplaceWaiting { .. })
}

/// What is true of every state.
fn check_view(rules: &SupervisorSetup, view: &SupervisorView) {
    assert!(view.entries.len() <= usize::from(rules.entries));
    let keys: BTreeSet<_> = view.entries.iter().map(|entry| entry.key).collect();
    assert_eq!(keys.len(), view.entries.len(), "a key stands twice");
    assert!(view.entries.is_sorted_by_key(|entry| entry.generation));
    let slots = view.entries.iter().filter(|entry| holds_slot(entry)).count();
    assert!(slots <= usize::from(rules.activations), "too many inputs are out");
    let waits = view.entries.iter().any(is_waiting);
    let is_full = slots == usize::from(rules.activations);
    assert!(!waits || is_full, "a slot is free and an entry waits");
    let is_ending = |entry: &EntryView| matches!(entry.phase, EntryPhase::Ending { .. });
    match view.mode {
        Mode::Constructed | Mode::Stopped => assert!(view.entries.is_empty()),
        Mode::Operating => {}
        Mode::Draining | Mode::ForcedRetirement => {
            assert!(!view.entries.is_empty());
            assert!(view.entries.iter().all(is_ending));
        }
    }
    for entry in &view.entries {
        if let EntryPhase::Ending { holds, .. } = entry.phase {
            assert_ne!(holds.owed, Owed::default(), "an entry that is owed nothing stays");
            assert_eq!(holds.owed.birth, entry.proxy.is_none());
        }
    }
}

/// What is true of every product.
fn check_said(told: &Told, said: &[Said], verdict: Verdict, before: &SupervisorView) {
    assert!(said.is_sorted_by_key(lane));
    let replies: Vec<_> = said.iter().filter(|said| matches!(said, Said::Reply { .. })).collect();
    let is_command = matches!(
        told,
        Told::Start { .. }
            | Told::Replace { .. }
            | Told::Stop { .. }
            | Told::Query { .. }
            | Told::Cancel { .. }
    );
    assert_eq!(replies.len(), usize::from(is_command && verdict != Verdict::HandedBack));
    if verdict == Verdict::HandedBack {
        assert!(said.is_empty());
    }
    let forced = said.iter().filter(|said| match said {
        Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic } => {
            matches!(diagnostic, Diagnostic::ForcedRetirement { .. })
        }
        _ => false,
    });
    let is_forced = matches!(verdict, Verdict::ForcedRetirement { .. });
    assert_eq!(forced.count() > 0, is_forced);
    if before.mode == Mode::Draining {
        let publishes = |said: &Said| match said {
            Said::InstallInitial { .. } | Said::Replace { .. } | Said::CreateProxy { .. } => true,
            Said::Lifecycle { event, .. } => matches!(
                event,
                Lifecycle::Started { .. }
                    | Lifecycle::Replaced { .. }
                    | Lifecycle::UnexpectedWorkerStopped { .. }
            ),
            _ => false,
        };
        assert!(!said.iter().any(publishes), "a draining supervisor says {said:?}");
    }
}

/// What a run of storms has seen, so that a calm one does not pass for a storm.
#[derive(Default)]
struct Weather {
    seen: BTreeSet<String>,
}

impl Weather {
    fn note(&mut self, said: &[Said], view: &SupervisorView, verdict: Verdict) {
        for said in said {
            let name = match said {
                Said::Lifecycle { event, .. } => format!("{event:?}"),
                Said::Reply { reply, .. } => format!("{reply:?}"),
                Said::DeliverDiagnostic { diagnostic, .. }
                | Said::TransferTerminalDiagnostic { diagnostic } => format!("{diagnostic:?}"),
                other => format!("{other:?}"),
            };
            self.add(&name);
        }
        for entry in &view.entries {
            match entry.phase {
                EntryPhase::Ending { ending, .. } => self.add(&format!("{ending:?}")),
                phase => self.add(&format!("{phase:?}")),
            }
        }
        self.add(&format!("Verdict{verdict:?}"));
    }

    fn add(&mut self, name: &str) {
        let end = name.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(name.len());
        if !self.seen.contains(&name[..end]) {
            self.seen.insert(name[..end].to_owned());
        }
    }
}

/// One storm; returns what was told, and what was said to it.
fn storm(
    seed: u64,
    oracle: &mut SupervisorOracle,
    weather: &mut Weather,
) -> Vec<(Told, Vec<Said>)> {
    let mut world = World::new(Dice(seed));
    let rules = world.dice.setup();
    oracle.reset(&rules);
    let mut view = SupervisorView { mode: Mode::Constructed, entries: Vec::new() };
    let (mut before, mut ledger, mut steps) = (view.clone(), Ledger::default(), Vec::new());
    for step in 0..250 {
        let told = if step == 0 { Told::Initialize } else { world.input(&view) };
        let mut said = Vec::new();
        let verdict = oracle.expect(&told, &mut said);
        before.clone_from(&view);
        oracle.view(&mut view);
        check_said(&told, &said, verdict, &before);
        check_view(&rules, &view);
        if is_rejected_fact(&said) && view.mode == before.mode {
            assert_eq!(view, before, "{told:?} was rejected");
        }
        if verdict != Verdict::HandedBack {
            ledger.enter(&told, &said);
            ledger.check(&view);
        }
        weather.note(&said, &view, verdict);
        world.note(&said);
        steps.push((told, said));
        if matches!(view.mode, Mode::Stopped | Mode::ForcedRetirement) && step % 3 == 0 {
            break;
        }
    }
    steps
}

#[test]
fn every_storm_leaves_each_value_in_one_place() {
    let mut weather = Weather::default();
    let mut oracle = SupervisorOracle::new(&setup());
    for seed in 0..300 {
        storm(seed, &mut oracle, &mut weather);
    }
    for name in EVERYTHING.split_whitespace() {
        assert!(weather.seen.contains(name), "no storm has ever seen {name}");
    }
}

/// Everything that can be said or shown.
const EVERYTHING: &str = "
    CreateProxy ObserveProxyCreation ObserveProxyExit InstallInitial Replace ShutdownProxy
    ScheduleDeadline StartAccepted StartRejected ReplaceAccepted ReplaceRejected StopAccepted
    StopRejected Unknown Known Returned Pending Committed Cancelled Stale Draining Started Replaced
    StartFailed ReplacementFailed StopFinished UnexpectedWorkerStopped OperationCancelled
    WorkerChangeInterrupted CommandUnavailable EntryRetired CorrelationUnavailable CreationRejected
    InputRejected OutcomeFailed ShutdownRejected ProxyDied RejectedFact ForcedRetirement
    CreatingProxy StartWaiting StartAwaitingReceipt StartAwaitingOutcome Ready Empty ReplaceWaiting
    ReplaceAwaitingReceipt ReplaceAwaitingOutcome StopAvailable StopStart Cancelling Retiring Drain
    VerdictContinue VerdictStopped VerdictForcedRetirement VerdictHandedBack";

#[test]
fn a_reset_oracle_predicts_like_a_new_one() {
    let mut used = SupervisorOracle::new(&setup());
    for seed in 0..40 {
        let steps = storm(seed, &mut used, &mut Weather::default());
        let mut fresh = SupervisorOracle::new(&Dice(seed).setup());
        for (told, said) in steps {
            let mut predicted = Vec::new();
            fresh.expect(&told, &mut predicted);
            assert_eq!(predicted, said);
        }
    }
}
