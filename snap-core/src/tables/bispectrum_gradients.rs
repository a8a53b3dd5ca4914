//! Control data of compute_zi and compute_dbidrj: the gradient of every descriptor with respect to V, and what it is contracted
//! with.
//!
//! A descriptor depends on the values of its two or three j alone, so both are kept by j, cut into *blocks* of a few values of
//! one j and one density. The gradient of one descriptor in one block is a *row*.

use super::cubic::{CubicForm, Term};
use super::weights::HalfPlane;

/// Rows that are contracted together, the most.
pub const ROWS: usize = 4;

/// Values of a block, the most: its rows and dV of four neighbours stay in a first cache of 32 KiB (2J = 8, AVX-512).
const BLOCK: usize = 14;

/// The values of V by j, those with |S| + |T| + 2 n = j after those of smaller j.
#[derive(Clone, Debug)]
pub struct ValuesByJ {
    /// Place of each value in this order.
    pub place: Vec<i32>,
    /// First place of each block, and one past the last.
    pub starts: Vec<i32>,
}

impl ValuesByJ {
    /// The order of a half plane's values.
    #[must_use]
    pub fn new(half_plane: &HalfPlane) -> Self {
        let count = half_plane.nvalues();
        let weights = half_plane.weights().iter().enumerate();
        let j = weights.flat_map(|(p, w)| (0..half_plane.count(p)).map(|n| w.j(n)));
        let j: Vec<usize> = j.collect();
        let mut values: Vec<usize> = (0..count).collect();
        values.sort_by_key(|&value| j[value]);
        let mut found = Self {
            place: vec![0; count],
            starts: vec![0],
        };
        for (at, &value) in values.iter().enumerate() {
            found.place[value] = at as i32;
        }
        for of_one in values.chunk_by(|&a, &b| j[a] == j[b]) {
            let blocks = of_one.len().div_ceil(BLOCK);
            let begin = found.starts[found.starts.len() - 1];
            let end = |block: usize| begin + (of_one.len() * block / blocks) as i32;
            found.starts.extend((1..=blocks).map(end));
        }
        found
    }

    /// Number of blocks.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    /// The block of a place.
    fn block(&self, place: i32) -> usize {
        self.starts.partition_point(|&start| start <= place) - 1
    }
}

/// Up to [`ROWS`] rows of one block, in integers `I` of the host or of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradientRows<I> {
    /// Complex offset of the first row; the others follow.
    pub first: I,
    /// Values of a row.
    pub length: I,
    /// First place of the block's values.
    pub place: I,
    /// Number of rows.
    pub rows: I,
    /// Class of descriptors of each row; 0 where there is no row.
    pub classes: [I; ROWS],
}

impl<I> GradientRows<I> {
    /// The rows of a packed form.
    #[inline(always)]
    pub fn of([first, length, place, rows, a, b, c, d]: [I; 8]) -> Self {
        Self {
            first,
            length,
            place,
            rows,
            classes: [a, b, c, d],
        }
    }

    /// The packed form.
    pub fn pack(self) -> [I; 8] {
        let Self {
            first,
            length,
            place,
            rows,
            classes: [a, b, c, d],
        } = self;
        [first, length, place, rows, a, b, c, d]
    }
}

/// dB/dV of all descriptors, `dB = sum Re(conj(Z) dV)` over the rows of B: value q of the rows is
/// `Z[q] = sum of w V[1] V[2] + sum of w conj(V[1]) V[2]`.
#[derive(Clone, Debug)]
pub struct BispectrumGradients {
    /// The two factors of each product, as complex offsets, and two zeros: for each value first those without a conjugate.
    pub items: Vec<[i32; 4]>,
    /// The w of each product.
    pub w: Vec<f64>,
    /// Two for each value: its first product, and the first with a conjugate; and one past the last.
    pub starts: Vec<i32>,
    /// Packed [`GradientRows`] of each density.
    pub groups: Vec<Vec<[i32; 8]>>,
    /// Of each density the first group of each block, and one past the last: no class is twice in one block.
    pub block_starts: Vec<Vec<i32>>,
}

/// One product that is added to a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Product {
    block: usize,
    class: i32,
    place: i32,
    is_conjugate: bool,
    factors: [i32; 2],
}

