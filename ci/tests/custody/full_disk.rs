//! A disk that is full. The checkout lies on a small file system of its own, which needs the right to mount one:
//! the test runs itself again as the root of a namespace. Where the system does not allow that, it fails.

use crate::checkout::Checkout;
use crate::estate::{Estate, KEPT, inputs};
use crate::scenarios::{TARGET, name, seeded};
use predicates::str::contains;
use std::process::Command;

/// Campaigns that it may take to fill the small disk.
const CAMPAIGNS_MAX: usize = 30;

/// Set in the namespace.
const INSIDE: &str = "CUSTODY_INSIDE";

/// Runs the test of this name as the root of a namespace of its own.
fn run_inside(test: &str) {
    let own = std::env::current_exe().expect("this program");
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount"]).arg(own);
    command.args(["--exact", test, "--nocapture"]).env(INSIDE, "1");
    let output = command.output().unwrap_or_else(|error| panic!("unshare: {error}"));
    let said =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    let passed = output.status.success() && said[0].contains("1 passed");
    assert!(passed, "no full disk was seen survived:\n{}\n{}", said[0], said[1]);
}

fn mount(checkout: &Checkout, options: &str) {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(checkout.path("target"));
    let status = command.status().expect("mount");
    assert!(status.success(), "a small file system cannot be mounted here");
}

/// A checkout whose build folder has room for so many blocks.
fn cramped(blocks: usize) -> Checkout {
    let checkout = Checkout::new();
    checkout.write("target/.keep", b"");
    mount(&checkout, &format!("size={}k", 4 * blocks));
    checkout
}

#[test]
fn a_full_disk_loses_nothing_that_was_kept() {
    if std::env::var_os(INSIDE).is_none() {
        return run_inside("full_disk::a_full_disk_loses_nothing_that_was_kept");
    }
    let checkout = cramped(40);
    let mut estate = Estate::default();
    checkout.write("errors", b"");
    let campaign = format!("fuzz {TARGET} --engine swarm --jobs 2 --seed 1 --for");
    // A slow machine may take several campaigns to fill it; two more meet it full from the start.
    let is_full = || {
        let laws = checkout.laws(&format!("{campaign} 2s")).assert();
        let said = String::from_utf8_lossy(&laws.get_output().stderr).into_owned();
        let is_full = said.contains("No space left on device") && said.contains("what to do");
        let code = if is_full { 3 } else { 0 };
        assert_eq!(laws.get_output().status.code(), Some(code), "{said}");
        is_full
    };
    for _ in 0..CAMPAIGNS_MAX {
        let full = is_full();
        estate.inspect(&checkout);
        if full {
            break;
        }
    }
    for _ in 0..2 {
        assert!(is_full(), "nothing was said of a full disk");
        estate.inspect(&checkout);
    }
    let full = estate.inputs();
    assert!(full > 10, "{full}");
    mount(&checkout, "remount,size=64m");
    checkout.laws(&format!("{campaign} 3s")).assert().code(0);
    estate.inspect(&checkout);
    assert!(estate.inputs() > full, "it goes on once there is room");
}

#[test]
fn a_minimization_on_a_full_disk_removes_nothing() {
    if std::env::var_os(INSIDE).is_none() {
        return run_inside("full_disk::a_minimization_on_a_full_disk_removes_nothing");
    }
    let checkout = Checkout::new();
    checkout.write("corpus/.keep", b"");
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", "size=160k", "tmpfs"]).arg(checkout.path("corpus"));
    assert!(command.status().expect("mount").success());
    for bytes in (0..30).map(seeded) {
        checkout.write(&format!("corpus/{TARGET}/{}", name(&bytes)), &bytes);
    }
    for bytes in (30..200).map(seeded) {
        checkout.write(&format!("{KEPT}/{}", name(&bytes)), &bytes);
    }
    let before = inputs(&checkout, "corpus");
    let minimize = format!("minimize {TARGET} --grow");
    checkout.laws(&minimize).assert().code(3).stderr(contains("No space left on device"));
    assert!(before.iter().all(|path| path.exists()));
    let whole =
        |path: &std::path::PathBuf| path.ends_with(name(&std::fs::read(path).expect("readable")));
    assert!(inputs(&checkout, &format!("corpus/{TARGET}")).iter().all(whole));
}
