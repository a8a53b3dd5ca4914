//! Weights of the torus, the half plane that is stored, and its storage order.

use std::ops::Add;

use super::MAX_TWOJMAX;

/// A weight w = (S, T). The element U_j\[mb, ma\] belongs to S = mb + ma - j, T = mb - ma and n = (j - |S| - |T|) / 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weight {
    /// S, the power of a.
    pub s: i32,
    /// T, the power of b; negative powers are those of the conjugate.
    pub t: i32,
}

impl Weight {
    /// |S| + |T|, the smallest j with this weight.
    #[must_use]
    pub const fn degree(self) -> usize {
        (self.s.unsigned_abs() + self.t.unsigned_abs()) as usize
    }

    /// The angular momentum j of value n.
    #[must_use]
    pub const fn j(self, n: usize) -> usize {
        self.degree() + 2 * n
    }

    /// sg(T), with U = sg(T) V: -1 for negative odd T, else 1.
    #[must_use]
    pub const fn sign(self) -> f64 {
        if self.t < 0 && self.t % 2 != 0 {
            -1.0
        } else {
            1.0
        }
    }
}

impl Add for Weight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            s: self.s + other.s,
            t: self.t + other.t,
        }
    }
}

/// N(w), the number of values n of a weight of `degree` |S| + |T|: 0 beyond `twojmax`.
#[must_use]
pub const fn radial_count(twojmax: usize, degree: usize) -> usize {
    if degree > twojmax {
        0
    } else {
        (twojmax - degree) / 2 + 1
    }
}

/// The stored weights, S > 0 or S = 0 and T >= 0, with |S| + |T| <= twojmax. V(-w) = conj(V(w)) gives the others.
///
/// Order: S = 0 with T = 0..=twojmax, then S = 1, 2, ... each with T ascending; n runs fastest.
#[derive(Clone, Debug)]
pub struct HalfPlane {
    twojmax: usize,
    weights: Vec<Weight>,
    offsets: Vec<usize>,
}

impl HalfPlane {
    /// # Panics
    /// If `twojmax` exceeds [`MAX_TWOJMAX`].
    #[must_use]
    pub fn new(twojmax: usize) -> Self {
        assert!(
            twojmax <= MAX_TWOJMAX,
            "twojmax {twojmax} exceeds {MAX_TWOJMAX}"
        );
        let m = twojmax as i32;
        let weights: Vec<_> = (0..=m)
            .flat_map(|s| (if s == 0 { 0 } else { s - m }..=m - s).map(move |t| Weight { s, t }))
            .collect();
        let mut offsets = vec![0];
        for (i, w) in weights.iter().enumerate() {
            offsets.push(offsets[i] + radial_count(twojmax, w.degree()));
        }
        Self {
            twojmax,
            weights,
            offsets,
        }
    }

    /// Twice the largest angular momentum.
    #[must_use]
    pub fn twojmax(&self) -> usize {
        self.twojmax
    }

    /// The weights in storage order.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Number of complex values of V or G.
    #[must_use]
    pub fn nvalues(&self) -> usize {
        self.offsets[self.weights.len()]
    }

    /// Position of a weight in the storage order, if it is stored.
    #[must_use]
    pub fn position(&self, w: Weight) -> Option<usize> {
        let m = self.twojmax as i32;
        if w.degree() > self.twojmax || w.s < 0 || (w.s == 0 && w.t < 0) {
            return None;
        }
        let before = if w.s == 0 {
            0
        } else {
            (w.s - 1) * (2 * m + 1) - w.s * (w.s - 1) + 2 * m + 1 - w.s
        };
        Some((before + w.t) as usize)
    }

    /// Complex index of value n = 0 of the weight at `position`; [`nvalues`](Self::nvalues) one past the last.
    #[must_use]
    pub fn offset(&self, position: usize) -> usize {
        self.offsets[position]
    }

    /// The weight whose value n = 0 has the complex index `offset`.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn weight_at(&self, offset: usize) -> Weight {
        let position = self.offsets.binary_search(&offset);
        self.weights[position.expect("a weight begins at the offset")]
    }

    /// N(w) of the weight at `position`.
    #[must_use]
    pub fn count(&self, position: usize) -> usize {
        self.offsets[position + 1] - self.offsets[position]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_formulation() {
        for (twojmax, nweights, nvalues) in [(0, 1, 1), (8, 73, 145), (14, 211, 624)] {
            let h = HalfPlane::new(twojmax);
            assert_eq!((h.weights().len(), h.nvalues()), (nweights, nvalues));
        }
    }

    #[test]
    fn position_inverts_the_storage_order() {
        for twojmax in 0..=MAX_TWOJMAX {
            let h = HalfPlane::new(twojmax);
            for (i, &w) in h.weights().iter().enumerate() {
                assert_eq!(h.position(w), Some(i), "twojmax {twojmax}, {w:?}");
                assert_eq!(h.count(i), radial_count(twojmax, w.degree()));
                assert_eq!(h.weight_at(h.offset(i)), w);
            }
            let m = twojmax as i32;
            assert_eq!(h.position(Weight { s: 0, t: -1 }), None);
            assert_eq!(h.position(Weight { s: 1, t: m }), None);
        }
    }
}
