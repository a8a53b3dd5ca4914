//! Layouts: mappings from indices to memory, as `mdspan` has them.
//!
//! A layout fixes, at compile time, which index is contiguous; [`Mapping`] is the run-time side: extents, strides, tiles
//! and the place of complex parts. Strides count *units*: whole elements where their scalars lie side by side, scalars
//! where a complex number is split into two planes.
//!
//! Elements that are structs (`#[derive(Element)]`) or arrays lie as the layout says, scalar by scalar; the kernel is the same:
//!
//! | layout | a view of them is |
//! |---|---|
//! | [`LayoutLeft`], [`LayoutRight`], [`LayoutStride`] | a structure of arrays: a plane for each scalar, one after the other, each at a multiple of 64 bytes |
//! | [`AoSoA`] | tiles, in each `W` of the first scalar, `W` of the second and so on |
//! | [`Interleaved`] | an array of structures: the scalars of an element side by side, as `#[repr(C)]` has them |

mod aosoa;
mod cut;
mod interleaved;
mod left;
mod parts;
mod reshape;
mod right;
mod stride;
mod strides;

pub use aosoa::{AoSoA, InTile};
pub(crate) use cut::Slice;
pub use interleaved::Interleaved;
pub use left::LayoutLeft;
pub use parts::Placement;
pub(crate) use parts::{Place, Scalars, Struct, of_structs};
#[doc(hidden)]
pub use parts::{aligned, behind};
pub use right::LayoutRight;
pub use stride::LayoutStride;
pub(crate) use strides::{Count, strides};

/// Which index is contiguous.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// The first
    Left,
    /// The last
    Right,
    /// The first, in tiles of this width; 0: the space's natural width
    Tiled(usize),
    /// None known at compile time
    Strided,
}

/// What a space fixes about storage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Storage {
    /// Width of `AoSoA` without argument.
    pub natural_width: usize,
    /// Complex numbers lie in two planes next to the contiguous index instead of side by side.
    pub split_complex: bool,
}

mod sealed {
    /// Where elements lie is what accesses are proven by: layouts are those of this module.
    pub trait Sealed {
        /// The layout of one scalar of elements that are structs, among those of all.
        type OfPart: super::Layout;
    }
}

impl Order {
    /// The `k`th dimension from the fastest on, of `rank`.
    #[inline(always)]
    pub(crate) const fn dimension(self, k: usize, rank: usize) -> usize {
        match self {
            Order::Right => rank - 1 - k,
            Order::Left | Order::Tiled(_) | Order::Strided => k,
        }
    }

    /// The extent of the contiguous dimension; none where there is no dimension.
    pub(crate) fn contiguous(self, extents: &[usize]) -> Option<usize> {
        match extents.len() {
            0 => None,
            rank => Some(extents[self.dimension(0, rank)]),
        }
    }
}

/// A layout: a type that makes mappings.
pub trait Layout:
    sealed::Sealed + Copy + Default + std::fmt::Debug + PartialEq + Send + Sync + 'static
{
    /// Which index is contiguous.
    const ORDER: Order;
    /// Where the scalars of elements lie that are structs.
    const PLACEMENT: Placement = Placement::Planes;

    /// Its name as it is written in Rust, `AoSoA<8>`.
    fn name() -> String;

    /// The layout, as it is without gaps where it has parameters.
    #[doc(hidden)]
    fn of_extents<const R: usize>(_extents: [usize; R]) -> Self {
        Self::default()
    }

    /// The mapping of these extents; `components` scalars an element, `storage` as the space has it. None where sizes
    /// exceed the address space.
    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Option<Mapping<R>> {
        dense(Self::ORDER, extents, components, storage)
    }
}

/// Where elements lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mapping<const R: usize> {
    /// Extents.
    pub extents: [usize; R],
    /// Units between neighbours in each dimension; of tiled layouts, the first is the distance of tiles.
    pub strides: [usize; R],
    /// Units of the memory before element (0, 0, ...): none but in subviews.
    pub first: usize,
    /// Width of tiles of the first dimension, 0: not tiled. Structs side by side are tiles of one.
    pub tile: usize,
    /// Scalars an element has.
    pub components: usize,
    /// Scalars a unit has: `components`, or 1 where complex numbers are split.
    pub unit: usize,
    /// Scalars from one component to the next; of structs in planes, from one plane to the next of their type.
    pub plane: usize,
    /// Scalars from the first to the last, inclusive: the size to allocate. Of structs, bytes; of subviews, those of the
    /// whole.
    pub span: usize,
}

