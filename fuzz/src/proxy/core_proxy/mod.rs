//! The core's stable proxy as a machine under test: plain data outside, real values and opaque
//! correlations inside.
//!
//! Rules: every value that the proxy is told is a fresh [`Witness`](crate::custody::Witness) of its
//! tag. What the proxy emits is shown in plain form and then belongs to the host: its real values are
//! discarded silently.

mod batch;
mod ids;
mod input;
mod law_name;
mod outcome;
mod protocol;
mod show;

pub use protocol::Witnessed;

use crate::custody::{Ledger, Visit};
use crate::observation::Seat;
use crate::proxy::observation::{ProxySetup, ProxyView, Said, Supply, Told, Verdict};
use crate::proxy::rig::{NeverRejected, ProxyRig};
use crate::proxy::values::Kind;
use crate::run::Machine;
use crate::verdict::LawBreach;
use actor_laws::Fold;
use actor_laws::correlation::{InstanceId, Lease, SequencePlan};
use actor_laws::proxy::{
    ProxyActions, ProxyCorrelations, ProxyInput, ProxyOperation, ProxyRow, StableProxy,
};
use ids::Registers;
use input::Maker;
use std::rc::Rc;

type Operation = ProxyOperation<Witnessed>;

/// An input that is handed back is the input that was told.
pub const HANDED_BACK_WHOLE: &str = "handed-back-whole";
/// Settling a batch loses, reorders and invents no operation.
pub const BATCH_SETTLEMENT: &str = "batch-settlement-whole";
/// A product says the same however it is read: whole, lane by lane, and asked whether it is empty.
pub const PRODUCT_READS_ALIKE: &str = "product-reads-alike";
/// A proxy says the same of itself however it is asked: it has a phase unless its view is that it has stopped.
pub const STATE_READS_ALIKE: &str = "state-reads-alike";

/// One proxy of the core.
#[derive(Debug)]
pub struct CoreProxy {
    proxy: StableProxy<Witnessed>,
    actions: ProxyActions<Witnessed>,
    ledger: Rc<Ledger<Kind>>,
    seat: Seat,
    ids: Registers,
}

impl Machine<ProxyRig> for CoreProxy {
    type Token = ();

    fn construct(
        setup: &ProxySetup,
        seat: Seat,
        ledger: Rc<Ledger<Kind>>,
    ) -> Result<Self, NeverRejected> {
        let instance = InstanceId(u64::from(setup.identity));
        let creations = plan(setup.creations);
        let correlations = ProxyCorrelations { creations, activations: plan(setup.activations) };
        let proxy = StableProxy::new(instance, correlations);
        let actions = ProxyActions::default();
        Ok(Self { proxy, actions, ledger, seat, ids: Registers::default() })
    }

    fn meet(&mut self, foreign: &Self) {
        self.ids.meet(&foreign.ids);
    }

    fn step(
        &mut self,
        told: &Told,
        _token: Option<()>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let Self { proxy, actions, ledger, seat, ids } = self;
        let maker = Maker { ledger, seat: *seat, ids };
        match proxy.step(maker.input(told), actions) {
            Ok(()) => self.conclude(cut, said),
            Err(refused) => self.take_back(refused.input, told),
        }
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        self.proxy.check().map_err(|violation| {
            LawBreach::new(law_name::of(violation.law), violation.to_string())
        })?;
        let (phase, row) = (self.proxy.phase(), self.proxy.view().row);
        if phase.is_none() == (row == ProxyRow::Stopped) {
            return Ok(());
        }
        Err(LawBreach::new(STATE_READS_ALIKE, format!("in phase {phase:?}, seen as {row:?}")))
    }

    fn view(&self, view: &mut ProxyView) {
        *view = show::view(self.proxy.view());
    }

    /// An ended proxy hands out nothing more: its last verdict had it all.
    fn dismantle(self, _visit: Visit<'_, Kind>) {
        drop(self.proxy);
    }
}

impl CoreProxy {
    /// The input comes back; it must be the one that was told.
    fn take_back(
        &mut self,
        input: ProxyInput<Witnessed>,
        told: &Told,
    ) -> Result<Verdict, LawBreach> {
        let back = show::told(&input);
        self.ledger.silently(|| drop(input));
        if back == *told {
            return Ok(Verdict::HandedBack);
        }
        Err(LawBreach::new(HANDED_BACK_WHOLE, format!("told {told:?}, handed back {back:?}")))
    }
}

fn plan(supply: Supply) -> SequencePlan {
    let lease = |lease: crate::proxy::observation::Lease| {
        Lease::new(lease.first, lease.last).expect("a lease of the scenario holds an ordinal")
    };
    let first = supply.lease.map(lease).map_or(SequencePlan::NOTHING, SequencePlan::lease);
    match supply.renewal {
        Some(renewal) => first.renewed(lease(renewal)),
        None => first,
    }
}
