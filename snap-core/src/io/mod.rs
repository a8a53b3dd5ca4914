//! Readers of the files of a SNAP potential, as LAMMPS reads them: its two tables, and the lines that name them with what
//! is added to SNAP ([`pair_style`]). `#` starts a comment anywhere.

mod commands;
mod lines;
pub mod pair_style;
pub mod snapcoeff;
pub mod snapparam;

use std::path::Path;

use portax::error::printable;

use crate::coefficients::{Element, SnapPotential};
use crate::error::Error;
use snapparam::ParamFile;

impl SnapPotential {
    /// Reads a potential from a `.snapcoeff` and a `.snapparam` file.
    ///
    /// # Errors
    /// [`Error::Read`] if a file cannot be read, else the errors of [`SnapPotential::from_text`].
    pub fn read(coeff_path: impl AsRef<Path>, param_path: impl AsRef<Path>) -> Result<Self, Error> {
        let (coeff, param) = (coeff_path.as_ref(), param_path.as_ref());
        let [coeff_text, param_text] = [read_text(coeff)?, read_text(param)?];
        Self::from_text((&name(coeff), &coeff_text), (&name(param), &param_text))
    }

    /// Reads of these files the elements with these names, in this order. As in LAMMPS, it is that of `sinner`, `dinner` and,
    /// with `chemflag`, the coefficients.
    pub(crate) fn read_elements(coeff: &Path, param: &Path, names: &[&str]) -> Result<Self, Error> {
        let [coeff_text, param_text] = [read_text(coeff)?, read_text(param)?];
        let (coeff, param) = (name(coeff), name(param));
        let coeff = (coeff.as_str(), coeff_text.as_str());
        let all = snapcoeff::parse(coeff.0, coeff.1)?;
        let named = names.iter().map(|name| element_named(&all, name));
        let elements = named.collect::<Result<_, _>>()?;
        Self::of_elements(elements, coeff, (&param, &param_text))
    }

    /// A potential from the texts of its two files, each as (name for messages, text).
    ///
    /// # Errors
    /// The errors of [`snapcoeff::parse`] and [`snapparam::parse`]; [`Error::ElementValues`] if `sinner` or `dinner` do not
    /// have one value per element; [`Error::Files`] around what [`SnapPotential::new`] finds.
    pub fn from_text(coeff: (&str, &str), param: (&str, &str)) -> Result<Self, Error> {
        Self::of_elements(snapcoeff::parse(coeff.0, coeff.1)?, coeff, param)
    }

    fn of_elements(
        mut elements: Vec<Element>,
        coeff: (&str, &str),
        param: (&str, &str),
    ) -> Result<Self, Error> {
        let file = snapparam::parse(param.0, param.1)?;
        set_inner_switch(&mut elements, &file, param.0)?;
        Self::new(file.params, elements).map_err(|source| Error::Files {
            coeff_file: place(coeff, &source),
            param_file: param.0.into(),
            source: Box::new(source),
        })
    }
}

/// The coefficient file, with the line of the element that an error names.
fn place((file, text): (&str, &str), error: &Error) -> String {
    let Error::CoefficientCount { element, .. } = error else {
        return file.into();
    };
    let is_its = |line: &lines::Line| line.words.len() == 3 && printable(line.words[0]) == *element;
    match lines::lines(file, text).find(is_its) {
        Some(line) => format!("{file}:{}", line.number),
        None => file.into(),
    }
}

/// The text of a file.
fn read_text(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::Read {
        path: path.into(),
        source,
    })
}

/// A file's name in messages.
fn name(path: &Path) -> String {
    path.display().to_string()
}

/// The element of a name, which a file has once.
fn element_named(elements: &[Element], name: &str) -> Result<Element, Error> {
    let mut found = elements.iter().filter(|e| e.name == name);
    match (found.next(), found.next()) {
        (Some(element), None) => Ok(element.clone()),
        (Some(_), Some(_)) => Err(Error::RepeatedElement {
            name: printable(name),
        }),
        (None, _) => Err(Error::UnknownElement {
            name: printable(name),
            known: printable(&names_of(elements)),
        }),
    }
}

fn names_of(elements: &[Element]) -> String {
    let names: Vec<&str> = elements.iter().map(|e| e.name.as_str()).collect();
    names.join(", ")
}

fn set_inner_switch(elements: &mut [Element], file: &ParamFile, name: &str) -> Result<(), Error> {
    for (key, values) in [("sinner", &file.sinner), ("dinner", &file.dinner)] {
        if !values.is_empty() && values.len() != elements.len() {
            let (expected, found) = (elements.len(), values.len());
            return Err(Error::ElementValues {
                file: name.into(),
                key,
                expected,
                found,
            });
        }
        for (element, &value) in elements.iter_mut().zip(values) {
            *(if key == "sinner" {
                &mut element.sinner
            } else {
                &mut element.dinner
            }) = value;
        }
    }
    Ok(())
}
