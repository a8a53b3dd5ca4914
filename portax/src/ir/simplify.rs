//! Rewrites of a program for device compilers.
//!
//! | pass | why |
//! |---|---|
//! | `lanes` | sub-groups join vector lanes by shuffles, without scratch and barriers |
//! | `rows` | the pieces of a table row become one load |
//! | `pointers` | device compilers recompute index chains in loops that they may not unroll: 4-8 % of a kernel of such loops |
//! | `offsets` | device compilers compute addresses in scratch that differ by constants one by one: two operations a load |
//! | `hoist` | what a loop does not change stands before it, one time in the text |
//! | `dead` | text and compile time |
//!
//! Proofs read the program as recorded: afterwards only the indices of guarded accesses are kept.

mod dead;
mod hoist;
mod lanes;
mod offsets;
mod pointers;
mod rows;
#[cfg(test)]
mod tests;

use super::render::RenderOptions;
use super::{Builtin, Expr, Id, Program, Stmt, Value};

/// The program as it is best printed with these options.
#[doc(hidden)]
pub fn simplify(program: &Program, options: &RenderOptions) -> Program {
    let mut program = program.clone();
    if options.sub_groups {
        lanes::join(&mut program);
    }
    rows::merge(&mut program);
    dead::remove(&mut program, options);
    hoist::hoist(&mut program);
    pointers::walk(&mut program, options);
    offsets::share(&mut program, options);
    dead::remove(&mut program, options);
    program
}

/// The integer that a value has under the options, by id.
fn known_values(program: &Program, options: &RenderOptions) -> Vec<Option<i64>> {
    let [lanes, team] = options
        .group_size
        .map_or([None, None], |size| size.map(|n| Some(n as i64)));
    let known = |id: usize| match program.values[id].1 {
        Value::Param(k) => options.values.get(k).copied().flatten(),
        Value::Builtin(Builtin::VectorLength) => lanes,
        Value::Builtin(Builtin::TeamSize) => team,
        _ => program.as_constant(id as Id),
    };
    (0..program.values.len()).map(known).collect()
}

/// May a pointer leave this constant of an index to the loads? The sum without it is to stay within 32 bits as the index
/// does.
fn is_small(constant: i64) -> bool {
    constant.unsigned_abs() < 1 << 30
}

/// Marks every value that a block and the blocks inside it define.
fn mark_defined(block: &[Stmt], defined: &mut Vec<bool>, to: bool) {
    super::visit(block, &mut |s| {
        if let Some(id) = s.defines() {
            let id = id as usize;
            if id >= defined.len() {
                defined.resize(id + 1, false);
            }
            defined[id] = to;
        }
    });
}

/// Does the value, or the vector that it is part of, carry the mark?
fn has_mark(program: &Program, marks: &[bool], id: Id) -> bool {
    match program.values[id as usize].1 {
        Value::Component(vector, _) => has_mark(program, marks, vector),
        _ => marks.get(id as usize).copied().unwrap_or(false),
    }
}

/// Is it integer arithmetic without memory or variables?
fn is_pure_integer(program: &Program, id: Id, e: &Expr) -> bool {
    let mut pure = !program.ty(id).is_float()
        && !matches!(e, Expr::Load { .. } | Expr::Element { .. } | Expr::Read(_));
    e.operands(&mut |a| pure &= !matches!(program.values[a as usize].1, Value::Variable));
    pure
}
