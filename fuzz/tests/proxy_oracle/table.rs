//! The law's table of states, cell by cell: for a proxy in each row, with and without what may be
//! kept there, which facts it takes, and how it answers services, control and the shutdown.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::*;

/// A proxy in a row, and everything that it takes there.
struct Stand {
    history: History,
    row: Row,
    phase: ShownPhase,
    takes: Vec<Told>,
}

fn stand(history: History, row: Row, phase: ShownPhase, takes: &[&[Told]]) -> Stand {
    Stand { history, row, phase, takes: takes.concat() }
}

/// Facts by column of the table, about worker `n` and activation `n`.
fn birth(n: u32) -> Vec<Told> {
    vec![tell::committed(n), tell::unborn(n)]
}

fn initialization(n: u32) -> Vec<Told> {
    vec![tell::initialized(n), tell::failed(n), tell::stopped(n)]
}

fn start(n: u32) -> Vec<Told> {
    vec![tell::begun(n, n), tell::unbegun(n, n)]
}

fn result(n: u32) -> Vec<Told> {
    vec![tell::ready(n, n), tell::rejected(n, n)]
}

fn any_result(n: u32) -> Vec<Told> {
    [result(n), vec![tell::ready_after_cancel(n, n), tell::rejected_after_cancel(n, n)]].concat()
}

fn settlement(n: u32) -> Vec<Told> {
    vec![tell::settled(n), tell::unsettled(n)]
}

/// Worker `n`'s start, in four stages, with the inputs that lead there from its creation.
fn stages(n: u32) -> [(Vec<Told>, Vec<Told>); 4] {
    let way = to_ready(n, n);
    [
        (vec![], birth(n)),
        (way[..1].to_vec(), initialization(n)),
        (way[..2].to_vec(), start(n)),
        (way[..3].to_vec(), result(n)),
    ]
}

const OPEN: [(Row, ShownPhase); 4] = [
    (Row::Creating, ShownPhase::Creating),
    (Row::Initializing, ShownPhase::Initializing),
    (Row::ActivationStarting, ShownPhase::Activating),
    (Row::Activating, ShownPhase::Activating),
];

const DRAINING: [Row; 4] = [
    Row::DrainingCreation,
    Row::DrainingInitialization,
    Row::DrainingActivationStart,
    Row::DrainingActivation,
];

fn exit_fact(n: u32, stage: usize) -> Told {
    if stage == 0 { tell::early(n) } else { tell::gone(n) }
}

/// The rows without a worker, and Ready.
fn resting() -> Vec<Stand> {
    let unborn = History::new().after(&[tell::install(0, 0), tell::unborn(0)]);
    vec![
        stand(History::new(), Row::Dormant, ShownPhase::Dormant, &[]),
        stand(unborn, Row::EmptyInitial, ShownPhase::Empty, &[]),
        stand(History::empty_after(), Row::EmptyAfter, ShownPhase::Empty, &[]),
        stand(History::ready(), Row::Ready, ShownPhase::Ready, &[&[tell::gone(0)]]),
    ]
}

/// The rows of a start, of an install (worker 0) or a replacement whose predecessor's settlement is
/// out (worker 1), each with and without an exit.
fn starting() -> Vec<Stand> {
    let mut stands = Vec::new();
    let installed = History::new().after(&[tell::install(0, 0)]);
    for (n, begun, owed) in [(0, installed, vec![]), (1, History::succeeding(), settlement(0))] {
        for (stage, (way, answers)) in stages(n).into_iter().enumerate() {
            let (row, phase) = OPEN[stage];
            let history = begun.clone().after(&way);
            let exit = [exit_fact(n, stage)];
            let kept = history.clone().after(&exit);
            stands.push(stand(history, row, phase, &[&answers, &exit, &owed]));
            stands.push(stand(kept, row, phase, &[&answers, &owed]));
        }
    }
    stands
}

