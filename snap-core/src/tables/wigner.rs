//! Wigner 3j symbols of doubled angular momenta, exact up to one square root.

/// The largest `twojmax`: up to here every factorial below is exact in f64 (22! is the largest).
pub const MAX_TWOJMAX: usize = 14;

const FACTORIAL: [f64; 23] = {
    let mut table = [1.0; 23];
    let mut n = 1;
    while n < table.len() {
        table[n] = table[n - 1] * n as f64;
        n += 1;
    }
    table
};

const BINOMIAL: [[i64; MAX_TWOJMAX + 1]; MAX_TWOJMAX + 1] = {
    let mut table = [[0; MAX_TWOJMAX + 1]; MAX_TWOJMAX + 1];
    let mut n = 0;
    while n <= MAX_TWOJMAX {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// n! for n = 0..=22.
pub(super) fn factorial(n: usize) -> f64 {
    FACTORIAL[n]
}

/// The binomial coefficient of n = 0..=14; zero unless 0 <= k <= n.
pub(super) fn binomial(n: i32, k: i32) -> i64 {
    if k < 0 || k > n {
        0
    } else {
        BINOMIAL[n as usize][k as usize]
    }
}

/// 3j(j1 j2 j3; m1 m2 m3) of doubled arguments, j up to [`MAX_TWOJMAX`]; zero outside the selection rules.
///
/// Racah's formula with the alternating sum in binomials, which makes it an integer s:
/// 3j^2 = s^2 prod (j_i +- m_i)! / (A! P! Q! (J+1)!), factorials of half the doubled values.
#[must_use]
pub fn wigner3j(j: [usize; 3], m: [i32; 3]) -> f64 {
    let [j1, j2, j3] = j.map(|j| j as i32);
    let [m1, m2, m3] = m;
    if m1 + m2 + m3 != 0 || (j1 + j2 + j3) % 2 != 0 || j3 < (j1 - j2).abs() || j3 > j1 + j2 {
        return 0.0;
    }
    if [(j1, m1), (j2, m2), (j3, m3)]
        .iter()
        .any(|&(j, m)| m.abs() > j || (j - m) % 2 != 0)
    {
        return 0.0;
    }
    let (a, p, q) = ((j1 + j2 - j3) / 2, (j1 - j2 + j3) / 2, (j2 + j3 - j1) / 2);
    let (b, c) = ((j1 - m1) / 2, (j2 + m2) / 2);
    let term = |k: i32| parity(k) as i64 * binomial(a, k) * binomial(p, b - k) * binomial(q, c - k);
    let sum: i64 = (0..=a).map(term).sum();
    let half = |x: i32| factorial((x / 2) as usize);
    let up: f64 = [(j1, m1), (j2, m2), (j3, m3)]
        .iter()
        .map(|&(j, m)| half(j + m) * half(j - m))
        .product();
    let down = half(2 * a) * half(2 * p) * half(2 * q) * half(j1 + j2 + j3 + 2);
    f64::from(parity((j1 - j2 - m3) / 2)) * sum as f64 * (up / down).sqrt()
}

/// (-1)^k.
fn parity(k: i32) -> i32 {
    if k % 2 == 0 { 1 } else { -1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // (1 1 0; m -m 0) = (-1)^(1-m) / sqrt(3) and (1/2 1/2 1; 1/2 1/2 -1) = -1 / sqrt(3).
        let third = (1.0_f64 / 3.0).sqrt();
        for (m, expected) in [(2, third), (0, -third), (-2, third)] {
            assert!((wigner3j([2, 2, 0], [m, -m, 0]) - expected).abs() < 1e-15);
        }
        assert!((wigner3j([1, 1, 2], [1, 1, -2]) + third).abs() < 1e-15);
        assert_eq!(wigner3j([2, 2, 2], [0, 0, 0]), 0.0);
    }

    #[test]
    fn rows_are_orthonormal() {
        for (j1, j2) in [(5_usize, 4), (8, 8), (14, 13), (14, 14)] {
            for j3 in (j1.abs_diff(j2)..=(j1 + j2).min(MAX_TWOJMAX)).step_by(2) {
                let m3 = j3 as i32 % 2;
                let norm: f64 = (-(j1 as i32)..=j1 as i32)
                    .map(|m1| wigner3j([j1, j2, j3], [m1, -m3 - m1, m3]).powi(2))
                    .sum();
                assert!(
                    (norm * (j3 + 1) as f64 - 1.0).abs() < 1e-13,
                    "{j1} {j2} {j3}: {norm}"
                );
            }
        }
    }
}
