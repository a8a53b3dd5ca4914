//! Reductions over boxes, of several values at once, and by each built-in reducer.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    AoSoA, Element, Functor, Iterate, LayoutRight, Max, MaxLoc, MdRangePolicy, MdReduceKernel, Min,
    MinLoc, MinMax, MinMaxLoc, Prod, RangePolicy, ReduceKernel, Space, Sum, View, kernel,
    parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        boxes_are_joined_once_each_cell,
        boxes_of_every_rank_are_reduced,
        boxes_have_the_same_bits_twice,
        outside_of_a_view_is_reported,
        several_values_are_reduced_at_once,
        places_of_the_smallest_and_the_largest,
        extremes_and_their_places_in_one_value,
        integers_are_joined_by_truth_and_bits,
        sums_of_ones_own_structs,
        products_of_floats,
    ]
}

/// Sums of what a matrix holds and where.
#[derive(Functor)]
struct Weigh {
    x: View<f64, 2, LayoutRight>,
}

#[kernel]
impl MdReduceKernel<2> for Weigh {
    type Value = f64;
    fn weigh(&self, i: Index, j: Index) -> f64 {
        let weight = i as f64 + 1000.0 * j as f64;
        self.x[(i, j)] * weight
    }
}

fn boxes_are_joined_once_each_cell(space: &Space) -> Outcome {
    for (n, m) in [
        (1, 1),
        (3, 5),
        (8, 64),
        (65, 70),
        (700, 300),
        (2, 40_000),
        (40_000, 2),
    ] {
        let all: Vec<f64> = (0..n * m).map(|k| (k % 31) as f64 - 9.0).collect();
        let x = View::from_slice(space, "x", [n, m], &all)?;
        let k = Weigh { x };
        for (begin, end) in [
            ([0, 0], [n, m]),
            ([n / 3, m / 5], [n, m.div_ceil(2)]),
            ([1, 0], [1, m]),
        ] {
            let mut expected = 0.0;
            for j in begin[1]..end[1] {
                for i in begin[0]..end[0] {
                    expected += all[i + n * j] * (i as f64 + 1000.0 * j as f64);
                }
            }
            let policy = MdRangePolicy::new([begin[0]..end[0], begin[1]..end[1]]);
            for policy in [
                policy,
                policy.iterate(Iterate::Left),
                policy.iterate(Iterate::Right),
            ] {
                let sum = space.parallel_reduce("weigh", policy, &k, Sum)?;
                assert_eq!(sum, expected, "{n} x {m}, {begin:?} to {end:?}");
            }
        }
    }
    Ok(())
}

fn boxes_of_every_rank_are_reduced(space: &Space) -> Outcome {
    let (a, b, c, d) = (5, 3, 4, 6);
    let n = a * b * c * d;
    let all: Vec<i32> = (0..n as i32).collect();
    let x: View<i32, 4> = View::from_slice(space, "x", [a, b, c, d], &all)?;
    let y: View<i32, 3, AoSoA> = View::from_slice(space, "y", [a, b, c * d], &all)?;
    let four = parallel_reduce!(
        space,
        "four",
        MdRangePolicy::new([0..a, 0..b, 0..c, 0..d]),
        |i, j, k, l| -> i32 { x[(i, j, k, l)] },
        Sum
    )?;
    let three = parallel_reduce!(
        space,
        "three",
        MdRangePolicy::new([0..a, 0..b, 0..c * d]),
        |i, j, k| -> i32 {
            if y[(i, j, k)] % 7 == 3 {
                y[(i, j, k)]
            } else {
                0
            }
        },
        Sum
    )?;
    let two = parallel_reduce!(
        space,
        "two",
        MdRangePolicy::new([0..40, 2..30]),
        |i: Index, j: Index, x: View<i32, 4>| -> i32 { x[(i % 5, 0, 0, 0)] * (j as i32) },
        Max
    )?;
    assert_eq!(four, all.iter().sum::<i32>());
    assert_eq!(three, all.iter().filter(|x| **x % 7 == 3).sum::<i32>());
    assert_eq!(two, 4 * 29);
    Ok(())
}

