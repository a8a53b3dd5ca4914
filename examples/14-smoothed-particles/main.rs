//! A dam breaks: water as smoothed particles (Monaghan, "Simulating free surface flows with SPH", 1994). Each step sorts
//! the particles into bins as wide as their reach, so that neighbours are found in nine bins and lie side by side in memory.

use portax::{Result, Space, View, device, parallel_for};
use portax_algorithms::{BinSort, gather};

/// Particles along the height of the water, which is 1, as are gravity and the density.
const ROWS: usize = 20;
/// Distance of particles at first.
const SPACING: f64 = 1.0 / ROWS as f64;
/// Smoothing length; particles reach twice as far.
const H: f64 = 1.3 * SPACING;
const MASS: f64 = SPACING * SPACING;
/// Speed of sound: ten times that of the water, which then is compressed by about a hundredth.
const SOUND: f64 = 14.0;
/// Artificial viscosity.
const VISCOSITY: f64 = 0.1;
/// The tank.
const WIDTH: f64 = 4.0;
const HEIGHT: f64 = 2.0;
/// Bins along both axes.
const COLUMNS: usize = (WIDTH / (2.0 * H)) as usize;
const LAYERS: usize = (HEIGHT / (2.0 * H)) as usize;

/// Wendland's kernel in two dimensions, at a squared distance.
#[device]
fn weight(r2: f64) -> f64 {
    let q = r2.sqrt() / H;
    let near = (1.0 - 0.5 * q).max(0.0);
    7.0 / (4.0 * std::f64::consts::PI * H * H) * near * near * near * near * (2.0 * q + 1.0)
}

/// Its gradient, as a factor of the displacement.
#[device]
fn slope(r2: f64) -> f64 {
    let near = (1.0 - 0.5 * r2.sqrt() / H).max(0.0);
    -35.0 / (4.0 * std::f64::consts::PI * H * H * H * H) * near * near * near
}

/// Acceleration away from a wall at a distance, if that is less than half of the particles'.
#[device]
fn push(distance: f64) -> f64 {
    let near = (1.0 - 2.0 * distance / SPACING).max(0.0);
    SOUND * SOUND / H * near * near
}

/// Pressure over the square of the density.
#[device]
fn pressure(density: f64) -> f64 {
    SOUND * SOUND * (density - 1.0).max(0.0) / (density * density)
}

/// The bin of a coordinate among `bins`.
#[device]
fn bin_along(x: f64, bins: i32) -> i32 {
    ((x / (2.0 * H)) as i32).max(0).min(bins - 1)
}

/// Particles, in the order of their bins.
struct Water {
    space: Space,
    n: usize,
    /// Positions and velocities: x, y, u, v
    state: [View<f64, 1>; 4],
    /// Room for them in another order
    room: [View<f64, 1>; 4],
    bin: View<i32, 1>,
    bins: BinSort,
    density: View<f64, 1>,
    force: [View<f64, 1>; 2],
}

impl Water {
    /// A column of water, half as wide as high, at the left wall.
    fn new(space: &Space) -> Result<Water> {
        let n = ROWS * ROWS / 2;
        let at = |k: usize| (k as f64 + 0.5) * SPACING;
        let x: Vec<f64> = (0..n).map(|i| at(i % (ROWS / 2))).collect();
        let y: Vec<f64> = (0..n).map(|i| at(i / (ROWS / 2))).collect();
        let new = |label| View::new(space, label, [n]);
        Ok(Water {
            space: space.clone(),
            n,
            state: [
                View::from_slice(space, "x", [n], &x)?,
                View::from_slice(space, "y", [n], &y)?,
                new("u")?,
                new("v")?,
            ],
            room: [new("x")?, new("y")?, new("u")?, new("v")?],
            bin: View::new(space, "bin", [n])?,
            bins: BinSort::new(space, n, COLUMNS * LAYERS)?,
            density: new("density")?,
            force: [new("fx")?, new("fy")?],
        })
    }

    /// Puts particles in the order of their bins.
    fn sort(&mut self) -> Result<()> {
        let [x, y, ..] = &self.state;
        parallel_for!(self.space, "bin", self.n, |i| {
            self.bin[i] =
                bin_along(x[i], COLUMNS as i32) + COLUMNS as i32 * bin_along(y[i], LAYERS as i32);
        })?;
        self.bins.sort(&self.bin)?;
        for (from, to) in self.state.iter().zip(&self.room) {
            gather(&self.space, self.bins.items(), from, to)?;
        }
        std::mem::swap(&mut self.state, &mut self.room);
        Ok(())
    }

