//! The date, which the standard library does not have.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 86_400;
/// Days of 400 years.
const ERA: u64 = 146_097;
/// From 0000-03-01 to 1970-01-01.
const TO_EPOCH: u64 = 719_468;

/// Today in UTC, `2026-11-22`.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    of_day(since.map_or(0, |since| since.as_secs() / SECONDS_PER_DAY))
}

/// The date so many days after 1970-01-01, in years that begin with March: leap days are their last.
fn of_day(days: u64) -> String {
    let days = days + TO_EPOCH;
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March have 31 and 30 days in turns of five that have 153.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (400 * era + year, month + 3),
        _ => (400 * era + year + 1, month - 9),
    };
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(of_day(day), date);
        }
    }
}
