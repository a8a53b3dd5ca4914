//! Ranges of a policy, small enough for index arithmetic.

use crate::{
    error::{Error, Result},
    policy::AUTO,
};

/// Ranges of a policy: none of its numbers, nor the number of all work items, is beyond `i64`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    /// Begin and end of each dimension of a range
    pub work: Vec<(i64, i64)>,
    pub league_size: i64,
    pub team_size: i64,
    pub vector_length: i64,
    /// Threads of a team and lanes of a thread that the policy asks for, or [`AUTO`]; the launch may have fewer threads
    pub asked: [i64; 2],
}

impl Ranges {
    /// Of a range or box.
    ///
    /// # Errors
    /// More iterations than can be counted, or ends beyond what an index holds.
    pub(crate) fn work(label: &str, bounds: &[(usize, usize)]) -> Result<Ranges> {
        let work = bounds
            .iter()
            .map(|&(begin, end)| Some((i64::try_from(begin).ok()?, i64::try_from(end).ok()?)));
        let ranges = Ranges {
            work: work.collect::<Option<_>>().unwrap_or_default(),
            ..Ranges::default()
        };
        match ranges.work.len() == bounds.len() && ranges.items().is_some() {
            true => Ok(ranges),
            false => Err(too_many(label, bounds)),
        }
    }

    /// Of a league.
    ///
    /// # Errors
    /// More work items than can be counted.
    pub(crate) fn team(
        label: &str,
        league_size: usize,
        team_size: usize,
        vector_length: usize,
    ) -> Result<Ranges> {
        let refused = || {
            too_many(
                label,
                &[(0, league_size), (0, team_size), (0, vector_length)],
            )
        };
        let number = |n: usize| i64::try_from(n).map_err(|_| refused());
        let ranges = Ranges {
            work: Vec::new(),
            league_size: number(league_size)?,
            team_size: number(team_size)?,
            vector_length: number(vector_length)?,
            asked: [number(team_size)?, number(vector_length)?],
        };
        ranges.items().map(|_| ranges.clone()).ok_or_else(refused)
    }

    /// Of a policy that asks for this many threads and lanes.
    pub(crate) fn asked(self, asked: [usize; 2]) -> Ranges {
        let asked = asked.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        Ranges { asked, ..self }
    }

    /// Threads of a team and lanes of a thread elsewhere: what the policy asks for, or several.
    pub(crate) fn elsewhere(&self) -> [i64; 2] {
        let here = [self.team_size, self.vector_length];
        let several = |(asked, here): (i64, i64)| match asked {
            n if n == AUTO as i64 => here.max(2),
            n => n,
        };
        [0, 1].map(|k| several((self.asked[k], here[k])))
    }

    /// Number of work items, if it can be counted.
    fn items(&self) -> Option<i64> {
        let lengths = self.work.iter().map(|(begin, end)| (end - begin).max(0));
        let boxed = lengths.map(|e| e.max(1)).try_fold(1i64, i64::checked_mul);
        let team = self.league_size.checked_mul(self.team_size)?;
        boxed.and_then(|n| team.checked_mul(self.vector_length).map(|t| n.max(t)))
    }

    /// Upper bounds of what is counted.
    pub(crate) fn largest(&self) -> impl Iterator<Item = u64> {
        let ends = self.work.iter().map(|w| w.1 as u64);
        ends.chain(self.items().map(|n| n as u64))
    }

    /// The numbers, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i64> {
        let work = self.work.iter().flat_map(|&(begin, end)| [begin, end]);
        work.chain([
            self.league_size,
            self.team_size,
            self.vector_length,
            self.asked[0],
            self.asked[1],
        ])
    }
}

fn too_many(label: &str, bounds: &[(usize, usize)]) -> Error {
    let bounds: Vec<String> = bounds.iter().map(|(b, e)| format!("{b}..{e}")).collect();
    Error::Invalid(format!(
        "launch `{label}`: its iterations ({}) are more than an index of 64 bits can count; a length that became \
         negative wraps around to such a number",
        bounds.join(" x ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wraps_is_refused() {
        assert!(Ranges::work("l", &[(0, usize::MAX)]).is_err());
        assert!(Ranges::work("l", &[(usize::MAX, usize::MAX)]).is_err());
        assert!(Ranges::work("l", &[(0, 1 << 40), (0, 1 << 40)]).is_err());
        assert!(Ranges::team("l", usize::MAX, 1, 8).is_err());
        assert!(Ranges::team("l", 1 << 62, 1, 8).is_err());
        assert!(Ranges::work("l", &[(3, 3), (0, 1 << 62)]).is_ok());
        assert!(Ranges::team("l", 0, 1, 8).is_ok());
    }
}
