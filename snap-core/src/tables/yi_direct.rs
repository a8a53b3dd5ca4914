//! Control data of compute_yi in direct mode: every output weight has one owner and a list of products.

mod coefficients;
mod rows;

use super::classes::CoefficientSums;
use super::cubic::{Block, CubicForm, Kind};
use super::wtable::WTable;
pub use coefficients::ChemRule;
use coefficients::Coefficients;
pub use rows::{DirectItem, DirectJob};

/// What starting an item costs, in FMAs, for the order of the jobs.
const ITEM_START: usize = 12;

/// `G_3[n3] = sum over items, i1 < N1, i2 < N2 of W[i1,i2,n3] V_1[i1] V_2[i2]`, operands conjugated by flag.
///
/// The row of W for one i1 is read as `[i2][n3]` if N2 <= N3 (multiply V_1 V_2 first), else as `[n3][i2]` (contract V_2 with
/// W first, then multiply by V_1); every row starts at an even offset and has N2 N3 entries rounded up to even.
#[derive(Clone, Debug)]
pub struct YiDirect {
    /// Packed [`DirectItem`]s, one of padding at the end for kernels that load ahead.
    pub items: Vec<[i32; 4]>,
    /// Packed [`DirectJob`]s, one per output weight, longest first.
    pub jobs: Vec<[i32; 4]>,
    /// For each job the first item with N2 = 1, 2, ..., [`shapes`](Self::shapes), and one past its last item.
    pub starts: Vec<i32>,
    /// Largest N of any weight.
    pub shapes: usize,
    /// W in the order of use.
    pub table: WTable,
    /// What its entries carry of the potential's coefficients: the classes of descriptors first.
    pub sums: CoefficientSums,
    /// Operations per atom, in units of one FMA.
    pub fma: usize,
}

impl YiDirect {
    /// The control data of a cubic form, whose G is the gradient.
    #[must_use]
    pub fn new(form: &CubicForm) -> Self {
        Self::by_rule(form, ChemRule::Gradient)
    }

    /// The control data of a cubic form, whose G follows a rule.
    #[must_use]
    pub fn by_rule(form: &CubicForm, rule: ChemRule) -> Self {
        let mut coefficients = Coefficients::new(form, rule);
        let mut jobs = jobs(form);
        jobs.sort_by_key(|job| std::cmp::Reverse(job.cost()));
        let empty = Self {
            items: vec![],
            jobs: vec![],
            starts: vec![],
            shapes: form.half_plane.count(0),
            table: WTable::default(),
            sums: CoefficientSums::default(),
            fma: 0,
        };
        let mut out = jobs.iter().fold(empty, |mut out, job| {
            out.push(form, job, &mut coefficients);
            out
        });
        out.items.extend(out.items.last().copied());
        out.sums = coefficients.sums();
        out
    }

    fn push(&mut self, form: &CubicForm, job: &Job, coefficients: &mut Coefficients) {
        let row = DirectJob {
            output: job.output as i32,
            n3: job.n3 as i32,
        };
        self.jobs.push(row.pack());
        for n2 in 1..=self.shapes {
            self.starts.push(self.items.len() as i32);
            for product in job.products.iter().filter(|product| product.n[1] == n2) {
                self.items.push(product.item(form, self.table.len()));
                product.write(&mut self.table, coefficients);
                self.fma += product.cost();
            }
        }
        self.starts.push(self.items.len() as i32);
    }
}

/// All products that add to one output weight.
struct Job<'a> {
    /// Complex offset.
    output: usize,
    n3: usize,
    products: Vec<Product<'a>>,
}

impl Job<'_> {
    fn cost(&self) -> usize {
        self.products
            .iter()
            .map(|product| ITEM_START + product.cost())
            .sum()
    }
}

/// A block as a product of two of its weights into the third.
struct Product<'a> {
    block: &'a Block,
    /// Which of A, B, C are operand 1, operand 2 and the output.
    axes: [usize; 3],
    /// N of operand 1, operand 2 and the output.
    n: [usize; 3],
    conjugated: [bool; 2],
    factor: f64,
}

impl<'a> Product<'a> {
    /// The product of operands `axes[0]` (conjugated or not) and `axes[1]` into `axes[2]`; the operand to loop over is the one
    /// that makes fewer products with the shorter of the other two.
    fn new(block: &'a Block, axes: [usize; 3], conj: bool, factor: f64) -> Self {
        let [a, b, out] = axes.map(|axis| block.n[axis]);
        let swap = a * b.min(out) > b * a.min(out);
        let axes = if swap {
            [axes[1], axes[0], axes[2]]
        } else {
            axes
        };
        Self {
            block,
            axes,
            n: axes.map(|axis| block.n[axis]),
            conjugated: [conj && !swap, conj && swap],
            factor,
        }
    }

