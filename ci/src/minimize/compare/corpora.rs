//! The minimizing of corpora beside `cargo fuzz cmin` and `afl-cmin`.
//!
//! Rules: all get the same inputs: seeded scenarios, and all that is committed and kept of a target. Binaries are built
//! before any clock runs. What a minimizer leaves is judged here, whatever its exit code was. One that is not
//! done in time is ended, and what it has left by then is shown.

use crate::engine::afl::Afl;
use crate::engine::cargo::cargo;
use crate::engine::process::{in_its_own_group, kill_group};
use crate::features::FeatureSet;
use crate::input::demand_target;
use crate::judge::Judge;
use crate::minimize::minimize;
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::store::{Store, list_files};
use crate::table::Table;
use crate::tool::Tool;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::{ANY_TARGET, VARIABLE};
use actor_laws_fuzz::target::{families, of_family};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The pinned version of cargo-fuzz.
const TOOL: Tool = Tool { name: "cargo-fuzz", version: "0.13.2" };

/// The folder name of its builds, and of the work here.
const NAME: &str = "cargo-fuzz";
const WORK: &str = "compare";

/// Seeded scenarios of each target.
const SEEDS: u64 = 5_000;

/// How long a minimizer may take.
const LIMIT: Duration = Duration::from_secs(300);

/// Compares, on one target of each family unless some are named.
pub(in crate::minimize) fn run(workspace: &Workspace, names: &[String]) -> Ending {
    let _lock = workspace.lock()?;
    let progress = Progress::new();
    let named = names.iter().map(|name| demand_target(name));
    let mut targets = named.collect::<Result<Vec<_>, _>>()?;
    if targets.is_empty() {
        targets =
            families().filter_map(|family| of_family(family).next()).map(|it| it.name).collect();
    }
    let rivals = Rivals::prepare(workspace, &progress)?;
    let mut table = Table::new(&COLUMNS);
    let mut lost = 0;
    for target in targets {
        progress.line(&format!("minimizing {target}"));
        lost += rivals.compare(target, &mut table)?;
    }
    anstream::println!("{table}");
    Ok(Outcome::of_findings(lost))
}

const COLUMNS: [&str; 7] =
    ["target", "minimizer", "inputs", "bytes", "law cells", "features", "seconds"];

/// The minimizers of others, built.
struct Rivals {
    workspace: Workspace,
    fuzz: PathBuf,
    afl: Afl,
}

/// What a folder of inputs is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    inputs: usize,
    bytes: usize,
    cells: usize,
    features: usize,
}

impl Worth {
    fn of(judge: &mut Judge, folder: &Path) -> Result<Self, Problem> {
        let trouble = |error| Problem::file(folder, &error);
        let mut features = FeatureSet::new();
        let (mut inputs, mut bytes) = (0, 0);
        for path in list_files(folder).map_err(trouble)? {
            let input = fs::read(&path).map_err(trouble)?;
            inputs += 1;
            bytes += input.len();
            if let Ok(summary) = judge.run(&input) {
                features.extend(judge.shown(summary).features());
            }
        }
        Ok(Self { inputs, bytes, cells: features.cells(), features: features.len() })
    }

    fn row(self, target: &str, minimizer: &str, seconds: &str) -> Vec<String> {
        let numbers = [self.inputs, self.bytes, self.cells, self.features];
        let words = [target, minimizer].map(str::to_owned);
        let numbers = numbers.map(|number| number.to_string());
        words.into_iter().chain(numbers).chain([seconds.to_owned()]).collect()
    }
}

impl Rivals {
    fn prepare(workspace: &Workspace, progress: &Progress) -> Result<Self, Problem> {
        let fuzz = TOOL.program(workspace);
        if !fuzz.is_file() && !TOOL.install(workspace, |_| ()) {
            let what = "cargo-fuzz could not be installed";
            return Err(Problem::environment(what, "it needs the package registry"));
        }
        progress.line("building the targets of cargo-fuzz and of AFL++");
        let afl = Afl::prepare(workspace)?;
        let rivals = Self { workspace: workspace.clone(), fuzz, afl };
        let status = rivals.cargo_fuzz("build").stderr(Stdio::inherit()).status();
        let built = status.is_ok_and(|status| status.success());
        let what = "cargo fuzz build failed";
        built.then_some(rivals).ok_or_else(|| Problem::environment(what, "read the message above"))
    }