/// The rows of a start in a proxy that was shut down there.
fn draining_starts() -> Vec<Stand> {
    let mut stands = Vec::new();
    let installed = History::new().after(&[tell::install(0, 0)]);
    for (n, begun, owed) in [(0, installed, vec![]), (1, History::succeeding(), settlement(0))] {
        for (stage, (way, answers)) in stages(n).into_iter().enumerate() {
            let (row, phase) = (DRAINING[stage], ShownPhase::Draining);
            let answers = if stage == 3 { any_result(n) } else { answers };
            let receipt = if stage == 0 { vec![] } else { settlement(n) };
            let (open, exit) = (begun.clone().after(&way), [exit_fact(n, stage)]);
            let history = open.clone().after(&[Told::Shutdown]);
            let takes: &[&[Told]] = &[&answers, &exit, &receipt, &owed];
            stands.push(stand(history.clone(), row, phase, takes));
            let gone = history.clone().after(&exit);
            stands.push(stand(gone, row, phase, &[&answers, &receipt, &owed]));
            // An exit before the shutdown: no shutdown of the worker, so no settlement.
            let kept = open.after(&[exit[0], Told::Shutdown]);
            stands.push(stand(kept, row, phase, &[&answers, &owed]));
            if stage > 0 {
                let settled = history.after(&[tell::settled(n)]);
                stands.push(stand(settled, row, phase, &[&answers, &exit, &owed]));
            }
        }
    }
    stands
}

/// A worker's shutdown is out: the pair, and each half of it.
fn pair(history: &History, n: u32, row: Row, phase: ShownPhase, owed: &[Told]) -> Vec<Stand> {
    let (exit, receipt) = ([tell::gone(n)], settlement(n));
    let gone = history.clone().after(&exit);
    let settled = history.clone().after(&[tell::settled(n)]);
    vec![
        stand(history.clone(), row, phase, &[&exit, &receipt, owed]),
        stand(gone, row, phase, &[&receipt, owed]),
        stand(settled, row, phase, &[&exit, owed]),
    ]
}

/// The failure drains, each also retargeted to stop, of worker 0 or worker 1 after worker 0.
fn failing() -> Vec<Stand> {
    let mut stands = Vec::new();
    let installed = History::new().after(&[tell::install(0, 0)]);
    for (n, begun, owed) in [(0, installed, vec![]), (1, History::succeeding(), settlement(0))] {
        let failures = [tell::failed(n), tell::unbegun(n, n), tell::rejected(n, n)];
        for (at, failure) in failures.into_iter().enumerate() {
            let history = begun.clone().after(&to_ready(n, n)[..=at]).after(&[failure]);
            stands.extend(pair(&history, n, Row::Failing, ShownPhase::Failing, &owed));
            let (row, phase) = (Row::FailingToStop, ShownPhase::Draining);
            let stopping = history.after(&[Told::Shutdown]);
            stands.extend(pair(&stopping, n, row, phase, &owed));
        }
    }
    stands
}

/// StoppingForReplacement, SuccessorHeld, and what becomes of both and of Ready by a shutdown.
fn replacing() -> Vec<Stand> {
    let (phase, draining) = (ShownPhase::Replacing, ShownPhase::Draining);
    let (down, former) = ([Told::Shutdown], settlement(0));
    let stopping = History::ready().after(&[tell::replace(1, 1)]);
    let settled = stopping.clone().after(&[tell::settled(0)]);
    let held = History::succeeding().after(&to_ready(1, 1));
    let exited = held.clone().after(&[tell::gone(1)]);
    let unborn = History::succeeding().after(&[tell::unborn(1)]);
    let failed = History::succeeding().after(&[tell::committed(1), tell::stopped(1)]);
    let row = Row::StoppingForReplacement;
    let mut stands = vec![
        stand(stopping.clone(), row, phase, &[&[tell::gone(0)], &former]),
        stand(settled, row, phase, &[&[tell::gone(0)]]),
        stand(held.clone(), Row::SuccessorHeld, phase, &[&[tell::gone(1)], &former]),
    ];
    let row = Row::DrainingWorker;
    for history in [exited, unborn, failed] {
        stands.push(stand(history.clone(), Row::SuccessorHeld, phase, &[&former]));
        stands.push(stand(history.after(&down), row, draining, &[&former]));
    }
    stands.extend(pair(&stopping.after(&down), 0, row, draining, &[]));
    stands.extend(pair(&History::ready().after(&down), 0, row, draining, &[]));
    stands.extend(pair(&held.after(&down), 1, row, draining, &former));
    stands
}

