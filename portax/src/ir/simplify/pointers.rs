//! Loads at addresses affine in a run-time loop's variable: a pointer that walks replaces the index arithmetic.

use super::{RenderOptions, has_mark, is_small, known_values, mark_defined};
use crate::ir::affine::{Form, Values};
use crate::ir::{Expr, Id, Program, Stmt, Ty, Value, visit};

/// More pointers than this cost more registers than they save arithmetic.
const MAX_POINTERS: usize = 16;

/// Is there no loop in the block?
fn is_innermost(block: &[Stmt]) -> bool {
    let mut loops = false;
    visit(block, &mut |s| {
        loops |= matches!(s, Stmt::For { .. } | Stmt::Loop { .. })
    });
    !loops
}

/// Lets loads walk.
pub(super) fn walk(program: &mut Program, options: &RenderOptions) {
    let recorded = program.clone();
    let known = known_values(program, options);
    let values = Values::visible(&recorded, !options.wide && !options.wraps, &known);
    let body = std::mem::take(&mut program.body);
    let body = Walker {
        program,
        values: &values,
        known: &known,
    }
    .block(body);
    program.body = body;
}

struct Walker<'a> {
    program: &'a mut Program,
    values: &'a Values<'a>,
    known: &'a [Option<i64>],
}

/// Loads that share a walking pointer: they differ by constants.
struct Group {
    base: Id,
    unit: Ty,
    /// Offset at loop variable 0, without its constant
    rest: Form,
    /// Units the loop variable's step of 1 moves it
    factor: i64,
    pointer: Id,
}

/// The loop that is being rewritten.
struct Around {
    index: Id,
    inside: Vec<bool>,
    /// Loads from scratch walk only where they are cheapest to have: 9 of 50 to 175 instructions of an inner loop
    innermost: bool,
    groups: Vec<Group>,
}

impl Walker<'_> {
    fn block(&mut self, statements: Vec<Stmt>) -> Vec<Stmt> {
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
                    let body = self.block(body);
                    self.run_loop(
                        Stmt::For {
                            index,
                            begin,
                            end,
                            step,
                            body,
                        },
                        &mut out,
                    );
                }
                Stmt::Loop { body } => {
                    let body = self.block(body);
                    out.push(Stmt::Loop { body });
                }
                Stmt::If { cond, then, other } => {
                    let (then, other) = (self.block(then), self.block(other));
                    out.push(Stmt::If { cond, then, other });
                }
                s => out.push(s),
            }
        }
        out
    }

    fn run_loop(&mut self, s: Stmt, out: &mut Vec<Stmt>) {
        let Stmt::For {
            index,
            begin,
            end,
            step,
            mut body,
        } = s
        else {
            return;
        };
        if let Some(stride) = self.known_value(step) {
            let mut inside = vec![false; self.program.values.len()];
            inside[index as usize] = true;
            mark_defined(&body, &mut inside, true);
            let mut around = Around {
                index,
                inside,
                innermost: is_innermost(&body),
                groups: Vec::new(),
            };
            self.rewrite(&mut body, &mut around);
            for g in around.groups {
                let mut terms: Vec<(Id, i64)> = g.rest.terms.into_iter().collect();
                terms.push((begin, g.factor));
                out.push(Stmt::Walk {
                    pointer: g.pointer,
                    base: g.base,
                    terms,
                });
                body.push(Stmt::Bump(g.pointer, g.factor * stride));
            }
        }
        out.push(Stmt::For {
            index,
            begin,
            end,
            step,
            body,
        });
    }

    fn known_value(&self, id: Id) -> Option<i64> {
        self.known.get(id as usize).copied().flatten()
    }

    fn rewrite(&mut self, body: &mut [Stmt], around: &mut Around) {
        for s in body {
            match s {
                Stmt::Let(
                    _,
                    Expr::Load {
                        ptr, offset, unit, ..
                    },
                ) => {
                    if let Some((pointer, constant)) = self.walking(*ptr, *offset, *unit, around) {
                        *ptr = pointer;
                        *offset = self.program.constant(Ty::Index, constant);
                    }
                }
                Stmt::If { then, other, .. } => {
                    self.rewrite(then, around);
                    self.rewrite(other, around);
                }
                _ => {}
            }
        }
    }

    /// The pointer that walks to this load, and the constant left.
    fn walking(
        &mut self,
        base: Id,
        offset: Id,
        unit: Ty,
        around: &mut Around,
    ) -> Option<(Id, i64)> {
        let in_scratch = matches!(
            self.program.values[self.program.root(base) as usize].1,
            Value::Scratch(_)
        );
        if has_mark(self.program, &around.inside, base) || in_scratch && !around.innermost {
            return None;
        }
        let mut rest = self.values.form(offset);
        let factor = rest.terms.remove(&around.index)?;
        if rest
            .terms
            .keys()
            .any(|&id| has_mark(self.program, &around.inside, id))
        {
            return None;
        }
        let constant = std::mem::take(&mut rest.constant);
        if !is_small(constant) {
            return None;
        }
        let same =
            |g: &&Group| g.base == base && g.unit == unit && g.factor == factor && g.rest == rest;
        if let Some(g) = around.groups.iter().find(same) {
            return Some((g.pointer, constant));
        }
        if around.groups.len() == MAX_POINTERS {
            return None;
        }
        let pointer = self.program.value(unit, Value::Pointer(base));
        around.groups.push(Group {
            base,
            unit,
            rest,
            factor,
            pointer,
        });
        Some((pointer, constant))
    }
}
