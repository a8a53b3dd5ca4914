//! `parallel_for!` and `parallel_reduce!`; [`scan`] has the scans.

pub(crate) mod scan;

use crate::{
    body::{Body, Capture, first_named},
    kernel::{Options, Root, promise_kept},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, Error, Expr, ExprClosure, Ident, Pat, PatType, Result, ReturnType, Token, Type,
    parse::{Parse, ParseStream},
    spanned::Spanned,
};

/// What a launch begins with: `space, "label", policy,`, attributes, and `unsafe` before the first lambda.
struct Head {
    space: Expr,
    label: Expr,
    policy: Expr,
    options: Options,
    promised: Option<Token![unsafe]>,
}

impl Parse for Head {
    fn parse(input: ParseStream) -> Result<Self> {
        let next = || -> Result<Expr> {
            let x = input.parse()?;
            input.parse::<Token![,]>()?;
            Ok(x)
        };
        Ok(Head {
            space: next()?,
            label: next()?,
            policy: next()?,
            options: Options::of_lambda(&input.call(Attribute::parse_outer)?)?,
            promised: input.parse()?,
        })
    }
}

impl Head {
    /// The policy, where a length or a range are one, too.
    fn range_policy(&self) -> TokenStream {
        let policy = &self.policy;
        quote_spanned!(policy.span()=> ::portax::kernel::lambda::range_policy(#policy))
    }

    /// The policy, where lengths or ranges of the dimensions are one, too.
    fn md_range_policy(&self) -> TokenStream {
        let policy = &self.policy;
        quote_spanned!(policy.span()=> ::portax::kernel::lambda::md_range_policy(#policy))
    }

    /// The launch of a functor by a method of the space. The policy comes first: it may say what types captures have.
    fn launch(
        &self,
        method: &Ident,
        policy: &TokenStream,
        functor: &TokenStream,
        reducer: Option<&Expr>,
    ) -> TokenStream {
        let (space, label, reducer) = (&self.space, &self.label, reducer.iter());
        quote!({
            let (__px_policy, __px_functor) = (#policy, #functor);
            (#space).#method(#label, __px_policy, &__px_functor #(, #reducer)*)
        })
    }

    /// What `#[kernel]` is told of captures with types.
    fn contract(&self) -> Option<TokenStream> {
        self.options.never_fuses().then(|| quote!(contract = off))
    }

    /// A body whose captures are inferred: fields of variables by themselves, or whole variables.
    fn body(&self, takes_fields: bool) -> Body {
        let mut body = self.options.body(quote!(__PxExecutor), Vec::new());
        body.sees_parameters = false;
        body.captures_self = true;
        body.takes_fields = takes_fields;
        body
    }

    /// The functor of captures without types: portax repeats the closure for each executor.
    fn lambda(
        &self,
        shape: &TokenStream,
        captures: &[Capture],
        closure: &TokenStream,
    ) -> TokenStream {
        let promised = self.promised.is_some();
        let labels = captures.iter().map(|c| &c.label);
        let captured = captures.iter().map(Capture::captured);
        quote! {
            ::portax::__px_lambda!(
                ::portax::kernel::lambda::Lambda::<::portax::kernel::lambda::#shape, _, _, #promised>::new(
                    // SAFETY: one body for each executor.
                    unsafe { ::portax::kernel::lambda::Written::by_macro() },
                    (#(#captured,)*),
                    &[#(#labels),*],
                ),
                { #closure }
            )
        }
    }
}

/// `space, "label", policy, |i| body` and, for reductions, a reducer.
pub(crate) struct Launch {
    head: Head,
    closure: ExprClosure,
    reducer: Option<Expr>,
}

impl Parse for Launch {
    fn parse(input: ParseStream) -> Result<Self> {
        let head = input.parse()?;
        let closure = input.parse::<ExprClosure>()?;
        let comma = input.parse::<Option<Token![,]>>()?;
        let reducer = if comma.is_some() && !input.is_empty() {
            Some(input.parse()?)
        } else {
            None
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Launch {
            head,
            closure,
            reducer,
        })
    }
}

/// What the body iterates.
enum Shape {
    Range(Ident),
    MdRange(Vec<Ident>),
    Team(Ident),
}

/// A variable that the body uses, with its type.
struct Typed<'a> {
    attributes: &'a [Attribute],
    name: Ident,
    ty: &'a Type,
}

impl Typed<'_> {
    /// The field that it becomes.
    fn field(&self) -> TokenStream {
        let (attributes, name, ty) = (self.attributes, &self.name, self.ty);
        quote!(#(#attributes)* #name: #ty)
    }
}

impl Launch {
    /// The launch as an expression.
    pub(crate) fn expand(&self, reduces: bool) -> Result<TokenStream> {
        self.check_reduction(reduces)?;
        let (shape, captures) = self.inputs()?;
        let functor = if captures.is_empty() {
            self.inferred(&shape)?
        } else {
            self.typed(&shape, &captures)?
        };
        let method = match reduces {
            true => format_ident!("parallel_reduce"),
            false => format_ident!("parallel_for"),
        };
        let policy = match shape {
            Shape::Range(_) => self.head.range_policy(),
            Shape::MdRange(_) => self.head.md_range_policy(),
            Shape::Team(_) => self.head.policy.to_token_stream(),
        };
        let reducer = self.reducer.as_ref();
        Ok(self.head.launch(&method, &policy, &functor, reducer))
    }

    fn check_reduction(&self, reduces: bool) -> Result<()> {
        match (&self.closure.output, &self.reducer) {
            (ReturnType::Default, Some(_)) if reduces => Err(Error::new_spanned(
                &self.closure.inputs,
                "portax: a reduction's lambda says what it gives: `|i| -> f64 { ... }`",
            )),
            (_, None) if reduces => Err(Error::new_spanned(
                &self.closure.body,
                "portax: the reducer is missing: `parallel_reduce!(space, \"label\", n, |i| -> f64 { ... }, Sum)`",
            )),
            (ReturnType::Type(_, ty), _) if !reduces => Err(Error::new_spanned(
                ty,
                "portax: the body of `parallel_for!` gives nothing",
            )),
            (_, Some(reducer)) if !reduces => Err(Error::new_spanned(
                reducer,
                "portax: `parallel_for!` ends with its lambda",
            )),
            _ => Ok(()),
        }
    }

    /// The indices, and captures with their types.
    fn inputs(&self) -> Result<(Shape, Vec<Typed<'_>>)> {
        let (mut indices, mut team, mut captures) = (Vec::new(), None, Vec::new());
        for input in &self.closure.inputs {
            match input {
                Pat::Ident(i) if captures.is_empty() => indices.push(i.ident.clone()),
                Pat::Type(PatType { pat, ty, .. }) => match (&**pat, &**ty) {
                    (Pat::Ident(i), Type::Path(p))
                        if p.path.is_ident("Index") && captures.is_empty() =>
                    {
                        indices.push(i.ident.clone())
                    }
                    (Pat::Ident(i), Type::Path(p)) if p.path.is_ident("Team") => {
                        team = Some(i.ident.clone())
                    }
                    _ => captures.push(capture(input)?),
                },
                other => captures.push(capture(other)?),
            }
        }
        let shape = match (team, &indices[..]) {
            (Some(team), []) => Shape::Team(team),
            (None, [i]) => Shape::Range(i.clone()),
            (None, [_, _, ..]) => Shape::MdRange(indices),
            _ => {
                return Err(Error::new_spanned(
                    &self.closure.inputs,
                    "portax: a lambda takes `|i|`, one index a dimension `|i, j|`, or `|team: Team|`",
                ));
            }
        };
        Ok((shape, captures))
    }

    /// Captures with types: one functor, one generic kernel.
    fn typed(&self, shape: &Shape, captures: &[Typed]) -> Result<TokenStream> {
        refuse_self(self.closure.body.to_token_stream())?;
        let name = format_ident!("__PxLambda");
        let fields = captures.iter().map(Typed::field);
        let names: Vec<_> = captures.iter().map(|c| &c.name).collect();
        let (path, arguments) = match shape {
            Shape::Range(i) if self.reducer.is_some() => (quote!(ReduceKernel), quote!(#i: Index)),
            Shape::Range(i) => (quote!(RangeKernel), quote!(#i: Index)),
            Shape::MdRange(all) => {
                let (rank, all) = (all.len(), quote!(#(#all: Index),*));
                match self.reducer.is_some() {
                    true => (quote!(MdReduceKernel<#rank>), all),
                    false => (quote!(MdRangeKernel<#rank>), all),
                }
            }
            Shape::Team(team) if self.reducer.is_some() => {
                (quote!(TeamReduceKernel), quote!(#team: Team))
            }
            Shape::Team(team) => (quote!(TeamKernel), quote!(#team: Team)),
        };
        let (promise, contract) = (&self.head.promised, self.head.contract());
        let (output, body) = (&self.closure.output, statements(&self.closure));
        let value = match output {
            ReturnType::Type(_, ty) => quote!(type Value = #ty;),
            ReturnType::Default => TokenStream::new(),
        };
        Ok(quote!({
            #[derive(::portax::Functor)]
            struct #name { #(#fields,)* }
            #[::portax::kernel(#contract)]
            #promise impl ::portax::#path for #name {
                #value
                fn lambda(&self, #arguments) #output { #(let #names = self.#names;)* #body }
            }
            use ::portax::kernel::lambda::Capture as _;
            #name { #(#names: #names.__px_capture(),)* }
        }))
    }

    /// Captures without types: portax repeats the body for each executor.
    fn inferred(&self, shape: &Shape) -> Result<TokenStream> {
        let (code, captures) = fitting(|takes_fields| {
            let mut body = self.head.body(takes_fields);
            let code = self.body(&mut body, shape);
            body.finish()?;
            Ok((code, body.take_captures()))
        })?;
        let (arguments, shape) = match (shape, &self.closure.output) {
            (Shape::Range(i), ReturnType::Type(_, ty)) => (quote!(#i), quote!(Reduce<#ty>)),
            (Shape::Range(i), _) => (quote!(#i), quote!(Range)),
            (Shape::MdRange(all), output) => {
                let rank = all.len();
                let shape = match output {
                    ReturnType::Type(_, ty) => quote!(MdReduce<#rank, #ty>),
                    ReturnType::Default => quote!(MdRange<#rank>),
                };
                (quote!([#(#all),*]), shape)
            }
            (Shape::Team(team), ReturnType::Type(_, ty)) => {
                (quote!(#team), quote!(TeamReduce<#ty>))
            }
            (Shape::Team(team), _) => (quote!(#team), quote!(Team)),
        };
        let promise = self.head.promised.as_ref().map(promise_kept);
        let names = captures.iter().map(|c| &c.name);
        let closure = quote!(#[inline(always)] |(#(#names,)*), #arguments| #code);
        let lambda = self.head.lambda(&shape, &captures, &closure);
        Ok(quote!({
            #promise
            use ::portax::kernel::lambda::{Captured as _, Uncaptured as _};
            #lambda
        }))
    }

    /// The body for the executor `__PxExecutor`.
    fn body(&self, body: &mut Body, shape: &Shape) -> TokenStream {
        body.set_output(&self.closure.output);
        body.find_sizes(&self.closure.body);
        match shape {
            Shape::Range(i) => body.declare_index(i),
            Shape::MdRange(all) => all.iter().for_each(|i| body.declare_index(i)),
            Shape::Team(team) => body.declare_team(team),
        }
        let code = match (&self.closure.output, &*self.closure.body) {
            (ReturnType::Default, x) => body.lambda(x),
            (ReturnType::Type(_, ty), Expr::Block(b)) => {
                body.contribution(ty, &quote!(#ty), &b.block)
            }
            (ReturnType::Type(_, ty), x) => {
                body.contribution(ty, &quote!(#ty), &syn::parse_quote!({ #x }))
            }
        };
        in_context(&code)
    }
}

/// A body in the context of a kernel's top. It is a checked one: `unsafe |i|` is a word about races, not about bounds.
fn in_context(code: &TokenStream) -> TokenStream {
    let root = Root(quote!(::portax));
    let (lints, imports) = (crate::kernel::lints(), crate::kernel::imports(&root));
    let top = crate::kernel::top(&root, &quote!(Checked));
    quote!({
        #lints
        let __px_result = {
            #imports
            let __px_at = #top;
            #code
        };
        __px_result
    })
}

/// A capture with its type.
fn capture(input: &Pat) -> Result<Typed<'_>> {
    let Pat::Type(PatType { pat, ty, attrs, .. }) = input else {
        return Err(Error::new_spanned(
            input,
            "portax: indices come first, then captures with their types: `|i, x: View<f64, 1>, a: f64|`",
        ));
    };
    let Pat::Ident(name) = &**pat else {
        return Err(Error::new_spanned(
            pat,
            "portax: a capture is a name with its type, such as `x: View<f64, 1>`",
        ));
    };
    Ok(Typed {
        attributes: attrs,
        name: name.ident.clone(),
        ty,
    })
}

/// Refuses `self` beside captures with types.
fn refuse_self(body: TokenStream) -> Result<()> {
    first_named("self", body).map_or(Ok(()), |place| {
        Err(Error::new_spanned(
            place,
            "portax: captures with types are all that a lambda takes: leave the types out, or name the field before the launch, `let y = &self.y;`",
        ))
    })
}

/// Most captures without types: portax has tuples of so many.
const MOST_CAPTURES: usize = 24;

/// What is rewritten and what it captures: fields by themselves, where there are not too many.
fn fitting<T>(rewrite: impl Fn(bool) -> Result<(T, Vec<Capture>)>) -> Result<(T, Vec<Capture>)> {
    let (rewritten, captures) = match rewrite(true)? {
        (_, captures) if captures.len() > MOST_CAPTURES => rewrite(false)?,
        found => found,
    };
    check_number(&captures)?;
    Ok((rewritten, captures))
}

/// Refuses the first capture that is one too many.
fn check_number(captures: &[Capture]) -> Result<()> {
    captures.get(MOST_CAPTURES).map_or(Ok(()), |c| {
        Err(Error::new_spanned(
            &c.value,
            format!("portax: a lambda captures up to {MOST_CAPTURES} variables: put views into an array, or give the captures their types, `|i, x: View<f64, 1>, a: f64|`"),
        ))
    })
}

/// The statements of a closure's body.
fn statements(closure: &ExprClosure) -> TokenStream {
    match &*closure.body {
        Expr::Block(b) => {
            let statements = &b.block.stmts;
            quote!(#(#statements)*)
        }
        x if matches!(closure.output, ReturnType::Default) => quote!(#x;),
        x => quote!(#x),
    }
}
