//! Which target and engine a free lane takes next, and for how long.
//!
//! Rules: this is arithmetic on what was observed; it looks at no clock and draws nothing.
//!
//! - First every pair of target and engine gets one short turn, so that all of them have been seen.
//! - Then time goes where it pays: to the pair with the highest yield, which is news (features and law
//!   cells) by second of its turns, of which older ones count less and less. A target that has others at
//!   work counts for less, and among equals the one that had the least time goes first.
//! - Nothing starves: a target that has had less than half of an equal part of the time so far goes before
//!   any yield, and none ends the campaign with less; within a target an engine that has had less than a
//!   quarter of an equal part goes before the others.
//! - A turn is long enough for its engine's start, which costs a twentieth of it or less where the time
//!   of the campaign allows that.
//! - A pair in trouble is tried again after a while that grows, and given up after [`TROUBLES_MAX`] in a row.

use crate::engine::EngineName;

/// After so many troubles in a row a pair is given up.
pub(super) const TROUBLES_MAX: u32 = 3;

/// The part of an equal share of time that every target gets.
const TARGET_FLOOR: f64 = 0.5;

/// The part of an equal share of a target's time that each of its engines gets.
const ENGINE_FLOOR: f64 = 0.25;

/// How much of what was observed still counts after another turn.
const DECAY: f64 = 0.5;

/// Turns of an equal share of time, if they are no shorter than engines need and no longer than allowed.
const TURNS: f64 = 8.0;

/// Seconds of the longest turn.
const TURN_MAX: f64 = 300.0;

/// How many times as long as its engine's start a turn is.
const STARTS: f64 = 20.0;

/// Seconds below which no turn is worth its start.
const TURN_LEAST: f64 = 0.05;

/// What a target lacks below this part of its floor is let be: a turn for it would cost more than it gives.
const SLACK: f64 = 0.01;

/// Seconds until a pair is tried again after its first trouble in a row, or after a turn that it gave back.
const REST: f64 = 1.0;

/// A target and an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The target.
    pub(super) target: &'static str,
    /// The engine.
    pub(super) engine: EngineName,
}

/// A stretch of time for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    /// Whose it is.
    pub(super) pair: Pair,
    /// Seconds.
    pub(super) seconds: f64,
    end: f64,
}

/// What a free lane does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Next {
    /// It takes a turn.
    Turn(Turn),
    /// It asks again after so many seconds.
    Wait(f64),
    /// Nothing any more.
    Over,
}

/// How a turn went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Observation {
    /// Seconds that it took.
    pub(super) seconds: f64,
    /// Seconds of it until the engine was past what it was given.
    pub(super) startup: f64,
    /// Features and law cells that it added.
    pub(super) news: usize,
}

/// What becomes of a pair in trouble.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fate {
    /// It is tried again after so many seconds.
    Again(f64),
    /// It is not tried again.
    GivenUp,
}

/// What is known of a pair.
#[derive(Clone, Debug)]
struct Account {
    pair: Pair,
    /// Seconds that it had, or was promised.
    given: f64,
    turns: usize,
    /// The ends of the turns that it has now.
    running: Vec<f64>,
    /// News and seconds of its turns, of which older ones count less.
    recent: (f64, f64),
    startup: f64,
    not_before: f64,
    troubles: u32,
    is_alive: bool,
}

/// Who has had what, and what it came to.
#[derive(Debug)]
pub(super) struct Schedule {
    accounts: Vec<Account>,
    jobs: f64,
    time: f64,
    first_max: f64,
}

/// Seconds that an engine needs to come to something.
fn least(engine: EngineName) -> f64 {
    match engine {
        EngineName::Libfuzzer => 5.0,
        EngineName::Swarm => 2.0,
        EngineName::Afl => 10.0,
    }
}

