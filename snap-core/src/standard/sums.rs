//! Complex values of atoms: set, added to, copied to another layout.

use portax::layout::Layout;
use portax::{Complex, Float, Functor, IntRow, View, device};

use super::deal::{Dealt, dealt};

/// Adds to a value: by atomics where `atomic` is 1.
#[device(unchecked)]
pub fn add<L: Layout>(
    view: View<Complex<f64>, 2, L>,
    atom: Index,
    n: Int,
    z: Complex<f64>,
    atomic: usize,
) {
    if atomic == 1 {
        view.atomic_add((atom, n), z);
    } else {
        view[(atom, n)] += z;
    }
}

/// Gives all atoms the same values.
#[derive(Functor)]
pub struct Reset<L: Layout> {
    /// The values, `[slots, values]`.
    pub values: View<Complex<f64>, 2, L>,
    /// What they become, real.
    pub initial: View<f64, 1>,
    /// The values of an atom.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<L: Layout> Reset<L> {
    fn item(&self, atom: Index, n: Int) {
        let mut z: Complex<f64> = 0.0;
        z.re = self.initial[n];
        self.values[(atom, n)] = z;
    }
}

dealt! { [L: Layout] Reset<L>, reset }

/// Copies all values to another layout, and those that follow by symmetry with them.
#[derive(Functor)]
pub struct Transpose<T: Float, F: Layout, L: Layout> {
    /// The sources, `[slots, values]`.
    pub from: View<Complex<T>, 2, F>,
    /// For each value its source, and the signs of its parts, see `symmetry`.
    pub source: View<IntRow<4>, 1>,
    /// The values, `[slots, values]`.
    pub to: View<Complex<T>, 2, L>,
    /// The values of an atom.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<T: Float, F: Layout, L: Layout> Transpose<T, F, L> {
    fn item(&self, atom: Index, n: Int) {
        let row = self.source[n];
        let z = self.from[(atom, row[0])];
        self.to[(atom, n)] = Complex {
            re: z.re * (row[1] as T),
            im: z.im * (row[2] as T),
        };
    }
}

dealt! { [T: Float, F: Layout, L: Layout] Transpose<T, F, L>, transpose }

/// Sums U over the neighbours: a step of its own where compute_ui keeps U and no more.
#[derive(Functor)]
pub struct SumUi<T: Float, U: Layout> {
    /// U, `[slots, neighbours, values]`.
    pub ulist: View<Complex<T>, 3, U>,
    /// What U of each pair is multiplied with, `[slots, neighbours]`.
    pub weight: View<T, 2>,
    /// The sums, `[slots, values]`.
    pub ulisttot: View<Complex<T>, 2>,
    /// The values of an atom.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<T: Float, U: Layout> SumUi<T, U> {
    fn item(&self, atom: Index, n: Int) {
        let mut sum: Complex<T> = 0.0;
        for k in 0..self.weight.extent(1) {
            sum += self.ulist[(atom, k, n)] * self.weight[(atom, k)];
        }
        self.ulisttot[(atom, n)] = sum;
    }
}

dealt! { [T: Float, U: Layout] SumUi<T, U>, sum_ui }
