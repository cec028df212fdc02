//! A sound desk passes, and each check of the runner fails on a desk with one defect.

use super::machine::*;
use super::{Desk, DeskScript, EMPHASIS, FRESH, Opcode, Said, TABLES_LACK, Told, Verdict, cell};
use crate::cells::CellSet;
use crate::checks::{Check, Checks};
use crate::custody::{KEPT, LOST, SEEN_TWICE};
use crate::family::Family;
use crate::run::permitted::Difference;
use crate::run::{Permitted, RunPhase, Runner, names};
use crate::script::{Scenario, Step, audit, generate};
use crate::target::Target;
use crate::verdict::FailureKind;

static FAMILY: Family = Family::of::<Desk>();

static TARGET: Target = Target {
    name: "toy",
    about: "a desk",
    steps_max: 96,
    family: &FAMILY,
    generator: |steps_max, seed, bytes| generate(&EMPHASIS, steps_max, seed, bytes),
};

/// Seeds within which a defect must show.
const SEEDS: u64 = 2_000;

#[test]
fn the_format_is_sound() {
    audit::demand_sound_format::<DeskScript>();
    audit::demand_sound_generator::<DeskScript>(&TARGET);
}

#[test]
fn a_sound_desk_passes_and_reaches_every_reachable_cell() {
    let mut executor = (FAMILY.executor)();
    let (mut bytes, mut cells) = (Vec::new(), CellSet::new());
    for seed in 0..SEEDS {
        TARGET.generate(seed, &mut bytes);
        if executor.run(&TARGET, &bytes).is_err() {
            panic!("seed {seed}\n{}", executor.trace(&TARGET, &bytes));
        }
        cells.union(executor.cells());
        assert!(executor.path().iter().all(|cell| executor.cells().contains((*cell).into())));
    }
    let missing = FAMILY.reachable().filter(|cell| !cells.contains(*cell));
    assert_eq!(missing.map(FAMILY.cell_name).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn cells_have_names_kinds_and_reasons() {
    assert_eq!(cell::name(cell::of(1, 0, 0).expect("declared")), "Waiting/Ask/taken");
    assert_eq!(cell::of(0, 0, 2), None);
    assert_eq!(cell::input_kind(cell::of(3, 4, 2).expect("declared")), Some(4));
    assert_eq!(cell::name(cell::of_outcome(1)), "outcome/returned");
    assert_eq!(cell::input_kind(cell::of_outcome(1)), None);
    assert_eq!(cell::unreachable(cell::of_outcome(3)), Some("there is none"));
}

/// The first failure of a desk with this defect.
fn first_failure<const DEFECT: u8>(checks: Checks) -> (&'static str, FailureKind) {
    let mut runner = Runner::<Desk, DeskMachine<DEFECT>>::default().checked(checks);
    let mut bytes = Vec::new();
    for seed in 0..SEEDS {
        TARGET.generate(seed, &mut bytes);
        if let Err(failure) = runner.run(&TARGET, &bytes) {
            let trace = runner.trace(&TARGET, &bytes);
            assert_eq!(trace.failure, Some(failure.clone()), "a recorded run is the same run");
            return (failure.law, failure.kind);
        }
    }
    panic!("defect {DEFECT} does not show");
}

#[test]
fn each_check_of_a_step_fails_once() {
    use FailureKind::{Lost, Wrong};
    let _quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    assert_eq!(first_failure::<MISCOUNTS>(Checks::ALL), (names::ORACLE_ACTIONS, Wrong));
    assert_eq!(first_failure::<DENIES_ITS_END>(Checks::ALL), (names::ORACLE_VERDICT, Wrong));
    assert_eq!(first_failure::<SHOWS_WRONG>(Checks::ALL), (names::ORACLE_STATE, Wrong));
    assert_eq!(first_failure::<LOSES>(Checks::ALL), (LOST, Lost));
    assert_eq!(first_failure::<REPEATS>(Checks::ALL), (SEEN_TWICE, Lost));
    assert_eq!(first_failure::<PANICS>(Checks::ALL), (names::NO_PANIC, Wrong));
    assert_eq!(first_failure::<DIFFERS>(Checks::ALL), (names::DETERMINISM, Wrong));
    assert_eq!(first_failure::<UNSOUND>(Checks::ALL), (INVARIANT, Wrong));
    assert_eq!(first_failure::<NO_RECEIPT>(Checks::ALL), (LOST, Lost));
    assert_eq!(first_failure::<STALE>(Checks::ALL), (FRESH, Wrong));
}

#[test]
fn each_check_of_a_life_fails_once() {
    use FailureKind::{Lost, Stuck, Wrong};
    assert_eq!(first_failure::<NEVER_ENDS>(Checks::WITHOUT_ORACLE), (names::MUST_END, Stuck));
    assert_eq!(first_failure::<KEEPS>(Checks::WITHOUT_ORACLE), (KEPT, Lost));
    assert_eq!(first_failure::<BUILDS_ANYWAY>(Checks::ALL), (names::ORACLE_CONSTRUCTION, Wrong));
    assert_eq!(first_failure::<LOSES_SIGN>(Checks::ALL), (LOST, Lost));
}

/// The law that a desk with this defect breaks although one check does not judge, if any.
fn found_without<const DEFECT: u8>(check: Check) -> Option<&'static str> {
    let checks = Checks::ALL.without(check);
    let mut runner = Runner::<Desk, DeskMachine<DEFECT>>::default().checked(checks);
    let mut bytes = Vec::new();
    (0..SEEDS).find_map(|seed| {
        TARGET.generate(seed, &mut bytes);
        runner.run(&TARGET, &bytes).err().map(|failure| failure.law)
    })
}

#[test]
fn each_check_that_is_switched_off_hides_what_only_it_sees_and_nothing_else() {
    let found = |found: fn(Check) -> Option<&'static str>| Check::ALL.map(found);
    let alike = |law: &'static str| [Some(law); 3];
    let hidden = |check: Check, law| Check::ALL.map(|off| (off != check).then_some(law));
    let by_oracle = hidden(Check::Oracle, names::ORACLE_ACTIONS);
    assert_eq!(found(found_without::<MISCOUNTS>), by_oracle);
    let by_oracle = hidden(Check::Oracle, names::ORACLE_STATE);
    assert_eq!(found(found_without::<SHOWS_WRONG>), by_oracle);
    assert_eq!(found(found_without::<UNSOUND>), hidden(Check::Invariants, INVARIANT));
    assert_eq!(found(found_without::<LOSES>), hidden(Check::Custody, LOST));
    assert_eq!(found(found_without::<LOSES_SIGN>), hidden(Check::Custody, LOST));
    assert_eq!(found(found_without::<STALE>), alike(FRESH));
    assert_eq!(found(found_without::<DIFFERS>), alike(names::DETERMINISM));
    // A real value that is missing ends the run whoever judges.
    assert_eq!(found(found_without::<NO_RECEIPT>), alike(LOST));
}

#[test]
fn a_desk_that_waits_although_nothing_is_owed_is_stuck() {
    let mut scenario = Scenario::decode(&[]);
    scenario.steps = vec![Step::plain(Opcode::Ask)];
    let mut runner = Runner::<Desk, DeskMachine<WAITS>>::default().checked(Checks::WITHOUT_ORACLE);
    let failure = runner.run_scenario(&scenario).expect_err("it waits");
    assert_eq!((failure.law, failure.kind), (names::MUST_SETTLE, FailureKind::Stuck));
}

#[test]
fn a_cell_that_the_tables_lack_is_named() {
    TABLES_LACK.set(true);
    let (law, _) = first_failure::<SOUND>(Checks::ALL);
    TABLES_LACK.set(false);
    assert_eq!(law, names::LAW_TABLES);
}

#[test]
fn a_trace_stands_in_fixed_columns_and_is_whole_as_json() {
    let mut scenario = Scenario::<DeskScript>::decode(&[]);
    scenario.steps = [Opcode::Ask, Opcode::Settle, Opcode::Redeem].map(Step::plain).to_vec();
    let trace = Runner::<Desk>::default().trace_scenario(&scenario);
    let expected = "\
target toy
setup  Setup { identity: 1, answers_max: 3 }
   0 chaos    ask                     0   0   0 Idle                              -> Waiting                           Continue         Ask { payload: 2 } => Request { request: #1 }
   1 chaos    settle                  0   0   0 Waiting                           -> Idle                              Continue         Confirm { request: #1 } => Answer { payload: 2, receipt: #1, count: 1 }
   2 chaos    redeem                  0   0   0 Idle                              -> Idle                              Continue         Redeem { seat: Judged, receipt: #1 } => Redeemed { receipt: #1 }
   3 recovery -                                 Idle                              -> Stopped                           Stopped          Shutdown
every law held
";
    assert_eq!(trace.to_string(), expected);
    let json = crate::engine::Recording::to_json(&trace).expect("plain data");
    assert_eq!(json["steps"][0]["told"]["input"], "Ask");
    assert_eq!(json["steps"][1]["said"][0]["action"], "Answer");
    assert!(json["failure"].is_null());
}

/// What a scenario with this company and these steps tells and says, one line an input.
fn lines(company: usize, steps: &[Step<Opcode>]) -> Vec<String> {
    let mut scenario = Scenario::<DeskScript>::decode(&[]);
    scenario.header.set(0, company);
    scenario.steps = steps.to_vec();
    let trace = Runner::<Desk>::default().trace_scenario(&scenario);
    assert_eq!(trace.failure, None, "{trace}");
    trace.steps.iter().map(|step| format!("{:?} => {:?}", step.told, step.said)).collect()
}

#[test]
fn a_receipt_of_the_twin_is_a_genuine_duplicate() {
    let steps = [Opcode::Ask, Opcode::Settle, Opcode::TwinRedeem, Opcode::Redeem].map(Step::plain);
    let told = lines(0, &steps);
    assert!(told[2].starts_with("Redeem { seat: Twin,") && told[2].ends_with("ordinal: 1 } }]"));
    assert!(told[3].starts_with("Redeem { seat: Judged,"), "{}", told[3]);
    assert!(told[3].ends_with(r#"=> [Rejected { fact: "receipt" }]"#), "{}", told[3]);
}

#[test]
fn a_foreign_desk_lends_its_ids_and_its_receipts() {
    let wrong = |a, b| Step { opcode: Opcode::Wrong, a, b, c: 0 };
    let told = lines(3, &[wrong(0, 3), wrong(0, 0)]);
    assert!(told[0].starts_with("Redeem { seat: Foreign, receipt: Id { owner: 2, ordinal: 1 } }"));
    assert!(told[0].ends_with(r#"=> [Rejected { fact: "receipt" }]"#), "{}", told[0]);
    assert!(told[1].starts_with("Confirm { request: Id { owner: 2, ordinal: 1 } }"), "{}", told[1]);
}

#[test]
fn a_disabled_opcode_stands_for_the_oldest_settlement() {
    let mut scenario = Scenario::<DeskScript>::decode(&[]);
    scenario.steps = [Opcode::Ask, Opcode::Shutdown].map(Step::plain).to_vec();
    scenario.disabled = scenario.disabled.with(Opcode::Shutdown);
    let trace = Runner::<Desk>::default().trace_scenario(&scenario);
    let told: Vec<Told> = trace.steps.iter().map(|step| step.told).collect();
    assert!(matches!(told[..], [Told::Ask { .. }, Told::Confirm { .. }, Told::Shutdown]));
    assert_eq!(trace.steps[1].phase, RunPhase::Chaos);
}

#[test]
fn several_permitted_outcomes_are_all_told_where_none_was_taken() {
    let mut permitted = Permitted::<Desk>::default();
    permitted.end(Verdict::Continue);
    permitted.say(Said::Returned { payload: 7 });
    permitted.end(Verdict::Continue);
    let returned = |payload| [Said::Returned { payload }];
    assert!(matches!(permitted.find(&[], Verdict::Continue), Ok(0)));
    assert!(matches!(permitted.find(&returned(7), Verdict::Continue), Ok(1)));
    match permitted.find(&returned(8), Verdict::Continue) {
        Err(Difference::Actions(text)) => assert!(text.starts_with("2 outcomes are permitted")),
        Ok(_) | Err(Difference::Verdict(_)) => panic!("8 was never brought"),
    }
    match permitted.find(&returned(7), Verdict::Stopped) {
        Err(Difference::Verdict(text)) => assert!(text.contains("expected one of [Continue]")),
        Ok(_) | Err(Difference::Actions(_)) => panic!("it does not stop"),
    }
}

#[test]
fn a_text_that_is_wrong_names_the_line_and_what_to_write() {
    let refused = |text: &str, line, expected: &str| {
        let error = Scenario::<DeskScript>::parse_text(text).expect_err("it is wrong");
        assert_eq!(error.line, line, "{error}");
        assert!(error.expected.contains(expected), "{error}");
    };
    refused("", 1, "`version 1` as the first line");
    refused("ask\nversion 1", 1, "`version 1` as the first line");
    refused("version 2", 1, "`version 1`");
    refused("version 1\ncompany nobody", 2, "`company` with one of twin, alone");
    refused("version 1\nanswers-max", 2, "1 word after `answers-max`");
    refused("version 1\nanswers-max 1\nanswers-max 1", 3, "only once");
    refused("version 1\nask\nidentity 2", 3, "belongs before the first step");
    refused("version 1\nask 256", 2, "a number from 0 to 255 as operand a");
    refused("version 1\nask 0 0 0 0", 2, "at most three operands after `ask`");
    refused("version 1\nasks", 2, "settle-oldest");
    refused("version 1\ndisabled nothing", 2, "names of opcodes after `disabled`");
}

#[test]
fn the_text_form_shows_what_is_out_of_the_ordinary() {
    let bytes = [9, 8, 0, 0, 0, 1, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 3, 4];
    let expected = "\
version                1
company                alone
answers-max            none
disabled               redeem

# opcode                a   b   c
settle                  0   2   3   # request refused
wrong                   0   0   0   # ordinal foreign
";
    assert_eq!(Scenario::<DeskScript>::decode(&bytes).to_text(), expected);
}
