//! `.snapcoeff`: a line `nelem ncoeff`, then per element a line `name radius weight` and ncoeff lines of one coefficient.

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
        while let Some(line) = lines.next_if(|line| line.words.len() == 1) {
            element.coeff.push(line.number(
                0,
                &format!("coefficient {} of `{}`", element.coeff.len(), element.name),
            )?);
        }
        let (found, last) = (element.coeff.len(), text.lines().count());
        if found != ncoeff {
            let (line, element) = (lines.peek().map_or(last, |next| next.number), element.name);
            return Err(Error::AnnouncedCount {
                file: file.into(),
                line,
                element,
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
                line.words.join(" "),
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
