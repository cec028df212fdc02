//! The order in which lasting files reach the disk, as the system's calls show it.
//!
//! Rules: a file's content is synced after its last write and before it gets its name, and the folder that holds
//! the name is synced before anything is told, or removed, that counts on it. That is what a journalling file
//! system promises anything for; that the disk itself keeps what it has confirmed is not shown here. Needs strace.

use crate::checkout::Checkout;
use crate::estate::{CORPUS, KEPT};
use crate::scenarios::{TARGET, name, seeded};
use actor_laws_fuzz::engine::CANARY;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A call that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Call {
    Write(PathBuf),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    MakeFolder(PathBuf),
    Remove(PathBuf),
}

/// Runs the driver under strace; answers its calls in order.
fn calls(checkout: &Checkout, arguments: &str) -> Vec<Call> {
    let log = checkout.path("calls");
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-s", "0", "-e"]).arg(
        "trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat",
    );
    command.arg("-o").arg(&log).arg(env!("CARGO_BIN_EXE_laws")).args(arguments.split(' '));
    command.current_dir(checkout.path("")).env_remove("CARGO_TARGET_DIR");
    let output = command.output().unwrap_or_else(|error| panic!("strace: {error}"));
    let text = std::fs::read_to_string(&log).unwrap_or_default();
    assert!(!text.is_empty(), "strace: {}", String::from_utf8_lossy(&output.stderr));
    joined(&text).iter().filter_map(|line| read(&checkout.path(""), line)).collect()
}

/// The lines of calls that ended, each whole: a call that another thread interrupts is written in two parts.
fn joined(text: &str) -> Vec<String> {
    let mut begun: Vec<(String, String)> = Vec::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let (thread, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim_start();
        if let Some((start, _)) = rest.split_once(" <unfinished") {
            begun.push((thread.to_owned(), start.to_owned()));
        } else if let Some((_, end)) = rest.split_once(" resumed>") {
            let place = begun.iter().position(|(of, _)| of == thread);
            let (_, start) = begun.remove(place.expect("it was begun"));
            lines.push(format!("{start}{end}"));
        } else {
            lines.push(rest.to_owned());
        }
    }
    lines
}

fn read(root: &Path, line: &str) -> Option<Call> {
    let (call, rest) = line.split_once('(')?;
    if !line.contains(") = ") || line.contains(") = -1") {
        return None;
    }
    let descriptor = || Some(PathBuf::from(rest.split_once('<')?.1.split_once('>')?.0));
    let quoted =
        || rest.split('"').skip(1).step_by(2).map(|path| root.join(path)).collect::<Vec<_>>();
    match call {
        "write" | "pwrite64" => descriptor().map(Call::Write),
        "fsync" | "fdatasync" => descriptor().map(Call::Sync),
        "rename" | "renameat" | "renameat2" => {
            let [from, to] = quoted().try_into().ok()?;
            Some(Call::Rename(from, to))
        }
        "mkdir" | "mkdirat" => quoted().pop().map(Call::MakeFolder),
        "unlink" | "unlinkat" => quoted().pop().map(Call::Remove),
        _ => None,
    }
}

/// Demands of every file that got its name below a folder that it was on disk before, and the name soon after;
/// answers how many there were.
fn demand_order(calls: &[Call], below: &Path) -> usize {
    let mut count = 0;
    for (at, call) in calls.iter().enumerate() {
        let Call::Rename(from, to) = call else { continue };
        if !to.starts_with(below) {
            continue;
        }
        count += 1;
        let of_file =
            |call: &&Call| matches!(call, Call::Write(path) | Call::Sync(path) if path == from);
        let last = calls[..at].iter().rfind(of_file);
        assert_eq!(last, Some(&Call::Sync(from.clone())), "{} got its name unsynced", to.display());
        let folder = to.parent().expect("a folder");
        let synced = synced_after(calls, at, folder);
        let removed = calls[at..]
            .iter()
            .position(|call| matches!(call, Call::Remove(path) if is_input(path)));
        assert!(removed.is_none_or(|removed| at + removed > synced), "a removal came first");
    }
    count
}

fn is_input(path: &Path) -> bool {
    !path.file_name().unwrap_or_default().as_encoded_bytes().starts_with(b".")
}

/// When a folder is synced the next time.
fn synced_after(calls: &[Call], at: usize, folder: &Path) -> usize {
    let synced = calls[at..].iter().position(|call| *call == Call::Sync(folder.to_owned()));
    at + synced.unwrap_or_else(|| panic!("{} is never synced", folder.display()))
}

/// Every folder that is made below the root is entered lastingly in the one above.
fn demand_lasting_folders(calls: &[Call], below: &Path) {
    for (at, call) in calls.iter().enumerate() {
        if let Call::MakeFolder(folder) = call
            && folder.starts_with(below)
        {
            synced_after(calls, at, folder.parent().expect("a folder"));
        }
    }
}

#[test]
fn a_regression_is_on_disk_before_it_is_told() {
    let checkout = Checkout::new();
    checkout.write("in/pool_joins/a", &seeded(1));
    let calls = calls(&checkout, "adopt in/pool_joins/a");
    assert_eq!(demand_order(&calls, &checkout.path("corpus")), 1);
    demand_lasting_folders(&calls, &checkout.path("corpus"));
    let told = calls
        .iter()
        .position(|call| matches!(call, Call::Write(path) if !path.starts_with(checkout.path(""))));
    let synced = calls.iter().rposition(|call| matches!(call, Call::Sync(_)));
    assert!(told > synced, "{calls:?}");
}

#[test]
fn what_a_minimization_chooses_is_on_disk_before_anything_is_removed() {
    let checkout = Checkout::new();
    for (folder, seeds) in [(CORPUS, 0..30), (KEPT, 30..80)] {
        for bytes in seeds.map(seeded) {
            checkout.write(&format!("{folder}/{}", name(&bytes)), &bytes);
        }
    }
    let calls = calls(&checkout, &format!("minimize {TARGET} --grow"));
    assert!(demand_order(&calls, &checkout.path("corpus")) > 0);
    assert!(calls.iter().any(|call| matches!(call, Call::Remove(path) if is_input(path))));
}

#[test]
fn what_a_campaign_promotes_and_finds_is_on_disk_at_once() {
    let checkout = Checkout::new();
    let campaign = format!("fuzz {TARGET} {CANARY} --engine swarm --jobs 1 --seed 1 --for 3s");
    let calls = calls(&checkout, &campaign);
    assert!(demand_order(&calls, &checkout.path("corpus")) > 0);
    assert!(demand_order(&calls, &checkout.path("target/laws/findings")) > 0);
    demand_lasting_folders(&calls, &checkout.path("corpus"));
    demand_lasting_folders(&calls, &checkout.path("target/laws/findings"));
}
