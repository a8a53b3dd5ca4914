//! Two stages of `fast` whose V or G may have any layout, dealt out as those of the standard formulation: for studies of layouts.
//! The pipelines of [`Snap`](crate::Snap) have both in tiles, a team a tile; what is computed of an item is the same code.

use portax::layout::Layout;
use portax::{Complex, Float, Functor, IntRow, LayoutLeft, View, device};

use super::deal::{Dealt, dealt};
use crate::descriptors::bispectrum;
use crate::staged::moments_of_item;
use crate::tables::BasisItem;

/// The descriptors from V, as [`ComputeBi`](crate::descriptors::ComputeBi).
#[derive(Functor)]
pub struct ComputeBi<T: Float, L: Layout> {
    /// V, `[slots, values]`.
    pub ulisttot: View<Complex<T>, 2, L>,
    /// [`BispectrumTerms::items`](crate::tables::BispectrumTerms::items).
    pub items: View<IntRow<4>, 1>,
    /// [`BispectrumTerms::w0`](crate::tables::BispectrumTerms::w0).
    pub w0: View<T, 1>,
    /// [`BispectrumTerms::starts`](crate::tables::BispectrumTerms::starts).
    pub starts: View<i32, 1>,
    /// Descriptors, `[slots, descriptors]`.
    pub blist: View<f64, 2>,
    /// The descriptors of an atom.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<T: Float, L: Layout> ComputeBi<T, L> {
    fn item(&self, atom: Index, k: Int) {
        let b = bispectrum(self.ulisttot, self.items, self.w0, self.starts, atom, k);
        self.blist[(atom, k)] = b;
    }
}

dealt! { [T: Float, L: Layout] ComputeBi<T, L>, compute_bi }

/// C from G, as [`GradientToC`](crate::staged::GradientToC).
#[derive(Functor)]
pub struct GradientToC<T: Float, L: Layout> {
    /// G, `[slots, values]`.
    pub ylist: View<Complex<T>, 2, L>,
    /// [`BasisChange::items`](crate::tables::BasisChange::items).
    pub items: View<IntRow<8>, 1>,
    /// [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<T, 1>,
    /// C, `[slots, moments]`.
    pub c: View<T, 2>,
    /// The items of an atom.
    pub deal: Dealt,
    /// Largest N of any weight.
    #[comptime]
    pub shapes: usize,
}

#[device(unchecked)]
impl<T: Float, L: Layout> GradientToC<T, L> {
    fn item(&self, atom: Index, i: Int) {
        let item = BasisItem::of(self.items[i]);
        let n = item.n.at_most(self.shapes);
        #[unroll]
        for N in 1..=8 {
            if n == N {
                moments_of_item::<T, L, LayoutLeft, N>(item, self.ylist, self.t, self.c, atom);
            }
        }
    }
}

dealt! { [T: Float, L: Layout] GradientToC<T, L>, gradient_to_c }
