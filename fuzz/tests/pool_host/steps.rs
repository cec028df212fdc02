//! What single steps make the host do, seen in the traces of short scripts.

use actor_laws_fuzz::pool::observation::{
    Admission, Command, Completion, Diagnostic, DrainPolicy, Eligibility, FactClass, Interruption,
    Labels, Mode, Origin, Phase, Reaction, Said, StopClass, Terminal, Timing, Told, Transfer,
    Verdict,
};
use actor_laws_fuzz::pool::run::Runner;
use actor_laws_fuzz::pool::scenario::{Company, OPCODES, Opcode, Scenario, Step};
use actor_laws_fuzz::pool::trace::{RunPhase, Trace, TraceStep};
use actor_laws_fuzz::target::find;

fn step(opcode: Opcode, a: u8, b: u8, c: u8) -> Step {
    Step { opcode, a, b, c }
}

fn settle() -> Step {
    step(Opcode::SettleOldest, 0, 0, 0)
}

/// A pool of two roles, with a twin and a foreign pool for company.
fn scenario(steps: &[Step]) -> Scenario {
    let mut scenario = Scenario::decode(&[]);
    scenario.setup.role_count = 2;
    scenario.setup.roles = Labels::of([11, 22]);
    scenario.setup.activation_limit = 2;
    scenario.setup.interruption = Interruption::Retry;
    scenario.setup.eligibility = Eligibility::Permanent;
    scenario.setup.reaction = Reaction::RetireRole;
    scenario.setup.timing = Timing::Constant { delay: 2 };
    scenario.company = Company { twin: true, foreign: true };
    scenario.steps = steps.to_vec();
    scenario
}

fn trace(scenario: &Scenario) -> Trace {
    let target = find("pool_joins").expect("registered");
    let trace = Runner::new().trace(target, &scenario.encode());
    assert!(trace.failure.is_none(), "{trace}");
    trace
}

/// The trace after both workers have become idle.
fn trace_with_idle_workers(steps: &[Step]) -> (Trace, usize) {
    let warm_up =
        std::iter::once(step(Opcode::Initialize, 0, 0, 0)).chain(std::iter::repeat_n(settle(), 8));
    let all: Vec<Step> = warm_up.chain(steps.iter().copied()).collect();
    let trace = trace(&scenario(&all));
    assert_eq!(trace.steps[8].after, Some(Phase::Idle), "{trace}");
    (trace, 9)
}

fn script(trace: &Trace) -> Vec<&TraceStep> {
    trace.steps.iter().filter(|step| step.phase == RunPhase::Chaos).collect()
}

fn is_rejected(step: &TraceStep) -> Option<FactClass> {
    step.said.iter().find_map(|said| match said {
        Said::DeliverDiagnostic {
            diagnostic: Diagnostic::RejectedFact { class, fact }, ..
        } if *fact == step.told => Some(*class),
        _ => None,
    })
}

#[test]
fn settling_the_oldest_brings_workers_from_creation_to_a_completed_job() {
    let steps = [step(Opcode::Submit, 3, 0, 0), settle(), settle()];
    let (trace, first) = trace_with_idle_workers(&steps);
    let [submitted, delivered, completed] = [0, 1, 2].map(|at| &trace.steps[first + at]);
    assert!(matches!(submitted.told, Told::Submit { customer: 3, .. }));
    assert!(matches!(delivered.told, Told::DeliveryAccepted { .. }));
    assert!(matches!(completed.told, Told::Completed { .. }));
    assert!(completed.said.iter().any(|said| matches!(
        said,
        Said::DeliverCustomerTerminal { route: 3, outcome: Terminal::Completed { .. } }
    )));
}

#[test]
fn a_job_can_be_completed_before_its_delivery_is_settled() {
    let steps = [step(Opcode::Submit, 0, 0, 0), step(Opcode::Complete, 0, 0, 0)];
    let (trace, first) = trace_with_idle_workers(&steps);
    assert_eq!(trace.steps[first + 1].after, Some(Phase::BusyCompletionFirst));
}

