//! The header lines of the text form: which key shows which bytes, and in which words.
//!
//! A word belongs to one header byte and is written by a function from that byte; it is read by
//! looking for the smallest byte that is written so. Whatever can be printed can be read.

use super::code;
use super::header::{Header, at};
use super::limits::{CAP_MULTIPLES, ROLES_ASKED_MAX, VERSION, WIDE_VERSION};
use crate::pool::observation::{
    DiagnosticPolicy, DrainPolicy, Eligibility, Interruption, Reaction, Timing,
};

/// One header line.
pub(super) struct Line {
    pub(super) key: &'static str,
    /// Shown even if all its bytes are zero.
    pub(super) always: bool,
    words: &'static [Word],
}

/// One word after the key: the byte that it stands for, and how that byte is written.
struct Word(usize, fn(u8) -> String);

/// The key of the line that only the wide version has.
pub(super) const FURTHER_ROLES: &str = "further-roles";

/// Every line but `disabled`, in the order in which they are shown.
pub(super) const LINES: &[Line] = &[
    always("version", &[Word(at::VERSION, version)]),
    always("company", &[Word(at::COMPANY, company)]),
    always("roles", &[Word(at::ROLE_COUNT, |c| code::role_count(c).to_string())]),
    rare(FURTHER_ROLES, &[Word(at::FURTHER_ROLES, further_roles)]),
    always("role-order", &[Word(at::ROLE_ORDER, role_order)]),
    always("activation-limit", &[Word(at::ACTIVATION_LIMIT, activation_limit)]),
    always("backlog", &[Word(at::BACKLOG, |c| code::backlog(c).to_string())]),
    always("interruption", &[Word(at::INTERRUPTION, interruption)]),
    always("eligibility", &[Word(at::ELIGIBILITY, eligibility)]),
    always("reaction", &[Word(at::REACTION, reaction)]),
    always("budget", &[Word(at::BUDGET, |c| code::budget(c).to_string())]),
    always("budget-window", &[Word(at::WINDOW, |c| ticks(code::window(c)))]),
    always("timing", &[Word(at::TIMING, timing)]),
    rare("delay", &[Word(at::DELAY, |c| ticks(code::delay(c)))]),
    rare("delay-cap", &[Word(at::CAP, delay_cap)]),
    always("drain", &[Word(at::DRAIN, drain)]),
    rare("deadline", &[Word(at::DEADLINE, |c| ticks(code::deadline(c)))]),
    always("diagnostics", &[Word(at::DIAGNOSTICS, diagnostics)]),
    rare("diagnostics-route", &[Word(at::ROUTE, |c| c.to_string())]),
    rare("identity", &[Word(at::IDENTITY, |c| code::identity(c).to_string())]),
    rare("recovery-ordinal-max", &[Word(at::RECOVERY_ORDINAL_MAX, recovery_ordinal_max)]),
    rare("duplicate-role", &[Word(at::DUPLICATE, duplicate)]),
    rare("factory-rejects-at", &[Word(at::FACTORY, factory_rejects_at)]),
    rare("sequence-job", &sequence::<0>()),
    rare("sequence-admission", &sequence::<1>()),
    rare("sequence-assignment", &sequence::<2>()),
    rare("sequence-completion", &sequence::<3>()),
    rare("sequence-activation", &sequence::<4>()),
    rare("sequence-recovery", &sequence::<5>()),
    rare("sequence-birth", &sequence::<6>()),
    rare("sequence-timer", &sequence::<7>()),
    rare("sequence-shutdown", &sequence::<8>()),
    rare("sequence-diagnostic", &sequence::<9>()),
];

const fn always(key: &'static str, words: &'static [Word]) -> Line {
    Line { key, always: true, words }
}

const fn rare(key: &'static str, words: &'static [Word]) -> Line {
    Line { key, always: false, words }
}

const fn sequence<const INDEX: usize>() -> [Word; 2] {
    let place = at::SEQUENCES + 2 * INDEX;
    [
        Word(place, |c| code::supply(c).name().to_owned()),
        Word(place + 1, |k| (u16::from(k) + 1).to_string()),
    ]
}

impl Line {
    /// Whether the line is shown for this header.
    pub(super) fn is_shown(&self, header: &Header) -> bool {
        self.always || self.words.iter().any(|Word(place, _)| header[*place] != 0)
    }

