//! Control data of compute_yi in orbit form: symmetric products share their W, and C comes out at once.

mod images;
mod products;
mod rows;
mod segments;

use super::basis::jacobi_in_chebyshev;
use super::cubic::CubicForm;
use super::pairs::GradientPairs;
use super::weights::HalfPlane;

use images::Images;
pub use images::{IMAGE_IM_TO_SIGN, IMAGE_SOURCE};
use products::{Gradient, Output, Product};
pub use rows::{OrbitFlags, OrbitItem, OrbitJob, OrbitPlaces, OrbitRun};
use segments::Writer;
pub use segments::{SEGMENT, StreamFloat};

/// The largest shapes that a kernel has code for: longer products are cut. Few shapes are little code, which is what a GPU
/// runs into first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OrbitShapes {
    /// Values of operand 2.
    pub n2: usize,
    /// Values of an output.
    pub n3: usize,
    /// Values of an output with T = 0.
    pub axis: usize,
}

/// The stream of every slot (team thread), and what it is about.
///
/// W does not change when all three weights are mirrored (S, -T), and changes by (-1)^(n1+n2+n3) when they are swapped
/// (T, S) or rotated (T, -S). So only outputs S >= T >= 0 have jobs, every item has four images with one W, and products
/// that an image which fixes the output maps onto each other are one item. The signs are in [`images`](Self::images).
/// With t^T of G -> C folded into W, a job ends with C of its weight and that weight's images.
///
/// A segment is [`SEGMENT`] rows: `[runs, 0, 0, 0]`, then the runs. A run is an [`OrbitRun`], its items, each two rows that
/// an [`OrbitItem`] is packed in, and their W. W of one value of operand 1 is two numbers a row (four of f32), `[i2][n3]` if products are formed first (N2 <= N3, on the axis 4 N2 <= N2 N3 + 4 N3), else `[n3][i2]`.
#[derive(Clone, Debug)]
pub struct YiOrbit {
    /// What a kernel makes of V before it starts: eight values a row, each the value of V it comes from, bit 31 where Re and
    /// bit 30 where Im changes sign.
    pub images: Vec<[i32; 8]>,
    /// Segments of all elements, one after the other, and one of padding.
    pub stream: Vec<[i32; 4]>,
    /// Segments of one element.
    pub nsegments: usize,
    /// Packed [`OrbitJob`]s, in the order of the slots.
    pub jobs: Vec<[i32; 4]>,
    /// The packed [`OrbitPlaces`] of each job.
    pub places: Vec<[i32; 4]>,
    /// Values of the rest.
    pub nrest: usize,
    /// First job of each slot, and the number of jobs.
    pub slots: Vec<i32>,
    /// Planes of C, of which each value of C is the sum: as many as jobs that share the longest output.
    pub planes: usize,
    /// FMAs per atom.
    pub fma: usize,
    /// Longest over mean estimated time of a slot.
    pub imbalance: f64,
}

/// A job before it has a place in the stream.
struct Job {
    output: Output,
    /// Where its sums stand in C, if the output has several jobs.
    plane: usize,
    conjugated: [bool; 2],
    rows: Vec<Vec<[i32; 4]>>,
    cost: f64,
    fma: usize,
}

impl YiOrbit {
    /// The streams of `slots` slots for the linear coefficients of each element (the constants not included), W as `float`.
    /// Of the longest outputs up to `planes` jobs share the products.
    ///
    /// # Panics
    /// If there are fewer coefficients than descriptors, no element, no slot, no plane, or a shape of no values.
    #[must_use]
    pub fn new(
        form: &CubicForm,
        betas: &[&[f64]],
        slots: usize,
        planes: usize,
        shapes: OrbitShapes,
        float: StreamFloat,
    ) -> Self {
        let images = Images::new(&form.half_plane);
        let gradient = Gradient::new(form, &images, shapes, float);
        let job = |output: Output, plane: usize, products: &[Product]| {
            let t = jacobi_in_chebyshev(form.half_plane.twojmax(), output.weight);
            let mut writer = Writer::new(&gradient, &images, float, betas, &t, output);
            products.iter().for_each(|product| writer.push(product));
            writer.flush();
            Job {
                output,
                plane,
                conjugated: writer.conjugated,
                rows: writer.rows,
                cost: writer.cost,
                fma: writer.fma,
            }
        };
        let outputs: Vec<_> = Output::all(&form.half_plane, shapes)
            .into_iter()
            .map(|output| (output, gradient.products(output)))
            .collect();
        let shares = gradient.shares(&outputs, slots, planes);
        let mut jobs = vec![];
        for ((output, products), shares) in outputs.iter().zip(shares) {
            let dealt = gradient.dealt(products, *output, shares);
            jobs.extend(
                dealt
                    .zip(0..)
                    .map(|(products, plane)| job(*output, plane, products)),
            );
        }
        let fma = jobs.iter().map(|job| job.fma).sum();
        let planes = jobs.iter().map(|job| job.plane + 1).max().unwrap_or(1);
        jobs.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        let mut built = Self {
            images: images.table(),
            stream: vec![],
            nsegments: 0,
            jobs: vec![],
            places: vec![],
            nrest: 0,
            slots: vec![0],
            planes,
            fma,
            imbalance: 1.0,
        };
        built.assign(&form.half_plane, &jobs, slots, betas.len());
        built
    }

