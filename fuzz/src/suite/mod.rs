//! Whole suites of scenarios in one process: the committed corpus, seeded scenarios, the hunt for one law,
//! and the shrinking of one input.
//!
//! Rules: what is run and judged is what replays and engines run and judge. A suite stops at the first
//! failure, or at the first of the law that is wanted. It answers one line of JSON on standard output and an
//! exit code: 0 nothing was found, 1 a failure (of the law that is wanted), 2 the suite could not be run. A
//! panic is a failure like any other. A run that never ends is nothing that a suite can notice.

mod arguments;
pub mod corpus;
mod fixed;
mod hunt;
mod kill;
mod replay;
mod shorten;

pub use arguments::{Arguments, Order, USAGE};
pub use fixed::Fixed;
pub use hunt::{Hunted, Shortest, hunt};
pub use kill::Kill;
pub use replay::{Replayed, replay};
pub use shorten::{Shortened, Verdict, shorten};

use std::process::ExitCode;

/// The name of the binary.
pub const SUITE: &str = "suite";

/// Runs the suite that the command line orders.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let done = Arguments::parse(std::env::args().skip(1)).and_then(|arguments| run(&arguments));
    match done {
        Ok(Done { line, is_killed }) => {
            println!("{line}");
            ExitCode::from(u8::from(is_killed))
        }
        Err(problem) => {
            eprintln!("{SUITE}: {problem}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// What a suite came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The line of JSON.
    pub line: String,
    /// Whether something was found.
    pub is_killed: bool,
}

/// Runs one suite.
///
/// # Errors
///
/// Why it could not be run.
pub fn run(arguments: &Arguments) -> Result<Done, String> {
    let written = |line: serde_json::Result<String>| line.map_err(|error| error.to_string());
    match &arguments.order {
        Order::Corpus { .. } | Order::Seeds { .. } => {
            let replayed = replay(arguments)?;
            let is_killed = replayed.named.is_some();
            Ok(Done { line: written(serde_json::to_string(&replayed))?, is_killed })
        }
        Order::Hunt { .. } => {
            let hunted = hunt(arguments)?;
            let is_killed = hunted.named.is_some();
            Ok(Done { line: written(serde_json::to_string(&hunted))?, is_killed })
        }
        Order::Shrink { .. } => {
            let shortened = shorten(arguments)?;
            let is_killed = shortened.before.is_some();
            Ok(Done { line: written(serde_json::to_string(&shortened))?, is_killed })
        }
    }
}
