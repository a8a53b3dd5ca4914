//! Arrays of structures of arrays: the first index in tiles.

use super::{Layout, Mapping, Order, Placement, Storage, dense};

/// The first index in tiles of `W` lanes: `(i % W, other indices, i / W)` from fast to slow.
///
/// Without argument the tiles have the space's own width, fixed at allocation: the lanes of a CPU's pack, the warp or
/// wavefront of a GPU. A kernel takes a whole tile with `view.tile(t)`.
///
/// Of structs, each tile has the `W` values of the first number, then those of the second, and so on: `(i % W, number,
/// other indices, i / W)`. The values of each begin at a multiple of their size together, at most 64 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AoSoA<const W: usize = 0>;

impl<const W: usize> super::sealed::Sealed for AoSoA<W> {
    type OfPart = Self;
}
impl<const W: usize> Layout for AoSoA<W> {
    const ORDER: Order = Order::Tiled(W);
    const PLACEMENT: Placement = Placement::Tiles(W);

    fn name() -> String {
        name("AoSoA", W)
    }

    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Option<Mapping<R>> {
        const { assert!(R > 0, "a tiled view needs an index to tile") }
        dense(Self::ORDER, extents, components, storage)
    }
}

/// One tile of an [`AoSoA`] view: first index contiguous, its extent known at compile time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InTile<const W: usize = 0>;

impl<const W: usize> super::sealed::Sealed for InTile<W> {
    type OfPart = Self;
}
impl<const W: usize> Layout for InTile<W> {
    const ORDER: Order = Order::Left;
    const PLACEMENT: Placement = Placement::Tiles(W);

    fn name() -> String {
        name("InTile", W)
    }
}

/// With the width, unless it is the space's own.
fn name(layout: &str, width: usize) -> String {
    match width {
        0 => layout.to_string(),
        _ => format!("{layout}<{width}>"),
    }
}
