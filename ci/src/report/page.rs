//! The page: what the report holds, drawn.
//!
//! Rules: the template writes every text with its special letters taken away; only pictures, which are made
//! here, go in as they are. Each section has a heading, each table headings of rows and columns, and no
//! colour says anything that does not also stand there as text.

mod kills;

use super::Report;
use super::chronicle::{Chronicle, Course};
use super::coverage::{Coverage, Measure, Share};
use super::findings::{Kept, Standing};
use super::plot::{self, At, Axis, Plot};
use super::tables::{Cell, Grid, Kind, LawTables};
use crate::audit::{Partition, Survivor};
use crate::campaign::event::Sample;
use crate::progress::thousands;
use askama::Template;
use kills::{Hunts, hunts, kills};

/// The whole page.
#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    report: &'a Report,
    style: &'static str,
    commit: &'a str,
    courses: Vec<CourseShown<'a>>,
    families: Vec<Family<'a>>,
    bars: Vec<Bar<'a>>,
    survivors: &'a [Survivor],
    kills: Vec<Figure>,
    hunts: Vec<Hunts<'a>>,
}

/// The page of a report.
pub(super) fn of(report: &Report) -> Result<String, askama::Error> {
    let courses = report.campaign.iter().flat_map(|campaign| &campaign.courses);
    let here = report.audit.here.as_ref();
    let page = Page {
        report,
        style: include_str!("page.css"),
        commit: report.commit.as_deref().map_or("no git", short),
        courses: courses.map(CourseShown::of).collect(),
        families: report.tables.iter().map(Family::of).collect(),
        bars: bars(report),
        survivors: here.map(|here| here.survivors.as_slice()).unwrap_or_default(),
        kills: kills(&report.audit.designs),
        hunts: hunts(&report.audit.designs),
    };
    page.render()
}

/// A commit as people write it.
fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

/// A picture with its heading and what its inks mean.
struct Figure {
    title: &'static str,
    keys: Vec<Key>,
    svg: String,
}

/// What an ink means.
struct Key {
    ink: &'static str,
    name: &'static str,
    last: String,
}

impl Figure {
    fn of(
        title: &'static str,
        about: &str,
        lines: Vec<(&'static str, Vec<At>)>,
        up: Axis,
    ) -> Option<Self> {
        Self::across(title, about, lines, Axis::Time, up)
    }

    fn across(
        title: &'static str,
        about: &str,
        lines: Vec<(&'static str, Vec<At>)>,
        across: Axis,
        up: Axis,
    ) -> Option<Self> {
        let key = |(ink, (name, points)): (&'static str, &(&'static str, Vec<At>))| Key {
            ink,
            name,
            last: points.last().map_or_else(String::new, |point| plot::count(point.1)),
        };
        let keys = ["first", "second"].into_iter().zip(&lines).map(key).collect();
        let lines = lines.into_iter().map(|(_, points)| points).collect();
        let label = format!("{title}, {about}");
        let svg = Plot::of_lines(label, lines, across, up).svg()?;
        Some(Self { title, keys, svg })
    }
}

/// One target of the campaign.
struct CourseShown<'a> {
    course: &'a Course,
    engines: String,
    seconds: String,
    executions: String,
    executions_per_second: String,
    folds: String,
    folds_per_second: String,
    cells: String,
    features: String,
    inputs: String,
    kept: String,
    figures: Vec<Figure>,
}

impl<'a> CourseShown<'a> {
    fn of(course: &'a Course) -> Self {
        let last = course.last();
        let told = |of: &dyn Fn(&Sample) -> String| last.map_or_else(|| "-".to_owned(), of);
        let rate = |count: u64, seconds: f64| {
            if seconds > 0.0 { thousands((count as f64 / seconds) as u64) } else { "-".to_owned() }
        };
        let reachable = course.cells_reachable;
        Self {
            engines: course.engines.join(", "),
            seconds: told(&|sample| format!("{:.1}", sample.seconds)),
            executions: told(&|sample| thousands(sample.executions)),
            executions_per_second: told(&|sample| rate(sample.executions, sample.seconds)),
            folds: told(&|sample| thousands(sample.folds)),
            folds_per_second: told(&|sample| rate(sample.folds, sample.seconds)),
            cells: told(&|sample| match reachable {
                Some(reachable) => format!("{} of {reachable}", sample.cells),
                None => sample.cells.to_string(),
            }),
            features: told(&|sample| thousands(sample.features as u64)),
            inputs: told(&|sample| thousands(sample.inputs as u64)),
            kept: told(&|sample| format!("{} ({} to corpus)", sample.kept, sample.promoted)),
            figures: figures(course),
            course,
        }
    }

