//! Loops, local arrays, work tags, comptime values, and instances picked at run time.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{Functor, RangeKernel, RangePolicy, Result, Space, View, dispatch, kernel};

pub fn tests() -> Vec<Test> {
    tests![
        loops_and_local_arrays_keep_their_values,
        tags_and_comptime_fields_choose_the_kernel,
        dispatch_picks_the_instance,
    ]
}

/// Nested run-time loops, whose bounds depend on the outer one, on a local array.
#[derive(Functor)]
struct Loops {
    x: View<i32, 1>,
    bounds: View<i32, 1>,
    out: View<i32, 2>,
}

#[kernel]
impl RangeKernel for Loops {
    fn loops(&self, i: Index) {
        let mut sums: [i32; 4] = [0, 1, 0, 0];
        for a in self.bounds[0]..self.bounds[1] {
            for b in 0..a {
                #[unroll]
                for k in 0..4 {
                    sums[k] += self.x[i] * a + b * (k as i32);
                }
            }
            sums[3] -= sums[0];
        }
        #[unroll]
        for k in 0..4 {
            self.out[(i, k)] = sums[k];
        }
    }
}

fn loops_and_local_arrays_keep_their_values(space: &Space) -> Outcome {
    let x: Vec<i32> = (0..45).map(|i| i * i - 70).collect();
    let n = x.len();
    for (begin, end) in [(0, 0), (2, 3), (0, 9), (5, 2)] {
        let k = Loops {
            x: vector(space, "x", &x)?,
            bounds: vector(space, "bounds", &[begin, end])?,
            out: View::new(space, "out", [n, 4])?,
        };
        space.parallel_for("loops", RangePolicy::new(0..n), &k)?;
        let out = k.out.to_vec()?;
        for (i, x) in x.iter().enumerate() {
            let mut sums = [0, 1, 0, 0];
            for a in begin..end {
                for b in 0..a {
                    (0..4).for_each(|k| sums[k as usize] += x * a + b * k);
                }
                sums[3] -= sums[0];
            }
            assert_eq!(
                [0, 1, 2, 3].map(|k| out[i + k * n]),
                sums,
                "{x} in {begin}..{end}"
            );
        }
    }
    Ok(())
}

/// Kernels of one functor, told apart by tags.
struct Fill;
struct Scale;

#[derive(Functor)]
struct Tagged {
    x: View<f64, 1>,
    #[comptime]
    squares: bool,
}

#[kernel]
impl RangeKernel<Fill> for Tagged {
    fn fill(&self, i: Index) {
        let mut v: f64 = i as f64;
        if self.squares {
            v *= v;
        }
        self.x[i] = v;
    }
}

#[kernel]
impl RangeKernel<Scale> for Tagged {
    fn scale(&self, i: Index) {
        self.x[i] *= comptime!(if self.squares { 10.0 } else { 2.0 });
    }
}

fn tags_and_comptime_fields_choose_the_kernel(space: &Space) -> Outcome {
    for squares in [true, false, true] {
        let k = Tagged {
            x: View::new(space, "x", [19])?,
            squares,
        };
        space.parallel_for("fill", RangePolicy::new(0..19).tag::<Fill>(), &k)?;
        space.parallel_for("scale", RangePolicy::new(0..19).tag::<Scale>(), &k)?;
        let expected = (0..19)
            .map(|i| i as f64)
            .map(|x| if squares { x * x * 10.0 } else { x * 2.0 });
        assert_eq!(k.x.to_vec()?, expected.collect::<Vec<_>>());
    }
    Ok(())
}

/// `x^N + LEN`
#[derive(Functor)]
struct Power<const N: usize, const LEN: usize> {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl<const N: usize, const LEN: usize> RangeKernel for Power<N, LEN> {
    fn power(&self, i: Index) {
        let mut parts: [f64; LEN] = [1.0; LEN];
        let mut p: f64 = 1.0;
        #[unroll]
        for _k in 0..N {
            p *= self.x[i];
        }
        #[unroll]
        for k in 1..LEN {
            parts[0] += parts[k];
        }
        self.y[i] = p + parts[0];
    }
}

fn dispatch_picks_the_instance(space: &Space) -> Outcome {
    let data = [2.0, 3.0, -1.0];
    let (x, y) = (vector(space, "x", &data)?, View::new(space, "y", [3])?);
    for n in 1..=3usize {
        dispatch!(n in 1..=3, LEN = n * n => space.parallel_for("power", RangePolicy::new(0..3), &Power::<n, LEN> { x: x.clone(), y: y.clone() }))?;
        let expected: Vec<f64> = data
            .iter()
            .map(|x: &f64| x.powi(n as i32) + (n * n) as f64)
            .collect();
        assert_eq!(y.to_vec()?, expected);
    }
    let shape = |n2: i32, n3: i32, wide: bool| -> Result<(usize, usize, usize)> {
        dispatch!((N2, N3, WIDE) in [(1, 1, false), (2, 1, true)]; (n2, n3, wide), SUM = N2 + N3 => Ok((N2, N3, if WIDE { SUM } else { 0 })))
    };
    assert_eq!(
        (shape(1, 1, false), shape(2, 1, true)),
        (Ok((1, 1, 0)), Ok((2, 1, 3)))
    );
    let refused = shape(2, 1, false).unwrap_err().to_string();
    assert_eq!(
        refused,
        "dispatch!: n2 = 2, n3 = 1, wide = false is not among the instances [(1, 1, false), (2, 1, true)]"
    );
    Ok(())
}
