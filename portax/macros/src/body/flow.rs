//! `if`, nested ranges and `single`.

use super::{Body, Place, exit::Kind, is_self, strip, wall::Wall};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Expr, ExprCall, ExprClosure, ExprIf, ExprMethodCall, Ident, RangeLimits, ReturnType, Type,
    parse_quote_spanned,
    spanned::Spanned,
    visit::{self, Visit},
};

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
        if !is_nested_range(range) {
            return self.error(range, RANGES);
        }
        let range = self.nested_range(range);
        let (pattern, body) = self.behind(Wall::Range, |this| {
            let name = this.pattern(pattern);
            if let Some(index) = crate::kernel::pattern_ident(pattern) {
                this.declare_index(index);
            }
            (name, make(this, closure))
        });
        let NestedRange {
            first,
            range,
            shift,
        } = range;
        match kind.as_deref() {
            Some("TeamThreadRange") if shift.is_empty() => {
                quote_spanned!(span=> for #pattern in #range.threads() { #body })
            }
            Some("TeamThreadRange") => quote_spanned! {span=> {
                #first
                for __px_i in #range.threads() { let #pattern = __px_i #shift; #body }
            } },
            _ => quote_spanned! {span=> {
                #first
                let __px_range = #range;
                for __px_i in #p::kernel::team::VectorRange::<#e>::packs(__px_range) { let #pattern = #p::kernel::team::lane_index::<#e>(__px_i) #shift; #body }
                if let Some((__px_i, __px_mask)) = #p::kernel::team::VectorRange::<#e>::tail(__px_range) {
                    let #pattern = #p::kernel::team::lane_index::<#e>(__px_i) #shift;
                    let __px_at = #p::kernel::team::tail_context::<#e, _, _>(__px_at, __px_mask);
                    #body
                }
            } },
        }
    }

    /// `TeamVectorRange(team, n)`, `(team, begin..end)` or `(team, begin, end)`.
    fn nested_range(&mut self, range: &Expr) -> NestedRange {
        let (Some((team, begin, length)), Expr::Call(call)) = (ends(range), strip(range)) else {
            return NestedRange {
                first: TokenStream::new(),
                range: self.expr(range),
                shift: TokenStream::new(),
            };
        };
        let (e, span) = (self.e.clone(), begin.span());
        let p = self.portax(span);
        let code = self.expr(begin);
        let conv = self.whole(
            begin,
            quote!(kernel::value::Conv::<#p::kernel::value::IntOf<#e>>::conv),
        );
        self.declare_value(&Ident::new("__px_first", span));
        let mut call = call.clone();
        call.args = [team.clone(), length].into_iter().collect();
        NestedRange {
            first: quote_spanned!(span=> let __px_first = #conv(#code);),
            range: self.expr(&Expr::Call(call)),
            shift: quote_spanned!(span=> + __px_first),
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
        if let ReturnType::Type(_, ty) = &closure.output {
            return self.nested_reduce_of(range, closure, ty, reducer);
        }
        let kind = range_name(range);
        let parts = parts(reducer, span);
        let steps = self.nested(range, closure, |body, closure| {
            let value = body.closure_value(closure);
            let joins = parts.iter().map(|part| {
                quote_spanned!(span=> #p::kernel::team::accumulate::<#e, _, _, _, _>(&mut __px_sum #part, __px_value #part, __px_reducer #part, __px_at);)
            });
            quote_spanned!(span=> { let __px_value = #value; #(#joins)* })
        });
        let start = match kind.as_deref() {
            Some("TeamThreadRange") => "uniform_start",
            _ => "varying_start",
        };
        let end = match kind.as_deref() {
            Some("TeamThreadRange") => "team_end",
            Some("TeamVectorRange") => "team_vector_end",
            _ => "vector_end",
        };
        let (start, end) = (Ident::new(start, span), Ident::new(end, span));
        let Some(team) = team_of(range) else {
            return self.error(range, RANGES);
        };
        let team = self.expr(team);
        let starts = parts.iter().map(
            |part| quote_spanned!(span=> #p::kernel::team::#start::<#e, _, _>(__px_reducer #part)),
        );
        // at the range, where the steps stand: what both refuse is one error
        let ends = parts.iter().map(|part| {
            quote_spanned!(range.span()=> #p::kernel::team::#end::<#e, _, _, _>(#team, __px_sum #part, __px_reducer #part, __px_at))
        });
        let (starts, ends) = match strip(reducer) {
            Expr::Tuple(_) => (quote!((#(#starts,)*)), quote!((#(#ends,)*))),
            _ => (quote!(#(#starts)*), quote!(#(#ends)*)),
        };
        quote_spanned! {span=> {
            let __px_reducer = #reducer;
            let mut __px_sum = #starts;
            #steps
            #ends
        } }
    }

    /// `parallel_reduce(range, |i| -> V { value }, reducer)` inside a team kernel: a `V`, by any reducer of it.
    fn nested_reduce_of(
        &mut self,
        range: &Expr,
        closure: &ExprClosure,
        ty: &Type,
        reducer: &Expr,
    ) -> TokenStream {
        let (e, span) = (self.e.clone(), closure.span());
        let p = self.portax(span);
        let (kind, kernel_ty) = (range_name(range), self.ty(ty));
        if kind.as_deref() == Some("TeamThreadRange") && goes_through_lanes(&closure.body) {
            return self.error(range, "the lanes of a thread give one value together here: reduce over `ThreadVectorRange` first, in place of `team.lanes()`");
        }
        let steps = self.nested(range, closure, |body, closure| {
            let value = body.closure_value(closure);
            let value = body.element(ty, &quote!(#ty), value);
            quote_spanned!(span=> { let __px_value = #value; #p::kernel::team::element_join::<#e, #ty, _, _, _>(__px_at, &mut __px_sum, __px_value, __px_reducer); })
        });
        let (lanes, threads) = match kind.as_deref() {
            Some("TeamThreadRange") => (false, true),
            Some("TeamVectorRange") => (true, true),
            _ => (true, false),
        };
        let Some(team) = team_of(range) else {
            return self.error(range, RANGES);
        };
        let team = self.expr(team);
        quote_spanned! {span=> {
            let __px_reducer = #reducer;
            let mut __px_sum: #kernel_ty = #p::kernel::team::element_start::<#e, #ty, _, _>(__px_reducer);
            #steps
            #p::kernel::team::element_end::<#e, #ty, _, _, _>(#team, __px_sum, [#lanes, #threads], __px_reducer, __px_at)
        } }
    }

    /// `parallel_scan(range, |i| value, |i, before| ..., Sum)` inside a team kernel: gives what all values make together.
    pub(super) fn nested_scan(&mut self, c: &ExprCall) -> TokenStream {
        let (e, span) = (self.e.clone(), c.span());
        let p = self.portax(span);
        let arguments: Vec<&Expr> = c.args.iter().collect();
        let [range, Expr::Closure(input), Expr::Closure(output), reducer] = arguments[..] else {
            return self.error(c, SCAN);
        };
        if !is_nested_range(range) {
            return self.error(range, RANGES);
        }
        let (1, 2) = (input.inputs.len(), output.inputs.len()) else {
            return self.error(c, SCAN);
        };
        let NestedRange {
            first,
            range,
            shift,
        } = self.nested_range(range);
        let (i, value) = self.behind(Wall::Range, |this| {
            let i = this.pattern(&input.inputs[0]);
            (i, this.closure_value(input))
        });
        let ([j, before], code) = self.behind(Wall::Range, |this| {
            let names = [0, 1].map(|k| this.pattern(&output.inputs[k]));
            (names, this.closure_body(output))
        });
        let inside = |code: TokenStream| {
            quote_spanned! {span=> {
                let __px_inside = #p::kernel::team::scan::ScanRange::<#e>::is_inside(__px_range, __px_i);
                let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_inside, __px_at);
                { let __px_at = __px_inner; if __px_t { #code } }
                #p::kernel::value::mask::Leave::leave(__px_end);
            } }
        };
        let input = inside(quote_spanned! {span=>
            let #i = #p::kernel::team::scan::ScanRange::<#e>::index(__px_range, __px_i) #shift;
            let __px_given = #value;
            #p::kernel::team::accumulate::<#e, _, _, _, _>(&mut __px_value, __px_given, __px_reducer, __px_at);
        });
        let output = inside(quote_spanned! {span=>
            let #j = #p::kernel::team::scan::ScanRange::<#e>::index(__px_range, __px_i) #shift;
            let #before = __px_before;
            #code;
        });
        quote_spanned! {span=> {
            #first
            let (__px_range, __px_reducer) = (#range, #reducer);
            let mut __px_sum = #p::kernel::team::uniform_start::<#e, _, _>(__px_reducer);
            for __px_i in #p::kernel::team::scan::ScanRange::<#e>::turns(__px_range) {
                let mut __px_value = #p::kernel::team::scan::ScanRange::<#e>::start(__px_range, __px_reducer);
                #input
                let __px_before = #p::kernel::team::scan::scan_turn::<#e, _, _, _, _>(__px_range, &mut __px_sum, __px_value, __px_reducer, __px_at);
                #output
            }
            #p::kernel::value::Value::<#e>::read(&__px_sum)
        } }
    }

    /// `single(PerThread(team), || ...)` as a statement.
    pub(super) fn single(&mut self, c: &ExprCall) -> TokenStream {
        let (e, span) = (self.e.clone(), c.span());
        let p = self.portax(span);
        let Some((who, closure)) = single_arguments(c) else {
            return self.error(c, SINGLE);
        };
        let who = self.expr(who);
        let body = self.behind(Wall::Single, |this| this.closure_body(closure));
        quote_spanned! {span=> {
            if #p::kernel::team::SingleOf::<#e>::enter(&#who) { let __px_at = #p::kernel::team::single_context(__px_at); #body; }
            <#e as #p::kernel::exec::Control>::leave();
        } }
    }

    /// `single(PerTeam(team), || value)`: a uniform value, for all whom it is of.
    pub(super) fn single_value(&mut self, c: &ExprCall) -> TokenStream {
        let (e, span) = (self.e.clone(), c.span());
        let p = self.portax(span);
        let Some((who, closure)) = single_arguments(c) else {
            return self.error(c, SINGLE);
        };
        let who = self.expr(who);
        let value = self.behind(Wall::Single, |this| this.closure_value(closure));
        quote_spanned! {span=> {
            let __px_who = #who;
            let mut __px_cell = #p::kernel::team::single_cell::<#e, _>();
            if #p::kernel::team::SingleOf::<#e>::enter(&__px_who) {
                let __px_at = #p::kernel::team::single_context(__px_at);
                let __px_value = #value;
                #p::kernel::team::single_give::<#e, _, _>(&mut __px_cell, __px_value, __px_at);
            }
            <#e as #p::kernel::exec::Control>::leave();
            #p::kernel::team::single_end::<#e, _, _>(__px_who, __px_cell, __px_at)
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
            Expr::MethodCall(m) if self.updates_item(m) => self.update_item(m),
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
        match self.returns(&body) {
            true => self.closure_with_exits(&closure.body, &body),
            false => self.level(Kind::ValueClosure, None, None, &body, Place::Value),
        }
    }
}

/// A range of a team that may begin elsewhere than at 0.
struct NestedRange {
    /// Where it begins
    first: TokenStream,
    /// From 0
    range: TokenStream,
    /// What is added to its indices
    shift: TokenStream,
}

/// The team, the begin and the length of a range that says both ends, where the begin is called `__px_first`.
fn ends(range: &Expr) -> Option<(&Expr, &Expr, Expr)> {
    let Expr::Call(c) = strip(range) else {
        return None;
    };
    let arguments: Vec<&Expr> = c.args.iter().collect();
    let (team, begin, end, is_closed) = match arguments[..] {
        [team, Expr::Range(r)] => {
            let is_closed = matches!(r.limits, RangeLimits::Closed(_));
            (team, r.start.as_deref()?, r.end.as_deref()?, is_closed)
        }
        [team, begin, end] => (team, begin, end, false),
        _ => return None,
    };
    let span = end.span();
    let length = match is_closed {
        true => parse_quote_spanned!(span=> (#end) - __px_first + 1),
        false => parse_quote_spanned!(span=> (#end) - __px_first),
    };
    Some((team, begin, length))
}

/// What leads from a value to what each reducer joins: nothing for one, `.0`, `.1` and so on for a tuple of them.
fn parts(reducer: &Expr, span: Span) -> Vec<TokenStream> {
    let Expr::Tuple(reducers) = strip(reducer) else {
        return vec![TokenStream::new()];
    };
    let indices = (0..reducers.elems.len()).map(|k| syn::Index {
        index: k as u32,
        span,
    });
    indices.map(|k| quote_spanned!(span=> .#k)).collect()
}

/// The team of a range expression.
fn team_of(range: &Expr) -> Option<&Expr> {
    match strip(range) {
        Expr::Call(c) => c.args.first(),
        _ => None,
    }
}

/// How ranges are written.
const RANGES: &str = "a nested range is `TeamThreadRange(team, n)`, `ThreadVectorRange(team, n)` or `TeamVectorRange(team, n)`, with `begin..end` for `n` where it does not begin at 0";

/// How a scan is written.
const SCAN: &str =
    "nested: `parallel_scan(TeamVectorRange(team, n), |i| value, |i, before| ..., Sum)`";

/// How a `single` is written.
const SINGLE: &str = "`single(PerThread(team), || ...)` or `single(PerTeam(team), || ...)`";

/// Who runs a `single`, and what.
fn single_arguments(c: &ExprCall) -> Option<(&Expr, &ExprClosure)> {
    match (c.args.first(), c.args.get(1)) {
        (Some(who), Some(Expr::Closure(closure))) => Some((who, closure)),
        _ => None,
    }
}

fn is_nested_range(x: &Expr) -> bool {
    const NAMES: [&str; 3] = ["TeamThreadRange", "ThreadVectorRange", "TeamVectorRange"];
    range_name(x).is_some_and(|name| NAMES.contains(&name.as_str()))
}

/// The callee of a range expression.
pub(super) fn range_name(x: &Expr) -> Option<String> {
    match strip(x) {
        Expr::Call(c) => match &*c.func {
            Expr::Path(p) => p.path.segments.last().map(|s| s.ident.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// Is there a loop over the lanes of a thread, which give a value each?
fn goes_through_lanes(x: &Expr) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_expr_method_call(&mut self, m: &'a ExprMethodCall) {
            self.0 |= m.method == "lanes" && !is_self(&m.receiver);
            visit::visit_expr_method_call(self, m);
        }
    }
    let mut search = Search(false);
    search.visit_expr(x);
    search.0
}
