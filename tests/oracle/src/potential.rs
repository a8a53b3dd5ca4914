//! The potential: parameters, elements, and what a pair of elements makes of them.

use serde::{Deserialize, Deserializer};

use crate::bispectrum::triples;
use crate::{Error, Zbl};

/// The largest `twojmax`: up to here the sums in the Clebsch-Gordan coefficients are exact.
pub const MAX_TWOJMAX: usize = 20;

/// The keywords of a `.snapparam` file, under LAMMPS' names.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Twice the largest angular momentum.
    pub twojmax: usize,
    /// Cutoff of a pair over the sum of the two radii.
    pub rcutfac: f64,
    /// Fraction of the polar angle range [0, π] that the distances are mapped to.
    pub rfac0: f64,
    /// Distance mapped to the pole, Å.
    pub rmin0: f64,
    /// Whether the weight of a neighbour falls to 0 at the cutoff.
    #[serde(deserialize_with = "flag")]
    pub switchflag: bool,
    /// Whether the descriptors of an isolated atom are subtracted.
    #[serde(deserialize_with = "flag")]
    pub bzeroflag: bool,
    /// Whether the energy is quadratic in the descriptors.
    #[serde(deserialize_with = "flag")]
    pub quadraticflag: bool,
    /// Whether each element has a density of its own.
    #[serde(deserialize_with = "flag")]
    pub chemflag: bool,
    /// Whether B(j1, j2, j) is divided by 2j + 1.
    #[serde(deserialize_with = "flag")]
    pub bnormflag: bool,
    /// Self contribution to every element's density; without `chemflag` there is one density and no effect.
    #[serde(deserialize_with = "flag")]
    pub wselfallflag: bool,
    /// Whether the weight of a neighbour falls to 0 at short distance, too.
    #[serde(deserialize_with = "flag")]
    pub switchinnerflag: bool,
}

impl Params {
    /// The two required keywords, all others at LAMMPS' defaults.
    pub fn new(twojmax: usize, rcutfac: f64) -> Self {
        Self {
            twojmax,
            rcutfac,
            rfac0: 0.99363,
            rmin0: 0.0,
            switchflag: true,
            bzeroflag: true,
            quadraticflag: false,
            chemflag: false,
            bnormflag: false,
            wselfallflag: false,
            switchinnerflag: false,
        }
    }
}

/// LAMMPS writes flags as 0 and 1.
fn flag<'de, D: Deserializer<'de>>(input: D) -> Result<bool, D::Error> {
    match u8::deserialize(input)? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(serde::de::Error::custom(format!(
            "a flag is 0 or 1, not {other}"
        ))),
    }
}

/// One element of the potential.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// Its name, such as `W`.
    pub name: String,
    /// Radius in units of `rcutfac`.
    pub radius: f64,
    /// Weight as a neighbour.
    pub weight: f64,
    /// Coefficients beta0, beta1 ... in LAMMPS' order, eV; with `quadraticflag` then those of products, row by row from the
    /// diagonal on, the half of squares not in them.
    pub coeff: Vec<f64>,
    /// Centre of the inner switching range, Å; needed with `switchinnerflag`.
    #[serde(default)]
    pub sinner: Option<f64>,
    /// Half width of the inner switching range, Å; needed with `switchinnerflag`.
    #[serde(default)]
    pub dinner: Option<f64>,
}

/// A SNAP potential.
#[derive(Clone, Debug, Deserialize)]
pub struct Potential {
    /// Parameters shared by all elements.
    pub params: Params,
    /// The elements.
    pub elements: Vec<Element>,
    /// The repulsion that is added, if any.
    #[serde(skip)]
    pub zbl: Option<Zbl>,
}

/// What the weight and the angle of a neighbour depend on besides its displacement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// Neighbours are nearer than this, Å.
    pub cutoff: f64,
    /// Weight of the neighbour's element.
    pub weight: f64,
    /// Centre and half width of the inner switching range, Å.
    pub inner: Option<(f64, f64)>,
}

impl Potential {
    /// Cutoff (R_i + R_k) rcutfac of a pair of elements, Å.
    pub fn cutoff(&self, i: usize, k: usize) -> f64 {
        (self.elements[i].radius + self.elements[k].radius) * self.params.rcutfac
    }

    /// The largest cutoff of all pairs, Å, that of the repulsion among them.
    pub fn largest_cutoff(&self) -> f64 {
        let all = 0..self.elements.len();
        let repulsion = self.zbl.iter().map(|zbl| zbl.outer);
        let cutoffs = all.map(|i| self.cutoff(i, i)).chain(repulsion);
        cutoffs.fold(0.0, f64::max)
    }

    /// Number of densities.
    pub(crate) fn densities(&self) -> usize {
        match self.params.chemflag {
            true => self.elements.len(),
            false => 1,
        }
    }

    /// Constants of a pair with central element `i` and neighbour element `k`.
    pub(crate) fn pair(&self, i: usize, k: usize) -> Pair {
        let (center, neighbor) = (&self.elements[i], &self.elements[k]);
        let mean = |x: Option<f64>, y: Option<f64>| Some(0.5 * (x? + y?));
        let inner = mean(center.sinner, neighbor.sinner).zip(mean(center.dinner, neighbor.dinner));
        Pair {
            cutoff: self.cutoff(i, k),
            weight: neighbor.weight,
            inner: inner.filter(|_| self.params.switchinnerflag),
        }
    }

    /// Checks that it is complete and has meaningful values.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.params.check()?;
        for (i, element) in self.elements.iter().enumerate() {
            element.check(&self.params, self.densities())?;
            let cutoff = self.cutoff(i, i);
            if !(cutoff > self.params.rmin0 && cutoff.is_finite()) {
                return Err(Error::Parameter {
                    name: "rcutfac",
                    value: self.params.rcutfac,
                    must: "finite and large enough for every cutoff (R_i + R_k) rcutfac to exceed rmin0",
                });
            }
        }
        Ok(())
    }
}

impl Params {
    fn check(&self) -> Result<(), Error> {
        if self.twojmax > MAX_TWOJMAX {
            return Err(Error::Parameter {
                name: "twojmax",
                value: self.twojmax as f64,
                must: "at most 20",
            });
        }
        let wrong = |name, value, must| Err(Error::Parameter { name, value, must });
        if !(self.rfac0 >= 0.0 && self.rfac0.is_finite()) {
            return wrong("rfac0", self.rfac0, "finite and not negative");
        }
        if !self.rmin0.is_finite() {
            return wrong("rmin0", self.rmin0, "finite");
        }
        Ok(())
    }
}

impl Element {
    fn check(&self, params: &Params, densities: usize) -> Result<(), Error> {
        let linear = triples(params.twojmax).count() * densities.pow(3);
        let quadratic = match params.quadraticflag {
            true => linear * (linear + 1) / 2,
            false => 0,
        };
        let expected = 1 + linear + quadratic;
        if self.coeff.len() != expected {
            return Err(Error::Coefficients {
                element: self.name.clone(),
                found: self.coeff.len(),
                expected,
                twojmax: params.twojmax,
            });
        }
        let inner = [("sinner", self.sinner), ("dinner", self.dinner)];
        match inner
            .iter()
            .find(|(_, value)| params.switchinnerflag && value.is_none())
        {
            Some(&(name, _)) => Err(Error::InnerSwitch {
                element: self.name.clone(),
                name,
            }),
            None => Ok(()),
        }
    }
}