    /// The words that show this header.
    pub(super) fn write(&self, header: &Header) -> String {
        let words = self.words.iter().map(|Word(place, write)| write(header[*place]));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Sets the bytes that `words` stand for, or answers what should have been written.
    pub(super) fn read(&self, words: &[&str], header: &mut Header) -> Result<(), String> {
        if words.len() != self.words.len() {
            return Err(format!("{} word(s) after `{}`", self.words.len(), self.key));
        }
        for (Word(place, write), word) in self.words.iter().zip(words) {
            let code = (0..=u8::MAX).find(|code| write(*code) == *word);
            header[*place] =
                code.ok_or_else(|| format!("`{}` with one of {}", self.key, choices(*write)))?;
        }
        Ok(())
    }
}

/// The words that a byte can be written as, shortened in the middle.
fn choices(write: fn(u8) -> String) -> String {
    const SHOWN_MAX: usize = 16;
    let mut words = Vec::new();
    for word in (0..=u8::MAX).map(write) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.len() > SHOWN_MAX {
        let last = words.pop().unwrap_or_default();
        words.truncate(SHOWN_MAX - 2);
        words.extend(["...".to_owned(), last]);
    }
    words.join(", ")
}

/// A tick count; large ones by their distance from a landmark.
fn ticks(ticks: u64) -> String {
    match u64::MAX - ticks {
        0 => "max".to_owned(),
        below @ 1..=9 => format!("max-{below}"),
        _ if ticks.is_power_of_two() && ticks >= 1 << 32 => format!("2^{}", ticks.trailing_zeros()),
        _ => ticks.to_string(),
    }
}

fn version(code: u8) -> String {
    if code == WIDE_VERSION { WIDE_VERSION } else { VERSION }.to_string()
}

/// What the wide version reads; no other version is written with the line.
fn further_roles(code: u8) -> String {
    code::further_roles(WIDE_VERSION, code).to_string()
}

fn company(code: u8) -> String {
    let company = code::company(code);
    match (company.twin, company.foreign) {
        (true, false) => "twin",
        (false, false) => "alone",
        (true, true) => "twin+foreign",
        (false, true) => "foreign",
    }
    .to_owned()
}

/// The labels of all positions that `roles` can declare; it says how many are. Further roles have the same
/// labels under every order.
fn role_order(code: u8) -> String {
    let labels = (0..usize::from(ROLES_ASKED_MAX)).map(|at| code::label(code, at).to_string());
    labels.collect::<Vec<_>>().join(",")
}

fn activation_limit(code: u8) -> String {
    code::activation_limit(code).to_string()
}

fn interruption(code: u8) -> String {
    match code::interruption(code) {
        Interruption::Fail => "fail",
        Interruption::Retry => "retry",
    }
    .to_owned()
}

fn eligibility(code: u8) -> String {
    match code::eligibility(code) {
        Eligibility::Permanent => "permanent",
        Eligibility::Transient => "transient",
        Eligibility::Temporary => "temporary",
    }
    .to_owned()
}

fn reaction(code: u8) -> String {
    match code::reaction(code) {
        Reaction::RetireRole => "retire-role",
        Reaction::StopPool => "stop-pool",
    }
    .to_owned()
}

fn timing(code: u8) -> String {
    match code::timing(code, 0, 0) {
        Timing::Immediate => "immediate",
        Timing::Constant { .. } => "constant",
        Timing::Linear { .. } => "linear",
        Timing::Doubling { .. } => "doubling",
    }
    .to_owned()
}

/// The cap relative to the delay, seen at delay 1.
fn delay_cap(code: u8) -> String {
    match code::cap(code, 1) {
        0 => "below-delay".to_owned(),
        none if none == CAP_MULTIPLES[0] => "none".to_owned(),
        multiple => format!("delay*{multiple}"),
    }
}

fn drain(code: u8) -> String {
    match code::drain(code, 0) {
        DrainPolicy::WaitForActorGraph => "wait",
        DrainPolicy::RetireActorGraphAfter { .. } => "retire-after-deadline",
    }
    .to_owned()
}

fn diagnostics(code: u8) -> String {
    match code::diagnostics(code, 0) {
        DiagnosticPolicy::DeliverTo { .. } => "deliver",
        DiagnosticPolicy::Terminate => "terminate",
    }
    .to_owned()
}

fn recovery_ordinal_max(code: u8) -> String {
    code::recovery_ordinal_max(code).to_string()
}

/// `2=0`: position 2 repeats position 0.
fn duplicate(code: u8) -> String {
    code::duplicate(code)
        .map_or("none".to_owned(), |(position, earlier)| format!("{position}={earlier}"))
}

fn factory_rejects_at(code: u8) -> String {
    code::factory_rejects_at(code).map_or("none".to_owned(), |index| index.to_string())
}
