//! A system as the stages see it: positions, lists, constants.

use portax::{Space, View};

use super::pair::Pairs;
use super::room::Room;
use super::tables::Tables;
use crate::error::Error;
use crate::neighbor::{NeighborList, Slots};
use crate::pair::table::{PAIR_TABLE_ROWS, PairFlags, pair_table};
use crate::{SnapPotential, System};

/// What does not depend on the rung.
pub(super) struct Inputs {
    pub x: View<f64, 2>,
    pub list: NeighborList<f64>,
    pub tables: Tables,
    pub pairs: Pairs,
    pub weight: f64,
    pub twojmax: usize,
}

impl Inputs {
    /// Those of a system, with lists for the positions as they are, whose rows have room for whole batches of so many
    /// neighbours. What fills a row has weight 0.
    ///
    /// # Errors
    /// [`Error::Standard`] for what the formulation is not built for; [`Error::Neighbor`], [`Error::Portax`].
    pub fn new(
        space: &Space,
        room: &Room<'_>,
        potential: &SnapPotential,
        system: &System,
        batch: usize,
    ) -> Result<Self, Error> {
        require_supported(potential, system)?;
        system.validate(1)?;
        let natoms = system.natoms();
        let x: View<f64, 2> = View::new(space, "x", [natoms, 3])?;
        let by_component = (0..3).flat_map(|d| system.positions.iter().map(move |x| x[d]));
        x.copy_from_slice(&by_component.collect::<Vec<_>>())?;
        let slots = Slots::in_order(space, natoms)?;
        let cutoff = potential.cutoff();
        let mut list = NeighborList::new(space, &system.cell, slots, cutoff, 0.0)?;
        list.build(&x)?;
        let neighbors = list.longest().max(1).next_multiple_of(batch);
        let constants = pair_table(potential, 1);
        Ok(Self {
            pairs: Pairs {
                rij: room.view("rij", [list.slots().len(), neighbors, 4])?,
                constants: View::from_slice(space, "pair", [PAIR_TABLE_ROWS, 1], &constants)?,
                rmin0: potential.params().rmin0,
                flags: PairFlags::of(potential),
            },
            weight: potential.pair(0, 0).weight,
            twojmax: potential.params().twojmax,
            tables: Tables::new(space, potential)?,
            list,
            x,
        })
    }

    /// Atoms with those that fill the last vector.
    pub fn slots(&self) -> usize {
        self.pairs.rij.extent(0)
    }

    /// Neighbours of an atom, the most, with those that fill its last batch.
    pub fn neighbors(&self) -> usize {
        self.pairs.rij.extent(1)
    }
}

/// Linear SNAP of one element.
fn require_supported(potential: &SnapPotential, system: &System) -> Result<(), Error> {
    let params = potential.params();
    let refusals = [
        (potential.elements().len() != 1, "several elements"),
        (params.chemflag, "densities of each element (chemflag)"),
        (params.quadraticflag, "quadratic terms (quadraticflag)"),
        (potential.zbl().is_some(), "forces of ZBL"),
        (
            system.elements.contains(&None),
            "atoms without an element (NULL)",
        ),
        (system.positions.is_empty(), "no atoms"),
    ];
    match refusals.iter().find(|(refused, _)| *refused) {
        Some(&(_, what)) => Err(Error::Standard { what }),
        None => Ok(()),
    }
}
