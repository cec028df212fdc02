//! What single steps make the host do, seen in the traces of short scripts.

use actor_laws_fuzz::proxy::observation::{
    MissKind, ProxyView, Refuser, Report, Row, Said, Settled, Told, Verdict,
};
use actor_laws_fuzz::proxy::rig::ProxyRig;
use actor_laws_fuzz::proxy::scenario::{Opcode, Scenario, Step};
use actor_laws_fuzz::run::{RunPhase, Runner, Trace, TraceStep};
use actor_laws_fuzz::script::Opcode as _;

fn step(opcode: Opcode, a: u8, b: u8, c: u8) -> Step {
    Step { opcode, a, b, c }
}

fn settle() -> Step {
    step(Opcode::SettleOldest, 0, 0, 0)
}

fn install() -> Step {
    step(Opcode::Install, 0, 0, 0)
}

/// A proxy with a twin and a foreign proxy for company.
fn trace(steps: &[Step]) -> Trace<ProxyRig> {
    let mut scenario = Scenario::decode(&[]);
    scenario.header.set(0, 2);
    scenario.steps = steps.to_vec();
    let trace = Runner::<ProxyRig>::default().trace_scenario(&scenario);
    assert!(trace.failure.is_none(), "{trace}");
    trace
}

/// The trace of `steps` after a worker has become ready; their inputs begin at the second value.
fn trace_ready(steps: &[Step]) -> (Trace<ProxyRig>, usize) {
    let warm_up = std::iter::once(install()).chain(std::iter::repeat_n(settle(), 4));
    let all: Vec<Step> = warm_up.chain(steps.iter().copied()).collect();
    let trace = trace(&all);
    assert_eq!(trace.steps[4].after, "Ready", "{trace}");
    (trace, 5)
}

fn miss(step: &TraceStep<ProxyRig>) -> Option<MissKind> {
    step.said.iter().find_map(|said| match said {
        Said::Diagnostic { kind, fact, .. } if *fact == step.told => Some(*kind),
        _ => None,
    })
}

#[test]
fn settling_the_oldest_leads_from_an_install_to_ready() {
    let (trace, first) = trace_ready(&[step(Opcode::Serve, 0, 0, 0)]);
    let rows: Vec<&str> = trace.steps[..first].iter().map(|step| &*step.after).collect();
    assert_eq!(rows, ["Creating", "Initializing", "ActivationStarting", "Activating", "Ready"]);
    assert!(matches!(trace.steps[first].said[..], [Said::DeliverService { .. }]));
}

#[test]
fn a_birth_is_settled_in_three_ways() {
    for (way, by) in [(1, Refuser::Fold), (2, Refuser::Host)] {
        let trace = trace(&[install(), step(Opcode::SettleOldest, way, 0, 0)]);
        assert!(matches!(trace.steps[1].told, Told::BirthRejected { why, .. } if why.by == by));
        assert_eq!(trace.steps[1].after, "EmptyInitial");
    }
}

#[test]
fn the_oldest_obligation_fails_in_each_way_that_it_knows() {
    for (way, row) in [(0, "Failing+settlement-owed"), (1, "EmptyAfter")] {
        let trace = trace(&[install(), settle(), step(Opcode::FailOldest, way, 0, 0)]);
        assert_eq!(trace.steps[2].after, row, "{trace}");
    }
}

#[test]
fn an_initialization_is_settled_in_three_ways() {
    for (way, row) in [(0, "ActivationStarting"), (1, "Failing+settlement-owed"), (2, "EmptyAfter")]
    {
        let trace = trace(&[install(), settle(), step(Opcode::Settle, 0, way, 0)]);
        assert_eq!(trace.steps[2].after, row, "{trace}");
    }
}

#[test]
fn a_start_and_a_result_are_settled_in_two_ways() {
    let before = [install(), settle(), settle()];
    let start = trace(&[&before[..], &[step(Opcode::SettleKind, 2, 1, 0)]].concat());
    assert!(matches!(start.steps[3].told, Told::StartRejected { .. }), "{start}");
    let result = trace(&[&before[..], &[settle(), step(Opcode::SettleKind, 3, 1, 0)]].concat());
    assert!(matches!(result.steps[4].told, Told::ActivationRejected { .. }), "{result}");
}

#[test]
fn a_cancelled_result_is_told_in_four_ways() {
    for (way, late) in [(0, true), (1, true), (2, false), (3, false)] {
        let steps = [
            install(),
            settle(),
            settle(),
            settle(),
            step(Opcode::Shutdown, 0, 0, 0),
            step(Opcode::SettleKind, 3, way, 0),
        ];
        let trace = trace(&steps);
        let told = trace.steps[5].told;
        let is_late =
            matches!(told, Told::ReadyAfterCancel { .. } | Told::RejectedAfterCancel { .. });
        assert_eq!(is_late, late, "{trace}");
        assert_eq!(miss(&trace.steps[5]), None);
    }
}

