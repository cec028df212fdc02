//! How long work shows itself: bars on a terminal, plain lines now and then elsewhere.
//!
//! Rules: progress goes to standard error, results to standard output. Colour is used on a terminal
//! only, and never where `NO_COLOR` is set.

use crate::outcome::Problem;
use anstyle::{AnsiColor, Style};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::fmt::Display;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Between two plain lines of one task.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows what goes on.
#[derive(Debug)]
pub(crate) struct Progress {
    bars: Option<MultiProgress>,
}

/// Something that takes a while.
#[derive(Debug)]
pub(crate) struct Task {
    label: String,
    length: u64,
    bar: Option<ProgressBar>,
    line_after: Cell<Instant>,
}

impl Progress {
    /// Bars if standard error is a terminal.
    pub(crate) fn new() -> Self {
        Self { bars: std::io::stderr().is_terminal().then(MultiProgress::new) }
    }

    /// Prints a line, above the bars if there are any.
    pub(crate) fn line(&self, text: &str) {
        match &self.bars {
            // Only a terminal that went away refuses the line, and then nobody reads it.
            Some(bars) => drop(bars.println(text)),
            None => anstream::eprintln!("{text}"),
        }
    }

    /// Begins a task that is over at `length`.
    pub(crate) fn task(&self, label: &str, length: u64) -> Task {
        let bar = self.bars.as_ref().map(|bars| bars.add(bar(label, length)));
        let line_after = Cell::new(Instant::now() + LINE_EVERY);
        Task { label: label.to_owned(), length, bar, line_after }
    }

    /// Removes the bars.
    pub(crate) fn clear(&self) {
        if let Some(bars) = &self.bars {
            // See `line`.
            let _ = bars.clear();
        }
    }
}

fn bar(label: &str, length: u64) -> ProgressBar {
    let template = if std::env::var_os("NO_COLOR").is_some() {
        "{prefix:32} [{bar:30}] {elapsed} {msg}"
    } else {
        "{prefix:32} [{bar:30.cyan}] {elapsed} {msg}"
    };
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    ProgressBar::new(length).with_style(style.progress_chars("=> ")).with_prefix(label.to_owned())
}

impl Task {
    /// Tells how far it is.
    pub(crate) fn at(&self, position: u64, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(position.min(self.length));
            bar.set_message(message.to_owned());
        } else if Instant::now() >= self.line_after.get() {
            self.line_after.set(Instant::now() + LINE_EVERY);
            let percent = 100 * position.min(self.length) / self.length.max(1);
            anstream::eprintln!("{}: {percent} %, {message}", self.label);
        }
    }

    /// Ends it.
    pub(crate) fn done(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A number with its thousands set apart.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A text that stands out.
pub(crate) fn bold(text: &str) -> String {
    styled(Style::new().bold(), text)
}

/// A text that tells that all is well.
pub(crate) fn good(text: &str) -> String {
    styled(AnsiColor::Green.on_default().bold(), text)
}

/// A text that tells that something is not.
pub(crate) fn bad(text: &str) -> String {
    styled(AnsiColor::Red.on_default().bold(), text)
}

/// A problem as it is printed.
pub(crate) fn error(problem: &Problem) -> String {
    format!("{}: {problem}", bad("error"))
}

fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let told = [0, 999, 1_000, 1_234_567].map(thousands);
        assert_eq!(told, ["0", "999", "1,000", "1,234,567"]);
    }
}
