//! Tiles of a fixed width, and vector lengths that are theirs.

use crate::ladder::{Outcome, Test, noise, tests};
use portax::{
    AUTO, AoSoA, Complex, Error, Functor, Space, TeamKernel, TeamPolicy, View, kernel,
    space::Engine,
};

pub fn tests() -> Vec<Test> {
    tests![
        lanes_are_as_many_as_the_vector_length_says,
        a_length_that_packs_do_not_divide_runs_on_hosts,
        a_tile_in_scratch_of_another_width_than_the_vector_is_refused,
    ]
}

/// A tile of `W` lanes a team, through scratch.
#[derive(Functor)]
struct Tiles<const W: usize> {
    z: View<Complex<f64>, 2, AoSoA<W>>,
    out: View<f64, 2, AoSoA<W>>,
    natural: View<f64, 1, AoSoA>,
    lengths: View<i32, 1>,
}

#[kernel]
impl<const W: usize> TeamKernel for Tiles<W> {
    fn tiles(&self, team: Team) {
        let t = team.league_rank();
        let (z, out) = (self.z.tile(t), self.out.tile(t));
        let squares = team.scratch_tile::<f64, 2>([W, 2]);
        parallel_for(TeamThreadRange(team, 2), |k| {
            for lane in team.lanes() {
                let mut scaled: f64 = z[(lane, k)].im;
                for _ in 0..2 {
                    scaled *= z[(lane, k)].re;
                }
                out[(lane, k)] = scaled;
                squares[(lane, k)] = z[(lane, k)].re * z[(lane, k)].re;
            }
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, 2), |k| {
            for lane in team.lanes() {
                let other: f64 = squares[(lane, 1 - k)];
                if other > 0.25 {
                    out[(lane, k)] += other;
                }
            }
        });
        parallel_for(TeamThreadRange(team, 1), |_| {
            for lane in team.lanes() {
                self.natural[lane + t * W] = squares[(lane, 1)];
            }
        });
        single(PerTeam(team), || {
            self.lengths[t] = team.vector_length();
        });
    }
}

/// Launches `Tiles` on three tiles with a vector of `W` lanes.
fn tiles_of<const W: usize>(space: &Space) -> portax::Result<()> {
    let n = 3 * W;
    let z: Vec<_> = noise(2 * n, 1)
        .iter()
        .zip(noise(2 * n, 2))
        .map(|(&re, im)| Complex { re, im })
        .collect();
    let k = Tiles::<W> {
        z: View::new(space, "z", [n, 2])?,
        out: View::new(space, "out", [n, 2])?,
        natural: View::new(space, "natural", [n])?,
        lengths: View::new(space, "lengths", [3])?,
    };
    k.z.copy_from_slice(&z)?;
    let policy = TeamPolicy::new(3, AUTO).vector_length(W);
    space.parallel_for("tiles", policy, &k)?;
    let (out, natural) = (k.out.to_vec()?, k.natural.to_vec()?);
    assert_eq!(k.lengths.to_vec()?, [W as i32; 3]);
    let square = |i: usize| z[i].re * z[i].re;
    for i in 0..2 * n {
        let other = square((i + n) % (2 * n));
        let added = if other > 0.25 { other } else { 0.0 };
        assert_eq!(out[i], z[i].im * z[i].re * z[i].re + added, "W = {W}, {i}");
    }
    assert!((0..n).all(|i| natural[i] == square(i + n)), "W = {W}");
    Ok(())
}

fn lanes_are_as_many_as_the_vector_length_says(space: &Space) -> Outcome {
    tiles_of::<1>(space)?;
    tiles_of::<2>(space)?;
    tiles_of::<4>(space)?;
    tiles_of::<8>(space)?;
    tiles_of::<16>(space)?;
    Ok(tiles_of::<32>(space)?)
}

fn a_length_that_packs_do_not_divide_runs_on_hosts(space: &Space) -> Outcome {
    let result = tiles_of::<11>(space);
    match space.engine() {
        Engine::Host(_) => result?,
        Engine::Device(_) => {
            let error = result.unwrap_err().to_string();
            assert!(
                error.contains("vector length 11 is not a power of two"),
                "{error}"
            );
        }
    }
    Ok(())
}

fn a_tile_in_scratch_of_another_width_than_the_vector_is_refused(space: &Space) -> Outcome {
    let k = Tiles::<32> {
        z: View::new(space, "z", [32, 2])?,
        out: View::new(space, "out", [32, 2])?,
        natural: View::new(space, "natural", [32])?,
        lengths: View::new(space, "lengths", [1])?,
    };
    let policy = TeamPolicy::new(1, AUTO).vector_length(16);
    let error = space.parallel_for("tiles", policy, &k).unwrap_err();
    assert!(matches!(error, Error::Invalid(_)));
    let message = error.to_string();
    assert!(
        message.contains("launch `tiles`") && message.contains("vector_length(32)"),
        "{message}"
    );
    Ok(())
}
