//! Elements of local arrays at indices that may be known at run time only.

use super::{Body, own_code::is_constant, strip};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprIndex, Ident, spanned::Spanned};

/// `array[index].part.part`, or `array[row][index].part.part`
pub(super) struct Element<'a> {
    at: &'a ExprIndex,
    row: Option<&'a ExprIndex>,
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
            Expr::Index(at) => {
                let row = self.row_of(at);
                let (is_known, parts) = (self.is_comptime(&at.index), TokenStream::new());
                (row.is_some() || !is_known).then_some(Element { at, row, parts })
            }
            _ => None,
        }
    }

    /// The row of an element, unless the macro knows which one that is.
    fn row_of<'a>(&self, at: &'a ExprIndex) -> Option<&'a ExprIndex> {
        match strip(&at.expr) {
            Expr::Index(row) if !self.is_comptime(&row.index) => Some(row),
            _ => None,
        }
    }

    /// The array, its name, and the index or the row and the index.
    fn indexed_element(&mut self, element: &Element<'_>) -> (TokenStream, String, TokenStream) {
        let array = element.row.unwrap_or(element.at);
        let (place, name) = (self.place(&array.expr), name(&array.expr));
        let mut index = |x: &Expr| {
            let index = self.expr(x);
            quote_spanned!(x.span()=> #index)
        };
        let last = index(&element.at.index);
        let index = match element.row {
            Some(row) => {
                let row = index(&row.index);
                quote_spanned!(element.at.span()=> (#row, #last))
            }
            None => last,
        };
        (place, name, index)
    }

    /// Its value.
    pub(super) fn read_element(&mut self, element: &Element<'_>, span: Span) -> TokenStream {
        let (array, name, index) = self.indexed_element(element);
        let (e, p, parts) = (self.e.clone(), self.portax(span), &element.parts);
        let part = quote_spanned!(span=> |__px_e| &(*__px_e) #parts);
        match element.row {
            None => {
                quote_spanned!(span=> #p::kernel::value::read_at::<#e, _, _, _, _, _>(__px_at, &#array, #index, #part, #name))
            }
            Some(_) => {
                quote_spanned!(span=> #p::kernel::value::read_in_row::<#e, _, _, _, _, _, _, _>(__px_at, &#array, #index, #part, #name))
            }
        }
    }

    /// `element = value`
    pub(super) fn assign_element(
        &mut self,
        element: &Element<'_>,
        left: &Expr,
        value: TokenStream,
        span: Span,
    ) -> TokenStream {
        let (array, name, index) = self.indexed_element(element);
        let (e, parts) = (self.e.clone(), &element.parts);
        let part = quote_spanned!(span=> |__px_e| &mut (*__px_e) #parts);
        let (function, types) = match element.row {
            None => (
                quote!(kernel::value::assign_at),
                quote_spanned!(span=> #e, _, _, _, _, _, _),
            ),
            Some(_) => (
                quote!(kernel::value::assign_in_row),
                quote_spanned!(span=> #e, _, _, _, _, _, _, _, _),
            ),
        };
        let assign = self.whole(left, function);
        quote_spanned!(span=> { let __px_v = #value; let __px_i = #index; #assign::<#types>(__px_at, &mut #array, __px_i, #part, #name, __px_v) })
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
