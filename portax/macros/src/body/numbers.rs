//! Constants and functions of the types of numbers: `T::ZERO`, `f64::from(n)`, `f32::max(a, b)`.

use super::Body;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{ExprCall, Ident, Path, spanned::Spanned};

/// Constants that every type of numbers has.
const OF_ALL: [&str; 4] = ["ZERO", "ONE", "HIGHEST", "LOWEST"];

impl Body {
    /// The type of numbers that a path begins with, and what it names there.
    fn of_number<'a>(&self, path: &'a Path) -> Option<(&'a Ident, &'a Ident)> {
        let segments: Vec<_> = path.segments.iter().collect();
        let [ty, name] = segments[..] else {
            return None;
        };
        let is_plain = ty.arguments.is_none() && name.arguments.is_none();
        let is_number = self.names_number(&ty.ident) || self.may_be_parameter(&ty.ident);
        (is_plain && is_number).then_some((&ty.ident, &name.ident))
    }

    /// A lambda does not see the parameters of the function that it stands in: it takes one letter for one.
    fn may_be_parameter(&self, name: &Ident) -> bool {
        let name = name.to_string();
        !self.sees_parameters && name.len() == 1 && name.starts_with(char::is_uppercase)
    }

    /// `T::ZERO` of a type parameter.
    pub(super) fn constant_of_parameter(&self, path: &Path) -> Option<TokenStream> {
        let (ty, constant) = self.of_number(path)?;
        let (e, p) = (&self.e, self.portax(path.span()));
        let is_parameter = self.parameter(ty).is_some()
            || self.may_be_parameter(ty) && OF_ALL.iter().any(|known| constant == known);
        is_parameter
            .then(|| quote_spanned!(path.span()=> #p::kernel::value::every_lane::<#e, #ty>(#path)))
    }

    /// `f64::from(n)` converts; every other function is the method of its first argument.
    pub(super) fn function_of_number(
        &mut self,
        path: &Path,
        call: &ExprCall,
    ) -> Option<TokenStream> {
        let (ty, name) = self.of_number(path)?;
        if !name.to_string().starts_with(char::is_lowercase) {
            return None;
        }
        let first = call.args.first()?;
        let (of, method) = match &format!("{ty}::{name}")[..] {
            "f32::from_bits" => ("u32", "bits_as_f32"),
            "f64::from_bits" => ("u64", "bits_as_f64"),
            _ => ("", ""),
        };
        let (of, method) = match of {
            "" => (ty.clone(), name.clone()),
            of => (Ident::new(of, ty.span()), Ident::new(method, name.span())),
        };
        let arguments: Vec<_> = call.args.iter().map(|x| self.expr(x)).collect();
        let (e, span) = (self.e.clone(), call.span());
        let p = self.portax(span);
        let lanes = quote_spanned!(ty.span()=> #p::kernel::value::Varying<#e, #of>);
        let (value, rest) = arguments.split_first()?;
        if name == "from" {
            let cast = self.whole(first, quote!(kernel::value::Cast::<#lanes>::cast));
            return Some(quote_spanned!(span=> #cast(#value)));
        }
        let conv = self.whole(first, quote!(kernel::value::Conv::<#lanes>::conv));
        Some(quote_spanned!(name.span()=> #conv(#value).#method(#(#rest),*)))
    }
}