impl<const R: usize> Mapping<R> {
    /// Offset of component `c` of an element, in scalars. Structs are not of one type of scalar, and have no such offset.
    pub fn offset(&self, index: [usize; R], c: usize) -> usize {
        self.units(index) * self.unit + c * self.plane
    }

    /// Units of the memory before an element.
    pub(crate) fn units(&self, index: [usize; R]) -> usize {
        let mut units = self.first;
        for d in 0..R {
            units += match (d, self.tile) {
                (0, w) if w > 0 => index[0] / w * self.strides[0] + index[0] % w,
                _ => index[d] * self.strides[d],
            };
        }
        units
    }

    /// Of a struct: the tile that it is in, 0 in planes, and its number there.
    pub(crate) fn tile_of(&self, index: [usize; R]) -> (usize, usize) {
        let others = |from: usize| (from..R).map(|d| index[d] * self.strides[d]).sum::<usize>();
        match self.tile {
            w if w > 0 && R > 0 => (index[0] / w * self.strides[0] + others(1), index[0] % w),
            _ => (0, self.first + others(0)),
        }
    }

    /// Number of elements; saturates where strides of 0 make more of them than there is memory.
    pub fn len(&self) -> usize {
        self.extents.iter().fold(1, |n, &e| n.saturating_mul(e))
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.extents.contains(&0)
    }

    /// Whether different indices always give different places. By sorting strides: each must step over the extent below.
    pub fn is_unique(&self) -> bool {
        if self.tile > 0 || self.is_empty() {
            return true;
        }
        let mut dims: Vec<(usize, usize)> = (0..R)
            .filter(|&d| self.extents[d] > 1)
            .map(|d| (self.strides[d], self.extents[d]))
            .collect();
        dims.sort_unstable();
        let mut covered = 1;
        for (stride, extent) in dims {
            if stride < covered {
                return false;
            }
            covered = stride.saturating_mul(extent);
        }
        true
    }

    /// Whether the elements lie one after the other, the first index fastest, the scalars of each side by side.
    pub(crate) fn is_dense_left(&self) -> bool {
        let mut stride = 1;
        let dense = (0..R).all(|d| {
            let fits = self.strides[d] == stride || self.extents[d] <= 1;
            stride = stride.saturating_mul(self.extents[d]);
            fits
        });
        dense && self.tile == 0 && self.unit == self.components
    }

    /// Whether the index is inside the extents.
    pub(crate) fn contains(&self, index: [usize; R]) -> bool {
        (0..R).all(|d| index[d] < self.extents[d])
    }

    /// Calls `f` with every index, the first fastest.
    pub fn for_each_index(&self, mut f: impl FnMut([usize; R])) {
        let mut index = [0; R];
        for _ in 0..self.len() {
            f(index);
            for (i, &extent) in index.iter_mut().zip(&self.extents) {
                *i += 1;
                if *i < extent {
                    break;
                }
                *i = 0;
            }
        }
    }
}

/// How the scalars of an element lie: (scalars a unit, planes).
fn unit_and_split(components: usize, storage: Storage) -> (usize, bool) {
    let split = storage.split_complex && components == 2;
    (if split { 1 } else { components }, split)
}

