//! A program's beginning, arguments and end.

use super::builder::{Builder, with};
use crate::ir::{
    AccessKind, Builtin, Id, Param, Per, Program, Promise, ScratchArray, Shape, Ty, Value,
    ViewInfo, ViewPlace,
};
use crate::kernel::exec::Scalar;

/// Starts a program on this thread; one that was begun and not finished (a panic in a body) is dropped.
pub fn begin(name: &str, shape: Shape, promise: Promise) {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name = format!("px_kernel_{}", name.chars().map(plain).collect::<String>());
    with(|b| *b = Builder::new(name, shape, promise));
}

/// Ends the program. A range has arguments `Begin` and `End` for each dimension afterwards, whether the body used them
/// or not.
pub fn finish() -> Program {
    with(|b| {
        if let Shape::Range { rank, .. } = b.program().shape {
            for d in 0..rank {
                b.param(Ty::Index, Param::Begin(d));
                b.param(Ty::Index, Param::End(d));
            }
        }
        let body = b.close();
        let mut program = std::mem::take(b)
            .program
            .expect("kernel code is recorded between trace::begin and trace::finish");
        program.body = body;
        program.join_rows();
        program
    })
}

/// Whether what is recorded so far writes no view.
pub(crate) fn only_reads() -> bool {
    with(|b| {
        let mut accesses = b.program().accesses.iter();
        accesses.all(|access| access.kind == AccessKind::Read)
    })
}

/// Adds a view of `rank` over a buffer of `ty` elements; the address, and the number of the view.
pub fn buffer(field: &str, rank: usize, ty: Ty) -> (Id, usize) {
    with(|b| {
        let program = b.program();
        let (view, argument) = (program.views.len(), program.params.len());
        program.views.push(ViewInfo {
            field: field.into(),
            rank,
            place: ViewPlace::Buffer(argument),
        });
        program.params.push(Param::Buffer { ty, view });
        (program.value(ty, Value::Buffer(argument)), view)
    })
}

/// Adds the view of one scalar of a view's structs, which a pointer into its buffer addresses; the number of the view.
pub fn part(whole: usize, path: &str, ptr: Id) -> usize {
    with(|b| {
        let program = b.program();
        let view = program.views.len();
        let whole = program.views[whole].clone();
        program.views.push(ViewInfo {
            field: whole.field + path,
            ..whole
        });
        b.own(ptr, view);
        view
    })
}

/// Extent `dim` of a view as an argument.
pub fn extent(view: usize, dim: usize) -> Id {
    with(|b| b.param(Ty::Index, Param::Extent { view, dim }))
}

/// Stride `dim` of a view as an argument.
pub fn stride(view: usize, dim: usize) -> Id {
    with(|b| b.param(Ty::Index, Param::Stride { view, dim }))
}

/// A scalar field as an argument.
pub fn scalar<T: Scalar>(field: &str) -> Id {
    with(|b| {
        b.new_param(
            T::TY,
            Param::Scalar {
                ty: T::TY,
                field: field.into(),
            },
        )
    })
}

/// First index of dimension `dim` of the policy's range as an argument.
pub fn begin_param(dim: usize) -> Id {
    with(|b| b.param(Ty::Index, Param::Begin(dim)))
}

/// Index after the last of dimension `dim` of the policy's range as an argument.
pub fn end_param(dim: usize) -> Id {
    with(|b| b.param(Ty::Index, Param::End(dim)))
}

/// A value that the machine supplies.
pub fn builtin(which: Builtin) -> Id {
    with(|b| b.builtin(which))
}

/// A scratch array of `len` elements for each of its owners. Its address, and the number of its view.
pub fn scratch_array(label: &str, ty: Ty, len: usize, per: Per) -> (Id, usize) {
    with(|b| scratch_in(b, label, ScratchArray::new(ty, len, per)))
}

/// The same as a body declares it.
pub(super) fn declared_scratch(
    label: &str,
    ty: Ty,
    len: usize,
    per: Per,
    is_large: bool,
) -> (Id, usize) {
    with(|b| {
        let array = ScratchArray {
            is_large,
            in_loop: b.is_in_loop(),
            ..ScratchArray::new(ty, len, per)
        };
        scratch_in(b, label, array)
    })
}

/// As [`scratch_array`], where the builder is borrowed.
pub(super) fn scratch_in(b: &mut Builder, label: &str, array: ScratchArray) -> (Id, usize) {
    let program = b.program();
    let (number, view) = (program.scratch.len(), program.views.len());
    program.views.push(ViewInfo {
        field: label.into(),
        rank: 1,
        place: ViewPlace::Scratch(number, vec![array.len]),
    });
    let ty = array.ty;
    let value = if array.is_large {
        program.params.push(Param::Scratch {
            view,
            array: number,
        });
        Value::Buffer(program.params.len() - 1)
    } else {
        Value::Scratch(number)
    };
    program.scratch.push(array);
    (program.value(ty, value), view)
}
