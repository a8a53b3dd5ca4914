//! Several systems in one list: which atoms can be neighbours at all.

use std::ops::Range;

use portax::{Space, View};

use super::error::Error;

/// Systems in cells of the same shape, the atoms of one after those of the other. Atoms of different systems are never
/// neighbours: many small systems fill a device that one would leave idle.
#[derive(Clone, Debug)]
pub struct Systems {
    /// System of each atom.
    pub(super) of_atom: View<i32, 1>,
    /// Where the atoms of each begin, and the number of all.
    starts: Vec<usize>,
}

impl Systems {
    /// Systems of so many atoms each.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn new(space: &Space, sizes: &[usize]) -> Result<Self, Error> {
        let mut starts = vec![0];
        let mut of_atom = vec![];
        for (system, &size) in sizes.iter().enumerate() {
            of_atom.resize(of_atom.len() + size, system as i32);
            starts.push(of_atom.len());
        }
        Ok(Self {
            of_atom: View::from_slice(space, "system_of_atom", [of_atom.len()], &of_atom)?,
            starts,
        })
    }

    /// Number of atoms.
    #[must_use]
    pub fn natoms(&self) -> usize {
        self.starts[self.len()]
    }

    /// Number of systems.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The atoms of each system.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.starts.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// Atoms of a system on average, rounded up.
    pub(super) fn mean_size(&self) -> usize {
        self.natoms().div_ceil(self.len().max(1))
    }
}
