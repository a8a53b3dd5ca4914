//! Contributions of many iterations to the same elements.

use crate::ladder::{Outcome, Test, mixed, noise, skip, tests, vector};
use portax::{Error, Functor, RangeKernel, RangePolicy, Space, TeamKernel, View, kernel};
use portax_algorithms::{AtomicNumber, ScatterOp, ScatterView};
use std::fmt::Debug;

pub fn tests() -> Vec<Test> {
    tests![
        contributions_are_joined,
        contributions_on_hosts_are_the_same_each_time,
        contributions_of_ranges_are_atomic,
        contributions_go_into_views_of_their_length,
    ]
}

/// Numbers go to the elements that a list names.
#[derive(Functor)]
struct Scatter<T: AtomicNumber> {
    to: View<i32, 1>,
    x: View<T, 1>,
    scatter: ScatterView<T>,
}

#[kernel]
impl<T: AtomicNumber> TeamKernel for Scatter<T> {
    fn scatter(&self, team: Team) {
        let (rank, n) = (team.league_rank(), self.x.extent(0));
        let begin = self.scatter.begin(rank, n);
        let end = self.scatter.end(rank, n);
        parallel_for(TeamVectorRange(team, end - begin), |k| {
            let i = begin + k;
            self.scatter
                .contribute(rank, self.to[i], self.x.atomic_load(i));
        });
    }
}

/// The same by iterations of a range.
#[derive(Functor)]
struct ScatterRange {
    to: View<i32, 1>,
    x: View<f64, 1>,
    scatter: ScatterView<f64>,
}

#[kernel]
impl RangeKernel for ScatterRange {
    fn scatter_range(&self, i: Index) {
        self.scatter.contribute(0, self.to[i], self.x[i]);
    }
}

/// Where contributions go: neighbours to one element, so that lanes meet.
fn targets(n: usize, elements: usize) -> Vec<i32> {
    let to = |i: usize| {
        if i.is_multiple_of(3) {
            0
        } else {
            mixed(i / 5) as usize % elements
        }
    };
    (0..n).map(|i| to(i) as i32).collect()
}

fn check_scatter<T: AtomicNumber + Debug>(
    space: &Space,
    of: fn(f64) -> T,
    join: fn(ScatterOp, T, T) -> T,
) -> Outcome {
    for (n, extents) in [(0, [3, 1]), (1, [1, 1]), (1003, [7, 2]), (9001, [40, 3])] {
        let elements = extents[0] * extents[1];
        let to = targets(n, elements);
        // multiples of 1/8: sums are exact in any order
        let x: Vec<T> = noise(n, 5)
            .iter()
            .map(|x| of((x * 64.0).floor() / 8.0))
            .collect();
        for op in [ScatterOp::Sum, ScatterOp::Min, ScatterOp::Max] {
            let start: Vec<T> = (0..elements).map(|i| of(i as f64 % 3.0)).collect();
            let view: View<T, 2> = View::from_slice(space, "elements", extents, &start)?;
            let k = Scatter {
                to: vector(space, "to", &to)?,
                x: vector(space, "x", &x)?,
                scatter: ScatterView::of(space, &view, op)?,
            };
            let mut expected = start;
            for turn in 0..2 {
                space.parallel_for("scatter", k.scatter.policy(), &k)?;
                k.scatter.contribute_into(space, &view)?;
                k.scatter.reset()?;
                for (&to, &x) in to.iter().zip(&x) {
                    let element = &mut expected[to as usize];
                    *element = join(op, *element, x);
                }
                assert_eq!(view.to_vec()?, expected, "{n} {op:?} {turn}");
            }
        }
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

fn contributions_are_joined(space: &Space) -> Outcome {
    check_scatter::<f64>(space, |x| x, join!(|a, b| a + b))?;
    check_scatter::<f32>(space, |x| x as f32, join!(|a, b| a + b))?;
    check_scatter::<i32>(space, |x| (8.0 * x) as i32, join!(|a, b| a + b))?;
    check_scatter::<u64>(
        space,
        |x| (8.0 * x) as i64 as u64,
        join!(|a, b| a.wrapping_add(b)),
    )
}

fn contributions_on_hosts_are_the_same_each_time(space: &Space) -> Outcome {
    if !space.is_host() {
        return skip("devices add in any order");
    }
    let (n, elements) = (50_001, 11);
    let view: View<f64, 1> = View::new(space, "elements", [elements])?;
    let k = Scatter {
        to: vector(space, "to", &targets(n, elements))?,
        x: vector(space, "x", &noise(n, 17))?,
        scatter: ScatterView::new(space, &view)?,
    };
    assert_eq!(k.scatter.copies(), space.concurrency());
    let mut first = None;
    for turn in 0..5 {
        space.parallel_for("scatter", k.scatter.policy(), &k)?;
        view.fill(0.0)?;
        k.scatter.contribute_into(space, &view)?;
        k.scatter.reset()?;
        let bits: Vec<u64> = view.to_vec()?.into_iter().map(f64::to_bits).collect();
        assert_eq!(first.get_or_insert(bits.clone()), &bits, "{turn}");
    }
    Ok(())
}

fn contributions_of_ranges_are_atomic(space: &Space) -> Outcome {
    let (n, elements) = (3001, 5);
    let to = targets(n, elements);
    let view: View<f64, 1> = View::new(space, "elements", [elements])?;
    let k = ScatterRange {
        to: vector(space, "to", &to)?,
        x: vector(space, "x", &vec![0.25; n])?,
        scatter: ScatterView::atomic(space, &view, ScatterOp::Sum)?,
    };
    space.parallel_for("scatter", RangePolicy::new(0..n), &k)?;
    k.scatter.contribute_into(space, &view)?;
    let count = |e: usize| to.iter().filter(|to| **to == e as i32).count();
    let expected: Vec<f64> = (0..elements).map(|e| 0.25 * count(e) as f64).collect();
    assert_eq!(view.to_vec()?, expected);
    let scatter = ScatterView::new(space, &view)?;
    if scatter.copies() > 1 {
        let raced = ScatterRange { scatter, ..k };
        match space.parallel_for("scatter", RangePolicy::new(0..n), &raced) {
            Err(Error::NotProvenSafe { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    Ok(())
}

fn contributions_go_into_views_of_their_length(space: &Space) -> Outcome {
    let view: View<i32, 1> = View::new(space, "elements", [5])?;
    let other: View<i32, 2> = View::new(space, "other", [2, 2])?;
    match ScatterView::new(space, &view)?.contribute_into(space, &other) {
        Err(Error::Extents { .. }) => Ok(()),
        other => panic!("{other:?}"),
    }
}
