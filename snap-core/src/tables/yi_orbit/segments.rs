//! The control data and W of a job as rows of 16 bytes, in segments of a fixed size.

use super::images::Images;
use super::products::{Gradient, Output, Product};
use super::rows::{MOST_N1, OrbitItem, OrbitRun};

/// Rows of a segment: 1 KB.
pub const SEGMENT: usize = 64;
/// Rows of a segment's head, of a run's head and of an item.
const HEAD: usize = 1;
const RUN: usize = 1;
const ITEM: usize = 2;
/// In which type W stands in a stream; it is computed in f64 and rounded last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamFloat {
    /// Four numbers a row.
    F32,
    /// Two numbers a row.
    F64,
}

impl StreamFloat {
    /// Numbers of a row.
    fn per_row(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F64 => 2,
        }
    }

    /// Rows of W for one value of operand 1.
    pub fn rows(self, n2: usize, n3: usize) -> usize {
        (n2 * n3).div_ceil(self.per_row())
    }

    /// Most values of operand 1 whose W fits a segment.
    pub fn most_values(self, n2: usize, n3: usize) -> usize {
        ((SEGMENT - HEAD - RUN - ITEM) / self.rows(n2, n3)).min(MOST_N1)
    }

    /// As many numbers as a row has.
    fn row(self, numbers: &[f64]) -> [i32; 4] {
        let low = |x: f64| x.to_bits() as i32;
        let high = |x: f64| (x.to_bits() >> 32) as i32;
        match self {
            Self::F32 => [0, 1, 2, 3].map(|k| (numbers[k] as f32).to_bits() as i32),
            Self::F64 => {
                let [x, y] = [numbers[0], numbers[1]];
                [low(x), high(x), low(y), high(y)]
            }
        }
    }
}

fn sign_bit(set: bool) -> i32 {
    if set { i32::MIN } else { 0 }
}

/// Items of one length of operand 2 between which its conjugation does not change.
struct Run {
    n2: usize,
    /// The sums of images 0, 1 and of images 2, 3 are conjugated before it
    flips: [bool; 2],
    items: Vec<[[i32; 4]; ITEM]>,
    /// Rows of W of each element
    w: Vec<Vec<[i32; 4]>>,
}

impl Run {
    fn rows(&self) -> usize {
        RUN + ITEM * self.items.len() + self.w[0].len()
    }
}

/// The rows of one output while they are written.
pub struct Writer<'a> {
    gradient: &'a Gradient<'a>,
    images: &'a Images,
    float: StreamFloat,
    betas: &'a [&'a [f64]],
    /// t of the output, N x N
    t: &'a [f64],
    output: Output,
    runs: Vec<Run>,
    /// Are the sums of images 0, 1 and of images 2, 3 conjugates by now?
    pub conjugated: [bool; 2],
    /// Rows of each element, whole segments
    pub rows: Vec<Vec<[i32; 4]>>,
    /// Estimated clocks
    pub cost: f64,
    /// FMAs of four images
    pub fma: usize,
}

