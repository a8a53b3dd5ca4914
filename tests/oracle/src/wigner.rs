//! Hyperspherical harmonics U_j and their derivatives, by recursion.

use crate::complex::Complex;

/// One complex (j+1) x (j+1) matrix for every j of 0..=twojmax (doubled integers), rows mb, columns ma.
#[derive(Clone, Debug)]
pub struct Planes {
    data: Vec<Complex>,
}

impl Planes {
    /// All zero.
    pub fn zero(twojmax: usize) -> Self {
        Self {
            data: vec![Complex::default(); offset(twojmax + 1)],
        }
    }

    /// The unit matrix for every j: U of a neighbour at the pole, and the self contribution.
    pub fn identity(twojmax: usize) -> Self {
        let mut planes = Self::zero(twojmax);
        for j in 0..=twojmax {
            for m in 0..=j {
                planes.row_mut(j, m)[m] = Complex::new(1.0, 0.0);
            }
        }
        planes
    }

    /// Row `mb` of the matrix of `j`, j + 1 values.
    pub fn row(&self, j: usize, mb: usize) -> &[Complex] {
        &self.data[offset(j) + mb * (j + 1)..][..j + 1]
    }

    /// Row `mb` of the matrix of `j`, to write.
    pub fn row_mut(&mut self, j: usize, mb: usize) -> &mut [Complex] {
        &mut self.data[offset(j) + mb * (j + 1)..][..j + 1]
    }

    /// All values: j slowest, then mb, then ma.
    pub fn values(&self) -> &[Complex] {
        &self.data
    }

    /// `self += factor * other`.
    pub fn add_scaled(&mut self, factor: f64, other: &Self) {
        for (sum, &value) in self.data.iter_mut().zip(&other.data) {
            *sum += factor * value;
        }
    }

    /// Σ Re conj(self) other over all values.
    pub fn dot(&self, other: &Self) -> f64 {
        self.data
            .iter()
            .zip(&other.data)
            .map(|(x, &y)| x.dot(y))
            .sum()
    }

    /// Fills the rows 2 mb > j from U[j-mb, j-ma] = (-1)^(mb-ma) conj U[mb, ma].
    fn mirror(&mut self, j: usize) {
        for mb in j / 2 + 1..=j {
            for ma in 0..=j {
                self.row_mut(j, mb)[ma] = mirrored(mb, ma, self.row(j, j - mb)[j - ma]);
            }
        }
    }
}

/// Value at (mb, ma) for the value at the mirrored place.
pub(crate) fn mirrored(mb: usize, ma: usize, value: Complex) -> Complex {
    let sign = if (mb + ma).is_multiple_of(2) {
        1.0
    } else {
        -1.0
    };
    sign * value.conj()
}

/// Number of values before the matrix of `j`: the sum of the first j squares.
fn offset(j: usize) -> usize {
    j * (j + 1) * (2 * j + 1) / 6
}

/// U_j of the rotation with Cayley-Klein parameters a, b, |a|² + |b|² = 1
/// (Thompson et al., J. Comput. Phys. 285, 316 (2015); Varshalovich, section 4.8.2).
pub(crate) fn wigner(twojmax: usize, a: Complex, b: Complex) -> Planes {
    let mut u = Planes::zero(twojmax);
    u.row_mut(0, 0)[0] = Complex::new(1.0, 0.0);
    for j in 1..=twojmax {
        for mb in 0..=j / 2 {
            for ma in 0..=j {
                let (same, left) = parents(u.row(j - 1, mb), ma);
                let (p, q) = factors(j, mb, ma);
                u.row_mut(j, mb)[ma] = p * (a.conj() * same) - q * (b.conj() * left);
            }
        }
        u.mirror(j);
    }
    u
}

/// The derivative of [`wigner`]'s `u` in a direction in which a, b change by `da`, `db`.
pub(crate) fn wigner_derivative(
    twojmax: usize,
    u: &Planes,
    (a, b): (Complex, Complex),
    (da, db): (Complex, Complex),
) -> Planes {
    let mut du = Planes::zero(twojmax);
    for j in 1..=twojmax {
        for mb in 0..=j / 2 {
            for ma in 0..=j {
                let (same, left) = parents(u.row(j - 1, mb), ma);
                let (dsame, dleft) = parents(du.row(j - 1, mb), ma);
                let (p, q) = factors(j, mb, ma);
                du.row_mut(j, mb)[ma] = p * (da.conj() * same + a.conj() * dsame)
                    - q * (db.conj() * left + b.conj() * dleft);
            }
        }
        du.mirror(j);
    }
    du
}

/// The two values of level j - 1 that level j's column `ma` comes from; 0 outside the row.
fn parents(row: &[Complex], ma: usize) -> (Complex, Complex) {
    let at = |column: Option<usize>| column.and_then(|c| row.get(c)).copied().unwrap_or_default();
    (at(Some(ma)), at(ma.checked_sub(1)))
}

/// The factors of the two parents.
fn factors(j: usize, mb: usize, ma: usize) -> (f64, f64) {
    let ratio = |m: usize| (m as f64 / (j - mb) as f64).sqrt();
    (ratio(j - ma), ratio(ma))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_u_is_unitary() {
        let (a, b) = (Complex::new(0.48, -0.64), Complex::new(-0.36, 0.48));
        let u = wigner(14, a, b);
        for j in 0..=14 {
            for (m, n) in [(0, 0), (j / 2, j / 2), (0, j), (j / 2, j)] {
                let overlap = u
                    .row(j, m)
                    .iter()
                    .zip(u.row(j, n))
                    .fold(Complex::default(), |s, (x, y)| s + x.conj() * *y);
                let expected = Complex::new(f64::from(m == n), 0.0);
                assert!(
                    (overlap - expected).dot(overlap - expected) < 1e-28,
                    "{j} {m} {n}"
                );
            }
        }
    }

    #[test]
    fn level_one_is_the_rotation() {
        let (a, b) = (Complex::new(0.6, 0.0), Complex::new(0.0, 0.8));
        let u = wigner(1, a, b);
        assert_eq!(u.row(1, 0), [a.conj(), -1.0 * b.conj()]);
        assert_eq!(u.row(1, 1), [b, a]);
    }
}
