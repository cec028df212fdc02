//! The law's table of states, word for word, each cell tried: what a state accepts, refuses, rejects.
//!
//! The other suites assert what a cell says; this one holds every row and every column together.

use crate::support::Tell::*;
use crate::support::*;

const CREATING: &[Tell] = &[Install(1)];
const INITIALIZING: &[Tell] = &[Install(1), Committed(1)];
const STARTING: &[Tell] = &[Install(1), Committed(1), Initialized(1)];
const ACTIVATING: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1)];
const READY: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];
const SUCCESSOR: &[Tell] = &[Replace(2), Exit(1, 3)];

/// One row: its name, the ways to it, and its cells in the law's order: install, replace, service,
/// shutdown, birth, initialization, activation start, activation result, exit, shutdown settlement.
struct Line {
    name: &'static str,
    /// The worker of the state.
    worker: u64,
    path: Vec<Tell>,
    cells: &'static str,
}

fn line(name: &'static str, path: &[&[Tell]], cells: &'static str) -> Line {
    Line { name, worker: 1, path: path.concat(), cells }
}

/// The same state in front of a predecessor whose settlement is out.
fn succeeding(name: &'static str, told: &[Tell], cells: &'static str) -> Line {
    Line { name, worker: 2, path: [READY, SUCCESSOR, told].concat(), cells }
}

/// The rows of the law's table up to the failure drains.
fn running() -> Vec<Line> {
    vec![
        line("Dormant", &[&[]], "start refuse U stop F F F F F F"),
        line("Creating", &[CREATING], "refuse refuse U drain settle F F F keep F"),
        line("Initializing", &[INITIALIZING], "refuse refuse U drain F settle F F keep F"),
        line("Activating", &[STARTING], "refuse refuse U drain F F settle F keep F"),
        line("Activating", &[ACTIVATING], "refuse refuse U drain F F F settle keep F"),
        line("Ready", &[READY], "refuse drain-predecessor deliver drain F F F F settle F"),
        line("EmptyInitial", &[CREATING, &[HostRejected(1)]], "refuse refuse U stop F F F F F F"),
        line("EmptyAfter", &[READY, &[Exit(1, 3)]], "refuse create U stop F F F F F F"),
        line(
            "StoppingForReplacement",
            &[READY, &[Replace(2)]],
            "refuse refuse U drain F F F F settle keep",
        ),
    ]
}

/// Failure drains and the rows after them.
fn draining() -> Vec<Line> {
    vec![
        line("Failing", &[INITIALIZING, &[EffectsRejected(1)]], FAILING),
        line("Failing", &[STARTING, &[StartRejected(1)]], FAILING),
        line("Failing", &[ACTIVATING, &[Rejected(1)]], FAILING),
        line("Failing to stop", &[ACTIVATING, &[Rejected(1), Shutdown]], DRAINING_WORKER),
        line(
            "DrainingCreation",
            &[CREATING, &[Shutdown]],
            "refuse refuse U nothing settle F F F keep F",
        ),
        line(
            "DrainingInitialization",
            &[INITIALIZING, &[Shutdown]],
            "refuse refuse U nothing F settle F F keep keep",
        ),
        line(
            "DrainingActivation",
            &[STARTING, &[Shutdown]],
            "refuse refuse U nothing F F settle F keep keep",
        ),
        line(
            "DrainingActivation",
            &[ACTIVATING, &[Shutdown]],
            "refuse refuse U nothing F F F settle keep keep",
        ),
        line("DrainingWorker", &[READY, &[Shutdown]], DRAINING_WORKER),
        line("DrainingWorker", &[INITIALIZING, &[Shutdown, Initialized(1)]], DRAINING_WORKER),
    ]
}

/// The rows in which a predecessor's settlement can be out.
fn behind_a_predecessor() -> Vec<Line> {
    vec![
        succeeding("Creating", &[], "refuse refuse U drain settle F F F keep P"),
        succeeding("Initializing", &[Committed(2)], "refuse refuse U drain F settle F F keep P"),
        succeeding(
            "Activating",
            &[Committed(2), Initialized(2)],
            "refuse refuse U drain F F settle F keep P",
        ),
        succeeding(
            "Activating",
            &[Committed(2), Initialized(2), StartAccepted(2)],
            "refuse refuse U drain F F F settle keep P",
        ),
        succeeding(
            "SuccessorHeld, Ready",
            &[Committed(2), Initialized(2), StartAccepted(2), Ready(2)],
            "refuse refuse U drain F F F F keep P",
        ),
        succeeding(
            "SuccessorHeld, not Ready",
            &[HostRejected(2)],
            "refuse refuse U drain F F F F F P",
        ),
        succeeding(
            "Failing",
            &[Committed(2), EffectsRejected(2)],
            "refuse refuse U retarget F F F F keep keep+P",
        ),
        succeeding("DrainingCreation", &[Shutdown], "refuse refuse U nothing settle F F F keep P"),
        succeeding(
            "DrainingInitialization",
            &[Committed(2), Shutdown],
            "refuse refuse U nothing F settle F F keep keep+P",
        ),
        succeeding(
            "DrainingActivation",
            &[Committed(2), Initialized(2), StartAccepted(2), Shutdown],
            "refuse refuse U nothing F F F settle keep keep+P",
        ),
        succeeding(
            "DrainingWorker",
            &[Committed(2), Shutdown, Initialized(2)],
            "refuse refuse U nothing F F F F keep keep+P",
        ),
    ]
}

