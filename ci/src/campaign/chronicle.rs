//! The chronicle of a campaign: what it tells, line by line, as it goes on.
//!
//! Rules: each line is appended in one write, so whoever reads the file while the campaign runs, or after it
//! was killed, sees whole lines and at most one torn last one, which is none. Time is counted from when the
//! engines start, and stands still while no campaign runs. A chronicle that cannot be written ends the
//! campaign: what it does would be lost.

use super::clock::Halt;
use super::event::{Event, Line, SCHEMA};
use super::intake::locked;
use crate::outcome::Problem;
use crate::store::list_files_ending;
use crate::workspace::Workspace;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

/// How many chronicles are kept.
const KEPT_MAX: usize = 50;

/// What the name of a chronicle ends with.
const EXTENSION: &str = "jsonl";

/// Between two tries to find a name that no other campaign has.
const NAME_EVERY: Duration = Duration::from_millis(50);

/// An open chronicle.
#[derive(Debug)]
pub(super) struct Chronicle<'a> {
    path: PathBuf,
    halt: &'a Halt,
    is_echoed: bool,
    pen: Mutex<Pen>,
}

/// What one line at a time is written with.
#[derive(Debug)]
struct Pen {
    file: File,
    /// Bytes of whole lines.
    whole: u64,
    time: Time,
}

/// The seconds of a campaign.
#[derive(Clone, Copy, Debug)]
enum Time {
    /// The engines do not run.
    Standing(f64),
    /// They have run since then, and for so many seconds before.
    Running(Instant, f64),
}

impl Time {
    fn seconds(self) -> f64 {
        match self {
            Self::Standing(seconds) => seconds,
            Self::Running(since, before) => before + since.elapsed().as_secs_f64(),
        }
    }
}

impl Pen {
    fn new(file: File, seconds: f64) -> io::Result<Self> {
        let whole = file.metadata()?.len();
        Ok(Self { file, whole, time: Time::Standing(seconds) })
    }

    /// Appends a line, or nothing of it.
    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(line) {
            // What is left of it if this fails as well is a torn last line.
            let _ = self.file.set_len(self.whole);
            return Err(error);
        }
        self.whole += line.len() as u64;
        Ok(())
    }
}

impl<'a> Chronicle<'a> {
    /// Begins the chronicle of a new campaign, and lets the oldest go; with `is_echoed` each line also goes to
    /// standard output.
    pub(super) fn begin(
        workspace: &Workspace,
        seed: u64,
        halt: &'a Halt,
        is_echoed: bool,
    ) -> Result<Self, Problem> {
        let folder = workspace.campaigns();
        let trouble = |error| Problem::file(&folder, &error);
        fs::create_dir_all(&folder).map_err(trouble)?;
        let (path, file) = named(&folder, seed).map_err(trouble)?;
        prune(&folder).map_err(trouble)?;
        let pen = Mutex::new(Pen::new(file, 0.0).map_err(trouble)?);
        Ok(Self { path, halt, is_echoed, pen })
    }

    /// Goes on with a chronicle whose last whole line is at `seconds`.
    pub(super) fn resume(
        path: &Path,
        seconds: f64,
        halt: &'a Halt,
        is_echoed: bool,
    ) -> Result<Self, Problem> {
        let pen = without_torn_line(path).and_then(|file| Pen::new(file, seconds));
        let pen = Mutex::new(pen.map_err(|error| Problem::file(path, &error))?);
        Ok(Self { path: path.to_owned(), halt, is_echoed, pen })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The campaign's name.
    pub(super) fn id(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The engines start.
    pub(super) fn start(&self) {
        let mut pen = locked(&self.pen);
        pen.time = Time::Running(Instant::now(), pen.time.seconds());
    }

    /// Writes one line down.
    pub(super) fn tell(&self, event: Event) {
        let mut pen = locked(&self.pen);
        let at = (pen.time.seconds() * 1e3).round() / 1e3;
        let line = serde_json::to_string(&Line { at, event }).expect("plain data") + "\n";
        if let Err(error) = pen.write(line.as_bytes()) {
            self.halt.lose(Problem::file(&self.path, &error));
        }
        if self.is_echoed {
            // A reader that has seen enough is no trouble; the chronicle has it all.
            let _ = io::stdout().lock().write_all(line.as_bytes());
        }
    }
}

/// A file that is named after this second and the seed. A name that is taken waits for the next second.
fn named(folder: &Path, seed: u64) -> io::Result<(PathBuf, File)> {
    loop {
        let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let time: String = time.chars().filter(|letter| !"-:Z".contains(*letter)).collect();
        let path = folder.join(format!("{time}-{seed}.{EXTENSION}"));
        match File::options().create_new(true).append(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                std::thread::sleep(NAME_EVERY);
            }
            other => return other.map(|file| (path, file)),
        }
    }
}

/// All chronicles, the newest last: by the second of their names, and by when they were last written to.
pub(super) fn all(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = list_files_ending(folder, EXTENSION)?;
    paths.sort_by_cached_key(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let second = name.split('-').next().unwrap_or_default().to_owned();
        (second, path.metadata().and_then(|metadata| metadata.modified()).ok(), name)
    });
    Ok(paths)
}

fn prune(folder: &Path) -> io::Result<()> {
    let all = all(folder)?;
    all.iter().take(all.len().saturating_sub(KEPT_MAX)).try_for_each(fs::remove_file)
}

