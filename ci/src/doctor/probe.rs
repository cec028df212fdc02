//! What a machine shows. Nothing here judges; what cannot be seen is `None` or says why.

use crate::engine::cargo::cargo;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The compiler in use.
#[derive(Debug)]
pub(super) struct Toolchain {
    /// As in `1.95.0`.
    pub(super) release: String,
    /// The LLVM that it writes coverage for.
    pub(super) llvm_major: u32,
    /// Where rustup puts the LLVM tools.
    pub(super) tools: PathBuf,
}

/// `llvm-cov` and `llvm-profdata`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LlvmTools {
    /// Installed with the compiler, and so of its version.
    OfToolchain,
    /// Another LLVM's.
    OnPath {
        /// If it tells.
        major: Option<u32>,
    },
    /// One of them or both are not there.
    Missing,
}

/// What a program prints, if it runs and ends well.
fn output(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first line of what a program says of its version.
pub(super) fn version(program: impl AsRef<OsStr>) -> Option<String> {
    output(program, &["--version"]).and_then(|text| Some(text.lines().next()?.to_owned()))
}

/// The compiler, if there are both it and cargo.
pub(super) fn toolchain() -> Option<Toolchain> {
    version(cargo())?;
    let sysroot = output("rustc", &["--print", "sysroot"])?;
    described(&output("rustc", &["-vV"])?, Path::new(sysroot.trim()))
}

/// Reads `rustc -vV`.
fn described(text: &str, sysroot: &Path) -> Option<Toolchain> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    Some(Toolchain {
        release: field("release: ")?.to_owned(),
        llvm_major: leading_number(field("LLVM version: ")?)?,
        tools: sysroot.join("lib").join("rustlib").join(field("host: ")?).join("bin"),
    })
}

fn leading_number(text: &str) -> Option<u32> {
    text.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// The tools that read coverage.
pub(super) fn llvm_tools(toolchain: Option<&Toolchain>) -> LlvmTools {
    let both = ["llvm-cov", "llvm-profdata"];
    let is_ours = |name: &&str| {
        toolchain.is_some_and(|toolchain| version(toolchain.tools.join(name)).is_some())
    };
    if both.iter().all(is_ours) {
        return LlvmTools::OfToolchain;
    }
    // llvm-profdata of older LLVMs knows `merge` and `show` but not `--version`.
    match (output("llvm-cov", &["--version"]), output("llvm-profdata", &["merge", "--help"])) {
        (Some(text), Some(_)) => LlvmTools::OnPath { major: llvm_major(&text) },
        _ => LlvmTools::Missing,
    }
}

/// The major version in what an LLVM tool says of itself.
fn llvm_major(text: &str) -> Option<u32> {
    text.split("LLVM version ").nth(1).and_then(leading_number)
}

/// Tries to write where builds and findings go; what was written is gone afterwards.
pub(super) fn trouble_of_writing(build: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", build.display());
    tempfile::tempfile_in(standing(build)).map(drop).map_err(told)
}

/// The folder itself, or the nearest one above that is there.
fn standing(folder: &Path) -> &Path {
    folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(folder)
}

/// The bytes that a user may still write there.
#[cfg(unix)]
pub(super) fn free_bytes(build: &Path) -> Result<u64, String> {
    let folder = standing(build);
    let told = |error| format!("{}: {error}", folder.display());
    let space = rustix::fs::statvfs(folder).map_err(told)?;
    Ok(space.f_bavail.saturating_mul(space.f_frsize))
}

/// The bytes that a user may still write there.
#[cfg(not(unix))]
pub(super) fn free_bytes(_build: &Path) -> Result<u64, String> {
    Err("this system does not tell".to_owned())
}

/// The folder of a tool that the driver installed, whatever its version.
pub(super) fn installed(tools: &Path, name: &str) -> Option<String> {
    let folders = std::fs::read_dir(tools).into_iter().flatten().flatten();
    let is_it = |folder: &std::fs::DirEntry| {
        let is_named = folder.file_name().to_string_lossy().starts_with(&format!("{name}-"));
        is_named && folder.path().join("bin").join(name).is_file()
    };
    let names = folders.filter(is_it).map(|folder| folder.file_name());
    names.max().map(|folder| folder.to_string_lossy().into_owned())
}

/// Where the kernel sends cores.
pub(super) fn core_pattern() -> Option<String> {
    let text = std::fs::read_to_string("/proc/sys/kernel/core_pattern").ok()?;
    Some(text.trim().to_owned())
}

/// The governors of all cores, each once.
pub(super) fn governors() -> Vec<String> {
    let cores = std::fs::read_dir("/sys/devices/system/cpu").into_iter().flatten().flatten();
    let governor = |core: std::fs::DirEntry| {
        std::fs::read_to_string(core.path().join("cpufreq").join("scaling_governor")).ok()
    };
    let names: BTreeSet<_> = cores.filter_map(governor).collect();
    names.into_iter().map(|name| name.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_describes_itself() {
        let text = "rustc 1.95.0 (5980 2026-04-14)\nhost: x86_64-unknown-linux-gnu\n\
            release: 1.95.0\nLLVM version: 22.1.2\n";
        let toolchain = described(text, Path::new("/root")).expect("complete");
        assert_eq!((toolchain.release.as_str(), toolchain.llvm_major), ("1.95.0", 22));
        let tools = Path::new("/root/lib/rustlib/x86_64-unknown-linux-gnu/bin");
        assert_eq!(toolchain.tools, tools);
        assert!(described("rustc 1.95.0\n", Path::new("/root")).is_none());
    }

    #[test]
    fn an_llvm_tool_tells_its_major_version() {
        assert_eq!(llvm_major("Debian LLVM version 14.0.6\n"), Some(14));
        assert_eq!(llvm_major("LLVM (http://llvm.org/):\n  LLVM version 22.1.2-rust\n"), Some(22));
        assert_eq!(llvm_major("something else"), None);
    }

    #[test]
    fn a_missing_program_has_no_version() {
        assert_eq!(version("/no/such/program"), None);
    }

    #[test]
    fn a_tool_counts_as_installed_once_its_program_is_there() {
        let tools = tempfile::tempdir().expect("a temporary folder");
        let folder = tools.path().join("cargo-mutants-1.2.3").join("bin");
        std::fs::create_dir_all(&folder).expect("created");
        assert_eq!(installed(tools.path(), "cargo-mutants"), None);
        std::fs::write(folder.join("cargo-mutants"), "").expect("written");
        assert_eq!(
            installed(tools.path(), "cargo-mutants").as_deref(),
            Some("cargo-mutants-1.2.3")
        );
    }

    #[test]
    fn free_space_and_writing_are_tried_in_the_nearest_folder_that_is_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let build = folder.path().join("not").join("yet");
        assert_eq!(trouble_of_writing(&build), Ok(()));
        assert_eq!(standing(&build), folder.path());
        assert!(!build.exists());
        #[cfg(unix)]
        assert!(free_bytes(&build).is_ok());
    }
}