    fn cost(&self) -> usize {
        let [n1, n2, n3] = self.n;
        n1 * (4 * n2.min(n3) + 2 * n2 * n3)
    }

    fn item(&self, form: &CubicForm, w: usize) -> [i32; 4] {
        let offset = |k: usize| form.offset(self.block, self.axes[k]);
        let [conj1, conj2] = self.conjugated.map(|set| if set { i32::MIN } else { 0 });
        let item = DirectItem {
            first: offset(0) as i32,
            second: offset(1) as i32,
            n1: self.n[0] as i32,
            conj1,
            conj2,
            w: w as i32,
        };
        item.pack()
    }

    fn write(&self, table: &mut WTable, coefficients: &mut Coefficients) {
        let [n1, n2, n3] = self.n;
        for i1 in 0..n1 {
            for k in 0..n2 * n3 {
                let (i2, i3) = if n2 <= n3 {
                    (k / n3, k % n3)
                } else {
                    (k % n2, k / n2)
                };
                let mut n = [0; 3];
                for (axis, i) in self.axes.into_iter().zip([i1, i2, i3]) {
                    n[axis] = i;
                }
                let (w0, coefficient) = coefficients.entry(self.block, self.axes, n);
                table.push(self.factor * w0, coefficient);
            }
            if n2 * n3 % 2 == 1 {
                table.push(0.0, 0);
            }
        }
    }
}

fn jobs(form: &CubicForm) -> Vec<Job<'_>> {
    let h = &form.half_plane;
    let weights = h.weights().len();
    let mut jobs: Vec<_> = (0..form.densities * weights)
        .map(|place| Job {
            output: place / weights * h.nvalues() + h.offset(place % weights),
            n3: h.count(place % weights),
            products: vec![],
        })
        .collect();
    for block in &form.blocks {
        for &(axes, conj, factor) in derivatives(block.kind) {
            let (density, weight) = (block.densities[axes[2]], block.weights[axes[2]]);
            jobs[density * weights + weight]
                .products
                .push(Product::new(block, axes, conj, factor));
        }
    }
    jobs
}

/// The products (operands and output among A, B, C; first operand conjugated; factor) that are the gradient of a block,
/// equal ones merged by the symmetry of the entries.
fn derivatives(kind: Kind) -> &'static [([usize; 3], bool, f64)] {
    const INTO_A: [usize; 3] = [1, 2, 0];
    const INTO_B: [usize; 3] = [0, 2, 1];
    const INTO_C: [usize; 3] = [0, 1, 2];
    match kind {
        Kind::Zero => &[(INTO_C, false, 3.0)],
        Kind::Z => &[(INTO_C, false, 2.0), (INTO_A, true, 1.0)],
        Kind::S => &[(INTO_C, false, 1.0), (INTO_B, true, 2.0)],
        Kind::G => &[
            (INTO_C, false, 1.0),
            (INTO_A, true, 1.0),
            (INTO_B, true, 1.0),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_of_the_formulation() {
        for (twojmax, fma) in [(8, 107_790), (14, 2_765_560)] {
            assert_eq!(YiDirect::new(&CubicForm::new(twojmax, false)).fma, fma);
        }
    }

    #[test]
    fn jobs_own_each_output_and_each_item_once() {
        for twojmax in 0..=9 {
            let form = CubicForm::new(twojmax, false);
            let yi = YiDirect::new(&form);
            let mut outputs: Vec<_> = yi
                .jobs
                .iter()
                .map(|&job| DirectJob::of(job).output as usize)
                .collect();
            outputs.sort_unstable();
            let weights = 0..yi.jobs.len();
            let expected: Vec<_> = weights.map(|i| form.half_plane.offset(i)).collect();
            assert_eq!(outputs, expected);
            let mut next = 0;
            for starts in yi.starts.chunks(yi.shapes + 1) {
                assert!(starts[0] == next && starts.is_sorted());
                next = starts[yi.shapes];
            }
            assert_eq!(next as usize + 1, yi.items.len());
            assert!(yi.items.iter().all(|&row| DirectItem::of(row).w % 2 == 0));
        }
    }
}
