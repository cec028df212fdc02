//! What a campaign knows and keeps of one target.
//!
//! Rules: every input that an engine offers is judged here, in this process, by the same checks; the
//! ledger alone decides what is kept and where, and does so on disk before it counts it. An input that
//! fails here is a finding, whatever the engine thought of it, and is shrunk at once, so that findings are
//! told apart by the shortest trace. Only so many failing inputs of one kind and law are shrunk: a machine
//! that fails at every turn must not spend its campaign on that. Nothing is kept of the canary, so that it
//! has to be found anew each time.

use crate::features::FeatureSet;
use crate::finding::{self, Evidence, Failing, Finding, Origin};
use crate::input::family_of;
use crate::judge::{Breach, Judge};
use crate::outcome::Problem;
use crate::store::{Store, content_name, list_files};
use crate::workspace::Workspace;
use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::engine::CANARY;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many failing inputs of one kind and law are shrunk in a campaign over a target.
const SHRUNK_MAX: usize = 32;

/// What is known of an offered input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Novelty {
    /// The engine saw features of its own in it: it is kept.
    OfEngine,
    /// Nothing: it is kept if it adds features of ours.
    Unknown,
}

/// What a campaign knows and keeps of one target.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// The target.
    pub(crate) target: &'static str,
    /// What failed, each finding once.
    pub(crate) findings: Vec<Finding>,
    /// Failing inputs of kinds and laws that were looked at often enough.
    pub(crate) unexamined_count: usize,
    /// Inputs kept below the build folder by this campaign.
    pub(crate) kept_count: usize,
    /// Inputs copied into the committed corpus by this campaign.
    pub(crate) promoted_count: usize,
    loaded_count: usize,
    known: FeatureSet,
    cells: CellSet,
    cells_at_begin: usize,
    committed_cells: CellSet,
    seen: HashSet<String>,
    kept: Option<Store>,
    corpus: Option<Store>,
    findings_folder: PathBuf,
    failing: HashSet<String>,
    examined: HashMap<(String, String), usize>,
    told_count: usize,
    origin: Origin,
    until_finding: bool,
    ended: Arc<AtomicBool>,
}

impl Ledger {
    /// Replays what is committed and what earlier campaigns kept.
    pub(crate) fn open(
        workspace: &Workspace,
        target: &'static str,
        read_only: bool,
        until_finding: bool,
    ) -> Result<Self, Problem> {
        let corpus = Store::lasting(workspace.corpus(target));
        let kept = Store::passing(workspace.kept(target));
        let is_canary = target == CANARY;
        let mut ledger = Self {
            target,
            findings: Vec::new(),
            unexamined_count: 0,
            kept_count: 0,
            promoted_count: 0,
            loaded_count: 0,
            known: FeatureSet::new(),
            cells: CellSet::default(),
            cells_at_begin: 0,
            committed_cells: CellSet::default(),
            seen: HashSet::new(),
            kept: Some(kept).filter(|_| !is_canary),
            corpus: Some(corpus).filter(|_| !read_only && !is_canary),
            findings_folder: workspace.findings(target),
            failing: HashSet::new(),
            examined: HashMap::new(),
            told_count: 0,
            origin: Origin::replay(workspace.root()),
            until_finding,
            ended: Arc::default(),
        };
        let judge = &mut Judge::new(target);
        ledger.load(judge, &workspace.corpus(target))?;
        ledger.load(judge, &workspace.regressions(target))?;
        ledger.committed_cells = ledger.cells.clone();
        ledger.sweep()?;
        ledger.load(judge, &workspace.kept(target))?;
        Ok(ledger)
    }

    /// From now on what is kept and found counts as this campaign's.
    pub(crate) fn begin(&mut self, engine: &str, seed: u64) {
        self.cells_at_begin = self.cells.len();
        self.origin.engine = engine.to_owned();
        self.origin.seed = Some(seed);
    }

    fn sweep(&self) -> Result<(), Problem> {
        for store in self.corpus.iter().chain(&self.kept) {
            store.sweep().map_err(|error| Problem::file(store.folder(), &error))?;
        }
        Ok(())
    }

    fn load(&mut self, judge: &mut Judge, folder: &Path) -> Result<(), Problem> {
        let files = list_files(folder).map_err(|error| Problem::file(folder, &error))?;
        for path in files {
            let input = judge.load(&path).map_err(|unusable| {
                Problem::environment(
                    format!("{}: {unusable}", path.display()),
                    "repair the file or remove it; `cargo laws replay` lists all such files",
                )
            })?;
            self.loaded_count += 1;
            self.learn(judge, &input.bytes);
        }
        Ok(())
    }

    /// Runs an input and takes in what it reaches; answers whether that adds features and cells.
    /// An input that was seen before, or that fails, adds nothing.
    fn learn(&mut self, judge: &mut Judge, bytes: &[u8]) -> Gain {
        if !self.seen.insert(content_name(bytes)) {
            return Gain::default();
        }
        match judge.run(bytes) {
            Ok(summary) => {
                let features = self.known.extend(judge.shown(summary).features());
                let reached = judge.cells();
                let cells = reached.iter().any(|cell| !self.committed_cells.contains(cell));
                self.cells.union(reached);
                Gain { passed: true, features: !features.is_empty(), cells }
            }
            Err(breach) => {
                self.examine(judge, bytes, &breach);
                Gain::default()
            }
        }
    }