    fn cargo_fuzz(&self, verb: &str) -> Command {
        let mut command = Command::new(&self.fuzz);
        command.args(["fuzz", verb, "--sanitizer", "none", "--target-dir"]);
        command.arg(self.workspace.engine_build(NAME)).arg(ANY_TARGET).env("CARGO", cargo());
        command.current_dir(self.workspace.root()).stdout(Stdio::null());
        command
    }

    /// Lets everybody minimize the same inputs; answers how many of the claims for ours do not hold.
    fn compare(&self, target: &'static str, table: &mut Table) -> Result<usize, Problem> {
        let desk = Desk::new(&self.workspace, target)?;
        let mut judge = Judge::new(target);
        let whole = Worth::of(&mut judge, &desk.all)?;
        table.row(whole.row(target, "(none)", "-"));
        let folder = desk.copy("ours")?;
        let started = Instant::now();
        minimize(target, &Store::lasting(folder.clone()), None)?;
        let time = started.elapsed();
        let ours = Worth::of(&mut judge, &folder)?;
        table.row(ours.row(target, "cargo laws minimize", &seconds(time)));
        let mut fastest = LIMIT;
        for (name, command, folder) in self.commands(&desk, target)? {
            let time = timed(command)?;
            let worth = Worth::of(&mut judge, &folder)?;
            let told = time.map_or_else(|| "not done in time".to_owned(), seconds);
            table.row(worth.row(target, &name, &told));
            fastest = fastest.min(time.unwrap_or(LIMIT));
        }
        let keeps_all = (ours.cells, ours.features) == (whole.cells, whole.features);
        Ok(usize::from(!keeps_all) + usize::from(time >= fastest))
    }

    /// Each rival's command, and the folder in which its result will lie.
    fn commands(
        &self,
        desk: &Desk,
        target: &str,
    ) -> Result<Vec<(String, Command, PathBuf)>, Problem> {
        let folder = desk.copy(NAME)?;
        let mut cmin = self.cargo_fuzz("cmin");
        cmin.arg(&folder).env(VARIABLE, target);
        let mut commands = vec![("cargo fuzz cmin".to_owned(), cmin, folder)];
        for minimizer in self.afl.minimizers() {
            let name = minimizer.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let folder = desk.folder.join(&name);
            let command = self.afl.minimize(&minimizer, target, &desk.all, &folder);
            commands.push((name, command, folder));
        }
        Ok(commands)
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

/// Runs a command to its end; `None` if it was ended because its time was over.
fn timed(mut command: Command) -> Result<Option<Duration>, Problem> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    in_its_own_group(&mut command);
    let program = PathBuf::from(command.get_program());
    let trouble = |error: std::io::Error| Problem::file(&program, &error);
    let started = Instant::now();
    let mut child = command.spawn().map_err(trouble)?;
    while child.try_wait().map_err(trouble)?.is_none() {
        if started.elapsed() > LIMIT {
            kill_group(&mut child).map_err(trouble)?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(Some(started.elapsed()))
}

/// The inputs of one target, and room for results.
struct Desk {
    folder: PathBuf,
    all: PathBuf,
}

impl Desk {
    fn new(workspace: &Workspace, target: &'static str) -> Result<Self, Problem> {
        let folder = workspace.work(WORK, target);
        let trouble = |error| Problem::file(&folder, &error);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(trouble)?;
        }
        let store = Store::passing(folder.join("all"));
        let judge = Judge::new(target);
        let mut bytes = Vec::new();
        for seed in 0..SEEDS {
            judge.generate(seed, &mut bytes);
            store.keep(&bytes).map_err(trouble)?;
        }
        for known in [workspace.corpus(target), workspace.kept(target)] {
            for path in list_files(&known).map_err(trouble)? {
                store.keep(&fs::read(&path).map_err(trouble)?).map_err(trouble)?;
            }
        }
        let all = store.folder().to_owned();
        Ok(Self { folder, all })
    }

    /// The same inputs once more.
    fn copy(&self, name: &str) -> Result<PathBuf, Problem> {
        let folder = self.folder.join(name);
        let trouble = |error| Problem::file(&folder, &error);
        fs::create_dir_all(&folder).map_err(trouble)?;
        for path in list_files(&self.all).map_err(trouble)? {
            let name = path.file_name().unwrap_or_default();
            fs::copy(&path, folder.join(name)).map_err(trouble)?;
        }
        Ok(folder)
    }
}
