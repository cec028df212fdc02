//! A checkout in which everything has run: what a report can show, of each kind.

use crate::checkout::Checkout;
use serde_json::{Value, json};
use std::path::Path;

/// What must not come into a page as it is.
pub(crate) const HOSTILE: &str =
    "<script>parent.broken = 1</script><img src=x onerror=parent.broken=1>";

/// Inputs that are taken from the committed corpus, of each target.
const INPUTS: usize = 12;

/// A mutant that lives.
const MUTANT: &str = "core/src/a.rs:2:5: replace < with > in A::is_less";

impl Checkout {
    /// One with inputs, a campaign, a finding and an audit.
    pub(crate) fn furnished() -> Self {
        let checkout = Self::new();
        checkout.take_inputs();
        checkout.write("target/laws/campaigns/one.jsonl", chronicle().as_bytes());
        checkout.keep_finding();
        checkout.audit();
        checkout
    }

    fn take_inputs(&self) {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
        for target in ["pool_joins", "proxy_service", "supervisor_shutdown", "services"] {
            let entries = committed.join(target).read_dir().expect("committed").flatten();
            let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
            files.retain(|path| path.is_file());
            files.sort();
            for file in files.iter().take(INPUTS) {
                let name = file.file_name().expect("named").to_string_lossy();
                let content = std::fs::read(file).expect("readable");
                self.write(&format!("corpus/{target}/{name}"), &content);
            }
        }
    }

    /// A finding that only its engine can tell, so that it is open whatever the core does.
    fn keep_finding(&self) {
        let record = json!({
            "target": "pool_joins", "kind": "engine-only", "law": "same-verdict-everywhere",
            "evidence": format!("step 3: {HOSTILE}"), "shape": null, "engine": "libfuzzer", "seed": 7,
            "commit": "0123456789abcdef", "time": "2026-01-01T00:00:00Z", "steps_before": 90,
            "steps_after": null, "count": 12,
        });
        let folder = "target/laws/findings/pool_joins/engine-only-x";
        self.write(&format!("{folder}/record.json"), record.to_string().as_bytes());
        self.write(&format!("{folder}/found"), b"x");
        let line = "  7  BusyAccepted  Completed { worker: 1, job: 2 }  accepted";
        let trace = format!("{HOSTILE}\n{}", format!("{line}\n").repeat(40));
        self.write(&format!("{folder}/run.trace"), trace.as_bytes());
    }

    /// The committed result of audits, and a local one of which a mutant lives.
    fn audit(&self) {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("audit/summary.json");
        self.write("ci/audit/summary.json", &std::fs::read(committed).expect("committed"));
        let trial = |mutant: &str, fate: &str| {
            json!({ "mutant": mutant, "partition": "proxy", "fate": fate, "ran": true, "kills": {},
                "without": {}, "seconds": 0.1 })
        };
        let lines = [trial(MUTANT, "missed"), trial("core/src/a.rs:9:9: x", "caught")];
        let journal = format!("key\n{}\n{}\n{{\"mutant\":\"to", lines[0], lines[1]);
        self.write("target/laws/audit/journal", journal.as_bytes());
    }

    /// A stand-in for the tool that lists mutants.
    #[cfg(unix)]
    pub(crate) fn list_mutants(&self) {
        let list = json!([{ "name": MUTANT, "file": "core/src/a.rs", "replacement": ">",
            "span": { "start": { "line": 2, "column": 5 }, "end": { "line": 2, "column": 6 } },
            "diff": format!("--- a\n+++ b\n-a < b\n+a > b {HOSTILE}\n") }]);
        self.write("list.json", list.to_string().as_bytes());
        let tool = self.write(
            "target/tools/cargo-mutants-27.1.0/bin/cargo-mutants",
            b"#!/bin/sh\nexec cat list.json\n",
        );
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(tool, executable).expect("changed");
    }
}

/// A campaign over two targets that was killed while it wrote.
fn chronicle() -> String {
    let targets = ["pool_joins", "supervisor_transferred_cancellation"];
    let mut lines = vec![json!({ "at": 0.0, "event": "campaign", "schema": 1, "id": "one",
        "time": "2026-01-01T00:00:00Z", "commit": "0123456789abcdef", "engines": ["libfuzzer", "swarm"],
        "targets": targets, "jobs": 2, "seconds": 1800.0, "until_idle": null, "seed": 80_233_780,
        "shard": null, "read_only": false })];
    for target in targets {
        lines.push(
            json!({ "at": 1.0, "event": "opened", "target": target, "inputs": 400, "cells": 1300,
            "cells_reachable": 1714, "features": 2000 }),
        );
        lines.extend((1..90).map(|second| sample(target, second)));
    }
    lines.push(json!({ "at": 91.0, "event": "of-tomorrow", "what": 1 }));
    lines.push(json!({ "at": 92.0, "event": "trouble", "target": "pool_joins", "engine": "afl",
        "message": format!("no compiler {HOSTILE}") }));
    let whole: String = lines.iter().map(|line| format!("{line}\n")).collect();
    whole + "{\"at\":93.0,\"event\":\"en"
}

fn sample(target: &str, second: u64) -> Value {
    json!({ "at": second as f64, "event": "sample", "target": target, "engine": "libfuzzer",
        "seconds": 1.9 * second as f64, "executions": 6_400 * second, "steps": 500_000 * second,
        "folds": 330_000 * second, "cells": 1300 + 4 * second, "features": 2000 + 11 * second,
        "inputs": 400 + second, "kept": second, "promoted": second / 30, "findings": 0 })
}
