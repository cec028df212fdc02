//! The schedule before made-up campaigns, in which what a turn finds is told and time passes by itself.

use super::*;
use EngineName::{Afl, Libfuzzer, Swarm};

const NAMES: [&str; 11] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];

/// A campaign without engines: what a turn finds is made up, and time passes by itself.
struct Simulation<F> {
    schedule: Schedule,
    find: F,
    taken: Vec<(f64, Turn)>,
}

impl<F: FnMut(Turn) -> Observation> Simulation<F> {
    fn of(targets: usize, engines: &[EngineName], jobs: usize, time: f64, find: F) -> Self {
        let schedule = Schedule::new(&NAMES[..targets], engines, jobs, time);
        let mut simulation = Self { schedule, find, taken: Vec::new() };
        simulation.run(jobs);
        simulation
    }

    /// Each lane in turn acts when it is free; the one that is free first goes first.
    fn run(&mut self, jobs: usize) {
        let mut lanes: Vec<(f64, Option<Turn>)> = vec![(0.0, None); jobs];
        while !lanes.is_empty() {
            let first = (0..lanes.len()).min_by(|&a, &b| lanes[a].0.total_cmp(&lanes[b].0));
            let first = first.expect("a lane");
            let (now, turn) = lanes[first];
            if let Some(turn) = turn {
                let observation = (self.find)(turn);
                self.schedule.observe(turn, now, observation);
            }
            match self.schedule.next(now) {
                Next::Turn(turn) => {
                    self.taken.push((now, turn));
                    lanes[first] = (now + turn.seconds, Some(turn));
                }
                Next::Wait(seconds) => lanes[first] = (now + seconds.max(0.01), None),
                Next::Over => drop(lanes.swap_remove(first)),
            }
        }
    }

    fn seconds(&self, matches: impl Fn(Pair) -> bool) -> f64 {
        let turns = self.taken.iter().filter(|(_, turn)| matches(turn.pair));
        turns.map(|(_, turn)| turn.seconds).sum()
    }
}

fn found(turn: Turn, news: usize) -> Observation {
    Observation { seconds: turn.seconds, startup: 0.0, news }
}

#[test]
fn all_time_is_given_and_no_target_gets_less_than_half_of_an_equal_part() {
    for (targets, engines, jobs, time) in [
        (11, &[Libfuzzer][..], 2, 60.0),
        (11, &[Libfuzzer, Swarm, Afl], 2, 60.0),
        (11, &[Libfuzzer, Swarm, Afl], 4, 7200.0),
        (11, &[Swarm], 2, 11.0),
        (11, &[Afl], 1, 33.0),
        (3, &[Swarm], 2, 1.0),
        (5, &[Swarm], 4, 9.0),
        (1, &[Libfuzzer], 8, 22.0),
        (2, &[Afl, Swarm], 5, 600.0),
    ] {
        // The first target finds without end, the others nothing.
        let find = |turn: Turn| found(turn, if turn.pair.target == "a" { 999 } else { 0 });
        let campaign = Simulation::of(targets, engines, jobs, time, find);
        let all = campaign.seconds(|_| true);
        let case = format!("{targets} targets, {engines:?}, {jobs} jobs, {time} s");
        assert!((all - jobs as f64 * time).abs() < 0.1 * jobs as f64, "{case}: {all}");
        for name in &NAMES[..targets] {
            let had = campaign.seconds(|pair| pair.target == *name);
            assert!(had >= 0.494 * all / targets as f64, "{case}: {name} {had} of {all}");
        }
    }
}

#[test]
fn every_target_has_its_turn_even_if_turns_take_longer_than_they_were_to() {
    let mut schedule = Schedule::new(&NAMES, &[Swarm], 1, 11.0);
    let (mut now, mut seen) = (0.0, 0);
    while let Next::Turn(turn) = schedule.next(now) {
        now += turn.seconds * 1.3;
        schedule.observe(turn, now, Observation { seconds: turn.seconds * 1.3, ..found(turn, 9) });
        seen += 1;
    }
    assert!(seen >= NAMES.len(), "{seen}");
}

#[test]
fn time_goes_where_it_pays() {
    let find = |turn: Turn| found(turn, if turn.pair.target == "c" { 50 } else { 1 });
    let campaign = Simulation::of(11, &[Libfuzzer], 2, 600.0, find);
    let equal = 2.0 * 600.0 / 11.0;
    assert!(campaign.seconds(|pair| pair.target == "c") > 4.0 * equal);
    assert!(campaign.seconds(|pair| pair.target == "d") < equal);
}