fn boxes_have_the_same_bits_twice(space: &Space) -> Outcome {
    let (n, m) = (513, 217);
    let all: Vec<f64> = (0..n * m).map(|k| 1.0 / (k as f64 + 1.0)).collect();
    let k = Weigh {
        x: View::from_slice(space, "x", [n, m], &all)?,
    };
    let policy = MdRangePolicy::new([0..n, 0..m]);
    let first = space.parallel_reduce("weigh", policy, &k, Sum)?;
    let again = space.prepare_reduce("weigh", policy, &k, Sum)?;
    for _ in 0..3 {
        assert_eq!(again.launch()?.to_bits(), first.to_bits());
    }
    Ok(())
}

fn outside_of_a_view_is_reported(space: &Space) -> Outcome {
    let at = vector(space, "at", &[0, 3, 2, 12, 1])?;
    let x = vector(space, "x", &[1.0, 2.0, 3.0, 4.0])?;
    let sum = parallel_reduce!(
        space,
        "outside",
        MdRangePolicy::new([0..5, 0..3]),
        |i, j| -> f64 { x[at[i]] * j as f64 },
        Sum
    );
    let error = sum.expect_err("an index is 12").to_string();
    assert!(error.contains("`x`") && error.contains("12"), "{error}");
    let inside = parallel_reduce!(
        space,
        "inside",
        MdRangePolicy::new([0..3, 0..3]),
        |i, j| -> f64 { x[at[i]] * j as f64 },
        Sum
    )?;
    assert_eq!(inside, 3.0 * 8.0);
    Ok(())
}

/// Sum, extremes and a count of one pass.
#[derive(Functor)]
struct Statistics {
    x: View<f64, 1>,
}

#[kernel]
impl ReduceKernel for Statistics {
    type Value = (f64, f64, f64, i32);
    fn statistics(&self, i: Index) -> (f64, f64, f64, i32) {
        let x = self.x[i];
        (x, x, x, (x > 10.0) as i32)
    }
}

fn several_values_are_reduced_at_once(space: &Space) -> Outcome {
    for n in [0, 1, 9, 30_011] {
        let x: Vec<f64> = (0..n).map(|i| f64::from(i * 37 % 101) - 50.0).collect();
        let k = Statistics {
            x: vector(space, "x", &x)?,
        };
        let policy = RangePolicy::new(0..x.len());
        let found = space.parallel_reduce("statistics", policy, &k, (Sum, Min, Max, Sum))?;
        let expected = (
            x.iter().sum(),
            x.iter().copied().fold(f64::INFINITY, f64::min),
            x.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            x.iter().filter(|x| **x > 10.0).count() as i32,
        );
        assert_eq!(found, expected, "{n}");
    }
    Ok(())
}

fn places_of_the_smallest_and_the_largest(space: &Space) -> Outcome {
    for n in [1, 8, 1000, 70_001] {
        let value = |i: i32| f64::from(i * 7919 % 977);
        let x: Vec<f64> = (0..n).map(value).collect();
        let x = vector(space, "x", &x)?;
        let (least, most) = parallel_reduce!(
            space,
            "places",
            n as usize,
            |i| -> ((f64, i32), (f64, i32)) { ((x[i], i as i32), (x[i], i as i32)) },
            (MinLoc, MaxLoc)
        )?;
        let first = |best: f64| (best, (0..n).find(|&i| value(i) == best).unwrap_or(-1));
        let all = (0..n).map(value);
        assert_eq!(
            least,
            first(all.clone().fold(f64::INFINITY, f64::min)),
            "{n}"
        );
        assert_eq!(most, first(all.fold(f64::NEG_INFINITY, f64::max)), "{n}");
    }
    let (n, m) = (60, 90);
    let (value, place) = parallel_reduce!(
        space,
        "place in a box",
        MdRangePolicy::new([0..n, 0..m]),
        |i, j| -> (f64, i32) {
            let (x, y) = (i as f64 - 17.0, j as f64 - 81.0);
            (x * x + y * y, i as i32 * 90 + j as i32)
        },
        MinLoc
    )?;
    assert_eq!((value, place), (0.0, 17 * 90 + 81));
    Ok(())
}

