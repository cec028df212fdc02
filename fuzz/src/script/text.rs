//! The text form of a scenario, which people read, review and write.
//!
//! ```text
//! # Whatever follows a number sign is a comment.
//! version                1
//! company                alone
//!
//! # opcode               a   b   c
//! settle                 0   0   0   # obligation outcome reason
//! ```
//!
//! Header lines are `key value`, in any order, but `version` comes first; a key that is left out means the
//! benign choice, and lines that say it are left out but for the version and the company. Then comes one
//! line a step: the opcode's name and up to three operands, 0 to 255; one that is left out is zero.

use super::step::named;
use super::{Opcode, OpcodeMask, Rows, Scenario, Script, Step};
use crate::family::TextError;
use std::fmt::{self, Write};

/// The keys of the lines that are no field.
const VERSION: &str = "version";
const DISABLED: &str = "disabled";

impl<S: Script> Scenario<S> {
    /// The scenario as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        push_line(&mut text, format_args!("{VERSION:<22} {}", S::VERSION));
        for (place, field) in S::FIELDS.iter().enumerate() {
            if place == 0 || self.header.is_set(place) {
                push_line(&mut text, format_args!("{:<22} {}", field.key, self.header.word(place)));
            }
        }
        if self.disabled != OpcodeMask::EMPTY {
            let names = self.disabled.iter().map(Opcode::name).collect::<Vec<_>>().join(" ");
            push_line(&mut text, format_args!("{DISABLED:<22} {names}"));
        }
        push_line(&mut text, format_args!("\n# {:<19}{:>4}{:>4}{:>4}", "opcode", "a", "b", "c"));
        for step in &self.steps {
            match legend(step.opcode).as_str() {
                "" => push_line(&mut text, format_args!("{step}")),
                names => push_line(&mut text, format_args!("{step}   # {names}")),
            }
        }
        text
    }

    /// The scenario of a text: the same one that its bytes decode to.
    ///
    /// # Errors
    ///
    /// The first line that says nothing, and what to write instead.
    pub fn parse_text(text: &str) -> Result<Self, TextError> {
        let mut draft = Draft { scenario: Self::decode(&[]), keys: Vec::new() };
        let mut line = 0;
        for row in text.lines() {
            line += 1;
            let words: Vec<&str> = uncommented(row).split_whitespace().collect();
            if let [first, rest @ ..] = words.as_slice() {
                draft.read(first, rest).map_err(|expected| TextError { line, expected })?;
            }
        }
        draft.expect_version().map_err(|expected| TextError { line: line.max(1), expected })?;
        Ok(draft.scenario)
    }
}

/// The names of the operands that are used.
fn legend<O: Rows>(opcode: O) -> String {
    let names = opcode.operands().map(|operand| operand.name());
    names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Writing to a string does not fail.
fn push_line(text: &mut String, line: fmt::Arguments<'_>) {
    let written = writeln!(text, "{line}");
    debug_assert!(written.is_ok(), "a string takes every line");
}

fn uncommented(row: &str) -> &str {
    row.split('#').next().unwrap_or_default()
}

/// What has been read so far.
struct Draft<S: Script> {
    scenario: Scenario<S>,
    keys: Vec<&'static str>,
}

impl<S: Script> Draft<S> {
    /// Takes one line that is not blank, or answers what should have been written.
    fn read(&mut self, first: &str, rest: &[&str]) -> Result<(), String> {
        if let Some(place) = S::FIELDS.iter().position(|field| field.key == first) {
            return self.read_field(place, rest);
        }
        match named(first) {
            _ if first == VERSION => self.read_version(rest),
            _ if first == DISABLED => self.read_disabled(rest),
            Some(opcode) => self.read_step(opcode, rest),
            None => {
                self.expect_version()?;
                Err(format!("a header key ({}) or an opcode ({})", keys::<S>(), names::<S>()))
            }
        }
    }

    /// A key may be given once, before the steps, and `version` comes first.
    fn claim(&mut self, key: &'static str) -> Result<(), String> {
        if !self.scenario.steps.is_empty() {
            return Err(format!("a step: `{key}` belongs before the first step"));
        }
        if self.keys.contains(&key) {
            return Err(format!("`{key}` only once"));
        }
        self.keys.push(key);
        self.expect_version()
    }

    fn expect_version(&self) -> Result<(), String> {
        match self.keys.first() {
            Some(&VERSION) => Ok(()),
            Some(_) | None => Err(format!("`{VERSION} {}` as the first line", S::VERSION)),
        }
    }

    fn read_version(&mut self, words: &[&str]) -> Result<(), String> {
        self.claim(VERSION)?;
        let version = S::VERSION.to_string();
        if *words == [version.as_str()] { Ok(()) } else { Err(format!("`{VERSION} {version}`")) }
    }

    fn read_field(&mut self, place: usize, words: &[&str]) -> Result<(), String> {
        let field = &S::FIELDS[place];
        self.claim(field.key)?;
        let [word] = words else { return Err(format!("1 word after `{}`", field.key)) };
        self.scenario.header.set(place, field.read(word)?);
        Ok(())
    }

    fn read_disabled(&mut self, names_given: &[&str]) -> Result<(), String> {
        self.claim(DISABLED)?;
        for name in names_given {
            let opcode = named(name)
                .ok_or_else(|| format!("names of opcodes after `{DISABLED}` ({})", names::<S>()))?;
            self.scenario.disabled = self.scenario.disabled.with(opcode);
        }
        Ok(())
    }

    fn read_step(&mut self, opcode: S::Opcode, operands: &[&str]) -> Result<(), String> {
        self.expect_version()?;
        let mut values = [0; 3];
        if operands.len() > values.len() {
            return Err(format!("at most three operands after `{}`", opcode.name()));
        }
        for ((value, operand), name) in values.iter_mut().zip(operands).zip(["a", "b", "c"]) {
            *value =
                operand.parse().map_err(|_| format!("a number from 0 to 255 as operand {name}"))?;
        }
        let [a, b, c] = values;
        self.scenario.steps.push(Step { opcode, a, b, c });
        Ok(())
    }
}

fn keys<S: Script>() -> String {
    let fields = S::FIELDS.iter().map(|field| field.key);
    [VERSION].into_iter().chain(fields).chain([DISABLED]).collect::<Vec<_>>().join(", ")
}

fn names<S: Script>() -> String {
    S::Opcode::ALL.iter().map(|opcode| opcode.name()).collect::<Vec<_>>().join(", ")
}
