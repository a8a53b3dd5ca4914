//! Barriers between accesses to what the threads and lanes of a team share.

use super::Proof;
use super::touch::{Axis, Touch};
use crate::ir::REDUCTION;
use crate::ir::affine::Form;
use crate::ir::divergence::Ranks;
use crate::ir::{AccessKind, Id, Per, Stmt, ViewPlace};
use std::collections::{BTreeMap, HashSet};

impl Proof<'_> {
    /// Proves that barriers order what the threads and lanes of a team do to scratch and to these views.
    pub(super) fn barriers(&self, shared: &HashSet<usize>) -> Result<(), String> {
        let order = Order {
            proof: self,
            shared,
            ranks: self.program.team_ranks(),
        };
        let (mut live, mut left) = (Vec::new(), Vec::new());
        order.block(&self.program.body, &BTreeMap::new(), &mut live, &mut left)
    }
}

struct Order<'a> {
    proof: &'a Proof<'a>,
    /// Views that the threads and lanes of a team share
    shared: &'a HashSet<usize>,
    /// On which ranks inside a team each value depends
    ranks: Vec<Ranks>,
}

impl Order<'_> {
    /// Follows a block; `live` holds the shared accesses since the last barrier, `left` gets those of lanes that leave the loop
    /// around it.
    fn block(
        &self,
        block: &[Stmt],
        pinned: &BTreeMap<Axis, Form>,
        live: &mut Vec<Touch>,
        left: &mut Vec<Touch>,
    ) -> Result<(), String> {
        for s in block {
            if let Some(t) = self.proof.touch(s, pinned) {
                self.meet(t, live)?;
            }
            match s {
                Stmt::Barrier => live.clear(),
                Stmt::For { body, .. } | Stmt::Loop { body } => {
                    let mut before = live.clone();
                    // twice: the end of the body precedes its beginning
                    self.block(body, pinned, live, &mut before)?;
                    self.block(body, pinned, live, &mut before)?;
                    merge(live, before);
                }
                Stmt::Leave(_) => merge(left, live.clone()),
                Stmt::If { cond, then, other } => {
                    let before = live.len();
                    let mut otherwise = live.clone();
                    self.block(then, &self.proof.pinned_by(*cond, pinned), live, left)?;
                    // a team whose ranks go both ways is in both branches at once, and at no barrier there
                    let beside = live
                        .iter()
                        .skip(before)
                        .filter(|t| self.diverges_for(*cond, t));
                    otherwise.extend(beside.cloned());
                    self.block(other, pinned, &mut otherwise, left)?;
                    merge(live, otherwise);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds an access to those since the last barrier, which must not be of its element, but by its own thread and lane.
    fn meet(&self, t: Touch, live: &mut Vec<Touch>) -> Result<(), String> {
        let sharers = self.sharers(t.view);
        if sharers.is_empty() {
            return Ok(());
        }
        // once more where it is known: in another turn of a loop it meets what other branches have left
        if !live.contains(&t) {
            live.push(t.clone());
        }
        for other in live.iter().filter(|o| o.view == t.view) {
            let is_atomic = |t: &Touch| matches!(t.kind, AccessKind::Atomic(_));
            let harmless = (t.kind == AccessKind::Read && other.kind == AccessKind::Read)
                || (is_atomic(&t) && is_atomic(other));
            if harmless {
                continue;
            }
            if let Some(axis) = self.proof.undetermined(&[&t, other], sharers).first() {
                return Err(self.refusal(other, &t, *axis));
            }
        }
        Ok(())
    }

    /// Along which axes iterations share a view, unless their indices differ.
    fn sharers(&self, view: usize) -> &'static [Axis] {
        let known = &self.proof.program.views[view];
        match known.place {
            ViewPlace::Scratch(..) if known.field == REDUCTION => &[],
            ViewPlace::Scratch(array, _) => match self.proof.program.scratch[array].per {
                Per::Team => &[Axis::Thread, Axis::Lane],
                Per::Thread => &[Axis::Lane],
                Per::Lane => &[],
            },
            _ if self.shared.contains(&view) => &[Axis::Thread, Axis::Lane],
            _ => &[],
        }
    }

    /// Does the condition send those to different branches that share the view?
    fn diverges_for(&self, cond: Id, t: &Touch) -> bool {
        let ranks = &self.ranks[cond as usize];
        let sharers = self.sharers(t.view).iter();
        sharers
            .map(|axis| axis.rank())
            .any(|rank| ranks.contains(&rank))
    }

    fn refusal(&self, a: &Touch, b: &Touch, axis: Axis) -> String {
        let proof = self.proof;
        if self.shared.contains(&b.view) {
            let write = if b.kind == AccessKind::Read { a } else { b };
            return proof.refusal(&[a, b], write, axis);
        }
        let verb = |t: &Touch| {
            if t.kind == AccessKind::Read {
                "read"
            } else {
                "written"
            }
        };
        format!(
            "scratch `{}` is {} ({}) and {} ({}) by different threads or lanes with no barrier between: call `team.barrier()` there; where the elements differ, promise it by `unsafe`",
            proof.field(a),
            verb(a),
            proof.place(a),
            verb(b),
            proof.place(b)
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
