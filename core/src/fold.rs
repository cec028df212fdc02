//! The contract of every machine: one input in, one complete action product out, or nothing at all.

/// A machine whose whole behaviour is a fold over its inputs.
///
/// The step is atomic in the sense of the actor model: one local transition commits one next state
/// and its complete action product. It says nothing about when, or whether, the actions are
/// delivered; what becomes of them comes back as later inputs.
pub trait Fold: Sized {
    /// What the machine can be told.
    type Input;
    /// Everything that one step asks its host to do, in authored order.
    type Actions: Default;
    /// An input that was not admitted, handed back whole.
    type Refusal;

    /// Takes one step in place and writes the complete action product into `actions`.
    ///
    /// `actions` must be empty. Reusing one buffer keeps the steady path free of allocation.
    ///
    /// # Errors
    ///
    /// Returns the input whole, with the state and `actions` unchanged, where the machine does not
    /// admit it: before its start, after its end, or while `actions` still holds an earlier product.
    fn step(
        &mut self,
        input: Self::Input,
        actions: &mut Self::Actions,
    ) -> Result<(), Self::Refusal>;

    /// The same step as a value: the next state, and the product or the refusal.
    fn fold(mut self, input: Self::Input) -> (Self, Result<Self::Actions, Self::Refusal>) {
        let mut actions = Self::Actions::default();
        let stepped = self.step(input, &mut actions);
        (self, stepped.map(|()| actions))
    }
}
