//! `if`, loops, nested ranges and `single`.

use super::{Body, Place, strip, wall::Wall};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::HashMap;
use syn::{
    Block, Expr, ExprCall, ExprClosure, ExprForLoop, ExprIf, ExprMethodCall, ExprRange, Ident, Lit,
    LitInt, Pat, RangeLimits, spanned::Spanned,
};

/// Longest loop that the macro replicates.
const LONGEST_UNROLL: i64 = 64;

impl Body {
    /// `if` as a statement.
    pub(super) fn if_statement(&mut self, i: &ExprIf) -> TokenStream {
        let (e, span) = (self.e.clone(), i.cond.span());
        let p = self.portax(span);
        let c = self.expr(&i.cond);
        let then = self.block(&i.then_branch, Place::Inner);
        let other = i.else_branch.as_ref().map(|(_, x)| {
            let code = match &**x {
                Expr::If(i) => self.if_statement(i),
                Expr::Block(b) => self.block(&b.block, Place::Inner),
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

    /// Every kind of `for`.
    pub(super) fn for_loop(&mut self, f: &ExprForLoop) -> TokenStream {
        let (e, span) = (self.e.clone(), f.expr.span());
        let p = self.portax(span);
        let unroll = f.attrs.iter().any(|a| a.path().is_ident("unroll"));
        match strip(&f.expr) {
            Expr::Range(
                r @ ExprRange {
                    start: Some(start),
                    end: Some(end),
                    ..
                },
            ) if unroll => self.unrolled(f, r, start, end),
            Expr::Range(ExprRange {
                start: Some(start),
                end: Some(end),
                limits,
                ..
            }) => {
                let (start, mut end) = (self.expr(start), self.expr(end));
                if let RangeLimits::Closed(_) = limits {
                    end =
                        quote_spanned!(span=> #p::kernel::value::IntoInt::<#e>::into_int(#end) + 1);
                }
                let iterator = quote_spanned!(span=> #p::kernel::team::range::<#e>(#start, #end));
                self.plain_loop(&f.pat, &f.body, iterator, span)
            }
            Expr::Range(r) => self.error(r, "a loop's range needs both ends"),
            Expr::MethodCall(m) if m.method == "lanes" => self.lanes(m, &f.pat, &f.body),
            x if unroll => self.error(x, "`#[unroll]` goes on loops over `a..b`"),
            x => {
                let iterator = self.expr(x);
                self.plain_loop(&f.pat, &f.body, iterator, span)
            }
        }
    }

    fn plain_loop(
        &mut self,
        pattern: &Pat,
        body: &Block,
        iterator: TokenStream,
        span: Span,
    ) -> TokenStream {
        self.scopes.push(HashMap::new());
        let name = self.pattern(pattern);
        let variables = self.variables(pattern, pattern.span());
        let body = self.block(body, Place::Loop);
        self.scopes.pop();
        quote_spanned!(span=> for #name in #iterator { #variables #body })
    }

    /// `for lane in team.lanes()`
    fn lanes(&mut self, m: &ExprMethodCall, pattern: &Pat, body: &Block) -> TokenStream {
        let (e, span) = (self.e.clone(), m.span());
        let p = self.portax(span);
        let team = self.expr(&m.receiver);
        let (pattern, body) = self.behind(Wall::Range, |this| {
            let name = this.pattern(pattern);
            (name, this.block(body, Place::Loop))
        });
        quote_spanned!(span=> for __px_i in #p::kernel::team::lanes::<#e>(#team) { let #pattern = #p::kernel::team::lane_index::<#e>(__px_i); #body })
    }

    /// Bounds that the macro knows: the body is replicated with the variable as a `const` (it can be an array length or
    /// a const argument). Others, such as const generics, become a Rust loop with a `usize` variable.
    fn unrolled(
        &mut self,
        f: &ExprForLoop,
        range: &ExprRange,
        start: &Expr,
        end: &Expr,
    ) -> TokenStream {
        let span = f.expr.span();
        let closed = i64::from(matches!(range.limits, RangeLimits::Closed(_)));
        let (Some(first), Some(last)) = (self.known_value(start), self.known_value(end)) else {
            let (start, end, limits) = (self.expr(start), self.expr(end), &range.limits);
            return self.plain_loop(
                &f.pat,
                &f.body,
                quote_spanned!(span=> #start #limits #end),
                span,
            );
        };
        if last + closed - first > LONGEST_UNROLL {
            return self.error(
                &f.expr,
                "`#[unroll]` replicates at most 64 iterations: leave it out, or nest two loops",
            );
        }
        let suffix = [start, end]
            .into_iter()
            .find_map(suffix)
            .unwrap_or_else(|| "usize".to_string());
        let mut out = TokenStream::new();
        for k in first..last + closed {
            out.extend(self.replica(f, k, &suffix));
        }
        quote!({ #out })
    }

    fn replica(&mut self, f: &ExprForLoop, k: i64, suffix: &str) -> TokenStream {
        let span = f.pat.span();
        self.scopes.push(HashMap::new());
        let depth = self.known.len();
        let name = crate::kernel::pattern_ident(&f.pat).cloned();
        if let Some(name) = &name {
            self.known.push((name.to_string(), k));
            self.declare_value(name);
        }
        let body = self.block(&f.body, Place::Loop);
        self.known.truncate(depth);
        self.scopes.pop();
        let (ty, value) = (
            Ident::new(suffix, span),
            LitInt::new(&format!("{k}{suffix}"), span),
        );
        match name {
            Some(name) => {
                quote_spanned!(span=> { #[allow(non_upper_case_globals, dead_code)] const #name: #ty = #value; #body })
            }
            None => quote_spanned!(span=> #body),
        }
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
            #e::leave();
        } }
    }

    /// The body of a closure that gives nothing, inlined.
    fn closure_body(&mut self, closure: &ExprClosure) -> TokenStream {
        match &*closure.body {
            Expr::Block(b) => self.block(&b.block, Place::Loop),
            Expr::If(i) => self.if_statement(i),
            x => {
                let code = self.expr(x);
                quote!({ #code })
            }
        }
    }

    /// The body of a closure that gives a value, inlined.
    fn closure_value(&mut self, closure: &ExprClosure) -> TokenStream {
        let code = self.expr(&closure.body);
        quote!({ #code })
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

/// The suffix of an integer literal.
fn suffix(x: &Expr) -> Option<String> {
    match strip(x) {
        Expr::Lit(l) => match &l.lit {
            Lit::Int(i) if !i.suffix().is_empty() => Some(i.suffix().to_string()),
            _ => None,
        },
        _ => None,
    }
}
