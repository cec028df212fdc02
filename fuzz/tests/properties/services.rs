//! Properties of a supervisor with its proxies. Its host tells the truth only, so no step needs the values
//! of other machines.

use crate::machine::{self, Machine};
use crate::properties;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::services::family::SERVICES;
use actor_laws_fuzz::services::scenario::ServicesScript;
use proptest::prelude::*;

struct Services;

impl Machine for Services {
    const FAMILY: &'static Family = &SERVICES;
    const STEPS_MAX: usize = 128;
    const ISSUER: &'static str = "issuer";

    fn named(bytes: &[u8], identity: u32) -> Vec<u8> {
        machine::with_identity::<ServicesScript>(machine::honest(bytes, |_| false), identity)
    }

    fn accompanied(bytes: &[u8], in_company: bool) -> Vec<u8> {
        machine::with_company::<ServicesScript>(machine::honest(bytes, |_| false), in_company)
    }
}

properties!(Services, 64);
