//! Elements of local arrays at indices that may be known at run time only.

use super::{Binding, Body, own_code::is_constant, strip};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashMap;
use syn::{Expr, ExprIndex, Ident, Member, parse_quote_spanned, spanned::Spanned};

/// `array[index].part.part`, or `array[row][index].part.part`; a part may be an item of an array that the macro knows, `part[1]`.
pub(super) struct Element<'a> {
    at: &'a ExprIndex,
    row: Option<&'a ExprIndex>,
    parts: Vec<Part<'a>>,
}

/// A step from a value to a part of it.
enum Part<'a> {
    Field(&'a Member),
    Item(&'a Expr),
}

impl Body {
    /// Whether the macro can tell that the index is known when the kernel is compiled: literals, constants, variables of
    /// `#[unroll]` loops, and what operators make of them.
    pub(super) fn is_comptime(&self, index: &Expr) -> bool {
        match index {
            Expr::Paren(inner) => self.is_comptime(&inner.expr),
            Expr::Group(inner) => self.is_comptime(&inner.expr),
            Expr::Binary(b) => self.is_comptime(&b.left) && self.is_comptime(&b.right),
            Expr::Path(path) => is_constant(&path.path) || self.is_turn(path),
            Expr::Lit(_) | Expr::Macro(_) => true,
            _ => false,
        }
    }

    /// The element that a place is, or is a part of, unless the macro knows which one that is; nothing of what
    /// [`is_inside`](Self::is_inside).
    pub(super) fn element_of<'a>(&self, x: &'a Expr) -> Option<Element<'a>> {
        match x {
            Expr::Paren(inner) => self.element_of(&inner.expr),
            Expr::Group(inner) => self.element_of(&inner.expr),
            Expr::Field(f) => {
                let mut element = self.element_of(&f.base)?;
                element.parts.push(Part::Field(&f.member));
                Some(element)
            }
            Expr::Index(at) => self.indexed_element_of(at),
            _ => None,
        }
    }

    fn indexed_element_of<'a>(&self, at: &'a ExprIndex) -> Option<Element<'a>> {
        let is_known = self.is_comptime(&at.index);
        let (row, parts) = (self.row_of(at), Vec::new());
        if row.is_some() || self.is_whole(&at.expr) {
            return (row.is_some() || !is_known).then_some(Element { at, row, parts });
        }
        let is_part = |element: &Element<'_>| is_known && !element.parts.is_empty();
        let mut element = self.element_of(&at.expr).filter(is_part)?;
        element.parts.push(Part::Item(&at.index));
        Some(element)
    }

    /// The row of an element, unless the macro knows which one that is.
    fn row_of<'a>(&self, at: &'a ExprIndex) -> Option<&'a ExprIndex> {
        match strip(&at.expr) {
            Expr::Index(row) if !self.is_comptime(&row.index) => {
                self.is_whole(&row.expr).then_some(row)
            }
            _ => None,
        }
    }

    /// Is all on the way to a place known?
    pub(super) fn is_whole(&self, x: &Expr) -> bool {
        self.element_of(x).is_none() && !self.is_inside(x)
    }

    /// Is a place further inside of an element that the macro does not know: an item of a row, or of a part at an index that
    /// it does not know either?
    pub(super) fn is_inside(&self, x: &Expr) -> bool {
        match x {
            Expr::Paren(inner) => self.is_inside(&inner.expr),
            Expr::Group(inner) => self.is_inside(&inner.expr),
            Expr::Field(f) => self.is_inside(&f.base),
            Expr::Index(at) if self.is_inside(&at.expr) => true,
            Expr::Index(at) => {
                let is_it =
                    |whole: Element<'_>| whole.parts.is_empty() || !self.is_comptime(&at.index);
                self.row_of(at).is_none() && self.element_of(&at.expr).is_some_and(is_it)
            }
            _ => false,
        }
    }

    /// The index by which such a place is chosen from the part that is changed.
    fn inner_index<'a>(&self, x: &'a mut Expr) -> Option<&'a mut ExprIndex> {
        match x {
            Expr::Paren(inner) => self.inner_index(&mut inner.expr),
            Expr::Group(inner) => self.inner_index(&mut inner.expr),
            Expr::Field(f) => self.inner_index(&mut f.base),
            Expr::Index(at) => match self.is_comptime(&at.index) && self.is_inside(&at.expr) {
                true => self.inner_index(&mut at.expr),
                false => Some(at),
            },
            _ => None,
        }
    }

    /// `parts` as code.
    fn parts(&mut self, parts: &[Part<'_>]) -> TokenStream {
        let part = |part: &Part<'_>| match part {
            Part::Field(member) => quote!(.#member),
            Part::Item(index) => {
                let (span, index) = (index.span(), self.index(index));
                let p = self.portax(span);
                quote_spanned!(span=> [#p::kernel::value::ComptimeIndex::index(#index)])
            }
        };
        parts.iter().map(part).collect()
    }

    /// The array, its name, and the index or the row and the index.
    fn indexed_element(&mut self, element: &Element<'_>) -> (TokenStream, String, TokenStream) {
        let array = element.row.unwrap_or(element.at);
        let (place, name) = (self.place(&array.expr), self.name_of(&array.expr));
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
        let parts = self.parts(&element.parts);
        let (e, p) = (self.e.clone(), self.portax(span));
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

    /// `array[index].part[inner] = value`: the part is read, changed and assigned.
    pub(super) fn assign_inside(
        &mut self,
        left: &Expr,
        value: TokenStream,
        span: Span,
    ) -> TokenStream {
        let (mut left, mut kept) = (left.clone(), TokenStream::new());
        self.scopes.push(HashMap::new());
        self.keep_index(&mut left, &mut kept);
        let Some(inner) = self.inner_index(&mut left) else {
            unreachable!("a place inside of an element has an index");
        };
        let changed = self.fresh("part", span);
        let part = std::mem::replace(&mut *inner.expr, parse_quote_spanned!(span=> #changed));
        let read = self.expr(&part);
        self.declare(&changed, Binding::Variable);
        let change = self.assign(&left, quote!(__px_value), span);
        let (e, p) = (self.e.clone(), self.portax(span));
        let value_of_part = quote_spanned!(span=> #p::kernel::value::Value::<#e>::read(&#changed));
        let store = self.assign(&part, value_of_part, span);
        self.scopes.pop();
        quote_spanned!(span=> {
            let __px_value = #value;
            #kept
            let mut #changed = #p::kernel::value::Value::<#e>::var(#read);
            #change;
            #store;
        })
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
        let (e, parts) = (self.e.clone(), self.parts(&element.parts));
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

impl Body {
    /// What messages call the array: the name that its author gave it.
    pub(super) fn name_of(&self, array: &Expr) -> String {
        let name = name(array);
        let (first, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
        match self.before.get(first) {
            Some(before) => format!("{before}{rest}"),
            None => name,
        }
    }
}

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
