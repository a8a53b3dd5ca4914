//! Potentials: where they come from, and their two forms (of `snap-core` and of the host reference).

use std::path::{Path, PathBuf};

use snap_core::SnapPotential;

use crate::args::BuiltIn;
use crate::error::Error;

macro_rules! built_in {
    ($name:literal) => {
        SnapPotential::from_text(
            (
                concat!($name, ".snapcoeff"),
                include_str!(concat!("../../potentials/", $name, ".snapcoeff")),
            ),
            (
                concat!($name, ".snapparam"),
                include_str!(concat!("../../potentials/", $name, ".snapparam")),
            ),
        )
    };
}

/// The potential of these files, else the one of this program.
///
/// # Errors
/// The errors of [`SnapPotential::read`].
pub fn of(files: Option<&Path>, otherwise: BuiltIn) -> Result<SnapPotential, Error> {
    match files {
        Some(path) => {
            let (coeff, param) = files_of(path);
            Ok(SnapPotential::read(coeff, param)?)
        }
        None => built_in(otherwise),
    }
}

/// A potential of this program.
///
/// # Errors
/// None: a test reads all of them.
pub fn built_in(potential: BuiltIn) -> Result<SnapPotential, Error> {
    Ok(match potential {
        BuiltIn::W2J8 => built_in!("W_2J8")?,
        BuiltIn::W2J14Dense => built_in!("W_2J14_dense")?,
    })
}

/// The potential with a smaller `twojmax` and the first of its coefficients, which then mean nothing: for benchmarks only.
///
/// # Errors
/// None for a `twojmax` up to the potential's.
pub fn cut_to(potential: &SnapPotential, twojmax: usize) -> Result<SnapPotential, Error> {
    let mut params = potential.params().clone();
    if params.twojmax == twojmax {
        return Ok(potential.clone());
    }
    params.twojmax = twojmax;
    let mut elements = potential.elements().to_vec();
    let count = params.ncoeff(elements.len());
    elements.iter_mut().for_each(|e| e.coeff.truncate(count));
    Ok(SnapPotential::new(params, elements)?)
}

/// `X.snapcoeff` and `X.snapparam` for either of them, or for `X`.
fn files_of(path: &Path) -> (PathBuf, PathBuf) {
    let known = path
        .extension()
        .is_some_and(|e| e == "snapcoeff" || e == "snapparam");
    let stem = if known {
        path.with_extension("")
    } else {
        path.to_owned()
    };
    let with = |ending: &str| {
        let mut name = stem.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    (with(".snapcoeff"), with(".snapparam"))
}

/// For the host reference.
pub fn to_reference(potential: &SnapPotential) -> snap_reference::Potential {
    potential.into()
}

/// The potential of a reference case.
///
/// # Errors
/// The errors of [`SnapPotential::new`].
pub fn from_reference(potential: &snap_reference::Potential) -> Result<SnapPotential, Error> {
    Ok(potential.try_into()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_files_follow_from_either_or_from_the_stem() {
        let expected = ("a/W.2.snapcoeff".into(), "a/W.2.snapparam".into());
        for path in ["a/W.2", "a/W.2.snapcoeff", "a/W.2.snapparam"] {
            assert_eq!(files_of(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn built_in_potentials_are_valid_and_survive_conversion() {
        for potential in [built_in!("W_2J8"), built_in!("W_2J14_dense")] {
            let potential = potential.unwrap();
            assert_eq!(
                from_reference(&to_reference(&potential)).unwrap(),
                potential
            );
        }
    }
}
