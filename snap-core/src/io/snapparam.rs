//! `.snapparam`: lines `key value`; `sinner` and `dinner` have one value per element.

use portax::error::printable;

use super::lines::{Line, lines};
use crate::error::Error;
use crate::params::SnapParams;

/// The keys that a parameter file may hold. `chunksize` and `parallelthresh` tune LAMMPS and are ignored.
pub const KEYS: [&str; 15] = [
    "rcutfac",
    "twojmax",
    "rfac0",
    "rmin0",
    "switchflag",
    "bzeroflag",
    "bnormflag",
    "wselfallflag",
    "switchinnerflag",
    "quadraticflag",
    "chemflag",
    "sinner",
    "dinner",
    "chunksize",
    "parallelthresh",
];

/// The contents of a parameter file.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamFile {
    /// The hyperparameters, with defaults where the file has no value.
    pub params: SnapParams,
    /// Centres of the inner switch by element; empty where absent.
    pub sinner: Vec<f64>,
    /// Half widths of the inner switch by element; empty where absent.
    pub dinner: Vec<f64>,
}

/// Parses a parameter file; `file` is its name in messages. Of a repeated key the last value counts, as in LAMMPS.
///
/// # Errors
/// [`Error::UnknownKey`], [`Error::Line`], [`Error::Value`] with the line at fault, or [`Error::MissingKey`].
pub fn parse(file: &str, text: &str) -> Result<ParamFile, Error> {
    let (mut rcutfac, mut twojmax) = (None, None);
    let mut out = ParamFile {
        params: SnapParams::new(0.0, 0),
        sinner: vec![],
        dinner: vec![],
    };
    for line in lines(file, text) {
        match line.words[0] {
            "rcutfac" => rcutfac = Some(one_number(&line)?),
            "twojmax" => twojmax = Some(one_whole(&line)?),
            "sinner" => out.sinner = numbers(&line)?,
            "dinner" => out.dinner = numbers(&line)?,
            "chunksize" | "parallelthresh" => line.require_words(2, "a line `key value`")?,
            _ => set(&mut out.params, &line, file)?,
        }
    }
    let missing = |key| Error::MissingKey {
        file: file.into(),
        key,
    };
    out.params.rcutfac = rcutfac.ok_or_else(|| missing("rcutfac"))?;
    out.params.twojmax = twojmax.ok_or_else(|| missing("twojmax"))?;
    for (key, values) in [("sinner", &out.sinner), ("dinner", &out.dinner)] {
        if out.params.switchinnerflag && values.is_empty() {
            return Err(missing(key));
        }
    }
    Ok(out)
}

fn set(params: &mut SnapParams, line: &Line, file: &str) -> Result<(), Error> {
    match line.words[0] {
        "rfac0" => params.rfac0 = one_number(line)?,
        "rmin0" => params.rmin0 = one_number(line)?,
        "switchflag" => params.switchflag = flag(line)?,
        "bzeroflag" => params.bzeroflag = flag(line)?,
        "bnormflag" => params.bnormflag = flag(line)?,
        "wselfallflag" => params.wselfallflag = flag(line)?,
        "switchinnerflag" => params.switchinnerflag = flag(line)?,
        "quadraticflag" => params.quadraticflag = flag(line)?,
        "chemflag" => params.chemflag = flag(line)?,
        key => {
            let (file, key) = (file.into(), printable(key));
            return Err(Error::UnknownKey {
                file,
                line: line.number,
                key,
                known: KEYS.join(", "),
            });
        }
    }
    Ok(())
}

fn one_number(line: &Line) -> Result<f64, Error> {
    line.require_words(2, "a line `key value`")?;
    line.number(1, line.words[0])
}

fn one_whole(line: &Line) -> Result<usize, Error> {
    line.require_words(2, "a line `key value`")?;
    line.parse(1, line.words[0], "a whole number")
}

fn flag(line: &Line) -> Result<bool, Error> {
    line.require_words(2, "a line `key value`")?;
    match line.words[1] {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(line.bad_value(1, line.words[0], "0 or 1")),
    }
}

fn numbers(line: &Line) -> Result<Vec<f64>, Error> {
    (1..line.words.len())
        .map(|i| line.number(i, line.words[0]))
        .collect()
}