    /// Sums the densities.
    fn densities(&self) -> Result<()> {
        let ([x, y, ..], start) = (&self.state, self.bins.start());
        parallel_for!(self.space, "density", self.n, |i| {
            let column = bin_along(x[i], COLUMNS as i32);
            let layer = bin_along(y[i], LAYERS as i32);
            let mut sum = 0.0;
            for l in (layer - 1).max(0)..(layer + 2).min(LAYERS as i32) {
                // The bins of a layer follow each other.
                let first = start[l * COLUMNS as i32 + (column - 1).max(0)];
                let end = start[l * COLUMNS as i32 + (column + 2).min(COLUMNS as i32)];
                for j in first..end {
                    let (dx, dy) = (x[i] - x[j], y[i] - y[j]);
                    sum += MASS * weight(dx * dx + dy * dy);
                }
            }
            self.density[i] = sum;
        })
    }

    /// Sums the forces of pressure, viscosity, walls and gravity, a mass.
    fn forces(&self) -> Result<()> {
        let ([x, y, u, v], start) = (&self.state, self.bins.start());
        parallel_for!(self.space, "forces", self.n, |i| {
            let column = bin_along(x[i], COLUMNS as i32);
            let layer = bin_along(y[i], LAYERS as i32);
            let mine = pressure(self.density[i]);
            let mut f = [
                push(x[i]) - push(WIDTH - x[i]),
                push(y[i]) - push(HEIGHT - y[i]) - 1.0,
            ];
            for l in (layer - 1).max(0)..(layer + 2).min(LAYERS as i32) {
                let first = start[l * COLUMNS as i32 + (column - 1).max(0)];
                let end = start[l * COLUMNS as i32 + (column + 2).min(COLUMNS as i32)];
                for j in first..end {
                    let (dx, dy) = (x[i] - x[j], y[i] - y[j]);
                    let r2 = dx * dx + dy * dy;
                    let approach = (dx * (u[i] - u[j]) + dy * (v[i] - v[j])).min(0.0);
                    let mu = H * approach / (r2 + 0.01 * H * H);
                    let friction =
                        -2.0 * VISCOSITY * SOUND * mu / (self.density[i] + self.density[j]);
                    let factor = -MASS * (mine + pressure(self.density[j]) + friction) * slope(r2);
                    f[0] += factor * dx;
                    f[1] += factor * dy;
                }
            }
            self.force[0][i] = f[0];
            self.force[1][i] = f[1];
        })
    }

    /// Moves all particles by a step of time.
    fn step(&mut self, dt: f64) -> Result<()> {
        self.sort()?;
        self.densities()?;
        self.forces()?;
        let [x, y, u, v] = &self.state;
        parallel_for!(self.space, "move", self.n, |i| {
            u[i] += dt * self.force[0][i];
            v[i] += dt * self.force[1][i];
            x[i] += dt * u[i];
            y[i] += dt * v[i];
        })
    }

    /// Kinetic and potential energy.
    fn energy(&self) -> Result<f64> {
        let [_, y, u, v] = &self.state;
        let (y, u, v) = (y.to_vec()?, u.to_vec()?, v.to_vec()?);
        let energies = (0..self.n).map(|i| MASS * (0.5 * (u[i] * u[i] + v[i] * v[i]) + y[i]));
        Ok(energies.sum())
    }
}

/// The same densities by all pairs.
fn densities_of_pairs(x: &[f64], y: &[f64]) -> Vec<f64> {
    let density = |i: usize| {
        let weights = (0..x.len()).map(|j| {
            let q = (x[i] - x[j]).hypot(y[i] - y[j]) / H;
            let near = (1.0 - 0.5 * q).max(0.0);
            7.0 / (4.0 * std::f64::consts::PI * H * H) * near.powi(4) * (2.0 * q + 1.0)
        });
        MASS * weights.sum::<f64>()
    };
    (0..x.len()).map(density).collect()
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let mut water = Water::new(&space)?;
    let (dt, steps) = (0.2 * H / SOUND, 1500);
    let before = water.energy()?;
    for _ in 0..steps {
        water.step(dt)?;
    }
    let after = water.energy()?;
    water.sort()?;
    water.densities()?;
    let [x, y, ..] = &water.state;
    let (x, y, density) = (x.to_vec()?, y.to_vec()?, water.density.to_vec()?);
    let front = x.iter().copied().fold(0.0, f64::max);
    println!(
        "{}: the front is at {front:.2} at time {:.2}; the energy went from {before:.4} to {after:.4}",
        space.name(),
        steps as f64 * dt,
    );
    for (found, expected) in density.iter().zip(densities_of_pairs(&x, &y)) {
        assert!((found - expected).abs() < 1e-9 * expected);
    }
    assert!(x.iter().all(|x| (0.0..WIDTH).contains(x)));
    assert!(y.iter().all(|y| (0.0..HEIGHT).contains(y)));
    assert!(after < before && after > 0.7 * before);
    // Not as far as without friction: the front of a thin layer would run at twice the speed of waves.
    assert!(front > 1.2 && front < 0.5 + 2.0 * steps as f64 * dt);
    Ok(())
}
