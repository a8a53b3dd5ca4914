//! Teams of threads of vector lanes.

use std::marker::PhantomData;

/// Let the space choose.
pub const AUTO: usize = 0;

/// A league of teams: `league_size` teams of `team_size` threads of `vector_length` lanes.
///
/// One CPU thread runs a whole team: there a team is one thread with the space's natural vector whatever is asked for, and
/// `team_size()` and `vector_length()` in the kernel say so. Team scratch is what the kernel takes; `scratch_limit` of the space says how much
/// there is.
///
/// ```
/// # use portax::{AUTO, TeamPolicy};
/// let policy = TeamPolicy::new(1000, AUTO).vector_length(8);
/// ```
pub struct TeamPolicy<Tag = ()> {
    pub(crate) league_size: usize,
    pub(crate) team_size: usize,
    pub(crate) vector_length: usize,
    pub(crate) registers: Option<u32>,
    tag: PhantomData<fn() -> Tag>,
}

impl<Tag> Clone for TeamPolicy<Tag> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Tag> Copy for TeamPolicy<Tag> {}

impl TeamPolicy {
    /// `league_size` teams of `team_size` threads (or [`AUTO`]), the space's own vector length.
    pub fn new(league_size: usize, team_size: usize) -> Self {
        TeamPolicy {
            league_size,
            team_size,
            vector_length: AUTO,
            registers: None,
            tag: PhantomData,
        }
    }
}

impl<Tag> TeamPolicy<Tag> {
    /// Lanes of a thread on a device, or [`AUTO`]: the space's natural width, as always on CPUs. `team.lanes()` are these
    /// lanes; a `ThreadVectorRange(team, n)` has `n` indices everywhere.
    pub fn vector_length(mut self, lanes: usize) -> Self {
        self.vector_length = lanes;
        self
    }

    /// At most so many registers a work item, on devices that can be told.
    pub fn registers(mut self, registers: u32) -> Self {
        self.registers = Some(registers);
        self
    }

    /// The same league for the kernel of another tag.
    pub fn tag<Other>(self) -> TeamPolicy<Other> {
        TeamPolicy {
            league_size: self.league_size,
            team_size: self.team_size,
            vector_length: self.vector_length,
            registers: self.registers,
            tag: PhantomData,
        }
    }
}
