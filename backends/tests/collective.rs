//! Reductions and scans, on every space.

use portax::{
    Float, Functor, Max, Min, RangePolicy, ReduceKernel, Result, ScanKernel, Sum, View, kernel,
};
use portax_backends::testing::spaces_under_test;

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

#[derive(Functor)]
struct Offsets {
    count: View<i32, 1>,
    offset: View<i32, 1>,
}

#[kernel]
impl ScanKernel for Offsets {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.count[i]
    }
    fn output(&self, i: Index, prefix: i32) {
        self.offset[i] = prefix;
    }
}

#[derive(Functor)]
struct Running {
    x: View<f64, 1>,
    sum: View<f64, 1>,
}

#[kernel]
impl ScanKernel for Running {
    type Value = f64;
    fn input(&self, i: Index) -> f64 {
        self.x[i]
    }
    fn output(&self, i: Index, prefix: f64) {
        self.sum[i] = prefix;
    }
}

const SIZES: [usize; 10] = [0, 1, 2, 7, 9, 63, 1000, 4097, 20011, 3_000_001];

#[test]
fn reductions_join_every_iteration() -> Result<()> {
    for (name, space) in spaces_under_test() {
        for n in SIZES {
            let x: Vec<f64> = (0..n)
                .map(|i| f64::from((i * 7919 % 1009) as u32) - 300.0)
                .collect();
            let dot = Dot {
                x: View::from_slice(&space, "x", [n], &x)?,
                y: View::from_slice(&space, "y", [n], &vec![2.0; n])?,
            };
            let policy = RangePolicy::new(0..n);
            let twice = |f: fn(f64, f64) -> f64, start| x.iter().fold(start, |a, x| f(a, 2.0 * x));
            assert_eq!(
                space.parallel_reduce("dot", policy, &dot, Sum)?,
                twice(|a, b| a + b, 0.0),
                "{name} {n}"
            );
            assert_eq!(
                space.parallel_reduce("min", policy, &dot, Min)?,
                twice(f64::min, f64::INFINITY),
                "{name} {n}"
            );
            assert_eq!(
                space.parallel_reduce("max", policy, &dot, Max)?,
                twice(f64::max, f64::NEG_INFINITY),
                "{name} {n}"
            );
        }
    }
    Ok(())
}

#[test]
fn a_reduction_can_end_in_a_view() -> Result<()> {
    for (name, space) in spaces_under_test() {
        let x = View::from_slice(&space, "x", [100], &[0.5f32; 100])?;
        let result = View::new(&space, "result", [])?;
        space.parallel_reduce_to(
            "dot",
            RangePolicy::new(10..60),
            &Dot { x: x.clone(), y: x },
            Sum,
            &result,
        )?;
        assert_eq!(result.to_vec()?, [12.5], "{name}");
    }
    Ok(())
}

#[test]
fn scans_give_prefixes() -> Result<()> {
    for (name, space) in spaces_under_test() {
        for n in SIZES {
            let count: Vec<i32> = (0..n).map(|i| (i % 5) as i32).collect();
            let k = Offsets {
                count: View::from_slice(&space, "count", [n], &count)?,
                offset: View::new(&space, "offset", [n])?,
            };
            let policy = RangePolicy::new(0..n);
            let mut sum = 0;
            let exclusive: Vec<i32> = count
                .iter()
                .map(|c| {
                    sum += c;
                    sum - c
                })
                .collect();
            assert_eq!(
                space.parallel_scan("offsets", policy, &k, Sum)?,
                sum,
                "{name} {n}"
            );
            assert_eq!(k.offset.to_vec()?, exclusive, "{name} {n}");
            assert_eq!(
                space.parallel_scan_inclusive("offsets", policy, &k, Sum)?,
                sum,
                "{name} {n}"
            );
            let inclusive: Vec<i32> = exclusive.iter().zip(&count).map(|(e, c)| e + c).collect();
            assert_eq!(k.offset.to_vec()?, inclusive, "{name} {n}");
        }
    }
    Ok(())
}

#[test]
fn scans_of_floats_and_parts_of_ranges() -> Result<()> {
    for (name, space) in spaces_under_test() {
        let n = 5000;
        let k = Running {
            x: View::from_slice(&space, "x", [n], &vec![0.25; n])?,
            sum: View::new(&space, "sum", [n])?,
        };
        assert_eq!(
            space.parallel_scan_inclusive("running", RangePolicy::new(100..n), &k, Sum)?,
            1225.0,
            "{name}"
        );
        let expected: Vec<f64> = (0..n)
            .map(|i| if i < 100 { 0.0 } else { (i - 99) as f64 / 4.0 })
            .collect();
        assert_eq!(k.sum.to_vec()?, expected, "{name}");
    }
    Ok(())
}
