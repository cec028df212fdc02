//! Writes that fail in the middle, wherever they would go, and files among the inputs that are none.

use crate::checkout::Checkout;
use crate::estate::Estate;
use crate::scenarios::TARGET;
use actor_laws_fuzz::engine::CANARY;
use std::process::Command;

/// The driver, in which no file gets longer than 512 bytes: a longer write stops there and then fails.
fn laws_with_short_files(checkout: &Checkout, arguments: &str) -> std::process::Output {
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut command = Command::new("dash");
    command.args(["-c", limited, "dash", env!("CARGO_BIN_EXE_laws")]).args(arguments.split(' '));
    command.current_dir(checkout.path("")).env_remove("CARGO_TARGET_DIR");
    command.output().expect("a shell")
}

#[test]
fn a_write_that_fails_in_the_middle_is_told_and_leaves_nothing() {
    let checkout = Checkout::new();
    let campaign = format!("fuzz {TARGET} {CANARY} --engine swarm --jobs 1 --seed 1 --for");
    let output = laws_with_short_files(&checkout, &format!("{campaign} 2s"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("File too large") && said.contains("what to do"), "{said}");
    assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{:?}\n{said}", output.status);
    checkout.write("errors", b"");
    let mut estate = Estate::default();
    estate.inspect(&checkout);
    checkout.laws(&format!("{campaign} 2s")).assert().code(1);
    estate.inspect(&checkout);
    assert!(estate.inputs() > 0 && estate.findings() > 0);
}

#[test]
fn a_minimization_that_cannot_write_removes_nothing() {
    let checkout = Checkout::new();
    let kept = "target/laws/corpus/pool_joins";
    checkout
        .laws(&format!("fuzz {TARGET} --engine swarm --read-only --seed 1 --for 2s"))
        .assert()
        .code(0);
    let longest = checkout.files(kept).into_iter();
    let longest = longest.map(|path| path.metadata().expect("there").len()).max();
    assert!(longest > Some(512), "{longest:?}");
    let before = checkout.files("corpus");
    let output = laws_with_short_files(&checkout, &format!("minimize {TARGET} --grow"));
    assert_eq!(output.status.code(), Some(3));
    let mut after = checkout.files("corpus");
    after.retain(|path| !before.contains(path));
    assert!(before.iter().all(|path| path.exists()));
    let mut estate = Estate::default();
    checkout.write("errors", b"");
    estate.inspect(&checkout);
    checkout.laws(&format!("minimize {TARGET} --grow")).assert().code(0);
}

/// Files that no campaign wrote: what they are told to be, and the file's name.
const DAMAGED: [(&str, &str); 5] = [
    ("oversized", "00000000000000aa"),
    ("a link to nothing", "00000000000000bb"),
    ("neither a file nor a folder", "00000000000000cc"),
    ("a folder", "00000000000000dd"),
    ("its name is not that of its content", "00000000000000ee"),
];

/// Puts one of each into a folder.
fn damage(checkout: &Checkout, folder: &str) {
    let path = |place: usize| checkout.path(folder).join(DAMAGED[place].1);
    std::fs::create_dir_all(checkout.path(folder)).expect("created");
    let large = std::fs::File::create(path(0)).expect("created");
    large.set_len(1 << 30).expect("grown");
    std::os::unix::fs::symlink("nowhere", path(1)).expect("linked");
    let _socket = std::os::unix::net::UnixListener::bind(path(2)).expect("bound");
    std::fs::create_dir(path(3)).expect("created");
    std::fs::write(path(4), b"torn").expect("written");
}

fn is_there(path: &std::path::Path) -> bool {
    path.symlink_metadata().is_ok()
}

#[test]
fn what_is_no_input_is_named_set_aside_and_survived() {
    let checkout = Checkout::new();
    let kept = "target/laws/corpus/pool_joins";
    damage(&checkout, kept);
    damage(&checkout, "corpus/pool_joins");
    checkout.write("corpus/pool_joins/foreign.txt", b"no scenario");
    let campaign = format!("fuzz {TARGET} --engine swarm --jobs 1 --seed 1 --for 2s");
    let first = checkout.laws(&campaign).assert().code(0);
    let said = String::from_utf8_lossy(&first.get_output().stderr).into_owned();
    let named = |folder: &str, name: &str, why: &str| {
        let mut lines = said.lines();
        let place = format!("{folder}/{name}");
        assert!(lines.any(|line| line.contains(&place) && line.contains(why)), "{place}\n{said}");
    };
    DAMAGED.iter().for_each(|(why, name)| named(kept, name, why));
    // Any name is good in the checkout.
    DAMAGED[..4].iter().for_each(|(why, name)| named("corpus/pool_joins", name, why));
    named("corpus/pool_joins", "foreign.txt", "line 1");
    for (_, name) in DAMAGED {
        assert!(!is_there(&checkout.path(kept).join(name)), "{name} is still among the inputs");
        assert!(is_there(&checkout.path("corpus/pool_joins").join(name)), "{name} is the user's");
    }
    let aside = checkout.files("target/laws/aside");
    assert!(aside.iter().any(|path| std::fs::read(path).is_ok_and(|bytes| bytes == b"torn")));
    let second = checkout.laws(&campaign).assert().code(0);
    let said = String::from_utf8_lossy(&second.get_output().stderr).into_owned();
    assert!(!said.contains(kept), "{said}");
}
