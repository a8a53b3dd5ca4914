//! Reductions over teams.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    AUTO, Element, Functor, Graph, LayoutRight, Max, MinMax, MinMaxLoc, Reducer, Space, Sum,
    TeamPolicy, TeamReduceKernel, View, kernel, parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        what_teams_give_is_joined,
        teams_give_several_values_and_structs,
        sums_of_teams_stay_in_the_memory_of_the_space,
        lambdas_of_teams_are_joined,
        extremes_of_teams_and_in_them,
    ]
}

/// `y A x`, a team a row.
#[derive(Functor)]
struct Product {
    y: View<f64, 1>,
    a: View<f64, 2, LayoutRight>,
    x: View<f64, 1>,
}

#[kernel]
impl TeamReduceKernel for Product {
    type Value = f64;
    fn product(&self, team: Team) -> f64 {
        let (row, n) = (team.league_rank(), self.a.extent(1));
        let sum = parallel_reduce(
            TeamVectorRange(team, n),
            |i| self.a[(row, i)] * self.x[i],
            Sum,
        );
        self.y[row] * sum
    }
}

const COLUMNS: usize = 37;

impl Product {
    fn new(space: &Space, rows: usize) -> portax::Result<Self> {
        let element = |i: usize| f64::from((i * 7 % 11) as u32) - 5.0;
        let numbers = |n: usize| (0..n).map(element).collect::<Vec<_>>();
        Ok(Product {
            y: vector(space, "y", &numbers(rows))?,
            a: View::from_slice(space, "a", [rows, COLUMNS], &numbers(rows * COLUMNS))?,
            x: vector(space, "x", &numbers(COLUMNS))?,
        })
    }

    /// What each row gives.
    fn rows(&self) -> portax::Result<Vec<f64>> {
        let (y, a, x) = (self.y.to_vec()?, self.a.to_vec()?, self.x.to_vec()?);
        let product = |row: usize| {
            let elements = a[row..].iter().step_by(y.len()).zip(&x);
            y[row] * elements.map(|(a, x)| a * x).sum::<f64>()
        };
        Ok((0..y.len()).map(product).collect())
    }
}

fn what_teams_give_is_joined(space: &Space) -> Outcome {
    for rows in [0, 1, 3, 300, 2001] {
        let k = Product::new(space, rows)?;
        let all = k.rows()?;
        let expected = all.iter().sum::<f64>();
        let policy = TeamPolicy::new(rows, AUTO);
        let sum = space.parallel_reduce("product", policy, &k, Sum)?;
        assert_eq!(sum, expected, "{rows}");
        let long = TeamPolicy::new(rows, 2).vector_length(16);
        let sum = space.parallel_reduce("product", long, &k, Sum)?;
        assert_eq!(sum, expected, "{rows}, two threads of 16 lanes");
        let most = space.parallel_reduce("product", policy, &k, Max)?;
        assert_eq!(most, all.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    }
    Ok(())
}

/// How many elements are above zero, and the largest row.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Found {
    above: u32,
    most: f64,
}

#[derive(Clone, Copy)]
struct Both;

#[kernel]
impl Reducer<Found> for Both {
    const COMMUTES: bool = true;
    fn identity() -> Found {
        Found {
            above: 0,
            most: f64::NEG_INFINITY,
        }
    }
    fn join(a: Found, b: Found) -> Found {
        Found {
            above: a.above + b.above,
            most: if a.most > b.most { a.most } else { b.most },
        }
    }
}

#[derive(Functor)]
struct Search {
    a: View<f64, 2, LayoutRight>,
}

#[kernel]
impl TeamReduceKernel for Search {
    type Value = Found;
    fn search(&self, team: Team) -> Found {
        let (row, n) = (team.league_rank(), self.a.extent(1));
        let (above, most) = parallel_reduce(
            TeamVectorRange(team, n),
            |i| {
                let a = self.a[(row, i)];
                (if a > 0.0 { 1u32 } else { 0u32 }, a)
            },
            (Sum, Max),
        );
        Found { above, most }
    }
}

fn teams_give_several_values_and_structs(space: &Space) -> Outcome {
    let Product { a, .. } = Product::new(space, 301)?;
    let elements = a.to_vec()?;
    let expected = Found {
        above: elements.iter().filter(|&&a| a > 0.0).count() as u32,
        most: elements.into_iter().fold(f64::NEG_INFINITY, f64::max),
    };
    let found = space.parallel_reduce("search", TeamPolicy::new(301, AUTO), &Search { a }, Both)?;
    assert_eq!(found, expected);
    Ok(())
}

fn sums_of_teams_stay_in_the_memory_of_the_space(space: &Space) -> Outcome {
    let k = Product::new(space, 300)?;
    let total = View::new(space, "total", [])?;
    let policy = TeamPolicy::new(300, AUTO);
    let graph = Graph::new(
        space,
        [&space.prepare_reduce_to("product", policy, &k, Sum, &total)?],
    )?;
    for factor in [1.0, -3.0] {
        k.y.fill(factor)?;
        graph.launch()?;
        assert_eq!(total.to_vec()?, [k.rows()?.iter().sum::<f64>()]);
    }
    Ok(())
}

fn lambdas_of_teams_are_joined(space: &Space) -> Outcome {
    let Product { a, .. } = Product::new(space, 40)?;
    let elements = a.to_vec()?;
    let sum = parallel_reduce!(
        space,
        "sum",
        TeamPolicy::new(40, AUTO),
        |team: Team| -> f64 {
            let row = team.league_rank();
            parallel_reduce(TeamVectorRange(team, 37), |i| a[(row, i)], Sum)
        },
        Sum
    )?;
    assert_eq!(sum, elements.iter().sum::<f64>());
    Ok(())
}

fn extremes_of_teams_and_in_them(space: &Space) -> Outcome {
    let (rows, columns) = (23, 41);
    let element = |k: usize| f64::from((k * 7919 % 1013) as u32) - 500.0;
    let data: Vec<f64> = (0..rows * columns).map(element).collect();
    let a: View<f64, 2> = View::from_slice(space, "a", [rows, columns], &data)?;
    let (least, most) = parallel_reduce!(
        space,
        "extremes",
        TeamPolicy::new(rows, AUTO),
        |team: Team| -> (f64, f64) {
            let (row, n) = (team.league_rank(), a.extent(1));
            parallel_reduce(
                TeamVectorRange(team, n),
                |j| -> (f64, f64) { (a[(row, j)], a[(row, j)]) },
                MinMax,
            )
        },
        MinMax
    )?;
    let by = |f: fn(f64, f64) -> f64| data.iter().copied().reduce(f).expect("not empty");
    assert_eq!((least, most), (by(f64::min), by(f64::max)));
    let found = parallel_reduce!(
        space,
        "extremes and places",
        TeamPolicy::new(rows, AUTO),
        |team: Team| -> (f64, f64, i32, i32) {
            let (row, n) = (team.league_rank(), a.extent(1));
            parallel_reduce(
                TeamVectorRange(team, n),
                |j| -> (f64, f64, i32, i32) {
                    let place = row as i32 + 23 * (j as i32);
                    (a[(row, j)], a[(row, j)], place, place)
                },
                MinMaxLoc,
            )
        },
        MinMaxLoc
    )?;
    let first = |best: f64| {
        data.iter()
            .position(|&x| x == best)
            .map_or(-1, |k| k as i32)
    };
    assert_eq!(found, (least, most, first(least), first(most)));
    Ok(())
}
