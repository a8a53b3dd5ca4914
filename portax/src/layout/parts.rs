//! Where the scalars of struct elements lie.

use super::{Layout, Mapping, Order, Storage, strides};

/// Where a layout puts the scalars of struct elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// Those of all elements side by side, one plane after the other: a structure of arrays
    Planes,
    /// Those of so many elements side by side, one after the other in each tile; 0: the space's natural width
    Tiles(usize),
    /// Those of one element side by side: an array of structures
    Elements,
}

/// Where planes and tiles begin at best, in bytes: a cache line, and a zmm register.
const LINE: usize = 64;

/// Where `width` scalars of `bytes` bytes, a power of two, may begin: at a multiple of their own size, up to a cache line.
/// Kernels compute it with a width that the compiler knows: nothing is left of it.
#[inline(always)]
fn alignment(width: usize, bytes: usize) -> usize {
    let lowest_bit = width & width.wrapping_neg();
    bytes.saturating_mul(lowest_bit).clamp(1, LINE)
}

/// The first such place from `at` on; the largest number where there is none.
#[inline(always)]
pub fn aligned(at: usize, width: usize, bytes: usize) -> usize {
    let mask = alignment(width, bytes) - 1;
    match at > usize::MAX - mask {
        true => usize::MAX,
        false => (at + mask) & !mask,
    }
}

/// Bytes behind `width` scalars of `bytes` bytes, the first of which is the next from `at` on.
#[inline(always)]
pub fn behind(at: usize, width: usize, bytes: usize) -> usize {
    aligned(at, width, bytes).saturating_add(width.saturating_mul(bytes))
}

/// Goes through the scalars of an element, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalars {
    /// Elements of a tile; 0: planes
    width: usize,
    /// Bytes of an element's scalars before the next
    before: usize,
    /// Bytes of a tile before the next
    at: usize,
}

/// Where the first element's scalar is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// In its plane, behind planes of so many bytes an element
    Plane(usize),
    /// Bytes behind the start of the tile
    Tile(usize),
}

impl Scalars {
    /// Those of a tile of `width` elements; 0: planes.
    pub(crate) fn new(width: usize) -> Self {
        Scalars {
            width,
            before: 0,
            at: 0,
        }
    }

    /// The next scalar, of `bytes` bytes.
    #[inline(always)]
    pub(crate) fn next(&mut self, bytes: usize) -> Place {
        if self.width == 0 {
            let before = self.before;
            self.before += bytes;
            return Place::Plane(before);
        }
        let at = aligned(self.at, self.width, bytes);
        self.at = behind(at, self.width, bytes);
        Place::Tile(at)
    }

    /// A struct begins or ends, whose largest scalar has `bytes` bytes.
    #[inline(always)]
    pub(crate) fn align(&mut self, bytes: usize) {
        self.at = aligned(self.at, self.width, bytes);
    }
}

/// A struct of scalars as layouts see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Struct {
    /// How many scalars it has
    pub scalars: usize,
    /// Their bytes, without gaps
    pub bytes: usize,
    /// Bytes of a tile of so many elements
    pub tile: fn(usize) -> usize,
}

