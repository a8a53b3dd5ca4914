//! The change between moments in Chebyshev polynomials and V in Jacobi polynomials, and back for the gradient.

mod rows;

use super::moments::MomentLayout;
use super::weights::{HalfPlane, Weight, radial_count};
use super::wigner::{binomial, factorial};
pub use rows::{BOTH, BasisItem, PairItem, S_IS_ZERO, T_IS_ZERO};

/// The tables of the stages M -> V and G -> C, one [`BasisItem`] per (S, T) with S, T >= 0.
///
/// `V[n] = sum_{k<=n} t[n,k] z_k`; with `c[k] = sum_{n>=k} t[n,k] G[n]`, u of (S,T) and v of (S,-T), the way back is
/// `rr = Re u + Re v, ii = Re v - Re u, ir = Im u + Im v, ri = Im u - Im v` ([`BOTH`]) or u in the places of z (other kinds).
#[derive(Clone, Debug)]
pub struct BasisChange {
    /// One packed [`BasisItem`] per (S, T), sorted by (kind, N).
    pub items: Vec<[i32; 8]>,
    /// The matrices t, [`jacobi_in_chebyshev`] of each (S, T).
    pub t: Vec<f64>,
}

impl BasisChange {
    /// The tables for moments in `layout`.
    ///
    /// # Panics
    /// If the layout's `twojmax` exceeds [`MAX_TWOJMAX`](super::MAX_TWOJMAX).
    #[must_use]
    pub fn new(layout: &MomentLayout) -> Self {
        let h = HalfPlane::new(layout.twojmax());
        let mut keys: Vec<_> = h.weights().iter().copied().filter(|w| w.t >= 0).collect();
        keys.sort_by_key(|w| (kind(*w), radial_count(h.twojmax(), w.degree())));
        let (mut items, mut t) = (vec![], vec![]);
        for w in keys {
            items.push(item(layout, &h, w, t.len()).pack());
            t.extend(jacobi_in_chebyshev(h.twojmax(), w));
        }
        Self { items, t }
    }

    /// Multiplications and additions of M -> V for one atom (G -> C has as many), in units of one FMA.
    #[must_use]
    pub fn fma(&self) -> usize {
        let cost = |&row: &[i32; 8]| {
            let BasisItem { n, kind, .. } = BasisItem::of(row);
            let both = kind == BOTH as i32;
            let weights = if both { 2 } else { 1 };
            let parts = if kind == 0 { 1 } else { 2 };
            weights * parts * (n * (n + 1) / 2) + if both { 4 * n } else { 0 }
        };
        self.items.iter().map(cost).sum::<i32>() as usize
    }
}

fn kind(w: Weight) -> usize {
    usize::from(w.s > 0) | usize::from(w.t > 0) << 1
}

fn item(layout: &MomentLayout, h: &HalfPlane, w: Weight, t: usize) -> BasisItem<i32> {
    let (s, degree) = (w.s as usize, w.t as usize);
    let column = MomentLayout::column(degree, 0, 0);
    let offset = |w| h.position(w).map(|position| h.offset(position));
    let plus = offset(w).expect("S, T >= 0 is stored");
    let minus = offset(Weight { s: w.s, t: -w.t }).unwrap_or(plus);
    let [rr, ir] = [0, 1].map(|part| (layout.row(s, part) + column) as i32);
    BasisItem {
        rr,
        ir,
        plus: plus as i32,
        minus: minus as i32,
        t: t as i32,
        n: radial_count(h.twojmax(), w.degree()) as i32,
        degree: degree as i32,
        kind: kind(w) as i32,
    }
}

