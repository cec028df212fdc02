//! What a campaign knows and keeps of one target.
//!
//! Rules: every input that an engine offers is judged here, in this process, by the same checks; the
//! ledger alone decides what is kept and where, and does so on disk before it counts it. An input that
//! fails here is a finding, whatever the engine thought of it, and is shrunk at once, so that findings are
//! told apart by the shortest trace. Only so many failing inputs of one kind and law are shrunk: a machine
//! that fails at every turn must not spend its campaign on that. Nothing is kept of the canary, so that it
//! has to be found anew each time. What cannot be kept is told once and ends the campaign.

use super::aside::{self, Owner, SetAside};
use super::clock::Halt;
use super::meter::Standing;
use crate::features::FeatureSet;
use crate::finding::{self, Evidence, Failing, Finding, Origin};
use crate::input::family_of;
use crate::judge::{Breach, Judge};
use crate::outcome::Problem;
use crate::store::{Store, content_name};
use crate::workspace::Workspace;
use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::engine::CANARY;
use std::collections::{BTreeMap, HashMap, HashSet};
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

/// How a ledger is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conduct<'a> {
    /// Whether the committed corpus stays as it is.
    pub(super) read_only: bool,
    /// Whether the target's time ends with its first finding.
    pub(super) until_finding: bool,
    /// Where files go that are none of ours.
    pub(super) aside: &'a Path,
}

/// What one engine brought.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brought {
    /// Inputs kept below the build folder.
    pub(super) kept: usize,
    /// Inputs copied into the committed corpus.
    pub(super) promoted: usize,
    /// Law cells that nothing known had reached.
    pub(super) cells: usize,
}

/// An input that engines can start from.
#[derive(Clone, Debug)]
struct Start {
    path: PathBuf,
    /// The engine that saw something of its own in it; none if it has features of ours.
    only: Option<String>,
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
    /// What is not used.
    pub(crate) aside: Vec<SetAside>,
    brought: BTreeMap<String, Brought>,
    starts: Vec<Start>,
    loaded_count: usize,
    known: FeatureSet,
    cells: CellSet,
    committed_cells: CellSet,
    seen: HashSet<String>,
    kept: Option<Store>,
    corpus: Option<Store>,
    findings_folder: PathBuf,
    failing: HashSet<String>,
    examined: HashMap<(String, String), usize>,
    untold: Vec<(Finding, String)>,
    until_finding: bool,
    ended: Arc<AtomicBool>,
    halt: Arc<Halt>,
}

impl Ledger {
    /// Replays what is committed and what earlier campaigns kept.
    pub(super) fn open(
        workspace: &Workspace,
        target: &'static str,
        conduct: Conduct<'_>,
        halt: Arc<Halt>,
    ) -> Result<Self, Problem> {
        let mut ledger = Self::empty(workspace, target, conduct, halt);
        let (judge, origin) = (&mut Judge::new(target), &Origin::replay(workspace.root()));
        ledger.load(judge, &workspace.corpus(target), Owner::User, origin)?;
        ledger.load(judge, &workspace.regressions(target), Owner::User, origin)?;
        ledger.committed_cells = ledger.cells.clone();
        ledger.sweep()?;
        let place = conduct.aside.join("corpus").join(target);
        ledger.load(judge, &workspace.kept(target), Owner::Driver(&place), origin)?;
        Ok(ledger)
    }

    fn empty(
        workspace: &Workspace,
        target: &'static str,
        conduct: Conduct<'_>,
        halt: Arc<Halt>,
    ) -> Self {
        let corpus = Store::lasting(workspace.corpus(target));
        let kept = Store::passing(workspace.kept(target));
        let is_canary = target == CANARY;
        Self {
            target,
            findings: Vec::new(),
            unexamined_count: 0,
            aside: Vec::new(),
            brought: BTreeMap::new(),
            starts: Vec::new(),
            loaded_count: 0,
            known: FeatureSet::new(),
            cells: CellSet::default(),
            committed_cells: CellSet::default(),
            seen: HashSet::new(),
            kept: Some(kept).filter(|_| !is_canary),
            corpus: Some(corpus).filter(|_| !conduct.read_only && !is_canary),
            findings_folder: workspace.findings(target),
            failing: HashSet::new(),
            examined: HashMap::new(),
            untold: Vec::new(),
            until_finding: conduct.until_finding,
            ended: Arc::default(),
            halt,
        }
    }

