//! Dynamics on every space: an exact oscillator, and a crystal of soft spheres through the neighbour lists.

use portax::{
    AoSoA, Float, Functor, RangeKernel, RangePolicy, ReduceKernel, Space, Sum, View, kernel,
};
use portax_atoms::{
    md::{Atoms, Error, Nve, SplitMix64, units},
    neighbor::{Cell, NeighborList, Slots, displacement},
};
use portax_backends::testing::spaces_under_test;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Springs to the origin: f = -k x.
#[derive(Functor)]
struct Springs<T: Float> {
    k: T,
    x: View<T, 2>,
    f: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Springs<T> {
    fn springs(&self, i: Index) {
        #[unroll]
        for d in 0..3 {
            self.f[(i, d)] = -self.k * self.x[(i, d)];
        }
    }
}

/// Distance from the exact orbit of a spring after 0.2 ps.
fn oscillator_error(space: &Space, steps: u32) -> Result<f64> {
    let (k, mass, start, time) = (2.0, 39.948, 0.3, 0.2);
    let x = View::from_slice(space, "x", [2, 3], &[start, 0.0, 0.0, start, 0.0, 0.0])?;
    let atoms = Atoms::new(
        space,
        x,
        View::new(space, "f", [2, 3])?,
        View::new(space, "element", [2])?,
        &[mass],
    )?;
    let springs = Springs {
        k,
        x: atoms.x.clone(),
        f: atoms.f.clone(),
    };
    let forces = space.prepare("springs", RangePolicy::new(0..2), &springs)?;
    let nve = Nve::new(space, &atoms, time / f64::from(steps))?;
    forces.launch()?;
    for _ in 0..steps {
        nve.initial_integrate()?;
        forces.launch()?;
        nve.final_integrate()?;
    }
    let omega = (k / (mass * units::MVV_TO_ENERGY)).sqrt();
    Ok((atoms.x.to_vec()?[0] - start * (omega * time).cos()).abs())
}

#[test]
fn an_oscillator_converges_with_the_square_of_the_step() -> Result {
    for (name, space) in spaces_under_test() {
        let (coarse, fine) = (oscillator_error(&space, 40)?, oscillator_error(&space, 80)?);
        let order = (coarse / fine).log2();
        assert!(
            (order - 2.0).abs() < 0.05 && fine < 3e-3,
            "{name}: errors {coarse} {fine}"
        );
    }
    Ok(())
}

/// Spheres that repel each other within a distance, e = k/2 (cutoff - r)²: forces on each slot's atom and twice its
/// energy.
#[derive(Functor)]
struct Spheres {
    k: f64,
    cutoff: f64,
    longest: i32,
    cell: View<f64, 1>,
    x: View<f64, 2>,
    f: View<f64, 2>,
    atom_of_slot: View<i32, 1>,
    count: View<i32, 1>,
    neighbor: View<i32, 2, AoSoA>,
    image: View<i32, 2, AoSoA>,
}

// SAFETY: each atom has one slot, which alone writes its force.
#[kernel]
unsafe impl ReduceKernel for Spheres {
    type Value = f64;
    fn spheres(&self, slot: Index) -> f64 {
        let n = self.count[slot];
        let i = self.atom_of_slot[slot];
        let mut f: [f64; 3] = [0.0; 3];
        let mut energy: f64 = 0.0;
        for k in 0..self.longest {
            if k < n {
                let r = displacement(
                    self.x,
                    self.cell,
                    i,
                    self.neighbor[(slot, k)],
                    self.image[(slot, k)],
                );
                let distance = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt();
                let overlap = (self.cutoff - distance).max(0.0);
                let push = self.k * overlap / distance;
                #[unroll]
                for d in 0..3 {
                    f[d] -= push * r[d];
                }
                energy += self.k * 0.5 * overlap * overlap;
            }
        }
        if i >= 0 {
            #[unroll]
            for d in 0..3 {
                self.f[(i, d)] = f[d];
            }
        }
        energy
    }
}

/// Spheres of argon's mass in a cube of `n`³ fcc cells.
struct Crystal {
    space: Space,
    atoms: Atoms<f64>,
    list: NeighborList<f64>,
}

impl Crystal {
    const CUTOFF: f64 = 5.2;

    fn new(space: &Space, n: usize, temperature: f64, seed: u64) -> Result<Crystal> {
        let (edge, sites) = (
            5.3,
            [[0.0; 3], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]],
        );
        let natoms = 4 * n * n * n;
        let site = |k: usize, d: usize| {
            edge * ([k / 4 % n, k / 4 / n % n, k / 4 / n / n][d] as f64 + sites[k % 4][d])
        };
        let x: Vec<f64> = (0..3)
            .flat_map(|d| (0..natoms).map(move |k| site(k, d)))
            .collect();
        let x = View::from_slice(space, "x", [natoms, 3], &x)?;
        let atoms = Atoms::new(
            space,
            x,
            View::new(space, "f", [natoms, 3])?,
            View::new(space, "element", [natoms])?,
            &[39.948],
        )?;
        atoms.set_temperature(temperature, seed)?;
        let cell = Cell::orthogonal([edge * n as f64; 3], [true; 3])?;
        let list = NeighborList::new(
            space,
            &cell,
            Slots::in_order(space, natoms)?,
            Self::CUTOFF,
            0.4,
        )?;
        Ok(Crystal {
            space: space.clone(),
            atoms,
            list,
        })
    }

