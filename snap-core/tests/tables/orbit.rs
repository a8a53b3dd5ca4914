//! The streams of compute_yi in orbit form, executed as a kernel would, against the direct form and the change to C.

use snap_core::tables::{
    BasisChange, CubicForm, GradientPairs, MomentLayout, OrbitFlags, OrbitShapes, SEGMENT,
    StreamFloat, YiDirect, YiOrbit, bispectrum_count,
};

use crate::complex::{Complex, complex, relative_error};
use crate::host::{random_beta, random_v, without_meaningless_part};
use crate::interpreter::direct;

const SHAPES: OrbitShapes = OrbitShapes {
    n2: 4,
    n3: 3,
    axis: 4,
};

/// The values of the images.
fn images(yi: &YiOrbit, v: &[Complex]) -> Vec<Complex> {
    let value = |&entry: &i32| {
        let v = v[(entry & 0x3fff_ffff) as usize];
        let sign = |bit: i32| if entry & bit != 0 { -1.0 } else { 1.0 };
        complex(sign(i32::MIN) * v.re, sign(1 << 30) * v.im)
    };
    yi.images.as_flattened().iter().map(value).collect()
}

/// The numbers of a row.
fn numbers(row: [i32; 4], float: StreamFloat) -> Vec<f64> {
    let wide =
        |low: i32, high: i32| f64::from_bits(u64::from(low as u32) | u64::from(high as u32) << 32);
    match float {
        StreamFloat::F32 => row.map(|x| f32::from_bits(x as u32).into()).to_vec(),
        StreamFloat::F64 => vec![wide(row[0], row[1]), wide(row[2], row[3])],
    }
}

/// The sums of four images of an output (two on the axis).
struct Sums {
    values: Vec<Vec<Complex>>,
    axis: bool,
    float: StreamFloat,
}

impl Sums {
    fn conj_if(&mut self, flips: [bool; 2]) {
        let half = self.values.len() / 2;
        for (e, sums) in self.values.iter_mut().enumerate() {
            sums.iter_mut()
                .for_each(|x| *x = x.conj_if(flips[e / half]));
        }
    }

    /// Runs one segment.
    fn segment(&mut self, rows: &[[i32; 4]], v: &[Complex]) {
        let mut at = 1;
        for _ in 0..rows[0][0] {
            let [n2, items, low, high] = rows[at];
            self.conj_if([low < 0, high < 0]);
            let mut w = at + 1 + 2 * items as usize;
            for item in rows[at + 1..w].to_vec().chunks(2) {
                w += self.item([item[0], item[1]], n2 as usize, &rows[w..], v);
            }
            at = w;
        }
    }

    /// Adds one item; the number of rows of W that it takes.
    fn item(
        &mut self,
        [second, first]: [[i32; 4]; 2],
        n2: usize,
        w: &[[i32; 4]],
        v: &[Complex],
    ) -> usize {
        let n3 = self.values[0].len();
        let products_first = if self.axis {
            4 * n2 <= n2 * n3 + 4 * n3
        } else {
            n2 <= n3
        };
        let n1 = (second[0] >> 16 & 15) as usize;
        let length = (n2 * n3).div_ceil(numbers(w[0], self.float).len());
        for i in 0..n1 {
            let row: Vec<f64> = w[i * length..(i + 1) * length]
                .iter()
                .flat_map(|&row| numbers(row, self.float))
                .collect();
            for e in 0..4 {
                let x = v[first[e] as usize + i].conj_if(second[e / 2] < 0);
                for j in 0..n2 {
                    let y = v[(second[e] & 0xffff) as usize + j];
                    // image 3 of (S, 0) is (0, -S), the conjugate of image 2
                    let p = (x * y).conj_if(self.axis && e == 3);
                    let sums = &mut self.values[if self.axis { e / 2 } else { e }];
                    for (k, sum) in sums.iter_mut().enumerate() {
                        let w = row[if products_first {
                            j * n3 + k
                        } else {
                            k * n2 + j
                        }];
                        *sum += w * p;
                    }
                }
            }
        }
        n1 * length
    }

    /// Writes C.
    fn write(&self, flags: i32, places: [i32; 4], c: &mut [Complex]) {
        let set = |bit: i32| flags & bit != 0;
        for n in 0..self.values[0].len() {
            let sign = if set(OrbitFlags::ODD) == (n % 2 == 1) {
                1.0
            } else {
                -1.0
            };
            let place = |base: i32, length: i32, columns: i32| {
                let n = n as i32;
                let at = base + columns * (n * length - n * (n - 1));
                [at as usize, (at + length - 2 * n) as usize]
            };
            let x = |e: usize| self.values[e][n];
            if set(OrbitFlags::AXIS) {
                let [q0, _] = place(places[0], places[1], 1);
                if set(OrbitFlags::ZERO) {
                    c[q0] = complex((x(0) + sign * x(1)).re, 0.0);
                } else {
                    let [q2, q3] = place(places[2], places[3], 2);
                    c[q0] = x(0);
                    c[q2] = complex(sign * x(1).re, 0.0);
                    c[q3] = complex(sign * x(1).im, 0.0);
                }
                continue;
            }
            let [q0, q1] = place(places[0], places[1], 2);
            let [mut plus, mut minus] = [x(0), x(1)];
            let [u, v] = [sign * x(2), sign * x(3)];
            if set(OrbitFlags::DIAGONAL) {
                (plus, minus) = (plus + u, minus + v);
            } else {
                let [q2, q3] = place(places[2], places[3], 2);
                c[q2] = u + v;
                c[q3] = complex(u.im - v.im, v.re - u.re);
            }
            c[q0] = plus + minus;
            c[q1] = complex(plus.im - minus.im, minus.re - plus.re);
        }
    }
}