fn stands() -> Vec<Stand> {
    [resting(), starting(), draining_starts(), failing(), replacing()]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn every_row_is_there_and_shows_its_phase() {
    let mut rows: Vec<Row> = stands().iter().map(|stand| stand.row).collect();
    rows.sort();
    rows.dedup();
    // Stopped has no cells: it hands everything back.
    assert_eq!(rows.len(), 17);
    for stand in stands() {
        assert_eq!(stand.history.row(), stand.row);
    }
}

#[test]
fn every_cell_takes_the_facts_of_the_table_and_no_others() {
    let candidates = [tell::facts(0, 0), tell::facts(1, 1)].concat();
    for Stand { history, row, phase, takes } in stands() {
        for told in &candidates {
            let mut history = history.clone();
            let before = history.view();
            let (said, verdict) = history.tell(*told);
            let misses: Vec<ShownPhase> = said.iter().filter_map(missed_in).collect();
            if takes.contains(told) {
                assert!(misses.is_empty(), "{row:?} {before:?} refused {told:?}");
            } else {
                assert_eq!((misses, said.len()), (vec![phase], 1), "{row:?} {before:?} {told:?}");
                assert_eq!((verdict, history.view()), (Verdict::Continue, before));
            }
        }
    }
}

fn missed_in(said: &Said) -> Option<ShownPhase> {
    if let Said::Diagnostic { phase, .. } = *said { Some(phase) } else { None }
}

#[test]
fn a_service_is_delivered_in_ready_and_comes_back_everywhere_else() {
    for Stand { mut history, row, phase, .. } in stands() {
        let before = history.view();
        let said = if row == Row::Ready { say::deliver(0) } else { say::no_service(phase) };
        history.says(tell::SERVICE, &[said], row);
        assert_eq!(history.view(), before);
    }
}

#[test]
fn an_install_is_taken_in_dormant_only() {
    for Stand { mut history, row, phase, .. } in stands() {
        if row == Row::Dormant {
            history.says(tell::install(5, 0), &say::create(0), Row::Creating);
            continue;
        }
        let before = history.view();
        history.says(tell::install(5, 5), &[say::no_install(5, 5, phase, None)], row);
        assert_eq!(history.view(), before);
    }
}

#[test]
fn a_replacement_is_taken_in_ready_and_after_a_worker() {
    for Stand { mut history, row, phase, .. } in stands() {
        if row == Row::Ready {
            let said = [say::shutdown(0)];
            history.says(tell::replace(5, 1), &said, Row::StoppingForReplacement);
        } else if row == Row::EmptyAfter {
            history.says(tell::replace(5, 1), &say::create(1), Row::Creating);
        } else {
            let before = history.view();
            let said = [say::no_replacement(5, 5, phase, None)];
            history.says(tell::replace(5, 5), &said, row);
            assert_eq!(history.view(), before);
        }
    }
}

#[test]
fn a_shutdown_has_no_effect_while_draining() {
    let mut count = 0;
    for Stand { mut history, row, phase, .. } in stands() {
        if phase == ShownPhase::Draining {
            let before = history.view();
            history.says(Told::Shutdown, &[], row);
            assert_eq!(history.view(), before);
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}
