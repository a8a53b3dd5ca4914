//! Lambdas with inferred and with typed captures.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, Complex, Element, Float, Max, MdRangePolicy, Result, Space, Sum, TeamPolicy, View,
    device, parallel_for, parallel_reduce, parallel_scan, parallel_scan_inclusive,
};

pub fn tests() -> Vec<Test> {
    tests![
        captures_are_inferred_or_typed,
        lambdas_take_boxes_teams_and_promises,
        typed_lambdas_take_comptime_captures,
        lambdas_reduce,
        lambdas_scan,
        lambdas_scan_structs_in_place,
        methods_capture_fields_of_self,
        fields_of_structs_are_captured_one_by_one,
        constants_may_be_structs,
        structs_of_many_fields_are_captured_whole,
        lambdas_capture_up_to_24_variables,
    ]
}

/// Captures from behind references, of a generic element type.
fn axpy<T: Float>(space: &Space, a: T, x: &View<T, 1>, y: &View<T, 1>) -> Result<()> {
    parallel_for!(space, "axpy", x.extent(0), |i| y[i] += a * x[i])
}

fn captures_are_inferred_or_typed(space: &Space) -> Outcome {
    for n in [0, 1, 7, 64, 131] {
        let (data, zeros) = (noise(n, 3), vec![0.0; n]);
        let (x, y) = (vector(space, "x", &data)?, vector(space, "y", &zeros)?);
        let (a, limit) = (2.0f64, 0.5f64);
        axpy(space, a, &x, &y)?;
        parallel_for!(
            space,
            "axpy",
            n,
            |i, x: View<f64, 1>, y: View<f64, 1>, a: f64| y[i] += a * x[i]
        )?;
        parallel_for!(space, "cut", 0..n, |i| {
            if x[i] < limit {
                return;
            }
            let mut v: f64 = y[i];
            #[unroll]
            for k in 0..2 {
                v += k as f64;
            }
            y[i] = v;
        })?;
        let expected: Vec<f64> = data
            .iter()
            .map(|x| if *x < 0.5 { 4.0 * x } else { 4.0 * x + 1.0 })
            .collect();
        assert_eq!(y.to_vec()?, expected, "{n}");
    }
    Ok(())
}

fn lambdas_take_boxes_teams_and_promises(space: &Space) -> Outcome {
    let [n, m] = [11, 6];
    let a: View<f64, 2> = View::new(space, "a", [n, m])?;
    parallel_for!(space, "box", MdRangePolicy::new([0..n, 0..m]), |i, j| a
        [(i, j)] =
        (i * 10 + j) as f64)?;
    let mut expected: Vec<f64> = (0..n * m).map(|e| (e % n * 10 + e / n) as f64).collect();
    assert_eq!(a.to_vec()?, expected);
    parallel_for!(space, "rows", TeamPolicy::new(m, AUTO), |team: Team| {
        let j = team.league_rank();
        parallel_for(TeamVectorRange(team, a.extent(0)), |i| a[(i, j)] *= 2.0);
    })?;
    expected.iter_mut().for_each(|x| *x *= 2.0);
    assert_eq!(a.to_vec()?, expected);
    let flip: Vec<i32> = (0..n as i32).rev().collect();
    let (flip, b) = (
        vector(space, "flip", &flip)?,
        View::<f64, 1>::new(space, "b", [n])?,
    );
    parallel_for!(space, "flip", n, unsafe |i| b[flip[i]] = i as f64)?;
    assert_eq!(
        b.to_vec()?,
        (0..n).rev().map(|i| i as f64).collect::<Vec<_>>()
    );
    parallel_for!(space, "flip", n, unsafe |i, flip: View<i32, 1>, b: View<f64, 1>| b[flip[i]] += 1.0)?;
    assert_eq!(
        b.to_vec()?,
        (0..n).rev().map(|i| i as f64 + 1.0).collect::<Vec<_>>()
    );
    Ok(())
}

fn typed_lambdas_take_comptime_captures(space: &Space) -> Outcome {
    let y = vector(space, "y", &[1.0, 2.0])?;
    for terms in [1usize, 3] {
        parallel_for!(
            space,
            "terms",
            2,
            |i, y: View<f64, 1>, #[comptime] terms: usize| {
                #[unroll]
                for k in 0..terms {
                    y[i] += k as f64;
                }
            }
        )?;
    }
    assert_eq!(y.to_vec()?, [4.0, 5.0]);
    Ok(())
}

