//! The core's proxy with a defect: what it says, how it ends and what it shows is bent.

use actor_laws_fuzz::custody::{Ledger, Visit};
use actor_laws_fuzz::observation::Seat;
use actor_laws_fuzz::proxy::core_proxy::CoreProxy;
use actor_laws_fuzz::proxy::observation::{ProxySetup, ProxyView, Row, Said, Told, Verdict};
use actor_laws_fuzz::proxy::rig::{NeverRejected, ProxyRig};
use actor_laws_fuzz::proxy::values::Kind;
use actor_laws_fuzz::run::Machine;
use actor_laws_fuzz::verdict::LawBreach;
use std::cell::Cell;
use std::rc::Rc;

/// How a machine goes wrong; each does nothing by default.
#[derive(Clone, Copy)]
pub(crate) struct Defect {
    /// What it says instead of taking the input, if so.
    pub(crate) answers: fn(&Told, &ProxyView) -> Option<Said>,
    /// Changes what it says, and how the step ends, given what it showed before.
    pub(crate) bends: fn(&Told, &mut Vec<Said>, &mut Verdict, &ProxyView),
    /// Changes what it shows.
    pub(crate) shows: fn(&mut ProxyView),
}

impl Defect {
    pub(crate) const NONE: Self =
        Self { answers: |_, _| None, bends: |_, _, _, _| {}, shows: |_| {} };
}

thread_local! {
    /// The defect of every machine of this thread.
    pub(crate) static DEFECT: Cell<Defect> = const { Cell::new(Defect::NONE) };
}

/// The machine.
#[derive(Debug)]
pub(crate) struct BentProxy {
    core: CoreProxy,
    ended: bool,
}

impl Machine<ProxyRig> for BentProxy {
    type Token = ();

    fn construct(
        setup: &ProxySetup,
        seat: Seat,
        ledger: Rc<Ledger<Kind>>,
    ) -> Result<Self, NeverRejected> {
        Ok(Self { core: CoreProxy::construct(setup, seat, ledger)?, ended: false })
    }

    fn meet(&mut self, foreign: &Self) {
        self.core.meet(&foreign.core);
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<()>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let mut before = ProxyView::default();
        self.core.view(&mut before);
        if self.ended {
            return Ok(Verdict::HandedBack);
        }
        let defect = DEFECT.get();
        if let Some(answer) = (defect.answers)(told, &before) {
            said.push(answer);
            return Ok(Verdict::Continue);
        }
        let mut verdict = self.core.step(told, token, cut, said)?;
        (defect.bends)(told, said, &mut verdict, &before);
        self.core.view(&mut before);
        self.ended = matches!(verdict, Verdict::Stopped { .. }) && before.row != Row::Stopped;
        Ok(verdict)
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        Ok(())
    }

    fn view(&self, view: &mut ProxyView) {
        self.core.view(view);
        (DEFECT.get().shows)(view);
        if self.ended {
            *view = ProxyView { row: Row::Stopped, ..ProxyView::default() };
        }
    }

    fn dismantle(self, visit: Visit<'_, Kind>) {
        self.core.dismantle(visit);
    }
}
