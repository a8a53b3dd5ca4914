//! compute_zi and compute_yi: Clebsch-Gordan products of Ulisttot, kept or summed up to Y.

use portax::layout::Layout;
use portax::{Complex, Functor, IntRow, View, device};

use super::deal::{Dealt, dealt};
use super::sums::add;
use super::tables::{SHARED, ZItem};

/// One value of Z, sum over the rows, of coefficients times sums over the columns: of an atom and of those that are `lanes`, twice
/// `lanes` and so on behind it. They share indices and coefficients, and their sums do not wait for each other.
#[device(unchecked)]
pub fn sum_z<L: Layout, const ATOMS: usize>(
    ulisttot: View<Complex<f64>, 2, L>,
    coupling: View<f64, 1>,
    item: ZItem<Int>,
    atom: Index,
    lanes: usize,
) -> [Complex<f64>; ATOMS] {
    let (j1, j2) = (item.j1j2 / SHARED, item.j1j2 % SHARED);
    let mut z: [Complex<f64>; ATOMS] = [0.0; ATOMS];
    for ib in 0..item.nb {
        let (row1, row2) = (item.u1 + ib * (j1 + 1), item.u2 - ib * (j2 + 1));
        let mut row: [Complex<f64>; ATOMS] = [0.0; ATOMS];
        for ia in 0..item.na {
            let c = coupling[item.ca + ia * j2];
            #[unroll]
            for t in 0..ATOMS {
                let u1 = ulisttot[(atom + comptime!(t * lanes), row1 + ia)];
                let u2 = ulisttot[(atom + comptime!(t * lanes), row2 - ia)];
                row[t] += u1 * u2 * c;
            }
        }
        let c = coupling[item.cb + ib * j2];
        #[unroll]
        for t in 0..ATOMS {
            z[t] += row[t] * c;
        }
    }
    z
}

/// All Z of each atom.
#[derive(Functor)]
pub struct ComputeZi<L: Layout> {
    /// The weighted sums of U, all rows, `[slots, values]`.
    pub ulisttot: View<Complex<f64>, 2, L>,
    /// The values of Z, see [`ZItem`].
    pub items: View<IntRow<8>, 1>,
    /// Clebsch-Gordan coefficients.
    pub coupling: View<f64, 1>,
    /// Z, `[slots, values]`.
    pub zlist: View<Complex<f64>, 2, L>,
    /// The values of an atom.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<L: Layout> ComputeZi<L> {
    fn item(&self, atom: Index, n: Int) {
        let item = ZItem::of(self.items[n]);
        let z = sum_z::<L, 1>(self.ulisttot, self.coupling, item, atom, self.deal.lanes);
        self.zlist[(atom, n)] = z[0];
    }
}

dealt! { [L: Layout] ComputeZi<L>, compute_zi }

/// Y of each atom, with dE = sum Re(conj(Y) dU): every Z times what it counts for, `ATOMS` vectors of atoms at once.
#[derive(Functor)]
pub struct ComputeYi<U: Layout, L: Layout, const ATOMS: usize> {
    /// The weighted sums of U, all rows, `[slots, values]`, 0 of atoms that are not there.
    pub ulisttot: View<Complex<f64>, 2, U>,
    /// The values of Z, see [`ZItem`].
    pub items: View<IntRow<8>, 1>,
    /// Clebsch-Gordan coefficients.
    pub coupling: View<f64, 1>,
    /// What each value counts for.
    pub factors: View<f64, 1>,
    /// Y, half the rows, `[slots, values]`, 0 before.
    pub ylist: View<Complex<f64>, 2, L>,
    /// The values of Z of an atom.
    pub deal: Dealt,
    /// 1 where the values of one atom have different threads.
    #[comptime]
    pub atomic: usize,
}

#[device(unchecked)]
impl<U: Layout, L: Layout, const ATOMS: usize> ComputeYi<U, L, ATOMS> {
    fn item(&self, atom: Index, n: Int) {
        let (item, lanes) = (ZItem::of(self.items[n]), self.deal.lanes);
        let z = sum_z::<U, ATOMS>(self.ulisttot, self.coupling, item, atom, lanes);
        let factor = self.factors[n];
        #[unroll]
        for t in 0..ATOMS {
            let to = atom + comptime!(t * self.deal.lanes);
            add::<L>(self.ylist, to, item.out, z[t] * factor, self.atomic);
        }
    }
}

dealt! { [U: Layout, L: Layout, const ATOMS: usize] ComputeYi<U, L, ATOMS>, compute_yi }
