//! Who has what: a tag that was told is inside until it is said, once; a ticket is answered once.
//!
//! The tags and tickets of a step are read off its serialized form, so that no field of any variant
//! can be forgotten: no other number in it is as high.

use super::storm_random::{FIRST_TAG, FIRST_TICKET, Tags};
use actor_laws_fuzz::proxy::observation::*;
use serde_json::{Value, to_value};
use std::collections::BTreeSet;

/// What is inside the proxy, and what has come out of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Custody {
    pub(crate) tags: Tags,
    inside: BTreeSet<u64>,
    outside: BTreeSet<u64>,
}

impl Custody {
    /// One step: what was told goes in, unless it is handed back; what is said comes out.
    pub(crate) fn exchange(&mut self, told: &Told, said: &[Said], verdict: Verdict) {
        if verdict == Verdict::HandedBack {
            return;
        }
        for value in numbers(&to_value(told).expect("plain data")) {
            assert!(!self.outside.contains(&value), "the storm told {value} twice");
            assert!(self.inside.insert(value), "the storm told {value} twice");
        }
        let said = to_value((said, verdict)).expect("plain data");
        for value in numbers(&said) {
            assert!(self.inside.remove(&value), "{value} was said and not inside: {said}");
            self.outside.insert(value);
        }
    }

    /// Everything has come out.
    pub(crate) fn check_empty(&self) {
        assert!(self.inside.is_empty(), "lost: {:?}", self.inside);
    }

    /// Adds the names of the variants that were said.
    pub(crate) fn names_of(said: &[Said], verdict: Verdict, seen: &mut BTreeSet<String>) {
        names(&to_value((said, verdict)).expect("plain data"), seen);
    }
}

/// The tags and ticket ordinals in a value.
fn numbers(value: &Value) -> Vec<u64> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().expect("only natural numbers");
            let is_tag = (u64::from(FIRST_TAG)..u64::from(u32::MAX)).contains(&number);
            if is_tag || number >= FIRST_TICKET { vec![number] } else { vec![] }
        }
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        Value::Object(values) => values.values().flat_map(numbers).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => vec![],
    }
}

fn names(value: &Value, seen: &mut BTreeSet<String>) {
    match value {
        Value::String(name) => {
            seen.insert(name.clone());
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, seen)),
        Value::Object(values) => {
            for (name, value) in values {
                seen.insert(name.clone());
                names(value, seen);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
