//! What an engine's process starts from beside the corpus: seeded scenarios, and the regressions, which
//! are kept as text and so have to be compiled for it.

use super::Share;
use crate::judge::Judge;
use crate::outcome::Problem;
use crate::store::list_files;
use crate::workspace::Workspace;
use std::fs;
use std::path::Path;

/// Fills a folder with `count` seeded scenarios of the share's target and with its regressions;
/// answers the longest useful input.
pub(super) fn sow(
    workspace: &Workspace,
    share: Share,
    count: u64,
    folder: &Path,
    judge: &Judge,
) -> Result<usize, Problem> {
    let trouble = |error| Problem::file(folder, &error);
    fs::create_dir_all(folder).map_err(trouble)?;
    let regressions = list_files(&workspace.regressions(share.target)).map_err(trouble)?;
    // Those that are no input were told when the ledger was opened.
    let regressions = regressions.iter().filter_map(|path| judge.load(path).ok());
    for (number, input) in regressions.enumerate() {
        fs::write(folder.join(format!("regression-{number}")), &input.bytes).map_err(trouble)?;
    }
    let mut bytes = Vec::new();
    for number in 0..count {
        judge.generate(share.seed.wrapping_add(number), &mut bytes);
        fs::write(folder.join(format!("seed-{number}")), &bytes).map_err(trouble)?;
    }
    Ok(judge.input_bytes_max())
}
