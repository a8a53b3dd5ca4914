//! How the staircase of moments is cut into register blocks.

use crate::tables::MomentLayout;

use super::features::COLUMN_BLOCK;

/// Columns of a wide block.
pub const WIDE: usize = 2 * COLUMN_BLOCK;

/// Blocks of rows (S, Re), (S, Im) (S = 0: one row) by columns, which a kernel keeps in registers.
#[derive(Clone, Debug)]
pub struct MomentBlocks {
    /// `[offset of the first row's part in M, of the second row's, first column, feature of the first row]`.
    pub items: Vec<[i32; 4]>,
    /// First item of each shape and one past the last: 2 x WIDE, 2 x COLUMN_BLOCK, 1 x WIDE, 1 x COLUMN_BLOCK.
    pub starts: [usize; 5],
}

impl MomentBlocks {
    /// The blocks of a layout whose rows are padded to [`COLUMN_BLOCK`], those of one shape and the same columns one after the other.
    #[must_use]
    pub fn new(layout: &MomentLayout) -> Self {
        let mut shapes: [Vec<[i32; 4]>; 4] = Default::default();
        let longest = layout.rows[0][3];
        for column in (0..longest).step_by(WIDE) {
            for (s, &[re, im, _, padded]) in layout.rows.iter().enumerate() {
                if column >= padded {
                    continue;
                }
                let (one_row, feature) = if s == 0 {
                    (2, 0)
                } else {
                    (0, 2 * s as i32 - 1)
                };
                let narrow = usize::from((padded - column) < WIDE as i32);
                shapes[one_row + narrow].push([re + column, im + column, column, feature]);
            }
        }
        let mut starts = [0; 5];
        for (i, shape) in shapes.iter().enumerate() {
            starts[i + 1] = starts[i] + shape.len();
        }
        Self {
            items: shapes.concat(),
            starts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_every_moment_once() {
        for twojmax in 0..=14 {
            let layout = MomentLayout::padded(twojmax, COLUMN_BLOCK);
            let blocks = MomentBlocks::new(&layout);
            let mut seen = vec![0; layout.nvalues()];
            for (shape, range) in blocks.starts.windows(2).enumerate() {
                let (rows, width) = (
                    2 - shape / 2,
                    if shape % 2 == 0 { WIDE } else { COLUMN_BLOCK },
                );
                let items = &blocks.items[range[0]..range[1]];
                assert!(items.is_sorted_by_key(|item| item[2]));
                for item in items {
                    for &offset in &item[..rows] {
                        (0..width).for_each(|c| seen[offset as usize + c] += 1);
                    }
                }
            }
            assert!(seen.iter().all(|&n| n == 1), "twojmax {twojmax}: {seen:?}");
        }
    }
}
