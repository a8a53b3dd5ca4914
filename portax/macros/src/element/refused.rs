//! Types that a field of an element cannot have: each is an error where it stands, and in the code another one has its place, so
//! that no other errors follow.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Ident, Type, parse_quote_spanned, spanned::Spanned};

/// A type that is refused.
pub(super) struct Refused {
    pub(super) error: Error,
    /// What stands in its place
    pub(super) instead: Type,
}

/// Refuses numbers that kernels do not compute with, and well-known types that are none.
pub(super) fn known(ty: &Type) -> Option<Refused> {
    const PLAIN: [&str; 4] = ["u128", "i128", "char", "String"];
    const GENERIC: [&str; 5] = ["Option", "Vec", "Box", "Arc", "Rc"];
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let name = last.ident.to_string();
    // an author's own `Box` has no argument
    let others: &[&str] = match last.arguments.is_empty() {
        true => &PLAIN,
        false => &GENERIC,
    };
    let narrow = |wider: &'static str| {
        let views = format!("make a view for each component, `View<{name}, 1>`");
        (wider, format!(": write `{wider}`, or {views}"))
    };
    let (instead, advice) = match &*name {
        "u8" | "u16" => narrow("u32"),
        "i8" | "i16" => narrow("i32"),
        "f16" | "bf16" => narrow("f32"),
        "usize" | "isize" => ("i32", ": an `i32` or `i64` holds an index".to_string()),
        name if others.contains(&name) => ("i32", String::new()),
        _ => return None,
    };
    Some(refuse(ty, instead, &advice))
}

/// Refuses any other type.
pub(super) fn other(ty: &Type) -> Refused {
    refuse(ty, "i32", "")
}

fn refuse(ty: &Type, instead: &str, advice: &str) -> Refused {
    let kinds = "portax: fields of an element are f32, f64, i32, u32, i64, u64, bool, complex numbers or elements, and arrays and tuples of them";
    let instead = Ident::new(instead, ty.span());
    Refused {
        error: Error::new_spanned(ty, format!("{kinds}{advice}")),
        instead: parse_quote_spanned!(ty.span()=> #instead),
    }
}

/// A value of a refused type: nothing runs that asks for it.
pub(super) fn value() -> TokenStream {
    quote!(::std::option::Option::unwrap(::std::option::Option::None))
}
