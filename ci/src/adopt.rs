//! Makes one input a regression (`cargo laws adopt`).
//!
//! Rules: a regression is the text form of an input in `corpus/regressions/TARGET`, named
//! `<law>-<name>.txt` by the law that it breaks now, or else broke when it was found. Nothing that is there
//! is ever replaced. The canary has no regressions: it must go on failing.

use crate::cli::AdoptArguments;
use crate::finding::{Finding, plain};
use crate::input::{self, family_of};
use crate::judge::Judge;
use crate::outcome::{Ending, Outcome, Problem};
use crate::store::{Durability, content_name, write_whole};
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::CANARY;
use std::path::Path;

/// The law in the name of an input that breaks none.
const NO_LAW: &str = "passes";

/// Adopts.
pub(crate) fn run(workspace: &Workspace, arguments: &AdoptArguments) -> Ending {
    let finding = Finding::named(&arguments.file)?;
    let file = finding.as_ref().map_or_else(|| arguments.file.clone(), Finding::input);
    let found_for = finding.as_ref().map(|finding| finding.record.target.as_str());
    let (input, target) = input::named(&file, arguments.target.as_deref().or(found_for))?;
    if target == CANARY {
        return Err(Problem::usage(
            "the canary must fail, so it has no regressions",
            "give --target TARGET to adopt the input for another target of its family",
        ));
    }
    let breach = Judge::new(target).run(&input.bytes).err();
    let law = breach.as_ref().map(|breach| breach.law.as_str());
    let law = law.or(finding.as_ref().map(|finding| finding.record.law.as_str()));
    let name = match &arguments.name {
        Some(name) => demand_plain(name)?,
        None => &content_name(&input.bytes),
    };
    let file_name = format!("{}-{name}.txt", plain(law.unwrap_or(NO_LAW)));
    let place = workspace.regressions(target).join(file_name);
    add(&place, &(family_of(target).to_text)(&input.bytes))?;
    let verdict = breach.map_or_else(|| "passes".to_owned(), |breach| breach.to_string());
    anstream::println!("{}\nnow: {verdict}", workspace.short(&place));
    Ok(Outcome::Clean)
}

/// A name that needs no quoting and leads to no other folder.
fn demand_plain(name: &str) -> Result<&str, Problem> {
    let is_plain = !name.is_empty() && plain(name) == name;
    is_plain.then_some(name).ok_or_else(|| {
        Problem::usage(
            format!("`{name}` cannot be the name of a regression"),
            "use letters, digits and hyphens, as in a-birth-is-owed",
        )
    })
}

/// Writes a regression, unless one of that name is there: the same is fine, another is not touched.
fn add(place: &Path, text: &str) -> Result<(), Problem> {
    let trouble = |error| Problem::file(place, &error);
    if !place.exists() {
        return write_whole(place, text.as_bytes(), Durability::Lasting).map_err(trouble);
    }
    let is_same = std::fs::read(place).map_err(trouble)? == text.as_bytes();
    is_same.then_some(()).ok_or_else(|| {
        Problem::usage(
            format!("{}: there is another regression of this name", place.display()),
            "give it another name with --name",
        )
    })
}
