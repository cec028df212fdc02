//! What an audit comes to: figures for each partition, the kill matrix and the ablations.

use super::suites::{CALLS, Suite};
use super::trial::{Fate, Trial};
use crate::table::Table;
use actor_laws_fuzz::checks::Check;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The figures of one partition.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) partition: String,
    pub(super) listed: usize,
    pub(super) unviable: usize,
    pub(super) caught: usize,
    /// Missed without a registered argument.
    pub(super) missed: usize,
    /// Missed, and registered as equivalent.
    pub(super) equivalent: usize,
    pub(super) timed_out: usize,
    pub(super) infrastructure: usize,
    /// Caught, and by nothing but the budget of calls: they come to no end.
    #[serde(default)]
    pub(super) endless: usize,
    /// Caught by the partition's own tests.
    pub(super) own: usize,
    /// Caught by each suite.
    pub(super) by_suite: BTreeMap<Column, usize>,
    /// Caught by this suite and by no other.
    pub(super) alone: BTreeMap<Column, usize>,
    /// Caught by corpus replay or seeds with everything on.
    pub(super) scenarios: usize,
    /// The same with a check switched off.
    pub(super) without: BTreeMap<Check, usize>,
}

/// A column of the kill matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Column {
    Tests,
    Properties,
    Corpus,
    Seeds,
}

impl Column {
    const ALL: [Self; 4] = [Self::Tests, Self::Properties, Self::Corpus, Self::Seeds];

    fn of(suite: Suite) -> Self {
        match suite {
            Suite::Own | Suite::Tests => Self::Tests,
            Suite::Properties => Self::Properties,
            Suite::Corpus => Self::Corpus,
            Suite::Seeds => Self::Seeds,
        }
    }
}

impl Row {
    /// The figures of these trials.
    pub(super) fn of(
        partition: &str,
        trials: &[&Trial],
        is_registered: impl Fn(&str) -> bool,
    ) -> Self {
        let mut row = Self { partition: partition.to_owned(), ..Self::default() };
        for trial in trials {
            row.count(trial, is_registered(&trial.mutant));
        }
        row
    }

    fn count(&mut self, trial: &Trial, registered: bool) {
        self.listed += 1;
        match trial.fate {
            Fate::Unviable => self.unviable += 1,
            Fate::Caught => self.caught += 1,
            Fate::Missed if registered => self.equivalent += 1,
            Fate::Missed => self.missed += 1,
            Fate::TimedOut => self.timed_out += 1,
            Fate::Infrastructure => self.infrastructure += 1,
        }
        let is_endless = trial.kills.values().all(|kill| kill.check == CALLS);
        self.endless += usize::from(trial.fate == Fate::Caught && is_endless);
        self.own += usize::from(trial.kills.contains_key(&Suite::Own));
        let mut columns: Vec<_> = trial.kills.keys().map(|suite| Column::of(*suite)).collect();
        columns.dedup();
        for column in &columns {
            *self.by_suite.entry(*column).or_default() += 1;
        }
        if let [column] = columns[..] {
            *self.alone.entry(column).or_default() += 1;
        }
        let scenarios =
            columns.iter().any(|column| matches!(column, Column::Corpus | Column::Seeds));
        self.scenarios += usize::from(scenarios);
        for check in Check::ALL {
            let killed = trial.without.get(&check).copied().unwrap_or(false);
            *self.without.entry(check).or_default() += usize::from(killed);
        }
    }

    /// All partitions together.
    pub(super) fn total(rows: &[Self]) -> Self {
        let mut total = Self { partition: "all".to_owned(), ..Self::default() };
        for row in rows {
            total.listed += row.listed;
            total.unviable += row.unviable;
            total.caught += row.caught;
            total.missed += row.missed;
            total.equivalent += row.equivalent;
            total.timed_out += row.timed_out;
            total.infrastructure += row.infrastructure;
            total.endless += row.endless;
            total.own += row.own;
            total.scenarios += row.scenarios;
            add(&mut total.by_suite, &row.by_suite);
            add(&mut total.alone, &row.alone);
            add(&mut total.without, &row.without);
        }
        total
    }

    /// Mutants that compile.
    pub(super) fn viable(&self) -> usize {
        self.listed - self.unviable
    }

    /// Viable mutants that are not registered as equivalent.
    fn adjusted(&self) -> usize {
        self.viable() - self.equivalent
    }
}

fn add<K: Ord + Copy>(total: &mut BTreeMap<K, usize>, row: &BTreeMap<K, usize>) {
    for (key, count) in row {
        *total.entry(*key).or_default() += count;
    }
}

