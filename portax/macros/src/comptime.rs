//! `#[derive(Comptime)]`

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DeriveInput, Error, Fields, Result};

/// A field-less enum as the value of a `#[comptime]` field: told apart by its variant alone.
pub(crate) fn derive(input: DeriveInput) -> Result<TokenStream> {
    let is_fieldless = |e: &DataEnum| e.variants.iter().all(|v| matches!(v.fields, Fields::Unit));
    if !matches!(&input.data, Data::Enum(e) if is_fieldless(e)) || !input.generics.params.is_empty()
    {
        return Err(Error::new_spanned(
            &input.ident,
            "portax: a comptime value of one's own is an enum without fields",
        ));
    }
    let name = &input.ident;
    Ok(quote! {
        impl ::portax::kernel::value::Compare<Self> for #name {
            type Output = bool;
            #[inline(always)]
            fn compare(self, op: ::portax::ops::Cmp, other: Self) -> bool {
                ::portax::kernel::value::Compare::compare(self as i64, op, other as i64)
            }
        }
        impl ::std::hash::Hash for #name {
            fn hash<H: ::std::hash::Hasher>(&self, state: &mut H) {
                ::std::hash::Hash::hash(&::std::mem::discriminant(self), state);
            }
        }
        // SAFETY: an enum without fields, whose hash is written here.
        unsafe impl ::portax::kernel::value::Plain for #name {}
        // SAFETY: it is plain.
        unsafe impl<__PxE: ::portax::kernel::exec::Exec> ::portax::kernel::value::Constant<__PxE> for #name {
            type Value = Self;
            #[inline(always)]
            fn value(self) -> Self {
                self
            }
        }
    })
}
