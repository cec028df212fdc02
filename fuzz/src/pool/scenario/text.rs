//! The text form of a scenario, which people read, review and write.
//!
//! ```text
//! # Whatever follows a number sign is a comment.
//! version            1
//! roles              2
//! backlog            0
//! sequence-job       exhausts 3
//!
//! # opcode               a   b   c
//! submit                 0   0   0
//! ```
//!
//! Header lines are `key value`, in any order, but `version` comes first; a key that is left out
//! means the benign choice. Then comes one line a step: the opcode's name and up to three
//! operands, 0 to 255; an operand that is left out is zero. Version 2 adds `further-roles` to `roles`. A `sequence-...` line names a
//! [`Supply`](super::Supply) and its parameter plus one: how often it can be drawn from until
//! something happens.

use super::header::{Header, at};
use super::line::{FURTHER_ROLES, LINES, Line};
use super::{HEADER_BYTES, OPCODES, Opcode, OpcodeMask, Scenario, Step, VERSION, WIDE_VERSION};
use crate::family::TextError;
use std::fmt::{self, Write};

/// The key of the one line that does not stand in [`LINES`].
const DISABLED: &str = "disabled";

impl Scenario {
    /// The scenario as text. Header lines that say nothing out of the ordinary are left out.
    pub fn to_text(&self) -> String {
        let header = self.header();
        let mut text = String::new();
        for line in LINES.iter().filter(|line| line.is_shown(&header)) {
            push_line(&mut text, format_args!("{:<22} {}", line.key, line.write(&header)));
        }
        if self.disabled != OpcodeMask::EMPTY {
            let names = self.disabled.iter().map(Opcode::name).collect::<Vec<_>>().join(" ");
            push_line(&mut text, format_args!("{DISABLED:<22} {names}"));
        }
        push_line(&mut text, format_args!("\n# {:<19}{:>4}{:>4}{:>4}", "opcode", "a", "b", "c"));
        self.steps.iter().for_each(|step| push_line(&mut text, format_args!("{step}")));
        text
    }

    /// The scenario of a text: the same one that its bytes decode to.
    pub fn parse_text(text: &str) -> Result<Scenario, TextError> {
        let mut draft = Draft::default();
        let mut line = 0;
        for row in text.lines() {
            line += 1;
            let words: Vec<&str> = uncommented(row).split_whitespace().collect();
            if let [first, rest @ ..] = words.as_slice() {
                draft.read(first, rest).map_err(|expected| TextError { line, expected })?;
            }
        }
        draft.expect_version().map_err(|expected| TextError { line: line.max(1), expected })?;
        Ok(draft.finish())
    }
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
struct Draft {
    header: Header,
    disabled: OpcodeMask,
    keys: Vec<&'static str>,
    steps: Vec<Step>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            header: [0; HEADER_BYTES],
            disabled: OpcodeMask::EMPTY,
            keys: Vec::new(),
            steps: Vec::new(),
        }
    }
}

impl Draft {
    /// Takes one line that is not blank, or answers what should have been written.
    fn read(&mut self, first: &str, rest: &[&str]) -> Result<(), String> {
        let line = LINES.iter().find(|line| line.key == first);
        if let Some(key) = line.map(|line| line.key).or((first == DISABLED).then_some(DISABLED)) {
            self.claim(key)?;
        } else {
            self.expect_version()?;
        }
        match (line, Opcode::from_name(first)) {
            (Some(line), _) => line.read(rest, &mut self.header),
            (None, _) if first == DISABLED => self.read_disabled(rest),
            (None, Some(opcode)) => self.read_step(opcode, rest),
            (None, None) => Err(format!("a header key ({}) or an opcode ({})", keys(), names())),
        }
    }

    /// A key may be given once, before the steps, and `version` comes first.
    fn claim(&mut self, key: &'static str) -> Result<(), String> {
        if !self.steps.is_empty() {
            return Err(format!("a step: `{key}` belongs before the first step"));
        }
        if self.keys.contains(&key) {
            return Err(format!("`{key}` only once"));
        }
        self.keys.push(key);
        self.expect_version()?;
        if key == FURTHER_ROLES && self.header[at::VERSION] != WIDE_VERSION {
            return Err(format!("`version {WIDE_VERSION}` as the first line, for `{key}`"));
        }
        Ok(())
    }

    fn expect_version(&self) -> Result<(), String> {
        match self.keys.first() {
            Some(&"version") => Ok(()),
            Some(_) | None => Err(format!("`version {VERSION}` as the first line")),
        }
    }

    fn read_disabled(&mut self, names_given: &[&str]) -> Result<(), String> {
        for name in names_given {
            let opcode = Opcode::from_name(name)
                .ok_or_else(|| format!("names of opcodes after `{DISABLED}` ({})", names()))?;
            self.disabled = self.disabled.with(opcode);
        }
        Ok(())
    }

    fn read_step(&mut self, opcode: Opcode, operands: &[&str]) -> Result<(), String> {
        let mut values = [0; 3];
        if operands.len() > values.len() {
            return Err(format!("at most three operands after `{}`", opcode.name()));
        }
        for ((value, operand), name) in values.iter_mut().zip(operands).zip(["a", "b", "c"]) {
            *value =
                operand.parse().map_err(|_| format!("a number from 0 to 255 as operand {name}"))?;
        }
        let [a, b, c] = values;
        self.steps.push(Step { opcode, a, b, c });
        Ok(())
    }

    fn finish(self) -> Scenario {
        let Draft { header, disabled, keys: _, steps } = self;
        Scenario { disabled, steps, ..Scenario::decode(&header) }
    }
}

fn keys() -> String {
    let keys = LINES.iter().map(|line: &Line| line.key).chain([DISABLED]);
    keys.collect::<Vec<_>>().join(", ")
}

fn names() -> String {
    OPCODES.map(Opcode::name).join(", ")
}
