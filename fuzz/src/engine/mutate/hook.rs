//! What libFuzzer calls in place of its own mutations, and which of them the environment asks for.
//!
//! Rules: the environment is read once. Both hooks are functions of their arguments, as libFuzzer demands, but for
//! its own mutations, which draw from its own randomness.

use super::Mutator;
use crate::engine::target_named;
use crate::script::Prng;
use std::cell::RefCell;
use std::sync::OnceLock;

/// The environment variable that names the [`Mutations`].
pub const VARIABLE: &str = "LAWS_MUTATOR";

/// An engine's own mutation: it changes the first bytes of a buffer, as many as the second argument says, to
/// at most as many as the third one says, and answers how many there are.
pub type Bytewise = fn(&mut [u8], usize, usize) -> usize;

/// With both, one of so many mutations is one of bytes.
const BYTES_ONE_IN: u32 = 8;

/// One of so many calls for a splice is one; the others are mutations of the first scenario. libFuzzer asks
/// for as many splices as mutations, which is too many.
const SPLICED_ONE_IN: u32 = 4;

/// Which mutations an engine makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mutations {
    /// Its own, of bytes.
    Bytes,
    /// Of steps.
    Steps,
    /// Mostly of steps.
    #[default]
    Both,
}

impl Mutations {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bytes, Self::Steps, Self::Both];

    /// As the environment calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Steps => "steps",
            Self::Both => "both",
        }
    }

    /// What the environment asks for; the default if nothing.
    ///
    /// # Panics
    ///
    /// If it asks for what there is not.
    pub fn selected() -> Self {
        static SELECTED: OnceLock<Mutations> = OnceLock::new();
        *SELECTED.get_or_init(|| match std::env::var(VARIABLE) {
            Ok(name) => Self::named(&name).unwrap_or_else(|| panic!("{VARIABLE}: no {name:?}")),
            Err(_) => Self::default(),
        })
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mutations| mutations.name() == name)
    }
}

thread_local! {
    static MUTATOR: RefCell<Option<Mutator>> = const { RefCell::new(None) };
}

/// Calls the mutator of this process's target.
fn with_mutator<T>(target: &'static str, act: impl FnOnce(&mut Mutator) -> T) -> T {
    MUTATOR.with_borrow_mut(|slot| {
        let new = || Mutator::new(target_named(target).expect("a registered target"));
        act(slot.get_or_insert_with(new))
    })
}

/// Changes the first `size` bytes of `data` to at most `size_max`; answers how many there are.
///
/// # Panics
///
/// If no target has this name.
pub fn mutate(
    target: &'static str,
    data: &mut [u8],
    (size, size_max): (usize, usize),
    seed: u32,
    bytewise: Bytewise,
) -> usize {
    let is_bytewise = match Mutations::selected() {
        Mutations::Bytes => true,
        Mutations::Steps => false,
        Mutations::Both => Prng::new(!u64::from(seed)).chance(1, BYTES_ONE_IN),
    };
    if is_bytewise {
        return bytewise(data, size, size_max);
    }
    let data = &mut data[..size_max];
    with_mutator(target, |mutator| mutator.mutate(data, size, seed.into()))
}

/// Writes a scenario into `out` that takes after both, or only after the first one; answers its length, or 0
/// to let the engine do otherwise.
///
/// # Panics
///
/// If no target has this name.
pub fn cross_over(
    target: &'static str,
    one: &[u8],
    other: &[u8],
    out: &mut [u8],
    seed: u32,
    bytewise: Bytewise,
) -> usize {
    if Mutations::selected() == Mutations::Bytes {
        return 0;
    }
    if Prng::new(!u64::from(seed)).chance(1, SPLICED_ONE_IN) {
        return with_mutator(target, |mutator| mutator.splice(one, other, out, seed.into()));
    }
    let size = one.len().min(out.len());
    out[..size].copy_from_slice(&one[..size]);
    let size_max = out.len();
    mutate(target, out, (size, size_max), seed.rotate_left(16), bytewise)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: &str = "proxy_service";

    /// A mutation of bytes that can be told from every mutation of steps: it is shorter than a header.
    fn bytewise(data: &mut [u8], _: usize, _: usize) -> usize {
        data[0] = 0xEE;
        1
    }

    #[test]
    fn every_choice_of_mutations_has_a_name_of_its_own() {
        for mutations in Mutations::ALL {
            assert_eq!(Mutations::named(mutations.name()), Some(mutations));
        }
        assert_eq!(Mutations::named("none"), None);
    }

    #[test]
    fn one_mutation_of_eight_is_the_engines_own() {
        let is_own = |seed: &u32| mutate(TARGET, &mut [0; 64], (32, 64), *seed, bytewise) == 1;
        let own = (0..1_024).filter(is_own).count();
        assert!((64..256).contains(&own), "{own}");
    }

    #[test]
    fn a_splice_is_the_same_for_the_same_seed_and_mostly_takes_after_the_first() {
        let (one, other) = ([1; 80], [0xDD; 80]);
        let cross = |seed| {
            let mut out = vec![0; 96];
            let size = cross_over(TARGET, &one, &other, &mut out, seed, bytewise);
            out.truncate(size);
            out
        };
        assert!((0..64).all(|seed| cross(seed) == cross(seed)));
        let of_other = |bytes: &Vec<u8>| bytes.windows(4).any(|step| step == [0xDD; 4]);
        let spliced = (0..1_024).map(cross).filter(of_other).count();
        assert!((128..384).contains(&spliced), "{spliced}");
    }
}
