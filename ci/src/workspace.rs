//! Where things lie: the checkout, and what the driver writes below the build folder.
//!
//! Rules: `corpus/` is the only folder of the checkout that the driver writes to, and only through
//! [`crate::store`]. Everything else goes below the build folder (`target/`, or the one that
//! `CARGO_TARGET_DIR` names) and may be deleted at any time. One campaign or minimization works on
//! a checkout and on a build folder at a time; two locks see to that, for a checkout can be built in several
//! folders, and a folder can be shared by several checkouts. They end with the process that holds them.

use crate::outcome::Problem;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// One checkout of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
    build: PathBuf,
}

/// Held while a command may write to the corpus.
#[derive(Debug)]
#[must_use = "the lock ends when this is dropped"]
pub(crate) struct Lock {
    _build: File,
    _checkout: Option<File>,
}

impl Workspace {
    /// The checkout around the current folder, else the one that this program was built in.
    pub(crate) fn find() -> Result<Self, Problem> {
        let here = std::env::current_dir().unwrap_or_default();
        let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(""));
        let root = here.ancestors().chain([built_in]).find(|folder| is_root(folder));
        let build = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        root.map(|root| Self::at(root, build.as_ref())).ok_or_else(|| {
            Problem::environment(
                "no actor-laws workspace around the current folder",
                "run this inside a checkout of actor-laws",
            )
        })
    }

    /// One that a test makes.
    #[cfg(test)]
    pub(crate) fn of_test(root: &Path) -> Self {
        Self::at(root, Path::new("target"))
    }

    /// The checkout in a folder, with its build folder, which may be told from there.
    pub(crate) fn at(root: &Path, build: &Path) -> Self {
        Self { root: root.to_owned(), build: root.join(build) }
    }

    /// The folder that holds the workspace's manifest.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The committed inputs of a target.
    pub(crate) fn corpus(&self, target: &str) -> PathBuf {
        self.root.join("corpus").join(target)
    }

    /// The committed named traces of a target; never pruned or renamed.
    pub(crate) fn regressions(&self, target: &str) -> PathBuf {
        self.root.join("corpus").join("regressions").join(target)
    }

    /// What campaigns on this machine have kept for a target.
    pub(crate) fn kept(&self, target: &str) -> PathBuf {
        self.build.join("laws").join("corpus").join(target)
    }

    /// The failing inputs of a target, each with its trace beside it.
    pub(crate) fn findings(&self, target: &str) -> PathBuf {
        self.build.join("laws").join("findings").join(target)
    }

    /// The folder in which an engine works on a target.
    pub(crate) fn work(&self, engine: &str, target: &str) -> PathBuf {
        self.build.join("laws").join("work").join(engine).join(target)
    }

    /// The chronicles of campaigns.
    pub(crate) fn campaigns(&self) -> PathBuf {
        self.build.join("laws").join("campaigns")
    }

    /// Where a campaign puts what it does not use and must not delete.
    pub(crate) fn aside(&self, campaign: &str) -> PathBuf {
        self.build.join("laws").join("aside").join(campaign)
    }

    /// The page that shows it all, unless another place is asked for.
    pub(crate) fn report(&self) -> PathBuf {
        self.build.join("laws").join("report.html")
    }

    /// The last measurement of the core's coverage.
    pub(crate) fn coverage(&self) -> PathBuf {
        self.build.join("laws").join("coverage.json")
    }

    /// The build folder.
    pub(crate) fn build(&self) -> &Path {
        &self.build
    }

    /// The build folder of an engine; its flags differ, so a shared one would rebuild at each turn.
    pub(crate) fn engine_build(&self, engine: &str) -> PathBuf {
        self.build.join(engine)
    }

    /// Where audits work.
    pub(crate) fn audit(&self) -> PathBuf {
        self.build.join("laws").join("audit")
    }

    /// Where the driver installs the tools that it needs.
    pub(crate) fn tools(&self) -> PathBuf {
        self.build.join("tools")
    }

    /// A path as a user would type it from the root.
    pub(crate) fn short<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }

    /// Takes the locks, or says that another command holds one.
    pub(crate) fn lock(&self) -> Result<Lock, Problem> {
        let folder = self.build.join("laws");
        std::fs::create_dir_all(&folder).map_err(|error| Problem::file(&folder, &error))?;
        let path = folder.join("lock");
        let build = locked(&path, File::create(&path))?;
        // Only Unix opens folders as files.
        let checkout =
            if cfg!(unix) { Some(locked(&self.root, File::open(&self.root))?) } else { None };
        Ok(Lock { _build: build, _checkout: checkout })
    }
}

fn locked(path: &Path, file: std::io::Result<File>) -> Result<File, Problem> {
    let trouble = |error: std::io::Error| Problem::file(path, &error);
    let file = file.map_err(trouble)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::Error(error)) => Err(trouble(error)),
        Err(TryLockError::WouldBlock) => Err(Problem::environment(
            "another campaign or minimization is running in this checkout",
            "wait for it to end, or use a checkout of its own",
        )),
    }
}

fn is_root(folder: &Path) -> bool {
    folder.join("Cargo.toml").is_file() && folder.join("fuzz").join("Cargo.toml").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_lock_on_one_checkout_is_refused_until_the_first_ends() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let workspace = Workspace::of_test(folder.path());
        let first = workspace.lock().expect("nobody holds it");
        assert!(workspace.lock().is_err());
        drop(first);
        assert!(workspace.lock().is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn neither_another_build_folder_nor_another_checkout_of_it_goes_past_a_lock() {
        let (one, other) = (tempfile::tempdir(), tempfile::tempdir());
        let [one, other] = [one, other].map(|folder| folder.expect("a temporary folder"));
        let workspace =
            |root: &Path, build: &Path| Workspace { root: root.into(), build: build.into() };
        let first = workspace(one.path(), &one.path().join("target"));
        let first = first.lock().expect("nobody holds it");
        assert!(workspace(one.path(), &other.path().join("target")).lock().is_err());
        assert!(workspace(other.path(), &one.path().join("target")).lock().is_err());
        assert!(workspace(other.path(), &other.path().join("target")).lock().is_ok());
        drop(first);
        assert!(workspace(one.path(), &other.path().join("target")).lock().is_ok());
    }

    #[test]
    fn paths_in_the_checkout_are_shown_from_its_root() {
        let workspace = Workspace { root: "/checkout".into(), build: "/checkout/target".into() };
        let short = workspace.corpus("pool_drain");
        assert_eq!(workspace.short(&short).to_string(), "corpus/pool_drain");
        assert_eq!(workspace.short(Path::new("/else")).to_string(), "/else");
    }
}
