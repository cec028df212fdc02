//! What a campaign told while it ran, read back from its chronicle.
//!
//! Rules: a chronicle may be one of a campaign that runs or was killed, so a last line without an end is none.
//! A whole line that nothing is known of, from a newer driver, is counted and passed over. Of a
//! target's samples so many are kept as a plot can show, the first and the last among them.

use crate::campaign::event::{Campaign, Event, Line, SCHEMA, Sample};
use crate::outcome::Problem;
use actor_laws_fuzz::engine::CANARY;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Samples of a target that are kept.
const SAMPLES_MAX: usize = 200;

/// What the names of chronicles end with.
const EXTENSION: &str = "jsonl";

/// One campaign.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Chronicle {
    /// What it is.
    #[serde(flatten)]
    pub(crate) campaign: Campaign,
    /// Seconds up to the last line.
    pub(crate) ran: f64,
    /// How often it went on after an end.
    pub(crate) resumed: usize,
    /// `clean`, `finding`, `environment` or `interrupted`; null if it was killed or still runs.
    pub(crate) end: Option<String>,
    /// Its targets, in their order.
    pub(crate) courses: Vec<Course>,
    /// Whole lines that nothing is known of.
    pub(crate) unknown_lines: usize,
}

/// One target of a campaign.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Course {
    /// The target.
    pub(crate) target: String,
    /// Law cells that can be reached; null if it was never opened.
    pub(crate) cells_reachable: Option<usize>,
    /// How far it was over time.
    pub(crate) samples: Vec<Told>,
    /// The engines that had a share of its time.
    pub(crate) engines: Vec<String>,
    /// Findings, by their folders.
    pub(crate) findings: Vec<Found>,
    /// What kept an engine from its work.
    pub(crate) troubles: Vec<String>,
    /// Files that were set aside, each with the reason.
    pub(crate) set_aside: Vec<String>,
}

/// A sample with its moment.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Told {
    /// Seconds since the campaign began.
    pub(crate) at: f64,
    /// How far the target was.
    #[serde(flatten)]
    pub(crate) sample: Sample,
}

/// A finding as the campaign told it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Found {
    /// `wrong`, `lost`, `stuck` and so on.
    pub(crate) kind: String,
    /// The law.
    pub(crate) law: String,
    /// Its folder, from the root of the checkout.
    pub(crate) folder: String,
}

impl Chronicle {
    /// The campaign of this name, or else the newest; one of the canary alone is the newest only where there
    /// is no other.
    pub(super) fn find(folder: &Path, id: Option<&str>) -> Result<Option<Self>, Problem> {
        let all = all(folder).map_err(|error| Problem::file(folder, &error))?;
        let rank = |campaign: &Campaign| (!is_of_canary(campaign), campaign.time.clone());
        let wanted = |(_, campaign): &&(PathBuf, Campaign)| id.is_none_or(|id| campaign.id == id);
        let found = all.iter().filter(wanted).max_by_key(|(_, campaign)| rank(campaign));
        match (found, id) {
            (Some((path, _)), _) => read(path).map_err(|error| Problem::file(path, &error)),
            (None, None) => Ok(None),
            (None, Some(id)) => Err(unknown(id, &all)),
        }
    }

    /// Whether it only hunted the machine that breaks a law on purpose.
    pub(crate) fn is_of_canary(&self) -> bool {
        is_of_canary(&self.campaign)
    }

    /// Whether a newer driver wrote it, so that lines may mean something else.
    pub(crate) fn is_newer(&self) -> bool {
        self.campaign.schema > SCHEMA
    }

    /// Its findings.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Found> {
        self.courses.iter().flat_map(|course| &course.findings)
    }

    fn course(&mut self, target: &str) -> &mut Course {
        let place = self.courses.iter().position(|course| course.target == target);
        let place = place.unwrap_or_else(|| {
            self.courses.push(Course { target: target.to_owned(), ..Course::default() });
            self.courses.len() - 1
        });
        &mut self.courses[place]
    }

    fn take(&mut self, line: Line) {
        self.ran = self.ran.max(line.at);
        match line.event {
            Event::Campaign(_) => {}
            Event::Resumed { .. } => {
                self.resumed += 1;
                self.end = None;
            }
            Event::Opened { target, cells_reachable, .. } => {
                self.course(&target).cells_reachable = Some(cells_reachable);
            }
            Event::SetAside { target, file, why } => {
                self.course(&target).set_aside.push(format!("{file}: {why}"));
            }
            Event::Share { target, engine, .. } => self.course(&target).works(engine),
            Event::Sample(sample) => {
                let told = Told { at: line.at, sample };
                self.course(&told.sample.target.clone()).samples.push(told);
            }
            Event::Finding { target, kind, law, folder, .. } => {
                self.course(&target).finds(Found { kind, law, folder });
            }
            Event::Trouble { target, engine, message } => {
                self.course(&target).troubles.push(format!("{engine}: {message}"));
            }
            Event::End { verdict } => self.end = Some(verdict),
        }
    }
}

