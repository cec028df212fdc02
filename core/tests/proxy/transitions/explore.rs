//! Every state that inputs lead to, by breadth first, with a shortest way each.
//!
//! Two changes are enough: the worker of the first, and that of the second in front of which the
//! first is the predecessor. A third change meets nothing new, so no way leads on from one.

use crate::support::*;
use std::collections::{BTreeMap, VecDeque};

/// Every input, once for each result and each miss, about the first two workers.
pub(crate) const OFFERS: [Tell; 52] = [
    Tell::Service(7),
    Tell::Install(1),
    Tell::Replace(2),
    Tell::Shutdown,
    Tell::Committed(1),
    Tell::Committed(2),
    Tell::FoldRejected(1),
    Tell::FoldRejected(2),
    Tell::HostRejected(1),
    Tell::HostRejected(2),
    Tell::ForeignCommitted(1),
    Tell::Initialized(1),
    Tell::Initialized(2),
    Tell::EffectsRejected(1),
    Tell::EffectsRejected(2),
    Tell::Stopped(1, 4),
    Tell::Stopped(2, 6),
    Tell::InitializedUnder(1, 9),
    Tell::InitializedUnder(2, 9),
    Tell::Initialized(9),
    Tell::StartAccepted(1),
    Tell::StartAccepted(2),
    Tell::StartRejected(1),
    Tell::StartRejected(2),
    Tell::StartAcceptedUnder(1, 9),
    Tell::StartAcceptedUnder(2, 9),
    Tell::StartAccepted(9),
    Tell::ForeignStartAccepted(1),
    Tell::Ready(1),
    Tell::Ready(2),
    Tell::Rejected(1),
    Tell::Rejected(2),
    Tell::ReadyAfterCancel(1),
    Tell::ReadyAfterCancel(2),
    Tell::RejectedAfterCancel(1),
    Tell::RejectedAfterCancel(2),
    Tell::ReadyUnder(1, 9),
    Tell::ReadyUnder(2, 9),
    Tell::Ready(9),
    Tell::ForeignReady(1),
    Tell::EarlyExit(1, 3),
    Tell::EarlyExit(2, 5),
    Tell::ForeignEarlyExit(1, 3),
    Tell::Exit(1, 3),
    Tell::Exit(2, 5),
    Tell::Exit(9, 9),
    Tell::Settled(1),
    Tell::Settled(2),
    Tell::SettlementRejected(1),
    Tell::SettlementRejected(2),
    Tell::Settled(9),
    Tell::SettlementRejected(9),
];

/// What makes two states one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// The view, and whom the change replaces.
    View,
    /// Everything but the tags and ordinals of its values.
    Shape,
}

/// Names a state, in the order of the law's rows.
pub(crate) type Key = (ProxyView, String);

/// Every state that a fresh rig can come to, with a shortest way to it.
pub(crate) fn explore(grain: Grain, fresh: impl Fn() -> Rig) -> BTreeMap<Key, Vec<Tell>> {
    let mut found = BTreeMap::from([(key(&fresh(), grain), Vec::new())]);
    let mut open = VecDeque::from([Vec::new()]);
    while let Some(path) = open.pop_front() {
        for offer in OFFERS.into_iter().filter(|offer| leads_on(&path, *offer)) {
            let mut rig = fresh().and(&path);
            if rig.offer(offer).is_err() {
                continue;
            }
            let mut path = path.clone();
            path.push(offer);
            found.entry(key(&rig, grain)).or_insert_with(|| {
                open.push_back(path.clone());
                path
            });
        }
    }
    found
}

/// No way leads on from a third change.
fn leads_on(path: &[Tell], offer: Tell) -> bool {
    match offer {
        Tell::Install(_) | Tell::Replace(_) => !path.contains(&offer),
        _ => true,
    }
}

fn key(rig: &Rig, grain: Grain) -> Key {
    let state = state_text(rig);
    let name = match grain {
        Grain::View => replaces(&state).to_owned(),
        Grain::Shape => state.replace(|sign: char| sign.is_ascii_digit(), ""),
    };
    (rig.proxy.view(), name)
}

/// Whom the change that is under way replaces.
fn replaces(state: &str) -> &'static str {
    let marks = [
        ("replaces: Nobody", "an install"),
        ("replaces: Over(Gone", "a replacement, its predecessor gone before"),
        ("replaces: Over(Drained", "a replacement, its predecessor drained"),
        ("replaces: Unsettled", "a replacement"),
    ];
    marks.into_iter().find(|(mark, _)| state.contains(mark)).map_or("", |(_, name)| name)
}

/// The state without the allocators.
pub(crate) fn state_text(rig: &Rig) -> String {
    let text = format!("{:?}", rig.proxy);
    let (_, state) = text.split_once("state: ").expect("the proxy shows its state");
    state.to_owned()
}
