//! The table of a run: on the terminal as LAMMPS has it, in a file with all digits.

use super::columns::{Column, Columns};
use super::sample::Sample;

/// Digits of a number on the terminal, as in LAMMPS' log.
const DIGITS: usize = 8;

/// How a file separates its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With spaces
    Plain,
    /// With commas
    Csv,
}

impl Form {
    fn separator(self) -> &'static str {
        match self {
            Self::Plain => " ",
            Self::Csv => ",",
        }
    }

    /// The first line of a file.
    pub fn heading(self, columns: &Columns) -> String {
        let headings: Vec<&str> = columns.0.iter().map(|c| c.heading()).collect();
        headings.join(self.separator()) + "\n"
    }

    /// Lines of a file, one a replica, with the digits that read back as the same numbers.
    pub fn lines(self, columns: &Columns, samples: &[Sample]) -> String {
        samples.iter().map(|s| self.line(columns, s)).collect()
    }

    fn line(self, columns: &Columns, sample: &Sample) -> String {
        let value = |&column: &Column| {
            let value = sample.value(column);
            match column.is_whole() {
                true => format!("{value}"),
                false => format!("{value:?}"),
            }
        };
        let values: Vec<String> = columns.0.iter().map(value).collect();
        values.join(self.separator()) + "\n"
    }
}

/// The headings on the terminal.
pub fn heading(columns: &Columns) -> String {
    let cells = columns.0.iter().map(|c| cell(*c, c.heading().to_string()));
    cells.collect()
}

/// Lines on the terminal, one a replica.
pub fn lines(columns: &Columns, samples: &[Sample]) -> String {
    let lines: Vec<String> = samples.iter().map(|s| line(columns, s)).collect();
    lines.join("\n")
}

fn line(columns: &Columns, sample: &Sample) -> String {
    let value = |&column: &Column| {
        let value = sample.value(column);
        let text = match column.is_whole() {
            true => format!("{value}"),
            false => short(value),
        };
        cell(column, text)
    };
    columns.0.iter().map(value).collect()
}

fn cell(column: Column, text: String) -> String {
    match column.is_whole() {
        true => format!("{text:>10}"),
        false => format!("{text:>16}"),
    }
}

/// A number with eight digits, without zeros at the end.
fn short(value: f64) -> String {
    let exponent = match value {
        0.0 => 0,
        value => value.abs().log10().floor() as i32,
    };
    if !(-5..DIGITS as i32 + 1).contains(&exponent) {
        return format!("{value:.*e}", DIGITS - 1);
    }
    let text = format!("{value:.*}", (DIGITS as i32 - 1 - exponent).max(0) as usize);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_eight_digits() {
        for (value, expected) in [
            (0.0, "0"),
            (300.0, "300"),
            (-17_804.123_456_7, "-17804.123"),
            (0.001, "0.001"),
            (1234567.891, "1234567.9"),
            (123456789.1, "123456789"),
            (1.5e12, "1.5000000e12"),
            (1e-7, "1.0000000e-7"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(short(value), expected);
        }
    }
}
