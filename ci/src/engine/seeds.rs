//! What an engine's process starts from beside the corpus: seeded scenarios, and the regressions, which
//! are kept as text and so have to be compiled for it.
//!
//! Rules: what fails is reported and not sown, for an engine that ends with the first failure would come
//! no further.

use super::Share;
use crate::campaign::{Clock, Intake};
use crate::outcome::Problem;
use crate::store::list_files;
use crate::workspace::Workspace;
use std::fs;
use std::path::Path;

/// Fills a folder with `count` seeded scenarios of the share's target and with its regressions, as far as
/// there is time; answers the longest useful input.
pub(super) fn sow(
    workspace: &Workspace,
    share: Share,
    round: u64,
    count: u64,
    folder: &Path,
    clock: &Clock<'_>,
    intake: &mut Intake<'_>,
) -> Result<usize, Problem> {
    let trouble = |error| Problem::file(folder, &error);
    fs::create_dir_all(folder).map_err(trouble)?;
    let regressions = list_files(&workspace.regressions(share.target)).map_err(trouble)?;
    for (number, path) in regressions.iter().enumerate() {
        // Those that are no input were set aside when the ledger was opened.
        let Ok(input) = intake.judge.load(path) else { continue };
        sow_one(&folder.join(format!("regression-{number}")), &input.bytes, intake)?;
    }
    let mut bytes = Vec::new();
    for number in (0..count).take_while(|_| !clock.is_over()) {
        intake.judge.generate(share.stream.sown(share.instance, round, number), &mut bytes);
        sow_one(&folder.join(format!("seed-{number}")), &bytes, intake)?;
    }
    Ok(intake.judge.input_bytes_max())
}

fn sow_one(path: &Path, bytes: &[u8], intake: &mut Intake<'_>) -> Result<(), Problem> {
    if intake.judge.run(bytes).is_err() {
        intake.report(bytes, "");
        return Ok(());
    }
    fs::write(path, bytes).map_err(|error| Problem::file(path, &error))
}
