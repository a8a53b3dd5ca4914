//! Coefficients that differ between the atoms of an element, as compute_yi reads them.

use portax::{AoSoA, Float, Functor, Result, View, device};

use crate::snap::{Given, list, rounded};
use crate::tables::{CoefficientSums, WTable};

/// What W of an entry is multiplied with. `OF_ATOMS` is 1 where the gradient of the energy by the descriptors depends on the
/// atom, which is quadratic SNAP: W0 of the entry times the atom's coefficient. It is 0 where W has the coefficients in it:
/// nothing.
#[derive(Functor)]
pub struct Beta<T: Float, const OF_ATOMS: usize> {
    /// [`WTable::coefficient`](crate::tables::WTable::coefficient).
    pub coefficient: [View<i32, 1>; OF_ATOMS],
    /// Coefficients, `[batch slots, coefficients]`.
    pub beta: [View<T, 2, AoSoA>; OF_ATOMS],
}

#[device(unchecked)]
impl<T: Float, const OF_ATOMS: usize> Beta<T, OF_ATOMS> {
    /// `w` of entry `at` with the coefficient of an atom of tile `t`.
    pub(crate) fn times(&self, w: Uniform<T>, at: Int, t: Int, lane: Index) -> T {
        let in_w: T = w;
        if OF_ATOMS == 0 {
            in_w
        } else {
            in_w * self.beta[0].tile(t)[(lane, self.coefficient[0][at])]
        }
    }
}

impl<T: Float> Beta<T, 0> {
    /// That of coefficients in W.
    #[must_use]
    pub fn in_w() -> Self {
        Self {
            coefficient: [],
            beta: [],
        }
    }
}

/// The coefficients W of the cubic form on a space.
#[derive(Clone)]
pub(crate) struct FormTable<T: Float> {
    /// W of all elements, one after the other, or W0.
    pub w: View<T, 1>,
    /// Entries of W per element, 0 for W0.
    pub count: i32,
    /// Which coefficient each entry of W0 carries; empty for W.
    coefficient: View<i32, 1>,
}

impl<T: Float> FormTable<T> {
    /// W, or W0 where atoms have coefficients of their own.
    pub fn new(given: &Given<'_>, table: &WTable, sums: &CoefficientSums) -> Result<Self> {
        let (space, potential) = (given.space, given.potential);
        let (w, count, coefficient) = if potential.params().quadraticflag {
            (table.w0.clone(), 0, &table.coefficient[..])
        } else {
            (table.for_elements(sums, potential), table.len(), &[][..])
        };
        Ok(Self {
            w: list(space, "w", &rounded(&w))?,
            count: count as i32,
            coefficient: list(space, "coefficient", coefficient)?,
        })
    }

    /// The coefficients of atoms for the entries of W0.
    pub fn times(&self, beta: &View<T, 2, AoSoA>) -> Beta<T, 1> {
        Beta {
            coefficient: [self.coefficient.clone()],
            beta: [beta.clone()],
        }
    }
}
