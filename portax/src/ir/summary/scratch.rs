//! Barriers between accesses to scratch.

use super::Proof;
use super::touch::{Axis, Touch};
use crate::ir::REDUCTION;
use crate::ir::affine::Form;
use crate::ir::{AccessKind, Per, Stmt, ViewPlace};
use std::collections::BTreeMap;

impl Proof<'_> {
    /// Proves that barriers order what threads and lanes do to scratch.
    pub(super) fn scratch(&self) -> Result<(), String> {
        let (mut live, mut left) = (Vec::new(), Vec::new());
        self.interval(&self.program.body, &BTreeMap::new(), &mut live, &mut left)
    }

    /// Follows a block; `live` holds the accesses to scratch since the last barrier, `left` gets those of lanes that leave the
    /// loop around it.
    fn interval(
        &self,
        block: &[Stmt],
        pinned: &BTreeMap<Axis, Form>,
        live: &mut Vec<Touch>,
        left: &mut Vec<Touch>,
    ) -> Result<(), String> {
        for s in block {
            if let Some(t) = self.touch(s, pinned) {
                self.scratch_touch(t, live)?;
            }
            match s {
                Stmt::Barrier => live.clear(),
                Stmt::For { body, .. } | Stmt::Loop { body } => {
                    let mut before = live.clone();
                    // twice: the end of the body precedes its beginning
                    self.interval(body, pinned, live, &mut before)?;
                    self.interval(body, pinned, live, &mut before)?;
                    merge(live, before);
                }
                Stmt::Leave(_) => merge(left, live.clone()),
                Stmt::If { cond, then, other } => {
                    let mut otherwise = live.clone();
                    self.interval(then, &self.pinned_by(*cond, pinned), live, left)?;
                    self.interval(other, pinned, &mut otherwise, left)?;
                    merge(live, otherwise);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn scratch_touch(&self, t: Touch, live: &mut Vec<Touch>) -> Result<(), String> {
        let view = &self.program.views[t.view];
        let ViewPlace::Scratch(array, _) = view.place else {
            return Ok(());
        };
        if view.field == REDUCTION || live.contains(&t) {
            return Ok(());
        }
        let sharers: &[Axis] = match self.program.scratch[array].per {
            Per::Team => &[Axis::Thread, Axis::Lane],
            Per::Thread => &[Axis::Lane],
            Per::Lane => &[],
        };
        live.push(t.clone());
        for other in live.iter().filter(|o| o.view == t.view) {
            let is_atomic = |t: &Touch| matches!(t.kind, AccessKind::Atomic(_));
            let harmless = (t.kind == AccessKind::Read && other.kind == AccessKind::Read)
                || (is_atomic(&t) && is_atomic(other));
            if !harmless && !self.undetermined(&[&t, other], sharers).is_empty() {
                return Err(self.scratch_refusal(other, &t));
            }
        }
        Ok(())
    }

    fn scratch_refusal(&self, a: &Touch, b: &Touch) -> String {
        let verb = |t: &Touch| {
            if t.kind == AccessKind::Read {
                "read"
            } else {
                "written"
            }
        };
        format!(
            "scratch `{}` is {} ({}) and {} ({}) by different threads or lanes with no barrier between: call `team.barrier()`",
            self.field(a),
            verb(a),
            self.place(a),
            verb(b),
            self.place(b)
        )
    }
}

fn merge(live: &mut Vec<Touch>, others: Vec<Touch>) {
    for t in others {
        if !live.contains(&t) {
            live.push(t);
        }
    }
}
