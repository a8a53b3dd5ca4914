//! How the items of atoms (neighbours, values of Z, descriptors) are dealt out to threads and lanes.

use portax::{Complex, Functor, Prepared, Result, Space, TeamKernel, TeamPolicy};

/// Work items of a device's team.
const GROUP: usize = 128;
/// Teams that scratch is shared by, so that a device's compute unit has several at a time.
const SHARES: usize = 4;
/// Threads that a host's thread takes the place of at once, where an item is little work.
const HOST_THREADS: usize = 16;

/// The rule of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// A thread an atom, which takes all items; neighbouring lanes are neighbouring atoms.
    Atoms,
    /// A thread an item; neighbouring threads are items of one atom.
    ItemsFastest,
    /// A thread an item; neighbouring lanes are neighbouring atoms.
    AtomsFastest,
}

/// The same as kernels see it: `lanes` atoms make a vector, and a thread takes `chunk` items of its vectors' atoms. Kernels that
/// take several items at once count such batches as items.
#[derive(Clone, Functor)]
pub struct Dealt {
    /// Vectors of atoms, or batches of vectors where a thread takes several at once.
    pub vectors: i32,
    /// Items of an atom.
    pub items: i32,
    /// Those of a thread, one after the other.
    pub chunk: i32,
    /// Atoms of a vector.
    #[comptime]
    pub lanes: usize,
    /// Atoms of a thread's vectors.
    #[comptime]
    pub stride: usize,
    /// Threads of a team.
    #[comptime]
    pub threads: usize,
    /// Complex values in scratch of a lane.
    #[comptime]
    pub values: usize,
}

impl Deal {
    /// Whether several threads add to what belongs to one atom.
    pub fn shares_atoms(self) -> bool {
        self != Self::Atoms
    }

    /// Whether scratch has room for a thread with so many complex values a lane.
    pub fn fits(self, space: &Space, values: usize) -> bool {
        self.scratch_of_thread(space, values) <= space.scratch_limit()
    }

    /// Bytes of scratch of a thread with so many complex values a lane.
    fn scratch_of_thread(self, space: &Space, values: usize) -> usize {
        size_of::<Complex<f64>>() * self.lanes(space) * values
    }

    /// Atoms of a vector.
    fn lanes(self, space: &Space) -> usize {
        match self {
            Self::ItemsFastest => 1,
            Self::Atoms | Self::AtomsFastest => space.natural_width(),
        }
    }

    /// Of `slots` atoms with so many items each.
    pub fn of(self, space: &Space, slots: usize, items: usize) -> Dealt {
        self.with_scratch(space, slots, items, 0)
    }

    /// The same with so many complex values in scratch for each lane.
    pub fn with_scratch(self, space: &Space, slots: usize, items: usize, values: usize) -> Dealt {
        let lanes = self.lanes(space);
        let threads = match (space.is_host(), self) {
            (true, Self::Atoms) => 1,
            (true, _) => HOST_THREADS,
            (false, _) => (GROUP / lanes).max(1),
        };
        let bytes = self.scratch_of_thread(space, values.max(1));
        Dealt {
            vectors: (slots / lanes) as i32,
            items: items as i32,
            chunk: if self.shares_atoms() { 1 } else { items as i32 },
            lanes,
            stride: lanes,
            threads: threads.min(space.scratch_limit() / SHARES / bytes).max(1),
            values,
        }
    }
}

impl Dealt {
    /// The same where a thread takes so many vectors at once. The last batch may be of atoms that are not there: views have to
    /// have room for them.
    pub fn in_batches(self, vectors: usize) -> Self {
        Self {
            vectors: (self.vectors as usize).div_ceil(vectors) as i32,
            stride: self.lanes * vectors,
            ..self
        }
    }

    /// Prepares the launch. The vector length is the space's or 1; hosts compile no packs for other lengths.
    ///
    /// # Errors
    /// As those of [`Space::prepare`].
    pub fn prepare<K: TeamKernel>(
        &self,
        space: &Space,
        name: &'static str,
        functor: &K,
    ) -> Result<Prepared> {
        match self.lanes == space.natural_width() {
            true => space.prepare(name, self.teams(), functor),
            false => space.prepare_by_lane(name, self.teams_of_vectors(), functor),
        }
    }

    /// The same for devices alone.
    ///
    /// # Errors
    /// As those of [`Space::prepare_on_device`].
    pub fn prepare_on_device<K: TeamKernel>(
        &self,
        space: &Space,
        name: &'static str,
        functor: &K,
    ) -> Result<Prepared> {
        space.prepare_on_device(name, self.teams_of_vectors(), functor)
    }

    fn teams(&self) -> TeamPolicy {
        let threads = self.vectors as usize * (self.items as usize).div_ceil(self.chunk as usize);
        TeamPolicy::new(threads.div_ceil(self.threads), self.threads)
    }

    fn teams_of_vectors(&self) -> TeamPolicy<(), true> {
        self.teams().vector_length(self.lanes)
    }
}

/// A kernel that calls `item(atom, item)` of its functor for what [`Dealt`], its field `deal`, gives a thread; with a name for scratch
/// `item(atom, item, scratch, lane)`. Of several vectors `atom` is of the first. In brackets the functor's parameters.
macro_rules! dealt {
    ([$($parameters:tt)*] $functor:ty, $name:ident $(, $scratch:ident)?) => {
        #[portax::kernel(unchecked)]
        // SAFETY: items of different atoms write different places. Those of one atom do, too, or add by atomics where different
        // threads have them; all indices come from the tables of `super::tables` and `crate::tables` and from validated lists, and views have
        // room for whole batches. Scratch is a lane's own.
        unsafe impl<$($parameters)*> portax::TeamKernel for $functor {
            fn $name(&self, team: Team) {
                let first = team.league_rank() * self.deal.threads;
                let chunks = (self.deal.items + self.deal.chunk - 1) / self.deal.chunk;
                $(let $scratch = team.thread_scratch::<Complex<f64>, 2>([self.deal.lanes, self.deal.values]);)?
                parallel_for(TeamThreadRange(team, self.deal.threads), |t| {
                    let n = first + t;
                    if n < self.deal.vectors * chunks {
                        let begin = n % chunks * self.deal.chunk;
                        let end = (begin + self.deal.chunk).min(self.deal.items);
                        for lane in team.lanes() {
                            let atom = lane + n / chunks * self.deal.stride;
                            for item in begin..end {
                                self.item(atom, item $(, $scratch, lane)?);
                            }
                        }
                    }
                });
            }
        }
    };
}
pub(super) use dealt;
