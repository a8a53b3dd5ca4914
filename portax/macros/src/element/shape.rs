//! What a field of an element is made of.

use super::refused;
use crate::body::Body;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Error, Expr, Index, Type};

/// Arrays and tuples of scalars and of elements.
pub(super) enum Shape {
    Leaf(Leaf),
    Array(Box<Shape>, Expr),
    Tuple(Vec<Shape>),
}

/// A scalar, or an element of its own.
#[derive(Clone)]
pub(super) enum Leaf {
    Scalar(Type),
    Element(Type),
}

impl Leaf {
    fn of(body: &Body, ty: &Type, errors: &mut Vec<Error>) -> Leaf {
        let refused = match ty {
            Type::Path(_) if body.is_scalar(ty) => return Leaf::Scalar(ty.clone()),
            Type::Path(_) => refused::known(ty),
            _ => Some(refused::other(ty)),
        };
        let Some(refused) = refused else {
            return Leaf::Element(ty.clone());
        };
        errors.push(refused.error);
        Leaf::Scalar(refused.instead)
    }

    /// Its type on the host.
    pub(super) fn ty(&self) -> &Type {
        match self {
            Leaf::Scalar(ty) | Leaf::Element(ty) => ty,
        }
    }

    /// The same, as code.
    pub(super) fn on_host(&self) -> TokenStream {
        self.ty().to_token_stream()
    }

    /// Its type in a kernel.
    pub(super) fn in_kernel(&self) -> TokenStream {
        match self {
            Leaf::Scalar(ty) => quote!(::portax::kernel::value::Varying<__PxE, #ty>),
            Leaf::Element(ty) => quote!(<#ty as ::portax::kernel::value::Element>::In<__PxE>),
        }
    }
}

/// Something of a leaf.
type Of<'a> = &'a dyn Fn(&Leaf) -> TokenStream;

/// Code for a leaf, from the same place of each input.
type Make<'a> = &'a dyn Fn(&Leaf, &[TokenStream]) -> TokenStream;

impl Shape {
    /// The shape of a type. In the place of what is refused, which is told to `errors`, stands another type.
    pub(super) fn of(body: &Body, ty: &Type, errors: &mut Vec<Error>) -> Shape {
        match ty {
            Type::Array(a) => {
                let element = Shape::of(body, &a.elem, errors);
                Shape::Array(Box::new(element), a.len.clone())
            }
            Type::Tuple(t) if (2..=4).contains(&t.elems.len()) => {
                let parts = t.elems.iter().map(|ty| Shape::of(body, ty, errors));
                Shape::Tuple(parts.collect())
            }
            Type::Paren(t) => Shape::of(body, &t.elem, errors),
            Type::Group(t) => Shape::of(body, &t.elem, errors),
            _ => Shape::Leaf(Leaf::of(body, ty, errors)),
        }
    }

    /// Its scalars and elements, those of an array once.
    pub(super) fn leaves(&self) -> Vec<Leaf> {
        match self {
            Shape::Leaf(leaf) => vec![leaf.clone()],
            Shape::Array(element, _) => element.leaves(),
            Shape::Tuple(parts) => parts.iter().flat_map(Shape::leaves).collect(),
        }
    }

    /// The sum over all leaves.
    pub(super) fn count(&self, of: Of<'_>) -> TokenStream {
        match self {
            Shape::Leaf(leaf) => of(leaf),
            Shape::Array(element, len) => {
                let each = element.count(of);
                quote!((#len) * (#each))
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.count(of));
                quote!((0 #(+ #parts)*))
            }
        }
    }

    /// The type of a value of this shape.
    pub(super) fn ty(&self, of: Of<'_>) -> TokenStream {
        match self {
            Shape::Leaf(leaf) => of(leaf),
            Shape::Array(element, len) => {
                let element = element.ty(of);
                quote!([#element; #len])
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.ty(of));
                quote!((#(#parts,)*))
            }
        }
    }

    /// A value of this shape, whose leaves have these types.
    pub(super) fn map(&self, inputs: &[TokenStream], of: Of<'_>, make: Make<'_>) -> TokenStream {
        self.map_at(inputs, of, make, 0)
    }

    fn map_at(
        &self,
        inputs: &[TokenStream],
        of: Of<'_>,
        make: Make<'_>,
        depth: usize,
    ) -> TokenStream {
        match self {
            Shape::Leaf(leaf) => make(leaf, inputs),
            Shape::Array(element, len) => {
                let k = format_ident!("__px_k{depth}");
                let items: Vec<_> = inputs.iter().map(|x| quote!(#x[#k])).collect();
                let (ty, item) = (element.ty(of), element.map_at(&items, of, make, depth + 1));
                quote!(::portax::tab!(#ty, { #len }, #k => #item))
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().enumerate().map(|(k, part)| {
                    let k = Index::from(k);
                    let items: Vec<_> = inputs.iter().map(|x| quote!(#x.#k)).collect();
                    part.map_at(&items, of, make, depth)
                });
                quote!((#(#parts,)*))
            }
        }
    }

    /// Statements for each leaf, in order.
    pub(super) fn each(&self, inputs: &[TokenStream], make: Make<'_>) -> TokenStream {
        self.each_at(inputs, make, 0)
    }

    fn each_at(&self, inputs: &[TokenStream], make: Make<'_>, depth: usize) -> TokenStream {
        match self {
            Shape::Leaf(leaf) => {
                let code = make(leaf, inputs);
                quote!(#code;)
            }
            Shape::Array(element, len) => {
                let k = format_ident!("__px_k{depth}");
                let items: Vec<_> = inputs.iter().map(|x| quote!(#x[#k])).collect();
                let code = element.each_at(&items, make, depth + 1);
                quote!({
                    let mut #k = 0;
                    while #k < { #len } {
                        #code
                        #k += 1;
                    }
                })
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().enumerate().map(|(k, part)| {
                    let k = Index::from(k);
                    let items: Vec<_> = inputs.iter().map(|x| quote!(#x.#k)).collect();
                    part.each_at(&items, make, depth)
                });
                quote!(#(#parts)*)
            }
        }
    }
}
