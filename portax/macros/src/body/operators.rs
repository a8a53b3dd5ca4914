//! Kinds of operators.

use syn::BinOp::{self, *};

/// Does it assign?
pub(super) fn assigns(op: &BinOp) -> bool {
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | BitXorAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// Does it shift, whose sides may have two types?
pub(super) fn shifts(op: &BinOp) -> bool {
    matches!(op, Shl(_) | Shr(_) | ShlAssign(_) | ShrAssign(_))
}

/// Does it make a condition?
pub(super) fn is_of_conditions(op: &BinOp) -> bool {
    matches!(op, And(_) | Or(_))
}

/// Does it compare?
pub(super) fn compares(op: &BinOp) -> bool {
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}
