//! Reductions to values and views.

use crate::ladder::{Outcome, Test, noise, skip, tests, vector};
use portax::{
    AUTO, Complex, Element, Float, Functor, Max, Min, RangeKernel, RangePolicy, ReduceKernel,
    Reducer, Space, Sum, TeamKernel, TeamPolicy, View, kernel, parallel_reduce, space::Engine,
};
use portax_backends::rayon::Rayon;

pub fn tests() -> Vec<Test> {
    tests![
        reductions_join_every_iteration,
        a_reduction_can_end_in_a_view,
        kernels_read_and_write_views_of_rank_0,
        sums_have_the_same_bits_twice,
        sums_do_not_depend_on_the_number_of_threads,
        elements_of_ones_own_are_reduced,
    ]
}

#[derive(Functor)]
struct Dot<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for Dot<T> {
    type Value = T;
    fn dot(&self, i: Index) -> T {
        self.x[i] * self.y[i]
    }
}

const SIZES: [usize; 10] = [0, 1, 2, 7, 9, 63, 1000, 4097, 20011, 3_000_001];

fn reductions_join_every_iteration(space: &Space) -> Outcome {
    for n in SIZES {
        let x: Vec<f64> = (0..n)
            .map(|i| f64::from((i * 7919 % 1009) as u32) - 300.0)
            .collect();
        let dot = Dot {
            x: View::from_slice(space, "x", [n], &x)?,
            y: View::from_slice(space, "y", [n], &vec![2.0; n])?,
        };
        let policy = RangePolicy::new(0..n);
        let twice = |f: fn(f64, f64) -> f64, start| x.iter().fold(start, |a, x| f(a, 2.0 * x));
        assert_eq!(
            space.parallel_reduce("dot", policy, &dot, Sum)?,
            twice(|a, b| a + b, 0.0),
            "{n}"
        );
        assert_eq!(
            space.parallel_reduce("min", policy, &dot, Min)?,
            twice(f64::min, f64::INFINITY),
            "{n}"
        );
        assert_eq!(
            space.parallel_reduce("max", policy, &dot, Max)?,
            twice(f64::max, f64::NEG_INFINITY),
            "{n}"
        );
    }
    Ok(())
}

fn a_reduction_can_end_in_a_view(space: &Space) -> Outcome {
    let x = View::from_slice(space, "x", [100], &[0.5f32; 100])?;
    let result = View::new(space, "result", [])?;
    space.parallel_reduce_to(
        "dot",
        RangePolicy::new(10..60),
        &Dot { x: x.clone(), y: x },
        Sum,
        &result,
    )?;
    assert_eq!(result.to_vec()?, [12.5]);
    Ok(())
}

