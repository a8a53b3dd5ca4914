//! Reductions over vector lanes by one operation each.

use crate::ir::{Expr, Program, Stmt};

/// Puts [`Expr::VectorReduce`] in the place of the tree of every [`VectorReduction`](crate::ir::VectorReduction): takes its
/// stores and barriers away and defines its result. The rest of a tree is dead then.
pub(super) fn join(program: &mut Program) {
    let mut body = std::mem::take(&mut program.body);
    block(program, &mut body);
    program.body = body;
}

fn block(program: &Program, statements: &mut Vec<Stmt>) {
    statements.retain_mut(|s| {
        match s {
            Stmt::For { body, .. } | Stmt::Loop { body } => block(program, body),
            Stmt::If { then, other, .. } => {
                block(program, then);
                block(program, other);
            }
            Stmt::Let(id, e) => {
                let reductions = &program.vector_reductions;
                if let Some(known) = reductions.iter().find(|known| known.result == *id) {
                    *e = Expr::VectorReduce(known.op, known.value);
                }
            }
            _ => {}
        }
        !is_of_tree(program, s)
    });
}

/// Does the statement do a tree's work?
fn is_of_tree(program: &Program, s: &Stmt) -> bool {
    match s {
        Stmt::VectorBarrier { of_reduction } => *of_reduction,
        Stmt::Store { ptr, .. } => {
            let root = program.root(*ptr);
            let reductions = &program.vector_reductions;
            reductions.iter().any(|known| known.array == root)
        }
        _ => false,
    }
}
