//! Loops, local arrays, work tags, comptime values, and instances picked at run time.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    Functor, RangeKernel, RangePolicy, Result, Space, View, device, dispatch, kernel, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        loops_and_local_arrays_keep_their_values,
        tags_and_comptime_fields_choose_the_kernel,
        dispatch_picks_the_instance,
        mutable_names_are_variables_wherever_they_are_declared,
        effects_happen_once_and_in_their_turn,
        a_comptime_condition_runs_one_branch,
        functions_that_call_each_other_are_refused,
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

/// Its arguments are variables of its own.
#[device]
fn changed(mut a: [f64; 2], mut s: f64) -> f64 {
    a[0] += s;
    s *= 2.0;
    a[0] + s
}

/// `mut` in a tuple, in arguments, in a loop.
#[derive(Functor)]
struct Names {
    x: View<f64, 1>,
    out: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Names {
    fn names(&self, i: Index) {
        let (mut a, b) = (self.x[i], 3.0 * self.x[i]);
        a += b;
        self.out[(i, 0)] = changed([a, b], a);
        let [mut c, d] = [a, b];
        c -= d;
        self.out[(i, 1)] = a;
        self.out[(i, 2)] = c;
        let mut sum: f64 = 0.0;
        for mut k in 0..4 {
            k += 2;
            sum += (k as f64) * b;
        }
        self.out[(i, 3)] = sum;
    }
}

fn mutable_names_are_variables_wherever_they_are_declared(space: &Space) -> Outcome {
    let x: Vec<f64> = (0..37).map(f64::from).collect();
    let n = x.len();
    let k = Names {
        x: vector(space, "x", &x)?,
        out: View::new(space, "out", [n, 4])?,
    };
    space.parallel_for("names", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    for (i, x) in x.iter().enumerate() {
        let found = [0, 1, 2, 3].map(|k| out[i + k * n]);
        assert_eq!(found, [16.0 * x, 4.0 * x, *x, 42.0 * x]);
    }
    Ok(())
}

/// Counts, and gives the count.
#[device]
fn count(x: &mut f64) -> f64 {
    *x += 1.0;
    *x
}

/// Expressions that change what other parts of them read.
#[derive(Functor)]
struct Turns {
    next: View<i32, 1>,
    slots: View<i32, 1>,
    out: View<f64, 2>,
}

// SAFETY: an iteration writes its own row of `out`, and in `slots` a place that it alone has drawn.
#[kernel]
unsafe impl RangeKernel for Turns {
    fn turns(&self, i: Index) {
        let mut a: f64 = 1.0;
        self.out[(i, 0)] = count(&mut a) * 2.0 + a;
        let mut b: f64 = 1.0;
        b += count(&mut b) * 3.0;
        self.out[(i, 1)] = b;
        let mut c: f64 = 1.0;
        self.out[(i, 2)] = c - count(&mut c) * 3.0;
        self.slots[self.next.atomic_fetch_add(0, 1)] += 5;
    }
}

fn effects_happen_once_and_in_their_turn(space: &Space) -> Outcome {
    let n = 37;
    let k = Turns {
        next: View::new(space, "next", [1])?,
        slots: View::new(space, "slots", [2 * n])?,
        out: View::new(space, "out", [n, 3])?,
    };
    space.parallel_for("turns", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    for i in 0..n {
        assert_eq!([0, 1, 2].map(|k| out[i + k * n]), [6.0, 8.0, -5.0]);
    }
    assert_eq!(k.next.to_vec()?, [n as i32]);
    assert_eq!(k.slots.to_vec()?, [[5; 37], [0; 37]].concat());
    Ok(())
}

/// The branches of the last `if` of a body, which end without a semicolon.
#[derive(Functor)]
struct OneBranch {
    out: View<f64, 1>,
    #[comptime]
    adds: bool,
}

#[kernel]
impl RangeKernel for OneBranch {
    fn one_branch(&self, i: Index) {
        if self.adds {
            self.out[i] += 1.0
        } else {
            self.out[i] -= 2.0
        }
    }
}

fn a_comptime_condition_runs_one_branch(space: &Space) -> Outcome {
    for (adds, expected) in [(true, 1.0), (false, -2.0)] {
        let k = OneBranch {
            out: View::new(space, "out", [21])?,
            adds,
        };
        space.parallel_for("one branch", RangePolicy::new(0..21), &k)?;
        assert_eq!(k.out.to_vec()?, [expected; 21]);
    }
    Ok(())
}

#[device]
fn is_even(n: i32) -> i32 {
    let mut even = 1;
    if n > 0 {
        even = is_odd(n - 1);
    }
    even
}

#[device]
fn is_odd(n: i32) -> i32 {
    let mut odd = 0;
    if n > 0 {
        odd = is_even(n - 1);
    }
    odd
}

/// A function that calls another many times, which is none too deep.
#[device]
fn four_times(n: i32) -> i32 {
    let mut sum = 0;
    #[unroll]
    for _ in 0..40 {
        sum += twice(n);
    }
    sum / 20
}

#[device]
fn twice(n: i32) -> i32 {
    2 * n
}

fn functions_that_call_each_other_are_refused(space: &Space) -> Outcome {
    let y = vector(space, "y", &[3, 4])?;
    let refused = parallel_for!(space, "even", 2, |i| y[i] = is_even(y[i]));
    let text = refused.unwrap_err().to_string();
    assert!(
        text.contains("functions call each other, 64 deep from") && text.contains(file!()),
        "{text}"
    );
    parallel_for!(space, "four times", 2, |i| {
        y[i] = four_times(y[i]);
        y[i] = four_times(y[i]);
    })?;
    assert_eq!(y.to_vec()?, [48, 64]);
    Ok(())
}
