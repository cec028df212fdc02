//! Kills at moments that nobody chose.

use crate::checkout::Checkout;
use crate::engine;
use crate::estate::{CORPUS, Estate, KEPT, campaigns, inputs, loaded};
use crate::running::{Running, Victim, wait_until};
use crate::scenarios::{Draws, TARGET, features, name, seeded};
use actor_laws_fuzz::engine::{CANARY, Subject};
use predicates::str::contains;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Kills of campaigns of the swarm, in each of two checkouts.
const SWARM_KILLS: u64 = 30;

/// Inputs that a migration rewrites.
const LOOSE: u64 = 20;

/// How long a campaign lives at most, at first and at last.
const LIFE_MILLISECONDS: u64 = 600;
const LIFE_MILLISECONDS_MAX: u64 = 10_000;

/// Kills of campaigns whose engine is a process.
const ENGINE_KILLS: u64 = 24;

/// Kills of minimizations, adoptions and migrations, each.
const COMMAND_KILLS: u64 = 20;

/// Kills after a random time of at most so many milliseconds; answers whether the driver was still alive.
fn kill_within(running: Running, milliseconds: u64, draws: &mut Draws) -> bool {
    std::thread::sleep(Duration::from_millis(draws.below(milliseconds)));
    let victim = if draws.below(2) == 0 { Victim::Group } else { Victim::Driver };
    running.kill(victim)
}

/// How long the next campaign lives: longer while nothing came of them, for a slow machine must come to that as
/// well.
fn life_after(milliseconds: u64, was_in_vain: bool) -> u64 {
    if was_in_vain { (2 * milliseconds).min(LIFE_MILLISECONDS_MAX) } else { LIFE_MILLISECONDS }
}

/// Kills campaigns of the swarm over the target and the canary, every other one resumed, and lets the last one
/// come to its end.
fn kill_swarms(seed: u64) {
    let checkout = Checkout::new();
    let (mut draws, mut estate) = (Draws::new(seed), Estate::default());
    let campaign = format!("fuzz {TARGET} {CANARY} --engine swarm --jobs 2 --for");
    let mut milliseconds = LIFE_MILLISECONDS;
    for number in 0..SWARM_KILLS {
        let (before, begun) = (estate.inputs(), campaigns(&checkout));
        let is_resumed = begun > 0 && number % 2 == 1;
        let command =
            if is_resumed { "fuzz --resume".to_owned() } else { format!("{campaign} 600s") };
        let running = Running::start(&checkout, &command, &[]);
        assert!(kill_within(running, milliseconds, &mut draws), "it ended before it was killed");
        estate.inspect(&checkout);
        assert!(loaded(&checkout).is_none_or(|loaded| loaded == before), "not all was read");
        assert!(!is_resumed || campaigns(&checkout) == begun, "what is resumed is no new campaign");
        milliseconds = life_after(milliseconds, estate.findings() == 0 || estate.told() == 0);
    }
    let before = estate.inputs();
    assert!(before > 0 && estate.findings() > 0, "nothing was ever kept");
    assert!(estate.told() > 0, "nothing was ever told as kept");
    let last = Running::start(&checkout, &format!("{campaign} 2s"), &[]).end();
    assert_eq!(last.code(), Some(1), "the canary is found");
    assert_eq!(loaded(&checkout), Some(before));
    estate.inspect(&checkout);
    let hidden = |path| checkout.files(path).len() - inputs(&checkout, path).len();
    assert_eq!((hidden(KEPT), hidden(CORPUS)), (0, 0), "unfinished files are swept away");
    checkout.laws("replay target/laws/findings").assert().code(1).stdout(contains("0 passed"));
}

#[test]
fn nothing_of_a_swarm_is_lost_by_kills_at_random_moments() {
    std::thread::scope(|scope| {
        for seed in [1, 2] {
            scope.spawn(move || kill_swarms(seed));
        }
    });
}

#[test]
fn nothing_of_an_engine_is_lost_by_kills_and_it_ends_with_its_driver() {
    let checkout = Checkout::new();
    let variables = engine::install(&checkout);
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let (mut draws, mut estate) = (Draws::new(3), Estate::default());
    let whole = (0..engine::UNITS).map(|number| name(&engine::unit(number)));
    let whole: BTreeSet<String> = whole.collect();
    let mut written = BTreeSet::new();
    let mut milliseconds = LIFE_MILLISECONDS;
    for _ in 0..ENGINE_KILLS {
        let campaign = format!("fuzz {TARGET} --engine libfuzzer --jobs 1 --for 60s");
        let running = Running::start(&checkout, &campaign, &variables);
        assert!(kill_within(running, milliseconds, &mut draws), "it ended before it was killed");
        wait_until("the engine ends", || !engine::is_running(&checkout));
        estate.inspect(&checkout);
        let units = checkout.files(engine::WRITTEN).into_iter();
        let mut units: BTreeSet<_> =
            units.map(|path| name(&std::fs::read(path).expect("readable"))).collect();
        // What the engine had half written may still change: it was not the engine's last word.
        units.retain(|unit| whole.contains(unit));
        let kept = inputs(&checkout, KEPT).into_iter();
        let kept: BTreeSet<_> = kept
            .map(|path| path.file_name().expect("named").to_string_lossy().into_owned())
            .collect();
        let lost: Vec<_> =
            written.iter().filter(|unit| !kept.contains(*unit) && !units.contains(*unit)).collect();
        assert!(lost.is_empty(), "{lost:?}");
        written.extend(units);
        milliseconds = life_after(milliseconds, estate.inputs() == 0);
    }
    assert!(estate.inputs() > 0, "nothing was ever kept");
    let campaign = format!("fuzz {TARGET} --engine libfuzzer --jobs 1 --for 100s");
    let last = Running::start(&checkout, &campaign, &variables);
    wait_until("the engine has written all", || engine::has_written_all(&checkout));
    last.interrupt();
    assert_eq!(last.end().code(), Some(0));
    estate.inspect(&checkout);
    let kept = checkout.path(KEPT);
    assert!(whole.iter().all(|unit| kept.join(unit).is_file()), "every unit is taken in at last");
}

