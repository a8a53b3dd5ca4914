//! Where a barrier stands: all threads (all lanes) that it waits for must get there.

use super::render::Dialect;
use super::{Builtin, Expr, Id, Program, Stmt, Value};
use std::collections::HashSet;

/// Ranks inside a team, of its threads and lanes, on which something depends.
pub(super) type Ranks = HashSet<Builtin>;

impl Program {
    /// Refuses team barriers (and team reductions, which contain them) in code that only some threads or lanes run.
    ///
    /// # Errors
    /// What to move.
    #[doc(hidden)]
    pub fn check_barriers(&self) -> Result<(), String> {
        let mut divergent = false;
        self.follow(&mut |s, around| divergent |= matches!(s, Stmt::Barrier) && !around.is_empty());
        match divergent {
            true => Err("a team barrier or team reduction stands in a loop or branch that depends on the thread or lane: move it out".into()),
            false => Ok(()),
        }
    }

    /// Whether teams must have one thread: for vector reductions inside `TeamThreadRange` where the device has no barrier
    /// for the lanes of one thread; with sub-groups for those alone that stay trees.
    pub(crate) fn single_thread_teams(&self, dialect: &Dialect, sub_groups: bool) -> bool {
        let mut found = false;
        if !dialect.vector_barrier_is_team {
            return found;
        }
        self.follow(&mut |s, around| {
            let waits = match s {
                Stmt::VectorBarrier { of_reduction } => !(sub_groups && *of_reduction),
                Stmt::Segment { .. } => dialect.copy_ahead.is_some(),
                _ => false,
            };
            found |= waits && around.contains(&Builtin::TeamRank)
        });
        found
    }

    /// On which ranks inside a team each value depends, by id.
    pub(super) fn team_ranks(&self) -> Vec<Ranks> {
        let walk = self.follow(&mut |_, _| {});
        let ids = 0..self.values.len() as Id;
        ids.map(|id| walk.of(id)).collect()
    }

    fn follow(&self, f: &mut impl FnMut(&Stmt, &Ranks)) -> Follow<'_> {
        let mut walk = Follow {
            program: self,
            ranks: vec![Ranks::new(); self.values.len()],
        };
        // again while something is new: what a variable got at the end of a loop, it has at the beginning
        let mut known = None;
        while known != Some(walk.known()) {
            known = Some(walk.known());
            walk.block(&self.body, &Ranks::new(), f);
        }
        walk
    }
}

struct Follow<'a> {
    program: &'a Program,
    /// Ranks on which each value depends
    ranks: Vec<Ranks>,
}

