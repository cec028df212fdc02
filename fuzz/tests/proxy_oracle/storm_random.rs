//! A small deterministic generator, and what it makes up: setups, control, tags.

use super::words::OWNER;
use actor_laws_fuzz::proxy::observation::*;

/// Tags of the storm start here, and nothing else is as high but tickets.
pub(crate) const FIRST_TAG: u32 = 1_000_000;
/// Ordinals of the storm's tickets start here.
pub(crate) const FIRST_TICKET: u64 = 1 << 40;

/// SplitMix64.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    pub(crate) fn setup(&mut self) -> ProxySetup {
        let identity = 20 + u32::try_from(self.below(3)).unwrap_or(0);
        ProxySetup { identity, creations: self.supply(), activations: self.supply() }
    }

    /// Mostly plenty; else few, colliding, or none.
    fn supply(&mut self) -> Supply {
        let short = Lease { first: 1, last: 1 + self.below(2) as u64 };
        match self.below(8) {
            0 => Supply { lease: Some(short), renewal: None },
            1 => Supply { lease: Some(short), renewal: Some(Lease { first: 1, last: 9 }) },
            2 => Supply { lease: None, renewal: Some(short) },
            3 if self.below(4) == 0 => Supply { lease: None, renewal: None },
            _ => Supply::PLENTY,
        }
    }

    /// What the owner may ask for.
    pub(crate) fn control(&mut self, tags: &mut Tags) -> Told {
        if self.below(24) == 0 {
            return Told::Shutdown;
        }
        let (ticket, submission) = (tags.ticket(), tags.submission());
        if self.below(3) == 0 {
            Told::InstallInitial { ticket, submission }
        } else {
            Told::Replace { ticket, submission }
        }
    }
}

/// Values that nobody has had before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tags {
    tags: u32,
    tickets: u64,
    ticks: u64,
}

impl Tags {
    pub(crate) fn fresh(&mut self) -> Tag {
        self.tags += 1;
        FIRST_TAG + self.tags
    }

    pub(crate) fn submission(&mut self) -> Submission {
        Submission { worker: self.fresh(), plan: self.fresh() }
    }

    pub(crate) fn exit(&mut self) -> Exit {
        self.ticks += 1;
        Exit { stop: self.fresh(), at: self.ticks }
    }

    fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Id { issuer: OWNER, ordinal: FIRST_TICKET + self.tickets }
    }
}
