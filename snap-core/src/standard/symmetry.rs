//! All rows of U from half of them.

use super::levels::{FULL, HALF, full, half_rows};

/// For each value with all rows: its source, and the signs of real and imaginary part. Where `from_half` is true the source has
/// half the rows, and U[j-mb, j-ma] = (-1)^(mb-ma) conj U[mb, ma] gives the others.
pub(super) fn sources(twojmax: usize, from_half: bool) -> Vec<[i32; 4]> {
    if !from_half {
        return (0..full(twojmax) as i32).map(|n| [n, 1, 1, 0]).collect();
    }
    let mut sources = vec![[0; 4]; full(twojmax)];
    for (j, mb) in half_rows(twojmax) {
        for ma in 0..=j {
            let at = |mb: usize, ma: usize| (mb * (j + 1) + ma) as i32;
            let source = HALF[j] + at(mb, ma);
            sources[(FULL[j] + at(mb, ma)) as usize] = [source, 1, 1, 0];
            if 2 * mb < j {
                sources[(FULL[j] + at(j - mb, j - ma)) as usize] = match (mb + ma) % 2 {
                    0 => [source, 1, -1, 0],
                    _ => [source, -1, 1, 0],
                };
            }
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::super::levels::half;
    use super::*;

    #[test]
    fn every_value_of_the_full_matrices_has_a_source() {
        let sources = sources(8, true);
        assert!(sources.iter().all(|s| s[1] * s[1] == 1 && s[2] * s[2] == 1));
        let own = sources.iter().filter(|s| s[1] == 1 && s[2] == 1).count();
        assert_eq!(own, half(8));
    }
}
