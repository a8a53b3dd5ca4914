//! Statements: `let`, and everything else that leaves nothing early.

use super::{
    Binding, Body, Place,
    call::complex_word,
    leaving::has_exits,
    own_code::{is_constant, is_of_type},
    strip,
    types::is_usize,
};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{
    Expr, ExprCall, Ident, Lit, Local, Pat, Stmt, Type, parse_quote, parse_quote_spanned,
    spanned::Spanned,
};

impl Body {
    pub(super) fn statement(&mut self, s: &Stmt, last: bool, place: Place) -> TokenStream {
        let place = if last { place } else { Place::Unit };
        if place == Place::Given && !may_give(s) {
            return self.error(s, "the body ends here without a value: write what it gives");
        }
        match s {
            Stmt::Local(l) => self.local(l),
            Stmt::Expr(x, None) if place == Place::Value => self.expr(x),
            Stmt::Expr(Expr::If(i), _) => self.if_statement(i, place),
            Stmt::Expr(Expr::Match(m), _) => self.match_statement(m, place),
            Stmt::Expr(Expr::Block(b), _) => self.block(&b.block, place),
            Stmt::Expr(Expr::Loop(l), _) => self.endless_loop(l, place),
            Stmt::Expr(x, None) if place == Place::Given => match self.target() {
                Some(target) => self.give(target, x),
                None => self.expr(x),
            },
            Stmt::Expr(Expr::Call(c), _) if is_single(c) => self.single(c),
            Stmt::Expr(Expr::MethodCall(m), semi)
                if (semi.is_some() || place == Place::Unit) && self.updates_item(m) =>
            {
                self.update_item(m)
            }
            Stmt::Expr(x, semi) => {
                let code = self.expr(x);
                let ends = semi.is_some() || matches!(x, Expr::Assign(_));
                if ends { quote!(#code;) } else { code }
            }
            Stmt::Macro(m) => match self.start_statement(&m.mac).or_else(|| self.message(&m.mac)) {
                Some(code) => quote!(#code;),
                None => self.error(
                    m,
                    "macros are not part of the kernel language, except `comptime!`, `kernel_assert!` and `debug_print!`",
                ),
            },
            Stmt::Item(i) => quote!(#i),
        }
    }

    /// The first value of what a pattern declares: a literal for a `mut` name has the type that it has in Rust,
    /// a variant is one of its enum.
    fn initial(&mut self, pattern: &Pat, x: &Expr) -> TokenStream {
        match (pattern, strip(x)) {
            (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
                let pairs = names.elems.iter().zip(&values.elems);
                let values: Vec<_> = pairs.map(|(name, x)| self.initial(name, x)).collect();
                quote_spanned!(x.span()=> (#(#values,)*))
            }
            (Pat::Ident(name), Expr::Tuple(values)) if name.mutability.is_some() => {
                let values: Vec<_> = values
                    .elems
                    .iter()
                    .map(|x| self.initial(pattern, x))
                    .collect();
                quote_spanned!(x.span()=> (#(#values,)*))
            }
            (Pat::Ident(name), _) if name.mutability.is_some() => {
                let value = self.expr(x);
                match type_by_suffix(x, self.computed_index()) {
                    None if is_named(x)
                        || self.is_known(x)
                        || self.differs(&name.ident)
                        || is_complex(x) =>
                    {
                        self.slot_of(x, &value)
                    }
                    None => value,
                    Some(ty) => {
                        let ty = self.ty(&ty);
                        let conv = self.whole(x, quote!(kernel::value::Conv::<#ty>::conv));
                        quote_spanned!(x.span()=> #conv(#value))
                    }
                }
            }
            _ => self.expr(x),
        }
    }

    /// The type of an index that is computed, in a function that returns one or elsewhere.
    fn computed_index(&self) -> &'static str {
        if self.makes_indices { "i64" } else { "i32" }
    }

    fn local(&mut self, l: &Local) -> TokenStream {
        let counted = counted(l, self.computed_index());
        let is_counted = matches!((&l.pat, &counted.pat), (Pat::Type(_), Pat::Ident(_)));
        let l = &counted;
        let Some(init) = l.init.as_ref().filter(|i| i.diverge.is_none()) else {
            if let Some(name) = crate::kernel::pattern_ident(&l.pat) {
                self.declare(name, Binding::Variable);
            }
            return self.error(l, "a variable is initialised where it is declared, or as the last of every branch of the `if` or `match` that follows");
        };
        let span = init.expr.span();
        let has_exits = is_left(&init.expr);
        let mut value = match (&l.pat, has_exits) {
            (Pat::Type(t), true) => {
                let ty = self.ty(&t.ty);
                self.value_with_exits(&init.expr, Some(ty))
            }
            (_, true) => self.value_with_exits(&init.expr, None),
            (Pat::Type(t), false) if !matches!(&*t.ty, Type::Infer(_)) => {
                let ty = self.ty(&t.ty);
                self.value_of(&ty, &init.expr)
            }
            (_, false) => self.initial(&l.pat, &init.expr),
        };
        let ty = match &l.pat {
            Pat::Type(t) => Some(self.ty(&t.ty)),
            _ => None,
        };
        if let Some(ty) = ty.as_ref().filter(|_| !has_exits) {
            let conv = self.whole(&*init.expr, quote!(kernel::value::Conv::<#ty>::conv));
            value = quote_spanned!(span=> #conv(#value));
        }
        if is_counted {
            let is_usize = self.whole(&*init.expr, quote!(kernel::value::is_usize));
            value = quote_spanned!(span=> #is_usize(#value));
        }
        let binding = self.binding_of(&init.expr);
        let pattern = self.pattern(&l.pat);
        if let Pat::Ident(name) = &l.pat
            && name.mutability.is_none()
        {
            self.declare(&name.ident, binding);
        }
        let ty = ty.map(|ty| quote!(: #ty));
        let variables = self.variables(&l.pat, span);
        quote!(let #pattern #ty = #value; #variables)
    }
}

/// Is it a complex number made of its parts, or an array of such? Those may be literals.
fn is_complex(x: &Expr) -> bool {
    match strip(x) {
        Expr::Call(c) => {
            matches!(&*c.func, Expr::Path(f) if complex_word(&f.path).is_some())
        }
        Expr::Repeat(r) => is_complex(&r.expr),
        Expr::Array(a) => a.elems.first().is_some_and(is_complex),
        _ => false,
    }
}

/// `let mut n: usize` has the type of computed indices. `let n: usize` is what it is computed as: an index, or an integer that is known or
/// not.
fn counted(l: &Local, index: &str) -> Local {
    let mut l = l.clone();
    let init = l.init.as_ref().map(|init| strip(&init.expr));
    let is_computed = init.is_some_and(|x| !is_constant_number(x));
    if let Pat::Type(t) = &mut l.pat
        && is_usize(&t.ty)
        && let Pat::Ident(name) = &*t.pat
    {
        if name.mutability.is_some() {
            let name = Ident::new(index, t.ty.span());
            *t.ty = parse_quote_spanned!(t.ty.span()=> #name);
        } else if is_computed {
            l.pat = (*t.pat).clone();
        }
    }
    l
}

/// Is it made of literals and constants?
fn is_constant_number(x: &Expr) -> bool {
    match strip(x) {
        Expr::Lit(_) => true,
        Expr::Path(p) => is_constant(&p.path),
        Expr::Unary(u) => is_constant_number(&u.expr),
        Expr::Binary(b) => is_constant_number(&b.left) && is_constant_number(&b.right),
        _ => false,
    }
}

/// Do exits give or leave the value?
fn is_left(x: &Expr) -> bool {
    matches!(strip(x), Expr::Loop(_)) || has_exits(x)
}

/// Is it `single(who, || ...)`?
fn is_single(c: &ExprCall) -> bool {
    matches!(&*c.func, Expr::Path(p) if p.path.is_ident("single"))
}

/// May a body that gives a value end with it?
fn may_give(s: &Stmt) -> bool {
    match s {
        Stmt::Expr(Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_), _) => true,
        Stmt::Expr(_, semi) => semi.is_none(),
        _ => false,
    }
}

/// Is it the name of a variant, or an array of such?
fn is_named(x: &Expr) -> bool {
    match strip(x) {
        Expr::Path(path) => is_of_type(&path.path),
        Expr::Repeat(r) => is_named(&r.expr),
        Expr::Array(a) => a.elems.first().is_some_and(is_named),
        _ => false,
    }
}

/// The type that a literal has, an i32 for `usize`.
pub(super) fn type_of_literal(x: &Expr) -> Option<Type> {
    type_by_suffix(x, "i32")
}

/// The type that a literal has: that of its suffix, `index` for `usize`, or else f64, i32 and bool; of an array, by its first
/// element.
fn type_by_suffix(x: &Expr, index: &str) -> Option<Type> {
    let literal = match strip(x) {
        Expr::Unary(u) => strip(&u.expr),
        Expr::Repeat(r) => {
            let (element, len) = (type_by_suffix(&r.expr, index)?, &r.len);
            return Some(parse_quote!([#element; #len]));
        }
        Expr::Array(a) => {
            let (element, len) = (type_by_suffix(a.elems.first()?, index)?, a.elems.len());
            return Some(parse_quote!([#element; #len]));
        }
        Expr::Tuple(t) => {
            let parts: Option<Vec<Type>> =
                t.elems.iter().map(|x| type_by_suffix(x, index)).collect();
            let parts = parts?;
            return Some(parse_quote!((#(#parts,)*)));
        }
        x => x,
    };
    let Expr::Lit(literal) = literal else {
        return None;
    };
    let (suffix, default) = match &literal.lit {
        Lit::Float(x) => (x.suffix(), "f64"),
        Lit::Int(x) => (x.suffix(), "i32"),
        Lit::Byte(_) => ("", "u32"),
        Lit::Bool(_) => ("", "bool"),
        _ => return None,
    };
    let name = match suffix {
        "" => default,
        "usize" => index,
        suffix => suffix,
    };
    let name = Ident::new(name, literal.span());
    Some(parse_quote!(#name))
}
