//! A transpose through team scratch: reads and writes both run along the lanes. Mirrors are the matrices on the host.

use portax::{AUTO, Functor, Result, TeamKernel, TeamPolicy, View, deep_copy, kernel};

const TILE: usize = 32;

#[derive(Functor)]
struct Transpose {
    a: View<f64, 2>,
    b: View<f64, 2>,
}

#[kernel]
impl TeamKernel for Transpose {
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
    let b = View::new(&space, "b", [m, n])?;

    // In host memory, with the same layout: the view itself where the space is CPU threads, so that nothing is copied.
    let (host_a, host_b) = (a.create_mirror_view()?, b.create_mirror_view()?);
    let mut elements = host_a.write()?;
    for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
        elements[[i, j]] = (i + n * j) as f64;
    }
    drop(elements); // a launch may use them
    deep_copy(&a, &host_a)?;

    let teams = (n / TILE) * (m / TILE);
    space.parallel_for(
        "transpose",
        TeamPolicy::new(teams, AUTO),
        &Transpose { a, b: b.clone() },
    )?;

    deep_copy(&host_b, &b)?;
    let elements = host_b.read()?;
    assert!((0..n).all(|i| (0..m).all(|j| elements[[j, i]] == (i + n * j) as f64)));
    println!("{}: {n} x {m} transposed", space.name());
    Ok(())
}
