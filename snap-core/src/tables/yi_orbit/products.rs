//! The products that an output gathers, one of each orbit, cut to the shapes that a kernel has.

use std::collections::{HashMap, HashSet};

use super::images::{IMAGES, Images, image, minus};
use super::{OrbitShapes, StreamFloat};
use crate::tables::cubic::{Block, CubicForm, Kind};
use crate::tables::weights::{HalfPlane, Weight};

/// Values `start..start + n3` of one output weight S >= T >= 0, whose images are outputs too.
#[derive(Clone, Copy)]
pub struct Output {
    pub weight: Weight,
    pub start: usize,
    pub n3: usize,
}

impl Output {
    /// All outputs, cut.
    pub fn all(half_plane: &HalfPlane, shapes: OrbitShapes) -> Vec<Self> {
        let mut outputs = vec![];
        for (at, &weight) in half_plane.weights().iter().enumerate() {
            if weight.t < 0 || weight.s < weight.t {
                continue;
            }
            let most = if weight.t == 0 {
                shapes.axis
            } else {
                shapes.n3
            };
            for (start, n3) in cut(half_plane.count(at), most) {
                outputs.push(Self { weight, start, n3 });
            }
        }
        outputs
    }

    /// Whether it is on the axis T = 0, where images 0 and 1 (2 and 3) are one output.
    pub fn is_axis(self) -> bool {
        self.weight.t == 0
    }
}

/// `0..n` in as few parts of at most `most` as possible, of about the same size: starts and lengths.
pub fn cut(n: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let parts = n.div_ceil(most);
    (0..parts).map(move |k| {
        let at = |k: usize| k * n / parts;
        (at(k), at(k + 1) - at(k))
    })
}

/// A product of two weights with all its images: values `start[k]..start[k] + n[k]` of operand k.
#[derive(Clone)]
pub struct Product {
    pub operands: [Weight; 2],
    pub start: [usize; 2],
    pub n: [usize; 2],
    /// How many products of the output stand for one, over how many images repeat it
    factor: f64,
}

impl Product {
    /// Whether the images 0 (and 1), and 2 (and 3), of operand `k` are read conjugated.
    pub fn conjugated(&self, images: &Images, k: usize) -> [bool; 2] {
        [0, 2].map(|e| images.place(e, self.operands[k]).1)
    }

    /// Whether the order of W is such that the operands are multiplied first, else contracted with operand 2.
    pub fn multiplies_first(&self, output: Output) -> bool {
        multiplies_first(self.n[1], output.n3, output.is_axis())
    }

    /// FMAs of four images.
    pub fn fma(&self, output: Output) -> usize {
        self.n[0] * row_fma(self.n[1], output.n3, output.is_axis())
    }

    /// Rows of its W in a stream.
    pub fn w_rows(&self, output: Output, float: StreamFloat) -> usize {
        self.n[0] * float.rows(self.n[1], output.n3)
    }

    /// Estimated clocks.
    pub fn clocks(&self, output: Output, float: StreamFloat) -> f64 {
        let [n1, n2] = self.n;
        let loads = 4 * (n1 + n2) + self.w_rows(output, float);
        50.0 + 0.575 * self.fma(output) as f64 + (12 * n1 + loads) as f64
    }
}

fn multiplies_first(n2: usize, n3: usize, axis: bool) -> bool {
    if axis {
        4 * n2 <= n2 * n3 + 4 * n3
    } else {
        n2 <= n3
    }
}

/// FMAs of four images for one value of operand 1; on the axis two images share what comes behind W.
fn row_fma(n2: usize, n3: usize, axis: bool) -> usize {
    match (axis, multiplies_first(n2, n3, axis)) {
        (true, true) => 16 * n2 + 4 * n2 * n3,
        (true, false) => 8 * n2 * n3 + 16 * n3,
        (false, _) => 16 * n2.min(n3) + 8 * n2 * n3,
    }
}

/// The cubic form by output: `G_C[nc] = sum over unordered {A, B} with A + B = C of w V_A V_B`, A and B in the whole plane.
pub struct Gradient<'a> {
    form: &'a CubicForm,
    images: &'a Images,
    shapes: OrbitShapes,
    float: StreamFloat,
    blocks: HashMap<[usize; 2], &'a Block>,
}

