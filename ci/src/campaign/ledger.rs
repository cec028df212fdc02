//! What a campaign knows and keeps of one target.
//!
//! Rules: every input that an engine offers is judged here, in this process, by the same checks; the
//! ledger alone decides what is kept and where, and does so on disk before it counts it. An input that
//! fails here is a finding, whatever the engine thought of it. Nothing is kept of the canary, so that it
//! has to be found anew each time.

use crate::features::FeatureSet;
use crate::finding::{self, Finding};
use crate::input::family_of;
use crate::judge::{Breach, Judge};
use crate::outcome::Problem;
use crate::store::{Store, content_name, list_files};
use crate::workspace::Workspace;
use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::engine::CANARY;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// What failed.
    pub(crate) findings: Vec<Finding>,
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
    ended: Arc<AtomicBool>,
}

impl Ledger {
    /// Replays what is committed and what earlier campaigns kept.
    pub(crate) fn open(
        workspace: &Workspace,
        target: &'static str,
        read_only: bool,
    ) -> Result<Self, Problem> {
        let corpus = Store::lasting(workspace.corpus(target));
        let kept = Store::passing(workspace.kept(target));
        let is_canary = target == CANARY;
        let mut ledger = Self {
            target,
            findings: Vec::new(),
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

    /// From now on what is kept counts as this campaign's.
    pub(crate) fn begin(&mut self) {
        self.cells_at_begin = self.cells.len();
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
                let trace = judge.trace(bytes);
                self.record(bytes, &breach, &trace);
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
            && kept(corpus, bytes)
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
        self.record(bytes, &breach, log);
    }

    /// Keeps a failing input, and ends the target's time.
    pub(crate) fn record(&mut self, bytes: &[u8], breach: &Breach, trace: &str) {
        self.ended.store(true, Ordering::Relaxed);
        let is_alike = |finding: &&Finding| {
            (&finding.breach.kind, &finding.breach.law) == (&breach.kind, &breach.law)
        };
        if self.findings.iter().filter(is_alike).count() >= finding::ALIKE_MAX {
            return;
        }
        match finding::keep(&self.findings_folder, breach, bytes, trace) {
            Ok(path) => {
                self.findings.push(Finding { target: self.target, breach: breach.clone(), path });
            }
            Err(error) => told_lost(&self.findings_folder, &error),
        }
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