/// `x - alpha y`, where `alpha` and how often it was are left on the space.
#[derive(Functor)]
struct Step {
    alpha: View<f64, 0>,
    phase: View<Complex<f32>, 0>,
    shift: View<i32, 0>,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Step {
    fn step(&self, i: Index) {
        let (alpha, phase) = (self.alpha[()], self.phase[()]);
        if self.shift[()] > 0 {
            self.x[i] -= alpha * self.y[i];
        }
        self.x[i] += (phase.re + phase.im) as f64;
    }
}

/// One team squares it.
#[derive(Functor)]
struct Square {
    alpha: View<f64, 0>,
}

#[kernel]
impl TeamKernel for Square {
    fn square(&self, team: Team) {
        if team.league_rank() == 0 {
            single(PerTeam(team), || {
                self.alpha[()] = self.alpha[()] * self.alpha[()];
            });
        }
    }
}

/// Every team does.
#[derive(Functor)]
struct Race {
    alpha: View<f64, 0>,
}

#[kernel]
impl TeamKernel for Race {
    fn race(&self, team: Team) {
        single(PerTeam(team), || {
            self.alpha[()] = 2.0;
        });
    }
}

fn kernels_read_and_write_views_of_rank_0(space: &Space) -> Outcome {
    let n = 100;
    let x = View::from_slice(space, "x", [n], &vec![3.0; n])?;
    let y = View::from_slice(space, "y", [n], &vec![0.25; n])?;
    let alpha: View<f64, 0> = View::new(space, "alpha", [])?;
    let dot = Dot {
        x: x.clone(),
        y: y.clone(),
    };
    space.parallel_reduce_to("dot", RangePolicy::new(0..4), &dot, Sum, &alpha)?;
    let square = Square {
        alpha: alpha.clone(),
    };
    space.parallel_for("square", TeamPolicy::new(3, AUTO), &square)?;
    let step = Step {
        alpha: alpha.clone(),
        phase: View::from_slice(space, "phase", [], &[Complex::new(0.5, 1.5)])?,
        shift: View::from_slice(space, "shift", [], &[2])?,
        x,
        y,
    };
    space.parallel_for("step", RangePolicy::new(0..n), &step)?;
    assert_eq!(step.x.to_vec()?, vec![3.0 - 9.0 * 0.25 + 2.0; n]);
    let race = space.parallel_for(
        "race",
        TeamPolicy::new(3, AUTO),
        &Race {
            alpha: alpha.clone(),
        },
    );
    let error = race.expect_err("teams share the place").to_string();
    assert!(error.contains("`alpha`"), "{error}");
    let norm = parallel_reduce!(space, "norm", n, |i| -> f64 { alpha[()] * i as f64 }, Max)?;
    assert_eq!(norm, 9.0 * 99.0);
    Ok(())
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
    const COMMUTES: bool = true;
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

fn elements_of_ones_own_are_reduced(space: &Space) -> Outcome {
    for n in [1, 9, 3000] {
        let data = noise(n, 21);
        let k = Lowest {
            x: vector(space, "x", &data)?,
        };
        let found = space.parallel_reduce("lowest", RangePolicy::new(0..n), &k, MinLocJoin)?;
        let at = (0..n).min_by(|&a, &b| data[a].total_cmp(&data[b]));
        let index = at.expect("not empty");
        let factor = if data[index] < -0.9 { 2.0 } else { 1.0 };
        let expected = MinLoc {
            value: factor * data[index],
            index: index as i32,
        };
        assert_eq!(found, expected);
    }
    Ok(())
}

/// Sums of which any other order of additions has other bits.
fn sum_of_noise(space: &Space, n: usize) -> portax::Result<f64> {
    let dot = Dot {
        x: vector(space, "x", &noise(n, 31))?,
        y: vector(space, "y", &noise(n, 32))?,
    };
    space.parallel_reduce("dot", RangePolicy::new(0..n), &dot, Sum)
}

fn sums_have_the_same_bits_twice(space: &Space) -> Outcome {
    for n in [1000, 20_011, 1_000_003] {
        let first = sum_of_noise(space, n)?;
        let products = noise(n, 31)
            .into_iter()
            .zip(noise(n, 32))
            .map(|(x, y)| x * y);
        let (sum, size) = products.fold((0.0, 0.0), |(sum, size), p| (sum + p, size + p.abs()));
        assert!((first - sum).abs() <= 1e-13 * size, "{first} {sum}");
        for _ in 0..4 {
            assert_eq!(sum_of_noise(space, n)?.to_bits(), first.to_bits(), "{n}");
        }
    }
    Ok(())
}

fn sums_do_not_depend_on_the_number_of_threads(space: &Space) -> Outcome {
    let Engine::Host(host) = space.engine() else {
        return skip("a device has the threads that it has");
    };
    let expected = sum_of_noise(space, 300_007)?.to_bits();
    for threads in [1, 2, 3, 7] {
        let rayon = Rayon::new(threads)?.with_executor(host.executor())?;
        assert_eq!(
            sum_of_noise(&rayon.space(), 300_007)?.to_bits(),
            expected,
            "{threads}"
        );
    }
    Ok(())
}
