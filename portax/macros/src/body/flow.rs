//! `if`, nested ranges and `single`.

use super::{Body, Place, exit::Kind, strip, wall::Wall};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprCall, ExprClosure, ExprIf, Ident, spanned::Spanned};

impl Body {
    /// `if` as a statement; `place` is that of its branches.
    pub(super) fn if_statement(&mut self, i: &ExprIf, place: Place) -> TokenStream {
        let (e, span) = (self.e.clone(), i.cond.span());
        let p = self.portax(span);
        let c = self.expr(&i.cond);
        let then = self.block(&i.then_branch, place);
        if let (Place::Given, None) = (place, &i.else_branch) {
            return self.error(i, "the body ends here without a value where the condition does not hold: write `else`");
        }
        let other = i.else_branch.as_ref().map(|(_, x)| {
            let code = match &**x {
                Expr::If(i) => self.if_statement(i, place),
                Expr::Block(b) => self.block(&b.block, place),
                x => self.error(x, "expected a block or an `if` after `else`"),
            };
            quote_spanned!(span=> { let (__px_t, __px_at) = #p::kernel::value::mask::Condition::<#e, _, _>::enter_else(__px_c, __px_at); if __px_t { #code } })
        });
        quote_spanned! {span=> {
            let __px_c = #c;
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_c, __px_at);
            { let __px_at = __px_inner; if __px_t #then }
            #other
            #p::kernel::value::mask::Leave::leave(__px_end);
        } }
    }

    /// `parallel_for(TeamThreadRange(team, n), |i| ...)` inside a team kernel.
    pub(super) fn nested_for(&mut self, c: &ExprCall) -> TokenStream {
        let (Some(range), Some(Expr::Closure(closure))) = (c.args.first(), c.args.get(1)) else {
            return self.error(
                c,
                "nested: `parallel_for(TeamThreadRange(team, n), |i| ...)`",
            );
        };
        self.nested(range, closure, |body, closure| {
            let code = body.closure_body(closure);
            quote!(#code;)
        })
    }

    /// The loops of a nested range: for vector ranges whole packs, then the masked rest.
    fn nested(
        &mut self,
        range: &Expr,
        closure: &ExprClosure,
        make: impl FnOnce(&mut Body, &ExprClosure) -> TokenStream,
    ) -> TokenStream {
        let (e, span) = (self.e.clone(), range.span());
        let p = self.portax(span);
        let kind = range_name(range);
        let Some(pattern) = closure.inputs.first() else {
            return self.error(closure, "the body takes one index: `|i| ...`");
        };
        if !matches!(
            kind.as_deref(),
            Some("TeamThreadRange" | "ThreadVectorRange" | "TeamVectorRange")
        ) {
            return self.error(range, "a nested range is `TeamThreadRange(team, n)`, `ThreadVectorRange(team, n)` or `TeamVectorRange(team, n)`");
        }
        let range = self.expr(range);
        let (pattern, body) = self.behind(Wall::Range, |this| {
            let name = this.pattern(pattern);
            (name, make(this, closure))
        });
        match kind.as_deref() {
            Some("TeamThreadRange") => {
                quote_spanned!(span=> for #pattern in #range.threads() { #body })
            }
            _ => quote_spanned! {span=> {
                let __px_range = #range;
                for __px_i in #p::kernel::team::VectorRange::<#e>::packs(__px_range) { let #pattern = #p::kernel::team::lane_index::<#e>(__px_i); #body }
                if let Some((__px_i, __px_mask)) = #p::kernel::team::VectorRange::<#e>::tail(__px_range) {
                    let #pattern = #p::kernel::team::lane_index::<#e>(__px_i);
                    let __px_at = #p::kernel::team::tail_context::<#e, _, _>(__px_at, __px_mask);
                    #body
                }
            } },
        }
    }

    /// `parallel_reduce(range, |i| value, Sum)` inside a team kernel: a uniform value.
    pub(super) fn nested_reduce(&mut self, c: &ExprCall) -> TokenStream {
        let (e, span) = (self.e.clone(), c.span());
        let p = self.portax(span);
        let (Some(range), Some(Expr::Closure(closure)), Some(reducer)) =
            (c.args.first(), c.args.get(1), c.args.get(2))
        else {
            return self.error(
                c,
                "nested: `parallel_reduce(ThreadVectorRange(team, n), |i| value, Sum)`",
            );
        };
        let kind = range_name(range);
        let steps = self.nested(range, closure, |body, closure| {
            let value = body.closure_value(closure);
            quote_spanned!(span=> #p::kernel::team::accumulate::<#e, _, _, _, _>(&mut __px_sum, #value, __px_reducer, __px_at);)
        });
        let start = if kind.as_deref() == Some("TeamThreadRange") {
            "uniform_start"
        } else {
            "varying_start"
        };
        let end = match kind.as_deref() {
            Some("TeamThreadRange") => "team_end",
            Some("TeamVectorRange") => "team_vector_end",
            _ => "vector_end",
        };
        let (start, end) = (Ident::new(start, span), Ident::new(end, span));
        let team = match strip(range) {
            Expr::Call(c) => c.args.first().cloned(),
            _ => None,
        };
        let Some(team) = team else {
            return self.error(
                range,
                "a nested range is `TeamThreadRange(team, n)` and so on",
            );
        };
        let team = self.expr(&team);
        // at the range, where the steps stand: what both refuse is one error
        let value = quote_spanned!(range.span()=> #p::kernel::team::#end::<#e, _, _, _>(#team, __px_sum, __px_reducer, __px_at));
        quote_spanned! {span=> {
            let __px_reducer = #reducer;
            let mut __px_sum = #p::kernel::team::#start::<#e, _, _>(__px_reducer);
            #steps
            #value
        } }
    }

    /// `single(PerThread(team), || ...)`
    pub(super) fn single(&mut self, c: &ExprCall) -> TokenStream {
        let (e, span) = (self.e.clone(), c.span());
        let p = self.portax(span);
        let (Some(who), Some(Expr::Closure(closure))) = (c.args.first(), c.args.get(1)) else {
            return self.error(
                c,
                "`single(PerThread(team), || ...)` or `single(PerTeam(team), || ...)`",
            );
        };
        let who = self.expr(who);
        let body = self.behind(Wall::Single, |this| this.closure_body(closure));
        quote_spanned! {span=> {
            if #p::kernel::team::SingleOf::<#e>::enter(#who) { let __px_at = #p::kernel::team::single_context(__px_at); #body; }
            <#e as #p::kernel::exec::Control>::leave();
        } }
    }

    /// The body of a closure that gives nothing, inlined.
    fn closure_body(&mut self, closure: &ExprClosure) -> TokenStream {
        match &*closure.body {
            Expr::Block(b) => self.level(Kind::Closure, None, None, &b.block, Place::Unit),
            Expr::If(i) => {
                let body = syn::parse_quote!({ #i });
                self.level(Kind::Closure, None, None, &body, Place::Unit)
            }
            x => {
                let code = self.expr(x);
                quote!({ #code })
            }
        }
    }

    /// The body of a closure that gives a value, inlined.
    fn closure_value(&mut self, closure: &ExprClosure) -> TokenStream {
        let body = match &*closure.body {
            Expr::Block(b) => b.block.clone(),
            x => syn::parse_quote!({ #x }),
        };
        self.level(Kind::ValueClosure, None, None, &body, Place::Value)
    }
}

/// The callee of a range expression.
fn range_name(x: &Expr) -> Option<String> {
    match strip(x) {
        Expr::Call(c) => match &*c.func {
            Expr::Path(p) => p.path.segments.last().map(|s| s.ident.to_string()),
            _ => None,
        },
        _ => None,
    }
}
