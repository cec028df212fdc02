//! Which role each correlation of a run was issued to. Nothing is predicted from it: it only tells
//! whom a fact addresses, also long after the correlation has lost its meaning.

use crate::pool::observation::{Id, Role, TimerPurpose, TimerRef, Told, Worker};

/// The correlations of one kind, in ascending order, each with its role's position.
#[derive(Debug, Default)]
pub(super) struct Register(Vec<(u64, u8)>);

impl Register {
    /// Ordinals of a kind only grow, so the register stays sorted.
    pub(super) fn enter(&mut self, ordinal: u64, position: usize) {
        self.0.push((ordinal, u8::try_from(position).unwrap_or(u8::MAX)));
    }

    fn find(&self, ordinal: u64) -> Option<usize> {
        let place = self.0.binary_search_by_key(&ordinal, |(known, _)| *known).ok()?;
        self.0.get(place).map(|(_, position)| usize::from(*position))
    }
}

/// All registers.
#[derive(Debug, Default)]
pub(super) struct Issued {
    pub(super) births: Register,
    pub(super) tickets: Register,
    pub(super) recoveries: Register,
    pub(super) timers: Register,
    pub(super) shutdowns: Register,
}

/// How long each register was when a step began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bookmark([usize; 5]);

impl Issued {
    fn registers(&mut self) -> [&mut Register; 5] {
        [
            &mut self.births,
            &mut self.tickets,
            &mut self.recoveries,
            &mut self.timers,
            &mut self.shutdowns,
        ]
    }

    pub(super) fn clear(&mut self) {
        for register in self.registers() {
            register.0.clear();
        }
    }

    pub(super) fn bookmark(&mut self) -> Bookmark {
        Bookmark(self.registers().map(|register| register.0.len()))
    }

    /// Forgets what was issued after the bookmark.
    pub(super) fn rewind(&mut self, bookmark: Bookmark) {
        for (register, length) in self.registers().into_iter().zip(bookmark.0) {
            register.0.truncate(length);
        }
    }

    /// The position that a fact addresses.
    pub(super) fn addressee(&self, told: &Told, roles: &[Role], pool: u32) -> Option<usize> {
        let desk = Desk { issued: self, roles, pool };
        match *told {
            Told::Initialize
            | Told::Submit { .. }
            | Told::Shutdown
            | Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. } => None,
            Told::BirthCommitted { role, child, .. } | Told::BirthRejected { role, child, .. } => {
                desk.birth(child).or_else(|| desk.role(role))
            }
            Told::InitializationReady { worker, .. }
            | Told::InitializationRejected { worker, .. }
            | Told::InitializationStopped { worker, .. }
            | Told::Stopped { worker, .. } => {
                desk.birth(worker.child).or_else(|| desk.role(worker.role))
            }
            Told::BeginAccepted { worker, ticket }
            | Told::BeginRejected { worker, ticket, .. }
            | Told::Ready { worker, ticket }
            | Told::ActivationRejected { worker, ticket, .. } => desk.activation(&worker, ticket),
            Told::DeliveryAccepted { child, .. }
            | Told::DeliveryRejected { child, .. }
            | Told::Completed { child, .. } => desk.birth(child),
            Told::Prepared { role, ticket, .. }
            | Told::PreparationRejected { role, ticket, .. } => {
                desk.find(&self.recoveries, ticket).or_else(|| desk.role(role))
            }
            Told::RestartScheduleAccepted { recovery, timer }
            | Told::RestartScheduleRejected { recovery, timer, .. }
            | Told::RestartTimerElapsed { recovery, timer, .. } => desk.restart(recovery, timer),
            Told::ShutdownAccepted { shutdown } | Told::ShutdownRejected { shutdown, .. } => desk
                .birth(shutdown.worker.child)
                .or_else(|| desk.find(&self.shutdowns, shutdown.id))
                .or_else(|| desk.role(shutdown.worker.role)),
        }
    }
}

/// The registers together with what tells the pool's own correlations from foreign ones.
struct Desk<'a> {
    issued: &'a Issued,
    roles: &'a [Role],
    pool: u32,
}

impl Desk<'_> {
    fn find(&self, register: &Register, id: Id) -> Option<usize> {
        if id.pool == self.pool { register.find(id.ordinal) } else { None }
    }

    fn birth(&self, child: Id) -> Option<usize> {
        self.find(&self.issued.births, child)
    }

    fn role(&self, role: Role) -> Option<usize> {
        self.roles.iter().position(|declared| *declared == role)
    }

    fn activation(&self, worker: &Worker, ticket: Id) -> Option<usize> {
        self.birth(worker.child)
            .or_else(|| self.find(&self.issued.tickets, ticket))
            .or_else(|| self.role(worker.role))
    }

    fn restart(&self, recovery: Id, timer: TimerRef) -> Option<usize> {
        self.find(&self.issued.recoveries, recovery)
            .or_else(|| self.find(&self.issued.timers, timer.generation))
            .or_else(|| self.purpose(timer.purpose))
    }

    /// A restart timer names a position; the drain deadline names nobody.
    fn purpose(&self, purpose: TimerPurpose) -> Option<usize> {
        match purpose {
            TimerPurpose::Restart { role_index } => {
                Some(usize::from(role_index)).filter(|at| *at < self.roles.len())
            }
            TimerPurpose::DrainDeadline => None,
        }
    }
}
