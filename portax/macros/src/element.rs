//! `#[derive(Element)]`

mod refused;
mod shape;
mod variants;
mod view;

use crate::{
    body::{Body, OwnCode},
    functor::{argument, without_default},
    kernel::{Root, scalar_params},
};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use shape::{Leaf, Shape};
use syn::{Data, DataStruct, DeriveInput, Error, Field, Fields, Ident, Result, spanned::Spanned};

/// A field with its kernel type.
struct Part {
    name: Ident,
    shape: Shape,
    /// In a kernel
    inside: TokenStream,
    is_public: TokenStream,
    /// What its type is refused for
    error: Option<Error>,
}

impl Part {
    /// Code that has to do with its value on the host.
    fn on_host(&self, code: impl FnOnce() -> TokenStream) -> TokenStream {
        match self.error {
            None => code(),
            Some(_) => refused::value(),
        }
    }
}

/// The kernel form of a struct of scalars, and the impls that make it a value of the language.
pub(crate) fn derive(input: DeriveInput) -> Result<TokenStream> {
    if let Data::Enum(variants) = &input.data {
        return variants::derive(&input, variants);
    }
    let Data::Struct(DataStruct {
        fields: Fields::Named(fields),
        ..
    }) = &input.data
    else {
        return Err(Error::new_spanned(
            &input.ident,
            "portax: an element is a struct with named fields, or an enum without fields",
        ));
    };
    let mut body = Body::new(
        &Root(quote!(::portax)),
        quote!(__PxE),
        scalar_params(&input.generics),
        OwnCode::Refused,
    );
    let parts = fields
        .named
        .iter()
        .map(|f| part(&mut body, f))
        .collect::<Result<Vec<_>>>()?;
    body.finish()?;
    let (name, vis, inside) = (&input.ident, &input.vis, format_ident!("{}In", input.ident));
    let (impl_generics, type_generics, clause) = input.generics.split_for_impl();
    let params: Vec<_> = input.generics.params.iter().map(without_default).collect();
    let arguments: Vec<_> = input.generics.params.iter().map(argument).collect();
    let (fields, types): (Vec<_>, Vec<_>) = parts.iter().map(|p| (&p.name, &p.inside)).unzip();
    let visibilities = parts.iter().map(|p| &p.is_public);
    let host_types: Vec<_> = parts.iter().flat_map(|p| p.shape.leaves()).collect();
    let summed = host_types.iter().map(|leaf| summing(leaf, quote!('__px)));
    let generics = quote!(<__PxE: ::portax::kernel::exec::Exec, #(#params),*>);
    let kernel_form = quote!(#inside<__PxE, #(#arguments),*>);
    let (scalars, bindings, splats, lanes, visits) = (
        scalars(&parts),
        bindings(&parts),
        splats(&parts),
        lanes(&parts),
        visits(&parts),
    );
    let any_bits = takes_any_bits(&parts);
    let (selections, sums, zeros) = (selections(&parts), sums(&parts), zeros(&parts));
    let view::Code { placed, in_views } = view::code(&input, &parts);
    let bounds: Vec<_> = clause
        .map(|c| &c.predicates)
        .into_iter()
        .flatten()
        .collect();
    let (joinable, methods) = (
        joinable(name),
        crate::methods::receiver(vis, name, &input.generics),
    );
    let errors = parts.iter().filter_map(|p| p.error.as_ref());
    let errors = errors.map(Error::to_compile_error);
    Ok(quote! {
        #(#errors)*
        #[doc(hidden)]
        #[allow(missing_docs, dead_code, non_snake_case)]
        #vis struct #inside #generics #clause { #(#visibilities #fields: #types,)* }
        impl #generics ::std::clone::Clone for #kernel_form #clause {
            #[inline(always)]
            fn clone(&self) -> Self { *self }
        }
        impl #generics ::std::marker::Copy for #kernel_form #clause {}
        // SAFETY: written by the derive: every field is visited, in order, whatever the executor.
        unsafe impl #impl_generics ::portax::kernel::value::Element for #name #type_generics #clause {
            type In<__PxE: ::portax::kernel::exec::Exec> = #kernel_form;
            const SCALARS: usize = 0 #(+ #scalars)*;
            #any_bits
            #joinable
            #placed
            #[inline(always)]
            fn splat<__PxE: ::portax::kernel::exec::Exec>(self) -> Self::In<__PxE> {
                #inside { #(#fields: #splats),* }
            }
            #[inline(always)]
            fn from_lane(v: Self::In<::portax::kernel::exec::Lane>) -> Self {
                #name { #(#fields: #lanes),* }
            }
            #[inline(always)]
            fn visit<__PxE: ::portax::kernel::exec::Exec>(v: &mut Self::In<__PxE>, visitor: &mut impl ::portax::kernel::value::Visitor<__PxE>) {
                #(#visits;)*
            }
        }
        impl #impl_generics ::portax::kernel::value::Reducer<#name #type_generics> for ::portax::Sum
        where
            #(::portax::Sum: for<'__px> #summed,)*
            #(#bounds,)*
        {
            const COMMUTES: bool = true;
            fn identity() -> #name #type_generics {
                #name { #(#fields: #zeros),* }
            }
            #[inline(always)]
            fn join<__PxE: ::portax::kernel::exec::Exec>(a: #kernel_form, b: #kernel_form) -> #kernel_form {
                use ::portax::kernel::value::ElementValue as Value;
                #inside { #(#fields: #sums),* }
            }
        }
        // SAFETY: every field is bound, in order.
        unsafe impl #impl_generics ::portax::kernel::functor::Bind for #name #type_generics #clause {
            type In<__PxE: ::portax::kernel::exec::Exec> = #kernel_form;
            type Comptime = ();
            fn bind<__PxE: ::portax::kernel::exec::Exec>(&self, _: &'static str, __px_binder: &mut impl ::portax::kernel::functor::Binder<__PxE>) -> #kernel_form {
                #inside { #(#fields: #bindings),* }
            }
        }
        #methods
        impl<__PxE: ::portax::kernel::exec::Exec, __PxA: ::std::ops::Mul<__PxB, Output = #kernel_form>, __PxB, #(#params),*> ::portax::kernel::value::MulAcc<__PxA, __PxB> for #kernel_form
        where
            #kernel_form: ::std::ops::Add<Output = #kernel_form>,
            #(#bounds,)*
        {
            type Output = #kernel_form;
            #[inline(always)]
            fn mul_acc(self, a: __PxA, b: __PxB) -> #kernel_form { self + a * b }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxA: ::std::ops::Mul<__PxB, Output = #kernel_form>, __PxB, #(#params),*> ::portax::kernel::value::MulSub<__PxA, __PxB> for #kernel_form
        where
            #kernel_form: ::std::ops::Sub<Output = #kernel_form>,
            #(#bounds,)*
        {
            type Output = #kernel_form;
            type Difference = #kernel_form;
            #[inline(always)]
            fn nmul_acc(self, a: __PxA, b: __PxB) -> #kernel_form { self - a * b }
            #[inline(always)]
            fn mul_sub(self, a: __PxA, b: __PxB) -> #kernel_form { a * b - self }
        }
        // SAFETY: a value of the language.
        unsafe impl #generics ::portax::kernel::value::Constant<__PxE> for #name #type_generics #clause {
            type Value = #kernel_form;
            #[inline(always)]
            fn value(self) -> #kernel_form {
                ::portax::kernel::value::Element::splat::<__PxE>(self)
            }
        }
        impl #generics ::portax::kernel::value::Known<__PxE> for #kernel_form #clause {
            type Operand = Self;
            type Receiver = Self;
            #[inline(always)]
            fn operand(self) -> Self { self }
            #[inline(always)]
            fn receiver(self) -> Self { self }
        }
        // What its operators take.
        impl #generics ::portax::kernel::value::Literal<#kernel_form, __PxE> for f64 #clause {
            type Value = f64;
            #[inline(always)]
            fn value(self) -> f64 { self }
        }
        impl #generics ::portax::kernel::value::Literal<#kernel_form, __PxE> for i32 #clause {
            type Value = i32;
            #[inline(always)]
            fn value(self) -> i32 { self }
        }
        impl #generics ::portax::kernel::value::ElementValue<__PxE, #name #type_generics> for #kernel_form #clause {
            #[inline(always)]
            fn into_element(self) -> Self { self }
            #[inline(always)]
            fn from_element(v: Self) -> Self { v }
        }
        impl #generics ::portax::kernel::value::Conv<#kernel_form> for #kernel_form #clause {
            #[inline(always)]
            fn conv(self) -> Self { self }
        }
        // Its fields are, one by one, where they are stored.
        impl #generics ::portax::kernel::value::OfOneLane<__PxE, #kernel_form> for #kernel_form #clause {
            #[inline(always)]
            fn of_one_lane(self) -> Self { self }
        }
        impl #generics ::portax::kernel::value::Alike<__PxE> for #kernel_form #clause {
            type Shared = Self;
        }
        impl #generics ::portax::kernel::value::Value<__PxE> for #kernel_form #clause {
            #[inline(always)]
            fn var(self) -> Self {
                #inside { #(#fields: ::portax::kernel::value::Value::<__PxE>::var(self.#fields)),* }
            }
            #[inline(always)]
            fn read(&self) -> Self {
                #inside { #(#fields: ::portax::kernel::value::Value::<__PxE>::read(&self.#fields)),* }
            }
        }
        // SAFETY: its fields.
        unsafe impl #generics ::portax::kernel::value::LocalElement<__PxE> for #kernel_form
        where
            #(#types: ::portax::kernel::value::LocalElement<__PxE>,)*
            #(#bounds,)*
        {
            const SHARED: bool = false #(|| <#types as ::portax::kernel::value::LocalElement<__PxE>>::SHARED)*;
            #[inline(always)]
            unsafe fn load(array: ::portax::kernel::value::Local<Self>, place: &::portax::kernel::exec::LocalPlace<__PxE>, m: ::std::option::Option<__PxE::Mask>) -> Self {
                // SAFETY: the caller's promise.
                unsafe {
                    #inside { #(#fields: ::portax::kernel::value::LocalElement::<__PxE>::load(array.part(::std::mem::offset_of!(Self, #fields)), place, m)),* }
                }
            }
            #[inline(always)]
            unsafe fn store(array: ::portax::kernel::value::Local<Self>, place: &::portax::kernel::exec::LocalPlace<__PxE>, v: Self, m: ::std::option::Option<__PxE::Mask>) {
                // SAFETY: the caller's promise.
                unsafe {
                    #(::portax::kernel::value::LocalElement::<__PxE>::store(array.part(::std::mem::offset_of!(Self, #fields)), place, v.#fields, m);)*
                }
            }
        }
        impl #generics ::portax::kernel::value::Slot<__PxE> for #kernel_form #clause {
            #[inline(always)]
            fn declare() -> Self {
                #inside { #(#fields: ::portax::kernel::value::Slot::<__PxE>::declare()),* }
            }
            #[inline(always)]
            fn set(&mut self, v: Self, m: ::std::option::Option<__PxE::Mask>) {
                #(::portax::kernel::value::Slot::<__PxE>::set(&mut self.#fields, v.#fields, m);)*
            }
            #[inline(always)]
            fn get(&self) -> Self {
                #inside { #(#fields: ::portax::kernel::value::Slot::<__PxE>::get(&self.#fields)),* }
            }
        }
        impl #generics ::portax::kernel::value::IntoSlot<__PxE> for #kernel_form #clause {
            type Slot = Self;
            #[inline(always)]
            fn into_slot(self) -> Self { self }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxL: ::std::marker::Copy, #(#params),*> ::portax::kernel::value::Assign<__PxE, #kernel_form, __PxL> for #kernel_form
        where
            #(#types: ::portax::kernel::value::Assign<__PxE, #types, __PxL>,)*
            #(#bounds,)*
        {
            #[inline(always)]
            fn assign(&mut self, v: Self, at: __PxL) {
                #(::portax::kernel::value::Assign::<__PxE, #types, __PxL>::assign(&mut self.#fields, v.#fields, at);)*
            }
        }
        impl #generics ::portax::kernel::value::Select<#kernel_form, #kernel_form> for ::portax::kernel::value::Bool<__PxE> #clause {
            type Output = #kernel_form;
            #[inline(always)]
            fn select(self, a: #kernel_form, b: #kernel_form) -> #kernel_form {
                #inside { #(#fields: #selections),* }
            }
        }
        impl #generics ::portax::kernel::value::Select<#kernel_form, #kernel_form> for ::portax::kernel::value::UniformBool<__PxE> #clause {
            type Output = #kernel_form;
            #[inline(always)]
            fn select(self, a: #kernel_form, b: #kernel_form) -> #kernel_form {
                #inside { #(#fields: #selections),* }
            }
        }
        #in_views
    })
}

