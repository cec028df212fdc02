//! The scenario format: what bytes mean stays the same.

use actor_laws_fuzz::proxy::family::PROXY;
use actor_laws_fuzz::proxy::observation::{Lease, Supply};
use actor_laws_fuzz::proxy::scenario::{ProxyScript, Scenario};
use actor_laws_fuzz::script::audit::{
    demand_sound_format, demand_sound_generator, fingerprint_of_seeds,
};
use actor_laws_fuzz::script::{Company, OpcodeMask, Script};
use actor_laws_fuzz::target::of_family;

#[test]
fn every_byte_string_is_a_scenario_that_can_be_written_and_read() {
    demand_sound_format::<ProxyScript>();
}

#[test]
fn every_seed_is_a_scenario_and_all_opcodes_are_used() {
    of_family(&PROXY).for_each(demand_sound_generator::<ProxyScript>);
}

#[test]
fn no_bytes_are_a_proxy_with_plenty_of_everything() {
    let Scenario { header, disabled, steps } = Scenario::decode(&[]);
    let setup = ProxyScript::setup(&header);
    assert_eq!((setup.identity, setup.creations), (1, Supply::PLENTY));
    assert_eq!(setup.activations, Supply::PLENTY);
    assert_eq!(header.company(), Company { twin: true, foreign: false });
    assert_eq!(disabled, OpcodeMask::EMPTY);
    assert!(steps.is_empty());
}

#[test]
fn old_bytes_mean_what_they_meant() {
    let bytes: Vec<u8> =
        (0..16).chain((0..18 * 4_u8).map(|place| place.wrapping_mul(37))).collect();
    let text = Scenario::decode(&bytes).to_text();
    assert_eq!(text, include_str!("golden.txt"));
}

#[test]
fn supplies_are_what_their_words_say() {
    let setup =
        |byte: u8| ProxyScript::setup(&Scenario::decode(&[1, 0, 0, 0, 0, 0, 0, byte]).header);
    let first = |last| Some(Lease { first: 1, last });
    assert_eq!(setup(1).creations, Supply { lease: None, renewal: None });
    assert_eq!(setup(4).creations, Supply { lease: first(3), renewal: None });
    let renewal = Some(Lease { first: 2, last: u64::MAX });
    assert_eq!(setup(6).creations, Supply { lease: first(2), renewal });
}

#[test]
fn seeds_mean_the_runs_that_they_meant() {
    let prints: Vec<u64> = of_family(&PROXY).map(fingerprint_of_seeds).collect();
    assert_eq!(prints, [3_076_080_917_115_748_079, 9_701_476_346_939_188_236]);
}
