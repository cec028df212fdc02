//! The table: a full matrix, then for every variation of definition or scene the cells that differ.

use crate::support::{InputKind, Phase, PoolMode, RestartTiming, SequencePlan, Setup, plan, setup};
use crate::transitions::offers::{OFFERS, Offer};
use crate::transitions::phases::{A, Scene, Stage, lead_to, phases, stage};
use crate::transitions::row::{Row, phase_name, row};
use crate::transitions::twin::Twins;

/// One way in which the cells may differ from those of the full matrix.
pub(crate) struct Variation {
    pub(crate) title: &'static str,
    scene: Scene,
    change: fn(Setup) -> Setup,
    /// The variation that the cells are compared with; without one, the full matrix.
    against: Option<&'static str>,
}

/// The definition of the full matrix, without its drain deadline.
fn waiting() -> Setup {
    setup(&["a", "b"]).limit(1).delayed(5).capacity(1)
}

/// The definition of the full matrix.
fn base() -> Setup {
    waiting().deadline(20)
}

const CALM: Variation = Variation {
    title: "Permanent, 5 ticks of delay, RetireRole, Fail, deadline, DeliverTo; b idle, or ahead of a",
    scene: Scene::Calm,
    change: |setup| setup,
    against: None,
};

/// Everything that the tables vary.
pub(crate) fn variations() -> Vec<Variation> {
    let calm = |title, change| Variation { title, scene: Scene::Calm, change, against: None };
    let scene = |title, scene| Variation { title, scene, ..CALM };
    let crowded = |title, change| {
        let against = Some("b busy, one job waits");
        Variation { title, scene: Scene::Crowded, change, against }
    };
    vec![
        scene("b busy, one job waits", Scene::Crowded),
        scene("b retired, one job waits", Scene::Alone),
        calm("Retry", Setup::retry),
        crowded("Retry; b busy, one job waits", Setup::retry),
        scene("b waits for the slot, or for the source, that a has", Scene::Behind),
        calm("Transient", Setup::transient),
        Variation {
            title: "Transient, after normal stops",
            scene: Scene::Orderly,
            change: Setup::transient,
            against: Some("Transient"),
        },
        calm("Temporary", Setup::temporary),
        calm("immediate timing", |setup| setup.timing(RestartTiming::Immediate)),
        calm("StopPool", Setup::stop_pool),
        calm("WaitForActorGraph", |_| waiting()),
        calm("Terminate", Setup::terminate),
        calm("no recovery budget", |setup| setup.budget(0, 100)),
        calm("no activation ticket for a", |setup| {
            setup.space(|space| space.activations = plan(1, 1))
        }),
        calm("no recovery ticket", |setup| {
            setup.space(|space| space.recoveries = SequencePlan::NOTHING)
        }),
        calm("no nonce for a replacement", |setup| setup.space(|space| space.births = plan(1, 2))),
        calm("no timer", |setup| setup.space(|space| space.timers = SequencePlan::NOTHING)),
        calm("no shutdown identity", |setup| {
            setup.space(|space| space.shutdowns = SequencePlan::NOTHING)
        }),
        calm("one shutdown identity", |setup| setup.space(|space| space.shutdowns = plan(1, 1))),
        calm("no diagnostic identity", |setup| {
            setup.space(|space| space.diagnostics = SequencePlan::NOTHING)
        }),
        calm("no job identity", |setup| setup.space(|space| space.jobs = SequencePlan::NOTHING)),
        calm("no dispatch", |setup| setup.space(|space| space.assignments = SequencePlan::NOTHING)),
        crowded("dispatches for b and a only; b busy, one job waits", |setup| {
            setup.space(|space| space.assignments = plan(1, 2))
        }),
        Variation {
            title: "Retry, one dispatch only",
            scene: Scene::Calm,
            change: |setup| setup.retry().space(|space| space.assignments = plan(1, 1)),
            against: Some("Retry"),
        },
    ]
}

/// The rows of one variation, phase by phase; `None` where a phase cannot be reached under it.
type Matrix = Vec<(Phase, Option<Vec<Row>>)>;

/// The complete matrix of the first definition and scene.
pub(crate) fn full_matrix() -> Matrix {
    matrix(&CALM)
}

fn matrix(variation: &Variation) -> Matrix {
    let Variation { scene, change, .. } = *variation;
    let twins = Twins::new(base(), if scene == Scene::Behind { Scene::Calm } else { scene });
    let cell = |phase, offer| {
        let rig = stage(change(base()), scene, phase)?;
        Some(row(rig, &twins, phase_name(phase), offer))
    };
    let cells = |phase| (phase, OFFERS.into_iter().map(|offer| cell(phase, offer)).collect());
    phases().into_iter().map(cells).collect()
}

/// The whole table as text.
pub(crate) fn table() -> String {
    let full = full_matrix();
    let mut text = format!("{HEADER}{}\n== {} ==\n", modes(), CALM.title);
    for (phase, rows) in &full {
        text.push_str(&format!("\n-- {} --\n", phase_name(*phase)));
        let rows = rows.as_ref().expect("the full matrix reaches every phase");
        rows.iter().for_each(|row| text.push_str(&line(row)));
    }
    let mut matrices = vec![("", full)];
    for variation in variations() {
        let against = variation.against.unwrap_or_default();
        let (_, compared) =
            matrices.iter().find(|(title, _)| *title == against).expect("an earlier variation");
        let matrix = matrix(&variation);
        text.push_str(&differences(&variation, &matrix, compared));
        matrices.push((variation.title, matrix));
    }
    text
}

