//! The kernel language of portax: `#[derive(Functor)]`, `#[kernel]` and `#[device]`.
//!
//! A body is rewritten once into a function generic over its executor; `portax`'s own documentation tells what the
//! language has. Every identifier that the rewriting adds starts with `__px_`.

#![warn(unreachable_pub)]

mod body;
mod comptime;
mod device;
mod dispatch;
mod element;
mod functor;
mod kernel;
mod lambda;
mod methods;
mod operators;
mod optional;

use proc_macro::TokenStream;
use proc_macro2::{Group, Span, TokenTree};
use std::collections::HashSet;
use syn::parse::Parse;

/// Gives the identifiers that the rewriting added one hygiene, for bodies made of fragments of a `macro_rules!`.
fn settled(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let settle = |t: TokenTree| match t {
        TokenTree::Ident(mut i) => {
            if i.to_string().to_lowercase().starts_with("__px") {
                i.set_span(i.span().resolved_at(Span::call_site()));
            }
            TokenTree::Ident(i)
        }
        TokenTree::Group(g) => {
            let mut inner = Group::new(g.delimiter(), settled(g.stream()));
            inner.set_span(g.span());
            TokenTree::Group(inner)
        }
        other => other,
    };
    tokens.into_iter().map(settle).collect()
}

/// Do all tokens have one hygiene? Then errors point to the user's tokens best without settling. It shows in the debug
/// form of a span alone: `#0 bytes(1..2)`; in any other form the answer is yes.
fn is_of_one_hygiene(tokens: &TokenStream) -> bool {
    fn collect(tokens: TokenStream, all: &mut HashSet<String>) {
        for t in tokens {
            let span = format!("{:?}", t.span());
            all.extend(
                span.split_once(" bytes")
                    .map(|(context, _)| context.to_string()),
            );
            if let proc_macro::TokenTree::Group(g) = t {
                collect(g.stream(), all);
            }
        }
    }
    let mut all = HashSet::new();
    collect(tokens.clone(), &mut all);
    all.len() < 2
}

