//! What a machine shows. Nothing here judges; what cannot be seen is `None` or says why.

use std::collections::BTreeSet;
use std::path::Path;

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
