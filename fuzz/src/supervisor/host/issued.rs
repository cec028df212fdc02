//! The correlations that a supervisor has issued, by kind, the latest ones: where wrong facts take
//! live and lately dead ids from. An id that nobody issued cannot be told.

use crate::supervisor::observation::{Id, Lifecycle, Purpose, Reply, Said};

/// The kinds of correlations that facts carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKind {
    /// The life of an entry.
    Generation,
    /// A proxy creation.
    Creation,
    /// A worker change.
    Operation,
    /// An explicit stop.
    Stop,
    /// The drain deadline.
    Deadline,
}

/// How many kinds there are.
const KINDS: usize = 5;
/// Ids kept of each kind.
const KEPT: usize = 8;

/// The latest ids of one kind.
#[derive(Clone, Copy, Debug)]
struct Ring {
    kept: [Id; KEPT],
    issued: usize,
}

impl Ring {
    const EMPTY: Self = Self { kept: [Id { issuer: 0, ordinal: 0 }; KEPT], issued: 0 };

    fn note(&mut self, id: Id) {
        let known = self.issued.min(KEPT);
        if self.kept[..known].contains(&id) {
            return;
        }
        self.kept[self.issued % KEPT] = id;
        self.issued += 1;
    }

    /// Number `index` (modulo how many there are), counted from the latest one.
    fn pick(&self, index: u8) -> Option<Id> {
        let back = usize::from(index).checked_rem(self.issued.min(KEPT))?;
        Some(self.kept[(self.issued - 1 - back) % KEPT])
    }
}

/// The latest ids of every kind.
#[derive(Clone, Copy, Debug)]
pub struct Issued {
    rings: [Ring; KINDS],
}

impl Default for Issued {
    fn default() -> Self {
        Self { rings: [Ring::EMPTY; KINDS] }
    }
}

impl Issued {
    /// Knows none.
    pub fn clear(&mut self) {
        self.rings.iter_mut().for_each(|ring| ring.issued = 0);
    }

    /// One of the latest ids of a kind; 0 is the latest.
    pub fn pick(&self, kind: IdKind, index: u8) -> Option<Id> {
        self.rings[kind as usize].pick(index)
    }

    fn note(&mut self, kind: IdKind, id: Id) {
        self.rings[kind as usize].note(id);
    }

    /// Takes note of what an action issues.
    pub fn note_said(&mut self, said: &Said) {
        match said {
            Said::CreateProxy { creation, generation } => {
                self.note(IdKind::Creation, *creation);
                self.note(IdKind::Generation, *generation);
            }
            Said::Reply { reply, .. } => {
                if let Reply::StartAccepted { cancel, .. } | Reply::ReplaceAccepted { cancel, .. } =
                    reply
                {
                    self.note(IdKind::Operation, cancel.operation);
                }
            }
            Said::ShutdownProxy { request } => {
                if let Purpose::Stop { stop } = request.purpose {
                    self.note(IdKind::Stop, stop);
                }
            }
            Said::Lifecycle { event: Lifecycle::StopFinished { stop, .. }, .. } => {
                self.note(IdKind::Stop, *stop);
            }
            Said::ScheduleDeadline { deadline, .. } => self.note(IdKind::Deadline, *deadline),
            Said::ObserveProxyCreation { .. }
            | Said::ObserveProxyExit { .. }
            | Said::InstallInitial { .. }
            | Said::Replace { .. }
            | Said::Lifecycle { .. }
            | Said::DeliverDiagnostic { .. }
            | Said::TransferTerminalDiagnostic { .. } => {}
        }
    }
}
