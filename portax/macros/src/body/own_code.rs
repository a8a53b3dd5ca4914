//! Plain Rust inside a body: what may stand where portax proves or checks, and what needs the author's promise.
//!
//! A body is recorded once and runs natively many times. What portax proves of the record holds for the runs only where plain
//! Rust gives the same values then. Arithmetic on numbers does; a function may read a clock, a static, or the type of the
//! executor. So functions of the author's own run only in kernels that promise it (`#[kernel(unchecked)] unsafe impl`) and in functions
//! that such kernels alone may call (`#[device(unchecked)]`).

use super::{Body, operators::assigns};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{
    Block, Expr, ExprCall, ExprPath, Pat, Path, Stmt, spanned::Spanned, visit_mut,
    visit_mut::VisitMut,
};

/// May a body run functions of plain Rust?
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum OwnCode {
    /// The author promises that they give the same whenever they run
    Promised,
    /// portax proves or checks what the body does
    Refused,
}

impl OwnCode {
    /// Of a body that says `unchecked`, or does not.
    pub(crate) fn of(unchecked: bool) -> OwnCode {
        match unchecked {
            true => OwnCode::Promised,
            false => OwnCode::Refused,
        }
    }
}

/// Methods of numbers that give the same whenever they run.
const METHODS: [&str; 24] = [
    "abs",
    "clamp",
    "count_ones",
    "div_ceil",
    "div_euclid",
    "ilog2",
    "is_multiple_of",
    "is_power_of_two",
    "leading_zeros",
    "len",
    "max",
    "min",
    "next_multiple_of",
    "next_power_of_two",
    "pow",
    "rem_euclid",
    "saturating_add",
    "saturating_sub",
    "signum",
    "trailing_zeros",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_sub",
];

impl Body {
    /// Notes that the body runs a function of plain Rust at `place`.
    pub(super) fn runs_own_code(&mut self, place: &impl quote::ToTokens) {
        if self.own_code == OwnCode::Refused {
            self.errors.push(syn::Error::new_spanned(
                place,
                "portax: a function of plain Rust in a kernel that portax checks: it might give something else when the kernel \
                 runs than when it was recorded. Compute the value before the launch and pass it as a `#[comptime]` field; or \
                 promise with `#[kernel(unchecked)] unsafe impl`, in functions `#[device(unchecked)]`",
            ));
        }
    }

    /// `comptime!`'s expression.
    pub(super) fn plain_rust(&mut self, x: &mut Expr) {
        if !is_plain(x) {
            self.runs_own_code(x);
        } else if self.own_code != OwnCode::Promised {
            Constants(self).visit_expr_mut(x);
        }
    }