#[test]
fn inputs_before_the_start_come_back() {
    // Shutdown is one of the steps that are let through.
    let trace = trace(&scenario(&[step(Opcode::Shutdown, 0, 0, 0)]));
    assert_eq!(trace.steps[0].verdict, Verdict::HandedBack);
    assert_eq!(trace.steps[0].mode_after, Mode::Constructed);
}

#[test]
fn inputs_after_the_end_come_back() {
    let mut steps = vec![step(Opcode::Initialize, 0, 0, 0), step(Opcode::Shutdown, 0, 0, 0)];
    steps.extend([settle(); 8]);
    steps.extend([step(Opcode::Submit, 0, 0, 0), step(Opcode::WrongKind, 0, 7, 0)]);
    let trace = trace(&scenario(&steps));
    let last = script(&trace).pop().expect("a step").clone();
    assert_eq!(last.mode_before, Mode::Stopped);
    assert_eq!(last.verdict, Verdict::HandedBack);
}

#[test]
fn a_withheld_obligation_is_settled_in_the_recovery_phase() {
    let steps = [
        step(Opcode::Initialize, 0, 0, 0),
        step(Opcode::Withhold, 0, 0, 0),
        settle(),
        settle(),
        settle(),
        settle(),
        settle(),
    ];
    let trace = trace(&scenario(&steps));
    let first_birth = trace
        .steps
        .iter()
        .position(|step| matches!(step.told, Told::BirthCommitted { role: 11, .. }))
        .expect("it is told at last");
    assert_eq!(trace.steps[first_birth].phase, RunPhase::Recovery);
}

#[test]
fn a_cut_batch_settles_its_rest_as_rejections_or_later() {
    for (code, refused) in [(1, true), (0, false)] {
        // Cut at the first creation; the second one is the rest. The last operand lets the step pass
        // before the start.
        let steps = [
            step(Opcode::CutBatch, 0, code, 2 - code),
            step(Opcode::Initialize, 0, 0, 0),
            settle(),
            settle(),
        ];
        let mut scenario = scenario(&steps);
        scenario.setup.reaction = Reaction::RetireRole;
        let trace = trace(&scenario);
        let births: Vec<bool> = trace
            .steps
            .iter()
            .filter_map(|step| match step.told {
                Told::BirthRejected { .. } => Some(true),
                Told::BirthCommitted { .. } => Some(false),
                _ => None,
            })
            .collect();
        assert_eq!(births, [true, refused], "{trace}");
    }
}

#[test]
fn a_repeated_fact_is_rejected_with_fresh_values() {
    let steps = [step(Opcode::StopWorker, 0, 1, 0), step(Opcode::Repeat, 0, 0, 0)];
    let (trace, first) = trace_with_idle_workers(&steps);
    let (Told::Stopped { stop: once, .. }, Told::Stopped { stop: twice, .. }) =
        (trace.steps[first].told, trace.steps[first + 1].told)
    else {
        panic!("two stops were to be told: {trace}");
    };
    assert_eq!(once.class, StopClass::Abnormal);
    assert_ne!(once.reason, twice.reason);
    assert_eq!(is_rejected(&trace.steps[first + 1]), Some(FactClass::Stale));
}

#[test]
fn a_distorted_fact_leaves_the_obligation() {
    // Field 0 of a begin settlement is the role of its worker.
    let steps = [
        step(Opcode::Initialize, 0, 0, 0),
        settle(),
        settle(),
        step(Opcode::Distort, 0, 0, 4),
        settle(),
    ];
    let trace = trace(&scenario(&steps));
    assert_eq!(is_rejected(&trace.steps[3]), Some(FactClass::WrongWorker), "{trace}");
    assert_eq!(is_rejected(&trace.steps[4]), None);
    assert!(matches!(trace.steps[4].told, Told::InitializationReady { .. }), "{trace}");
}

