//! Integer arithmetic that a loop does not change, moved before it.

use super::{has_mark, is_pure_integer, mark_defined};
use crate::ir::{Program, Stmt};

/// Moves it, innermost loops first.
pub(super) fn hoist(program: &mut Program) {
    let body = std::mem::take(&mut program.body);
    program.body = block(program, body);
}

fn block(program: &Program, statements: Vec<Stmt>) -> Vec<Stmt> {
    let mut out = Vec::with_capacity(statements.len());
    for s in statements {
        match s {
            Stmt::For {
                index,
                begin,
                end,
                step,
                body,
            } => {
                let body = block(program, body);
                let mut inside = vec![false; program.values.len()];
                inside[index as usize] = true;
                mark_defined(&body, &mut inside, true);
                let (before, body) = split(program, body, &mut inside);
                out.extend(before);
                out.push(Stmt::For {
                    index,
                    begin,
                    end,
                    step,
                    body,
                });
            }
            Stmt::Loop { body } => {
                let body = block(program, body);
                let mut inside = vec![false; program.values.len()];
                mark_defined(&body, &mut inside, true);
                let (before, body) = split(program, body, &mut inside);
                out.extend(before);
                out.push(Stmt::Loop { body });
            }
            Stmt::If { cond, then, other } => out.push(Stmt::If {
                cond,
                then: block(program, then),
                other: block(program, other),
            }),
            s => out.push(s),
        }
    }
    out
}

/// Statements that depend on nothing inside, and the rest.
fn split(program: &Program, body: Vec<Stmt>, inside: &mut [bool]) -> (Vec<Stmt>, Vec<Stmt>) {
    body.into_iter().partition(|s| {
        let Stmt::Let(id, e) = s else { return false };
        let mut free = is_pure_integer(program, *id, e);
        e.operands(&mut |a| free &= !has_mark(program, inside, a));
        if free {
            inside[*id as usize] = false;
        }
        free
    })
}
