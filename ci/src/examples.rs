//! The examples that end the help of each verb, and its page in the manual.
//!
//! Rules: every verb that help shows has examples, each of them is read by the real command line in a
//! test, and each does what stands beside it from the root of a checkout.

use clap::Command;
use std::fmt::Write;

/// A verb, and lines for it: what follows `cargo laws`, and what it is for.
type Examples = (&'static str, &'static [(&'static str, &'static str)]);

const EXAMPLES: [Examples; 12] = [
    (
        "fuzz",
        &[
            ("fuzz", "a minute over all targets"),
            ("fuzz pool_joins --for 2h", "one target for longer"),
            ("fuzz --engine swarm --seed 7 --jobs 1", "the same scenarios every time"),
            (
                "fuzz --engine all --for 8h --read-only",
                "a night of all engines; corpus/ stays as it is",
            ),
            ("fuzz --for 8h --until-idle 30m", "as long as it pays, and a night at most"),
            ("fuzz --resume", "goes on with the newest one that was killed or interrupted"),
            (
                "fuzz --shard 2/4 --seed 7 --for 1h",
                "the second of four machines; all have one seed",
            ),
            ("fuzz services --fresh --json", "from the committed corpus alone, told as JSON lines"),
            ("fuzz canary", "shows that a lane finds: exit code 1"),
        ],
    ),
    (
        "replay",
        &[
            ("replay", "the committed inputs and regressions"),
            ("replay --profile release", "the same, as shipped"),
            ("replay target/laws/findings", "everything that campaigns found here"),
            ("replay input.bin --target pool_drain", "an input from elsewhere"),
        ],
    ),
    (
        "explain",
        &[
            ("explain corpus/regressions/pool_joins/NAME.txt", "the trace, step by step"),
            ("explain FILE --target services --json", "the same for programs"),
            (
                "explain FILE --as text > corpus/regressions/TARGET/NAME.txt",
                "makes a finding a regression",
            ),
        ],
    ),
    (
        "adopt",
        &[(
            "adopt target/laws/findings/pool_joins/FINDING",
            "makes a finding a regression with a name",
        )],
    ),
    (
        "minimize",
        &[
            ("minimize --crash FILE", "one failing input, to its shortest trace"),
            ("minimize", "the committed corpus of all targets"),
            ("minimize pool_drain --grow", "choose also among what campaigns kept"),
        ],
    ),
    (
        "migrate",
        &[
            ("migrate --check", "whether every input is in the present form"),
            ("migrate --from 1", "after the format became version 2"),
        ],
    ),
    (
        "audit",
        &[
            ("audit", "every mutant of the core"),
            ("audit --since last --check", "what a change touches, against ci/audit"),
            ("audit --shard 1/4 --json", "the first of four parts, as JSON lines"),
            ("audit --designs --seeds 1", "the wrong designs of ci/designs, hunted once each"),
            ("audit --feedback --write", "what feedback and mutation are worth, to ci/audit"),
        ],
    ),
    (
        "report",
        &[
            ("report", "the page of what is there: target/laws/report.html"),
            ("report --coverage", "the same, with the core's coverage measured anew"),
            ("report --json > report.json", "the same content for programs"),
        ],
    ),
    ("test", &[("test --quick", "before each commit"), ("test", "all that CI checks")]),
    ("doctor", &[("doctor", "before the first campaign on a machine")]),
    (
        "completions",
        &[
            (
                "completions bash > ~/.local/share/bash-completion/completions/laws",
                "for `laws`, or an alias of that name",
            ),
            ("completions fish > ~/.config/fish/completions/laws.fish", "the same for fish"),
        ],
    ),
    (
        "man",
        &[
            ("man > laws.1", "the first page; read it with `man ./laws.1`"),
            ("man --out target/man", "all pages: laws.1, laws-fuzz.1 and so on"),
        ],
    ),
];

/// Ends the help of each verb with its examples.
pub(crate) fn add(command: Command) -> Command {
    EXAMPLES.iter().fold(command, |command, (verb, lines)| {
        command.mut_subcommand(verb, |verb| ended_with(verb, &told(lines)))
    })
}

fn ended_with(verb: Command, examples: &str) -> Command {
    let long = match verb.get_after_long_help() {
        Some(text) => format!("{text}\n\n{examples}"),
        None => examples.to_owned(),
    };
    verb.after_help(examples.to_owned()).after_long_help(long)
}

fn told(lines: &[(&str, &str)]) -> String {
    let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let mut text = "Examples:".to_owned();
    for (line, purpose) in lines {
        write!(text, "\n  cargo laws {line:width$}  {purpose}").expect("a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command;
    use std::collections::BTreeSet;

    /// An example's words, without the program's and without the shell's redirection.
    fn words(line: &str) -> Vec<&str> {
        let line = line.split(" > ").next().expect("the part before it");
        line.split(' ').collect()
    }

    #[test]
    fn every_verb_has_examples_and_nothing_else_has() {
        let command = command();
        let shown = command.get_subcommands().filter(|verb| !verb.is_hide_set());
        let shown: BTreeSet<_> = shown.map(Command::get_name).collect();
        let having: BTreeSet<_> = EXAMPLES.iter().map(|(verb, _)| *verb).collect();
        assert_eq!(having, shown);
        assert!(EXAMPLES.iter().all(|(_, lines)| !lines.is_empty()));
    }

    #[test]
    fn every_example_is_a_command_line_of_its_verb() {
        for (verb, lines) in &EXAMPLES {
            for (line, _) in *lines {
                let words = ["laws"].into_iter().chain(words(line));
                let matches = command().try_get_matches_from(words);
                let matches = matches.unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(matches.subcommand_name(), Some(*verb), "{line}");
            }
        }
    }

    #[test]
    fn the_help_of_each_verb_ends_with_its_examples_and_keeps_what_stood_there() {
        for (verb, lines) in &EXAMPLES {
            let mut command = command();
            let verb = command.find_subcommand_mut(verb).expect("a verb");
            for help in [verb.render_help(), verb.render_long_help()] {
                assert!(help.to_string().trim_end().ends_with(&told(lines)), "{help}");
            }
        }
        let mut command = command();
        let explain = command.find_subcommand_mut("explain").expect("a verb");
        assert!(explain.render_long_help().to_string().contains("record=verdict"));
    }
}