/// A share in percent, with one digit, rounded down: 100.0 means all.
fn percent(part: usize, whole: usize) -> String {
    let tenths = 1000 * part / whole.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The table of fates and scores.
pub(super) fn fates(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "partition",
        "listed",
        "unviable",
        "viable",
        "caught",
        "missed",
        "equivalent",
        "timed out",
        "infrastructure",
        "endless",
        "raw %",
        "adjusted %",
        "own tests %",
    ]);
    for row in rows.iter().chain([&Row::total(rows)]) {
        table.row(vec![
            row.partition.clone(),
            row.listed.to_string(),
            row.unviable.to_string(),
            row.viable().to_string(),
            row.caught.to_string(),
            row.missed.to_string(),
            row.equivalent.to_string(),
            row.timed_out.to_string(),
            row.infrastructure.to_string(),
            row.endless.to_string(),
            percent(row.caught, row.viable()),
            percent(row.caught, row.adjusted()),
            percent(row.own, row.adjusted()),
        ]);
    }
    table
}

/// The kill matrix: the share of what can be killed that each suite kills, and kills alone.
pub(super) fn matrix(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "partition",
        "any %",
        "tests %",
        "properties %",
        "corpus %",
        "seeds %",
        "tests alone",
        "properties alone",
        "corpus alone",
        "seeds alone",
    ]);
    for row in rows.iter().chain([&Row::total(rows)]) {
        let mut cells = vec![row.partition.clone(), percent(row.caught, row.adjusted())];
        let of =
            |counts: &BTreeMap<Column, usize>, column| counts.get(&column).copied().unwrap_or(0);
        cells.extend(Column::ALL.map(|column| percent(of(&row.by_suite, column), row.adjusted())));
        cells.extend(Column::ALL.map(|column| of(&row.alone, column).to_string()));
        table.row(cells);
    }
    table
}

/// What corpus replay and seeds together kill, and how much is left without each kind of check.
pub(super) fn ablations(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "partition",
        "all checks %",
        "no oracle %",
        "no invariants %",
        "no custody %",
    ]);
    for row in rows.iter().chain([&Row::total(rows)]) {
        let mut cells = vec![row.partition.clone(), percent(row.scenarios, row.adjusted())];
        let of = |check| row.without.get(&check).copied().unwrap_or(0);
        cells.extend(Check::ALL.map(|check| percent(of(check), row.adjusted())));
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::suites::Kill;
    use super::*;

    fn killed_by(suites: &[Suite]) -> Trial {
        let kill = Kill {
            by: "t".into(),
            input: String::new(),
            check: String::new(),
            evidence: String::new(),
        };
        let kills = suites.iter().map(|suite| (*suite, kill.clone())).collect();
        Trial { fate: Fate::Caught, kills, ..Trial::unviable("m", "p", "") }
    }

    #[test]
    fn every_fate_is_counted_once() {
        let trial = |fate| Trial { fate, ..Trial::unviable("m", "p", "") };
        let fates = [Fate::Missed, Fate::TimedOut, Fate::Unviable, Fate::Infrastructure];
        let trials: Vec<_> =
            fates.into_iter().map(trial).chain([killed_by(&[Suite::Own])]).collect();
        let row = Row::of("p", &trials.iter().collect::<Vec<_>>(), |_| false);
        assert_eq!((row.listed, row.viable()), (5, 4));
        assert_eq!((row.missed, row.timed_out, row.infrastructure, row.caught), (1, 1, 1, 1));
        let registered = Row::of("p", &trials.iter().collect::<Vec<_>>(), |_| true);
        assert_eq!((registered.missed, registered.equivalent, registered.caught), (0, 1, 1));
    }

    #[test]
    fn what_only_the_budget_of_calls_caught_is_told_apart() {
        let mut endless = killed_by(&[Suite::Own, Suite::Seeds]);
        for kill in endless.kills.values_mut() {
            kill.check = CALLS.to_owned();
        }
        let mut named = endless.clone();
        named.kills.get_mut(&Suite::Seeds).expect("killed").check = "laws".to_owned();
        let row = Row::of("p", &[&endless, &named], |_| false);
        assert_eq!((row.caught, row.endless), (2, 1));
    }

    #[test]
    fn own_and_other_tests_are_one_column_of_the_matrix() {
        let both = killed_by(&[Suite::Own, Suite::Tests]);
        let corpus = killed_by(&[Suite::Tests, Suite::Corpus]);
        let row = Row::of("p", &[&both, &corpus], |_| false);
        assert_eq!(row.by_suite, BTreeMap::from([(Column::Tests, 2), (Column::Corpus, 1)]));
        assert_eq!(row.alone, BTreeMap::from([(Column::Tests, 1)]));
        assert_eq!((row.own, row.scenarios), (1, 1));
    }

    #[test]
    fn a_share_is_rounded_down_so_that_only_all_is_a_hundred() {
        assert_eq!(percent(1999, 2000), "99.9");
        assert_eq!(percent(2000, 2000), "100.0");
        assert_eq!(percent(0, 0), "0.0");
    }
}
