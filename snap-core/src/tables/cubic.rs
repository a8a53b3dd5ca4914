//! The cubic form: E = sum over blocks and entries of W Re(V_A\[na\] V_B\[nb\] conj(V_C\[nc\])), C = A + B.

use std::collections::HashMap;

use super::bispectrum::bispectrum_order;
use super::weights::{HalfPlane, Weight};
use super::wigner::wigner3j;
use super::wtable::WTable;

/// Which of the weights of a block coincide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A = B = C = 0.
    Zero,
    /// A = 0, hence C = B.
    Z,
    /// A = B; the entries are symmetric in (na, nb).
    S,
    /// A and B different and not 0.
    G,
}

/// All entries of one unordered pair of weights {A, B}.
#[derive(Clone, Debug)]
pub struct Block {
    /// Which weights coincide.
    pub kind: Kind,
    /// Positions of A, B and C in the half plane.
    pub weights: [usize; 3],
    /// N(A), N(B), N(C).
    pub n: [usize; 3],
    /// The entries \[na\]\[nb\]\[nc\], nc fastest. Those outside the triangle rule are zero.
    pub entries: WTable,
}

impl Block {
    /// W0 and coefficient of the entry (na, nb, nc).
    #[must_use]
    pub fn entry(&self, n: [usize; 3]) -> (f64, i32) {
        let at = (n[0] * self.n[1] + n[1]) * self.n[2] + n[2];
        (self.entries.w0[at], self.entries.coefficient[at])
    }
}

/// One entry of the form: `W0 Re(V[A] V[B] conj(V[C]))`.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// W without its coefficient.
    pub w0: f64,
    /// Which linear coefficient it carries, and which descriptor it belongs to.
    pub coefficient: i32,
    /// Complex offsets of V\[A\], V\[B\] and V\[C\].
    pub offsets: [usize; 3],
}

/// The blocks of the cubic form, shared by all elements of a potential.
#[derive(Clone, Debug)]
pub struct CubicForm {
    /// The weights, and the storage order of V and G.
    pub half_plane: HalfPlane,
    /// One block per {A, B} with C inside the half plane, A before or equal to B in storage order.
    pub blocks: Vec<Block>,
}

impl CubicForm {
    /// The form for descriptors divided by j + 1 (`bnormflag`) or not.
    ///
    /// # Panics
    /// If `twojmax` exceeds [`MAX_TWOJMAX`](super::MAX_TWOJMAX).
    #[must_use]
    pub fn new(twojmax: usize, bnormflag: bool) -> Self {
        let half_plane = HalfPlane::new(twojmax);
        let order = bispectrum_order(twojmax);
        let index = order
            .into_iter()
            .enumerate()
            .map(|(k, j)| (j, k as i32))
            .collect();
        let builder = Builder {
            half_plane: &half_plane,
            index,
            bnormflag,
        };
        let count = half_plane.weights().len();
        let pairs = (0..count).flat_map(|a| (a..count).map(move |b| (a, b)));
        let blocks = pairs.filter_map(|(a, b)| builder.block(a, b)).collect();
        Self { half_plane, blocks }
    }

    /// Every entry, zeros included.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.blocks.iter().flat_map(|block| {
            let offsets = block.weights.map(|w| self.half_plane.offset(w));
            let [na, nb, nc] = block.n;
            (0..na * nb * nc).map(move |k| {
                let n = [k / (nb * nc), k / nc % nb, k % nc];
                let (w0, coefficient) = block.entry(n);
                Term {
                    w0,
                    coefficient,
                    offsets: [0, 1, 2].map(|i| offsets[i] + n[i]),
                }
            })
        })
    }

    /// Number of entries of all blocks, zeros included.
    #[must_use]
    pub fn nentries(&self) -> usize {
        self.blocks.iter().map(|block| block.entries.len()).sum()
    }
}

struct Builder<'a> {
    half_plane: &'a HalfPlane,
    /// Coefficient of (mid, small, large) j.
    index: HashMap<[usize; 3], i32>,
    bnormflag: bool,
}

impl Builder<'_> {
    /// The block of the weights at positions a <= b, if C = A + B is within the half plane.
    fn block(&self, a: usize, b: usize) -> Option<Block> {
        let h = self.half_plane;
        let c = h.position(h.weights()[a] + h.weights()[b])?;
        let weights = [a, b, c];
        let (kind, multiplicity) = match (a, b) {
            (0, 0) => (Kind::Zero, 1.0 / 6.0),
            (0, _) => (Kind::Z, 1.0),
            _ if a == b => (Kind::S, 1.0),
            _ => (Kind::G, 2.0),
        };
        let w = weights.map(|position| h.weights()[position]);
        // sg(-T_C): the third factor of the form is V at -C.
        let minus_c = Weight {
            s: -w[2].s,
            t: -w[2].t,
        };
        let factor = multiplicity * w[0].sign() * w[1].sign() * minus_c.sign();
        let n = weights.map(|position| h.count(position));
        let mut entries = WTable::default();
        for na in 0..n[0] {
            for nb in 0..n[1] {
                for nc in 0..n[2] {
                    let (w0, coefficient) = self.entry(w, [na, nb, nc]);
                    entries.push(factor * w0, coefficient);
                }
            }
        }
        Some(Block {
            kind,
            weights,
            n,
            entries,
        })
    }

    /// bhat / beta times the two 3j symbols, and which beta; (0, 0) outside the triangle rule.
    fn entry(&self, [a, b, c]: [Weight; 3], n: [usize; 3]) -> (f64, i32) {
        let j = [a.j(n[0]), b.j(n[1]), c.j(n[2])];
        let mut sorted = j;
        sorted.sort_unstable();
        let [small, mid, large] = sorted;
        let Some(&coefficient) = self.index.get(&[mid, small, large]) else {
            return (0.0, 0);
        };
        // Number of permutations that leave (j_A, j_B, j_C) unchanged.
        let stabiliser = match (small == mid, mid == large) {
            (true, true) => 6.0,
            (false, false) => 1.0,
            _ => 2.0,
        };
        let scale = if self.bnormflag {
            1.0
        } else {
            (large + 1) as f64
        };
        let p = wigner3j(j, [a.s + a.t, b.s + b.t, -c.s - c.t]);
        let q = wigner3j(j, [a.s - a.t, b.s - b.t, -c.s + c.t]);
        (stabiliser * scale * p * q, coefficient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_formulation() {
        for (twojmax, blocks, entries) in [(6, 367, 2524), (8, 1033, 12_217), (14, 8443, 348_032)] {
            let form = CubicForm::new(twojmax, false);
            assert_eq!((form.blocks.len(), form.nentries()), (blocks, entries));
        }
    }

    #[test]
    fn blocks_with_equal_weights_are_symmetric() {
        for block in CubicForm::new(7, false).blocks {
            let [na, nb, nc] = block.n;
            for (x, y, z) in
                (0..na).flat_map(|x| (0..nb).flat_map(move |y| (0..nc).map(move |z| (x, y, z))))
            {
                let mirrored = match block.kind {
                    Kind::Zero | Kind::S => [y, x, z],
                    Kind::Z => [x, z, y],
                    Kind::G => [x, y, z],
                };
                let (w, image) = (block.entry([x, y, z]).0, block.entry(mirrored).0);
                assert!(
                    (w - image).abs() <= 1e-14 * w.abs(),
                    "{:?} {w} {image}",
                    block.kind
                );
            }
        }
    }
}
