//! Values as text: the derived `Debug` form, complete, without names of fields and of mere wrappers, and
//! without the `@1000` of the rig's own instance.

use std::fmt::Debug;

/// Structs that only hold other values together, as they begin: their fields stand in their place.
const WRAPPERS: [&str; 17] = [
    "LifecycleEvent { identity",
    "EntryIdentity { key",
    "WorkerSubmission { worker",
    "ProxyInputOperation { proxy",
    "WorkerChangeReceipt { key",
    "WorkerChangeRejection { key",
    "StopRejection { key",
    "ShutdownProxy { generation",
    "ScheduleDeadline { deadline",
    "ProxyExit { stop",
    "WorkerExit { stop",
    "ServiceCommand { sender",
    "StartCommand { key",
    "ReplaceCommand { key",
    "StopCommand { key",
    "QueryCommand { key",
    "CancelCommand { authority",
];

/// One value.
pub(crate) fn text(value: &impl Debug) -> String {
    let debug = format!("{value:?}").replace("@1000", "");
    let mut parser = Parser { rest: &debug };
    let text = parser.value();
    assert!(parser.rest.is_empty(), "{debug:?} is read to its end, not to {:?}", parser.rest);
    text
}

/// Reads what `#[derive(Debug)]` writes.
struct Parser<'text> {
    rest: &'text str,
}

impl Parser<'_> {
    fn value(&mut self) -> String {
        if self.skips("[") {
            return format!("[{}]", self.values("]"));
        }
        let ends = |byte: &u8| b" (),}]".contains(byte);
        let end = self.rest.as_bytes().iter().position(ends).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        let name = name.to_owned();
        let wraps = rest.starts_with(" { ")
            && WRAPPERS.iter().any(|wrapper| self.rest.starts_with(wrapper));
        self.rest = rest;
        let fields = if self.skips(" { ") {
            Some(self.values(" }"))
        } else if self.skips("(") {
            Some(self.values(")"))
        } else {
            None
        };
        match fields {
            None => name,
            Some(fields) if wraps => fields,
            Some(fields) => format!("{name}({fields})"),
        }
    }

    fn values(&mut self, end: &str) -> String {
        let mut values = Vec::new();
        while !self.skips(end) {
            self.field_name();
            values.push(self.value());
            self.skips(",");
            if !self.rest.starts_with(end) {
                self.skips(" ");
            }
        }
        values.join(", ")
    }

    fn field_name(&mut self) {
        let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'_');
        let end = self.rest.as_bytes().iter().position(ends);
        if let Some(end) = end
            && self.rest[end..].starts_with(": ")
        {
            self.rest = &self.rest[end + 2..];
        }
    }

    fn skips(&mut self, mark: &str) -> bool {
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}