/// The mapping without gaps, or in tiles.
fn dense<const R: usize>(
    order: Order,
    extents: [usize; R],
    components: usize,
    storage: Storage,
) -> Option<Mapping<R>> {
    let (unit, split) = unit_and_split(components, storage);
    let tile = match order {
        Order::Tiled(0) => storage.natural_width,
        Order::Tiled(width) => width,
        _ => 0,
    };
    let planes = if split { components } else { 1 };
    let found = strides(order, extents.map(Some), planes, Some(tile));
    let tiles = if tile > 0 {
        extents[0].div_ceil(tile)
    } else {
        1
    };
    let span = found.span.times(Some(tiles)).times(Some(unit))?;
    let mut strides = [0; R];
    for (stride, found) in strides.iter_mut().zip(found.strides) {
        *stride = found?;
    }
    Some(Mapping {
        extents,
        strides,
        first: 0,
        tile,
        components,
        unit,
        plane: found.plane?,
        span,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORAGES: [Storage; 4] = [
        Storage {
            natural_width: 1,
            split_complex: true,
        },
        Storage {
            natural_width: 4,
            split_complex: true,
        },
        Storage {
            natural_width: 8,
            split_complex: true,
        },
        Storage {
            natural_width: 32,
            split_complex: false,
        },
    ];

    /// Every element and component has its own place inside the span.
    fn is_injective<const R: usize>(m: &Mapping<R>) -> bool {
        let mut seen = vec![false; m.span];
        let mut ok = true;
        m.for_each_index(|i| {
            for c in 0..m.components {
                let o = m.offset(i, c);
                ok &= o < m.span && !std::mem::replace(&mut seen[o], true);
            }
        });
        ok
    }

    fn check<const R: usize, L: Layout>(layout: L, extents: [usize; R]) {
        for storage in STORAGES {
            for components in [1, 2, 4] {
                let m = layout.mapping(extents, components, storage).unwrap();
                assert!(
                    is_injective(&m),
                    "{layout:?} {extents:?} {components} {storage:?}"
                );
                assert!(m.is_unique());
            }
        }
    }

    fn check_all<const R: usize>(extents: [usize; R]) {
        check(LayoutLeft, extents);
        check(LayoutRight, extents);
        check(AoSoA::<0>, extents);
        check(AoSoA::<3>, extents);
        check(AoSoA::<4>, extents);
    }

    #[test]
    fn every_mapping_is_injective_and_inside_its_span() {
        check(LayoutLeft, []);
        check(LayoutRight, []);
        for a in 0..10 {
            check_all([a]);
            for b in 0..5 {
                check_all([a, b]);
                for c in 0..4 {
                    check_all([a, b, c]);
                    check_all([c, a, 2, b]);
                }
            }
        }
        check_all([2, 3, 1, 2, 3, 2, 1, 2]);
    }

    #[test]
    fn contiguous_index_has_stride_one() {
        let s = STORAGES[2];
        assert_eq!(LayoutLeft.mapping([5, 7], 1, s).unwrap().strides, [1, 5]);
        assert_eq!(LayoutRight.mapping([5, 7], 1, s).unwrap().strides, [7, 1]);
        let m = LayoutLeft.mapping([5, 7], 2, s).unwrap();
        assert_eq!((m.strides, m.plane, m.offset([1, 2], 1)), ([1, 10], 5, 26));
        let m = AoSoA::<0>.mapping([20, 7], 2, s).unwrap();
        assert_eq!((m.tile, m.strides, m.plane), (8, [112, 16], 8));
        assert_eq!(m.offset([9, 2], 1), 112 + 1 + 2 * 16 + 8);
    }

    #[test]
    fn the_contiguous_extent_is_that_of_the_fastest_dimension() {
        let extents = [2, 3, 5];
        let found = [Order::Left, Order::Right, Order::Tiled(4)].map(|o| o.contiguous(&extents));
        assert_eq!(found, [Some(2), Some(5), Some(2)]);
        assert_eq!(Order::Right.contiguous(&[]), None);
    }

    #[test]
    fn layouts_are_named_as_they_are_written() {
        let found = [
            LayoutLeft::name(),
            LayoutRight::name(),
            LayoutStride::name(),
            Interleaved::name(),
            <AoSoA>::name(),
            AoSoA::<16>::name(),
            InTile::<8>::name(),
        ];
        let expected = [
            "LayoutLeft",
            "LayoutRight",
            "LayoutStride",
            "Interleaved",
            "AoSoA",
            "AoSoA<16>",
            "InTile<8>",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn strided_mappings_know_whether_they_are_unique() {
        let s = STORAGES[0];
        assert!(
            LayoutStride::new([10, 1])
                .mapping([3, 10], 1, s)
                .unwrap()
                .is_unique()
        );
        assert!(
            !LayoutStride::new([5, 1])
                .mapping([3, 10], 1, s)
                .unwrap()
                .is_unique()
        );
        assert!(
            !LayoutStride::new([0])
                .mapping([3], 1, s)
                .unwrap()
                .is_unique()
        );
    }

    #[test]
    fn more_elements_than_a_number_holds_are_neither_none_nor_unique() {
        let m = LayoutStride::new([0, 0]);
        let m = m.mapping([1 << 32, 1 << 32], 1, STORAGES[0]).unwrap();
        assert!(!m.is_empty() && !m.is_unique() && !m.is_dense_left());
        assert_eq!(m.len(), usize::MAX);
    }

    #[test]
    fn sizes_beyond_the_address_space_have_no_mapping() {
        let s = STORAGES[0];
        let huge = 1 << 40;
        assert_eq!(LayoutLeft.mapping([huge, huge], 1, s), None);
        assert_eq!(LayoutRight.mapping([huge, huge], 1, s), None);
        assert_eq!(AoSoA::<8>.mapping([huge, huge], 1, s), None);
        assert_eq!(AoSoA::<{ 1 << 62 }>.mapping([3, 8], 1, s), None);
        assert_eq!(LayoutStride::new([1 << 62, 1]).mapping([9, 4], 1, s), None);
        assert_eq!(LayoutStride::new([usize::MAX]).mapping([3], 1, s), None);
        assert_eq!(LayoutStride::new([1 << 63, 1]).mapping([3, 1], 1, s), None);
    }
}
