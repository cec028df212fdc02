//! The storm's host: what it was asked and has not answered, kept apart from the oracle. It keeps
//! every promise of the law, and makes up facts that it does not owe.

use super::storm_random::{Random, Tags};
use actor_laws_fuzz::proxy::observation::*;
use std::collections::BTreeSet;

/// One kind of answer, if such a one is owed.
type Answer = fn(&mut Host, &mut Random, &mut Tags) -> Option<Told>;

/// What the host owes to one proxy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Host {
    identity: u32,
    /// Creations that went out.
    births: Vec<Id>,
    /// Whether the worker of the creation that is out has exited.
    is_early: bool,
    initializations: Vec<(Incarnation, u32)>,
    starts: Vec<Begin>,
    running: Vec<Begin>,
    alive: Vec<Incarnation>,
    settlements: Vec<Incarnation>,
    is_cancelled: bool,
    /// The worker that was said to be ready and has not been asked to stop.
    serving: Option<Incarnation>,
    born: u32,
    shut_down: BTreeSet<Incarnation>,
    cancelled: BTreeSet<Id>,
    initialized: BTreeSet<Incarnation>,
    /// Everything that was ever named, to make wrong facts of.
    ids: Vec<Id>,
    incarnations: Vec<Incarnation>,
}

impl Host {
    pub(crate) fn new(identity: u32) -> Self {
        Self { identity, ..Self::default() }
    }

    pub(crate) fn settlements_owed(&self) -> usize {
        self.settlements.len()
    }

    pub(crate) fn lives(&self) -> bool {
        !self.alive.is_empty()
    }

    /// Nothing is owed and nobody lives.
    pub(crate) fn is_idle(&self) -> bool {
        let open = self.births.len() + self.initializations.len() + self.starts.len();
        open + self.running.len() + self.alive.len() + self.settlements.len() == 0
    }

    pub(crate) fn is_fact(&self, told: &Told) -> bool {
        !matches!(
            told,
            Told::Service { .. }
                | Told::InstallInitial { .. }
                | Told::Replace { .. }
                | Told::Shutdown
        )
    }

