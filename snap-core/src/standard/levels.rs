//! Where the values of U_j lie: matrices of j = 0, 1, ... one after the other, rows mb, columns ma fastest.

use portax::device;

use crate::tables::MAX_TWOJMAX;

const COUNT: usize = MAX_TWOJMAX + 2;

/// First value of each j where all rows are kept; element j + 1 is the number of values up to j.
pub const FULL: [i32; COUNT] = offsets(false);
/// The same where rows up to the middle, 2 mb <= j, are kept: the others follow by symmetry.
pub const HALF: [i32; COUNT] = offsets(true);

const fn offsets(half: bool) -> [i32; COUNT] {
    let mut at = [0; COUNT];
    let mut j = 0;
    while j + 1 < COUNT {
        let rows = if half { j / 2 + 1 } else { j + 1 };
        at[j + 1] = at[j] + (rows * (j + 1)) as i32;
        j += 1;
    }
    at
}

/// [`FULL`] of j in kernels.
#[device]
pub fn full_before(j: Int) -> Int {
    j * (j + 1) * (2 * j + 1) / 6
}

/// [`HALF`] of j in kernels: levels 2t and 2t + 1 have (t + 1) (4t + 3) values together.
#[device]
pub fn half_before(j: Int) -> Int {
    let t = j / 2;
    let of_pairs = t * (8 * t * t + 9 * t + 1) / 6;
    of_pairs + j % 2 * (2 * t + 1) * (t + 1)
}

/// Number of values with all rows.
#[must_use]
pub const fn full(twojmax: usize) -> usize {
    FULL[twojmax + 1] as usize
}

/// Number of values with half the rows.
#[must_use]
pub const fn half(twojmax: usize) -> usize {
    HALF[twojmax + 1] as usize
}

/// Rows of each j up to the middle: (j, mb).
pub fn half_rows(twojmax: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=twojmax).flat_map(|j| (0..=j / 2).map(move |mb| (j, mb)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_whole_and_half_matrices() {
        let counts = |twojmax| (full(twojmax), half(twojmax));
        assert_eq!(counts(0), (1, 1));
        assert_eq!(counts(8), (285, 155));
        assert_eq!(counts(14), (1240, 652));
        assert_eq!(half_rows(3).count(), 6);
    }
}
