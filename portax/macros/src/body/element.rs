//! Elements of local arrays at indices that may be known at run time only.

use super::{Body, own_code::is_constant};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprIndex, Ident, spanned::Spanned};

/// `array[index].part.part`
pub(super) struct Element<'a> {
    at: &'a ExprIndex,
    /// `.part.part`
    parts: TokenStream,
}

impl Body {
    /// Whether the macro can tell that the index is known when the kernel is compiled: literals, constants, variables of
    /// `#[unroll]` loops, and what operators make of them.
    pub(super) fn is_comptime(&self, index: &Expr) -> bool {
        match index {
            Expr::Paren(inner) => self.is_comptime(&inner.expr),
            Expr::Group(inner) => self.is_comptime(&inner.expr),
            Expr::Binary(b) => self.is_comptime(&b.left) && self.is_comptime(&b.right),
            Expr::Path(path) => is_constant(&path.path) || self.known_value(index).is_some(),
            Expr::Lit(_) | Expr::Macro(_) => true,
            _ => false,
        }
    }

    /// The element that a place is, or is a part of, unless the macro knows which one that is.
    pub(super) fn element_of<'a>(&self, x: &'a Expr) -> Option<Element<'a>> {
        match x {
            Expr::Paren(inner) => self.element_of(&inner.expr),
            Expr::Group(inner) => self.element_of(&inner.expr),
            Expr::Field(f) => {
                let mut element = self.element_of(&f.base)?;
                let member = &f.member;
                element.parts.extend(quote!(.#member));
                Some(element)
            }
            Expr::Index(at) if !self.is_comptime(&at.index) => {
                let parts = TokenStream::new();
                Some(Element { at, parts })
            }
            _ => None,
        }
    }

    /// Its value.
    pub(super) fn read_element(&mut self, element: &Element<'_>, span: Span) -> TokenStream {
        let (e, p, parts) = (self.e.clone(), self.portax(span), &element.parts);
        let (array, name) = (self.place(&element.at.expr), name(&element.at.expr));
        let index = self.expr(&element.at.index);
        let index = quote_spanned!(element.at.index.span()=> #index);
        quote_spanned!(span=> #p::kernel::value::read_at::<#e, _, _, _, _, _>(__px_at, &#array, #index, |__px_e| &(*__px_e) #parts, #name))
    }

    /// `element = value`
    pub(super) fn assign_element(
        &mut self,
        element: &Element<'_>,
        left: &Expr,
        value: TokenStream,
        span: Span,
    ) -> TokenStream {
        let (e, parts) = (self.e.clone(), &element.parts);
        let (array, name) = (self.place(&element.at.expr), name(&element.at.expr));
        let index = self.expr(&element.at.index);
        let assign = self.whole(left, quote!(kernel::value::assign_at));
        quote_spanned!(span=> { let __px_v = #value; let __px_i = #index; #assign::<#e, _, _, _, _, _, _>(__px_at, &mut #array, __px_i, |__px_e| &mut (*__px_e) #parts, #name, __px_v) })
    }
}

/// What messages call the array: its name.
fn name(array: &Expr) -> String {
    match array {
        Expr::Path(p) => p
            .path
            .get_ident()
            .map_or_else(String::new, Ident::to_string),
        Expr::Paren(inner) => name(&inner.expr),
        Expr::Group(inner) => name(&inner.expr),
        Expr::Unary(u) => name(&u.expr),
        Expr::Field(f) => format!("{}.{}", name(&f.base), f.member.to_token_stream()),
        Expr::Index(i) => name(&i.expr),
        _ => "local array".into(),
    }
}
