//! Failing inputs, kept where they can be explained.
//!
//! Rules: a finding is named by its kind, its law and its content, `<kind>-<law>-<content>`, and lies
//! below the build folder with its trace beside it (`.trace`). One command keeps at most ten inputs of
//! each kind and law of a target: more of the same say nothing new.

use crate::judge::Breach;
use crate::store::{Durability, content_name, write_whole};
use std::io;
use std::path::{Path, PathBuf};

/// How many inputs of one kind and law a command keeps for a target.
pub(crate) const ALIKE_MAX: usize = 10;

/// A failing input.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The target that it fails.
    pub(crate) target: &'static str,
    /// What broke.
    pub(crate) breach: Breach,
    /// Where the input is kept.
    pub(crate) path: PathBuf,
}

/// Keeps a failing input and its trace; the trace first, so that no finding lies without one.
pub(crate) fn keep(
    folder: &Path,
    breach: &Breach,
    bytes: &[u8],
    trace: &str,
) -> io::Result<PathBuf> {
    let name = format!("{}-{}", bucket(breach), content_name(bytes));
    let path = folder.join(&name);
    let text = format!("{breach}\n\n{trace}");
    let trace = folder.join(format!("{name}.trace"));
    write_whole(&trace, text.as_bytes(), Durability::Lasting)?;
    write_whole(&path, bytes, Durability::Lasting)?;
    Ok(path)
}

/// What findings that are alike have in common, fit for a file name.
fn bucket(breach: &Breach) -> String {
    let plain = |text: &str| -> String {
        text.chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
            .collect()
    };
    format!("{}-{:.60}", plain(&breach.kind), plain(&breach.law))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breach(law: &str) -> Breach {
        Breach { kind: "wrong".into(), law: law.into(), evidence: "step 3: two cursors".into() }
    }

    #[test]
    fn a_finding_lies_with_its_trace_under_a_name_that_tells_the_law() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path =
            keep(folder.path(), &breach("fifo/one cursor"), b"abc", "the trace").expect("kept");
        assert!(path.ends_with("wrong-fifo-one-cursor-ba7816bf8f01cfea"), "{path:?}");
        let trace = std::fs::read_to_string(format!("{}.trace", path.display())).expect("there");
        assert!(trace.contains("two cursors") && trace.contains("the trace"));
    }
}
