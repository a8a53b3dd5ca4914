//! Constants of the standard formulation (Thompson et al., J. Comput. Phys. 285, 316 (2015)).

use std::collections::HashMap;

use portax::{IntRow, Result, Space, View};

use super::levels::{FULL, HALF, half};
use crate::SnapPotential;
use crate::params::WSELF;
use crate::snap::{list, rows};
use crate::tables::{MAX_TWOJMAX, bispectrum_order, wigner3j};

/// Edge of the table of roots.
const ROOTS: usize = MAX_TWOJMAX + 1;
/// Terms of dB: one for each of its three U.
pub const TERMS: usize = 3;
/// What j1 is multiplied with where it shares a number with j2.
pub const SHARED: i32 = 32;

/// One value of Z(j1, j2, j), as a row of control data.
#[derive(Clone, Copy)]
pub struct ZItem<I> {
    /// First factor of U_j1, of its first column and row.
    pub u1: I,
    /// First factor of U_j2.
    pub u2: I,
    /// Products of a row.
    pub na: I,
    /// Rows.
    pub nb: I,
    /// First coefficient of the columns.
    pub ca: I,
    /// First coefficient of the rows.
    pub cb: I,
    /// [`SHARED`] j1 + j2.
    pub j1j2: I,
    /// Place of the value among those with half the rows.
    pub out: I,
}

impl<I> ZItem<I> {
    /// The item of a row.
    #[inline(always)]
    pub fn of([u1, u2, na, nb, ca, cb, j1j2, out]: [I; 8]) -> Self {
        Self {
            u1,
            u2,
            na,
            nb,
            ca,
            cb,
            j1j2,
            out,
        }
    }
}

/// The constants on the host.
pub(super) struct HostTables {
    /// See [`Tables::items`].
    pub items: Vec<[i32; 8]>,
    /// See [`Tables::coupling`].
    pub coupling: Vec<f64>,
    /// See [`Tables::factors`].
    pub factors: Vec<f64>,
    /// See [`Tables::terms`].
    pub terms: Vec<[i32; 4]>,
    /// See [`Tables::term_factors`].
    pub term_factors: Vec<f64>,
}

/// The constants on a space.
pub(super) struct Tables {
    /// sqrt(p / q) at (p, q).
    pub root: View<f64, 2>,
    /// A row for each value of Z: j1, j2 <= j1, j, then half the rows. See [`ZItem`].
    pub items: View<IntRow<8>, 1>,
    /// Clebsch-Gordan coefficients, `(j1 + 1) (j2 + 1)` for each (j1, j2, j).
    pub coupling: View<f64, 1>,
    /// What each value of Z counts for in Y.
    pub factors: View<f64, 1>,
    /// Three rows for each descriptor: j of the U that is derived, first value of its Z.
    pub terms: View<IntRow<4>, 1>,
    /// What each of them counts for.
    pub term_factors: View<f64, 1>,
    /// Coefficients of the descriptors.
    pub beta: View<f64, 1>,
    /// U before the first neighbour, all rows.
    pub self_full: View<f64, 1>,
    /// The same, half the rows.
    pub self_half: View<f64, 1>,
    /// Zeros, as many as values with half the rows.
    pub zero_half: View<f64, 1>,
}

impl Tables {
    /// Those of the potential's first element.
    pub fn new(space: &Space, potential: &SnapPotential) -> Result<Self> {
        let twojmax = potential.params().twojmax;
        let host = HostTables::new(potential);
        let roots: Vec<f64> = (0..ROOTS * ROOTS)
            .map(|n| ((n % ROOTS) as f64 / (n / ROOTS).max(1) as f64).sqrt())
            .collect();
        let own_full = (0..=twojmax).flat_map(|j| identity(j, j + 1));
        let own_half = (0..=twojmax).flat_map(|j| identity(j, j / 2 + 1));
        Ok(Self {
            root: View::from_slice(space, "root", [ROOTS, ROOTS], &roots)?,
            items: rows(space, "z_items", &host.items)?,
            coupling: list(space, "coupling", &host.coupling)?,
            factors: list(space, "z_factors", &host.factors)?,
            terms: rows(space, "terms", &host.terms)?,
            term_factors: list(space, "term_factors", &host.term_factors)?,
            beta: list(space, "beta", potential.beta(0))?,
            self_full: list(space, "self_full", &own_full.collect::<Vec<_>>())?,
            self_half: list(space, "self_half", &own_half.collect::<Vec<_>>())?,
            zero_half: list(space, "zero_half", &vec![0.0; half(twojmax)])?,
        })
    }
}

/// The first rows of wself times the unit matrix of j.
fn identity(j: usize, rows: usize) -> impl Iterator<Item = f64> {
    let places = (0..rows).flat_map(move |mb| (0..=j).map(move |ma| mb == ma));
    places.map(|diagonal| if diagonal { WSELF } else { 0.0 })
}

/// All (j1, j2, j) that couple, j1 >= j2.
fn coupled(twojmax: usize) -> impl Iterator<Item = [usize; 3]> {
    let pairs = (0..=twojmax).flat_map(|j1| (0..=j1).map(move |j2| (j1, j2)));
    pairs.flat_map(move |(j1, j2)| {
        let js = (j1 - j2..=twojmax.min(j1 + j2)).step_by(2);
        js.map(move |j| [j1, j2, j])
    })
}

