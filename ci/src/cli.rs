//! The command line of `cargo laws`.

use crate::engine::EngineName;
use crate::outcome::EXIT_CODES;
use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Hunts for broken laws in the actor folds: campaigns, replays and checks
#[derive(Debug, Parser)]
#[command(name = "laws", bin_name = "cargo laws", version, after_help = EXIT_CODES)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The whole command line, with the examples that end the help of each verb.
pub(crate) fn command() -> Command {
    crate::examples::add(CommandLine::command())
}

/// Reads the command line of this process; ends the process if it is wrong or only asks for help.
pub(crate) fn parse() -> CommandLine {
    let matches = command().get_matches();
    CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// What the driver can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Runs a campaign: replays the corpus, then drives an engine over the targets
    ///
    /// An input that adds features is kept in target/laws/corpus/TARGET for later campaigns. One that
    /// adds law cells over the committed corpus is also copied into corpus/TARGET, unless --read-only
    /// is given. A failing input is shrunk and stored in target/laws/findings/TARGET: a folder for each
    /// law, kind and shape of the shortest trace, with a record that counts the inputs that came to it. The
    /// campaign goes on, unless --stop-on-finding is given.
    ///
    /// Time goes to the targets and engines that still add features and law cells; each target gets half of an
    /// equal part at least. What happens is told line by line in target/laws/campaigns, of which the newest 50
    /// are kept. A file that is no input is named and not used. A campaign that is interrupted takes in what
    /// was found, and ends with 0 or 1 like any other.
    Fuzz(FuzzArguments),
    /// Runs committed or given inputs once; mutates nothing, writes nothing
    Replay(ReplayArguments),
    /// Prints the trace of one input, or the record of a finding with its shortest trace
    #[command(after_long_help = crate::explain::SCHEMA)]
    Explain(ExplainArguments),
    /// Makes one input a regression: its text form goes to corpus/regressions/TARGET, which every replay runs
    ///
    /// The file is named LAW-NAME.txt, by the law that the input breaks, or that it broke when it was found.
    Adopt(AdoptArguments),
    /// Makes the committed corpus small without losing a law cell or a feature
    ///
    /// Keeps the fewest and shortest inputs that together have every feature that the corpus has: law
    /// cells, transitions from one kind of input to the next, and bucketed run statistics. The choice is replayed from
    /// disk before anything is removed, and what is removed is named. Files in corpus/regressions are never
    /// touched.
    ///
    /// With --crash it shrinks one failing input instead, to the shortest scenario that fails by the same
    /// law in the same kind, and ends with 0.
    Minimize(MinimizeArguments),
    /// Rewrites the corpus in the present version of the scenario format
    ///
    /// After a change of the format, --from names the version that the inputs were written in. Without it they
    /// are of the present one, and become canonical: that form keeps its meaning while the version lasts. An
    /// input is replaced once the new one was read back from disk. What cannot be read is named and left.
    Migrate(MigrateArguments),
    /// Measures how much of the core the suites kill
    ///
    /// Every mutant that cargo-mutants lists for the core is tried by the tests of its concern, all other
    /// tests, properties, corpus replay and seeded scenarios. All mutants are compiled into one tree
    /// below target/laws/audit, so a mutant costs a run and no build.
    Audit(AuditArguments),
    /// Makes one page of all that was run: verdict, campaign, law tables, findings, audits, coverage
    ///
    /// The page needs no network and no server. Nothing is run for it but the inputs of the corpus, for the
    /// law tables, and with --coverage an instrumented build of the suite.
    Report(ReportArguments),
    /// Runs all that CI checks, step by step
    Test(TestArguments),
    /// Tells what this machine can do, and what would be lost
    Doctor,
    /// Prints the completions of a shell
    Completions(CompletionsArguments),
    /// Prints the manual of `cargo laws`, or writes it, one page a verb
    Man(ManArguments),
    /// Becomes an engine that ends with its parent; the driver's own
    #[command(hide = true)]
    BecomeEngine {
        /// Bytes of memory that it may take [default: as much as there is]
        #[arg(long)]
        memory: Option<u64>,
        /// The program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<std::ffi::OsString>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct FuzzArguments {
    /// Targets [default: all]
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Time for all targets together: 90, 90s, 15m, 8h
    #[arg(long = "for", value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    pub(crate) time: Duration,
    /// What drives the inputs; without a C++ compiler, libfuzzer falls back to swarm and says so
    #[arg(long, value_enum, default_value_t = Engines::Libfuzzer)]
    pub(crate) engine: Engines,
    /// Shares that run side by side [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// What the engines' randomness starts from [default: a fresh one, which is printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// End early when no target has gained a feature or law cell for so long: 90, 90s, 15m, 8h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) until_idle: Option<Duration>,
    /// Be the k-th of n campaigns, counted from 1: all targets, by scenarios that no other of the n with the
    /// same --seed runs
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    pub(crate) shard: Option<Shard>,
    /// Leave corpus/ as it is
    #[arg(long)]
    pub(crate) read_only: bool,
    /// End a target's time with its first finding; the other targets share what is left
    #[arg(long)]
    pub(crate) stop_on_finding: bool,
    /// Start from the committed corpus alone; what earlier campaigns kept of these targets is moved to
    /// target/laws/aside
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Go on with the newest campaign that was killed or interrupted, for the time that it had left
    #[arg(long, conflicts_with_all = [
        "targets", "time", "engine", "jobs", "seed", "until_idle", "shard", "read_only",
        "stop_on_finding", "fresh",
    ])]
    pub(crate) resume: bool,
    /// Print what happens as JSON lines instead of the table; all else goes to standard error
    #[arg(long)]
    pub(crate) json: bool,
}

