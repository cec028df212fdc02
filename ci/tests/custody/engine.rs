//! A process that treats its folders as libFuzzer does, for campaigns of that engine without a build: `cargo` and the
//! compiler are scripts as well.

use crate::checkout::Checkout;
use crate::scenarios::seeded;

/// How many units the engine writes.
pub(crate) const UNITS: u64 = 120;

/// Where the driver lets the engine write them.
pub(crate) const WRITTEN: &str = "target/laws/work/libfuzzer/pool_joins/units";

/// Writes one unit after the other into the first folder of its command line, none of them at once, and then waits.
const ENGINE: &str = r#"here=$(dirname "$0")
rm -f "$here/all"
echo $$ >> "$here/pids"
for word; do case $word in -*) ;; *) units=$word; break ;; esac; done
for input in "$here"/units/*; do
    name=$(basename "$input")
    [ -e "$units/$name" ] || { head -c 20 "$input"; tail -c +21 "$input"; } > "$units/$name"
done
touch "$here/all"
while :; do sleep 0.05; done
"#;

/// One of them.
pub(crate) fn unit(number: u64) -> Vec<u8> {
    seeded(1_000_000 + number)
}

/// Installs the scripts; answers the variables with which the driver finds them.
pub(crate) fn install(checkout: &Checkout) -> Vec<(&'static str, String)> {
    for number in 0..UNITS {
        checkout.write(&format!("built/units/{number}"), &unit(number));
    }
    let cargo = checkout.write_cargo("any_target", ENGINE);
    vec![("CARGO", cargo.display().to_string()), ("CXX", "true".to_owned())]
}

/// Whether the last engine has written all its units.
pub(crate) fn has_written_all(checkout: &Checkout) -> bool {
    checkout.path("built/all").exists()
}

/// Whether any engine that was ever started here still runs.
pub(crate) fn is_running(checkout: &Checkout) -> bool {
    let pids = std::fs::read_to_string(checkout.path("built/pids")).unwrap_or_default();
    let path = checkout.path("built/any_target");
    pids.lines().any(|pid| {
        let command = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(path.to_string_lossy().as_ref())
    })
}
