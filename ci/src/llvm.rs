//! The compiler in use, and the LLVM tools that read the coverage which it writes.
//!
//! Rules: the toolchain's own tools come first, then those that bear the compiler's LLVM in their name, then
//! the plain names on the path. Tools of an older LLVM cannot read what a newer one wrote.

use crate::engine::cargo::cargo;
use crate::program::{said, version};
use std::path::{Path, PathBuf};

/// The compiler in use.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    /// As in `1.95.0`.
    pub(crate) release: String,
    /// What it compiles for, unless it is told otherwise.
    pub(crate) host: String,
    /// The LLVM that it writes coverage for.
    pub(crate) llvm_major: u32,
    /// Where rustup puts the LLVM tools.
    pub(crate) tools: PathBuf,
}

/// Whether `llvm-cov` and `llvm-profdata` can be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LlvmTools {
    /// They read what the compiler writes.
    Fitting(Tools),
    /// They are there, of an older LLVM or one that does not tell.
    Unfit {
        /// The newest, if one tells.
        major: Option<u32>,
    },
    /// One of them or both are not there.
    Missing,
}

/// Both tools, of one LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tools {
    /// `llvm-cov`.
    pub(crate) cov: PathBuf,
    /// `llvm-profdata`.
    pub(crate) profdata: PathBuf,
}

/// The compiler, if there are both it and cargo.
pub(crate) fn toolchain() -> Option<Toolchain> {
    version(cargo())?;
    let sysroot = said("rustc", &["--print", "sysroot"])?;
    described(&said("rustc", &["-vV"])?, Path::new(sysroot.trim()))
}

/// Reads `rustc -vV`.
fn described(text: &str, sysroot: &Path) -> Option<Toolchain> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    let host = field("host: ")?;
    Some(Toolchain {
        release: field("release: ")?.to_owned(),
        host: host.to_owned(),
        llvm_major: leading_number(field("LLVM version: ")?)?,
        tools: sysroot.join("lib").join("rustlib").join(host).join("bin"),
    })
}

fn leading_number(text: &str) -> Option<u32> {
    text.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

impl Toolchain {
    /// The tools that read the coverage which this compiler writes.
    pub(crate) fn llvm_tools(&self) -> LlvmTools {
        let there = self.candidates().into_iter();
        let there = there.filter_map(|tools| Some((tools.major()?, tools))).collect();
        chosen(there, self.llvm_major)
    }

    fn candidates(&self) -> [Tools; 3] {
        let major = self.llvm_major;
        let tools = |name: &dyn Fn(&str) -> PathBuf| Tools {
            cov: name("llvm-cov"),
            profdata: name("llvm-profdata"),
        };
        [
            tools(&|name| self.tools.join(name)),
            tools(&|name| format!("{name}-{major}").into()),
            tools(&|name| name.into()),
        ]
    }
}

/// The first tools that are new enough, of those that are there with their versions.
fn chosen(there: Vec<(Option<u32>, Tools)>, needed: u32) -> LlvmTools {
    if there.is_empty() {
        return LlvmTools::Missing;
    }
    let newest = there.iter().filter_map(|(major, _)| *major).max();
    let fits = |(major, _): &(Option<u32>, Tools)| major.is_some_and(|major| major >= needed);
    let fitting = there.into_iter().find(fits).map(|(_, tools)| tools);
    fitting.map_or(LlvmTools::Unfit { major: newest }, LlvmTools::Fitting)
}

impl Tools {
    /// The version that they tell, if they are there.
    fn major(&self) -> Option<Option<u32>> {
        let text = said(&self.cov, &["--version"])?;
        // llvm-profdata of older LLVMs knows `merge` and `show` but not `--version`.
        said(&self.profdata, &["merge", "--help"])?;
        Some(llvm_major(&text))
    }
}

/// The major version in what an LLVM tool says of itself.
fn llvm_major(text: &str) -> Option<u32> {
    text.split("LLVM version ").nth(1).and_then(leading_number)
}

/// What to install where no tools fit.
pub(crate) fn remedy(toolchain: Option<&Toolchain>) -> String {
    let of_toolchain = "`rustup component add llvm-tools`";
    toolchain.map_or_else(
        || of_toolchain.to_owned(),
        |Toolchain { llvm_major, .. }| {
            format!("{of_toolchain}, or install LLVM {llvm_major} (Debian: `llvm-{llvm_major}`)")
        },
    )
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
        assert_eq!(toolchain.host, "x86_64-unknown-linux-gnu");
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
    fn the_first_tools_that_are_new_enough_are_taken() {
        let tools = |name: &str| Tools { cov: name.into(), profdata: name.into() };
        let found = |majors: &[Option<u32>]| {
            let named = |(place, major): (usize, &Option<u32>)| (*major, tools(&place.to_string()));
            chosen(majors.iter().enumerate().map(named).collect(), 22)
        };
        assert_eq!(found(&[Some(14), Some(22), Some(23)]), LlvmTools::Fitting(tools("1")));
        assert_eq!(found(&[Some(14), None]), LlvmTools::Unfit { major: Some(14) });
        assert_eq!(found(&[None]), LlvmTools::Unfit { major: None });
        assert_eq!(found(&[]), LlvmTools::Missing);
    }
}
