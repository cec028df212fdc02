//! Where the randomness of a campaign comes from.
//!
//! Rules: scenarios are numbered, and a campaign's seed says where its numbers begin. The k-th of n shards
//! takes every n-th number from the k-th on, so shards of one seed never run the same scenario; each time
//! that a campaign is resumed it goes on in a region of its own. What engines start from, and what their own
//! randomness starts from, comes from a region beyond the swarm's.

use crate::cli::Shard;

/// Carries neighbouring seeds far from each other; odd, so that no two meet.
const SCATTER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A resumed campaign goes on so many bits further up.
const LEG_BITS: u32 = 40;

/// Places from here on are the engines'; below, the swarm runs.
const SOWN: u64 = 1 << 39;

/// Bits of the places of one share.
const SHARE_BITS: u32 = 16;

/// Bits of the places of one round; after 1024 rounds a share begins anew.
const ROUND_BITS: u32 = 6;

/// The numbers that a campaign, or its shard, draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stream {
    seed: u64,
    leg: u64,
    part: u64,
    of: u64,
}

impl Stream {
    /// The numbers of a campaign that was resumed `leg` times.
    pub(crate) fn new(seed: u64, leg: usize, shard: Option<Shard>) -> Self {
        let (part, of) = shard.map_or((0, 1), |shard| (shard.place(), shard.of()));
        Self { seed, leg: leg as u64, part: part as u64, of: of as u64 }
    }

    /// The seed of the scenario at this place.
    pub(crate) fn scenario(self, place: u64) -> u64 {
        let number = (self.leg << LEG_BITS | place).wrapping_mul(self.of).wrapping_add(self.part);
        self.seed.wrapping_mul(SCATTER).wrapping_add(number)
    }

    /// The seed of a scenario that a share's engine starts from.
    pub(crate) fn sown(self, share: usize, round: u64, number: u64) -> u64 {
        let round = round % (1 << (SHARE_BITS - ROUND_BITS));
        let place = ((share as u64) << SHARE_BITS) + (round << ROUND_BITS) + number;
        self.scenario(SOWN + place)
    }

    /// What the randomness of an engine's process starts from; never 0, which some take for none.
    pub(crate) fn process(self, share: usize, round: u64) -> u32 {
        (self.sown(share, round, 0) as u32).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::parse_shard;
    use std::collections::HashSet;

    fn shard(text: &str) -> Option<Shard> {
        Some(parse_shard(text).expect("well-formed"))
    }

    #[test]
    fn shards_of_one_seed_part_the_numbers_of_the_whole() {
        let whole = Stream::new(7, 0, None);
        let parts = ["1/3", "2/3", "3/3"].map(|text| Stream::new(7, 0, shard(text)));
        let of_parts = |place| parts.iter().map(move |part| part.scenario(place));
        let parted: Vec<_> = (0..4).flat_map(of_parts).collect();
        assert_eq!(parted, (0..12).map(|place| whole.scenario(place)).collect::<Vec<_>>());
        assert_eq!(Stream::new(7, 0, shard("1/1")).scenario(5), whole.scenario(5));
    }

    #[test]
    fn no_two_shards_legs_shares_or_rounds_meet() {
        let mut seen = HashSet::new();
        let (mut count, mut processes) = (0, HashSet::new());
        for (leg, part) in [(0, "1/2"), (0, "2/2"), (1, "1/2"), (1, "2/2")] {
            let stream = Stream::new(3, leg, shard(part));
            for share in 0..20 {
                for round in 0..5 {
                    seen.extend((0..64).map(|number| stream.sown(share, round, number)));
                    seen.insert(stream.scenario(share as u64 * 5 + round));
                    count += 65;
                    processes.insert((leg, stream.process(share, round)));
                }
            }
        }
        assert_eq!((seen.len(), processes.len()), (count, 400));
    }

    #[test]
    fn neighbouring_seeds_begin_far_apart() {
        let begin = |seed| Stream::new(seed, 0, None).scenario(0);
        assert!(begin(8).wrapping_sub(begin(7)) > 1 << 60);
        assert_ne!(Stream::new(0, 0, None).process(0, 0), 0);
    }
}
