//! Loads of short vectors that an open block has made already.

use crate::ir::{Expr, Id, Program, Stmt, Ty, Value, visit};
use std::collections::HashMap;

/// Address, offset, unit and type of a load.
type Key = (Id, Id, Ty, Ty);

/// Merges loads of short vectors from views that the program never writes.
pub(super) fn merge(program: &mut Program) {
    let mut written = vec![false; program.values.len()];
    visit(&program.body, &mut |s| {
        if let Stmt::Store { ptr, .. } | Stmt::StorePair { ptr, .. } | Stmt::Atomic { ptr, .. } = s
        {
            written[program.root(*ptr) as usize] = true;
        }
    });
    let mut body = std::mem::take(&mut program.body);
    let mut merger = Merger {
        program,
        written,
        seen: HashMap::new(),
        replaced: HashMap::new(),
    };
    merger.block(&mut body);
    let replaced = merger.replaced;
    for (_, value) in &mut program.values {
        if let Value::Component(vector, _) = value
            && let Some(&by) = replaced.get(vector)
        {
            *vector = by;
        }
    }
    program.body = body;
}

struct Merger<'a> {
    program: &'a Program,
    written: Vec<bool>,
    seen: HashMap<Key, Id>,
    replaced: HashMap<Id, Id>,
}

impl Merger<'_> {
    fn block(&mut self, block: &mut Vec<Stmt>) {
        let mut made_here = Vec::new();
        block.retain_mut(|s| match s {
            Stmt::Let(
                id,
                Expr::Load {
                    ptr, offset, unit, ..
                },
            ) if self.may_merge(*id, *ptr) => {
                let key = (*ptr, *offset, *unit, self.program.ty(*id));
                if let Some(&known) = self.seen.get(&key) {
                    self.replaced.insert(*id, known);
                    return false;
                }
                self.seen.insert(key, *id);
                made_here.push(key);
                true
            }
            Stmt::For { body, .. } | Stmt::Loop { body } => {
                self.block(body);
                true
            }
            Stmt::If { then, other, .. } => {
                self.block(then);
                self.block(other);
                true
            }
            _ => true,
        });
        for key in made_here {
            self.seen.remove(&key);
        }
    }

    fn may_merge(&self, id: Id, ptr: Id) -> bool {
        let ty = self.program.ty(id);
        ty != ty.scalar() && !self.written[self.program.root(ptr) as usize]
    }
}