const FAILING: &str = "refuse refuse U retarget F F F F keep keep";
const DRAINING_WORKER: &str = "refuse refuse U nothing F F F F keep keep";

/// The facts of each column about worker `n`, in the law's order.
fn column(column: usize, n: u64) -> Vec<Tell> {
    match column {
        0 => vec![Install(8)],
        1 => vec![Replace(8)],
        2 => vec![Service(7)],
        3 => vec![Shutdown],
        4 => vec![Committed(n), FoldRejected(n), HostRejected(n)],
        5 => vec![Initialized(n), EffectsRejected(n), Stopped(n, 4)],
        6 => vec![StartAccepted(n), StartRejected(n)],
        7 => vec![Ready(n), Rejected(n)],
        8 => vec![EarlyExit(n, 5), Exit(n, 5)],
        9 => vec![Settled(n), SettlementRejected(n)],
        _ => unreachable!("the table has ten columns"),
    }
}

#[test]
fn every_cell_is_what_the_law_says() {
    for line in [running(), draining(), behind_a_predecessor()].into_iter().flatten() {
        let cells: Vec<&str> = line.cells.split_whitespace().collect();
        assert_eq!(cells.len(), 10, "{} has ten cells", line.name);
        for (place, cell) in cells.iter().enumerate() {
            for tell in column(place, line.worker) {
                check(&line, cell, tell);
            }
        }
    }
}

/// What followed from one input: the product, and whether the view or the hidden state has changed.
struct Outcome {
    said: Vec<String>,
    changed: bool,
    before: ProxyView,
    after: ProxyView,
}

fn outcome(path: &[Tell], tell: Tell) -> Outcome {
    let mut rig = Rig::after(path);
    let (before, state) = (rig.proxy.view(), format!("{:?}", rig.proxy));
    let said = rig.tell(tell).lines();
    let changed = state != format!("{:?}", rig.proxy);
    Outcome { said, changed, before, after: rig.proxy.view() }
}

impl Outcome {
    fn starts(&self, with: &str) -> bool {
        self.said[0].starts_with(with)
    }

    fn is_rejected(&self) -> bool {
        self.starts("Diagnostic ") && !self.changed
    }

    fn is_silent(&self) -> bool {
        self.said == ["Continue"]
    }

    /// Taken, and the row stays what it is.
    fn is_kept(&self) -> bool {
        self.is_silent() && self.changed && self.before.row == self.after.row
    }
}

#[track_caller]
fn check(line: &Line, cell: &str, tell: Tell) {
    let seen = outcome(&line.path, tell);
    let Outcome { said, changed, after, .. } = &seen;
    let name = line.name;
    let holds = match cell {
        "start" | "create" => seen.starts("CreateWorker creation") && said.len() == 4,
        "refuse" => said[0].contains(" Rejected b8 p8 while ") && said.len() == 2 && !changed,
        "U" => seen.starts("Report Unavailable s7 c7 while ") && said.len() == 2 && !changed,
        "deliver" => said[..] == ["DeliverService w1 s7 c7", "Continue"] && !changed,
        "stop" => said[..] == ["Stopped Nothing"],
        "drain" => *changed && phase_is_draining(after.row) && said.ends_with(&["Continue".into()]),
        "retarget" => seen.is_silent() && after.row == ProxyRow::FailingToStop,
        "nothing" => seen.is_silent() && !changed,
        "drain-predecessor" => {
            let asks = said[..] == ["ShutdownWorker w1", "Continue"];
            asks && after.row == ProxyRow::StoppingForReplacement
        }
        "settle" => is_settled(tell, &seen),
        "keep" => is_kept_once(line, tell, &seen),
        "P" => seen.is_rejected() && takes_predecessors(line),
        "keep+P" => is_kept_once(line, tell, &seen) && takes_predecessors(line),
        "F" => seen.is_rejected(),
        other => panic!("{other} is no word of the law"),
    };
    assert!(holds, "{name} answers {tell:?} with {said:?}, the law says {cell}");
}

fn phase_is_draining(row: ProxyRow) -> bool {
    use ProxyRow::*;
    matches!(
        row,
        DrainingCreation
            | DrainingInitialization
            | DrainingActivationStart
            | DrainingActivation
            | DrainingWorker
    )
}

