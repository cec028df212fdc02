//! How soon an engine reaches law cells, from an empty corpus over the core as it stands.

use super::setting::Setting;
use super::{Bench, EngineOf, median, shown};
use crate::audit::limited::{self, Limit};
use crate::engine::afl::Invocation;
use crate::outcome::Problem;
use crate::table::Table;
use actor_laws_fuzz::engine::reached::{self, Reached};
use actor_laws_fuzz::engine::stats;
use actor_laws_fuzz::target::Target;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// No variant runs: the core as it stands.
const FAITHFUL: u32 = 0;

/// What one process reached.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) engine: EngineOf,
    pub(super) target: &'static Target,
    pub(super) setting: Setting,
    /// Inputs that it ran.
    runs: u64,
    /// Inputs and seconds until each reachable cell that it reached, in this order.
    reached: Vec<(u64, f64)>,
}

/// Runs an engine once, from an empty corpus.
pub(super) fn run(
    bench: &Bench<'_>,
    engine: EngineOf,
    target: &'static Target,
    setting: Setting,
    seed: u32,
) -> Result<Reach, Problem> {
    let folder = tempfile::tempdir()
        .map_err(|error| Problem::file(Path::new("a temporary folder"), &error))?;
    let (cells, counts) = (folder.path().join("cells"), folder.path().join("stats"));
    let Invocation { program, arguments, environment } =
        bench.invocation(engine, target, folder.path(), setting, seed)?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (told, counted) = (cells.to_string_lossy(), counts.to_string_lossy());
    let files = [(reached::VARIABLE, &*told), (stats::VARIABLE, &*counted)];
    let own = environment.iter().map(|(name, value)| (*name, value.as_str()));
    let environment: Vec<_> = own.chain(files).chain(setting.environment()).collect();
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let done = limited::run_in(
        &program,
        &arguments,
        &environment,
        FAITHFUL,
        Limit::of_time(super::LIMIT),
    )?;
    let runs = stats::Stats::read(&counts).runs;
    if runs == 0 {
        let what = format!("{engine} ran nothing of {}:\n{}", target.name, done.errors);
        return Err(Problem::environment(what, "run `cargo laws doctor`"));
    }
    let is_reachable = |it: &Reached| (target.family.unreachable)(it.cell).is_none();
    let first = |it: &Reached| (it.runs, (it.milliseconds as f64 / 1000.0 - started).max(0.0));
    let reached = Reached::read(&cells).iter().filter(|it| is_reachable(it)).map(first).collect();
    Ok(Reach { engine, target, setting, runs, reached })
}

impl Reach {
    /// Inputs and seconds until so many cells were reached.
    fn until(&self, cells: usize) -> Option<(u64, f64)> {
        cells.checked_sub(1).and_then(|place| self.reached.get(place)).copied()
    }
}

/// A row for each target and setting.
pub(super) fn table(reaches: &[Reach]) -> Table {
    let mut table = Table::new(&[
        "engine",
        "target",
        "with",
        "cells",
        "of",
        "all reached",
        "runs until all",
        "level",
        "runs until level",
        "seconds until level",
    ]);
    let mut targets: Vec<_> = reaches.iter().map(|reach| (reach.engine, reach.target)).collect();
    targets.dedup_by_key(|(engine, target)| (*engine, target.name));
    for (engine, target) in targets {
        let of_target = reaches
            .iter()
            .filter(|reach| reach.engine == engine && reach.target.name == target.name);
        let of_target: Vec<&Reach> = of_target.collect();
        // What every process of every setting came to.
        let level = of_target.iter().map(|reach| reach.reached.len()).min().unwrap_or(0);
        for setting in Setting::ALL {
            let own = of_target.iter().copied().filter(|reach| reach.setting == setting);
            table.row(row((engine, target), setting, &own.collect::<Vec<_>>(), level));
        }
    }
    table
}

fn row(
    (engine, target): (EngineOf, &Target),
    setting: Setting,
    own: &[&Reach],
    level: usize,
) -> Vec<String> {
    let reachable = target.family.reachable().count();
    let all: Vec<u64> = own.iter().filter_map(|it| it.until(reachable)).map(|it| it.0).collect();
    let until_level: Vec<_> = own.iter().filter_map(|it| it.until(level)).collect();
    let runs = median(until_level.iter().map(|it| it.0));
    let milliseconds = median(until_level.iter().map(|it| (it.1 * 1000.0) as u64));
    vec![
        engine.to_string(),
        target.name.to_owned(),
        setting.name.to_owned(),
        shown(median(own.iter().map(|it| it.reached.len() as u64))),
        reachable.to_string(),
        format!("{} of {}", all.len(), own.len()),
        shown(median(all.into_iter())),
        level.to_string(),
        shown(runs),
        milliseconds.map_or_else(|| shown(None), |it| format!("{:.2}", it as f64 / 1000.0)),
    ]
}

/// Inputs that all these processes ran.
pub(super) fn runs(reaches: &[Reach]) -> u64 {
    reaches.iter().map(|reach| reach.runs).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actor_laws_fuzz::target;

    #[test]
    fn settings_are_compared_at_the_level_that_all_came_to() {
        let target = target::find("services").expect("registered");
        let reach = |place: usize, reached: &[(u64, f64)]| Reach {
            engine: EngineOf::Libfuzzer,
            target,
            setting: Setting::ALL[place],
            runs: 100,
            reached: reached.to_vec(),
        };
        let reaches = [
            reach(0, &[(1, 0.1), (9, 0.5)]),
            reach(1, &[(1, 0.1), (4, 0.25), (8, 0.5)]),
            reach(2, &[(2, 0.1), (3, 0.2), (4, 0.3)]),
            reach(3, &[(1, 0.1), (2, 0.1), (3, 0.1)]),
        ];
        let told = table(&reaches).to_string();
        let rows: Vec<Vec<&str>> =
            told.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
        let last: Vec<_> = rows.iter().map(|row| row[row.len() - 3..].to_vec()).collect();
        assert_eq!(
            last,
            [["2", "9", "0.50"], ["2", "4", "0.25"], ["2", "3", "0.20"], ["2", "2", "0.10"]]
        );
        assert_eq!(rows[1][..4], ["libfuzzer", "services", "cells", "3"]);
        assert_eq!(runs(&reaches), 400);
    }
}
