//! A process that treats its folders as libFuzzer does, for campaigns of that engine without a build: `cargo` and the
//! compiler are scripts as well.

use crate::checkout::Checkout;
use crate::scenarios::seeded;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// How many units the engine writes.
pub(crate) const UNITS: u64 = 120;

/// Where the driver lets the engine write them.
pub(crate) const WRITTEN: &str = "target/laws/work/libfuzzer/pool_joins/units";

/// Writes one unit after the other into the first folder of its command line, none of them at once, and then waits.
const ENGINE: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo $$ >> "$here/pids"
for word; do case $word in -*) ;; *) units=$word; break ;; esac; done
for input in "$here"/units/*; do
    name=$(basename "$input")
    [ -e "$units/$name" ] || { head -c 20 "$input"; tail -c +21 "$input"; } > "$units/$name"
done
while :; do sleep 0.05; done
"#;

/// Installs the scripts; answers the variables with which the driver finds them.
pub(crate) fn install(checkout: &Checkout) -> Vec<(&'static str, String)> {
    for seed in 0..UNITS {
        checkout.write(&format!("engine/units/{seed}"), &seeded(1_000_000 + seed));
    }
    let engine = script(checkout, "engine/engine", ENGINE);
    let message = serde_json::json!({ "target": { "name": "any_target" }, "executable": engine });
    let cargo = script(checkout, "engine/cargo", &format!("#!/bin/sh\necho '{message}'\n"));
    vec![("CARGO", cargo.display().to_string()), ("CXX", "true".to_owned())]
}

fn script(checkout: &Checkout, path: &str, text: &str) -> PathBuf {
    let path = checkout.write(path, text.as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    path
}

/// Whether any engine that was ever started here still runs.
pub(crate) fn is_running(checkout: &Checkout) -> bool {
    let pids = std::fs::read_to_string(checkout.path("engine/pids")).unwrap_or_default();
    let path = checkout.path("engine/engine");
    pids.lines().any(|pid| {
        let command = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(path.to_string_lossy().as_ref())
    })
}