#[test]
fn a_target_that_ran_dry_gives_way_to_one_that_starts_to_pay() {
    let mut turns = 0;
    let find = |turn: Turn| {
        turns += 1;
        let paying = if turns < 40 { "a" } else { "b" };
        found(turn, if turn.pair.target == paying { 20 } else { 0 })
    };
    let campaign = Simulation::of(3, &[Swarm], 1, 600.0, find);
    let of = |name, range: std::ops::Range<usize>| {
        let turns = campaign.taken[range].iter();
        turns.filter(|(_, turn)| turn.pair.target == name).count()
    };
    let end = campaign.taken.len();
    assert!(end > 20, "{end}");
    assert!(of("a", 3..20) > 10, "{}", of("a", 3..20));
    let last = end.saturating_sub(5)..end;
    assert!(end < 45 || of("b", last.clone()) >= of("a", last), "{end}");
}

#[test]
fn every_pair_is_seen_once_before_any_is_seen_twice() {
    let campaign = Simulation::of(4, &[Libfuzzer, Afl], 2, 600.0, |turn| found(turn, 7));
    let mut first: Vec<_> = campaign.taken[..8].iter().map(|(_, turn)| turn.pair).collect();
    first.sort_by_key(|pair| (pair.target, pair.engine.to_string()));
    first.dedup();
    assert_eq!(first.len(), 8);
}

#[test]
fn where_nothing_is_found_all_get_the_same() {
    let campaign = Simulation::of(4, &[Swarm], 2, 400.0, |turn| found(turn, 0));
    for name in &NAMES[..4] {
        let had = campaign.seconds(|pair| pair.target == *name);
        assert!((had - 200.0).abs() <= 26.0, "{name} {had}");
    }
}

#[test]
fn an_engine_that_finds_nothing_is_still_tried_now_and_then() {
    let find = |turn: Turn| found(turn, if turn.pair.engine == Libfuzzer { 9 } else { 0 });
    let campaign = Simulation::of(2, &[Libfuzzer, Swarm, Afl], 2, 7200.0, find);
    for engine in [Swarm, Afl] {
        let had = campaign.seconds(|pair| pair.engine == engine);
        assert!(had > 0.05 * 14_400.0 && had < 0.2 * 14_400.0, "{engine} {had}");
    }
}

#[test]
fn a_slow_start_makes_turns_longer_so_that_it_costs_a_twentieth() {
    let find = |turn: Turn| Observation { startup: 3.0, ..found(turn, 0) };
    let campaign = Simulation::of(2, &[Libfuzzer], 1, 7200.0, find);
    let later = campaign.taken[2..].iter().map(|(_, turn)| turn.seconds);
    assert!(later.fold(TURN_MAX, f64::min) >= 60.0);
}

#[test]
fn a_pair_in_trouble_rests_longer_each_time_and_is_given_up_after_three_in_a_row() {
    let mut fates = Vec::new();
    let mut schedule = Schedule::new(&["a", "b"], &[Swarm], 1, 600.0);
    let mut now = 0.0;
    while fates.last() != Some(&Fate::GivenUp) {
        let Next::Turn(turn) = schedule.next(now) else { panic!("b can always run") };
        now += turn.seconds;
        if turn.pair.target == "b" {
            schedule.observe(turn, now, found(turn, 0));
        } else {
            fates.push(schedule.fail(turn, now, found(turn, 0)));
        }
    }
    assert_eq!(fates, [Fate::Again(2.0), Fate::Again(4.0), Fate::GivenUp]);
    schedule.retire("b");
    assert_eq!(schedule.next(now), Next::Over);
}

#[test]
fn a_success_forgives_earlier_troubles() {
    let mut schedule = Schedule::new(&["a"], &[Swarm], 1, 600.0);
    let mut now = 0.0;
    for is_sound in [false, false, true, false, false] {
        while let Next::Wait(seconds) = schedule.next(now) {
            now += seconds;
        }
        let turn = Turn { pair: Pair { target: "a", engine: Swarm }, seconds: 2.0, end: now };
        if is_sound {
            schedule.observe(turn, now, found(turn, 0));
        } else {
            assert_ne!(schedule.fail(turn, now, found(turn, 0)), Fate::GivenUp);
        }
    }
}

#[test]
fn the_only_pair_rests_after_a_turn_that_it_gave_back() {
    let mut schedule = Schedule::new(&["a"], &[Libfuzzer], 1, 60.0);
    let Next::Turn(turn) = schedule.next(0.0) else { panic!("a turn") };
    schedule.observe(turn, 0.5, Observation { seconds: 0.5, ..found(turn, 0) });
    assert_eq!(schedule.next(0.5), Next::Wait(REST));
    assert!(matches!(schedule.next(1.5), Next::Turn(_)));
}

#[test]
fn an_ended_target_leaves_its_time_to_the_others() {
    let mut schedule = Schedule::new(&["a", "b"], &[Swarm], 1, 100.0);
    schedule.retire("a");
    let mut now = 0.0;
    while let Next::Turn(turn) = schedule.next(now) {
        assert_eq!(turn.pair.target, "b");
        now += turn.seconds;
        schedule.observe(turn, now, found(turn, 0));
    }
    assert!((now - 100.0).abs() < 0.1);
}
