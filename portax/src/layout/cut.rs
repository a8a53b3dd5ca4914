//! Parts of mappings, which subviews have.

use super::Mapping;
use std::ops::Range;

/// What a subview takes of one dimension.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Slice {
    /// One index: the dimension is gone
    At(usize),
    /// These indices
    Range(Range<usize>),
}

impl Slice {
    /// Whether it is inside a dimension of so many indices.
    pub(crate) fn is_inside(&self, extent: usize) -> bool {
        match self {
            Slice::At(index) => *index < extent,
            Slice::Range(range) => range.start <= range.end && range.end <= extent,
        }
    }
}

impl<const R: usize> Mapping<R> {
    /// The mapping of a part, in memory of the same start; `N` of the slices are ranges, all are inside the extents. None for
    /// a range of a dimension in tiles: no stride leads from tile to tile.
    pub(crate) fn cut<const N: usize>(&self, slices: &[Slice; R]) -> Option<Mapping<N>> {
        let (mut extents, mut strides, mut kept) = ([0; N], [0; N], 0);
        let mut begin = [0; R];
        for (d, slice) in slices.iter().enumerate() {
            match slice {
                Slice::At(index) => begin[d] = *index,
                Slice::Range(_) if d == 0 && self.tile > 0 => return None,
                Slice::Range(range) => {
                    begin[d] = range.start;
                    (extents[kept], strides[kept]) = (range.len(), self.strides[d]);
                    kept += 1;
                }
            }
        }
        let is_empty = self.is_empty() || extents.contains(&0);
        Some(Mapping {
            extents,
            strides,
            first: match is_empty {
                true => self.first,
                false => self.units(begin),
            },
            tile: 0,
            components: self.components,
            unit: self.unit,
            plane: self.plane,
            span: self.span,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{AoSoA, Layout, LayoutLeft, LayoutRight, LayoutStride, Storage};

    const STORAGE: Storage = Storage {
        natural_width: 4,
        split_complex: true,
    };

    /// Elements `(a, *, b..c)` of a mapping are where those of its part are.
    fn check(mapping: &Mapping<3>, at: usize, range: Range<usize>) {
        let all = 0..mapping.extents[1];
        let slices = [
            Slice::At(at),
            Slice::Range(all),
            Slice::Range(range.clone()),
        ];
        let part = mapping.cut::<2>(&slices).unwrap();
        assert_eq!(part.extents, [mapping.extents[1], range.len()]);
        part.for_each_index(|[j, k]| {
            for c in 0..mapping.components {
                let whole = mapping.offset([at, j, range.start + k], c);
                assert_eq!(part.offset([j, k], c), whole, "{mapping:?} {slices:?}");
            }
        });
        assert!(part.is_unique());
    }

    #[test]
    fn parts_are_where_the_whole_has_them() {
        let extents = [6, 3, 5];
        for components in [1, 2, 4] {
            let strided = LayoutStride::new([40, 10, 2]);
            for mapping in [
                LayoutLeft.mapping(extents, components, STORAGE),
                LayoutRight.mapping(extents, components, STORAGE),
                AoSoA::<4>.mapping(extents, components, STORAGE),
                AoSoA::<0>.mapping(extents, components, STORAGE),
                strided.mapping(extents, components, STORAGE),
            ] {
                let mapping = mapping.unwrap();
                for at in 0..6 {
                    for range in [0..5, 1..4, 4..5, 5..5, 2..2] {
                        check(&mapping, at, range);
                    }
                }
            }
        }
    }

    #[test]
    fn parts_of_parts_begin_where_both_say() {
        let whole = LayoutRight.mapping([7, 9], 1, STORAGE).unwrap();
        let slices = [Slice::Range(2..7), Slice::Range(1..9)];
        let part = whole.cut::<2>(&slices).unwrap();
        let column = part.cut::<1>(&[Slice::Range(1..4), Slice::At(3)]).unwrap();
        assert_eq!((column.extents, column.strides), ([3], [9]));
        assert_eq!(column.offset([2], 0), whole.offset([5, 4], 0));
    }

    #[test]
    fn tiles_are_cut_at_one_index_only() {
        let tiled = AoSoA::<4>.mapping([8, 3], 1, STORAGE).unwrap();
        let all = |n| Slice::Range(0..n);
        assert_eq!(tiled.cut::<2>(&[all(8), all(3)]), None);
        assert_eq!(tiled.cut::<1>(&[Slice::Range(0..4), Slice::At(1)]), None);
        assert!(tiled.cut::<1>(&[Slice::At(5), all(3)]).is_some());
    }

    #[test]
    fn slices_know_whether_they_are_inside() {
        assert!(Slice::At(2).is_inside(3) && !Slice::At(3).is_inside(3));
        assert!(Slice::Range(3..3).is_inside(3) && !Slice::Range(2..4).is_inside(3));
        #[allow(clippy::reversed_empty_ranges)] // what a caller may ask for
        let inverted = Slice::Range(2..1);
        assert!(!inverted.is_inside(3));
    }
}
