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

/// A row for each design: the median of the inputs until its law named it, and in brackets how many hunts
/// came to that, if not all. A hunt that did not come to it counts with all inputs that it ran.
pub(super) fn table(kills: &[Kill]) -> Table {
    let headings: Vec<_> = ["design", "target"]
        .into_iter()
        .chain(Setting::ALL.iter().map(|setting| setting.name))
        .collect();
    let mut table = Table::new(&headings);
    let mut designs: Vec<_> = kills.iter().map(|kill| (&kill.design, &kill.target)).collect();
    designs.dedup();
    for (design, target) in designs {
        let cell = |setting: &Setting| {
            let own = of(kills, *setting).filter(|kill| kill.design == *design);
            let own: Vec<_> = own.collect();
            let fell = own.iter().filter(|kill| kill.chase.fell).count();
            let runs = shown(median(own.iter().map(|kill| kill.chase.executions)));
            if fell == own.len() { runs } else { format!("{runs} ({fell} of {})", own.len()) }
        };
        let cells = Setting::ALL.iter().map(cell);
        table.row([design.clone(), target.clone()].into_iter().chain(cells).collect());
    }
    table
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
        let expected = ["proxy/x", "proxy_service", "900", "(1", "of", "3)", "300", "5", "4"];
        assert_eq!(row, expected);
        let told = sums(&kills).to_string();
        let row: Vec<_> = told.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        assert_eq!(row, ["neither", "1", "3", "1900", "3"]);
    }
}