/// The features that the inputs of a folder have together.
fn features_in(checkout: &Checkout, folder: &str) -> BTreeSet<String> {
    let mut subject = Subject::named(TARGET).expect("registered");
    let load = |path| std::fs::read(path).expect("readable");
    let inputs = inputs(checkout, folder).into_iter().map(load);
    inputs.flat_map(|bytes| features(&mut subject, &bytes)).collect()
}

fn add_seeded(checkout: &Checkout, folder: &str, seeds: std::ops::Range<u64>) {
    for bytes in seeds.map(seeded) {
        checkout.write(&format!("{folder}/{}", name(&bytes)), &bytes);
    }
}

/// How long a command takes that is not disturbed, in milliseconds.
fn undisturbed(checkout: &Checkout, arguments: &str) -> u64 {
    let started = Instant::now();
    checkout.laws(arguments).assert().code(0);
    u64::try_from(started.elapsed().as_millis()).expect("not that long")
}

#[test]
fn a_killed_minimization_loses_no_feature() {
    let checkout = Checkout::new();
    let minimize = format!("minimize {TARGET} --grow");
    add_seeded(&checkout, CORPUS, 0..60);
    add_seeded(&checkout, KEPT, 60..120);
    let whole = &features_in(&checkout, CORPUS) | &features_in(&checkout, KEPT);
    let time = undisturbed(&checkout, &minimize);
    assert_eq!(features_in(&checkout, CORPUS), whole);
    let mut draws = Draws::new(4);
    for _ in 0..COMMAND_KILLS {
        add_seeded(&checkout, CORPUS, 0..60);
        let running = Running::start(&checkout, &minimize, &[]);
        kill_within(running, time + time / 4, &mut draws);
        assert_eq!(features_in(&checkout, CORPUS), whole);
        assert!(inputs(&checkout, CORPUS).iter().all(|path| is_whole(path)));
    }
    checkout.laws(&minimize).assert().code(0);
    let least = inputs(&checkout, CORPUS);
    assert_eq!(features_in(&checkout, CORPUS), whole);
    checkout.laws(&minimize).assert().code(0);
    assert_eq!(inputs(&checkout, CORPUS), least);
}

fn is_whole(path: &std::path::Path) -> bool {
    path.ends_with(name(&std::fs::read(path).expect("readable")))
}

#[test]
fn a_killed_adoption_leaves_a_whole_regression_or_none() {
    let checkout = Checkout::new();
    checkout.write("in/pool_joins/a", &seeded(5));
    let adopt = |number| format!("adopt in/pool_joins/a --name n{number}");
    let time = undisturbed(&checkout, &adopt(0));
    let regression =
        |number| checkout.path(&format!("corpus/regressions/pool_joins/passes-n{number}.txt"));
    let whole = std::fs::read(regression(0)).expect("it was adopted");
    let mut draws = Draws::new(5);
    for number in 1..=COMMAND_KILLS {
        let running = Running::start(&checkout, &adopt(number), &[]);
        kill_within(running, time + time / 4, &mut draws);
        let left = std::fs::read(regression(number));
        assert!(
            left.as_ref().is_ok_and(|left| *left == whole) || left.is_err(),
            "{number} is torn"
        );
        checkout.laws(&adopt(number)).assert().code(0);
        assert_eq!(std::fs::read(regression(number)).expect("adopted"), whole);
    }
    checkout.laws("replay corpus").assert().code(0).stdout(contains("0 failed, 0 unusable"));
}

#[test]
fn a_killed_migration_loses_no_input() {
    let checkout = Checkout::new();
    let migrate = format!("migrate {TARGET}");
    // Bytes of the present version in a form that is not the canonical one.
    let loose = |seed| {
        let mut bytes = seeded(seed);
        bytes[0] = 200;
        bytes
    };
    let add_loose = || {
        for bytes in (0..LOOSE).map(loose) {
            checkout.write(&format!("{CORPUS}/{}", name(&bytes)), &bytes);
        }
    };
    add_loose();
    let time = undisturbed(&checkout, &migrate);
    let canonical = inputs(&checkout, CORPUS);
    assert!((0..LOOSE).all(|seed| checkout.path(CORPUS).join(name(&seeded(seed))).is_file()));
    let mut draws = Draws::new(6);
    for _ in 0..COMMAND_KILLS {
        canonical.iter().for_each(|path| std::fs::remove_file(path).expect("it is there"));
        add_loose();
        kill_within(Running::start(&checkout, &migrate, &[]), time + time / 4, &mut draws);
        let left = inputs(&checkout, CORPUS);
        assert!(left.iter().all(|path| is_whole(path)));
        let is_there = |bytes: &[u8]| left.iter().any(|path| path.ends_with(name(bytes)));
        assert!((0..LOOSE).all(|seed| is_there(&seeded(seed)) || is_there(&loose(seed))));
        checkout.laws(&migrate).assert().code(0);
        assert_eq!(inputs(&checkout, CORPUS), canonical);
    }
    checkout.laws(&format!("{migrate} --check")).assert().code(0);
}
