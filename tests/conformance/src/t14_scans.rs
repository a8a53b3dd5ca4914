//! Prefix sums.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    Element, Error, Functor, Graph, RangePolicy, ReduceKernel, Reducer, ScanKernel, Space, Sum,
    View, deep_copy, kernel,
};

const SIZES: [usize; 10] = [0, 1, 2, 7, 9, 63, 1000, 4097, 20011, 3_000_001];

pub fn tests() -> Vec<Test> {
    tests![
        scans_give_prefixes,
        scans_of_floats_and_parts_of_ranges,
        elements_of_ones_own_are_scanned,
        reducers_need_not_commute,
        sums_have_the_same_bits_in_every_launch,
        scans_in_place,
        inputs_that_write_are_refused,
        sums_of_all_stay_in_the_memory_of_the_space,
    ]
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

fn scans_give_prefixes(space: &Space) -> Outcome {
    for n in SIZES {
        let count: Vec<i32> = (0..n).map(|i| (i % 5) as i32).collect();
        let k = Offsets {
            count: View::from_slice(space, "count", [n], &count)?,
            offset: View::new(space, "offset", [n])?,
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
        assert_eq!(space.parallel_scan("offsets", policy, &k, Sum)?, sum, "{n}");
        assert_eq!(k.offset.to_vec()?, exclusive, "{n}");
        assert_eq!(
            space.parallel_scan_inclusive("offsets", policy, &k, Sum)?,
            sum,
            "{n}"
        );
        let inclusive: Vec<i32> = exclusive.iter().zip(&count).map(|(e, c)| e + c).collect();
        assert_eq!(k.offset.to_vec()?, inclusive, "{n}");
    }
    Ok(())
}

fn scans_of_floats_and_parts_of_ranges(space: &Space) -> Outcome {
    let n = 5000;
    let k = Running {
        x: View::from_slice(space, "x", [n], &vec![0.25; n])?,
        sum: View::new(space, "sum", [n])?,
    };
    assert_eq!(
        space.parallel_scan_inclusive("running", RangePolicy::new(100..n), &k, Sum)?,
        1225.0
    );
    let expected: Vec<f64> = (0..n)
        .map(|i| if i < 100 { 0.0 } else { (i - 99) as f64 / 4.0 })
        .collect();
    assert_eq!(k.sum.to_vec()?, expected);
    Ok(())
}

/// A sum and a count scanned together.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Pair {
    sum: i32,
    count: u32,
}

#[derive(Clone, Copy)]
struct Add;

#[kernel]
impl Reducer<Pair> for Add {
    const COMMUTES: bool = true;
    fn identity() -> Pair {
        Pair { sum: 0, count: 0 }
    }
    fn join(a: Pair, b: Pair) -> Pair {
        Pair {
            sum: a.sum + b.sum,
            count: a.count + b.count,
        }
    }
}

#[derive(Functor)]
struct Pairs {
    x: View<i32, 1>,
    sum: View<i32, 1>,
    count: View<u32, 1>,
}

#[kernel]
impl ScanKernel for Pairs {
    type Value = Pair;
    fn input(&self, i: Index) -> Pair {
        Pair {
            sum: self.x[i],
            count: if self.x[i] > 4 { 1u32 } else { 0u32 },
        }
    }
    fn output(&self, i: Index, prefix: Pair) {
        self.sum[i] = prefix.sum;
        self.count[i] = prefix.count;
    }
}

#[kernel]
impl ReduceKernel for Pairs {
    type Value = Pair;
    fn all(&self, i: Index) -> Pair {
        Pair {
            sum: self.x[i],
            count: 1u32,
        }
    }
}

/// A graph whose launches hand sums on: nobody waits in between.
fn sums_of_all_stay_in_the_memory_of_the_space(space: &Space) -> Outcome {
    for n in [0, 1, 300, 20_011, 1_100_007] {
        let k = Pairs {
            x: vector(space, "x", &vec![0; n])?,
            sum: View::new(space, "sum", [n])?,
            count: View::new(space, "count", [n])?,
        };
        let (total, scanned) = (
            View::new(space, "total", [])?,
            View::new(space, "scanned", [])?,
        );
        let range = || RangePolicy::new(0..n);
        let graph = Graph::new(
            space,
            [
                &space.prepare_scan_to("before", range(), &k, Add, &scanned)?,
                &space.prepare_reduce_to("all", range(), &k, Add, &total)?,
                &space.prepare_scan_inclusive_to("up to", range(), &k, Add, &scanned)?,
            ],
        )?;
        let scan = space.prepare_scan("before", range(), &k, Add)?;
        for turn in 1..4 {
            let data: Vec<i32> = (0..n as i32).map(|i| i * turn % 9).collect();
            deep_copy(&k.x, &vector(space, "data", &data)?)?;
            graph.launch()?;
            let sum: i32 = data.iter().sum();
            let large = data.iter().filter(|&&x| x > 4).count() as u32;
            let pair = |count| Pair { sum, count };
            assert_eq!(total.to_vec()?, [pair(n as u32)], "{n}");
            assert_eq!(scanned.to_vec()?, [pair(large)], "{n}");
            assert_eq!(k.sum.to_vec()?.last(), (n > 0).then_some(&sum), "{n}");
            assert_eq!(scan.launch()?, pair(large), "{n}");
            let before = data.last().map(|last| sum - last);
            assert_eq!(k.sum.to_vec()?.last().copied(), before, "{n}");
        }
    }
    Ok(())
}

fn elements_of_ones_own_are_scanned(space: &Space) -> Outcome {
    for n in [1, 9, 3000] {
        let data: Vec<i32> = (0..n as i32).map(|i| i * 5 % 9).collect();
        let k = Pairs {
            x: vector(space, "x", &data)?,
            sum: View::new(space, "sum", [n])?,
            count: View::new(space, "count", [n])?,
        };
        let total = space.parallel_scan("pairs", RangePolicy::new(0..n), &k, Add)?;
        let (mut sum, mut count) = (vec![0; n + 1], vec![0; n + 1]);
        for i in 0..n {
            sum[i + 1] = sum[i] + data[i];
            count[i + 1] = count[i] + u32::from(data[i] > 4);
        }
        let expected = Pair {
            sum: sum[n],
            count: count[n],
        };
        assert_eq!(total, expected);
        sum.truncate(n);
        count.truncate(n);
        assert_eq!((k.sum.to_vec()?, k.count.to_vec()?), (sum, count), "{n}");
    }
    Ok(())
}

/// `x -> a x + b`.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Line {
    a: u32,
    b: u32,
}

