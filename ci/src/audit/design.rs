//! Wrong designs: patches of the core that a competent person could have written, each with its claim
//! and the law that must name it.
//!
//! Rules: a patch changes bodies of functions and nothing else, so that it can be one of the variants of
//! a tree. It carries a marker where it differs, which proves that the changed line ran. A patch that
//! no longer applies, or whose header lacks a line, fails the audit.

use super::source::{MARKER, Source};
use crate::outcome::Problem;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where the patches lie, a folder for each partition.
pub(super) const FOLDER: &str = "ci/designs";

/// One wrong design.
#[derive(Clone, Debug)]
pub(super) struct Design {
    /// `partition/name`.
    pub(super) name: String,
    /// The claim, property, finding or blind spot that it stands for.
    pub(super) stands_for: String,
    /// The law that must name it.
    pub(super) law: String,
    /// The target whose campaigns must find it.
    pub(super) target: String,
    /// A construction choice with which nothing can find it, as `roles=1`.
    pub(super) unseen_with: Option<String>,
    patch: String,
}

/// The new bodies of a design: file, function in it, body.
pub(super) type NewBodies = Vec<(String, usize, String)>;

impl Design {
    /// Reads all designs, in the order of their names.
    pub(super) fn load_all(root: &Path) -> Result<Vec<Self>, Problem> {
        let folder = root.join(FOLDER);
        let mut paths = Vec::new();
        for partition in entries(&folder)? {
            if partition.is_dir() {
                paths.extend(entries(&partition)?);
            }
        }
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "patch"));
        paths.sort();
        let read = |path: &PathBuf| {
            let text =
                std::fs::read_to_string(path).map_err(|error| Problem::file(path, &error))?;
            let name = path.strip_prefix(&folder).unwrap_or(path).with_extension("");
            Self::parse(&name.to_string_lossy(), &text)
        };
        paths.iter().map(read).collect()
    }

    /// Reads one patch with its header.
    fn parse(name: &str, text: &str) -> Result<Self, Problem> {
        let (header, patch) = text
            .split_once("\n\n")
            .ok_or_else(|| malformed(name, "no empty line between header and patch".to_owned()))?;
        let field = |key: &str| {
            let line = header.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            let value = line.map(|value| value.trim().to_owned());
            value.ok_or_else(|| malformed(name, format!("no line `{key}: …`")))
        };
        let added = patch.lines().filter_map(|line| line.strip_prefix('+'));
        if !added.into_iter().any(|line| line.trim() == MARKER) {
            return Err(malformed(name, format!("no line `{MARKER}` that proves that it ran")));
        }
        field("Wrong design")?;
        Ok(Self {
            name: name.to_owned(),
            stands_for: field("For")?,
            law: field("Law")?,
            target: field("Target")?,
            unseen_with: field("Unseen with").ok(),
            patch: patch.to_owned(),
        })
    }

    /// The folder that it lies in.
    pub(super) fn partition(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The first file that it changes.
    pub(super) fn file(&self) -> &str {
        self.patch.lines().find_map(|line| line.strip_prefix("+++ b/")).unwrap_or_default()
    }

    /// The bodies that this design puts into the core's sources.
    pub(super) fn bodies(&self, core: &BTreeMap<String, Source>) -> Result<NewBodies, Problem> {
        let mut bodies = Vec::new();
        for part in self.patch.split("diff --git ").skip(1) {
            bodies.extend(self.bodies_of_file(part, core)?);
        }
        if bodies.is_empty() {
            return Err(malformed(&self.name, "it changes nothing".to_owned()));
        }
        Ok(bodies)
    }

    fn bodies_of_file(
        &self,
        part: &str,
        core: &BTreeMap<String, Source>,
    ) -> Result<NewBodies, Problem> {
        let start = part.find("--- ").unwrap_or(0);
        let trouble = |why: String| malformed(&self.name, why);
        let patch =
            diffy::Patch::from_str(&part[start..]).map_err(|why| trouble(why.to_string()))?;
        let file = patch.modified().and_then(|name| name.strip_prefix("b/")).unwrap_or_default();
        let source =
            core.get(file).ok_or_else(|| trouble(format!("`{file}` is no file of the core")))?;
        let text = diffy::apply(&source.text, &patch)
            .map_err(|why| trouble(format!("it does not apply to {file}: {why}")))?;
        let changed = Source::parse(text).map_err(|why| trouble(format!("{file}: {why}")))?;
        let bodies = source.differing_bodies(&changed).ok_or_else(|| {
            trouble(format!("it changes more of {file} than bodies of functions"))
        })?;
        Ok(bodies.into_iter().map(|(function, body)| (file.to_owned(), function, body)).collect())
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let trouble = |error: std::io::Error| Problem::file(folder, &error);
    let entries = folder.read_dir().map_err(trouble)?;
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(trouble)).collect()
}

fn malformed(name: &str, why: String) -> Problem {
    Problem::environment(
        format!("{FOLDER}/{name}.patch: {why}"),
        "write the patch anew against this tree; CONTRIBUTING.md says how",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "\
Wrong design: two is three.
For: pool claim 1
Law: two-is-two
Target: pool_admission

diff --git a/core/src/a.rs b/core/src/a.rs
index 1..2 100644
--- a/core/src/a.rs
+++ b/core/src/a.rs
@@ -1,3 +1,4 @@
 fn two() -> u8 {
-    2
+    // wrong from here
+    3
 }
";

    fn core(text: &str) -> BTreeMap<String, Source> {
        let source = Source::parse(text.to_owned()).expect("well-formed");
        BTreeMap::from([("core/src/a.rs".to_owned(), source)])
    }

    #[test]
    fn a_patch_is_read_as_new_bodies() {
        let design = Design::parse("pool-fill/x", PATCH).expect("well-formed");
        assert_eq!((design.law.as_str(), design.target.as_str()), ("two-is-two", "pool_admission"));
        assert_eq!(design.unseen_with, None);
        let hidden = PATCH.replace("\n\n", "\nUnseen with: roles=1\n\n");
        let hidden = Design::parse("pool-fill/x", &hidden).expect("well-formed");
        assert_eq!(hidden.unseen_with.as_deref(), Some("roles=1"));
        let bodies = design.bodies(&core("fn two() -> u8 {\n    2\n}\n")).expect("it applies");
        assert_eq!(
            bodies,
            [("core/src/a.rs".to_owned(), 0, "\n    // wrong from here\n    3\n".to_owned())]
        );
    }

    #[test]
    fn a_patch_that_does_not_apply_or_lacks_a_line_is_an_error() {
        let design = Design::parse("pool-fill/x", PATCH).expect("well-formed");
        let stale =
            design.bodies(&core("fn two() -> u8 {\n    1 + 1\n}\n")).expect_err("it changed");
        assert!(
            stale.to_string().contains("ci/designs/pool-fill/x.patch: it does not apply"),
            "{stale}"
        );
        for (line, part) in
            [("Law: two-is-two\n", "`Law: …`"), ("+    // wrong from here\n", "proves that it ran")]
        {
            let error =
                Design::parse("x", &PATCH.replace(line, "")).expect_err("a line is missing");
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn a_patch_of_more_than_bodies_is_an_error() {
        let text = PATCH.replace(" fn two() -> u8 {", "-fn two() -> u8 {\n+fn two() -> u16 {");
        let design = Design::parse("x", &text).expect("well-formed");
        let error = design.bodies(&core("fn two() -> u8 {\n    2\n}\n")).expect_err("a signature");
        assert!(error.to_string().contains("more of core/src/a.rs than bodies"), "{error}");
    }
}
