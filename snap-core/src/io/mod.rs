//! Readers of the two files of a SNAP potential, as LAMMPS reads them. `#` starts a comment anywhere.

mod lines;
pub mod snapcoeff;
pub mod snapparam;

use std::path::Path;

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
        let read = |path: &Path| {
            std::fs::read_to_string(path).map_err(|source| Error::Read {
                path: path.into(),
                source,
            })
        };
        let name = |path: &Path| path.display().to_string();
        Self::from_text((&name(coeff), &read(coeff)?), (&name(param), &read(param)?))
    }

    /// A potential from the texts of its two files, each as (name for messages, text).
    ///
    /// # Errors
    /// The errors of [`snapcoeff::parse`] and [`snapparam::parse`]; [`Error::ElementValues`] if `sinner` or `dinner` do not
    /// have one value per element; [`Error::Files`] around what [`SnapPotential::new`] finds.
    pub fn from_text(coeff: (&str, &str), param: (&str, &str)) -> Result<Self, Error> {
        let mut elements = snapcoeff::parse(coeff.0, coeff.1)?;
        let file = snapparam::parse(param.0, param.1)?;
        set_inner_switch(&mut elements, &file, param.0)?;
        Self::new(file.params, elements).map_err(|source| Error::Files {
            coeff_file: coeff.0.into(),
            param_file: param.0.into(),
            source: Box::new(source),
        })
    }
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
