//! When work stops: its time is over, its target has ended, or the whole campaign stops.

use crate::outcome::Problem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What stops a whole campaign before its time: the user's wish, nothing new for too long, or that nothing
/// can be kept any more. What was found so far is still taken in.
#[derive(Debug)]
pub(crate) struct Halt {
    interrupted: Arc<AtomicBool>,
    loss: OnceLock<Problem>,
    idle_max: Option<Duration>,
    began: Instant,
    /// Milliseconds from the beginning to the last news.
    news_at: AtomicU64,
}

/// The time of one share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock<'a> {
    end: Instant,
    ended: &'a AtomicBool,
    halt: &'a Halt,
}

impl Halt {
    /// Nothing stops the campaign but its time, and so long a while without news.
    pub(crate) fn new(idle_max: Option<Duration>) -> Self {
        Self {
            interrupted: Arc::default(),
            loss: OnceLock::new(),
            idle_max,
            began: Instant::now(),
            news_at: AtomicU64::new(0),
        }
    }

    /// Listens for interrupts; a second one ends the process at once, which loses nothing told.
    pub(crate) fn listen(&self) {
        let interrupted = Arc::clone(&self.interrupted);
        // Without the handler an interrupt ends the process at once; campaigns survive that too.
        let _ = ctrlc::set_handler(move || {
            if interrupted.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    }

    /// Whether the campaign stops.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_interrupted() || self.loss().is_some() || self.is_idle()
    }

    /// Whether the user wants to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Whether there was nothing new for too long.
    pub(crate) fn is_idle(&self) -> bool {
        let news_at = Duration::from_millis(self.news_at.load(Ordering::Relaxed));
        let idle = self.began.elapsed().saturating_sub(news_at);
        self.idle_max.is_some_and(|idle_max| idle >= idle_max)
    }

    /// Something is new, if it is only that the engines start.
    pub(crate) fn news(&self) {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.news_at.fetch_max(now, Ordering::Relaxed);
    }

    /// What cannot be kept any more; the first such problem is told, and stops the campaign.
    pub(crate) fn lose(&self, problem: Problem) {
        if let Ok(()) = self.loss.set(problem)
            && let Some(problem) = self.loss()
        {
            anstream::eprintln!("{}", crate::progress::error(problem));
        }
    }

    /// Why nothing can be kept any more.
    pub(crate) fn loss(&self) -> Option<&Problem> {
        self.loss.get()
    }
}

impl<'a> Clock<'a> {
    /// A clock that stops after `time`, or when `ended` or the campaign's halt says so.
    pub(crate) fn new(time: Duration, ended: &'a AtomicBool, halt: &'a Halt) -> Self {
        Self { end: Instant::now() + time, ended, halt }
    }

    /// Whether it is time to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.halt.is_wanted() || Instant::now() >= self.end
    }

    /// The time that is left.
    pub(crate) fn remaining(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_clock_stops_with_its_time_its_target_or_the_user() {
        let (ended, halt) = (AtomicBool::new(false), Halt::new(None));
        assert!(Clock::new(Duration::ZERO, &ended, &halt).is_over());
        let clock = Clock::new(MINUTE, &ended, &halt);
        assert!(!clock.is_over());
        halt.interrupted.store(true, Ordering::Relaxed);
        assert!(clock.is_over());
        halt.interrupted.store(false, Ordering::Relaxed);
        ended.store(true, Ordering::Relaxed);
        assert!(clock.is_over());
    }

    #[test]
    fn a_campaign_is_idle_that_long_after_the_last_news_and_not_before() {
        let halt = Halt::new(Some(Duration::from_millis(200)));
        std::thread::sleep(Duration::from_millis(120));
        halt.news();
        std::thread::sleep(Duration::from_millis(120));
        assert!(!halt.is_wanted());
        std::thread::sleep(Duration::from_millis(120));
        assert!(halt.is_idle() && halt.is_wanted());
        assert!(!Halt::new(None).is_idle());
    }

    #[test]
    fn what_cannot_be_kept_stops_the_campaign_and_the_first_problem_stays() {
        let halt = Halt::new(None);
        for what in ["full", "fuller"] {
            halt.lose(Problem::environment(what, "make room"));
        }
        assert!(halt.is_wanted());
        let loss = halt.loss().expect("a loss").to_string();
        assert!(loss.starts_with("full\n"), "{loss}");
    }
}
