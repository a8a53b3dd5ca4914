//! What the densities of an atom add to its force, virial and energy.

use portax::{AUTO, AoSoA, Functor, Result, TeamKernel, TeamPolicy, View, kernel};

use super::Parts;
use super::deidrj::CM;
use crate::pair::geometry::ATOM_SUMS;
use crate::snap::Stage;
use crate::work::{Cost, Work};

/// The sums of each atom of a batch over its densities, and, where that is cubic in M, its energy.
#[derive(Functor)]
pub struct JoinDensities {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Constant part of each element's energy.
    pub constant: View<f64, 1>,
    /// The sums of one density after the other, `[densities * slots, ATOM_SUMS]`.
    pub split: View<f64, 2, AoSoA>,
    /// Those of the atoms, `[slots, ATOM_SUMS]`.
    pub sums: View<f64, 2, AoSoA>,
    /// Energy of each atom.
    pub energies: View<f64, 1>,
    /// Is the energy cubic in M? Otherwise another stage has written it.
    #[comptime]
    pub cubic: bool,
    /// Number of densities.
    #[comptime]
    pub densities: usize,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

// SAFETY: a team writes its own tile, each sum by one thread, and its atoms' energies.
#[kernel(unchecked)]
unsafe impl TeamKernel for JoinDensities {
    fn join_densities(&self, team: Team) {
        let tile = self.tile_number[team.league_rank()];
        if tile >= self.ntiles {
            return;
        }
        let sums = self.sums.tile(tile);
        parallel_for(TeamThreadRange(team, ATOM_SUMS), |q| {
            for lane in team.lanes() {
                let mut sum: f64 = 0.0;
                for density in 0..self.densities {
                    let split = self.split.tile(tile + self.ntiles * density);
                    sum += split[(lane, q)];
                }
                sums[(lane, q)] = sum;
                if comptime!(self.cubic) {
                    if q == CM {
                        let atom = self.atom_of_slot[lane + tile * self.width];
                        if atom >= 0 {
                            let constant = self.constant[self.tile_element[tile]];
                            self.energies[atom] = sum * (1.0 / 3.0) + constant;
                        }
                    }
                }
            }
        });
    }
}

pub(super) fn stage<T: portax::Float>(p: &Parts<'_, T>) -> Result<Stage> {
    let (atoms, densities) = (p.given.atoms, &p.buffers.densities);
    let functor = JoinDensities {
        tile_number: p.buffers.to_v.values.tile_number.clone(),
        ntiles: p.given.ntiles() as i32,
        tile_element: atoms.tile_element.clone(),
        atom_of_slot: p.given.list.slots().atom_of_slot.clone(),
        constant: p.constants.energy.clone(),
        split: densities[0].sums.clone(),
        sums: atoms.sums.clone(),
        energies: atoms.energies.clone(),
        cubic: p.buffers.beta().is_none(),
        densities: densities.len(),
        width: p.given.width(),
    };
    let bytes = (densities.len() + 1) * ATOM_SUMS * size_of::<f64>();
    let work = Work {
        atom: Cost::new(densities.len() * ATOM_SUMS, bytes),
        ..Work::default()
    };
    let policy = TeamPolicy::new(p.tiles, AUTO);
    Stage::new(p.given.space, "join_densities", policy, &functor, work)
}
