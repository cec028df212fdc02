//! The foreign supervisor: another identity, brought to where it has issued one of everything.
//!
//! It has the same first ordinals, so its correlations look like the judged supervisor's in everything but
//! the identity.

use super::{Authorities, Issued, PROXY_ISSUERS};
use crate::supervisor::observation::{
    Change, Id, InitialOutcome, Key, Proxy, Reply, Report, Said, StartOutcome, Submission, Tag,
    Told,
};

/// Capabilities of foreign proxies, far above the judged supervisor's.
pub(super) const FOREIGN_PROXIES: Proxy = 1 << 24;
/// Tags of the foreign supervisor's values start here.
const FOREIGN_TAGS: Tag = 1 << 30;
/// The service that is brought up, and the one that is stopped in its start.
const KEYS: [Key; 2] = [0, 1];

/// What the host knows of a foreign supervisor.
#[derive(Debug, Default)]
pub(super) struct ForeignStock {
    pub(super) issued: Issued,
    /// A proxy of it.
    pub(super) proxy: Option<Proxy>,
    told: u8,
    next_tag: Tag,
    creation: Option<Id>,
    operation: Option<Id>,
}

impl ForeignStock {
    pub(super) fn clear(&mut self) {
        *self = Self { issued: self.issued, next_tag: FOREIGN_TAGS, ..Self::default() };
        self.issued.clear();
    }

    /// Learns what was said, and tells the next input.
    pub(super) fn prime(&mut self, said: &[Said], authorities: &mut Authorities) -> Option<Told> {
        said.iter().for_each(|said| self.learn(said, authorities));
        self.told += 1;
        let proxy = FOREIGN_PROXIES;
        let change = Change::Start;
        match self.told {
            1 => Some(Told::Initialize),
            2 => Some(self.start(KEYS[0])),
            3 => Some(Told::BirthCommitted { creation: self.creation?, proxy }),
            4 => {
                self.proxy = Some(proxy);
                Some(Told::InputAccepted { proxy, change, operation: self.operation? })
            }
            5 => Some(self.ready(proxy, self.operation?)),
            6 => {
                let (submission, reply) = (self.submission(), self.tag());
                Some(Told::Replace { key: KEYS[0], submission, reply })
            }
            7 => Some(self.start(KEYS[1])),
            8 => Some(Told::Stop { key: KEYS[1], reply: self.tag() }),
            9 => Some(Told::Shutdown),
            _ => None,
        }
    }

    fn learn(&mut self, said: &Said, authorities: &mut Authorities) {
        self.issued.note_said(said);
        match said {
            Said::CreateProxy { creation, .. } => self.creation = Some(*creation),
            Said::Reply {
                reply: Reply::StartAccepted { key, cancel } | Reply::ReplaceAccepted { key, cancel },
                ..
            } => {
                self.operation = Some(cancel.operation);
                authorities.issued_abroad(*key, cancel.operation);
            }
            _ => {}
        }
    }

    fn start(&mut self, key: Key) -> Told {
        let (submission, reply) = (self.submission(), self.tag());
        Told::Start { key, submission, reply }
    }

    fn ready(&mut self, proxy: Proxy, ticket: Id) -> Told {
        let evidence = Id { issuer: PROXY_ISSUERS + proxy, ordinal: 1 };
        let proof = self.tag();
        let outcome = InitialOutcome::Resolved(StartOutcome::Ready { evidence, proof });
        Told::Report { proxy, report: Report::Initial { ticket, outcome } }
    }

    fn submission(&mut self) -> Submission {
        Submission { worker: self.tag(), plan: self.tag() }
    }

    fn tag(&mut self) -> Tag {
        self.next_tag += 1;
        self.next_tag
    }
}
