//! `#[kernel]` on impls and `#[device]` on functions.

use crate::{body::Body, functor::without_default};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Block, Error, FnArg, GenericArgument, Generics, ImplItem, ImplItemFn, ItemFn, ItemImpl, Pat, PathArguments, Result, ReturnType, Signature, Type,
    parse::Parser, spanned::Spanned,
};

/// Path of portax in the user's crate.
#[derive(Clone)]
pub struct Root(pub TokenStream);

impl Root {
    /// Reads `crate = path`, or nothing.
    pub fn parse(attribute: TokenStream) -> Result<Root> {
        if attribute.is_empty() {
            return Ok(Root(quote!(::portax)));
        }
        let parser = |input: syn::parse::ParseStream| {
            input.parse::<syn::Token![crate]>()?;
            input.parse::<syn::Token![=]>()?;
            input.parse::<syn::Path>()
        };
        let path = parser.parse2(attribute)?;
        Ok(Root(quote!(#path)))
    }
}

/// Which kernel trait an impl is of.
enum Pattern {
    Range,
    MdRange,
    Team,
    Reduce,
    Scan,
    Reducer,
}

impl Pattern {
    fn of(path: &syn::Path) -> Result<Pattern> {
        let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        Ok(match &name[..] {
            "RangeKernel" => Pattern::Range,
            "MdRangeKernel" => Pattern::MdRange,
            "TeamKernel" => Pattern::Team,
            "ReduceKernel" => Pattern::Reduce,
            "ScanKernel" => Pattern::Scan,
            "Reducer" => Pattern::Reducer,
            _ => {
                return Err(Error::new_spanned(
                    path,
                    "portax: #[kernel] goes on an impl of RangeKernel, MdRangeKernel, TeamKernel, ReduceKernel, ScanKernel or Reducer",
                ));
            }
        })
    }
}

/// Rewrites an impl.
pub fn kernel(root: Root, input: ItemImpl) -> Result<TokenStream> {
    let Some((path, _)) = &input.trait_ else {
        return Err(Error::new_spanned(&input.self_ty, "portax: #[kernel] goes on `impl RangeKernel for ...` and its siblings"));
    };
    let pattern = Pattern::of(path)?;
    let promised = input.unsafety.is_some();
    let mut items = Vec::new();
    let mut name = None;
    for item in &input.items {
        match item {
            ImplItem::Fn(f) if matches!(pattern, Pattern::Reducer) && f.sig.ident == "identity" => items.push(quote!(#f)),
            ImplItem::Fn(f) => {
                name.get_or_insert(f.sig.ident.clone());
                items.push(method(&root, &pattern, &input, f, promised)?);
            }
            other => items.push(quote!(#other)),
        }
    }
    let Some(name) = name else {
        return Err(Error::new_spanned(path, "portax: a kernel needs its body: a method such as `fn axpy(&self, i: Index) { ... }`"));
    };
    let (generics, _, clause) = input.generics.split_for_impl();
    let self_ty = &input.self_ty;
    let attributes = &input.attrs;
    if let Pattern::Reducer = pattern {
        return Ok(quote!(#(#attributes)* impl #generics #path for #self_ty #clause { #(#items)* }));
    }
    let label = name.to_string();
    let qualified = qualified(path, &root);
    Ok(quote! {
        #(#attributes)*
        // SAFETY: written by `#[kernel]`: PROMISED says whether the author wrote `unsafe impl`.
        unsafe impl #generics #qualified for #self_ty #clause {
            const NAME: &'static str = #label;
            const PROMISED: bool = #promised;
            #(#items)*
        }
    })
}

/// The trait as the user wrote it.
fn qualified(path: &syn::Path, _: &Root) -> TokenStream {
    quote!(#path)
}

/// One method of an impl.
fn method(root: &Root, pattern: &Pattern, input: &ItemImpl, f: &ImplItemFn, promised: bool) -> Result<TokenStream> {
    let p = &root.0;
    let mut body = Body::new(root, quote!(__PxE), scalar_params(&input.generics));
    let receiver = format_ident!("__px_self");
    let has_self = matches!(f.sig.inputs.first(), Some(FnArg::Receiver(_)));
    body.receiver = has_self.then(|| receiver.clone());
    let mut parameters = Vec::new();
    let mut prologue = TokenStream::new();
    if has_self {
        parameters.push(quote!(#receiver: &<Self as #p::functor::Functor>::In<__PxE>));
    }
    match pattern {
        Pattern::MdRange => parameters.push(md_indices(&mut body, root, f)?),
        Pattern::Scan if f.sig.ident == "output" => scan_output(&mut body, root, f, &mut parameters, &mut prologue)?,
        _ => parameters.extend(arguments(&mut body, &f.sig)?),
    }
    let check = if promised { quote!(Unchecked) } else { quote!(Checked) };
    let code = body.function(&f.block);
    let value = match (&f.sig.output, pattern) {
        (ReturnType::Type(_, ty), Pattern::Reduce | Pattern::Scan) => body.contribution(ty, &quote!(Self::Value), code),
        (ReturnType::Type(_, ty), Pattern::Reducer) => {
            let ty = body.ty(ty);
            quote!({ let __px_value = #code; #p::value::Conv::<#ty>::conv(__px_value) })
        }
        _ => code,
    };
    let output = match (&f.sig.output, pattern) {
        (ReturnType::Default, Pattern::Reduce) => return Err(Error::new_spanned(&f.sig.ident, "portax: a reduction's body gives its contribution: `-> T`")),
        (ReturnType::Default, _) => TokenStream::new(),
        (ReturnType::Type(..), Pattern::Reduce | Pattern::Scan) => quote!(-> <Self::Value as #p::value::Element>::In<__PxE>),
        (ReturnType::Type(_, ty), Pattern::Reducer) => {
            let ty = body.ty(ty);
            quote!(-> #ty)
        }
        (ReturnType::Type(_, ty), _) => return Err(Error::new_spanned(ty, "portax: this kernel's body gives nothing")),
    };
    body.finish()?;
    let method = match pattern {
        Pattern::Scan | Pattern::Reducer => f.sig.ident.clone(),
        _ => syn::Ident::new("run", f.sig.ident.span()),
    };
    let lints = lints();
    Ok(quote_spanned! {f.sig.ident.span()=>
        #[inline(always)]
        #lints
        fn #method<__PxE: #p::exec::Exec>(#(#parameters),*) #output {
            let __px_at = #p::value::mask::Lex::<#p::value::mask::NoMask, #p::value::mask::#check>::top();
            #prologue
            #value
        }
    })
}

/// What the rewriting makes look odd.
pub fn lints() -> TokenStream {
    quote!(#[allow(unused_variables, unused_braces, unused_mut, unused_parens, unused_must_use, non_snake_case, clippy::all)])
}

/// Parameters with their kernel types.
fn arguments(body: &mut Body, signature: &Signature) -> Result<Vec<TokenStream>> {
    let mut out = Vec::new();
    for argument in &signature.inputs {
        if let FnArg::Typed(t) = argument {
            let ty = body.ty(&t.ty);
            let pattern = body.argument(&t.pat, &t.ty);
            out.push(quote_spanned!(t.span()=> #pattern: #ty));
        }
    }
    Ok(out)
}

/// `i: Index, j: Index` of an `MdRangeKernel` as one array.
fn md_indices(body: &mut Body, root: &Root, f: &ImplItemFn) -> Result<TokenStream> {
    let p = &root.0;
    let mut names = Vec::new();
    for argument in f.sig.inputs.iter().skip(1) {
        match argument {
            FnArg::Typed(t) if is_named(&t.ty, "Index") => names.push(body.argument(&t.pat, &t.ty)),
            other => return Err(Error::new_spanned(other, "portax: an MdRangeKernel takes one `Index` a dimension")),
        }
    }
    let rank = names.len();
    Ok(quote!([#(#names),*]: [#p::value::IndexOf<__PxE, #p::value::AnyStep>; #rank]))
}

/// `i: Index, prefix: T` of a scan's `output`.
fn scan_output(body: &mut Body, root: &Root, f: &ImplItemFn, parameters: &mut Vec<TokenStream>, prologue: &mut TokenStream) -> Result<()> {
    let p = &root.0;
    let arguments: Vec<_> = f.sig.inputs.iter().skip(1).collect();
    let [FnArg::Typed(index), FnArg::Typed(prefix)] = arguments[..] else {
        return Err(Error::new_spanned(&f.sig, "portax: a scan's output is `fn output(&self, i: Index, prefix: T)`"));
    };
    let (index_ty, index) = (body.ty(&index.ty), body.argument(&index.pat, &index.ty));
    let (prefix_ty, prefix) = (body.ty(&prefix.ty), body.argument(&prefix.pat, &prefix.ty));
    parameters.push(quote!(#index: #index_ty));
    parameters.push(quote!(__px_prefix: <Self::Value as #p::value::Element>::In<__PxE>));
    *prologue = quote!(let #prefix: #prefix_ty = #p::value::ElementValue::<__PxE, Self::Value>::from_element(__px_prefix););
    Ok(())
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident(name))
}

/// Type parameters with bounds: `T: Float` and the like are element types.
pub fn scalar_params(generics: &Generics) -> Vec<String> {
    generics.type_params().filter(|t| !t.bounds.is_empty()).map(|t| t.ident.to_string()).collect()
}

/// Rewrites a function: executor, mask and checks are further type parameters, the context a further argument.
pub fn device(root: Root, f: ItemFn) -> Result<TokenStream> {
    let p = &root.0;
    let mut body = Body::new(&root, quote!(__PxE), scalar_params(&f.sig.generics));
    let mut parameters = Vec::new();
    for argument in &f.sig.inputs {
        let FnArg::Typed(t) = argument else {
            return Err(Error::new_spanned(argument, "portax: #[device] goes on free functions"));
        };
        let ty = match is_named(&t.ty, "Index") {
            true => quote!(#p::value::IndexOf<__PxE, impl #p::value::Step>),
            false => body.ty(&t.ty),
        };
        let pattern = body.argument(&t.pat, &t.ty);
        parameters.push(quote_spanned!(t.span()=> #pattern: #ty));
    }
    let output = match &f.sig.output {
        ReturnType::Default => TokenStream::new(),
        ReturnType::Type(_, ty) => {
            let ty = body.ty(ty);
            quote!(-> #ty)
        }
    };
    let code = device_body(&mut body, &root, &f.block, &f.sig.output);
    body.finish()?;
    let (vis, name, attributes, clause) = (&f.vis, &f.sig.ident, &f.attrs, &f.sig.generics.where_clause);
    let generics: Vec<_> = f.sig.generics.params.iter().map(without_default).collect();
    let lints = lints();
    Ok(quote! {
        #(#attributes)*
        #[inline(always)]
        #[track_caller]
        #lints
        #vis fn #name<__PxE: #p::exec::Exec, __PxM: #p::value::mask::MaskType<__PxE>, __PxC: #p::value::mask::Checking, #(#generics),*>(
            #(#parameters,)* __px_at: #p::value::mask::Lex<__PxM, __PxC>
        ) #output #clause {
            #code
        }
    })
}

fn device_body(body: &mut Body, root: &Root, block: &Block, output: &ReturnType) -> TokenStream {
    let p = &root.0;
    let code = body.function(block);
    match output {
        ReturnType::Default => code,
        ReturnType::Type(..) => quote!({ let __px_value = #code; #p::value::Conv::conv(__px_value) }),
    }
}

/// The element type of `View<T, ...>` arguments and the like.
pub fn type_arguments(arguments: &PathArguments) -> Vec<&GenericArgument> {
    match arguments {
        PathArguments::AngleBracketed(a) => a.args.iter().collect(),
        _ => Vec::new(),
    }
}

/// Is the pattern a plain `mut` reference argument?
pub fn is_mut_reference(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

/// The identifier of a pattern.
pub fn pattern_ident(p: &Pat) -> Option<&syn::Ident> {
    match p {
        Pat::Ident(i) => Some(&i.ident),
        Pat::Type(t) => pattern_ident(&t.pat),
        _ => None,
    }
}