/// The coefficients of one product: a block, which of its axes A, B and C are, and a factor.
pub struct Coefficients<'a> {
    block: &'a Block,
    axes: [usize; 3],
    factor: f64,
}

impl Coefficients<'_> {
    /// W without its coefficient, and that coefficient, of values na, nb, nc.
    pub fn entry(&self, values: [usize; 3]) -> (f64, usize) {
        let mut n = [0; 3];
        for (axis, value) in self.axes.into_iter().zip(values) {
            n[axis] = value;
        }
        let (w0, coefficient) = self.block.entry(n);
        (self.factor * w0, coefficient as usize)
    }
}

impl<'a> Gradient<'a> {
    pub fn new(
        form: &'a CubicForm,
        images: &'a Images,
        shapes: OrbitShapes,
        float: StreamFloat,
    ) -> Self {
        let key = |block: &'a Block| ([block.weights[0], block.weights[1]], block);
        let blocks = form.blocks.iter().map(key).collect();
        Self {
            form,
            images,
            shapes,
            float,
            blocks,
        }
    }

    /// The coefficients of `product` in `output`.
    pub fn coefficients(&self, product: &Product, output: Output) -> Coefficients<'a> {
        let [a, b] = product.operands;
        let at = |w| self.form.half_plane.position(w);
        let (axes, blocks) = match (at(a), at(b)) {
            // C = A + B: the third of the block of A and B
            (Some(x), Some(y)) if x <= y => ([0, 1, 2], [x, y]),
            (Some(x), Some(y)) => ([1, 0, 2], [y, x]),
            // A = C + (-B): the first or second of the block of C and -B
            (Some(_), None) => self.derivative(output, b, [2, 1]),
            (None, _) => self.derivative(output, a, [1, 2]),
        };
        let block = self.blocks[&blocks];
        let factor = factor(block.kind, axes[2]) * product.factor;
        Coefficients {
            block,
            axes,
            factor,
        }
    }

    /// Axes and weights of the block of the output and the opposite of `outside`; `order`: which of the operands (2: the
    /// sum, 1: the other one of the block) A and B are.
    fn derivative(
        &self,
        output: Output,
        outside: Weight,
        order: [usize; 2],
    ) -> ([usize; 3], [usize; 2]) {
        let at = |w| self.form.half_plane.position(w).expect("a stored weight");
        let (c, other) = (at(output.weight), at(minus(outside)));
        let (c_axis, other_axis) = if c < other { (0, 1) } else { (1, 0) };
        let axis = |k: usize| if k == 2 { 2 } else { other_axis };
        let axes = [axis(order[0]), axis(order[1]), c_axis];
        (axes, [c.min(other), c.max(other)])
    }

    /// The products of an output, one of each orbit under the images that leave the output where it is, cut to shapes and
    /// sorted by the length of operand 2, then so that its conjugation changes rarely.
    pub fn products(&self, output: Output) -> Vec<Product> {
        let fixing: Vec<_> = (0..IMAGES)
            .flat_map(|e| [(e, false), (e, true)])
            .filter(|&g| moved(g, output.weight) == output.weight)
            .collect();
        let images = if output.weight.s == 0 {
            IMAGES
        } else {
            fixing.len()
        };
        let (mut seen, mut products) = (HashSet::new(), vec![]);
        for pair in self.pairs(output.weight) {
            if seen.contains(&pair) {
                continue;
            }
            let orbit: HashSet<_> = fixing
                .iter()
                .map(|&g| ordered(pair.map(|w| moved(g, w))))
                .collect();
            let factor = orbit.len() as f64 / images as f64;
            seen.extend(orbit);
            self.cut(pair, factor, output, &mut products);
        }
        products.sort_by_cached_key(|product| self.order(product));
        products
    }

    /// Among how many jobs the products of each output are dealt: so many that none takes more than half of what a slot of `slots`
    /// has to do, or `most`.
    pub fn shares(
        &self,
        outputs: &[(Output, Vec<Product>)],
        slots: usize,
        most: usize,
    ) -> Vec<usize> {
        let clocks = outputs.iter().map(|(output, products)| {
            let clocks = products.iter().map(|p| p.clocks(*output, self.float));
            clocks.sum::<f64>()
        });
        let clocks: Vec<f64> = clocks.collect();
        let half = clocks.iter().sum::<f64>() / (2 * slots) as f64;
        let shares = |clocks: &f64| ((clocks / half).ceil() as usize).clamp(1, most);
        clocks.iter().map(shares).collect()
    }

    /// The products in their order, in up to so many shares of about the same time.
    pub fn dealt<'p>(
        &self,
        products: &'p [Product],
        output: Output,
        shares: usize,
    ) -> impl Iterator<Item = &'p [Product]> {
        let mut ends = 0.0;
        let middles = products.iter().map(|product| {
            let clocks = product.clocks(output, self.float);
            ends += clocks;
            ends - 0.5 * clocks
        });
        let middles: Vec<f64> = middles.collect();
        let until = move |share: usize| {
            let end = ends * share as f64 / shares as f64;
            middles.partition_point(|&middle| middle < end)
        };
        let share = move |k| &products[until(k)..until(k + 1)];
        (0..shares).map(share).filter(|share| !share.is_empty())
    }

    /// All unordered pairs of weights whose sum is `c`.
    fn pairs(&self, c: Weight) -> Vec<[Weight; 2]> {
        let m = self.form.half_plane.twojmax() as i32;
        let all = (-m..=m).flat_map(|s| (-m..=m).map(move |t| Weight { s, t }));
        all.map(|a| ordered([a, c + minus(a)]))
            .filter(|pair| pair.iter().all(|w| self.images.count(*w) > 0))
            .collect()
    }

    /// Adds the product, operand 1 the one that makes it cheaper, in parts of allowed shapes.
    fn cut(&self, pair: [Weight; 2], factor: f64, output: Output, out: &mut Vec<Product>) {
        let swapped = [pair[1], pair[0]];
        let operands = if self.cost(swapped, output) < self.cost(pair, output) {
            swapped
        } else {
            pair
        };
        let [n1, n2] = operands.map(|w| self.images.count(w));
        for (j0, nj) in cut(n2, self.shapes.n2) {
            for (i0, ni) in cut(n1, self.float.most_values(nj, output.n3)) {
                out.push(Product {
                    operands,
                    start: [i0, j0],
                    n: [ni, nj],
                    factor,
                });
            }
        }
    }

    /// Estimate of a product's time in clocks of a GPU: FMAs, loads of operands, start of items.
    fn cost(&self, operands: [Weight; 2], output: Output) -> f64 {
        let [n1, n2] = operands.map(|w| self.images.count(w));
        let part = |(_, nj): (usize, usize)| {
            let fma = n1 * row_fma(nj, output.n3, output.is_axis());
            0.5 * fma as f64 + (8 * (n1 + nj) + 20) as f64
        };
        cut(n2, self.shapes.n2).map(part).sum()
    }

    /// Sort key: length, and the conjugations of operand 2 in Gray code, back and forth.
    fn order(&self, product: &Product) -> (usize, usize) {
        let [first, second] = product.conjugated(self.images, 1).map(usize::from);
        let key = (first ^ second) | second << 1;
        let n2 = product.n[1];
        (n2, if n2 % 2 == 1 { key } else { 3 - key })
    }
}

/// The image of a weight, and its opposite if so.
fn moved((e, opposite): (usize, bool), w: Weight) -> Weight {
    let w = image(e, w);
    if opposite { minus(w) } else { w }
}

fn ordered([a, b]: [Weight; 2]) -> [Weight; 2] {
    if (a.s, a.t) <= (b.s, b.t) {
        [a, b]
    } else {
        [b, a]
    }
}

/// What the derivative of a block by the weight on axis `out` is multiplied by: equal products are merged.
fn factor(kind: Kind, out: usize) -> f64 {
    match (kind, out) {
        (Kind::Zero, _) => 3.0,
        (Kind::Z, 2) | (Kind::S, 0 | 1) => 2.0,
        (Kind::Z | Kind::S | Kind::G, _) => 1.0,
    }
}
