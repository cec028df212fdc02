//! Plain inputs as real ones: a witness for each tag, an issued value for each id.

use super::ids::Registers;
use super::protocol::{Witness, Witnessed};
use super::{Token, make_outcome};
use crate::custody::Ledger;
use crate::observation::Seat;
use crate::supervisor::custody::Kind;
use crate::supervisor::observation::{
    self as plain, Change, Id, Proxy, Purpose, Report, Request, Submission, SupervisorSetup,
    Supplies, Supply, Tag, Told, Unreported,
};
use actor_laws::correlation::{InstanceId, Lease, SequencePlan};
use actor_laws::proxy::{OwnerReport, ServiceCommand, WorkerSubmission};
use actor_laws::settlement::Settlement;
use actor_laws::supervisor::{
    CancelCommand, ChangeKind, ProxyBirth, ProxyExit, ProxyExitSource, ProxyInputOperation,
    QueryCommand, ReplaceCommand, ScheduleDeadline, ShutdownProxy, ShutdownPurpose, StartCommand,
    StopCommand, SupervisorCorrelations, SupervisorInput, UnreportedInput,
};
use actor_laws::time::{Tick, Ticks};
use std::rc::Rc;

type Input = SupervisorInput<Witnessed>;

/// What makes real inputs of plain ones.
#[derive(Clone, Copy)]
pub(super) struct Maker<'a> {
    pub(super) ledger: &'a Rc<Ledger<Kind>>,
    pub(super) seat: Seat,
    pub(super) ids: &'a Registers,
    pub(super) setup: &'a SupervisorSetup,
}

