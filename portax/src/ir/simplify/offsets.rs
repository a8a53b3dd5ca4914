//! Loads from scratch whose addresses differ by constants: one pointer, and the constants in the loads.
//!
//! A device compiler adds indices up before it adds the address of scratch, at every load; to a pointer it adds one by one.

use super::{RenderOptions, is_small, known_values};
use crate::ir::affine::{Form, Values};
use crate::ir::{Expr, Id, Program, Stmt, Ty, Value};

/// Lets loads of a block share pointers.
pub(super) fn share(program: &mut Program, options: &RenderOptions) {
    let recorded = program.clone();
    let known = known_values(program, options);
    let values = Values::visible(&recorded, !options.wide, &known);
    let body = std::mem::take(&mut program.body);
    let body = block(program, &values, body);
    program.body = body;
}

/// Where a load of the block stands, and the constant of its address.
type Place = (usize, i64);

/// Loads that differ by constants.
struct Group {
    base: Id,
    unit: Ty,
    /// The address without its constant
    rest: Form,
    places: Vec<Place>,
}

fn block(program: &mut Program, values: &Values<'_>, mut statements: Vec<Stmt>) -> Vec<Stmt> {
    let mut groups: Vec<Group> = Vec::new();
    for (place, s) in statements.iter_mut().enumerate() {
        match s {
            Stmt::For { body, .. } | Stmt::Loop { body } => {
                *body = block(program, values, std::mem::take(body))
            }
            Stmt::If { then, other, .. } => {
                *then = block(program, values, std::mem::take(then));
                *other = block(program, values, std::mem::take(other));
            }
            Stmt::Let(
                _,
                Expr::Load {
                    ptr, offset, unit, ..
                },
            ) if is_scratch(program, *ptr) => {
                let mut rest = values.form(*offset);
                let constant = std::mem::take(&mut rest.constant);
                let (base, unit) = (*ptr, *unit);
                let same = |g: &&mut Group| g.base == base && g.unit == unit && g.rest == rest;
                match groups.iter_mut().find(same) {
                    _ if !is_small(constant) => {}
                    Some(group) => group.places.push((place, constant)),
                    None if rest.terms.is_empty() => {}
                    None => groups.push(Group {
                        base,
                        unit,
                        rest,
                        places: vec![(place, constant)],
                    }),
                }
            }
            _ => {}
        }
    }
    groups.retain(|group| group.places.len() > 1);
    with_pointers(program, statements, groups)
}

fn is_scratch(program: &Program, ptr: Id) -> bool {
    matches!(
        program.values[program.root(ptr) as usize].1,
        Value::Scratch(_)
    )
}

/// Defines the pointer of each group before its first load.
fn with_pointers(
    program: &mut Program,
    mut statements: Vec<Stmt>,
    groups: Vec<Group>,
) -> Vec<Stmt> {
    let mut definitions = Vec::new();
    for group in groups {
        let pointer = program.value(group.unit, Value::Pointer(group.base));
        for &(place, constant) in &group.places {
            let constant = program.constant(Ty::Index, constant);
            if let Stmt::Let(_, Expr::Load { ptr, offset, .. }) = &mut statements[place] {
                (*ptr, *offset) = (pointer, constant);
            }
        }
        let definition = Stmt::Walk {
            pointer,
            base: group.base,
            terms: group.rest.terms.into_iter().collect(),
        };
        definitions.push((group.places[0].0, definition));
    }
    let mut definitions = definitions.into_iter().peekable();
    let mut out = Vec::with_capacity(statements.len());
    for (place, s) in statements.into_iter().enumerate() {
        while let Some((_, definition)) = definitions.next_if(|(first, _)| *first == place) {
            out.push(definition);
        }
        out.push(s);
    }
    out
}
