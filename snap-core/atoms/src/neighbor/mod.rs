//! Neighbour lists by cells, built on the space where they are used.
//!
//! Atoms are wrapped into the cell and sorted into bins at least as wide as the cutoff (`bins`, `segments`); every bin
//! searches the bins around it, through the faces of a periodic cell (`pairs`). A neighbour is an atom and the *image*
//! of the cell that its copy is in ([`image`]): cells smaller than the cutoff hold several images of one atom, the
//! central atom's own among them. Lists and sums over them do not depend on timing or on the number of threads: bins
//! are traversed in one order and their atoms sorted.
//!
//! ```
//! # use portax::{Space, View};
//! # use portax_atoms::neighbor::{Cell, Error, NeighborList, Slots};
//! # fn f(space: &Space, x: &View<f64, 2>) -> Result<(), Error> {
//! let cell = Cell::orthogonal([31.6, 31.6, 31.6], [true; 3])?;
//! let slots = Slots::in_order(space, x.extent(0))?;
//! let mut list = NeighborList::new(space, &cell, slots, 4.73, 1.0)?;
//! list.build(x)?;
//! // move atoms ...
//! let is_new = list.update(x)?;
//! # Ok(()) }
//! ```

mod bins;
mod cell;
mod error;
mod grid;
pub mod image;
mod moved;
mod neighbors;
mod pairs;
mod points;
mod reverse;
mod segments;
mod slots;
mod strain;
mod systems;
mod taken;

pub use cell::Cell;
pub use error::Error;
pub use grid::{CELL_VALUES, CellView, INVERSE, ORIGIN, PERIODIC};
pub use image::{displacement, image_shift, pack_image};
pub use neighbors::Neighbors;
pub use points::{PointLists, PointNeighbors};
pub use slots::Slots;
pub use systems::Systems;
pub use taken::Lists;

use bins::Bins;
use moved::Moved;
use pairs::Pairs;
use portax::{AoSoA, Float, Space, View, deep_copy};
use reverse::Reverse;
use strain::Strain;

/// Room of a list before the first build.
const FIRST_ROOM: usize = 32;

/// About how many neighbours an atom has within `reach` (Å): those of atoms that fill the cell evenly. Other atoms have
/// more.
#[must_use]
pub fn mean_neighbors(cell: &Cell, natoms: usize, reach: f64) -> f64 {
    let periodic = cell.periodic();
    let spans = cell.widths().map(|width| 2.0 * reach / width);
    let share = |d: usize| {
        if periodic[d] {
            spans[d]
        } else {
            spans[d].min(1.0)
        }
    };
    // The share of a ball in the cube around it.
    natoms as f64 * std::f64::consts::FRAC_PI_6 * share(0) * share(1) * share(2)
}

/// Neighbours of every slot's atom within cutoff + skin, and for every atom the lists in which it stands.
pub struct NeighborList<T: Float> {
    space: Space,
    slots: Slots,
    cutoff: f64,
    skin: f64,
    bins: Bins<T>,
    pairs: Pairs,
    reverse: Reverse,
    total: usize,
    moved: Moved<T>,
    cell_at_build: Cell,
    /// Positions that the last build was given
    given: View<T, 2>,
    builds: u64,
}

impl<T: Float> NeighborList<T> {
    /// Lists for atoms in `cell`, of neighbours closer than `cutoff + skin`, both in Å.
    ///
    /// The lists stay valid until an atom has moved by half the skin, less where the cell changes.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::TooThin`], [`Error::TooManyPairs`], [`Error::Portax`].
    pub fn new(
        space: &Space,
        cell: &Cell,
        slots: Slots,
        cutoff: f64,
        skin: f64,
    ) -> Result<Self, Error> {
        let one = Systems::new(space, &[slots.natoms()])?;
        Self::of_systems(space, cell, one, slots, cutoff, skin)
    }

    /// The same for several systems, each in a cell like `cell`.
    ///
    /// # Errors
    /// As for [`NeighborList::new`]; [`Error::Atoms`] for systems of other atoms than the slots have.
    pub fn of_systems(
        space: &Space,
        cell: &Cell,
        systems: Systems,
        slots: Slots,
        cutoff: f64,
        skin: f64,
    ) -> Result<Self, Error> {
        let is_length = |value: f64| value.is_finite() && value >= 0.0;
        if !(is_length(cutoff) && cutoff > 0.0) {
            return Err(Error::Length {
                name: "cutoff",
                value: cutoff,
                expected: "positive",
            });
        }
        if !is_length(skin) {
            return Err(Error::Length {
                name: "skin",
                value: skin,
                expected: "not negative",
            });
        }
        let natoms = slots.natoms();
        let (expected, found) = (natoms, systems.natoms());
        if expected != found {
            return Err(Error::Atoms { expected, found });
        }
        let mean = mean_neighbors(cell, systems.mean_size(), cutoff + skin);
        let bins = Bins::new(space, cell, cutoff + skin, systems)?;
        // Twice as many, since this is an estimate: lists that come near the limit are counted when they are built.
        if mean * natoms as f64 > 2.0 * f64::from(i32::MAX) {
            return Err(Error::TooManyPairs {
                slots: slots.len(),
                max_neighbors: mean as usize,
            });
        }
        Ok(NeighborList {
            bins,
            pairs: Pairs::new(space, slots.len(), FIRST_ROOM)?,
            reverse: Reverse::new(space, natoms)?,
            moved: Moved::new(space, natoms)?,
            given: View::new(space, "x_of_lists", [natoms, 3])?,
            builds: 0,
            cell_at_build: *cell,
            space: space.clone(),
            slots,
            cutoff,
            skin,
            total: 0,
        })
    }

