//! Nothing that the macros write for safe kernels is refused where a crate forbids `unsafe`.
#![forbid(unsafe_code)]

use portax::{
    AoSoA, Comptime, Element, Functor, MdRangeKernel, MdRangePolicy, RangeKernel, RangePolicy,
    ReduceKernel, Result, ScanKernel, Space, Sum, TeamKernel, TeamPolicy, View, device, kernel,
    parallel_for, parallel_reduce,
};

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Particle {
    charge: f64,
    kind: i32,
}

#[derive(Clone, Copy, Comptime)]
enum Side {
    Left,
    Right,
}

#[device]
fn half(x: f64) -> f64 {
    0.5 * x
}

#[derive(Functor)]
struct Everything {
    particles: View<Particle, 1, AoSoA>,
    x: View<f64, 1>,
    square: View<f64, 2>,
    #[comptime]
    side: Side,
}

#[kernel]
impl RangeKernel for Everything {
    fn range(&self, i: Index) {
        self.x[i] = half(self.particles[i].charge);
    }
}

#[kernel]
impl MdRangeKernel<2> for Everything {
    fn md_range(&self, i: Index, j: Index) {
        match self.side {
            Side::Left => self.square[(i, j)] = 1.0,
            Side::Right => self.square[(i, j)] = 2.0,
        }
    }
}

#[kernel]
impl ReduceKernel for Everything {
    type Value = f64;
    fn total(&self, i: Index) -> f64 {
        self.x[i]
    }
}

#[kernel]
impl ScanKernel for Everything {
    type Value = f64;
    fn input(&self, i: Index) -> f64 {
        1.0
    }
    fn output(&self, i: Index, prefix: f64) {
        self.x[i] = prefix;
    }
}

#[kernel]
impl TeamKernel for Everything {
    fn team(&self, team: Team) {
        let s = team.scratch::<f64, 1>([64]);
        parallel_for(TeamVectorRange(team, 64), |i| {
            s[i] = 1.0;
        });
        team.barrier();
        single(PerTeam(team), || {
            self.x[team.league_rank()] = s[3];
        });
    }
}

/// Compiled; its launches are the business of the conformance suite.
fn _launches(space: &Space, all: &Everything) -> Result<f64> {
    let range = RangePolicy::new(0..4);
    space.parallel_for("range", range, all)?;
    space.parallel_for("boxes", MdRangePolicy::new([0..4, 0..4]), all)?;
    space.parallel_for("teams", TeamPolicy::new(4, 1), all)?;
    space.parallel_scan("prefixes", range, all, Sum)?;
    let x = all.x.clone();
    parallel_for!(space, "lambda", 4, |i| x[i] = 2.0)?;
    let lambda: f64 = parallel_reduce!(space, "sum", 4, |i| -> f64 { x[i] }, Sum)?;
    Ok(lambda + space.parallel_reduce("total", range, all, Sum)?)
}

fn main() {}
