//! Values that are evaluated once, in their turn, and used later.

use super::{
    Binding, Body,
    literal::{is_literal, is_shifted_literal},
    strip,
};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{BinOp, Expr, Ident, spanned::Spanned};

impl Body {
    /// Evaluates `x` into a value of `kept`, which stands for it from then on in this scope. Literals take the type of
    /// where they stand and stay, as constants do.
    pub(super) fn keep(&mut self, x: &mut Expr, kept: &mut TokenStream) {
        let stays = match strip(x) {
            Expr::Lit(_) => true,
            Expr::Path(name) => self.is_host_constant(&name.path),
            x => is_literal(x),
        };
        if stays {
            return;
        }
        if is_shifted_literal(x) {
            return self.keep_distance(x, kept);
        }
        let (code, binding) = (self.expr(x), self.binding_of(x));
        self.keep_code(x, &code, binding, kept);
    }

    /// Keeps what this code evaluates, which `x` stands for from then on.
    pub(super) fn keep_code(
        &mut self,
        x: &mut Expr,
        code: &TokenStream,
        binding: Binding,
        kept: &mut TokenStream,
    ) {
        let span = x.span();
        let name = self.fresh("kept", span);
        self.declare(&name, binding);
        kept.extend(quote_spanned!(span=> let #name = #code;));
        *x = syn::parse_quote!(#name);
    }

    /// Keeps how far a literal is shifted.
    fn keep_distance(&mut self, x: &mut Expr, kept: &mut TokenStream) {
        match x {
            Expr::Paren(inner) => self.keep_distance(&mut inner.expr, kept),
            Expr::Group(inner) => self.keep_distance(&mut inner.expr, kept),
            Expr::Unary(u) => self.keep_distance(&mut u.expr, kept),
            Expr::Binary(b) => self.keep(&mut b.right, kept),
            _ => {}
        }
    }

    /// A name that nothing else has.
    pub(super) fn fresh(&mut self, what: &str, span: Span) -> Ident {
        self.kept += 1;
        format_ident!("__px_{what}_{}", self.kept - 1, span = span)
    }

    /// Keeps the factors of the products and the terms of a sum, from left to right.
    pub(super) fn keep_factors(&mut self, x: &mut Expr, kept: &mut TokenStream) {
        match x {
            Expr::Paren(inner) => self.keep_factors(&mut inner.expr, kept),
            Expr::Group(inner) => self.keep_factors(&mut inner.expr, kept),
            Expr::Binary(b) => match b.op {
                BinOp::Add(_) | BinOp::Sub(_) => {
                    self.keep_factors(&mut b.left, kept);
                    self.keep_factors(&mut b.right, kept);
                }
                BinOp::Mul(_) => {
                    self.keep(&mut b.left, kept);
                    self.keep(&mut b.right, kept);
                }
                _ => self.keep(x, kept),
            },
            _ => self.keep(x, kept),
        }
    }

    /// Keeps the indices of an element of a local array that may be known at run time only.
    pub(super) fn keep_index(&mut self, x: &mut Expr, kept: &mut TokenStream) {
        match x {
            Expr::Paren(inner) => self.keep_index(&mut inner.expr, kept),
            Expr::Group(inner) => self.keep_index(&mut inner.expr, kept),
            Expr::Field(f) => self.keep_index(&mut f.base, kept),
            Expr::Index(i) => {
                self.keep_index(&mut i.expr, kept);
                if !self.is_comptime(&i.index) {
                    self.keep(&mut i.index, kept);
                }
            }
            _ => {}
        }
    }

    /// Keeps the view and the index of an element, or of the element that a part is of.
    pub(super) fn keep_place(&mut self, x: &mut Expr, kept: &mut TokenStream) {
        let (is_part, is_item) = (self.part_of(x).is_some(), self.is_item(x));
        match x {
            Expr::Paren(inner) => self.keep_place(&mut inner.expr, kept),
            Expr::Group(inner) => self.keep_place(&mut inner.expr, kept),
            Expr::Field(f) => self.keep_place(&mut f.base, kept),
            Expr::Index(i) if is_item => {
                self.keep_place(&mut i.expr, kept);
                if !self.is_comptime(&i.index) {
                    self.keep(&mut i.index, kept);
                }
            }
            // an item of a part, known when the kernel is compiled
            Expr::Index(i) if is_part => self.keep_place(&mut i.expr, kept),
            Expr::Index(i) => {
                // a view by its name, which messages tell
                if !matches!(strip(&i.expr), Expr::Path(_)) {
                    let name = self.name_of(&i.expr);
                    self.keep(&mut i.expr, kept);
                    self.before.insert(self.name_of(&i.expr), name);
                }
                self.keep(&mut i.index, kept);
            }
            _ => {}
        }
    }
}