impl Schedule {
    /// All engines over all targets, so many turns side by side, for so many seconds.
    pub(super) fn new(
        targets: &[&'static str],
        engines: &[EngineName],
        jobs: usize,
        time: f64,
    ) -> Self {
        let of_engine = |&engine| targets.iter().map(move |&target| Pair { target, engine });
        let accounts: Vec<_> = engines.iter().flat_map(of_engine).map(Account::new).collect();
        let rounds = accounts.len().div_ceil(jobs).max(1);
        Self { accounts, jobs: jobs as f64, time, first_max: time / rounds as f64 }
    }

    /// What a lane that is free at this second does.
    pub(super) fn next(&mut self, now: f64) -> Next {
        let left = self.time - now;
        let ready = |account: &&Account| account.is_alive && account.not_before <= now;
        if left < TURN_LEAST || !self.accounts.iter().any(|account| account.is_alive) {
            return Next::Over;
        }
        let ready: Vec<_> = self.accounts.iter().filter(ready).collect();
        let Some((pair, seconds_max)) = self.choose(&ready, now) else { return self.wait(now) };
        let seconds = self.length(pair, seconds_max, now);
        let account = self.account(pair);
        account.given += seconds;
        account.turns += 1;
        account.running.push(now + seconds);
        Next::Turn(Turn { pair, seconds, end: now + seconds })
    }

    /// Takes in how a turn went that ended at this second.
    pub(super) fn observe(&mut self, turn: Turn, now: f64, observation: Observation) {
        let account = self.account(turn.pair);
        account.settle(turn, now, observation);
        account.startup = observation.startup;
        account.troubles = 0;
    }

    /// A turn came to nothing at this second, because its engine could not do its work.
    pub(super) fn fail(&mut self, turn: Turn, now: f64, observation: Observation) -> Fate {
        let account = self.account(turn.pair);
        account.settle(turn, now, observation);
        account.trouble(now)
    }

    /// From now on a target gets no time.
    pub(super) fn retire(&mut self, target: &str) {
        for account in self.accounts.iter_mut().filter(|account| account.is_of(target)) {
            account.is_alive = false;
        }
    }

    fn account(&mut self, pair: Pair) -> &mut Account {
        let found = self.accounts.iter_mut().find(|account| account.pair == pair);
        found.expect("turns are of pairs that are scheduled")
    }

    fn wait(&self, now: f64) -> Next {
        let alive = self.accounts.iter().filter(|account| account.is_alive);
        let soonest = alive.map(|account| account.not_before).fold(self.time, f64::min);
        Next::Wait((soonest - now).max(0.0))
    }

    /// The pair that goes next, and the most that its turn may take.
    fn choose(&self, ready: &[&Account], now: f64) -> Option<(Pair, f64)> {
        let unseen = ready.iter().filter(|account| account.turns == 0);
        if let Some(account) = unseen.min_by(|a, b| self.had(a).total_cmp(&self.had(b))) {
            return Some((account.pair, TURN_MAX));
        }
        let best = || self.best(ready).map(|target| (target, TURN_MAX));
        let (target, seconds_max) = self.owed(ready, now).or_else(best)?;
        let engines: Vec<_> = ready.iter().filter(|account| account.is_of(target)).collect();
        let equal = self.target(target) / engines.len().max(1) as f64;
        let least = engines.iter().min_by(|a, b| a.given.total_cmp(&b.given))?;
        if least.given < ENGINE_FLOOR * equal {
            return Some((least.pair, seconds_max));
        }
        let by_yield = |a: &&&&Account, b: &&&&Account| {
            a.rate().total_cmp(&b.rate()).then(b.given.total_cmp(&a.given))
        };
        engines.iter().max_by(by_yield).map(|account| (account.pair, seconds_max))
    }

    /// The target that has to be served before any yield is looked at, and the most that its turn may take:
    /// near the end of the campaign, what it lacks.
    fn owed(&self, ready: &[&Account], now: f64) -> Option<(&'static str, f64)> {
        let floor = TARGET_FLOOR * self.equal(now);
        let lack = |target| {
            let lack = floor - self.target(target);
            // It takes a whole turn to make up for it.
            if lack > SLACK * floor { lack.max(self.shortest()) } else { 0.0 }
        };
        let alive = self.alive();
        let all: f64 = alive.iter().map(|target| lack(target)).sum();
        let longest = self.accounts.iter().map(|account| self.usual(account)).fold(0.0, f64::max);
        let is_late = all > 0.0 && all + self.jobs * longest >= self.free(now);
        let so_far: f64 = alive.iter().map(|target| self.target(target)).sum();
        let pace = TARGET_FLOOR * so_far / alive.len().max(1) as f64;
        let due = if is_late { floor * (1.0 - SLACK) } else { pace };
        let lag = |target: &'static str| (due - self.target(target), target);
        let lags = ready.iter().map(|account| lag(account.pair.target));
        let (lag, target) = lags.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let seconds_max = if is_late { lack(target).max(self.shortest()) } else { TURN_MAX };
        (lag > 0.0).then_some((target, seconds_max))
    }

    /// The target whose best engine yields the most.
    fn best(&self, ready: &[&Account]) -> Option<&'static str> {
        let by_yield = |a: &&&Account, b: &&&Account| {
            let yields = self.worth(a).total_cmp(&self.worth(b));
            let spare = |account: &Account| (self.at_work(account.pair.target), self.had(account));
            let (a, b) = (spare(a), spare(b));
            yields.then(b.0.cmp(&a.0)).then(b.1.total_cmp(&a.1))
        };
        ready.iter().max_by(by_yield).map(|account| account.pair.target)
    }

    fn worth(&self, account: &Account) -> f64 {
        account.rate() / (1 + self.at_work(account.pair.target)) as f64
    }

