//! Lambdas with inferred and with typed captures.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, Float, MdRangePolicy, Result, Space, Sum, TeamPolicy, View, parallel_for, parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        captures_are_inferred_or_typed,
        lambdas_take_boxes_teams_and_promises,
        typed_lambdas_take_comptime_captures,
        lambdas_reduce,
    ]
}

/// Captures from behind references, of a generic element type.
fn axpy<T: Float>(space: &Space, a: T, x: &View<T, 1>, y: &View<T, 1>) -> Result<()> {
    parallel_for!(space, "axpy", x.extent(0), |i| y[i] += a * x[i])
}

fn captures_are_inferred_or_typed(space: &Space) -> Outcome {
    for n in [0, 1, 7, 64, 131] {
        let (data, zeros) = (noise(n, 3), vec![0.0; n]);
        let (x, y) = (vector(space, "x", &data)?, vector(space, "y", &zeros)?);
        let (a, limit) = (2.0f64, 0.5f64);
        axpy(space, a, &x, &y)?;
        parallel_for!(
            space,
            "axpy",
            n,
            |i, x: View<f64, 1>, y: View<f64, 1>, a: f64| y[i] += a * x[i]
        )?;
        parallel_for!(space, "cut", 0..n, |i| {
            if x[i] < limit {
                return;
            }
            let mut v: f64 = y[i];
            #[unroll]
            for k in 0..2 {
                v += k as f64;
            }
            y[i] = v;
        })?;
        let expected: Vec<f64> = data
            .iter()
            .map(|x| if *x < 0.5 { 4.0 * x } else { 4.0 * x + 1.0 })
            .collect();
        assert_eq!(y.to_vec()?, expected, "{n}");
    }
    Ok(())
}

fn lambdas_take_boxes_teams_and_promises(space: &Space) -> Outcome {
    let [n, m] = [11, 6];
    let a: View<f64, 2> = View::new(space, "a", [n, m])?;
    parallel_for!(space, "box", MdRangePolicy::new([0..n, 0..m]), |i, j| a
        [(i, j)] =
        (i * 10 + j) as f64)?;
    let mut expected: Vec<f64> = (0..n * m).map(|e| (e % n * 10 + e / n) as f64).collect();
    assert_eq!(a.to_vec()?, expected);
    parallel_for!(space, "rows", TeamPolicy::new(m, AUTO), |team: Team| {
        let j = team.league_rank();
        parallel_for(TeamVectorRange(team, a.extent(0)), |i| a[(i, j)] *= 2.0);
    })?;
    expected.iter_mut().for_each(|x| *x *= 2.0);
    assert_eq!(a.to_vec()?, expected);
    let flip: Vec<i32> = (0..n as i32).rev().collect();
    let (flip, b) = (
        vector(space, "flip", &flip)?,
        View::<f64, 1>::new(space, "b", [n])?,
    );
    parallel_for!(space, "flip", n, unsafe |i| b[flip[i]] = i as f64)?;
    assert_eq!(
        b.to_vec()?,
        (0..n).rev().map(|i| i as f64).collect::<Vec<_>>()
    );
    parallel_for!(space, "flip", n, unsafe |i, flip: View<i32, 1>, b: View<f64, 1>| b[flip[i]] += 1.0)?;
    assert_eq!(
        b.to_vec()?,
        (0..n).rev().map(|i| i as f64 + 1.0).collect::<Vec<_>>()
    );
    Ok(())
}

fn typed_lambdas_take_comptime_captures(space: &Space) -> Outcome {
    let y = vector(space, "y", &[1.0, 2.0])?;
    for terms in [1usize, 3] {
        parallel_for!(
            space,
            "terms",
            2,
            |i, y: View<f64, 1>, #[comptime] terms: usize| {
                #[unroll]
                for k in 0..terms {
                    y[i] += k as f64;
                }
            }
        )?;
    }
    assert_eq!(y.to_vec()?, [4.0, 5.0]);
    Ok(())
}

fn lambdas_reduce(space: &Space) -> Outcome {
    let data: Vec<f64> = noise(301, 6).iter().map(|x| (x * 32.0).floor()).collect();
    let x = vector(space, "x", &data)?;
    let expected: f64 = data[1..].iter().map(|x| x * x).sum();
    assert_eq!(
        parallel_reduce!(space, "squares", 1..301, |i| -> f64 { x[i] * x[i] }, Sum)?,
        expected
    );
    assert_eq!(
        parallel_reduce!(
            space,
            "squares",
            1..301,
            |i, x: View<f64, 1>| -> f64 { x[i] * x[i] },
            Sum
        )?,
        expected
    );
    let most = parallel_reduce!(space, "most", 301, |i| -> i32 { x[i] as i32 }, portax::Max)?;
    assert_eq!(most, data.iter().map(|&x| x as i32).max().unwrap());
    Ok(())
}
