//! One input told to the machines, and recorded.
//!
//! The host learns what came of it, the machine's inside is checked by its own invariants, and the
//! twin is told the same. All other judges read the record after the run.

use super::bench::Bench;
use super::judge::{Pending, same_actions};
use super::{Reach, Runner};
use crate::pool::host::Plan;
use crate::pool::law;
use crate::pool::law::catalogue::{DETERMINISM, NO_PANIC};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{Origin, Said, Told, Verdict};
use crate::verdict::{LawBreach, panic_message};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<M: PoolUnderTest> Runner<M> {
    /// Tells the judged machine one input and records all that follows.
    pub(super) fn tell(&mut self, bench: &mut Bench<M>, plan: &Plan) -> Result<(), Pending> {
        self.summary.folds += 1;
        self.told_after_end += u32::from(self.host.ended());
        self.arm(&plan.told);
        let token = bench.token(plan).map_err(|breach| Pending::new(breach, Reach::Beyond))?;
        let twin_in_step = bench.twin.is_some() && self.host.twin_in_step();
        self.ledger.begin();
        let (input, place) = ((plan.told, plan.cut), (self.phase, self.script));
        let verdict = match step(&mut bench.judged, plan, token, self.record.said_mut()) {
            Ok(verdict) => verdict,
            Err(breach) => {
                self.record.break_off(input, place);
                return Err(Pending::new(breach, Reach::Machine));
            }
        };
        bench.judged.view(self.record.next_view_mut());
        let said = self.record.said_last();
        let rejections = law::rejections(&plan.told, said);
        self.host.observe(plan, said, verdict, rejections > 0);
        self.ledger.read(|events| {
            self.record.note_events(events, |recipient| self.host.has_stopped(recipient));
        });
        self.record.close(input, Some(verdict), rejections, place);
        if self.checks.invariants {
            let inside = bench.judged.check_invariants();
            inside.map_err(|breach| Pending::new(breach, Reach::Inside))?;
        }
        if twin_in_step && self.host.twin_in_step() {
            let twins = self.check_twin(bench, plan, verdict);
            twins.map_err(|breach| Pending::new(breach, Reach::Beyond))?;
        }
        Ok(())
    }

    /// Clones of this payload panic as often as the input says, in each machine for itself.
    fn arm(&self, told: &Told) {
        if let Told::Submit { payload, clone_panics, .. } = *told {
            self.ledger.arm(Origin::Own, payload, clone_panics);
            self.ledger.arm(Origin::Twin, payload, clone_panics);
        }
    }

    fn check_twin(
        &mut self,
        bench: &mut Bench<M>,
        plan: &Plan,
        verdict: Verdict,
    ) -> Result<(), LawBreach> {
        let token = bench.twin_token(plan);
        let Some(twin) = bench.twin.as_mut() else { return Ok(()) };
        self.other_said.clear();
        self.ledger.begin();
        let twins = step(twin, plan, token, &mut self.other_said)?;
        same_actions(DETERMINISM, &self.other_said, self.record.last_said())?;
        if twins != verdict {
            let evidence = format!("the twin ends {:?} with {twins:?}, not {verdict:?}", plan.told);
            return Err(LawBreach::new(DETERMINISM, evidence));
        }
        Ok(())
    }
}

/// Steps one machine. A panic that no payload was told to raise is a breach, not a crash.
fn step<M: PoolUnderTest>(
    machine: &mut M,
    plan: &Plan,
    token: Option<M::Token>,
    said: &mut Vec<Said>,
) -> Result<Verdict, LawBreach> {
    let step = AssertUnwindSafe(|| machine.step(&plan.told, token, plan.cut, said));
    catch_unwind(step).unwrap_or_else(|panic| {
        Err(LawBreach::new(NO_PANIC, format!("{:?}: {}", plan.told, panic_message(panic.as_ref()))))
    })
}