    /// Findings that the campaign had before it was resumed.
    pub(super) fn remember(&mut self, findings: Vec<Finding>) {
        let is_new =
            |finding: &Finding| !self.findings.iter().any(|known| known.folder == finding.folder);
        let findings: Vec<_> = findings.into_iter().filter(is_new).collect();
        self.findings.extend(findings);
    }

    fn sweep(&self) -> Result<(), Problem> {
        for store in self.corpus.iter().chain(&self.kept) {
            store.sweep().map_err(|error| Problem::file(store.folder(), &error))?;
        }
        Ok(())
    }

    fn load(
        &mut self,
        judge: &mut Judge,
        folder: &Path,
        owner: Owner<'_>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let loaded = aside::load(judge, folder, owner);
        let loaded = loaded.map_err(|error| Problem::file(folder, &error))?;
        self.aside.extend(loaded.aside);
        for input in loaded.inputs {
            self.loaded_count += 1;
            let gain = self.learn(judge, &input.bytes, origin);
            if gain.features > 0 && !crate::input::is_text(&input.path) {
                self.starts.push(Start { path: input.path, only: None });
            }
        }
        Ok(())
    }

    /// Runs an input and takes in what it reaches; answers what that adds. An input that was seen before, or
    /// that fails, adds nothing.
    fn learn(&mut self, judge: &mut Judge, bytes: &[u8], origin: &Origin) -> Gain {
        if !self.seen.insert(content_name(bytes)) {
            return Gain::default();
        }
        match judge.run(bytes) {
            Ok(summary) => {
                let features = self.known.extend(judge.shown(summary).features()).len();
                let reached = judge.cells();
                let uncommitted = reached.iter().any(|cell| !self.committed_cells.contains(cell));
                let cells_before = self.cells.len();
                self.cells.union(reached);
                let cells = self.cells.len() - cells_before;
                Gain { passed: true, features, cells, uncommitted }
            }
            Err(breach) => {
                self.examine(judge, bytes, &breach, origin);
                Gain::default()
            }
        }
    }

    /// Takes an input that passed in an engine, and keeps it where it adds something; answers how many
    /// features and law cells it adds.
    pub(crate) fn offer(
        &mut self,
        judge: &mut Judge,
        bytes: &[u8],
        novelty: Novelty,
        origin: &Origin,
    ) -> usize {
        let gain = self.learn(judge, bytes, origin);
        let wanted = gain.passed && (gain.features > 0 || novelty == Novelty::OfEngine);
        let kept = self.kept.as_ref().filter(|_| wanted).and_then(|store| self.kept(store, bytes));
        let corpus = self.corpus.as_ref().filter(|_| gain.uncommitted);
        let promoted =
            corpus.and_then(|corpus| self.kept(corpus, &judge.canonical(bytes))).is_some();
        if promoted {
            self.committed_cells.union(judge.cells());
        }
        let brought = self.brought.entry(origin.engine.clone()).or_default();
        brought.kept += usize::from(kept.is_some());
        brought.promoted += usize::from(promoted);
        brought.cells += gain.cells;
        if let Some(path) = kept {
            let only = (gain.features == 0).then(|| origin.engine.clone());
            self.starts.push(Start { path, only });
        }
        gain.features + gain.cells
    }

    /// Where an input is now, if it was not there before. A store that takes nothing any more ends the
    /// campaign.
    fn kept(&self, store: &Store, bytes: &[u8]) -> Option<PathBuf> {
        store.keep(bytes).unwrap_or_else(|error| {
            self.halt.lose(Problem::file(store.folder(), &error));
            None
        })
    }

