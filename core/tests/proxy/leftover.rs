//! Leftovers: every value that the proxy still owned, each exactly once, and nothing that was told.
//!
//! The other suites assert each leftover's text. This one weighs: along every way from the start to
//! the end, what went in came out once, in a product or in the leftover.

use crate::support::Tell::*;
use crate::support::*;

const START: [Tell; 5] = [Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];

/// Whole lives, each to its end.
fn lives() -> Vec<Vec<Tell>> {
    let ready = START.to_vec();
    let with = |told: &[Tell]| [ready.as_slice(), told].concat();
    vec![
        vec![Install(1), EarlyExit(1, 3), Shutdown, HostRejected(1)],
        vec![Install(1), Shutdown, Committed(1), EffectsRejected(1), Settled(1), Exit(1, 3)],
        vec![Install(1), Committed(1), EffectsRejected(1), Shutdown, Exit(1, 3), Settled(1)],
        vec![Install(1), Committed(1), Shutdown, Exit(1, 3), Stopped(1, 4), SettlementRejected(1)],
        vec![
            Install(1),
            Committed(1),
            Initialized(1),
            Shutdown,
            StartRejected(1),
            Settled(1),
            Exit(1, 3),
        ],
        with(&[Service(7), Shutdown, SettlementRejected(1), Exit(1, 3)]),
        with(&[Replace(2), Shutdown, Settled(1), Exit(1, 3)]),
        with(&[
            Replace(2),
            Exit(1, 3),
            Committed(2),
            Shutdown,
            Initialized(2),
            Settled(2),
            Exit(2, 5),
            SettlementRejected(1),
        ]),
        with(&[Replace(2), Exit(1, 3), EarlyExit(2, 5), FoldRejected(2), Shutdown, Settled(1)]),
        with(&[
            Replace(2),
            Exit(1, 3),
            Committed(2),
            Initialized(2),
            StartAccepted(2),
            Ready(2),
            Shutdown,
            Settled(1),
            SettlementRejected(2),
            Exit(2, 5),
        ]),
        with(&[
            Exit(1, 3),
            Replace(2),
            Committed(2),
            Initialized(2),
            StartAccepted(2),
            Rejected(2),
            Shutdown,
            Exit(2, 5),
            Settled(2),
        ]),
        with(&[
            Exit(1, 3),
            Install(8),
            Replace(9),
            HostRejected(2),
            Exit(1, 6),
            Service(7),
            Shutdown,
        ]),
    ]
}

/// The affine values in a line: every word that is a tag, with how often it comes.
fn tags(line: &str) -> Vec<String> {
    let words = line.split(|sign: char| !sign.is_alphanumeric());
    let is_tag = |word: &&str| {
        let (name, digits) =
            word.split_at(word.trim_end_matches(|c: char| c.is_ascii_digit()).len());
        let kinds = ["t", "b", "p", "permit", "f", "proof", "r", "z", "x", "s", "c"];
        !digits.is_empty() && kinds.contains(&name)
    };
    words.filter(is_tag).map(str::to_owned).collect()
}

#[test]
fn every_value_comes_out_as_often_as_it_went_in() {
    for life in lives() {
        let mut rig = Rig::new();
        let (mut went, mut came) = (Vec::new(), Vec::new());
        for tell in &life {
            went.extend(tags(&input_line(&rig.input(*tell))));
            came.extend(rig.tell(*tell).lines().iter().flat_map(|line| tags(line)));
        }
        rig.shows_row(ProxyRow::Stopped);
        went.sort();
        came.sort();
        assert_eq!(went, came, "{life:?}");
    }
}

#[test]
fn what_was_reported_is_not_left_over() {
    let mut rig = Rig::after(&START).and(&[Exit(1, 3)]);
    rig.tell(Shutdown).says(&["Stopped Nothing"]);
    let mut rig = Rig::after(&[Install(1), EarlyExit(1, 3), HostRejected(1)]);
    rig.tell(Shutdown).says(&["Stopped Nothing"]);
}
