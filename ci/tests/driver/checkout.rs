//! A checkout of its own for a test: the folders that the driver looks for, and nothing else.

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A temporary checkout; its path has a space, because users' paths do.
pub(crate) struct Checkout {
    _folder: TempDir,
    root: PathBuf,
}

impl Checkout {
    /// An empty one.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join("a checkout");
        let checkout = Self { _folder: folder, root };
        checkout.write("Cargo.toml", b"");
        checkout.write("fuzz/Cargo.toml", b"");
        checkout
    }

    /// Writes a file at a path from the root.
    pub(crate) fn write(&self, path: &str, content: &[u8]) -> PathBuf {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("below the root")).expect("created");
        std::fs::write(&path, content).expect("written");
        path
    }

    /// Writes a program of the shell's at a path from the root.
    #[cfg(unix)]
    pub(crate) fn write_program(&self, path: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(path, format!("#!/bin/sh\n{text}").as_bytes());
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&path, executable).expect("it is ours");
        path
    }

    /// A program in the place of cargo, which builds nothing and names a program of the shell's as what it built.
    #[cfg(unix)]
    pub(crate) fn write_cargo(&self, built: &str, text: &str) -> PathBuf {
        let executable = self.write_program(&format!("built/{built}"), text);
        let message = serde_json::json!({ "target": { "name": built }, "executable": executable });
        self.write_program("built/cargo", &format!("echo '{message}'\n"))
    }

    /// A path from the root.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The driver, run in this checkout.
    pub(crate) fn laws(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_laws"));
        command.current_dir(&self.root).env_remove("CARGO_TARGET_DIR").args(arguments.split(' '));
        command
    }

    /// Every file below a path from the root, in order.
    pub(crate) fn files(&self, path: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        collect(&self.root.join(path), &mut files);
        files.sort();
        files
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}
