//! One cell: an input is offered to a fresh pool, and what follows is one line.

use crate::support::{Phase, PoolMode, RefusalCause, Rig, Text};
use crate::transitions::hand::Hand;
use crate::transitions::offers::Offer;
use crate::transitions::phases::A;
use crate::transitions::twin::Twins;

/// One line of a table.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The phase of `a`, or the mode of a pool without members.
    pub(crate) before: String,
    pub(crate) offer: Offer,
    /// What the pool is afterwards: `a`'s phase, and whatever else has changed.
    pub(crate) after: String,
    /// The phase of `a` afterwards.
    pub(crate) phase: Option<Phase>,
    /// The complete product, the verdict last.
    pub(crate) said: Vec<String>,
    /// The offered input.
    pub(crate) fact: String,
}

/// Offers one input to `rig` and writes down what follows.
pub(crate) fn row(mut rig: Rig, twins: &Twins, before: String, offer: Offer) -> Row {
    let started = rig.pool.mode() != PoolMode::Constructed;
    let mut hand = if started { Hand::take(&mut rig, A) } else { twins.hand() };
    let input = twins.aim(&mut hand, offer);
    let fact = own(&input.text());
    let (look, state) = (Look::at(&rig), rig.pool_text_without_diagnostics());
    let said = match rig.offer(input) {
        Ok(said) => said.lines(),
        Err(refused) => {
            refused.says(RefusalCause::Mode(rig.pool.mode()), &fact);
            vec!["handed back whole".to_owned()]
        }
    };
    let unchanged = state == rig.pool_text_without_diagnostics();
    let after = if unchanged { "=".to_owned() } else { look.then(&Look::at(&rig)) };
    Row { before, offer, after, phase: rig.pool.phase(0), said, fact }
}

impl Row {
    /// The row's own phase is left as it was, hidden state included.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.after == "="
    }

    /// The class of a fact that nothing takes: one diagnostic owns it whole, nothing changes.
    pub(crate) fn rejection(&self) -> Option<&str> {
        let [head, owned, verdict] = &self.said[..] else { return None };
        let (_, class) = head.split_once(" RejectedFact ")?;
        let whole = owned.trim_start() == self.fact && verdict == "Continue";
        (whole && self.is_unchanged()).then_some(class)
    }

    /// The same where the diagnostic ends the pool: the product is that of `shutdown`, an input
    /// `Shutdown` in the same state, with the fact's diagnostic before the verdict.
    pub(crate) fn terminal_rejection(&self, shutdown: &Self) -> Option<&str> {
        let mark = "TransferTerminalDiagnostic RejectedFact ";
        let at = self.said.iter().position(|line| line.starts_with(mark))?;
        let (class, owned) = (self.said[at].strip_prefix(mark)?, self.said.get(at + 1)?);
        let others = self.said[..at].iter().chain(&self.said[at + 2..]);
        let terminal = others.eq(&shutdown.said) && self.after == shutdown.after;
        (terminal && owned.trim_start() == self.fact).then_some(class)
    }

    /// The product on one line; what an operation owns stands behind it in braces.
    pub(crate) fn product(&self) -> String {
        if let Some(class) = self.rejection() {
            return format!("F- {class}");
        }
        let mut line = String::new();
        for part in &self.said {
            match part.strip_prefix("  ") {
                Some(owned) => line.push_str(&format!(" {{{}}}", owned.trim_start())),
                None if line.is_empty() => line.push_str(part),
                None => line.push_str(&format!("; {part}")),
            }
        }
        line
    }
}

/// Text without the mark of the pool's own identity.
fn own(text: &str) -> String {
    text.replace("@1", "")
}

/// What anyone may see of a pool.
#[derive(Debug)]
struct Look {
    mode: PoolMode,
    phases: [String; 2],
    queue: Vec<String>,
    cursor: Option<usize>,
    source_is_home: bool,
}

impl Look {
    fn at(rig: &Rig) -> Self {
        let phase = |position| rig.pool.phase(position).map_or_else(String::new, phase_name);
        Self {
            mode: rig.pool.mode(),
            phases: [phase(0), phase(1)],
            queue: rig.queue(),
            cursor: rig.pool.cursor(),
            source_is_home: rig.pool.source_is_home(),
        }
    }

    /// What `a`, or the pool, has become; then the changes around it.
    fn then(&self, now: &Self) -> String {
        let mut text = match now.mode {
            PoolMode::Operating | PoolMode::Draining => now.phases[0].clone(),
            ended @ (PoolMode::Constructed | PoolMode::Stopped | PoolMode::ForcedRetirement) => {
                format!("{ended:?}")
            }
        };
        let draining = now.mode == PoolMode::Draining;
        if !now.phases[1].is_empty() && (now.phases[1] != self.phases[1]) {
            text.push_str(&format!(", b {}", now.phases[1]));
        }
        if now.queue != self.queue && !draining {
            text.push_str(&format!(", queue [{}]", now.queue.join(", ")));
        }
        if let Some(cursor) = now.cursor.filter(|_| now.cursor != self.cursor) {
            text.push_str(&format!(", cursor {cursor}"));
        }
        if now.source_is_home != self.source_is_home {
            text.push_str(if now.source_is_home { ", source home" } else { ", source lent" });
        }
        text
    }
}

/// The phase as the tables write it.
pub(crate) fn phase_name(phase: Phase) -> String {
    format!("{phase:?}")
        .replace(" { stop_kept: false }", "")
        .replace(" { stop_kept: true }", "(stop kept)")
        .replace(" { elapsed: false }", "")
        .replace(" { elapsed: true }", "(elapsed)")
        .replace(", settled: false }", ")")
        .replace(", settled: true }", ", settled)")
        .replace(" { halves: ", "(")
        .replace(" { join: ", "(")
        .replace(" { work: ", "(")
        .replace(" }", ")")
}
