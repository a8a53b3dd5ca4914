//! Lambdas with inferred and with typed captures.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, Element, Float, Max, MdRangePolicy, Result, Space, Sum, TeamPolicy, View, parallel_for,
    parallel_reduce, parallel_scan, parallel_scan_inclusive,
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
