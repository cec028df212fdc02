//! Runs inputs in this process, and turns whatever happens into a verdict.
//!
//! Rules: a panic that leaves a run is a finding like a broken law; it is caught, told by its
//! message and place, and the machine is built anew after it. Nothing here prints.

use crate::features::Shown;
use crate::input::{Input, Unusable};
use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::engine::Subject;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::verdict::RunSummary;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

thread_local! {
    /// While a run is judged: what its panics said.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    static JUDGING: RefCell<bool> = const { RefCell::new(false) };
}

/// Runs inputs of one target.
#[derive(Debug)]
pub(crate) struct Judge {
    name: &'static str,
    subject: Subject,
}

/// Why an input fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breach {
    /// `wrong`, `lost`, `stuck` or `panic`; an engine adds `timeout` and `memory`.
    pub(crate) kind: String,
    /// The law that broke.
    pub(crate) law: String,
    /// Where and how.
    pub(crate) evidence: String,
}

impl Judge {
    /// A judge for a target or the canary, by a name that [`crate::input::target_named`] gave out.
    pub(crate) fn new(name: &'static str) -> Self {
        let subject = Subject::named(name).expect("names come from the registry");
        Self { name, subject }
    }

    /// The input's longest useful size.
    pub(crate) fn input_bytes_max(&self) -> usize {
        self.subject.target().input_bytes_max()
    }

    /// One seeded scenario of the target.
    pub(crate) fn generate(&self, seed: u64, bytes: &mut Vec<u8>) {
        self.subject.target().generate(seed, bytes);
    }

    /// Reads an input of its target from a file.
    pub(crate) fn load(&self, path: &Path) -> Result<Input, Unusable> {
        Input::load(path, self.name)
    }

    /// What is known of the machine that it judges.
    pub(crate) fn family(&self) -> &'static Family {
        self.subject.target().family
    }

    /// Runs one input.
    pub(crate) fn run(&mut self, bytes: &[u8]) -> Result<RunSummary, Breach> {
        let subject = &mut self.subject;
        match caught(|| subject.run(bytes)) {
            Ok(result) => result.map_err(|failure| Breach {
                kind: failure.kind.to_string(),
                law: failure.law.to_string(),
                evidence: format!("step {}: {}", failure.step, failure.evidence),
            }),
            Err(panic) => {
                self.subject = Subject::named(self.name).expect("it was there before");
                Err(Breach { kind: "panic".into(), law: "no-panic".into(), evidence: panic })
            }
        }
    }

    /// The cells that the last run reached.
    pub(crate) fn cells(&self) -> &CellSet {
        self.subject.cells()
    }

    /// What the last run shows; `summary` is its own.
    pub(crate) fn shown(&self, summary: RunSummary) -> Shown<'_> {
        let (cells, path) = (self.subject.cells(), self.subject.path());
        Shown { family: self.family(), cells, path, summary }
    }

    /// The trace of an input as text; for an input that panics, what the panic said.
    pub(crate) fn trace(&mut self, bytes: &[u8]) -> String {
        let subject = &mut self.subject;
        let trace = caught(|| subject.trace(bytes).to_string());
        trace.unwrap_or_else(|panic| {
            self.subject = Subject::named(self.name).expect("it was there before");
            format!("the run panics, so it has no trace\n{panic}\n")
        })
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {} ({})", self.kind, self.law, self.evidence)
    }
}

/// Lets a judged run panic without a word, and any other panic speak as usual.
pub(crate) fn install_panic_hook() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if JUDGING.with_borrow(|judging| *judging) {
            PANIC.set(Some(info.to_string()));
        } else {
            usual(info);
        }
    }));
}

/// Calls, and answers a panic that gets out with what it said.
pub(crate) fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    JUDGING.set(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    JUDGING.set(false);
    let said = PANIC.take();
    result.map_err(|_| said.unwrap_or_else(|| "a panic without a message".into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::FeatureSet;
    use crate::input::target_named;

    #[test]
    fn a_panic_is_a_breach_that_tells_its_message() {
        install_panic_hook();
        let said = caught(|| panic!("out of ordinals")).expect_err("it panics");
        assert!(said.contains("out of ordinals"), "{said}");
        assert_eq!(caught(|| 7), Ok(7));
    }

    #[test]
    fn a_seeded_scenario_passes_and_has_features() {
        let mut judge = Judge::new(target_named("pool_admission").expect("registered"));
        let mut bytes = Vec::new();
        judge.generate(1, &mut bytes);
        assert!(bytes.len() <= judge.input_bytes_max());
        let summary = judge.run(&bytes).expect("the core keeps its laws");
        assert!(!FeatureSet::new().extend(judge.shown(summary).features()).is_empty());
        assert!(!judge.trace(&bytes).is_empty());
    }
}