/// t_w, row major N x N: `nu(S,T,n) P_n^{(|T|,|S|)}(x) = sum_k t[n,k] T_k(x)` with
/// `nu^2 = n! (n+|S|+|T|)! / ((n+|S|)! (n+|T|)!)`, so that `U_j[mb,ma] = sg(T) a^S b^T` times this polynomial at
/// x = |a|^2 - |b|^2. All sums are over integers.
#[must_use]
pub fn jacobi_in_chebyshev(twojmax: usize, w: Weight) -> Vec<f64> {
    let (s, t) = (w.s.unsigned_abs() as usize, w.t.unsigned_abs() as usize);
    let count = radial_count(twojmax, w.degree());
    let mut out = vec![0.0; count * count];
    for (n, row) in out.chunks_mut(count.max(1)).enumerate() {
        let nu = factorial(n) * factorial(n + s + t) / (factorial(n + s) * factorial(n + t));
        for (k, value) in monomials(n as i32, t as i32, s as i32)
            .into_iter()
            .enumerate()
        {
            // x^k = 2^(1-k) sum_i C(k,i) T_(k-2i), half of it for T_0; `value` holds 2^n times the coefficient.
            for i in 0..=k / 2 {
                let half = if k == 2 * i { 0.5 } else { 1.0 };
                let integer = 2 * value * binomial(k as i32, i as i32);
                row[k - 2 * i] += nu.sqrt() * half * integer as f64 / (1_i64 << (k + n)) as f64;
            }
        }
    }
    out
}

/// 2^n times the coefficients of the Jacobi polynomial P_n^{(alpha,beta)} in powers of x, which are integers:
/// `2^n P_n = sum_k C(n+alpha, n-k) C(n+beta, k) (x-1)^k (x+1)^(n-k)`.
fn monomials(n: i32, alpha: i32, beta: i32) -> Vec<i64> {
    let mut out = vec![0; n as usize + 1];
    for k in 0..=n {
        let factor = binomial(n + alpha, n - k) * binomial(n + beta, k);
        for i in 0..=k {
            let sign = if (k - i) % 2 == 0 { 1 } else { -1 };
            for l in 0..=n - k {
                out[(i + l) as usize] += sign * factor * binomial(k, i) * binomial(n - k, l);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_rows(w: Weight, twojmax: usize, expected: &[&[f64]]) {
        let t = jacobi_in_chebyshev(twojmax, w);
        let count = expected.len();
        assert_eq!(t.len(), count * count);
        for (n, row) in expected.iter().enumerate() {
            for k in 0..count {
                let value = row.get(k).copied().unwrap_or(0.0);
                assert!(
                    (t[n * count + k] - value).abs() < 5e-9,
                    "{w:?} t[{n},{k}] = {}",
                    t[n * count + k]
                );
            }
        }
    }

    #[test]
    fn check_values_of_the_formulation() {
        let w = |s, t| Weight { s, t };
        assert_rows(
            w(0, 0),
            6,
            &[
                &[1.0],
                &[0.0, 1.0],
                &[0.25, 0.0, 0.75],
                &[0.0, 0.375, 0.0, 0.625],
            ],
        );
        assert_rows(w(1, 0), 5, &[&[1.0], &[-0.5, 1.5], &[0.75, -1.0, 1.25]]);
        assert_rows(
            w(1, 1),
            6,
            &[
                &[2.0_f64.sqrt()],
                &[0.0, 2.44948974],
                &[1.29903811, 0.0, 2.16506351],
            ],
        );
    }

    #[test]
    fn every_stored_weight_has_one_item() {
        for twojmax in 0..=14 {
            let h = HalfPlane::new(twojmax);
            let change = BasisChange::new(&MomentLayout::new(twojmax));
            let mut seen = vec![0; h.nvalues()];
            for BasisItem {
                plus,
                minus,
                n,
                kind,
                ..
            } in change.items.iter().copied().map(BasisItem::of)
            {
                for offset in [plus, minus]
                    .into_iter()
                    .take(if kind == 3 { 2 } else { 1 })
                {
                    (offset..offset + n).for_each(|k| seen[k as usize] += 1);
                }
            }
            assert!(seen.iter().all(|&count| count == 1), "twojmax {twojmax}");
        }
    }
}
