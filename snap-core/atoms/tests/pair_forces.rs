//! Forces and virial of a many-body potential against differences of energies that the host computes.

use portax::{AoSoA, Float, Functor, RangeKernel, RangePolicy, Space, View, kernel};
use portax_atoms::{
    PairForces,
    md::SplitMix64,
    neighbor::{Cell, Error, NeighborList, Neighbors, Slots},
};
use portax_backends::testing::one_of_each;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

const CUTOFF: f64 = 3.5;
const SKIN: f64 = 0.5;
/// Step of differences, Å or strain.
const STEP: f64 = 1e-4;

/// The energy of an atom is the square of its density, the sum of (cutoff - r)² over its neighbours.
#[derive(Functor)]
struct SquaredDensity<T: Float> {
    cutoff: T,
    neighbors: Neighbors<T>,
    dedr: View<T, 3, AoSoA>,
}

#[kernel]
impl<T: Float> RangeKernel for SquaredDensity<T> {
    fn squared_density(&self, slot: Index) {
        let n = self.neighbors.count[slot];
        let mut density: T = 0.0;
        for k in 0..n {
            let r = self.neighbors.displacement(slot, k);
            let distance = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt();
            let depth = (self.cutoff - distance).max(0.0);
            density += depth * depth;
            let derivative = -2.0 * depth / distance;
            #[unroll]
            for d in 0..3 {
                self.dedr[(slot, d, k)] = derivative * r[d];
            }
        }
        for k in 0..n {
            #[unroll]
            for d in 0..3 {
                self.dedr[(slot, d, k)] = 2.0 * density * self.dedr[(slot, d, k)];
            }
        }
    }
}

/// Atoms in a triclinic cell of about the cutoff, so that they see images of themselves; some have no energy.
#[derive(Clone)]
struct Case {
    vectors: [[f64; 3]; 3],
    x: Vec<[f64; 3]>,
    has_energy: Vec<bool>,
}

impl Case {
    fn new(natoms: usize, edge: f64) -> Case {
        let mut random = SplitMix64::new(8);
        let (b, c) = (0.3 * edge, -0.2 * edge);
        Case {
            vectors: [[edge, 0.0, 0.0], [b, 0.9 * edge, 0.0], [c, b, 1.1 * edge]],
            x: (0..natoms)
                .map(|_| [0; 3].map(|_| 0.8 * edge * random.uniform()))
                .collect(),
            has_energy: (0..natoms).map(|i| i % 4 != 2).collect(),
        }
    }

    /// The energy, by all images within two cells.
    fn energy(&self) -> f64 {
        let atoms = (0..self.x.len()).filter(|&i| self.has_energy[i]);
        atoms.map(|i| self.density(i).powi(2)).sum()
    }

    fn density(&self, i: usize) -> f64 {
        let images = (0..125).map(|n| [n % 5 - 2, n / 5 % 5 - 2, n / 25 - 2].map(f64::from));
        let distance = |j: usize, n: [f64; 3]| {
            let of = |d: usize| {
                let shift: f64 = (0..3).map(|e| n[e] * self.vectors[e][d]).sum();
                self.x[j][d] - self.x[i][d] + shift
            };
            (0..3).map(|d| of(d).powi(2)).sum::<f64>().sqrt()
        };
        let pairs = images.flat_map(|n| (0..self.x.len()).map(move |j| (j, n)));
        pairs
            .filter(|&(j, n)| j != i || n != [0.0; 3])
            .map(|(j, n)| (CUTOFF - distance(j, n)).max(0.0).powi(2))
            .sum()
    }

    /// The negative derivative of the energy by what `change` adds.
    fn derivative(&self, change: impl Fn(&mut Case, f64)) -> f64 {
        let energy = |step| {
            let mut case = self.clone();
            change(&mut case, step);
            case.energy()
        };
        (energy(-STEP) - energy(STEP)) / (2.0 * STEP)
    }

    fn force(&self, i: usize, d: usize) -> f64 {
        self.derivative(|case, step| case.x[i][d] += step)
    }

    /// The virial, by strain that moves d along e.
    fn virial(&self, [d, e]: [usize; 2]) -> f64 {
        self.derivative(|case, step| {
            let points = case.x.iter_mut().chain(&mut case.vectors);
            points.for_each(|x| x[d] += step * x[e]);
        })
    }

    fn list<T: Float>(&self, space: &Space) -> Result<NeighborList<T>> {
        let atoms = (0..self.x.len()).rev().map(|i| match self.has_energy[i] {
            true => i as i32,
            false => -1,
        });
        let mut atoms: Vec<i32> = atoms.collect();
        atoms.resize(atoms.len().next_multiple_of(space.natural_width()), -1);
        let slots = Slots::new(space, self.x.len(), &atoms)?;
        let cell = Cell::new(self.vectors, [true; 3])?;
        Ok(NeighborList::new(space, &cell, slots, CUTOFF, SKIN)?)
    }

