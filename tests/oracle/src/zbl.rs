//! The repulsion of Ziegler, Biersack and Littmark (1985) as the documentation of LAMMPS' `pair_style zbl` states it.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::{Error, System};

/// e² / (4 pi eps0) in eV Å, of LAMMPS' metal units.
const COULOMB: f64 = 14.399645;

/// The repulsion between types of atoms.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Settings")]
pub struct Zbl {
    /// From here on the switching function bends, Å.
    pub inner: f64,
    /// The end of the repulsion, Å.
    pub outer: f64,
    /// Nuclear charges of types i and j at `[i][j]`, where these repel each other.
    pub pairs: Vec<Vec<Option<[f64; 2]>>>,
}

/// The repulsion as cases have it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    inner: f64,
    outer: f64,
    #[serde(rename = "Z")]
    charges: Vec<f64>,
    #[serde(default, rename = "note")]
    _note: IgnoredAny,
}

impl From<Settings> for Zbl {
    fn from(settings: Settings) -> Self {
        Self::new(settings.inner, settings.outer, &settings.charges)
    }
}

/// A pair of an atom with a neighbour.
pub(crate) struct Repelled {
    /// Index of the neighbour.
    pub index: usize,
    /// Displacement from the atom, Å.
    pub r: [f64; 3],
    /// The atom's half of the energy, eV.
    pub energy: f64,
    /// Derivative of this half by the neighbour's position, eV/Å.
    pub gradient: [f64; 3],
}

/// E(r) with its first and second derivative, without the switching function.
fn screened(zi: f64, zj: f64, r: f64) -> [f64; 3] {
    let a = 0.46850 / (zi.powf(0.23) + zj.powf(0.23));
    let x = r / a;
    let sum = |power: i32| {
        let terms = [
            (0.18175, -3.19980),
            (0.50986, -0.94229),
            (0.28022, -0.40290),
            (0.02817, -0.20162),
        ];
        let term = |(c, d): (f64, f64)| c * d.powi(power) * f64::exp(d * x);
        terms.map(term).into_iter().sum::<f64>() / a.powi(power)
    };
    let k = zi * zj * COULOMB;
    let (phi, dphi, ddphi) = (sum(0), sum(1), sum(2));
    [
        k * phi / r,
        k * (dphi / r - phi / (r * r)),
        k * (ddphi / r - 2.0 * dphi / (r * r) + 2.0 * phi / (r * r * r)),
    ]
}

impl Zbl {
    /// The repulsion of all types, which have these charges, between these cutoffs (Å).
    pub fn new(inner: f64, outer: f64, charges: &[f64]) -> Self {
        let row = |&zi: &f64| charges.iter().map(|&zj| Some([zi, zj])).collect();
        Self {
            inner,
            outer,
            pairs: charges.iter().map(row).collect(),
        }
    }

    /// Energy of a pair of charges at distance `r`, eV, and its derivative.
    pub fn pair(&self, [zi, zj]: [f64; 2], r: f64) -> (f64, f64) {
        if r >= self.outer || zi * zj == 0.0 {
            return (0.0, 0.0);
        }
        let [e, de, dde] = screened(zi, zj, self.outer);
        // S' = A t² + B t³ cancels E' and E'' at the outer cutoff, where t = end: two linear equations by Cramer's rule.
        let end = self.outer - self.inner;
        let (a1, b1, a2, b2) = (end * end, end.powi(3), 2.0 * end, 3.0 * end * end);
        let determinant = a1 * b2 - a2 * b1;
        let a = (b1 * dde - b2 * de) / determinant;
        let b = (a2 * de - a1 * dde) / determinant;
        let bend = |t: f64| a * t.powi(3) / 3.0 + b * t.powi(4) / 4.0;
        let t = (r - self.inner).max(0.0);
        let [energy, slope, _] = screened(zi, zj, r);
        (
            energy + bend(t) - bend(end) - e,
            slope + a * t * t + b * t.powi(3),
        )
    }

    /// What an atom and a neighbour at `r` have of it; `None` where they do not repel each other.
    pub(crate) fn of(
        &self,
        system: &System,
        i: usize,
        index: usize,
        r: [f64; 3],
    ) -> Option<Repelled> {
        let distance = r.iter().map(|x| x * x).sum::<f64>().sqrt();
        let [from, to] = [i, index].map(|atom| system.types[atom]);
        let (energy, slope) = self.pair(self.pairs[from][to]?, distance);
        (distance < self.outer).then(|| Repelled {
            index,
            r,
            energy: 0.5 * energy,
            gradient: r.map(|x| 0.5 * slope * x / distance),
        })
    }

    /// Checks the numbers, and that each of so many types has a charge.
    pub(crate) fn check(&self, types: usize) -> Result<(), Error> {
        let wrong = |name, value, must| Err(Error::Parameter { name, value, must });
        if !(self.inner > 0.0 && self.inner < self.outer && self.outer.is_finite()) {
            return wrong("inner of ZBL", self.inner, "positive and below outer");
        }
        let mut charges = self.pairs.iter().flatten().flatten().flatten();
        if let Some(&z) = charges.find(|z| !(**z >= 0.0 && z.is_finite())) {
            return wrong("Z of ZBL", z, "finite and not negative");
        }
        let count = self.pairs.len();
        if count != types {
            return wrong(
                "the number of Z of ZBL",
                count as f64,
                "that of the system's types",
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_energy_which_ends_smoothly() {
        let zbl = Zbl::new(1.5, 2.4, &[]);
        for r in [0.3, 1.4999, 1.5001, 2.0, 2.39] {
            let at = |r| zbl.pair([74.0, 4.0], r).0;
            let difference = (at(r + 1e-6) - at(r - 1e-6)) / 2e-6;
            let (_, slope) = zbl.pair([74.0, 4.0], r);
            assert!(
                (slope - difference).abs() < 1e-7 * (1.0 + slope.abs()),
                "{r}"
            );
        }
        let (energy, slope) = zbl.pair([74.0, 4.0], 2.4 - 1e-3);
        assert!(
            energy.abs() < 1e-8 && slope.abs() < 1e-4,
            "{energy} {slope}"
        );
    }
}
