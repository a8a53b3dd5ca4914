//! `#[kernel]` on impls.

use crate::body::{Body, OwnCode, first_named};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, Error, FnArg, GenericArgument, Generics, Ident, ImplItem, ImplItemFn, ItemImpl,
    Meta, Pat, PathArguments, Result, ReturnType, Signature, Token, Type, TypeParam,
    TypeParamBound, WherePredicate,
    parse::{ParseStream, Parser},
    spanned::Spanned,
};

/// Path of portax in the user's crate.
#[derive(Clone)]
pub(crate) struct Root(pub TokenStream);

/// What stands in `#[kernel(...)]` and `#[device(...)]`.
pub(crate) struct Options {
    /// `crate = path`
    pub root: Root,
    /// `unchecked`
    unchecked: Option<Ident>,
    /// `host`
    host: Option<Ident>,
    /// `contract = off`
    never_fuses: bool,
}

impl Options {
    /// Of an attribute that says nothing.
    fn none() -> Options {
        Options {
            root: Root(quote!(::portax)),
            unchecked: None,
            host: None,
            never_fuses: false,
        }
    }

    /// Reads the words of an attribute.
    pub(crate) fn parse(attribute: TokenStream) -> Result<Options> {
        let mut options = Options::none();
        let parser = |input: ParseStream| {
            while !input.is_empty() {
                options.read(input)?;
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        };
        parser.parse2(attribute)?;
        Ok(options)
    }

    /// Reads the attributes of a lambda: `#[kernel(contract = off)]`, or none.
    pub(crate) fn of_lambda(attributes: &[Attribute]) -> Result<Options> {
        let refused = |a: &Attribute| {
            Error::new_spanned(
                a,
                "portax: a lambda takes the attribute `#[kernel(contract = off)]`",
            )
        };
        let mut options = Options::none();
        for attribute in attributes {
            let Meta::List(list) = &attribute.meta else {
                return Err(refused(attribute));
            };
            let words = Options::parse(list.tokens.clone())?;
            if !list.path.is_ident("kernel") || !words.never_fuses || words.says_more() {
                return Err(refused(attribute));
            }
            options.never_fuses = true;
        }
        Ok(options)
    }

    /// The rewriting of a body with these options.
    pub(crate) fn body(&self, e: TokenStream, scalars: Vec<Parameter>) -> Body {
        let own_code = OwnCode::of(self.is_unchecked());
        let mut body = Body::new(&self.root, e, scalars, own_code);
        body.never_fuses = self.never_fuses;
        body
    }

    /// Does it say something beside `contract = off`?
    fn says_more(&self) -> bool {
        self.unchecked.is_some() || self.host.is_some()
    }

    /// Whether it says `contract = off`.
    pub(crate) fn never_fuses(&self) -> bool {
        self.never_fuses
    }

    /// The word `host`, where it says so.
    pub(crate) fn for_hosts(&self) -> Option<&Ident> {
        self.host.as_ref()
    }

    /// Refuses the word `host`, where it would mean nothing.
    pub(crate) fn refuse_host(&self, message: &str) -> Result<()> {
        match &self.host {
            Some(word) => Err(Error::new_spanned(word, format!("portax: {message}"))),
            None => Ok(()),
        }
    }

    /// Whether it says `unchecked`.
    pub(crate) fn is_unchecked(&self) -> bool {
        self.unchecked.is_some()
    }

    fn read(&mut self, input: ParseStream) -> Result<()> {
        if input.parse::<Option<Token![crate]>>()?.is_some() {
            input.parse::<Token![=]>()?;
            let path = input.parse::<syn::Path>()?;
            self.root = Root(quote!(#path));
            return Ok(());
        }
        let word = input.parse::<Ident>()?;
        if word == "host" {
            self.host = Some(word);
            return Ok(());
        }
        if word == "contract" {
            input.parse::<Token![=]>()?;
            let setting = input.parse::<Ident>()?;
            if setting != "off" {
                return Err(Error::new_spanned(
                    setting,
                    "portax: `contract = off` rounds each product and each sum; without it sums of products have one rounding",
                ));
            }
            self.never_fuses = true;
            return Ok(());
        }
        if word != "unchecked" {
            return Err(Error::new_spanned(
                word,
                "portax: the attribute takes `unchecked`, `contract = off` and `crate = path`",
            ));
        }
        self.unchecked = Some(word);
        Ok(())
    }
}

/// What the author of an impl vouches for: a variant of portax's `Promise`.
fn promise_of(options: &Options, input: &ItemImpl) -> Result<Ident> {
    let promise = match (&options.unchecked, &input.unsafety) {
        (None, None) => "None",
        (None, Some(_)) => "Disjoint",
        (Some(_), Some(_)) => "Unchecked",
        (Some(word), None) => {
            return Err(Error::new_spanned(
                word,
                "portax: `unchecked` is a promise that every access is in bounds: write `unsafe impl`",
            ));
        }
    };
    Ok(format_ident!("{promise}"))
}

/// Which kernel trait an impl is of.
enum Pattern {
    Range,
    MdRange,
    Team,
    Reduce,
    MdReduce,
    TeamReduce,
    Scan,
    Reducer,
}

impl Pattern {
    fn of(path: &syn::Path) -> Result<Pattern> {
        let name = path
            .segments
            .last()
            .map(|s| s.ident.to_string())
            .unwrap_or_default();
        Ok(match &name[..] {
            "RangeKernel" => Pattern::Range,
            "MdRangeKernel" => Pattern::MdRange,
            "TeamKernel" => Pattern::Team,
            "ReduceKernel" => Pattern::Reduce,
            "MdReduceKernel" => Pattern::MdReduce,
            "TeamReduceKernel" => Pattern::TeamReduce,
            "ScanKernel" => Pattern::Scan,
            "Reducer" => Pattern::Reducer,
            _ => {
                return Err(Error::new_spanned(
                    path,
                    "portax: #[kernel] goes on an impl of RangeKernel, MdRangeKernel, TeamKernel, ReduceKernel, MdReduceKernel, TeamReduceKernel, ScanKernel or Reducer",
                ));
            }
        })
    }
}

/// Rewrites an impl. A method with a mistake keeps its signature, so that nothing else fails because of it.
pub(crate) fn kernel(options: Options, input: ItemImpl) -> Result<TokenStream> {
    options
        .refuse_host("a kernel is launched: `#[device(host)]` functions are for the host, too")?;
    let promise = promise_of(&options, &input)?;
    let (root, unchecked) = (&options.root, options.is_unchecked());
    let Some((path, _)) = &input.trait_ else {
        return Err(Error::new_spanned(
            &input.self_ty,
            "portax: #[kernel] goes on `impl RangeKernel for ...` and its siblings",
        ));
    };
    let pattern = Pattern::of(path)?;
    let mut items = Vec::new();
    let mut errors = Vec::new();
    let mut name = None;
    for item in &input.items {
        match item {
            ImplItem::Fn(f) if matches!(pattern, Pattern::Reducer) && f.sig.ident == "identity" => {
                items.push(quote!(#f))
            }
            ImplItem::Fn(f) => {
                name.get_or_insert(f.sig.ident.clone());
                let made = method(&options, &pattern, &input, f).unwrap_or_else(|error| {
                    errors.push(error.to_compile_error());
                    stub(root, &pattern, path, f)
                });
                items.push(made);
            }
            other => items.push(quote!(#other)),
        }
    }
    let Some(name) = name else {
        return Err(Error::new_spanned(
            path,
            "portax: a kernel needs its body: a method such as `fn axpy(&self, i: Index) { ... }`",
        ));
    };
    let generics = with_functor(root, &pattern, &input, unchecked);
    let (generics, _, clause) = generics.split_for_impl();
    let (self_ty, attributes) = (&input.self_ty, &input.attrs);
    if let Pattern::Reducer = pattern {
        return Ok(
            quote!(#(#errors)* #(#attributes)* impl #generics #path for #self_ty #clause { #(#items)* }),
        );
    }
    let label = name.to_string();
    let (p, word) = (&root.0, input.unsafety.as_ref().map(promise_kept));
    let joinable = joinable(root, &input);
    Ok(quote! {
        #word
        #joinable
        #(#errors)*
        #(#attributes)*
        // SAFETY: written by `#[kernel]`: PROMISE is what the author wrote.
        unsafe impl #generics #path for #self_ty #clause {
            const NAME: &'static str = #label;
            const PROMISE: #p::ir::Promise = #p::ir::Promise::#promise;
            #(#items)*
        }
    })
}

/// Refuses what a kernel gives where it has too many scalars. Launches do so too, which is told when they are compiled to machine
/// code; this is told where the kernel stands.
fn joinable(root: &Root, input: &ItemImpl) -> Option<TokenStream> {
    let (p, is_generic) = (&root.0, !input.generics.params.is_empty());
    let value = input.items.iter().find_map(|item| match item {
        ImplItem::Type(t) if t.ident == "Value" && !is_generic => Some(&t.ty),
        _ => None,
    })?;
    let is_own = first_named("Self", value.to_token_stream()).is_some();
    (!is_own).then(|| {
        quote_spanned!(value.span()=> const _: () = <#value as #p::kernel::value::Element>::JOINABLE;)
    })
}

/// The author's own `unsafe`, which would be lost in what the macro writes: lints such as `forbid(unsafe_code)` see it.
pub(crate) fn promise_kept(unsafety: &syn::Token![unsafe]) -> TokenStream {
    quote_spanned!(unsafety.span=> #[allow(unused_unsafe, clippy::undocumented_unsafe_blocks)] const _: () = unsafe {};)
}

/// The generics of the impl. That its type is a functor, whose comptime values are plain where portax checks, is said here once: without it, each mention of the type in the
/// impl would be an error of its own. A bound on generic types would hide what their functor is bound to.
fn with_functor(root: &Root, pattern: &Pattern, input: &ItemImpl, unchecked: bool) -> Generics {
    let mut generics = input.generics.clone();
    if generics.params.is_empty() && !matches!(pattern, Pattern::Reducer) {
        let (p, ty, span) = (&root.0, &input.self_ty, input.self_ty.span());
        let functor = match unchecked {
            true => quote!(#p::kernel::functor::Functor),
            false => quote!(#p::kernel::functor::PlainFunctor),
        };
        let functor = crate::body::spanned(functor, span);
        let bound = syn::parse_quote_spanned!(span=> #ty: #functor);
        generics.make_where_clause().predicates.push(bound);
    }
    generics
}

/// The method that the trait asks for, without a body.
fn stub(root: &Root, pattern: &Pattern, path: &syn::Path, f: &ImplItemFn) -> TokenStream {
    let p = &root.0;
    let this = quote!(_: &<Self as #p::kernel::functor::Functor>::In<__PxE>);
    let (index, element) = (
        quote!(_: #p::kernel::value::IndexOf<__PxE>),
        quote!(<Self::Value as #p::kernel::value::Element>::In<__PxE>),
    );
    let signature = match pattern {
        Pattern::Range => quote!(run<__PxE: #p::kernel::exec::Exec>(#this, #index)),
        Pattern::MdRange | Pattern::MdReduce => {
            let output = matches!(pattern, Pattern::MdReduce)
                .then(|| quote!(-> #p::kernel::value::Contribution<__PxE, Self::Value>));
            let rank = path
                .segments
                .last()
                .map(|s| type_arguments(&s.arguments))
                .and_then(|a| a.first().copied());
            quote!(run<__PxE: #p::kernel::exec::Exec>(#this, _: [#p::kernel::value::IndexOf<__PxE, #p::kernel::value::AnyStep>; #rank]) #output)
        }
        Pattern::Team | Pattern::TeamReduce => {
            let output = matches!(pattern, Pattern::TeamReduce)
                .then(|| quote!(-> #p::kernel::value::Contribution<__PxE, Self::Value>));
            quote!(run<__PxE: #p::kernel::exec::Exec>(#this, _: #p::kernel::team::TeamIn<__PxE>) #output)
        }
        Pattern::Reduce => {
            quote!(run<__PxE: #p::kernel::exec::Exec>(#this, #index) -> #p::kernel::value::Contribution<__PxE, Self::Value>)
        }
        Pattern::Scan if f.sig.ident == "output" => {
            quote!(output<__PxE: #p::kernel::exec::Exec>(#this, #index, _: #element))
        }
        Pattern::Scan => quote!(input<__PxE: #p::kernel::exec::Exec>(#this, #index) -> #element),
        Pattern::Reducer => {
            let arguments = path
                .segments
                .last()
                .map(|s| type_arguments(&s.arguments))
                .unwrap_or_default();
            let element = quote!(<#(#arguments),* as #p::kernel::value::Element>::In<__PxE>);
            quote!(join<__PxE: #p::kernel::exec::Exec>(_: #element, _: #element) -> #element)
        }
    };
    quote!(fn #signature { ::core::unreachable!() })
}

/// Is the number of arguments the pattern's?
fn check_arguments(pattern: &Pattern, f: &ImplItemFn) -> Result<()> {
    let count = f
        .sig
        .inputs
        .iter()
        .filter(|a| matches!(a, FnArg::Typed(_)))
        .count();
    let has_self = matches!(f.sig.inputs.first(), Some(FnArg::Receiver(_)));
    let (expected, needs_self, example) = match pattern {
        Pattern::Range => (1, true, "fn name(&self, i: Index) { ... }"),
        Pattern::Team => (1, true, "fn name(&self, team: Team) { ... }"),
        Pattern::Reduce => (1, true, "fn name(&self, i: Index) -> f64 { ... }"),
        Pattern::TeamReduce => (1, true, "fn name(&self, team: Team) -> f64 { ... }"),
        Pattern::Scan if f.sig.ident == "output" => {
            (2, true, "fn output(&self, i: Index, prefix: i32) { ... }")
        }
        Pattern::Scan if f.sig.ident == "input" => {
            (1, true, "fn input(&self, i: Index) -> i32 { ... }")
        }
        Pattern::Scan => {
            return Err(Error::new_spanned(
                &f.sig.ident,
                "portax: a scan has two methods, `input` and `output`",
            ));
        }
        Pattern::Reducer => (2, false, "fn join(a: f64, b: f64) -> f64 { ... }"),
        Pattern::MdRange => (count, true, "fn name(&self, i: Index, j: Index) { ... }"),
        Pattern::MdReduce => (
            count,
            true,
            "fn name(&self, i: Index, j: Index) -> f64 { ... }",
        ),
    };
    if count == expected && has_self == needs_self {
        return Ok(());
    }
    Err(Error::new_spanned(
        &f.sig,
        format!("portax: the body is written `{example}`"),
    ))
}

/// One method of an impl.
fn method(
    options: &Options,
    pattern: &Pattern,
    input: &ItemImpl,
    f: &ImplItemFn,
) -> Result<TokenStream> {
    check_arguments(pattern, f)?;
    let (root, unchecked) = (&options.root, options.is_unchecked());
    let p = &root.0;
    let mut body = options.body(quote!(__PxE), scalar_params(&input.generics));
    let receiver = format_ident!("__px_self");
    let has_self = matches!(f.sig.inputs.first(), Some(FnArg::Receiver(_)));
    body.receiver = has_self.then(|| receiver.clone());
    body.borrows_receiver = has_self;
    body.set_output(&f.sig.output);
    let mut parameters = Vec::new();
    let mut prologue = TokenStream::new();
    if has_self {
        let span = input.self_ty.span();
        parameters.push(
            quote_spanned!(span=> #receiver: &<Self as #p::kernel::functor::Functor>::In<__PxE>),
        );
    }
    match pattern {
        Pattern::MdRange | Pattern::MdReduce => parameters.push(md_indices(&mut body, root, f)?),
        Pattern::Scan if f.sig.ident == "output" => {
            scan_output(&mut body, root, f, &mut parameters, &mut prologue)?
        }
        _ => parameters.extend(arguments(&mut body, &f.sig)?),
    }
    let (output, value) = result(&mut body, root, pattern, f)?;
    body.finish()?;
    let method = match pattern {
        Pattern::Scan | Pattern::Reducer => f.sig.ident.clone(),
        _ => syn::Ident::new("run", f.sig.ident.span()),
    };
    let check = if unchecked {
        quote!(Unchecked)
    } else {
        quote!(Checked)
    };
    let (lints, imports, top) = (lints(), imports(root), top(root, &check));
    let span = input.self_ty.span();
    let is_generic = !input.generics.params.is_empty();
    let plain_fields = (!unchecked && has_self && is_generic).then(|| {
        quote_spanned!(span=> #p::kernel::value::plain::<<Self as #p::kernel::functor::Functor>::Comptime>();)
    });
    Ok(quote_spanned! {f.sig.ident.span()=>
        #[inline(always)]
        #lints
        fn #method<__PxE: #p::kernel::exec::Exec>(#(#parameters),*) #output {
            #imports
            #plain_fields
            let __px_at = #top;
            #prologue
            #value
        }
    })
}

/// The context at the top of a body. Its `unsafe` is the macro's and not the author's, by its span too.
pub(crate) fn top(root: &Root, check: &TokenStream) -> TokenStream {
    let p = &root.0;
    // SAFETY: `#[kernel]` and the lambdas write it at the top of a body, which is recorded and checked before it runs.
    quote!(unsafe { #p::kernel::value::mask::Lex::<#p::kernel::value::mask::NoMask, #p::kernel::value::mask::#check>::top() })
}

/// What a method gives, and its body.
fn result(
    body: &mut Body,
    root: &Root,
    pattern: &Pattern,
    f: &ImplItemFn,
) -> Result<(TokenStream, TokenStream)> {
    let p = &root.0;
    let reduces = matches!(
        pattern,
        Pattern::Reduce | Pattern::MdReduce | Pattern::TeamReduce
    );
    let gives = reduces
        || matches!(pattern, Pattern::Reducer)
        || matches!(pattern, Pattern::Scan) && f.sig.ident == "input";
    let ty = match &f.sig.output {
        ReturnType::Type(_, ty) if gives => ty,
        ReturnType::Type(_, ty) => {
            return Err(Error::new_spanned(
                ty,
                "portax: this kernel's body gives nothing: store into a view, or implement `ReduceKernel`",
            ));
        }
        ReturnType::Default if gives => {
            return Err(Error::new_spanned(
                &f.sig.ident,
                "portax: this body gives a value: write its type, as in `-> f64`",
            ));
        }
        ReturnType::Default => return Ok((TokenStream::new(), body.function(&f.block))),
    };
    if reduces {
        let output = quote!(-> #p::kernel::value::Contribution<__PxE, Self::Value>);
        let code = body.contribution(ty, &quote!(Self::Value), &f.block);
        return Ok((output, code));
    }
    let code = body.function(&f.block);
    if let Pattern::Reducer = pattern {
        let ty = body.ty(ty);
        return Ok((
            quote!(-> #ty),
            quote!({ let __px_value = #code; #p::kernel::value::Conv::<#ty>::conv(__px_value) }),
        ));
    }
    let output = quote!(-> <Self::Value as #p::kernel::value::Element>::In<__PxE>);
    Ok((output, body.element(ty, &quote!(Self::Value), code)))
}

/// What the rewriting makes look odd.
pub(crate) fn lints() -> TokenStream {
    quote!(#[allow(unused_imports, unused_variables, unused_braces, unused_mut, unused_parens, unused_must_use, non_snake_case, clippy::all)])
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
            other => {
                return Err(Error::new_spanned(
                    other,
                    "portax: a kernel over a box takes one `Index` a dimension",
                ));
            }
        }
    }
    let rank = names.len();
    Ok(
        quote!([#(#names),*]: [#p::kernel::value::IndexOf<__PxE, #p::kernel::value::AnyStep>; #rank]),
    )
}

/// `i: Index, prefix: T` of a scan's `output`.
fn scan_output(
    body: &mut Body,
    root: &Root,
    f: &ImplItemFn,
    parameters: &mut Vec<TokenStream>,
    prologue: &mut TokenStream,
) -> Result<()> {
    let p = &root.0;
    let arguments: Vec<_> = f.sig.inputs.iter().skip(1).collect();
    let [FnArg::Typed(index), FnArg::Typed(prefix)] = arguments[..] else {
        return Err(Error::new_spanned(
            &f.sig,
            "portax: a scan's output is `fn output(&self, i: Index, prefix: T)`",
        ));
    };
    let (index_ty, index) = (body.ty(&index.ty), body.argument(&index.pat, &index.ty));
    let (prefix_ty, prefix) = (body.ty(&prefix.ty), body.argument(&prefix.pat, &prefix.ty));
    parameters.push(quote!(#index: #index_ty));
    parameters.push(quote!(__px_prefix: <Self::Value as #p::kernel::value::Element>::In<__PxE>));
    *prologue = quote!(let #prefix: #prefix_ty = #p::kernel::value::ElementValue::<__PxE, Self::Value>::from_element(__px_prefix););
    Ok(())
}

/// Whether it is the type of this name, without a path.
pub(crate) fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident(name))
}

/// A type parameter with bounds.
pub(crate) struct Parameter {
    pub name: String,
    /// Is it bound by `Float` or `Integer`?
    pub is_number: bool,
}

/// Type parameters with bounds: `T: Float` and the like are element types.
pub(crate) fn scalar_params(generics: &Generics) -> Vec<Parameter> {
    let names_numbers = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(t) => {
            let last = t.path.segments.last();
            last.is_some_and(|s| s.ident == "Float" || s.ident == "Integer")
        }
        _ => false,
    };
    let parameter = |t: &TypeParam| {
        let clauses = generics.where_clause.iter().flat_map(|c| &c.predicates);
        let elsewhere = clauses.filter_map(|c| match c {
            WherePredicate::Type(c) => Some(c),
            _ => None,
        });
        let elsewhere = elsewhere.filter(|c| is_named(&c.bounded_ty, &t.ident.to_string()));
        let mut bounds = t
            .bounds
            .iter()
            .chain(elsewhere.flat_map(|c| &c.bounds))
            .peekable();
        bounds.peek()?;
        Some(Parameter {
            name: t.ident.to_string(),
            is_number: bounds.any(names_numbers),
        })
    };
    generics.type_params().filter_map(parameter).collect()
}

/// What calls of device functions need in scope.
pub(crate) fn imports(root: &Root) -> TokenStream {
    let p = &root.0;
    quote! {
        use #p::kernel::function::{DeviceFunction as _, OrdinaryFunction as _};
        use #p::kernel::value::{NamedConstant as _, NamedVariant as _, PlainReceiver as _, Receiver as _};
    }
}

/// The element type of `View<T, ...>` arguments and the like.
pub(crate) fn type_arguments(arguments: &PathArguments) -> Vec<&GenericArgument> {
    match arguments {
        PathArguments::AngleBracketed(a) => a.args.iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether the type is a `&mut` reference.
pub(crate) fn is_mut_reference(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

/// The identifier of a pattern.
pub(crate) fn pattern_ident(p: &Pat) -> Option<&syn::Ident> {
    match p {
        Pat::Ident(i) => Some(&i.ident),
        Pat::Type(t) => pattern_ident(&t.pat),
        _ => None,
    }
}
