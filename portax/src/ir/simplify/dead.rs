//! Removal of what nothing needs.

use super::RenderOptions;
use crate::ir::{Expr, Id, Program, Stmt, Value};

/// Removes definitions that no store, atomic or barrier depends on, and blocks that do nothing.
pub(super) fn remove(program: &mut Program, options: &RenderOptions) {
    let mut body = std::mem::take(&mut program.body);
    let mut needs = Needs {
        program,
        options,
        needed: vec![false; program.values.len()],
        changed: true,
    };
    while std::mem::take(&mut needs.changed) {
        needs.block(&body);
    }
    let needed = needs.needed;
    retain(&mut body, &needed);
    program.body = body;
}

struct Needs<'a> {
    program: &'a Program,
    options: &'a RenderOptions,
    needed: Vec<bool>,
    changed: bool,
}

impl Needs<'_> {
    fn need(&mut self, id: Id) {
        if !std::mem::replace(&mut self.needed[id as usize], true) {
            self.changed = true;
            match self.program.values[id as usize].1 {
                Value::Component(whole, _) => self.need(whole),
                Value::Pointer(base) => self.need(base),
                _ => {}
            }
        }
    }

    /// Marks what the block needs, last statement first; is anything in it kept?
    fn block(&mut self, block: &[Stmt]) -> bool {
        let mut kept = false;
        for s in block.iter().rev() {
            kept |= self.statement(s);
        }
        kept
    }

    fn statement(&mut self, s: &Stmt) -> bool {
        let inside = match s {
            Stmt::For { body, .. } | Stmt::Loop { body } => self.run_loop(body),
            Stmt::If { then, other, .. } => self.block(then) | self.block(other),
            _ => false,
        };
        let kept = inside || is_kept(s, &self.needed);
        if kept {
            s.operands(&mut |id| self.need(id));
            self.guards(s);
        }
        kept
    }

    /// A loop that is kept ends where it did.
    fn run_loop(&mut self, body: &[Stmt]) -> bool {
        let kept = self.block(body);
        for s in body {
            if let (true, Stmt::Leave(cond)) = (kept, s) {
                self.need(*cond);
            }
        }
        kept
    }

    /// What the check of a guarded access reads.
    fn guards(&mut self, s: &Stmt) {
        if let Stmt::Let(_, Expr::Load { access, .. })
        | Stmt::Store { access, .. }
        | Stmt::StorePair { access, .. }
        | Stmt::Atomic { access, .. } = s
            && self.options.is_guarded(*access)
        {
            let program = self.program;
            let known = &program.accesses[*access as usize];
            known
                .indices
                .iter()
                .chain(&known.extents)
                .for_each(|&id| self.need(id));
        }
    }
}

/// Is the statement kept, blocks inside it aside?
fn is_kept(s: &Stmt, needed: &[bool]) -> bool {
    match s {
        Stmt::Let(id, _) | Stmt::Declare(id, _) | Stmt::Assign(id, _) | Stmt::Bump(id, _) => {
            needed[*id as usize]
        }
        Stmt::Advance { pointer, .. }
        | Stmt::Walk { pointer, .. }
        | Stmt::Segment { pointer, .. } => needed[*pointer as usize],
        Stmt::For { .. } | Stmt::Loop { .. } | Stmt::Leave(_) | Stmt::If { .. } => false,
        Stmt::Store { .. }
        | Stmt::StorePair { .. }
        | Stmt::Atomic { .. }
        | Stmt::Barrier
        | Stmt::VectorBarrier => true,
    }
}

fn retain(block: &mut Vec<Stmt>, needed: &[bool]) {
    block.retain_mut(|s| match s {
        Stmt::For { body, .. } | Stmt::Loop { body } => {
            retain(body, needed);
            body.iter().any(|s| !matches!(s, Stmt::Leave(_)))
        }
        Stmt::Leave(_) => true,
        Stmt::If { then, other, .. } => {
            retain(then, needed);
            retain(other, needed);
            !then.is_empty() || !other.is_empty()
        }
        other => is_kept(other, needed),
    });
}
