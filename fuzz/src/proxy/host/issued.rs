//! Correlations that a proxy has issued, for telling them where they do not belong.

use crate::proxy::observation::{Id, Incarnation, Said};

/// The correlations of one proxy, oldest first.
#[derive(Debug, Default)]
pub struct Issued {
    creations: Vec<Id>,
    activations: Vec<Id>,
}

/// The kinds of correlations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IdKind {
    Creation,
    Activation,
}

impl Issued {
    /// Knows none.
    pub fn clear(&mut self) {
        self.creations.clear();
        self.activations.clear();
    }

    /// Takes down what an action issues.
    pub fn note(&mut self, said: &Said) {
        if let Said::CreateWorker { creation, .. } = said {
            self.creations.push(*creation);
        }
        if let Said::BeginActivation { begin } = said {
            self.activations.push(begin.activation);
        }
    }

    /// Number `back` from the newest on, modulo how many there are.
    pub(super) fn back(&self, kind: IdKind, back: u8) -> Option<Id> {
        let list = match kind {
            IdKind::Creation => &self.creations,
            IdKind::Activation => &self.activations,
        };
        let back = usize::from(back).checked_rem(list.len())?;
        list.iter().rev().nth(back).copied()
    }
}

/// What the host knows of a proxy of another identity.
#[derive(Debug, Default)]
pub struct ForeignStock {
    /// Its correlations.
    pub issued: Issued,
    /// The name of its worker and the correlation of that one's initialization.
    pub worker: Option<(Incarnation, u32)>,
}

impl ForeignStock {
    /// Knows nothing.
    pub fn clear(&mut self) {
        self.issued.clear();
        self.worker = None;
    }
}
