//! `Option` and `Result`, which kernels do not compute with.

use syn::Ident;

/// What to write instead.
pub(crate) const MESSAGE: &str = "kernels compute with no `Option` and no `Result`: give a `bool` beside the value, as in `(bool, f32)`, or a value that stands for none, such as -1";

/// Is it the name of one of them?
pub(crate) fn names_one(name: &Ident) -> bool {
    name == "Option" || name == "Result"
}
