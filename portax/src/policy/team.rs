//! Teams of threads of vector lanes.

use std::marker::PhantomData;

/// Let the space choose.
pub const AUTO: usize = 0;

/// What a policy tells the compiler of a device.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints {
    pub registers: Option<u32>,
    pub early_next: bool,
}

/// A league of teams: `league_size` teams of `team_size` threads of `vector_length` lanes.
///
/// One CPU thread runs a whole team: there a team is one thread whatever is asked for, and `team_size()` in the kernel
/// says so. The vector length is logical everywhere. Team scratch is what the kernel takes; `scratch_limit` of the space
/// says how much there is.
///
/// `ANY_LENGTH` is set by [`vector_length`](Self::vector_length): only launches that ask for a length compile the kernel
/// for others than the natural one.
///
/// ```
/// # use portax::{AUTO, TeamPolicy};
/// let policy = TeamPolicy::new(1000, AUTO).vector_length(8);
/// ```
pub struct TeamPolicy<Tag = (), const ANY_LENGTH: bool = false> {
    pub(crate) league_size: usize,
    pub(crate) team_size: usize,
    pub(crate) vector_length: usize,
    pub(crate) hints: Hints,
    tag: PhantomData<fn() -> Tag>,
}

impl<Tag, const ANY_LENGTH: bool> Clone for TeamPolicy<Tag, ANY_LENGTH> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Tag, const ANY_LENGTH: bool> Copy for TeamPolicy<Tag, ANY_LENGTH> {}

impl TeamPolicy {
    /// `league_size` teams of `team_size` threads (or [`AUTO`]), the space's own vector length.
    pub fn new(league_size: usize, team_size: usize) -> Self {
        TeamPolicy {
            league_size,
            team_size,
            vector_length: AUTO,
            hints: Hints::default(),
            tag: PhantomData,
        }
    }
}

impl<Tag, const ANY_LENGTH: bool> TeamPolicy<Tag, ANY_LENGTH> {
    /// Lanes of a thread, or [`AUTO`]: the space's natural width. `team.lanes()` are these lanes; a
    /// `ThreadVectorRange(team, n)` has `n` indices everywhere.
    ///
    /// A CPU iterates its packs over lengths that they divide, and runs others one lane at a time. Devices take powers of
    /// two, up to 32 or their natural width.
    pub fn vector_length(self, lanes: usize) -> TeamPolicy<Tag, true> {
        TeamPolicy {
            league_size: self.league_size,
            team_size: self.team_size,
            vector_length: lanes,
            hints: self.hints,
            tag: PhantomData,
        }
    }

    /// At most so many registers a work item, on devices that can be told.
    pub fn registers(mut self, registers: u32) -> Self {
        self.hints.registers = Some(registers);
        self
    }

    /// The next launch of a graph takes its place on the device as soon as there is room, while teams of this one still
    /// run; it waits for their end all the same. For teams that fill a compute unit each: elsewhere the next launch's teams,
    /// which wait, take the room of teams that would work. Devices that cannot do it ignore it.
    pub fn early_next(mut self) -> Self {
        self.hints.early_next = true;
        self
    }

    /// The same league for the kernel of another tag.
    pub fn tag<Other>(self) -> TeamPolicy<Other, ANY_LENGTH> {
        TeamPolicy {
            league_size: self.league_size,
            team_size: self.team_size,
            vector_length: self.vector_length,
            hints: self.hints,
            tag: PhantomData,
        }
    }
}
