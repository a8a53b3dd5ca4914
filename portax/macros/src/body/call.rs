//! Calls of device functions, of methods and of the language's own words.

use super::{
    Body, Itself, OwnCode, is_self,
    own_code::{is_constant, is_of_type},
    strip,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Ident, Path, PathArguments, spanned::Spanned};

/// Methods that take the lexical context: which lanes run, whether accesses are checked.
pub(super) fn takes_context(name: &str) -> bool {
    name.starts_with("atomic_")
        || matches!(
            name,
            "at_most"
                | "barrier"
                | "broadcast"
                | "row"
                | "stream"
                | "segments"
                | "ints"
                | "tile"
                | "tiles"
                | "subview"
        )
}

/// Whether it is the path of a function (`f`, `module::f`), not of a type's (`Complex::new`) or a range (`TeamThreadRange`).
pub(super) fn is_function(path: &Path) -> bool {
    path.segments.iter().all(|s| {
        s.ident
            .to_string()
            .starts_with(|c: char| c.is_lowercase() || c == '_')
    })
}

/// The language's own form of an associated function of `Complex`.
pub(super) fn complex_word(path: &Path) -> Option<&'static str> {
    let mut segments = path.segments.iter().rev();
    let (function, ty) = (segments.next()?, segments.next()?);
    match (&ty.ident.to_string()[..], &function.ident.to_string()[..]) {
        ("Complex", "new") => Some("cartesian"),
        ("Complex", "from_polar") => Some("polar"),
        _ => None,
    }
}

