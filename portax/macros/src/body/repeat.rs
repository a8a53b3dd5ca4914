//! `for`, `while` and `loop`.

use super::{Body, Place, exit::Kind, is_self, strip, wall::Wall};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::HashMap;
use syn::{
    Expr, ExprForLoop, ExprLoop, ExprMethodCall, ExprRange, ExprWhile, Ident, Lit, LitInt, Pat,
    RangeLimits, spanned::Spanned,
};

/// Longest loop that the macro replicates.
const LONGEST_UNROLL: i64 = 64;

/// `start..end`, `(start..end).rev()`, `(start..end).step_by(step)`, or both in this order.
struct Ends<'a> {
    start: &'a Expr,
    end: &'a Expr,
    is_closed: bool,
    is_reversed: bool,
    step: Option<&'a Expr>,
}

impl<'a> Ends<'a> {
    /// Of what a `for` iterates, if it is a range; an error for a range without ends, or methods of ranges that are not known.
    fn of(x: &'a Expr) -> Result<Option<Ends<'a>>, &'static str> {
        match strip(x) {
            Expr::Range(ExprRange {
                start: Some(start),
                end: Some(end),
                limits,
                ..
            }) => Ok(Some(Ends {
                start,
                end,
                is_closed: matches!(limits, RangeLimits::Closed(_)),
                is_reversed: false,
                step: None,
            })),
            Expr::Range(_) => Err("a loop's range needs both ends"),
            Expr::MethodCall(m) => match Ends::of(&m.receiver)? {
                None => Ok(None),
                Some(ends) => ends.method(m).map(Some),
            },
            _ => Ok(None),
        }
    }

    fn method(self, m: &'a ExprMethodCall) -> Result<Ends<'a>, &'static str> {
        let argument = m.args.first();
        match (&m.method.to_string()[..], self.step, argument) {
            ("rev", None, None) => Ok(Ends {
                is_reversed: !self.is_reversed,
                ..self
            }),
            ("rev", Some(_), None) => Err("reverse first: `(a..b).rev().step_by(n)`"),
            ("step_by", None, step @ Some(_)) => Ok(Ends { step, ..self }),
            _ => Err("a loop's range has the methods `rev()` and `step_by(n)`"),
        }
    }
}

impl Body {
    /// Every kind of `for`.
    pub(super) fn for_loop(&mut self, f: &ExprForLoop) -> TokenStream {
        let unroll = f.attrs.iter().any(|a| a.path().is_ident("unroll"));
        match Ends::of(&f.expr) {
            Err(message) => self.error(&f.expr, message),
            Ok(Some(ends)) if unroll => self.unrolled(f, &ends),
            Ok(Some(ends)) => self.range_loop(f, &ends),
            Ok(None) if unroll => self.error(&f.expr, "`#[unroll]` goes on loops over `a..b`"),
            Ok(None) => self.shared_loop(f),
        }
    }

