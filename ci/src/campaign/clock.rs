//! When work stops: its time is over, its target has ended, or the user interrupts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The user's wish to stop: interrupt or termination. What was found so far is still taken in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

/// The time of one share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock<'a> {
    end: Instant,
    ended: &'a AtomicBool,
    interrupt: &'a Interrupt,
}

impl Interrupt {
    /// Listens for interrupts; a second one ends the process at once, which loses nothing told.
    pub(crate) fn install() -> Self {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        // Without the handler an interrupt ends the process at once; campaigns survive that too.
        let _ = ctrlc::set_handler(move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        interrupt
    }

    /// Whether the user wants to stop.
    pub(crate) fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl<'a> Clock<'a> {
    /// A clock that stops after `time`, or when `ended` or the interrupt says so.
    pub(crate) fn new(time: Duration, ended: &'a AtomicBool, interrupt: &'a Interrupt) -> Self {
        Self { end: Instant::now() + time, ended, interrupt }
    }

    /// Whether it is time to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
            || self.interrupt.is_wanted()
            || Instant::now() >= self.end
    }

    /// The time that is left.
    pub(crate) fn remaining(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_stops_with_its_time_its_target_or_the_user() {
        let (ended, interrupt) = (AtomicBool::new(false), Interrupt::default());
        assert!(Clock::new(Duration::ZERO, &ended, &interrupt).is_over());
        let clock = Clock::new(Duration::from_secs(60), &ended, &interrupt);
        assert!(!clock.is_over());
        interrupt.0.store(true, Ordering::Relaxed);
        assert!(clock.is_over());
        interrupt.0.store(false, Ordering::Relaxed);
        ended.store(true, Ordering::Relaxed);
        assert!(clock.is_over());
    }
}
