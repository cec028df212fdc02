//! `cargo laws`: campaigns, replays and checks of the actor folds.
//!
//! Rules: a verb is a module; it answers an outcome or a problem, and only this file turns either
//! into an exit code. Results go to standard output, progress and problems to standard error.

#![forbid(unsafe_code)]

mod adopt;
mod audit;
mod browser;
mod campaign;
mod checks;
mod cli;
mod cover;
mod doctor;
#[cfg(test)]
mod documented;
mod engine;
mod examples;
mod explain;
mod features;
mod finding;
mod git;
mod input;
mod judge;
mod llvm;
mod manual;
mod migrate;
mod minimize;
mod outcome;
mod program;
mod progress;
mod replay;
mod report;
mod store;
mod table;
mod tool;
mod workspace;

use cli::Verb;
use outcome::Ending;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command_line = cli::parse();
    judge::install_panic_hook();
    match run(&command_line.verb) {
        Ok(outcome) => outcome.into(),
        Err(problem) => {
            anstream::eprintln!("{}", progress::error(&problem));
            problem.outcome().into()
        }
    }
}

fn run(verb: &Verb) -> Ending {
    let find = workspace::Workspace::find;
    match verb {
        Verb::BecomeEngine { memory, command } => {
            Err(engine::process::become_engine(*memory, command))
        }
        Verb::Fuzz(arguments) => campaign::run(&find()?, arguments),
        Verb::Replay(arguments) => replay::run(&find()?, arguments),
        Verb::Explain(arguments) => explain::run(arguments),
        Verb::Adopt(arguments) => adopt::run(&find()?, arguments),
        Verb::Minimize(arguments) => minimize::run(&find()?, arguments),
        Verb::Migrate(arguments) => migrate::run(&find()?, arguments),
        Verb::Audit(arguments) => audit::run(&find()?, arguments),
        Verb::Report(arguments) => report::run(&find()?, arguments),
        Verb::Test(arguments) => checks::run(&find()?, arguments),
        Verb::Doctor => doctor::run(&find()?),
        Verb::Completions(arguments) => manual::completions(arguments),
        Verb::Man(arguments) => manual::pages(arguments),
    }
}
