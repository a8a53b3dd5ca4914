//! `Option` and `Result`, which kernels do not compute with.

use syn::PathSegment;

/// What to write instead.
pub(crate) const MESSAGE: &str = "kernels compute with no `Option` and no `Result`: give a `bool` beside the value, as in `(bool, f32)`, or a value that stands for none, such as -1";

/// Does it name one of them? An author's own `Result` has no argument.
pub(crate) fn names_one(segment: &PathSegment) -> bool {
    (segment.ident == "Option" || segment.ident == "Result") && !segment.arguments.is_empty()
}
