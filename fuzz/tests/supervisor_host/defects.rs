//! Each law is broken once by a machine with one defect, and the verdict carries its name.

mod changes;
mod endings;
mod shape;
mod state;

use crate::bent::Fold;
use actor_laws_fuzz::run::names;
use actor_laws_fuzz::supervisor::core_supervisor;
use actor_laws_fuzz::supervisor::law::catalogue;
use actor_laws_fuzz::supervisor::observation::{
    Diagnostic, Id, Key, Lifecycle, Mode, Reply, Said, Verdict,
};

pub(crate) fn next(id: Id) -> Id {
    Id { ordinal: id.ordinal.wrapping_add(1_000), ..id }
}

/// The lifecycle values of a product.
pub(crate) fn events<'a>(
    fold: &'a mut Fold<'_>,
) -> impl Iterator<Item = (Key, Id, &'a mut Lifecycle)> {
    fold.said.iter_mut().filter_map(|said| match said {
        Said::Lifecycle { key, generation, event, .. } => Some((*key, *generation, event)),
        _ => None,
    })
}

/// The answer of a product.
pub(crate) fn reply<'a>(fold: &'a mut Fold<'_>) -> Option<&'a mut Reply> {
    fold.said.iter_mut().find_map(|said| match said {
        Said::Reply { reply, .. } => Some(reply),
        _ => None,
    })
}

/// The diagnostics of a product.
pub(crate) fn diagnostics<'a>(fold: &'a mut Fold<'_>) -> impl Iterator<Item = &'a mut Diagnostic> {
    fold.said.iter_mut().filter_map(|said| match said {
        Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic } => Some(diagnostic),
        _ => None,
    })
}

/// Whether the action publishes a lifecycle value that `wanted` accepts.
pub(crate) fn publishes(said: &Said, wanted: impl Fn(&Lifecycle) -> bool) -> bool {
    matches!(said, Said::Lifecycle { event, .. } if wanted(event))
}

/// Says the first action that `wanted` accepts once more, right behind it.
pub(crate) fn repeat_first(fold: &mut Fold<'_>, wanted: impl Fn(&Said) -> bool) {
    if let Some(place) = fold.said.iter().position(wanted) {
        fold.said.insert(place, fold.said[place]);
    }
}

/// Says nothing of what `unwanted` accepts.
pub(crate) fn drop_all(fold: &mut Fold<'_>, unwanted: impl Fn(&Said) -> bool) {
    fold.said.retain(|said| !unwanted(said));
}

/// Whether the fold was taken by an operating supervisor that goes on operating.
pub(crate) fn operates(fold: &Fold<'_>) -> bool {
    fold.before.mode == Mode::Operating
        && fold.after.mode == Mode::Operating
        && *fold.verdict == Verdict::Continue
}

/// Every law of the catalogue is broken by some test in this folder, but for those that only the core's
/// adapter can break.
#[test]
fn the_catalogue_has_unique_names_claims_and_defects() {
    let tests = [
        include_str!("defects/changes.rs"),
        include_str!("defects/endings.rs"),
        include_str!("defects/shape.rs"),
        include_str!("defects/state.rs"),
    ];
    let adapters = [
        core_supervisor::HANDED_BACK_WHOLE,
        core_supervisor::BATCH_SETTLEMENT,
        core_supervisor::PRODUCT_READS_ALIKE,
        core_supervisor::STATE_READS_ALIKE,
    ];
    for (index, law) in catalogue::LAWS.iter().enumerate() {
        assert!(!law.claims.is_empty(), "`{}` watches nothing", law.name);
        assert!(law.claims.iter().all(|claim| (1..=13).contains(claim)));
        let others = catalogue::LAWS[..index].iter().map(|other| other.name);
        let again = others.chain(names::LAWS.iter().map(|(name, _)| *name));
        assert!(!again.into_iter().any(|name| name == law.name), "`{}` stands twice", law.name);
        let quoted = format!("\"{}\"", law.name);
        let is_broken = tests.iter().any(|text| text.contains(&quoted));
        assert!(is_broken || adapters.contains(&law.name), "no defect breaks `{}`", law.name);
    }
    for claim in 1..=13 {
        let watched = catalogue::LAWS.iter().any(|law| law.claims.contains(&claim));
        assert!(watched, "nothing watches claim {claim}");
    }
}
