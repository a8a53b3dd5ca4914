//! `#[device]` on impls and traits: methods, operators, and traits whose impls hold kernel code.

use crate::{
    body::{Body, Itself, OwnCode, is_of_type},
    device::{Head, Rewritten, associated, head, rewrite},
    functor::{argument, without_default},
    kernel::{Options, Root, imports, is_named, lints, scalar_params, top, type_arguments},
    operators,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Error, Expr, ExprCall, ExprPath, FnArg, GenericArgument, Generics, Ident, ImplItem, ImplItemFn,
    ItemImpl, ItemTrait, Path, PathArguments, Result, Signature, TraitItem, Type, Visibility,
    visit_mut::{VisitMut, visit_expr_call_mut, visit_expr_path_mut, visit_path_mut},
};

/// Rewrites an impl.
pub(crate) fn methods(options: Options, mut input: ItemImpl) -> Result<TokenStream> {
    let Type::Path(self_ty) = (*input.self_ty).clone() else {
        return Err(Error::new_spanned(
            &input.self_ty,
            "portax: #[device] goes on impls of functors and elements",
        ));
    };
    let original = input.clone();
    NameSelf(&self_ty.path).visit_item_impl_mut(&mut input);
    let device = Device {
        root: &options.root,
        options: &options,
        generics: &input.generics,
        inside: inside(&self_ty.path),
    };
    match input.trait_.as_ref().map(|(path, _)| path.clone()) {
        None => {
            let host = options.for_hosts().map(|_| methods_of(original));
            let methods = device.inherent(&input, &self_ty.path)?;
            Ok(quote!(#host #methods))
        }
        Some(path) if operators::is_operator(&path) => {
            let operators = device.operator(&input, &path)?;
            Ok(quote!(#original #operators))
        }
        Some(path) if let Some(refused) = operators::refused(&path) => {
            let error = refused.to_compile_error();
            Ok(quote!(#original #error))
        }
        Some(path) => {
            options.refuse_host("the impl of a device trait is for kernels: the host has methods by `#[device(host)] impl` without a trait")?;
            device.implementation(&input, &path)
        }
    }
}

/// The methods of an impl as the host has them: functions and constants have one form for both. Kernels have a method's other
/// form, and rustc does not see that one is used where the other is.
fn methods_of(mut input: ItemImpl) -> TokenStream {
    input
        .items
        .retain(|item| matches!(item, ImplItem::Fn(f) if has_self(&f.sig)));
    quote!(#[allow(dead_code)] #input)
}

/// Rewrites a trait: its methods take the functor as a kernel has it.
pub(crate) fn interface(options: Options, input: ItemTrait) -> Result<TokenStream> {
    options.refuse_host("a device trait is for kernels: the host has methods by `#[device(host)] impl` without a trait")?;
    let p = &options.root.0;
    let mut items = Vec::new();
    for item in &input.items {
        let TraitItem::Fn(f) = item else {
            items.push(item.to_token_stream());
            continue;
        };
        if let Some(body) = &f.default {
            return Err(Error::new_spanned(
                body,
                "portax: a method of a device trait has no body here: write it in the impls",
            ));
        }
        takes_self(&f.sig)?;
        let scalars = scalar_params(&input.generics);
        let mut body = Body::new(&options.root, quote!(__PxE), scalars, OwnCode::Refused);
        let (name, docs) = (&f.sig.ident, &f.attrs);
        let Head {
            parameters, output, ..
        } = head(&mut body, &options.root, &f.sig);
        body.finish()?;
        let generics = method_generics(p, &f.sig.generics);
        items.push(quote! {
            #(#docs)*
            #[allow(clippy::too_many_arguments)]
            fn #name #generics (__px_self: <Self as #p::kernel::functor::Bind>::In<__PxE>, #(#parameters,)* __px_caller: #p::kernel::value::mask::Lex<__PxM, __PxC>) #output;
        });
    }
    let (attributes, vis, name, generics) =
        (&input.attrs, &input.vis, &input.ident, &input.generics);
    let supertraits = input.supertraits.iter();
    Ok(quote! {
        #(#attributes)*
        #vis trait #name #generics: #p::kernel::functor::Functor + #p::kernel::functor::Bind<Comptime: #p::kernel::value::Plain> #(+ #supertraits)* { #(#items)* }
    })
}

/// How a method gets what it is called on, and the context.
struct Receiving {
    generics: TokenStream,
    /// Its first argument
    first: TokenStream,
    /// Its last one
    last: TokenStream,
    /// Makes `__px_self`
    this: TokenStream,
    /// The context
    at: TokenStream,
    /// Is it of the type that the impl is for, whose parameters its own are?
    is_own: bool,
}

/// An impl that is rewritten.
struct Device<'a> {
    root: &'a Root,
    options: &'a Options,
    generics: &'a Generics,
    /// The type as a kernel has it
    inside: TokenStream,
}

impl Device<'_> {
    fn body(&self) -> Body {
        let scalars = scalar_params(self.generics);
        let mut body = self.options.body(quote!(__PxE), scalars);
        body.receiver = Some(format_ident!("__px_self"));
        body
    }

    /// `<E, the impl's own>`
    fn parameters(&self) -> TokenStream {
        let p = &self.root.0;
        let own = self.generics.params.iter().map(without_default);
        quote!(__PxE: #p::kernel::exec::Exec #(, #own)*)
    }

    /// Methods of a functor or an element, of its form that holds the caller's context, and functions of the type.
    fn inherent(&self, input: &ItemImpl, path: &Path) -> Result<TokenStream> {
        let (p, clause) = (&self.root.0, &self.generics.where_clause);
        let mask = quote!(#p::kernel::value::mask);
        let own = self.generics.params.iter().map(without_default);
        let within = with_arguments(path, "With", quote!(__PxE, #mask::Lex<__PxM, __PxC>));
        let one_of_two = self
            .options
            .for_hosts()
            .map(|_| quote!(#[allow(dead_code)]));
        let (mut made, mut functions) = (Vec::new(), Vec::new());
        for item in &input.items {
            if let ImplItem::Const(constant) = item {
                let (own, _, clause) = self.generics.split_for_impl();
                functions.push(quote!(impl #own #path #clause { #constant }));
                continue;
            }
            let ImplItem::Fn(f) = item else {
                made.push(
                    Error::new_spanned(
                        item,
                        "portax: a device impl has methods, functions and constants only",
                    )
                    .to_compile_error(),
                );
                continue;
            };
            if !has_self(&f.sig) {
                functions.push(associated(self.options, input, path, f)?);
                continue;
            }
            let own = f.sig.generics.params.iter().map(without_default);
            let receiver = Receiving {
                generics: quote!(<#(#own),*>),
                first: quote!(self),
                last: TokenStream::new(),
                this: quote!(let __px_self = self.this;),
                at: quote!(self.at),
                is_own: true,
            };
            made.push(self.method(f, receiver)?);
        }
        Ok(quote! {
            #one_of_two
            impl<__PxE: #p::kernel::exec::Exec, __PxM: #mask::MaskType<__PxE>, __PxC: #mask::Checking #(, #own)*> #within #clause { #(#made)* }
            #(#functions)*
        })
    }

    /// The impl of a device trait.
    fn implementation(&self, input: &ItemImpl, path: &Path) -> Result<TokenStream> {
        let p = &self.root.0;
        let (own, _, clause) = self.generics.split_for_impl();
        let (self_ty, attributes) = (&input.self_ty, &input.attrs);
        let mut made = Vec::new();
        for item in &input.items {
            made.push(match item {
                ImplItem::Fn(f) => {
                    takes_self(&f.sig)?;
                    let receiver = Receiving {
                        generics: method_generics(p, &f.sig.generics),
                        first: quote!(__px_self: <Self as #p::kernel::functor::Bind>::In<__PxE>),
                        last: quote!(__px_caller: #p::kernel::value::mask::Lex<__PxM, __PxC>),
                        this: TokenStream::new(),
                        at: quote!(__px_caller),
                        is_own: false,
                    };
                    self.method(f, receiver)?
                }
                other => other.to_token_stream(),
            });
        }
        Ok(quote!(#(#attributes)* impl #own #path for #self_ty #clause { #(#made)* }))
    }

    fn method(&self, f: &ImplItemFn, receiving: Receiving) -> Result<TokenStream> {
        let mut body = self.body();
        body.knows_parameters = receiving.is_own;
        if f.sig
            .receiver()
            .is_some_and(|this| matches!(this.kind, syn::ReceiverKind::Value))
        {
            body.declare_value_of_self();
        }
        body.itself = receiving
            .is_own
            .then(|| Itself::Method(f.sig.ident.clone()));
        let Rewritten { head, code, errors } = rewrite(&mut body, self.root, &f.sig, &f.block);
        let Receiving {
            generics,
            first,
            last,
            this,
            at,
            is_own: _,
        } = receiving;
        let bounds = head.bounds(self.options);
        let callee = (!head.takes_team && !head.changes_uniform).then(|| quote!(.callee()));
        let (parameters, output) = (&head.parameters, &head.output);
        let own = f.sig.generics.where_clause.iter();
        let clause = own.flat_map(|c| &c.predicates);
        let (vis, name, attributes) = (&f.vis, &f.sig.ident, &f.attrs);
        let (lints, imports) = (lints(), imports(self.root));
        Ok(quote_spanned! {name.span()=>
            #(#attributes)*
            #[inline(always)]
            #[track_caller]
            #lints
            #vis fn #name #generics (#first, #(#parameters,)* #last) #output
            where #bounds #(#clause,)*
            {
                #errors
                #imports
                let __px_at = #at #callee;
                #this
                #code
            }
        })
    }

    /// An operator, for every kind of number on the other side. It runs in all lanes: it has numbers alone to work on.
    fn operator(&self, input: &ItemImpl, path: &Path) -> Result<TokenStream> {
        let (p, mut body) = (&self.root.0, self.body());
        let function = input.items.iter().find_map(|item| match item {
            ImplItem::Fn(f) => Some(f),
            _ => None,
        });
        let output = input.items.iter().find_map(|item| match item {
            ImplItem::Type(t) => Some(&t.ty),
            _ => None,
        });
        let (Some(f), Some(output)) = (function, output) else {
            return Err(Error::new_spanned(
                path,
                "portax: an operator has a type `Output` and its function",
            ));
        };
        let output = body.ty(output);
        body.declare_value_of_self();
        let Rewritten { code, errors, .. } = rewrite(&mut body, self.root, &f.sig, &f.block);
        let other = f.sig.inputs.iter().find_map(|a| match a {
            FnArg::Typed(t) => Some(t),
            FnArg::Receiver(_) => None,
        });
        let mut parameters = self.parameters();
        let (name, clause) = (&f.sig.ident, &self.generics.where_clause);
        let mut operator = path.clone();
        let (mut argument, mut first) = (TokenStream::new(), TokenStream::new());
        if let Some(other) = other {
            let (pattern, ty) = (&other.pat, &other.ty);
            let inside = match &**ty {
                Type::Path(own) if !own.path.is_ident("Complex") => inside(&own.path),
                _ => body.ty(ty),
            };
            let mut right = quote!(#inside);
            if body.is_scalar(ty) {
                // No element is a `RealNumber`, so that an operator of two elements may stand beside this one.
                parameters.extend(quote!(, __PxR: #p::kernel::value::IntoVarying<__PxE, #ty> + #p::kernel::value::RealNumber));
                right = quote!(__PxR);
                first = quote!(let #pattern = #p::kernel::value::IntoVarying::<__PxE, #ty>::into_varying(#pattern););
            }
            argument = quote!(#pattern: #right);
            if let Some(last) = operator.segments.last_mut() {
                last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<#right>));
            }
        }
        let (lints, imports) = (lints(), imports(self.root));
        let at = top(self.root, &quote!(Checked));
        let ty = &input.self_ty;
        let this = match body.is_scalar(ty) {
            true => quote!(#p::kernel::value::IntoVarying::<__PxE, #ty>::into_varying(self)),
            false => quote!(self),
        };
        let made = self
            .left_sides(&body, &input.self_ty)
            .into_iter()
            .map(|left| {
                quote! {
                    impl<#parameters> #operator for #left #clause {
                        type Output = #output;
                        #[inline(always)]
                        #lints
                        fn #name(self, #argument) -> #output {
                            #errors
                            #imports
                            let __px_self = #this;
                            #first
                            let __px_at = #at;
                            #code
                        }
                    }
                }
            });
        Ok(quote!(#(#made)*))
    }

    /// What the left side of an operator is in kernels: the type, or any kind of a number.
    fn left_sides(&self, body: &Body, ty: &Type) -> Vec<TokenStream> {
        let (p, inside) = (&self.root.0, &self.inside);
        match body.is_scalar(ty) {
            false => vec![quote!(#inside)],
            true => vec![
                quote!(#p::kernel::value::Varying<__PxE, #ty>),
                quote!(#p::kernel::value::UniformOf<__PxE, #ty>),
                literal(ty),
            ],
        }
    }
}

/// What a literal of the type is.
fn literal(ty: &Type) -> TokenStream {
    let integers = ["i32", "u32", "i64", "u64"];
    match integers.iter().any(|name| is_named(ty, name)) {
        true => quote!(#ty),
        false => quote!(f64),
    }
}

/// `<E, M, C>` and a method's own parameters.
fn method_generics(p: &TokenStream, own: &Generics) -> TokenStream {
    let own = own.params.iter().map(without_default);
    quote!(<__PxE: #p::kernel::exec::Exec, __PxM: #p::kernel::value::mask::MaskType<__PxE>, __PxC: #p::kernel::value::mask::Checking, #(#own),*>)
}

/// The type as a kernel has it: `Vec3<T>` is `Vec3In<E, T>`.
fn inside(path: &Path) -> TokenStream {
    with_arguments(path, "In", quote!(__PxE))
}

/// Another form of a type: its name with an ending, its arguments behind others.
fn with_arguments(path: &Path, ending: &str, first: TokenStream) -> TokenStream {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = format_ident!("{}{ending}", last.ident);
        let own: Vec<GenericArgument> = type_arguments(&last.arguments)
            .into_iter()
            .cloned()
            .collect();
        last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<#first #(, #own)*>));
    }
    quote!(#path)
}

/// The form of a type that holds the context of the kernel that calls its methods.
pub(crate) fn receiver(vis: &Visibility, name: &Ident, generics: &Generics) -> TokenStream {
    let (inside, within) = (format_ident!("{name}In"), format_ident!("{name}With"));
    let params: Vec<_> = generics.params.iter().map(without_default).collect();
    let arguments: Vec<_> = generics.params.iter().map(argument).collect();
    let clause = &generics.where_clause;
    quote! {
        #[doc(hidden)]
        #[allow(missing_docs, dead_code, unreachable_pub)]
        #vis struct #within<__PxE: ::portax::kernel::exec::Exec, __PxL #(, #params)*> #clause {
            pub this: #inside<__PxE #(, #arguments)*>,
            pub at: __PxL,
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxL #(, #params)*> ::portax::kernel::value::Receiver<__PxL> for #inside<__PxE #(, #arguments)*> #clause {
            type Within = #within<__PxE, __PxL #(, #arguments)*>;
            #[inline(always)]
            fn __px_within(self, at: __PxL) -> Self::Within {
                #within { this: self, at }
            }
        }
    }
}

fn has_self(signature: &Signature) -> bool {
    matches!(signature.inputs.first(), Some(FnArg::Receiver(_)))
}

fn takes_self(signature: &Signature) -> Result<()> {
    match has_self(signature) {
        true => Ok(()),
        false => Err(Error::new_spanned(
            &signature.ident,
            "portax: a method of a device trait takes `&self`; other functions stand in an `impl` without a trait, or by themselves",
        )),
    }
}

/// Names the type where the author wrote `Self`.
struct NameSelf<'a>(&'a Path);
impl VisitMut for NameSelf<'_> {
    /// `Self::new(...)`
    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        if let Expr::Path(ExprPath {
            qself: None, path, ..
        }) = &mut *call.func
            && path.segments.len() == 2
            && path.segments[0].ident == "Self"
        {
            let (span, name) = (path.segments[0].ident.span(), path.segments[1].clone());
            *path = self.0.clone();
            for segment in &mut path.segments {
                segment.ident.set_span(span);
                if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                    arguments.colon2_token.get_or_insert_default();
                }
            }
            path.segments.push(name);
        }
        visit_expr_call_mut(self, call);
    }

    /// `Self::Solid`
    fn visit_expr_path_mut(&mut self, x: &mut ExprPath) {
        let has_arguments = self.0.segments.iter().any(|s| !s.arguments.is_none());
        let is_own = x.path.segments.len() == 2 && x.path.segments[0].ident == "Self";
        if is_own && !has_arguments && is_of_type(&x.path) {
            let name = x.path.segments[1].clone();
            x.path = self.0.clone();
            x.path.segments.push(name);
        }
        visit_expr_path_mut(self, x);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.is_ident("Self") {
            *path = self.0.clone();
        }
        visit_path_mut(self, path);
    }
}
