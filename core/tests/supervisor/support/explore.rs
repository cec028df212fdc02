//! Every phase of the service `a` that inputs can reach, each with a shortest recipe.

use super::step::{FIRST, SECOND, STEPS, Step, replay};
use super::{EntryPhase, Holds, Key, OwedResults, Rig, Setup, SupervisorMode, Test, setup, text};
use std::collections::{BTreeSet, VecDeque};
use std::sync::OnceLock;

/// A definition and what has happened before `a` is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    setup: fn() -> Setup,
    /// What `a` has been told before the other service takes the one slot.
    before: &'static [Step],
    blocked: bool,
}

/// One phase, with the way that leads there.
#[derive(Clone)]
pub(crate) struct Reached {
    pub(crate) phase: String,
    pub(crate) mode: SupervisorMode,
    /// Whether a diagnostic was raised on the way: under `Terminate` there is no such way.
    pub(crate) diagnosed: bool,
    pub(crate) scene: Scene,
    pub(crate) recipe: Vec<Step>,
}

const READY: &[Step] = &[Step::Start, Step::Committed, Step::InputAccepted, Step::InitialReady];
const EMPTY: &[Step] =
    &[Step::Start, Step::Committed, Step::InputAccepted, Step::InitialReady, Step::FirstStopped];

/// The scenes in which phases are looked for; a phase belongs to the first that reaches it.
pub(crate) const SCENES: [Scene; 6] = [
    Scene { name: "slots are free", setup, before: &[], blocked: false },
    Scene { name: "no slot is free", setup: one_slot, before: &[], blocked: true },
    Scene { name: "no slot is free", setup: one_slot, before: READY, blocked: true },
    Scene { name: "no slot is free", setup: one_slot, before: EMPTY, blocked: true },
    Scene { name: "Retire", setup: retire, before: READY, blocked: false },
    Scene { name: "a deadline", setup: deadline, before: READY, blocked: false },
];

fn one_slot() -> Setup {
    setup().activations(1)
}

fn retire() -> Setup {
    setup().retire()
}

fn deadline() -> Setup {
    setup().deadline(20)
}

impl Scene {
    /// A rig in this scene, after `recipe`.
    pub(crate) fn rig(&self, recipe: &[Step]) -> Rig {
        self.rig_with(|setup| setup, recipe)
    }

    /// The same with another definition.
    pub(crate) fn rig_with(&self, change: fn(Setup) -> Setup, recipe: &[Step]) -> Rig {
        let rig = change((self.setup)()).start();
        self.lead(rig, recipe)
    }

    fn lead(&self, mut rig: Rig, recipe: &[Step]) -> Rig {
        rig.checks = false;
        for (place, step) in self.before.iter().enumerate() {
            step.tell(&mut rig, 1 + place as u64).sets_up();
        }
        if self.blocked {
            rig.born("z", 90);
        }
        replay(&mut rig, recipe);
        rig.checks = true;
        rig
    }
}

/// Every phase that recipes with one start and one replacement reach.
pub(crate) fn phases() -> &'static [Reached] {
    static PHASES: OnceLock<Vec<Reached>> = OnceLock::new();
    PHASES.get_or_init(explore)
}

fn explore() -> Vec<Reached> {
    let mut found = BTreeSet::new();
    let mut reached = Vec::new();
    for scene in SCENES {
        let mut open = VecDeque::from([Vec::new()]);
        while let Some(recipe) = open.pop_front() {
            let rig = scene.rig(&recipe);
            let phase = shape(&rig);
            if !is_running(&rig) {
                continue;
            }
            let known = !found.insert(phase.clone());
            if known && !recipe.is_empty() {
                continue;
            }
            let phase = if known { format!("{phase} under {}", scene.name) } else { phase };
            let steps = STEPS.into_iter().filter(|step| leads_on(*step, scene, &recipe));
            open.extend(steps.map(|step| [recipe.as_slice(), &[step]].concat()));
            let (mode, diagnosed) = (rig.supervisor.mode(), rig.diagnosed);
            reached.push(Reached { phase, mode, diagnosed, scene, recipe });
        }
    }
    reached
}

