//! The repulsion of nuclei at short distances: the universal potential of J. F. Ziegler, J. P. Biersack and U. Littmark,
//! "The Stopping and Range of Ions in Solids" (Pergamon, New York, 1985), as LAMMPS' `pair_style zbl` has it.
//!
//! Two nuclei of charges Zi e and Zj e have the energy Zi Zj e² / (4 pi eps0 r) phi(r / a) + S(r), with the screening
//! length a = 0.46850 Å / (Zi^0.23 + Zj^0.23) and phi a sum of four exponentials. S is a constant up to the inner cutoff.
//! From there on it bends so that energy, force and the force's slope are zero at the outer one.
//!
//! ```
//! # use portax::{Space, View};
//! # use portax_atoms::{NeighborList, zbl::{Zbl, ZblForces}};
//! # fn f(space: &Space, list: &NeighborList<f64>, x: &View<f64, 2>, f: &View<f64, 2>) -> Result<(), Box<dyn std::error::Error>> {
//! let zbl = Zbl::new(4.0, 4.8, &[74.0, 4.0])?; // types 0 and 1 are tungsten and beryllium
//! let forces = ZblForces::new(space, &zbl, &[0, 0, 1])?;
//! f.fill(0.0)?;
//! forces.compute(list, x, f)?; // for lists that reach to zbl.outer() at least
//! # Ok(()) }
//! ```

mod compute;
mod error;

pub use compute::{ComputeZbl, PAIR_ROWS, ZblForces};
pub use error::Error;

/// Charge e² / (4 pi eps0) in eV Å: LAMMPS' value in metal units.
pub const COULOMB: f64 = 14.399645;
/// Unit of screening lengths, Å.
pub const SCREENING_LENGTH: f64 = 0.46850;
/// Power of the charges in a screening length.
pub const SCREENING_POWER: f64 = 0.23;
/// The screening function phi(x): each row (c, d) adds c exp(-d x).
pub const SCREENING: [[f64; 2]; 4] = [
    [0.18175, 3.19980],
    [0.50986, 0.94229],
    [0.28022, 0.40290],
    [0.02817, 0.20162],
];

/// Most types: each pair of them has a column of a table.
pub const MAX_TYPES: usize = 1024;
/// Largest charge, in units of e: what nuclei have, and room for more.
pub const MAX_CHARGE: f64 = 1000.0;

/// The potential: cutoffs, and the charges of the nuclei by type of atom.
#[derive(Clone, Debug, PartialEq)]
pub struct Zbl {
    inner: f64,
    outer: f64,
    types: usize,
    /// Charges of (i, j) at `i * types + j`; none where the pair does not repel.
    charges: Vec<Option<[f64; 2]>>,
}

impl Zbl {
    /// The potential of all pairs of types, of which type i has the charge `charges[i]` (units of e), between the cutoffs
    /// `inner` and `outer` (Å).
    ///
    /// # Errors
    /// [`Error::Cutoffs`] unless 0 < inner <= outer, [`Error::Charge`] for a charge that is no number from 0 to
    /// [`MAX_CHARGE`], [`Error::Types`] for more than [`MAX_TYPES`].
    pub fn new(inner: f64, outer: f64, charges: &[f64]) -> Result<Self, Error> {
        let mut zbl = Self::without_pairs(inner, outer, charges.len())?;
        for (i, &zi) in charges.iter().enumerate() {
            for (j, &zj) in charges.iter().enumerate().skip(i) {
                zbl.set_pair([i, j], [zi, zj])?;
            }
        }
        Ok(zbl)
    }

    /// Between the cutoffs `inner` and `outer` (Å), of so many types, no pair of which repels until
    /// [`set_pair`](Self::set_pair) says so.
    ///
    /// # Errors
    /// [`Error::Cutoffs`], [`Error::Types`].
    pub fn without_pairs(inner: f64, outer: f64, types: usize) -> Result<Self, Error> {
        let ordered = 0.0 < inner && inner <= outer && outer.is_finite();
        if !ordered {
            return Err(Error::Cutoffs { inner, outer });
        }
        if types > MAX_TYPES {
            return Err(Error::Types { types });
        }
        let charges = vec![None; types * types];
        Ok(Self {
            inner,
            outer,
            types,
            charges,
        })
    }

