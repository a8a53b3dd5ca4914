//! Bispectrum components B and the adjoint Y of the energy.

use crate::Params;
use crate::clebsch_gordan::ClebschGordan;
use crate::complex::Complex;
use crate::wigner::{Planes, mirrored};

/// Indices j1, j2, j (doubled integers) of one bispectrum component, j >= j1 >= j2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    /// The middle one.
    pub j1: usize,
    /// The smallest one.
    pub j2: usize,
    /// The largest one.
    pub j: usize,
}

/// The components of a `twojmax` in LAMMPS' order.
pub fn triples(twojmax: usize) -> impl Iterator<Item = Triple> {
    let pairs = (0..=twojmax).flat_map(|j1| (0..=j1).map(move |j2| (j1, j2)));
    pairs.flat_map(move |(j1, j2)| {
        let allowed = (j1 - j2..=twojmax.min(j1 + j2)).step_by(2);
        allowed
            .filter(move |&j| j >= j1)
            .map(move |j| Triple { j1, j2, j })
    })
}

/// Tables of a potential, independent of atoms.
pub(crate) struct Bispectrum {
    params: Params,
    triples: Vec<Triple>,
    cg: ClebschGordan,
}

/// A component of several densities: their numbers, in the order of `j1`, `j2`, `j`.
type Component = ([usize; 3], Triple);

impl Bispectrum {
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            triples: triples(params.twojmax).collect(),
            cg: ClebschGordan::new(params.twojmax),
        }
    }

    /// The components of so many densities in LAMMPS' order: the last density fastest, then the triples.
    fn order(&self, densities: usize) -> impl Iterator<Item = Component> {
        let all = (0..densities.pow(3)).map(move |e| {
            [
                e / densities.pow(2),
                e / densities % densities,
                e % densities,
            ]
        });
        all.flat_map(|e| self.triples.iter().map(move |&triple| (e, triple)))
    }

    /// B(j1, j2, j) = Σ Re conj(U_j) Z(j1, j2, j) of every component, in LAMMPS' order, less that of an isolated atom of
    /// element `own` with `bzeroflag`.
    pub fn components(&self, u: &[Planes], own: usize) -> Vec<f64> {
        let component = |(e, triple): Component| {
            let Triple { j1, j2, j } = triple;
            let z = self.z([&u[e[0]], &u[e[1]]], j1, j2, j);
            let rows = (0..=j).flat_map(|mb| u[e[2]].row(j, mb));
            let sum: f64 = rows.zip(&z).map(|(x, &y)| x.dot(y)).sum();
            let is_isolated = self.params.wselfallflag || e == [own; 3] || u.len() == 1;
            let isolated = match self.params.bzeroflag && is_isolated {
                true => (j + 1) as f64,
                false => 0.0,
            };
            (sum - isolated) * self.norm(j)
        };
        self.order(u.len()).map(component).collect()
    }

    /// Y of each density with dE = Σ Re conj(Y) dU for dE = Σ beta dB.
    ///
    /// dB(j1, j2, j) has three terms, one for each of the three U: in the second and third the
    /// coupling is turned around, which costs the factor (j+1)/(j1+1) or (j+1)/(j2+1).
    pub fn adjoint(&self, u: &[Planes], beta: &[f64]) -> Vec<Planes> {
        let mut y = vec![Planes::zero(self.params.twojmax); u.len()];
        for ((e, triple), &beta) in self.order(u.len()).zip(beta) {
            let Triple { j1, j2, j } = triple;
            let beta = beta * self.norm(j);
            let (first, second, last) = ((j1, e[0]), (j2, e[1]), (j, e[2]));
            for (a, b, out) in [
                (first, second, last),
                (last, second, first),
                (last, first, second),
            ] {
                let factor = beta * (j + 1) as f64 / (out.0 + 1) as f64;
                let z = self.z([&u[a.1], &u[b.1]], a.0, b.0, out.0);
                for (mb, row) in z.chunks(out.0 + 1).enumerate() {
                    let sums = y[out.1].row_mut(out.0, mb).iter_mut();
                    sums.zip(row)
                        .for_each(|(sum, &value)| *sum += factor * value);
                }
            }
        }
        y
    }

    /// 1, or 1/(2j+1) (undoubled) with bnormflag.
    fn norm(&self, j: usize) -> f64 {
        if self.params.bnormflag {
            1.0 / (j + 1) as f64
        } else {
            1.0
        }
    }

    /// Z(j1, j2, j)[mb, ma] = Σ ⟨mb1 mb2|mb⟩ ⟨ma1 ma2|ma⟩ U_j1[mb1, ma1] U_j2[mb2, ma2], j1 >= j2, the two U of any
    /// densities, all rows; the lower half from the same symmetry that U has.
    fn z(&self, u: [&Planes; 2], j1: usize, j2: usize, j: usize) -> Vec<Complex> {
        let size = j + 1;
        let mut z = vec![Complex::default(); size * size];
        for mb in 0..=j / 2 {
            self.z_row(u, (j1, j2, j), mb, &mut z[mb * size..][..size]);
        }
        for mb in j / 2 + 1..=j {
            for ma in 0..=j {
                z[mb * size + ma] = mirrored(mb, ma, z[(j - mb) * size + j - ma]);
            }
        }
        z
    }

    /// One row of Z, added to `out`.
    fn z_row(
        &self,
        u: [&Planes; 2],
        (j1, j2, j): (usize, usize, usize),
        mb: usize,
        out: &mut [Complex],
    ) {
        let cg = self.cg.block(j1, j2, j);
        let excess = (j1 + j2 - j) / 2;
        for (mb1, mb2) in couplings(j1, j2, mb + excess) {
            let (row1, row2) = (u[0].row(j1, mb1), u[1].row(j2, mb2));
            let outer = cg[mb1 * (j2 + 1) + mb2];
            for (ma, sum) in out.iter_mut().enumerate() {
                let terms = couplings(j1, j2, ma + excess);
                let inner = terms.fold(Complex::default(), |inner, (ma1, ma2)| {
                    inner + cg[ma1 * (j2 + 1) + ma2] * (row1[ma1] * row2[ma2])
                });
                *sum += outer * inner;
            }
        }
    }
}

/// All m1 of 0..=j1 and m2 of 0..=j2 with the given sum.
fn couplings(j1: usize, j2: usize, sum: usize) -> impl Iterator<Item = (usize, usize)> {
    (sum.saturating_sub(j2)..=j1.min(sum)).map(move |m1| (m1, sum - m1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn component_counts() {
        for (twojmax, count) in [(0, 1), (1, 2), (3, 8), (6, 30), (8, 55), (14, 204)] {
            assert_eq!(triples(twojmax).count(), count);
        }
    }

    #[test]
    fn an_isolated_atom_has_b_equal_to_2j_plus_1() {
        let params = Params {
            bzeroflag: false,
            ..Params::new(7, 4.0)
        };
        let b = Bispectrum::new(&params).components(&[Planes::identity(7)], 0);
        for (value, triple) in b.iter().zip(triples(7)) {
            assert!(
                (value - (triple.j + 1) as f64).abs() < 1e-13,
                "{triple:?} {value}"
            );
        }
    }
}
