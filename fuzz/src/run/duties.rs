//! Obligations: what a host owes its machine, in the order in which it took it on.
//!
//! Rules: a multiset, so equal obligations are two. Each is owed until the host has told the fact
//! that settles it, or the machine has taken another fact for it. A withheld one is not looked at
//! before it is released, at the latest by the recovery phase.

/// A duty and how it must be seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation<Duty> {
    /// What is owed.
    pub duty: Duty,
    /// Not before it is released.
    pub withheld: bool,
    /// The operation was rejected or will never be attempted: only a rejection settles it.
    pub refused: bool,
}

/// All that a host owes, oldest first.
#[derive(Debug)]
pub struct Duties<Duty> {
    list: Vec<Obligation<Duty>>,
}

impl<Duty> Default for Duties<Duty> {
    fn default() -> Self {
        Self { list: Vec::new() }
    }
}

impl<Duty: Copy + PartialEq> Duties<Duty> {
    /// Owes nothing.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing is owed.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Obligation<Duty>> {
        self.list.iter()
    }

    /// Takes one on.
    pub fn owe(&mut self, duty: Duty, refused: bool) {
        self.list.push(Obligation { duty, withheld: false, refused });
    }

    /// The oldest one that is not withheld and that `wanted` accepts.
    pub fn first(&self, wanted: impl Fn(&Duty) -> bool) -> Option<Obligation<Duty>> {
        self.list.iter().find(|o| !o.withheld && wanted(&o.duty)).copied()
    }

    /// Number `index` (modulo how many there are) of those that are not withheld and that `wanted`
    /// accepts.
    pub fn pick(&self, index: u8, wanted: impl Fn(&Duty) -> bool) -> Option<Obligation<Duty>> {
        let fits = |o: &&Obligation<Duty>| !o.withheld && wanted(&o.duty);
        let count = self.list.iter().filter(fits).count();
        let index = usize::from(index).checked_rem(count)?;
        self.list.iter().filter(fits).nth(index).copied()
    }

    /// Withholds number `index` of those that are not withheld; answers whether there is any.
    pub fn withhold(&mut self, index: u8) -> bool {
        let Some(chosen) = self.pick(index, |_| true) else { return false };
        let place = self.list.iter().position(|o| *o == chosen);
        place.map(|place| self.list[place].withheld = true).is_some()
    }

    /// Nothing is withheld any more.
    pub fn release_all(&mut self) {
        self.list.iter_mut().for_each(|obligation| obligation.withheld = false);
    }

    /// Ends the oldest obligation that `settled` accepts.
    pub fn settle(&mut self, settled: impl Fn(&Duty) -> bool) -> Option<Duty> {
        let place = self.list.iter().position(|o| settled(&o.duty))?;
        Some(self.list.remove(place).duty)
    }

    /// Ends every obligation that `over` accepts.
    pub fn drop_all(&mut self, over: impl Fn(&Duty) -> bool) {
        self.list.retain(|obligation| !over(&obligation.duty));
    }

    /// Whether `wanted` accepts any, withheld or not.
    pub fn any(&self, wanted: impl Fn(&Duty) -> bool) -> bool {
        self.list.iter().any(|obligation| wanted(&obligation.duty))
    }

    /// Shows every duty to `change`.
    pub fn change(&mut self, change: impl FnMut(&mut Duty)) {
        self.list.iter_mut().map(|obligation| &mut obligation.duty).for_each(change);
    }
}
