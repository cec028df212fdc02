//! What the host tells, and what each answer changes.

use super::errands::Errand;
use super::guest::{File, Guest, Word};
use super::house::{House, Memory};
use crate::proxy::observation::{Begin, Exit, Incarnation, Report, Said, Settled, Tag, Told};

impl House {
    /// One fact: an answer that an errand waits for, or nothing of ours.
    pub(super) fn hear(&mut self, told: &Told, said: &mut Vec<Said>) {
        let Some(errand) = self.board.answer(told, self.is_closing()) else {
            let (kind, phase) = (self.miss(told), self.shown());
            said.push(Said::Diagnostic { kind, phase, fact: *told });
            return;
        };
        match *told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => {}
            Told::BirthCommitted { incarnation, attempt, .. } => {
                self.born(incarnation, attempt, said);
            }
            Told::BirthRejected { submission, why, .. } => {
                self.board.forget_goodbye();
                self.write(Word::Unborn { submission, why });
            }
            Told::Initialized { permit, plan, .. } => self.initialized(permit, plan, said),
            Told::EffectsRejected { failure, plan, .. } => {
                self.fail(Word::Failed { failure, plan }, said);
            }
            Told::InitializationStopped { exit, plan, .. } => self.stopped_inside(exit, plan),
            Told::StartAccepted { incarnation, activation } => {
                self.board.open(Errand::Result { incarnation, activation });
            }
            Told::StartRejected { request, reason, .. } => {
                self.fail(Word::NotBegun { request, reason }, said);
            }
            Told::ActivationReady { proof, .. } | Told::ReadyAfterCancel { proof, .. } => {
                self.write(Word::Ready { proof });
            }
            Told::ActivationRejected { rejection, .. }
            | Told::RejectedAfterCancel { rejection, .. } => {
                self.fail(Word::TurnedDown { rejection }, said);
            }
            Told::ExitBeforeBirth { exit, .. } | Told::ExitAfterBirth { exit, .. } => {
                self.gone(exit, said);
            }
            Told::ShutdownSettled { settlement, .. } => self.settled(errand, settlement),
        }
    }

    /// The guest has a name. It is initialized in any case: only so does its plan come back.
    fn born(&mut self, incarnation: Incarnation, attempt: u32, said: &mut Vec<Said>) {
        if let Some(guest) = &mut self.chair {
            guest.name = Some(incarnation);
        }
        self.board.name(incarnation);
        self.board.open(Errand::Initialization { incarnation, attempt });
        said.push(Said::InitializeWorker { incarnation, attempt });
        if self.is_closing() {
            self.dismiss(said);
        }
    }

    /// It is activated if it lives and the house is open.
    fn initialized(&mut self, permit: Tag, plan: Tag, said: &mut Vec<Said>) {
        let wanted = self.board.living().filter(|_| !self.is_closing());
        let Some(incarnation) = wanted else {
            return self.write(Word::Unwanted { permit, plan });
        };
        match self.activations.draw() {
            Ok(ordinal) => {
                let activation = self.id(ordinal);
                self.board.open(Errand::Start { incarnation, activation });
                let begin = Begin { incarnation, activation, permit, plan };
                said.push(Said::BeginActivation { begin });
            }
            Err(reason) => self.fail(Word::Unnumbered { permit, plan, reason }, said),
        }
    }

    /// Its start has failed: if it lives it is to leave.
    fn fail(&mut self, word: Word, said: &mut Vec<Said>) {
        self.write(word);
        self.dismiss(said);
    }

    /// It stopped while it was initialized. That is its goodbye, if it has not said it before.
    fn stopped_inside(&mut self, own: Exit, plan: Tag) {
        let was_there = self.board.forget_goodbye();
        if was_there && let Some(guest) = &mut self.chair {
            guest.goodbye = Some(own);
        }
        let second = if was_there { None } else { Some(own) };
        self.write(Word::Stopped { plan, second });
    }

    /// Its goodbye. The next one may come in its place; a guest who was just there to serve is
    /// reported; in all other cases somebody still waits for it, and it goes into the drawer.
    fn gone(&mut self, exit: Exit, said: &mut Vec<Said>) {
        let Some(guest) = &mut self.chair else { return };
        guest.goodbye = Some(exit);
        let guest = *guest;
        if let Some(reservation) = self.next.take() {
            self.put_on_file(&guest);
            self.invite(reservation, said);
        } else if self.promise.is_none() && !self.is_closing() {
            let evidence = guest.evidence;
            self.chair = None;
            self.memory = Memory::Visited(evidence);
            said.push(Said::Report { report: Report::WorkerStopped { evidence, exit } });
        }
    }

    /// The guest gets up, and its letters go on file.
    fn put_on_file(&mut self, guest: &Guest) {
        let Guest { evidence, goodbye, receipt, .. } = *guest;
        self.memory = Memory::Visited(evidence);
        self.file = Some(File { evidence, goodbye, receipt });
        self.board.file_receipt();
    }

    /// A receipt goes to the letters of whom it is about.
    fn settled(&mut self, errand: Errand, settlement: Settled) {
        let receipt = if matches!(errand, Errand::FormerReceipt { .. }) {
            self.file.as_mut().map(|file| &mut file.receipt)
        } else {
            self.chair.as_mut().map(|guest| &mut guest.receipt)
        };
        if let Some(receipt) = receipt {
            *receipt = Some(settlement);
        }
    }
}