#[test]
fn a_worker_shutdown_is_settled_before_or_after_the_exit() {
    let replace = step(Opcode::Replace, 0, 0, 0);
    let (trace, first) = trace_ready(&[replace, step(Opcode::SettleOldest, 1, 0, 0), settle()]);
    assert!(matches!(
        trace.steps[first + 1].told,
        Told::ShutdownSettled { settlement: Settled::Rejected { .. }, .. }
    ));
    assert_eq!(trace.steps[first + 2].after, "Creating");
    let (trace, first) = trace_ready(&[replace, step(Opcode::SettleKind, 5, 0, 0)]);
    assert!(matches!(trace.steps[first + 1].told, Told::ExitAfterBirth { .. }));
    assert_eq!(trace.steps[first + 1].after, "Creating+predecessor-owed");
}

#[test]
fn a_worker_exits_before_its_birth_is_told_and_after_it() {
    let trace = trace(&[install(), step(Opcode::ExitWorker, 0, 3, 0), settle()]);
    assert!(matches!(trace.steps[1].told, Told::ExitBeforeBirth { exit, .. } if exit.at == 1_003));
    assert_eq!(trace.steps[2].after, "Initializing+exit");
    let (trace, first) = trace_ready(&[step(Opcode::ExitWorker, 0, 0, 0)]);
    assert!(matches!(
        trace.steps[first].said[..],
        [Said::Report { report: Report::WorkerStopped { .. } }]
    ));
}

#[test]
fn a_fact_is_told_again_with_fresh_values() {
    let (trace, first) = trace_ready(&[step(Opcode::Repeat, 0, 0, 0)]);
    let (Told::ActivationReady { proof: was, .. }, Told::ActivationReady { proof, .. }) =
        (trace.steps[4].told, trace.steps[first].told)
    else {
        panic!("{trace}");
    };
    assert_ne!(was, proof);
    assert_eq!(miss(&trace.steps[first]), Some(MissKind::Unexpected));
}

#[test]
fn a_due_fact_is_distorted_field_by_field() {
    // The second field of an initialization is its attempt, the first one its worker.
    let steps =
        [install(), settle(), step(Opcode::Distort, 0, 1, 5), step(Opcode::Distort, 0, 0, 4)];
    let trace = trace(&steps);
    assert_eq!(miss(&trace.steps[2]), Some(MissKind::WrongAttempt), "{trace}");
    assert_eq!(miss(&trace.steps[3]), Some(MissKind::Unknown), "{trace}");
}

#[test]
fn a_distorted_creation_is_foreign() {
    let trace = trace(&[install(), step(Opcode::Distort, 0, 0, 0)]);
    assert_eq!(miss(&trace.steps[1]), Some(MissKind::Foreign), "{trace}");
}

#[test]
fn a_result_before_the_acceptance_of_its_start_is_wrong() {
    let early = step(Opcode::WrongFact, 0, 8, 0);
    let trace = trace(&[install(), settle(), settle(), early]);
    assert!(matches!(trace.steps[3].told, Told::ActivationReady { .. }));
    assert_eq!(miss(&trace.steps[3]), Some(MissKind::Unexpected));
}

#[test]
fn a_late_result_without_a_cancel_is_wrong() {
    let late = step(Opcode::WrongFact, 0, 10, 0);
    let trace = trace(&[install(), settle(), settle(), settle(), late]);
    assert!(matches!(trace.steps[4].told, Told::ReadyAfterCancel { .. }));
    assert_eq!(miss(&trace.steps[4]), Some(MissKind::Unexpected));
}

#[test]
fn every_kind_of_fact_can_be_aimed_at_a_ready_worker_and_is_rejected_but_for_its_exit() {
    let mut kinds = Vec::new();
    for kind in 0..15 {
        let (trace, first) = trace_ready(&[step(Opcode::WrongFact, 0, kind, 0)]);
        kinds.push(std::mem::discriminant(&trace.steps[first].told));
        let is_exit = matches!(trace.steps[first].told, Told::ExitAfterBirth { .. });
        assert_eq!(miss(&trace.steps[first]).is_none(), is_exit, "{trace}");
    }
    kinds.dedup();
    // The two settlements of a shutdown are one kind of input.
    assert_eq!(kinds.len(), 14);
}