    /// Makes room for so many neighbours of each slot, as far as there can be, before lists are built. Lists that need more find
    /// it by a second search.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn reserve(&mut self, neighbors: usize) -> Result<(), Error> {
        let neighbors = neighbors.min(i32::MAX as usize / self.slots.len().max(1));
        if neighbors > self.max_neighbors() {
            self.pairs = Pairs::new(&self.space, self.slots.len(), neighbors)?;
        }
        Ok(())
    }

    /// Builds the lists for positions `x` (`[natoms, 3]`, Å), which it wraps into the cell.
    ///
    /// # Errors
    /// [`Error::Atoms`] for other than `natoms` positions, [`Error::Outside`] for an atom that left the cell,
    /// [`Error::TooManyPairs`], [`Error::Portax`].
    pub fn build(&mut self, x: &View<T, 2>) -> Result<(), Error> {
        let (expected, found) = (self.slots.natoms(), x.extent(0));
        if expected != found {
            return Err(Error::Atoms { expected, found });
        }
        // Where it fails there are no lists.
        self.moved.forget();
        deep_copy(&self.given, x)?;
        self.builds += 1;
        self.bins.sort(&self.space, x, self.slots.present())?;
        self.pairs.find(
            &self.space,
            [self.cutoff, self.cutoff + self.skin],
            &self.bins,
            &self.slots,
        )?;
        self.total = self.reverse.find(&self.space, &self.pairs)?;
        self.moved.hold(x)?;
        self.cell_at_build = self.bins.host_cell;
        Ok(())
    }

    /// Takes lists that somebody else has found for positions `x` (`[natoms, 3]`, Å), in which the copies of the cell are atoms
    /// of their own; what is beyond the cutoff and the skin is left out. They are in force until the next lists or the next
    /// [`NeighborList::build`]: when they are due is the caller's to know.
    ///
    /// # Errors
    /// [`Error::Atoms`] for other than `natoms` positions, [`Error::Lists`] for other than one list a slot,
    /// [`Error::Listed`] for an atom that does not exist, [`Error::TooManyPairs`], [`Error::Portax`].
    pub fn take(&mut self, x: &View<T, 2>, lists: &Lists) -> Result<(), Error> {
        let (expected, found) = (self.slots.natoms(), x.extent(0));
        if expected != found {
            return Err(Error::Atoms { expected, found });
        }
        self.moved.forget();
        self.builds += 1;
        let cutoffs = [self.cutoff, self.reach()];
        taken::take(&self.space, &mut self.pairs, cutoffs, &self.slots, x, lists)?;
        self.total = self.reverse.find(&self.space, &self.pairs)?;
        Ok(())
    }

    /// Builds the lists anew if an atom has moved too far since the last build, and says whether it did.
    ///
    /// Without a change of the cell, that is farther than half the skin. Where the cell has changed, atoms that went with it
    /// have not moved, and the skin is less by what the change may have brought closer: lists have every pair within the cutoff
    /// at all times.
    ///
    /// # Errors
    /// As for [`NeighborList::build`].
    pub fn update(&mut self, x: &View<T, 2>) -> Result<bool, Error> {
        self.check_distance(x)?;
        let is_stale = self.is_stale()?;
        if is_stale {
            self.build(x)?;
        }
        Ok(is_stale)
    }

    /// Begins to look whether an atom has moved too far since the last build. What is launched before
    /// [`NeighborList::is_stale`] asks for the answer does not wait for it.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn check_distance(&mut self, x: &View<T, 2>) -> Result<(), Error> {
        let strain = Strain::between(&self.cell_at_build, &self.bins.host_cell);
        let allowed = strain.allowed(self.cutoff, self.skin);
        if allowed < 0.0 {
            self.moved.forget();
        }
        // A position that is not a number counts as moved: building names the atom.
        self.moved.count(x, &strain, allowed)
    }

    /// Whether the lists must be built anew, by the last [`NeighborList::check_distance`].
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn is_stale(&mut self) -> Result<bool, Error> {
        self.moved.found()
    }

    /// Takes another cell of the same periodicity, as barostats do. [`NeighborList::update`] builds the lists anew where the
    /// change is too large for the skin; positions are the caller's to move with it.
    ///
    /// # Errors
    /// As for [`NeighborList::new`].
    pub fn set_cell(&mut self, cell: &Cell) -> Result<(), Error> {
        if cell.periodic() != self.bins.host_cell.periodic() {
            self.moved.forget();
        }
        self.bins
            .set_cell(&self.space, cell, self.cutoff + self.skin)
    }

    /// Takes other atoms into the same memory: `atom_of_slot` has as many slots as before, and of all atoms that there is room for
    /// the first `present` are there. There are no lists until the next [`NeighborList::build`] or [`NeighborList::take`].
    ///
    /// # Errors
    /// [`Error::Slot`]; as for [`NeighborList::set_cell`].
    pub fn set_atoms(
        &mut self,
        cell: &Cell,
        present: usize,
        atom_of_slot: &[i32],
    ) -> Result<(), Error> {
        self.moved.forget();
        self.slots.set(present, atom_of_slot)?;
        // Who searches writes the counts of slots with an atom alone.
        self.pairs.count.fill(0)?;
        self.set_cell(cell)
    }

    /// The positions that the last build was given, before it wrapped them (`[natoms, 3]`, Å); none where the next
    /// [`NeighborList::update`] builds the lists anew whatever happens. The order of neighbours follows from them: lists that
    /// are built of the same positions give sums of the same bits.
    pub fn positions_at_build(&self) -> Option<&View<T, 2>> {
        self.moved.is_held().then_some(&self.given)
    }

    /// The cell that the last build was in: with [`NeighborList::positions_at_build`], what lists follow from.
    pub fn cell_at_build(&self) -> &Cell {
        &self.cell_at_build
    }

    /// How many lattice vectors a, b, c each atom has been moved back by since the lists were made, `[natoms, 3]`: its position
    /// and so many of them are where it would be without wrapping. LAMMPS' image flags grow by as much. Who gives atoms positions
    /// from before a build gives back the turns from then too.
    pub fn turns(&self) -> &View<i32, 2> {
        &self.bins.turns
    }

    /// How often the lists have been built.
    pub fn builds(&self) -> u64 {
        self.builds
    }

    /// The systems, one unless there are several.
    pub fn systems(&self) -> &Systems {
        self.bins.systems()
    }

    /// The space of the lists.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Which atom each list belongs to.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Cutoff with skin, Å.
    pub fn reach(&self) -> f64 {
        self.cutoff + self.skin
    }

    /// The cell.
    pub fn host_cell(&self) -> &Cell {
        &self.bins.host_cell
    }

    /// The cell as kernels read it; the same view throughout.
    pub fn cell(&self) -> &CellView<T> {
        &self.bins.cell
    }

    /// Neighbours by slot: atom numbers, `[slots, max_neighbors]`; entry (s, k) is one for k below the count of s. Those
    /// within the cutoff without skin when the list was built come first.
    pub fn neighbor(&self) -> &View<i32, 2, AoSoA> {
        &self.pairs.neighbor
    }

    /// Packed images of the neighbours, `[slots, max_neighbors]`: see [`image`].
    pub fn image(&self) -> &View<i32, 2, AoSoA> {
        &self.pairs.image
    }

    /// Neighbours of each slot, `[slots]`; 0 for slots without an atom.
    pub fn count(&self) -> &View<i32, 1> {
        &self.pairs.count
    }

    /// Longest list of the last build: the end of loops over neighbours. Where every atom has a slot it is the longest
    /// reverse list too, since j finds i at exactly the distance at which i finds j.
    pub fn longest(&self) -> usize {
        self.pairs.longest
    }

    /// Room of each list: extent of [`NeighborList::neighbor`], changes with builds.
    pub fn max_neighbors(&self) -> usize {
        self.pairs.neighbor.extent(1)
    }

    /// Pairs in all lists.
    pub fn pairs(&self) -> usize {
        self.total
    }

    /// Where the entries of each atom begin in [`NeighborList::reverse_entry`], `[natoms + 1]`.
    pub fn reverse_start(&self) -> &View<i32, 1> {
        &self.reverse.entries.start
    }

    /// The list entries in which each atom is the neighbour, ascending for each atom: entry k of a slot has the number
    /// `(slot / width * max_neighbors + k) * width + slot % width`, its place in the memory of
    /// [`NeighborList::neighbor`], for the space's natural `width`. The view may be longer than [`NeighborList::pairs`].
    pub fn reverse_entry(&self) -> &View<i32, 1> {
        &self.reverse.entries.sorted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_the_density() {
        let cube = |periodic| Cell::orthogonal([20.0; 3], [periodic; 3]).unwrap();
        let ball = |r: f64| 4.0 / 3.0 * std::f64::consts::PI * r.powi(3);
        for reach in [2.0, 50.0] {
            let mean = mean_neighbors(&cube(true), 800, reach);
            assert!((mean / (ball(reach) / 10.0) - 1.0).abs() < 1e-12, "{mean}");
        }
        assert!(mean_neighbors(&cube(false), 800, 1e9) <= 800.0);
    }
}
