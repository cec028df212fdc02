//! Twins: pools with the same identity, whose hosts have at hand what the observed one has not.
//!
//! Two pools of one identity issue genuine duplicates of each other's correlations. So a fact that a
//! pool has never asked for can still be told to it, and an authority that has been spent can be
//! told once more.

use crate::support::facts::Input;
use crate::support::{JoinPhase, Phase, Setup};
use crate::transitions::hand::Hand;
use crate::transitions::offers::Offer;
use crate::transitions::phases::{A, B, Scene, Stage, lead_to};

/// The twins of the pools of one scene.
pub(crate) struct Twins {
    setup: Setup,
    scene: Scene,
    /// Everything that a twin has at hand and that can be copied.
    known: Hand,
}

impl Twins {
    pub(crate) fn new(setup: Setup, scene: Scene) -> Self {
        let mut known = lived(&setup, scene).copy();
        known.borrow(ended(&setup, scene).copy());
        Self { setup, scene, known }
    }

    /// What a twin has at hand before its pool has asked for anything.
    pub(crate) fn hand(&self) -> Hand {
        self.known.copy()
    }

    /// Builds the input from `hand`, and where that lacks something from the hands of twins.
    pub(crate) fn aim(&self, hand: &mut Hand, offer: Offer) -> Input {
        let twins: [fn(&Self) -> Hand; 3] = [Self::hand, Self::assigned, Self::mistaken];
        let mut borrowed = twins.iter();
        loop {
            if let Some(input) = offer.input(hand) {
                return input;
            }
            hand.borrow(borrowed.next().expect("a twin has everything at hand")(self));
        }
    }

    fn assigned(&self) -> Hand {
        lived(&self.setup, self.scene)
    }

    /// The command of another assignment.
    fn mistaken(&self) -> Hand {
        let mut stage = Stage::new(self.setup.clone());
        lead_to(&mut stage, Scene::Calm, Phase::Busy { join: JoinPhase::Delivering });
        stage.tell(B, Offer::Submit);
        let other_command = Hand::take(&mut stage.rig, B).command;
        Hand { other_command, ..self.hand() }
    }
}

/// A twin in which `a` has been activated, assigned, and stopped, and is being replaced.
fn lived(setup: &Setup, scene: Scene) -> Hand {
    let mut stage = Stage::new(setup.clone());
    lead_to(&mut stage, scene, Phase::Busy { join: JoinPhase::Accepted });
    stage.tell(A, Offer::StoppedAbnormally);
    stage.tell(A, Offer::Prepared);
    Hand::take(&mut stage.rig, A)
}

/// A twin that drains.
fn ended(setup: &Setup, scene: Scene) -> Hand {
    let mut stage = Stage::new(setup.clone());
    lead_to(&mut stage, scene, Phase::DrainingStopped);
    Hand::take(&mut stage.rig, A)
}
