//! The kernel language of portax: `#[derive(Functor)]`, `#[kernel]` and `#[device]`.
//!
//! A body is rewritten once into a function generic over its executor; `portax`'s own documentation tells what the
//! language has. Every identifier that the rewriting adds starts with `__px_`.

mod body;
mod dispatch;
mod element;
mod functor;
mod kernel;
mod lambda;

use proc_macro::TokenStream;

/// Binds the fields of a struct for kernels: views, scalars, and `#[comptime]` values (anything `Copy + Hash`).
#[proc_macro_derive(Functor, attributes(comptime))]
pub fn derive_functor(input: TokenStream) -> TokenStream {
    functor::derive(syn::parse_macro_input!(input))
        .unwrap_or_else(|e| e.to_compile_error())
        .into()
}

/// Makes a struct of scalars a value that reductions and scans carry and kernels compute with.
#[proc_macro_derive(Element)]
pub fn derive_element(input: TokenStream) -> TokenStream {
    element::derive(syn::parse_macro_input!(input))
        .unwrap_or_else(|e| e.to_compile_error())
        .into()
}

/// Turns `impl RangeKernel for F { fn name(&self, i: Index) { ... } }` and its siblings into a kernel.
///
/// `unsafe impl` is the author's promise that concurrent iterations touch different elements or use atomics.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, input: TokenStream) -> TokenStream {
    let root = kernel::Root::parse(attribute.into());
    root.and_then(|root| kernel::kernel(root, syn::parse(input)?))
        .unwrap_or_else(|e| e.to_compile_error())
        .into()
}

/// Turns a function into one that kernels call.
#[proc_macro_attribute]
pub fn device(attribute: TokenStream, input: TokenStream) -> TokenStream {
    let root = kernel::Root::parse(attribute.into());
    root.and_then(|root| kernel::device(root, syn::parse(input)?))
        .unwrap_or_else(|e| e.to_compile_error())
        .into()
}

/// `parallel_for!(space, "label", policy, |i| y[i] += a * x[i])?` launches a body of a few lines.
///
/// `policy` is a length, a range, or a policy; the lambda takes `|i|`, one index a dimension of an `MdRangePolicy`, or
/// `|team: Team|`. Captures are views and f32, f64, i32 or u32 variables. Their types are inferred, which compiles the
/// body once for each executor; written out, `|i, x: View<f64, 1>, a: f64| ...`, they make one functor (of concrete
/// types), and a mistake is reported once. `unsafe |i| ...` is the author's promise that concurrent iterations touch
/// different elements or use atomics.
#[proc_macro]
pub fn parallel_for(input: TokenStream) -> TokenStream {
    let launch = syn::parse_macro_input!(input as lambda::Launch);
    launch
        .expand(false)
        .unwrap_or_else(|e| e.to_compile_error())
        .into()
}

/// `parallel_reduce!(space, "label", policy, |i| -> f64 { x[i] * y[i] }, Sum)?`, with lambdas as
/// [`parallel_for!`](macro@parallel_for) has them.
#[proc_macro]
pub fn parallel_reduce(input: TokenStream) -> TokenStream {
    let launch = syn::parse_macro_input!(input as lambda::Launch);
    launch
        .expand(true)
        .unwrap_or_else(|e| e.to_compile_error())
        .into()
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
    syn::parse_macro_input!(input as dispatch::Dispatch)
        .expand()
        .into()
}
