//! Elements in views: each of their scalars has a place of its own.

use super::{Leaf, Part, Shape};
use crate::functor::{argument, without_default};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::DeriveInput;

/// What the derive writes.
pub(super) struct Code {
    /// In the impl of `Element`
    pub placed: TokenStream,
    /// Beside it
    pub in_views: TokenStream,
}

/// The type of the places of a leaf.
fn places_of(leaf: &Leaf) -> TokenStream {
    match leaf {
        Leaf::Scalar(ty) => quote!(::portax::kernel::view::Part<__PxE, #ty>),
        Leaf::Element(ty) => quote!(<#ty as ::portax::kernel::value::Element>::Parts<__PxE>),
    }
}

/// Bytes of all scalars.
fn bytes(leaf: &Leaf) -> TokenStream {
    match leaf {
        Leaf::Scalar(ty) => quote!(::core::mem::size_of::<#ty>()),
        Leaf::Element(ty) => quote!(<#ty as ::portax::kernel::value::Element>::PACKED_BYTES),
    }
}

/// Bytes of the largest scalar.
fn align(shape: &Shape) -> TokenStream {
    let of = |leaf: Leaf| match leaf {
        Leaf::Scalar(ty) => quote!(::core::mem::size_of::<#ty>()),
        Leaf::Element(ty) => quote!(<#ty as ::portax::kernel::value::Element>::ALIGN),
    };
    let leaves = shape.leaves().into_iter().map(of);
    quote!(::portax::kernel::value::largest(&[#(#leaves),*]))
}

/// Goes over a field: bytes behind its tile from those before on, both in the variable `at`.
fn tile(shape: &Shape) -> TokenStream {
    match shape {
        Shape::Leaf(Leaf::Scalar(ty)) => {
            quote!(at = ::portax::layout::behind(at, width, ::core::mem::size_of::<#ty>());)
        }
        Shape::Leaf(Leaf::Element(ty)) => {
            quote!(at = <#ty as ::portax::kernel::value::Element>::tile(at, width);)
        }
        Shape::Array(element, len) => {
            let code = tile(element);
            quote!({
                let mut k = 0;
                while k < { #len } {
                    #code
                    k += 1;
                }
            })
        }
        Shape::Tuple(parts) => {
            let (align, parts) = (align(shape), parts.iter().map(tile));
            quote! {
                at = ::portax::layout::aligned(at, width, #align);
                #(#parts)*
                at = ::portax::layout::aligned(at, width, #align);
            }
        }
    }
}

/// Places a field.
fn place(shape: &Shape) -> TokenStream {
    let leaf = |leaf: &Leaf, _: &[TokenStream]| match leaf {
        Leaf::Scalar(ty) => quote!(placer.scalar::<#ty>()),
        Leaf::Element(ty) => {
            quote!(<#ty as ::portax::kernel::value::Element>::placed::<__PxE>(placer))
        }
    };
    match shape {
        Shape::Leaf(of) => leaf(of, &[]),
        Shape::Array(element, len) => {
            let item = entered(quote!(::portax::kernel::view::PartStep::Item(k)), element);
            let ty = element.ty(&places_of);
            quote!(::portax::tab!(#ty, { #len }, k => #item))
        }
        Shape::Tuple(parts) => {
            let align = align(shape);
            let items = parts
                .iter()
                .enumerate()
                .map(|(k, part)| entered(quote!(::portax::kernel::view::PartStep::Item(#k)), part));
            quote!({
                placer.align(#align);
                let parts = (#(#items,)*);
                placer.align(#align);
                parts
            })
        }
    }
}

/// Places what one step leads to.
fn entered(step: TokenStream, shape: &Shape) -> TokenStream {
    let code = place(shape);
    quote!({
        placer.enter(#step);
        let part = #code;
        placer.leave();
        part
    })
}

pub(super) fn code(input: &DeriveInput, parts: &[Part]) -> Code {
    Code {
        placed: placed(input, parts),
        in_views: in_views(input, parts),
    }
}

/// The items of `Element` that views need.
fn placed(input: &DeriveInput, parts: &[Part]) -> TokenStream {
    let places = format_ident!("{}Parts", input.ident);
    let arguments: Vec<_> = input.generics.params.iter().map(argument).collect();
    let fields: Vec<_> = parts.iter().map(|p| &p.name).collect();
    let bytes: Vec<_> = parts.iter().map(|p| p.shape.count(&bytes)).collect();
    let aligns: Vec<_> = parts.iter().map(|p| align(&p.shape)).collect();
    let tiles: Vec<_> = parts.iter().map(|p| tile(&p.shape)).collect();
    let items: Vec<_> = parts
        .iter()
        .map(|p| {
            let name = p.name.to_string();
            let name = name.strip_prefix("r#").unwrap_or(&name);
            entered(
                quote!(::portax::kernel::view::PartStep::Field(#name)),
                &p.shape,
            )
        })
        .collect();
    quote! {
        type Kind = ::portax::kernel::value::Compound;
        type Parts<__PxE: ::portax::kernel::exec::Exec> = #places<__PxE, #(#arguments),*>;
        const PACKED_BYTES: usize = 0 #(+ #bytes)*;
        const ALIGN: usize = ::portax::kernel::value::largest(&[#(#aligns),*]);
        #[inline(always)]
        fn placed<__PxE: ::portax::kernel::exec::Exec>(placer: &mut impl ::portax::kernel::view::Placer<__PxE>) -> Self::Parts<__PxE> {
            placer.align(<Self as ::portax::kernel::value::Element>::ALIGN);
            let parts = #places { #(#fields: #items),* };
            placer.align(<Self as ::portax::kernel::value::Element>::ALIGN);
            parts
        }
        #[inline(always)]
        fn tile(at: usize, width: usize) -> usize {
            let mut at = ::portax::layout::aligned(at, width, <Self as ::portax::kernel::value::Element>::ALIGN);
            #(#tiles)*
            ::portax::layout::aligned(at, width, <Self as ::portax::kernel::value::Element>::ALIGN)
        }
    }
}

/// The places, and the impls that make it an element of views.
fn in_views(input: &DeriveInput, parts: &[Part]) -> TokenStream {
    let (name, vis) = (&input.ident, &input.vis);
    let (inside, places) = (format_ident!("{name}In"), format_ident!("{name}Parts"));
    let (impl_generics, type_generics, clause) = input.generics.split_for_impl();
    let params: Vec<_> = input.generics.params.iter().map(without_default).collect();
    let arguments: Vec<_> = input.generics.params.iter().map(argument).collect();
    let bounds: Vec<_> = clause
        .map(|c| &c.predicates)
        .into_iter()
        .flatten()
        .collect();
    let fields: Vec<_> = parts.iter().map(|p| &p.name).collect();
    let visibilities = parts.iter().map(|p| &p.is_public);
    let types: Vec<_> = parts.iter().map(|p| p.shape.ty(&places_of)).collect();
    let generics = quote!(<__PxE: ::portax::kernel::exec::Exec, #(#params),*>);
    let of_class = quote!(<__PxE: ::portax::kernel::exec::Exec, __PxC, #(#params),*>);
    let kernel_form = quote!(#inside<__PxE, #(#arguments),*>);
    let of_executor = quote!(#places<__PxE, #(#arguments),*>);
    let of_host = quote!(#places<::portax::kernel::exec::Lane, #(#arguments),*>);
    let leaves: Vec<_> = parts.iter().flat_map(|p| p.shape.leaves()).collect();
    let leaf_places: Vec<_> = leaves.iter().map(places_of).collect();
    let leaf_values: Vec<_> = leaves.iter().map(Leaf::in_kernel).collect();
    // What does not depend on parameters of the struct is known to hold.
    let is_generic = input.generics.type_params().next().is_some();
    let (leaf_places, leaf_values): (&[_], &[_]) = match is_generic {
        true => (&leaf_places, &leaf_values),
        false => (&[], &[]),
    };
    let loading = ["VaryingClass", "UniformClass"].map(|class| {
        let class = format_ident!("{class}");
        let class = quote!(::portax::kernel::view::#class);
        let loads = parts.iter().map(|p| load(p, &class));
        quote! {
            impl #generics ::portax::kernel::view::LoadParts<__PxE, #class> for #of_executor
            where
                #(#leaf_places: ::portax::kernel::view::LoadParts<__PxE, #class, Value: ::portax::kernel::value::Conv<#leaf_values>>,)*
                #(#bounds,)*
            {
                type Value = #kernel_form;
                #[inline(always)]
                #[track_caller]
                fn load(self, from: &impl ::portax::kernel::view::Reader<__PxE, #class>) -> #kernel_form {
                    #inside { #(#fields: #loads),* }
                }
            }
        }
    });
    let storing = ["VaryingClass", "UniformClass"].map(|class| {
        let class = format_ident!("{class}");
        let class = quote!(::portax::kernel::view::#class);
        let stores = parts.iter().map(|p| store(p, &class));
        quote! {
            impl #generics ::portax::kernel::view::StoreParts<__PxE, #class> for #of_executor
            where
                #(#leaf_places: ::portax::kernel::view::StoreParts<__PxE, #class, Value: ::portax::kernel::value::Conv<#leaf_values>>,)*
                #(#leaf_values: ::portax::kernel::view::StoredAs<__PxE, #class, <#leaf_places as ::portax::kernel::view::LoadParts<__PxE, #class>>::Value>,)*
                #(#bounds,)*
            {
                #[inline(always)]
                #[track_caller]
                fn store(self, v: #kernel_form, to: &impl ::portax::kernel::view::Writer<__PxE, #class>) {
                    #(#stores)*
                }
            }
        }
    });
    let element = quote!(#name #type_generics);
    let index = quote! {
        const __PX_R: usize,
        __PxL: ::portax::layout::Layout,
        __PxI: ::portax::kernel::view::Coords<__PxE, __PX_R, Class = __PxC>,
        __PxM: ::portax::kernel::value::mask::MaskType<__PxE>,
        __PxK: ::portax::kernel::value::mask::Checking,
    };
    let view = quote!(view: &::portax::kernel::view::ViewIn<__PxE, Self, __PX_R, __PxL>);
    let at = quote!(at: ::portax::kernel::value::mask::Lex<__PxM, __PxK>);
    quote! {
        #[doc(hidden)]
        #[allow(missing_docs, dead_code, non_snake_case)]
        #vis struct #places #generics #clause { #(#visibilities #fields: #types,)* }
        impl #generics ::std::clone::Clone for #of_executor #clause {
            #[inline(always)]
            fn clone(&self) -> Self { *self }
        }
        impl #generics ::std::marker::Copy for #of_executor #clause {}
        impl #generics ::portax::kernel::view::Parts<__PxE> for #of_executor #clause {
            #[inline(always)]
            fn moved(self, by: &impl ::portax::kernel::view::Mover<__PxE>) -> Self {
                #places { #(#fields: ::portax::kernel::view::Parts::<__PxE>::moved(self.#fields, by)),* }
            }
        }
        impl #generics ::portax::kernel::value::Value<__PxE> for #of_executor #clause {
            #[inline(always)]
            fn var(self) -> Self { self }
            #[inline(always)]
            fn read(&self) -> Self { *self }
        }
        #(#loading)*
        #(#storing)*
        // SAFETY: written by the derive: the scalars of the fields, in order, and any values of them make an element.
        unsafe impl #impl_generics ::portax::kernel::view::ViewElement for #element
        where
            #of_host: ::portax::kernel::view::StoreParts<::portax::kernel::exec::Lane, ::portax::kernel::view::VaryingClass, Value = #inside<::portax::kernel::exec::Lane, #(#arguments),*>>,
            #(#bounds,)*
        {
            type Scalar = u8;
            type Parts<__PxE: ::portax::kernel::exec::Exec> = #of_executor;
            const COMPONENTS: usize = 1;
            const TY: ::portax::ir::Ty = ::portax::ir::Ty::U8;
            const BYTES: usize = <Self as ::portax::kernel::value::Element>::PACKED_BYTES;
            const TAKES_ANY_BITS: bool = <Self as ::portax::kernel::value::Element>::TAKES_ANY_BITS;
            const STRUCT: ::std::option::Option<usize> = ::std::option::Option::Some(<Self as ::portax::kernel::value::Element>::SCALARS);
            #[inline(always)]
            fn placed<__PxE: ::portax::kernel::exec::Exec>(placer: &mut impl ::portax::kernel::view::Placer<__PxE>) -> #of_executor {
                <Self as ::portax::kernel::value::Element>::placed::<__PxE>(placer)
            }
            #[inline(always)]
            fn tile(width: usize) -> usize {
                <Self as ::portax::kernel::value::Element>::tile(0, width)
            }
            unsafe fn read<const __PX_R: usize>(memory: *mut u8, mapping: &::portax::layout::Mapping<__PX_R>, index: [usize; __PX_R]) -> Self {
                // SAFETY: the caller's promise.
                let value = unsafe { ::portax::kernel::view::read_on_host::<Self, __PX_R>(memory, mapping, index) };
                <Self as ::portax::kernel::value::Element>::from_lane(value)
            }
            unsafe fn write<const __PX_R: usize>(self, memory: *mut u8, mapping: &::portax::layout::Mapping<__PX_R>, index: [usize; __PX_R]) {
                let value = <Self as ::portax::kernel::value::Element>::splat::<::portax::kernel::exec::Lane>(self);
                // SAFETY: the caller's promise.
                unsafe { ::portax::kernel::view::write_on_host::<Self, __PX_R>(memory, mapping, index, value) }
            }
        }
        impl #of_class ::portax::kernel::view::InView<__PxE, __PxC> for #element
        where
            #element: ::portax::kernel::view::ViewElement<Parts<__PxE> = #of_executor>,
            #of_executor: ::portax::kernel::view::LoadParts<__PxE, __PxC, Value = #kernel_form>,
            #(#bounds,)*
        {
            type Value = #kernel_form;
            type Whole = #of_executor;
            #[inline(always)]
            #[track_caller]
            fn load<#index>(#view, i: __PxI, #at) -> #kernel_form {
                ::portax::kernel::view::load_parts(view, i, view.parts(), at)
            }
        }
        impl #of_class ::portax::kernel::view::StoreInView<__PxE, __PxC> for #element
        where
            #element: ::portax::kernel::view::InView<__PxE, __PxC, Value = #kernel_form, Parts<__PxE> = #of_executor>,
            #of_executor: ::portax::kernel::view::StoreParts<__PxE, __PxC, Value = #kernel_form>,
            #(#bounds,)*
        {
            #[inline(always)]
            #[track_caller]
            fn store<#index>(#view, i: __PxI, v: #kernel_form, #at) {
                ::portax::kernel::view::store_parts(view, i, view.parts(), v, at);
            }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxC, __PxQ: ::portax::kernel::view::LoadParts<__PxE, __PxC>, #(#params),*> ::portax::kernel::view::PartInView<__PxE, __PxC, __PxQ> for #element
        where
            #element: ::portax::kernel::view::InView<__PxE, __PxC, Whole = #of_executor, Parts<__PxE> = #of_executor>,
            #(#bounds,)*
        {
            type PartValue = __PxQ::Value;
            type Place<const __PX_R: usize, __PxL: ::portax::layout::Layout, __PxI: ::portax::kernel::view::Coords<__PxE, __PX_R>> = ::portax::kernel::view::PartAt<__PxE, Self, __PX_R, __PxL, __PxI, __PxQ>;
            #[inline(always)]
            #[track_caller]
            fn read_part<#index>(#view, i: __PxI, choose: impl FnOnce(#of_executor) -> __PxQ, #at) -> __PxQ::Value {
                ::portax::kernel::view::load_parts(view, i, choose(view.parts()), at)
            }
            #[inline(always)]
            #[track_caller]
            fn place_part<#index>(#view, i: __PxI, choose: impl FnOnce(#of_executor) -> __PxQ, _: ::portax::kernel::value::mask::Lex<__PxM, __PxK>) -> Self::Place<__PX_R, __PxL, __PxI> {
                ::portax::kernel::view::PartAt::new(view, i, choose(view.parts()))
            }
        }
        impl<__PxE: ::portax::kernel::exec::Exec, __PxC, __PxQ: ::portax::kernel::view::StoreParts<__PxE, __PxC>, __PxV: ::portax::kernel::view::StoredAs<__PxE, __PxC, __PxQ::Value>, #(#params),*> ::portax::kernel::view::SetPartInView<__PxE, __PxC, __PxQ, __PxV> for #element
        where
            #element: ::portax::kernel::view::InView<__PxE, __PxC, Whole = #of_executor, Parts<__PxE> = #of_executor>,
            #(#bounds,)*
        {
            #[inline(always)]
            #[track_caller]
            fn set_part<#index>(#view, i: __PxI, choose: impl FnOnce(&mut #of_executor) -> &mut __PxQ, v: __PxV, #at) {
                let mut parts = view.parts();
                let part = *choose(&mut parts);
                ::portax::kernel::view::store_parts(view, i, part, ::portax::kernel::view::StoredAs::stored(v), at);
            }
        }
    }
}

/// Reads a field.
fn load(p: &Part, class: &TokenStream) -> TokenStream {
    let name = &p.name;
    p.shape.map(&[quote!(self.#name)], &Leaf::in_kernel, &|leaf, from| {
        let (from, value) = (&from[0], leaf.in_kernel());
        quote!(::portax::kernel::value::Conv::<#value>::conv(::portax::kernel::view::LoadParts::<__PxE, #class>::load(#from, from)))
    })
}

/// Writes a field: at a place that all lanes share, what the lane has that runs.
fn store(p: &Part, class: &TokenStream) -> TokenStream {
    let name = &p.name;
    p.shape
        .each(&[quote!(self.#name), quote!(v.#name)], &|_, from| {
            let (place, v) = (&from[0], &from[1]);
            let v = quote!(::portax::kernel::view::StoredAs::<__PxE, #class, _>::stored(#v));
            quote!(::portax::kernel::view::StoreParts::<__PxE, #class>::store(#place, #v, to))
        })
}