impl BispectrumGradients {
    /// The gradients of a cubic form's descriptors, with at most `at_once` and [`ROWS`] rows in a group.
    #[must_use]
    pub fn new(form: &CubicForm, at_once: usize) -> Self {
        let order = ValuesByJ::new(&form.half_plane);
        let mut products: Vec<(Product, f64)> = form
            .terms()
            .filter(|term| term.w0 != 0.0)
            .flat_map(|term| products_of(form, &order, term))
            .collect();
        products.sort_by_key(|(product, _)| *product);
        let mut found = Self {
            items: vec![],
            w: vec![],
            starts: vec![],
            groups: vec![],
            block_starts: vec![],
        };
        let (blocks, mut rest) = (order.blocks(), &products[..]);
        for density in 0..form.densities {
            let (mut groups, mut starts) = (vec![], vec![0]);
            for number in 0..blocks {
                let block = density * blocks + number;
                let (here, behind) = rest.split_at(rest.partition_point(|p| p.0.block == block));
                rest = behind;
                let place = order.starts[number]..order.starts[number + 1];
                let rows: Vec<_> = here.chunk_by(|a, b| a.0.class == b.0.class).collect();
                for rows in rows.chunks(at_once.clamp(1, ROWS)) {
                    groups.push(found.group(rows, place.clone()));
                }
                starts.push(groups.len() as i32);
            }
            found.groups.push(groups);
            found.block_starts.push(starts);
        }
        found.starts.push(found.items.len() as i32);
        found
    }

    /// Values of all rows.
    #[must_use]
    pub fn nvalues(&self) -> usize {
        self.starts.len() / 2
    }

    /// Adds the rows of a group.
    fn group(&mut self, rows: &[&[(Product, f64)]], places: std::ops::Range<i32>) -> [i32; 8] {
        let mut group = GradientRows {
            first: self.nvalues() as i32,
            length: places.len() as i32,
            place: places.start,
            rows: rows.len() as i32,
            classes: [0; ROWS],
        };
        for (class, row) in group.classes.iter_mut().zip(rows) {
            *class = row[0].0.class;
            let mut row = *row;
            for place in places.clone() {
                let (here, behind) = row.split_at(row.partition_point(|p| p.0.place == place));
                row = behind;
                let (plain, conjugate) = here.split_at(here.partition_point(|p| !p.0.is_conjugate));
                for products in [plain, conjugate] {
                    self.starts.push(self.items.len() as i32);
                    self.add(products);
                }
            }
        }
        group.pack()
    }

    /// Adds the products of a value, equal ones as one.
    fn add(&mut self, products: &[(Product, f64)]) {
        for equal in products.chunk_by(|a, b| a.0 == b.0) {
            let [first, second] = equal[0].0.factors;
            self.items.push([first, second, 0, 0]);
            self.w.push(equal.iter().map(|(_, w)| w).sum());
        }
    }
}

/// What `w Re(V_A V_B conj(V_C))` adds to the gradients of its three factors.
fn products_of(form: &CubicForm, order: &ValuesByJ, term: Term) -> [(Product, f64); 3] {
    let blocks = order.blocks();
    let values = form.half_plane.nvalues();
    let [a, b, c] = term.offsets.map(|offset| offset as i32);
    let along = |factor: usize, is_conjugate, factors| {
        let (density, value) = (term.offsets[factor] / values, term.offsets[factor] % values);
        let place = order.place[value];
        let product = Product {
            block: density * blocks + order.block(place),
            class: term.coefficient,
            place,
            is_conjugate,
            factors,
        };
        (product, term.w0)
    };
    [
        along(0, true, [b, c]),
        along(1, true, [a, c]),
        along(2, false, [a.min(b), a.max(b)]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_values_of_one_j() {
        for twojmax in 0..=9 {
            let half_plane = HalfPlane::new(twojmax);
            let order = ValuesByJ::new(&half_plane);
            let mut j_of_place = vec![None; half_plane.nvalues()];
            for (position, weight) in half_plane.weights().iter().enumerate() {
                for n in 0..half_plane.count(position) {
                    let place = order.place[half_plane.offset(position) + n];
                    assert_eq!(j_of_place[place as usize].replace(weight.j(n)), None);
                }
            }
            for (number, block) in order.starts.windows(2).enumerate() {
                let places = block[0] as usize..block[1] as usize;
                assert!((1..=BLOCK).contains(&places.len()));
                assert_eq!(order.block(block[0]), number);
                assert!(
                    j_of_place[places.clone()]
                        .iter()
                        .all(|j| *j == j_of_place[places.start])
                );
            }
            assert_eq!(order.starts.last(), Some(&(half_plane.nvalues() as i32)));
        }
    }

    #[test]
    fn sizes_are_those_of_the_formulation() {
        for (twojmax, values) in [(6, 714), (8, 2221)] {
            let gradients = BispectrumGradients::new(&CubicForm::new(twojmax, false), 4);
            let groups = gradients.groups.concat().into_iter().map(GradientRows::of);
            assert_eq!(groups.map(|g| g.rows * g.length).sum::<i32>(), values);
            assert_eq!(gradients.nvalues(), values as usize);
        }
    }
}