    /// Whether this answers something that was asked.
    pub(crate) fn owes(&self, told: &Told) -> bool {
        match *told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => false,
            Told::BirthCommitted { creation, .. } | Told::BirthRejected { creation, .. } => {
                self.births.contains(&creation)
            }
            Told::ExitBeforeBirth { creation, .. } => {
                self.births.contains(&creation) && !self.is_early
            }
            Told::Initialized { incarnation, attempt, .. }
            | Told::EffectsRejected { incarnation, attempt, .. }
            | Told::InitializationStopped { incarnation, attempt, .. } => {
                self.initializations.contains(&(incarnation, attempt))
            }
            Told::StartAccepted { incarnation, activation }
            | Told::StartRejected { incarnation, activation, .. } => {
                names(&self.starts, incarnation, activation)
            }
            Told::ActivationReady { incarnation, activation, .. }
            | Told::ActivationRejected { incarnation, activation, .. } => {
                names(&self.running, incarnation, activation)
            }
            Told::ReadyAfterCancel { incarnation, activation, .. }
            | Told::RejectedAfterCancel { incarnation, activation, .. } => {
                names(&self.running, incarnation, activation) && self.is_cancelled
            }
            Told::ExitAfterBirth { incarnation, .. } => self.alive.contains(&incarnation),
            Told::ShutdownSettled { incarnation, .. } => self.settlements.contains(&incarnation),
        }
    }

    /// Notes what was answered, and what is asked from now on.
    pub(crate) fn hear(&mut self, told: &Told, said: &[Said], row: Row) {
        if self.owes(told) {
            self.answered(told);
        }
        if let Told::Service { .. } = told {
            self.check_service(said, row);
        }
        for said in said {
            self.asked(said);
        }
    }

    /// A command goes to the worker that serves, or comes back.
    fn check_service(&self, said: &[Said], row: Row) {
        let delivered = said.iter().find_map(|said| {
            if let Said::DeliverService { incarnation, .. } = said {
                Some(*incarnation)
            } else {
                None
            }
        });
        assert_eq!(delivered, self.serving);
        assert_eq!(delivered.is_some(), row == Row::Ready);
    }

    fn answered(&mut self, told: &Told) {
        match *told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => {}
            Told::BirthCommitted { incarnation, .. } => {
                self.births.clear();
                if !self.is_early {
                    self.alive.push(incarnation);
                }
                self.is_early = false;
            }
            Told::BirthRejected { .. } => {
                self.births.clear();
                self.is_early = false;
            }
            Told::ExitBeforeBirth { .. } => self.is_early = true,
            Told::Initialized { .. } | Told::EffectsRejected { .. } => self.initializations.clear(),
            Told::InitializationStopped { .. } => {
                self.initializations.clear();
                self.alive.clear();
            }
            Told::StartAccepted { .. } => self.running.append(&mut self.starts),
            Told::StartRejected { .. } => self.starts.clear(),
            Told::ActivationReady { .. }
            | Told::ActivationRejected { .. }
            | Told::ReadyAfterCancel { .. }
            | Told::RejectedAfterCancel { .. } => self.running.clear(),
            Told::ExitAfterBirth { .. } => {
                self.alive.clear();
                self.serving = None;
            }
            Told::ShutdownSettled { incarnation, .. } => {
                self.settlements.retain(|asked| *asked != incarnation);
            }
        }
    }

    /// Notes one action, and checks that it may be asked for.
    fn asked(&mut self, said: &Said) {
        match *said {
            Said::CreateWorker { creation, .. } => {
                assert!(self.births.is_empty() && self.alive.is_empty(), "two workers");
                assert!(!self.ids.contains(&creation), "a creation that is not fresh");
                self.births.push(creation);
                self.ids.push(creation);
                self.is_cancelled = false;
            }
            Said::InitializeWorker { incarnation, attempt } => {
                assert!(self.initialized.insert(incarnation), "initialized twice");
                self.initializations.push((incarnation, attempt));
                self.incarnations.push(incarnation);
            }
            Said::BeginActivation { begin } => {
                assert!(self.alive.contains(&begin.incarnation), "activated after its exit");
                self.starts.push(begin);
                self.ids.push(begin.activation);
            }
            Said::CancelActivation { incarnation, activation } => {
                let begun = [&self.starts[..], &self.running].concat();
                assert!(names(&begun, incarnation, activation), "cancelled what is not out");
                assert!(self.cancelled.insert(activation), "cancelled twice");
                self.is_cancelled = true;
            }
            Said::ShutdownWorker { incarnation } => {
                assert!(self.alive.contains(&incarnation), "shut down after its exit");
                assert!(self.shut_down.insert(incarnation), "shut down twice");
                self.settlements.push(incarnation);
                self.serving = None;
            }
            Said::Report { report } => self.told(&report),
            Said::ObserveWorkerCreation { creation } | Said::ObserveWorkerExit { creation } => {
                assert_eq!(self.births, [creation]);
            }
            Said::DeliverService { .. } | Said::Diagnostic { .. } => {}
        }
    }

    /// A worker that was reported ready serves, and it must live.
    fn told(&mut self, report: &Report) {
        let outcome = match *report {
            Report::Initial { outcome: InitialOutcome::Resolved(outcome), .. } => outcome,
            Report::Replacement {
                outcome: ReplacementOutcome::Resolved { successor, .. }, ..
            } => successor,
            Report::Initial { .. }
            | Report::Replacement { .. }
            | Report::WorkerStopped { .. }
            | Report::Unavailable { .. } => return,
        };
        if let StartOutcome::Ready { .. } = outcome {
            assert_eq!(self.alive.len(), 1, "ready after its exit");
            self.serving = self.alive.last().copied();
        }
    }

    /// One of the answers that are owed, if any.
    pub(crate) fn answer(&mut self, random: &mut Random, tags: &mut Tags) -> Option<Told> {
        let mut kinds: Vec<Answer> =
            vec![Self::birth, Self::initialization, Self::start, Self::result, Self::settlement];
        // Exits come too, but a worker shall have a chance to get somewhere.
        let is_asked = self.alive.iter().any(|alive| self.shut_down.contains(alive));
        if is_asked || random.below(3) == 0 {
            kinds.push(Self::exit);
        }
        let first = random.below(kinds.len());
        kinds.rotate_left(first);
        kinds.into_iter().find_map(|kind| kind(self, random, tags))
    }

    fn birth(&mut self, random: &mut Random, tags: &mut Tags) -> Option<Told> {
        let creation = *self.births.first()?;
        Some(match random.below(6) {
            0 => {
                let why = CreationRefusal { by: Refuser::Host, reason: tags.fresh() };
                Told::BirthRejected { creation, submission: tags.submission(), why }
            }
            1 if !self.is_early => Told::ExitBeforeBirth { creation, exit: tags.exit() },
            _ => {
                self.born += 1;
                let (incarnation, attempt) = (self.born, 100 + self.born);
                Told::BirthCommitted { creation, incarnation, attempt }
            }
        })
    }

    fn initialization(&mut self, random: &mut Random, tags: &mut Tags) -> Option<Told> {
        let (incarnation, attempt) = *self.initializations.first()?;
        let plan = tags.fresh();
        Some(match random.below(6) {
            0 => Told::EffectsRejected { incarnation, attempt, failure: tags.fresh(), plan },
            1 => Told::InitializationStopped { incarnation, attempt, exit: tags.exit(), plan },
            _ => Told::Initialized { incarnation, attempt, permit: tags.fresh(), plan },
        })
    }

    fn start(&mut self, random: &mut Random, tags: &mut Tags) -> Option<Told> {
        let Begin { incarnation, activation, .. } = *self.starts.first()?;
        if random.below(5) > 0 {
            return Some(Told::StartAccepted { incarnation, activation });
        }
        let request = Begin { incarnation, activation, permit: tags.fresh(), plan: tags.fresh() };
        Some(Told::StartRejected { incarnation, activation, request, reason: tags.fresh() })
    }

    fn result(&mut self, random: &mut Random, tags: &mut Tags) -> Option<Told> {
        let Begin { incarnation, activation, .. } = *self.running.first()?;
        let value = tags.fresh();
        let is_late = self.is_cancelled && random.below(2) == 0;
        Some(match (random.below(4) > 0, is_late) {
            (true, false) => Told::ActivationReady { incarnation, activation, proof: value },
            (true, true) => Told::ReadyAfterCancel { incarnation, activation, proof: value },
            (false, false) => {
                Told::ActivationRejected { incarnation, activation, rejection: value }
            }
            (false, true) => {
                Told::RejectedAfterCancel { incarnation, activation, rejection: value }
            }
        })
    }

    fn exit(&mut self, _: &mut Random, tags: &mut Tags) -> Option<Told> {
        let incarnation = *self.alive.first()?;
        Some(Told::ExitAfterBirth { incarnation, exit: tags.exit() })
    }

    fn settlement(&mut self, random: &mut Random, tags: &mut Tags) -> Option<Told> {
        let incarnation = random.pick(&self.settlements)?;
        // A predecessor's settlement shall often be late.
        if self.alive.first() != Some(&incarnation) && random.below(8) > 0 && self.is_busy() {
            return None;
        }
        let rejected = Settled::Rejected { request: incarnation, reason: tags.fresh() };
        let settlement = if random.below(2) == 0 { Settled::Accepted } else { rejected };
        Some(Told::ShutdownSettled { incarnation, settlement })
    }

    /// Whether anything else can be answered.
    fn is_busy(&self) -> bool {
        let open = self.births.len() + self.initializations.len() + self.starts.len();
        open + self.running.len() > 0
    }

    /// Any fact about anything that was ever named, or was not.
    pub(crate) fn wrong_fact(&mut self, random: &mut Random, tags: &mut Tags) -> Told {
        let id = self.any_id(random);
        let (creation, activation) = (id, id);
        let incarnation = random.pick(&self.incarnations).unwrap_or(9_000);
        // A fact that is owed after all would name a worker that is not fresh.
        let unborn = 500_000 + tags.fresh() % 1_000;
        let attempt = 100 + incarnation + u32::try_from(random.below(2)).unwrap_or(0);
        let request = Begin { incarnation, activation, permit: tags.fresh(), plan: tags.fresh() };
        let why = CreationRefusal { by: Refuser::Fold, reason: tags.fresh() };
        let facts = [
            Told::BirthCommitted { creation, incarnation: unborn, attempt },
            Told::BirthRejected { creation, submission: tags.submission(), why },
            Told::Initialized { incarnation, attempt, permit: tags.fresh(), plan: tags.fresh() },
            Told::EffectsRejected {
                incarnation,
                attempt,
                failure: tags.fresh(),
                plan: tags.fresh(),
            },
            Told::InitializationStopped {
                incarnation,
                attempt,
                exit: tags.exit(),
                plan: tags.fresh(),
            },
            Told::StartAccepted { incarnation, activation },
            Told::StartRejected { incarnation, activation, request, reason: tags.fresh() },
            Told::ActivationReady { incarnation, activation, proof: tags.fresh() },
            Told::ActivationRejected { incarnation, activation, rejection: tags.fresh() },
            Told::ReadyAfterCancel { incarnation, activation, proof: tags.fresh() },
            Told::RejectedAfterCancel { incarnation, activation, rejection: tags.fresh() },
            Told::ExitBeforeBirth { creation, exit: tags.exit() },
            Told::ExitAfterBirth { incarnation, exit: tags.exit() },
            Told::ShutdownSettled { incarnation, settlement: Settled::Accepted },
        ];
        facts[random.below(facts.len())]
    }

    fn any_id(&self, random: &mut Random) -> Id {
        let id = random.pick(&self.ids);
        let id = id.unwrap_or(Id { issuer: self.identity, ordinal: 5_000 });
        let issuer = if random.below(4) == 0 { self.identity + 100 } else { id.issuer };
        Id { issuer, ..id }
    }
}

fn names(begun: &[Begin], incarnation: Incarnation, activation: Id) -> bool {
    begun.iter().any(|begin| begin.incarnation == incarnation && begin.activation == activation)
}
