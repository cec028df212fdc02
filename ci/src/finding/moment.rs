//! Points in time, as records tell them: UTC, in the form of RFC 3339, to the second.

use std::time::{SystemTime, UNIX_EPOCH};

/// The present. A clock that stands before 1970 tells the start of 1970.
pub(crate) fn now() -> String {
    text(SystemTime::now().max(UNIX_EPOCH))
}

fn text(moment: SystemTime) -> String {
    humantime::format_rfc3339_seconds(moment).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn moments_are_told_as_the_calendar_has_them() {
        let moments = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ];
        for (seconds, expected) in moments {
            assert_eq!(text(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }
}