impl Maker<'_> {
    /// The real input behind `told`.
    ///
    /// # Panics
    ///
    /// If the host tells an id that nobody has issued, or an authority that is not there.
    pub(super) fn input(self, told: &Told, token: Option<Token>) -> Input {
        match *told {
            Told::Initialize => Input::Initialize {
                instance: InstanceId(u64::from(self.setup.identity)),
                correlations: Box::new(correlations(&self.setup.supplies)),
            },
            Told::Start { key, submission, reply } => Input::Start(StartCommand {
                key,
                submission: self.submission(submission),
                reply: self.value(Kind::ReplyRoute, reply),
            }),
            Told::Replace { key, submission, reply } => Input::Replace(ReplaceCommand {
                key,
                submission: self.submission(submission),
                reply: self.value(Kind::ReplyRoute, reply),
            }),
            Told::Stop { key, reply } => {
                Input::Stop(StopCommand { key, reply: self.value(Kind::ReplyRoute, reply) })
            }
            Told::Query { key, reply } => {
                Input::Query(QueryCommand { key, reply: self.value(Kind::ReplyRoute, reply) })
            }
            Told::Cancel { reply, .. } => {
                let authority = token.expect("a cancel has an authority");
                Input::Cancel(CancelCommand {
                    authority,
                    reply: self.value(Kind::ReplyRoute, reply),
                })
            }
            Told::Shutdown => Input::ShutdownRequested,
            Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. } => self.deadline(told),
            Told::BirthCommitted { .. }
            | Told::BirthRejected { .. }
            | Told::ExitBeforeBirth { .. }
            | Told::ExitAfterBirth { .. } => self.life(told),
            Told::InputAccepted { proxy, change, operation } => {
                self.settled(proxy, change, operation, Settlement::Accepted)
            }
            Told::InputRejected { proxy, change, operation, returned, reason } => {
                let request = self.returned(returned);
                self.settled(proxy, change, operation, Settlement::Rejected { request, reason })
            }
            Told::Report { proxy, report } => {
                Input::Report { proxy, report: Box::new(self.report(&report)) }
            }
            Told::Unreported { proxy, operation, rest } => Input::Unreported {
                proxy,
                operation: self.ids.operations.find(operation),
                rest: Box::new(self.rest(&rest)),
            },
            Told::ShutdownAccepted { request } => {
                self.shutdown_settled(request, Settlement::Accepted)
            }
            Told::ShutdownRejected { request, returned, reason } => {
                let settlement = Settlement::Rejected { request: self.request(returned), reason };
                self.shutdown_settled(request, settlement)
            }
        }
    }

    pub(super) fn value(self, kind: Kind, tag: Tag) -> Witness {
        Witness::new(self.ledger, self.seat, kind, tag)
    }

    pub(super) fn submission(
        self,
        submission: Submission,
    ) -> WorkerSubmission<super::protocol::Service> {
        let Submission { worker, plan } = submission;
        let worker = self.value(Kind::Worker, worker);
        WorkerSubmission { worker, plan: self.value(Kind::Plan, plan) }
    }

    fn deadline(self, told: &Told) -> Input {
        match *told {
            Told::DeadlineAccepted { deadline } => Input::DeadlineSchedule {
                deadline: self.ids.deadlines.find(deadline),
                settlement: Settlement::Accepted,
            },
            Told::DeadlineRejected { deadline, returned, after, reason } => {
                let request = ScheduleDeadline {
                    deadline: self.ids.deadlines.find(returned),
                    after: Ticks(after),
                };
                Input::DeadlineSchedule {
                    deadline: self.ids.deadlines.find(deadline),
                    settlement: Settlement::Rejected { request, reason },
                }
            }
            Told::DeadlineElapsed { deadline, at } => {
                let deadline = self.ids.deadlines.find(deadline);
                Input::DeadlineElapsed { deadline, at: Tick(at) }
            }
            _ => unreachable!("{told:?} is no fact of the deadline"),
        }
    }

    fn life(self, told: &Told) -> Input {
        match *told {
            Told::BirthCommitted { creation, proxy } => {
                let creation = self.ids.creations.find(creation);
                Input::ProxyBirth { creation, result: ProxyBirth::Committed { proxy } }
            }
            Told::BirthRejected { creation, rejection } => {
                let rejection = self.value(Kind::CreationRejection, rejection);
                let creation = self.ids.creations.find(creation);
                Input::ProxyBirth { creation, result: ProxyBirth::Rejected { rejection } }
            }
            Told::ExitBeforeBirth { creation, exit } => {
                let source = ProxyExitSource::BeforeBirth(self.ids.creations.find(creation));
                Input::ProxyExit { source, exit: self.proxy_exit(exit) }
            }
            Told::ExitAfterBirth { proxy, exit } => {
                let source = ProxyExitSource::AfterBirth(proxy);
                Input::ProxyExit { source, exit: self.proxy_exit(exit) }
            }
            _ => unreachable!("{told:?} is neither birth nor exit"),
        }
    }

    fn proxy_exit(self, exit: plain::ProxyExit) -> ProxyExit<Witnessed> {
        ProxyExit { stop: self.value(Kind::ProxyStop, exit.stop), at: Tick(exit.at) }
    }

    fn settled(
        self,
        proxy: Proxy,
        change: Change,
        operation: Id,
        settlement: Settlement<ProxyInputOperation<Witnessed>, u8>,
    ) -> Input {
        let operation = self.ids.operations.find(operation);
        Input::InputSettlement { proxy, kind: kind(change), operation, settlement }
    }

    fn returned(self, input: plain::Input) -> ProxyInputOperation<Witnessed> {
        ProxyInputOperation {
            proxy: input.proxy,
            kind: kind(input.change),
            operation: self.ids.operations.find(input.operation),
            submission: self.submission(input.submission),
        }
    }

    fn purpose(self, purpose: Purpose) -> ShutdownPurpose {
        match purpose {
            Purpose::Stop { stop } => ShutdownPurpose::Stop(self.ids.stops.find(stop)),
            Purpose::Ending => ShutdownPurpose::Ending,
        }
    }

    fn request(self, request: Request) -> ShutdownProxy<Witnessed> {
        ShutdownProxy {
            generation: self.ids.generations.find(request.generation),
            proxy: request.proxy,
            purpose: self.purpose(request.purpose),
        }
    }

    fn shutdown_settled(
        self,
        request: Request,
        settlement: Settlement<ShutdownProxy<Witnessed>, u8>,
    ) -> Input {
        let ShutdownProxy { generation, proxy, purpose } = self.request(request);
        Input::ShutdownSettlement { proxy, generation, purpose, settlement }
    }

    fn report(self, report: &Report) -> OwnerReport<super::protocol::Service> {
        match *report {
            Report::Initial { ticket, outcome } => OwnerReport::Initial {
                ticket: self.ids.operations.find(ticket),
                outcome: make_outcome::initial(self, &outcome),
            },
            Report::Replacement { ticket, outcome } => OwnerReport::Replacement {
                ticket: self.ids.operations.find(ticket),
                outcome: make_outcome::replacement(self, &outcome),
            },
            Report::WorkerStopped { evidence, exit } => OwnerReport::WorkerStopped {
                evidence: super::bank::evidence(evidence),
                exit: make_outcome::exit(self, exit),
            },
            Report::Unavailable { sender, phase, command } => OwnerReport::Unavailable {
                service: ServiceCommand {
                    sender: self.value(Kind::Sender, sender),
                    command: self.value(Kind::Command, command),
                },
                phase: make_outcome::phase(phase),
            },
        }
    }

    fn rest(self, rest: &Unreported) -> UnreportedInput<Witnessed> {
        match rest {
            Unreported::Untouched { submission } => {
                UnreportedInput::Untouched(self.submission(*submission))
            }
            Unreported::Initial { outcome } => {
                UnreportedInput::Initial(make_outcome::initial(self, outcome))
            }
            Unreported::Replacement { outcome } => {
                UnreportedInput::Replacement(make_outcome::replacement(self, outcome))
            }
            Unreported::Left { leftover } => {
                UnreportedInput::Left(make_outcome::leftover(self, leftover))
            }
        }
    }
}

pub(super) fn kind(change: Change) -> ChangeKind {
    match change {
        Change::Start => ChangeKind::Start,
        Change::Replacement => ChangeKind::Replacement,
    }
}

fn correlations(supplies: &Supplies) -> SupervisorCorrelations {
    SupervisorCorrelations {
        generations: plan(supplies.generations),
        creations: plan(supplies.creations),
        operations: plan(supplies.operations),
        stops: plan(supplies.stops),
        deadlines: plan(supplies.deadlines),
        diagnostics: plan(supplies.diagnostics),
    }
}

fn plan(supply: Supply) -> SequencePlan {
    let lease = |lease: plain::Lease| {
        Lease::new(lease.first, lease.last).expect("a lease of a scenario holds an ordinal")
    };
    let first = supply.lease.map(lease).map_or(SequencePlan::NOTHING, SequencePlan::lease);
    match supply.renewal {
        Some(renewal) => first.renewed(lease(renewal)),
        None => first,
    }
}