impl Course {
    /// The last sample.
    pub(crate) fn last(&self) -> Option<&Sample> {
        self.samples.last().map(|told| &told.sample)
    }

    fn works(&mut self, engine: String) {
        if !self.engines.contains(&engine) {
            self.engines.push(engine);
        }
    }

    /// A finding may come again.
    fn finds(&mut self, found: Found) {
        if !self.findings.contains(&found) {
            self.findings.push(found);
        }
    }
}

fn is_of_canary(campaign: &Campaign) -> bool {
    campaign.targets.iter().all(|target| target == CANARY)
}

fn unknown(id: &str, all: &[(PathBuf, Campaign)]) -> Problem {
    let ids: Vec<_> = all.iter().map(|(_, campaign)| campaign.id.as_str()).collect();
    let remedy = if ids.is_empty() {
        "there is none yet: `cargo laws fuzz` runs one".to_owned()
    } else {
        format!("pick from: {}", ids.join(", "))
    };
    Problem::usage(format!("there is no campaign `{id}`"), remedy)
}

/// All chronicles of a folder, in the order of their names, each with what its first line says.
fn all(folder: &Path) -> io::Result<Vec<(PathBuf, Campaign)>> {
    let entries = match folder.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let paths: io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    paths.sort();
    Ok(paths.into_iter().filter_map(|path| Some((path.clone(), heading(&path)?))).collect())
}

/// What the first line says; `None` if the file is no chronicle.
fn heading(path: &Path) -> Option<Campaign> {
    let mut lines = WholeLines::open(path).ok()?;
    campaign_of(&lines.next()?.ok()?)
}

fn campaign_of(line: &str) -> Option<Campaign> {
    match serde_json::from_str::<Line>(line).ok()?.event {
        Event::Campaign(campaign) => Some(campaign),
        _ => None,
    }
}

fn read(path: &Path) -> io::Result<Option<Chronicle>> {
    let mut lines = WholeLines::open(path)?;
    let Some(campaign) = lines.next().transpose()?.as_deref().and_then(campaign_of) else {
        return Ok(None);
    };
    let mut chronicle = Chronicle {
        courses: Vec::new(),
        ran: 0.0,
        resumed: 0,
        end: None,
        unknown_lines: 0,
        campaign,
    };
    for target in chronicle.campaign.targets.clone() {
        chronicle.course(&target);
    }
    for line in lines {
        match serde_json::from_str(&line?) {
            Ok(line) => chronicle.take(line),
            Err(_) => chronicle.unknown_lines += 1,
        }
    }
    chronicle.courses.iter_mut().for_each(|course| thin(&mut course.samples));
    Ok(Some(chronicle))
}

/// Leaves the first sample, the last, and those between at even distances.
fn thin(samples: &mut Vec<Told>) {
    let count = samples.len();
    if count <= SAMPLES_MAX {
        return;
    }
    let places = (0..SAMPLES_MAX).map(|place| place * (count - 1) / (SAMPLES_MAX - 1));
    *samples = places.map(|place| samples[place].clone()).collect();
}

/// The lines of a file that have an end.
struct WholeLines(BufReader<File>);

impl WholeLines {
    fn open(path: &Path) -> io::Result<Self> {
        File::open(path).map(|file| Self(BufReader::new(file)))
    }
}

impl Iterator for WholeLines {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        match self.0.read_until(b'\n', &mut line) {
            Err(error) => Some(Err(error)),
            Ok(_) if !line.ends_with(b"\n") => None,
            Ok(_) => Some(Ok(String::from_utf8_lossy(&line).into_owned())),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A chronicle of one target, as a campaign writes it.
    pub(in crate::report) fn written(
        id: &str,
        targets: &[&str],
        events: &[(f64, Event)],
    ) -> String {
        let campaign = serde_json::json!({
            "schema": SCHEMA, "id": id, "time": format!("2026-01-01T00:00:0{}Z", id.len() % 10),
            "commit": "0123", "engines": ["swarm"], "targets": targets, "jobs": 2, "seconds": 60.0,
            "until_idle": null, "seed": 7, "shard": null, "read_only": true,
        });
        let campaign = serde_json::from_value(campaign).expect("a campaign");
        let first = (0.0, Event::Campaign(campaign));
        let lines = [first].into_iter().chain(events.iter().cloned());
        let line = |(at, event)| serde_json::to_string(&Line { at, event }).expect("plain data");
        lines.map(|told| line(told) + "\n").collect()
    }