    /// Makes two types repel each other as nuclei of these charges do, in units of e.
    ///
    /// # Errors
    /// [`Error::Type`] for a type that there is not, [`Error::Charge`], [`Error::TwoCharges`] where one type has two.
    pub fn set_pair(&mut self, [i, j]: [usize; 2], [zi, zj]: [f64; 2]) -> Result<(), Error> {
        if let Some(kind) = [i, j].into_iter().find(|&kind| kind >= self.types) {
            let types = self.types;
            return Err(Error::Type { kind, types });
        }
        for (kind, charge) in [(i, zi), (j, zj)] {
            if !(0.0..=MAX_CHARGE).contains(&charge) {
                return Err(Error::Charge { kind, charge });
            }
        }
        if i == j && zi != zj {
            return Err(Error::TwoCharges {
                kind: i,
                charges: [zi, zj],
            });
        }
        self.charges[i * self.types + j] = Some([zi, zj]);
        self.charges[j * self.types + i] = Some([zj, zi]);
        Ok(())
    }

    /// The distance (Å) up to which nothing is added to the screened repulsion but a constant.
    #[must_use]
    pub fn inner(&self) -> f64 {
        self.inner
    }

    /// The distance (Å) from which on there is no repulsion.
    #[must_use]
    pub fn outer(&self) -> f64 {
        self.outer
    }

    /// Number of types.
    #[must_use]
    pub fn types(&self) -> usize {
        self.types
    }

    /// Charges of the nuclei of two types, in units of e; none where they do not repel, or where there is no such type.
    #[must_use]
    pub fn charges(&self, i: usize, j: usize) -> Option<[f64; 2]> {
        let place = (i < self.types && j < self.types).then(|| i * self.types + j);
        place.and_then(|place| self.charges[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        for [inner, outer] in [
            [0.0, 1.0],
            [2.0, 1.0],
            [1.0, f64::INFINITY],
            [f64::NAN, 1.0],
        ] {
            let refused = Zbl::new(inner, outer, &[1.0]);
            assert!(
                matches!(refused, Err(Error::Cutoffs { .. })),
                "{inner} {outer}"
            );
        }
        for charge in [-1.0, f64::NAN, 1e4] {
            let refused = Zbl::new(1.0, 2.0, &[1.0, charge]);
            assert!(
                matches!(refused, Err(Error::Charge { kind: 1, .. })),
                "{charge}"
            );
        }
        let mut zbl = Zbl::without_pairs(1.0, 1.0, 2).unwrap();
        let refused = zbl.set_pair([0, 2], [1.0, 1.0]);
        assert!(matches!(refused, Err(Error::Type { kind: 2, types: 2 })));
        let refused = zbl.set_pair([1, 1], [1.0, 2.0]);
        assert!(matches!(refused, Err(Error::TwoCharges { kind: 1, .. })));
        assert!(matches!(
            Zbl::without_pairs(1.0, 2.0, MAX_TYPES + 1),
            Err(Error::Types { .. })
        ));
    }

    #[test]
    fn pairs_repel_in_both_orders() {
        let mut zbl = Zbl::without_pairs(1.0, 2.0, 3).unwrap();
        zbl.set_pair([2, 0], [74.0, 4.0]).unwrap();
        assert_eq!(zbl.charges(0, 2), Some([4.0, 74.0]));
        assert_eq!(zbl.charges(2, 0), Some([74.0, 4.0]));
        assert_eq!((zbl.charges(0, 0), zbl.charges(3, 0)), (None, None));
        let all = Zbl::new(1.0, 2.0, &[4.0, 74.0]).unwrap();
        assert_eq!(all.charges(1, 0), Some([74.0, 4.0]));
    }
}
