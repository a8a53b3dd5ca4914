//! Reductions by bin.

use crate::ladder::{Outcome, Test, mixed, noise, skip, tests, vector};
use portax::{Error, Functor, Max, Min, Space, Sum, View, device};
use portax_algorithms::{AtomicNumber, AtomicReducer, BinKernel, ScatterOp, reduce_by_bin};
use std::fmt::Debug;

pub fn tests() -> Vec<Test> {
    tests![
        values_of_a_bin_are_joined,
        an_item_has_several_bins,
        reductions_by_bin_take_lambdas,
        of_nan_and_a_number_the_number_is_kept,
        bins_on_hosts_are_the_same_each_time,
        a_bin_that_is_missing_is_a_fault,
    ]
}

/// A value for each item.
#[derive(Functor, Clone)]
struct Values<T: AtomicNumber> {
    bin: View<i32, 1>,
    x: View<T, 1>,
}

#[device]
impl<T: AtomicNumber> BinKernel<T> for Values<T> {
    fn contributions(&self, i: Index) -> [(i32, T); 1] {
        [(self.bin[i], self.x.atomic_load(i))]
    }
}

/// Bins of items: neighbours have one bin, so that lanes meet.
fn bins_of(n: usize, bins: usize) -> Vec<i32> {
    let bin = |i: usize| match i % 3 {
        0 => 0,
        _ => mixed(i / 5) as usize % bins,
    };
    (0..n).map(|i| bin(i) as i32).collect()
}

/// What each operation makes of two numbers.
type Join<T> = fn(ScatterOp, T, T) -> T;

fn check<T: AtomicNumber + Debug>(
    space: &Space,
    [n, bins]: [usize; 2],
    of: fn(f64) -> T,
    join: Join<T>,
    (op, reducer): (ScatterOp, impl AtomicReducer),
) -> Outcome {
    let bin = bins_of(n, bins);
    // multiples of 1/8: sums are exact in any order
    let x = noise(n, 5);
    let x: Vec<T> = x.iter().map(|x| of((x * 64.0).floor() / 8.0)).collect();
    let k = Values {
        bin: vector(space, "bin", &bin)?,
        x: vector(space, "x", &x)?,
    };
    let mut expected: Vec<T> = (0..bins).map(|b| of(b as f64 % 3.0)).collect();
    let joined = vector(space, "joined", &expected)?;
    for turn in 0..2 {
        reduce_by_bin(space, "join", n, &k, &joined, reducer)?;
        for (&bin, &x) in bin.iter().zip(&x) {
            let element = &mut expected[bin as usize];
            *element = join(op, *element, x);
        }
        assert_eq!(joined.to_vec()?, expected, "{n} {bins} {op:?} {turn}");
    }
    Ok(())
}

/// Numbers of items and bins: in scratch, with many copies and with few; in memory.
const SIZES: [[usize; 2]; 5] = [[0, 7], [1, 7], [1003, 7], [20_011, 1500], [30_000, 5000]];

fn check_sums<T: AtomicNumber + Debug>(space: &Space, of: fn(f64) -> T, join: Join<T>) -> Outcome {
    for size in SIZES {
        check(space, size, of, join, (ScatterOp::Sum, Sum))?;
    }
    Ok(())
}

fn check_all<T: AtomicNumber + Debug>(space: &Space, of: fn(f64) -> T, join: Join<T>) -> Outcome {
    check_sums(space, of, join)?;
    for size in SIZES {
        check(space, size, of, join, (ScatterOp::Min, Min))?;
        check(space, size, of, join, (ScatterOp::Max, Max))?;
    }
    Ok(())
}

macro_rules! join {
    (|$a:ident, $b:ident| $sum:expr) => {
        |op, $a, $b| match op {
            ScatterOp::Sum => $sum,
            ScatterOp::Min => $a.min($b),
            ScatterOp::Max => $a.max($b),
        }
    };
}

fn values_of_a_bin_are_joined(space: &Space) -> Outcome {
    check_all::<f64>(space, |x| x, join!(|a, b| a + b))?;
    check_all::<i32>(space, |x| (8.0 * x) as i32, join!(|a, b| a + b))?;
    check_sums::<f32>(space, |x| x as f32, join!(|a, b| a + b))?;
    check_sums::<u32>(
        space,
        |x| (8.0 * x) as i32 as u32,
        join!(|a, b| a.wrapping_add(b)),
    )?;
    check_sums::<i64>(space, |x| (8.0 * x) as i64 * (1 << 40), join!(|a, b| a + b))?;
    check_sums::<u64>(
        space,
        |x| (8.0 * x) as i64 as u64,
        join!(|a, b| a.wrapping_add(b)),
    )
}

/// Number and sum of the items of a bin.
#[derive(Functor, Clone)]
struct Moments {
    bin: View<i32, 1>,
    x: View<f64, 1>,
    bins: i32,
}

#[device]
impl BinKernel<f64, 2> for Moments {
    fn contributions(&self, i: Index) -> [(i32, f64); 2] {
        let bin = self.bin[i];
        [(bin, 1.0 as f64), (bin + self.bins, self.x[i])]
    }
}

