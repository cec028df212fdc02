//! Distortion: the fact that would settle an obligation, with one field replaced.
//!
//! The replaced field is one that matching looks at. Ids are replaced by ids that some supervisor
//! issued, since nothing else can be told.

use super::settle::{Way, other_change};
use super::{BirthState, Host, IdKind, Plan, ProxyRecord};
use crate::supervisor::observation::{
    Change, Evidence, Id, InitialOutcome, Input, Leftover, Proxy, Purpose, ReplacementOutcome,
    Report, Request, StartOutcome, Told, Unreported,
};

/// Capabilities from here on belong to no proxy of the judged supervisor.
const STRANGERS: Proxy = 1 << 24;

/// A field that matching looks at.
enum Field<'a> {
    Id(IdKind, &'a mut Id),
    Proxy(&'a mut Proxy),
    Change(&'a mut Change),
    /// A worker that is there.
    Evidence(&'a mut Evidence),
    /// A worker that has come: nobody mints one twice, so another one is as fresh as the true one.
    Newcomer(&'a mut Evidence),
    Purpose(&'a mut Purpose),
    Ticks(&'a mut u64),
}

impl Host {
    /// Tells the fact that would settle obligation `index`, distorted.
    pub(super) fn distort(&mut self, index: u8, field: u8, value: u8) -> Option<Plan> {
        let obligation = self.duties.pick(index, |_| true)?;
        let way = Way { choice: value >> 4, detail: value };
        let mut told = self.settle(obligation, way)?.told;
        let mut count = 0;
        visit_fields(&mut told, &mut |_| count += 1);
        let chosen = usize::from(field).checked_rem(count)?;
        let mut number = 0;
        let mut changed = false;
        visit_fields(&mut told, &mut |field| {
            if number == chosen {
                changed = self.replace(field, value);
            }
            number += 1;
        });
        self.refresh(&mut told);
        self.spare_promised(&mut told);
        changed.then_some(Plan::plain(told))
    }

    /// A capability that another birth will bring stays free for it.
    fn spare_promised(&mut self, told: &mut Told) {
        if let Told::BirthCommitted { creation, proxy } = told
            && self.proxies.is_promised(*proxy, *creation)
        {
            *proxy = self.proxies.stray();
        }
    }

    fn replace(&self, field: Field<'_>, value: u8) -> bool {
        let index = value >> 2;
        match field {
            Field::Id(kind, id) => {
                let (foreign, own) = (&self.foreign.issued, &self.issued);
                let (first, second) =
                    if value.is_multiple_of(4) { (foreign, own) } else { (own, foreign) };
                let other = first.pick(kind, index).filter(|other| other != id);
                other.or_else(|| second.pick(kind, index)).is_some_and(|other| change(id, other))
            }
            Field::Proxy(proxy) => {
                let born = |record: &ProxyRecord| {
                    record.birth == BirthState::Committed && record.proxy != *proxy
                };
                let other = self.proxies.pick(index, born);
                let other = other.map_or(STRANGERS, |record| record.proxy);
                change(proxy, other)
            }
            Field::Change(kind) => change(kind, other_change(*kind)),
            Field::Evidence(evidence) => change(evidence, self.other_evidence(*evidence, value)),
            Field::Newcomer(evidence) => {
                let Id { issuer, ordinal } = *evidence;
                let ahead = 1 + u64::from(index % 4);
                change(evidence, Id { issuer, ordinal: ordinal + ahead })
            }
            Field::Purpose(purpose) => {
                let stop = self.issued.pick(IdKind::Stop, index);
                let other = match (*purpose, stop) {
                    (Purpose::Ending, Some(stop)) => Purpose::Stop { stop },
                    (Purpose::Stop { stop: known }, Some(stop)) if stop != known => {
                        Purpose::Stop { stop }
                    }
                    (Purpose::Ending | Purpose::Stop { .. }, _) => Purpose::Ending,
                };
                change(purpose, other)
            }
            Field::Ticks(ticks) => change(ticks, ticks.wrapping_add(u64::from(value))),
        }
    }

    /// Another worker of the same proxy, or a worker of another one.
    fn other_evidence(&self, evidence: Evidence, value: u8) -> Evidence {
        let Id { issuer, ordinal } = evidence;
        match value % 4 {
            0 => Id { issuer, ordinal: ordinal + 1 },
            1 => Id { issuer, ordinal: ordinal.saturating_sub(1).max(1) },
            2 => Id { issuer: issuer.wrapping_add(1), ordinal },
            _ => {
                let known = self.proxies.pick(value >> 2, |r| r.servant.evidence().is_some());
                known.and_then(|record| record.servant.evidence()).unwrap_or(evidence)
            }
        }
    }
}

/// Whether `place` has another value now.
fn change<T: PartialEq>(place: &mut T, other: T) -> bool {
    let changed = *place != other;
    *place = other;
    changed
}

fn visit_fields(told: &mut Told, visit: &mut impl FnMut(Field<'_>)) {
    match told {
        Told::BirthCommitted { creation, proxy } => {
            visit(Field::Id(IdKind::Creation, creation));
            visit(Field::Proxy(proxy));
        }
        Told::BirthRejected { creation, .. } | Told::ExitBeforeBirth { creation, .. } => {
            visit(Field::Id(IdKind::Creation, creation));
        }
        Told::ExitAfterBirth { proxy, .. } => visit(Field::Proxy(proxy)),
        Told::InputAccepted { proxy, change, operation } => {
            input_fields(proxy, change, operation, visit);
        }
        Told::InputRejected { proxy, change, operation, returned, .. } => {
            input_fields(proxy, change, operation, visit);
            let Input { proxy, change, operation, .. } = returned;
            input_fields(proxy, change, operation, visit);
        }
        Told::Report { proxy, report } => {
            visit(Field::Proxy(proxy));
            report_fields(report, visit);
        }
        Told::Unreported { proxy, operation, rest } => {
            visit(Field::Proxy(proxy));
            visit(Field::Id(IdKind::Operation, operation));
            rest_fields(rest, visit);
        }
        Told::ShutdownAccepted { request } => request_fields(request, visit),
        Told::ShutdownRejected { request, returned, .. } => {
            request_fields(request, visit);
            request_fields(returned, visit);
        }
        Told::DeadlineAccepted { deadline } | Told::DeadlineElapsed { deadline, .. } => {
            visit(Field::Id(IdKind::Deadline, deadline));
        }
        Told::DeadlineRejected { deadline, returned, after, .. } => {
            visit(Field::Id(IdKind::Deadline, deadline));
            visit(Field::Id(IdKind::Deadline, returned));
            visit(Field::Ticks(after));
        }
        Told::Initialize
        | Told::Start { .. }
        | Told::Replace { .. }
        | Told::Stop { .. }
        | Told::Query { .. }
        | Told::Cancel { .. }
        | Told::Shutdown => {}
    }
}

fn input_fields(
    proxy: &mut Proxy,
    change: &mut Change,
    operation: &mut Id,
    visit: &mut impl FnMut(Field<'_>),
) {
    visit(Field::Proxy(proxy));
    visit(Field::Change(change));
    visit(Field::Id(IdKind::Operation, operation));
}

fn request_fields(request: &mut Request, visit: &mut impl FnMut(Field<'_>)) {
    visit(Field::Id(IdKind::Generation, &mut request.generation));
    visit(Field::Proxy(&mut request.proxy));
    visit(Field::Purpose(&mut request.purpose));
}

fn report_fields(report: &mut Report, visit: &mut impl FnMut(Field<'_>)) {
    match report {
        Report::Initial { ticket, outcome } => {
            visit(Field::Id(IdKind::Operation, ticket));
            initial_fields(outcome, visit);
        }
        Report::Replacement { ticket, outcome } => {
            visit(Field::Id(IdKind::Operation, ticket));
            replacement_fields(outcome, visit);
        }
        Report::WorkerStopped { evidence, .. } => visit(Field::Evidence(evidence)),
        Report::Unavailable { .. } => {}
    }
}

fn initial_fields(outcome: &mut InitialOutcome, visit: &mut impl FnMut(Field<'_>)) {
    if let InitialOutcome::Resolved(outcome) = outcome {
        start_fields(outcome, visit);
    }
}

fn replacement_fields(outcome: &mut ReplacementOutcome, visit: &mut impl FnMut(Field<'_>)) {
    match outcome {
        ReplacementOutcome::Refused(_) => {}
        ReplacementOutcome::CancelledBeforeBirth { predecessor, .. } => {
            visit(Field::Evidence(predecessor));
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            visit(Field::Evidence(&mut predecessor.evidence));
            start_fields(successor, visit);
        }
    }
}

fn start_fields(outcome: &mut StartOutcome, visit: &mut impl FnMut(Field<'_>)) {
    match outcome {
        StartOutcome::CreationRejected(_) => {}
        StartOutcome::Ready { evidence, .. } | StartOutcome::Unavailable { evidence, .. } => {
            visit(Field::Newcomer(evidence));
        }
    }
}

fn rest_fields(rest: &mut Unreported, visit: &mut impl FnMut(Field<'_>)) {
    match rest {
        Unreported::Untouched { .. } => {}
        Unreported::Initial { outcome } => initial_fields(outcome, visit),
        Unreported::Replacement { outcome } => replacement_fields(outcome, visit),
        Unreported::Left { leftover } => {
            if let Leftover::Change { ticket, predecessor, .. } = leftover {
                visit(Field::Id(IdKind::Operation, ticket));
                if let Some(predecessor) = predecessor {
                    visit(Field::Evidence(&mut predecessor.evidence));
                }
            }
        }
    }
}
