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

/// Where `width` scalars of `bytes` bytes may begin: at a multiple of their own size, up to a cache line.
fn alignment(width: usize, bytes: usize) -> usize {
    let lowest_bit = width & width.wrapping_neg();
    bytes.saturating_mul(lowest_bit).clamp(1, LINE)
}

/// The first such place from `at` on; the largest number where there is none.
#[inline(always)]
pub fn aligned(at: usize, width: usize, bytes: usize) -> usize {
    let alignment = alignment(width, bytes);
    at.checked_next_multiple_of(alignment).unwrap_or(usize::MAX)
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
