//! The shrinking of failing inputs beside libFuzzer's `-minimize_crash`.
//!
//! Rules: the inputs are those of `ci/failures`, each found under the wrong design that its path names; it must fail
//! there by that design's law. Ours gives up after as many tries as `--crash` does, libFuzzer's after twice as many
//! runs in a row in vain. What they leave is judged by one program. An input that fails by another law or in
//! another kind is no result. Ours must keep every verdict, be beaten on none, and leave fewer steps in all.

use crate::audit::{Gallery, InputVerdict};
use crate::input::{demand_target, files_below, is_text, named};
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the failing inputs lie: a folder a partition, a text a wrong design.
const FOLDER: &str = "ci/failures";

/// After how many tries in vain either side gives up; see the rules.
const TRIES: u64 = 10_000;
const RUNS: u64 = 2 * TRIES;

/// One failing input, and what both sides made of it.
#[derive(Debug)]
struct Duel {
    design: String,
    found: InputVerdict,
    ours: Side,
    theirs: Side,
}

/// What one side left.
#[derive(Debug)]
struct Side {
    left: Option<InputVerdict>,
    time: Duration,
}

/// Compares.
pub(in crate::minimize) fn run(workspace: &Workspace) -> Ending {
    let _lock = workspace.lock()?;
    let progress = Progress::new();
    let folder = workspace.root().join(FOLDER);
    let mut files = files_below(&folder).map_err(|error| Problem::file(&folder, &error))?;
    files.retain(|path| is_text(path));
    let gallery = Gallery::build(workspace, &progress)?;
    let task = progress.task("failing inputs", files.len() as u64);
    let mut duels = Vec::new();
    for file in &files {
        task.at(duels.len() as u64, &format!("{} of {}", duels.len(), files.len()));
        duels.push(fight(&gallery, &folder, file)?);
    }
    task.done();
    anstream::println!("{}", table(&duels));
    Ok(conclude(&duels))
}

fn fight(gallery: &Gallery, folder: &Path, file: &Path) -> Result<Duel, Problem> {
    let design = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    let design = design.to_string_lossy().into_owned();
    let (target, law) = gallery.target_and_law(&design)?;
    let (input, _) = named(file, Some(demand_target(target)?))?;
    let desk = tempfile::tempdir().map_err(|error| Problem::file(file, &error))?;
    let place = desk.path().join("found");
    std::fs::write(&place, &input.bytes).map_err(|error| Problem::file(&place, &error))?;
    let (shortened, time) = gallery.shrink(&design, &place, TRIES)?;
    let found = shortened.before.filter(|found| found.law == law);
    let found = found.ok_or_else(|| stale(file, law))?;
    let ours = Side { left: shortened.after, time };
    let theirs = by_libfuzzer(gallery, &design, desk.path(), &place)?;
    Ok(Duel { design, found, ours, theirs })
}

fn by_libfuzzer(
    gallery: &Gallery,
    design: &str,
    desk: &Path,
    place: &Path,
) -> Result<Side, Problem> {
    let (left, time) = gallery.minimize_by_libfuzzer(design, desk, place, RUNS)?;
    let left: PathBuf = left.unwrap_or_else(|| place.to_owned());
    let (judged, _) = gallery.shrink(design, &left, 0)?;
    Ok(Side { left: judged.before, time })
}

fn stale(file: &Path, law: &str) -> Problem {
    Problem::environment(
        format!("{}: does not fail by `{law}` under its design", file.display()),
        "find another one; ci/failures/README.md says how",
    )
}

impl Duel {
    /// The steps that a side left, if it kept the verdict.
    fn steps(&self, side: &Side) -> Option<usize> {
        side.left.as_ref().filter(|left| left.is_like(&self.found)).map(|left| left.steps)
    }

    /// Whether ours kept the verdict and left no more steps.
    fn stands(&self) -> bool {
        let (ours, theirs) = (self.steps(&self.ours), self.steps(&self.theirs));
        ours.is_some_and(|ours| theirs.is_none_or(|theirs| ours <= theirs))
    }

    fn row(&self) -> Vec<String> {
        let told = |side: &Side| match (&side.left, self.steps(side)) {
            (_, Some(steps)) => steps.to_string(),
            (Some(left), None) => format!("{} ({}: {})", left.steps, left.kind, left.law),
            (None, None) => "passes".to_owned(),
        };
        let seconds = |side: &Side| format!("{:.2}", side.time.as_secs_f64());
        vec![
            self.design.clone(),
            format!("{}: {}", self.found.kind, self.found.law),
            self.found.steps.to_string(),
            told(&self.ours),
            seconds(&self.ours),
            told(&self.theirs),
            seconds(&self.theirs),
        ]
    }
}

fn table(duels: &[Duel]) -> Table {
    let columns =
        ["design", "verdict", "steps", "ours", "seconds", "libFuzzer", "seconds of libFuzzer"];
    let mut table = Table::new(&columns);
    duels.iter().for_each(|duel| table.row(duel.row()));
    table
}

fn conclude(duels: &[Duel]) -> Outcome {
    let both =
        duels.iter().filter_map(|duel| Some((duel.steps(&duel.ours)?, duel.steps(&duel.theirs)?)));
    let (ours, theirs) = both.clone().fold((0, 0), |sum, both| (sum.0 + both.0, sum.1 + both.1));
    let beaten = duels.iter().filter(|duel| !duel.stands()).count();
    let kept = |side: fn(&Duel) -> &Side| {
        duels.iter().filter(|duel| duel.steps(side(duel)).is_some()).count()
    };
    anstream::println!(
        "{} failing inputs; verdict kept: ours {}, libFuzzer {}; steps left where both kept it ({}): ours {ours}, \
         libFuzzer {theirs}; ours beaten on {beaten}",
        duels.len(),
        kept(|duel| &duel.ours),
        kept(|duel| &duel.theirs),
        both.count(),
    );
    Outcome::of_findings(if ours < theirs { beaten } else { beaten.max(1) })
}
