//! Arrays of structures of arrays: the first index in tiles.

use super::{Layout, Mapping, Order, Storage, dense, unit_and_split};

/// The first index in tiles of `W` lanes: `(i % W, other indices, i / W)` from fast to slow.
///
/// Without argument the tiles have the space's own width, fixed at allocation: the lanes of a CPU's pack, the warp or
/// wavefront of a GPU. A kernel takes a whole tile with `view.tile(t)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AoSoA<const W: usize = 0>;

impl<const W: usize> Layout for AoSoA<W> {
    const ORDER: Order = Order::Tiled(W);
    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Mapping<R> {
        const { assert!(R > 0, "a tiled view needs an index to tile") }
        let width = if W == 0 { storage.natural_width } else { W };
        let (unit, split) = unit_and_split(components, storage);
        let mut strides = [1; R];
        let mut stride = if split { width * components } else { width };
        for d in 1..R {
            strides[d] = stride;
            stride *= extents[d];
        }
        strides[0] = stride;
        let plane = if split { width } else { 1 };
        Mapping {
            extents,
            strides,
            tile: width,
            components,
            unit,
            plane,
            span: extents[0].div_ceil(width) * stride * unit,
        }
    }
}

/// One tile of an [`AoSoA`] view: first index contiguous, its extent known at compile time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InTile<const W: usize = 0>;

impl<const W: usize> Layout for InTile<W> {
    const ORDER: Order = Order::Left;
    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Mapping<R> {
        dense(extents, 0..R, components, storage)
    }
}
