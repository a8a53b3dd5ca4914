//! Arithmetic of indices, and what else indexes a view.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    AUTO, Functor, MdRangeKernel, MdRangePolicy, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
    parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        indices_of_a_box_combine,
        bits_of_indices,
        unsigned_integers_index_views,
        unsigned_integers_end_ranges,
        places_are_assigned_together,
        products_of_indices_fit_or_are_refused,
    ]
}

/// A table of sums, and a checkerboard.
#[derive(Functor)]
struct Sums {
    x: View<f64, 1>,
    y: View<f64, 2>,
    board: View<i32, 2>,
}

#[kernel]
impl MdRangeKernel<2> for Sums {
    fn sums(&self, i: Index, j: Index) {
        self.y[(i, j)] = self.x[i + j] + 100.0 * self.x[j + i];
        let mut colour = 0;
        if (i + j) % 2 == 0 {
            colour = 1;
        }
        self.board[(i, j)] = colour
            + 2 * ((i + j) & 1)
            + 4 * (i ^ j)
            + 100 * (i / (j + 1))
            + 10000 * ((i + 7) % (j + 1));
    }
}

fn indices_of_a_box_combine(space: &Space) -> Outcome {
    let (n, m) = (19, 37);
    let x: Vec<f64> = (0..n + m).map(|i| i as f64).collect();
    let k = Sums {
        x: vector(space, "x", &x)?,
        y: View::new(space, "y", [n, m])?,
        board: View::new(space, "board", [n, m])?,
    };
    space.parallel_for("sums", MdRangePolicy::new([0..n, 0..m]), &k)?;
    let (y, board) = (k.y.to_vec()?, k.board.to_vec()?);
    for j in 0..m {
        for i in 0..n {
            assert_eq!(y[i + n * j], 101.0 * (i + j) as f64, "{i}, {j}");
            let even = usize::from((i + j).is_multiple_of(2));
            let rest = 2 * ((i + j) & 1) + 4 * (i ^ j);
            let quotients = 100 * (i / (j + 1)) + 10000 * ((i + 7) % (j + 1));
            assert_eq!(
                board[i + n * j] as usize,
                even + rest + quotients,
                "{i}, {j}"
            );
        }
    }
    Ok(())
}

