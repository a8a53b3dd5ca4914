//! `match`: on integers, conditions and tuples of them a chain of `if`s, on enums Rust's own says which arm.

use super::{Body, Place, strip};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;
use syn::{
    Arm, Block, Expr, ExprMatch, Ident, Index, Lit, Pat, RangeLimits, Result, Stmt,
    parse_quote_spanned, spanned::Spanned,
};

impl Body {
    /// `match`, whose arms are statements or values by `place`.
    pub(super) fn match_statement(&mut self, m: &ExprMatch, place: Place) -> TokenStream {
        if m.arms.iter().any(|arm| names_variant(&arm.pat)) {
            return self.match_variants(m, place);
        }
        self.flags += 1;
        let (named, value) = value(&m.expr, &format!("__px_matched{}", self.flags));
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
        let block: Block = parse_quote_spanned!(m.match_token.span()=> { #(#named)* #chain });
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
pub(super) fn as_ifs(m: &ExprMatch) -> Option<(Vec<Stmt>, Expr)> {
    if m.arms.iter().any(|arm| names_variant(&arm.pat)) {
        return None;
    }
    let (named, value) = value(&m.expr, "__px_unfolded");
    let chain = chain(&value, &m.arms, 0).ok().flatten()?;
    Some((named, chain))
}

/// What is matched under names of its own: a `let` for it or for each part of a tuple, and the names.
fn value(matched: &Expr, name: &str) -> (Vec<Stmt>, Expr) {
    let span = matched.span();
    if let Expr::Tuple(t) = strip(matched) {
        let parts = t.elems.iter().enumerate();
        let parts = parts.map(|(k, x)| value(x, &format!("{name}_{k}")));
        let (named, values): (Vec<_>, Vec<_>) = parts.unzip();
        let tuple = parse_quote_spanned!(span=> (#(#values,)*));
        return (named.into_iter().flatten().collect(), tuple);
    }
    let name = Ident::new(name, span);
    let named = parse_quote_spanned!(span=> let #name = #matched;);
    (vec![named], parse_quote_spanned!(span=> #name))
}

/// A part of what is matched.
fn part(value: &Expr, k: usize, span: Span) -> Expr {
    match value {
        Expr::Tuple(t) if k < t.elems.len() => t.elems[k].clone(),
        value => {
            let k = Index::from(k);
            parse_quote_spanned!(span=> #value.#k)
        }
    }
}

/// The condition of an arm for variants, which stands for a call that bodies cannot write.
const TAKES: &str = "__px_takes";

/// Is it the condition of an arm for variants?
pub(super) fn takes_variants(x: &Expr) -> bool {
    matches!(x, Expr::Macro(m) if m.mac.path.is_ident(TAKES))
}

/// The arms from `first` on as `if`s; `None` where the last one does not take every value that is left.
fn chain(value: &Expr, arms: &[Arm], first: usize) -> Result<Option<Expr>> {
    let Some(arm) = arms.get(first) else {
        return Ok(None);
    };
    let asked = question(value, &arm.pat)?;
    let mut body = block(&arm.body);
    if !asked.names.is_empty() {
        let (named, statements) = (&asked.names, &body.stmts);
        body = parse_quote_spanned!(arm.pat.span()=> { #(#named)* #(#statements)* });
    }
    let span = arm.pat.span();
    let is_last = first + 1 == arms.len();
    Ok(match asked.condition {
        None => Some(parse_quote_spanned!(span=> #body)),
        Some(_) if is_last && take_all_truths(arms) => Some(parse_quote_spanned!(span=> #body)),
        Some(condition) => chain(value, arms, first + 1)?.map(|other| {
            let other = block(&other);
            parse_quote_spanned!(span=> if #condition #body else #other)
        }),
    })
}

/// Conditions of which all combinations are looked at.
const MOST_CONDITIONS: usize = 8;

/// Are the patterns of conditions, or of tuples of them, and take all that there are?
fn take_all_truths(arms: &[Arm]) -> bool {
    let arms: Option<Vec<_>> = arms.iter().map(|arm| truths(&arm.pat)).collect();
    let Some(arms) = arms else { return false };
    let count = arms[0].len();
    let takes = |arm: &Vec<Option<bool>>, values: usize| {
        let mut asked = arm.iter().enumerate();
        asked.all(|(k, it)| it.is_none_or(|it| it == (values >> k & 1 == 1)))
    };
    count <= MOST_CONDITIONS
        && arms.iter().all(|arm| arm.len() == count)
        && (0..1 << count).all(|values| arms.iter().any(|arm| takes(arm, values)))
}

/// What a pattern without a guard asks of each condition, if it is of conditions alone.
fn truths(pattern: &Pat) -> Option<Vec<Option<bool>>> {
    match pattern {
        Pat::Wild(_) => Some(vec![None]),
        Pat::Ident(i) if !is_constant(&i.ident) && i.subpat.is_none() => Some(vec![None]),
        Pat::Paren(p) => truths(&p.pat),
        Pat::Lit(l) => match &l.lit {
            Lit::Bool(b) => Some(vec![Some(b.value)]),
            _ => None,
        },
        Pat::Tuple(t) => {
            let parts: Option<Vec<_>> = t.elems.iter().map(truths).collect();
            Some(parts?.into_iter().flatten().collect())
        }
        _ => None,
    }
}

pub(super) fn block(x: &Expr) -> Block {
    match x {
        Expr::Block(b) if b.label.is_none() => b.block.clone(),
        x => parse_quote_spanned!(x.span()=> { #x }),
    }
}

/// What a pattern asks of a value, and gives names.
#[derive(Default)]
struct Asked {
    /// `None` where it takes every value
    condition: Option<Expr>,
    /// `let`s of the names
    names: Vec<Stmt>,
}

impl Asked {
    fn that(condition: Expr) -> Self {
        Asked {
            condition: Some(condition),
            names: Vec::new(),
        }
    }

    fn name(mut self, name: &Ident, value: &Expr) -> Self {
        self.names
            .push(parse_quote_spanned!(name.span()=> let #name = #value;));
        self
    }

    /// Both questions.
    fn and(mut self, other: Asked, span: Span) -> Self {
        self.names.extend(other.names);
        self.condition = match (self.condition, other.condition) {
            (Some(a), Some(b)) => Some(parse_quote_spanned!(span=> (#a) && (#b))),
            (a, b) => a.or(b),
        };
        self
    }
}

/// What a pattern asks of a value.
fn question(value: &Expr, pattern: &Pat) -> Result<Asked> {
    let span = pattern.span();
    match pattern {
        Pat::Wild(_) => Ok(Asked::default()),
        Pat::Paren(p) => question(value, &p.pat),
        Pat::Lit(l) => Ok(Asked::that(match &l.lit {
            Lit::Bool(b) if b.value => parse_quote_spanned!(span=> #value),
            Lit::Bool(_) => parse_quote_spanned!(span=> !#value),
            _ => parse_quote_spanned!(span=> #value == #l),
        })),
        Pat::Path(path) => Ok(Asked::that(parse_quote_spanned!(span=> #value == #path))),
        Pat::Ident(i) if is_constant(&i.ident) => {
            let name = &i.ident;
            Ok(Asked::that(parse_quote_spanned!(span=> #value == #name)))
        }
        Pat::Ident(i) => {
            let asked = match &i.subpat {
                None => Asked::default(),
                Some((_, pattern)) => question(value, pattern)?,
            };
            Ok(asked.name(&i.ident, value))
        }
        Pat::Range(r) => {
            let from = r.start.as_ref();
            let lower = from.map(|x| -> Expr { parse_quote_spanned!(span=> #value >= #x) });
            let upper = r.end.as_ref().map(|x| -> Expr {
                match r.limits {
                    RangeLimits::Closed(_) => parse_quote_spanned!(span=> #value <= #x),
                    RangeLimits::HalfOpen(_) => parse_quote_spanned!(span=> #value < #x),
                }
            });
            let bounds = [lower, upper].into_iter().flatten().map(Asked::that);
            Ok(bounds.fold(Asked::default(), |all, bound| all.and(bound, span)))
        }
        Pat::Tuple(t) => {
            if let Expr::Tuple(parts) = value
                && parts.elems.len() != t.elems.len()
            {
                return Err(syn::Error::new_spanned(
                    t,
                    format!("portax: this tuple has {} parts", parts.elems.len()),
                ));
            }
            let mut all = Asked::default();
            for (k, pattern) in t.elems.iter().enumerate() {
                let value = part(value, k, span);
                all = all.and(question(&value, pattern)?, span);
            }
            Ok(all)
        }
        Pat::Or(or) => {
            let mut all: Option<Expr> = None;
            for case in &or.cases {
                let asked = question(value, case)?;
                if !asked.names.is_empty() {
                    return Err(syn::Error::new_spanned(
                        case,
                        "portax: `|` of a kernel gives no names: name the value before the `match`",
                    ));
                }
                let Some(x) = asked.condition else {
                    return Ok(Asked::default());
                };
                all = Some(match all {
                    None => x,
                    Some(before) => parse_quote_spanned!(span=> (#before) || (#x)),
                });
            }
            Ok(all.map_or_else(Asked::default, Asked::that))
        }
        Pat::Guard(g) => {
            let asked = question(value, &g.pat)?;
            let (names, guard) = (&asked.names, &g.guard);
            let guard = match names[..] {
                [] => (**guard).clone(),
                _ => parse_quote_spanned!(span=> { #(#names)* #guard }),
            };
            Ok(asked.and(Asked::that(guard), span))
        }
        other => Err(syn::Error::new_spanned(
            other,
            "portax: a `match` in a kernel is on integers, conditions, tuples of them, or an enum",
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
