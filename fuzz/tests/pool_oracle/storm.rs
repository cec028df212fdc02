//! A storm of facts, right and wrong, from a small world: whatever is told, the properties of the
//! prediction hold, and an undone step leaves no trace.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;
use std::collections::BTreeMap;

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

    fn plan(&mut self, first: u64) -> SequencePlan {
        match self.roll(6) {
            0 => colliding(first, 1 + self.roll(8)),
            1 => short(first, 6 + self.roll(8)),
            _ => endless(first),
        }
    }

    fn setup(&mut self) -> PoolSetup {
        let mut setup = setup(1 + self.roll(4) as u8);
        setup.activation_limit = 1 + self.roll(3) as u8;
        setup.eligibility = self.pick(&[
            Eligibility::Permanent,
            Eligibility::Permanent,
            Eligibility::Transient,
            Eligibility::Temporary,
        ]);
        setup.reaction =
            self.pick(&[Reaction::RetireRole, Reaction::RetireRole, Reaction::StopPool]);
        setup.budget_charges_max = self.roll(6) as u32;
        setup.timing = self.pick(&[Timing::Immediate, Timing::Doubling { delay: 2, max: 9 }]);
        setup.backlog_capacity = self.roll(4) as u32;
        setup.interruption = self.pick(&[Interruption::Fail, Interruption::Retry]);
        setup.drain = self.pick(&[
            DrainPolicy::WaitForActorGraph,
            DrainPolicy::RetireActorGraphAfter { deadline: 30 },
        ]);
        if self.roll(5) == 0 {
            setup.diagnostics = DiagnosticPolicy::Terminate;
        }
        let plans = &mut setup.sequences;
        for (kind, first) in [
            (&mut plans.job, 100),
            (&mut plans.admission, 200),
            (&mut plans.assignment, 300),
            (&mut plans.completion, 400),
            (&mut plans.activation, 500),
            (&mut plans.recovery, 600),
            (&mut plans.timer, 800),
            (&mut plans.shutdown, 900),
            (&mut plans.diagnostic, 1000),
        ] {
            *kind = self.plan(first);
        }
        setup
    }

    fn stop(&mut self, tick: Tick) -> Stop {
        if self.roll(2) == 0 { crash(tick) } else { exit(tick) }
    }

    /// What the host owes for the actions that it has seen. An action that names no role is
    /// answered for every role, so that all but one of the answers are wrong facts.
    fn owed(&mut self, said: &[Said], tick: Tick) -> Vec<Told> {
        let mut told = Vec::new();
        for said in said {
            self.answer_start(said, tick, &mut told);
            self.answer_work(said, &mut told);
            self.answer_end(said, tick, &mut told);
        }
        told
    }

    fn answer_start(&mut self, said: &Said, tick: Tick, told: &mut Vec<Told>) {
        if let Said::CreateWorker { role, child, .. } = *said {
            let (at, n) = (usize::from(role - 20), child.ordinal - 700);
            told.push(if self.roll(8) == 0 { tell::unborn(at, n) } else { tell::born(at, n) });
            if self.roll(4) == 0 {
                told.push(tell::stopped(at, n, self.stop(tick)));
            }
        }
        for at in 0..4 {
            if let Said::InitializeWorker { child, .. } = *said {
                let n = child.ordinal - 700;
                told.push(match self.roll(8) {
                    0 => tell::uninitialized(at, n),
                    1 => tell::initialization_stopped(at, n, self.stop(tick)),
                    _ => tell::initialized(at, n),
                });
            }
            if let Said::BeginWorkerActivation { child, ticket, .. } = *said {
                let (n, t) = (child.ordinal - 700, ticket.ordinal - 500);
                let begun = if self.roll(8) == 0 { tell::unbegun } else { tell::begun };
                told.extend([begun(at, n, t), tell::ready(at, n, t)]);
                if self.roll(6) == 0 {
                    told.push(tell::stopped(at, n, self.stop(tick)));
                }
            }
        }
    }

    fn answer_work(&mut self, said: &Said, told: &mut Vec<Told>) {
        let Said::DeliverAssignment { child, assignment, command } = *said else { return };
        let origin = if self.roll(6) == 0 { Origin::Foreign } else { Origin::Own };
        let returned = Command { origin, ..command };
        told.push(match self.roll(8) {
            0 => Told::DeliveryRejected { child, assignment, returned, reason: 6 },
            _ => Told::DeliveryAccepted { child, assignment },
        });
        let Command { origin, assignment, child, evidence, execution: output } = command;
        let completion = Completion { origin, assignment, child, evidence, output };
        told.push(Told::Completed { child, completion });
    }

    fn answer_end(&mut self, said: &Said, tick: Tick, told: &mut Vec<Told>) {
        if let Said::PrepareWorker { ticket, role, .. } = *said {
            let (at, r) = (usize::from(role - 20), ticket.ordinal - 600);
            let unprepared = tell::unprepared(at, r);
            told.push(if self.roll(6) == 0 { unprepared } else { tell::prepared(at, r, 99) });
        }
        if let Said::ScheduleRestart { recovery, timer, .. } = *said {
            told.push(Told::RestartTimerElapsed { recovery, timer, at: tick + 3 });
            told.push(Told::RestartScheduleAccepted { recovery, timer });
        }
        if let Said::ShutdownWorker { shutdown, .. } = *said {
            told.push(Told::ShutdownAccepted { shutdown });
            told.push(Told::Stopped { worker: shutdown.worker, stop: self.stop(tick) });
        }
        if let Said::ScheduleDrainDeadline { timer, .. } = *said {
            told.push(Told::DeadlineAccepted { timer });
        }
    }

    /// Any fact about anything in a small world; mostly wrong.
    fn wild(&mut self, tick: Tick) -> Told {
        let at = self.roll(6) as usize;
        let (n, m) = (self.roll(8), self.roll(8));
        let stop = self.stop(self.0 % (tick + 1));
        let worker = Worker { role: self.roll(30) as Role, ..worker(at, n) };
        let origin = self.pick(&[Origin::Own, Origin::Twin, Origin::Foreign]);
        let completion = Completion { origin, ..completion(m, n, 1) };
        let returned = Command { origin, ..command(m, self.roll(8), 1) };
        self.pick(&[
            Told::Initialize,
            tell::born(at, n),
            tell::unborn(at, n),
            tell::initialized(at, n),
            tell::uninitialized(at, n),
            tell::initialization_stopped(at, n, stop),
            tell::begun(at, n, m),
            tell::unbegun(at, n, m),
            tell::ready(at, n, m),
            tell::unready(at, n, m),
            tell::stopped(at, n, stop),
            Told::Stopped { worker, stop },
            Told::Stopped { worker: Worker { child: foreign(700 + n), ..worker }, stop },
            tell::delivered(n, m),
            tell::undelivered(n, m, returned),
            Told::Completed { child: child(n), completion },
            tell::prepared(at, m, 98),
            tell::unprepared(at, m),
            tell::scheduled(at, n, m),
            tell::unscheduled(at, n, m),
            tell::elapsed(at, n, m, tick),
            tell::shutdown_accepted(at, n, m),
            tell::shutdown_rejected(at, n, m),
            tell::deadline_set(m),
            tell::deadline_unset(m),
            tell::deadline_elapsed(m, tick),
        ])
    }
}

