//! `match`: on integers and conditions a chain of `if`s, on enums Rust's own says which arm.

use super::{Body, Place};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{
    Arm, Block, Expr, ExprMatch, Ident, Lit, Pat, RangeLimits, Result, Stmt, parse_quote_spanned,
    spanned::Spanned,
};

/// What a pattern asks of the value.
enum Question {
    /// Nothing
    Nothing,
    /// A condition
    Holds(Expr),
}

impl Body {
    /// `match`, whose arms are statements or values by `place`.
    pub(super) fn match_statement(&mut self, m: &ExprMatch, place: Place) -> TokenStream {
        if m.arms.iter().any(|arm| names_variant(&arm.pat)) {
            return self.match_variants(m, place);
        }
        self.flags += 1;
        let value = format_ident!("__px_matched{}", self.flags, span = m.expr.span());
        let chain = match chain(&value, &m.arms, 0) {
            Ok(Some(chain)) => chain,
            Ok(None) => {
                return self.error(
                    &m.match_token,
                    "this `match` does not cover every value: end with `_ => ...`",
                );
            }
            Err(error) => {
                self.errors.push(error);
                return TokenStream::new();
            }
        };
        let matched = &m.expr;
        let block: Block =
            parse_quote_spanned!(m.match_token.span()=> { let #value = #matched; #chain });
        self.block(&block, place)
    }

    /// On an enum. Rust's own `match` says which arm takes which variant. Of a value that is known when the kernel is recorded
    /// one arm is recorded; of others each lane runs its own.
    fn match_variants(&mut self, m: &ExprMatch, place: Place) -> TokenStream {
        if let Some(arm) = m.arms.iter().find(|arm| !is_of_variants(&arm.pat)) {
            return self.error(
                &arm.pat,
                "an arm for an enum names variants, or is `_`: write an `if` inside it",
            );
        }
        let span = m.match_token.span();
        let (value, matched) = (self.expr(&m.expr), self.flag("matched"));
        let p = self.portax(m.expr.span());
        let places = m.arms.iter().enumerate().map(|(k, arm)| {
            let (pattern, mut place) = (&arm.pat, Literal::usize_suffixed(k));
            place.set_span(arm.body.span());
            quote_spanned!(arm.body.span()=> #pattern => #place,)
        });
        let mut chain: Option<Expr> = None;
        for (k, arm) in m.arms.iter().enumerate().rev() {
            let body = block(&arm.body);
            chain = Some(match chain {
                None => parse_quote_spanned!(span=> #body),
                Some(others) => {
                    parse_quote_spanned!(span=> if __px_takes!(#matched, #k) #body else { #others })
                }
            });
        }
        let chain: Block = parse_quote_spanned!(span=> { #chain });
        let code = self.block(&chain, place);
        quote_spanned! {span=> {
            let #matched = #p::kernel::value::matched(#value, |__px_value| match __px_value { #(#places)* });
            #code
        } }
    }
}

/// A `match` that is no choice of variants as a `let` of its value and a chain of `if`s; `None` where it is refused.
pub(super) fn as_ifs(m: &ExprMatch) -> Option<(Stmt, Expr)> {
    if m.arms.iter().any(|arm| names_variant(&arm.pat)) {
        return None;
    }
    let (value, matched) = (
        format_ident!("__px_unfolded", span = m.expr.span()),
        &m.expr,
    );
    let chain = chain(&value, &m.arms, 0).ok().flatten()?;
    let first = parse_quote_spanned!(m.match_token.span()=> let #value = #matched;);
    Some((first, chain))
}

/// The condition of an arm for variants, which stands for a call that bodies cannot write.
const TAKES: &str = "__px_takes";

/// Is it the condition of an arm for variants?
pub(super) fn takes_variants(x: &Expr) -> bool {
    matches!(x, Expr::Macro(m) if m.mac.path.is_ident(TAKES))
}

/// The arms from `first` on as `if`s; `None` where the last one does not take every value that is left.
fn chain(value: &Ident, arms: &[Arm], first: usize) -> Result<Option<Expr>> {
    let Some(arm) = arms.get(first) else {
        return Ok(None);
    };
    let (question, name) = question(value, &arm.pat)?;
    let mut body = block(&arm.body);
    if let Some(name) = name {
        let statements = &body.stmts;
        body = parse_quote_spanned!(name.span()=> { let #name = #value; #(#statements)* });
    }
    let span = arm.pat.span();
    let is_last = first + 1 == arms.len();
    Ok(match question {
        Question::Nothing => Some(parse_quote_spanned!(span=> #body)),
        Question::Holds(_) if is_last && takes_the_other_truth(arm, &arms[..first]) => {
            Some(parse_quote_spanned!(span=> #body))
        }
        Question::Holds(condition) => chain(value, arms, first + 1)?.map(|other| {
            let other = block(&other);
            parse_quote_spanned!(span=> if #condition #body else #other)
        }),
    })
}

/// `true` and `false` are all that there is: the second of them asks nothing.
fn takes_the_other_truth(arm: &Arm, before: &[Arm]) -> bool {
    truth(arm).is_some_and(|it| before.iter().any(|other| truth(other) == Some(!it)))
}

/// The condition that a pattern is, without a guard.
fn truth(arm: &Arm) -> Option<bool> {
    match &arm.pat {
        Pat::Lit(l) => match &l.lit {
            Lit::Bool(b) => Some(b.value),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn block(x: &Expr) -> Block {
    match x {
        Expr::Block(b) if b.label.is_none() => b.block.clone(),
        x => parse_quote_spanned!(x.span()=> { #x }),
    }
}

/// What a pattern asks, and the name that it gives the value.
fn question<'a>(value: &Ident, pattern: &'a Pat) -> Result<(Question, Option<&'a Ident>)> {
    let span = pattern.span();
    let holds = |x: Expr| Ok((Question::Holds(x), None));
    match pattern {
        Pat::Wild(_) => Ok((Question::Nothing, None)),
        Pat::Paren(p) => question(value, &p.pat),
        Pat::Lit(l) => match &l.lit {
            Lit::Bool(b) if b.value => holds(parse_quote_spanned!(span=> #value)),
            Lit::Bool(_) => holds(parse_quote_spanned!(span=> !#value)),
            _ => holds(parse_quote_spanned!(span=> #value == #l)),
        },
        Pat::Path(path) => holds(parse_quote_spanned!(span=> #value == #path)),
        Pat::Ident(i) if is_constant(&i.ident) => {
            let name = &i.ident;
            holds(parse_quote_spanned!(span=> #value == #name))
        }
        Pat::Ident(i) => match &i.subpat {
            None => Ok((Question::Nothing, Some(&i.ident))),
            Some((_, pattern)) => Ok((question(value, pattern)?.0, Some(&i.ident))),
        },
        Pat::Range(r) => {
            let from = r.start.as_ref();
            let lower = from.map(|x| -> Expr { parse_quote_spanned!(span=> #value >= #x) });
            let upper = r.end.as_ref().map(|x| -> Expr {
                match r.limits {
                    RangeLimits::Closed(_) => parse_quote_spanned!(span=> #value <= #x),
                    RangeLimits::HalfOpen(_) => parse_quote_spanned!(span=> #value < #x),
                }
            });
            match (lower, upper) {
                (Some(a), Some(b)) => holds(parse_quote_spanned!(span=> #a && #b)),
                (Some(one), None) | (None, Some(one)) => holds(one),
                (None, None) => Ok((Question::Nothing, None)),
            }
        }
        Pat::Or(or) => {
            let mut all: Option<Expr> = None;
            for case in &or.cases {
                let Question::Holds(x) = question(value, case)?.0 else {
                    return Ok((Question::Nothing, None));
                };
                all = Some(match all {
                    None => x,
                    Some(before) => parse_quote_spanned!(span=> #before || #x),
                });
            }
            all.map_or(Ok((Question::Nothing, None)), holds)
        }
        Pat::Guard(g) => {
            let (asked, name) = question(value, &g.pat)?;
            let guard = &g.guard;
            let guard: Expr = match name {
                None => (**guard).clone(),
                Some(name) => parse_quote_spanned!(span=> { let #name = #value; #guard }),
            };
            let condition = match asked {
                Question::Nothing => guard,
                Question::Holds(x) => parse_quote_spanned!(span=> (#x) && (#guard)),
            };
            Ok((Question::Holds(condition), name))
        }
        other => Err(syn::Error::new_spanned(
            other,
            "portax: a `match` in a kernel is on integers, conditions or the variants of a comptime enum",
        )),
    }
}

/// `LIKE_THIS`
fn is_constant(name: &Ident) -> bool {
    !name.to_string().contains(char::is_lowercase)
}

/// Is it, or contains it, the path of a variant?
fn names_variant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Path(path) => path.path.segments.len() > 1,
        Pat::Or(or) => or.cases.iter().any(names_variant),
        Pat::Paren(p) => names_variant(&p.pat),
        Pat::Guard(g) => names_variant(&g.pat),
        _ => false,
    }
}

/// Does it name variants and nothing else? Rust sees such a pattern as it is, so there must be no code in it.
fn is_of_variants(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Path(path) => path.qself.is_none(),
        Pat::Ident(i) => i.subpat.is_none() && is_constant(&i.ident),
        Pat::Or(or) => or.cases.iter().all(is_of_variants),
        Pat::Paren(p) => is_of_variants(&p.pat),
        _ => false,
    }
}