impl FuzzArguments {
    /// How many shares run side by side.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, usize::from)
    }
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// Files, or folders with all that is in them [default: the committed corpus and regressions]
    ///
    /// A file is raw bytes, or a scenario in its text form if its name ends in .txt.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The target of inputs that lie in no folder with a target's name
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// Build profile to run in [default: the one that this program was built in]
    #[arg(long, value_enum)]
    pub(crate) profile: Option<Profile>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// The input: raw bytes, or a scenario in its text form if the name ends in .txt; or a finding's folder
    pub(crate) file: PathBuf,
    /// The target, if the input lies in no folder with a target's name
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// Print JSON lines instead of columns; the schema is at the end of `explain --help`
    #[arg(long, conflicts_with = "as_form")]
    pub(crate) json: bool,
    /// Print the input itself in another form instead of its trace
    #[arg(long = "as", value_enum, value_name = "FORM")]
    pub(crate) as_form: Option<Form>,
}

#[derive(Args, Debug)]
pub(crate) struct AdoptArguments {
    /// The input, or a finding's folder, whose shrunk input is then taken
    pub(crate) file: PathBuf,
    /// The target, if it is not that of the finding or of the input's folder
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// What the regression is called after its law [default: the name of its content]
    #[arg(long)]
    pub(crate) name: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct MinimizeArguments {
    /// Targets [default: all]
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Choose also among what campaigns on this machine have kept
    #[arg(long)]
    pub(crate) grow: bool,
    /// Compare with the engines' own minimizers instead: failing inputs of ci/failures, or large corpora
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["grow", "crash"])]
    pub(crate) compare: Option<Comparison>,
    /// Shrink this failing input instead: raw bytes, or a scenario in its text form if the name ends in .txt
    #[arg(long, value_name = "FILE", conflicts_with_all = ["targets", "grow"])]
    pub(crate) crash: Option<PathBuf>,
    /// The target of that input, if it lies in no folder with a target's name
    #[arg(long, value_name = "TARGET", requires = "crash")]
    pub(crate) target: Option<String>,
    /// After how many tries in a row that save no step the shrinking gives up
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "crash")]
    pub(crate) tries: u64,
    /// Where the shrunk input goes, as text if the name ends in .txt [default: beside the input, under its
    /// content's name with .shrunk]
    #[arg(long, value_name = "FILE", requires = "crash")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct MigrateArguments {
    /// Targets [default: all]
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// The version in which the inputs were written [default: the present one]
    #[arg(long, value_name = "VERSION")]
    pub(crate) from: Option<u8>,
    /// Write nothing; succeeds if nothing would be rewritten
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Args, Debug)]
pub(crate) struct AuditArguments {
    /// Partitions of ci/partitions.toml [default: all]
    #[arg(value_name = "PARTITION")]
    pub(crate) partitions: Vec<String>,
    /// Try one part of the mutants: the k-th of n, counted from 1
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    pub(crate) shard: Option<Shard>,
    /// Try only mutants that a diff of this tree touches
    #[arg(long, value_name = "FILE")]
    pub(crate) in_diff: Option<PathBuf>,
    /// Try only the partitions whose files differ from those of a git revision
    ///
    /// `last` means what a change is made against: where this branch left origin/main, or else the commit
    /// before this one.
    #[arg(long, value_name = "REVISION", conflicts_with = "in_diff")]
    pub(crate) since: Option<String>,
    /// Hunt the wrong designs of ci/designs instead, from an empty corpus; PARTITION may name one
    #[arg(long, group = "hunts", conflicts_with_all = ["shard", "in_diff", "since", "resume"])]
    pub(crate) designs: bool,
    /// Compare instead how soon libFuzzer reaches law cells and finds wrong designs, with and without law cells
    /// as feedback and mutations that know steps
    #[arg(long, group = "hunts", conflicts_with_all = ["partitions", "shard", "in_diff", "since", "resume", "check", "json"])]
    pub(crate) feedback: bool,
    /// Inputs that each process of that comparison runs at most to find a wrong design
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "feedback")]
    pub(crate) runs: u64,
    /// Inputs that each process of libFuzzer runs in that comparison to reach law cells; AFL++, which is slower,
    /// runs as many as --runs says
    #[arg(long, value_name = "N", default_value_t = 50_000, requires = "feedback")]
    pub(crate) cell_runs: u64,
    /// What hunts: seeded scenarios, or libFuzzer
    #[arg(long, value_enum, default_value_t = HuntEngine::Swarm, requires = "designs")]
    pub(crate) engine: HuntEngine,
    /// Go on to the next mutant as soon as one test or law has killed it: finds the survivors in a part of the
    /// time, and fills no kill matrix
    #[arg(long, conflicts_with_all = ["designs", "check", "write", "compare"])]
    pub(crate) survivors: bool,
    /// Compare speed and fates with plain cargo-mutants on a sample of N mutants
    #[arg(long, value_name = "N", conflicts_with_all = ["designs", "feedback", "check", "write", "shard", "in_diff", "resume"])]
    pub(crate) compare: Option<usize>,
    /// Seeds of each hunt
    #[arg(long, value_name = "N", default_value_t = 5, requires = "hunts")]
    pub(crate) seeds: u32,
    /// Compare with the committed result in ci/audit: succeeds if every figure is the committed one
    #[arg(long, conflicts_with_all = ["shard", "in_diff"])]
    pub(crate) check: bool,
    /// Write the result to ci/audit
    #[arg(long, conflicts_with_all = ["check", "shard", "in_diff", "since"])]
    pub(crate) write: bool,
    /// Print JSON lines instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Go on with an audit of the same tree that was ended
    #[arg(long)]
    pub(crate) resume: bool,
    /// Mutants that are tried side by side [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl AuditArguments {
    /// How many mutants are tried side by side.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, usize::from)
    }
}