    fn length(&self, pair: Pair, seconds_max: f64, now: f64) -> f64 {
        let is_it = |account: &&Account| account.pair == pair;
        let account = self.accounts.iter().find(is_it).expect("it was chosen");
        let left = self.time - now;
        let usual = self.usual(account).min(seconds_max);
        // All others get their first turn as well, even if turns before took longer than they were to.
        let rounds = if account.turns == 0 { self.rounds_unseen() } else { 1.0 };
        // What would be left over must be worth a turn.
        let is_last = rounds <= 1.0 && left < usual + self.shortest();
        if is_last { left } else { usual.min(left / rounds) }
    }

    /// How often all lanes must take a turn until every pair had one.
    fn rounds_unseen(&self) -> f64 {
        let unseen = self.accounts.iter().filter(|account| account.is_alive && account.turns == 0);
        (unseen.count() as f64 / self.jobs).ceil()
    }

    /// Seconds of a turn, if there is time enough.
    fn usual(&self, account: &Account) -> f64 {
        let least = least(account.pair.engine).min(self.first_max);
        let equal = self.jobs * self.time / self.alive().len().max(1) as f64;
        if account.turns == 0 {
            // A first turn that is nearly enough for the floor is better made so.
            let engines = self.accounts.iter().filter(|other| other.is_of(account.pair.target));
            let floor = TARGET_FLOOR * equal / engines.count().max(1) as f64;
            return if (least..2.0 * least).contains(&floor) { floor } else { least };
        }
        let wanted = least.max(equal / TURNS).max(STARTS * account.startup);
        wanted.min(TURN_MAX).min(equal.max(least))
    }

    fn shortest(&self) -> f64 {
        let least =
            self.accounts.iter().map(|account| least(account.pair.engine).min(self.first_max));
        least.fold(TURN_MAX, f64::min)
    }

    /// The targets that can still get time.
    fn alive(&self) -> Vec<&'static str> {
        let mut targets: Vec<_> = self
            .accounts
            .iter()
            .filter(|account| account.is_alive)
            .map(|account| account.pair.target)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Seconds that a target had, or was promised.
    fn target(&self, target: &str) -> f64 {
        self.accounts
            .iter()
            .filter(|account| account.is_of(target))
            .map(|account| account.given)
            .sum()
    }

    /// Seconds that a pair's target had.
    fn had(&self, account: &Account) -> f64 {
        self.target(account.pair.target)
    }

    fn at_work(&self, target: &str) -> usize {
        let of_target = self.accounts.iter().filter(|account| account.is_of(target));
        of_target.map(|account| account.running.len()).sum()
    }

    /// Seconds, over all lanes, that nobody was promised yet.
    fn free(&self, now: f64) -> f64 {
        let running = self.accounts.iter().flat_map(|account| &account.running);
        let promised: f64 = running.map(|end| (end - now).max(0.0)).sum();
        (self.jobs * (self.time - now) - promised).max(0.0)
    }

    /// The equal part of the time of all targets that can still get some.
    fn equal(&self, now: f64) -> f64 {
        let alive = self.alive();
        let had: f64 = alive.iter().map(|target| self.target(target)).sum();
        (self.free(now) + had) / alive.len().max(1) as f64
    }
}

impl Account {
    fn new(pair: Pair) -> Self {
        Self {
            pair,
            given: 0.0,
            turns: 0,
            running: Vec::new(),
            recent: (0.0, 0.0),
            startup: 0.0,
            not_before: 0.0,
            troubles: 0,
            is_alive: true,
        }
    }

    fn is_of(&self, target: &str) -> bool {
        self.pair.target == target
    }

    /// News by second.
    fn rate(&self) -> f64 {
        let (news, seconds) = self.recent;
        if seconds > 0.0 { news / seconds } else { 0.0 }
    }

    /// A turn has ended.
    fn settle(&mut self, turn: Turn, now: f64, observation: Observation) {
        let Observation { seconds, news, .. } = observation;
        self.given += seconds - turn.seconds;
        if let Some(place) = self.running.iter().position(|&end| end == turn.end) {
            self.running.swap_remove(place);
        }
        let (recent_news, recent_seconds) = self.recent;
        self.recent = (recent_news * DECAY + news as f64, recent_seconds * DECAY + seconds);
        // What is given back at once would be taken again at once.
        self.not_before = if seconds < turn.seconds / 4.0 { now + REST } else { now };
    }

    fn trouble(&mut self, now: f64) -> Fate {
        self.troubles += 1;
        if self.troubles >= TROUBLES_MAX {
            self.is_alive = false;
            return Fate::GivenUp;
        }
        let rest = REST * f64::from(1u32 << self.troubles);
        self.not_before = now + rest;
        Fate::Again(rest)
    }
}

#[cfg(test)]
mod tests;