    /// Takes an input that failed in an engine, with the end of the engine's log. If it passes here,
    /// it is a finding all the same: something differs that must not differ.
    pub(crate) fn report(&mut self, judge: &mut Judge, bytes: &[u8], log: &str, origin: &Origin) {
        if judge.run(bytes).is_err() {
            self.learn(judge, bytes, origin);
            return;
        }
        let breach = Breach {
            kind: "engine-only".into(),
            law: "same-verdict-everywhere".into(),
            evidence: "fails in the engine's build, passes in the driver's".into(),
        };
        self.record(judge, bytes, breach, log, origin);
    }

    /// Shrinks an input that fails here, and keeps or counts it.
    fn examine(&mut self, judge: &mut Judge, bytes: &[u8], breach: &Breach, origin: &Origin) {
        if self.wants(bytes, breach) {
            let shrunk = judge.shrink(bytes, breach);
            let steps = judge.steps(&shrunk.bytes);
            self.keep(judge, bytes, Evidence::Shrunk { shrunk, steps }, origin);
        }
    }

    /// Keeps an input that only fails in an engine, as that one told.
    pub(crate) fn record(
        &mut self,
        judge: &Judge,
        bytes: &[u8],
        breach: Breach,
        log: &str,
        origin: &Origin,
    ) {
        if self.wants(bytes, &breach) {
            self.keep(judge, bytes, Evidence::Told { breach, log }, origin);
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

    fn keep(&mut self, judge: &Judge, bytes: &[u8], evidence: Evidence<'_>, origin: &Origin) {
        let steps = judge.steps(bytes);
        let failing = Failing { target: self.target, bytes, steps, evidence };
        let finding = match finding::keep(&self.findings_folder, &failing, origin) {
            Ok(finding) => finding,
            Err(error) => {
                return self.halt.lose(Problem::file(&self.findings_folder, &error));
            }
        };
        let known = self.findings.iter_mut().find(|known| known.folder == finding.folder);
        match known {
            Some(known) => *known = finding,
            None => {
                self.untold.push((finding.clone(), origin.engine.clone()));
                self.findings.push(finding);
            }
        }
    }

    /// Whether an input is known to fail; an engine that ends with the first failure must not start from it.
    pub(crate) fn has_failed(&self, bytes: &[u8]) -> bool {
        self.failing.contains(&content_name(bytes))
    }

    /// Whether an engine must not be given the folders as they are: something in them fails, or is no input.
    pub(crate) fn must_pick(&self) -> bool {
        !self.failing.is_empty() || !self.aside.is_empty()
    }

    /// Whether a file is one that is not used.
    pub(crate) fn is_set_aside(&self, path: &Path) -> bool {
        self.aside.iter().any(|aside| aside.file == path)
    }

    /// The least that an engine has to start from: the inputs that had features of ours when they came, and
    /// those in which this engine saw something of its own.
    pub(crate) fn starts(&self, engine: &str) -> Vec<PathBuf> {
        let is_wanted = |start: &&Start| start.only.as_deref().is_none_or(|only| only == engine);
        self.starts.iter().filter(is_wanted).map(|start| start.path.clone()).collect()
    }

    /// Whether the target's time ends with the first finding.
    pub(crate) fn is_until_finding(&self) -> bool {
        self.until_finding
    }

    /// The findings that nobody was told of yet, each with the engine that came upon it.
    pub(super) fn take_untold(&mut self) -> Vec<(Finding, String)> {
        std::mem::take(&mut self.untold)
    }

    /// Whether the target's time has ended early.
    pub(crate) fn ended(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ended)
    }

    /// What an engine brought.
    pub(super) fn brought_by(&self, engine: &str) -> Brought {
        self.brought.get(engine).copied().unwrap_or_default()
    }

    /// How far the target is.
    pub(super) fn standing(&self) -> Standing {
        let sum = |count: fn(&Brought) -> usize| self.brought.values().map(count).sum();
        let kept = sum(|brought| brought.kept);
        Standing {
            cells: self.cells.len(),
            features: self.known.len(),
            inputs: self.loaded_count + kept,
            kept,
            promoted: sum(|brought| brought.promoted),
            findings: self.findings.len(),
        }
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
    features: usize,
    /// Law cells that nothing known had reached.
    cells: usize,
    /// Whether it reaches law cells that no committed input reaches.
    uncommitted: bool,
}