    /// A constant by its path, or a variant. That it is a number is asked for where portax checks: a type of the author's own
    /// would bring operators of his own.
    pub(super) fn constant(&self, path: &ExprPath) -> TokenStream {
        let (p, span, e) = (self.portax(path.span()), path.span(), &self.e);
        if !is_of_type(&path.path) {
            return match self.is_plain_number(path) {
                true => quote_spanned!(span=> #p::kernel::value::number::<#e, _>(#path)),
                false => quote!(#path),
            };
        }
        let named = quote_spanned!(span=> (#path).__px_named());
        match self.own_code {
            OwnCode::Promised => named,
            OwnCode::Refused => quote_spanned!(span=> #p::kernel::value::number::<#e, _>(#named)),
        }
    }

    /// Whether a path is a constant that must be a number.
    fn is_plain_number(&self, path: &ExprPath) -> bool {
        self.own_code != OwnCode::Promised && is_constant(&path.path)
    }

    /// A constant in plain Rust that is a number.
    fn plain_number(&self, path: &ExprPath) -> TokenStream {
        if !self.is_plain_number(path) {
            return quote!(#path);
        }
        let (p, span) = (self.portax(path.span()), path.span());
        quote_spanned!(span=> #p::kernel::value::constant(#path))
    }

    /// The receiver of a method, with the context that device methods take. Where portax checks it is a value of the kernel
    /// language, whose methods are the language's and the author's device methods.
    pub(super) fn receiver(&self, receiver: TokenStream, place: &Expr) -> TokenStream {
        let (p, span) = (self.portax(place.span()), place.span());
        let receiver = match super::is_self(place) && self.borrows_receiver {
            true => quote_spanned!(span=> *#receiver),
            false => receiver,
        };
        match self.own_code {
            OwnCode::Promised => quote_spanned!(span=> (#receiver).__px_within(__px_at)),
            OwnCode::Refused => {
                quote_spanned!(span=> #p::kernel::value::receiver(#receiver, __px_at))
            }
        }
    }
}

/// Wraps the constants of an expression.
struct Constants<'a>(&'a Body);
impl VisitMut for Constants<'_> {
    fn visit_expr_mut(&mut self, x: &mut Expr) {
        match x {
            Expr::Path(path) if is_constant(&path.path) => {
                let wrapped = self.0.plain_number(path);
                *x = Expr::Verbatim(wrapped);
            }
            Expr::Call(_) => {}
            _ => visit_mut::visit_expr_mut(self, x),
        }
    }
}

/// Whether it is the path of a constant, by its name.
pub(super) fn is_constant(path: &Path) -> bool {
    let last = path.segments.last().map(|s| s.ident.to_string());
    last.is_some_and(|name| name.starts_with(|c: char| c.is_uppercase()))
}

/// Whether it is the path of a type's variant or constant, by its names: `Phase::Solid`.
pub(crate) fn is_of_type(path: &Path) -> bool {
    let mut names = path.segments.iter().rev().map(|s| s.ident.to_string());
    let mut is_upper = || {
        let name = names.next();
        name.is_some_and(|name| name.starts_with(|c: char| c.is_uppercase()))
    };
    is_upper() && is_upper()
}

/// Numbers, constants, fields and what operators make of them: nothing that could give something else another time.
fn is_plain(x: &Expr) -> bool {
    match x {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(x) => is_plain(&x.expr),
        Expr::Group(x) => is_plain(&x.expr),
        Expr::Unary(x) => is_plain(&x.expr),
        Expr::Field(x) => is_plain(&x.base),
        Expr::Cast(x) => is_plain(&x.expr),
        Expr::Binary(x) => !assigns(&x.op) && is_plain(&x.left) && is_plain(&x.right),
        Expr::Index(x) => is_plain(&x.expr) && is_plain(&x.index),
        Expr::Tuple(x) => x.elems.iter().all(is_plain),
        Expr::Array(x) => x.elems.iter().all(is_plain),
        Expr::If(x) => {
            let other = x.else_branch.as_ref().is_none_or(|(_, x)| is_plain(x));
            is_plain(&x.cond) && is_plain_block(&x.then_branch) && other
        }
        Expr::Block(x) => is_plain_block(&x.block),
        Expr::MethodCall(x) => {
            let known = METHODS.iter().any(|name| x.method == name);
            known && is_plain(&x.receiver) && x.args.iter().all(is_plain)
        }
        Expr::Call(x) => is_size(x),
        _ => false,
    }
}

fn is_plain_block(block: &Block) -> bool {
    block.stmts.iter().all(|s| match s {
        Stmt::Expr(x, _) => is_plain(x),
        Stmt::Local(local) => {
            let init = local.init.as_ref();
            let plain = init.is_some_and(|i| i.diverge.is_none() && is_plain(&i.expr));
            plain && matches!(local.pat, Pat::Ident(_) | Pat::Tuple(_) | Pat::Type(_))
        }
        _ => false,
    })
}

/// `size_of::<T>()`
fn is_size(call: &ExprCall) -> bool {
    let Expr::Path(f) = &*call.func else {
        return false;
    };
    let last = f.path.segments.last();
    call.args.is_empty() && last.is_some_and(|s| s.ident == "size_of" || s.ident == "align_of")
}