/// The cells of a variation that differ, and the phases that it cannot reach.
fn differences(variation: &Variation, matrix: &Matrix, compared: &Matrix) -> String {
    let mut text = format!("\n== {} ==\n", variation.title);
    if let Some(against) = variation.against {
        text.push_str(&format!("against: {against}\n"));
    }
    let mut unreachable = Vec::new();
    for ((phase, rows), (_, others)) in matrix.iter().zip(compared) {
        match (rows, others) {
            (Some(rows), Some(others)) => {
                let shutdown = rows.iter().find(|row| row.offer == Offer::Shutdown);
                let differing = rows.iter().zip(others).filter(|(row, other)| {
                    differs(row, other) && !ends_alike(row, other, shutdown)
                });
                differing.for_each(|(row, _)| text.push_str(&line(row)));
            }
            (Some(rows), None) => rows.iter().for_each(|row| text.push_str(&line(row))),
            (None, Some(_)) => unreachable.push(phase_name(*phase)),
            (None, None) => {}
        }
    }
    if !unreachable.is_empty() {
        text.push_str(&format!("not reachable: {}\n", unreachable.join(", ")));
    }
    text
}

/// Whether the one difference is that the diagnostic of a rejected fact ends the pool.
fn ends_alike(row: &Row, other: &Row, shutdown: Option<&Row>) -> bool {
    let class = shutdown.and_then(|shutdown| row.terminal_rejection(shutdown));
    class.is_some() && class == other.rejection()
}

/// Whether two cells differ in more than the ordinals of their correlations.
fn differs(row: &Row, other: &Row) -> bool {
    let plain = |text: &str| text.replace(|sign: char| sign.is_ascii_digit(), "");
    let (said, other_said) = (row.product(), other.product());
    plain(&row.after) != plain(&other.after) || plain(&said) != plain(&other_said)
}

/// One row in fixed columns.
fn line(row: &Row) -> String {
    let Row { before, after, .. } = row;
    let (offer, product) = (offer_name(row.offer), row.product());
    format!("{before:<44} | {offer:<43} | {after:<38} | {product}\n")
}

fn offer_name(offer: Offer) -> String {
    match offer.name() {
        (kind, "") => format!("{kind:?}"),
        (kind, result) => format!("{kind:?}({result})"),
    }
}

/// The modes in which a pool has no members, and the deadline phases of a drain.
fn modes() -> String {
    let twins = Twins::new(base(), Scene::Calm);
    let mut text = String::from("\n== modes without members ==\n");
    for mode in [PoolMode::Constructed, PoolMode::Stopped, PoolMode::ForcedRetirement] {
        text.push_str(&format!("\n-- {mode:?} --\n"));
        for offer in OFFERS {
            let rig = in_mode(mode);
            text.push_str(&line(&row(rig, &twins, format!("{mode:?}"), offer)));
        }
    }
    text.push_str("\n== the drain deadline, once its schedule is settled ==\n");
    for offer in OFFERS.into_iter().filter(|offer| concerns_deadline(*offer)) {
        let mut stage = Stage::new(base());
        lead_to(&mut stage, Scene::Calm, Phase::Drained);
        stage.tell(A, Offer::DeadlineScheduled);
        text.push_str(&line(&row(stage.rig, &twins, "Drained".to_owned(), offer)));
    }
    text
}

fn concerns_deadline(offer: Offer) -> bool {
    matches!(offer.name().0, InputKind::DrainDeadlineSettled | InputKind::DrainDeadlineElapsed)
}

fn in_mode(mode: PoolMode) -> crate::support::Rig {
    let mut stage = Stage::new(base());
    match mode {
        PoolMode::Constructed => return base().constructed(),
        PoolMode::Operating => {}
        PoolMode::Draining => stage.tell(A, Offer::Shutdown),
        PoolMode::Stopped => {
            stage.tell("b", Offer::BirthRejected);
            stage.tell(A, Offer::BirthRejected);
            stage.tell(A, Offer::Shutdown);
        }
        PoolMode::ForcedRetirement => {
            stage.tell(A, Offer::Shutdown);
            stage.tell(A, Offer::DeadlineElapsed);
        }
    }
    assert_eq!(stage.rig.pool.mode(), mode);
    stage.rig
}

const HEADER: &str = "\
# The transitions of the FIFO pool, printed by `core/tests/pool/transitions.rs` from the real fold.
#
# Every line offers one input to a fresh pool of the roles a and b. Columns: the phase of a; the
# input, exact where a waits for such a fact and else aimed at a; what a becomes, with whatever else
# changes (`=`: nothing at all, hidden state included); the complete product, the verdict last.
#
# F-   nothing changes: the product is one diagnostic that owns the offered fact whole, through the
#      disposition, and the pool goes on. Where the disposition ends an operating pool, each such cell
#      is that of Shutdown with the transferred diagnostic before the verdict; it is not repeated.
# { }  what the operation before it owns.
#
# The first matrix is complete. Every section after it holds the cells that differ under its heading
# in more than the ordinals of correlations.
";
