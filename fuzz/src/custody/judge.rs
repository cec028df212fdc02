//! The judge of custody: moves every value along with inputs and actions, and asks of each drop
//! whether the step may have ended the value.

use super::{Dropped, Kind, Visit};
use crate::observation::{Seat, Tag};
use crate::verdict::LawBreach;

/// A value was dropped in a step in which nothing may have ended it.
pub const LOST: &str = "custody-lost";
/// A value was emitted although the machine did not hold it.
pub const SEEN_TWICE: &str = "custody-seen-twice";
/// A value is still inside the machine although the machine has ended.
pub const KEPT: &str = "custody-kept";

/// What one step did to values; each list is a function that visits them.
pub struct Deed<Enters, Leaves, MayEnd> {
    /// Values that the input brings into the machine; none if it was handed back.
    pub enters: Enters,
    /// Values that the actions carry out of it.
    pub leaves: Leaves,
    /// Values that may end inside in this step; those that do not stay held.
    pub may_end: MayEnd,
}

/// Who has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder<K> {
    /// The host or a caller; also everything that is not authored yet.
    Host,
    /// The machine, which took it as this kind of value.
    Machine(K),
    /// The machine, and this step may end it.
    MayEnd(K),
    /// Nobody: it was ended.
    Ended,
}

/// Knows who holds each value of the judged machine.
#[derive(Debug)]
pub struct Custody<K> {
    /// By tag.
    holders: Vec<Holder<K>>,
    may_end: Vec<Tag>,
}

impl<K> Default for Custody<K> {
    fn default() -> Self {
        Self { holders: Vec::new(), may_end: Vec::new() }
    }
}