/// First the left one, then the right one.
#[derive(Clone, Copy)]
struct Then;

#[kernel]
impl Reducer<Line> for Then {
    fn identity() -> Line {
        Line { a: 1, b: 0 }
    }
    fn join(f: Line, g: Line) -> Line {
        Line {
            a: g.a * f.a,
            b: g.a * f.b + g.b,
        }
    }
}

#[derive(Functor)]
struct Lines {
    a: View<u32, 1>,
    all: View<u32, 1>,
}

#[kernel]
impl ScanKernel for Lines {
    type Value = Line;
    fn input(&self, i: Index) -> Line {
        Line {
            a: self.a[i],
            b: i as u32,
        }
    }
    fn output(&self, i: Index, prefix: Line) {
        self.all[i] = prefix.a + 3u32 * prefix.b;
    }
}

fn reducers_need_not_commute(space: &Space) -> Outcome {
    for n in [1, 9, 1000, 20_011, 1_100_007] {
        let a: Vec<u32> = (0..n as u32).map(|i| i * 7 % 13).collect();
        let k = Lines {
            a: vector(space, "a", &a)?,
            all: View::new(space, "all", [n])?,
        };
        space.parallel_scan_inclusive("lines", RangePolicy::new(0..n), &k, Then)?;
        let (mut f, mut g) = (1u32, 0u32);
        let mut expected = Vec::new();
        for (i, &a) in a.iter().enumerate() {
            (f, g) = (a.wrapping_mul(f), a.wrapping_mul(g).wrapping_add(i as u32));
            expected.push(f.wrapping_add(g.wrapping_mul(3)));
        }
        assert_eq!(k.all.to_vec()?, expected, "{n}");
    }
    Ok(())
}

fn sums_have_the_same_bits_in_every_launch(space: &Space) -> Outcome {
    let n = 1_100_007;
    let x: Vec<f64> = (1..=n).map(|i| 1.0 / i as f64).collect();
    let k = Running {
        x: View::from_slice(space, "x", [n], &x)?,
        sum: View::new(space, "sum", [n])?,
    };
    let scan = || -> portax::Result<_> {
        let all = space.parallel_scan("running", RangePolicy::new(0..n), &k, Sum)?;
        Ok((all.to_bits(), k.sum.to_vec()?))
    };
    let (all, sums) = scan()?;
    let mut exact = 0.0;
    for (at, (sum, x)) in sums.iter().zip(x).enumerate() {
        assert!(
            (sum - exact).abs() < 1e-11,
            "{at}: {sum} instead of {exact}"
        );
        exact += x;
    }
    for _ in 0..2 {
        assert_eq!(scan()?, (all, sums.clone()));
    }
    Ok(())
}

/// Leaves the prefixes where it finds what it joins.
#[derive(Functor)]
struct InPlace {
    x: View<u32, 1>,
}

#[kernel]
impl ScanKernel for InPlace {
    type Value = u32;
    fn input(&self, i: Index) -> u32 {
        self.x[i]
    }
    fn output(&self, i: Index, prefix: u32) {
        self.x[i] = prefix;
    }
}

fn scans_in_place(space: &Space) -> Outcome {
    for n in SIZES {
        let counts: Vec<u32> = (0..n as u32).map(|i| i * 7 % 13).collect();
        let k = InPlace {
            x: vector(space, "x", &counts)?,
        };
        let all = space.parallel_scan("offsets", RangePolicy::new(0..n), &k, Sum)?;
        let mut before = 0;
        for (at, (found, count)) in k.x.to_vec()?.into_iter().zip(counts).enumerate() {
            assert_eq!(found, before, "{at} of {n}");
            before += count;
        }
        assert_eq!(all, before);
    }
    Ok(())
}

#[derive(Functor)]
struct Counted {
    x: View<u32, 1>,
}

#[kernel]
impl ScanKernel for Counted {
    type Value = u32;
    fn input(&self, i: Index) -> u32 {
        self.x[i] = self.x[i] + 1u32;
        1u32
    }
    fn output(&self, _: Index, _: u32) {}
}

fn inputs_that_write_are_refused(space: &Space) -> Outcome {
    let k = Counted {
        x: View::new(space, "x", [9])?,
    };
    let refused = space.parallel_scan("counted", RangePolicy::new(0..9), &k, Sum);
    let Err(Error::Invalid(why)) = refused else {
        panic!("{refused:?}");
    };
    assert!(why.contains("the input of a scan only reads"), "{why}");
    assert_eq!(k.x.to_vec()?, [0; 9]);
    Ok(())
}
