//! The lines of a source that a compiler complains of.

use std::fmt::Write;

/// Lines shown on each side of the first error.
const AROUND: usize = 5;
/// Lines shown where the log names none.
const MOST: usize = 60;

/// The line, from 1, of the first error in a log: compilers write `file(12): error` or `file:12:5: error`.
pub(crate) fn error_line(log: &str) -> Option<usize> {
    log.lines().find_map(|line| {
        let place = &line[..line.find("error")?];
        let place = place
            .trim_end_matches("fatal ")
            .trim_end_matches([' ', ':']);
        if let Some(inside) = place.strip_suffix(')') {
            return inside.rsplit('(').next()?.parse().ok();
        }
        let mut numbers = place.rsplit(':').map_while(|part| part.trim().parse().ok());
        let last: Option<usize> = numbers.next();
        numbers.next().or(last)
    })
}

/// Numbered lines of `text` around the first error of the log.
pub(super) fn excerpt(log: &str, text: &str) -> String {
    let line = error_line(log);
    let (first, last) = match line {
        Some(line) => (line.saturating_sub(AROUND), line + AROUND),
        None => (1, MOST),
    };
    let mut lines = String::new();
    for (number, content) in (1..).zip(text.lines()) {
        if (first..=last).contains(&number) {
            let mark = if line == Some(number) { '>' } else { ' ' };
            let _ = writeln!(lines, "{mark}{number:5} | {content}");
        }
    }
    if text.lines().count() > last {
        lines.push_str("        ...; PORTAX_DUMP=folder writes all of it\n");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_compilers_first_error_is_found() {
        for (log, line) in [
            (
                "NVRTC_ERROR\nk.cu(12): error: identifier \"x\" is undefined",
                Some(12),
            ),
            ("k.cu(3): warning: unused\nk.cu(7): error: y", Some(7)),
            (
                "/cache/input.cl:9:14: error: use of undeclared identifier",
                Some(9),
            ),
            ("1:4:33: error: expected ';'", Some(4)),
            ("k.hip:21:2: fatal error: not found", Some(21)),
            ("CL_BUILD_PROGRAM_FAILURE (-11)", None),
        ] {
            assert_eq!(error_line(log), line, "{log}");
        }
    }

    #[test]
    fn the_line_is_marked_between_its_neighbours() {
        let text: String = (1..=20).map(|n| format!("line {n}\n")).collect();
        let shown = excerpt("k.cu(10): error: x", &text);
        assert!(shown.starts_with("     5 | line 5\n"), "{shown}");
        assert!(
            shown.contains(">   10 | line 10\n") && !shown.contains("line 16"),
            "{shown}"
        );
        assert!(excerpt("no line", "one\n").starts_with("     1 | one"));
    }
}
