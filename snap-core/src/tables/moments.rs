//! The moments M of the pair stages: a staircase of rows (S, c) by columns (T, d, n).

use super::weights::radial_count;

/// Number of rows (S, c): S = 0 has the real part of a^S only, every other S both parts.
#[must_use]
pub const fn moment_rows(twojmax: usize) -> usize {
    2 * twojmax + 1
}

/// Number of columns (T, d, n) of degree T + 2n up to `degree`.
#[must_use]
pub const fn moment_columns(degree: usize) -> usize {
    (degree + 1) * (degree + 2) / 2
}

/// Number of Chebyshev polynomials T_n(x) that the columns need.
#[must_use]
pub const fn chebyshev_count(twojmax: usize) -> usize {
    radial_count(twojmax, 0)
}

/// Where M\[S,c\]\[T,d,n\] lies in a flat real array; C of the force stage has the same layout.
///
/// `M[S,c][T,d,n] = sum_k w f (Re, Im)[c] a^S (Re, Im)[d] b^T T_n(x)` for T + 2n <= twojmax - S. Columns are ordered by the
/// degree T + 2n, then by T, then d, so that row S uses the first [`moment_columns`]`(twojmax - S)` of them. Rows follow
/// each other as (0, Re), (1, Re), (1, Im), (2, Re), ...; `width` above 1 pads each row to a multiple of it, for kernels
/// that update `width` columns at a time. The padding of C must be zero.
#[derive(Clone, Debug)]
pub struct MomentLayout {
    twojmax: usize,
    len: usize,
    /// The rows of S = 0, 1, ..., twojmax.
    pub rows: Vec<MomentRows<i32>>,
}

/// The two rows of one S, in integers `I` of the host or of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MomentRows<I> {
    /// Offsets of (S, Re) and (S, Im). S = 0 has no second row and repeats the first.
    pub offsets: [I; 2],
    /// Columns of each.
    pub columns: I,
    /// The same with padding.
    pub padded: I,
}

impl<I> MomentRows<I> {
    /// The rows of an entry of the table.
    #[inline(always)]
    pub fn of([re, im, columns, padded]: [I; 4]) -> Self {
        Self {
            offsets: [re, im],
            columns,
            padded,
        }
    }

    /// Their entry of the table.
    pub fn pack(self) -> [I; 4] {
        let [re, im] = self.offsets;
        [re, im, self.columns, self.padded]
    }
}

impl MomentLayout {
    /// The layout without padding: sum over j of (j + 1)^2 values.
    #[must_use]
    pub fn new(twojmax: usize) -> Self {
        Self::padded(twojmax, 1)
    }

    /// The layout with each row padded to a multiple of `width` (at least 1).
    #[must_use]
    pub fn padded(twojmax: usize, width: usize) -> Self {
        let (mut rows, mut len) = (vec![], 0);
        for s in 0..=twojmax {
            let columns = moment_columns(twojmax - s);
            let padded = columns.next_multiple_of(width);
            let imaginary = if s == 0 { len } else { len + padded };
            rows.push(MomentRows {
                offsets: [len, imaginary].map(|x| x as i32),
                columns: columns as i32,
                padded: padded as i32,
            });
            len = imaginary + padded;
        }
        Self { twojmax, len, rows }
    }

    /// Twice the largest angular momentum.
    #[must_use]
    pub fn twojmax(&self) -> usize {
        self.twojmax
    }

    /// Number of values, padding included.
    #[must_use]
    pub fn nvalues(&self) -> usize {
        self.len
    }

    /// Column of (T, d, n), d = 0 for the real and 1 for the imaginary part of b^T. T = 0 has no imaginary part.
    #[must_use]
    pub const fn column(t: usize, d: usize, n: usize) -> usize {
        let degree = t + 2 * n;
        degree * (degree + 1) / 2 + if t == 0 { 0 } else { t - 1 + d }
    }

    /// The packed [`MomentRows`] of every S.
    #[must_use]
    pub fn packed_rows(&self) -> Vec<[i32; 4]> {
        self.rows.iter().map(|rows| rows.pack()).collect()
    }

    /// Offset of row (S, c), c = 0 for the real and 1 for the imaginary part of a^S.
    #[must_use]
    pub fn row(&self, s: usize, c: usize) -> usize {
        self.rows[s].offsets[c] as usize
    }

    /// The rows in groups that a kernel takes at once: those of one S or, of four at once, of two: 0 and 1, 2 and 3, ...
    pub fn row_groups(&self, at_once: usize) -> impl Iterator<Item = RowGroup> {
        let mut first = 0;
        self.rows.chunks((at_once / 2).max(1)).map(move |rows| {
            let group = RowGroup::new(rows, first);
            first += group.offsets.len();
            group
        })
    }

    /// The value of M before the first neighbour: the central atom itself is a neighbour at a = 1, b = 0 of weight `wself`.
    #[must_use]
    pub fn initial(&self, wself: f64) -> Vec<f64> {
        let mut m = vec![0.0; self.len];
        for place in self.initial_places() {
            m[place as usize] = wself;
        }
        m
    }

    /// Where M before the first neighbour is not zero: columns (0, Re, n) of the rows (S, Re).
    #[must_use]
    pub fn initial_places(&self) -> Vec<i32> {
        (0..=self.twojmax)
            .flat_map(|s| (0..radial_count(self.twojmax, s)).map(move |n| (s, n)))
            .map(|(s, n)| (self.row(s, 0) + Self::column(0, 0, n)) as i32)
            .collect()
    }
}

/// Rows of one S, or of two that follow each other.
#[derive(Clone, Debug)]
pub struct RowGroup {
    /// Offset of each row, up to four.
    pub offsets: Vec<usize>,
    /// Position of the first among all rows, which is its feature too.
    pub first: usize,
    /// How many are of the first S, which has more columns than the second.
    pub of_first: usize,
    /// Columns that all have, and those of the longest.
    pub columns: [usize; 2],
    /// The same with padding.
    pub padded: [usize; 2],
}

impl RowGroup {
    fn new(rows: &[MomentRows<i32>], first: usize) -> Self {
        let mut offsets: Vec<_> = rows
            .iter()
            .flat_map(|row| row.offsets.map(|x| x as usize))
            .collect();
        // S = 0 repeats its only row.
        offsets.dedup();
        let shortest_and_longest = [rows[rows.len() - 1], rows[0]];
        let of_first = offsets.len() - 2 * (rows.len() - 1);
        Self {
            offsets,
            first,
            of_first,
            columns: shortest_and_longest.map(|row| row.columns as usize),
            padded: shortest_and_longest.map(|row| row.padded as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_each_other_by_degree() {
        let mut next = 0;
        for degree in 0..=14 {
            for t in (degree % 2..=degree).step_by(2) {
                for d in 0..if t == 0 { 1 } else { 2 } {
                    assert_eq!(MomentLayout::column(t, d, (degree - t) / 2), next);
                    next += 1;
                }
            }
            assert_eq!(moment_columns(degree), next);
        }
    }

    #[test]
    fn rows_fill_the_real_degrees_of_freedom() {
        for twojmax in 0..=14 {
            let expected: usize = (0..=twojmax).map(|j| (j + 1) * (j + 1)).sum();
            assert_eq!(MomentLayout::new(twojmax).nvalues(), expected);
            let padded = MomentLayout::padded(twojmax, 4);
            assert!(
                padded
                    .rows
                    .iter()
                    .all(|rows| rows.offsets.iter().all(|offset| offset % 4 == 0))
            );
            assert!(padded.nvalues() >= expected && padded.nvalues().is_multiple_of(4));
        }
    }
}
