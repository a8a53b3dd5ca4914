//! C as complex numbers in the order in which a pair contracts it.

use super::basis::{BasisChange, BasisItem, PairItem};
use super::moments::MomentLayout;
use super::weights::{HalfPlane, radial_count};

/// Where `(C[S,Re][T,d,n], C[S,Im][T,d,n])` lies among the complex values of an atom: T, n, d, S, each loop inside the one
/// before. S = 0 has no imaginary part.
pub struct GradientPairs;

impl GradientPairs {
    /// Place of S = 0 of column (T, n, d); S follow each other.
    #[must_use]
    pub fn position(twojmax: usize, [t, n, d]: [usize; 3]) -> usize {
        let before: usize = (0..t)
            .map(|t| columns(t) * lengths(twojmax, t, radial_count(twojmax, t)))
            .sum();
        before + columns(t) * lengths(twojmax, t, n) + d * (twojmax - t - 2 * n + 1)
    }

    /// The items of a [`BasisChange`] for these places, as packed [`PairItem`]s.
    #[must_use]
    pub fn items(twojmax: usize) -> Vec<[i32; 8]> {
        let half_plane = HalfPlane::new(twojmax);
        let place = |row: [i32; 8]| {
            let BasisItem {
                plus,
                minus,
                t,
                n,
                kind,
                ..
            } = BasisItem::of(row);
            let w = half_plane.weight_at(plus as usize);
            let (s, degree) = (w.s as usize, w.t as usize);
            let item = PairItem {
                base: (Self::position(twojmax, [degree, 0, 0]) + s) as i32,
                length: (twojmax - degree + 1) as i32,
                plus,
                minus,
                t,
                n,
                columns: columns(degree) as i32,
                kind,
            };
            item.pack()
        };
        let items = BasisChange::new(&MomentLayout::new(twojmax)).items;
        items.into_iter().map(place).collect()
    }

    /// Number of values.
    #[must_use]
    pub fn count(twojmax: usize) -> usize {
        Self::position(twojmax, [twojmax, 0, 0]) + columns(twojmax)
    }
}

/// Real and imaginary part of b^T, or the real part alone.
fn columns(t: usize) -> usize {
    if t == 0 { 1 } else { 2 }
}

/// Values of the first `count` n of one column of T.
fn lengths(twojmax: usize, t: usize, count: usize) -> usize {
    (0..count).map(|n| twojmax - t - 2 * n + 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_each_other() {
        for twojmax in 0..=14 {
            let mut next = 0;
            for t in 0..=twojmax {
                for n in 0..radial_count(twojmax, t) {
                    for d in 0..columns(t) {
                        assert_eq!(GradientPairs::position(twojmax, [t, n, d]), next);
                        next += twojmax - t - 2 * n + 1;
                    }
                }
            }
            assert_eq!(GradientPairs::count(twojmax), next);
        }
        assert_eq!([8, 14].map(GradientPairs::count), [165, 680]);
    }
}
