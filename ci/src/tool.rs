//! Tools that the driver installs by itself: at a pinned version, below the build folder.

use crate::engine::cargo::cargo;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A cargo subcommand of the package registry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// The package, which is also the program.
    pub(crate) name: &'static str,
    /// The pinned version.
    pub(crate) version: &'static str,
}

impl Tool {
    /// The folder of this version, with all that belongs to it.
    pub(crate) fn folder(self, workspace: &Workspace) -> PathBuf {
        workspace.tools().join(format!("{}-{}", self.name, self.version))
    }

    /// Its program, which is there once it is installed.
    pub(crate) fn program(self, workspace: &Workspace) -> PathBuf {
        self.folder(workspace).join("bin").join(self.name)
    }

    /// Installs it, in an environment that `prepare` sets up. Whether it is there then; if not, cargo has
    /// told why.
    pub(crate) fn install(self, workspace: &Workspace, prepare: impl FnOnce(&mut Command)) -> bool {
        let Self { name, version } = self;
        let folder = self.folder(workspace);
        let shown = workspace.short(&folder);
        anstream::eprintln!("installing {name} {version} in {shown}; once, some minutes");
        let build = folder.join("build");
        let mut command = Command::new(cargo());
        command.args(["install", name, "--locked", "--quiet", "--version", version]);
        command.arg("--root").arg(&folder).arg("--target-dir").arg(&build);
        prepare(&mut command);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
        // Left-overs of a build cost space and nothing else.
        let _ = std::fs::remove_dir_all(build);
        status.is_ok_and(|status| status.success()) && self.program(workspace).is_file()
    }
}
