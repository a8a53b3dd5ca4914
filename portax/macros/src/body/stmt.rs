//! Statements: `let`, guards, and everything else.

use super::{Body, Place};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprIf, Lit, Local, Pat, Stmt, spanned::Spanned};

/// What a guard leaves.
enum Guard<'a> {
    Return(&'a ExprIf),
    Continue(&'a ExprIf),
}

/// `if c { return; }` or `if c { continue; }`
fn guard(s: &Stmt) -> Option<Guard<'_>> {
    let Stmt::Expr(Expr::If(i), _) = s else {
        return None;
    };
    let ([Stmt::Expr(inner, _)], None) = (&i.then_branch.stmts[..], &i.else_branch) else {
        return None;
    };
    match inner {
        Expr::Return(r) if r.expr.is_none() => Some(Guard::Return(i)),
        Expr::Continue(c) if c.label.is_none() => Some(Guard::Continue(i)),
        _ => None,
    }
}

impl Body {
    pub(super) fn statements(&mut self, statements: &[Stmt], place: Place) -> TokenStream {
        let mut out = TokenStream::new();
        for (k, s) in statements.iter().enumerate() {
            if let Some(guard) = guard(s) {
                out.extend(self.guarded(guard, &statements[k + 1..], place));
                return out;
            }
            let last = k + 1 == statements.len();
            out.extend(self.statement(s, last, place));
        }
        out
    }

    /// `if c { return; } rest` is `if !c { rest }`.
    fn guarded(&mut self, guard: Guard, rest: &[Stmt], place: Place) -> TokenStream {
        let i = match guard {
            Guard::Return(i) if self.gives_value => return self.error(&i.then_branch.stmts[0], "a body that gives a value has no early `return`: choose with `if c { a } else { b }`"),
            Guard::Return(i) if place == Place::Function => i,
            Guard::Continue(i) if place == Place::Loop => i,
            Guard::Return(i) => return self.error(&i.then_branch.stmts[0], "`return` stands at the top level of the body only, as a guard `if c { return; }`; inside, put what follows into `if !c { ... }`"),
            Guard::Continue(i) => return self.error(&i.then_branch.stmts[0], "`continue` stands at the top level of a loop's body only, as a guard `if c { continue; }`"),
        };
        let (e, span) = (self.e.clone(), i.cond.span());
        let p = self.portax(span);
        let c = self.expr(&i.cond);
        let rest = self.statements(rest, place);
        quote_spanned! {span=>
            let __px_c = ::core::ops::Not::not(#c);
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_c, __px_at);
            { let __px_at = __px_inner; if __px_t { #rest } }
            #p::kernel::value::mask::Leave::leave(__px_end);
        }
    }

    fn statement(&mut self, s: &Stmt, last: bool, place: Place) -> TokenStream {
        let gives_value = match place {
            Place::Function => self.gives_value,
            Place::Value => true,
            Place::Loop | Place::Inner => false,
        };
        match s {
            Stmt::Local(l) => self.local(l),
            Stmt::Expr(x, None) if last && gives_value => self.expr(x),
            Stmt::Expr(Expr::If(i), _) => self.if_statement(i),
            Stmt::Expr(Expr::Block(b), _) => self.block(&b.block, Place::Inner),
            Stmt::Expr(x, semi) => {
                let code = self.expr(x);
                let ends = semi.is_some() || matches!(x, Expr::Assign(_));
                if ends { quote!(#code;) } else { code }
            }
            Stmt::Macro(m) => self.error(
                m,
                "macros are not part of the kernel language (except `comptime!`)",
            ),
            Stmt::Item(i) => quote!(#i),
        }
    }

    fn local(&mut self, l: &Local) -> TokenStream {
        let e = self.e.clone();
        let Some(init) = l.init.as_ref().filter(|i| i.diverge.is_none()) else {
            return self.error(l, "a variable is initialised where it is declared");
        };
        let span = init.expr.span();
        let p = self.portax(span);
        if is_untyped_number(&l.pat, &init.expr) {
            self.pattern(&l.pat);
            return self.error(
                &l.pat,
                "a variable that changes needs its type, such as `let mut sum: f64 = 0.0;`",
            );
        }
        let mut value = self.expr(&init.expr);
        let ty = match &l.pat {
            Pat::Type(t) => Some(self.ty(&t.ty)),
            Pat::Ident(i) if i.mutability.is_some() && is_truth(&init.expr) => {
                Some(quote_spanned!(span=> #p::kernel::value::Bool<#e>))
            }
            _ => None,
        };
        if let Some(ty) = &ty {
            let conv = self.whole(&*init.expr, quote!(kernel::value::Conv::<#ty>::conv));
            value = quote_spanned!(span=> #conv(#value));
        }
        let pattern = self.pattern(&l.pat);
        let ty = ty.map(|ty| quote!(: #ty));
        let variables = self.variables(&l.pat, span);
        quote!(let #pattern #ty = #value; #variables)
    }
}

/// `let mut x = 0.0;`
fn is_untyped_number(pattern: &Pat, init: &Expr) -> bool {
    let is_mut = matches!(pattern, Pat::Ident(i) if i.mutability.is_some());
    let number = match init {
        Expr::Unary(u) => &*u.expr,
        x => x,
    };
    is_mut && matches!(number, Expr::Lit(_)) && !is_truth(number)
}

/// `true` or `false`
fn is_truth(x: &Expr) -> bool {
    matches!(x, Expr::Lit(l) if matches!(l.lit, Lit::Bool(_)))
}
