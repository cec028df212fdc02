//! Properties of a stable proxy.

use crate::machine::{self, Machine};
use crate::properties;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::proxy::family::PROXY;
use actor_laws_fuzz::proxy::scenario::{Opcode, ProxyScript, Step};
use proptest::prelude::*;

struct Proxy;

impl Machine for Proxy {
    const FAMILY: &'static Family = &PROXY;
    const STEPS_MAX: usize = 96;
    const ISSUER: &'static str = "issuer";

    fn named(bytes: &[u8], identity: u32) -> Vec<u8> {
        machine::with_identity::<ProxyScript>(machine::honest(bytes, borrows), identity)
    }

    fn accompanied(bytes: &[u8], in_company: bool) -> Vec<u8> {
        machine::with_company::<ProxyScript>(machine::honest(bytes, borrows), in_company)
    }
}

/// Whether a step needs another proxy's values.
fn borrows(step: &Step) -> bool {
    match step.opcode {
        Opcode::Distort | Opcode::ForeignFact => true,
        Opcode::SettleOldest
        | Opcode::Settle
        | Opcode::SettleKind
        | Opcode::Serve
        | Opcode::Install
        | Opcode::Replace
        | Opcode::Shutdown
        | Opcode::ExitWorker
        | Opcode::Repeat
        | Opcode::WrongFact
        | Opcode::ReplayTicket
        | Opcode::CutBatch
        | Opcode::AdvanceTime
        | Opcode::Withhold
        | Opcode::Release
        | Opcode::FailOldest => false,
    }
}

properties!(Proxy, 128);