    /// Where the page shows it.
    fn anchor(&self) -> String {
        format!("campaign-{}", self.course.target)
    }
}

fn figures(course: &Course) -> Vec<Figure> {
    let over_time = |of: &dyn Fn(&Sample) -> usize| -> Vec<At> {
        course.samples.iter().map(|told| (told.at, of(&told.sample) as f64)).collect()
    };
    let target = &course.target;
    let figure = |title, lines, up| Figure::of(title, &format!("{target}, over time"), lines, up);
    [
        figure("Law cells", vec![("cells", over_time(&|s| s.cells))], Axis::Count),
        figure("Features", vec![("features", over_time(&|s| s.features))], Axis::Count),
        figure(
            "A second of one worker",
            vec![
                ("executions", rates(course, &|s| s.executions)),
                ("folds", rates(course, &|s| s.folds)),
            ],
            Axis::Powers,
        ),
        figure("Corpus", vec![("inputs", over_time(&|s| s.inputs))], Axis::Count),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Counts a second of a worker, from each sample to the next.
fn rates(course: &Course, of: &dyn Fn(&Sample) -> u64) -> Vec<At> {
    let steps = course.samples.windows(2).filter_map(|pair| {
        let (before, after) = (&pair[0].sample, &pair[1].sample);
        let seconds = after.seconds - before.seconds;
        let count = of(after).saturating_sub(of(before));
        (seconds > 0.0 && count > 0).then(|| (pair[1].at, count as f64 / seconds))
    });
    steps.collect()
}

/// Unreached cells of a family that are named above its tables, which show them all.
const UNREACHED_MAX: usize = 40;

/// The law tables of one family.
struct Family<'a> {
    tables: &'a LawTables,
    reached: usize,
    reachable: usize,
    missing: usize,
    unreached: Vec<&'a str>,
    reasons: Vec<(&'static str, Vec<&'a str>)>,
    grids: Vec<GridShown<'a>>,
}

impl<'a> Family<'a> {
    fn of(tables: &'a LawTables) -> Self {
        Self {
            tables,
            reached: tables.reached(),
            reachable: tables.reachable(),
            missing: tables.reachable() - tables.reached(),
            unreached: tables.unreached().into_iter().take(UNREACHED_MAX).collect(),
            reasons: tables.reasons(),
            grids: tables.grids().iter().map(GridShown::of).collect(),
        }
    }

    /// Whether there are inputs, so that what is unreached says something.
    fn has_inputs(&self) -> bool {
        self.tables.inputs > 0
    }
}

/// One law table.
struct GridShown<'a> {
    heading: &'static str,
    rows_are: &'static str,
    ways: Vec<(&'a str, String)>,
    columns: Vec<&'a str>,
    rows: Vec<RowShown<'a>>,
}

/// A row of it.
struct RowShown<'a> {
    name: &'a str,
    places: Vec<Vec<Chip>>,
}

/// One law cell.
struct Chip {
    class: &'static str,
    text: String,
    title: String,
}

impl<'a> GridShown<'a> {
    fn of(grid: &Grid<'a>) -> Self {
        let (heading, rows_are) = match grid.table {
            Kind::Inputs => ("What each phase does with each input", "phase"),
            Kind::Misses => ("How facts miss", "phase"),
            Kind::Pairs => ("Phases of both machines at the same time", "phase"),
            Kind::Outcomes => ("Outcomes", "outcome"),
        };
        let ways = grid.ways();
        let row = |row: &super::tables::Row<'a>| {
            let place = |column: &&str| row.at(column).map(|cell| Chip::of(cell, &ways)).collect();
            RowShown { name: row.name, places: grid.columns.iter().map(place).collect() }
        };
        let rows = grid.rows.iter().map(row).collect();
        Self { heading, rows_are, columns: grid.columns.clone(), rows, ways }
    }
}

impl Chip {
    fn of((way, cell): (&str, &Cell), ways: &[(&str, String)]) -> Self {
        let letters = ways.iter().find(|(name, _)| *name == way).map(|(_, letters)| letters);
        let with = |told: &str| match letters {
            Some(letters) => format!("{letters} {told}"),
            None => told.to_owned(),
        };
        let named = if way.is_empty() { String::new() } else { format!("{way}: ") };
        match (cell.unreachable, cell.inputs) {
            (Some(reason), 0) => Self {
                class: "never",
                text: with("\u{2013}"),
                title: format!("{named}cannot be reached: {reason}"),
            },
            (None, 0) => Self {
                class: "unreached",
                text: with("0!"),
                title: format!("{named}REACHABLE, and no input reaches it"),
            },
            (_, inputs) => Self {
                class: shade(inputs),
                text: with(&plot::count(f64::from(inputs))),
                title: format!("{named}{inputs} inputs"),
            },
        }
    }
}

