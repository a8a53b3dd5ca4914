//! Teams of a launch.

use crate::{
    policy::{AUTO, Hints, TeamPolicy},
    space::Space,
};

/// Teams as a policy asks for them on a space.
#[derive(Clone, Copy)]
pub(crate) struct League {
    pub league_size: usize,
    /// Threads, or [`AUTO`]
    pub team_size: usize,
    /// Lanes of a thread
    pub vector_length: usize,
    /// Lanes as the policy asks for them, or [`AUTO`]
    lanes_asked: usize,
    pub hints: Hints,
}

impl League {
    /// Those of a policy, with as many lanes as the space has by nature where it leaves that open.
    pub(crate) fn of<Tag, const ANY_LENGTH: bool>(
        space: &Space,
        policy: TeamPolicy<Tag, ANY_LENGTH>,
    ) -> Self {
        League {
            league_size: policy.league_size,
            team_size: policy.team_size,
            vector_length: match policy.vector_length {
                AUTO => space.natural_width(),
                lanes => lanes,
            },
            lanes_asked: policy.vector_length,
            hints: policy.hints,
        }
    }

    /// Threads of a team and lanes of a thread as the policy asks for them, or [`AUTO`].
    pub(crate) fn asked(&self) -> [usize; 2] {
        [self.team_size, self.lanes_asked]
    }

    /// All that launches may differ in.
    pub(crate) fn numbers(&self) -> [usize; 5] {
        [
            self.league_size,
            self.team_size,
            self.vector_length,
            self.hints.registers.map_or(0, |r| r as usize),
            usize::from(self.hints.early_next),
        ]
    }
}