    /// A loop over `a..b`, whose ends all lanes share or each lane has its own.
    fn range_loop(&mut self, f: &ExprForLoop, ends: &Ends<'_>) -> TokenStream {
        let (e, span) = (self.e.clone(), f.expr.span());
        let p = self.portax(span);
        let (start, end, is_closed) = (self.expr(ends.start), self.expr(ends.end), ends.is_closed);
        let step = match ends.step {
            Some(step) => self.expr(step),
            None => quote!(1i32),
        };
        let live = self.live(f.label.as_ref(), &f.body);
        let declared = live.as_ref().map(|live| self.declare_flag(live));
        let stay = live.as_ref().map(|live| self.stay(live, span));
        let is_reversed = ends.is_reversed;
        let (name, body) = self.turn(f, live);
        quote_spanned! {span=> {
            let __px_ends = (#start, #end);
            let (__px_turns, mut __px_steps) = #p::kernel::value::RangeEnds::<#e>::steps(__px_ends, #step, #is_closed);
            #declared
            for __px_i in __px_turns {
                #stay
                let (__px_t, __px_at, #name) = #p::kernel::value::Steps::<#e, _, _>::turn(&mut __px_steps, __px_i, #is_reversed, __px_at);
                if !__px_t { break; }
                #body
            }
        } }
    }

    /// The name and the body of a turn.
    fn turn(&mut self, f: &ExprForLoop, live: Option<Ident>) -> (TokenStream, TokenStream) {
        self.scopes.push(HashMap::new());
        let name = self.pattern(&f.pat);
        let variables = self.variables(&f.pat, f.pat.span());
        let body = self.level(Kind::Loop, f.label.as_ref(), live, &f.body, Place::Unit);
        self.scopes.pop();
        (name, quote!({ #variables #body }))
    }

    /// A loop over what a view or a team deals out.
    fn shared_loop(&mut self, f: &ExprForLoop) -> TokenStream {
        if let Expr::MethodCall(m) = strip(&f.expr)
            && m.method == "lanes"
            && !is_self(&m.receiver)
        {
            return self.lanes(m, f);
        }
        let iterator = self.expr(&f.expr);
        self.plain_loop(&f.pat, f, iterator, Kind::Shared)
    }

    fn plain_loop(
        &mut self,
        pattern: &Pat,
        f: &ExprForLoop,
        iterator: TokenStream,
        kind: Kind,
    ) -> TokenStream {
        self.scopes.push(HashMap::new());
        let live = match kind {
            Kind::Shared => None,
            _ => self.live(f.label.as_ref(), &f.body),
        };
        let declared = live.as_ref().map(|live| self.declare_flag(live));
        let name = self.pattern(pattern);
        let variables = self.variables(pattern, pattern.span());
        let body = self.level(kind, f.label.as_ref(), live.clone(), &f.body, Place::Unit);
        let body = match live {
            Some(live) => self.where_set(&live, body),
            None => body,
        };
        self.scopes.pop();
        let code = quote_spanned!(f.expr.span()=> for #name in #iterator { #variables #body });
        match declared {
            Some(declared) => quote!({ #declared #code }),
            None => code,
        }
    }

    /// `for lane in team.lanes()`
    fn lanes(&mut self, m: &ExprMethodCall, f: &ExprForLoop) -> TokenStream {
        let (e, span) = (self.e.clone(), m.span());
        let p = self.portax(span);
        let team = self.expr(&m.receiver);
        let (pattern, body) = self.behind(Wall::Range, |this| {
            let name = this.pattern(&f.pat);
            (
                name,
                this.level(Kind::Shared, f.label.as_ref(), None, &f.body, Place::Unit),
            )
        });
        quote_spanned!(span=> for __px_i in #p::kernel::team::lanes::<#e>(#team) { let #pattern = #p::kernel::team::lane_index::<#e>(__px_i); #body })
    }

    /// Bounds that the macro knows: the body is replicated with the variable as a `const` (it can be an array length or
    /// a const argument). Others, such as const generics, become a Rust loop with a `usize` variable.
    fn unrolled(&mut self, f: &ExprForLoop, ends: &Ends<'_>) -> TokenStream {
        if ends.is_reversed || ends.step.is_some() {
            return self.error(&f.expr, "`#[unroll]` goes on loops over `a..b`");
        }
        let span = f.expr.span();
        let closed = i64::from(ends.is_closed);
        let (Some(first), Some(last)) = (self.known_value(ends.start), self.known_value(ends.end))
        else {
            let (start, end) = (self.expr(ends.start), self.expr(ends.end));
            let range = match ends.is_closed {
                true => quote_spanned!(span=> #start ..= #end),
                false => quote_spanned!(span=> #start .. #end),
            };
            let name = crate::kernel::pattern_ident(&f.pat);
            return self.in_turn(name, None, |this| {
                this.plain_loop(&f.pat, f, range, Kind::Loop)
            });
        };
        if last + closed - first > LONGEST_UNROLL {
            return self.error(
                &f.expr,
                "`#[unroll]` replicates at most 64 iterations: leave it out, or nest two loops",
            );
        }
        let suffix = [ends.start, ends.end]
            .into_iter()
            .find_map(suffix)
            .unwrap_or_else(|| "usize".to_string());
        let live = self.live(f.label.as_ref(), &f.body);
        let mut out: TokenStream = live.iter().map(|live| self.declare_flag(live)).collect();
        for k in first..last + closed {
            let code = self.replica(f, k, &suffix, live.clone());
            out.extend(match &live {
                Some(live) => self.where_set(live, code),
                None => code,
            });
        }
        quote!({ #out })
    }

    /// Code of one turn of a loop whose variable is known there, to the macro where it has a value.
    pub(super) fn in_turn(
        &mut self,
        variable: Option<&Ident>,
        value: Option<i64>,
        code: impl FnOnce(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let depth = self.known.len();
        self.known
            .extend(variable.map(|name| (name.to_string(), value)));
        let code = code(self);
        self.known.truncate(depth);
        code
    }

    fn replica(
        &mut self,
        f: &ExprForLoop,
        k: i64,
        suffix: &str,
        live: Option<Ident>,
    ) -> TokenStream {
        let span = f.pat.span();
        self.scopes.push(HashMap::new());
        let name = crate::kernel::pattern_ident(&f.pat).cloned();
        if let Some(name) = &name {
            self.declare_value(name);
        }
        let body = self.in_turn(name.as_ref(), Some(k), |this| {
            this.level(Kind::Loop, f.label.as_ref(), live, &f.body, Place::Unit)
        });
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

    /// `while`. A condition of arithmetic alone is asked of all lanes: those that left change nothing of it. Any other is
    /// asked of those still in the loop.
    pub(super) fn while_loop(&mut self, w: &ExprWhile) -> TokenStream {
        if let Expr::Let(x) = &*w.cond {
            return self.error(
                x,
                "`while let` is not part of the kernel language: use a condition",
            );
        }
        let (e, span) = (self.e.clone(), w.cond.span());
        let p = self.portax(span);
        let is_arithmetic = self.is_arithmetic(&w.cond);
        let mut live = self.live(w.label.as_ref(), &w.body);
        if !is_arithmetic {
            live = live.or_else(|| Some(self.flag("live")));
        }
        let c = self.expr(&w.cond);
        let body = self.level(
            Kind::Loop,
            w.label.as_ref(),
            live.clone(),
            &w.body,
            Place::Unit,
        );
        let Some(live) = live else {
            return quote_spanned! {span=>
                for _ in <#e as #p::kernel::exec::Control>::turns() {
                    let (__px_t, __px_at) = #p::kernel::value::mask::Condition::<#e, _, _>::stay(#c, __px_at);
                    if !__px_t { break; }
                    #body
                }
            };
        };
        let (declared, stay) = (self.declare_flag(&live), self.stay(&live, span));
        quote_spanned! {span=> {
            #declared
            for _ in <#e as #p::kernel::exec::Control>::turns() {
                {
                    #stay
                    let __px_c = #c;
                    #p::kernel::value::assign::<#e, _, _, _>(__px_at, &mut #live, __px_c);
                }
                #stay
                #body
            }
        } }
    }

    /// `loop`; at the end of what gives a value its `break`s give it.
    pub(super) fn endless_loop(&mut self, l: &ExprLoop, place: Place) -> TokenStream {
        let (e, span) = (self.e.clone(), l.loop_token.span());
        let p = self.portax(span);
        let Some(live) = self.live(l.label.as_ref(), &l.body) else {
            return self.error(
                &l.loop_token,
                "this loop never ends: leave it with `break` or `return`",
            );
        };
        let target = self.target().filter(|_| place == Place::Given);
        let body = self.level_giving(
            Kind::Loop,
            l.label.as_ref(),
            Some(live.clone()),
            &l.body,
            Place::Unit,
            target,
        );
        let (declared, stay) = (self.declare_flag(&live), self.stay(&live, span));
        quote_spanned! {span=> {
            #declared
            for _ in <#e as #p::kernel::exec::Control>::turns() {
                #stay
                #body
            }
        } }
    }

    /// Goes on with a turn in the lanes whose flag is set; ends the loop when there is none.
    fn stay(&self, live: &Ident, span: Span) -> TokenStream {
        let (p, e, live) = (self.portax(span), &self.e, self.read_flag(live));
        quote_spanned! {span=>
            let (__px_t, __px_at) = #p::kernel::value::mask::Condition::<#e, _, _>::stay(#live, __px_at);
            if !__px_t { break; }
        }
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
