//! Parts of elements: `view[i].field`, `view[i].field[2].x`, `view[i][2]`.

use super::{Body, strip};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprIndex, Member};

/// A step from an element to a part of it.
enum Step<'a> {
    Field(&'a Member),
    /// An index that is known when the kernel is compiled
    Item(&'a ExprIndex),
}

/// An element of something that is no variable, and the way to a part of it.
pub(super) struct Part<'a> {
    element: &'a ExprIndex,
    steps: Vec<Step<'a>>,
}

impl Part<'_> {
    /// The index of the element.
    pub(super) fn index(&self) -> &Expr {
        &self.element.index
    }
}

impl Body {
    /// The part that an expression names. The first index is that of the element, unless a later one is known at run
    /// time only: then what it indexes is read whole.
    pub(super) fn part_of<'a>(&self, x: &'a Expr) -> Option<Part<'a>> {
        let mut steps = Vec::new();
        let mut x = x;
        let mut found = None;
        loop {
            match x {
                Expr::Paren(inner) => x = &inner.expr,
                Expr::Group(inner) => x = &inner.expr,
                Expr::Field(f) => {
                    steps.push(Step::Field(&f.member));
                    x = &f.base;
                }
                Expr::Index(i) => {
                    found = Some((i, steps.len()));
                    if !self.is_comptime(&i.index) {
                        break;
                    }
                    steps.push(Step::Item(i));
                    x = &i.expr;
                }
                _ => break,
            }
        }
        let (element, len) = found?;
        steps.truncate(len);
        steps.reverse();
        let is_part = !steps.is_empty() && !self.is_place(&element.expr);
        is_part.then_some(Part { element, steps })
    }

    /// An element of a view, or a part of one, which may be an array of places.
    pub(super) fn array_of<'a>(&self, x: &'a Expr) -> Option<Part<'a>> {
        let whole = || match strip(x) {
            Expr::Index(element) if !self.is_place(&element.expr) => Some(Part {
                element,
                steps: Vec::new(),
            }),
            _ => None,
        };
        let part = self.part_of(x).or_else(whole)?;
        (!self.is_comptime(part.index())).then_some(part)
    }

    /// Its value.
    pub(super) fn read_part(&mut self, part: &Part<'_>, span: Span) -> TokenStream {
        let read = self.whole(part.element, quote!(kernel::view::read_part));
        self.chosen(part, &read, span)
    }

    /// Where it is, for an atomic update.
    pub(super) fn place_part(&mut self, part: &Part<'_>, span: Span) -> TokenStream {
        let place = self.whole(part.element, quote!(kernel::view::place_part));
        self.chosen(part, &place, span)
    }

    fn chosen(&mut self, part: &Part<'_>, access: &TokenStream, span: Span) -> TokenStream {
        let e = self.e.clone();
        let (base, index) = (
            self.indexed(&part.element.expr),
            self.index(&part.element.index),
        );
        let choice = self.choice(quote!(__px_whole), &part.steps, span);
        quote_spanned!(span=> #access::<#e, _, _, _, _>(__px_at, &#base, #index, |__px_whole| #choice))
    }

    /// The part of what a variable of the macro holds.
    fn choice(&mut self, whole: TokenStream, steps: &[Step<'_>], span: Span) -> TokenStream {
        match steps {
            [] => whole,
            [Step::Field(member), rest @ ..] => {
                self.choice(quote_spanned!(span=> #whole.#member), rest, span)
            }
            [Step::Item(i), rest @ ..] => {
                let (e, index) = (self.e.clone(), self.index(&i.index));
                if rest.is_empty() {
                    let at = self.whole(*i, quote!(kernel::view::At::<#e, _, _>::at));
                    return quote_spanned!(span=> #at(&#whole, #index, __px_at));
                }
                let read = self.whole(*i, quote!(kernel::view::read_part));
                let choice = self.choice(quote!(__px_item), rest, span);
                quote_spanned!(span=> #read::<#e, _, _, _, _>(__px_at, &#whole, #index, |__px_item| #choice))
            }
        }
    }

    /// `part = value`
    pub(super) fn store_part(
        &mut self,
        part: &Part<'_>,
        value: TokenStream,
        span: Span,
    ) -> TokenStream {
        let e = self.e.clone();
        let (base, index) = (
            self.expr(&part.element.expr),
            self.index(&part.element.index),
        );
        // The last item may be one of a view in an array of functors: no place, but stored to.
        if let Some((Step::Item(last), steps)) = part.steps.split_last() {
            let (place, item) = (self.place_of(steps, span), self.index(&last.index));
            let store = self.whole(*last, quote!(kernel::view::store_item));
            return quote_spanned!(span=> { let __px_v = #value; #store::<#e, _, _, _, _, _, _>(__px_at, &{ #base }, #index, |__px_whole| &mut #place, #item, __px_v) });
        }
        let place = self.place_of(&part.steps, span);
        let store = self.whole(part.element, quote!(kernel::view::store_part));
        quote_spanned!(span=> { let __px_v = #value; #store::<#e, _, _, _, _, _>(__px_at, &{ #base }, #index, |__px_whole| &mut #place, __px_v) })
    }

    /// The items of a part that `chosen` may name, each with the condition that it does. Messages call the part `name`.
    pub(super) fn chosen_items_of(
        &mut self,
        part: &Part<'_>,
        chosen: &TokenStream,
        name: &str,
        span: Span,
    ) -> TokenStream {
        let e = self.e.clone();
        let (base, index) = (
            self.expr(&part.element.expr),
            self.index(&part.element.index),
        );
        let place = self.place_of(&part.steps, span);
        let items = self.whole(part.element, quote!(kernel::view::chosen_items));
        quote_spanned!(span=> #items::<#e, _, _, _, _, _>(__px_at, &{ #base }, #index, |__px_whole| &mut #place, #chosen, #name))
    }

    /// The place of a part in what a variable of the macro holds.
    fn place_of(&mut self, steps: &[Step<'_>], span: Span) -> TokenStream {
        let p = self.portax(span);
        if steps.is_empty() {
            return quote!(*__px_whole);
        }
        let mut place = quote!(__px_whole);
        for step in steps {
            place = match step {
                Step::Field(member) => quote_spanned!(span=> #place.#member),
                Step::Item(i) => {
                    let index = self.index(&i.index);
                    quote_spanned!(span=> #place[#p::kernel::value::ComptimeIndex::index(#index)])
                }
            };
        }
        place
    }
}
