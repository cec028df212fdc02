//! Where everything is that was told in a storm: said once, or inside once.

use super::history::*;
use super::storm_world::FIRST_TAG;
use actor_laws_fuzz::supervisor::observation::*;
use std::collections::{BTreeMap, BTreeSet};

/// Every tag in a text.
pub(crate) fn tags(text: &impl serde::Serialize) -> Vec<Tag> {
    let text = serde_json::to_string(text).expect("plain data");
    let numbers = text.split(|sign: char| !sign.is_ascii_digit());
    let numbers = numbers.filter_map(|number| number.parse::<u64>().ok());
    let tags = numbers.filter_map(|number| Tag::try_from(number).ok());
    tags.filter(|tag| *tag > FIRST_TAG).collect()
}

/// What must be true of everything told and said so far.
#[derive(Default)]
pub(crate) struct Ledger {
    /// What was told and not said yet.
    kept: BTreeSet<Tag>,
    told: BTreeSet<Tag>,
    /// The workers of accepted changes, by operation.
    parcels: BTreeMap<Id, Submission>,
    /// Exits that were taken before a birth, by creation.
    early: BTreeMap<Id, Tag>,
    creation_of: BTreeMap<Id, Id>,
    /// Accepted changes that have not ended.
    changes: BTreeMap<Id, Change>,
    /// Entries that were not retired.
    entries: BTreeSet<Id>,
    endings_asked: BTreeSet<Id>,
}

impl Ledger {
    pub(crate) fn enter(&mut self, told: &Told, said: &[Said]) {
        for tag in tags(told) {
            assert!(self.told.insert(tag), "{tag} is told twice");
            self.kept.insert(tag);
        }
        if let Told::ExitBeforeBirth { creation, exit } = *told
            && !is_rejected_fact(said)
        {
            assert!(self.early.insert(creation, exit.stop).is_none(), "a second early exit");
        }
        for said in said {
            for tag in tags(said) {
                assert!(self.kept.remove(&tag), "{tag} is said and was not inside: {said:?}");
            }
            self.enter_said(told, said);
        }
    }

    fn enter_said(&mut self, told: &Told, said: &Said) {
        match *said {
            Said::CreateProxy { creation, generation } => {
                assert!(self.entries.insert(generation));
                assert!(self.creation_of.insert(generation, creation).is_none());
            }
            Said::ShutdownProxy { request } if request.purpose == Purpose::Ending => {
                assert!(self.endings_asked.insert(request.generation), "two Ending shutdowns");
            }
            Said::Reply { reply, .. } => self.enter_reply(told, reply),
            Said::Lifecycle { generation, event, .. } => {
                assert!(self.entries.contains(&generation), "{event:?} after EntryRetired");
                self.enter_event(generation, event);
            }
            _ => {}
        }
    }

    fn enter_reply(&mut self, told: &Told, reply: Reply) {
        let (cancel, change) = match reply {
            Reply::StartAccepted { cancel, .. } => (cancel, Change::Start),
            Reply::ReplaceAccepted { cancel, .. } => (cancel, Change::Replacement),
            Reply::Returned { authority, .. } => {
                if self.changes[&authority.operation] == Change::Replacement {
                    self.end(authority.operation);
                }
                return;
            }
            _ => return,
        };
        if let Told::Start { submission, .. } | Told::Replace { submission, .. } = *told {
            self.parcels.insert(cancel.operation, submission);
        }
        assert!(self.changes.insert(cancel.operation, change).is_none());
    }

    fn end(&mut self, operation: Id) {
        assert!(self.changes.remove(&operation).is_some(), "{operation:?} ends again");
    }

    fn enter_event(&mut self, generation: Id, event: Lifecycle) {
        match event {
            Lifecycle::Started { operation, .. }
            | Lifecycle::Replaced { operation, .. }
            | Lifecycle::StartFailed { operation, .. }
            | Lifecycle::ReplacementFailed { operation, .. }
            | Lifecycle::OperationCancelled { operation, .. }
            | Lifecycle::WorkerChangeInterrupted { operation, .. } => self.end(operation),
            Lifecycle::EntryRetired { .. } => assert!(self.entries.remove(&generation)),
            Lifecycle::StopFinished { .. }
            | Lifecycle::UnexpectedWorkerStopped { .. }
            | Lifecycle::CommandUnavailable { .. } => {}
        }
    }

    /// What was told and not said is inside, once; what has not ended is under way; who was not
    /// retired is here.
    pub(crate) fn check(&self, view: &SupervisorView) {
        let (mut inside, mut under_way) = (Vec::new(), BTreeSet::new());
        for entry in &view.entries {
            inside.extend(tags(&entry.phase));
            let (operation, is_here) = under_way_in(entry);
            if let Some(Submission { worker, plan }) =
                operation.filter(|_| is_here).map(|operation| self.parcels[&operation])
            {
                inside.extend([worker, plan]);
            }
            if let EntryPhase::CreatingProxy { exit_kept: true, .. } = entry.phase {
                inside.push(self.early[&self.creation_of[&entry.generation]]);
            }
            under_way.extend(operation);
        }
        inside.sort_unstable();
        assert!(inside.iter().eq(&self.kept), "inside: {inside:?}, kept: {:?}", self.kept);
        assert!(under_way.iter().eq(self.changes.keys()), "under way: {under_way:?}");
        let present = view.entries.iter().map(|entry| entry.generation);
        assert!(present.eq(self.entries.iter().copied()), "every entry is here or retired");
    }
}

/// The change that has not ended yet, and whether its worker lies here.
pub(crate) fn under_way_in(entry: &EntryView) -> (Option<Id>, bool) {
    match entry.phase {
        EntryPhase::CreatingProxy { operation, .. }
        | EntryPhase::StartWaiting { operation }
        | EntryPhase::ReplaceWaiting { operation, .. } => (Some(operation), true),
        EntryPhase::StartAwaitingReceipt { operation }
        | EntryPhase::StartAwaitingOutcome { operation }
        | EntryPhase::ReplaceAwaitingReceipt { operation, .. }
        | EntryPhase::ReplaceAwaitingOutcome { operation, .. } => (Some(operation), false),
        EntryPhase::Ready { .. } | EntryPhase::Empty { .. } => (None, false),
        EntryPhase::Ending { ending, holds } => match ending {
            Ending::StopAvailable { .. } | Ending::Retiring { .. } => (None, false),
            Ending::Cancelling { operation, .. } => (Some(operation), false),
            Ending::StopStart { operation, .. } => {
                (Some(operation).filter(|_| holds.owed.worker_result), false)
            }
            Ending::Drain { operation } => {
                let operation = operation.filter(|_| holds.owed.worker_result);
                (operation.map(|(_, operation)| operation), false)
            }
        },
    }
}