    /// Takes an input that passed in an engine, and keeps it where it adds something.
    pub(crate) fn offer(&mut self, judge: &mut Judge, bytes: &[u8], novelty: Novelty) {
        let gain = self.learn(judge, bytes);
        let wanted = gain.passed && (gain.features || novelty == Novelty::OfEngine);
        if let Some(store) = self.kept.as_ref().filter(|_| wanted) {
            self.kept_count += usize::from(kept(store, bytes));
        }
        if gain.cells
            && let Some(corpus) = &self.corpus
            && kept(corpus, &judge.canonical(bytes))
        {
            self.committed_cells.union(judge.cells());
            self.promoted_count += 1;
        }
    }

    /// Takes an input that failed in an engine, with the end of the engine's log. If it passes here,
    /// it is a finding all the same: something differs that must not differ.
    pub(crate) fn report(&mut self, judge: &mut Judge, bytes: &[u8], log: &str) {
        if judge.run(bytes).is_err() {
            self.learn(judge, bytes);
            return;
        }
        let breach = Breach {
            kind: "engine-only".into(),
            law: "same-verdict-everywhere".into(),
            evidence: "fails in the engine's build, passes in the driver's".into(),
        };
        self.record(judge, bytes, breach, log);
    }

    /// Shrinks an input that fails here, and keeps or counts it.
    fn examine(&mut self, judge: &mut Judge, bytes: &[u8], breach: &Breach) {
        if self.wants(bytes, breach) {
            let shrunk = judge.shrink(bytes, breach);
            let steps = judge.steps(&shrunk.bytes);
            self.keep(judge, bytes, Evidence::Shrunk { shrunk, steps });
        }
    }

    /// Keeps an input that only fails in an engine, as that one told.
    pub(crate) fn record(&mut self, judge: &Judge, bytes: &[u8], breach: Breach, log: &str) {
        if self.wants(bytes, &breach) {
            self.keep(judge, bytes, Evidence::Told { breach, log });
        }
    }

    /// Whether a failing input is to be looked at; it is not if it was, or enough were that are alike.
    fn wants(&mut self, bytes: &[u8], breach: &Breach) -> bool {
        if self.until_finding {
            self.ended.store(true, Ordering::Relaxed);
        }
        if !self.failing.insert(content_name(bytes)) {
            return false;
        }
        let alike = self.findings.iter().filter(|finding| finding.is_of(breach)).count();
        let law = (breach.kind.clone(), breach.law.clone());
        let examined = self.examined.entry(law).or_default();
        if *examined >= SHRUNK_MAX || alike >= finding::ALIKE_MAX {
            self.unexamined_count += 1;
            return false;
        }
        *examined += 1;
        true
    }

    fn keep(&mut self, judge: &Judge, bytes: &[u8], evidence: Evidence<'_>) {
        let steps = judge.steps(bytes);
        let failing = Failing { target: self.target, bytes, steps, evidence };
        let finding = match finding::keep(&self.findings_folder, &failing, &self.origin) {
            Ok(finding) => finding,
            Err(error) => return told_lost(&self.findings_folder, &error),
        };
        let known = self.findings.iter_mut().find(|known| known.folder == finding.folder);
        match known {
            Some(known) => *known = finding,
            None => self.findings.push(finding),
        }
    }

    /// Whether an input is known to fail; an engine that ends with the first failure must not start from it.
    pub(crate) fn has_failed(&self, bytes: &[u8]) -> bool {
        self.failing.contains(&content_name(bytes))
    }

    /// Whether any input is known to fail.
    pub(crate) fn has_failing(&self) -> bool {
        !self.failing.is_empty()
    }

    /// Whether the target's time ends with the first finding.
    pub(crate) fn is_until_finding(&self) -> bool {
        self.until_finding
    }

    /// The findings that nobody was told of yet.
    pub(crate) fn take_untold(&mut self) -> &[Finding] {
        let first = std::mem::replace(&mut self.told_count, self.findings.len());
        &self.findings[first..]
    }

    /// Whether the target's time has ended early.
    pub(crate) fn ended(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ended)
    }

    /// Law cells reached by everything known, and how many of them this campaign added.
    pub(crate) fn cells(&self) -> (usize, usize) {
        (self.cells.len(), self.cells.len() - self.cells_at_begin)
    }

    /// Law cells that the law tables of the target's family contain and that have no written reason to be
    /// unreachable.
    pub(crate) fn cells_declared(&self) -> usize {
        family_of(self.target).reachable().count()
    }

    /// What was loaded, as a line.
    pub(crate) fn loaded(&self) -> String {
        format!(
            "{}: {} inputs loaded, {} of {} law cells",
            self.target,
            self.loaded_count,
            self.cells.len(),
            self.cells_declared(),
        )
    }
}

/// What an input adds.
#[derive(Clone, Copy, Debug, Default)]
struct Gain {
    passed: bool,
    features: bool,
    cells: bool,
}

fn kept(store: &Store, bytes: &[u8]) -> bool {
    store.keep(bytes).map(|path| path.is_some()).unwrap_or_else(|error| {
        told_lost(store.folder(), &error);
        false
    })
}

fn told_lost(folder: &Path, error: &std::io::Error) {
    anstream::eprintln!("{}", crate::progress::error(&Problem::file(folder, error)));
}