/// What minimizers are compared on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Comparison {
    /// The failing inputs of ci/failures, with libFuzzer's -minimize_crash
    Crash,
    /// 5,000 seeded scenarios and all that is known of each TARGET [default: one a family], with cargo fuzz
    /// cmin and afl-cmin
    Corpus,
}

/// What drives the inputs of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engines {
    /// Coverage-guided, on the stable toolchain; needs a C++ compiler
    Libfuzzer,
    /// Seeded scenarios in this process; needs nothing
    Swarm,
    /// AFL++; installs cargo-afl by itself
    Afl,
    /// All that can be had of them, over one corpus
    All,
}

impl Engines {
    /// Its engines.
    pub(crate) fn engines(self) -> &'static [EngineName] {
        match self {
            Self::Libfuzzer => &[EngineName::Libfuzzer],
            Self::Swarm => &[EngineName::Swarm],
            Self::Afl => &[EngineName::Afl],
            Self::All => &EngineName::ALL,
        }
    }
}

/// What hunts wrong designs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HuntEngine {
    /// Seeded scenarios, without instrumentation
    Swarm,
    /// Coverage-guided
    Libfuzzer,
}

/// One of several equal parts of a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    part: usize,
    of: usize,
}

impl Shard {
    /// Whether the work at this place, counted from 0, is in the part.
    pub(crate) fn has(self, place: usize) -> bool {
        place % self.of == self.place()
    }

