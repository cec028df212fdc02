//! What a libFuzzer process tells: its exit code, and the final statistics in its log.

use std::process::ExitStatus;

/// How a libFuzzer process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Its time was over, or it was asked to end.
    Clean,
    /// An input broke a law or panicked.
    Crash,
    /// An input took too long.
    Timeout,
    /// An input took too much memory.
    Memory,
    /// In a way that this table does not know.
    Unknown,
}

/// Classifies how a process ended; `None` is one that was ended because its time was over.
pub(super) fn classify(status: Option<ExitStatus>) -> Exit {
    let Some(status) = status else { return Exit::Clean };
    classify_code(status.code())
}

fn classify_code(code: Option<i32>) -> Exit {
    match code {
        Some(0 | 72) => Exit::Clean,
        Some(77) => Exit::Crash,
        Some(70) => Exit::Timeout,
        Some(71) => Exit::Memory,
        _ => Exit::Unknown,
    }
}

/// The number of executions by libFuzzer's own count, if the process lived to print it.
pub(crate) fn executions(log: &str) -> Option<u64> {
    let line =
        log.lines().rev().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_final_count_is_read_from_the_log() {
        let log = "#2\tINITED cov: 66 ft: 181\nDone 3568 runs in 4 second(s)\n\
            stat::number_of_executed_units: 3568\nstat::average_exec_per_sec:     892\n";
        assert_eq!(executions(log), Some(3568));
    }

    #[test]
    fn a_log_that_was_cut_off_has_no_count() {
        assert_eq!(executions("#2\tINITED cov: 66\n"), None);
        assert_eq!(executions("stat::number_of_executed_units: \n"), None);
    }

    #[test]
    fn each_known_exit_code_has_its_meaning_and_an_unknown_one_is_not_clean() {
        let meanings = [
            (0, Exit::Clean),
            (72, Exit::Clean),
            (77, Exit::Crash),
            (70, Exit::Timeout),
            (71, Exit::Memory),
            (1, Exit::Unknown),
        ];
        for (code, exit) in meanings {
            assert_eq!(classify_code(Some(code)), exit, "{code}");
        }
        assert_eq!(classify_code(None), Exit::Unknown);
    }
}