/// Taken, and it moves the row on. No creation is out here, so an exit that names one is rejected.
fn is_settled(tell: Tell, seen: &Outcome) -> bool {
    if matches!(tell, EarlyExit(..)) {
        return seen.is_rejected();
    }
    seen.changed && !seen.starts("Diagnostic") && seen.after.row != seen.before.row
}

/// Taken once: nothing is said, the row stays, and a second one is rejected. An exit names its worker
/// by the creation while that is out and else by itself; the other name is rejected.
fn is_kept_once(line: &Line, tell: Tell, seen: &Outcome) -> bool {
    let by_creation = line.name.ends_with("Creating") || line.name == "DrainingCreation";
    let misnamed = match tell {
        EarlyExit(..) => !by_creation,
        Exit(..) => by_creation,
        _ => false,
    };
    if misnamed {
        return seen.is_rejected();
    }
    let twice = outcome(&[line.path.as_slice(), &[tell]].concat(), tell);
    seen.is_kept() && twice.is_rejected()
}

/// The predecessor's settlement is taken, accepted or not, and only once.
fn takes_predecessors(line: &Line) -> bool {
    [Settled(1), SettlementRejected(1)].into_iter().all(|tell| {
        let taken = outcome(&line.path, tell);
        if taken.after.row == ProxyRow::Stopped {
            return true;
        }
        let twice = outcome(&[line.path.as_slice(), &[tell]].concat(), tell);
        let owed =
            taken.before.predecessor_settlement_owed && !taken.after.predecessor_settlement_owed;
        taken.changed && owed && twice.is_rejected()
    })
}

#[test]
fn a_stopped_proxy_hands_every_input_back_whole() {
    let every = (0..10).flat_map(|place| column(place, 1));
    for tell in every {
        let mut rig = Rig::after(&[Shutdown]);
        rig.shows_row(ProxyRow::Stopped);
        let whole = input_line(&rig.input(tell));
        let refused = rig.offer(tell).expect_err("it has stopped");
        assert_eq!((refused.cause, input_line(&refused.input)), (RefusalCause::Ended, whole));
    }
}

#[test]
fn a_product_that_is_not_taken_refuses_the_next_input_whole() {
    let mut proxy = StableProxy::<Test>::new(InstanceId(1), ProxyCorrelations::PLENTY);
    let mut actions = ProxyActions::default();
    let rig = Rig::new();
    proxy.step(rig.input(Install(1)), &mut actions).expect("the buffer is free");
    let refused = proxy.step(rig.input(Service(7)), &mut actions).expect_err("it is not");
    assert_eq!(refused.cause, RefusalCause::ActionsPending);
    assert_eq!(input_line(&refused.input), "Service s7 c7");
    let product = [
        "CreateWorker creation1 b1 p1",
        "ObserveWorkerCreation creation1",
        "ObserveWorkerExit creation1",
        "Continue",
    ];
    assert_eq!(product_lines(&actions), product, "the earlier product is untouched");
}

#[test]
fn the_shown_phase_hides_what_is_kept() {
    use ProxyPhase as Shown;
    let shown: [(&[&[Tell]], ProxyPhase); 22] = [
        (&[], Shown::Dormant),
        (&[CREATING], Shown::Creating),
        (&[CREATING, &[EarlyExit(1, 3)]], Shown::Creating),
        (&[INITIALIZING], Shown::Initializing),
        (&[INITIALIZING, &[Exit(1, 3)]], Shown::Initializing),
        (&[STARTING], Shown::Activating),
        (&[STARTING, &[Exit(1, 3)]], Shown::Activating),
        (&[ACTIVATING], Shown::Activating),
        (&[ACTIVATING, &[Exit(1, 3)]], Shown::Activating),
        (&[READY], Shown::Ready),
        (&[CREATING, &[FoldRejected(1)]], Shown::Empty),
        (&[READY, &[Exit(1, 3)]], Shown::Empty),
        (&[READY, &[Replace(2)]], Shown::Replacing),
        (&[READY, &[Replace(2), Settled(1)]], Shown::Replacing),
        (&[READY, SUCCESSOR], Shown::Creating),
        (&[READY, SUCCESSOR, &[HostRejected(2)]], Shown::Replacing),
        (&[INITIALIZING, &[EffectsRejected(1)]], Shown::Failing),
        (&[INITIALIZING, &[EffectsRejected(1), Exit(1, 3)]], Shown::Failing),
        (&[INITIALIZING, &[EffectsRejected(1), Shutdown]], Shown::Draining),
        (&[CREATING, &[Shutdown]], Shown::Draining),
        (&[ACTIVATING, &[Shutdown]], Shown::Draining),
        (&[READY, &[Shutdown]], Shown::Draining),
    ];
    for (path, phase) in shown {
        let path = path.concat();
        assert_eq!(Rig::after(&path).proxy.phase(), Some(phase), "{path:?}");
    }
    assert_eq!(Rig::after(&[Shutdown]).proxy.phase(), None);
}