#[test]
fn the_twins_completion_is_taken_and_the_own_one_is_stale() {
    let steps = [
        step(Opcode::Submit, 0, 0, 0),
        step(Opcode::Settle, 0, 0, 0),
        step(Opcode::TwinCompletion, 0, 0, 0),
        step(Opcode::Complete, 0, 0, 0),
    ];
    let (trace, first) = trace_with_idle_workers(&steps);
    let completion = |at: usize| match trace.steps[first + at].told {
        Told::Completed { completion: Completion { origin, .. }, .. } => Some(origin),
        _ => None,
    };
    assert_eq!(completion(2), Some(Origin::Twin));
    assert_eq!(is_rejected(&trace.steps[first + 2]), None);
    assert_eq!(completion(3), Some(Origin::Own));
    assert_eq!(is_rejected(&trace.steps[first + 3]), Some(FactClass::Stale));
}

#[test]
fn the_twins_command_contradicts_a_completion() {
    let steps = [
        step(Opcode::Submit, 0, 0, 0),
        step(Opcode::TwinCompletion, 0, 0, 0),
        step(Opcode::ForeignReturn, 0, 0, 0),
    ];
    let (trace, first) = trace_with_idle_workers(&steps);
    let mismatch = trace.steps[first + 2].said.iter().any(|said| {
        matches!(
            said,
            Said::TransferRejectedFact {
                values: Transfer::MismatchedDelivery { completion: Some(_), .. },
                ..
            }
        )
    });
    assert!(mismatch, "{trace}");
    let steps = [
        step(Opcode::Submit, 0, 0, 0),
        step(Opcode::Complete, 0, 0, 0),
        step(Opcode::TwinReturn, 0, 0, 0),
    ];
    // In step, both machines have spent their authority on the completion.
    let (trace, first) = trace_with_idle_workers(&steps);
    assert!(matches!(trace.steps[first + 2].told, Told::DeliveryAccepted { .. }), "{trace}");
}

#[test]
fn a_delivery_is_rejected_with_the_twins_command_and_the_job_is_dispatched_again() {
    let steps = [step(Opcode::Submit, 0, 0, 0), step(Opcode::TwinReturn, 0, 0, 0)];
    let (trace, first) = trace_with_idle_workers(&steps);
    let rejected = &trace.steps[first + 1];
    assert!(matches!(rejected.told, Told::DeliveryRejected { returned, .. }
        if returned.origin == Origin::Twin));
    assert!(rejected.said.iter().any(|said| matches!(said, Said::DeliverAssignment { .. })));
    assert_eq!(rejected.after, Some(Phase::Stopping));
}

#[test]
fn an_authority_that_came_back_makes_a_stale_completion() {
    let steps = [
        step(Opcode::Submit, 0, 0, 0),
        step(Opcode::TwinReturn, 0, 0, 0),
        step(Opcode::StaleCompletion, 0, 0, 0),
    ];
    let (trace, first) = trace_with_idle_workers(&steps);
    let stale = &trace.steps[first + 2];
    assert!(matches!(stale.told, Told::Completed { .. }), "{trace}");
    assert_eq!(is_rejected(stale), Some(FactClass::Stale));
}

#[test]
fn a_foreign_completion_is_stale_and_a_foreign_worker_is_foreign() {
    let steps = [step(Opcode::ForeignCompletion, 0, 0, 0), step(Opcode::WrongKind, 0, 9, 7)];
    let (trace, first) = trace_with_idle_workers(&steps);
    assert_eq!(is_rejected(&trace.steps[first]), Some(FactClass::Stale));
    assert_eq!(is_rejected(&trace.steps[first + 1]), Some(FactClass::Foreign));
}

