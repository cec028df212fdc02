//! Prints what one input does, step by step, or the input in another form (`cargo laws explain`).
//!
//! Rules: an input that breaks a law is a finding here too, so that the exit code can be used to shrink
//! or bisect. Columns and JSON come from the same trace. Of a finding the record is shown first, then the
//! shrunk input as it runs now; one that only an engine saw fail is not run, what that one said is shown.

mod test;

use crate::cli::{ExplainArguments, Form};
use crate::finding::Finding;
use crate::input::{self, Input, family_of};
use crate::judge::{Judge, caught};
use crate::outcome::{Ending, Outcome, Problem};
use actor_laws_fuzz::engine::Subject;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::Path;

/// The documentation of the JSON lines, which `explain --help` shows.
pub(crate) const SCHEMA: &str = include_str!("../EXPLAIN.md");

/// Explains one input, or a finding.
pub(crate) fn run(arguments: &ExplainArguments) -> Ending {
    let Some(finding) = Finding::named(&arguments.file)? else {
        return explain(arguments, &arguments.file, arguments.target.as_deref());
    };
    if arguments.as_form.is_none() {
        print(shown(&finding, arguments.json).as_bytes())?;
        if !finding.fails_here() {
            return said(&finding, arguments.json);
        }
    }
    let target = arguments.target.as_deref().unwrap_or(&finding.record.target);
    explain(arguments, &finding.input(), Some(target))
}

fn explain(arguments: &ExplainArguments, file: &Path, target: Option<&str>) -> Ending {
    let (input, target) = input::named(file, target)?;
    match arguments.as_form {
        Some(form) => convert(&input, target, form),
        None => trace(&input, target, arguments.json),
    }
}

/// The record of a finding.
fn shown(finding: &Finding, json: bool) -> String {
    if !json {
        return format!("{}\n", finding.record);
    }
    let fields = serde_json::to_value(&finding.record).expect("plain data");
    format!("{}\n", record("finding", fields))
}

/// What an engine said of an input that only it saw fail.
fn said(finding: &Finding, json: bool) -> Ending {
    if !json {
        let place = finding.trace();
        let text = std::fs::read(&place).map_err(|error| Problem::file(&place, &error))?;
        print(&text)?;
    }
    Ok(Outcome::Finding)
}

fn convert(input: &Input, target: &'static str, form: Form) -> Ending {
    match form {
        Form::Text => print((family_of(target).to_text)(&input.bytes).as_bytes())?,
        Form::Bytes => print(&input.bytes)?,
        Form::Test => print(test::source(input, target).as_bytes())?,
    }
    Ok(Outcome::Clean)
}

fn trace(input: &Input, target: &'static str, json: bool) -> Ending {
    let mut judge = Judge::new(target);
    let result = judge.run(&input.bytes);
    let text = if json { lines(input, target)? } else { judge.trace(&input.bytes) };
    print(text.as_bytes())?;
    if let Err(breach) = &result {
        anstream::eprintln!("{}", crate::progress::bad(&breach.to_string()));
    }
    Ok(Outcome::of_findings(usize::from(result.is_err())))
}

/// The trace as JSON lines; see [`SCHEMA`].
fn lines(input: &Input, target: &'static str) -> Result<String, Problem> {
    let mut subject = Subject::named(target).expect("the name comes from the registry");
    let told = caught(|| subject.trace(&input.bytes).to_json());
    let trace = told.and_then(|value| value.map_err(|error| error.to_string()));
    let panicked = |said| Problem::environment(said, "see `explain` without --json");
    Ok(records(trace.map_err(panicked)?).iter().map(|record| format!("{record}\n")).collect())
}

fn records(mut trace: Value) -> Vec<Value> {
    let steps = trace.get_mut("steps").map(Value::take).unwrap_or_default();
    let failure = trace.get_mut("failure").map(Value::take).unwrap_or_default();
    if let Some(fields) = trace.as_object_mut() {
        fields.remove("steps");
        fields.remove("failure");
    }
    let steps = steps.as_array().cloned().unwrap_or_default();
    let verdict = json!({ "pass": failure.is_null(), "failure": failure });
    let mut records = vec![record("run", trace)];
    records.extend(steps.into_iter().map(|step| record("step", step)));
    records.push(record("verdict", verdict));
    records
}

/// The fields of a value under the name of their kind.
fn record(kind: &str, value: Value) -> Value {
    let mut fields = Map::from_iter([("record".to_owned(), kind.into())]);
    if let Value::Object(object) = value {
        fields.extend(object);
    }
    Value::Object(fields)
}

fn print(bytes: &[u8]) -> Result<(), Problem> {
    let mut out = std::io::stdout().lock();
    let result = out.write_all(bytes).and_then(|()| out.flush());
    match result {
        // A reader that has seen enough is no trouble.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Problem::file(Path::new("standard output"), &error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_a_run_its_steps_and_a_verdict() {
        let trace = json!({
            "target": "pool_joins",
            "steps": [{ "step": 0 }, { "step": 1 }],
            "failure": { "law": "fifo" },
        });
        let records = records(trace);
        let kinds: Vec<_> =
            records.iter().map(|record| record["record"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["run", "step", "step", "verdict"]);
        assert_eq!(records[0]["target"], "pool_joins");
        assert_eq!(records[2]["step"], 1);
        assert_eq!(records[3]["pass"], false);
        assert_eq!(records[3]["failure"]["law"], "fifo");
    }

    #[test]
    fn the_schema_names_every_kind_of_record() {
        for kind in ["record=finding", "record=run", "record=step", "record=verdict"] {
            assert!(SCHEMA.contains(kind), "{kind}");
        }
    }
}
