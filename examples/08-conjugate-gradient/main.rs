//! Conjugate gradients on a sparse matrix, whose rows have any length: a lane a row, then a team a row.

use portax::{
    Functor, Result, Space, Sum, TeamKernel, TeamPolicy, View, kernel, parallel_for,
    parallel_reduce,
};

type Vector = View<f64, 1>;

/// A matrix by compressed rows.
#[derive(Functor, Clone)]
struct Matrix {
    start: View<i32, 1>,
    column: View<i32, 1>,
    value: Vector,
}

impl Matrix {
    /// The Laplacian of a square grid, `n` points a side, with a longer row for each point of its diagonal.
    fn laplacian(space: &Space, n: usize) -> Result<Matrix> {
        let (mut start, mut column, mut value) = (vec![0], Vec::new(), Vec::new());
        for at in 0..n * n {
            let (i, j) = (at / n, at % n);
            let mut put = |to: usize, x: f64| {
                column.push(to as i32);
                value.push(x);
            };
            put(at, 5.0);
            for (k, l) in [
                (i.wrapping_sub(1), j),
                (i + 1, j),
                (i, j.wrapping_sub(1)),
                (i, j + 1),
            ] {
                if k < n && l < n {
                    put(k * n + l, -1.0);
                }
            }
            if i == j && i > 0 && i + 1 < n {
                put((i - 1) * n + j - 1, -0.25);
                put((i + 1) * n + j + 1, -0.25);
            }
            start.push(column.len() as i32);
        }
        Ok(Matrix {
            start: View::from_slice(space, "start", [start.len()], &start)?,
            column: View::from_slice(space, "column", [column.len()], &column)?,
            value: View::from_slice(space, "value", [value.len()], &value)?,
        })
    }

    fn rows(&self) -> usize {
        self.start.extent(0) - 1
    }
}

/// `y = A x`, a lane a row.
fn multiply(space: &Space, a: &Matrix, x: &Vector, y: &Vector) -> Result<()> {
    parallel_for!(space, "multiply", a.rows(), |i| {
        let mut sum = 0.0;
        for k in a.start[i]..a.start[i + 1] {
            sum += a.value[k] * x[a.column[k]];
        }
        y[i] = sum;
    })
}

/// `y = A x`, a team a row: better where rows are long.
#[derive(Functor)]
struct MultiplyByTeams {
    a: Matrix,
    x: Vector,
    y: Vector,
}

#[kernel]
impl TeamKernel for MultiplyByTeams {
    fn multiply_by_teams(&self, team: Team) {
        let row = team.league_rank();
        let (begin, end) = (self.a.start[row], self.a.start[row + 1]);
        let sum = parallel_reduce(
            TeamVectorRange(team, end - begin),
            |k| self.a.value[begin + k] * self.x[self.a.column[begin + k]],
            Sum,
        );
        single(PerTeam(team), || self.y[row] = sum);
    }
}

fn dot(space: &Space, x: &Vector, y: &Vector) -> Result<f64> {
    parallel_reduce!(space, "dot", x.len(), |i| -> f64 { x[i] * y[i] }, Sum)
}

/// Solves `A x = b` from `x = 0`; how many steps it took.
fn solve(space: &Space, a: &Matrix, b: &Vector, x: &Vector, tolerance: f64) -> Result<usize> {
    let n = a.rows();
    let (r, p, ap): (Vector, Vector, Vector) = (
        View::new(space, "r", [n])?,
        View::new(space, "p", [n])?,
        View::new(space, "ap", [n])?,
    );
    parallel_for!(space, "start", n, |i| {
        x[i] = 0.0;
        r[i] = b[i];
        p[i] = b[i];
    })?;
    let mut rr = dot(space, &r, &r)?;
    let goal = tolerance * tolerance * rr;
    let mut steps = 0;
    while rr > goal && steps < 10 * n {
        multiply(space, a, &p, &ap)?;
        let alpha = rr / dot(space, &p, &ap)?;
        parallel_for!(space, "step", n, |i| {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        })?;
        let next = dot(space, &r, &r)?;
        let beta = next / rr;
        rr = next;
        parallel_for!(space, "direction", n, |i| p[i] = r[i] + beta * p[i])?;
        steps += 1;
    }
    Ok(steps)
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let a = Matrix::laplacian(&space, 128)?;
    let n = a.rows();
    let (known, b, x): (Vector, Vector, Vector) = (
        View::new(&space, "known", [n])?,
        View::new(&space, "b", [n])?,
        View::new(&space, "x", [n])?,
    );
    parallel_for!(space, "known", n, |i| known[i] = (i as f64 * 0.01).sin())?;
    multiply(&space, &a, &known, &b)?;

    let by_teams = MultiplyByTeams {
        a: a.clone(),
        x: known.clone(),
        y: View::new(&space, "y", [n])?,
    };
    space.parallel_for("multiply by teams", TeamPolicy::new(n, 1), &by_teams)?;
    let y = &by_teams.y;
    let difference = parallel_reduce!(
        space,
        "difference",
        n,
        |i| -> f64 { (y[i] - b[i]).abs() },
        Sum
    )?;
    assert!(
        difference < 1e-9 * n as f64,
        "lanes and teams differ by {difference}"
    );

    let steps = solve(&space, &a, &b, &x, 1e-10)?;
    let error = parallel_reduce!(
        space,
        "error",
        n,
        |i| -> f64 { (x[i] - known[i]).abs() },
        Sum
    )?;
    println!(
        "{}: {n} unknowns, {steps} steps, mean error {:.1e}",
        space.name(),
        error / n as f64
    );
    assert!(error < 1e-8 * n as f64);
    Ok(())
}
