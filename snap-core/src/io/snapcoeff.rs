//! `.snapcoeff`: a line `nelem ncoeff`, then per element a line `name radius weight` and ncoeff lines of one coefficient.

use portax::error::printable;

use super::lines::{Line, lines};
use crate::coefficients::Element;
use crate::error::Error;

const HEADER: &str = "the line `nelem ncoeff`";
const ELEMENT: &str = "an element's line `name radius weight`";

/// The elements of a coefficient file; `file` is its name in messages.
///
/// # Errors
/// [`Error::Line`], [`Error::Value`], [`Error::End`] or [`Error::AnnouncedCount`], with the line at fault.
pub fn parse(file: &str, text: &str) -> Result<Vec<Element>, Error> {
    let end = |expected: &str| Error::End {
        file: file.into(),
        expected: expected.into(),
    };
    let mut lines = lines(file, text).peekable();
    let header = lines.next().ok_or_else(|| end(HEADER))?;
    header.require_words(2, HEADER)?;
    let nelem: usize = header.parse(0, "nelem", "a whole number")?;
    let ncoeff: usize = header.parse(1, "ncoeff", "a whole number")?;
    let mut elements = vec![];
    for _ in 0..nelem {
        let mut element = element_of(&lines.next().ok_or_else(|| end(ELEMENT))?)?;
        let shown = printable(&element.name);
        while let Some(line) = lines.next_if(|line| line.words.len() == 1) {
            let (k, name) = (element.coeff.len(), shown.as_str());
            let what = format_args!("coefficient {k} of `{name}`");
            element.coeff.push(line.number(0, what)?);
        }
        let found = element.coeff.len();
        if found != ncoeff {
            let last = || text.lines().count();
            return Err(Error::AnnouncedCount {
                file: file.into(),
                line: lines.peek().map_or_else(last, |next| next.number),
                element: shown,
                expected: ncoeff,
                found,
            });
        }
        elements.push(element);
    }
    match lines.next() {
        None => Ok(elements),
        Some(line) => {
            let (line, text, expected) = (
                line.number,
                line.text(),
                format!("the end after {nelem} elements"),
            );
            Err(Error::Line {
                file: file.into(),
                line,
                expected,
                text,
            })
        }
    }
}

fn element_of(line: &Line) -> Result<Element, Error> {
    line.require_words(3, ELEMENT)?;
    Ok(Element {
        name: line.words[0].into(),
        radius: line.number(1, "the radius")?,
        weight: line.number(2, "the weight")?,
        coeff: vec![],
        sinner: 0.0,
        dinner: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_elements_and_long_names_are_read_at_once() {
        let elements: String = (0..100_000)
            .map(|k| format!("E{k} 0.5 1\n0\n1\n"))
            .collect();
        let read = parse("many", &format!("100000 2\n{elements}")).unwrap();
        assert_eq!(
            (read.len(), read[99_999].name.as_str()),
            (100_000, "E99999")
        );
        let name = "x".repeat(1 << 20);
        let coefficients = "0\n".repeat(100_000);
        let read = parse("long", &format!("1 100000\n{name} 0.5 1\n{coefficients}")).unwrap();
        assert_eq!(read[0].coeff.len(), 100_000);
    }

    #[test]
    fn messages_cut_long_lines() {
        let error = parse("long", &"x".repeat(1 << 20)).unwrap_err();
        assert!(error.to_string().len() < 500);
    }
}
