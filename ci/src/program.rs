//! Other programs, as far as they tell something of themselves.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// What a program prints, if it runs and ends well.
pub(crate) fn said(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first line of what a program says of its version.
pub(crate) fn version(program: impl AsRef<OsStr>) -> Option<String> {
    said(program, &["--version"]).and_then(|text| Some(text.lines().next()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_has_no_version() {
        assert_eq!(version("/no/such/program"), None);
    }
}