    /// Rows of [`images`](Self::images).
    ///
    /// # Panics
    /// If `twojmax` exceeds [`MAX_TWOJMAX`](super::MAX_TWOJMAX).
    #[must_use]
    pub fn image_rows(twojmax: usize) -> usize {
        Images::new(&HalfPlane::new(twojmax)).table().len()
    }

    /// Gives every job, the longest first, to the slot with the least to do.
    fn assign(&mut self, half_plane: &HalfPlane, jobs: &[Job], slots: usize, elements: usize) {
        let (mut assigned, mut cost) = (vec![vec![]; slots], vec![0.0; slots]);
        for job in jobs {
            let slot = (0..slots).min_by(|&a, &b| f64::total_cmp(&cost[a], &cost[b]));
            let slot = slot.expect("a tile has a slot at least");
            assigned[slot].push(job);
            cost[slot] += job.cost;
        }
        let mut rows = vec![vec![]; elements];
        for jobs in &mut assigned {
            // The same code after each other, the longest first.
            jobs.sort_by_key(|job| std::cmp::Reverse((job.output.is_axis(), job.output.n3)));
            for job in jobs {
                let first = rows[0].len() / SEGMENT;
                for (rows, more) in rows.iter_mut().zip(&job.rows) {
                    rows.extend(more);
                }
                let end = rows[0].len() / SEGMENT;
                let [first, end, rest] = [first, end, self.nrest].map(|x| x as i32);
                let row = OrbitJob {
                    flags: job.flags(),
                    first,
                    end,
                    rest,
                };
                self.jobs.push(row.pack());
                self.nrest += job.rest();
                self.places.push(job.places(half_plane.twojmax()).pack());
            }
            self.slots.push(self.jobs.len() as i32);
        }
        self.nsegments = rows[0].len() / SEGMENT;
        self.stream = rows.concat();
        self.stream.extend([[0; 4]; SEGMENT]);
        let longest = cost.iter().copied().fold(0.0, f64::max);
        self.imbalance = longest * slots as f64 / cost.iter().sum::<f64>();
    }
}

impl Job {
    /// N3 and flags.
    fn flags(&self) -> i32 {
        let Output { weight, start, n3 } = self.output;
        let flag = |set: bool, bit: i32| if set { bit } else { 0 };
        n3 as i32
            | flag(weight.t == 0, OrbitFlags::AXIS)
            | flag(weight.s == weight.t && weight.s > 0, OrbitFlags::DIAGONAL)
            | flag(weight.s == 0, OrbitFlags::ZERO)
            | flag(start % 2 == 1, OrbitFlags::ODD)
            | flag(self.conjugated[0], OrbitFlags::CONJUGATED_0)
            | flag(self.conjugated[1], OrbitFlags::CONJUGATED_2)
    }

    /// Values of the rest.
    fn rest(&self) -> usize {
        let Output { weight, n3, .. } = self.output;
        match weight.s == weight.t {
            true if weight.s == 0 => n3,
            true => 2 * n3,
            false => 0,
        }
    }

    fn places(&self, twojmax: usize) -> OrbitPlaces<i32> {
        let Output { weight, start, .. } = self.output;
        let (s, t) = (weight.s as usize, weight.t as usize);
        let plane = self.plane * GradientPairs::count(twojmax);
        let place =
            |t: usize, s: usize| plane + GradientPairs::position(twojmax, [t, start, 0]) + s;
        let length = |t: usize| twojmax - t + 1 - 2 * start;
        OrbitPlaces {
            first: place(t, s) as i32,
            length: length(t) as i32,
            swapped: place(s, t) as i32,
            swapped_length: length(s) as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_cost_little() {
        let shapes = OrbitShapes {
            n2: 4,
            n3: 3,
            axis: 4,
        };
        let form = CubicForm::new(8, false);
        let beta = vec![1.0; 55];
        let yi = YiOrbit::new(&form, &[&beta], 6, 1, shapes, StreamFloat::F64);
        assert!((112_000..119_000).contains(&yi.fma), "{}", yi.fma);
        assert!(yi.imbalance < 1.07, "{}", yi.imbalance);
        assert_eq!(yi.slots.len(), 7);
        // Two columns of 4, 3, 2 and 1 values with S = T, one of the 5 with S = 0.
        assert_eq!(yi.nrest, 2 * 10 + 5);
    }
}
