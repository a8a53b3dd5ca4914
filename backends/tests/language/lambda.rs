//! Lambdas with inferred and with typed captures, instances picked at run time, elements of one's own.

use crate::{noise, on_every_space, vector};
use portax::{
    AUTO, Element, Float, Functor, MdRangePolicy, RangeKernel, RangePolicy, ReduceKernel, Reducer,
    Result, ScanKernel, Space, Sum, TeamPolicy, View, dispatch, kernel, parallel_for,
    parallel_reduce,
};

/// Captures from behind references, of a generic element type.
fn axpy<T: Float>(space: &Space, a: T, x: &View<T, 1>, y: &View<T, 1>) -> Result<()> {
    parallel_for!(space, "axpy", x.extent(0), |i| y[i] += a * x[i])
}

#[test]
fn captures_are_inferred_or_typed() {
    on_every_space(|space| {
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
    });
}

#[test]
fn lambdas_take_boxes_teams_and_promises() {
    on_every_space(|space| {
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
    });
}

#[test]
fn typed_lambdas_take_comptime_captures() {
    on_every_space(|space| {
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
    });
}

#[test]
fn lambdas_reduce() {
    on_every_space(|space| {
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
    });
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

#[test]
fn dispatch_picks_the_instance() {
    on_every_space(|space| {
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
        Ok(())
    });
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
}

/// Where the smallest value is.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct MinLoc<T: Float> {
    value: T,
    index: i32,
}

#[derive(Functor)]
struct Lowest<T: Float> {
    x: View<T, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for Lowest<T> {
    type Value = MinLoc<T>;
    fn lowest(&self, i: Index) -> MinLoc<T> {
        let mut best: MinLoc<T> = MinLoc {
            value: self.x[i],
            index: i as i32,
        };
        if best.value < -0.9 {
            best.value = best.value * 2.0;
        }
        best
    }
}

#[derive(Clone, Copy)]
struct MinLocJoin;

#[kernel]
impl<T: Float> Reducer<MinLoc<T>> for MinLocJoin {
    fn identity() -> MinLoc<T> {
        MinLoc {
            value: T::from_f64(f64::INFINITY),
            index: i32::MAX,
        }
    }
    fn join(a: MinLoc<T>, b: MinLoc<T>) -> MinLoc<T> {
        if a.value < b.value || (a.value == b.value && a.index < b.index) {
            a
        } else {
            b
        }
    }
}

/// A sum and a count scanned together.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Running {
    sum: i32,
    count: u32,
}

#[derive(Clone, Copy)]
struct Add;

#[kernel]
impl Reducer<Running> for Add {
    fn identity() -> Running {
        Running { sum: 0, count: 0 }
    }
    fn join(a: Running, b: Running) -> Running {
        Running {
            sum: a.sum + b.sum,
            count: a.count + b.count,
        }
    }
}

#[derive(Functor)]
struct Offsets {
    x: View<i32, 1>,
    sum: View<i32, 1>,
    count: View<u32, 1>,
}

#[kernel]
impl ScanKernel for Offsets {
    type Value = Running;
    fn input(&self, i: Index) -> Running {
        Running {
            sum: self.x[i],
            count: if self.x[i] > 4 { 1u32 } else { 0u32 },
        }
    }
    fn output(&self, i: Index, prefix: Running) {
        self.sum[i] = prefix.sum;
        self.count[i] = prefix.count;
    }
}

#[test]
fn elements_are_reduced_and_scanned() {
    on_every_space(|space| {
        for n in [1, 9, 3000] {
            let data = noise(n, 21);
            let x = vector(space, "x", &data)?;
            let lowest = space.parallel_reduce(
                "lowest",
                RangePolicy::new(0..n),
                &Lowest { x },
                MinLocJoin,
            )?;
            let at = (0..n).min_by(|&a, &b| data[a].total_cmp(&data[b])).unwrap();
            let value = if data[at] < -0.9 {
                2.0 * data[at]
            } else {
                data[at]
            };
            assert_eq!(
                lowest,
                MinLoc {
                    value,
                    index: at as i32
                }
            );
            let data: Vec<i32> = (0..n as i32).map(|i| i * 5 % 9).collect();
            let k = Offsets {
                x: vector(space, "x", &data)?,
                sum: View::new(space, "sum", [n])?,
                count: View::new(space, "count", [n])?,
            };
            let total = space.parallel_scan("offsets", RangePolicy::new(0..n), &k, Add)?;
            let (mut sum, mut count) = (vec![0; n], vec![0; n]);
            for i in 1..n {
                sum[i] = sum[i - 1] + data[i - 1];
                count[i] = count[i - 1] + u32::from(data[i - 1] > 4);
            }
            assert_eq!(
                total,
                Running {
                    sum: data.iter().sum(),
                    count: data.iter().filter(|&&x| x > 4).count() as u32
                }
            );
            assert_eq!((k.sum.to_vec()?, k.count.to_vec()?), (sum, count), "{n}");
        }
        Ok(())
    });
}