/// Expands in the place of an expression, of which several errors are one.
fn expand_expression<T: Parse>(
    input: TokenStream,
    make: impl FnOnce(T) -> syn::Result<proc_macro2::TokenStream>,
) -> TokenStream {
    let errors = |e: syn::Error| {
        let errors = e.into_iter().map(|e| e.to_compile_error());
        quote::quote!({ #((#errors));* })
    };
    expand(input, |x| make(x).or_else(|e| Ok(errors(e))))
}

/// Expands, with an error in the place of its tokens.
fn expand<T: Parse>(
    input: TokenStream,
    make: impl FnOnce(T) -> syn::Result<proc_macro2::TokenStream>,
) -> TokenStream {
    let is_plain = is_of_one_hygiene(&input);
    let tokens = syn::parse(input)
        .and_then(make)
        .unwrap_or_else(|e| e.to_compile_error());
    if is_plain {
        tokens.into()
    } else {
        settled(tokens).into()
    }
}

/// Binds the fields of a struct for kernels: views, scalars, and `#[comptime]` values (anything `Copy + Hash`).
#[proc_macro_derive(Functor, attributes(comptime))]
pub fn derive_functor(input: TokenStream) -> TokenStream {
    expand(input, functor::derive)
}

/// Makes a struct of scalars a value that reductions and scans carry and kernels compute with; an enum without fields one
/// that kernels compare, match and assign, and views hold as an `i32`, the number of the variant.
/// [`Comptime`](macro@Comptime) besides makes it the value of `#[comptime]` fields too.
#[proc_macro_derive(Element)]
pub fn derive_element(input: TokenStream) -> TokenStream {
    expand(input, element::derive)
}

/// Turns `impl RangeKernel for F { fn name(&self, i: Index) { ... } }` and its siblings into a kernel.
///
/// Two promises of the author take the place of what portax proves or checks:
///
/// * `unsafe impl`: concurrent iterations touch different elements, or use atomics. Accesses are still proven to be in
///   bounds or checked.
/// * `#[kernel(unchecked)] unsafe impl`: besides, every access is in bounds, sums and products of loaded integers fit 32
///   bits, and functions of plain Rust give the same whenever they are called. `PORTAX_CHECK=1` checks the accesses all the same.
///
/// `#[kernel(contract = off)]` rounds products and sums each, as plain Rust does; without it `a * b + c` has one rounding.
///
/// `#[kernel(crate = path)]` names portax where it is re-exported.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, input: TokenStream) -> TokenStream {
    expand(input, |item| {
        kernel::kernel(kernel::Options::parse(attribute.into())?, item)
    })
}

/// Makes an enum without fields the value of a `#[comptime]` field; `match` in the kernel picks a variant's code when it is
/// recorded. It writes `Hash`, so derive `Clone` and `Copy` besides and no other `Hash`.
#[proc_macro_derive(Comptime)]
pub fn comptime(input: TokenStream) -> TokenStream {
    expand(input, comptime::derive)
}

/// Turns a function into one that kernels call; on an `impl`, its methods; on a trait, what types that implement it can do.
///
/// ```text
/// #[device]
/// fn square(x: f64) -> f64 { x * x }
///
/// #[device]                                      // of a functor or an element: `v.dot(w)` in kernels
/// impl Vec3 { fn dot(self, o: Vec3) -> f64 { self.x * o.x + self.y * o.y + self.z * o.z } }
///
/// #[device]                                      // operators, for hosts and kernels
/// impl Add for Vec3 { ... }
///
/// #[device]                                      // `P::energy(self.pair, r2)` where `P: Pair` is a type parameter
/// trait Pair { fn energy(&self, r2: f64) -> f64; }
/// #[device]
/// impl Pair for LennardJones { fn energy(&self, r2: f64) -> f64 { ... } }
/// ```
///
/// `#[device]` on an `impl` without a trait also takes functions without `self`, `fn new(x: f64) -> Self { Self { .. } }`:
/// kernels call them as `Vec3::new(x)`.
///
/// `#[device(host)] fn square` is for the host, too: `square(3.0)` there runs what kernels run, on one lane, and gives the
/// bits that kernels on a CPU give, sums of products fused. The host passes and gets numbers, complex numbers, elements,
/// tuples of these, bools, and arrays, and passes `&mut` of them; what fails in the function is a panic. Generic functions
/// have no such form, nor have those without arguments. `#[device(host)] impl` keeps functions of the type so, and methods
/// as plain Rust, which like operators on the host rounds products and sums each, as written.
///
/// `#[device(unchecked)]` may run functions of plain Rust (`comptime!(f(n))`) and is called by `#[kernel(unchecked)]` kernels
/// alone, whose authors promise that what plain Rust gives does not change.
///
/// `#[device(contract = off)]` rounds products and sums each, whoever calls.
#[proc_macro_attribute]
pub fn device(attribute: TokenStream, input: TokenStream) -> TokenStream {
    expand(input, |item| {
        let options = kernel::Options::parse(attribute.into())?;
        match item {
            syn::Item::Fn(f) => device::device(options, f),
            syn::Item::Impl(i) => methods::methods(options, i),
            syn::Item::Trait(t) => methods::interface(options, t),
            other => Err(syn::Error::new_spanned(
                other,
                "portax: #[device] goes on functions, impls and traits",
            )),
        }
    })
}

/// `parallel_for!(space, "label", policy, |i| y[i] += a * x[i])?` launches a body of a few lines.
///
/// `policy` is a length, a range, arrays of either, or a policy; the lambda takes `|i|`, one index a dimension, as `|i, j|` of
/// `[rows, columns]`, or `|team: Team|`. Captures are views, f32, f64, i32, u32, i64, u64, usize or bool variables, elements, and arrays and tuples of
/// these. Of a struct a lambda captures the fields that it names, each by itself, as Rust's closures do: `|i| self.y[i] +=
/// cfg.dt * self.x[i]`. Types are inferred for up to 24 of them, which
/// compiles the body once for each executor; written out, `|i, x: View<f64, 1>, a: f64| ...`, they make one functor (of
/// concrete types), and a mistake is reported once. `unsafe |i| ...` is the author's promise that concurrent iterations
/// touch different elements or use atomics. `#[kernel(contract = off)] |i| ...` rounds products and sums each.
#[proc_macro]
pub fn parallel_for(input: TokenStream) -> TokenStream {
    expand_expression(input, |launch: lambda::Launch| launch.expand(false))
}

/// `parallel_reduce!(space, "label", policy, |i| -> f64 { x[i] * y[i] }, Sum)?`, with lambdas as
/// [`parallel_for!`](macro@parallel_for) has them.
#[proc_macro]
pub fn parallel_reduce(input: TokenStream) -> TokenStream {
    expand_expression(input, |launch: lambda::Launch| launch.expand(true))
}

/// `parallel_scan!(space, "label", policy, |i| -> f64 { x[i] }, |i, before| y[i] = before, Sum)?` gives the join of all values;
/// the second lambda takes the join of those before `i`.
///
/// `policy` is a length, a range or a `RangePolicy`. Lambdas are as [`parallel_for!`](macro@parallel_for) has them. The first one
/// only reads, it may run twice. Captures with types stand in the lambda that uses them, or in one for both;
/// `unsafe |i| ...` and `#[kernel(contract = off)]` stand before the first and go for both.
#[proc_macro]
pub fn parallel_scan(input: TokenStream) -> TokenStream {
    expand_expression(input, |scan: lambda::scan::Scan| {
        scan.expand("parallel_scan")
    })
}

/// [`parallel_scan!`](macro@parallel_scan) whose second lambda takes the join of the values up to and with that of `i`.
#[proc_macro]
pub fn parallel_scan_inclusive(input: TokenStream) -> TokenStream {
    expand_expression(input, |scan: lambda::scan::Scan| {
        scan.expand("parallel_scan_inclusive")
    })
}

/// Picks an instance of const generics by run-time values.
///
/// ```text
/// dispatch!(n in 1..=8 => space.parallel_for("power", policy, &Power::<n> { x }))?
/// dispatch!((A, B) in [(1, 1), (2, 1)]; (shape.0, shape.1), LEN = A * (B + 1) => run::<A, B, LEN>(&space))?
/// ```
///
/// The names are constants in the expression, which gives a `Result`; exactly the instances listed are compiled, and
/// other values are `Error::Invalid`. Lengths computed from the names are constants too: const arguments where stable
/// Rust allows no expressions of const generics.
#[proc_macro]
pub fn dispatch(input: TokenStream) -> TokenStream {
    expand(input, |dispatch: dispatch::Dispatch| Ok(dispatch.expand()))
}
