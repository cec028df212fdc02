//! Command lines that are written down elsewhere are read by the real command line: a renamed flag fails
//! here, not at night in a workflow.

use crate::cli::command;
use crate::engine::EngineName;
use std::path::Path;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads what follows `cargo laws`, and answers the verb.
fn verb_of(line: &str) -> String {
    let words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let matches = command().try_get_matches_from(["laws"].into_iter().chain(words));
    let matches = matches.unwrap_or_else(|error| panic!("cargo laws {line}: {error}"));
    matches.subcommand_name().expect("a verb").to_owned()
}

/// What follows `cargo laws` up to the end of the command, in every line that is no comment.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let command = |line: &str| {
        let line = line.split("cargo laws ").nth(1)?;
        let end = [" > ", " || ", " && ", "; ", " #", "  #", " \"$@\""];
        let end = end.iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
        Some(line[..end].trim().to_owned())
    };
    lines.filter_map(command).collect()
}

/// The values of a key of a workflow's matrix.
fn matrix(text: &str, key: &str) -> Vec<String> {
    let list = text.split(&format!("{key}: [")).nth(1).and_then(|rest| rest.split(']').next());
    let list = list.unwrap_or_else(|| panic!("no matrix of {key}"));
    list.split(", ").map(str::to_owned).collect()
}

/// A workflow's command with every value of the matrix that it names; a run has some number.
fn expanded(text: &str, command: &str) -> Vec<String> {
    let command = &command.replace("${{ github.run_id }}", "123");
    let Some((before, rest)) = command.split_once("${{ matrix.") else {
        return vec![command.to_owned()];
    };
    let (key, after) = rest.split_once(" }}").expect("an end");
    let values = matrix(text, key).into_iter();
    values.flat_map(|value| expanded(text, &format!("{before}{value}{after}"))).collect()
}

/// The verbs that a workflow runs; each command is read with each value of its matrix.
fn verbs(workflow: &str) -> Vec<String> {
    let text = text(&format!(".github/workflows/{workflow}"));
    let commands = commands(&text).into_iter();
    commands.flat_map(|command| expanded(&text, &command)).map(|line| verb_of(&line)).collect()
}

#[test]
fn the_workflows_run_what_the_command_line_knows() {
    assert_eq!(verbs("ci.yml"), ["doctor", "test"]);
    let campaign = verbs("campaign.yml");
    assert_eq!(campaign[0], "doctor");
    // The canary by each engine, then each part of each engine's campaign.
    assert_eq!(campaign[1..], ["fuzz"; 3 + 3 * 2]);
    assert_eq!(verbs("audit.yml"), ["audit"; 5]);
    assert!(verbs("clusterfuzzlite.yml").is_empty());
}

#[test]
fn the_nightly_campaigns_are_those_of_all_engines() {
    let engines: Vec<_> = EngineName::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(matrix(&text(".github/workflows/campaign.yml"), "engine"), engines);
}

#[test]
fn console_blocks_of_the_documents_show_what_the_command_line_knows() {
    let mut seen = 0;
    for document in ["README.md", "CONTRIBUTING.md"] {
        let text = text(document);
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().expect("the block");
            let verbs: Vec<_> = commands(block).iter().map(|line| verb_of(line)).collect();
            seen += verbs.len();
        }
    }
    assert!(seen >= 3, "{seen}");
}

#[test]
#[should_panic(expected = "--no-such-flag")]
fn a_renamed_flag_fails() {
    let lines = commands("      - run: cargo laws fuzz --no-such-flag > file\n");
    lines.iter().for_each(|line| drop(verb_of(line)));
}
