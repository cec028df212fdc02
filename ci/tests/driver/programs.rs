//! What the driver makes of the programs that it starts; they are the shell's here, and built by nobody.

use crate::checkout::Checkout;
use predicates::str::contains;
use std::path::Path;

/// Acts as libFuzzer that finds one failing input a life: it names its seed, writes a crash, and ends as after a crash; in
/// its third life it finds nothing.
const LIBFUZZER: &str = r#"
here=$(dirname "$0")
for word; do
    case $word in
    -artifact_prefix=*) artifacts=${word#*=} ;;
    -seed=*) echo "${word#*=}" >> "$here/seeds" ;;
    esac
done
life=$(wc -l < "$here/seeds")
echo "stat::number_of_executed_units: 100" >&2
[ "$life" -ge 3 ] && exit 0
cp "$here/failing-$life" "$artifacts/crash-$life"
exit 77
"#;

#[test]
fn libfuzzer_starts_again_after_each_finding_with_another_seed() {
    let checkout = Checkout::new();
    let cargo = checkout.write_cargo("any_target", LIBFUZZER);
    // They pass in this process, so each is a finding of the engine alone, and nothing has to be shrunk.
    for life in [1, 2] {
        checkout.write(&format!("built/failing-{life}"), format!("input {life}").as_bytes());
    }
    let mut laws = checkout.laws("fuzz pool_joins --engine libfuzzer --jobs 1 --seed 7 --for 3s");
    let campaign = laws.env("CARGO", cargo).env("CXX", "true").assert().code(1);
    let findings = contains("FINDING pool_joins engine-only: same-verdict-everywhere").count(2);
    campaign.stdout(findings);
    for life in [1, 2] {
        let found = checkout.files("target/laws/findings/pool_joins").into_iter();
        let mut found = found.filter(|path| path.ends_with("found"));
        let input = format!("input {life}").into_bytes();
        assert!(found.any(|path| std::fs::read(path).is_ok_and(|found| found == input)));
    }
    let seeds = std::fs::read_to_string(checkout.path("built/seeds")).expect("written");
    let lives: Vec<_> = seeds.lines().collect();
    let distinct: std::collections::BTreeSet<_> = lives.iter().collect();
    assert!(lives.len() >= 3, "{lives:?}");
    assert_eq!(distinct.len(), lives.len(), "each life has a seed of its own");
}

/// A design against a core of one function, in a folder that is a partition.
const DESIGN: &str = "\
Wrong design: two is three.
For: pool claim 1
Law: two-is-two
Target: pool_drain

diff --git a/core/src/pool/a.rs b/core/src/pool/a.rs
--- a/core/src/pool/a.rs
+++ b/core/src/pool/a.rs
@@ -1,3 +1,4 @@
 pub fn two() -> u8 {
-    2
+    // wrong from here
+    3
 }
";

/// Acts as the suite program: everything passes, whichever variant runs; with a wrong design it names the law that `kills`
/// contains.
fn suite(kills: &str) -> String {
    format!(
        r#"
echo "laws-audit: ran" >&2
kill='{kills}'
[ "$LAWS_VARIANT" = 1 ] || kill=null
echo "{{\"runs\":1,\"folds\":1,\"kill\":$kill,\"named\":$kill,\"executions\":1,\"seconds\":0.1}}"
[ "$kill" = null ]
"#
    )
}

fn designs_checkout(kills: &str) -> (Checkout, std::path::PathBuf) {
    let checkout = Checkout::new();
    let partitions = Path::new(env!("CARGO_MANIFEST_DIR")).join("partitions.toml");
    let partitions = std::fs::read(partitions).expect("it is committed");
    checkout.write("ci/partitions.toml", &partitions);
    checkout.write("ci/designs/pool-drain/x.patch", DESIGN.as_bytes());
    checkout.write("core/src/pool/a.rs", b"pub fn two() -> u8 {\n    2\n}\n");
    checkout.write("core/src/lib.rs", b"pub mod pool;\n");
    checkout.write("Cargo.toml", b"[workspace]\nmembers = []\n");
    checkout.write("Cargo.lock", b"version = 4\n");
    let cargo = checkout.write_cargo("suite", &suite(kills));
    (checkout, cargo)
}

const KILL: &str = r#"{"law":"two-is-two","input":"seed 1","check":"laws","evidence":"3"}"#;

#[test]
fn a_wrong_design_that_lives_is_4() {
    let (checkout, cargo) = designs_checkout("null");
    let mut laws = checkout.laws("audit --designs --seeds 1");
    let audit = laws.env("CARGO", cargo).assert().code(4);
    audit.stdout(contains("1 wrong designs, 1 of them live"));
}

#[test]
fn a_wrong_design_that_falls_is_0_and_4_where_that_is_not_what_is_committed() {
    let (checkout, cargo) = designs_checkout(KILL);
    let audit = |arguments: &str| {
        let mut laws = checkout.laws(arguments);
        laws.env("CARGO", &cargo).assert()
    };
    let fell = contains("1 wrong designs, 0 of them live");
    audit("audit --designs --seeds 1").code(0).stdout(fell);
    let checked = audit("audit --designs --seeds 1 --check").code(4);
    checked.stdout(contains("not as committed in ci/audit"));
    audit("audit --designs --seeds 1 --write").code(0);
    audit("audit --designs --seeds 1 --check").code(0);
}
