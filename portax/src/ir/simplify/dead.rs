//! Removal of what nothing needs.

use super::RenderOptions;
use crate::ir::{ArrayId, Expr, Id, Program, Stmt, Value, access_of, visit};

/// Removes definitions that no store, atomic or barrier depends on, and blocks that do nothing.
pub(super) fn remove(program: &mut Program, options: &RenderOptions) {
    let mut body = std::mem::take(&mut program.body);
    let mut needs = Needs {
        program,
        options,
        needed: vec![false; program.values.len()],
        changed: true,
    };
    needs.guarded_assignments(&body);
    while std::mem::take(&mut needs.changed) {
        needs.block(&body);
    }
    let needed = needs.needed;
    retain(program, &mut body, &needed);
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

    /// Elements of an array that is indexed at run time stay together.
    fn need_array(&mut self, array: ArrayId) {
        let program = self.program;
        let elements = &program.locals[array as usize];
        elements.iter().for_each(|&id| self.need(id));
    }

    /// An assignment outside its array is told, whether anything reads the array or not.
    fn guarded_assignments(&mut self, body: &[Stmt]) {
        visit(body, &mut |s| {
            if let Stmt::AssignElement { array, access, .. } = s
                && self.options.is_guarded(*access)
            {
                self.need_array(*array);
            }
        });
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
        let kept = inside || is_kept(self.program, s, &self.needed);
        if kept {
            s.operands(&mut |id| self.need(id));
            if let Stmt::Let(_, Expr::Element { array, .. }) | Stmt::AssignElement { array, .. } = s
            {
                self.need_array(*array);
            }
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
        if let Some(access) = access_of(s)
            && self.options.is_guarded(access)
        {
            let program = self.program;
            let known = &program.accesses[access as usize];
            known
                .indices
                .iter()
                .chain(&known.extents)
                .for_each(|&id| self.need(id));
        }
    }
}

/// Is the statement kept, blocks inside it aside?
fn is_kept(program: &Program, s: &Stmt, needed: &[bool]) -> bool {
    match s {
        Stmt::AssignElement { array, .. } => {
            let elements = &program.locals[*array as usize];
            elements.iter().any(|&id| needed[id as usize])
        }
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
        | Stmt::VectorBarrier { .. } => true,
    }
}

fn retain(program: &Program, block: &mut Vec<Stmt>, needed: &[bool]) {
    block.retain_mut(|s| match s {
        Stmt::For { body, .. } | Stmt::Loop { body } => {
            retain(program, body, needed);
            body.iter().any(|s| !matches!(s, Stmt::Leave(_)))
        }
        Stmt::Leave(_) => true,
        Stmt::If { then, other, .. } => {
            retain(program, then, needed);
            retain(program, other, needed);
            !then.is_empty() || !other.is_empty()
        }
        other => is_kept(program, other, needed),
    });
}