impl<K: Kind> Custody<K> {
    /// A new machine was built: it holds what `enters` visits.
    pub fn reset(&mut self, enters: impl FnOnce(Visit<'_, K>)) {
        self.holders.clear();
        self.enter(enters);
    }

    /// Judges one step.
    ///
    /// # Errors
    ///
    /// [`SEEN_TWICE`] or [`LOST`].
    pub fn step<E, L, M>(
        &mut self,
        deed: Deed<E, L, M>,
        dropped: &[Dropped<K>],
    ) -> Result<(), LawBreach>
    where
        E: FnOnce(Visit<'_, K>),
        L: FnOnce(Visit<'_, K>),
        M: FnOnce(Visit<'_, K>),
    {
        self.enter(deed.enters);
        self.leave(deed.leaves)?;
        if dropped.iter().all(|value| value.seat != Seat::Judged) {
            return Ok(());
        }
        self.permit(deed.may_end);
        let judged = dropped.iter().filter(|value| value.seat == Seat::Judged);
        let result = judged.copied().try_for_each(|value| self.end_one(value));
        self.withdraw_permits();
        result
    }

    /// Judges the end of the run: `leaves` visits what the dismantled machine handed out.
    ///
    /// # Errors
    ///
    /// [`SEEN_TWICE`] or [`KEPT`].
    pub fn end(
        &mut self,
        leaves: impl FnOnce(Visit<'_, K>),
        dropped: &[Dropped<K>],
    ) -> Result<(), LawBreach> {
        self.leave(leaves)?;
        if let Some(value) = dropped.iter().find(|value| value.seat == Seat::Judged) {
            let Dropped { kind, tag, .. } = value;
            return Err(kept(format!("{kind:?} {tag} was inside the ended machine")));
        }
        let inside = |holder: &Holder<K>| matches!(holder, Holder::Machine(_));
        match self.holders.iter().position(inside) {
            Some(tag) => Err(kept(format!("value {tag} never left the dismantled machine"))),
            None => Ok(()),
        }
    }

    fn enter(&mut self, enters: impl FnOnce(Visit<'_, K>)) {
        enters(&mut |kind, tag| {
            debug_assert_eq!(self.get(tag), Holder::Host, "{kind:?} {tag} is not the host's");
            self.set(tag, Holder::Machine(kind));
        });
    }

    fn leave(&mut self, leaves: impl FnOnce(Visit<'_, K>)) -> Result<(), LawBreach> {
        let mut verdict = Ok(());
        leaves(&mut |kind, tag| {
            let holder = self.get(tag);
            if holder == Holder::Machine(kind) {
                self.set(tag, Holder::Host);
            } else if verdict.is_ok() {
                let evidence = format!("{kind:?} {tag} was emitted; its holder is {holder:?}");
                verdict = Err(LawBreach::new(SEEN_TWICE, evidence));
            }
        });
        verdict
    }

    fn permit(&mut self, may_end: impl FnOnce(Visit<'_, K>)) {
        may_end(&mut |kind, tag| {
            if self.get(tag) == Holder::Machine(kind) {
                self.set(tag, Holder::MayEnd(kind));
                self.may_end.push(tag);
            }
        });
    }

    fn withdraw_permits(&mut self) {
        while let Some(tag) = self.may_end.pop() {
            if let Holder::MayEnd(kind) = self.get(tag) {
                self.set(tag, Holder::Machine(kind));
            }
        }
    }

    fn end_one(&mut self, value: Dropped<K>) -> Result<(), LawBreach> {
        let Dropped { kind, tag, .. } = value;
        let holder = self.get(tag);
        if holder != Holder::MayEnd(kind) {
            let evidence = format!("{kind:?} {tag} was dropped; its holder is {holder:?}");
            return Err(LawBreach::new(LOST, evidence));
        }
        self.set(tag, Holder::Ended);
        Ok(())
    }

    fn get(&self, tag: Tag) -> Holder<K> {
        self.holders.get(tag as usize).copied().unwrap_or(Holder::Host)
    }

    fn set(&mut self, tag: Tag, holder: Holder<K>) {
        let index = tag as usize;
        if index >= self.holders.len() {
            self.holders.resize(index + 1, Holder::Host);
        }
        self.holders[index] = holder;
    }
}

fn kept(evidence: String) -> LawBreach {
    LawBreach::new(KEPT, evidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One kind is enough.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Value {
        Plan,
        Worker,
    }

    type Values<'a> = &'a [(Value, Tag)];

    fn each(values: Values<'_>) -> impl FnOnce(Visit<'_, Value>) {
        move |visit| values.iter().for_each(|(kind, tag)| visit(*kind, *tag))
    }

    fn step(
        custody: &mut Custody<Value>,
        [enters, leaves, may_end]: [Values<'_>; 3],
        dropped: Values<'_>,
    ) -> Result<(), &'static str> {
        let deed = Deed { enters: each(enters), leaves: each(leaves), may_end: each(may_end) };
        let dropped: Vec<_> =
            dropped.iter().map(|&(kind, tag)| Dropped { seat: Seat::Judged, kind, tag }).collect();
        custody.step(deed, &dropped).map_err(|breach| breach.law)
    }

    const PLAN: (Value, Tag) = (Value::Plan, 1);

    #[test]
    fn what_comes_in_goes_out_once_or_ends_where_it_may() {
        let mut custody = Custody::default();
        custody.reset(each(&[(Value::Worker, 7)]));
        assert_eq!(step(&mut custody, [&[PLAN], &[(Value::Worker, 7)], &[]], &[]), Ok(()));
        assert_eq!(step(&mut custody, [&[], &[], &[PLAN]], &[PLAN]), Ok(()));
        assert_eq!(custody.end(each(&[]), &[]), Ok(()));
    }

    #[test]
    fn a_permit_lasts_for_one_step() {
        let mut custody = Custody::default();
        custody.reset(each(&[PLAN, (Value::Worker, 2)]));
        let both: Values<'_> = &[PLAN, (Value::Worker, 2)];
        assert_eq!(step(&mut custody, [&[], &[], both], &[(Value::Worker, 2)]), Ok(()));
        assert_eq!(step(&mut custody, [&[], &[], &[]], &[PLAN]), Err(LOST));
    }

    #[test]
    fn a_second_emission_and_another_kind_are_seen() {
        let mut custody = Custody::default();
        custody.reset(each(&[PLAN]));
        assert_eq!(step(&mut custody, [&[], &[(Value::Worker, 1)], &[]], &[]), Err(SEEN_TWICE));
        assert_eq!(step(&mut custody, [&[], &[PLAN], &[]], &[]), Ok(()));
        assert_eq!(step(&mut custody, [&[], &[PLAN], &[]], &[]), Err(SEEN_TWICE));
        assert_eq!(step(&mut custody, [&[], &[], &[PLAN]], &[PLAN]), Err(LOST));
    }

    #[test]
    fn an_ended_machine_keeps_nothing() {
        let mut custody = Custody::default();
        custody.reset(each(&[PLAN]));
        let dropped = [Dropped { seat: Seat::Judged, kind: Value::Plan, tag: 1 }];
        let law = |result: Result<(), LawBreach>| result.map_err(|breach| breach.law);
        assert_eq!(law(custody.end(each(&[]), &dropped)), Err(KEPT));
        assert_eq!(law(custody.end(each(&[]), &[])), Err(KEPT));
        assert_eq!(law(custody.end(each(&[PLAN]), &[])), Ok(()));
    }

    #[test]
    fn only_drops_of_the_judged_machine_count_and_silent_ones_do_not() {
        let ledger = std::rc::Rc::new(super::super::Ledger::default());
        let witness = |tag| super::super::Witness::new(&ledger, Seat::Judged, Value::Plan, tag);
        drop(witness(1));
        assert_eq!(witness(2).release(), 2);
        ledger.silently(|| drop(witness(3)));
        let tags = ledger.read(|dropped| dropped.iter().map(|d| d.tag).collect::<Vec<_>>());
        assert_eq!(tags, [1]);
        let mut custody = Custody::default();
        custody.reset(each(&[]));
        let deed = Deed { enters: each(&[]), leaves: each(&[]), may_end: each(&[]) };
        let twins = [Dropped { seat: Seat::Twin, kind: Value::Plan, tag: 1 }];
        assert_eq!(custody.step(deed, &twins), Ok(()));
    }
}
