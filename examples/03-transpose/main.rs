//! A transpose through team scratch: reads and writes both run along the lanes.

use portax::{AUTO, Functor, Result, TeamKernel, TeamPolicy, View, kernel};

const TILE: usize = 32;

#[derive(Functor)]
struct Transpose {
    a: View<f64, 2>,
    b: View<f64, 2>,
}

// SAFETY: every team writes its own tile of `b`, every thread and lane its own element of it. portax cannot see that
// from the indices, so a plain `impl` would be refused at the launch.
#[kernel]
unsafe impl TeamKernel for Transpose {
    fn transpose(&self, team: Team) {
        let tiles = self.a.extent(0) / TILE;
        let (column, row) = (
            team.league_rank() % tiles * TILE,
            team.league_rank() / tiles * TILE,
        );
        let tile = team.scratch::<f64, 2>([TILE + 1, TILE]); // one column more: no two lanes share a memory bank
        parallel_for(TeamThreadRange(team, TILE), |r| {
            parallel_for(ThreadVectorRange(team, TILE), |c| {
                tile[(c, r)] = self.a[(c + column, r + row)];
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, TILE), |r| {
            parallel_for(ThreadVectorRange(team, TILE), |c| {
                self.b[(c + row, r + column)] = tile[(r, c)];
            });
        });
    }
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let (n, m) = (8 * TILE, 4 * TILE);
    let a = View::<f64, 2>::new(&space, "a", [n, m])?;
    a.copy_from_slice(&(0..n * m).map(|k| k as f64).collect::<Vec<_>>())?;
    let b = View::new(&space, "b", [m, n])?;

    let teams = (n / TILE) * (m / TILE);
    space.parallel_for(
        "transpose",
        TeamPolicy::new(teams, AUTO),
        &Transpose { a, b: b.clone() },
    )?;

    let b = b.to_vec()?; // the first index fastest
    assert!((0..n).all(|i| (0..m).all(|j| b[j + m * i] == (i + n * j) as f64)));
    println!("{}: {n} x {m} transposed", space.name());
    Ok(())
}