/// C of element `e` by the streams of all slots.
fn orbit(
    yi: &YiOrbit,
    float: StreamFloat,
    twojmax: usize,
    e: usize,
    v: &[Complex],
) -> Vec<Complex> {
    let v = images(yi, v);
    let count = GradientPairs::count(twojmax);
    // Only the first plane has all values.
    let mut planes = vec![Complex::default(); yi.planes * count];
    planes[..count].fill(complex(f64::NAN, f64::NAN));
    for slot in yi.slots.windows(2) {
        for number in slot[0] as usize..slot[1] as usize {
            let job = yi.jobs[number];
            let (n3, axis) = ((job[0] & 15) as usize, job[0] & OrbitFlags::AXIS != 0);
            let values = vec![vec![Complex::default(); n3]; if axis { 2 } else { 4 }];
            let mut sums = Sums {
                values,
                axis,
                float,
            };
            for segment in job[1]..job[2] {
                let first = (e * yi.nsegments + segment as usize) * SEGMENT;
                sums.segment(&yi.stream[first..first + SEGMENT], &v);
            }
            sums.conj_if(
                [OrbitFlags::CONJUGATED_0, OrbitFlags::CONJUGATED_2].map(|bit| job[0] & bit != 0),
            );
            sums.write(job[0], yi.places[number], &mut planes);
        }
    }
    let sum = |at| {
        (0..yi.planes).fold(Complex::default(), |sum, plane| {
            sum + planes[plane * count + at]
        })
    };
    (0..count).map(sum).collect()
}

/// C in pairs from G, as the stage G to C does it.
fn pairs_of(twojmax: usize, g: &[Complex]) -> Vec<Complex> {
    let t = BasisChange::new(&MomentLayout::new(twojmax)).t;
    let mut c = vec![complex(f64::NAN, f64::NAN); GradientPairs::count(twojmax)];
    for [base, length, plus, minus, t0, n, columns, kind] in GradientPairs::items(twojmax) {
        for k in 0..n {
            let back = |at: i32| {
                (k..n).fold(Complex::default(), |sum, m| {
                    sum + t[(t0 + m * n + k) as usize] * g[(at + m) as usize]
                })
            };
            let (u, v) = (back(plus), back(minus));
            let re = base + columns * (length * k - k * k + k);
            let (re, im) = (re as usize, (re + length - 2 * k) as usize);
            match kind {
                3 => {
                    c[re] = u + v;
                    c[im] = complex(u.im - v.im, v.re - u.re);
                }
                2 => {
                    c[re] = complex(u.re, 0.0);
                    c[im] = complex(u.im, 0.0);
                }
                1 => c[re] = u,
                _ => c[re] = complex(u.re, 0.0),
            }
        }
    }
    c
}

/// Checks the streams of so many slots, and how many planes C has.
fn check(
    twojmax: usize,
    slots: usize,
    planes: usize,
    shapes: OrbitShapes,
    float: StreamFloat,
) -> usize {
    let form = CubicForm::new(twojmax, false);
    let betas = [3, 4].map(|seed| random_beta(bispectrum_count(twojmax), seed));
    let yi = YiOrbit::new(&form, &[&betas[0], &betas[1]], slots, planes, shapes, float);
    assert_eq!(
        yi.stream.len(),
        (2 * yi.nsegments + 1) * SEGMENT,
        "two elements and padding"
    );
    let tolerance = match float {
        StreamFloat::F32 => 1e-6,
        StreamFloat::F64 => 1e-13,
    };
    let (v, table) = (random_v(&form, 5), YiDirect::new(&form));
    for (e, beta) in betas.iter().enumerate() {
        let g = direct(&table, &table.table.with_beta(beta), &v);
        let expected = pairs_of(twojmax, &without_meaningless_part(&form, g));
        let error = relative_error(&orbit(&yi, float, twojmax, e, &v), &expected);
        assert!(
            error < tolerance,
            "twojmax {twojmax}, {slots} slots, {planes} planes, {shapes:?}, {float:?}, element {e}: {error:e}"
        );
    }
    yi.planes
}

#[test]
fn the_streams_give_c_of_the_direct_form() {
    for twojmax in 0..=9 {
        check(twojmax, 6, 1, SHAPES, StreamFloat::F64);
        check(twojmax, 6, 1, SHAPES, StreamFloat::F32);
    }
}

#[test]
fn every_shape_and_number_of_slots_gives_the_same() {
    let shape = |n2, n3, axis| OrbitShapes { n2, n3, axis };
    for shapes in [shape(1, 1, 1), shape(2, 3, 2), shape(5, 5, 5)] {
        check(8, 1, 1, shapes, StreamFloat::F64);
        check(7, 29, 1, shapes, StreamFloat::F64);
    }
    check(14, 16, 1, shape(3, 5, 8), StreamFloat::F64);
    check(14, 16, 1, shape(3, 5, 8), StreamFloat::F32);
}

#[test]
fn jobs_that_share_an_output_give_the_same() {
    for twojmax in 0..=8 {
        let planes = check(twojmax, 128, 8, SHAPES, StreamFloat::F64);
        assert!(
            planes <= 8 && (planes > 1 || twojmax < 2),
            "{twojmax}: {planes}"
        );
    }
    assert_eq!(
        check(8, 6, 8, SHAPES, StreamFloat::F32),
        1,
        "no job is long"
    );
    assert_eq!(check(14, 64, 4, SHAPES, StreamFloat::F32), 4);
}
