//! Particles in a trap, one source for every layout: a structure of arrays, tiles, an array of structures. Prints what
//! each costs.

use portax::{
    AoSoA, Element, Functor, Interleaved, LayoutLeft, RangeKernel, RangePolicy, ReduceKernel,
    Result, Space, Sum, View, kernel, layout::Layout,
};
use std::time::{Duration, Instant};

/// Eight numbers, 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Particle {
    position: [f64; 3],
    velocity: [f64; 3],
    mass: f64,
    charge: f64,
}

#[derive(Functor)]
struct Trap<L: Layout> {
    particles: View<Particle, 1, L>,
    /// Force at a unit of charge and a unit from the centre
    stiffness: f64,
    time_step: f64,
}

/// Touches all fields.
struct Kick;
#[kernel]
impl<L: Layout> RangeKernel<Kick> for Trap<L> {
    fn kick(&self, i: Index) {
        let p = self.particles[i];
        let factor = self.time_step * self.stiffness * p.charge / p.mass;
        #[unroll]
        for d in 0..3 {
            self.particles[i].velocity[d] -= factor * p.position[d];
        }
    }
}

/// Touches six of eight numbers.
struct Drift;
#[kernel]
impl<L: Layout> RangeKernel<Drift> for Trap<L> {
    fn drift(&self, i: Index) {
        #[unroll]
        for d in 0..3 {
            self.particles[i].position[d] += self.time_step * self.particles[i].velocity[d];
        }
    }
}

/// Touches two of eight.
struct Moment;
#[kernel]
impl<L: Layout> ReduceKernel<Moment> for Trap<L> {
    type Value = f64;
    fn moment(&self, i: Index) -> f64 {
        self.particles[i].charge * self.particles[i].position[0]
    }
}

/// Twice the energy.
struct Energy;
#[kernel]
impl<L: Layout> ReduceKernel<Energy> for Trap<L> {
    type Value = f64;
    fn energy(&self, i: Index) -> f64 {
        let p = self.particles[i];
        let (x, v) = (p.position, p.velocity);
        let r2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        let v2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        p.mass * v2 + self.stiffness * p.charge * r2
    }
}

const STEPS: usize = 20;

/// What a run came to.
struct Outcome {
    /// Of kicks, drifts and moments
    times: [Duration; 3],
    moment: f64,
    energy: [f64; 2],
}

/// The time that something takes until the space is done with it.
fn time<T>(space: &Space, total: &mut Duration, run: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let value = run()?;
    space.fence()?;
    *total += start.elapsed();
    Ok(value)
}

/// A run under one layout.
type Run = fn(&Space, &[Particle]) -> Result<Outcome>;

fn run<L: Layout>(space: &Space, start: &[Particle]) -> Result<Outcome> {
    let n = start.len();
    let k = Trap::<L> {
        particles: View::from_slice(space, "particles", [n], start)?,
        stiffness: 1.0,
        time_step: 0.01,
    };
    let (kick, drift) = (
        RangePolicy::new(0..n).tag::<Kick>(),
        RangePolicy::new(0..n).tag::<Drift>(),
    );
    let moment = || RangePolicy::new(0..n).tag::<Moment>();
    let energy = || {
        let policy = RangePolicy::new(0..n).tag::<Energy>();
        space.parallel_reduce("energy", policy, &k, Sum)
    };
    let (kick, drift) = (
        space.prepare("kick", kick, &k)?,
        space.prepare("drift", drift, &k)?,
    );
    let moment = space.prepare_reduce("moment", moment(), &k, Sum)?;
    let before = energy()?;
    let mut outcome = Outcome {
        times: [Duration::ZERO; 3],
        moment: 0.0,
        energy: [before; 2],
    };
    for _ in 0..STEPS {
        time(space, &mut outcome.times[0], || kick.launch())?;
        time(space, &mut outcome.times[1], || drift.launch())?;
        outcome.moment = time(space, &mut outcome.times[2], || moment.launch())?;
    }
    outcome.energy[1] = energy()?;
    Ok(outcome)
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let n = 200_000;
    let particle = |i: usize| {
        let angle = i as f64 * 2.399963229728653;
        let radius = (i as f64 / n as f64).sqrt();
        Particle {
            position: [radius * angle.cos(), radius * angle.sin(), 0.5 - radius],
            velocity: [-angle.sin(), angle.cos(), 0.0],
            mass: 1.0 + (i % 3) as f64,
            charge: 1.0 + (i % 7) as f64 / 8.0,
        }
    };
    let start: Vec<Particle> = (0..n).map(particle).collect();
    println!("{}: ms a launch of {n} particles", space.name());
    println!(
        "{:<12} {:>8} {:>8} {:>8}",
        "layout", "kick", "drift", "moment"
    );
    let mut first = None;
    let runs: [(&str, Run); 4] = [
        ("LayoutLeft", run::<LayoutLeft>),
        ("AoSoA", run::<AoSoA>),
        ("AoSoA<64>", run::<AoSoA<64>>),
        ("Interleaved", run::<Interleaved>),
    ];
    for (name, run) in runs {
        let outcome = run(&space, &start)?;
        let [kick, drift, moment] = outcome.times.map(|t| 1e3 * t.as_secs_f64() / STEPS as f64);
        println!("{name:<12} {kick:>8.3} {drift:>8.3} {moment:>8.3}");
        let [before, after] = outcome.energy;
        assert!((after - before).abs() < 0.02 * before, "{before} {after}");
        // every layout gives the same, bit by bit
        let found = (outcome.moment, after);
        assert_eq!(*first.get_or_insert(found), found);
    }
    Ok(())
}
