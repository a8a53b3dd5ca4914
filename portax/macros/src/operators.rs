//! Traits of the standard library that an impl may be of.

use syn::{Error, Ident, Path};

/// Operators that own types can have in kernels.
const OPERATORS: [&str; 6] = ["Add", "Sub", "Mul", "Div", "Rem", "Neg"];

/// Other operators and comparisons.
const OTHERS: [&str; 11] = [
    "BitAnd",
    "BitOr",
    "BitXor",
    "Not",
    "Shl",
    "Shr",
    "Index",
    "IndexMut",
    "PartialEq",
    "PartialOrd",
    "Ord",
];

/// Traits whose functions take no `self`.
const CONSTRUCTORS: [&str; 2] = ["Default", "From"];

/// Is it an operator that kernels have, too?
pub(crate) fn is_operator(path: &Path) -> bool {
    name(path).is_some_and(|name| is_among(&OPERATORS, name))
}

/// The refusal of a trait of the standard library that kernels do not have.
pub(crate) fn refused(path: &Path) -> Option<Error> {
    let name = name(path)?;
    let advice = if let Some(operator) = assigned(name) {
        format!(
            "kernels take `{operator}` for `{name}`, too: put #[device] on `impl {operator}`, and leave it out here, for the host"
        )
    } else if is_among(&OTHERS, name) {
        let all = OPERATORS.join("`, `");
        format!("kernels have the operators `{all}` of own types, and no `{name}`: write a method")
    } else if is_among(&CONSTRUCTORS, name) {
        format!(
            "kernels have no `{name}`: write a function or a constant in a `#[device] impl` without a trait, such as `const ZERO: Self = ...;`"
        )
    } else {
        return None;
    };
    Some(Error::new_spanned(path, format!("portax: {advice}")))
}

/// The operator of `AddAssign` or one of its like.
fn assigned(name: &Ident) -> Option<&'static str> {
    OPERATORS
        .into_iter()
        .find(|operator| *name == format!("{operator}Assign"))
}

fn name(path: &Path) -> Option<&Ident> {
    path.segments.last().map(|segment| &segment.ident)
}

fn is_among(names: &[&str], name: &Ident) -> bool {
    names.iter().any(|known| name == known)
}
