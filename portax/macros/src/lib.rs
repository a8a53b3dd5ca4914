//! The kernel language of portax: `#[derive(Functor)]`, `#[kernel]` and `#[device]`.
//!
//! A body is rewritten once into a function generic over its executor; `portax`'s own documentation tells what the
//! language has. Every identifier that the rewriting adds starts with `__px_`.

mod body;
mod functor;
mod kernel;

use proc_macro::TokenStream;

/// Binds the fields of a struct for kernels: views, scalars, and `#[comptime]` values (anything `Copy + Hash`).
#[proc_macro_derive(Functor, attributes(comptime))]
pub fn derive_functor(input: TokenStream) -> TokenStream {
    functor::derive(syn::parse_macro_input!(input)).unwrap_or_else(|e| e.to_compile_error()).into()
}

/// Turns `impl RangeKernel for F { fn name(&self, i: Index) { ... } }` and its siblings into a kernel.
///
/// `unsafe impl` is the author's promise that concurrent iterations touch different elements or use atomics.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, input: TokenStream) -> TokenStream {
    let root = kernel::Root::parse(attribute.into());
    root.and_then(|root| kernel::kernel(root, syn::parse(input)?)).unwrap_or_else(|e| e.to_compile_error()).into()
}

/// Turns a function into one that kernels call.
#[proc_macro_attribute]
pub fn device(attribute: TokenStream, input: TokenStream) -> TokenStream {
    let root = kernel::Root::parse(attribute.into());
    root.and_then(|root| kernel::device(root, syn::parse(input)?)).unwrap_or_else(|e| e.to_compile_error()).into()
}
