//! `#[device]` on functions, by themselves or of a type.

use crate::{
    body::{Body, Itself, borrowed},
    functor::{argument, without_default},
    kernel::{
        Options, Root, imports, is_mut_reference, is_named, lints, pattern_ident, scalar_params,
        top, type_arguments,
    },
    optional,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, Block, Error, FnArg, GenericArgument, Generics, Ident, ImplItemFn, ItemFn, ItemImpl,
    Path, Result, ReturnType, Signature, Type, Visibility, WhereClause, parse_quote_spanned,
    spanned::Spanned,
};

/// Rewrites a function that stands by itself.
pub(crate) fn device(options: Options, f: ItemFn) -> Result<TokenStream> {
    if let Some(FnArg::Receiver(argument)) = f.sig.inputs.first() {
        return Err(Error::new_spanned(
            argument,
            "portax: #[device] goes on the whole `impl` of a method",
        ));
    }
    let function = Function {
        attributes: &f.attrs,
        vis: &f.vis,
        signature: &f.sig,
        block: &f.block,
        owner: None,
    };
    let Made { name, code } = function.make(&options)?;
    Ok(quote!(#name #code))
}

/// A function of a type, which takes no `self`.
pub(crate) fn associated(
    options: &Options,
    input: &ItemImpl,
    path: &Path,
    f: &ImplItemFn,
) -> Result<TokenStream> {
    let function = Function {
        attributes: &f.attrs,
        vis: &f.vis,
        signature: &f.sig,
        block: &f.block,
        owner: Some(Owner {
            path,
            generics: &input.generics,
        }),
    };
    let Made { name, code } = function.make(options)?;
    let (own, _, clause) = input.generics.split_for_impl();
    Ok(quote!(impl #own #path #clause { #name } #code))
}

/// A function that becomes one of kernels: its code is a method of a type of its own, which holds executor, mask and checks
/// of the caller; by its name it gives this type.
struct Function<'a> {
    attributes: &'a [Attribute],
    vis: &'a Visibility,
    signature: &'a Signature,
    block: &'a Block,
    owner: Option<Owner<'a>>,
}

/// The type that a function is of.
struct Owner<'a> {
    path: &'a Path,
    generics: &'a Generics,
}

/// What a function becomes.
struct Made {
    /// The function by its name
    name: TokenStream,
    /// What stands beside it: its type, and its code
    code: TokenStream,
}

impl Function<'_> {
    fn make(&self, options: &Options) -> Result<Made> {
        let host = match options.for_hosts() {
            Some(word) => Some(self.host_form(options, word)?),
            None => None,
        };
        let name = self.name(&options.root, host.is_some());
        let (named, code) = (self.named(&options.root), self.code(options));
        Ok(Made {
            name,
            code: quote!(#named #code #host),
        })
    }

    /// The type that the function has: its identifier.
    fn ty(&self) -> Ident {
        let name = &self.signature.ident;
        match self.owner.as_ref().and_then(|o| o.path.segments.last()) {
            Some(owner) => format_ident!("__px_fn_{}_{}", owner.ident, name),
            None => format_ident!("__px_fn_{}", name),
        }
    }

    /// Parameters of the type that the function is of, as they are declared.
    fn declared(&self) -> Vec<TokenStream> {
        let of = |o: &Owner| o.generics.params.iter().map(without_default).collect();
        self.owner.as_ref().map(of).unwrap_or_default()
    }

    /// The same as arguments.
    fn given(&self) -> Vec<TokenStream> {
        let of = |o: &Owner| o.generics.params.iter().map(argument).collect();
        self.owner.as_ref().map(of).unwrap_or_default()
    }

    fn owner_clause(&self) -> Option<&WhereClause> {
        self.owner.as_ref()?.generics.where_clause.as_ref()
    }

    /// The function by its name: nothing can be passed to it but by kernels, and by hosts where it is for them.
    fn name(&self, root: &Root, is_for_hosts: bool) -> TokenStream {
        let (p, vis, name, attributes) =
            (&root.0, self.vis, &self.signature.ident, self.attributes);
        let (ty, given) = (self.ty(), self.given());
        let ty = quote!(#ty<() #(, #given)*>);
        let all: Vec<_> = (0..self.signature.inputs.len())
            .map(|k| format_ident!("__PxA{k}"))
            .collect();
        let place = is_for_hosts.then(|| quote!(#[track_caller]));
        let function = match &all[..] {
            [] => quote!(fn #name() -> #ty { <#ty as #p::kernel::function::Named>::within(()) }),
            all if is_for_hosts => {
                let arguments: Vec<_> = (0..all.len()).map(|k| format_ident!("__px_{k}")).collect();
                let hosted = quote!(#p::kernel::hosted::Hosted<(#(#all,)*)>);
                quote! {
                    fn #name<#(#all),*>(#(#arguments: #all),*) -> <#ty as #hosted>::Output where #ty: #hosted {
                        <#ty as #hosted>::call((#(#arguments,)*))
                    }
                }
            }
            [first, others @ ..] => quote! {
                fn #name<#first: #p::kernel::function::HostArgument<#ty, Function = #ty>, #(#others),*>(_: #first, #(_: #others),*) -> #first::Function {
                    <#ty as #p::kernel::function::Named>::within(())
                }
            },
        };
        quote! {
            #(#attributes)*
            #[allow(clippy::too_many_arguments)]
            #place
            #vis #function
        }
    }

    /// The function's type.
    fn named(&self, root: &Root) -> TokenStream {
        let (p, vis, ty) = (&root.0, self.vis, self.ty());
        let (declared, given, clause) = (self.declared(), self.given(), self.owner_clause());
        let types = self.owner.iter().flat_map(|o| o.generics.type_params());
        let types: Vec<_> = types.map(|t| &t.ident).collect();
        quote! {
            #[doc(hidden)]
            #[allow(missing_docs, non_camel_case_types)]
            #vis struct #ty<__PxX #(, #declared)*>(__PxX, ::core::marker::PhantomData<(#(#types,)*)>) #clause;
            impl<#(#declared),*> #p::kernel::function::Named for #ty<() #(, #given)*> #clause {
                type In<__PxX> = #ty<__PxX #(, #given)*>;
                #[inline(always)]
                fn within<__PxX>(caller: __PxX) -> Self::In<__PxX> {
                    #ty(caller, ::core::marker::PhantomData)
                }
            }
        }
    }

    /// The function's code.
    fn code(&self, options: &Options) -> TokenStream {
        let (root, signature) = (&options.root, self.signature);
        let p = &root.0;
        let generics = self
            .owner
            .as_ref()
            .map_or(&signature.generics, |o| o.generics);
        let mut body = options.body(quote!(__PxE), scalar_params(generics));
        body.knows_parameters = self.owner.is_some();
        body.itself = Some(match &self.owner {
            Some(owner) => Itself::Associated(owner.path.clone(), signature.ident.clone()),
            None => Itself::Function(signature.ident.clone()),
        });
        let Rewritten { head, code, errors } = rewrite(&mut body, root, signature, self.block);
        let at = head.bounds(options);
        let callee = (!head.takes_team).then(|| quote!(.callee()));
        let (parameters, output) = (&head.parameters, &head.output);
        let own = &signature.generics;
        let bounds = own.where_clause.iter().flat_map(|c| &c.predicates);
        let allowed = self
            .attributes
            .iter()
            .filter(|a| a.path().is_ident("allow"));
        let (vis, call) = (self.vis, Ident::new("__px_call", signature.ident.span()));
        let generics: Vec<_> = own.params.iter().map(without_default).collect();
        let (lints, imports) = (lints(), imports(root));
        let (ty, declared, given, clause) = (
            self.ty(),
            self.declared(),
            self.given(),
            self.owner_clause(),
        );
        quote! {
            #errors
            impl<__PxE: #p::kernel::exec::Exec, __PxM: #p::kernel::value::mask::MaskType<__PxE>, __PxC: #p::kernel::value::mask::Checking #(, #declared)*> #ty<#p::kernel::function::Caller<__PxE, __PxM, __PxC> #(, #given)*> #clause {
                #[inline(always)]
                #[track_caller]
                #lints
                #(#allowed)*
                #vis fn #call<#(#generics),*>(self, #(#parameters),*) #output where #at #(#bounds,)* {
                    #imports
                    let __px_at = self.0.at #callee;
                    #code
                }
            }
        }
    }

    /// What hosts call: the same code on one lane.
    fn host_form(&self, options: &Options, word: &Ident) -> Result<TokenStream> {
        self.check_host_form(options, word)?;
        let (root, signature) = (&options.root, self.signature);
        let (p, ty, name) = (&root.0, self.ty(), signature.ident.to_string());
        let arguments = signature.inputs.iter().enumerate();
        let arguments = arguments
            .filter_map(|(k, a)| match a {
                FnArg::Typed(t) => Some((format_ident!("__px_{k}"), &*t.ty)),
                FnArg::Receiver(_) => None,
            })
            .map(|(name, ty)| host_argument(p, name, ty))
            .collect::<Result<Vec<_>>>()?;
        let names = arguments.iter().map(|a| &a.name);
        let types: Vec<_> = arguments.iter().map(|a| &a.ty).collect();
        let before = arguments.iter().map(|a| &a.before);
        let passed = arguments.iter().map(|a| &a.passed);
        let after = arguments.iter().map(|a| &a.after);
        let never: Vec<_> = types
            .iter()
            .map(|_| quote!(#p::kernel::function::Never))
            .collect();
        let output = match &signature.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => {
                refuse_on_host(ty)?;
                quote!(#ty)
            }
        };
        let outside = match &signature.output {
            ReturnType::Type(_, ty) if names_usize(ty) => {
                quote!(<#output as #p::kernel::hosted::Indices>::outside)
            }
            _ => quote!(<#output as #p::kernel::hosted::HostValue>::outside),
        };
        let lane = quote!(#p::kernel::exec::Lane);
        // An index outside is told with this place: the function's name.
        let called = quote_spanned!(signature.ident.span()=> __px_function.__px_call(#(#passed),*));
        // SAFETY: hosts pass no views, so that the code touches variables of its own alone.
        let top = top(root, &quote!(Checked));
        Ok(quote! {
            impl #p::kernel::hosted::Hosted<(#(#never,)*)> for #ty<()> {
                type Output = Self;
                #[inline(always)]
                fn call(_: (#(#never,)*)) -> Self {
                    <Self as #p::kernel::function::Named>::within(())
                }
            }
            impl<'__px> #p::kernel::hosted::Hosted<(#(#types,)*)> for #ty<()> {
                type Output = #output;
                #[track_caller]
                fn call((#(#names,)*): (#(#types,)*)) -> #output {
                    #(#before)*
                    let __px_caller = #p::kernel::function::Caller::<#lane, _, _>::new(#top);
                    let __px_function = <#ty<()> as #p::kernel::function::Named>::within(__px_caller);
                    let __px_result = #p::kernel::hosted::on_host(#name, || #called);
                    #(#after)*
                    #outside(__px_result)
                }
            }
        })
    }

    /// Refuses what has no form for the host.
    fn check_host_form(&self, options: &Options, word: &Ident) -> Result<()> {
        let own = self.signature.generics.params.first();
        let of_type = self.owner.as_ref().and_then(|o| o.generics.params.first());
        if let Some(parameter) = own.or(of_type) {
            return Err(Error::new_spanned(
                parameter,
                "portax: a generic function has no form for the host: call it in a `#[device(host)]` function of types that the host has",
            ));
        }
        if self.signature.inputs.is_empty() {
            return Err(Error::new_spanned(
                &self.signature.ident,
                "portax: a function without arguments has no form for the host: write a constant, or a function of the host beside it",
            ));
        }
        if options.is_unchecked() {
            return Err(Error::new_spanned(
                word,
                "portax: the host calls functions that portax checks, without `unchecked`",
            ));
        }
        Ok(())
    }
}

/// An argument as a host passes it.
struct HostArgument {
    name: Ident,
    ty: TokenStream,
    /// Before the call
    before: TokenStream,
    /// To the function's code
    passed: TokenStream,
    /// After the call
    after: TokenStream,
}

fn host_argument(p: &TokenStream, name: Ident, ty: &Type) -> Result<HostArgument> {
    let value = quote!(#p::kernel::hosted::HostValue);
    let Type::Reference(r) = ty else {
        refuse_on_host(ty)?;
        return Ok(HostArgument {
            ty: quote!(#ty),
            before: TokenStream::new(),
            passed: quote!(<#ty as #value>::inside(#name)),
            after: TokenStream::new(),
            name,
        });
    };
    let (element, variable) = (&r.elem, format_ident!("{name}_variable"));
    refuse_on_host(element)?;
    if r.mutability.is_none() {
        return Ok(HostArgument {
            ty: quote!(&'__px #element),
            before: TokenStream::new(),
            passed: quote!(<#element as #value>::inside(*#name)),
            after: TokenStream::new(),
            name,
        });
    }
    let lane = quote!(#p::kernel::value::Value::<#p::kernel::exec::Lane>);
    Ok(HostArgument {
        ty: quote!(&'__px mut #element),
        before: quote!(let mut #variable = #lane::var(<#element as #value>::inside(*#name));),
        passed: quote!(&mut #variable),
        after: quote!(*#name = <#element as #value>::outside(#lane::read(&#variable));),
        name,
    })
}

/// Refuses types that kernels alone have. Of others the compiler knows whether hosts can pass them.
fn refuse_on_host(ty: &Type) -> Result<()> {
    const OF_KERNELS: [&str; 7] = ["Index", "Int", "Row", "Segment", "Team", "Uniform", "View"];
    match ty {
        Type::Reference(_) => refuse(ty),
        Type::Array(a) => refuse_on_host(&a.elem),
        Type::Tuple(t) => t.elems.iter().try_for_each(refuse_on_host),
        Type::Path(path) => match path.path.segments.last() {
            Some(s) if OF_KERNELS.iter().any(|name| s.ident == name) => refuse(ty),
            Some(s) if optional::names_one(s) => Err(Error::new_spanned(
                ty,
                format!("portax: {}", optional::MESSAGE),
            )),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

fn refuse<T>(ty: &Type) -> Result<T> {
    Err(Error::new_spanned(
        ty,
        "portax: a host passes and gets numbers, complex numbers, elements, tuples of these, bools, and arrays, and passes `&` and `&mut` of them",
    ))
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

impl Head {
    /// Where the code may run: of a team where all lanes of its threads are, what changes uniform variables of its caller
    /// where these may change, what promises by callers that promise.
    pub(crate) fn bounds(&self, options: &Options) -> TokenStream {
        let p = &options.root.0;
        let mask = quote!(#p::kernel::value::mask);
        let (team, shared) = (self.takes_team, self.takes_team || self.changes_uniform);
        let converged = team.then(|| quote!(#mask::Lex<__PxM, __PxC>: #mask::Converged,));
        let shared = shared.then(|| quote!(__PxM: #mask::SharedByLanes,));
        let promised = options.is_unchecked();
        let promised = promised.then(|| quote!(__PxC: #mask::Promised,));
        quote!(#converged #shared #promised)
    }
}

/// Rewrites head and code.
pub(crate) fn rewrite(
    body: &mut Body,
    root: &Root,
    signature: &Signature,
    block: &Block,
) -> Rewritten {
    let signature = &with_long_indices(body, signature);
    body.set_output(&signature.output);
    let head = head_of(body, root, signature);
    // What a wrong head makes of the code is no news.
    let code = match body.has_errors() {
        true => TokenStream::new(),
        false => device_body(body, root, block, &signature.output),
    };
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
    let signature = with_long_indices(body, signature);
    head_of(body, root, &signature)
}

/// A function of arguments that returns a `usize` computes indices from others: every `usize` that it takes or returns is an integer of
/// 64 bits, which may differ between lanes. In other functions a `usize` argument is known when the kernel is recorded.
fn with_long_indices(body: &mut Body, signature: &Signature) -> Signature {
    let mut signature = signature.clone();
    if let ReturnType::Type(_, ty) = &mut signature.output
        && !signature.inputs.is_empty()
    {
        body.makes_indices = lengthen(ty);
    }
    for argument in signature.inputs.iter_mut().filter(|_| body.makes_indices) {
        if let FnArg::Typed(t) = argument
            && matches!(&*t.ty, Type::Array(_) | Type::Tuple(_))
        {
            lengthen(&mut t.ty);
        }
    }
    signature
}

/// Does a type name `usize`?
fn names_usize(ty: &Type) -> bool {
    lengthen(&mut ty.clone())
}

/// Makes each `usize` of a type an `i64`; says whether there was one.
fn lengthen(ty: &mut Type) -> bool {
    match ty {
        ty if is_named(ty, "usize") => {
            *ty = parse_quote_spanned!(ty.span()=> i64);
            true
        }
        Type::Tuple(t) => t.elems.iter_mut().fold(false, |any, ty| lengthen(ty) | any),
        Type::Array(a) => lengthen(&mut a.elem),
        Type::Paren(t) => lengthen(&mut t.elem),
        Type::Group(t) => lengthen(&mut t.elem),
        _ => false,
    }
}

fn head_of(body: &mut Body, root: &Root, signature: &Signature) -> Head {
    let p = &root.0;
    let (mut parameters, mut conversions) = (Vec::new(), TokenStream::new());
    let (mut takes_team, mut changes_uniform) = (false, false);
    for argument in &signature.inputs {
        let FnArg::Typed(t) = argument else { continue };
        let taken = borrowed(&t.ty);
        takes_team |= is_named(taken, "Team");
        changes_uniform |= is_mut_reference(taken) && names_uniform(taken);
        if body.makes_indices && is_named(taken, "usize") {
            let long: Type = parse_quote_spanned!(taken.span()=> i64);
            let (ty, pattern) = (body.ty(&long), body.argument(&t.pat, &long));
            let whole = quote_spanned!(t.ty.span()=> impl #p::kernel::value::IsUsize + #p::kernel::value::Cast<#ty>);
            parameters.push(quote_spanned!(t.span()=> #pattern: #whole));
            conversions.extend(
                quote_spanned!(t.span()=> let #pattern: #ty = #p::kernel::value::Cast::cast(#pattern);),
            );
            continue;
        }
        let ty = match is_named(taken, "Index") {
            true => quote!(#p::kernel::value::IndexOf<__PxE, impl #p::kernel::value::Step>),
            false => body.ty(taken),
        };
        let pattern = body.argument(&t.pat, taken);
        let converts = is_of_numbers(taken)
            || is_complex_number(taken)
            || body.knows_parameters && body.is_scalar(element_of(taken));
        if converts {
            let whole = quote_spanned!(t.ty.span()=> impl #p::kernel::value::Conv<#ty>);
            let name = match pattern_ident(&t.pat) {
                Some(_) => pattern.clone(),
                None => format_ident!("__px_argument_{}", parameters.len()).to_token_stream(),
            };
            parameters.push(quote_spanned!(t.span()=> #name: #whole));
            conversions.extend(
                quote_spanned!(t.span()=> let #pattern: #ty = #p::kernel::value::Conv::conv(#name);),
            );
        } else if is_named(taken, "usize") {
            let whole = quote_spanned!(t.ty.span()=> impl #p::kernel::value::KnownSize);
            parameters.push(quote_spanned!(t.span()=> #pattern: #whole));
            conversions.extend(
                quote_spanned!(t.span()=> let #pattern: usize = #p::kernel::value::KnownSize::size(#pattern);),
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

/// Is it a type of numbers, or of arrays and tuples of them, to which an argument converts as in an assignment?
fn is_of_numbers(ty: &Type) -> bool {
    const NUMBERS: [&str; 8] = ["f32", "f64", "i32", "u32", "i64", "u64", "bool", "Int"];
    match element_of(ty) {
        // longer ones pass as they are
        Type::Tuple(t) => (2..=4).contains(&t.elems.len()) && t.elems.iter().all(is_of_numbers),
        element => NUMBERS.iter().any(|name| is_named(element, name)),
    }
}

/// Is it `Complex<f64>` or `Complex<f32>`?
fn is_complex_number(ty: &Type) -> bool {
    let Type::Path(p) = element_of(ty) else {
        return false;
    };
    let part = p.path.segments.last().filter(|s| s.ident == "Complex");
    let parts = part
        .map(|s| type_arguments(&s.arguments))
        .unwrap_or_default();
    matches!(parts[..], [GenericArgument::Type(t)] if is_named(t, "f64") || is_named(t, "f32"))
}

/// The type of an array's elements, or the type itself.
fn element_of(ty: &Type) -> &Type {
    match ty {
        Type::Array(a) => element_of(&a.elem),
        Type::Group(g) => element_of(&g.elem),
        ty => ty,
    }
}

/// Does the type of a variable, or of its elements, have one value for all lanes?
pub(crate) fn names_uniform(ty: &Type) -> bool {
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
