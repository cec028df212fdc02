//! On good runs the host keeps what it promises: everything is settled exactly once, in the order that
//! proxies promise, and no fact of it is rejected.

use actor_laws_fuzz::run::{Runner, Trace};
use actor_laws_fuzz::script::{Class, Opcode as _, OpcodeMask, Rows, Scenario, Script};
use actor_laws_fuzz::supervisor::family::SUPERVISOR;
use actor_laws_fuzz::supervisor::host::rejected_fact;
use actor_laws_fuzz::supervisor::observation::{Id, Proxy, Report, Said, Told, Verdict};
use actor_laws_fuzz::supervisor::rig::SupervisorRig;
use actor_laws_fuzz::supervisor::scenario::{Opcode, SupervisorScript};
use actor_laws_fuzz::target::of_family;
use std::collections::BTreeMap;

/// Runs of each target.
const SEEDS: u64 = 400;

/// What no well-behaved host does; a lost report is misfortune, and not wrong.
fn is_wrong(opcode: Opcode) -> bool {
    let misfortune = matches!(
        opcode,
        Opcode::LoseReport | Opcode::CutBatch | Opcode::Withhold | Opcode::ElapseDeadline
    );
    opcode.class() == Class::Fault && !misfortune
}

/// Recorded runs without a wrong fact.
fn each_good_trace(mut look: impl FnMut(&Trace<SupervisorRig>)) {
    let mut runner = Runner::<SupervisorRig>::default();
    let mut bytes = Vec::new();
    let wrong = Opcode::ALL.iter().copied().filter(|opcode| is_wrong(*opcode));
    let wrong = wrong.fold(OpcodeMask::EMPTY, OpcodeMask::with);
    for target in of_family(&SUPERVISOR) {
        for seed in 0..SEEDS {
            target.generate(seed, &mut bytes);
            let mut scenario = Scenario::<SupervisorScript>::decode(&bytes);
            scenario.disabled = wrong;
            let trace = runner.trace_scenario(&scenario);
            assert!(trace.failure.is_none(), "{} seed {seed}\n{trace}", target.name);
            look(&trace);
        }
    }
}

/// The facts that a run was told and that were not handed back, and what was said.
fn lived(trace: &Trace<SupervisorRig>) -> impl Iterator<Item = (&Told, &[Said])> {
    let inside = trace.steps.iter().filter(|step| step.verdict != Some(Verdict::HandedBack));
    inside.map(|step| (&step.told, &step.said[..]))
}

/// Whether the run ended with entries left: then the host was kept from its duty.
fn is_forced(trace: &Trace<SupervisorRig>) -> bool {
    trace.steps.iter().any(|step| matches!(step.verdict, Some(Verdict::ForcedRetirement { .. })))
}

#[test]
fn no_fact_of_a_good_run_is_rejected() {
    each_good_trace(|trace| {
        for (told, said) in lived(trace) {
            let rejected = said.iter().find_map(rejected_fact);
            assert_eq!(rejected, None, "{told:?}\n{trace}");
        }
    });
}

/// What is owed and what was settled, by id.
#[derive(Default)]
struct Tally {
    births: BTreeMap<Id, i32>,
    inputs: BTreeMap<Id, i32>,
    outcomes: BTreeMap<Id, i32>,
    shutdowns: BTreeMap<(Id, String), i32>,
    exits: BTreeMap<Proxy, i32>,
}

impl Tally {
    fn hear(&mut self, told: &Told) {
        match *told {
            Told::BirthCommitted { creation, proxy } => {
                *self.births.entry(creation).or_default() -= 1;
                self.exits.entry(proxy).or_default();
            }
            Told::BirthRejected { creation, .. } => {
                *self.births.entry(creation).or_default() -= 1;
            }
            Told::InputAccepted { operation, .. } => {
                *self.inputs.entry(operation).or_default() -= 1;
                *self.outcomes.entry(operation).or_default() += 1;
            }
            Told::InputRejected { operation, .. } => {
                *self.inputs.entry(operation).or_default() -= 1;
            }
            Told::Report {
                report: Report::Initial { ticket, .. } | Report::Replacement { ticket, .. },
                ..
            } => *self.outcomes.entry(ticket).or_default() -= 1,
            Told::Unreported { operation, .. } => {
                *self.outcomes.entry(operation).or_default() -= 1;
            }
            Told::ShutdownAccepted { request } | Told::ShutdownRejected { request, .. } => {
                let purpose = format!("{:?}", request.purpose);
                *self.shutdowns.entry((request.generation, purpose)).or_default() -= 1;
            }
            Told::ExitAfterBirth { proxy, .. } => *self.exits.entry(proxy).or_default() += 1,
            _ => {}
        }
    }

