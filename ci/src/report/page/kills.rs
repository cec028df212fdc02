//! How soon wrong designs fall, drawn.

use super::super::plot::{At, Axis, Plot};
use super::Figure;
use crate::audit::Design;
use crate::progress::thousands;

/// How many of all hunts are over after so much, by the swarm.
pub(super) fn kills(designs: &[Design]) -> Vec<Figure> {
    let fallen: Vec<_> = designs.iter().filter(|design| design.fell).collect();
    let over = |of: &dyn Fn(&Design) -> Option<f64>| -> Vec<At> {
        let mut all: Vec<_> = fallen.iter().filter_map(|design| of(design)).collect();
        all.sort_by(f64::total_cmp);
        all.into_iter().enumerate().map(|(place, value)| (value, (place + 1) as f64)).collect()
    };
    let runs = |place: fn(usize) -> usize| {
        move |design: &Design| {
            let all = &design.executions;
            all.get(place(all.len())).map(|count| *count as f64)
        }
    };
    let seconds = |place: fn(usize) -> usize| {
        move |design: &Design| design.seconds.get(place(design.seconds.len())).copied()
    };
    let (median, worst) = (|count: usize| count / 2, |count: usize| count.saturating_sub(1));
    let figure = |title, lines| {
        let about = "of how many wrong designs have fallen";
        Figure::across(title, about, lines, Axis::Powers, Axis::FromZero)
    };
    let by = |median, worst| vec![("median of the seeds", median), ("worst of the seeds", worst)];
    [
        figure(
            "Wrong designs fallen after seconds",
            by(over(&seconds(median)), over(&seconds(worst))),
        ),
        figure(
            "Wrong designs fallen after executions",
            by(over(&runs(median)), over(&runs(worst))),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The wrong designs of one partition.
pub(super) struct Hunts<'a> {
    pub(super) partition: &'a str,
    pub(super) alive: usize,
    pub(super) designs: Vec<DesignShown<'a>>,
    pub(super) svg: String,
}

/// One of them.
pub(super) struct DesignShown<'a> {
    pub(super) place: usize,
    pub(super) design: &'a Design,
    pub(super) median: String,
    pub(super) worst: String,
    pub(super) executions: String,
    pub(super) trace: String,
}

pub(super) fn hunts(designs: &[Design]) -> Vec<Hunts<'_>> {
    designs.chunk_by(|one, other| one.partition() == other.partition()).map(Hunts::of).collect()
}

impl<'a> Hunts<'a> {
    fn of(designs: &'a [Design]) -> Self {
        let partition = designs.first().map_or("", |design| design.partition());
        let dots = designs.iter().enumerate().flat_map(|(place, design)| {
            design.seconds.iter().map(move |seconds| (*seconds, (place + 1) as f64))
        });
        let plot = Plot {
            label: format!("{partition}: seconds to the kill on each seed, by design"),
            lines: Vec::new(),
            dots: dots.collect(),
            across: Axis::Powers,
            up: Axis::Places,
            height: 50 + 16 * u32::try_from(designs.len()).unwrap_or(u32::MAX / 32),
        };
        let alive = designs.iter().filter(|design| !design.fell).count();
        let shown =
            designs.iter().enumerate().map(|(place, design)| DesignShown::of(place + 1, design));
        Self { partition, alive, designs: shown.collect(), svg: plot.svg().unwrap_or_default() }
    }
}

impl<'a> DesignShown<'a> {
    fn of(place: usize, design: &'a Design) -> Self {
        let told = |seconds: Option<&f64>| seconds.map_or("-".to_owned(), |s| format!("{s:.4}"));
        let executions = design.executions.get(design.executions.len() / 2);
        Self {
            place,
            design,
            median: told(design.seconds.get(design.seconds.len() / 2)),
            worst: told(design.seconds.last()),
            executions: executions.map_or("-".to_owned(), |count| thousands(*count)),
            trace: design.trace.map_or("-".to_owned(), |steps| steps.to_string()),
        }
    }
}