impl Body {
    pub(super) fn call(&mut self, c: &ExprCall) -> TokenStream {
        let Expr::Path(path) = &*c.func else {
            return self.error(&c.func, "a kernel calls `#[device]` functions by name");
        };
        if let Some(name) = path.path.get_ident() {
            match &name.to_string()[..] {
                "parallel_for" => return self.nested_for(c),
                "parallel_reduce" => return self.nested_reduce(c),
                "parallel_scan" => return self.nested_scan(c),
                "single" => return self.single_value(c),
                _ => {}
            }
        }
        if let Some(code) = self.function_of_number(&path.path, c) {
            return code;
        }
        let (span, own) = (c.span(), self.own_word(&path.path));
        let arguments: Vec<_> = c.args.iter().map(|x| self.argument_value(x)).collect();
        if let Some(word) = own {
            let named = named_type(&path.path);
            return quote_spanned!(span=> { #named #word(#(#arguments),*) });
        }
        if self.is_method_of_parameter(&path.path) {
            let e = &self.e;
            return quote_spanned!(span=> #path::<#e, _, _>(#(#arguments,)* __px_at));
        }
        if !is_function(&path.path) && !self.is_associated(path) {
            self.runs_own_code(c);
            return quote_spanned!(span=> #path(#(#arguments),*));
        }
        if self.is_itself(&path.path) {
            return self.recursion(path);
        }
        let (function, generics) = self.device_function(&path.path);
        quote_spanned!(span=> #function.__px_call #generics(#(#arguments),*))
    }

    /// Whether it is a `#[device]` function of a type, `Vec3::new`. Where the author promises, plain Rust is called so.
    pub(super) fn is_associated(&self, path: &ExprPath) -> bool {
        let (has_type, path) = (path.qself.is_some(), &path.path);
        let is_other =
            has_type || self.own_word(path).is_some() || self.is_method_of_parameter(path);
        let name = path.segments.last().map(|s| s.ident.to_string());
        let is_name = name.is_some_and(|name| name.starts_with(|c: char| c.is_lowercase()));
        self.own_code == OwnCode::Refused && is_name && !is_function(path) && !is_other
    }

    /// Is it the function that the body is of?
    fn is_itself(&self, path: &Path) -> bool {
        match &self.itself {
            Some(Itself::Function(name)) => path.is_ident(name),
            Some(Itself::Associated(of, name)) => {
                let mut last = path.segments.iter().rev().map(|s| &s.ident);
                last.next() == Some(name) && last.next() == of.segments.last().map(|s| &s.ident)
            }
            Some(Itself::Method(_)) | None => false,
        }
    }

    /// Refuses a call of what the body is of.
    fn recursion(&mut self, place: &impl ToTokens) -> TokenStream {
        self.error(
            place,
            "a `#[device]` function does not call itself, devices have no stack for that: write a loop, with a local array for what waits",
        )
    }

    /// `TeamThreadRange` and its siblings need no import; `Complex::new` and `Complex::from_polar` take parts of any kind.
    fn own_word(&self, path: &Path) -> Option<TokenStream> {
        if let Some(word) = complex_word(path) {
            let p = self.portax(path.span());
            let word = Ident::new(word, path.span());
            return Some(quote_spanned!(path.span()=> #p::kernel::value::#word));
        }
        let name = path.get_ident()?;
        let p = self.portax(name.span());
        let known = [
            "TeamThreadRange",
            "ThreadVectorRange",
            "TeamVectorRange",
            "PerThread",
            "PerTeam",
        ];
        known
            .iter()
            .any(|k| name == k)
            .then(|| quote_spanned!(name.span()=> #p::kernel::team::#name))
    }

    /// Is it `P::method`, where `P` is a type parameter?
    fn is_method_of_parameter(&self, path: &Path) -> bool {
        let first = path.segments.first();
        path.segments.len() == 2 && first.is_some_and(|s| self.parameter(&s.ident).is_some())
    }

    /// A number that is known when the kernel is recorded, as one that all lanes share.
    fn known_receiver(&mut self, receiver: &Expr) -> TokenStream {
        let (e, code) = (self.e.clone(), self.expr(receiver));
        let known = self.whole(receiver, quote!(kernel::value::known_receiver));
        quote_spanned!(receiver.span()=> #known::<#e, _>(#code))
    }

    /// An argument; `&mut x` passes the variable itself.
    fn argument_value(&mut self, x: &Expr) -> TokenStream {
        match x {
            Expr::Reference(r) if r.mutability.is_some() => {
                if !self.is_place(&r.expr) {
                    return self.error(r, "`&mut` needs a `let mut` variable: copy the element into one, and store it after the call");
                }
                self.check_variable(&r.expr);
                let (place, span) = (self.place(&r.expr), r.span());
                quote_spanned!(span=> &mut #place)
            }
            x if may_be_variant(x) => {
                let (value, p) = (self.expr(x), self.portax(x.span()));
                quote_spanned!(x.span()=> { use #p::kernel::value::{AnyArgument as _, VariantArgument as _}; (#value).__px_argument() })
            }
            x => self.expr(x),
        }
    }

    /// The function called from here, and its generic arguments.
    fn device_function(&self, path: &Path) -> (TokenStream, PathArguments) {
        let (mut path, mut generics, mut span) = (path.clone(), PathArguments::None, path.span());
        if let Some(last) = path.segments.last_mut() {
            generics = std::mem::take(&mut last.arguments);
            span = last.ident.span();
        }
        if let PathArguments::AngleBracketed(arguments) = &mut generics {
            arguments.colon2_token.get_or_insert_default();
        }
        let (e, p) = (&self.e, self.portax(span));
        let function = quote_spanned!(span=> (&#path).__px_in(#p::kernel::function::Caller::<#e, _, _>::new(__px_at)));
        (function, generics)
    }

    pub(super) fn method_call(&mut self, m: &ExprMethodCall) -> TokenStream {
        let (name, span) = (&m.method, m.span());
        let is_on_self = is_self(&m.receiver);
        if name == "lanes" && !is_on_self {
            return self.error(
                m,
                "`team.lanes()` is looped over: `for lane in team.lanes() { ... }`",
            );
        }
        if is_on_self && matches!(&self.itself, Some(Itself::Method(own)) if own == name) {
            return self.recursion(name);
        }
        let receiver = match self.part_of(&m.receiver) {
            Some(part) if name.to_string().starts_with("atomic_") => {
                self.place_part(&part, m.receiver.span())
            }
            _ if name == "len" && is_constant_path(&m.receiver) => self.expr(&m.receiver),
            _ => {
                let is_known = self.is_known_number(&m.receiver);
                let mut receiver = match is_known {
                    true => self.known_receiver(&m.receiver),
                    false => self.expr(&m.receiver),
                };
                // captured and fields: of types of the author's own such a method is not likely
                let is_shared = is_known || self.is_from_outside(&m.receiver);
                if is_shared && self.is_beside_what_varies(m) {
                    receiver = self.slot_of(&m.receiver, &receiver);
                }
                self.receiver(receiver, &m.receiver)
            }
        };
        // where sums wrap, the largest index is one less than none
        let wraps = name == "wrapping_add" || name == "wrapping_sub";
        let argument = |x| match wraps && is_largest_index(x) {
            true => quote_spanned!(x.span()=> -1i32),
            false => self.argument_value(x),
        };
        let mut arguments: Vec<_> = m.args.iter().map(argument).collect();
        // a functor and an element have methods of their own alone
        if !is_on_self && takes_context(&name.to_string()) {
            arguments.push(quote_spanned!(name.span()=> __px_at));
        }
        let turbofish = &m.turbofish;
        quote_spanned!(span=> #receiver.#name #turbofish(#(#arguments),*))
    }

    /// Is it a function of two floats, of which the second varies? Then the first does.
    fn is_beside_what_varies(&self, m: &ExprMethodCall) -> bool {
        OF_TWO_FLOATS.iter().any(|name| m.method == name) && m.args.iter().any(|x| self.varies(x))
    }

    /// What all lanes share, as a value of each.
    pub(super) fn slot_of(&self, x: &Expr, code: &TokenStream) -> TokenStream {
        let (e, into) = (&self.e, self.whole(x, quote!(kernel::value::IntoSlot)));
        quote_spanned!(x.span()=> #into::<#e>::into_slot(#code))
    }

    /// Is it the name of a capture, or a field?
    fn is_from_outside(&self, x: &Expr) -> bool {
        match strip(x) {
            Expr::Path(p) => p
                .path
                .get_ident()
                .is_some_and(|name| self.binding(name).is_none()),
            Expr::Field(f) => self.is_from_outside(&f.base),
            _ => false,
        }
    }
}

/// Functions of two floats.
const OF_TWO_FLOATS: [&str; 4] = ["atan2", "copysign", "hypot", "powf"];

/// `usize::MAX`
fn is_largest_index(x: &Expr) -> bool {
    let Expr::Path(path) = strip(x) else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().map(|s| &s.ident);
    names.next().is_some_and(|name| name == "MAX") && names.next().is_some_and(|ty| ty == "usize")
}

fn is_constant_path(x: &Expr) -> bool {
    matches!(strip(x), Expr::Path(path) if is_constant(&path.path))
}

/// Names the type that a word of the language stands for: its import is used.
fn named_type(path: &Path) -> Option<TokenStream> {
    let mut ty = path.clone();
    ty.segments.pop();
    ty.segments.pop_punct();
    ty.segments.last_mut()?.arguments = PathArguments::None;
    Some(quote_spanned!(path.span()=> let _: ::core::marker::PhantomData<#ty<f64>>;))
}

/// Can an argument be a variant that is not what kernels compute with: one that the body names, or a field?
fn may_be_variant(x: &Expr) -> bool {
    match strip(x) {
        Expr::Path(path) => is_of_type(&path.path),
        Expr::Field(_) => true,
        _ => false,
    }
}
