//! The machines of one run and the tokens that pass between them.

use super::{Machine, Rig};
use crate::custody::LOST;
use crate::observation::Seat;
use crate::verdict::LawBreach;

/// The judged machine and its company.
pub(super) struct Bench<M> {
    pub(super) judged: M,
    pub(super) twin: Option<M>,
    pub(super) foreign: Option<M>,
}

impl<M> Bench<M> {
    /// Whoever can be told of the foreign machine must know what it has issued.
    pub(super) fn introduce<R: Rig>(&mut self)
    where
        M: Machine<R>,
    {
        let Some(foreign) = &self.foreign else { return };
        self.judged.meet(foreign);
        if let Some(twin) = &mut self.twin {
            twin.meet(foreign);
        }
    }

    /// The real value behind the input's token, from the machine that issued it. A value of the company
    /// that was told before and given back lies where it was told.
    pub(super) fn token<R: Rig>(&mut self, told: &R::Told) -> Result<Option<M::Token>, LawBreach>
    where
        M: Machine<R>,
    {
        let Some(seat) = R::token_seat(told) else { return Ok(None) };
        let token = match seat {
            Seat::Judged => self.judged.take_token(told),
            Seat::Twin => taken(&mut self.twin, told).or_else(|| self.judged.take_token(told)),
            Seat::Foreign => taken(&mut self.foreign, told)
                .or_else(|| self.judged.take_token(told))
                .or_else(|| taken(&mut self.twin, told)),
        };
        match token {
            Some(token) => Ok(Some(token)),
            None => Err(LawBreach::new(LOST, format!("no real value is behind {told:?}"))),
        }
    }

    /// The value that the twin is told for the same input: its own, or the one that the judged machine
    /// has just given back.
    pub(super) fn twin_token<R: Rig>(&mut self, told: &R::Told) -> Option<M::Token>
    where
        M: Machine<R>,
    {
        match R::token_seat(told)? {
            Seat::Judged => taken(&mut self.twin, told),
            Seat::Twin | Seat::Foreign => {
                taken(&mut self.twin, told).or_else(|| self.judged.take_token(told))
            }
        }
    }
}

fn taken<R: Rig, M: Machine<R>>(machine: &mut Option<M>, told: &R::Told) -> Option<M::Token> {
    machine.as_mut()?.take_token(told)
}
