//! A recorded run: complete for machines, one line an input in fixed columns for people.
//!
//! Columns: number of the input; phase of the run; step of the script; what is addressed before and after;
//! verdict; what was told; what was said. The broken law and its evidence stand at the end.

use super::{Rig, SetupOf};
use crate::engine::Recording;
use crate::verdict::Failure;
use serde::Serialize;
use std::fmt;

/// One recorded run.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct Trace<R: Rig> {
    /// The target's name.
    pub target: String,
    /// The construction choices.
    pub setup: SetupOf<R>,
    /// How the construction failed, if it did.
    pub construction: Option<R::Rejection>,
    /// Every input that was told.
    pub steps: Vec<TraceStep<R>>,
    /// The law that broke.
    pub failure: Option<Failure>,
    /// Whose ids are shown short.
    #[serde(skip)]
    pub(super) owner: u32,
}

/// The phases of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RunPhase {
    /// The host follows the script.
    Chaos,
    /// The host settles all that it owes.
    Recovery,
}

/// One input and all that followed.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct TraceStep<R: Rig> {
    /// Its number, from 0.
    pub step: u32,
    /// The phase of the run.
    pub phase: RunPhase,
    /// The script's step, in its text form.
    pub script: Option<String>,
    /// What the machine was told.
    pub told: R::Told,
    /// Whom it addresses, and in which phase; nobody where no oracle judges.
    pub addressee: Option<R::Addressee>,
    /// What the addressee, or the machine, showed before.
    pub before: String,
    /// What the addressee, or the machine, showed after.
    pub after: String,
    /// What the machine said.
    pub said: Vec<R::Said>,
    /// How the step ended; `None` if it did not.
    pub verdict: Option<R::Verdict>,
    /// Where the batch was cut.
    pub cut: Option<usize>,
}

impl<R: Rig> fmt::Display for Trace<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "target {}", self.target)?;
        writeln!(f, "setup  {}", brief(&self.setup, self.owner))?;
        if let Some(rejection) = &self.construction {
            writeln!(f, "construction failed: {rejection:?}")?;
        }
        for step in &self.steps {
            step.write_line(f, self.owner)?;
        }
        match &self.failure {
            Some(failure) => {
                let Failure { kind, law, step, evidence } = failure;
                writeln!(f, "{kind}: the law `{law}` broke at input {step}")?;
                writeln!(f, "  {}", shortened(evidence, "owner", self.owner))
            }
            None => writeln!(f, "every law held"),
        }
    }
}

impl<R: Rig> TraceStep<R> {
    fn write_line(&self, f: &mut fmt::Formatter<'_>, owner: u32) -> fmt::Result {
        let phase = match self.phase {
            RunPhase::Chaos => "chaos",
            RunPhase::Recovery => "recovery",
        };
        let script = self.script.as_deref().unwrap_or("-");
        let verdict = self.verdict.map_or("-".to_owned(), |verdict| format!("{verdict:?}"));
        let (before, after) =
            (shortened(&self.before, "owner", owner), shortened(&self.after, "owner", owner));
        write!(f, "{:>4} {phase:<8} {script:<33} {before:<33} -> {after:<33} ", self.step)?;
        write!(f, "{verdict:<16} {}", brief(&self.told, owner))?;
        if let Some(cut) = self.cut {
            write!(f, " [cut at {cut}]")?;
        }
        let separators = std::iter::once(" => ").chain(std::iter::repeat("; "));
        for (separator, said) in separators.zip(&self.said) {
            write!(f, "{separator}{}", brief(said, owner))?;
        }
        writeln!(f)
    }
}

impl<R: Rig> Recording for Trace<R> {
    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn to_json(&self) -> Result<serde_json::Value, serde_json::Error> {
        serde_json::to_value(self)
    }
}

fn brief(value: &impl fmt::Debug, owner: u32) -> String {
    shortened(&format!("{value:?}"), "owner", owner)
}

/// Shortens ids in a debug text: `Id { owner: 1, ordinal: 5 }` is `#5` for owner 1 and `#5@1` for others.
/// `field` is the name of the first field.
pub(crate) fn shortened(text: &str, field: &str, owner: u32) -> String {
    let head = format!("Id {{ {field}: ");
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(&head) {
        let (before, id) = rest.split_at(place);
        let Some((fields, tail)) = id[head.len()..].split_once(" }") else { break };
        short.push_str(before);
        match fields.split_once(", ordinal: ") {
            Some((issuer, ordinal)) if issuer.parse() == Ok(owner) => {
                short.extend(["#", ordinal]);
            }
            Some((issuer, ordinal)) => short.extend(["#", ordinal, "@", issuer]),
            None => short.push_str(&id[..head.len() + fields.len() + 2]),
        }
        rest = tail;
    }
    short.push_str(rest);
    short
}
