//! Forces and virial from what the energy of each atom gains with the displacement of each of its neighbours.

use portax::{
    AoSoA, Float, Functor, RangePolicy, ReduceKernel, Sum, TeamKernel, TeamPolicy, View, device,
    kernel,
};

use crate::neighbor::{Error, NeighborList, Neighbors};
use crate::tensor::{Tensor, TensorIn};

/// dE/dr of the entry with this number ([`NeighborList::reverse_entry`]).
#[device]
fn of_entry<T: Float>(dedr: View<T, 3, AoSoA>, entry: i32, d: usize, width: usize) -> T {
    let row = entry / comptime!(width as i32);
    let tile = row / dedr.extent(2);
    let lane = entry - row * width;
    dedr[(tile * width + lane, d, row - tile * dedr.extent(2))]
}

/// F_i = sum_k dE_i/dr_k - sum over the entries whose neighbour is i of dE/dr: a team an atom.
#[derive(Functor)]
struct GatherForces<T: Float> {
    slot_of_atom: View<i32, 1>,
    count: View<i32, 1>,
    reverse_start: View<i32, 1>,
    reverse_entry: View<i32, 1>,
    dedr: View<T, 3, AoSoA>,
    f: View<T, 2>,
    #[comptime]
    width: usize,
}

#[kernel]
impl<T: Float> TeamKernel for GatherForces<T> {
    fn gather_forces(&self, team: Team) {
        let i = team.league_rank();
        let slot = self.slot_of_atom[i];
        let mut count: Int = 0;
        if slot >= 0 {
            count = self.count[slot];
        }
        let begin = self.reverse_start[i];
        let entries = self.reverse_start[i + 1] - begin;
        #[unroll]
        for d in 0..3 {
            let own: Uniform<T> = parallel_reduce(
                TeamVectorRange(team, count),
                |k| self.dedr[(slot, d, k)],
                Sum,
            );
            let of_others: Uniform<T> = parallel_reduce(
                TeamVectorRange(team, entries),
                |n| of_entry(self.dedr, self.reverse_entry[n + begin], d, self.width),
                Sum,
            );
            single(PerTeam(team), || {
                self.f[(i, d)] = own - of_others;
            });
        }
    }
}

/// - sum of r dE/dr over the neighbours of a slot.
#[derive(Functor)]
struct SumVirial<T: Float> {
    longest: i32,
    neighbors: Neighbors<T>,
    dedr: View<T, 3, AoSoA>,
}

#[kernel]
impl<T: Float> ReduceKernel for SumVirial<T> {
    type Value = Tensor<T>;
    fn sum_virial(&self, slot: Index) -> Tensor<T> {
        let n = self.neighbors.count[slot];
        let mut sum: [T; 6] = [0.0; 6];
        for k in 0..self.longest {
            if k < n {
                let r = self.neighbors.displacement(slot, k);
                let dedr = [
                    self.dedr[(slot, 0, k)],
                    self.dedr[(slot, 1, k)],
                    self.dedr[(slot, 2, k)],
                ];
                sum[0] -= r[0] * dedr[0];
                sum[1] -= r[1] * dedr[1];
                sum[2] -= r[2] * dedr[2];
                sum[3] -= r[0] * dedr[1];
                sum[4] -= r[0] * dedr[2];
                sum[5] -= r[1] * dedr[2];
            }
        }
        Tensor {
            xx: sum[0],
            yy: sum[1],
            zz: sum[2],
            xy: sum[3],
            xz: sum[4],
            yz: sum[5],
        }
    }
}

/// The derivative of each atom's energy by the displacement of each of its neighbours, and the forces and the virial that
/// follow from it.
///
/// The total energy is the sum of the atoms' energies, E = sum_i E_i, and E_i depends on the displacements r_k from atom i
/// to its neighbours: pair potentials (each atom has half of a pair's energy), embedded atoms, potentials of any number of
/// bodies. A kernel of the user's writes dE_i/dr_k of every entry of the lists; nothing is scattered, so sums do not depend
/// on timing.
pub struct PairForces<T: Float> {
    dedr: View<T, 3, AoSoA>,
}

impl<T: Float> PairForces<T> {
    /// Room for the derivatives of these lists.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn new(list: &NeighborList<T>) -> Result<Self, Error> {
        Ok(PairForces {
            dedr: View::new(list.space(), "dedr", extents(list))?,
        })
    }

    /// dE_i/dr_k for a kernel to fill, `[slots, 3, max_neighbors]`: (s, d, k) belongs to entry (s, k) of the lists. It is
    /// another view than before where the lists have outgrown it; call it after each build.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn dedr(&mut self, list: &NeighborList<T>) -> Result<&View<T, 3, AoSoA>, Error> {
        if self.dedr.extents() != extents(list) {
            *self = PairForces::new(list)?;
        }
        Ok(&self.dedr)
    }

    /// Forces `f` (`[natoms, 3]`) on all atoms, those without a list among them.
    ///
    /// # Errors
    /// [`Error::Atoms`] for another number of atoms, [`Error::Derivatives`] where the lists have other room than the
    /// derivatives, [`Error::Portax`].
    pub fn gather(&self, list: &NeighborList<T>, f: &View<T, 2>) -> Result<(), Error> {
        self.check(list, f)?;
        let gather = GatherForces {
            slot_of_atom: list.slots().slot_of_atom.clone(),
            count: list.count().clone(),
            reverse_start: list.reverse_start().clone(),
            reverse_entry: list.reverse_entry().clone(),
            dedr: self.dedr.clone(),
            f: f.clone(),
            width: list.space().natural_width(),
        };
        let teams = TeamPolicy::new(f.extent(0), 1);
        Ok(list.space().parallel_for("gather forces", teams, &gather)?)
    }

    /// The virial - sum r dE/dr, xx yy zz xy xz yz, of atoms at `x` (`[natoms, 3]`) for which the derivatives were computed.
    ///
    /// # Errors
    /// As for [`PairForces::gather`].
    pub fn virial(&self, list: &NeighborList<T>, x: &View<T, 2>) -> Result<[f64; 6], Error> {
        self.check(list, x)?;
        let sum = SumVirial {
            longest: list.longest() as i32,
            neighbors: list.neighbors(x),
            dedr: self.dedr.clone(),
        };
        let slots = RangePolicy::new(0..list.slots().len());
        let virial = list.space().parallel_reduce("virial", slots, &sum, Sum)?;
        Ok(virial.values())
    }

    /// Refuses derivatives that do not fit the lists, and a view with another number of rows than atoms.
    fn check(&self, list: &NeighborList<T>, of_atoms: &View<T, 2>) -> Result<(), Error> {
        let (expected, found) = (list.slots().natoms(), of_atoms.extent(0));
        if expected != found {
            return Err(Error::Atoms { expected, found });
        }
        let [slots, _, max_neighbors] = self.dedr.extents();
        if self.dedr.extents() != extents(list) {
            return Err(Error::Derivatives {
                slots,
                max_neighbors,
            });
        }
        Ok(())
    }
}

/// Extents of the derivatives.
fn extents<T: Float>(list: &NeighborList<T>) -> [usize; 3] {
    [list.slots().len(), 3, list.max_neighbors()]
}
