//! What the properties need to know of a machine, and random scenarios of it.

use actor_laws_fuzz::engine::Subject;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::script::{Scenario, Script, Step};
use actor_laws_fuzz::target::{Target, of_family};
use proptest::prelude::*;
use serde_json::Value;
use std::fmt;

/// A machine whose properties are stated.
pub(crate) trait Machine {
    /// What is known of it anyway.
    const FAMILY: &'static Family;
    /// Steps of a random scenario, fewer than this; no target of the family cuts them off.
    const STEPS_MAX: usize;
    /// The name of the field of an id that holds the identity of its issuer.
    const ISSUER: &'static str;

    /// The same scenario with this identity, without the steps that need another machine's values.
    fn named(bytes: &[u8], identity: u32) -> Vec<u8>;

    /// The same scenario alone, or with all the company there is, without the steps that need another
    /// machine's values.
    fn accompanied(bytes: &[u8], in_company: bool) -> Vec<u8>;
}

/// A scenario on one target.
#[derive(Clone)]
pub(crate) struct Input {
    pub(crate) target: &'static Target,
    pub(crate) bytes: Vec<u8>,
}

/// As people read it.
impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.target.name, self.text())
    }
}

impl Input {
    pub(crate) fn text(&self) -> String {
        (self.target.family.to_text)(&self.bytes)
    }

    /// The same target with other bytes.
    pub(crate) fn with(&self, bytes: Vec<u8>) -> Self {
        Self { target: self.target, bytes }
    }

    /// The header and the first steps.
    pub(crate) fn prefix(&self, steps: usize) -> Self {
        let Family { header_bytes, step_bytes, .. } = *self.target.family;
        let end = self.bytes.len().min(header_bytes + steps * step_bytes);
        self.with(self.bytes[..end].to_vec())
    }

    fn subject(&self) -> Subject {
        Subject::named(self.target.name).expect("registered")
    }

    /// Demands that the scenario passes every check.
    pub(crate) fn passes(&self) -> Result<(), TestCaseError> {
        let mut subject = self.subject();
        let result = subject.run(&self.bytes);
        prop_assert!(result.is_ok(), "{}", subject.trace(&self.bytes));
        Ok(())
    }

    /// The recorded run: the failed construction if it failed, then every input.
    ///
    /// # Panics
    ///
    /// If a law breaks.
    pub(crate) fn record(&self) -> Vec<Value> {
        let trace = self.subject().trace(&self.bytes);
        assert!(trace.failure().is_none(), "{trace}");
        let mut json = trace.to_json().expect("plain data");
        let mut record = vec![json["construction"].take()];
        record.append(json["steps"].as_array_mut().expect("a list"));
        record
    }
}

/// Random scenarios: low bytes are frequent, so that many a choice is the benign one.
pub(crate) fn inputs<M: Machine>() -> impl Strategy<Value = Input> {
    let targets: Vec<&Target> = of_family(M::FAMILY).collect();
    let choice = prop_oneof![2 => 0..8_u8, 1 => any::<u8>()];
    let header = proptest::collection::vec(choice, M::FAMILY.header_bytes);
    let operand = || prop_oneof![3 => 0..4_u8, 1 => any::<u8>()];
    let step = (any::<u8>(), operand(), operand(), operand());
    let steps = proptest::collection::vec(step, 0..M::STEPS_MAX);
    let parts = (proptest::sample::select(targets), header, steps);
    parts.prop_map(|(target, mut bytes, steps)| {
        steps.into_iter().for_each(|(opcode, a, b, c)| bytes.extend([opcode, a, b, c]));
        Input { target, bytes }
    })
}

/// The record of a machine of this identity as if it had none.
pub(crate) fn unnamed<M: Machine>(mut record: Vec<Value>, identity: u32) -> Vec<Value> {
    record.iter_mut().for_each(|value| unname(value, M::ISSUER, identity));
    record
}

fn unname(value: &mut Value, issuer: &str, identity: u32) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if name == issuer && *field == identity {
                    *field = Value::Null;
                }
                unname(field, issuer, identity);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| unname(value, issuer, identity)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The scenario of these bytes without the steps that need another machine's values.
pub(crate) fn honest<S: Script>(
    bytes: &[u8],
    borrows: impl Fn(&Step<S::Opcode>) -> bool,
) -> Scenario<S> {
    let mut scenario = Scenario::decode(bytes);
    scenario.steps.retain(|step| !borrows(step));
    scenario
}

/// Its bytes with this identity; it must be one of the common choices, which begin with 1.
pub(crate) fn with_identity<S: Script>(mut scenario: Scenario<S>, identity: u32) -> Vec<u8> {
    let place = S::FIELDS.iter().position(|field| field.key == "identity").expect("a field");
    scenario.header.set(place, identity as usize - 1);
    assert_eq!(scenario.header.number(place), u64::from(identity));
    scenario.encode()
}

/// Its bytes alone, or with a twin and a foreign machine.
pub(crate) fn with_company<S: Script>(mut scenario: Scenario<S>, in_company: bool) -> Vec<u8> {
    scenario.header.set(0, if in_company { 2 } else { 1 });
    let company = scenario.header.company();
    assert_eq!([company.twin, company.foreign], [in_company; 2]);
    scenario.encode()
}
