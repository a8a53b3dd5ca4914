//! Types of kernel values.

use super::Body;
use crate::{
    kernel::{is_named, type_arguments},
    optional,
};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{
    GenericArgument, Path, PathArguments, PathSegment, Type, TypePath, TypeReference,
    spanned::Spanned,
};

/// What a shared reference points to, which kernels take by value: it does not change while it is shared. A table of the host,
/// `&'static`, stays where it is.
pub(crate) fn borrowed(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) if r.mutability.is_none() && !is_static(r) => borrowed(&r.elem),
        ty => ty,
    }
}

fn is_static(r: &TypeReference) -> bool {
    r.lifetime.as_ref().is_some_and(|l| l.ident == "static")
}

impl Body {
    /// What a type of the kernel language is for the executor.
    pub(crate) fn ty(&mut self, ty: &Type) -> TokenStream {
        match borrowed(ty) {
            Type::Path(path) => self.path_type(path),
            // A table of the host: comptime, read by `comptime!`.
            Type::Reference(r) if is_static(r) => quote!(#r),
            Type::Reference(r) => {
                let element = self.ty(&r.elem);
                quote!(&mut #element)
            }
            Type::Array(a) => {
                let (element, len) = (self.ty(&a.elem), &a.len);
                quote!([#element; #len])
            }
            Type::Tuple(t) => {
                let parts: Vec<_> = t.elems.iter().map(|x| self.ty(x)).collect();
                quote!((#(#parts),*))
            }
            Type::Paren(t) => self.ty(&t.elem),
            Type::Group(t) => self.ty(&t.elem),
            other => self.error(other, "this type is not part of the kernel language"),
        }
    }

    fn path_type(&mut self, path: &TypePath) -> TokenStream {
        let (e, span) = (self.e.clone(), path.span());
        let p = self.portax(span);
        let Some(segment) = path.path.segments.last().filter(|_| path.qself.is_none()) else {
            return quote!(#path);
        };
        let name = segment.ident.to_string();
        if self.names_scalar(&segment.ident) && path.path.segments.len() == 1 {
            return quote_spanned!(span=> #p::kernel::value::Varying<#e, #path>);
        }
        match &name[..] {
            "bool" => quote_spanned!(span=> #p::kernel::value::Bool<#e>),
            "usize" => quote_spanned!(span=> usize),
            "Index" => quote_spanned!(span=> #p::kernel::value::IndexOf<#e>),
            "Int" => quote_spanned!(span=> #p::kernel::value::IntOf<#e>),
            "Segment" => quote_spanned!(span=> #p::kernel::view::Segment<#e>),
            "Team" => quote_spanned!(span=> #p::kernel::team::TeamIn<#e>),
            "Uniform" => self.with_element(segment, |_, t| match t {
                GenericArgument::Type(Type::Path(t)) if t.path.is_ident("bool") => {
                    quote_spanned!(span=> #p::kernel::value::UniformBool<#e>)
                }
                t => quote_spanned!(span=> #p::kernel::value::UniformOf<#e, #t>),
            }),
            "Complex" => self.with_element(segment, |b, t| {
                let part = b.element_type(t);
                quote_spanned!(span=> #p::kernel::value::Complex<#part>)
            }),
            "Row" => self.with_element(
                segment,
                |_, t| quote_spanned!(span=> #p::kernel::view::Row<#e, #t>),
            ),
            "View" => {
                let arguments = type_arguments(&segment.arguments);
                quote_spanned!(span=> #p::kernel::view::ViewIn<#e, #(#arguments),*>)
            }
            _ if optional::names_one(segment) => self.error(path, optional::MESSAGE),
            _ if is_record(segment) => {
                let record = self.record(&path.path);
                quote_spanned!(span=> #record)
            }
            _ => quote_spanned!(span=> <#path as #p::kernel::value::Element>::In<#e>),
        }
    }

    /// A record as the executor has it. It is plain Rust, whose operators and methods are the author's.
    pub(super) fn record(&mut self, path: &Path) -> TokenStream {
        self.runs_own_code(path);
        let mut path = path.clone();
        if let Some(last) = path.segments.last_mut()
            && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
        {
            for argument in &mut arguments.args {
                if is_integer(argument) {
                    let inside = self.element_type(argument);
                    *argument = GenericArgument::Type(Type::Verbatim(inside));
                }
            }
        }
        quote!(#path)
    }

    fn element_type(&mut self, t: &GenericArgument) -> TokenStream {
        match t {
            GenericArgument::Type(t) => self.ty(t),
            other => self.error(other, "a type is needed here"),
        }
    }

    fn with_element(
        &mut self,
        segment: &PathSegment,
        make: impl FnOnce(&mut Body, &GenericArgument) -> TokenStream,
    ) -> TokenStream {
        match type_arguments(&segment.arguments)[..] {
            [t] => make(self, t),
            _ => self.error(
                segment,
                "this type needs one element type, such as `<f64>` or `<T>`",
            ),
        }
    }
}

/// Is it an integer of views alone, of 8 or 16 bits?
pub(super) fn is_small(ty: &Type) -> bool {
    ["u8", "i8", "u16", "i16"]
        .iter()
        .any(|name| is_named(ty, name))
}

pub(super) fn is_usize(ty: &Type) -> bool {
    is_named(ty, "usize")
}

/// Whether it is a struct of the author's own over integers that all lanes share, `Group<Int>`.
pub(super) fn is_record(segment: &PathSegment) -> bool {
    let arguments = type_arguments(&segment.arguments);
    arguments.into_iter().any(is_integer)
}

fn is_integer(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Type(t) if is_named(t, "Int"))
}
