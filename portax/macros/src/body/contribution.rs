//! What the bodies of reductions and scans give.

use super::{Body, expr::product};
use crate::kernel::is_named;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Block, Stmt, Type, parse_quote, spanned::Spanned};

impl Body {
    /// What an iteration of a reduction gives: a value, or a product that a sum takes with one rounding.
    pub(crate) fn contribution(
        &mut self,
        ty: &Type,
        element: &TokenStream,
        block: &Block,
    ) -> TokenStream {
        let p = self.portax(ty.span());
        let rounds = self.is_scalar(ty) && !is_integer(ty);
        let may_split = rounds && !self.never_fuses && !self.returns(block);
        let Some(factors) = factors(block).filter(|_| may_split) else {
            let code = self.function(block);
            let value = self.element(ty, element, code);
            return quote_spanned!(ty.span()=> #p::kernel::value::Contribution::new(#value));
        };
        let conv = self.whole(ty, quote!(kernel::value::Conv::conv));
        let (code, ty) = (self.function(&factors), self.ty(ty));
        quote_spanned! {ty.span()=> {
            let (__px_left, __px_right) = #code;
            let (__px_left, __px_right): (#ty, #ty) = (#conv(__px_left), #conv(__px_right));
            #p::kernel::value::Contribution::product(__px_left, __px_right)
        } }
    }

    /// The body's value as the element `V` that a scan joins.
    pub(crate) fn element(
        &mut self,
        ty: &Type,
        element: &TokenStream,
        code: TokenStream,
    ) -> TokenStream {
        let (conv, p, e) = (
            self.whole(ty, quote!(kernel::value::Conv::conv)),
            self.portax(ty.span()),
            self.e.clone(),
        );
        let span = ty.span();
        if is_element(ty) && !self.is_scalar(ty) {
            return quote_spanned!(span=> { let __px_value = #code; #p::kernel::value::ElementValue::<#e, #element>::into_element(__px_value) });
        }
        let ty = self.ty(ty);
        quote_spanned!(span=> { let __px_value = #code; let __px_value: #ty = #conv(__px_value); #p::kernel::value::ElementValue::<#e, #element>::into_element(__px_value) })
    }
}

/// A body that ends in a product, giving its factors instead.
fn factors(block: &Block) -> Option<Block> {
    let mut block = block.clone();
    let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() else {
        return None;
    };
    let (left, right) = product(last)?;
    *last = parse_quote!((#left, #right));
    Some(block)
}

/// Is it an element's name, or that of a type parameter which may be one?
fn is_element(ty: &Type) -> bool {
    let name = match ty {
        Type::Path(p) => p.path.get_ident(),
        _ => None,
    };
    name.is_some_and(|name| name.to_string().starts_with(char::is_uppercase))
}

/// Integers have no rounding.
fn is_integer(ty: &Type) -> bool {
    ["i32", "u32", "i64", "u64"]
        .iter()
        .any(|name| is_named(ty, name))
}
