//! Clebsch-Gordan coefficients.

/// The coefficients ⟨j1 m1 j2 m2 | j m⟩ of every triple up to `twojmax`, all j doubled integers.
///
/// Projections are counted from 0: `m1` of 0..=j1 stands for the projection m1 - j1/2.
pub(crate) struct ClebschGordan {
    size: usize,
    blocks: Vec<Vec<f64>>,
}

impl ClebschGordan {
    /// Computes all coefficients with j1 >= j2.
    pub fn new(twojmax: usize) -> Self {
        let size = twojmax + 1;
        let mut blocks = vec![Vec::new(); size * size * size];
        for j1 in 0..size {
            for j2 in 0..=j1 {
                for j in (j1 - j2..=twojmax.min(j1 + j2)).step_by(2) {
                    blocks[(j1 * size + j2) * size + j] = block(j1, j2, j);
                }
            }
        }
        Self { size, blocks }
    }

    /// The coefficients of one triple with j1 >= j2, `[m1 * (j2 + 1) + m2]`; m follows from m1 and m2.
    pub fn block(&self, j1: usize, j2: usize, j: usize) -> &[f64] {
        &self.blocks[(j1 * self.size + j2) * self.size + j]
    }
}

fn block(j1: usize, j2: usize, j: usize) -> Vec<f64> {
    let pairs = (0..=j1).flat_map(|m1| (0..=j2).map(move |m2| (m1, m2)));
    pairs
        .map(|(m1, m2)| coefficient(j1, m1, j2, m2, j))
        .collect()
}

/// Van der Waerden's form of the coefficient, its sum written with binomials: with
/// A = j1+j2-j, P = j1-j2+j, Q = j2-j1+j (undoubled) it is an integer over A! P! Q!.
fn coefficient(j1: usize, m1: usize, j2: usize, m2: usize, j: usize) -> f64 {
    let excess = (j1 + j2 - j) / 2;
    if m1 + m2 < excess || m1 + m2 - excess > j {
        return 0.0;
    }
    let m = m1 + m2 - excess;
    let (p, q) = ((j1 + j - j2) / 2, (j2 + j - j1) / 2);
    let terms = (0..=excess).filter(|&k| k <= j1 - m1 && k <= m2).map(|k| {
        let sign = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        sign * binomial(excess, k) * binomial(p, j1 - m1 - k) * binomial(q, m2 - k)
    });
    let projections = [m1, j1 - m1, m2, j2 - m2, m, j - m];
    let numerator: f64 = projections.map(factorial).iter().product();
    let triangle = factorial(excess) * factorial(p) * factorial(q);
    let denominator = triangle * factorial((j1 + j2 + j) / 2 + 1);
    terms.sum::<f64>() * ((j + 1) as f64 * (numerator / denominator)).sqrt()
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

fn binomial(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let half = 0.5_f64.sqrt();
        assert!((coefficient(1, 1, 1, 0, 2) - half).abs() < 1e-15);
        assert!((coefficient(1, 1, 1, 0, 0) - half).abs() < 1e-15);
        assert!((coefficient(1, 0, 1, 1, 0) + half).abs() < 1e-15);
        assert!((coefficient(2, 1, 2, 1, 4) - (2.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        assert!((coefficient(2, 2, 1, 0, 1) - (2.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        assert_eq!(coefficient(2, 1, 2, 1, 2), 0.0);
    }

    #[test]
    fn rows_are_orthonormal() {
        let (j1, j2) = (14, 11);
        let cg = |j: usize, m: usize, m1: usize| {
            let m2 = (m + (j1 + j2 - j) / 2)
                .checked_sub(m1)
                .filter(|&m2| m2 <= j2);
            m2.map_or(0.0, |m2| coefficient(j1, m1, j2, m2, j))
        };
        for (j, i) in [(3, 3), (13, 13), (25, 25), (13, 15), (3, 9)] {
            let overlap: f64 = (0..=j1)
                .map(|m1| cg(j, (j - 1) / 2, m1) * cg(i, (i - 1) / 2, m1))
                .sum();
            assert!(
                (overlap - f64::from(j == i)).abs() < 1e-14,
                "{j} {i} {overlap}"
            );
        }
    }
}
