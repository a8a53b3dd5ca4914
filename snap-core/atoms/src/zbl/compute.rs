//! The kernel, and what it reads and writes.

use portax::{Float, Functor, Prepared, Space, TeamKernel, TeamPolicy, View, device, kernel};

use super::{COULOMB, Error, SCREENING, SCREENING_LENGTH, SCREENING_POWER, Zbl};
use crate::neighbor::{NeighborList, Neighbors, displacement};

/// Row of Zi Zj e² / (4 pi eps0), eV Å.
const CHARGES: usize = 0;
/// Row of 1 / a, 1/Å.
const PER_LENGTH: usize = 1;
/// Row of what t³ is multiplied with in S, t = r - inner.
const CUBIC: usize = 2;
/// Row of what t⁴ is multiplied with.
const QUARTIC: usize = 3;
/// Row of the constant in S, eV.
const SHIFT: usize = 4;
/// Rows of the table of pairs.
pub const PAIR_ROWS: usize = 5;

/// Squared distance (Å²) up to which two atoms are taken for one place, as LAMMPS' SNAP does.
const OVERLAP: f64 = 1e-20;

/// Sums of an atom: energy, force, virial.
const SUMS: usize = 10;
/// First of the force among them.
const FORCE: usize = 1;
/// First of the virial.
const VIRIAL: usize = 4;

/// Threads that share the neighbours of a tile on devices: 2 000 atoms are 63 tiles, and a thread each would leave most of a GPU
/// idle.
const THREADS: usize = 8;

/// Energies, forces and virials of a list: what the pairs of each slot's atom give to that atom.
///
/// The atom has half of the energy of each of its pairs, half of its virial and the whole force on it, so that every atom
/// needs a list, and nothing is scattered.
#[derive(Functor)]
pub struct ComputeZbl<T: Float> {
    /// Up to here S is constant.
    pub inner: T,
    /// Square of where the repulsion ends.
    pub outer_squared: T,
    /// Number of types.
    pub types: i32,
    /// Constants of pairs of types, `[PAIR_ROWS, types^2]`, pair (i, j) in column `i * types + j`.
    pub pair: View<T, 2>,
    /// Type of each atom.
    pub kind: View<i32, 1>,
    /// The lists.
    pub neighbors: Neighbors<T>,
    /// Forces, `[natoms, 3]`, to which those of the pairs are added.
    pub f: View<T, 2>,
    /// Energy of each atom.
    pub energies: View<T, 1>,
    /// xx yy zz xy xz yz of each atom, `[natoms, 6]`.
    pub virials: View<T, 2>,
    /// One more than an atom that overlaps another, 0 if none does; one element.
    pub overlap: View<i32, 1>,
    /// Lanes of a vector.
    #[comptime]
    pub width: usize,
    /// Threads that share the neighbours of an atom.
    #[comptime]
    pub threads: usize,
}

/// phi(x) and its derivative.
#[device]
fn screening<T: Float>(x: T) -> (T, T) {
    let mut phi: T = 0.0;
    let mut slope: T = 0.0;
    #[unroll]
    for k in 0..4 {
        let (weight, decay) = (SCREENING[k][0] as T, SCREENING[k][1] as T);
        let term = weight * (-decay * x).exp();
        phi += term;
        slope -= term * decay;
    }
    (phi, slope)
}

#[device]
impl<T: Float> ComputeZbl<T> {
    /// Energy of a pair at distance `r`, and its derivative.
    fn of_pair(&self, kind: i32, r: T) -> (T, T) {
        let per_length = self.pair[(PER_LENGTH, kind)];
        let (phi, slope) = screening(r * per_length);
        let coulomb = self.pair[(CHARGES, kind)] / r;
        let t = (r - self.inner).max(0.0);
        let (cubic, quartic) = (self.pair[(CUBIC, kind)], self.pair[(QUARTIC, kind)]);
        let bend = t * t * t * (cubic + quartic * t) + self.pair[(SHIFT, kind)];
        let bend_slope = t * t * (cubic * 3.0 + quartic * t * 4.0);
        (
            coulomb * phi + bend,
            coulomb * (slope * per_length - phi / r) + bend_slope,
        )
    }
}