/// Opens a chronicle behind its last whole line.
fn without_torn_line(path: &Path) -> io::Result<File> {
    let content = fs::read(path)?;
    let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    let file = File::options().append(true).open(path)?;
    file.set_len(whole as u64)?;
    Ok(file)
}

/// The whole lines of a chronicle.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Line>> {
    let text = fs::read_to_string(path)?;
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let lines = whole.map(serde_json::from_str).collect::<Result<Vec<Line>, _>>()?;
    match lines.first().map(|line| &line.event) {
        Some(Event::Campaign(campaign)) if campaign.schema <= SCHEMA => Ok(lines),
        Some(Event::Campaign(_)) => Err(io::Error::other("it was written by a newer version")),
        _ => Err(io::Error::other("its first line is no campaign")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::event::{Campaign, Sample};
    use super::*;

    fn campaign() -> Event {
        Event::Campaign(Campaign {
            schema: SCHEMA,
            id: "x".into(),
            time: "2026-01-01T00:00:00Z".into(),
            commit: None,
            engines: vec!["swarm".into()],
            targets: vec!["pool_joins".into()],
            jobs: 2,
            seconds: 60.0,
            until_idle: None,
            seed: u64::MAX,
            shard: None,
            read_only: false,
            stop_on_finding: false,
        })
    }

    fn end() -> Event {
        Event::End { verdict: "clean".into() }
    }

    fn chronicle<'a>(folder: &Path, halt: &'a Halt) -> Chronicle<'a> {
        let (path, file) = named(folder, 7).expect("created");
        let pen = Mutex::new(Pen::new(file, 0.0).expect("a file"));
        Chronicle { path, halt, is_echoed: false, pen }
    }

    #[test]
    fn what_was_told_is_read_back_and_a_torn_last_line_is_none() {
        let (folder, halt) = (tempfile::tempdir().expect("a temporary folder"), Halt::new(None));
        let chronicle = chronicle(folder.path(), &halt);
        chronicle.tell(campaign());
        chronicle.start();
        chronicle.tell(end());
        let lines = read(chronicle.path()).expect("readable");
        assert_eq!((lines.len(), &lines[0].event), (2, &campaign()));
        assert!(lines[0].at == 0.0 && lines[1].at < 1.0);
        let mut content = fs::read(chronicle.path()).expect("readable");
        content.extend(br#"{"at":1.0,"event":"en"#);
        fs::write(chronicle.path(), content).expect("written");
        assert_eq!(read(chronicle.path()).expect("readable"), lines);
        let resumed = Chronicle::resume(chronicle.path(), 4.5, &halt, false).expect("opened");
        resumed.tell(end());
        let lines = read(chronicle.path()).expect("readable");
        assert_eq!((lines.len(), lines[2].at), (3, 4.5));
        assert_eq!(resumed.id(), chronicle.id());
    }

    #[test]
    fn lines_have_the_documented_form() {
        let sample = Event::Sample(Sample { target: "pool_joins".into(), ..Sample::default() });
        let line = serde_json::to_value(Line { at: 1.5, event: sample }).expect("plain data");
        assert_eq!((&line["at"], &line["event"]), (&1.5.into(), &"sample".into()));
        assert_eq!((&line["target"], &line["kept"]), (&"pool_joins".into(), &0.into()));
        let line = serde_json::to_value(Line { at: 0.0, event: campaign() }).expect("plain data");
        assert_eq!((&line["event"], &line["seed"]), (&"campaign".into(), &u64::MAX.into()));
    }

    #[test]
    fn what_is_no_chronicle_or_a_newer_one_is_not_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("x.jsonl");
        let newer = serde_json::to_string(&Line { at: 0.0, event: campaign() }).expect("JSON");
        let newer = newer.replace("\"schema\":1", "\"schema\":9") + "\n";
        let headless = serde_json::to_string(&Line { at: 0.0, event: end() }).expect("JSON") + "\n";
        for content in ["", "{}\n", "no JSON\n", &newer, &headless] {
            fs::write(&path, content).expect("written");
            assert!(read(&path).is_err(), "{content}");
        }
    }

    #[test]
    fn the_newest_are_kept_and_no_name_comes_twice() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str| fs::write(folder.path().join(name), "").expect("written");
        for number in 0..=KEPT_MAX {
            write(&format!("20260101T{number:06}-1.jsonl"));
        }
        write("note.txt");
        prune(folder.path()).expect("pruned");
        let left = all(folder.path()).expect("listed");
        assert_eq!(left.len(), KEPT_MAX);
        assert!(left[0].ends_with("20260101T000001-1.jsonl"));
        assert!(folder.path().join("note.txt").exists());
        let (one, _) = named(folder.path(), 3).expect("created");
        let (other, _) = named(folder.path(), 3).expect("created");
        assert_ne!(one, other);
        assert_eq!(all(folder.path()).expect("listed").last(), Some(&other));
    }

    #[test]
    fn a_chronicle_that_cannot_be_written_ends_the_campaign() {
        let (folder, halt) = (tempfile::tempdir().expect("a temporary folder"), Halt::new(None));
        let chronicle = chronicle(folder.path(), &halt);
        locked(&chronicle.pen).file = File::open(chronicle.path()).expect("for reading only");
        chronicle.tell(end());
        assert!(halt.is_wanted() && halt.loss().is_some());
    }
}