/// The shade of a count: a step darker with each power of ten.
fn shade(inputs: u32) -> &'static str {
    match inputs {
        0..=1 => "h1",
        2..=9 => "h2",
        10..=99 => "h3",
        100..=999 => "h4",
        1_000.. => "h5",
    }
}

/// The mutants of a partition, in parts of those that compile.
struct Bar<'a> {
    partition: &'a Partition,
    viable: usize,
    score: String,
    parts: Vec<Part>,
    survivors_here: usize,
}

/// A part of a bar.
struct Part {
    class: &'static str,
    name: &'static str,
    count: usize,
    percent: String,
}

fn bars(report: &Report) -> Vec<Bar<'_>> {
    let here = report.audit.here.iter().flat_map(|here| &here.survivors);
    let bar = |partition: &'_ Partition| {
        here.clone().filter(|survivor| survivor.partition == partition.name).count()
    };
    report.audit.partitions.iter().map(|partition| Bar::of(partition, bar(partition))).collect()
}

impl<'a> Bar<'a> {
    fn of(partition: &'a Partition, survivors_here: usize) -> Self {
        let viable = partition.listed - partition.unviable;
        let part = |class, name, count: usize| Part {
            class,
            name,
            count,
            percent: format!("{:.2}", 100.0 * count as f64 / viable.max(1) as f64),
        };
        let (covered, count) = (partition.caught() as u64, partition.killable() as u64);
        let parts = vec![
            part("own", "killed by its own tests", partition.caught_by_own),
            part("others", "killed by other suites only", partition.caught_by_others),
            part("equivalent", "equivalent, by a written argument", partition.equivalent),
            part("missed", "missed", partition.missed),
            part(
                "broken",
                "without end, or broken",
                partition.timed_out + partition.infrastructure,
            ),
        ];
        Self {
            score: if count == 0 { "-".to_owned() } else { Share { covered, count }.percent() },
            parts: parts.into_iter().filter(|part| part.count > 0).collect(),
            viable,
            survivors_here,
            partition,
        }
    }
}

/// A line of a diff, by what it does.
struct DiffLine<'a> {
    class: &'static str,
    text: &'a str,
}

impl Survivor {
    fn lines(&self) -> Vec<DiffLine<'_>> {
        let class = |line: &str| match line.chars().next() {
            Some('+') if !line.starts_with("+++") => "added",
            Some('-') if !line.starts_with("---") => "removed",
            _ => "same",
        };
        let lines = self.diff.iter().flat_map(|diff| diff.lines());
        lines.map(|text| DiffLine { class: class(text), text }).collect()
    }
}

impl Kept {
    /// How it stands, in words.
    fn stands(&self) -> &'static str {
        match self.standing {
            Standing::Fails => "fails",
            Standing::Passes => "passes now",
            Standing::Unknown => "only the engine can say",
            Standing::Canary => "the canary, which must fail",
        }
    }

    fn mark(&self) -> &'static str {
        if self.is_open() { "finding" } else { "clean" }
    }
}

impl Chronicle {
    fn commit(&self) -> &str {
        self.campaign.commit.as_deref().map_or("unknown", short)
    }

    fn when(&self) -> String {
        let ran = plot::time(self.ran);
        let given = plot::time(self.campaign.seconds);
        format!("{}, ran {ran} of {given} given", self.campaign.time)
    }
}

impl super::coverage::Stretch {
    /// Its lines behind their numbers.
    fn numbered(&self) -> Vec<String> {
        let lines = self.lines.iter().enumerate();
        lines.map(|(place, line)| format!("{:>5}  {line}", self.first + place)).collect()
    }
}

impl Measure {
    /// Files that have lines which never ran, those with the most first.
    fn files_with_gaps(&self) -> Vec<&super::coverage::File> {
        let missing = |file: &super::coverage::File| {
            file.uncovered.iter().map(|stretch| stretch.lines.len()).sum::<usize>()
        };
        let mut files: Vec<_> = self.files.iter().filter(|file| missing(file) > 0).collect();
        files.sort_by_key(|file| std::cmp::Reverse(missing(file)));
        files
    }
}

#[cfg(test)]
mod tests;