#[device]
impl<T: Float> ComputeZbl<T> {
    /// What every `threads`-th neighbour of a slot's atom `i` gives to it, from number `thread` on.
    fn of_neighbors(&self, slot: i32, i: i32, thread: i32, sums: &mut [T; SUMS]) {
        let first = self.kind[i] * self.types;
        for k in (thread..self.neighbors.count[slot]).step_by(self.threads) {
            let j = self.neighbors.neighbor[(slot, k)];
            let image = self.neighbors.image[(slot, k)];
            let r = displacement(self.neighbors.x, self.neighbors.cell, i, j, image);
            let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
            if rsq <= OVERLAP {
                self.overlap.atomic_max(0, i + 1);
            } else if rsq < self.outer_squared {
                let distance = rsq.sqrt();
                let (of_pair, slope) = self.of_pair(first + self.kind[j], distance);
                sums[0] += of_pair;
                let by_distance = slope / distance;
                let g = [r[0] * by_distance, r[1] * by_distance, r[2] * by_distance];
                #[unroll]
                for d in 0..3 {
                    sums[FORCE + d] += g[d];
                    sums[VIRIAL + d] -= r[d] * g[d];
                }
                sums[VIRIAL + 3] -= r[0] * g[1];
                sums[VIRIAL + 4] -= r[0] * g[2];
                sums[VIRIAL + 5] -= r[1] * g[2];
            }
        }
    }
}

// SAFETY: an atom has one slot at most, whose team alone writes what belongs to the atom, each sum by one thread; `overlap`
// by atomics.
#[kernel]
unsafe impl<T: Float> TeamKernel for ComputeZbl<T> {
    fn compute_zbl(&self, team: Team) {
        let first = team.league_rank() * self.width;
        let shares = team.scratch_tile::<T, 2>([self.width, comptime!(SUMS * self.threads)]);
        parallel_for(TeamThreadRange(team, self.threads), |thread| {
            for lane in team.lanes() {
                let slot = lane + first;
                let i = self.neighbors.atom_of_slot[slot];
                let mut sums: [T; SUMS] = [0.0; SUMS];
                if i >= 0 {
                    self.of_neighbors(slot, i, thread, &mut sums);
                }
                #[unroll]
                for c in 0..SUMS {
                    shares[(lane, thread * SUMS + c)] = sums[c];
                }
            }
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, SUMS), |c| {
            for lane in team.lanes() {
                let i = self.neighbors.atom_of_slot[lane + first];
                let mut sum: T = 0.0;
                for thread in 0..self.threads {
                    sum += shares[(lane, thread * SUMS + c)];
                }
                if i >= 0 {
                    if c < FORCE {
                        self.energies[i] = sum * 0.5;
                    } else if c < VIRIAL {
                        self.f[(i, c - FORCE)] += sum;
                    } else {
                        self.virials[(i, c - VIRIAL)] = sum * 0.5;
                    }
                }
            }
        });
    }
}

/// Energy at `r`, and its first two derivatives, of the screened repulsion without S.
fn screened(charges: f64, per_length: f64, r: f64) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for [c, d] in SCREENING {
        let decay = d * per_length;
        let term = charges / r * c * (-decay * r).exp();
        let slope = decay + 1.0 / r;
        sum[0] += term;
        sum[1] -= term * slope;
        sum[2] += term * (slope * slope + 1.0 / (r * r));
    }
    sum
}

/// The column of a pair of charges: S = A / 3 t³ + B / 4 t⁴ + C makes energy, slope and curvature zero at the outer cutoff.
fn column(zbl: &Zbl, charges: Option<[f64; 2]>) -> [f64; PAIR_ROWS] {
    let Some([zi, zj]) = charges else {
        return [0.0; PAIR_ROWS];
    };
    let strength = zi * zj * COULOMB;
    let per_length = (zi.powf(SCREENING_POWER) + zj.powf(SCREENING_POWER)) / SCREENING_LENGTH;
    let [energy, slope, curvature] = screened(strength, per_length, zbl.outer());
    let t = zbl.outer() - zbl.inner();
    // Without room to bend the energy is shifted, and the force ends in a step.
    let (a, b) = match t {
        0.0 => (0.0, 0.0),
        _ => (
            (t * curvature - 3.0 * slope) / (t * t),
            (2.0 * slope - t * curvature) / (t * t * t),
        ),
    };
    [
        strength,
        per_length,
        a / 3.0,
        b / 4.0,
        t * slope / 2.0 - t * t * curvature / 12.0 - energy,
    ]
}

/// The table of all pairs, columns one after the other.
fn pair_table(zbl: &Zbl) -> Vec<f64> {
    let types = zbl.types();
    let pairs = (0..types).flat_map(|i| (0..types).map(move |j| (i, j)));
    pairs
        .flat_map(|(i, j)| column(zbl, zbl.charges(i, j)))
        .collect()
}

/// Types as the kernel reads them, of so many.
fn numbers(types: &[usize], count: usize) -> Result<Vec<i32>, Error> {
    let number = |&kind: &usize| match kind < count {
        true => Ok(kind as i32),
        false => Err(Error::Type { kind, types: count }),
    };
    types.iter().map(number).collect()
}

/// Forces, energies and virials of atoms whose types are known.
pub struct ZblForces<T: Float> {
    zbl: Zbl,
    pair: View<T, 2>,
    kind: View<i32, 1>,
    energies: View<T, 1>,
    virials: View<T, 2>,
    overlap: View<i32, 1>,
}

