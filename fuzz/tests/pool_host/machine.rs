//! A pool made of the oracle, with a defect. It keeps plain values and reports to the ledger exactly
//! what a faithful machine would do to real ones.

use actor_laws_fuzz::pool::custody::{Event, Kind, Ledger, said_values, told_values};
use actor_laws_fuzz::pool::machine::PoolUnderTest;
use actor_laws_fuzz::pool::observation::{
    Admission, AssignedReturn, Command, Completion, ConstructionFailure, Diagnostic, Eligibility,
    Id, Origin, Phase, PoolSetup, PoolView, QueuedReturn, Role, Said, Tag, Terminal, Told, Verdict,
    WORKER_SOURCE, initial_submission,
};
use actor_laws_fuzz::pool::oracle::PoolOracle;
use actor_laws_fuzz::verdict::LawBreach;
use std::marker::PhantomData;
use std::rc::Rc;

/// What a machine does wrong. Nothing, unless it is overridden.
pub(crate) trait Defect {
    /// Changes the answer of the construction.
    fn construct(_setup: &PoolSetup) -> Option<ConstructionFailure> {
        None
    }

    /// What the machine takes its setup for.
    fn understands(setup: &PoolSetup) -> PoolSetup {
        *setup
    }

    /// What the machine takes an input for.
    fn mistakes(told: &Told) -> Told {
        *told
    }

    /// Whether the machine does not even look at the input.
    fn ignores(_told: &Told, _world: &World) -> bool {
        false
    }

    /// Changes what was said and how the step ended.
    fn bend(_told: &Told, _said: &mut Vec<Said>, _verdict: &mut Verdict, _world: &World) {}

    /// Changes what happened to real values.
    fn record(_told: &Told, _said: &[Said], _events: &mut Vec<Event>, _world: &World) {}

    /// What the machine finds wrong with itself.
    fn inspect(_world: &World) -> Result<(), LawBreach> {
        Ok(())
    }

    /// Changes what is shown.
    fn show(_view: &mut PoolView, _world: &World) {}

    /// Changes what the dismantled machine hands out.
    fn dismantle(_ledger: &Ledger, home: Option<Tag>) -> Option<Tag> {
        home
    }
}

/// No defect.
pub(crate) struct Faithful;

impl Defect for Faithful {}

/// What the machine knows of itself when it goes wrong.
pub(crate) struct World {
    pub(crate) setup: PoolSetup,
    pub(crate) seat: Origin,
    /// What it showed before the step.
    pub(crate) before: PoolView,
    /// Each worker that was initialized, newest last.
    pub(crate) workers: Vec<(Id, Role, u32)>,
    /// Every payload that was told.
    pub(crate) payloads: Vec<Tag>,
}

impl World {
    /// The worker of the role at this position.
    pub(crate) fn worker_at(&self, position: usize) -> Option<(Id, Role, u32)> {
        let role = *self.setup.roles().get(position)?;
        self.workers.iter().rfind(|(_, of, _)| *of == role).copied()
    }

    /// The first worker whose member was in a phase that `wanted` accepts.
    pub(crate) fn worker_in(&self, wanted: impl Fn(Phase) -> bool) -> Option<(Id, Role, u32)> {
        let position = self.before.members().iter().position(|phase| wanted(*phase))?;
        self.worker_at(position)
    }
}

/// The machine.
pub(crate) struct OraclePool<D> {
    oracle: PoolOracle,
    ledger: Rc<Ledger>,
    world: World,
    held: Vec<(Kind, Tag)>,
    jobs: Vec<(Id, Tag)>,
    commands: Vec<Command>,
    completions: Vec<Completion>,
    defect: PhantomData<D>,
}

pub(crate) enum Token {
    Command,
    Completion,
}

impl<D: Defect> PoolUnderTest for OraclePool<D> {
    type Token = Token;

    fn construct(
        setup: &PoolSetup,
        seat: Origin,
        ledger: Rc<Ledger>,
    ) -> Result<Self, ConstructionFailure> {
        if let Some(failure) = D::construct(setup) {
            return Err(failure);
        }
        let oracle = PoolOracle::new(&D::understands(setup))?;
        let mut held: Vec<_> = (0..setup.role_count)
            .map(|index| (Kind::Submission, initial_submission(index)))
            .collect();
        if setup.eligibility != Eligibility::Temporary {
            held.push((Kind::Source, WORKER_SOURCE));
        }
        let before = blank();
        let (workers, payloads) = (Vec::new(), Vec::new());
        let world = World { setup: *setup, seat, before, workers, payloads };
        let (jobs, commands, completions) = (Vec::new(), Vec::new(), Vec::new());
        let defect = PhantomData;
        Ok(Self { oracle, ledger, world, held, jobs, commands, completions, defect })
    }

    fn meet(&mut self, _other: &Self) {}

    fn step(
        &mut self,
        told: &Told,
        _token: Option<Token>,
        _cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        self.oracle.view(&mut self.world.before);
        if D::ignores(told, &self.world) {
            told_values(told, |kind, tag| self.held.push((kind, tag)));
            return Ok(Verdict::Continue);
        }
        let mut own = Vec::new();
        let taken_for = D::mistakes(told);
        let mut verdict = self.oracle.expect(&taken_for, &mut own);
        own.iter_mut().for_each(|said| reject_whole(said, &taken_for, told));
        self.learn(told, &own);
        self.keep_tokens(told, &own, verdict);
        let mut events = Vec::new();
        self.follow_values(told, &own, verdict, &mut events);
        D::record(told, &own, &mut events, &self.world);
        events.into_iter().for_each(|event| self.ledger.record(event));
        D::bend(told, &mut own, &mut verdict, &self.world);
        said.append(&mut own);
        Ok(verdict)
    }

