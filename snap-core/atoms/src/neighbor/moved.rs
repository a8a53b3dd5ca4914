//! Whether atoms have moved too far since the lists were built.

use portax::{Float, Functor, HostView, RangeKernel, RangePolicy, Space, View, deep_copy, kernel};

use super::{error::Error, strain::Strain};

/// Counts the atoms that are farther than allowed from where they were, or where a change of the cell took them; one that is
/// nowhere (not a number) is.
#[derive(Functor)]
struct CountMoved<T: Float> {
    allowed_squared: T,
    gradient: [T; 9],
    origin: [T; 3],
    shift: [T; 3],
    x: View<T, 2>,
    held: View<T, 2>,
    count: View<i32, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for CountMoved<T> {
    fn count_moved(&self, i: Index) {
        let mut from: [T; 3] = [0.0; 3];
        #[unroll]
        for d in 0..3 {
            from[d] = self.held[(i, d)] - self.origin[d];
        }
        let mut rsq: T = 0.0;
        #[unroll]
        for d in 0..3 {
            let strain = from[0] * self.gradient[d]
                + from[1] * self.gradient[d + 3]
                + from[2] * self.gradient[d + 6];
            let moved = (self.x[(i, d)] - self.held[(i, d)]) - (strain + self.shift[d]);
            rsq += moved * moved;
        }
        let is_near = rsq <= self.allowed_squared;
        if !is_near {
            self.count.atomic_add(0, 1);
        }
    }
}

/// Positions at the last build, and how many atoms were found too far from theirs.
pub(super) struct Moved<T: Float> {
    /// Where atoms are counted: an instance of its own, so that what is launched meanwhile waits neither for the count nor for
    /// its way to the host
    space: Space,
    held: View<T, 2>,
    is_held: bool,
    /// Ever: who looks compares with what was known before
    count: View<i32, 1>,
    seen: HostView<i32, 1>,
    known: i32,
}

impl<T: Float> Moved<T> {
    /// Nothing held yet.
    pub fn new(space: &Space, natoms: usize) -> Result<Self, Error> {
        let count = View::new(space, "moved_atoms", [1])?;
        Ok(Moved {
            space: space.instance().unwrap_or_else(|_| space.clone()),
            held: View::new(space, "held_x", [natoms, 3])?,
            is_held: false,
            seen: count.create_pinned_mirror()?,
            count,
            known: 0,
        })
    }

    /// Keeps positions.
    pub fn hold(&mut self, x: &View<T, 2>) -> Result<(), Error> {
        deep_copy(&self.held, x)?;
        self.is_held = true;
        Ok(())
    }

    /// Whether positions are held.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Holds nothing any more.
    pub fn forget(&mut self) {
        self.is_held = false;
    }

    /// Begins to count the atoms that are farther than `allowed` (Å) from where the strain took them; returns at once on
    /// devices.
    pub fn count(&mut self, x: &View<T, 2>, strain: &Strain, allowed: f64) -> Result<(), Error> {
        self.is_held &= x.extents() == self.held.extents();
        if !self.is_held {
            return Ok(());
        }
        let count = CountMoved {
            allowed_squared: T::from_f64(allowed * allowed),
            gradient: std::array::from_fn(|k| T::from_f64(strain.gradient[k / 3][k % 3])),
            origin: strain.origin.map(T::from_f64),
            shift: strain.shift.map(T::from_f64),
            x: x.clone(),
            held: self.held.clone(),
            count: self.count.clone(),
        };
        let atoms = RangePolicy::new(0..x.extent(0));
        self.space.parallel_for("check distance", atoms, &count)?;
        Ok(self.space.deep_copy_async(&self.seen, &self.count)?)
    }

    /// Did the last count find an atom, or were no positions held? Waits for it.
    pub fn found(&mut self) -> Result<bool, Error> {
        if !self.is_held {
            return Ok(true);
        }
        let now = self.seen.read()?[[0]];
        let before = std::mem::replace(&mut self.known, now);
        Ok(now != before)
    }
}