impl Follow<'_> {
    /// Number of ranks noted.
    fn known(&self) -> usize {
        self.ranks.iter().map(Ranks::len).sum()
    }

    fn block(&mut self, block: &[Stmt], around: &Ranks, f: &mut impl FnMut(&Stmt, &Ranks)) {
        for s in block {
            f(s, around);
            let mut read = Ranks::new();
            s.operands(&mut |id| read.extend(self.of(id)));
            if let Stmt::Let(_, Expr::Element { array, .. }) = s {
                let elements = &self.program.locals[*array as usize];
                read.extend(elements.iter().flat_map(|&v| self.of(v)));
            }
            if let Stmt::Atomic { .. } = s {
                // what it gives differs from lane to lane
                read.extend([Builtin::TeamRank, Builtin::LaneRank]);
            }
            for &v in self.program.assigned(s) {
                self.ranks[v as usize].extend(read.iter().chain(around).copied());
            }
            if let Some(id) = s.defines() {
                self.ranks[id as usize].extend(read.iter().copied());
            }
            if let Some([end, step]) = self.even_end(s) {
                read = self.of(end);
                read.extend(self.of(step));
            }
            read.extend(around);
            match s {
                Stmt::For { body, .. } | Stmt::Loop { body } => {
                    let leaves = body.iter().filter_map(|s| match s {
                        Stmt::Leave(cond) => Some(self.of(*cond)),
                        _ => None,
                    });
                    read.extend(leaves.flatten().collect::<Vec<_>>());
                    self.block(body, &read, f)
                }
                Stmt::If { then, other, .. } => {
                    self.block(then, &read, f);
                    self.block(other, &read, f);
                }
                _ => {}
            }
        }
    }

    /// End and step of a loop that is run equally often, whatever its beginning depends on.
    fn even_end(&self, s: &Stmt) -> Option<[Id; 2]> {
        match *s {
            Stmt::For {
                begin, end, step, ..
            } => (self.program.even_loops.contains(&[begin, end, step])).then_some([end, step]),
            _ => None,
        }
    }

    fn of(&self, id: Id) -> Ranks {
        match self.program.values[id as usize].1 {
            Value::Builtin(b @ (Builtin::TeamRank | Builtin::LaneRank)) => Ranks::from([b]),
            Value::Component(vector, _) => self.of(vector),
            _ => self.ranks[id as usize].clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::Program;
    use crate::kernel::trace::Trace;
    use crate::kernel::trace::tests::{team, team_sum, tiled_transpose};
    use crate::{
        kernel::exec::*,
        ops::{Bin, Cmp},
    };

    fn in_thread_range<R>(body: fn() -> R) -> Program {
        team("nested", || {
            for _ in Trace::thread_range((), Trace::int(0), Trace::int(10)) {
                body();
            }
        })
    }

    #[test]
    fn barriers_in_code_of_some_threads_are_refused() {
        assert_eq!(team_sum().check_barriers(), Ok(()));
        assert_eq!(tiled_transpose(true).check_barriers(), Ok(()));
        assert!(
            in_thread_range(|| Trace::barrier(()))
                .check_barriers()
                .is_err()
        );
        let reduces = in_thread_range(|| Trace::team_reduce::<f64>((), Bin::Add, Trace::lit(1.0)));
        assert!(reduces.check_barriers().is_err());
    }

    #[test]
    fn a_loop_that_ends_by_a_thread_dependent_variable_is_divergent() {
        let program = team("carried", || {
            let mut n = Trace::ivar(Trace::int(4));
            for _ in Trace::range(Trace::int(0), Trace::int(3)) {
                for _ in Trace::range(Trace::int(0), Trace::iread(n)) {
                    Trace::barrier(());
                }
                Trace::iassign(&mut n, Trace::team_rank(()));
            }
        });
        assert!(program.check_barriers().is_err());
    }

    #[test]
    fn a_loop_that_lanes_leave_at_different_times_is_divergent() {
        let left_at = |rank: fn() -> crate::ir::Id| {
            team("left", move || {
                let mut n = Trace::ivar(Trace::int(0));
                for () in Trace::turns() {
                    Trace::stay(Trace::icmp(Cmp::Lt, Trace::iread(n), rank()));
                    Trace::barrier(());
                    let next = Trace::iadd(Trace::iread(n), Trace::int(1));
                    Trace::iassign(&mut n, next);
                }
            })
        };
        assert!(left_at(|| Trace::team_rank(())).check_barriers().is_err());
        assert_eq!(left_at(|| Trace::league_rank(())).check_barriers(), Ok(()));
    }

    #[test]
    fn a_scan_over_as_many_as_the_thread_says_is_divergent() {
        let scan = |n: fn() -> crate::ir::Id| {
            team("scan", move || {
                for _ in Trace::even_range((), n()) {
                    Trace::team_scan::<f64>((), Bin::Add, 0.0, Trace::lit(1.0));
                }
            })
        };
        assert_eq!(scan(|| Trace::int(9)).check_barriers(), Ok(()));
        assert_eq!(scan(|| Trace::league_rank(())).check_barriers(), Ok(()));
        assert!(scan(|| Trace::team_rank(())).check_barriers().is_err());

        let of_lanes = |n: fn() -> crate::ir::Id| {
            team("scan", move || {
                for _ in Trace::even_vector_range((), n()) {
                    Trace::vector_scan::<f64>((), Bin::Add, 0.0, Trace::lit(1.0));
                }
            })
        };
        let wide = &crate::ir::render::tests::SPACES;
        assert!(!of_lanes(|| Trace::int(9)).single_thread_teams(wide, true));
        assert!(of_lanes(|| Trace::team_rank(())).single_thread_teams(wide, true));
    }

    #[test]
    fn nested_vector_reductions_need_a_vector_barrier_or_one_thread() {
        let nested = in_thread_range(|| Trace::vector_reduce::<f64>((), Bin::Add, Trace::lit(1.0)));
        let (narrow, wide) = (
            &crate::ir::render::tests::PLAIN,
            &crate::ir::render::tests::SPACES,
        );
        assert!(!nested.single_thread_teams(narrow, false));
        assert!(nested.single_thread_teams(wide, false));
        assert!(!nested.single_thread_teams(wide, true));
        assert!(!team_sum().single_thread_teams(wide, false));
        assert_eq!(nested.check_barriers(), Ok(()));
    }
}
