//! The one formula of strides, for memory on the host, for recorded programs and for scratch.

use super::Order;

/// Integers that strides are computed with.
pub(crate) trait Count: Copy {
    /// A number that is known now.
    fn known(n: usize) -> Self;
    /// The product.
    fn times(self, by: Self) -> Self;
}

/// A size that does not fit is one that no memory has.
impl Count for usize {
    #[inline(always)]
    fn known(n: usize) -> usize {
        n
    }
    #[inline(always)]
    fn times(self, by: usize) -> usize {
        self.saturating_mul(by)
    }
}

/// A product that does not fit is none.
impl Count for Option<usize> {
    fn known(n: usize) -> Option<usize> {
        Some(n)
    }
    fn times(self, by: Option<usize>) -> Option<usize> {
        self?.checked_mul(by?)
    }
}

/// Strides of a view, in units.
pub(crate) struct Strides<N, const R: usize> {
    /// Of each dimension; of tiled layouts, the first is the distance of tiles.
    pub strides: [N; R],
    /// From one component of a split element to the next.
    pub plane: N,
    /// From the first unit to the last, inclusive; of tiled layouts, of one tile.
    pub span: N,
}

/// Strides of extents without gaps: the fastest dimension first, and next to it the planes of split elements. `width`
/// is that of a tile.
#[inline(always)]
pub(crate) fn strides<N: Count, const R: usize>(
    order: Order,
    extents: [N; R],
    planes: usize,
    width: N,
) -> Strides<N, R> {
    let (mut strides, mut span, mut plane) = ([N::known(1); R], N::known(1), N::known(1));
    let is_tiled = matches!(order, Order::Tiled(_));
    let mut k = 0;
    while k < R {
        let d = order.dimension(k, R);
        let extent = if is_tiled && k == 0 {
            width
        } else {
            extents[d]
        };
        strides[d] = span;
        span = span.times(extent);
        if k == 0 && planes > 1 {
            plane = span;
            span = span.times(N::known(planes));
        }
        k += 1;
    }
    if R == 0 {
        span = N::known(planes);
    }
    if is_tiled && R > 0 {
        strides[0] = span;
    }
    Strides {
        strides,
        plane,
        span,
    }
}
