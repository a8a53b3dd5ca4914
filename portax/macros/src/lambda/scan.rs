//! `parallel_scan!` and `parallel_scan_inclusive!`

use super::{Head, Typed, capture, fitting, in_context, refuse_self, statements};
use crate::{body::Body, kernel::promise_kept};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{
    Block, Error, Expr, ExprClosure, Ident, Pat, PatType, Result, ReturnType, Token, Type,
    parse::{Parse, ParseStream},
    parse_quote,
};

/// `space, "label", policy, |i| -> T { ... }, |i, before| { ... }, reducer`
pub(crate) struct Scan {
    head: Head,
    /// What an iteration gives
    input: ExprClosure,
    /// What takes the join of those before it
    output: ExprClosure,
    reducer: Expr,
}

impl Parse for Scan {
    fn parse(input: ParseStream) -> Result<Self> {
        let head = input.parse()?;
        let first = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        if input.peek(Token![unsafe]) {
            return Err(
                input.error("portax: `unsafe` stands before the first lambda of a scan, for both")
            );
        }
        if !input.peek(Token![|]) {
            return Err(input.error(
                "portax: a scan takes a second lambda, to which it gives what comes before: `|i, before| { y[i] = before; }`",
            ));
        }
        let second = input.parse::<ExprClosure>()?;
        input.parse::<Option<Token![,]>>()?;
        if input.is_empty() {
            return Err(Error::new_spanned(
                &second.body,
                "portax: the reducer is missing: `parallel_scan!(space, \"label\", n, |i| -> f64 { ... }, |i, before| { ... }, Sum)`",
            ));
        }
        let reducer = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Scan {
            head,
            input: first,
            output: second,
            reducer,
        })
    }
}

/// The lambdas, taken apart.
struct Parts<'a> {
    /// What is joined
    value: &'a Type,
    /// `i` of the first
    index: Ident,
    /// `i` of the second
    output_index: Ident,
    /// `before`
    prefix: &'a Pat,
    /// With their types, of both
    captures: Vec<Typed<'a>>,
}

impl Scan {
    /// The launch as an expression, by a method of the space.
    pub(crate) fn expand(&self, method: &str) -> Result<TokenStream> {
        let parts = self.parts()?;
        let functor = match parts.captures.is_empty() {
            true => self.inferred(&parts)?,
            false => self.typed(&parts)?,
        };
        let policy = self.head.range_policy();
        let reducer = Some(&self.reducer);
        Ok(self
            .head
            .launch(&format_ident!("{method}"), &policy, &functor, reducer))
    }

