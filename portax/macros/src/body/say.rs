//! `kernel_assert!` and `debug_print!`.

use super::{Binding, Body};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::{
    Expr, Ident, LitStr, Macro, Result, Token,
    parse::{Parse, ParseStream},
    spanned::Spanned,
};

/// Most numbers that a message shows, indices included.
const MOST_NUMBERS: usize = 16;

/// `condition, "text", arguments...`
struct Assertion {
    condition: Expr,
    says: Option<Text>,
}

impl Parse for Assertion {
    fn parse(input: ParseStream) -> Result<Self> {
        let condition = input.parse()?;
        let comma = input.parse::<Option<Token![,]>>()?;
        let has_text = comma.is_some() && !input.is_empty();
        let says = has_text.then(|| input.parse()).transpose()?;
        Ok(Assertion { condition, says })
    }
}

/// `"text", arguments...`, as `format!` takes them.
struct Text {
    literal: LitStr,
    arguments: Vec<Argument>,
}

/// `x`, or `name = x`.
struct Argument {
    name: Option<Ident>,
    value: Expr,
}

impl Parse for Text {
    fn parse(input: ParseStream) -> Result<Self> {
        let literal = input.parse()?;
        let mut arguments = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let is_named = input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]);
            let mut name = None;
            if is_named {
                name = Some(input.parse()?);
                input.parse::<Token![=]>()?;
            }
            let value = input.parse()?;
            arguments.push(Argument { name, value });
        }
        Ok(Text { literal, arguments })
    }
}

impl Text {
    /// What a condition says of itself, which is all that the macro is given.
    fn of_condition(condition: &Expr, m: &Macro) -> Text {
        let source = m.delimiter.span().join().source_text();
        let inside = source
            .as_deref()
            .and_then(|text| text.get(1..text.len() - 1));
        let source = match inside {
            Some(text) => text.trim().trim_end_matches(',').to_string(),
            None => condition.to_token_stream().to_string(),
        };
        let source = source.replace('{', "{{").replace('}', "}}");
        let text = format!("assertion failed: {source}");
        Text {
            literal: LitStr::new(&text, condition.span()),
            arguments: Vec::new(),
        }
    }

    /// Adds the names that the text shows without an argument.
    fn capture(&mut self) {
        let mut known: HashSet<String> = self
            .arguments
            .iter()
            .filter_map(|a| Some(a.name.as_ref()?.to_string()))
            .collect();
        for name in captured(&self.literal.value()) {
            if known.insert(name.clone()) {
                let name = Ident::new(&name, self.literal.span());
                let value = syn::parse_quote!(#name);
                let name = Some(name);
                self.arguments.push(Argument { name, value });
            }
        }
    }
}

/// The names between `{` and `}` or `:`.
pub(super) fn captured(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        rest = &rest[at + 1..];
        if let Some(escaped) = rest.strip_prefix('{') {
            rest = escaped;
            continue;
        }
        let name = rest.split(['}', ':']).next().unwrap_or_default().trim();
        if syn::parse_str::<Ident>(name).is_ok() {
            names.push(name.to_string());
        }
    }
    names
}

impl Body {
    /// `kernel_assert!` or `debug_print!`, as a block; none of other macros.
    pub(super) fn message(&mut self, m: &Macro) -> Option<TokenStream> {
        let name = m.path.segments.last()?.ident.to_string();
        let code = match &name[..] {
            "kernel_assert" => m.parse_body().map(|a| self.assertion(a, m)),
            "debug_print" => {
                let print = |text| self.say(text, "Line", m.span());
                m.parse_body().map(print)
            }
            _ => return None,
        };
        Some(code.unwrap_or_else(|error| {
            self.errors.push(error);
            quote!(())
        }))
    }

    fn assertion(&mut self, assertion: Assertion, m: &Macro) -> TokenStream {
        let span = m.span();
        let (e, p) = (self.e.clone(), self.portax(span));
        let Assertion { condition, says } = assertion;
        let text = says.unwrap_or_else(|| Text::of_condition(&condition, m));
        let condition = self.expr(&condition);
        let say = self.say(text, "Assertion", span);
        quote_spanned! {span=> {
            let __px_c = #condition;
            let (_, _, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_c, __px_at);
            let (__px_t, __px_at) = #p::kernel::value::mask::Condition::<#e, _, _>::enter_else(__px_c, __px_at);
            if __px_t { #say }
            #p::kernel::value::mask::Leave::leave(__px_end);
        } }
    }

    /// Says a text in the lanes that run here.
    fn say(&mut self, mut text: Text, says: &str, span: Span) -> TokenStream {
        text.capture();
        let (e, p) = (self.e.clone(), self.portax(span));
        let (says, places) = (Ident::new(says, span), self.places());
        if places.len() + text.arguments.len() > MOST_NUMBERS {
            return self.error(
                &text.literal,
                "a message shows at most 16 numbers, indices included: say less, or say it twice",
            );
        }
        let literal = &text.literal;
        let shown = text.arguments.iter().enumerate().map(|(k, a)| {
            let name = a.name.iter();
            quote_spanned!(span=> #(#name =)* __px_shown[#k])
        });
        let shown: Vec<_> = shown.collect();
        let values: Vec<_> = text.arguments.iter().map(|a| self.expr(&a.value)).collect();
        let numbers = places.iter().chain(&values);
        let numbers =
            numbers.map(|x| quote_spanned!(span=> #p::kernel::value::Show::<#e>::show(#x)));
        let indices = places.len();
        quote_spanned! {span=> {
            static __PX_MESSAGE: #p::kernel::message::Message = #p::kernel::message::Message::new(
                #p::kernel::message::Says::#says,
                #indices,
                |__px_shown| ::std::format!(#literal #(, #shown)*),
            );
            #p::kernel::message::say::<#e, _, _>(&__PX_MESSAGE, &[#(#numbers),*], __px_at);
        } }
    }

    /// The indices of the item that runs here: of the team, of ranges around.
    fn places(&self) -> Vec<TokenStream> {
        let is_here = |name: &&Ident, is| self.binding(name) == Some(is);
        let team = self.team.iter().filter(|t| is_here(t, Binding::Value));
        let team = team.map(|team| quote!(#team.league_rank()));
        let mut seen = HashSet::new();
        let indices = self
            .indices
            .iter()
            .filter(|i| is_here(i, Binding::Index) && seen.insert(i.to_string()));
        team.chain(indices.map(|i| quote!(#i))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::captured;

    #[test]
    fn names_in_a_text_are_found() {
        assert_eq!(
            captured("{x} and {y:.3}, {{z}}, {}, {0}, {:?} {last"),
            ["x", "y", "last"]
        );
        assert!(captured("nothing").is_empty());
    }
}
