//! Shrinks one failing input (`cargo laws minimize --crash FILE`).
//!
//! Rules: nothing of the result can be left out, and a search for fewer steps was in vain. It fails by the same law
//! in the same kind, or it is not written. It lies beside the input under its content's name with `.shrunk`, unless
//! another place is named. The input itself stays.

use crate::input::{self, Input, family_of, is_text};
use crate::judge::{Judge, Shrunk};
use crate::outcome::{Ending, Outcome, Problem};
use crate::store::{Durability, content_name, write_whole};
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

/// What the name of a shrunk input ends with.
const EXTENSION: &str = "shrunk";

/// Shrinks the input of a file.
pub(super) fn run(
    workspace: &Workspace,
    file: &Path,
    target: Option<&str>,
    out: Option<&Path>,
    tries: u64,
) -> Ending {
    let (input, target) = input::named(file, target)?;
    let mut judge = Judge::new(target);
    let breach = judge.run(&input.bytes).err().ok_or_else(|| passes(&input, target))?;
    let shrunk = judge.shrink_further(&input.bytes, &breach, tries);
    let place = out.map_or_else(|| beside(file, &shrunk.bytes), Path::to_owned);
    write_whole(&place, &content(&place, target, &shrunk), Durability::Lasting)
        .map_err(|error| Problem::file(&place, &error))?;
    anstream::println!(
        "{}: {}\nsteps: {} before, {} after\n{}",
        breach.kind,
        breach.law,
        judge.steps(&input.bytes),
        judge.steps(&shrunk.bytes),
        workspace.short(&place),
    );
    Ok(Outcome::Clean)
}

fn passes(input: &Input, target: &str) -> Problem {
    Problem::usage(
        format!(
            "{}: passes in {target}, so there is nothing to shrink it to",
            input.path.display()
        ),
        "give an input that fails; `cargo laws explain` shows what one does",
    )
}

fn beside(file: &Path, bytes: &[u8]) -> PathBuf {
    file.with_file_name(content_name(bytes)).with_extension(EXTENSION)
}

/// The form that the name of the place asks for.
fn content(place: &Path, target: &'static str, shrunk: &Shrunk) -> Vec<u8> {
    if is_text(place) {
        return (family_of(target).to_text)(&shrunk.bytes).into_bytes();
    }
    shrunk.bytes.clone()
}
