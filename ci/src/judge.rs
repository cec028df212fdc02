//! Runs inputs in this process, and turns whatever happens into a verdict.
//!
//! Rules: a panic that leaves a run is a finding like a broken law; it is caught, told by its
//! message and place, and the machine is built anew after it. Nothing here prints.

use crate::features::Shown;
use crate::input::{Input, Unusable};
use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::engine::{Subject, shrink, shrink_further};
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::verdict::RunSummary;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Runs that the shrinking of one input may take: well below a minute in any profile, and far more than
/// any scenario needed so far.
const SHRINKING_RUNS_MAX: u64 = 20_000;

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

/// The shortest scenario that was found to fail as another one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shrunk {
    /// Its canonical bytes; the other one's own where nothing shorter fails alike.
    pub(crate) bytes: Vec<u8>,
    /// How it fails: by the law and kind of the other one.
    pub(crate) breach: Breach,
    /// What its run goes through, in order: the names of the law cells. Of a run that panics out of every
    /// check, the place of the panic.
    pub(crate) shape: Vec<String>,
    /// Its trace.
    pub(crate) trace: String,
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

    /// Shrinks an input that fails by this breach, in a bounded number of runs and the same way each time.
    pub(crate) fn shrink(&mut self, bytes: &[u8], breach: &Breach) -> Shrunk {
        self.shrink_by(bytes, breach, &|subject, bytes| shrink(subject, bytes, SHRINKING_RUNS_MAX))
    }

    /// The same, and then a search for fewer steps until so many tries in a row were in vain.
    pub(crate) fn shrink_further(&mut self, bytes: &[u8], breach: &Breach, tries: u64) -> Shrunk {
        self.shrink_by(bytes, breach, &|subject, bytes| shrink_further(subject, bytes, tries))
    }

    fn shrink_by(
        &mut self,
        bytes: &[u8],
        breach: &Breach,
        shrink: &dyn Fn(&mut Subject, &[u8]) -> Vec<u8>,
    ) -> Shrunk {
        let subject = &mut self.subject;
        // A panic is a verdict to the shrinking; should it get out all the same, nothing is shorter.
        let shortest = caught(|| shrink(subject, bytes));
        let shortest = shortest.unwrap_or_else(|_| bytes.to_vec());
        let alike = self.run(&shortest).err().filter(|found| found.is_like(breach));
        let (bytes, breach) = match alike {
            Some(found) => (shortest, found),
            None => (bytes.to_vec(), self.run(bytes).err().unwrap_or_else(|| breach.clone())),
        };
        let shape = self.shape(&breach);
        let trace = self.trace(&bytes);
        Shrunk { bytes, breach, shape, trace }
    }

    /// What the last run, which failed by this breach, went through.
    fn shape(&self, breach: &Breach) -> Vec<String> {
        let cells = self.subject.path().iter().map(|&cell| usize::from(cell));
        let names: Vec<_> = cells.map(self.family().cell_name).collect();
        let place = || breach.evidence.lines().next().unwrap_or_default().to_owned();
        if names.is_empty() { vec![place()] } else { names }
    }

    /// The one form of all bytes that its target runs alike: what it does not run is left out.
    pub(crate) fn canonical(&self, bytes: &[u8]) -> Vec<u8> {
        let counted = &bytes[..bytes.len().min(self.input_bytes_max())];
        let family = self.family();
        (family.parse_text)(&(family.to_text)(counted)).expect("what a family writes it can read")
    }

    /// How many steps of an input its target runs.
    pub(crate) fn steps(&self, bytes: &[u8]) -> usize {
        let Family { header_bytes, step_bytes, .. } = *self.family();
        let counted = bytes.len().min(self.input_bytes_max());
        counted.saturating_sub(header_bytes).div_ceil(step_bytes)
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

impl Breach {
    /// Whether the other one is of the same law and kind.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (&self.kind, &self.law) == (&other.kind, &other.law)
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
    fn what_fails_shrinks_to_something_shorter_that_fails_alike_and_has_a_shape() {
        let mut judge = Judge::new(target_named("canary").expect("always there"));
        let mut bytes = Vec::new();
        let failing = (0..200).find_map(|seed| {
            judge.generate(seed, &mut bytes);
            judge.run(&bytes).err()
        });
        let breach = failing.expect("the canary fails");
        let shrunk = judge.shrink(&bytes, &breach);
        assert!(shrunk.breach.is_like(&breach));
        assert!(judge.steps(&shrunk.bytes) < judge.steps(&bytes));
        assert_eq!(judge.run(&shrunk.bytes), Err(shrunk.breach.clone()));
        assert!(shrunk.trace.contains(&breach.law), "{}", shrunk.trace);
        assert!(shrunk.shape.len() > 3, "{:?}", shrunk.shape);
        assert_eq!(judge.shrink(&bytes, &breach), shrunk);
        assert_eq!(judge.shrink(&shrunk.bytes, &breach), shrunk);
    }

    #[test]
    fn the_canonical_form_of_an_input_runs_alike_and_is_its_own() {
        let mut judge = Judge::new(target_named("pool_joins").expect("registered"));
        let mut bytes = Vec::new();
        judge.generate(3, &mut bytes);
        assert_eq!(judge.canonical(&bytes), bytes);
        let whole = judge.run(&bytes);
        bytes[0] = 200;
        bytes.resize(judge.input_bytes_max() + 40, 7);
        let long = judge.run(&bytes);
        let canonical = judge.canonical(&bytes);
        assert_eq!((canonical.len(), canonical[0]), (judge.input_bytes_max(), 1));
        assert_eq!(judge.run(&canonical), long);
        assert_ne!(long, whole);
    }

    #[test]
    fn steps_are_counted_as_far_as_a_target_runs_them() {
        let judge = Judge::new(target_named("canary").expect("always there"));
        let Family { header_bytes, step_bytes, .. } = *judge.family();
        let steps = |length| judge.steps(&vec![0; length]);
        assert_eq!([0, header_bytes, header_bytes + 1].map(steps), [0, 0, 1]);
        assert_eq!(steps(header_bytes + 2 * step_bytes), 2);
        assert_eq!(steps(1 << 20), 128);
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
