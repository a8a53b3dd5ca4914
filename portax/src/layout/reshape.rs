//! The same elements under other extents.

use super::{Mapping, Order, strides};

impl<const R: usize> Mapping<R> {
    /// The mapping of the same elements under other extents, as many as these, by strides that run through them in memory's
    /// order; none where there are gaps between them or tiles.
    pub(crate) fn reshaped<const N: usize>(&self, extents: [usize; N]) -> Option<Mapping<N>> {
        let order = [Order::Left, Order::Right]
            .into_iter()
            .find(|&order| self.is_dense(order))?;
        Some(Mapping {
            extents,
            strides: strides(order, extents, 1, 1).strides,
            first: self.first,
            tile: 0,
            components: self.components,
            unit: self.unit,
            plane: self.plane,
            span: self.span,
        })
    }

    /// Are the units one after the other in this order?
    fn is_dense(&self, order: Order) -> bool {
        let dense = strides(order, self.extents, 1, 1).strides;
        let fits = |d: usize| self.extents[d] <= 1 || self.strides[d] == dense[d];
        self.tile == 0 && (self.is_empty() || (0..R).all(fits))
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::{AoSoA, Layout, LayoutLeft, LayoutRight, LayoutStride, Slice, Storage};

    const STORAGE: Storage = Storage {
        natural_width: 4,
        split_complex: true,
    };

    #[test]
    fn elements_without_gaps_keep_their_order_in_memory() {
        let left = LayoutLeft.mapping([4, 3], 1, STORAGE).unwrap();
        assert_eq!(left.reshaped([2, 6]).unwrap().strides, [1, 2]);
        let right = LayoutRight.mapping([4, 3], 1, STORAGE).unwrap();
        assert_eq!(right.reshaped([2, 6]).unwrap().strides, [6, 1]);
        assert_eq!(right.reshaped([12]).unwrap().strides, [1]);
        let rows = [Slice::Range(1..3), Slice::Range(0..3)];
        let part = right.cut::<2>(&rows).unwrap();
        let line = part.reshaped([6]).unwrap();
        assert_eq!((line.first, line.strides), (3, [1]));
        assert_eq!(line.offset([5], 0), part.offset([1, 2], 0));
    }

    #[test]
    fn gaps_and_tiles_have_no_other_extents() {
        let rows = LayoutStride::new([5, 1]).mapping([4, 3], 1, STORAGE);
        assert_eq!(rows.unwrap().reshaped([12]), None);
        let every_other = LayoutStride::new([2]).mapping([6], 1, STORAGE);
        assert_eq!(every_other.unwrap().reshaped([2, 3]), None);
        let split = LayoutLeft.mapping([4, 3], 2, STORAGE).unwrap();
        assert_eq!(split.reshaped([12]), None);
        let tiled = AoSoA::<4>.mapping([8, 3], 1, STORAGE).unwrap();
        assert_eq!(tiled.reshaped([24]), None);
        let one = LayoutStride::new([7, 9]).mapping([1, 1], 1, STORAGE);
        assert!(one.unwrap().reshaped([1, 1, 1]).is_some());
        let none = LayoutStride::new([7, 9]).mapping([4, 0], 1, STORAGE);
        assert!(none.unwrap().reshaped([0]).is_some());
    }
}
