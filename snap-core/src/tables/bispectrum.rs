//! The descriptors B(j1, j2, j): their order in coefficient files and their values for an isolated atom.

use crate::params::WSELF;

/// The (j1, j2, j), doubled, with j >= j1 >= j2 in the order of the coefficients in files.
#[must_use]
pub fn bispectrum_order(twojmax: usize) -> Vec<[usize; 3]> {
    let pairs = (0..=twojmax).flat_map(|j1| (0..=j1).map(move |j2| (j1, j2)));
    pairs
        .flat_map(|(j1, j2)| {
            let js = (j1 - j2..=twojmax.min(j1 + j2)).step_by(2);
            js.filter(move |&j| j >= j1).map(move |j| [j1, j2, j])
        })
        .collect()
}

/// Number of descriptors of one density.
#[must_use]
pub fn bispectrum_count(twojmax: usize) -> usize {
    bispectrum_order(twojmax).len()
}

/// B0, the descriptors of an atom without neighbours: wself^3 (j + 1), or wself^3 with `bnormflag`.
#[must_use]
pub fn bzero(twojmax: usize, bnormflag: bool) -> Vec<f64> {
    let value = |j: usize| WSELF.powi(3) * if bnormflag { 1.0 } else { (j + 1) as f64 };
    bispectrum_order(twojmax)
        .into_iter()
        .map(|[_, _, j]| value(j))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_counts() {
        assert_eq!(
            bispectrum_order(2),
            [[0, 0, 0], [1, 0, 1], [1, 1, 2], [2, 0, 2], [2, 2, 2]]
        );
        for (twojmax, count) in [(0, 1), (6, 30), (8, 55), (14, 204)] {
            assert_eq!(bispectrum_count(twojmax), count);
        }
    }
}
