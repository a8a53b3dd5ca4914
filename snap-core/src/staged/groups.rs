//! What [`ComputeDeidrj`](super::ComputeDeidrj) computes together: rows of H and columns of K, as the host writes them and as
//! a kernel reads them, in integers `I` of either.

use crate::tables::{MomentLayout, moment_columns};

/// Rows of H, see [`MomentLayout::row_groups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HRows<I> {
    /// Offsets in C of up to four rows, the longest first.
    pub offsets: [I; 4],
    /// Columns that all have.
    pub shortest: I,
    /// Columns of the longest.
    pub longest: I,
    /// First of the rows.
    pub first: I,
    /// Their number.
    pub rows: I,
}

impl<I> HRows<I> {
    /// The group of a row of the table.
    #[inline(always)]
    pub fn of([a, b, c, d, shortest, longest, first, rows]: [I; 8]) -> Self {
        Self {
            offsets: [a, b, c, d],
            shortest,
            longest,
            first,
            rows,
        }
    }

    /// Its row of the table.
    pub fn pack(self) -> [I; 8] {
        let [a, b, c, d] = self.offsets;
        let Self {
            shortest,
            longest,
            first,
            rows,
            ..
        } = self;
        [a, b, c, d, shortest, longest, first, rows]
    }
}

/// Columns of K, as many as are computed together. Rows that end within them go on with the padding of C, which is zero and
/// as wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KColumns<I> {
    /// The first column.
    pub first: I,
    /// Largest S that has it.
    pub largest_s: I,
}

impl<I> KColumns<I> {
    /// The group of a row of the table.
    #[inline(always)]
    pub fn of([first, largest_s, _, _]: [I; 4]) -> Self {
        Self { first, largest_s }
    }
}

impl KColumns<i32> {
    /// Its row of the table.
    #[must_use]
    pub fn pack(self) -> [i32; 4] {
        [self.first, self.largest_s, 0, 0]
    }
}

/// The packed [`HRows`] of all rows, up to `at_once` together.
#[must_use]
pub fn row_groups(layout: &MomentLayout, at_once: usize) -> Vec<[i32; 8]> {
    let groups = layout.row_groups(at_once).map(|group| {
        let mut offsets = [0; 4];
        for (place, &offset) in offsets.iter_mut().zip(&group.offsets) {
            *place = offset as i32;
        }
        let [shortest, longest] = group.columns.map(|x| x as i32);
        let rows = HRows {
            offsets,
            shortest,
            longest,
            first: group.first as i32,
            rows: group.offsets.len() as i32,
        };
        rows.pack()
    });
    groups.collect()
}

/// The packed [`KColumns`] of all columns, `at_once` together.
#[must_use]
pub fn column_groups(twojmax: usize, at_once: usize) -> Vec<[i32; 4]> {
    let group = |first| {
        let has_it = |s: &usize| first < moment_columns(twojmax - s);
        let columns = KColumns {
            first: first as i32,
            largest_s: (1..=twojmax).filter(has_it).count() as i32,
        };
        columns.pack()
    };
    (0..moment_columns(twojmax))
        .step_by(at_once)
        .map(group)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::staged::deidrj::h_features;
    use crate::staged::features::{COLUMN_BLOCK, columns};

    #[test]
    fn column_groups_reach_every_moment_and_stay_in_the_padding() {
        for (twojmax, at_once) in (0..=14).flat_map(|twojmax| [(twojmax, 2), (twojmax, 4)]) {
            let layout = MomentLayout::padded(twojmax, COLUMN_BLOCK);
            let mut reached = vec![0; twojmax + 1];
            for row in column_groups(twojmax, at_once) {
                let KColumns { first, largest_s } = KColumns::of(row);
                let end = first as usize + at_once;
                assert!(columns(twojmax) + end <= h_features(twojmax));
                for (s, row) in layout.rows.iter().enumerate().take(largest_s as usize + 1) {
                    assert_eq!(reached[s], first as usize);
                    assert!(
                        end <= row.padded as usize,
                        "row {s} ends before column {end}"
                    );
                    reached[s] = end;
                }
            }
            for (&end, row) in reached.iter().zip(&layout.rows) {
                assert!(end >= row.columns as usize);
            }
        }
    }
}
