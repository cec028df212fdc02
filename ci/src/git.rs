//! What git says of the checkout; nothing where there is no git, or no repository.

use std::path::Path;
use std::process::Command;

/// What a git command prints, without the line's end; `None` if it fails.
pub(crate) fn ask(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
