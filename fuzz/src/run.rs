//! STUB of the runner.
use crate::law::cell::CellSet;
use crate::target::Target;
use crate::trace::Trace;
use serde::Serialize;

/// Totals of one run.
#[derive(Clone, Copy, Debug)]
pub struct RunSummary {
    /// Steps.
    pub steps: u32,
    /// Folds.
    pub folds: u32,
}

/// What failed.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// Kind.
    pub kind: FailureKind,
    /// Law.
    pub law: &'static str,
    /// Step.
    pub step: u32,
    /// Evidence.
    pub evidence: String,
}

/// Kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum FailureKind {
    /// Wrong.
    Wrong,
    /// Lost.
    Lost,
    /// Stuck.
    Stuck,
}

impl std::fmt::Display for FailureKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Wrong => "wrong",
            Self::Lost => "lost",
            Self::Stuck => "stuck",
        })
    }
}

/// Stub runner.
#[derive(Debug, Default)]
pub struct Runner {
    cells: CellSet,
    path: Vec<u16>,
    /// Stub.
    pub defective: bool,
}

impl Runner {
    /// New.
    pub fn new() -> Self {
        Self::default()
    }
    /// Runs.
    pub fn run(&mut self, _target: &Target, bytes: &[u8]) -> Result<RunSummary, Failure> {
        self.cells = CellSet::new();
        self.path.clear();
        let mut before = 0;
        let mut steps = 0;
        for step in bytes.chunks_exact(4).skip(4).take(8) {
            let opcode = usize::from(step[0]) % 4;
            self.cells.insert(before * 21 + opcode);
            self.path.push((before * 21 + opcode) as u16);
            before = opcode;
            steps += 1;
            if self.defective && step[0] == 7 && step[1] == 9 {
                return Err(Failure {
                    kind: FailureKind::Wrong,
                    law: "stub-law",
                    step: steps,
                    evidence: "stub".into(),
                });
            }
        }
        Ok(RunSummary { steps, folds: steps * 2 })
    }
    /// Traces.
    pub fn trace(&mut self, target: &Target, bytes: &[u8]) -> Trace {
        let failure = self.run(target, bytes).err();
        Trace { target: target.name.into(), steps: vec![], failure }
    }
    /// Path.
    pub fn path(&self) -> &[u16] {
        &self.path
    }
    /// Cells.
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }
}
