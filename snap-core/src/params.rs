//! The hyperparameters of a SNAP potential, under LAMMPS' names and with its defaults.

use crate::error::Error;
use crate::tables::{MAX_TWOJMAX, bispectrum_count};

/// Self-weight of the central atom in its own density, fixed in LAMMPS' pair style.
pub const WSELF: f64 = 1.0;

/// The keys of a `.snapparam` file; lengths in the potential's length unit.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapParams {
    /// Scale of the pair cutoffs: `rc_ik = (R_i + R_k) * rcutfac`.
    pub rcutfac: f64,
    /// Twice the largest angular momentum, at most [`MAX_TWOJMAX`].
    pub twojmax: usize,
    /// Share of the polar angle's range [0, pi] that distances up to the cutoff use.
    pub rfac0: f64,
    /// Distance at which the polar angle is zero.
    pub rmin0: f64,
    /// Whether neighbours fade out towards the cutoff.
    pub switchflag: bool,
    /// Whether the descriptors of an isolated atom are subtracted.
    pub bzeroflag: bool,
    /// Whether descriptors are divided by `j + 1`.
    pub bnormflag: bool,
    /// With `chemflag`: whether the self-weight enters every element's density.
    pub wselfallflag: bool,
    /// Whether neighbours also fade out towards a short distance (`sinner`, `dinner` of the elements).
    pub switchinnerflag: bool,
    /// Whether the energy is quadratic in the descriptors.
    pub quadraticflag: bool,
    /// Whether each element has a density of its own.
    pub chemflag: bool,
}

impl SnapParams {
    /// The two required values, all others at LAMMPS' defaults.
    #[must_use]
    pub fn new(rcutfac: f64, twojmax: usize) -> Self {
        Self {
            rcutfac,
            twojmax,
            rfac0: 0.99363,
            rmin0: 0.0,
            switchflag: true,
            bzeroflag: true,
            bnormflag: false,
            wselfallflag: false,
            switchinnerflag: false,
            quadraticflag: false,
            chemflag: false,
        }
    }

    /// Number of descriptors of an atom, K: those of [`bispectrum_count`], with `chemflag` for every triple of elements.
    #[must_use]
    pub fn ndescriptors(&self, nelements: usize) -> usize {
        let triples = if self.chemflag {
            nelements.saturating_pow(3)
        } else {
            1
        };
        bispectrum_count(self.twojmax).saturating_mul(triples)
    }

    /// Number of coefficients of an element: the constant, K linear ones, with `quadraticflag` K (K+1) / 2 more.
    #[must_use]
    pub fn ncoeff(&self, nelements: usize) -> usize {
        let k = self.ndescriptors(nelements);
        let quadratic = if self.quadraticflag {
            k.saturating_mul(k.saturating_add(1)) / 2
        } else {
            0
        };
        k.saturating_add(1).saturating_add(quadratic)
    }

    /// # Errors
    /// [`Error::Parameter`] if a value is outside its range.
    pub fn validate(&self) -> Result<(), Error> {
        require(
            self.twojmax <= MAX_TWOJMAX,
            "twojmax",
            self.twojmax as f64,
            || format!("from 0 to {MAX_TWOJMAX}"),
        )?;
        let positive = |x: f64| x.is_finite() && x > 0.0;
        require(positive(self.rcutfac), "rcutfac", self.rcutfac, || {
            "positive".into()
        })?;
        require(positive(self.rfac0), "rfac0", self.rfac0, || {
            "positive".into()
        })?;
        require(self.rmin0.is_finite(), "rmin0", self.rmin0, || {
            "finite".into()
        })
    }
}

/// [`Error::Parameter`] unless `holds`.
pub(crate) fn require(
    holds: bool,
    name: &str,
    value: f64,
    expected: impl FnOnce() -> String,
) -> Result<(), Error> {
    if holds {
        Ok(())
    } else {
        Err(Error::Parameter {
            name: name.into(),
            value,
            expected: expected(),
        })
    }
}
