//! What a campaign is to do, whether it is new or goes on.

use super::chronicle;
use super::event::{Campaign, Event, Line, SCHEMA, Sample};
use crate::cli::{FuzzArguments, Shard, parse_shard};
use crate::engine::EngineName;
use crate::finding::{Finding, now};
use crate::git;
use crate::input::{demand_target, targets_or_all};
use crate::outcome::Problem;
use crate::progress::Progress;
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a campaign is to do.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Definition {
    pub(super) engines: Vec<EngineName>,
    pub(super) targets: Vec<&'static str>,
    /// Shares that run side by side.
    pub(super) jobs: usize,
    /// The time for all, from the first beginning on.
    pub(super) time: Duration,
    pub(super) until_idle: Option<Duration>,
    pub(super) seed: u64,
    pub(super) shard: Option<Shard>,
    pub(super) read_only: bool,
    pub(super) stop_on_finding: bool,
}

/// How far a campaign came before it was killed or interrupted.
#[derive(Debug)]
pub(super) struct Past {
    /// Its chronicle.
    pub(super) path: PathBuf,
    /// Seconds that it ran.
    pub(super) seconds: f64,
    /// How often it was resumed before.
    pub(super) resumed: usize,
    /// How many shares it began.
    pub(super) shares: usize,
    /// The last sample of each target.
    pub(super) samples: BTreeMap<String, Sample>,
    /// The folders of its findings, from the root of the checkout.
    findings: Vec<String>,
}

impl Definition {
    /// What the command line asks for.
    pub(super) fn new(arguments: &FuzzArguments) -> Result<Self, Problem> {
        Ok(Self {
            engines: arguments.engine.engines().to_vec(),
            targets: targets_or_all(&arguments.targets)?,
            jobs: arguments.jobs(),
            time: arguments.time,
            until_idle: arguments.until_idle,
            seed: arguments.seed.unwrap_or_else(fresh_seed),
            shard: arguments.shard,
            read_only: arguments.read_only,
            stop_on_finding: arguments.stop_on_finding,
        })
    }

    /// What a chronicle says that its campaign was to do.
    fn of(campaign: &Campaign) -> Result<Self, Problem> {
        let targets = campaign.targets.iter().map(|name| demand_target(name));
        let engine = |name: &String| {
            let unknown = || Problem::usage(format!("there is no engine `{name}`"), "begin anew");
            EngineName::named(name).ok_or_else(unknown)
        };
        let shard = campaign.shard.as_deref().map(parse_shard).transpose();
        Ok(Self {
            engines: campaign.engines.iter().map(engine).collect::<Result<_, _>>()?,
            targets: targets.collect::<Result<_, _>>()?,
            jobs: campaign.jobs.max(1),
            time: seconds(campaign.seconds),
            until_idle: campaign.until_idle.map(seconds),
            seed: campaign.seed,
            shard: shard.map_err(|error| Problem::usage(error, "begin anew"))?,
            read_only: campaign.read_only,
            stop_on_finding: campaign.stop_on_finding,
        })
    }

    /// The first line of its chronicle, with the engines that can be had.
    pub(super) fn line(&self, id: String, engines: &[EngineName], workspace: &Workspace) -> Event {
        Event::Campaign(Campaign {
            schema: SCHEMA,
            id,
            time: now(),
            commit: git::ask(workspace.root(), &["rev-parse", "HEAD"]),
            engines: engines.iter().map(ToString::to_string).collect(),
            targets: self.targets.iter().map(|&target| target.to_owned()).collect(),
            jobs: self.jobs,
            seconds: self.time.as_secs_f64(),
            until_idle: self.until_idle.map(|idle| idle.as_secs_f64()),
            seed: self.seed,
            shard: self.shard.map(|shard| shard.to_string()),
            read_only: self.read_only,
            stop_on_finding: self.stop_on_finding,
        })
    }
}

