//! The reverse lists: in whose lists an atom stands. Forces are gathered through them, in a fixed order.

use portax::{AoSoA, Functor, RangeKernel, RangePolicy, Space, View, kernel};

use super::{error::Error, pairs::Pairs, segments::Segments};

/// Counts in how many lists each atom stands; keeps how many entries came before.
#[derive(Functor)]
struct Count {
    longest: i32,
    neighbor: View<i32, 2, AoSoA>,
    neighbor_count: View<i32, 1>,
    count: View<i32, 1>,
    rank: View<i32, 2, AoSoA>,
}

#[kernel]
impl RangeKernel for Count {
    fn count(&self, slot: Index) {
        let n = self.neighbor_count[slot];
        for k in 0..self.longest {
            if k < n {
                self.rank[(slot, k)] = self.count.atomic_fetch_add(self.neighbor[(slot, k)], 1);
            }
        }
    }
}

/// Puts entries to their atoms, in no order.
#[derive(Functor)]
struct Fill {
    longest: i32,
    neighbor: View<i32, 2, AoSoA>,
    neighbor_count: View<i32, 1>,
    rank: View<i32, 2, AoSoA>,
    start: View<i32, 1>,
    entry: View<i32, 1>,
    #[comptime]
    width: usize,
}

// SAFETY: ranks of one atom's entries differ and are below their count, so every entry has a place of its own.
#[kernel(unchecked)]
unsafe impl RangeKernel for Fill {
    fn fill(&self, slot: Index) {
        let n = self.neighbor_count[slot];
        let lane = slot % self.width;
        let first = (slot - lane) * self.neighbor.extent(1) + lane;
        for k in 0..self.longest {
            if k < n {
                let place = self.start[self.neighbor[(slot, k)]] + self.rank[(slot, k)];
                self.entry[place] = first + k * self.width;
            }
        }
    }
}

/// The entries of each atom, ascending.
pub(super) struct Reverse {
    pub entries: Segments,
    rank: View<i32, 2, AoSoA>,
}

impl Reverse {
    /// Reverse lists of this many atoms.
    pub fn new(space: &Space, natoms: usize) -> Result<Self, Error> {
        Ok(Reverse {
            entries: Segments::new(space, "reverse", natoms)?,
            rank: View::new(space, "rank_of_entry", [0, 0])?,
        })
    }

    /// Turns lists around; gives the number of pairs.
    pub fn find(&mut self, space: &Space, pairs: &Pairs) -> Result<usize, Error> {
        if self.rank.extents() != pairs.neighbor.extents() {
            self.rank = View::new(space, self.rank.label(), pairs.neighbor.extents())?;
        }
        self.entries.clear(space)?;
        let (slots, longest) = (pairs.count.len(), pairs.longest as i32);
        let (neighbor, neighbor_count, rank) = (&pairs.neighbor, &pairs.count, &self.rank);
        let count = Count {
            longest,
            neighbor: neighbor.clone(),
            neighbor_count: neighbor_count.clone(),
            count: self.entries.count.clone(),
            rank: rank.clone(),
        };
        space.parallel_for("count entries", RangePolicy::new(0..slots), &count)?;
        let total = self.entries.place(space)?;
        let fill = Fill {
            longest,
            neighbor: neighbor.clone(),
            neighbor_count: neighbor_count.clone(),
            rank: rank.clone(),
            start: self.entries.start.clone(),
            entry: self.entries.unsorted.clone(),
            width: space.natural_width(),
        };
        space.parallel_for("fill entries", RangePolicy::new(0..slots), &fill)?;
        self.entries.sort(space)?;
        Ok(total)
    }
}
