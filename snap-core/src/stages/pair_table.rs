//! Constants of element pairs for the pair stages.

use std::f64::consts::PI;

use crate::SnapPotential;

/// Row of the squared cutoff.
pub const CUTOFF_SQUARED: usize = 0;
/// Row of dtheta/dr = rfac0 pi / (rcut - rmin0).
pub const KAPPA: usize = 1;
/// Row of pi / (rcut - rmin0), the slope of the outer switch's angle.
pub const SWITCH_KAPPA: usize = 2;
/// Row of the neighbour's weight.
pub const WEIGHT: usize = 3;
/// Row of sinner.
pub const INNER_CENTRE: usize = 4;
/// Row of pi / (2 dinner), the slope of the inner switch's angle.
pub const INNER_KAPPA: usize = 5;
/// Number of rows.
pub const PAIR_TABLE_ROWS: usize = 6;

/// Which switching functions a potential has, 1 or 0 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairFlags {
    /// Towards the cutoff.
    pub switch: usize,
    /// Towards short distances.
    pub inner: usize,
}

impl PairFlags {
    /// Those of a potential.
    #[must_use]
    pub fn of(potential: &SnapPotential) -> Self {
        let params = potential.params();
        Self {
            switch: usize::from(params.switchflag),
            inner: usize::from(params.switchinnerflag),
        }
    }
}

/// The constants, `[PAIR_TABLE_ROWS, elements * elements]`, first index fastest; pair (central i, neighbour k) is column
/// `i * elements + k`.
#[must_use]
pub fn pair_table(potential: &SnapPotential) -> Vec<f64> {
    let (params, count) = (potential.params(), potential.elements().len());
    let pairs = (0..count).flat_map(|i| (0..count).map(move |k| (i, k)));
    pairs
        .flat_map(|(i, k)| {
            let pair = potential.pair(i, k);
            let slope = PI / (pair.rcut - params.rmin0);
            let inner = if params.switchinnerflag {
                0.5 * PI / pair.dinner
            } else {
                0.0
            };
            [
                pair.rcut * pair.rcut,
                params.rfac0 * slope,
                slope,
                pair.weight,
                pair.sinner,
                inner,
            ]
        })
        .collect()
}