fn bits_of_indices(space: &Space) -> Outcome {
    let n = 300;
    let y: View<i32, 1> = View::new(space, "y", [n])?;
    let mask = 0b1010;
    parallel_for!(space, "bits", n, |i| {
        let varying = i as i32;
        y[i] = (i & mask) + 16 * (i ^ 1) + 10000 * (i >> 3) + 1000000 * (i & varying & 3) - (i | 4)
            + (i << 2)
            + (i << 33)
            + (i >> 34);
    })?;
    let expected = (0..n as i32).map(|i| {
        (i & mask) + 16 * (i ^ 1) + 10000 * (i >> 3) + 1000000 * (i & 3) - (i | 4)
            + (i << 2)
            + i.wrapping_shl(33)
            + i.wrapping_shr(34)
    });
    assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

fn unsigned_integers_index_views(space: &Space) -> Outcome {
    let n = 77;
    let places: Vec<u32> = (0..n).map(|i| i * 5 % n).collect();
    let x: Vec<f64> = (0..n).map(f64::from).collect();
    let (places_in, x) = (vector(space, "places", &places)?, vector(space, "x", &x)?);
    let y: View<f64, 1> = View::new(space, "y", [n as usize])?;
    parallel_for!(space, "gather", n as usize, |i| y[i] = x[places_in[i]])?;
    let expected: Vec<_> = places.iter().map(|&k| f64::from(k)).collect();
    assert_eq!(y.to_vec()?, expected);
    let outside = vector(space, "places", &vec![u32::MAX; n as usize])?;
    let refused = parallel_for!(space, "gather", n as usize, |i| y[i] = x[outside[i]])
        .and_then(|()| space.fence());
    assert!(refused.is_err());
    Ok(())
}

/// Rows of a sparse matrix whose places are unsigned.
#[derive(Functor)]
struct Rows {
    start: View<u32, 1>,
    columns: View<u32, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Rows {
    fn rows(&self, team: Team) {
        let row = team.league_rank();
        let (begin, end) = (self.start[row], self.start[row + 1]);
        let sum = parallel_reduce(
            TeamVectorRange(team, end - begin),
            |k| self.x[self.columns[begin as Int + k]],
            Sum,
        );
        let mut count: Uniform<i32> = 1;
        count += 2;
        single(PerTeam(team), || {
            self.y[row] = sum + count as f64;
        });
    }
}

fn unsigned_integers_end_ranges(space: &Space) -> Outcome {
    let start: Vec<u32> = vec![0, 3, 3, 40, 41];
    let columns: Vec<u32> = (0..41).map(|k| k * 7 % 41).collect();
    let k = Rows {
        start: vector(space, "start", &start)?,
        columns: vector(space, "columns", &columns)?,
        x: vector(space, "x", &(0..41).map(f64::from).collect::<Vec<_>>())?,
        y: View::new(space, "y", [4])?,
    };
    space.parallel_for("rows", TeamPolicy::new(4, AUTO), &k)?;
    let row = |w: &[u32]| &columns[w[0] as usize..w[1] as usize];
    let sum = |w: &[u32]| f64::from(row(w).iter().sum::<u32>()) + 3.0;
    assert_eq!(k.y.to_vec()?, start.windows(2).map(sum).collect::<Vec<_>>());
    let (first, end) = (2u32, 5u32);
    let y = k.y.clone();
    parallel_for!(space, "captured ends", 4, |i| {
        y[i] = 0.0;
        for k in first..end {
            y[i] += k as f64;
        }
        for k in 0..end {
            y[i] += 100.0 * k as f64;
        }
    })?;
    assert_eq!(y.to_vec()?, [1009.0; 4]);
    Ok(())
}

fn places_are_assigned_together(space: &Space) -> Outcome {
    let n = 33;
    let y: View<i64, 1> = View::new(space, "y", [n])?;
    let z: View<f64, 1> = View::new(space, "z", [n])?;
    parallel_for!(space, "fibonacci", n, |i| {
        let (mut a, mut b) = (0i64, 1i64);
        let mut k = 0;
        for turn in 0..40 {
            if turn < i {
                (a, b) = (b, a + b);
            }
        }
        let mut pair = [1.0, 2.0];
        (pair[0], pair[1]) = (pair[1], pair[0]);
        (y[i], z[i]) = (a, pair[0] - pair[1]);
        (_, k) = (1, 2);
        z[i] += k as f64;
    })?;
    let (mut a, mut b) = (0, 1);
    for y in y.to_vec()? {
        assert_eq!(y, a);
        (a, b) = (b, a + b);
    }
    assert_eq!(z.to_vec()?, vec![3.0; n]);
    Ok(())
}

fn products_of_indices_fit_or_are_refused(space: &Space) -> Outcome {
    let squares = |n: usize| {
        let y = View::<i64, 1>::new(space, "y", [n])?;
        parallel_for!(space, "squares", n, |i| y[i] = (i * i) as i64)?;
        y.to_vec()
    };
    // 46340 is the last whose square fits.
    let y = squares(46_341)?;
    assert!((0..46_341).all(|i| y[i] == (i * i) as i64));
    let error = squares(46_342).unwrap_err().to_string();
    assert!(
        error.contains("launch `squares`") && error.contains("t08_indices.rs:"),
        "{error}"
    );
    assert!(error.contains("`i as i64 * j as i64`"), "{error}");

    let y = View::<f64, 1>::new(space, "y", [70_000])?;
    let times = |c: i32| parallel_for!(space, "times", 70_000, |i| y[i] = (c * i) as f64);
    times(30_000)?;
    assert!(times(70_000).is_err());
    let sums = [
        parallel_for!(space, "sum", 70_000, |i| y[i] = (i * 70_000 + 1) as f64),
        parallel_for!(space, "sum", 70_000, |i| y[i] = (i + i * i) as f64),
        parallel_for!(space, "sum", 70_000, |i| y[i] = (-1 - i * i) as f64),
        parallel_for!(space, "sum", 70_000, |i| y[i] = (70_000 * i - i) as f64),
        parallel_for!(space, "shift", 70_000, |i| y[i] = (i << 15) as f64),
    ];
    assert!(sums.iter().all(|sum| sum.is_err()));
    parallel_for!(space, "sum", 70_000, |i| y[i] = (i * 30_000 + i) as f64)?;
    assert_eq!(y.to_vec()?[69_999], 69_999.0 * 30_001.0);
    parallel_for!(space, "shift", 70_000, |i| y[i] = (i << 14) as f64)?;
    assert_eq!(y.to_vec()?[69_999], 69_999.0 * 16_384.0);
    parallel_for!(space, "long", 70_000, |i| y[i] =
        (i as i64 * i as i64) as f64)?;
    assert_eq!(y.to_vec()?[69_999], 69_999.0 * 69_999.0);
    // Those that run alone are asked.
    parallel_for!(space, "some", 70_000, |i| {
        if i < 40_000 {
            y[i] = (i * i) as f64;
        }
    })?;
    assert_eq!(y.to_vec()?[39_999], 39_999.0 * 39_999.0);
    Ok(())
}
