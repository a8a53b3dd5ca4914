//! What a lambda takes from outside: variables, and fields of structs, which it captures one by one, as Rust's closures do.

use super::{Body, strip};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::{Expr, ExprField, Ident, Member, spanned::Spanned};

/// A variable or a field.
pub(crate) struct Capture {
    /// What the body calls it
    pub name: Ident,
    /// What messages and device code call it
    pub label: String,
    /// What it is where the lambda stands
    pub value: TokenStream,
    is_field: bool,
    /// Is it known when the kernel is recorded?
    is_comptime: bool,
}

impl Capture {
    /// A copy of it, where the lambda stands.
    pub(crate) fn captured(&self) -> TokenStream {
        let (value, span) = (&self.value, self.name.span());
        let copy = quote_spanned!(span=> #value.__px_captured());
        match self.is_comptime {
            true => quote_spanned!(span=> ::portax::kernel::lambda::Comptime(#copy)),
            false => copy,
        }
    }
}

impl Body {
    /// What the body uses and does not declare, in order.
    pub(crate) fn take_captures(&mut self) -> Vec<Capture> {
        std::mem::take(&mut self.captures)
    }

    /// What another body of the lambda uses, which goes on here.
    pub(crate) fn give_captures(&mut self, captures: Vec<Capture>) {
        self.captures = captures;
    }

    /// Captures a variable.
    pub(super) fn capture_variable(&mut self, name: &Ident) {
        if self.captures.iter().any(|c| c.name == *name) {
            return;
        }
        self.captures.push(Capture {
            name: name.clone(),
            label: name.to_string(),
            value: name.to_token_stream(),
            is_field: false,
            is_comptime: self.is_size(name),
        });
    }

    /// Captures `self.a.b`, or `a.b` of a variable from outside, and gives its name in the body.
    pub(super) fn capture_field(&mut self, field: &ExprField) -> Option<Ident> {
        let label = self.label_of_field(field).filter(|_| self.captures_self)?;
        let span = field.member.span();
        let known = self.captures.iter();
        let known = known.filter(|c| c.is_field).find(|c| c.label == label);
        if let Some(capture) = known {
            return Some(Ident::new(&capture.name.to_string(), span));
        }
        // A name of its own: a variable may be called like the field.
        let name = format_ident!("__px_field_{}", self.captures.len(), span = span);
        self.captures.push(Capture {
            name: name.clone(),
            label,
            value: field.to_token_stream(),
            is_field: true,
            is_comptime: self.is_size(field),
        });
        Some(name)
    }

    /// `a.b` of `self.a.b`, and of a variable `a` from outside.
    fn label_of_field(&self, field: &ExprField) -> Option<String> {
        let member = match &field.member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(k) => k.index.to_string(),
        };
        match strip(&field.base) {
            Expr::Path(p) if p.path.is_ident("self") => Some(member),
            Expr::Path(p) if self.takes_fields => {
                let name = p.path.get_ident().filter(|name| self.is_outside(name))?;
                Some(format!("{name}.{member}"))
            }
            Expr::Field(base) => Some(format!("{}.{member}", self.label_of_field(base)?)),
            _ => None,
        }
    }

    /// Is it, by its looks, a variable that is not declared here?
    pub(super) fn is_outside(&self, name: &Ident) -> bool {
        let is_variable = |name: &str| name.starts_with(|c: char| c.is_lowercase() || c == '_');
        self.binding(name).is_none() && is_variable(&name.to_string())
    }
}

/// Where a name stands first, inside macros too.
pub(crate) fn first_named(name: &str, tokens: TokenStream) -> Option<Ident> {
    tokens.into_iter().find_map(|t| match t {
        TokenTree::Ident(i) => (i == name).then_some(i),
        TokenTree::Group(g) => first_named(name, g.stream()),
        _ => None,
    })
}