fn lambdas_reduce(space: &Space) -> Outcome {
    let data: Vec<f64> = noise(301, 6).iter().map(|x| (x * 32.0).floor()).collect();
    let x = vector(space, "x", &data)?;
    let expected: f64 = data[1..].iter().map(|x| x * x).sum();
    assert_eq!(
        parallel_reduce!(space, "squares", 1..301, |i| -> f64 { x[i] * x[i] }, Sum)?,
        expected
    );
    assert_eq!(
        parallel_reduce!(
            space,
            "squares",
            1..301,
            |i, x: View<f64, 1>| -> f64 { x[i] * x[i] },
            Sum
        )?,
        expected
    );
    let most = parallel_reduce!(space, "most", 301, |i| -> i32 { x[i] as i32 }, portax::Max)?;
    assert_eq!(most, data.iter().map(|&x| x as i32).max().unwrap());
    Ok(())
}

/// Where the entries of each row begin.
struct Lists {
    counts: View<i32, 1>,
    start: View<i32, 1>,
}

impl Lists {
    fn number(&self, space: &Space, first: i32) -> Result<i32> {
        let n = self.counts.extent(0);
        parallel_scan!(
            space,
            "offsets",
            n,
            |i| -> i32 { self.counts[i] },
            |k, before| self.start[k] = before + first,
            Sum
        )
    }
}

fn lambdas_scan(space: &Space) -> Outcome {
    for n in [0usize, 1, 7, 64, 131, 20_000] {
        let counts: Vec<i32> = (0..n as i32).map(|i| i * 7 % 11).collect();
        let total: i32 = counts.iter().sum();
        let lists = Lists {
            counts: vector(space, "counts", &counts)?,
            start: View::new(space, "start", [n])?,
        };
        assert_eq!(lists.number(space, 3)?, total, "{n}");
        let mut sum = 3;
        let before = |x: &i32| {
            sum += x;
            sum - x
        };
        let exclusive: Vec<i32> = counts.iter().map(before).collect();
        assert_eq!(lists.start.to_vec()?, exclusive, "{n}");

        let (counts_view, start) = (&lists.counts, &lists.start);
        let all = parallel_scan!(
            space,
            "typed",
            n,
            |i, counts_view: View<i32, 1>| -> i32 { counts_view[i] },
            |i, before, start: View<i32, 1>| start[i] -= before,
            Sum
        )?;
        assert_eq!(all, total, "{n}");
        assert_eq!(start.to_vec()?, vec![3; n], "{n}");

        // A promise, an early end, and a prefix that is a variable.
        let most = parallel_scan_inclusive!(
            space,
            "most",
            0..n,
            unsafe |i| -> i32 {
                if counts_view[i] <= 3 {
                    return 0;
                }
                counts_view[i]
            },
            |i, mut most| {
                most += 1;
                start[i] = most;
            },
            Max
        )?;
        let mut highest = 0;
        let inclusive = counts.iter().map(|&x| {
            highest = highest.max(if x > 3 { x } else { 0 });
            highest + 1
        });
        assert_eq!(start.to_vec()?, inclusive.collect::<Vec<_>>(), "{n}");
        assert!(n == 0 || most == highest, "{n}");
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Debug, Element)]
struct Tally {
    sum: f64,
    n: i32,
}

fn lambdas_scan_structs_in_place(space: &Space) -> Outcome {
    let n = 300;
    let data: Vec<f64> = (0..n).map(|i| f64::from(i % 5)).collect();
    let (x, scale) = (vector(space, "x", &data)?, 2.0);
    let all = parallel_scan!(
        space,
        "tally",
        n as usize,
        |i| -> Tally {
            Tally {
                sum: scale * x[i],
                n: 1,
            }
        },
        |i, before| x[i] = before.sum + (before.n as f64),
        Sum
    )?;
    let mut sum = 0.0;
    let expected: Vec<f64> = data
        .iter()
        .enumerate()
        .map(|(i, x)| {
            sum += 2.0 * x;
            sum - 2.0 * x + i as f64
        })
        .collect();
    assert_eq!(all, Tally { sum, n });
    assert_eq!(x.to_vec()?, expected);
    Ok(())
}

