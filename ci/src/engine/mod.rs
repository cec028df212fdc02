//! The engines: what drives inputs through a target, and what one share of a campaign answers.
//!
//! Rules: every engine runs the same scenario through the same checks. An engine offers inputs to
//! the target's [`Intake`] and reports failing ones to it; what is kept is decided there and only
//! there. An engine stops when its share of time is over, when its target has ended, or when the
//! campaign is interrupted; a failing input does not stop it, and it never starts from a known one.

pub(crate) mod afl;
pub(crate) mod cargo;
mod gleaner;
pub(crate) mod libfuzzer;
pub(crate) mod process;
mod seeds;
mod swarm;

use crate::campaign::{Clock, Intake, Stream};
use crate::outcome::Problem;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::stats::Stats;
use std::fmt;
use std::time::Duration;

/// The engines that a campaign can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EngineName {
    /// libFuzzer.
    Libfuzzer,
    /// Seeded scenarios in this process.
    Swarm,
    /// AFL++.
    Afl,
}

/// An engine that is ready to run.
#[derive(Debug)]
pub(crate) enum Engine {
    /// libFuzzer, with the binaries that were built.
    Libfuzzer(libfuzzer::Libfuzzer),
    /// Seeded scenarios in this process, with how far it is.
    Swarm(swarm::Swarm),
    /// AFL++, with the tool and the binaries.
    Afl(afl::Afl),
}

/// One engine on one target for one stretch of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The target.
    pub(crate) target: &'static str,
    /// Which of the campaign's shares this is.
    pub(crate) instance: usize,
    /// What all randomness comes from.
    pub(crate) stream: Stream,
}

/// What an engine has done in a share.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Inputs executed, by the engine's own count.
    pub(crate) executions: u64,
    /// What the harness counted.
    pub(crate) stats: Stats,
    /// How long the engine took to get past what it was given.
    pub(crate) startup: Duration,
}

impl EngineName {
    /// All of them, in the order in which a campaign of all begins.
    pub(crate) const ALL: [Self; 3] = [Self::Libfuzzer, Self::Swarm, Self::Afl];

    /// The engine of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.to_string() == name)
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Libfuzzer => "libfuzzer",
            Self::Swarm => "swarm",
            Self::Afl => "afl",
        })
    }
}

impl Engine {
    /// Makes an engine ready for all targets: finds its tools and builds what it runs.
    pub(crate) fn prepare(name: EngineName, workspace: &Workspace) -> Result<Self, Problem> {
        match name {
            EngineName::Libfuzzer => libfuzzer::Libfuzzer::prepare(workspace).map(Self::Libfuzzer),
            EngineName::Swarm => Ok(Self::Swarm(swarm::Swarm::default())),
            EngineName::Afl => afl::Afl::prepare(workspace).map(Self::Afl),
        }
    }

    /// Which one it is.
    pub(crate) fn name(&self) -> EngineName {
        match self {
            Self::Libfuzzer(_) => EngineName::Libfuzzer,
            Self::Swarm(_) => EngineName::Swarm,
            Self::Afl(_) => EngineName::Afl,
        }
    }

    /// Runs one share until its clock stops; `live` hears how far it is.
    pub(crate) fn run(
        &self,
        share: Share,
        clock: &Clock<'_>,
        intake: &mut Intake<'_>,
        live: &dyn Fn(&Tally),
    ) -> Result<Tally, Problem> {
        match self {
            Self::Libfuzzer(engine) => engine.run(share, clock, intake, live),
            Self::Swarm(engine) => Ok(engine.run(share, clock, intake, live)),
            Self::Afl(engine) => engine.run(share, clock, intake, live),
        }
    }
}

/// Takes in what a killed campaign left in this engine's folder.
pub(crate) fn recover(
    engine: EngineName,
    workspace: &Workspace,
    intake: &mut Intake<'_>,
) -> Result<(), Problem> {
    match engine {
        EngineName::Libfuzzer => libfuzzer::recover(workspace, intake),
        EngineName::Swarm => Ok(()),
        EngineName::Afl => afl::recover(workspace, intake),
    }
}
