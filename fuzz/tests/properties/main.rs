//! Properties over whole runs, with shrinking to the fewest and smallest steps.
//!
//! The engines search for failures by feedback; these search at random and shrink by steps, and they
//! state relations between runs that no single run can show. They are stated once, for every machine.

mod machine;
mod pool;
mod proxy;
mod services;
mod supervisor;

use proptest::prelude::ProptestConfig;

/// So many cases. What fails is printed in its least form and belongs into `corpus/regressions`; a file of
/// cases beside the tests would make the next run another one than this.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The properties of one machine, each tried on so many random scenarios.
macro_rules! properties {
    ($machine:ty, $cases:expr) => {
        proptest! {
            #![proptest_config(crate::cases($cases))]

            /// Every law holds in every run.
            #[test]
            fn every_scenario_passes_every_check(input in machine::inputs::<$machine>()) {
                input.passes()?;
            }

            /// Every prefix of a script is a whole scenario: the host becomes well behaved where it ends.
            #[test]
            fn every_prefix_comes_to_an_end(
                input in machine::inputs::<$machine>(),
                cut in 0..<$machine>::STEPS_MAX,
            ) {
                input.prefix(cut).passes()?;
            }

            /// What people read and write is the scenario that runs.
            #[test]
            fn the_text_form_parses_back_to_the_same_run(input in machine::inputs::<$machine>()) {
                let parsed = (input.target.family.parse_text)(&input.text());
                let parsed = input.with(parsed.map_err(|error| TestCaseError::fail(error.to_string()))?);
                prop_assert_eq!(parsed.text(), input.text());
                prop_assert_eq!(parsed.record(), input.record());
            }

            /// A machine's identity names it and decides nothing.
            #[test]
            fn identity_decides_nothing(
                input in machine::inputs::<$machine>(),
                identity in 2..=200_u32,
            ) {
                let unnamed = |identity| {
                    let named = input.with(<$machine>::named(&input.bytes, identity));
                    machine::unnamed::<$machine>(named.record(), identity)
                };
                prop_assert_eq!(unnamed(1), unnamed(identity));
            }

            /// Company watches and lends; the judged machine answers as if it were alone.
            #[test]
            fn company_is_invisible(input in machine::inputs::<$machine>()) {
                let with = |company| input.with(<$machine>::accompanied(&input.bytes, company));
                prop_assert_eq!(with(false).record(), with(true).record());
            }
        }
    };
}
pub(crate) use properties;