#[test]
fn every_kind_of_fact_can_come_from_another_proxy() {
    for kind in 0..15 {
        let trace = trace(&[step(Opcode::ForeignFact, 0, kind, 0)]);
        let named = matches!(kind, 0..=2 | 6..=11);
        let due = if named { MissKind::Foreign } else { MissKind::Unknown };
        assert_eq!(miss(&trace.steps[0]), Some(due), "{trace}");
    }
}

#[test]
fn a_ticket_is_used_again() {
    let (trace, first) = trace_ready(&[step(Opcode::ReplayTicket, 0, 0, 0)]);
    let Told::InstallInitial { ticket, .. } = trace.steps[0].told else { panic!("{trace}") };
    assert!(
        matches!(trace.steps[first].told, Told::Replace { ticket: again, .. } if again == ticket)
    );
    assert_eq!(trace.steps[first].after, "StoppingForReplacement+settlement-owed");
}

#[test]
fn a_cut_batch_settles_its_rest_as_rejections_or_later() {
    for (rest, refused) in [(1, true), (0, false)] {
        // Cut at the cancel; the worker shutdown is the rest.
        let steps = [
            install(),
            settle(),
            settle(),
            settle(),
            step(Opcode::CutBatch, 0, rest, 0),
            step(Opcode::Shutdown, 0, 0, 0),
            step(Opcode::SettleKind, 3, 0, 0),
            step(Opcode::SettleKind, 4, 0, 0),
        ];
        let trace = trace(&steps);
        assert_eq!(trace.steps[4].cut, Some(0), "{trace}");
        assert!(matches!(trace.steps[5].told, Told::ActivationReady { .. }), "{trace}");
        let Told::ShutdownSettled { settlement, .. } = trace.steps[6].told else {
            panic!("{trace}");
        };
        assert_eq!(settlement != Settled::Accepted, refused, "{trace}");
    }
}

#[test]
fn a_creation_that_was_cut_off_is_the_hosts_rejection() {
    let trace = trace(&[step(Opcode::CutBatch, 0, 0, 0), install(), settle()]);
    assert!(
        matches!(trace.steps[1].told, Told::BirthRejected { why, .. } if why.by == Refuser::Host)
    );
}

#[test]
fn time_passes_and_stops_at_the_end_of_its_type() {
    let leap = step(Opcode::AdvanceTime, 255, 63, 0);
    let (trace, first) = trace_ready(&[leap, leap, step(Opcode::ExitWorker, 0, 9, 0)]);
    assert!(
        matches!(trace.steps[first].told, Told::ExitAfterBirth { exit, .. } if exit.at == u64::MAX)
    );
}

#[test]
fn a_withheld_obligation_waits_for_its_release_or_for_the_recovery_phase() {
    let withhold = step(Opcode::Withhold, 0, 0, 0);
    let waits = trace(&[install(), withhold, settle()]);
    assert_eq!(waits.steps[1].phase, RunPhase::Recovery, "{waits}");
    let released = trace(&[install(), withhold, step(Opcode::Release, 0, 0, 0), settle()]);
    assert_eq!(released.steps[1].phase, RunPhase::Chaos, "{released}");
}

#[test]
fn inputs_after_the_end_come_back() {
    let steps = [step(Opcode::Shutdown, 0, 0, 0), install(), step(Opcode::ForeignFact, 0, 0, 0)];
    let trace = trace(&steps);
    assert!(matches!(trace.steps[0].verdict, Some(Verdict::Stopped { .. })), "{trace}");
    let back = trace.steps[1..].iter().filter(|step| step.verdict == Some(Verdict::HandedBack));
    assert_eq!(back.count(), 2, "{trace}");
}

#[test]
fn a_run_without_an_install_shuts_an_empty_proxy_down() {
    let trace = trace(&[]);
    assert_eq!(trace.steps.len(), 1);
    assert_eq!((&*trace.steps[0].before, &*trace.steps[0].after), ("Dormant", "Stopped"));
    assert_eq!(ProxyView::default().row, Row::Dormant);
}

#[test]
fn every_opcode_is_harmless_in_every_state() {
    let mut runner = Runner::<ProxyRig>::default();
    for first in Opcode::ALL {
        for second in Opcode::ALL {
            let mut scenario = Scenario::decode(&[]);
            scenario.header.set(0, 2);
            scenario.steps = vec![install(), settle(), settle(), settle()];
            for operand in [0, 1, 7, 255] {
                scenario.steps.push(step(*first, operand, operand, operand));
                scenario.steps.push(step(*second, operand, operand ^ 1, operand));
            }
            let result = runner.run_scenario(&scenario);
            assert!(result.is_ok(), "{first:?} then {second:?}: {result:?}");
        }
    }
}