/// A sum of `a x` in each of two vectors, in methods of a struct of the host.
struct Axpys {
    space: Space,
    n: usize,
    x: View<f64, 1>,
    sums: [View<f64, 1>; 2],
    factors: Factors,
}

struct Factors {
    a: f64,
    limits: (f64, i32),
}

impl Axpys {
    fn add(&mut self) -> Result<()> {
        let x = self.factors.limits.0 - 0.5;
        parallel_for!(self.space, "axpys", self.n, |i| {
            // Fields stay apart from names that are like theirs.
            let n = self.x[i] + x;
            self.sums[0][i] += self.factors.a * n;
            self.sums[1][i] -= self.factors.a * self.x[i];
            kernel_assert!(n <= self.factors.limits.0 * 2.0, "{}", self.x[i]);
        })
    }

    fn dot<T: Float>(&self, of: &View<T, 1>) -> Result<f64> {
        let rows = TeamPolicy::new(1, AUTO);
        parallel_reduce!(
            self.space,
            "dot",
            rows,
            |team: Team| -> f64 {
                parallel_reduce(
                    TeamVectorRange(team, self.x.extent(0)),
                    |i| self.x[i] * (of[i] as f64),
                    Sum,
                )
            },
            Sum
        )
    }
}

fn methods_capture_fields_of_self(space: &Space) -> Outcome {
    let data: Vec<f64> = (0..75).map(|i| f64::from(i) / 75.0).collect();
    let new = || vector(space, "sum", &[1.0; 75]);
    let mut all = Axpys {
        space: space.clone(),
        n: 75,
        x: vector(space, "x", &data)?,
        sums: [new()?, new()?],
        factors: Factors {
            a: 4.0,
            limits: (0.5, 3),
        },
    };
    all.add()?;
    let expected = |a: f64| data.iter().map(|x| a.mul_add(*x, 1.0)).collect::<Vec<_>>();
    assert_eq!(all.sums[0].to_vec()?, expected(4.0));
    assert_eq!(all.sums[1].to_vec()?, expected(-4.0));
    let ones = vector(space, "ones", &[1.0f32; 75])?;
    assert!((all.dot(&ones)? - data.iter().sum::<f64>()).abs() < 1e-12);
    all.factors.limits.0 = 0.25;
    // A device tells it when it is waited for.
    let failed = all.add().and_then(|()| space.fence());
    let text = failed.unwrap_err().to_string();
    assert!(text.contains("`axpys`"), "{text}");
    Ok(())
}

/// No type of kernels: a lambda takes those of its fields that it names.
struct Settings {
    dt: f64,
    steps: i32,
    is_periodic: bool,
    weights: [f64; 3],
    pair: (f32, u32),
    grid: Grid,
    origin: Point,
    sums: View<f64, 1>,
}

struct Grid {
    width: usize,
    label: String,
}

#[derive(Clone, Copy, Element)]
struct Point {
    x: f64,
    y: f64,
}

#[device]
impl Point {
    fn norm2(self) -> f64 {
        self.x * self.x + self.y * self.y
    }
}

fn run(space: &Space, to: &Settings, x: &View<f64, 1>) -> Result<()> {
    parallel_for!(space, to.grid.label.as_str(), x.extent(0), |i| {
        let mut s = 0.0;
        for k in 0..to.steps {
            s += x[i] * to.dt + k as f64 * to.weights[k % 3];
        }
        if to.is_periodic && i % to.grid.width == 0 {
            s += 10.0;
        }
        s += to.origin.y + to.origin.norm2();
        to.sums[i] = s + to.pair.0 as f64 + to.pair.1 as f64;
    })
}

