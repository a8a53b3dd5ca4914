//! Assignments and places.

use super::{Binding, Body, is_self, strip, wall::has_effect};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::HashMap;
use syn::{BinOp, Expr, ExprBinary, ExprTuple, ExprUnary, UnOp, spanned::Spanned};

impl Body {
    /// Whether it is a `let mut` variable, a field of one or an element of a local array.
    pub(super) fn is_place(&self, x: &Expr) -> bool {
        match x {
            Expr::Path(p) => p.path.get_ident().is_some_and(|i| {
                matches!(
                    self.binding(i),
                    Some(Binding::Variable | Binding::Reference)
                )
            }),
            Expr::Field(f) => self.is_place(&f.base),
            Expr::Index(i) => self.is_place(&i.expr),
            Expr::Paren(p) => self.is_place(&p.expr),
            Expr::Group(g) => self.is_place(&g.expr),
            Expr::Unary(u) => self.is_reference(u),
            _ => false,
        }
    }

    /// Is it `*argument` of a `&mut` argument?
    fn is_reference(&self, u: &ExprUnary) -> bool {
        matches!((&u.op, &*u.expr), (UnOp::Deref(_), Expr::Path(p)) if p.path.get_ident().is_some_and(|i| self.binding(i) == Some(Binding::Reference)))
    }

    /// The place itself, not its value.
    pub(super) fn place(&mut self, x: &Expr) -> TokenStream {
        match x {
            Expr::Path(path) => match path.path.get_ident().and_then(|i| self.binding(i)) {
                Some(Binding::Reference) => quote!((*#path)),
                _ => quote!(#path),
            },
            Expr::Field(f) => {
                let (base, member) = (self.place(&f.base), &f.member);
                quote!(#base.#member)
            }
            Expr::Index(i) => {
                let (base, index) = (self.place(&i.expr), self.index(&i.index));
                let span = i.index.span();
                let p = self.portax(span);
                quote_spanned!(span=> #base[#p::kernel::value::ComptimeIndex::index(#index)])
            }
            Expr::Paren(inner) => self.place(&inner.expr),
            Expr::Group(inner) => self.place(&inner.expr),
            Expr::Unary(u) => self.place(&u.expr),
            other => self.expr(other),
        }
    }

    /// `left = value`
    pub(super) fn assign(&mut self, left: &Expr, value: TokenStream, span: Span) -> TokenStream {
        let e = self.e.clone();
        if self.is_place(left) {
            self.check_variable(left);
            if self.is_inside(left) {
                return self.assign_inside(left, value, span);
            }
            if let Some(element) = self.element_of(left) {
                return self.assign_element(&element, left, value, span);
            }
            let (place, assign) = (
                self.place(left),
                self.whole(left, quote!(kernel::value::assign)),
            );
            return quote_spanned!(span=> { let __px_v = #value; #assign::<#e, _, _, _>(__px_at, &mut #place, __px_v) });
        }
        if self.is_item(left) {
            return self.store_to_item(left, value, span);
        }
        if let Some(part) = self.part_of(left) {
            return self.store_part(&part, value, span);
        }
        match strip(left) {
            Expr::Index(i) => {
                let (base, index, store) = (
                    self.expr(&i.expr),
                    self.index(&i.index),
                    self.whole(i, quote!(kernel::view::store)),
                );
                quote_spanned!(span=> { let __px_v = #value; #store::<#e, _, _, _, _>(__px_at, &mut { #base }, #index, __px_v) })
            }
            Expr::Tuple(places) => self.assign_each(places, value, span),
            Expr::Field(f) if is_self(&f.base) => self.error(
                left,
                "a method changes nothing of its `self`: give the changed value back, or write a function with an argument `&mut`",
            ),
            other => self.error(
                other,
                "only a `let mut` variable or an element of a view can be assigned: declare it as in `let mut v: f64 = 0.0;`",
            ),
        }
    }

    /// `(a, b) = value`: the value is complete before the first place is assigned.
    fn assign_each(&mut self, places: &ExprTuple, value: TokenStream, span: Span) -> TokenStream {
        let assigned = places.elems.iter().enumerate();
        let assigned = assigned.filter(|(_, place)| !matches!(place, Expr::Infer(_)));
        let assigned: Vec<_> = assigned
            .map(|(k, place)| {
                let index = syn::Index::from(k);
                self.assign(place, quote_spanned!(span=> __px_values.#index), span)
            })
            .collect();
        quote_spanned!(span=> { let __px_values = #value; #(#assigned;)* })
    }

    /// `left += right` and the like; each product of a sum is folded into `left` from left to right by one FMA.
    pub(super) fn compound(&mut self, b: &ExprBinary) -> TokenStream {
        if !self.is_place(&b.left) && self.is_item(&b.left) {
            return self.compound_to_item(b);
        }
        let (mut kept, mut b) = (TokenStream::new(), b.clone());
        self.scopes.push(HashMap::new());
        if has_effect(&b.right) {
            self.keep_factors(&mut b.right, &mut kept);
        }
        match self.is_place(&b.left) {
            true => self.keep_index(&mut b.left, &mut kept),
            false => self.keep_place(&mut b.left, &mut kept),
        }
        let code = self.compound_of_values(&b);
        self.scopes.pop();
        if kept.is_empty() {
            return code;
        }
        quote_spanned!(b.span()=> { #kept #code })
    }

    /// `left op= right`, where the place is evaluated twice and before the right side.
    fn compound_of_values(&mut self, b: &ExprBinary) -> TokenStream {
        let span = b.span();
        let p = self.portax(span);
        let current = self.expr(&b.left);
        let subtracts = matches!(b.op, BinOp::SubAssign(_));
        let mut products = Vec::new();
        let adds = subtracts || matches!(b.op, BinOp::AddAssign(_));
        let folds = adds && !self.never_fuses;
        let value = if folds && super::expr::products(&b.right, subtracts, &mut products) {
            products
                .into_iter()
                .fold(current, |sum, (negative, left, right)| {
                    let method = if negative {
                        quote!(MulSub::nmul_acc)
                    } else {
                        quote!(MulAcc::mul_acc)
                    };
                    let fused = quote_spanned!(span=> #p::kernel::value::#method);
                    self.fused(&fused, sum, (left, right), span)
                })
        } else {
            let right = match b.op {
                BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => self.expr(&b.right),
                _ => self.value_for(&b.left, &b.right),
            };
            match b.op {
                BinOp::AddAssign(_) => quote_spanned!(span=> #current + (#right)),
                BinOp::SubAssign(_) => quote_spanned!(span=> #current - (#right)),
                BinOp::MulAssign(_) => quote_spanned!(span=> #current * (#right)),
                BinOp::DivAssign(_) => quote_spanned!(span=> #current / (#right)),
                BinOp::RemAssign(_) => quote_spanned!(span=> #current % (#right)),
                BinOp::BitAndAssign(_) => quote_spanned!(span=> #current & (#right)),
                BinOp::BitOrAssign(_) => quote_spanned!(span=> #current | (#right)),
                BinOp::BitXorAssign(_) => quote_spanned!(span=> #current ^ (#right)),
                BinOp::ShlAssign(_) => quote_spanned!(span=> #current << (#right)),
                _ => quote_spanned!(span=> #current >> (#right)),
            }
        };
        self.assign(&b.left, value, span)
    }
}
