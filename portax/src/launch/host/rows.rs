//! Boxes on hosts: their rows, and what whole packs leave over of each.

use crate::kernel::{
    exec::{Exec, native::NativePtr},
    functor::MdRangeKernel,
    value::{AnyStep, IndexOf},
};

/// Cells of a slab of a box.
const SLAB: usize = 1 << 13;

/// Dimension `n` of a box from the fastest on.
pub(super) const fn dimension<const LEFT: bool, const R: usize>(n: usize) -> usize {
    if LEFT { n } else { R - 1 - n }
}

/// The whole packs of a box's rows, then what they leave over, slab by slab: what a slab reads is still in the second cache.
#[inline(always)]
pub(crate) fn slabs<const LEFT: bool, const R: usize>(
    lanes: usize,
    begin: &[usize; R],
    end: &[usize; R],
    mut packs: impl FnMut(&[usize; R], &[usize; R]),
    mut cells: impl FnMut(&[usize; R], &[usize; R]),
) {
    let lane = dimension::<LEFT, R>(0);
    let length = end[lane] - begin[lane];
    let rest = length % lanes;
    if rest == 0 {
        return packs(begin, end);
    }
    let slowest = dimension::<LEFT, R>(R - 1);
    let plane: usize = (0..R)
        .filter(|&d| d != slowest)
        .map(|d| end[d] - begin[d])
        .product();
    let thickness = (SLAB / plane).max(1);
    let (mut first, mut last) = (*begin, *end);
    while first[slowest] < end[slowest] {
        last[slowest] = end[slowest].min(first[slowest] + thickness);
        let (mut split, mut whole) = (first, last);
        split[lane] = end[lane] - rest;
        whole[lane] = split[lane];
        if length > rest {
            packs(&first, &whole);
        }
        cells(&split, &last);
        first[slowest] = last[slowest];
    }
}

/// The rows of a box that is not empty, of a whole number of packs each. `LEFT` is a constant, so that each access knows
/// whether its lanes lie side by side. The compiler shall not see how planes follow each other: it would keep more
/// addresses in registers than there are.
#[inline(always)]
pub(crate) fn rows<
    const LEFT: bool,
    E: Exec<Int = i64>,
    const R: usize,
    Tag,
    K: MdRangeKernel<R, Tag>,
>(
    k: &K::In<E>,
    begin: &[usize; R],
    end: &[usize; R],
) {
    let (lane, row) = (dimension::<LEFT, R>(0), dimension::<LEFT, R>(1));
    let length = end[lane] - begin[lane];
    let mut plane = *begin;
    loop {
        let mut at = crate::tab!(usize, R, d => if d == row || d == lane { plane[d] } else { opaque(plane[d]) });
        let mut rows = end[row] - begin[row];
        loop {
            // Counted so that the compiler needs no second counter: in memory-bound loops, the fewer instructions a pack
            // has, the more packs are under way.
            let mut i = 0;
            while i != length {
                at[lane] = begin[lane] + i;
                K::run::<E>(k, tuple(at, lane));
                i += E::LANES;
            }
            at[row] += 1;
            rows -= 1;
            if rows == 0 {
                break;
            }
        }
        let mut n = 2;
        while n < R {
            let d = dimension::<LEFT, R>(n);
            plane[d] += 1;
            if plane[d] < end[d] {
                break;
            }
            plane[d] = begin[d];
            n += 1;
        }
        if n == R {
            return;
        }
    }
}

/// The same index without its history.
#[inline(always)]
fn opaque(index: usize) -> usize {
    NativePtr(std::ptr::without_provenance_mut(index))
        .opaque()
        .0
        .addr()
}

/// An index tuple whose dimension `lane` is the lane.
#[inline(always)]
pub(super) fn tuple<E: Exec<Int = i64>, const R: usize>(
    at: [usize; R],
    lane: usize,
) -> [IndexOf<E, AnyStep>; R] {
    crate::tab!(IndexOf<E, AnyStep>, R, d => IndexOf { base: at[d] as i64, step: AnyStep(d == lane) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// How often packs of `lanes` and single cells visit each cell of a box.
    fn visits<const LEFT: bool, const R: usize>(
        lanes: usize,
        begin: [usize; R],
        end: [usize; R],
    ) -> BTreeMap<[usize; R], usize> {
        let cells = |begin: &[usize; R], end: &[usize; R]| {
            let mut cells = vec![*begin; 1];
            for d in 0..R {
                let extended = |cell: &[usize; R]| {
                    let mut cell = *cell;
                    (begin[d]..end[d])
                        .map(|at| {
                            cell[d] = at;
                            cell
                        })
                        .collect::<Vec<_>>()
                };
                cells = cells.iter().flat_map(extended).collect();
            }
            cells
        };
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        slabs::<LEFT, R>(
            lanes,
            &begin,
            &end,
            |begin, end| {
                let lane = dimension::<LEFT, R>(0);
                assert!(end[lane] > begin[lane] && (end[lane] - begin[lane]).is_multiple_of(lanes));
                whole.extend(cells(begin, end));
            },
            |begin, end| rest.extend(cells(begin, end)),
        );
        let mut visits = BTreeMap::new();
        for cell in whole.into_iter().chain(rest) {
            *visits.entry(cell).or_insert(0) += 1;
        }
        visits
    }

    #[test]
    fn slabs_visit_every_cell_of_a_box_once() {
        for lanes in [1, 4, 8] {
            for length in [1, 3, 4, 8, 11, 16, 21] {
                let (begin, end) = ([2, 1, 5], [2 + length, 4, 7]);
                for visits in [
                    visits::<true, 3>(lanes, begin, end),
                    visits::<false, 3>(lanes, [5, 1, 2], [7, 4, 2 + length]),
                ] {
                    assert_eq!(visits.len(), length * 6, "{lanes} lanes, rows of {length}");
                    assert!(visits.values().all(|&n| n == 1));
                }
            }
        }
        let long = visits::<true, 2>(8, [0, 0], [67, 300]);
        assert!(long.len() == 67 * 300 && long.values().all(|&n| n == 1));
    }
}