impl<T: Float> ZblForces<T> {
    /// Of atoms of these types on a space.
    ///
    /// # Errors
    /// [`Error::Type`] for a type that the potential does not have; [`Error::Portax`].
    pub fn new(space: &Space, zbl: &Zbl, types: &[usize]) -> Result<Self, Error> {
        let (natoms, count) = (types.len(), zbl.types());
        let kind = numbers(types, count)?;
        let pair: Vec<T> = pair_table(zbl).into_iter().map(T::from_f64).collect();
        Ok(Self {
            pair: View::from_slice(space, "zbl_pair", [PAIR_ROWS, count * count], &pair)?,
            kind: View::from_slice(space, "zbl_type", [natoms], &kind)?,
            energies: View::new(space, "zbl_energies", [natoms])?,
            virials: View::new(space, "zbl_virials", [natoms, 6])?,
            overlap: View::new(space, "zbl_overlap", [1])?,
            zbl: zbl.clone(),
        })
    }

    /// Takes other atoms into the same memory, as many as before.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn set_types(&mut self, types: &[usize]) -> Result<(), Error> {
        let kind = numbers(types, self.zbl.types())?;
        self.kind.copy_from_slice(&kind)?;
        self.energies.fill(T::from_f64(0.0))?;
        Ok(self.virials.fill(T::from_f64(0.0))?)
    }

    /// Reports overlaps to a view of one element that a potential beside has, too.
    #[must_use]
    pub fn with_overlap(mut self, overlap: &View<i32, 1>) -> Self {
        self.overlap = overlap.clone();
        self
    }

    /// The potential.
    #[must_use]
    pub fn zbl(&self) -> &Zbl {
        &self.zbl
    }

    /// Energy of each atom, eV: half of that of each of its pairs.
    #[must_use]
    pub fn energies(&self) -> &View<T, 1> {
        &self.energies
    }

    /// Virial of each atom, `[natoms, 6]`, xx yy zz xy xz yz, eV: half of that of each of its pairs.
    #[must_use]
    pub fn virials(&self) -> &View<T, 2> {
        &self.virials
    }

    /// One element: 0, or one more than an atom that was found at the place of another.
    #[must_use]
    pub fn overlap(&self) -> &View<i32, 1> {
        &self.overlap
    }

    /// Bytes of what belongs to the atoms.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kind.bytes() + self.energies.bytes() + self.virials.bytes()
    }

    /// Computes energies and virials for positions `x`, and adds the forces to `f`, both `[natoms, 3]`, by lists in which
    /// every atom has a slot.
    ///
    /// # Errors
    /// [`Error::Atoms`] for another number of atoms, [`Error::Reach`] for lists that end before the outer cutoff,
    /// [`Error::Portax`].
    pub fn compute(
        &self,
        list: &NeighborList<T>,
        x: &View<T, 2>,
        f: &View<T, 2>,
    ) -> Result<(), Error> {
        let functor = self.functor(list, x, f)?;
        let teams = teams(&functor);
        Ok(list.space().parallel_for("compute_zbl", teams, &functor)?)
    }

    /// The same, checked once for the memory that the lists have now and launched often.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn prepare(
        &self,
        list: &NeighborList<T>,
        x: &View<T, 2>,
        f: &View<T, 2>,
    ) -> Result<Prepared, Error> {
        let functor = self.functor(list, x, f)?;
        let teams = teams(&functor);
        Ok(list.space().prepare("compute_zbl", teams, &functor)?)
    }

    fn functor(
        &self,
        list: &NeighborList<T>,
        x: &View<T, 2>,
        f: &View<T, 2>,
    ) -> Result<ComputeZbl<T>, Error> {
        let expected = self.kind.len();
        for found in [list.slots().natoms(), x.extent(0), f.extent(0)] {
            if found != expected {
                return Err(Error::Atoms { expected, found });
            }
        }
        let (inner, outer) = (self.zbl.inner(), self.zbl.outer());
        if list.reach() < outer {
            let reach = list.reach();
            return Err(Error::Reach { reach, outer });
        }
        Ok(ComputeZbl {
            inner: T::from_f64(inner),
            outer_squared: T::from_f64(outer * outer),
            types: self.zbl.types() as i32,
            pair: self.pair.clone(),
            kind: self.kind.clone(),
            neighbors: list.neighbors(x),
            f: f.clone(),
            energies: self.energies.clone(),
            virials: self.virials.clone(),
            overlap: self.overlap.clone(),
            width: list.space().natural_width(),
            threads: if list.space().is_host() { 1 } else { THREADS },
        })
    }
}

/// A team a tile.
fn teams<T: Float>(functor: &ComputeZbl<T>) -> TeamPolicy {
    TeamPolicy::new(
        functor.neighbors.count.len() / functor.width,
        functor.threads,
    )
}
