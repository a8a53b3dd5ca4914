//! Items of arrays in elements of views, at indices that may be known at run time only: `view[i].position[d] += x`,
//! `view[i][d] += x`.
//!
//! Each item has a place of its own, which the layout decides. So the statement is written once for each item, in a branch that
//! the index chooses; other items are not touched, since other lanes may write them. Whether `x[i][d]` is such an item, or an
//! element of a view in an array of views, its type says: of a view there is one turn, with the index itself.

use super::{Binding, Body, Place, literal::chooses_literals, strip};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use std::collections::HashMap;
use syn::{
    Expr, ExprBinary, ExprIndex, ExprMethodCall, parse_quote, parse_quote_spanned, spanned::Spanned,
};

impl Body {
    /// Is it, or a part of it, an item of an element or of a part of one, neither of which the macro knows?
    pub(super) fn is_item(&self, x: &Expr) -> bool {
        match x {
            Expr::Paren(inner) => self.is_item(&inner.expr),
            Expr::Group(inner) => self.is_item(&inner.expr),
            Expr::Field(f) => self.has_parts(&f.base),
            Expr::Index(at) if self.has_parts(&at.expr) => true,
            Expr::Index(at) => !self.is_comptime(&at.index) && self.array_of(&at.expr).is_some(),
            _ => false,
        }
    }

    /// Is it an item of which a part is meant? Not where the first index is the same for all lanes: that may be of an array of
    /// views, and what follows is a part of an element then.
    fn has_parts(&self, x: &Expr) -> bool {
        let may_be_of_views = match strip(x) {
            Expr::Index(item) => match strip(&item.expr) {
                Expr::Index(element) => !self.varies(&element.index),
                _ => false,
            },
            _ => false,
        };
        self.is_item(x) && !may_be_of_views
    }

    /// `item = value`
    pub(super) fn store_to_item(
        &mut self,
        left: &Expr,
        value: TokenStream,
        span: Span,
    ) -> TokenStream {
        let stored = self.fresh("stored", span);
        self.scopes.push(HashMap::new());
        self.declare(&stored, Binding::Value);
        let name = self.array_name(left);
        let code = self.for_item(
            left,
            &name,
            span,
            |place| parse_quote_spanned!(span=> #place = #stored),
        );
        self.scopes.pop();
        quote_spanned!(span=> { let #stored = #value; #code })
    }

    /// `item += value` or the like, with the factors of products in the value evaluated once.
    pub(super) fn compound_to_item(&mut self, b: &ExprBinary) -> TokenStream {
        let (mut b, mut kept) = (b.clone(), TokenStream::new());
        self.scopes.push(HashMap::new());
        if chooses_literals(&b.right) {
            let code = self.value_for(&b.left, &b.right);
            self.keep_code(&mut b.right, &code, Binding::Value, &mut kept);
        } else {
            self.keep_factors(&mut b.right, &mut kept);
        }
        let (place, name) = (b.left.clone(), self.array_name(&b.left));
        let code = self.for_item(&place, &name, b.span(), |place| {
            *b.left = place;
            Expr::Binary(b)
        });
        self.scopes.pop();
        quote_spanned!(place.span()=> { #kept #code })
    }

    /// Is it `item.atomic_add(x)` or the like?
    pub(super) fn updates_item(&self, call: &ExprMethodCall) -> bool {
        call.method.to_string().starts_with("atomic_") && self.is_item(&call.receiver)
    }

    /// Such a call whose value nobody asks for.
    pub(super) fn update_item(&mut self, call: &ExprMethodCall) -> TokenStream {
        let (mut call, mut kept) = (call.clone(), TokenStream::new());
        let name = self.array_name(&call.receiver);
        self.scopes.push(HashMap::new());
        self.keep_place(&mut call.receiver, &mut kept);
        call.args.iter_mut().for_each(|x| self.keep(x, &mut kept));
        let (place, span) = (call.receiver.clone(), call.span());
        let code = self.for_item(&place, &name, span, |place| {
            *call.receiver = place;
            Expr::MethodCall(call)
        });
        self.scopes.pop();
        quote_spanned!(span=> { #kept #code })
    }

    /// What is to be done with the place, for each item of the array, where the index is that of the item.
    fn for_item(
        &mut self,
        place: &Expr,
        name: &str,
        span: Span,
        run: impl FnOnce(Expr) -> Expr,
    ) -> TokenStream {
        let mut kept = TokenStream::new();
        let [items, turn, chosen, item] =
            ["items", "turn", "chosen", "item"].map(|what| self.fresh(what, span));
        let mut place = place.clone();
        self.scopes.push(HashMap::new());
        self.keep_place(&mut place, &mut kept);
        let Some(at) = self.last_item(&mut place) else {
            unreachable!("an item has an index");
        };
        let index = self.expr(&at.index);
        let all = self.chosen_items(&at.expr, &index, name, span);
        *at.index = parse_quote!(#item);
        self.declare(&chosen, Binding::Value);
        self.declare(&item, Binding::Value);
        // as the variable of an `#[unroll]` loop: an index that is known in each turn, and the same code for all
        let code = self.in_turn(Some(&item), None, |this| {
            let run = run(place);
            this.block(&parse_quote!({ if #chosen { #run; } }), Place::Unit)
        });
        self.scopes.pop();
        quote_spanned!(span=> {
            #kept
            let #items = #all;
            let mut #turn: usize = 0;
            while #turn < #items.len() {
                let (#chosen, #item) = #items[#turn];
                #code
                #turn += 1;
            }
        })
    }

    /// What messages call the array of an item: `x[_]`, `bodies.position`.
    fn array_name(&self, item: &Expr) -> String {
        let mut item = item.clone();
        match self.last_item(&mut item) {
            Some(at) if matches!(strip(&at.expr), Expr::Index(_)) => {
                format!("{}[_]", self.name_of(&at.expr))
            }
            Some(at) => self.name_of(&at.expr),
            None => String::new(),
        }
    }

    /// The outermost index on the way to a place that the macro does not know.
    fn last_item<'a>(&self, x: &'a mut Expr) -> Option<&'a mut ExprIndex> {
        match x {
            Expr::Paren(inner) => self.last_item(&mut inner.expr),
            Expr::Group(inner) => self.last_item(&mut inner.expr),
            Expr::Field(f) => self.last_item(&mut f.base),
            Expr::Index(at) => match self.is_comptime(&at.index) {
                true => self.last_item(&mut at.expr),
                false => Some(at),
            },
            _ => None,
        }
    }

    /// The items of an array in an element, each with the condition that the index names it.
    fn chosen_items(
        &mut self,
        array: &Expr,
        index: &TokenStream,
        name: &str,
        span: Span,
    ) -> TokenStream {
        let mut array = array.clone();
        while self.has_parts(&array) {
            if let Some(at) = self.last_item(&mut array) {
                *at.index = parse_quote!(0);
            }
        }
        match self.array_of(&array) {
            Some(part) => self.chosen_items_of(&part, index, name, span),
            None => self.error(strip(&array), "this is no array of an element of a view"),
        }
    }
}