fn an_item_has_several_bins(space: &Space) -> Outcome {
    let (n, bins) = (7001, 13);
    let bin = bins_of(n, bins);
    let k = Moments {
        bin: vector(space, "bin", &bin)?,
        x: vector(space, "x", &vec![0.25; n])?,
        bins: bins as i32,
    };
    let moments: View<f64, 1> = View::new(space, "moments", [2 * bins])?;
    reduce_by_bin(space, "moments", n, &k, &moments, Sum)?;
    let mut expected = vec![0.0; 2 * bins];
    for bin in bin {
        expected[bin as usize] += 1.0;
        expected[bin as usize + bins] += 0.25;
    }
    assert_eq!(moments.to_vec()?, expected);
    Ok(())
}

fn reductions_by_bin_take_lambdas(space: &Space) -> Outcome {
    let (n, bins) = (5003, 16);
    let counts: View<i32, 1> = View::new(space, "counts", [bins])?;
    let last: View<i32, 1> = View::new(space, "last", [bins])?;
    portax_algorithms::reduce_by_bin!(
        space,
        "counts",
        n,
        |i| -> (i32, i32) { (i as i32 % 16, 1) },
        &counts,
        Sum
    )?;
    let step = 3;
    portax_algorithms::reduce_by_bin!(
        space,
        "last",
        n,
        |i, step: i32| -> (i32, i32) {
            let at = i as i32;
            if at % 16 == 3 {
                return (3, 5);
            }
            (at % 16, step * at)
        },
        &last,
        Max,
    )?;
    let items = |b: usize| (0..n).filter(move |i| i % 16 == b);
    let expected: Vec<i32> = (0..bins).map(|b| items(b).count() as i32).collect();
    assert_eq!(counts.to_vec()?, expected);
    let largest = |b| match b {
        3 => 5,
        _ => 3 * items(b).max().unwrap_or(0) as i32,
    };
    let expected: Vec<i32> = (0..bins).map(largest).collect();
    assert_eq!(last.to_vec()?, expected);
    Ok(())
}

fn of_nan_and_a_number_the_number_is_kept(space: &Space) -> Outcome {
    let nan = f64::NAN;
    // in scratch, and in memory
    for bins in [4, 4000] {
        // Of each bin every fifth item is NaN, of the last one all.
        let n = 17 * bins;
        let value = |i: usize| match (i % bins, i / bins) {
            (bin, turn) if bin + 1 == bins || turn % 5 == 0 => nan,
            (bin, turn) => (bin + turn) as f64,
        };
        let bin: Vec<i32> = (0..n).map(|i| (i % bins) as i32).collect();
        let x: Vec<f64> = (0..n).map(value).collect();
        let k = Values {
            bin: vector(space, "bin", &bin)?,
            x: vector(space, "x", &x)?,
        };
        let mut there = vec![nan; bins];
        there[bins - 1] = 0.5;
        let (least, most) = (
            vector(space, "least", &there)?,
            vector(space, "most", &there)?,
        );
        reduce_by_bin(space, "least", n, &k, &least, Min)?;
        reduce_by_bin(space, "most", n, &k, &most, Max)?;
        let joined = |turn: usize| -> Vec<f64> {
            let of_bin = |bin| match bin + 1 == bins {
                true => 0.5,
                false => (bin + turn) as f64,
            };
            (0..bins).map(of_bin).collect()
        };
        assert_eq!(least.to_vec()?, joined(1), "{bins}");
        assert_eq!(most.to_vec()?, joined(16), "{bins}");
    }
    Ok(())
}

fn bins_on_hosts_are_the_same_each_time(space: &Space) -> Outcome {
    if !space.is_host() {
        return skip("devices add in any order");
    }
    let n = 50_001;
    for bins in [11, 3000] {
        let k = Values {
            bin: vector(space, "bin", &bins_of(n, bins))?,
            x: vector(space, "x", &noise(n, 17))?,
        };
        let sums: View<f64, 1> = View::new(space, "sums", [bins])?;
        let mut first = None;
        for turn in 0..5 {
            sums.fill(0.0)?;
            reduce_by_bin(space, "sums", n, &k, &sums, Sum)?;
            let bits: Vec<u64> = sums.to_vec()?.into_iter().map(f64::to_bits).collect();
            assert_eq!(first.get_or_insert(bits.clone()), &bits, "{bins} {turn}");
        }
    }
    Ok(())
}

fn a_bin_that_is_missing_is_a_fault(space: &Space) -> Outcome {
    for bins in [0, 7, 5000] {
        for missing in [-1, bins as i32, i32::MIN, i32::MAX] {
            let mut bin = match bins {
                0 => vec![missing; 1003],
                _ => bins_of(1003, bins),
            };
            bin[777] = missing;
            let k = Values {
                bin: vector(space, "bin", &bin)?,
                x: vector(space, "x", &noise(1003, 3))?,
            };
            let sums: View<f64, 1> = View::new(space, "sums", [bins])?;
            let found = reduce_by_bin(space, "add", 1003, &k, &sums, Sum);
            match found.and_then(|()| sums.to_vec()) {
                Err(Error::OutOfBounds {
                    launch,
                    view,
                    indices,
                    ..
                }) => {
                    assert_eq!([&launch[..], &view[..]], ["add", "sums"]);
                    assert_eq!(indices[0], i64::from(missing));
                }
                other => panic!("{bins} {missing}: {other:?}"),
            }
        }
    }
    Ok(())
}