    /// The place of this part among the parts, counted from 0.
    pub(crate) fn place(self) -> usize {
        self.part - 1
    }

    /// How many parts there are.
    pub(crate) fn of(self) -> usize {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.part, self.of)
    }
}

/// A part as it is written: `1/4`.
pub(crate) fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text
        .split_once('/')
        .and_then(|(part, of)| Some(Shard { part: part.parse().ok()?, of: of.parse().ok()? }));
    numbers
        .filter(|shard| (1..=shard.of).contains(&shard.part))
        .ok_or_else(|| "write the part and their number, as in 1/4".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct ReportArguments {
    /// Where it goes [default: target/laws/report.html; with --json, standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Make JSON of the same content instead of a page
    #[arg(long)]
    pub(crate) json: bool,
    /// Measure the core's coverage by the committed corpus first, which takes a build [default: show the last
    /// measurement]
    #[arg(long)]
    pub(crate) coverage: bool,
    /// The campaign to show [default: the newest]
    #[arg(long, value_name = "ID")]
    pub(crate) campaign: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct TestArguments {
    /// Skip the campaigns and the canary
    #[arg(long)]
    pub(crate) quick: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArguments {
    /// Write one page a verb into this folder instead of printing one for all
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// A build profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// Debug assertions and overflow checks
    Dev,
    /// As shipped
    Release,
}

/// A form of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// The scenario, one line a step; save it as .txt to run it
    Text,
    /// The bytes that engines run
    Bytes,
    /// A Rust test that fails as long as the input does
    Test,
}

/// The number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A number of seconds, minutes or hours.
fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|letter: char| !letter.is_ascii_digit()) {
        Some(place) => text.split_at(place),
        None => (text, "s"),
    };
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return Err("write a whole number with s, m or h, as in 90s".into()),
    };
    let number: u64 = number.parse().map_err(|_| "write a whole number first, as in 90s")?;
    match number.checked_mul(seconds) {
        Some(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds)),
        _ => Err("the time must be at least 1s, and a number that a clock can show".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn shards_part_the_work_without_rest_or_overlap() {
        assert_eq!(parse_shard("2/3").expect("well-formed").to_string(), "2/3");
        for place in 0..20 {
            let having = (1..=3)
                .filter(|part| parse_shard(&format!("{part}/3")).expect("well-formed").has(place));
            assert_eq!(having.count(), 1, "{place}");
        }
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b"] {
            assert!(parse_shard(text).is_err(), "{text}");
        }
    }

    #[test]
    fn to_go_on_with_a_campaign_is_all_that_can_be_said_of_it() {
        let parsed = |line: &str| command().try_get_matches_from(line.split(' ')).is_ok();
        assert!(parsed("laws fuzz --resume --json"));
        for other in [
            "pool_joins",
            "--for 1s",
            "--engine swarm",
            "--jobs 1",
            "--seed 1",
            "--until-idle 1s",
            "--shard 1/2",
            "--read-only",
            "--stop-on-finding",
            "--fresh",
        ] {
            assert!(parsed(&format!("laws fuzz {other}")), "{other}");
            assert!(!parsed(&format!("laws fuzz --resume {other}")), "{other}");
        }
    }

    #[test]
    fn times_are_read_with_their_unit() {
        for (text, seconds) in [("90", 90), ("90s", 90), ("2m", 120), ("1h", 3600)] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "0", "m", "1.5m", "-1s", "5d", "99999999999999999999h"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
