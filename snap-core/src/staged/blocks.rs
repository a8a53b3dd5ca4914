//! How the staircase of moments is cut into register blocks.

use crate::tables::MomentLayout;

use super::features::COLUMN_BLOCK;

/// Columns of a wide block; others have [`COLUMN_BLOCK`]. Two rows make 12 sums, which fit 16 registers beside what is added,
/// four make 24, which fit 32. Wide blocks of 8 (three rows, two) take 2 % more of
/// the stage with AVX-512, a third more with AVX2.
pub const WIDE: usize = 6;

/// Rows by columns of M that a kernel keeps in registers, in integers `I` of the host or of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MomentBlock<I> {
    /// Offset in M of each of up to four rows' part.
    pub offsets: [I; 4],
    /// First column.
    pub column: I,
    /// Feature of the first row.
    pub feature: I,
    /// Rows.
    pub rows: I,
    /// Columns.
    pub width: I,
}

impl<I> MomentBlock<I> {
    /// The block of a row of the table.
    #[inline(always)]
    pub fn of([a, b, c, d, column, feature, rows, width]: [I; 8]) -> Self {
        Self {
            offsets: [a, b, c, d],
            column,
            feature,
            rows,
            width,
        }
    }

    /// Its row of the table.
    pub fn pack(self) -> [I; 8] {
        let [a, b, c, d] = self.offsets;
        [a, b, c, d, self.column, self.feature, self.rows, self.width]
    }
}

/// A block of the rows at these offsets from a column on.
fn block(rows: &[usize], column: usize, feature: usize, width: usize) -> MomentBlock<i32> {
    let mut offsets = [0; 4];
    for (offset, row) in offsets.iter_mut().zip(rows) {
        *offset = (row + column) as i32;
    }
    MomentBlock {
        offsets,
        column: column as i32,
        feature: feature as i32,
        rows: rows.len() as i32,
        width: width as i32,
    }
}

/// The packed [`MomentBlock`]s of a layout whose rows are padded to [`COLUMN_BLOCK`]. The rows are a group of [`MomentLayout::row_groups`], or those of its first S, which have more columns
/// than the others.
#[must_use]
pub fn moment_blocks(layout: &MomentLayout, at_once: usize) -> Vec<[i32; 8]> {
    let mut blocks = vec![];
    for group in layout.row_groups(at_once) {
        let ([shared, longest], feature) = (group.padded, group.first);
        for (mut columns, rows) in [
            (0..shared, &group.offsets[..]),
            (shared..longest, &group.offsets[..group.of_first]),
        ] {
            while !columns.is_empty() {
                let column = columns.start;
                let width = width_of(columns.len());
                blocks.push(block(rows, column, feature, width).pack());
                columns.start += width;
            }
        }
    }
    blocks
}

/// Columns of the next block where so many are left: what a wide one leaves is nothing, or enough for another.
fn width_of(columns: usize) -> usize {
    if columns == WIDE || columns >= WIDE + COLUMN_BLOCK {
        WIDE
    } else {
        COLUMN_BLOCK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_every_moment_once() {
        for (twojmax, at_once) in (0..=14).flat_map(|twojmax| [(twojmax, 2), (twojmax, 4)]) {
            let layout = MomentLayout::padded(twojmax, COLUMN_BLOCK);
            let mut seen = vec![0; layout.nvalues()];
            for row in moment_blocks(&layout, at_once) {
                let block = MomentBlock::of(row.map(|x| x as usize));
                assert!(block.width == WIDE || block.width == COLUMN_BLOCK);
                for (row, &part) in block.offsets[..block.rows].iter().enumerate() {
                    let feature = block.feature + row;
                    let (s, c) = (feature.div_ceil(2), (feature + 1) % 2);
                    assert_eq!(part, layout.row(s, c) + block.column);
                    (part..part + block.width).for_each(|c| seen[c] += 1);
                }
            }
            assert!(seen.iter().all(|&n| n == 1), "twojmax {twojmax}: {seen:?}");
        }
    }
}