impl<'a> Writer<'a> {
    pub fn new(
        gradient: &'a Gradient<'a>,
        images: &'a Images,
        float: StreamFloat,
        betas: &'a [&'a [f64]],
        t: &'a [f64],
        output: Output,
    ) -> Self {
        Self {
            gradient,
            images,
            float,
            betas,
            t,
            output,
            runs: vec![],
            conjugated: [false; 2],
            rows: vec![vec![]; betas.len()],
            cost: 150.0,
            fma: 0,
        }
    }

    /// Adds a product, in the next segment where this one is full.
    pub fn push(&mut self, product: &Product) {
        let w_rows = product.w_rows(self.output, self.float);
        let used: usize = HEAD + self.runs.iter().map(Run::rows).sum::<usize>();
        if used + RUN + ITEM + w_rows > SEGMENT {
            self.flush();
        }
        let second = product.conjugated(self.images, 1);
        let flips = [0, 1].map(|k| second[k] != self.conjugated[k]);
        let n2 = product.n[1];
        let continues = |run: &Run| run.n2 == n2 && flips == [false; 2];
        if !self.runs.last().is_some_and(continues) {
            let w = vec![vec![]; self.betas.len()];
            self.runs.push(Run {
                n2,
                flips,
                items: vec![],
                w,
            });
        }
        self.conjugated = second;
        let (item, w) = (self.item(product, second), self.w(product));
        let run = self.runs.last_mut().expect("a run was just begun");
        run.items.push(item);
        for (rows, w) in run.w.iter_mut().zip(w) {
            rows.extend(w);
        }
        self.fma += product.fma(self.output);
        self.cost += product.clocks(self.output, self.float);
    }

    /// The item of a product.
    ///
    /// `conj(x) y` changes the sign of Im x; `x conj(y)` is the conjugate of `conj(x) y`, and the sums are kept so.
    fn item(&self, product: &Product, second: [bool; 2]) -> [[i32; 4]; ITEM] {
        let places = |k: usize| {
            let at = |e| self.images.place(e, product.operands[k]).0 + product.start[k];
            [0, 1, 2, 3].map(|e| at(e) as i32)
        };
        let first = product.conjugated(self.images, 0);
        let item = OrbitItem {
            second: places(1),
            first: places(0),
            n1: product.n[0] as i32,
            signs: [0, 1].map(|k| sign_bit(first[k] != second[k])),
        };
        item.pack()
    }

    /// Rows of W of each element, t folded into the output's index.
    fn w(&self, product: &Product) -> Vec<Vec<[i32; 4]>> {
        let [n1, n2] = product.n;
        let n3 = self.output.n3;
        let first = product.multiplies_first(self.output);
        let mut rows = vec![vec![]; self.betas.len()];
        let per_row = self.float.per_row();
        for i in 0..n1 {
            let room = self.float.rows(n2, n3) * per_row;
            let mut values = vec![vec![0.0; room]; self.betas.len()];
            for at in 0..n2 * n3 {
                let (j, k) = if first {
                    (at / n3, at % n3)
                } else {
                    (at % n2, at / n2)
                };
                let folded = self.folded(product, i, j, k);
                for (values, value) in values.iter_mut().zip(folded) {
                    values[at] = value;
                }
            }
            for (rows, values) in rows.iter_mut().zip(values) {
                rows.extend(values.chunks(per_row).map(|row| self.float.row(row)));
            }
        }
        rows
    }

    /// W of each element between values i and j of the operands and value k of c = t^T G.
    fn folded(&self, product: &Product, i: usize, j: usize, k: usize) -> Vec<f64> {
        let coefficients = self.gradient.coefficients(product, self.output);
        let [i, j] = [i + product.start[0], j + product.start[1]];
        let k = k + self.output.start;
        let odd = |k: usize, value: usize| {
            let w = product.operands[k];
            w.s.abs() < w.t.abs() && value % 2 == 1
        };
        let sign = if odd(0, i) != odd(1, j) { -1.0 } else { 1.0 };
        let count = self.images.count(self.output.weight);
        let mut sum = vec![0.0; self.betas.len()];
        for n in k..count {
            let (w0, coefficient) = coefficients.entry([i, j, n]);
            for (sum, beta) in sum.iter_mut().zip(self.betas) {
                *sum += sign * self.t[n * count + k] * w0 * beta[coefficient];
            }
        }
        sum
    }

    /// Ends the segment.
    pub fn flush(&mut self) {
        let runs = std::mem::take(&mut self.runs);
        for (e, rows) in self.rows.iter_mut().enumerate() {
            let end = rows.len() + SEGMENT;
            rows.push([runs.len() as i32, 0, 0, 0]);
            for run in &runs {
                let head = OrbitRun {
                    n2: run.n2 as i32,
                    items: run.items.len() as i32,
                    flip_low: sign_bit(run.flips[0]),
                    flip_high: sign_bit(run.flips[1]),
                };
                rows.push(head.pack());
                rows.extend(run.items.as_flattened());
                rows.extend(&run.w[e]);
            }
            assert!(rows.len() <= end, "a segment holds what was pushed");
            rows.resize(end, [0; 4]);
        }
    }
}
