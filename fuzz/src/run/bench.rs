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

    /// The real value behind the input's token, from the machine that issued it.
    pub(super) fn token<R: Rig>(&mut self, told: &R::Told) -> Result<Option<M::Token>, LawBreach>
    where
        M: Machine<R>,
    {
        let Some(seat) = R::token_seat(told) else { return Ok(None) };
        let machine = match seat {
            Seat::Judged => Some(&mut self.judged),
            Seat::Twin => self.twin.as_mut(),
            Seat::Foreign => self.foreign.as_mut(),
        };
        match machine.and_then(|machine| machine.take_token(told)) {
            Some(token) => Ok(Some(token)),
            None => Err(LawBreach::new(LOST, format!("no real value is behind {told:?}"))),
        }
    }

    /// The twin's own token for the same input.
    pub(super) fn twin_token<R: Rig>(&mut self, told: &R::Told) -> Option<M::Token>
    where
        M: Machine<R>,
    {
        R::token_seat(told)?;
        self.twin.as_mut()?.take_token(told)
    }
}
