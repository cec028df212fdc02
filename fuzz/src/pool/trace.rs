//! A recorded run: complete for machines, one line a step in fixed columns for people.
//!
//! Columns: number of the input; phase of the run; step of the script; role addressed; phase of the
//! member (or mode of the pool) before and after; verdict; what was told; what was said. The broken
//! law and its evidence stand at the end. Ids are shown as `#ordinal`, those of other pools as
//! `#ordinal@pool`.

use crate::pool::observation::{
    ConstructionFailure, Mode, Phase, PoolSetup, Role, Said, Told, Verdict,
};
use crate::run::shortened;
use crate::verdict::Failure;
use serde::Serialize;
use std::fmt;

/// One recorded run.
#[derive(Clone, Debug, Serialize)]
pub struct Trace {
    /// The target's name.
    pub target: String,
    /// The construction choices.
    pub setup: PoolSetup,
    /// How the construction failed, if it did.
    pub construction: Option<ConstructionFailure>,
    /// Every input that was told.
    pub steps: Vec<TraceStep>,
    /// The law that broke.
    pub failure: Option<Failure>,
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
#[derive(Clone, Debug, Serialize)]
pub struct TraceStep {
    /// Its number, from 0.
    pub step: u32,
    /// The phase of the run.
    pub phase: RunPhase,
    /// The script's step, in its text form.
    pub script: Option<String>,
    /// What the pool was told.
    pub told: Told,
    /// The role whose member it addresses.
    pub addressee: Option<Role>,
    /// The mode before.
    pub mode_before: Mode,
    /// The addressee's phase before.
    pub before: Option<Phase>,
    /// The mode after.
    pub mode_after: Mode,
    /// The addressee's phase after.
    pub after: Option<Phase>,
    /// What the pool said.
    pub said: Vec<Said>,
    /// How the step ended.
    pub verdict: Verdict,
    /// Where the batch was cut.
    pub cut: Option<usize>,
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "target {}", self.target)?;
        writeln!(f, "setup  {}", brief(&self.setup, self.setup.identity))?;
        if let Some(failure) = self.construction {
            writeln!(f, "construction failed: {failure:?}")?;
        }
        for step in &self.steps {
            step.write_line(f, self.setup.identity)?;
        }
        match &self.failure {
            Some(failure) => {
                let Failure { kind, law, step, evidence } = failure;
                writeln!(f, "{kind}: the law `{law}` broke at input {step}")?;
                writeln!(f, "  {}", shortened(evidence, "pool", self.setup.identity))
            }
            None => writeln!(f, "every law held"),
        }
    }
}

impl TraceStep {
    fn write_line(&self, f: &mut fmt::Formatter<'_>, pool: u32) -> fmt::Result {
        let phase = match self.phase {
            RunPhase::Chaos => "chaos",
            RunPhase::Recovery => "recovery",
        };
        let script = self.script.as_deref().unwrap_or("-");
        let role = self.addressee.map_or_else(|| "-".to_owned(), |role| role.to_string());
        let shown = |phase: Option<Phase>, mode: Mode| {
            phase.map_or_else(|| format!("({mode:?})"), |phase| format!("{phase:?}"))
        };
        let before = shown(self.before, self.mode_before);
        let after = shown(self.after, self.mode_after);
        let verdict = format!("{:?}", self.verdict);
        write!(f, "{:>4} {phase:<8} {script:<33} {role:>3} ", self.step)?;
        write!(f, "{before:<33} -> {after:<33} {verdict:<16} {}", brief(&self.told, pool))?;
        if let Some(cut) = self.cut {
            write!(f, " [cut at {cut}]")?;
        }
        let separators = std::iter::once(" => ").chain(std::iter::repeat("; "));
        for (separator, said) in separators.zip(&self.said) {
            write!(f, "{separator}{}", brief(said, pool))?;
        }
        writeln!(f)
    }
}

fn brief(value: &impl fmt::Debug, pool: u32) -> String {
    shortened(&format!("{value:?}"), "pool", pool)
}