fn fields_of_structs_are_captured_one_by_one(space: &Space) -> Outcome {
    let data = [1.0, 2.0, 3.0, 4.0, 5.0];
    let x = vector(space, "x", &data)?;
    let settings = Settings {
        dt: 0.5,
        steps: 4,
        is_periodic: true,
        weights: [1.0, 2.0, 3.0],
        pair: (0.25, 7),
        grid: Grid {
            width: 2,
            label: "fields".into(),
        },
        origin: Point { x: 3.0, y: 4.0 },
        sums: vector(space, "sums", &[0.0; 5])?,
    };
    run(space, &settings, &x)?;
    // 2 + 2 * 3 + 3 * 1 of the weights, 29 of the origin, 7.25 of the pair
    let expected =
        |i: usize| 2.0 * data[i] + 11.0 + 29.0 + 7.25 + 10.0 * f64::from(i.is_multiple_of(2));
    let expected: Vec<f64> = (0..5).map(expected).collect();
    assert_eq!(settings.sums.to_vec()?, expected);
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Debug, Element)]
enum Phase {
    Solid,
    Liquid,
}

#[derive(Clone, Copy, Element)]
struct Many {
    a: [f64; 3],
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: f64,
    phase: Phase,
}

fn structs_of_many_fields_are_captured_whole(space: &Space) -> Outcome {
    let y = vector(space, "y", &[0.0; 2])?;
    let m = Many {
        a: [1.0, 2.0, 3.0],
        b: 1.0,
        c: 2.0,
        d: 3.0,
        e: 4.0,
        f: 5.0,
        g: 6.0,
        h: 7.0,
        phase: Phase::Liquid,
    };
    let (p, q, r) = (m, m, m);
    parallel_for!(space, "many", 2, |i| {
        y[i] = m.a[i % 2] + m.b + m.c + m.d + m.e + m.f + m.g + m.h;
        y[i] += p.b + p.c + p.d + p.e + p.f + p.g + p.h;
        y[i] += q.b + q.c + q.d + q.e + q.f + q.g + q.h;
        y[i] += r.b + r.c + r.d + r.e + r.f + r.g + r.h;
    })?;
    assert_eq!(y.to_vec()?, [113.0, 114.0]);
    parallel_for!(space, "phase", 2, |i| {
        y[i] = match m.phase {
            Phase::Solid => 1.0,
            Phase::Liquid => 2.0,
        };
        if p.phase == Phase::Liquid {
            y[i] += q.b;
        }
    })?;
    assert_eq!(y.to_vec()?, [3.0, 3.0]);
    Ok(())
}

const ORIGIN: Point = Point { x: 3.0, y: 4.0 };
const I: Complex<f64> = Complex { re: 0.0, im: 1.0 };
const LIMITS: Limits = Limits {
    low: 0.5,
    high: 2.5,
    count: 3,
};

/// A constant of a struct of plain Rust, whose fields are constants.
struct Limits {
    low: f64,
    high: f32,
    count: i32,
}

fn constants_may_be_structs(space: &Space) -> Outcome {
    let x = vector(space, "x", &[1.0, 2.0, 3.0])?;
    parallel_for!(space, "constants", 3, |i| {
        let p = Point { x: x[i], ..ORIGIN };
        let z = I * Complex::new(x[i], 1.0) + Complex::new(x[i], 1.0) * I;
        x[i] = p.norm2() + ORIGIN.norm2() + ORIGIN.x + z.re + z.im;
        x[i] += LIMITS.low * x[i] + LIMITS.high as f64 + LIMITS.count as f64;
    })?;
    let expected = |x: f64| 1.5 * (x * x + 16.0 + 25.0 + 3.0 - 2.0 + 2.0 * x) + 5.5;
    assert_eq!(x.to_vec()?, [1.0, 2.0, 3.0].map(expected));
    Ok(())
}

fn lambdas_capture_up_to_24_variables(space: &Space) -> Outcome {
    let y = vector(space, "y", &[0.0; 3])?;
    let [a, b, c, d, e, f, g, h, j, k, l, m] = std::array::from_fn(|k| k as f64);
    let [n, o, p, q, r, s, t, u, v, w, x] = std::array::from_fn(|k| k as f64);
    parallel_for!(space, "many", 3, |i| {
        y[i] = a + b + c + d + e + f + g + h + j + k + l + m;
        y[i] += n + o + p + q + r + s + t + u + v + w + x;
    })?;
    assert_eq!(y.to_vec()?, [121.0; 3]);
    Ok(())
}
