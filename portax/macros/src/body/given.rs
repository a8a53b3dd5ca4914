//! What takes the values that exits stand in: what a function, a closure or a loop gives, and what a `let` takes where lanes
//! leave on the way. It is a variable of each lane, which every way to the end assigns.

use super::{Body, Place, exit::Kind, stmt::type_of_literal, strip};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Block, Error, Expr, Ident, Stmt, Type, spanned::Spanned};

/// A variable that takes a value.
pub(super) struct Target {
    slot: Ident,
    /// Its type, where that is written
    ty: Option<TokenStream>,
    /// The type of the first literal that it takes
    literal: Option<Type>,
    /// Whether it took a value that is no literal, whose type it has
    is_known: bool,
}

impl Target {
    pub(super) fn new(slot: Ident, ty: Option<TokenStream>) -> Target {
        Target {
            slot,
            ty,
            literal: None,
            is_known: false,
        }
    }
}

impl Body {
    /// The value of a closure or of an expression, where exits are inside.
    pub(super) fn with_exits(
        &mut self,
        x: &Expr,
        ty: Option<TokenStream>,
        make: impl FnOnce(&mut Body, usize) -> TokenStream,
    ) -> TokenStream {
        let slot = self.flag("value");
        self.targets.push(Target::new(slot.clone(), ty));
        let code = make(self, self.targets.len() - 1);
        let (e, span) = (self.e.clone(), x.span());
        let p = self.portax(span);
        let Some(target) = self.targets.pop() else {
            return code;
        };
        let ty = match (target.ty, target.is_known, target.literal) {
            (Some(ty), ..) => ty,
            (None, true, _) => quote!(_),
            (None, false, Some(ty)) => self.ty(&ty),
            (None, false, None) => {
                return self.error(x, "every way through this value leaves: none gives it");
            }
        };
        quote_spanned! {span=> {
            let mut #slot = <#ty as #p::kernel::value::Slot::<#e>>::declare();
            #code
            #p::kernel::value::Slot::<#e>::get(&#slot)
        } }
    }

    /// The value of an expression that lanes leave, or of a loop.
    pub(super) fn value_with_exits(&mut self, x: &Expr, ty: Option<TokenStream>) -> TokenStream {
        let tail = [Stmt::Expr(strip(x).clone(), None)];
        self.with_exits(x, ty, |body, _| body.scoped(&tail, Place::Given))
    }

    /// The body of a closure that gives a value, from which it returns early.
    pub(super) fn closure_with_exits(&mut self, whole: &Expr, block: &Block) -> TokenStream {
        self.with_exits(whole, None, |body, k| {
            body.level_giving(Kind::ValueClosure, None, None, block, Place::Given, Some(k))
        })
    }

    /// The target of the expression that is rewritten.
    pub(super) fn target(&self) -> Option<usize> {
        self.targets.len().checked_sub(1)
    }

    /// Gives a target its value.
    pub(super) fn give(&mut self, target: usize, value: &Expr) -> TokenStream {
        let (e, span) = (self.e.clone(), value.span());
        let p = self.portax(span);
        let code = self.expr(value);
        let Some(target) = self.targets.get_mut(target) else {
            self.errors
                .push(Error::new(span, "portax: nothing takes this value"));
            return code;
        };
        let (slot, ty, literal) = (target.slot.clone(), &target.ty, type_of_literal(value));
        if let Some(ty) = ty.clone() {
            let conv = self.whole(value, quote!(kernel::value::Conv::<#ty>::conv));
            return quote_spanned!(span=> #p::kernel::value::assign::<#e, _, _, _>(__px_at, &mut #slot, #conv(#code)););
        }
        let (path, types) = match literal {
            None if !target.is_known => {
                target.is_known = true;
                (quote!(kernel::value::give_first), quote!(#e, _, _, _))
            }
            literal => {
                target.literal = target.literal.take().or(literal);
                (quote!(kernel::value::give), quote!(#e, _, _, _, _))
            }
        };
        let give = self.whole(value, path);
        quote_spanned!(span=> #give::<#types>(__px_at, &mut #slot, #code);)
    }
}