    fn view<T: Float>(&self, space: &Space) -> Result<View<T, 2>> {
        let columns = (0..3).flat_map(|d| self.x.iter().map(move |x| T::from_f64(x[d])));
        let columns: Vec<T> = columns.collect();
        Ok(View::from_slice(space, "x", [self.x.len(), 3], &columns)?)
    }

    /// Forces in columns and virial, on a space.
    fn compute<T: Float>(&self, space: &Space) -> Result<(Vec<T>, [f64; 6])> {
        let (x, mut list) = (self.view(space)?, self.list(space)?);
        list.build(&x)?;
        let mut forces = PairForces::new(&list)?;
        fill(&list, &x, forces.dedr(&list)?)?;
        let f = View::new(space, "f", x.extents())?;
        forces.gather(&list, &f)?;
        Ok((f.to_vec()?, forces.virial(&list, &x)?))
    }
}

/// Computes the derivatives.
fn fill<T: Float>(
    list: &NeighborList<T>,
    x: &View<T, 2>,
    dedr: &View<T, 3, AoSoA>,
) -> portax::Result<()> {
    let kernel = SquaredDensity {
        cutoff: T::from_f64(CUTOFF),
        neighbors: list.neighbors(x),
        dedr: dedr.clone(),
    };
    let slots = RangePolicy::new(0..list.slots().len());
    list.space().parallel_for("squared density", slots, &kernel)
}

fn assert_close(what: &str, found: f64, expected: f64, tolerance: f64) {
    let error = (found - expected).abs();
    assert!(
        error < tolerance * (1.0 + expected.abs()),
        "{what}: {found} instead of {expected}"
    );
}

#[test]
fn forces_and_virial_are_derivatives_of_the_energy() -> Result {
    let case = Case::new(19, 5.0);
    let n = case.x.len();
    let forces: Vec<f64> = (0..3 * n).map(|k| case.force(k % n, k / n)).collect();
    let virial = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]].map(|de| case.virial(de));
    for (name, space) in one_of_each() {
        let (f, w) = case.compute::<f64>(&space)?;
        (0..3 * n).for_each(|k| assert_close(&format!("{name}: f[{k}]"), f[k], forces[k], 1e-6));
        (0..6).for_each(|k| assert_close(&format!("{name}: virial {k}"), w[k], virial[k], 1e-6));
        let (f, w) = case.compute::<f32>(&space)?;
        let f = |k: usize| f64::from(f[k]);
        (0..3 * n)
            .for_each(|k| assert_close(&format!("{name}: f32 f[{k}]"), f(k), forces[k], 1e-3));
        (0..6).for_each(|k| assert_close(&format!("{name}: f32 virial"), w[k], virial[k], 1e-3));
    }
    Ok(())
}

#[test]
fn forces_do_not_depend_on_the_number_of_threads() -> Result {
    let case = Case::new(500, 15.0);
    let run = |threads: usize| -> Result<_> {
        let space = portax_backends::rayon::Rayon::new(threads)?.space();
        let (f, w) = case.compute::<f64>(&space)?;
        Ok((f.into_iter().map(f64::to_bits).collect::<Vec<_>>(), w))
    };
    let one = run(1)?;
    for threads in [2, 5] {
        assert!(run(threads)? == one, "{threads} threads");
    }
    Ok(())
}

#[test]
fn derivatives_of_other_lists_are_refused() -> Result {
    let (small, crowded) = (Case::new(9, 9.0), Case::new(90, 6.0));
    for (name, space) in one_of_each() {
        let mut list = small.list::<f64>(&space)?;
        list.build(&small.view(&space)?)?;
        let forces = PairForces::new(&list)?;
        let f = |n| View::<f64, 2>::new(&space, "f", [n, 3]);
        let refused = forces.gather(&list, &f(8)?);
        assert!(
            matches!(
                refused,
                Err(Error::Atoms {
                    expected: 9,
                    found: 8
                })
            ),
            "{name}"
        );
        let mut list = crowded.list(&space)?;
        list.build(&crowded.view(&space)?)?;
        let refused = forces.virial(&list, &f(90)?);
        assert!(matches!(refused, Err(Error::Derivatives { .. })), "{name}");
    }
    Ok(())
}

#[test]
fn without_atoms_there_are_no_forces() -> Result {
    for (name, space) in one_of_each() {
        let (f, virial) = Case::new(0, 9.0).compute::<f64>(&space)?;
        assert!(f.is_empty() && virial == [0.0; 6], "{name}");
    }
    Ok(())
}
