//! What the laws of the composition know of a run: written down from inputs and actions alone.

use crate::services::observation::{Evidence, Exit, Id, Incarnation, Leftover, Proxy, Report, Tag};
use crate::supervisor::observation::{Input, Request};
use std::collections::VecDeque;

/// How far a creation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Born {
    /// Its result is out.
    Out,
    /// It was there, and somebody said that it is gone, before the result.
    OutAndGone,
    /// It is there.
    Yes,
    /// It was not, or is gone.
    Over,
}

/// One worker behind a proxy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worker {
    pub(super) creation: Id,
    pub(super) incarnation: Option<Incarnation>,
    pub(super) born: Born,
    /// Its proxy has reported it ready.
    pub(super) is_reported: bool,
    /// It was asked to stop.
    pub(super) is_asked: bool,
    /// Its exit, if it was there and is gone.
    pub(super) exit: Option<Exit>,
}

impl Worker {
    /// Whether it can still do anything.
    pub(super) fn lives(&self) -> bool {
        matches!(self.born, Born::Out | Born::Yes)
    }
}

/// An input between the supervisor and a proxy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub(super) input: Input,
    pub(super) is_accepted: bool,
    pub(super) is_taken: bool,
}

/// One proxy, from its creation on.
#[derive(Debug)]
pub(super) struct Service {
    pub(super) creation: Id,
    pub(super) generation: Id,
    pub(super) proxy: Option<Proxy>,
    pub(super) born: Born,
    /// It has stopped.
    pub(super) leftover: Option<Leftover>,
    /// It was told to shut down.
    pub(super) is_ending: bool,
    pub(super) workers: Vec<Worker>,
    /// What it has reported and the supervisor was not told.
    pub(super) reports: VecDeque<Report>,
    pub(super) flight: Option<Flight>,
    pub(super) request: Option<Request>,
}

impl Service {
    /// Whether there is, or can still be, a proxy.
    pub(super) fn lives(&self) -> bool {
        self.born != Born::Over
    }

    /// The worker of this name.
    pub(super) fn named(&mut self, incarnation: Incarnation) -> Option<&mut Worker> {
        self.workers.iter_mut().rfind(|worker| worker.incarnation == Some(incarnation))
    }

    /// The worker of this creation.
    pub(super) fn created_by(&mut self, creation: Id) -> Option<&mut Worker> {
        self.workers.iter_mut().rfind(|worker| worker.creation == creation)
    }

    /// The worker that this evidence is of.
    pub(super) fn evident(&self, evidence: Evidence) -> Option<&Worker> {
        self.workers.iter().rfind(|worker| worker.creation == evidence)
    }

    /// Whether the end of this worker was reported and not told.
    pub(super) fn stop_is_under_way(&self, evidence: Evidence) -> bool {
        let is_it = |report: &Report| matches!(report, Report::WorkerStopped { evidence: of, .. } if *of == evidence);
        self.reports.iter().any(is_it)
    }
}

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// With the host, its callers and clients; also everything that is not authored yet.
    Host,
    /// In the supervisor.
    Supervisor,
    /// In this proxy.
    Proxy(Proxy),
    /// With a worker, which keeps it.
    Worker,
}

/// How far a service command has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Its proxy had ended.
    HandedBack,
    /// A worker has it.
    Delivered,
    /// Its proxy has reported that no worker can take it.
    Reported,
    /// The supervisor has said so.
    Published,
    /// The supervisor had ended.
    Unheard,
}

/// One service command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) sender: Tag,
    pub(super) command: Tag,
    pub(super) proxy: Proxy,
    pub(super) fate: Fate,
}

/// All of it.
#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) services: Vec<Service>,
    pub(super) commands: Vec<Command>,
    /// By tag.
    places: Vec<Place>,
}

impl Book {
    /// Forgets all.
    pub(super) fn reset(&mut self) {
        self.services.clear();
        self.commands.clear();
        self.places.clear();
    }

    /// The service of this proxy.
    pub(super) fn of(&mut self, proxy: Proxy) -> Option<&mut Service> {
        self.services.iter_mut().rfind(|service| service.proxy == Some(proxy))
    }

    /// The service of this creation.
    pub(super) fn created_by(&mut self, creation: Id) -> Option<&mut Service> {
        self.services.iter_mut().rfind(|service| service.creation == creation)
    }

    /// Where this value is.
    pub(super) fn place(&self, tag: Tag) -> Place {
        self.places.get(tag as usize).copied().unwrap_or(Place::Host)
    }

    /// Puts a value somewhere.
    pub(super) fn put(&mut self, tag: Tag, place: Place) {
        let index = tag as usize;
        if index >= self.places.len() {
            self.places.resize(index + 1, Place::Host);
        }
        self.places[index] = place;
    }

    /// A value that is still inside a machine.
    pub(super) fn inside(&self) -> Option<(usize, Place)> {
        let inside = |place: &Place| matches!(place, Place::Supervisor | Place::Proxy(_));
        self.places.iter().position(inside).map(|tag| (tag, self.places[tag]))
    }
}
