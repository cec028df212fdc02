//! The driver: it tells a proxy inputs by name, and checks after every step what must hold in every
//! state.

use super::tell::Book;
use super::*;
use actor_laws::product::InLane;
use std::collections::BTreeMap;

/// A view without anything kept or owed.
pub(crate) const VIEW: ProxyView = ProxyView {
    row: ProxyRow::Dormant,
    exit_kept: false,
    settlement_owed: false,
    predecessor_settlement_owed: false,
    held_ready: false,
};

/// One proxy with what its host knows.
#[derive(Debug)]
pub(crate) struct Rig {
    pub(crate) proxy: StableProxy<Test>,
    actions: ProxyActions<Test>,
    /// The ordinal of each worker's activation.
    activations: BTreeMap<u64, u64>,
}

/// What the proxy said in one step.
#[derive(Debug)]
#[must_use = "a product is compared by `says`"]
pub(crate) struct Said {
    lines: Vec<String>,
}

impl Said {
    /// The complete product is `expected`, the verdict last.
    #[track_caller]
    pub(crate) fn says(self, expected: &[&str]) {
        let said = self.lines;
        assert!(said == expected, "the proxy said\n{said:#?}\ninstead of\n{expected:#?}");
    }

    /// The proxy goes on without a word.
    #[track_caller]
    pub(crate) fn says_nothing(self) {
        self.says(&["Continue"]);
    }

    pub(crate) fn lines(self) -> Vec<String> {
        self.lines
    }
}

impl Rig {
    pub(crate) fn new() -> Self {
        Self::with(ProxyCorrelations::PLENTY)
    }

    pub(crate) fn with(correlations: ProxyCorrelations) -> Self {
        Self {
            proxy: StableProxy::new(InstanceId(1), correlations),
            actions: ProxyActions::default(),
            activations: BTreeMap::new(),
        }
    }

    /// A rig to which this was told. None of it is rejected, for a set-up that misses sets up nothing.
    #[track_caller]
    pub(crate) fn after(told: &[Tell]) -> Self {
        Self::new().and(told)
    }

    #[track_caller]
    pub(crate) fn and(mut self, told: &[Tell]) -> Self {
        for tell in told {
            let lines = self.tell(*tell).lines();
            let rejected = lines.iter().any(|line| line.starts_with("Diagnostic"));
            assert!(!rejected, "{tell:?} is rejected: {lines:?}");
        }
        self
    }

    /// The input of a name.
    pub(crate) fn input(&self, tell: Tell) -> ProxyInput<Test> {
        let book = if tell.is_foreign() { Book::foreign() } else { Book::own() };
        let worker = tell.activated().unwrap_or(1);
        tell.input(book, self.activations.get(&worker).copied().unwrap_or(worker))
    }

    #[track_caller]
    pub(crate) fn tell(&mut self, tell: Tell) -> Said {
        match self.offer(tell) {
            Ok(said) => said,
            Err(refused) => panic!("{tell:?} was handed back: {:?}", refused.cause),
        }
    }

    /// The same where the input may come back.
    #[track_caller]
    pub(crate) fn offer(&mut self, tell: Tell) -> Result<Said, RefusedInput<Test>> {
        let input = self.input(tell);
        let before = format!("{:?}", self.proxy);
        let (answer, lost) = watched(|| self.proxy.step(input, &mut self.actions));
        assert!(lost.is_empty(), "{tell:?} has lost {lost:?}");
        if let Err(refused) = answer {
            assert_eq!(before, format!("{:?}", self.proxy), "a refusal changes nothing");
            assert!(self.actions.is_empty(), "a refusal says nothing");
            return Err(refused);
        }
        self.watch(&before);
        let lines = product_lines(&self.actions);
        let (operations, verdict) = self.actions.take();
        drop((operations, verdict));
        Ok(Said { lines })
    }

    /// What holds after every step.
    #[track_caller]
    fn watch(&mut self, before: &str) {
        assert_eq!(self.proxy.check(), Ok(()));
        let operations = self.actions.operations();
        assert!(operations.is_sorted_by_key(InLane::lane), "the lanes are in order");
        let stopped = self.actions.verdict().is_some();
        assert_eq!(self.proxy.phase().is_none(), stopped, "the verdict comes with the end");
        assert_eq!(self.proxy.view().row == ProxyRow::Stopped, stopped);
        for operation in operations {
            match operation {
                ProxyOperation::BeginActivation(begin) => {
                    self.activations.insert(begin.incarnation.0, begin.activation.ordinal());
                }
                ProxyOperation::Diagnostic(_) => {
                    assert_eq!(operations.len(), 1, "a rejected fact is one diagnostic");
                    assert_eq!(before, format!("{:?}", self.proxy), "it changes nothing");
                }
                _ => {}
            }
        }
    }

    /// The proxy shows exactly this.
    #[track_caller]
    pub(crate) fn shows(&self, view: ProxyView) {
        assert_eq!(self.proxy.view(), view);
    }

    /// The proxy is in this row, with nothing kept or owed.
    #[track_caller]
    pub(crate) fn shows_row(&self, row: ProxyRow) {
        self.shows(ProxyView { row, ..VIEW });
    }

    /// The fact changes nothing: one diagnostic owns it whole, in the phase that rejected it.
    #[track_caller]
    pub(crate) fn rejects(&mut self, tell: Tell, kind: RejectedFactKind) {
        let phase = self.proxy.phase().expect("it has not stopped");
        let fact = input_line(&self.input(tell));
        let diagnostic = format!("Diagnostic {kind:?} while {phase:?}: {fact}");
        self.tell(tell).says(&[&diagnostic, "Continue"]);
    }
}
