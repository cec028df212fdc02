//! A supervisor and its proxies as their host sees them: every input and every action with the machine
//! that it belongs to.

use crate::proxy::observation as proxy;
use crate::supervisor::observation as supervisor;
use crate::supervisor::observation::{Key, Mode, SupervisorSetup, SupervisorView};
use serde::Serialize;

pub use crate::proxy::observation::{
    Evidence, Exit, Id, Incarnation, InitialOutcome, Leftover, ProxySetup, ProxyView,
    ReplacementOutcome, Report, Row, StartOutcome, Submission, Supply, Tag, Tick,
};
pub use crate::supervisor::observation::{EntryPhase, EntryView, Proxy};

/// Identities of proxies start here, far above those of supervisors.
pub const PROXY_ISSUERS: u32 = 1 << 28;

/// How a supervisor and its proxies are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ServicesSetup {
    /// The supervisor.
    pub supervisor: SupervisorSetup,
    /// How many keys its managers use.
    pub keys: Key,
    /// Where each proxy's creations come from.
    pub creations: Supply,
    /// Where each proxy's activation attempts come from.
    pub activations: Supply,
}

impl ServicesSetup {
    /// How this proxy is built. No two proxies of a run share an identity.
    pub fn proxy(&self, proxy: Proxy) -> ProxySetup {
        let Self { creations, activations, .. } = *self;
        ProxySetup { identity: PROXY_ISSUERS.wrapping_add(proxy), creations, activations }
    }
}

/// One input, and who is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "machine")]
pub enum Told {
    /// The supervisor.
    Supervisor(supervisor::Told),
    /// One proxy.
    Proxy {
        /// Which one.
        proxy: Proxy,
        /// What it is told.
        #[serde(flatten)]
        told: proxy::Told,
    },
}

/// One action, and who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "machine")]
pub enum Said {
    /// The supervisor.
    Supervisor(supervisor::Said),
    /// One proxy.
    Proxy {
        /// Which one.
        proxy: Proxy,
        /// What it says.
        #[serde(flatten)]
        said: proxy::Said,
    },
}

/// How the fold of the told machine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The supervisor's.
    Supervisor(supervisor::Verdict),
    /// The proxy's.
    Proxy {
        /// Which one.
        proxy: Proxy,
        /// How its fold ended.
        verdict: proxy::Verdict,
    },
}

impl Verdict {
    /// Whether the input came back whole.
    pub fn is_handed_back(self) -> bool {
        match self {
            Self::Supervisor(verdict) => verdict == supervisor::Verdict::HandedBack,
            Self::Proxy { verdict, .. } => verdict == proxy::Verdict::HandedBack,
        }
    }
}

/// What one proxy shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProxyShown {
    /// The proxy.
    pub proxy: Proxy,
    /// What it shows.
    pub view: ProxyView,
}

/// What a supervisor and its proxies show: every proxy whose birth was told, in the order of births,
/// stopped ones included. A proxy that was gone before its birth was told is none of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServicesView {
    /// The supervisor.
    pub supervisor: SupervisorView,
    /// The proxies.
    pub proxies: Vec<ProxyShown>,
}

impl Default for ServicesView {
    fn default() -> Self {
        let supervisor = SupervisorView { mode: Mode::Constructed, entries: Vec::new() };
        Self { supervisor, proxies: Vec::new() }
    }
}

impl ServicesView {
    /// What this proxy shows; `None` if it never came to be.
    pub fn proxy(&self, proxy: Proxy) -> Option<ProxyView> {
        self.proxies.iter().rfind(|shown| shown.proxy == proxy).map(|shown| shown.view)
    }

    /// The entry that is served by this proxy.
    pub fn entry_of(&self, proxy: Proxy) -> Option<&EntryView> {
        self.supervisor.entries.iter().find(|entry| entry.proxy == Some(proxy))
    }
}

/// Whether the supervisor has taken this birth, so that the proxy exists from now on.
pub fn birth_taken(
    told: &supervisor::Told,
    said: &[supervisor::Said],
    verdict: supervisor::Verdict,
) -> bool {
    verdict != supervisor::Verdict::HandedBack && !said.iter().any(|said| is_rejection(said, told))
}

/// Whether this action diagnoses `told` as a rejected fact.
pub fn is_rejection(said: &supervisor::Said, told: &supervisor::Told) -> bool {
    use supervisor::{Diagnostic, Said};
    let (Said::DeliverDiagnostic { diagnostic, .. }
    | Said::TransferTerminalDiagnostic { diagnostic }) = said
    else {
        return false;
    };
    matches!(diagnostic, Diagnostic::RejectedFact { fact } if fact == told)
}
