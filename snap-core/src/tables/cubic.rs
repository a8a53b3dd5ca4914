//! The cubic form: E = sum over blocks and entries of W Re(V_A\[na\] V_B\[nb\] conj(V_C\[nc\])), C = A + B.
//!
//! Where each element has a density of its own, weights are those of a density, which differ from the same ones of another
//! (FAST_SNAP section 5).

use super::classes::{DescriptorClasses, Factor, triples};
use super::weights::{HalfPlane, Weight};
use super::wigner::wigner3j;
use super::wtable::WTable;

/// Which of the weights of a block coincide, densities included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A = B = C = 0.
    Zero,
    /// A = 0 and C = B; the entries are symmetric in (nb, nc).
    Z,
    /// A = B, but not C; the entries are symmetric in (na, nb).
    S,
    /// None of them.
    G,
}

/// All entries of one unordered pair of weights {A, B}.
#[derive(Clone, Debug)]
pub struct Block {
    /// Which weights coincide.
    pub kind: Kind,
    /// Positions of A, B and C in the half plane.
    pub weights: [usize; 3],
    /// Densities of A, B and C.
    pub densities: [usize; 3],
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
    /// Which class of descriptors it belongs to, whose coefficient it carries.
    pub coefficient: i32,
    /// Complex offsets of V\[A\], V\[B\] and V\[C\].
    pub offsets: [usize; 3],
}

/// The blocks of the cubic form, shared by all elements of a potential.
#[derive(Clone, Debug)]
pub struct CubicForm {
    /// The weights, and the storage order of V and G of a density.
    pub half_plane: HalfPlane,
    /// Which descriptors share their entries.
    pub classes: DescriptorClasses,
    /// Number of densities.
    pub densities: usize,
    /// One block per {A, B} with C inside the half plane, A before or equal to B in storage order.
    pub blocks: Vec<Block>,
}

impl CubicForm {
    /// The form for descriptors divided by j + 1 (`bnormflag`) or not, of one density.
    ///
    /// # Panics
    /// If `twojmax` exceeds [`MAX_TWOJMAX`](super::MAX_TWOJMAX).
    #[must_use]
    pub fn new(twojmax: usize, bnormflag: bool) -> Self {
        Self::of_densities(1, twojmax, bnormflag)
    }

    /// The form of several densities, whose V and G follow each other.
    ///
    /// # Panics
    /// If `twojmax` exceeds [`MAX_TWOJMAX`](super::MAX_TWOJMAX).
    #[must_use]
    pub fn of_densities(densities: usize, twojmax: usize, bnormflag: bool) -> Self {
        let half_plane = HalfPlane::new(twojmax);
        let classes = DescriptorClasses::new(twojmax, densities);
        let builder = Builder {
            half_plane: &half_plane,
            classes: &classes,
            bnormflag,
        };
        let count = half_plane.weights().len();
        let pairs = (0..count).flat_map(|a| (a..count).map(move |b| (a, b)));
        let triples = triples(densities);
        let blocks = pairs.flat_map(|(a, b)| triples.iter().map(move |&e| (a, b, e)));
        let blocks = blocks.filter_map(|(a, b, e)| builder.block(a, b, e));
        let blocks = blocks.collect();
        Self {
            half_plane,
            classes,
            densities,
            blocks,
        }
    }

    /// Number of complex values of V or G, of all densities.
    #[must_use]
    pub fn nvalues(&self) -> usize {
        self.densities * self.half_plane.nvalues()
    }

    /// Complex offset of the first value of a block's A, B or C.
    #[must_use]
    pub fn offset(&self, block: &Block, axis: usize) -> usize {
        block.densities[axis] * self.half_plane.nvalues()
            + self.half_plane.offset(block.weights[axis])
    }

    /// Every entry, zeros included.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.blocks.iter().flat_map(|block| {
            let offsets = [0, 1, 2].map(|axis| self.offset(block, axis));
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
    classes: &'a DescriptorClasses,
    bnormflag: bool,
}

/// Kind and multiplicity of the block of the weights at positions a <= b, of these densities; none where another one stands
/// for it: equal weights may be exchanged, and a product with its conjugate where A = 0.
///
/// Of the twelve triples that permutations and conjugation make of A, B, -C, a sixth of those that differ.
fn kind_of(a: usize, b: usize, [ea, eb, ec]: [usize; 3]) -> Option<(Kind, f64)> {
    match (a, b) {
        (0, 0) if ea == eb && eb == ec => Some((Kind::Zero, 1.0 / 6.0)),
        (0, 0) if ea == eb => Some((Kind::S, 0.5)),
        (0, 0) if ea < eb && eb < ec => Some((Kind::G, 1.0)),
        (0, 0) => None,
        (0, _) if eb == ec => Some((Kind::Z, 1.0)),
        (0, _) => (eb < ec).then_some((Kind::G, 2.0)),
        _ if a == b && ea == eb => Some((Kind::S, 1.0)),
        _ if a == b => (ea < eb).then_some((Kind::G, 2.0)),
        _ => Some((Kind::G, 2.0)),
    }
}

impl Builder<'_> {
    /// The block of the weights at positions a <= b of these densities, if C = A + B is within the half plane and no other
    /// one stands for it.
    fn block(&self, a: usize, b: usize, densities: [usize; 3]) -> Option<Block> {
        let h = self.half_plane;
        let c = h.position(h.weights()[a] + h.weights()[b])?;
        let (kind, multiplicity) = kind_of(a, b, densities)?;
        let weights = [a, b, c];
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
                    let (w0, coefficient) = self.entry(w, [na, nb, nc], densities);
                    entries.push(factor * w0, coefficient);
                }
            }
        }
        Some(Block {
            kind,
            weights,
            densities,
            n,
            entries,
        })
    }

    /// bhat over the class's coefficient times the two 3j symbols, and the class; (0, 0) outside the triangle rule.
    fn entry(&self, [a, b, c]: [Weight; 3], n: [usize; 3], densities: [usize; 3]) -> (f64, i32) {
        let j = [a.j(n[0]), b.j(n[1]), c.j(n[2])];
        let factors = [0, 1, 2].map(|i| (j[i], densities[i]));
        let Some(class) = self.classes.of(factors) else {
            return (0.0, 0);
        };
        let scale = match j.into_iter().max() {
            Some(large) if !self.bnormflag => (large + 1) as f64,
            _ => 1.0,
        };
        let p = wigner3j(j, [a.s + a.t, b.s + b.t, -c.s - c.t]);
        let q = wigner3j(j, [a.s - a.t, b.s - b.t, -c.s + c.t]);
        (stabiliser(factors) * scale * p * q, class as i32)
    }
}

/// Number of permutations that leave three factors unchanged.
pub(super) fn stabiliser([a, b, c]: [Factor; 3]) -> f64 {
    match (a == b, b == c, a == c) {
        (true, true, _) => 6.0,
        (false, false, false) => 1.0,
        _ => 2.0,
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
