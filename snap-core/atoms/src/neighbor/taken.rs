//! Lists that somebody else has found, such as an engine that divides a system among processes.

use portax::{AoSoA, Float, Functor, RangeKernel, RangePolicy, Space, View, kernel};

use super::{error::Error, image::pack, pairs::Pairs, slots::Slots};

/// Every neighbour stands where its position says: copies of the cell are atoms of their own.
const HOME: i32 = pack([0, 0, 0]);

/// The atoms around each slot's, slot by slot.
///
/// ```
/// # use portax_atoms::neighbor::Lists;
/// let mut lists = Lists::default();
/// lists.push([1, 2]); // those of slot 0
/// lists.push([]);
/// assert_eq!((lists.len(), lists.entries()), (2, 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Where each list ends.
    ends: Vec<usize>,
    atoms: Vec<i32>,
}

impl Lists {
    /// Adds the list of the next slot.
    pub fn push(&mut self, atoms: impl IntoIterator<Item = i32>) {
        self.atoms.extend(atoms);
        self.ends.push(self.atoms.len());
    }

    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Entries of all lists.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.atoms.len()
    }

    /// Refuses other than `slots` lists, atoms beyond `natoms`, and more entries than are counted.
    fn check(&self, slots: usize, natoms: usize) -> Result<(), Error> {
        if self.len() != slots {
            return Err(Error::Lists {
                expected: slots,
                found: self.len(),
            });
        }
        let is_atom = |atom: &i32| usize::try_from(*atom).is_ok_and(|atom| atom < natoms);
        if let Some(entry) = self.atoms.iter().position(|atom| !is_atom(atom)) {
            return Err(Error::Listed {
                slot: self.ends.partition_point(|&end| end <= entry),
                atom: self.atoms[entry],
                natoms,
            });
        }
        if i32::try_from(self.entries()).is_err() {
            return Err(Error::TooManyPairs {
                slots,
                max_neighbors: self.entries() / slots.max(1),
            });
        }
        Ok(())
    }
}

/// Keeps the entries within the cutoff, those within `near_squared` first, as a search does.
#[derive(Functor)]
struct Take<T: Float> {
    cutoff_squared: T,
    near_squared: T,
    x: View<T, 2>,
    atom_of_slot: View<i32, 1>,
    start: View<i32, 1>,
    given: View<i32, 1>,
    neighbor: View<i32, 2, AoSoA>,
    image: View<i32, 2, AoSoA>,
    count: View<i32, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Take<T> {
    fn take(&self, slot: Index) {
        let i = self.atom_of_slot[slot].max(0);
        let x = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
        let mut count: i32 = 0;
        let mut near: i32 = 0;
        for n in self.start[slot]..self.start[slot + 1] {
            let j = self.given[n];
            let dx = self.x[(j, 0)] - x[0];
            let dy = self.x[(j, 1)] - x[1];
            let dz = self.x[(j, 2)] - x[2];
            let rsq = dx * dx + dy * dy + dz * dz;
            if rsq < self.cutoff_squared {
                if count < self.neighbor.extent(1) {
                    let mut at = count;
                    if rsq < self.near_squared {
                        at = near;
                        self.neighbor[(slot, count)] = self.neighbor[(slot, near)];
                        near += 1;
                    }
                    self.neighbor[(slot, at)] = j;
                    self.image[(slot, count)] = HOME;
                }
                count += 1;
            }
        }
        self.count[slot] = count;
    }
}

/// Takes lists of atoms at `x`, of which those within `cutoff` (Å) stay, those within `near` first.
pub(super) fn take<T: Float>(
    space: &Space,
    pairs: &mut Pairs,
    [near, cutoff]: [f64; 2],
    slots: &Slots,
    x: &View<T, 2>,
    lists: &Lists,
) -> Result<(), Error> {
    lists.check(slots.len(), slots.present())?;
    let ends = lists.ends.iter().map(|&end| end as i32);
    let start: Vec<i32> = [0].into_iter().chain(ends).collect();
    let start = View::from_slice(space, "start_of_list", [start.len()], &start)?;
    let given = View::from_slice(space, "listed_atoms", [lists.entries()], &lists.atoms)?;
    pairs.fill(space, |pairs| {
        let take = Take {
            cutoff_squared: T::from_f64(cutoff * cutoff),
            near_squared: T::from_f64(near * near),
            x: x.clone(),
            atom_of_slot: slots.atom_of_slot.clone(),
            start: start.clone(),
            given: given.clone(),
            neighbor: pairs.neighbor.clone(),
            image: pairs.image.clone(),
            count: pairs.count.clone(),
        };
        space.parallel_for("take lists", RangePolicy::new(0..slots.len()), &take)
    })
}
