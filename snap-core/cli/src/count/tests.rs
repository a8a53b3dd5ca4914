use portax::{Functor, RangeKernel, RangePolicy, Space, View, kernel};
use snap_core::standard::{RUNGS, Standard};

use super::{Counter, Counts, Launch};
use crate::engine::placed;
use crate::problem::Problem;

#[derive(Functor)]
struct Axpy {
    y: View<f64, 1>,
    x: View<f64, 1>,
    a: f64,
}

#[kernel]
impl RangeKernel for Axpy {
    fn axpy(&self, i: Index) {
        self.y[i] += self.a * self.x[i];
    }
}

/// `y_i = sum_j<=i sqrt(a_ij)`: a trip count for each item.
#[derive(Functor)]
struct Triangle {
    y: View<f64, 1>,
    a: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Triangle {
    fn triangle(&self, i: Index) {
        let mut sum = 0.0;
        for j in 0..i + 1 {
            sum += self.a[(i, j)].sqrt();
        }
        self.y[i] = sum;
    }
}

fn host() -> Space {
    portax_backends::by_name("rayon:lane").unwrap()
}

/// The only launch of a kernel.
fn only(counter: &Counter, kernel: &str) -> Counts {
    let mut launches = counter.launches();
    launches.retain(|launch| launch.kernel == kernel);
    let [Launch { counts, .. }] = launches[..] else {
        panic!("{launches:?}")
    };
    counts
}

#[test]
fn a_small_kernel_does_what_its_formula_says() {
    let (counter, n) = (Counter::like(&host()), 1000);
    let space = counter.space();
    let vector = |label| View::from_slice(&space, label, [n], &vec![1.5; n]).unwrap();
    let (y, x) = (vector("y"), vector("x"));
    let functor = Axpy {
        y: y.clone(),
        x,
        a: 2.0,
    };
    space
        .parallel_for("axpy", RangePolicy::new(0..n), &functor)
        .unwrap();
    assert_eq!(y.to_vec().unwrap(), vec![4.5; n]);
    let n = n as f64;
    let expected = Counts {
        fma: n,
        load_bytes: 16.0 * n,
        store_bytes: 8.0 * n,
        // x and y read, y written.
        group_bytes: 24.0 * n,
        launch_bytes: 24.0 * n,
        ..Counts::default()
    };
    assert_eq!(only(&counter, "axpy"), expected);
    assert_eq!(expected.flops(), 2.0 * n);
}

#[test]
fn loops_count_as_often_as_they_run() {
    let (counter, n) = (Counter::like(&host()), 20);
    let space = counter.space();
    let a = View::from_slice(&space, "a", [n, n], &vec![4.0; n * n]).unwrap();
    let y = View::<f64, 1>::new(&space, "y", [n]).unwrap();
    let functor = Triangle { y: y.clone(), a };
    space
        .parallel_for("triangle", RangePolicy::new(0..n), &functor)
        .unwrap();
    assert_eq!(y.to_vec().unwrap()[19], 40.0);
    let counts = only(&counter, "triangle");
    let turns = (20 * 21 / 2) as f64;
    assert_eq!(
        (counts.add, counts.special, counts.fma),
        (turns, turns, 0.0)
    );
    assert_eq!(counts.load_bytes, 8.0 * turns);
    assert_eq!(counts.launch_bytes, 8.0 * turns + 160.0);
}

#[test]
fn a_stage_of_snap_does_what_its_formula_says() {
    let counter = Counter::like(&host());
    let space = counter.space();
    let problem = Problem::of_study(&space, 2, 2).unwrap();
    let rung = RUNGS.iter().find(|rung| rung.name == "V4").unwrap();
    let system = placed(&problem.system).unwrap();
    let standard = Standard::new(&space, &problem.potential, &system, rung, usize::MAX).unwrap();
    counter.launches();
    standard.run(1).unwrap();
    let counts = only(&counter, "compute_deidrj");
    // 16 atoms have 26 neighbours each, U has 1 + 2 + 6 values in half of its rows. For each Y is doubled or not, and for each
    // direction the real part of conj(Y) dU added.
    let (pairs, values) = (16.0 * 26.0, 9.0);
    assert_eq!(counts.flops(), pairs * values * (2.0 + 3.0 * 4.0));
    assert_eq!(counts.load_bytes, pairs * values * (16.0 + 3.0 * 16.0));
    assert_eq!(counts.store_bytes, pairs * 24.0);
    // Y once for all neighbours of an atom.
    let once = 16.0 * values * 16.0 + pairs * values * 48.0 + pairs * 24.0;
    assert_eq!(counts.launch_bytes, once);
}
