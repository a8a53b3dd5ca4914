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
    /// Threads and lanes as the policy asks for them, or [`AUTO`]
    pub asked: [usize; 2],
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
            asked: [policy.team_size, policy.vector_length],
            hints: policy.hints,
        }
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
