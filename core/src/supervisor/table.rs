//! The entries by generation, with indexes that are derived from the entries themselves.
//!
//! [`Table::admit`], [`Taken::change`] and [`Table::drain`] alone alter it, so an index says what the
//! entries say: which key, which unresolved creation, which proxy, who waits for a slot and who holds
//! one. A removed entry leaves nothing behind.

use super::{EntryIdentity, Generation, OperationId, ProxyCreationId, SupervisorProtocol};
use alloc::collections::{BTreeMap, BTreeSet};

/// What an entry is found by, beside its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing<Proxy> {
    /// The creation, while it is out.
    pub(crate) creation: Option<ProxyCreationId>,
    /// The proxy, from its birth on.
    pub(crate) proxy: Option<Proxy>,
    /// The operation that waits for an activation slot.
    pub(crate) waiting: Option<OperationId>,
    /// Whether an emitted input is unresolved.
    pub(crate) holds_slot: bool,
}

impl<Proxy> Standing<Proxy> {
    /// Of no entry.
    const NOWHERE: Self = Self { creation: None, proxy: None, waiting: None, holds_slot: false };

    pub(crate) fn unborn(creation: ProxyCreationId) -> Self {
        Self { creation: Some(creation), ..Self::NOWHERE }
    }

    pub(crate) fn waiting(proxy: Proxy, operation: OperationId) -> Self {
        Self { waiting: Some(operation), ..Self::born(proxy, false) }
    }

    pub(crate) fn born(proxy: Proxy, holds_slot: bool) -> Self {
        Self { proxy: Some(proxy), holds_slot, ..Self::NOWHERE }
    }
}

impl<Proxy: Clone> Standing<&Proxy> {
    fn owned(self) -> Standing<Proxy> {
        let Self { creation, proxy, waiting, holds_slot } = self;
        Standing { creation, proxy: proxy.cloned(), waiting, holds_slot }
    }
}

/// A phase that says where its entry is found.
pub(crate) trait Indexed<P: SupervisorProtocol> {
    fn standing(&self) -> Standing<&P::Proxy>;
}

/// One entry: which service, and its phase. Which life of the service it is says its place.
#[derive(Debug)]
pub(crate) struct Entry<P: SupervisorProtocol, Phase> {
    pub(crate) key: P::Key,
    pub(crate) phase: Phase,
}

impl<P: SupervisorProtocol, Phase> Entry<P, Phase> {
    /// Which life of which service it is, in this place.
    pub(crate) fn identity(&self, generation: Generation) -> EntryIdentity<P::Key> {
        EntryIdentity { key: self.key.clone(), generation }
    }

    fn named(self, generation: Generation) -> (EntryIdentity<P::Key>, Phase) {
        let Self { key, phase } = self;
        (EntryIdentity { key, generation }, phase)
    }
}

/// Every entry that the supervisor retains, in phases of one mode.
#[derive(Debug)]
pub(crate) struct Table<P: SupervisorProtocol, Phase> {
    pub(super) entries: BTreeMap<Generation, Entry<P, Phase>>,
    pub(super) index: Index<P>,
}

/// Where entries are found.
#[derive(Debug)]
pub(crate) struct Index<P: SupervisorProtocol> {
    pub(super) keys: BTreeMap<P::Key, Generation>,
    pub(super) creations: BTreeMap<ProxyCreationId, Generation>,
    pub(super) proxies: BTreeMap<P::Proxy, Generation>,
    pub(super) waiting: BTreeMap<OperationId, Generation>,
    pub(super) holders: BTreeSet<Generation>,
}

impl<P: SupervisorProtocol, Phase: Indexed<P>> Table<P, Phase> {
    pub(crate) fn new() -> Self {
        let index = Index {
            keys: BTreeMap::new(),
            creations: BTreeMap::new(),
            proxies: BTreeMap::new(),
            waiting: BTreeMap::new(),
            holders: BTreeSet::new(),
        };
        Self { entries: BTreeMap::new(), index }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries by generation.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Generation, &Entry<P, Phase>)> {
        self.entries.iter().map(|(generation, entry)| (*generation, entry))
    }

    /// One entry before all others, if it is present; then those by generation.
    pub(crate) fn own_first(
        &self,
        own: Option<Generation>,
    ) -> impl Iterator<Item = (Generation, &Entry<P, Phase>)> {
        let others = self.iter().filter(move |(generation, _)| Some(*generation) != own);
        let own = own.and_then(|generation| Some((generation, self.get(generation)?)));
        own.into_iter().chain(others)
    }

    pub(crate) fn get(&self, generation: Generation) -> Option<&Entry<P, Phase>> {
        self.entries.get(&generation)
    }

    pub(crate) fn by_key(&self, key: &P::Key) -> Option<Generation> {
        self.index.keys.get(key).copied()
    }