    fn parts(&self) -> Result<Parts<'_>> {
        let ReturnType::Type(_, value) = &self.input.output else {
            return Err(Error::new_spanned(
                &self.input.inputs,
                "portax: the first lambda of a scan says what it gives: `|i| -> f64 { ... }`",
            ));
        };
        if let ReturnType::Type(_, ty) = &self.output.output {
            return Err(Error::new_spanned(
                ty,
                "portax: the second lambda of a scan gives nothing",
            ));
        }
        let inputs: Vec<_> = self.input.inputs.iter().collect();
        let outputs: Vec<_> = self.output.inputs.iter().collect();
        let (Some((index, all)), Some(([output_index, prefix], more))) =
            (inputs.split_first(), outputs.split_first_chunk())
        else {
            return Err(Error::new_spanned(
                &self.output.inputs,
                "portax: the lambdas of a scan take `|i|` and `|i, before|`, the index and what comes before it",
            ));
        };
        let mut captures: Vec<Typed> = Vec::new();
        for input in all.iter().chain(more) {
            let capture = capture(input)?;
            if captures.iter().all(|c| c.name != capture.name) {
                captures.push(capture);
            }
        }
        Ok(Parts {
            value,
            index: name(index)?,
            output_index: name(output_index)?,
            prefix: untyped(prefix),
            captures,
        })
    }

    /// Captures with types: one functor, one generic kernel.
    fn typed(&self, parts: &Parts) -> Result<TokenStream> {
        refuse_self(self.input.body.to_token_stream())?;
        refuse_self(self.output.body.to_token_stream())?;
        let Parts {
            value,
            index,
            output_index,
            prefix,
            captures,
        } = parts;
        let fields = captures.iter().map(Typed::field);
        let names: Vec<_> = captures.iter().map(|c| &c.name).collect();
        let (promise, contract) = (&self.head.promised, self.head.contract());
        let (input, output) = (statements(&self.input), statements(&self.output));
        Ok(quote!({
            #[derive(::portax::Functor)]
            struct __PxLambda { #(#fields,)* }
            #[::portax::kernel(#contract)]
            #promise impl ::portax::ScanKernel for __PxLambda {
                type Value = #value;
                fn input(&self, #index: Index) -> #value { #(let #names = self.#names;)* #input }
                fn output(&self, #output_index: Index, #prefix: #value) { #(let #names = self.#names;)* #output }
            }
            use ::portax::kernel::lambda::Capture as _;
            __PxLambda { #(#names: #names.__px_capture(),)* }
        }))
    }

    /// Captures without types: portax repeats both bodies for each executor. What one of them takes, the other has, too.
    fn inferred(&self, parts: &Parts) -> Result<TokenStream> {
        let Parts {
            value,
            index,
            output_index,
            ..
        } = parts;
        let ((input, output), captures) = fitting(|takes_fields| {
            let mut body = self.head.body(takes_fields);
            let input = self.input_body(&mut body, parts);
            body.finish()?;
            let captures = body.take_captures();
            let mut body = self.head.body(takes_fields);
            body.give_captures(captures);
            let output = self.output_body(&mut body, parts);
            body.finish()?;
            Ok(((input, output), body.take_captures()))
        })?;
        let promise = self.head.promised.as_ref().map(promise_kept);
        let names: Vec<_> = captures.iter().map(|c| &c.name).collect();
        let closure =
            quote!(#[inline(always)] #[allow(unused_variables)] |(#(#names,)*), #index| #input);
        let lambda = self
            .head
            .lambda(&quote!(ScanInput<#value>), &captures, &closure);
        Ok(quote!({
            #promise
            use ::portax::kernel::lambda::{Captured as _, Uncaptured as _};
            let __px_input = #lambda;
            ::portax::__px_lambda!(
                __px_input.with_output(),
                { #[inline(always)] #[allow(unused_variables)] |(#(#names,)*), (#output_index, __px_prefix)| #output }
            )
        }))
    }

    fn input_body(&self, body: &mut Body, parts: &Parts) -> TokenStream {
        let value = parts.value;
        body.set_output(&self.input.output);
        body.declare_index(&parts.index);
        let code = body.function(&block(&self.input));
        in_context(&body.element(value, &quote!(#value), code))
    }

    fn output_body(&self, body: &mut Body, parts: &Parts) -> TokenStream {
        let value = parts.value;
        body.declare_index(&parts.output_index);
        let (ty, prefix) = (body.ty(value), body.argument(parts.prefix, value));
        let code = body.function(&block(&self.output));
        in_context(&quote!({
            let #prefix: #ty = ::portax::kernel::value::ElementValue::<__PxExecutor, #value>::from_element(__px_prefix);
            #code
        }))
    }
}

/// A closure's body as a block.
fn block(closure: &ExprClosure) -> Block {
    match &*closure.body {
        Expr::Block(b) => b.block.clone(),
        x if matches!(closure.output, ReturnType::Default) => parse_quote!({ #x; }),
        x => parse_quote!({ #x }),
    }
}

/// An index, with its type or without.
fn name(pattern: &Pat) -> Result<Ident> {
    match untyped(pattern) {
        Pat::Ident(i) => Ok(i.ident.clone()),
        other => Err(Error::new_spanned(
            other,
            "portax: the index of a scan is a name",
        )),
    }
}

fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(PatType { pat, .. }) => pat,
        pattern => pattern,
    }
}