    /// A sample of `pool_joins`.
    pub(in crate::report) fn sample(seconds: f64, executions: u64) -> Event {
        Event::Sample(Sample {
            target: "pool_joins".to_owned(),
            engine: "swarm".to_owned(),
            seconds,
            executions,
            steps: 20 * executions,
            folds: 40 * executions,
            cells: 1300 + executions as usize,
            features: 2 * executions as usize,
            inputs: 450,
            kept: 3,
            promoted: 1,
            findings: 0,
        })
    }

    fn folder(files: &[(&str, String)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, content) in files {
            std::fs::write(folder.path().join(name), content).expect("written");
        }
        folder
    }

    fn found(folder: &Path, id: Option<&str>) -> Option<Chronicle> {
        Chronicle::find(folder, id).expect("readable")
    }

    #[test]
    fn a_chronicle_is_read_target_by_target() {
        let end = Event::End { verdict: "clean".to_owned() };
        let events = [(1.0, sample(2.0, 10)), (2.0, sample(4.0, 30)), (3.0, end)];
        let folder = folder(&[("a.jsonl", written("a", &["pool_joins", "services"], &events))]);
        let chronicle = found(folder.path(), None).expect("there");
        assert_eq!((chronicle.ran, chronicle.end.as_deref()), (3.0, Some("clean")));
        let names: Vec<_> = chronicle.courses.iter().map(|course| &course.target).collect();
        assert_eq!(names, ["pool_joins", "services"]);
        assert_eq!(chronicle.courses[0].last().expect("a sample").executions, 30);
        assert!(chronicle.courses[1].last().is_none());
    }

    #[test]
    fn a_torn_last_line_is_none_and_an_unknown_event_is_counted() {
        let mut text = written("a", &["pool_joins"], &[(1.0, sample(2.0, 10))]);
        text.push_str(
            "{\"at\":2.0,\"event\":\"of-tomorrow\",\"what\":1}\n{\"at\":3.0,\"event\":\"en",
        );
        let folder = folder(&[("a.jsonl", text)]);
        let chronicle = found(folder.path(), None).expect("there");
        assert_eq!((chronicle.unknown_lines, chronicle.end, chronicle.ran), (1, None, 1.0));
        assert_eq!(chronicle.courses[0].samples.len(), 1);
    }

    #[test]
    fn a_campaign_that_went_on_has_not_ended() {
        let end = |verdict: &str| Event::End { verdict: verdict.to_owned() };
        let on = Event::Resumed { time: "2026-01-02T00:00:00Z".to_owned(), commit: None };
        let events = [(1.0, end("interrupted")), (1.0, on)];
        let killed = folder(&[("a.jsonl", written("a", &["pool_joins"], &events))]);
        let chronicle = found(killed.path(), None).expect("there");
        assert_eq!((chronicle.resumed, chronicle.end), (1, None));
    }

    #[test]
    fn the_newest_is_taken_but_the_canary_only_where_nothing_else_is() {
        let files = [
            ("1.jsonl", written("old", &["pool_joins"], &[])),
            ("0.jsonl", written("newer", &["services"], &[])),
            ("2.jsonl", written("the-newest", &[CANARY], &[])),
            ("3.jsonl", "no chronicle\n".to_owned()),
            ("4.json", written("another", &["services"], &[])),
        ];
        let all = folder(&files);
        assert_eq!(found(all.path(), None).expect("there").campaign.id, "newer");
        assert_eq!(found(all.path(), Some("old")).expect("there").campaign.id, "old");
        let canary = folder(&files[2..3]);
        assert!(found(canary.path(), None).expect("there").is_of_canary());
    }

    #[test]
    fn an_unknown_name_tells_the_known_ones_and_no_folder_is_no_campaign() {
        let all = folder(&[("1.jsonl", written("one", &["services"], &[]))]);
        let problem = Chronicle::find(all.path(), Some("two")).expect_err("unknown").to_string();
        assert!(problem.contains("`two`") && problem.contains("pick from: one"), "{problem}");
        assert!(found(&all.path().join("none"), None).is_none());
    }

    #[test]
    fn samples_are_thinned_and_both_ends_stay() {
        let events: Vec<_> = (0..1000).map(|n| (n as f64, sample(n as f64, n))).collect();
        let folder = folder(&[("a.jsonl", written("a", &["pool_joins"], &events))]);
        let samples = found(folder.path(), None).expect("there").courses.remove(0).samples;
        assert_eq!(samples.len(), SAMPLES_MAX);
        assert_eq!((samples[0].at, samples[SAMPLES_MAX - 1].at), (0.0, 999.0));
        assert!(samples.is_sorted_by(|one, other| one.at < other.at));
    }
}
