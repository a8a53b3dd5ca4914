//! Launches that loop and leave: rows of any length, searches, teams, closures, lambdas, reductions.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    Comptime, Functor, LayoutRight, RangeKernel, RangePolicy, ReduceKernel, Space, Sum, TeamKernel,
    TeamPolicy, View, kernel, parallel_for, parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        rows_of_any_length_are_summed,
        outside_of_a_row_is_reported,
        lanes_count_in_the_type_of_their_ends,
        places_beyond_31_bits_are_reported,
        lanes_search_until_each_has_found,
        a_condition_with_effects_is_asked_of_those_still_inside,
        teams_converge_in_a_loop_that_all_of_them_run,
        closures_leave_early,
        variants_choose_when_the_kernel_is_recorded,
        lambdas_loop_and_leave,
        reductions_return_early,
        values_are_left_in_launches,
        closures_that_give_return_early,
    ]
}

/// Rows of a sparse matrix, each lane its own.
#[derive(Functor)]
struct Rows {
    start: View<i32, 1>,
    column: View<i32, 1>,
    value: View<f64, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Rows {
    fn rows(&self, i: Index) {
        let mut sum: f64 = 0.0;
        for k in self.start[i]..self.start[i + 1] {
            sum += self.value[k] * self.x[self.column[k]];
        }
        self.y[i] = sum;
    }
}

/// Rows of 0 to 12 elements.
fn sparse(space: &Space, n: i32) -> portax::Result<(Rows, Vec<f64>)> {
    let (mut start, mut column, mut value) = (vec![0], Vec::new(), Vec::new());
    let mut expected = Vec::new();
    for i in 0..n {
        let mut sum = 0.0f64;
        for k in 0..(i * 7 + 3) % 13 {
            let (c, v) = ((i * 5 + k * 11) % n, f64::from(k - 3) * 0.25);
            column.push(c);
            value.push(v);
            sum = v.mul_add(f64::from(c) * 0.5, sum);
        }
        start.push(column.len() as i32);
        expected.push(sum);
    }
    let x: Vec<f64> = (0..n).map(|c| f64::from(c) * 0.5).collect();
    let rows = Rows {
        start: vector(space, "start", &start)?,
        column: vector(space, "column", &column)?,
        value: vector(space, "value", &value)?,
        x: vector(space, "x", &x)?,
        y: View::new(space, "y", [n as usize])?,
    };
    Ok((rows, expected))
}

fn rows_of_any_length_are_summed(space: &Space) -> Outcome {
    for n in [1, 5, 64, 101] {
        let (k, expected) = sparse(space, n)?;
        space.parallel_for("rows", RangePolicy::new(0..n as usize), &k)?;
        assert_eq!(k.y.to_vec()?, expected, "{n}");
    }
    Ok(())
}

fn outside_of_a_row_is_reported(space: &Space) -> Outcome {
    let (mut k, _) = sparse(space, 40)?;
    let mut start = k.start.to_vec()?;
    start[17] = 1_000_000;
    k.start = vector(space, "start", &start)?;
    let launched = space.parallel_for("rows", RangePolicy::new(0..40), &k);
    let error = launched
        .and_then(|()| space.fence())
        .expect_err("an index is outside");
    assert!(
        error.to_string().contains("column") || error.to_string().contains("value"),
        "{error}"
    );
    Ok(())
}

/// Where each needle stands in sorted hay, by bisection, and the steps that it took.
#[derive(Functor)]
struct Search {
    hay: View<f64, 1>,
    needle: View<f64, 1>,
    place: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Search {
    fn search(&self, i: Index) {
        let needle = self.needle[i];
        let mut low: i32 = 0;
        let mut high: i32 = self.hay.extent(0) as i32;
        while low < high {
            let middle = (low + high) / 2;
            if self.hay[middle] < needle {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.place[i] = low;
    }
}

fn lanes_search_until_each_has_found(space: &Space) -> Outcome {
    let hay: Vec<f64> = (0..777).map(|k| f64::from(k * k) * 0.01).collect();
    let needles: Vec<f64> = (0..93).map(|k| f64::from(k * 71 - 50)).collect();
    let k = Search {
        hay: vector(space, "hay", &hay)?,
        needle: vector(space, "needle", &needles)?,
        place: View::new(space, "place", [needles.len()])?,
    };
    space.parallel_for("search", RangePolicy::new(0..needles.len()), &k)?;
    let expected = needles
        .iter()
        .map(|x| hay.partition_point(|h| h < x) as i32);
    assert_eq!(k.place.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

/// Draws tickets until they are gone: a condition that changes what it reads.
#[derive(Functor)]
struct Tickets {
    drawn: View<i32, 1>,
    count: View<i32, 1>,
    limit: i32,
}

#[kernel]
impl RangeKernel for Tickets {
    fn tickets(&self, i: Index) {
        let mut mine: i32 = 0;
        while self.drawn.atomic_fetch_add(0, 1) < self.limit {
            mine += 1;
        }
        self.count[i] = mine;
    }
}

fn a_condition_with_effects_is_asked_of_those_still_inside(space: &Space) -> Outcome {
    let n = 50;
    let k = Tickets {
        drawn: View::new(space, "drawn", [1])?,
        count: View::new(space, "count", [n])?,
        limit: 1000,
    };
    space.parallel_for("tickets", RangePolicy::new(0..n), &k)?;
    let counts = k.count.to_vec()?;
    assert_eq!(counts.iter().sum::<i32>(), 1000);
    assert_eq!(k.drawn.to_vec()?, [1000 + n as i32]);
    Ok(())
}

/// Halves the sum of a row until it is small: all lanes of a team go round together.
#[derive(Functor)]
struct Halve {
    row: View<f64, 2, LayoutRight>,
    turns: View<i32, 1>,
}

#[kernel]
impl TeamKernel for Halve {
    fn halve(&self, team: Team) {
        let row = team.league_rank();
        let n = self.row.extent(1);
        let mut turns: Int = 0;
        let mut sum = parallel_reduce(TeamVectorRange(team, n), |i| self.row[(row, i)], Sum);
        while sum > 1.0 {
            parallel_for(TeamVectorRange(team, n), |i| {
                self.row[(row, i)] = self.row[(row, i)] * 0.5;
            });
            team.barrier();
            sum = parallel_reduce(TeamVectorRange(team, n), |i| self.row[(row, i)], Sum);
            turns += 1;
        }
        single(PerTeam(team), || {
            self.turns[row] = turns;
        });
    }
}

fn teams_converge_in_a_loop_that_all_of_them_run(space: &Space) -> Outcome {
    let (rows, n) = (5, 37);
    let row: View<f64, 2, LayoutRight> = View::new(space, "row", [rows, n])?;
    let elements: Vec<f64> = (0..rows * n)
        .map(|at| (at % rows * (at % rows)) as f64 * 0.125)
        .collect();
    row.copy_from_slice(&elements)?;
    let k = Halve {
        row,
        turns: View::new(space, "turns", [rows])?,
    };
    space.parallel_for("halve", TeamPolicy::new(rows, 1), &k)?;
    let turns = |r: usize| {
        let sum = (r * r * n) as f64 * 0.125;
        if sum > 1.0 {
            sum.log2().ceil() as i32
        } else {
            0
        }
    };
    assert_eq!(k.turns.to_vec()?, (0..rows).map(turns).collect::<Vec<_>>());
    Ok(())
}

/// `return` in the closure of a nested range leaves the closure.
#[derive(Functor)]
struct Closures {
    x: View<i32, 2, LayoutRight>,
}

#[kernel]
impl TeamKernel for Closures {
    fn closures(&self, team: Team) {
        let row = team.league_rank();
        parallel_for(TeamVectorRange(team, self.x.extent(1)), |i| {
            if i < 3 {
                self.x[(row, i)] = -1;
                return;
            }
            let mut n: i32 = 0;
            for k in 0..i {
                n += k;
                if n > 20 {
                    self.x[(row, i)] = n;
                    return;
                }
            }
            self.x[(row, i)] = 1000 + n;
        });
    }
}

fn closures_leave_early(space: &Space) -> Outcome {
    let k = Closures {
        x: View::new(space, "x", [3, 21])?,
    };
    space.parallel_for("closures", TeamPolicy::new(3, 1), &k)?;
    let expected = |i: i32| match i {
        0..3 => -1,
        3..7 => 1000 + i * (i - 1) / 2,
        _ => 21,
    };
    let found = k.x.to_vec()?;
    for row in 0..3 {
        for i in 0..21 {
            assert_eq!(found[i * 3 + row], expected(i as i32), "{row} {i}");
        }
    }
    Ok(())
}

/// What a kernel does at the ends of its data.
#[derive(Clone, Copy, Comptime)]
enum Boundary {
    Fixed,
    Periodic,
    Open,
}

#[derive(Functor)]
struct Shift {
    #[comptime]
    boundary: Boundary,
    x: View<i32, 1>,
    y: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        let n = self.x.extent(0);
        if i < n - 1 {
            self.y[i] = self.x[i + 1];
            return;
        }
        match self.boundary {
            Boundary::Fixed => self.y[i] = -5,
            Boundary::Periodic => {
                self.y[i] = self.x[0];
            }
            Boundary::Open => {}
        }
    }
}

fn variants_choose_when_the_kernel_is_recorded(space: &Space) -> Outcome {
    let x: Vec<i32> = (10..29).collect();
    for (boundary, last) in [
        (Boundary::Fixed, -5),
        (Boundary::Periodic, 10),
        (Boundary::Open, 0),
    ] {
        let k = Shift {
            boundary,
            x: vector(space, "x", &x)?,
            y: View::new(space, "y", [x.len()])?,
        };
        space.parallel_for("shift", RangePolicy::new(0..x.len()), &k)?;
        let mut expected = x[1..].to_vec();
        expected.push(last);
        assert_eq!(k.y.to_vec()?, expected);
    }
    Ok(())
}

/// Steps until z leaves the circle of radius 2, at most 200.
fn mandelbrot(re: f64, im: f64) -> i32 {
    let (mut x, mut y) = (0.0f64, 0.0f64);
    let mut steps = 0;
    while steps < 200 && x * x + y * y < 4.0 {
        (x, y) = (x * x - y * y + re, 2.0 * x * y + im);
        steps += 1;
    }
    steps
}

fn lambdas_loop_and_leave(space: &Space) -> Outcome {
    let n = 61usize;
    let (re, im): (Vec<f64>, Vec<f64>) = (0..n)
        .map(|k| (k as f64 * 0.0625 - 2.5, k as f64 * 0.015625))
        .unzip();
    let (a, b) = (vector(space, "re", &re)?, vector(space, "im", &im)?);
    let steps: View<i32, 1> = View::new(space, "steps", [n])?;
    parallel_for!(space, "mandelbrot", n, |i| {
        let mut x: f64 = 0.0;
        let mut y: f64 = 0.0;
        let mut k: i32 = 0;
        loop {
            if k == 200 || x * x + y * y >= 4.0 {
                break;
            }
            let next = x * x - y * y + a[i];
            y = 2.0 * x * y + b[i];
            x = next;
            k += 1;
        }
        steps[i] = k;
    })?;
    let expected: Vec<i32> = re
        .iter()
        .zip(&im)
        .map(|(&re, &im)| mandelbrot(re, im))
        .collect();
    let far = |(a, b): (&i32, &i32)| (a - b).abs() > 1;
    let found = steps.to_vec()?;
    assert_eq!(
        found.iter().zip(&expected).filter(|p| far(*p)).count(),
        0,
        "{found:?} {expected:?}"
    );
    let marks: View<i32, 1> = View::new(space, "marks", [3])?;
    parallel_for!(space, "once", TeamPolicy::new(3, 1), |team: Team| {
        let row = team.league_rank();
        single(PerTeam(team), || marks[row] = row + 1);
    })?;
    assert_eq!(marks.to_vec()?, [1, 2, 3]);
    Ok(())
}

#[derive(Functor)]
struct Primes;

#[kernel]
impl ReduceKernel for Primes {
    type Value = i32;
    fn primes(&self, i: Index) -> i32 {
        let n = i as i32;
        if n < 2 {
            return 0;
        }
        let mut d: i32 = 2;
        while d * d <= n {
            if n % d == 0 {
                return 0;
            }
            d += 1;
        }
        1
    }
}

fn reductions_return_early(space: &Space) -> Outcome {
    let primes: i32 = space.parallel_reduce("primes", RangePolicy::new(0..1000), &Primes, Sum)?;
    assert_eq!(primes, 168);
    let odd = parallel_reduce!(
        space,
        "odd",
        100,
        |i| -> f64 {
            let n = i as i32;
            if n % 2 == 0 {
                return 0.0;
            }
            n as f64
        },
        Sum
    )?;
    assert_eq!(odd, 2500.0);
    Ok(())
}

/// Kinds of values that lanes leave: floats, integers that all lanes share, tuples, variables, optional fields.
#[derive(Functor)]
struct Left {
    x: View<f64, 1>,
    weight: Option<View<f64, 1>>,
    most: i32,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Left {
    fn left(&self, i: Index) {
        let most = if self.most > 0 { self.most } else { return };
        let shift;
        if most == 4 {
            shift = 1.0;
        } else if self.x[i] > 7.5 {
            let twice = 2.0 * self.x[i];
            shift = twice;
        } else {
            shift = 0.0;
        }
        let x = if self.x[i] > 0.0 { self.x[i] } else { return };
        let (a, b) = match most {
            1 => (x, 1.0),
            2 => {
                self.y[i] = -2.0;
                return;
            }
            _ => (2.0 * x, x),
        };
        let mut w = if let Some(weight) = &self.weight {
            if weight[i] == 0.0 {
                return;
            }
            weight[i]
        } else {
            1.0
        };
        for k in 0..most {
            let (step, scale) = {
                if x > 6.0 {
                    break;
                }
                (k as f64, 2.0)
            };
            w += scale * step;
        }
        let Some(_same) = &self.weight else {
            self.y[i] = -3.0;
            return;
        };
        self.y[i] = loop {
            if w > 9.0 {
                break w + shift;
            }
            w += if w < 0.0 { return } else { a + b };
        };
    }
}

fn left(x: f64, weight: Option<f64>, most: i32) -> f64 {
    if most <= 0 || x <= 0.0 || weight == Some(0.0) && most != 2 {
        return 0.0;
    }
    let (a, b) = match most {
        1 => (x, 1.0),
        2 => return -2.0,
        _ => (2.0 * x, x),
    };
    let Some(mut w) = weight else {
        return -3.0;
    };
    if x <= 6.0 {
        w += f64::from(most * (most - 1));
    }
    let shift = match x {
        _ if most == 4 => 1.0,
        x if x > 7.5 => 2.0 * x,
        _ => 0.0,
    };
    loop {
        if w > 9.0 {
            return w + shift;
        }
        if w < 0.0 {
            return 0.0;
        }
        w += a + b;
    }
}

fn values_are_left_in_launches(space: &Space) -> Outcome {
    let x: Vec<f64> = (0..43).map(|i| f64::from(i % 11) - 2.0).collect();
    let weights: Vec<f64> = (0..43).map(|i| f64::from(i % 5) - 1.0).collect();
    for most in 0..5 {
        for weighted in [false, true] {
            let weight = match weighted {
                true => Some(vector(space, "weight", &weights)?),
                false => None,
            };
            let k = Left {
                x: vector(space, "x", &x)?,
                weight,
                most,
                y: View::new(space, "y", [x.len()])?,
            };
            space.parallel_for("left", RangePolicy::new(0..x.len()), &k)?;
            let weight = |i: usize| weighted.then(|| weights[i]);
            let expected: Vec<f64> = (0..x.len()).map(|i| left(x[i], weight(i), most)).collect();
            assert_eq!(k.y.to_vec()?, expected, "{most} {weighted}");
        }
    }
    Ok(())
}

fn closures_that_give_return_early(space: &Space) -> Outcome {
    let x: Vec<f64> = (0..40).map(|i| f64::from(i % 9) - 3.0).collect();
    let x: View<f64, 2> = View::from_slice(space, "x", [4, 10], &x)?;
    let sums: View<f64, 1> = View::new(space, "sums", [4])?;
    parallel_for!(space, "positive", TeamPolicy::new(4, 1), |team: Team| {
        let row = team.league_rank();
        let sum = parallel_reduce(
            TeamVectorRange(team, 10),
            |j| {
                if x[(row, j)] <= 0.0 {
                    return 0.0;
                }
                let root = if j > 7 { return -1.0 } else { x[(row, j)] };
                root * root
            },
            Sum,
        );
        single(PerTeam(team), || sums[row] = sum);
    })?;
    let of = |row: i32, j: i32| match f64::from((row + j * 4) % 9) - 3.0 {
        x if x <= 0.0 => 0.0,
        _ if j > 7 => -1.0,
        x => x * x,
    };
    let expected: Vec<f64> = (0..4)
        .map(|row| (0..10).map(|j| of(row, j)).sum())
        .collect();
    assert_eq!(sums.to_vec()?, expected);
    let total = parallel_reduce!(
        space,
        "total",
        100,
        |i| -> f64 { if i % 2 == 0 { return 0.0 } else { i as f64 } },
        Sum
    )?;
    assert_eq!(total, 2500.0);
    Ok(())
}

/// Loops between ends of 64 bits and of unsigned integers, which each lane has for itself.
#[derive(Functor)]
struct Ends {
    long: View<i64, 1>,
    unsigned: View<u32, 1>,
    limit: i64,
    x: View<i64, 1>,
    sums: View<i64, 2>,
}

#[kernel]
impl RangeKernel for Ends {
    fn ends(&self, i: Index) {
        let (a, b) = (self.long[i], self.long[i + 1]);
        let mut sum: i64 = 0;
        for k in a..b {
            sum += self.x[k] * k;
        }
        self.sums[(i, 0)] = sum;
        let (far_a, far_b) = (a + (1i64 << 40), b + (1i64 << 40));
        let mut far: i64 = 0;
        for k in (far_a..=far_b).rev().step_by(3) {
            far = far * 3 + (k - (1i64 << 40));
        }
        self.sums[(i, 1)] = far;
        let mut mixed: i64 = 0;
        for k in 0..b {
            mixed += k;
        }
        for k in a..self.limit {
            mixed -= k;
        }
        for k in i..b {
            mixed += 7 * k;
        }
        for k in i..self.limit {
            mixed += 11 * k;
        }
        self.sums[(i, 2)] = mixed;
        let (c, d) = (self.unsigned[i], self.unsigned[i + 1]);
        let mut last: u32 = 0;
        for k in c..d {
            last = last * 5 + k;
        }
        for k in 3..c >> 28u32 {
            last += k;
        }
        self.sums[(i, 3)] = last as i64;
    }
}

fn lanes_count_in_the_type_of_their_ends(space: &Space) -> Outcome {
    let n = 53;
    let mut long = vec![0i64];
    let mut unsigned = vec![0x7fff_ff00u32];
    for i in 0..n as i64 {
        long.push(long[i as usize] + i * 5 % 11);
        // past the sign's bit, and sometimes backwards
        unsigned.push(unsigned[i as usize].wrapping_add(((i * 7 % 13 - 2) * 9) as u32));
    }
    let all = *long.last().expect("not empty");
    let x: Vec<i64> = (0..all).map(|k| k % 17 - 4).collect();
    let limit = 30;
    let k = Ends {
        long: vector(space, "long", &long)?,
        unsigned: vector(space, "unsigned", &unsigned)?,
        limit,
        x: vector(space, "x", &x)?,
        sums: View::new(space, "sums", [n, 4])?,
    };
    space.parallel_for("ends", RangePolicy::new(0..n), &k)?;
    let sums = k.sums.to_vec()?;
    for i in 0..n {
        let (a, b) = (long[i], long[i + 1]);
        let expected: i64 = (a..b).map(|k| x[k as usize] * k).sum();
        assert_eq!(sums[i], expected, "{i}");
        let far = (a..=b).rev().step_by(3).fold(0, |far: i64, k| far * 3 + k);
        assert_eq!(sums[i + n], far, "{i}");
        let mixed = (0..b).sum::<i64>() - (a..limit).sum::<i64>()
            + 7 * (i as i64..b).sum::<i64>()
            + 11 * (i as i64..limit).sum::<i64>();
        assert_eq!(sums[i + 2 * n], mixed, "{i}");
        let (c, d) = (unsigned[i], unsigned[i + 1]);
        let last = (c..d).fold(0u32, |last, k| last.wrapping_mul(5).wrapping_add(k));
        let last = last.wrapping_add((3..c >> 28).sum());
        assert_eq!(sums[i + 3 * n], i64::from(last), "{i}");
    }
    Ok(())
}

fn places_beyond_31_bits_are_reported(space: &Space) -> Outcome {
    let start = vector(space, "start", &[0, 2, (1i64 << 33) + 1])?;
    let x = vector(space, "x", &[1.0, 2.0, 4.0])?;
    let y: View<f64, 1> = View::new(space, "y", [3])?;
    let found = parallel_for!(space, "rows", 3, |i| {
        let mut sum = 0.0;
        for k in start[i]..start[i] + 2 {
            sum += x[k];
        }
        y[i] = sum;
    });
    let found = found.and_then(|()| space.fence());
    let error = found.expect_err("a row is outside").to_string();
    assert!(error.contains("`x`"), "{error}");
    Ok(())
}
