//! compute_zi and compute_yi: Clebsch-Gordan products of Ulisttot, kept or summed up to Y.

use portax::layout::Layout;
use portax::{Complex, Functor, View, device};

use super::deal::{Dealt, dealt};
use super::sums::add;
use super::tables::{SHARED, ZItem};

/// One value of Z: sum over the rows, of coefficients times sums over the columns.
#[device(unchecked)]
pub fn sum_z<L: Layout>(
    ulisttot: View<Complex<f64>, 2, L>,
    coupling: View<f64, 1>,
    item: ZItem<Int>,
    atom: Index,
) -> Complex<f64> {
    let (j1, j2) = (item.j1j2 / SHARED, item.j1j2 % SHARED);
    let mut z: Complex<f64> = 0.0;
    for ib in 0..item.nb {
        let (row1, row2) = (item.u1 + ib * (j1 + 1), item.u2 - ib * (j2 + 1));
        let mut row: Complex<f64> = 0.0;
        for ia in 0..item.na {
            let u1 = ulisttot[(atom, row1 + ia)];
            let u2 = ulisttot[(atom, row2 - ia)];
            row += u1 * u2 * coupling[item.ca + ia * j2];
        }
        z += row * coupling[item.cb + ib * j2];
    }
    z
}

/// All Z of each atom.
#[derive(Functor)]
pub struct ComputeZi<L: Layout> {
    /// The weighted sums of U, all rows, `[slots, values]`.
    pub ulisttot: View<Complex<f64>, 2, L>,
    /// The values of Z, see [`ZItem`].
    pub items: View<[i32; 8], 1>,
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
        self.zlist[(atom, n)] = sum_z::<L>(self.ulisttot, self.coupling, item, atom);
    }
}

dealt! { <L> ComputeZi, compute_zi }

/// Y of each atom, with dE = sum Re(conj(Y) dU): every Z times what it counts for.
#[derive(Functor)]
pub struct ComputeYi<U: Layout, L: Layout> {
    /// The weighted sums of U, all rows, `[slots, values]`.
    pub ulisttot: View<Complex<f64>, 2, U>,
    /// The values of Z, see [`ZItem`].
    pub items: View<[i32; 8], 1>,
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
impl<U: Layout, L: Layout> ComputeYi<U, L> {
    fn item(&self, atom: Index, n: Int) {
        let item = ZItem::of(self.items[n]);
        let z = sum_z::<U>(self.ulisttot, self.coupling, item, atom);
        add::<L>(self.ylist, atom, item.out, z * self.factors[n], self.atomic);
    }
}

dealt! { <U, L> ComputeYi, compute_yi }
