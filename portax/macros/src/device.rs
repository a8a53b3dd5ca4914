//! `#[device]` on functions.

use crate::{
    body::{Body, Itself},
    functor::without_default,
    kernel::{
        Options, Root, imports, is_mut_reference, is_named, lints, pattern_ident, scalar_params,
        type_arguments,
    },
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Block, Error, FnArg, GenericArgument, ItemFn, Result, ReturnType, Signature, Type,
    spanned::Spanned,
};

/// Rewrites a function: its code is a method of its [`named`] type, which holds executor, mask and checks of the caller.
pub(crate) fn device(options: Options, f: ItemFn) -> Result<TokenStream> {
    let (root, unchecked) = (&options.root, options.is_unchecked());
    let p = &root.0;
    let mut body = options.body(quote!(__PxE), scalar_params(&f.sig.generics));
    body.itself = Some(Itself::Function(f.sig.ident.clone()));
    if let Some(FnArg::Receiver(argument)) = f.sig.inputs.first() {
        return Err(Error::new_spanned(
            argument,
            "portax: #[device] goes on the whole `impl` of a method",
        ));
    }
    let Rewritten {
        head:
            Head {
                parameters,
                output,
                takes_team,
                changes_uniform,
                ..
            },
        code,
        errors,
    } = rewrite(&mut body, root, &f.sig, &f.block);
    // Functions of a team run where all lanes of its threads are, those that change uniform variables of their caller
    // where these may change; others have a context of their own.
    let shared = quote!(__PxM: #p::kernel::value::mask::SharedByLanes,);
    let (converged, context) = match (takes_team, changes_uniform) {
        (true, _) => (
            quote!(#p::kernel::value::mask::Lex<__PxM, __PxC>: #p::kernel::value::mask::Converged, #shared),
            quote!(self.0.at),
        ),
        (false, true) => (shared, quote!(self.0.at.callee())),
        (false, false) => (TokenStream::new(), quote!(self.0.at.callee())),
    };
    let promise = unchecked.then(|| quote!(__PxC: #p::kernel::value::mask::Promised,));
    let bounds = f
        .sig
        .generics
        .where_clause
        .iter()
        .flat_map(|c| &c.predicates);
    let (vis, name) = (&f.vis, &f.sig.ident);
    let allowed = f.attrs.iter().filter(|a| a.path().is_ident("allow"));
    let call = syn::Ident::new("__px_call", name.span());
    let generics: Vec<_> = f.sig.generics.params.iter().map(without_default).collect();
    let (lints, imports) = (lints(), imports(root));
    let (named, ty) = named(root, &f);
    Ok(quote! {
        #errors
        #named
        impl<__PxE: #p::kernel::exec::Exec, __PxM: #p::kernel::value::mask::MaskType<__PxE>, __PxC: #p::kernel::value::mask::Checking> #ty<#p::kernel::function::Caller<__PxE, __PxM, __PxC>> {
            #[inline(always)]
            #[track_caller]
            #lints
            #(#allowed)*
            #vis fn #call<#(#generics),*>(self, #(#parameters),*) #output where #converged #promise #(#bounds,)* {
                #imports
                let __px_at = #context;
                #code
            }
        }
    })
}

/// A function in the kernel language.
pub(crate) struct Rewritten {
    pub(crate) head: Head,
    pub(crate) code: TokenStream,
    pub(crate) errors: Option<TokenStream>,
}

/// What stands before a function's code.
pub(crate) struct Head {
    /// Beside `self`
    pub(crate) parameters: Vec<TokenStream>,
    /// Makes arguments of what the caller has given
    conversions: TokenStream,
    pub(crate) output: TokenStream,
    /// Is a team among its arguments?
    pub(crate) takes_team: bool,
    /// Does it change uniform variables of its caller?
    pub(crate) changes_uniform: bool,
}

/// Rewrites head and code.
pub(crate) fn rewrite(
    body: &mut Body,
    root: &Root,
    signature: &Signature,
    block: &Block,
) -> Rewritten {
    body.set_output(&signature.output);
    let head = head(body, root, signature);
    let code = device_body(body, root, block, &signature.output);
    let (conversions, e, p) = (&head.conversions, &body.e, &root.0);
    let control = quote!(<#e as #p::kernel::exec::Control>);
    let mut code = quote!({
        #conversions
        #control::call(::core::panic::Location::caller());
        let __px_result = #code;
        #control::end_call();
        __px_result
    });
    let errors = body.finish().err().map(|e| e.to_compile_error());
    if errors.is_some() {
        code = quote!(::core::unreachable!());
    }
    Rewritten { head, code, errors }
}

/// Rewrites the head alone.
pub(crate) fn head(body: &mut Body, root: &Root, signature: &Signature) -> Head {
    let p = &root.0;
    let (mut parameters, mut conversions) = (Vec::new(), TokenStream::new());
    let (mut takes_team, mut changes_uniform) = (false, false);
    for argument in &signature.inputs {
        let FnArg::Typed(t) = argument else { continue };
        takes_team |= is_named(&t.ty, "Team");
        changes_uniform |= is_mut_reference(&t.ty) && names_uniform(&t.ty);
        let ty = match is_named(&t.ty, "Index") {
            true => quote!(#p::kernel::value::IndexOf<__PxE, impl #p::kernel::value::Step>),
            false => body.ty(&t.ty),
        };
        let pattern = body.argument(&t.pat, &t.ty);
        let converts = is_number(&t.ty) || body.knows_parameters && body.is_scalar(&t.ty);
        if converts && pattern_ident(&t.pat).is_some() {
            let whole = quote_spanned!(t.ty.span()=> impl #p::kernel::value::Conv<#ty>);
            parameters.push(quote_spanned!(t.span()=> #pattern: #whole));
            conversions.extend(
                quote_spanned!(t.span()=> let #pattern: #ty = #p::kernel::value::Conv::conv(#pattern);),
            );
        } else {
            parameters.push(quote_spanned!(t.span()=> #pattern: #ty));
        }
    }
    let output = match &signature.output {
        ReturnType::Default => TokenStream::new(),
        ReturnType::Type(_, ty) => {
            let ty = body.ty(ty);
            quote!(-> #ty)
        }
    };
    Head {
        parameters,
        conversions,
        output,
        takes_team,
        changes_uniform,
    }
}

/// Is it a type of numbers, to which an argument converts as in an assignment?
fn is_number(ty: &Type) -> bool {
    const NUMBERS: [&str; 8] = ["f32", "f64", "i32", "u32", "i64", "u64", "bool", "Int"];
    NUMBERS.iter().any(|name| is_named(ty, name))
}

/// Does the type of a variable, or of its elements, have one value for all lanes?
fn names_uniform(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => names_uniform(&r.elem),
        Type::Array(a) => names_uniform(&a.elem),
        Type::Path(p) => p.path.segments.last().is_some_and(|s| {
            s.ident == "Int"
                || s.ident == "Uniform"
                || type_arguments(&s.arguments)
                    .iter()
                    .any(|t| matches!(t, GenericArgument::Type(t) if names_uniform(t)))
        }),
        _ => false,
    }
}

/// A device function by its name, and the type that this gives.
fn named(root: &Root, f: &ItemFn) -> (TokenStream, syn::Ident) {
    let (p, vis, name, attributes) = (&root.0, &f.vis, &f.sig.ident, &f.attrs);
    let ty = format_ident!("__px_fn_{}", name);
    let function = match f.sig.inputs.len() {
        0 => quote!(fn #name() -> #ty<()>),
        n => {
            let others: Vec<_> = (1..n).map(|k| format_ident!("__PxA{k}")).collect();
            let first =
                quote!(__PxA: #p::kernel::function::HostArgument<#ty<()>, Function = #ty<()>>);
            quote!(fn #name<#first, #(#others),*>(_: __PxA, #(_: #others),*) -> __PxA::Function)
        }
    };
    let items = quote! {
        #(#attributes)*
        #[allow(clippy::too_many_arguments)]
        #vis #function {
            #ty(())
        }
        #[doc(hidden)]
        #[allow(missing_docs, non_camel_case_types)]
        #[derive(Clone, Copy)]
        #vis struct #ty<__PxX>(__PxX);
        impl #p::kernel::function::Named for #ty<()> {
            type In<__PxX> = #ty<__PxX>;
            #[inline(always)]
            fn within<__PxX>(caller: __PxX) -> #ty<__PxX> {
                #ty(caller)
            }
        }
    };
    (items, ty)
}

fn device_body(body: &mut Body, root: &Root, block: &Block, output: &ReturnType) -> TokenStream {
    let p = &root.0;
    let code = body.function(block);
    match output {
        ReturnType::Default => code,
        ReturnType::Type(..) => {
            quote!({ let __px_value = #code; #p::kernel::value::Conv::conv(__px_value) })
        }
    }
}
