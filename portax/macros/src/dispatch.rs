//! `dispatch!`

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Error, Expr, ExprLit, ExprRange, ExprTuple, ExprUnary, Ident, Lit, Pat, RangeLimits, Result,
    Token, UnOp,
    parse::{Parse, ParseStream},
};

/// Most instances of one `dispatch!`: each is compiled.
const MOST: usize = 256;

/// `names in shapes; values, NAME = length => expression`
pub(crate) struct Dispatch {
    names: Vec<Ident>,
    /// What each instance sets the names to
    shapes: Vec<Vec<Expr>>,
    /// As the user wrote it
    list: Expr,
    values: Vec<Expr>,
    lengths: Vec<(Ident, Expr)>,
    body: Expr,
}

impl Parse for Dispatch {
    fn parse(input: ParseStream) -> Result<Self> {
        let names = names(&input.call(Pat::parse_single)?)?;
        input.parse::<Token![in]>()?;
        let list: Expr = input.parse()?;
        let shapes = shapes(&list, names.len())?;
        let mut values: Vec<Expr> = names.iter().map(|n| syn::parse_quote!(#n)).collect();
        if input.parse::<Option<Token![;]>>()?.is_some() {
            let written: Expr = input.parse()?;
            values = parts(&written, names.len())?;
        }
        let mut lengths = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() {
            let name = input.parse()?;
            input.parse::<Token![=]>()?;
            lengths.push((name, input.parse()?));
        }
        input.parse::<Token![=>]>()?;
        let body = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Dispatch {
            names,
            shapes,
            list,
            values,
            lengths,
            body,
        })
    }
}

impl Dispatch {
    /// A `match` with one arm an instance.
    pub(crate) fn expand(&self) -> TokenStream {
        let (names, values, body, list) = (&self.names, &self.values, &self.body, &self.list);
        let (lengths, computed): (Vec<_>, Vec<_>) =
            self.lengths.iter().map(|(n, x)| (n, x)).unzip();
        let what = values
            .iter()
            .map(|v| format!("{} = {{:?}}", plain(v)))
            .collect::<Vec<_>>()
            .join(", ");
        let message = format!(
            "dispatch!: {what} is not among the instances {}",
            plain(list)
        );
        let arms = self.shapes.iter().map(|shape| {
            let types = shape.iter().map(|x| if is_bool(x) { quote!(bool) } else { quote!(usize) });
            quote! {
                (#(#shape,)*) => {
                    #[allow(non_upper_case_globals, dead_code)]
                    { #(const #names: #types = #shape;)* #(const #lengths: usize = #computed;)* #body }
                }
            }
        });
        let found: Vec<_> = (0..names.len())
            .map(|k| format_ident!("__px_{k}"))
            .collect();
        quote! {
            match (#(#values,)*) {
                #(#arms)*
                #[allow(unreachable_patterns)]
                (#(#found,)*) => ::core::result::Result::Err(::core::convert::Into::into(::portax::Error::Invalid(
                    ::std::format!(#message, #(#found),*)
                ))),
            }
        }
    }
}

/// The source of an expression.
fn plain(x: &Expr) -> String {
    quote!(#x)
        .to_string()
        .replace(' ', "")
        .replace(',', ", ")
        .replace(['{', '}'], "")
}

/// `n` or `(a, b)`
fn names(pattern: &Pat) -> Result<Vec<Ident>> {
    match pattern {
        Pat::Ident(i) => Ok(vec![i.ident.clone()]),
        Pat::Tuple(t) => Ok(t
            .elems
            .iter()
            .map(names)
            .collect::<Result<Vec<_>>>()?
            .concat()),
        Pat::Paren(p) => names(&p.pat),
        other => Err(Error::new_spanned(
            other,
            "portax: `dispatch!` sets a name or a tuple of names",
        )),
    }
}

/// `1..=8` or `[1, 2, 4]` or `[(1, 1), (2, 1)]`
fn shapes(list: &Expr, n: usize) -> Result<Vec<Vec<Expr>>> {
    let all: Vec<Vec<Expr>> = match list {
        Expr::Array(a) => a.elems.iter().map(|x| parts(x, n)).collect::<Result<_>>()?,
        Expr::Range(r) if n == 1 => range(r)?,
        other => {
            return Err(Error::new_spanned(
                other,
                "portax: the instances of `dispatch!` are a range of literals such as `1..=8`, or a list such as `[1, 2, 4]` or `[(1, 1), (2, 1)]`",
            ));
        }
    };
    match all.iter().flatten().find(|x| !is_literal(x)) {
        Some(x) => Err(Error::new_spanned(
            x,
            "portax: each instance of `dispatch!` is a literal",
        )),
        None if all.is_empty() || all.len() > MOST => Err(Error::new_spanned(
            list,
            format!(
                "portax: `dispatch!` has 1 to {MOST} instances, here {}",
                all.len()
            ),
        )),
        None => Ok(all),
    }
}

fn range(r: &ExprRange) -> Result<Vec<Vec<Expr>>> {
    let end = |x: &Option<Box<Expr>>| match x.as_deref() {
        Some(Expr::Lit(ExprLit {
            lit: Lit::Int(i), ..
        })) => i.base10_parse::<u64>(),
        _ => Err(Error::new_spanned(
            r,
            "portax: both ends of the instances' range are literals, as in `1..=8`",
        )),
    };
    let (first, last) = (end(&r.start)?, end(&r.end)?);
    let last = if matches!(r.limits, RangeLimits::Closed(_)) {
        last + 1
    } else {
        last
    };
    let literal = |k: u64| {
        let k = proc_macro2::Literal::u64_unsuffixed(k);
        vec![syn::parse_quote!(#k)]
    };
    Ok((first..last.min(first + MOST as u64 + 1))
        .map(literal)
        .collect())
}

/// The parts of a tuple of `n`, or the expression itself.
fn parts(x: &Expr, n: usize) -> Result<Vec<Expr>> {
    match x {
        Expr::Tuple(ExprTuple { elems, .. }) if elems.len() == n => {
            Ok(elems.iter().cloned().collect())
        }
        Expr::Paren(p) if n == 1 => Ok(vec![(*p.expr).clone()]),
        x if n == 1 && !matches!(x, Expr::Tuple(_)) => Ok(vec![x.clone()]),
        other => Err(Error::new_spanned(
            other,
            format!("portax: `dispatch!` sets {n} names, so this is a tuple of {n}"),
        )),
    }
}

fn is_literal(x: &Expr) -> bool {
    match x {
        Expr::Lit(l) => matches!(l.lit, Lit::Int(_) | Lit::Bool(_)),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => is_literal(expr),
        _ => false,
    }
}

fn is_bool(x: &Expr) -> bool {
    matches!(
        x,
        Expr::Lit(ExprLit {
            lit: Lit::Bool(_),
            ..
        })
    )
}
