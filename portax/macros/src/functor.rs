//! `#[derive(Functor)]`

use crate::kernel::type_arguments;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Data, DataStruct, DeriveInput, Error, Field, Fields, GenericArgument, GenericParam, Result,
    Type, punctuated::Punctuated, spanned::Spanned,
};

/// The bound struct and the impl of `Functor`.
pub(crate) fn derive(input: DeriveInput) -> Result<TokenStream> {
    let none = Punctuated::new();
    let fields = match &input.data {
        Data::Struct(DataStruct {
            fields: Fields::Named(fields),
            ..
        }) => &fields.named,
        Data::Struct(DataStruct {
            fields: Fields::Unit,
            ..
        }) => &none,
        _ => {
            return Err(Error::new_spanned(
                &input.ident,
                "portax: a functor is a struct with named fields",
            ));
        }
    };
    let errors = fields.iter().filter_map(refusal);
    let (name, vis, bound) = (&input.ident, &input.vis, format_ident!("{}In", input.ident));
    let (impl_generics, type_generics, clause) = input.generics.split_for_impl();
    let params: Vec<_> = input.generics.params.iter().map(without_default).collect();
    let arguments: Vec<_> = input.generics.params.iter().map(argument).collect();
    let types: Vec<_> = input.generics.type_params().map(|t| &t.ident).collect();
    let declared = fields.iter().map(declare);
    let bindings = fields.iter().map(bind);
    let comptime_type = fields
        .iter()
        .rev()
        .map(comptime_type)
        .fold(quote!(()), |rest, ty| quote!((#ty, #rest)));
    let comptime = fields.iter().map(feed);
    let methods = crate::methods::receiver(vis, name, &input.generics);
    Ok(quote! {
        #(#errors)*
        #[doc(hidden)]
        #[allow(missing_docs, dead_code, non_snake_case)]
        #vis struct #bound<__PxE: ::portax::kernel::exec::Exec, #(#params),*> #clause {
            #(#declared,)*
            __px: ::std::marker::PhantomData<(__PxE, #(fn() -> #types),*)>,
        }
        impl<__PxE: ::portax::kernel::exec::Exec, #(#params),*> ::std::clone::Clone for #bound<__PxE, #(#arguments),*> #clause {
            #[inline(always)]
            fn clone(&self) -> Self { *self }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, #(#params),*> ::std::marker::Copy for #bound<__PxE, #(#arguments),*> #clause {}
        // SAFETY: written by the derive: every field is bound, in order.
        unsafe impl #impl_generics ::portax::kernel::functor::Functor for #name #type_generics #clause {
            type In<__PxE: ::portax::kernel::exec::Exec> = #bound<__PxE, #(#arguments),*>;
            type Comptime = #comptime_type;
            fn bind<__PxE: ::portax::kernel::exec::Exec>(&self, __px_binder: &mut impl ::portax::kernel::functor::Binder<__PxE>) -> Self::In<__PxE> {
                #bound { #(#bindings,)* __px: ::std::marker::PhantomData }
            }
            #[allow(unused_variables, unused_mut)]
            fn comptime(&self, __px_hasher: &mut impl ::std::hash::Hasher) {
                #(#comptime;)*
            }
        }
        // SAFETY: a functor, which binds its fields.
        unsafe impl #impl_generics ::portax::kernel::functor::Bind for #name #type_generics #clause {
            type In<__PxE: ::portax::kernel::exec::Exec> = #bound<__PxE, #(#arguments),*>;
            type Comptime = <Self as ::portax::kernel::functor::Functor>::Comptime;
            fn bind<__PxE: ::portax::kernel::exec::Exec>(&self, _: &'static str, __px_binder: &mut impl ::portax::kernel::functor::Binder<__PxE>) -> #bound<__PxE, #(#arguments),*> {
                ::portax::kernel::functor::Functor::bind::<__PxE>(self, __px_binder)
            }
            fn comptime(&self, __px_hasher: &mut impl ::std::hash::Hasher) {
                ::portax::kernel::functor::Functor::comptime(self, __px_hasher);
            }
        }
        #methods
    })
}

/// Where a field's type stands; names are those of the derive, also where a macro wrote the type.
fn at(ty: &Type) -> Span {
    ty.span().resolved_at(Span::call_site())
}

/// What a field's comptime values are.
fn comptime_type(f: &Field) -> TokenStream {
    let ty = &f.ty;
    if is_comptime(f) {
        return quote!(#ty);
    }
    if is_foreign(ty) {
        return quote!(());
    }
    quote_spanned!(at(ty)=> <#ty as ::portax::kernel::functor::Bind>::Comptime)
}

/// Feeds them to the hasher.
fn feed(f: &Field) -> TokenStream {
    let (name, ty) = (&f.ident, &f.ty);
    if is_comptime(f) {
        return quote!(::std::hash::Hash::hash(&self.#name, &mut *__px_hasher));
    }
    if is_foreign(ty) {
        return quote!(());
    }
    quote_spanned!(at(ty)=> <#ty as ::portax::kernel::functor::Bind>::comptime(&self.#name, __px_hasher))
}

fn is_comptime(f: &Field) -> bool {
    f.attrs.iter().any(|a| a.path().is_ident("comptime"))
}

/// An error for types that cannot be fields; names that may stand for views are left to the compiler.
fn refusal(f: &Field) -> Option<TokenStream> {
    let refused = !is_comptime(f) && is_foreign(&f.ty);
    let message = "portax: a functor's fields are views, f32, f64, i32, u32, i64, u64, usize, bool, functors and elements, arrays and tuples of them, and `Option`s; anything `Copy + Hash` can be a `#[comptime]` field";
    refused.then(|| Error::new_spanned(&f.ty, message).to_compile_error())
}

/// Is it certainly neither a view nor a scalar of kernels?
fn is_foreign(ty: &Type) -> bool {
    const FOREIGN: [&str; 15] = [
        "isize", "u8", "i8", "u16", "i16", "f16", "bf16", "u128", "i128", "char", "String", "Vec",
        "Box", "Arc", "Rc",
    ];
    match ty {
        Type::Path(p) => p.path.segments.last().is_some_and(|s| {
            let arguments = type_arguments(&s.arguments);
            let of_foreign =
                |t: &&GenericArgument| matches!(t, GenericArgument::Type(t) if is_foreign(t));
            FOREIGN.iter().any(|f| s.ident == f)
                || s.ident == "Option" && arguments.iter().any(of_foreign)
        }),
        Type::Array(a) => is_foreign(&a.elem),
        Type::Tuple(t) => t.elems.is_empty() || t.elems.iter().any(is_foreign),
        Type::Macro(_) | Type::Paren(_) | Type::Group(_) => false,
        _ => true,
    }
}

fn declare(f: &Field) -> TokenStream {
    let (name, ty, vis) = (&f.ident, &f.ty, &f.vis);
    if !is_comptime(f) && is_foreign(ty) {
        return quote!(#vis #name: ());
    }
    if is_comptime(f) {
        return quote!(#vis #name: #ty);
    }
    quote_spanned!(at(ty)=> #vis #name: <#ty as ::portax::kernel::functor::Bind>::In<__PxE>)
}

fn bind(f: &Field) -> TokenStream {
    let (name, ty) = (&f.ident, &f.ty);
    if is_comptime(f) {
        return quote!(#name: self.#name);
    }
    if is_foreign(ty) {
        return quote!(#name: ());
    }
    let label = name.as_ref().map(ToString::to_string).unwrap_or_default();
    quote_spanned!(at(ty)=> #name: <#ty as ::portax::kernel::functor::Bind>::bind::<__PxE>(&self.#name, #label, __px_binder))
}

/// A generic parameter as it is declared, without its default.
pub(crate) fn without_default(p: &GenericParam) -> TokenStream {
    match p {
        GenericParam::Type(t) => {
            let (name, bounds) = (&t.ident, &t.bounds);
            quote!(#name: #bounds)
        }
        GenericParam::Const(c) => {
            let (name, ty) = (&c.ident, &c.ty);
            quote!(const #name: #ty)
        }
        GenericParam::Lifetime(l) => quote!(#l),
    }
}

/// A generic parameter as an argument.
pub(crate) fn argument(p: &GenericParam) -> TokenStream {
    match p {
        GenericParam::Type(t) => {
            let name = &t.ident;
            quote!(#name)
        }
        GenericParam::Const(c) => {
            let name = &c.ident;
            quote!(#name)
        }
        GenericParam::Lifetime(l) => {
            let l = &l.lifetime;
            quote!(#l)
        }
    }
}
