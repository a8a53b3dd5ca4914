//! The text of kernels in every dialect, compared with the files in `text/`: tiny kernels, which show every part of a text.
//!
//! `PORTAX_BLESS=1 cargo test -p portax-golden` writes the files anew; look at the difference before you commit it.

mod support;

use portax::{
    AUTO, AoSoA, Element, Float, Functor, Interleaved, LayoutLeft, RangeKernel, RangePolicy,
    ReduceKernel, Result, Space, Sum, TeamKernel, TeamPolicy, View, bf16, f16, kernel,
    layout::Layout,
};
use portax_golden::Printer;
use support::{DIALECTS, golden, keep};

#[derive(Functor)]
struct Axpy<T: Float> {
    a: T,
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Axpy<T> {
    fn axpy(&self, i: Index) {
        self.y[i] += self.a * self.x[i];
    }
}

#[derive(Functor)]
struct Dot<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for Dot<T> {
    type Value = T;
    fn dot(&self, i: Index) -> T {
        self.x[i] * self.y[i]
    }
}

#[derive(Clone, Copy, Element)]
enum Phase {
    Solid,
    Liquid,
    Gas,
}

/// Enums, and values that lanes leave.
#[derive(Functor)]
struct Phases {
    phase: View<Phase, 1>,
    x: View<f64, 1>,
    coldest: Phase,
}

#[kernel]
impl RangeKernel for Phases {
    fn phases(&self, i: Index) {
        let root = match self.phase[i] {
            Phase::Solid => return,
            Phase::Liquid => self.x[i].sqrt(),
            Phase::Gas => 1.0,
        };
        let x = if root < 3.0 { root } else { return };
        let turns = loop {
            if self.x[i] > x {
                break 2.0;
            }
            self.x[i] += x;
        };
        self.x[i] = turns * x;
        if self.phase[i] != self.coldest {
            self.phase[i] = Phase::Liquid;
        }
    }
}

/// `b = a` transposed, tile by tile through scratch: both sides are read and written along the lanes.
#[derive(Functor)]
struct Transpose<T: Float, const TILE: usize> {
    a: View<T, 2>,
    b: View<T, 2>,
}

// SAFETY: each team writes its own tile of `b`, each lane and thread its own element of it.
#[kernel(unchecked)]
unsafe impl<T: Float, const TILE: usize> TeamKernel for Transpose<T, TILE> {
    fn transpose(&self, team: Team) {
        let tiles = self.a.extent(0) / TILE;
        let (tx, ty) = (
            team.league_rank() % tiles * TILE,
            team.league_rank() / tiles * TILE,
        );
        let tile = team.scratch::<T, 2>([TILE + 1, TILE]);
        parallel_for(TeamThreadRange(team, TILE), |r| {
            parallel_for(ThreadVectorRange(team, TILE), |c| {
                tile[(c, r)] = self.a[(c + tx, r + ty)];
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, TILE), |r| {
            parallel_for(ThreadVectorRange(team, TILE), |c| {
                self.b[(c + ty, r + tx)] = tile[(r, c)];
            });
        });
    }
}

/// Conditions in views, in scratch and as variables.
#[derive(Functor)]
struct Flags {
    x: View<f64, 2>,
    flags: View<bool, 2>,
    limit: f64,
}

#[kernel]
impl TeamKernel for Flags {
    fn flags(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let above = team.scratch::<bool, 1>([64]);
        parallel_for(TeamVectorRange(team, n), |i| {
            above[i] = self.x[(i, t)] > self.limit && !self.flags[(i, t)];
        });
        team.barrier();
        let mut any: Uniform<bool> = false;
        for k in 0..n {
            if above[k] {
                any = true;
            }
        }
        parallel_for(TeamVectorRange(team, n), |i| {
            let mut flag = false;
            if above[i] {
                flag = any;
            }
            self.flags[(i, t)] = flag;
        });
    }
}

/// Floats of 16 bits, which are two conversions each.
#[derive(Functor)]
struct Halves {
    x: View<f16, 1>,
    y: View<bf16, 1>,
}

#[kernel]
impl RangeKernel for Halves {
    fn halves(&self, i: Index) {
        let (x, y) = (self.x[i], self.y[i]);
        self.x[i] = 2.0 * x + y;
        self.y[i] = x;
    }
}

#[derive(Clone, Copy, Element)]
struct Particle {
    kind: i32,
    position: [f64; 3],
    mass: f32,
}

/// A struct read whole, a field at another index, one number written and one updated.
#[derive(Functor)]
struct Particles<L: Layout> {
    particles: View<Particle, 1, L>,
    order: View<i32, 1>,
    out: View<Particle, 1, L>,
    cells: View<Particle, 1, L>,
}

#[kernel]
impl<L: Layout> RangeKernel for Particles<L> {
    fn particles(&self, i: Index) {
        let p = self.particles[i];
        let j = self.order[i];
        self.out[i] = p;
        self.out[i].position[2] += self.particles[j].position[1];
        self.cells[p.kind].mass.atomic_add(p.mass);
    }
}

/// Prints what `launch` compiles in every dialect.
fn in_every_dialect(name: &str, launch: impl Fn(&Space) -> Result<()>) -> Result<()> {
    for (dialect, extension, width) in DIALECTS {
        let printer = Printer::new(dialect, width);
        launch(&printer.space())?;
        let printed = printer.take();
        assert!(!printed.is_empty(), "{name} compiled nothing");
        for (k, printed) in printed.iter().enumerate() {
            let name = if k == 0 {
                name.to_string()
            } else {
                format!("{name}-{k}")
            };
            keep(&name, extension, &printed.source);
            let file = format!("{name}.{extension}");
            golden("text", &file, &printed.source.text);
        }
    }
    Ok(())
}

#[test]
fn axpy() -> Result<()> {
    in_every_dialect("axpy", |space| {
        let axpy = Axpy {
            a: 2.0,
            x: View::<f64, 1>::new(space, "x", [1000])?,
            y: View::new(space, "y", [1000])?,
        };
        space.parallel_for("axpy", RangePolicy::new(0..1000), &axpy)
    })
}

#[test]
fn reduction() -> Result<()> {
    in_every_dialect("dot", |space| {
        let dot = Dot {
            x: View::<f64, 1>::new(space, "x", [1000])?,
            y: View::new(space, "y", [1000])?,
        };
        space
            .parallel_reduce("dot", RangePolicy::new(0..1000), &dot, Sum)
            .map(drop)
    })
}

#[test]
fn tiled_transpose() -> Result<()> {
    in_every_dialect("transpose", |space| {
        let k = Transpose::<f64, 32> {
            a: View::new(space, "a", [64, 64])?,
            b: View::new(space, "b", [64, 64])?,
        };
        space.parallel_for("transpose", TeamPolicy::new(4, AUTO), &k)
    })
}

#[test]
fn conditions() -> Result<()> {
    in_every_dialect("flags", |space| {
        let k = Flags {
            x: View::new(space, "x", [64, 4])?,
            flags: View::new(space, "flags", [64, 4])?,
            limit: 0.5,
        };
        space.parallel_for("flags", TeamPolicy::new(4, AUTO), &k)
    })
}

#[test]
fn enums() -> Result<()> {
    in_every_dialect("phases", |space| {
        let k = Phases {
            phase: View::new(space, "phase", [1000])?,
            x: View::new(space, "x", [1000])?,
            coldest: Phase::Solid,
        };
        space.parallel_for("phases", RangePolicy::new(0..1000), &k)
    })
}

#[test]
fn halves() -> Result<()> {
    in_every_dialect("halves", |space| {
        let k = Halves {
            x: View::new(space, "x", [1000])?,
            y: View::new(space, "y", [1000])?,
        };
        space.parallel_for("halves", RangePolicy::new(0..1000), &k)
    })
}

fn particles<L: Layout>(name: &str) -> Result<()> {
    in_every_dialect(name, |space| {
        let k = Particles::<L> {
            particles: View::new(space, "particles", [1000])?,
            order: View::new(space, "order", [1000])?,
            out: View::new(space, "out", [1000])?,
            cells: View::new(space, "cells", [10])?,
        };
        space.parallel_for("particles", RangePolicy::new(0..1000), &k)
    })
}

#[test]
fn structs() -> Result<()> {
    particles::<LayoutLeft>("structs-planes")?;
    particles::<AoSoA<32>>("structs-tiles")?;
    particles::<Interleaved>("structs-interleaved")
}
