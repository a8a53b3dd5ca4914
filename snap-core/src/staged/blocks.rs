//! How the staircase of moments is cut into register blocks.

use crate::tables::MomentLayout;

use super::features::COLUMN_BLOCK;

/// Columns of a wide block; others have [`COLUMN_BLOCK`]. Two rows make 12 sums, which fit 16 registers beside what is added,
/// four make 24, which fit 32. Wide blocks of 8 (three rows, two) take 2 % more of
/// the stage with AVX-512, a third more with AVX2.
pub const WIDE: usize = 6;

/// Rows by columns of M.
struct MomentBlock<'a> {
    /// Offset of each row.
    rows: &'a [usize],
    /// First column.
    column: usize,
    /// Feature of the first row.
    feature: usize,
    /// Columns.
    width: usize,
}

/// Places in a packed block: first column, feature of the first row, rows, columns.
pub const COLUMN: usize = 4;
/// See [`COLUMN`].
pub const FEATURE: usize = 5;
/// See [`COLUMN`].
pub const ROWS: usize = 6;
/// See [`COLUMN`].
pub const WIDTH: usize = 7;

impl MomentBlock<'_> {
    /// The offset of each of four rows' part in M, then what stands at [`COLUMN`], [`FEATURE`], [`ROWS`] and [`WIDTH`].
    fn pack(&self) -> [i32; 8] {
        let mut block = [0; 8];
        for (part, row) in block.iter_mut().zip(self.rows) {
            *part = (row + self.column) as i32;
        }
        let rest = [self.column, self.feature, self.rows.len(), self.width];
        block[COLUMN..].copy_from_slice(&rest.map(|x| x as i32));
        block
    }
}

/// The blocks of rows by columns that a kernel keeps in registers, packed, of a layout whose rows are padded to
/// [`COLUMN_BLOCK`]. The rows are a group of [`MomentLayout::row_groups`], or those of its first S, which have more columns
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
                let block = MomentBlock {
                    rows,
                    column,
                    feature,
                    width,
                };
                blocks.push(block.pack());
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
            for block in moment_blocks(&layout, at_once) {
                let [_, _, _, _, column, feature, rows, columns] = block.map(|x| x as usize);
                assert!(columns == WIDE || columns == COLUMN_BLOCK);
                for (row, &part) in block[..rows].iter().enumerate() {
                    let (s, c) = ((feature + row).div_ceil(2), (feature + row + 1) % 2);
                    let part = part as usize;
                    assert_eq!(part, layout.row(s, c) + column);
                    (part..part + columns).for_each(|c| seen[c] += 1);
                }
            }
            assert!(seen.iter().all(|&n| n == 1), "twojmax {twojmax}: {seen:?}");
        }
    }
}
