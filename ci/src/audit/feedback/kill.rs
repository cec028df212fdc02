//! How soon an engine finds a wrong design, from an empty corpus.

use super::setting::Setting;
use super::{median, shown};
use crate::audit::hunt::Chase;
use crate::table::Table;

/// One hunt.
#[derive(Clone, Debug)]
pub(super) struct Kill {
    pub(super) design: String,
    pub(super) target: String,
    pub(super) setting: Setting,
    pub(super) chase: Chase,
}

/// A row for each design: the medians of the inputs and of the seconds until its law named it, and in brackets how
/// many hunts came to that, if not all. A hunt that did not come to it counts with all that it ran.
pub(super) fn table(kills: &[Kill]) -> Table {
    let headings: Vec<_> = ["design", "target"]
        .into_iter()
        .chain(Setting::ALL.iter().map(|setting| setting.name))
        .collect();
    let mut table = Table::new(&headings);
    let mut designs: Vec<_> = kills.iter().map(|kill| (&kill.design, &kill.target)).collect();
    designs.dedup();
    for (design, target) in designs {
        let cells = Setting::ALL.iter().map(|setting| {
            let own = of(kills, *setting).filter(|kill| kill.design == *design);
            cell(&own.map(|kill| &kill.chase).collect::<Vec<_>>())
        });
        table.row([design.clone(), target.clone()].into_iter().chain(cells).collect());
    }
    table
}

fn cell(chases: &[&Chase]) -> String {
    let (fell, all) = (chases.iter().filter(|chase| chase.fell).count(), chases.len());
    let runs = shown(median(chases.iter().map(|chase| chase.executions)));
    let milliseconds = median(chases.iter().map(|chase| (chase.seconds * 1000.0) as u64));
    let seconds = milliseconds.unwrap_or_default() as f64 / 1000.0;
    let brackets = if fell == all { String::new() } else { format!(" ({fell} of {all})") };
    format!("{runs} {seconds:.2}s{brackets}")
}

/// A row for each setting: all its hunts together.
pub(super) fn sums(kills: &[Kill]) -> Table {
    let mut table = Table::new(&["with", "fell", "of", "runs in all", "seconds in all"]);
    for setting in Setting::ALL {
        let own: Vec<_> = of(kills, setting).collect();
        table.row(vec![
            setting.name.to_owned(),
            own.iter().filter(|kill| kill.chase.fell).count().to_string(),
            own.len().to_string(),
            own.iter().map(|kill| kill.chase.executions).sum::<u64>().to_string(),
            format!("{:.0}", own.iter().map(|kill| kill.chase.seconds).sum::<f64>()),
        ]);
    }
    table
}

fn of(kills: &[Kill], setting: Setting) -> impl Iterator<Item = &Kill> {
    kills.iter().filter(move |kill| kill.setting == setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hunt_in_vain_counts_with_all_that_it_ran_and_is_told() {
        let kill = |place: usize, fell: bool, executions: u64| Kill {
            design: "proxy/x".to_owned(),
            target: "proxy_service".to_owned(),
            setting: Setting::ALL[place],
            chase: Chase { fell, executions, seconds: 1.0, ..Chase::default() },
        };
        let kills = [
            kill(0, false, 900),
            kill(0, true, 100),
            kill(0, false, 900),
            kill(1, true, 300),
            kill(2, true, 5),
            kill(3, true, 4),
        ];
        let told = table(&kills).to_string();
        let row: Vec<_> = told.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        let neither = ["900", "1.00s", "(1", "of", "3)"];
        let others = ["300", "1.00s", "5", "1.00s", "4", "1.00s"];
        assert_eq!(row[..2], ["proxy/x", "proxy_service"]);
        assert_eq!((&row[2..7], &row[7..]), (&neither[..], &others[..]));
        let told = sums(&kills).to_string();
        let row: Vec<_> = told.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        assert_eq!(row, ["neither", "1", "3", "1900", "3"]);
    }
}