#[test]
fn a_namesakes_authority_is_rejected_for_its_evidence() {
    let steps = [
        step(Opcode::Submit, 0, 0, 0),
        step(Opcode::ForeignCompletion, 128, 0, 0),
        step(Opcode::ForeignReturn, 0, 2, 0),
    ];
    let (trace, first) = trace_with_idle_workers(&steps);
    let dispatched = trace.steps[first].said.iter().find_map(|said| match said {
        Said::DeliverAssignment { command, .. } => Some(*command),
        _ => None,
    });
    let own = dispatched.expect("a worker is idle");
    let evidence = own.evidence + 1;
    let [stale, mismatched] = [1, 2].map(|at| &trace.steps[first + at]);

    let Told::Completed { child, completion } = stale.told else { panic!("{trace}") };
    let (origin, output) = (Origin::Namesake, completion.output);
    let Command { assignment, .. } = own;
    assert_eq!(child, own.child);
    assert_eq!(completion, Completion { origin, assignment, child, evidence, output });
    assert_eq!(is_rejected(stale), Some(FactClass::Stale));

    let Told::DeliveryRejected { returned, .. } = mismatched.told else { panic!("{trace}") };
    let execution = returned.execution;
    assert_eq!(returned, Command { origin, evidence, execution, ..own });
    let mismatch = mismatched.said.iter().find_map(|said| match said {
        Said::TransferRejectedFact { values, .. } => Some(*values),
        _ => None,
    });
    let values = Transfer::MismatchedDelivery {
        retained: assignment,
        returned,
        reason: 0,
        completion: None,
    };
    assert_eq!(mismatch, Some(values), "{trace}");
}

#[test]
fn an_unwound_preparation_is_told_again_with_another_source() {
    // Role 0 is recovered while role 1 is busy and a job waits whose clone panics. Under StopPool
    // nothing is dispatched, so the reaction is RetireRole; only a free worker unwinds.
    let steps = [
        step(Opcode::Submit, 0, 0, 0),
        step(Opcode::Submit, 0, 0, 0),
        step(Opcode::Submit, 0, 129, 0),
        step(Opcode::Settle, 0, 0, 0),
        step(Opcode::Complete, 0, 0, 0),
        step(Opcode::Complete, 0, 0, 0),
    ];
    let (trace, first) = trace_with_idle_workers(&steps);
    let unwound = trace.steps.iter().filter(|step| step.verdict == Verdict::Unwound).count();
    assert!(unwound >= 1, "{trace}");
    let submitted = &trace.steps[first + 2];
    assert!(matches!(
        submitted.said[0],
        Said::DeliverAdmission { outcome: Admission::Accepted { .. }, .. }
    ));
}

#[test]
fn every_opcode_is_harmless_in_every_state() {
    // Every opcode after every other one, with operands that reach far.
    let mut runner = Runner::new();
    for first in OPCODES {
        for second in OPCODES {
            let mut steps = vec![step(Opcode::Initialize, 0, 0, 0)];
            steps.extend([settle(); 6]);
            for operand in [0, 1, 7, 255] {
                steps.push(step(first, operand, operand, operand));
                steps.push(step(second, operand, operand ^ 1, operand));
            }
            let scenario = scenario(&steps);
            let result = runner.run_scenario(&scenario);
            assert!(result.is_ok(), "{first:?} then {second:?}: {result:?}");
        }
    }
}

#[test]
fn a_run_ends_whatever_the_drain_policy_is() {
    for drain in
        [DrainPolicy::WaitForActorGraph, DrainPolicy::RetireActorGraphAfter { deadline: 5 }]
    {
        for deadline_elapses in [false, true] {
            let mut steps = vec![step(Opcode::Initialize, 0, 0, 0), settle(), settle()];
            steps.push(step(Opcode::Shutdown, 0, 0, 0));
            if deadline_elapses {
                steps.push(step(Opcode::ElapseDeadline, 0, 0, 0));
            }
            let mut scenario = scenario(&steps);
            scenario.setup.drain = drain;
            let trace = trace(&scenario);
            let last = trace.steps.last().expect("a step");
            let forced = deadline_elapses && drain != DrainPolicy::WaitForActorGraph;
            let end = if forced { Mode::ForcedRetirement } else { Mode::Stopped };
            assert_eq!(last.mode_after, end, "{trace}");
        }
    }
}