    pub(crate) fn by_creation(&self, creation: ProxyCreationId) -> Option<Generation> {
        self.index.creations.get(&creation).copied()
    }

    pub(crate) fn by_proxy(&self, proxy: &P::Proxy) -> Option<Generation> {
        self.index.proxies.get(proxy).copied()
    }

    /// The entry whose operation waits and is the lowest of all that do.
    pub(crate) fn first_waiting(&self) -> Option<Generation> {
        self.index.waiting.first_key_value().map(|(_, generation)| *generation)
    }

    /// How many activation slots are held.
    pub(crate) fn slots_held(&self) -> usize {
        self.index.holders.len()
    }

    /// Takes a new entry in.
    pub(crate) fn admit(&mut self, identity: EntryIdentity<P::Key>, phase: Phase) {
        let EntryIdentity { key, generation } = identity;
        self.index.keys.insert(key.clone(), generation);
        self.index.update(generation, Standing::NOWHERE, &phase.standing());
        self.entries.insert(generation, Entry { key, phase });
    }

    /// Takes an entry out for one transition, which puts it back.
    pub(crate) fn take(&mut self, generation: Generation) -> Option<Taken<'_, P, Phase>> {
        let (identity, phase) = self.entries.remove(&generation)?.named(generation);
        Some(Taken { table: self, identity, phase })
    }

    /// Takes every entry into the phases of another mode: the fold's own entry first, then the others
    /// by generation.
    pub(crate) fn drain<Next: Indexed<P>>(
        mut self,
        own: Option<Generation>,
        mut transition: impl FnMut(&EntryIdentity<P::Key>, Phase) -> Next,
    ) -> Table<P, Next> {
        let mut drained = Table::new();
        let own = own.and_then(|generation| self.entries.remove_entry(&generation));
        for (generation, entry) in own.into_iter().chain(self.entries) {
            let (identity, phase) = entry.named(generation);
            let phase = transition(&identity, phase);
            drained.admit(identity, phase);
        }
        drained
    }

    /// The entries themselves, by generation.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (EntryIdentity<P::Key>, Phase)> {
        self.entries.into_iter().map(|(generation, entry)| entry.named(generation))
    }
}

/// An entry that was taken out for a transition. Only what was found can be changed, so a change loses
/// nothing that it was given.
#[must_use = "it puts its entry back"]
pub(crate) struct Taken<'table, P: SupervisorProtocol, Phase> {
    table: &'table mut Table<P, Phase>,
    identity: EntryIdentity<P::Key>,
    phase: Phase,
}

impl<P: SupervisorProtocol, Phase: Indexed<P>> Taken<'_, P, Phase> {
    /// Takes the entry through one transition, which consumes its phase and answers the next one, or
    /// `None` if the entry is gone.
    pub(crate) fn change<R>(
        self,
        transition: impl FnOnce(&EntryIdentity<P::Key>, Phase) -> (Option<Phase>, R),
    ) -> R {
        let Self { table, identity, phase } = self;
        let before = phase.standing().owned();
        let (next, result) = transition(&identity, phase);
        let EntryIdentity { key, generation } = identity;
        match next {
            Some(phase) => {
                table.index.update(generation, before, &phase.standing());
                table.entries.insert(generation, Entry { key, phase });
            }
            None => {
                table.index.update(generation, before, &Standing::NOWHERE);
                table.index.keys.remove(&key);
            }
        }
        result
    }

    /// The same, for an entry that stays.
    pub(crate) fn stay<R>(
        self,
        transition: impl FnOnce(&EntryIdentity<P::Key>, Phase) -> (Phase, R),
    ) -> R {
        self.change(|identity, phase| {
            let (phase, result) = transition(identity, phase);
            (Some(phase), result)
        })
    }
}

impl<P: SupervisorProtocol> Index<P> {
    /// Finds an entry where it stands now, and no longer where it stood before.
    fn update(
        &mut self,
        generation: Generation,
        before: Standing<P::Proxy>,
        after: &Standing<&P::Proxy>,
    ) {
        moved(&mut self.creations, generation, before.creation, after.creation);
        moved(&mut self.waiting, generation, before.waiting, after.waiting);
        if before.proxy.as_ref() != after.proxy {
            moved(&mut self.proxies, generation, before.proxy, after.proxy.cloned());
        }
        match after.holds_slot {
            true => self.holders.insert(generation),
            false => self.holders.remove(&generation),
        };
    }
}

fn moved<Name: Ord>(
    index: &mut BTreeMap<Name, Generation>,
    generation: Generation,
    before: Option<Name>,
    after: Option<Name>,
) {
    if before != after {
        before.map(|name| index.remove(&name));
        after.map(|name| index.insert(name, generation));
    }
}