fn extremes_and_their_places_in_one_value(space: &Space) -> Outcome {
    for n in [1, 8, 1000, 70_001] {
        let value = |i: i32| i * 7919 % 977 - 300;
        let data: Vec<i32> = (0..n).map(value).collect();
        let x = vector(space, "x", &data)?;
        let ends = parallel_reduce!(
            space,
            "ends",
            n as usize,
            |i| -> (i32, i32) { (x[i], x[i]) },
            MinMax
        )?;
        let (least, most) = (data.iter().min(), data.iter().max());
        let (least, most) = (*least.expect("not empty"), *most.expect("not empty"));
        assert_eq!(ends, (least, most), "{n}");
        let places = parallel_reduce!(
            space,
            "ends and places",
            n as usize,
            |i| -> (i32, i32, i32, i32) { (x[i], x[i], i as i32, i as i32) },
            MinMaxLoc
        )?;
        let first = |best| (0..n).find(|&i| value(i) == best).unwrap_or(-1);
        assert_eq!(places, (least, most, first(least), first(most)), "{n}");
    }
    let (n, m) = (60, 90);
    let found = parallel_reduce!(
        space,
        "ends of a box",
        MdRangePolicy::new([0..n, 0..m]),
        |i, j| -> (f64, f64, i32, i32) {
            let (x, y) = (i as f64 - 17.0, j as f64 - 81.0);
            let (z, at) = (x * x + y * y, i as i32 * 90 + j as i32);
            (z, z, at, at)
        },
        MinMaxLoc
    )?;
    let most = 42.0 * 42.0 + 81.0 * 81.0;
    assert_eq!(found, (0.0, most, 17 * 90 + 81, 59 * 90));
    let none = parallel_reduce!(
        space,
        "none",
        0,
        |i| -> (f64, f64) { (i as f64, i as f64) },
        MinMax
    )?;
    assert_eq!(none, (f64::INFINITY, f64::NEG_INFINITY));
    Ok(())
}

fn integers_are_joined_by_truth_and_bits(space: &Space) -> Outcome {
    use portax::{And, BitAnd, BitOr, BitXor, Or};
    let x: Vec<u32> = (0..5003u32)
        .map(|i| 0x40 | i.wrapping_mul(0x9E37))
        .collect();
    let k = vector(space, "x", &x)?;
    macro_rules! joined {
        ($reducer:expr) => {
            parallel_reduce!(space, "bits", 5003, |i| -> u32 { k[i] }, $reducer)?
        };
    }
    assert_eq!(joined!(BitAnd), x.iter().fold(u32::MAX, |a, b| a & b));
    assert_eq!(joined!(BitOr), x.iter().fold(0, |a, b| a | b));
    assert_eq!(joined!(BitXor), x.iter().fold(0, |a, b| a ^ b));
    assert_eq!((joined!(And), joined!(Or)), (1, 1));
    for missing in [0, 17, 5002] {
        let all = parallel_reduce!(
            space,
            "all",
            5003,
            |i| -> i32 { (i as i32 != missing) as i32 },
            And
        )?;
        let any = parallel_reduce!(
            space,
            "any",
            5003,
            |i| -> i32 { (i as i32 == missing) as i32 * 4 },
            Or
        )?;
        assert_eq!((all, any), (0, 1));
    }
    let none = parallel_reduce!(space, "none", 0, |i| -> i32 { i as i32 }, And)?;
    assert_eq!(none, 1);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Moments {
    mass: f64,
    count: i32,
    center: Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Point {
    x: f64,
    y: f64,
}

fn sums_of_ones_own_structs(space: &Space) -> Outcome {
    let found = parallel_reduce!(
        space,
        "moments",
        MdRangePolicy::new([0..50, 0..40]),
        |i, j| -> Moments {
            let (x, y) = (i as f64, j as f64);
            Moments {
                mass: 2.0,
                count: 1,
                center: Point { x: x, y: y },
            }
        },
        Sum
    )?;
    let expected = Moments {
        mass: 4000.0,
        count: 2000,
        center: Point {
            x: 1225.0 * 40.0,
            y: 780.0 * 50.0,
        },
    };
    assert_eq!(found, expected);
    Ok(())
}

fn products_of_floats(space: &Space) -> Outcome {
    let product = parallel_reduce!(
        space,
        "product",
        1000,
        |i| -> f64 { if i as i32 % 2 == 0 { 2.0 } else { 0.5 } },
        Prod
    )?;
    let factorial = parallel_reduce!(space, "factorial", 1..13, |i| -> i32 { i as i32 }, Prod)?;
    assert_eq!((product, factorial), (1.0, 479_001_600));
    Ok(())
}
