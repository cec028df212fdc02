//! The world that a storm comes from: a host that keeps no promise, with fresh tags for every value.

use super::history::*;
use super::words::{BOOK, DESK, ME};
use actor_laws_fuzz::proxy::observation::{CreationRefusal, Refused, Refuser, Settled, Unborn};
use actor_laws_fuzz::supervisor::observation::*;

/// Tags are above every ordinal, tick, proxy and route, so that they can be counted in any text.
pub(crate) const FIRST_TAG: Tag = 1_000_000;

/// A small deterministic generator (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

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

    pub(crate) fn setup(&mut self) -> SupervisorSetup {
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
pub(crate) struct World {
    pub(crate) dice: Dice,
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
    pub(crate) fn new(dice: Dice) -> Self {
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

    pub(crate) fn input(&mut self, view: &SupervisorView) -> Told {
        let told = match self.dice.roll(100) {
            0 if self.dice.roll(2) == 0 => Some(Told::Shutdown),
            0..25 => Some(self.command()),
            25..60 => self.settlement(),
            _ => self.proxy_fact(view),
        };
        told.unwrap_or_else(|| self.command())
    }

    /// Notes what was said, and what is due for it.
    pub(crate) fn note(&mut self, said: &[Said]) {
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