impl Past {
    /// What the lines of a campaign come to; `None` if it has ended of itself.
    fn of(path: PathBuf, lines: &[Line]) -> Option<Self> {
        let last = lines.last()?;
        if matches!(&last.event, Event::End { verdict } if verdict != super::INTERRUPTED) {
            return None;
        }
        let mut past = Self {
            path,
            seconds: last.at,
            resumed: 0,
            shares: 0,
            samples: BTreeMap::new(),
            findings: Vec::new(),
        };
        lines.iter().for_each(|line| past.add(&line.event));
        Some(past)
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::Resumed { .. } => self.resumed += 1,
            Event::Share { .. } => self.shares += 1,
            Event::Sample(sample) => {
                self.samples.insert(sample.target.clone(), sample.clone());
            }
            Event::Finding { folder, .. } => self.findings.push(folder.clone()),
            Event::Campaign(_)
            | Event::Opened { .. }
            | Event::SetAside { .. }
            | Event::Trouble { .. }
            | Event::End { .. } => {}
        }
    }

    /// The findings of a target that are still there.
    pub(super) fn findings(&self, workspace: &Workspace, target: &str) -> Vec<Finding> {
        let folders = self.findings.iter().map(|folder| workspace.root().join(folder));
        let findings = folders.filter_map(|folder| Finding::named(&folder).ok().flatten());
        findings.filter(|finding| finding.record.target == target).collect()
    }
}

/// The newest campaign that was killed or interrupted.
pub(super) fn unfinished(
    workspace: &Workspace,
    progress: &Progress,
) -> Result<(Definition, Past), Problem> {
    let folder = workspace.campaigns();
    let paths = chronicle::all(&folder).map_err(|error| Problem::file(&folder, &error))?;
    for path in paths.into_iter().rev() {
        let lines = match chronicle::read(&path) {
            Ok(lines) => lines,
            Err(error) => {
                progress.line(&format!("{}: passed over: {error}", workspace.short(&path)));
                continue;
            }
        };
        let Some(Line { event: Event::Campaign(campaign), .. }) = lines.first() else { continue };
        if let Some(past) = Past::of(path, &lines) {
            return Ok((Definition::of(campaign)?, past));
        }
    }
    Err(Problem::environment(
        "there is no campaign to go on with: none in this checkout was killed or interrupted",
        "begin one with `cargo laws fuzz`; it starts from all that earlier ones kept",
    ))
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: f64, event: Event) -> Line {
        Line { at, event }
    }

    fn definition() -> Definition {
        Definition {
            engines: EngineName::ALL.to_vec(),
            targets: vec!["pool_joins", "services"],
            jobs: 3,
            time: Duration::from_secs(90),
            until_idle: Some(Duration::from_secs(20)),
            seed: 7,
            shard: Some(parse_shard("2/3").expect("well-formed")),
            read_only: true,
            stop_on_finding: true,
        }
    }

    fn first() -> Line {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let workspace = Workspace::of_test(folder.path());
        line(0.0, definition().line("x".into(), &EngineName::ALL, &workspace))
    }

    fn sample(target: &str, executions: u64) -> Event {
        Event::Sample(Sample { target: target.into(), executions, ..Sample::default() })
    }

    #[test]
    fn a_definition_is_read_back_from_its_line() {
        let Event::Campaign(campaign) = first().event else { panic!("a campaign") };
        assert_eq!(Definition::of(&campaign).expect("known names"), definition());
        let unknown = Campaign { engines: vec!["other".into()], ..campaign };
        assert!(Definition::of(&unknown).is_err());
    }

    #[test]
    fn a_killed_campaign_goes_on_from_its_last_line() {
        let share = |target: &str| {
            let (target, engine) = (target.to_owned(), "swarm".to_owned());
            Event::Share { target, engine, seconds: 1.0 }
        };
        let resumed = Event::Resumed { time: now(), commit: None };
        let lines = [
            first(),
            line(0.0, share("a")),
            line(1.0, sample("a", 5)),
            line(1.0, share("b")),
            line(2.0, sample("b", 6)),
            line(2.0, resumed),
            line(2.5, sample("a", 9)),
        ];
        let past = Past::of("x".into(), &lines).expect("it did not end");
        assert_eq!((past.seconds, past.resumed, past.shares), (2.5, 1, 2));
        assert_eq!((past.samples["a"].executions, past.samples["b"].executions), (9, 6));
    }

    #[test]
    fn only_what_was_killed_or_interrupted_goes_on() {
        for (verdict, goes_on) in
            [("interrupted", true), ("clean", false), ("finding", false), ("environment", false)]
        {
            let end = line(3.0, Event::End { verdict: verdict.into() });
            assert_eq!(Past::of("x".into(), &[first(), end]).is_some(), goes_on, "{verdict}");
        }
        assert!(Past::of("x".into(), &[first()]).is_some());
    }
}