    fn note(&mut self, said: &Said) {
        match *said {
            Said::CreateProxy { creation, .. } => *self.births.entry(creation).or_default() += 1,
            Said::InstallInitial { input } | Said::Replace { input } => {
                *self.inputs.entry(input.operation).or_default() += 1;
            }
            Said::ShutdownProxy { request } => {
                let purpose = format!("{:?}", request.purpose);
                *self.shutdowns.entry((request.generation, purpose)).or_default() += 1;
            }
            _ => {}
        }
    }

    /// Nothing was settled more often than it was owed.
    fn demand_debts(&self, trace: &Trace<SupervisorRig>) {
        let negative = |count: &&i32| **count < 0;
        let counts = self.births.values().chain(self.inputs.values()).chain(self.outcomes.values());
        let settled_twice = counts.chain(self.shutdowns.values()).find(negative);
        assert_eq!(settled_twice, None, "{trace}");
        assert!(self.exits.values().all(|exits| *exits <= 1), "{trace}");
    }

    fn demand_nothing(&self, trace: &Trace<SupervisorRig>) {
        let counts = self.births.values().chain(self.inputs.values()).chain(self.outcomes.values());
        let open = counts.chain(self.shutdowns.values()).find(|count| **count != 0);
        assert_eq!(open, None, "{trace}");
    }
}

#[test]
fn everything_is_settled_exactly_once() {
    let mut settled = 0;
    each_good_trace(|trace| {
        let mut tally = Tally::default();
        for (told, said) in lived(trace) {
            tally.hear(told);
            tally.demand_debts(trace);
            said.iter().for_each(|said| tally.note(said));
        }
        if !is_forced(trace) {
            tally.demand_nothing(trace);
            settled += tally.births.len();
        }
    });
    assert!(settled > 1_000, "{settled} creations were settled");
}

/// What a proxy has done so far.
#[derive(Clone, Copy, Default)]
struct Life {
    exited: bool,
    ready: bool,
}

#[test]
fn proxies_report_in_order_and_before_their_exit() {
    let mut late = 0;
    each_good_trace(|trace| {
        let mut lives: BTreeMap<Proxy, Life> = BTreeMap::new();
        for (told, _) in lived(trace) {
            match *told {
                Told::BirthCommitted { proxy, .. } => {
                    lives.entry(proxy).or_default();
                }
                Told::ExitAfterBirth { proxy, .. } => {
                    let life = lives.get_mut(&proxy).expect("a born proxy exits");
                    life.exited = true;
                }
                Told::Report { proxy, report } => {
                    let life = lives.get_mut(&proxy).expect("a born proxy reports");
                    match report {
                        // An outcome that is still owed.
                        Report::Initial { .. } | Report::Replacement { .. } => {
                            late += i32::from(life.exited);
                            life.ready = true;
                        }
                        Report::WorkerStopped { .. } => {
                            assert!(life.ready && !life.exited, "{told:?}\n{trace}");
                        }
                        Report::Unavailable { .. } => assert!(!life.exited, "{told:?}\n{trace}"),
                    }
                }
                Told::Unreported { proxy, .. } => {
                    assert!(lives[&proxy].exited, "{told:?}\n{trace}");
                }
                _ => {}
            }
        }
    });
    assert!(late > 0, "no outcome came after its proxy's exit");
}

#[test]
fn a_host_without_a_script_starts_and_stops_the_supervisor() {
    let scenario = Scenario::<SupervisorScript>::decode(&[]);
    let trace = Runner::<SupervisorRig>::default().trace_scenario(&scenario);
    let told: Vec<&Told> = trace.steps.iter().map(|step| &step.told).collect();
    assert_eq!(told, [&Told::Initialize, &Told::Shutdown]);
    assert_eq!(trace.steps[1].verdict, Some(Verdict::Stopped));
    assert!(SupervisorScript::FIELDS.len() < SupervisorScript::HEADER_BYTES);
}
