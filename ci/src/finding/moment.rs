//! Points in time, as records tell them: UTC, in the form of RFC 3339, to the second.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 86_400;

/// Days of 400 years of the Gregorian calendar, after which it repeats.
const DAYS_AN_ERA: u64 = 146_097;

/// Days from 1 March of the year 0 to 1 January 1970.
const DAYS_BEFORE_EPOCH: u64 = 719_468;

/// The present. A clock that stands before 1970 tells the start of 1970.
pub(super) fn now() -> String {
    text(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// The moment so long after the start of 1970.
fn text(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (year, month, day) = date(seconds / SECONDS_A_DAY);
    let [hour, minute, second] = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60];
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day, so many days after 1 January 1970. Years are taken to start in March, so that the
/// leap day is the last of its year and each month's first day is a linear function of its number.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + DAYS_BEFORE_EPOCH;
    let (era, day_of_era) = (days / DAYS_AN_ERA, days % DAYS_AN_ERA);
    let leap_days = day_of_era / 1_460 + day_of_era / (DAYS_AN_ERA - 1);
    let year_of_era = (day_of_era - leap_days + day_of_era / 36_524) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(text(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn every_day_of_four_centuries_follows_the_one_before() {
        let mut last = date(0);
        for days in 1..DAYS_AN_ERA {
            let next = date(days);
            let (year, month, day) = last;
            let follows = [(year, month, day + 1), (year, month + 1, 1), (year + 1, 1, 1)];
            assert!(follows.contains(&next) && next.2 <= 31 && next.1 <= 12, "{last:?} {next:?}");
            last = next;
        }
    }
}