/// What must hold between two views and the actions of the step between them.
fn check_step(setup: &PoolSetup, before: &PoolView, after: &PoolView, said: &[Said]) {
    let phases = after.members();
    assert!(
        after.queue.is_empty() || !phases.contains(&Phase::Idle),
        "a job beside an idle worker"
    );
    assert!(after.queue.windows(2).all(|pair| pair[0].admitted < pair[1].admitted));
    let bound = setup.backlog_capacity as usize + usize::from(setup.role_count);
    assert!(after.queue.len() <= bound, "the queue is bounded");
    let in_flight = phases
        .iter()
        .filter(|phase| matches!(phase, Phase::ActivationDispatched | Phase::Activating))
        .count();
    assert!(in_flight <= usize::from(setup.activation_limit));
    assert!(usize::from(after.cursor) < usize::from(setup.role_count));
    let assigned =
        said.iter().filter(|said| matches!(said, Said::DeliverAssignment { .. })).count();
    let closes = before.mode == Mode::Operating && after.mode != Mode::Operating;
    assert!(!(closes && assigned > 0), "no fold both dispatches and shuts down");
    assert!(said.iter().map(lane).is_sorted(), "lanes in order");
}

fn lane(said: &Said) -> usize {
    match said {
        Said::CreateWorker { .. } => 0,
        Said::ObserveWorkerCreation { .. } => 1,
        Said::ObserveWorkerStop { .. } => 2,
        Said::InitializeWorker { .. } => 3,
        Said::BeginWorkerActivation { .. } => 4,
        Said::CancelWorkerActivation { .. } => 5,
        Said::DeliverAdmission { .. } => 6,
        Said::DeliverCustomerTerminal { .. } => 7,
        Said::DeliverAssignment { .. } => 8,
        Said::PrepareWorker { .. } => 9,
        Said::ScheduleRestart { .. } => 10,
        Said::ShutdownWorker { .. } => 11,
        Said::ScheduleDrainDeadline { .. } => 12,
        Said::TransferRejectedFact { .. } => 13,
        Said::DeliverDiagnostic { .. } => 14,
        Said::TransferTerminalDiagnostic { .. } => 15,
        Said::TransferDrainResidual { .. } => 16,
        Said::ResidualMember { .. } => 17,
    }
}