/// The refusal of a struct with too many scalars, on its name.
fn joinable(name: &Ident) -> TokenStream {
    let message = format!(
        "portax: reductions and scans join values of at most eight scalars, `{name}` has more: join some of its fields, then the others"
    );
    quote_spanned! {name.span().resolved_at(Span::call_site())=>
        const JOINABLE: () = ::core::assert!(<Self as ::portax::kernel::value::Element>::SCALARS <= ::portax::kernel::value::MOST_SCALARS, #message);
    }
}

fn part(body: &mut Body, f: &Field) -> Result<Part> {
    let name = f
        .ident
        .clone()
        .ok_or_else(|| Error::new_spanned(f, "portax: an element's fields have names"))?;
    let mut errors = Vec::new();
    let shape = Shape::of(body, &f.ty, &mut errors);
    // One mistake is told once.
    let error = errors.into_iter().next();
    let inside = match error {
        None => body.ty(&f.ty),
        Some(_) => shape.ty(&Leaf::in_kernel),
    };
    let vis = &f.vis;
    Ok(Part {
        name,
        shape,
        inside,
        is_public: quote!(#vis),
        error,
    })
}

/// Whether any bits make a value: not where a field is an enum.
fn takes_any_bits(parts: &[Part]) -> TokenStream {
    let leaves = parts.iter().flat_map(|p| p.shape.leaves());
    let elements: Vec<_> = leaves
        .filter_map(|leaf| match leaf {
            Leaf::Element(ty) => Some(ty),
            Leaf::Scalar(_) => None,
        })
        .collect();
    if elements.is_empty() {
        return TokenStream::new();
    }
    quote!(const TAKES_ANY_BITS: bool = true #(&& <#elements as ::portax::kernel::value::Element>::TAKES_ANY_BITS)*;)
}

/// How many scalars each field has.
fn scalars(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        p.shape.count(&|leaf| match leaf {
            Leaf::Scalar(_) => quote!(1),
            Leaf::Element(ty) => {
                quote_spanned!(ty.span()=> <#ty as ::portax::kernel::value::Element>::SCALARS)
            }
        })
    };
    parts.iter().map(of).collect()
}

/// Each field as an argument of a launch.
fn bindings(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        let name = &p.name;
        let label = name.to_string();
        p.on_host(|| p.shape.map(&[quote!(self.#name)], &Leaf::in_kernel, &|leaf, from| match leaf {
            Leaf::Scalar(ty) => {
                let from = &from[0];
                quote!(::portax::kernel::value::Varying::<__PxE, #ty>(<__PxE as ::portax::kernel::exec::Values>::splat::<#ty>(__px_binder.scalar::<#ty>(#label, #from))))
            }
            Leaf::Element(ty) => {
                let from = &from[0];
                quote_spanned!(ty.span()=> ::portax::kernel::value::Conv::<<#ty as ::portax::kernel::value::Element>::In<__PxE>>::conv(<#ty as ::portax::kernel::functor::Bind>::bind::<__PxE>(&#from, #label, __px_binder)))
            }
        }))
    };
    parts.iter().map(of).collect()
}

/// Each field in every lane.
fn splats(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        let name = &p.name;
        p.on_host(|| p.shape.map(&[quote!(self.#name)], &Leaf::in_kernel, &|leaf, from| match leaf {
            Leaf::Scalar(ty) => {
                let from = &from[0];
                quote!(::portax::kernel::value::Varying::<__PxE, #ty>(<__PxE as ::portax::kernel::exec::Values>::splat::<#ty>(<__PxE as ::portax::kernel::exec::Values>::lit::<#ty>(#from))))
            }
            Leaf::Element(ty) => {
                let from = &from[0];
                quote!(<#ty as ::portax::kernel::value::Element>::splat::<__PxE>(#from))
            }
        }))
    };
    parts.iter().map(of).collect()
}

/// Each field of the one lane.
fn lanes(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        let name = &p.name;
        p.on_host(|| {
            p.shape
                .map(&[quote!(v.#name)], &Leaf::on_host, &|leaf, from| {
                    let from = &from[0];
                    match leaf {
                        Leaf::Scalar(_) => quote!(#from.0),
                        Leaf::Element(ty) => {
                            quote!(<#ty as ::portax::kernel::value::Element>::from_lane(#from))
                        }
                    }
                })
        })
    };
    parts.iter().map(of).collect()
}

/// Each field shown to the visitor.
fn visits(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        let name = &p.name;
        p.shape.each(&[quote!(v.#name)], &|leaf, from| {
            let from = &from[0];
            match leaf {
                Leaf::Scalar(ty) => {
                    quote!(::portax::kernel::value::Visitor::<__PxE>::scalar::<#ty>(visitor, &mut #from))
                }
                Leaf::Element(ty) => {
                    quote!(<#ty as ::portax::kernel::value::Element>::visit::<__PxE>(&mut #from, visitor))
                }
            }
        })
    };
    parts.iter().map(of).collect()
}

/// Each field where the condition `self` holds from `a`, else from `b`.
fn selections(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        let name = &p.name;
        p.shape.map(
            &[quote!(a.#name), quote!(b.#name)],
            &Leaf::in_kernel,
            &|_, from| {
                let (a, b) = (&from[0], &from[1]);
                quote!(::portax::kernel::value::Select::select(self, #a, #b))
            },
        )
    };
    parts.iter().map(of).collect()
}

/// What says how a field is summed.
fn summing(leaf: &Leaf, lifetime: TokenStream) -> TokenStream {
    let ty = leaf.ty();
    match leaf {
        Leaf::Scalar(_) => quote!(::portax::kernel::value::Reducer<#ty>),
        Leaf::Element(_) => quote!(::portax::kernel::value::FieldSum<#lifetime, #ty>),
    }
}

/// The sum of each field.
fn sums(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        let name = &p.name;
        p.shape.map(&[quote!(a.#name), quote!(b.#name)], &Leaf::in_kernel, &|leaf, from| {
            let (a, b, ty, sum) = (&from[0], &from[1], leaf.ty(), summing(leaf, quote!('static)));
            quote!({
                let (a, b) = (Value::<__PxE, #ty>::into_element(#a), Value::<__PxE, #ty>::into_element(#b));
                Value::<__PxE, #ty>::from_element(<::portax::Sum as #sum>::join::<__PxE>(a, b))
            })
        })
    };
    parts.iter().map(of).collect()
}

/// What a sum of each field starts from.
fn zeros(parts: &[Part]) -> Vec<TokenStream> {
    let of = |p: &Part| {
        p.on_host(|| {
            p.shape.map(&[], &Leaf::on_host, &|leaf, _| {
                let sum = summing(leaf, quote!('static));
                quote!(<::portax::Sum as #sum>::identity())
            })
        })
    };
    parts.iter().map(of).collect()
}