/// One start and one replacement; whatever has ended ends the recipe.
fn leads_on(step: Step, scene: Scene, recipe: &[Step]) -> bool {
    if scene.name == "a deadline" {
        return recipe.is_empty() && step == Step::ShutDown || step == Step::DeadlineAccepted;
    }
    let told = |step| scene.before.contains(&step) || recipe.contains(&step);
    let once = |step| !told(step);
    match step {
        Step::Start => once(Step::Start),
        Step::Replace => once(Step::Replace),
        Step::Query | Step::Unavailable | Step::CommittedTaken => false,
        // Their likes lead to the same rows.
        Step::InputOtherKind
        | Step::InitialRefused
        | Step::InitialUnborn
        | Step::ReplaceCancelled
        | Step::ReplacedStranger
        | Step::ReplacedItself
        | Step::StrangerStopped
        | Step::UnreportedInitial
        | Step::UnreportedReplacement
        | Step::UnreportedItself
        | Step::UnreportedNothing
        | Step::UnreportedOtherTicket
        | Step::UnreportedStranger
        | Step::ShutdownOtherPurpose => false,
        _ => told(Step::Start),
    }
}

/// What has ended takes nothing any more.
fn is_running(rig: &Rig) -> bool {
    matches!(rig.supervisor.mode(), SupervisorMode::Operating | SupervisorMode::Draining)
}

/// What `a` is: its row, what it is owed and what it holds, without the values' own tags.
pub(crate) fn shape(rig: &Rig) -> String {
    let mode = match rig.supervisor.mode() {
        SupervisorMode::Operating => "",
        SupervisorMode::Draining => "Draining: ",
        SupervisorMode::Stopped => return "Stopped".to_owned(),
        SupervisorMode::ForcedRetirement => return "ForcedRetirement".to_owned(),
        SupervisorMode::Constructed => return "Constructed".to_owned(),
    };
    let entry = rig.supervisor.entries().find(|entry| *entry.key == Key("a"));
    let row = match entry.map(|entry| entry.phase) {
        None => "absent".to_owned(),
        Some(EntryPhase::Ending { ending, holds }) => {
            format!("{}{}", text(&ending), held(&holds, &rig.state()))
        }
        Some(phase) => text(&phase),
    };
    format!("{mode}{row}{}", deadline_shape(rig))
}

/// Whether a deadline is out; its settlement counts.
fn deadline_shape(rig: &Rig) -> &'static str {
    let state = if rig.deadline.is_some() { rig.state() } else { String::new() };
    let shapes = [("Scheduling(", ", deadline scheduling"), ("Scheduled(", ", deadline scheduled")];
    shapes.into_iter().find(|(mark, _)| state.contains(mark)).map_or("", |(_, shape)| shape)
}

fn held(holds: &Holds<'_, Test>, state: &str) -> String {
    let OwedResults { birth, worker_result, shutdown_settlement, proxy_exit } = holds.owed;
    let runs = |worker: u64| state.contains(&format!("running: Some(worker1@{worker})"));
    let parts = [
        (birth, " owes birth"),
        (worker_result && holds.receipt_owed, " owes receipt"),
        (worker_result && !holds.receipt_owed, " owes outcome"),
        (shutdown_settlement, " owes settlement"),
        (proxy_exit, " owes exit"),
        (holds.exit.is_some(), ", has exit"),
        (holds.outcome.is_some(), ", has outcome"),
        (holds.input_rejection.is_some(), ", has rejected input"),
        (holds.shutdown_rejection.is_some(), ", has rejected shutdown"),
        (holds.stop_reason.is_some(), ", has reason"),
        (!holds.absorbed.is_empty(), ", absorbed 1"),
        (holds.absorbed.len() > 1, " and 2"),
        (runs(FIRST), ", first worker runs"),
        (runs(SECOND), ", second worker runs"),
    ];
    parts.into_iter().filter(|(holds, _)| *holds).map(|(_, part)| part).collect()
}

/// Text without the numbers of affine values, ticks and reasons.
pub(crate) fn untagged(text: &str) -> String {
    ["#", "Tick(", " no", "(no"].iter().fold(text.to_owned(), |text, mark| {
        let mut parts = text.split(mark);
        let first = parts.next().unwrap_or_default().to_owned();
        let digits = |digit: char| digit.is_ascii_digit();
        parts.fold(first, |shown, part| shown + mark + part.trim_start_matches(digits))
    })
}