    fn take_command(&mut self, command: &Command) -> Option<Token> {
        let place = self.commands.iter().rposition(|kept| kept.assignment == command.assignment)?;
        self.commands.remove(place);
        Some(Token::Command)
    }

    fn complete(&mut self, command: &Command, _output: Tag) -> Option<Token> {
        self.take_command(command).map(|_| Token::Completion)
    }

    fn take_completion(&mut self, completion: &Completion) -> Option<Token> {
        let place = self.completions.iter().rposition(|kept| kept.output == completion.output)?;
        self.completions.remove(place);
        Some(Token::Completion)
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        D::inspect(&self.world)
    }

    fn view(&self, view: &mut PoolView) {
        self.oracle.view(view);
        D::show(view, &self.world);
    }

    fn dismantle(self) -> Option<Tag> {
        let source = self.held.iter().find(|(kind, _)| *kind == Kind::Source);
        D::dismantle(&self.ledger, source.map(|(_, tag)| *tag))
    }
}

impl<D: Defect> OraclePool<D> {
    fn learn(&mut self, told: &Told, said: &[Said]) {
        if let Told::Submit { payload, .. } = *told {
            self.world.payloads.push(payload);
            for said in said {
                if let Said::DeliverAdmission { outcome: Admission::Accepted { job, .. }, .. } =
                    said
                {
                    self.jobs.push((*job, payload));
                }
            }
        }
        if let Told::BirthCommitted { role, child, evidence, .. } = *told {
            self.world.workers.push((child, role, evidence));
        }
    }

    /// Tokens that leave are kept for the host; the ones that are told were taken before.
    fn keep_tokens(&mut self, told: &Told, said: &[Said], verdict: Verdict) {
        for said in said {
            if let Said::DeliverAssignment { command, .. } = said {
                self.commands.push(*command);
            }
        }
        let mut came_back = verdict == Verdict::HandedBack;
        for said in said.iter().filter(|said| !matches!(said, Said::DeliverAssignment { .. })) {
            said_values(said, &mut |kind, _| came_back |= kind == Kind::Execution);
        }
        if let Told::DeliveryRejected { returned, .. } = *told
            && came_back
            && returned.origin == Origin::Own
        {
            self.commands.push(returned);
        }
        if let Told::Completed { completion, .. } = *told {
            // Whichever way it comes back, it is asked for by its output.
            self.completions.push(completion);
        }
    }

    fn follow_values(
        &mut self,
        told: &Told,
        said: &[Said],
        verdict: Verdict,
        events: &mut Vec<Event>,
    ) {
        if verdict == Verdict::HandedBack {
            return;
        }
        if verdict == Verdict::Unwound {
            return told_values(told, |kind, tag| events.push(Event::Dropped(kind, tag)));
        }
        let mut copies_in = 0;
        told_values(told, |kind, tag| match kind {
            Kind::Execution => copies_in += 1,
            _ => self.held.push((kind, tag)),
        });
        for said in said {
            self.follow_said(said, &mut copies_in, events);
        }
        (0..copies_in).for_each(|_| events.push(Event::Dropped(Kind::Execution, 0)));
        if verdict != Verdict::Continue {
            self.end(events);
        }
    }

    fn follow_said(&mut self, said: &Said, copies_in: &mut i32, events: &mut Vec<Event>) {
        if let Said::DeliverAssignment { command, .. } = said {
            return events.push(Event::Copied(command.execution));
        }
        said_values(said, &mut |kind, tag| match kind {
            Kind::Execution => *copies_in -= 1,
            _ => self.held.retain(|held| *held != (kind, tag)),
        });
        let Said::DeliverCustomerTerminal { outcome, .. } = said else { return };
        match outcome {
            Terminal::Completed { job, .. } => {
                let payload = self.jobs.iter().find(|(known, _)| known == job).expect("a job").1;
                self.held.retain(|held| *held != (Kind::Payload, payload));
                events.push(Event::Dropped(Kind::Payload, payload));
            }
            Terminal::ReturnedQueued {
                payload,
                reason: QueuedReturn::DispatchCorrelationUnavailable,
                ..
            }
            | Terminal::ReturnedAssigned {
                payload,
                reason: AssignedReturn::RetryPreparationRejected,
                ..
            } => {
                events.push(Event::Copied(*payload));
                events.push(Event::Dropped(Kind::Execution, *payload));
            }
            Terminal::ReturnedQueued { .. } | Terminal::ReturnedAssigned { .. } => {}
        }
    }

    /// The pool has ended: what is left of stops and of retired workers goes with it.
    fn end(&mut self, events: &mut Vec<Event>) {
        self.held.retain(|(kind, tag)| {
            let ends = matches!(kind, Kind::Recipient | Kind::StopReason);
            if ends {
                events.push(Event::Dropped(*kind, *tag));
            }
            !ends
        });
    }
}

/// Whatever a machine takes a fact for, what it rejects is the fact that it was told.
fn reject_whole(said: &mut Said, taken_for: &Told, told: &Told) {
    if let Said::DeliverDiagnostic { diagnostic, .. }
    | Said::TransferTerminalDiagnostic { diagnostic } = said
        && let Diagnostic::RejectedFact { fact, .. } = diagnostic
        && fact == taken_for
    {
        *fact = *told;
    }
}

fn blank() -> PoolView {
    PoolView {
        mode: actor_laws_fuzz::pool::observation::Mode::Constructed,
        phases: Vec::new(),
        cursor: 0,
        source_home: false,
        queue: Vec::new(),
    }
}