/// Counts how each accepted job stands: each ends at most once, and only if it was accepted.
fn book(jobs: &mut BTreeMap<Id, u32>, said: &[Said]) {
    for said in said {
        if let Said::DeliverAdmission { outcome: Admission::Accepted { job, .. }, .. } = said {
            assert_eq!(jobs.insert(*job, 0), None, "a job id is issued once");
        }
        if let Said::DeliverCustomerTerminal { outcome, .. } = said {
            let (Terminal::Completed { job, .. }
            | Terminal::ReturnedQueued { job, .. }
            | Terminal::ReturnedAssigned { job, .. }) = outcome;
            let ends = jobs.get_mut(job).expect("an accepted job");
            *ends += 1;
            assert_eq!(*ends, 1, "a job ends once");
        }
    }
}

/// One run; answers its last mode.
fn run(seed: u64) -> Mode {
    let mut dice = Dice(seed);
    let setup = dice.setup();
    let mut history = History::of(&setup);
    let mut open = vec![Told::Initialize];
    let mut told_before = Vec::new();
    let mut jobs = BTreeMap::new();
    for tick in 0..160 {
        let told = match dice.roll(14) {
            0..=6 if !open.is_empty() => open.remove(dice.roll(2.min(open.len() as u64)) as usize),
            7 if !told_before.is_empty() => dice.pick(&told_before),
            8 if tick > 120 => Told::Shutdown,
            9 if seed.is_multiple_of(4) => dice.wild(tick),
            _ => {
                tell::fused(tick as u32, if dice.roll(9) == 0 { 1 + dice.roll(2) as u8 } else { 0 })
            }
        };
        let before = history.view();
        let (said, verdict) = history.tell(told);
        let after = history.view();
        check_step(&setup, &before, &after, &said);
        book(&mut jobs, &said);
        if matches!(verdict, Verdict::Unwound | Verdict::HandedBack) {
            assert_eq!((said.len(), &before), (0, &after));
        }
        if verdict == Verdict::Unwound && !matches!(told, Told::Submit { .. }) {
            open.push(told);
        }
        let busy = after.phases.iter().filter(|phase| format!("{phase:?}").starts_with("Busy"));
        let living = jobs.values().filter(|ends| **ends == 0).count();
        assert_eq!(living, after.queue.len() + busy.count(), "every job is queued or assigned");
        told_before.push(told);
        open.extend(dice.owed(&said, tick));
    }
    history.view().mode
}

#[test]
fn whatever_is_told_the_properties_hold() {
    let mut modes = BTreeMap::new();
    for seed in 0..4_000 {
        *modes.entry(run(seed)).or_insert(0_u32) += 1;
    }
    // The storm gets everywhere.
    for mode in [Mode::Operating, Mode::Draining, Mode::Stopped, Mode::ForcedRetirement] {
        assert!(modes.get(&mode).is_some_and(|runs| *runs > 20), "{modes:?}");
    }
}

#[test]
fn a_reset_oracle_predicts_like_a_new_one() {
    let mut reused = History::of(&setup(1));
    for seed in 0..50 {
        let mut dice = Dice(seed);
        let setup = dice.setup();
        reused.oracle.reset(&setup).expect("a sound setup");
        let mut fresh = History::of(&setup);
        let mut open = vec![Told::Initialize];
        for tick in 0..60 {
            let told = if open.is_empty() { tell::submit(tick) } else { open.remove(0) };
            let answer = fresh.tell(told);
            assert_eq!(reused.tell(told), answer);
            assert_eq!(reused.view(), fresh.view());
            open.extend(dice.owed(&answer.0, u64::from(tick)));
        }
    }
}