/// <j1 m1 j2 m2 | j m1 + m2>, projections counted from 0.
fn clebsch_gordan([j1, j2, j]: [usize; 3], m1: usize, m2: usize) -> f64 {
    let p1 = 2 * m1 as i32 - j1 as i32;
    let p2 = 2 * m2 as i32 - j2 as i32;
    let p = p1 + p2;
    let sign = match (j1 as i32 - j2 as i32 + p) / 2 % 2 {
        0 => 1.0,
        _ => -1.0,
    };
    sign * ((j + 1) as f64).sqrt() * wigner3j([j1, j2, j], [p1, p2, -p])
}

/// The products whose projections add up to that of column (or row) `m` of j: how many, and of the first m1 and m2.
fn couplings([j1, j2, j]: [usize; 3], m: usize) -> [usize; 3] {
    let sum = m + (j1 + j2 - j) / 2;
    let first = sum.saturating_sub(j2);
    [j1.min(sum) - first + 1, first, sum - first]
}

/// The descriptor that Z(j1, j2, j) belongs to, and how many times it stands in the sum over all of them.
fn descriptor([j1, j2, j]: [usize; 3]) -> ([usize; 3], f64) {
    if j >= j1 {
        let times = match (j1 == j, j2 == j) {
            (true, true) => 3.0,
            (true, false) => 2.0,
            _ => 1.0,
        };
        ([j1, j2, j], times)
    } else if j >= j2 {
        ([j, j2, j1], if j2 == j { 2.0 } else { 1.0 })
    } else {
        ([j2, j, j1], 1.0)
    }
}

impl HostTables {
    /// Those of the potential's first element.
    pub fn new(potential: &SnapPotential) -> Self {
        let (twojmax, beta) = (potential.params().twojmax, potential.beta(0));
        let norm = |j: usize| match potential.params().bnormflag {
            true => 1.0 / (j + 1) as f64,
            false => 1.0,
        };
        let order = bispectrum_order(twojmax);
        let number: HashMap<_, _> = order.iter().zip(beta).collect();
        let mut tables = Self {
            items: vec![],
            coupling: vec![],
            factors: vec![],
            terms: vec![],
            term_factors: vec![],
        };
        let mut first_of = HashMap::new();
        for triple in coupled(twojmax) {
            first_of.insert(triple, tables.items.len() as i32);
            let (of, times) = descriptor(triple);
            let turned = (of[2] + 1) as f64 / (triple[2] + 1) as f64;
            let factor = times * number[&of] * norm(of[2]) * turned;
            tables.add_items(triple, factor);
        }
        for &[j1, j2, j] in &order {
            for [a, b, out] in [[j1, j2, j], [j, j2, j1], [j, j1, j2]] {
                tables
                    .terms
                    .push([out as i32, first_of[&[a, b, out]], 0, 0]);
                let turned = (j + 1) as f64 / (out + 1) as f64;
                tables.term_factors.push(turned * norm(j));
            }
        }
        tables
    }

    /// The values of one Z.
    fn add_items(&mut self, triple: [usize; 3], factor: f64) {
        let [j1, j2, j] = triple;
        let block = self.coupling.len();
        let all = (0..=j1).flat_map(|m1| (0..=j2).map(move |m2| (m1, m2)));
        self.coupling
            .extend(all.map(|(m1, m2)| clebsch_gordan(triple, m1, m2)));
        for mb in 0..=j / 2 {
            for ma in 0..=j {
                let ([na, a1, a2], [nb, b1, b2]) = (couplings(triple, ma), couplings(triple, mb));
                let coefficient = |m1: usize, m2: usize| (block + m1 * (j2 + 1) + m2) as i32;
                let value = |j: usize, mb: usize, ma: usize| (mb * (j + 1) + ma) as i32;
                self.items.push([
                    FULL[j1] + value(j1, b1, a1),
                    FULL[j2] + value(j2, b2, a2),
                    na as i32,
                    nb as i32,
                    coefficient(a1, a2),
                    coefficient(b1, b2),
                    SHARED * j1 as i32 + j2 as i32,
                    HALF[j] + value(j, mb, ma),
                ]);
                self.factors.push(factor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clebsch_gordan_coefficients_have_known_values() {
        let half = 0.5_f64.sqrt();
        assert!((clebsch_gordan([1, 1, 2], 1, 0) - half).abs() < 1e-15);
        assert!((clebsch_gordan([1, 1, 0], 1, 0) - half).abs() < 1e-15);
        assert!((clebsch_gordan([1, 1, 0], 0, 1) + half).abs() < 1e-15);
    }

    #[test]
    fn every_descriptor_is_found_from_its_three_places() {
        // B(j1, j2, j) is cubic: its places in Y, each as often as it counts, are three.
        let mut places = HashMap::new();
        for triple in coupled(6) {
            let (of, times) = descriptor(triple);
            *places.entry(of).or_insert(0.0) += times;
        }
        assert_eq!(places.len(), bispectrum_order(6).len());
        assert!(places.values().all(|&n| n == 3.0), "{places:?}");
    }
}
