#![forbid(unsafe_code)]
use portax::{Functor, Prepared, TeamKernel, View, kernel};
use std::sync::OnceLock;

static INNER: OnceLock<Prepared> = OnceLock::new();

fn inner() -> bool {
    INNER.get().is_some_and(|inner| inner.launch().is_ok())
}

#[derive(Functor)]
struct Outer {
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Outer {
    fn outer(&self, team: Team) {
        let s = team.scratch::<f64, 1>([1000]);
        parallel_for(TeamVectorRange(team, 1000), |i| {
            s[i] = 1.0;
        });
        if comptime!(inner()) {}
        team.barrier();
        single(PerTeam(team), || {
            self.y[team.league_rank()] = s[7];
        });
    }
}

fn main() {}
