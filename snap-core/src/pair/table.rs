//! Constants of element pairs for the pair stages.

use std::f64::consts::PI;

use portax::{Float, Result, View};

use crate::coefficients::{PairParams, SnapPotential};
use crate::snap::{Centres, Given, rounded};

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

/// The constants, `[PAIR_TABLE_ROWS, kinds * kinds]`, first index fastest; pair (central i, neighbour k) is column
/// `i * kinds + k`. Kinds behind the elements are no neighbours: their cutoffs are zero.
#[must_use]
pub fn pair_table(potential: &SnapPotential, kinds: usize) -> Vec<f64> {
    table_of(potential, kinds, |i, k| potential.pair(i, k))
}

/// The constants of pairs (central i, neighbour k) with these parameters.
fn table_of(
    potential: &SnapPotential,
    kinds: usize,
    pair: impl Fn(usize, usize) -> PairParams,
) -> Vec<f64> {
    let (params, count) = (potential.params(), potential.elements().len());
    let pairs = (0..kinds).flat_map(|i| (0..kinds).map(move |k| (i, k)));
    pairs
        .flat_map(|(i, k)| {
            if i.max(k) >= count {
                return [0.0; PAIR_TABLE_ROWS];
            }
            let pair = pair(i, k);
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

/// The constants on a space.
#[derive(Clone)]
pub(crate) struct PairTable<T: Float> {
    /// [`pair_table`].
    pub pair: View<T, 2>,
    /// Distance where theta is 0.
    pub rmin0: T,
    /// Which switching functions there are.
    pub flags: PairFlags,
    /// Kinds of atoms, see [`Atoms`](crate::snap::Atoms).
    pub nelements: usize,
}

impl<T: Float> PairTable<T> {
    /// Those of a potential that is supported.
    pub fn new(given: &Given<'_>) -> Result<Self> {
        Self::of(given, &pair_table(given.potential, given.atoms.kinds))
    }

    /// Those of points that stand for atoms of an element: cutoffs depend on the neighbour alone, and nothing fades out towards
    /// short distances, as in LAMMPS' compute sna/grid.
    pub fn of_points(given: &Given<'_>, element: usize) -> Result<Self> {
        let potential = given.potential;
        let pair = |_, k| PairParams {
            rcut: potential.rcut(k, k),
            ..potential.pair(element, k)
        };
        let mut table = Self::of(given, &table_of(potential, given.atoms.kinds, pair))?;
        table.flags.inner = 0;
        Ok(table)
    }

    fn of(given: &Given<'_>, table: &[f64]) -> Result<Self> {
        let potential = given.potential;
        let nelements = given.atoms.kinds;
        let extents = [PAIR_TABLE_ROWS, nelements * nelements];
        let table = rounded(table);
        Ok(Self {
            pair: View::from_slice(given.space, "pair", extents, &table)?,
            rmin0: T::from_f64(potential.params().rmin0),
            flags: PairFlags::of(potential),
            nelements,
        })
    }
}

/// What both pipelines keep of the pairs within the cutoff, from the first stage to the forces.
///
/// Pair n of a slot has the number that entry n of its list has
/// ([`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry)); its neighbour stands later in the list
/// where entries before are beyond the cutoff.
pub(crate) struct NearPairs {
    /// Number of the pair of each list entry, -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// Pair of elements of each pair, where there are several elements
    kind: Option<View<i32, 1>>,
}

impl NearPairs {
    /// Room for all list entries.
    pub fn new(given: &Given<'_>, centres: &Centres) -> Result<Self> {
        let (space, entries) = (given.space, centres.entries());
        let kinds = || View::new(space, "kind", [centres.pairs(given.densities())]);
        let has_kinds = given.atoms.kinds > 1;
        let place = View::new(space, "place", [entries])?;
        if centres.count.len() > centres.ntiles() * given.width() {
            // Slots without a tile: no stage gives their entries pairs.
            place.fill(-1)?;
        }
        Ok(Self {
            place,
            kind: has_kinds.then(kinds).transpose()?,
        })
    }

    /// Pair of elements of each pair. Kernels for one element leave it alone, so another view stands for it there.
    pub fn kind(&self) -> &View<i32, 1> {
        self.kind.as_ref().unwrap_or(&self.place)
    }

    /// Bytes.
    pub fn bytes(&self) -> usize {
        self.place.bytes() + self.kind.as_ref().map_or(0, View::bytes)
    }
}
