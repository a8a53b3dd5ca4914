//! `#[derive(Element)]` of an enum without fields: in kernels the number of its variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Fields, Result};

/// The impls that make the enum a value of the language and an element of views.
pub(super) fn derive(input: &DeriveInput, variants: &DataEnum) -> Result<TokenStream> {
    let refused = |at: &dyn quote::ToTokens, message: &str| {
        Err(Error::new_spanned(
            at.to_token_stream(),
            format!("portax: {message}"),
        ))
    };
    if variants.variants.is_empty() || !input.generics.params.is_empty() {
        return refused(
            &input.ident,
            "an enum that is an element has variants, and no parameters",
        );
    }
    for v in &variants.variants {
        if !matches!(v.fields, Fields::Unit) {
            return refused(
                v,
                "variants of an element have no fields: write a struct that has the enum as a field",
            );
        }
        if let Some((_, number)) = &v.discriminant {
            return refused(
                number,
                "variants of an element are numbered from 0 in their order: leave the numbers out",
            );
        }
    }
    let (name, vis) = (&input.ident, &input.vis);
    let (inside, within) = (format_ident!("{name}In"), format_ident!("{name}With"));
    let all: Vec<_> = variants.variants.iter().map(|v| &v.ident).collect();
    let numbers = 0..all.len() as i32;
    let index = quote! {
        const __PX_R: usize,
        __PxL: ::portax::layout::Layout,
        __PxI: ::portax::kernel::view::Coords<__PxE, __PX_R, Class = __PxC>,
        __PxM: ::portax::kernel::value::mask::MaskType<__PxE>,
        __PxK: ::portax::kernel::value::mask::Checking,
    };
    let view = quote!(view: &::portax::kernel::view::ViewIn<__PxE, Self, __PX_R, __PxL>);
    let at = quote!(at: ::portax::kernel::value::mask::Lex<__PxM, __PxK>);
    Ok(quote! {
        #[doc(hidden)]
        #[allow(missing_docs, dead_code)]
        #vis type #inside<__PxE> = ::portax::kernel::value::Variant<#name, ::portax::kernel::value::Varying<__PxE, i32>>;
        #[doc(hidden)]
        #[allow(missing_docs, dead_code, unreachable_pub)]
        #vis struct #within<__PxE: ::portax::kernel::exec::Exec, __PxL> {
            pub this: #inside<__PxE>,
            pub at: __PxL,
        }
        // SAFETY: the numbers are the places.
        unsafe impl ::portax::kernel::value::Variants for #name {
            const ALL: &'static [Self] = &[#(#name::#all),*];
            type With<__PxE: ::portax::kernel::exec::Exec, __PxL> = #within<__PxE, __PxL>;
            #[inline(always)]
            fn number(self) -> i32 {
                match self { #(#name::#all => #numbers,)* }
            }
            #[inline(always)]
            fn with<__PxE: ::portax::kernel::exec::Exec, __PxL>(this: #inside<__PxE>, at: __PxL) -> #within<__PxE, __PxL> {
                #within { this, at }
            }
        }
        // SAFETY: one number, whatever the executor.
        unsafe impl ::portax::kernel::value::Element for #name {
            type In<__PxE: ::portax::kernel::exec::Exec> = #inside<__PxE>;
            type Kind = ::portax::kernel::value::Compound;
            type Parts<__PxE: ::portax::kernel::exec::Exec> = ::portax::kernel::view::VariantPart<__PxE, #name>;
            const PACKED_BYTES: usize = ::std::mem::size_of::<i32>();
            const ALIGN: usize = ::std::mem::size_of::<i32>();
            const TAKES_ANY_BITS: bool = false;
            #[inline(always)]
            fn splat<__PxE: ::portax::kernel::exec::Exec>(self) -> #inside<__PxE> {
                let number = ::portax::kernel::value::Variants::number(self);
                ::portax::kernel::value::Variant::new(<i32 as ::portax::kernel::value::Element>::splat::<__PxE>(number))
            }
            #[inline(always)]
            fn from_lane(v: #inside<::portax::kernel::exec::Lane>) -> Self {
                ::portax::kernel::value::variant_of(v.number().0)
            }
            #[inline(always)]
            fn visit<__PxE: ::portax::kernel::exec::Exec>(v: &mut #inside<__PxE>, visitor: &mut impl ::portax::kernel::value::Visitor<__PxE>) {
                visitor.scalar(v.number_mut());
            }
            #[inline(always)]
            fn placed<__PxE: ::portax::kernel::exec::Exec>(placer: &mut impl ::portax::kernel::view::Placer<__PxE>) -> Self::Parts<__PxE> {
                ::portax::kernel::view::VariantPart::new(placer.scalar())
            }
            #[inline(always)]
            fn tile(at: usize, width: usize) -> usize {
                <i32 as ::portax::kernel::value::Element>::tile(at, width)
            }
        }
        // SAFETY: its number is all there is, and each of them makes an element.
        unsafe impl ::portax::kernel::view::ViewElement for #name {
            type Scalar = i32;
            type Parts<__PxE: ::portax::kernel::exec::Exec> = ();
            const COMPONENTS: usize = 1;
            const TY: ::portax::ir::Ty = <i32 as ::portax::kernel::view::ViewElement>::TY;
            const TAKES_ANY_BITS: bool = false;
            fn placed<__PxE: ::portax::kernel::exec::Exec>(_: &mut impl ::portax::kernel::view::Placer<__PxE>) {}
            fn tile(width: usize) -> usize {
                <i32 as ::portax::kernel::view::ViewElement>::tile(width)
            }
            unsafe fn read<const __PX_R: usize>(memory: *mut u8, mapping: &::portax::layout::Mapping<__PX_R>, index: [usize; __PX_R]) -> Self {
                // SAFETY: the caller's promise.
                ::portax::kernel::value::variant_of(unsafe { <i32 as ::portax::kernel::view::ViewElement>::read(memory, mapping, index) })
            }
            unsafe fn write<const __PX_R: usize>(self, memory: *mut u8, mapping: &::portax::layout::Mapping<__PX_R>, index: [usize; __PX_R]) {
                let number = ::portax::kernel::value::Variants::number(self);
                // SAFETY: the caller's promise.
                unsafe { <i32 as ::portax::kernel::view::ViewElement>::write(number, memory, mapping, index) }
            }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxC> ::portax::kernel::view::InView<__PxE, __PxC> for #name
        where
            i32: ::portax::kernel::view::InView<__PxE, __PxC>,
        {
            type Value = ::portax::kernel::value::Variant<#name, <i32 as ::portax::kernel::view::InView<__PxE, __PxC>>::Value>;
            type Whole = ::portax::kernel::value::Variant<#name, <i32 as ::portax::kernel::view::InView<__PxE, __PxC>>::Whole>;
            #[inline(always)]
            #[track_caller]
            fn load<#index>(#view, i: __PxI, #at) -> Self::Value {
                let numbers = ::portax::kernel::view::numbers(view);
                ::portax::kernel::value::Variant::new(<i32 as ::portax::kernel::view::InView<__PxE, __PxC>>::load(&numbers, i, at))
            }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxC> ::portax::kernel::view::StoreInView<__PxE, __PxC> for #name
        where
            i32: ::portax::kernel::view::StoreInView<__PxE, __PxC>,
        {
            #[inline(always)]
            #[track_caller]
            fn store<#index>(#view, i: __PxI, v: Self::Value, #at) {
                let numbers = ::portax::kernel::view::numbers(view);
                <i32 as ::portax::kernel::view::StoreInView<__PxE, __PxC>>::store(&numbers, i, v.number(), at);
            }
        }
        // SAFETY: one number.
        unsafe impl ::portax::kernel::functor::Bind for #name {
            type In<__PxE: ::portax::kernel::exec::Exec> = ::portax::kernel::value::Variant<#name, <i32 as ::portax::kernel::functor::Bind>::In<__PxE>>;
            type Comptime = ();
            fn bind<__PxE: ::portax::kernel::exec::Exec>(&self, field: &'static str, binder: &mut impl ::portax::kernel::functor::Binder<__PxE>) -> Self::In<__PxE> {
                let number = ::portax::kernel::value::Variants::number(*self);
                ::portax::kernel::value::Variant::new(<i32 as ::portax::kernel::functor::Bind>::bind::<__PxE>(&number, field, binder))
            }
        }
        impl<__PxN> ::portax::kernel::value::Conv<::portax::kernel::value::Variant<#name, __PxN>> for #name
        where
            i32: ::portax::kernel::value::Conv<__PxN>,
        {
            #[inline(always)]
            fn conv(self) -> ::portax::kernel::value::Variant<#name, __PxN> {
                ::portax::kernel::value::Conv::conv(::portax::kernel::value::variant(self))
            }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxN> ::portax::kernel::value::OfOneLane<__PxE, ::portax::kernel::value::Variant<#name, __PxN>> for #name
        where
            i32: ::portax::kernel::value::OfOneLane<__PxE, __PxN>,
        {
            #[inline(always)]
            fn of_one_lane(self) -> ::portax::kernel::value::Variant<#name, __PxN> {
                ::portax::kernel::value::OfOneLane::of_one_lane(::portax::kernel::value::variant(self))
            }
        }
        impl<__PxN> ::portax::kernel::value::Compare<::portax::kernel::value::Variant<#name, __PxN>> for #name
        where
            i32: ::portax::kernel::value::Compare<__PxN>,
        {
            type Output = <i32 as ::portax::kernel::value::Compare<__PxN>>::Output;
            #[inline(always)]
            fn compare(self, op: ::portax::ops::Cmp, other: ::portax::kernel::value::Variant<#name, __PxN>) -> Self::Output {
                ::portax::kernel::value::Compare::compare(::portax::kernel::value::variant(self), op, other)
            }
        }
    })
}