/// The mapping of views of structs. Strides count elements in planes, tiles in tiled and interleaved layouts; the span counts
/// bytes.
pub(crate) fn of_structs<L: Layout, const R: usize>(
    layout: L,
    extents: [usize; R],
    element: Struct,
    storage: Storage,
) -> Option<Mapping<R>> {
    let one = layout.mapping(extents, 1, storage)?;
    let mapping = Mapping {
        components: element.scalars,
        ..one
    };
    let tile = match L::PLACEMENT {
        Placement::Planes => {
            let plane = one.span.checked_next_multiple_of(LINE)?;
            let span = plane.checked_mul(element.bytes)?;
            return Some(Mapping {
                plane,
                span,
                ..mapping
            });
        }
        Placement::Elements => 1,
        Placement::Tiles(_) => one.tile,
    };
    let found = strides(L::ORDER, extents.map(Some), 1, Some(1));
    let tiles_along = match L::ORDER {
        Order::Tiled(_) => extents[0].div_ceil(tile),
        _ => 1,
    };
    let mut strides = [0; R];
    for (stride, found) in strides.iter_mut().zip(found.strides) {
        *stride = found?;
    }
    let tiles = found.span?.checked_mul(tiles_along)?;
    Some(Mapping {
        strides,
        tile,
        plane: 0,
        span: tiles.checked_mul((element.tile)(tile))?,
        ..mapping
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AoSoA, Interleaved, LayoutLeft, LayoutRight, LayoutStride};

    /// Bytes of the scalars of a struct.
    const SCALARS: [usize; 4] = [4, 8, 4, 8];
    const STORAGE: Storage = Storage {
        natural_width: 4,
        split_complex: true,
    };

    fn tile(width: usize) -> usize {
        let end = SCALARS
            .iter()
            .fold(0, |at, &bytes| behind(at, width, bytes));
        aligned(end, width, 8)
    }

    fn element() -> Struct {
        Struct {
            scalars: SCALARS.len(),
            bytes: SCALARS.iter().sum(),
            tile,
        }
    }

    /// First byte of each scalar of an element.
    fn places<const R: usize>(m: &Mapping<R>, index: [usize; R]) -> Vec<usize> {
        let (tile_of, at) = m.tile_of(index);
        let mut scalars = Scalars::new(m.tile);
        let mut place = |&bytes: &usize| {
            let first = match scalars.next(bytes) {
                Place::Plane(before) => before * m.plane,
                Place::Tile(at) => at,
            };
            tile_of * tile(m.tile) + first + at * bytes
        };
        SCALARS.iter().map(&mut place).collect()
    }

    fn check<L: Layout, const R: usize>(layout: L, extents: [usize; R]) {
        let m = of_structs(layout, extents, element(), STORAGE).unwrap();
        let mut taken = vec![false; m.span];
        m.for_each_index(|index| {
            for (first, bytes) in places(&m, index).into_iter().zip(SCALARS) {
                assert_eq!(first % bytes, 0, "{layout:?} {extents:?} {index:?}");
                for byte in &mut taken[first..first + bytes] {
                    assert!(!std::mem::replace(byte, true));
                }
            }
        });
        assert!(m.is_unique() && !m.is_dense_left());
    }

    #[test]
    fn every_scalar_has_its_own_aligned_place_inside_the_span() {
        for a in 0..10 {
            for b in 0..4 {
                check(LayoutLeft, [a, b]);
                check(LayoutRight, [a, b, 3]);
                check(LayoutStride::new([b, 1]), [a, b]);
                check(Interleaved, [a, b]);
                check(AoSoA::<0>, [a]);
                check(AoSoA::<1>, [a, b]);
                check(AoSoA::<3>, [a, b]);
                check(AoSoA::<8>, [a, 2, b]);
                check(AoSoA::<100>, [a, b]);
            }
        }
        check(Interleaved, []);
        check(LayoutLeft, []);
    }

    #[test]
    fn interleaved_is_what_c_lays_out() {
        #[repr(C)]
        struct InC(i32, f64, f32, f64);
        use std::mem::offset_of;
        let m = of_structs(Interleaved, [5], element(), STORAGE).unwrap();
        let offsets = [
            offset_of!(InC, 0),
            offset_of!(InC, 1),
            offset_of!(InC, 2),
            offset_of!(InC, 3),
        ];
        let expected = offsets.map(|at| 3 * size_of::<InC>() + at);
        assert_eq!(
            (places(&m, [3]), m.span),
            (expected.to_vec(), 5 * size_of::<InC>())
        );
    }

    #[test]
    fn planes_and_large_tiles_begin_at_cache_lines() {
        let m = of_structs(LayoutLeft, [70], element(), STORAGE).unwrap();
        assert_eq!(m.plane, 128);
        assert_eq!(places(&m, [0]), [0, 4 * 128, 12 * 128, 16 * 128]);
        let m = of_structs(AoSoA::<16>, [70], element(), STORAGE).unwrap();
        assert_eq!(places(&m, [0]), [0, 64, 192, 256]);
        assert_eq!(places(&m, [33])[1], 2 * 384 + 64 + 8);
        assert_eq!(m.span, 5 * 384);
    }

    #[test]
    fn sizes_beyond_the_address_space_have_no_mapping() {
        let none = |found: Option<Mapping<2>>| assert_eq!(found, None);
        let huge = [1 << 40, 1 << 40];
        none(of_structs(LayoutLeft, huge, element(), STORAGE));
        none(of_structs(Interleaved, huge, element(), STORAGE));
        none(of_structs(AoSoA::<8>, huge, element(), STORAGE));
        none(of_structs(AoSoA::<{ 1 << 62 }>, [3, 8], element(), STORAGE));
        none(of_structs(LayoutLeft, [1 << 60, 1], element(), STORAGE));
    }
}