    /// Forces; gives the potential energy and whether lists were built.
    fn forces(&mut self) -> Result<(f64, bool)> {
        let is_new = self.list.update(&self.atoms.x)?;
        let list = &self.list;
        let kernel = Spheres {
            k: 0.05,
            cutoff: Self::CUTOFF,
            longest: list.longest() as i32,
            cell: list.cell().clone(),
            x: self.atoms.x.clone(),
            f: self.atoms.f.clone(),
            atom_of_slot: list.slots().atom_of_slot.clone(),
            count: list.count().clone(),
            neighbor: list.neighbor().clone(),
            image: list.image().clone(),
        };
        let energy = self.space.parallel_reduce(
            "spheres",
            RangePolicy::new(0..list.slots().len()),
            &kernel,
            Sum,
        )?;
        Ok((0.5 * energy, is_new))
    }

    /// Runs; gives total energies (eV) at start and end and the number of list builds.
    fn run(&mut self, steps: usize, dt: f64) -> Result<(f64, f64, usize)> {
        let nve = Nve::new(&self.space, &self.atoms, dt)?;
        let (mut potential, mut builds) = (self.forces()?.0, 1);
        let start = potential + self.atoms.kinetic_energy(&self.space)?;
        for _ in 0..steps {
            nve.initial_integrate()?;
            let (energy, is_new) = self.forces()?;
            (potential, builds) = (energy, builds + usize::from(is_new));
            nve.final_integrate()?;
        }
        Ok((
            start,
            potential + self.atoms.kinetic_energy(&self.space)?,
            builds,
        ))
    }
}

#[test]
fn crystal_keeps_energy_and_momentum_through_list_builds() -> Result {
    for (name, space) in spaces_under_test() {
        let mut crystal = Crystal::new(&space, 3, 60.0, 4)?;
        let (start, end, builds) = crystal.run(300, 0.004)?;
        let kinetic = crystal.atoms.kinetic_energy(&space)?;
        assert!(
            (end - start).abs() < 0.01 * kinetic,
            "{name}: {start} to {end}, kinetic {kinetic}"
        );
        assert!((3..150).contains(&builds), "{name}: {builds} builds");
        let v = crystal.atoms.v.to_vec()?;
        let momentum: f64 = v[..108].iter().sum();
        assert!(momentum.abs() < 1e-9, "{name}: {momentum}");
    }
    Ok(())
}

#[test]
fn trajectories_do_not_depend_on_the_number_of_threads() -> Result {
    let run = |threads: usize| -> Result<Vec<u64>> {
        let space = portax_backends::rayon::Rayon::new(threads)?.space();
        let mut crystal = Crystal::new(&space, 6, 80.0, 5)?;
        crystal.run(60, 0.004)?;
        Ok(crystal
            .atoms
            .x
            .to_vec()?
            .into_iter()
            .map(f64::to_bits)
            .collect())
    };
    let one = run(1)?;
    for threads in [2, 5] {
        assert!(run(threads)? == one, "{threads} threads");
    }
    Ok(())
}

#[test]
fn velocities_have_the_temperature_and_no_momentum() -> Result {
    for (name, space) in spaces_under_test() {
        let n = 53;
        let element: Vec<i32> = (0..n as i32).map(|i| i % 2).collect();
        let element = View::from_slice(&space, "element", [n], &element)?;
        let view = |label| View::<f64, 2>::new(&space, label, [n, 3]);
        let atoms = Atoms::new(&space, view("x")?, view("f")?, element, &[183.84, 9.012])?;
        atoms.set_temperature(300.0, 1)?;
        assert!((atoms.temperature(&space)? - 300.0).abs() < 1e-9, "{name}");
        let v = atoms.v.to_vec()?;
        let momentum: f64 = (0..n).map(|i| v[i] * [183.84, 9.012][i % 2]).sum();
        assert!(momentum.abs() < 1e-9, "{name}: {momentum}");
        atoms.set_temperature(300.0, 2)?;
        assert_ne!(atoms.v.to_vec()?, v, "{name}: the seed changes nothing");
        atoms.set_temperature(0.0, 2)?;
        assert_eq!(atoms.temperature(&space)?, 0.0, "{name}");
    }
    Ok(())
}

#[test]
fn set_up_refuses_what_does_not_fit() -> Result {
    for (name, space) in spaces_under_test() {
        let view = |n| View::<f64, 2>::new(&space, "x", [n, 3]);
        let element = View::from_slice(&space, "element", [3], &[0, 0, 1])?;
        let made = |n, mass: &[f64]| -> Result<std::result::Result<Atoms<f64>, Error>> {
            Ok(Atoms::new(
                &space,
                view(3)?,
                view(n)?,
                element.clone(),
                mass,
            ))
        };
        assert!(
            matches!(made(2, &[1.0, 2.0])?, Err(Error::Atoms { found: 2, .. })),
            "{name}"
        );
        assert!(
            matches!(
                made(3, &[1.0])?,
                Err(Error::Element {
                    atom: 2,
                    element: 1,
                    masses: 1
                })
            ),
            "{name}"
        );
        assert!(
            matches!(made(3, &[1.0, 0.0])?, Err(Error::Parameter { .. })),
            "{name}"
        );
        let atoms = made(3, &[1.0, 2.0])??;
        assert!(
            matches!(Nve::new(&space, &atoms, 0.0), Err(Error::Parameter { .. })),
            "{name}"
        );
        assert!(
            matches!(atoms.set_temperature(-1.0, 0), Err(Error::Parameter { .. })),
            "{name}"
        );
    }
    Ok(())
}

#[test]
fn random_numbers_are_uniform() {
    let mut random = SplitMix64::new(3);
    let mut counts = [0; 10];
    (0..10_000).for_each(|_| counts[(random.uniform() * 10.0) as usize] += 1);
    assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
}
