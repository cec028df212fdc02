//! A browser that can run without a window, to see the report's page as its readers do.

use crate::program::version;

/// The names under which Chromium and Chrome are installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// What says which one to take; nothing else is tried then.
const CHOICE: &str = "LAWS_BROWSER";

/// A browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Browser {
    /// Its name on the path, or its whole path.
    pub(crate) program: String,
    /// What it says of itself.
    pub(crate) version: String,
}

/// The first one that is there.
pub(crate) fn find() -> Option<Browser> {
    let chosen = std::env::var(CHOICE).ok();
    let names = chosen.as_deref().map_or(NAMES.to_vec(), |name| vec![name]);
    let there = |name: &str| Some(Browser { version: version(name)?, program: name.to_owned() });
    names.into_iter().find_map(there)
}
