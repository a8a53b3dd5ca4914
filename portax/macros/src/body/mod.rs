//! Rewriting of bodies.

mod assign;
mod call;
mod capture;
mod choice;
mod contribution;
mod element;
mod evidence;
mod exit;
mod expr;
mod flow;
mod given;
mod items;
mod keep;
mod known;
mod lanes;
mod leaving;
mod literal;
mod literal_arrays;
mod matches;
mod names;
mod numbers;
mod one_name;
mod operators;
mod own_code;
mod part;
mod presence;
mod repeat;
mod say;
mod shorthand;
mod sizes;
mod starts;
mod stmt;
mod types;
mod unfold;
mod wall;

pub(crate) use capture::{Capture, first_named};
pub(crate) use own_code::{OwnCode, is_of_type};
pub(crate) use types::borrowed;

use exit::Kind;
use given::Target;
use one_name::one_name_each;

use crate::kernel::{Parameter, Root, is_mut_reference, pattern_ident};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::{HashMap, HashSet};
use syn::{
    Block, Error, Expr, Ident, Lit, Pat, Path, Result, ReturnType, Stmt, Type, spanned::Spanned,
};

/// What a name is.
#[derive(Clone, Copy, PartialEq)]
enum Binding {
    /// `let`
    Value,
    /// `let`, of a number that is known when the kernel is recorded
    Known,
    /// `let`, of what differs between lanes
    Varying,
    /// An index of the item that runs
    Index,
    /// `let mut`
    Variable,
    /// `&mut` argument
    Reference,
}

/// What is rewritten, by which it would call itself.
pub(crate) enum Itself {
    /// `name(...)`
    Function(Ident),
    /// `Type::name(...)`
    Associated(Path, Ident),
    /// `self.name(...)`
    Method(Ident),
}

/// What becomes of a block's last expression.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Nothing
    Unit,
    /// It is the block's value
    Value,
    /// It goes to the target, as other exits of the function, closure or value do
    Given,
}

/// The scalar types.
const NUMBERS: [&str; 6] = ["f32", "f64", "i32", "u32", "i64", "u64"];

/// The rewriting of one body.
pub(crate) struct Body {
    /// Path of portax
    p: TokenStream,
    /// The executor
    pub e: TokenStream,
    /// Type parameters with bounds: element types
    parameters: Vec<Parameter>,
    scopes: Vec<HashMap<String, Binding>>,
    /// Walls around what is rewritten, with how many scopes are outside
    walls: Vec<(usize, wall::Wall)>,
    /// Variables of the `mut` arguments
    arguments: TokenStream,
    /// What variables were called that have another name now
    before: HashMap<String, String>,
    /// How many values were kept
    kept: usize,
    /// How many flags were named
    flags: usize,
    /// How many variables have a start
    starts: usize,
    /// Names of what differs between lanes for certain
    lanes: HashSet<String>,
    /// What statements here can leave, outermost first
    levels: Vec<exit::Level>,
    /// What takes values here, outermost first
    targets: Vec<given::Target>,
    /// Variables of enclosing `#[unroll]` loops, with their values where the macro knows them
    known: Vec<(String, Option<i64>)>,
    /// The team that runs
    team: Option<Ident>,
    /// Indices of the item that runs, outermost first
    indices: Vec<Ident>,
    /// What is not declared here: a lambda's captures
    captures: Vec<Capture>,
    /// Does it capture fields of variables by themselves?
    pub takes_fields: bool,
    /// Variables and fields that sizes of scratch are made of
    sizes: HashSet<String>,
    /// Is `self` that of the method which a lambda stands in?
    pub captures_self: bool,
    /// What `self` is called
    pub receiver: Option<Ident>,
    /// Is it a reference, as kernels have it?
    pub borrows_receiver: bool,
    /// Does the receiver say what the type parameters are? Then arguments of these types convert.
    pub knows_parameters: bool,
    /// The function or method that the body is of
    pub itself: Option<Itself>,
    /// Does the macro see the type parameters?
    pub sees_parameters: bool,
    /// Does each product of a sum have a rounding of its own?
    pub never_fuses: bool,
    /// Does it compute indices, of 64 bits: is each `usize` an `i64`?
    pub makes_indices: bool,
    /// The type of what the body gives
    gives: Option<Type>,
    /// May it run functions of plain Rust?
    own_code: OwnCode,
    errors: Vec<Error>,
}

impl Body {
    /// For an executor type, with element type parameters.
    pub(crate) fn new(
        root: &Root,
        e: TokenStream,
        parameters: Vec<Parameter>,
        own_code: OwnCode,
    ) -> Body {
        Body {
            p: root.0.clone(),
            e,
            parameters,
            scopes: vec![HashMap::new()],
            walls: Vec::new(),
            arguments: TokenStream::new(),
            before: HashMap::new(),
            kept: 0,
            flags: 0,
            starts: 0,
            lanes: HashSet::new(),
            levels: Vec::new(),
            targets: Vec::new(),
            known: Vec::new(),
            team: None,
            indices: Vec::new(),
            captures: Vec::new(),
            takes_fields: true,
            sizes: HashSet::new(),
            captures_self: false,
            receiver: None,
            borrows_receiver: false,
            knows_parameters: false,
            itself: None,
            sees_parameters: true,
            never_fuses: false,
            makes_indices: false,
            gives: None,
            own_code,
            errors: Vec::new(),
        }
    }

    /// Says what the body gives.
    pub(crate) fn set_output(&mut self, output: &ReturnType) {
        self.gives = match output {
            ReturnType::Type(_, ty) => Some((**ty).clone()),
            ReturnType::Default => None,
        };
    }

    /// Whether it is an element type of one scalar.
    pub(crate) fn is_scalar(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|name| self.names_scalar(name)))
    }

    /// Whether it is a type of numbers for certain.
    fn is_number(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|name| self.names_number(name)))
    }

    /// Is it a scalar type, or a type parameter, which may be one?
    fn names_scalar(&self, name: &Ident) -> bool {
        self.parameter(name).is_some() || NUMBERS.iter().any(|known| name == known)
    }

    /// Is it a scalar type, or a type parameter that is one?
    fn names_number(&self, name: &Ident) -> bool {
        match self.parameter(name) {
            Some(parameter) => parameter.is_number,
            None => NUMBERS.iter().any(|known| name == known),
        }
    }

    fn parameter(&self, name: &Ident) -> Option<&Parameter> {
        self.parameters.iter().find(|p| name == &p.name)
    }

    /// Has an error been found?
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// The errors found, as one.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let all = std::mem::take(&mut self.errors)
            .into_iter()
            .reduce(|mut a, b| {
                a.combine(b);
                a
            });
        all.map_or(Ok(()), Err)
    }

    /// The whole body of a function.
    pub(crate) fn function(&mut self, block: &Block) -> TokenStream {
        let arguments = self.scopes.iter().flat_map(HashMap::keys).cloned();
        let (block, before) = one_name_each(block, arguments.collect());
        self.before.extend(before);
        let block = &self.with_conditions(&Body::written_out(&block));
        self.find_lanes(block);
        let block = &self.with_literal_arrays(block);
        let block = &self.with_starts(block);
        let arguments = std::mem::take(&mut self.arguments);
        let (p, e) = (self.p.clone(), self.e.clone());
        match self.gives.clone() {
            Some(ty) if self.returns(block) => {
                let ty = self.ty(&ty);
                let slot = Ident::new("__px_given", Span::call_site());
                self.targets.push(Target::new(slot, Some(ty.clone())));
                let (target, place) = (self.target(), Place::Given);
                let code = self.level_giving(Kind::Function, None, None, block, place, target);
                self.targets.pop();
                quote!({
                    #arguments
                    let mut __px_given = <#ty as #p::kernel::value::Slot<#e>>::declare();
                    #code
                    #p::kernel::value::Value::<#e>::read(&__px_given)
                })
            }
            gives => {
                let place = if gives.is_some() {
                    Place::Value
                } else {
                    Place::Unit
                };
                let ty = gives.map(|ty| self.ty(&ty));
                let typed = ty.and_then(|ty| self.block_of(&ty, block));
                let block = typed.as_ref().unwrap_or(block);
                let code = self.level(Kind::Function, None, None, block, place);
                quote!({ #arguments #code })
            }
        }
    }

    /// The body of a lambda.
    pub(crate) fn lambda(&mut self, body: &Expr) -> TokenStream {
        // what a macro of the author's own passed on stands in a group
        match strip(body) {
            Expr::Block(b) if b.label.is_none() => self.function(&b.block),
            x if self.gives.is_none() && !is_control_flow(x) => {
                self.function(&syn::parse_quote!({ #x; }))
            }
            x => self.function(&syn::parse_quote!({ #x })),
        }
    }

    /// Declares an index or a constant.
    pub(crate) fn declare_value(&mut self, name: &Ident) {
        self.declare(name, Binding::Value);
    }

    /// Declares an index of the item that runs.
    pub(crate) fn declare_index(&mut self, name: &Ident) {
        self.declare(name, Binding::Index);
        self.indices.push(name.clone());
        self.lanes.insert(name.to_string());
    }

    /// Declares the team that runs.
    pub(crate) fn declare_team(&mut self, name: &Ident) {
        self.declare(name, Binding::Value);
        self.team = Some(name.clone());
    }

    /// Declares an argument and gives its pattern.
    pub(crate) fn argument(&mut self, pattern: &Pat, ty: &Type) -> TokenStream {
        let code = self.pattern(pattern);
        self.arguments
            .extend(self.variables(pattern, pattern.span()));
        if is_mut_reference(ty)
            && let Some(name) = pattern_ident(pattern)
        {
            self.declare(name, Binding::Reference);
        }
        self.note_differing(pattern, ty);
        if let Some(name) = pattern_ident(pattern) {
            match ty {
                Type::Path(p) if p.path.is_ident("Index") => self.declare_index(name),
                Type::Path(p) if p.path.is_ident("Team") => self.declare_team(name),
                _ => {}
            }
        }
        code
    }

    /// Makes variables of the `mut` names of a pattern, which have their values.
    fn variables(&self, pattern: &Pat, span: Span) -> TokenStream {
        let (e, p) = (&self.e, self.portax(span));
        let mut names = Vec::new();
        mutable_names(pattern, &mut names);
        let values = names
            .iter()
            .map(|name| quote_spanned!(span=> #p::kernel::value::Value::<#e>::var(#name)));
        quote!(#(let mut #names = #values;)*)
    }

    fn declare(&mut self, name: &Ident, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), binding);
        }
    }

    fn binding(&self, name: &Ident) -> Option<Binding> {
        let name = name.to_string();
        self.scopes.iter().rev().find_map(|s| s.get(&name).copied())
    }

    /// Path of portax with the user's own span: errors point there and not at the macro.
    fn portax(&self, span: Span) -> TokenStream {
        spanned(self.p.clone(), span)
    }

    /// A path in portax that underlines the whole expression in errors: its first token has the expression's first span,
    /// its last one the last.
    fn whole(&self, x: &impl ToTokens, path: TokenStream) -> TokenStream {
        let (first, last) = ends(x);
        let p = &self.p;
        let mut tokens: Vec<TokenTree> = quote!(#p::#path).into_iter().collect();
        tokens.iter_mut().for_each(|t| t.set_span(first));
        if let Some(t) = tokens.last_mut() {
            t.set_span(last);
        }
        tokens.into_iter().collect()
    }

    /// Records an error on the user's tokens.
    fn error(&mut self, at: &impl ToTokens, message: &str) -> TokenStream {
        self.errors
            .push(Error::new_spanned(at, format!("portax: {message}")));
        quote!(())
    }

    /// A nested block with its own names.
    fn block(&mut self, block: &Block, place: Place) -> TokenStream {
        if place == Place::Given && block.stmts.is_empty() {
            return self.error(block, "this block gives no value: write what it gives");
        }
        let code = self.scoped(&block.stmts, place);
        quote!({ #code })
    }

    /// Statements with their own names.
    fn scoped(&mut self, statements: &[Stmt], place: Place) -> TokenStream {
        self.scopes.push(HashMap::new());
        let code = self.statements(statements, place);
        self.scopes.pop();
        code
    }

    fn pattern(&mut self, pattern: &Pat) -> TokenStream {
        match pattern {
            Pat::Type(t) => self.pattern(&t.pat),
            Pat::Ident(i) if i.by_ref.is_none() && i.subpat.is_none() => {
                let binding = if i.mutability.is_some() {
                    Binding::Variable
                } else {
                    Binding::Value
                };
                self.declare(&i.ident, binding);
                let name = &i.ident;
                quote!(#name)
            }
            Pat::Wild(_) => quote!(_),
            Pat::Tuple(t) => {
                let parts: Vec<_> = t.elems.iter().map(|x| self.pattern(x)).collect();
                quote!((#(#parts,)*))
            }
            Pat::Slice(s) => {
                let parts: Vec<_> = s.elems.iter().map(|x| self.pattern(x)).collect();
                quote!([#(#parts),*])
            }
            other => self.error(
                other,
                "this pattern is not part of the kernel language: use names, `_`, tuples or arrays",
            ),
        }
    }

    /// Is it the variable of an `#[unroll]` loop: a number that is known in each turn, if not to the macro?
    fn is_turn(&self, path: &syn::ExprPath) -> bool {
        let name = path.path.get_ident().map(Ident::to_string);
        name.is_some_and(|name| self.known.iter().any(|k| k.0 == name))
    }

    /// The value of an expression that the macro itself knows: literals and variables of `#[unroll]` loops.
    fn known_value(&self, x: &Expr) -> Option<i64> {
        use syn::BinOp::*;
        match strip(x) {
            Expr::Lit(l) => match &l.lit {
                Lit::Int(i) => i.base10_parse().ok(),
                _ => None,
            },
            Expr::Path(p) => {
                let name = p.path.get_ident()?.to_string();
                self.known.iter().rev().find(|k| k.0 == name)?.1
            }
            Expr::Binary(b) => {
                let (l, r) = (self.known_value(&b.left)?, self.known_value(&b.right)?);
                match b.op {
                    Add(_) => Some(l + r),
                    Sub(_) => Some(l - r),
                    Mul(_) => Some(l * r),
                    Div(_) => l.checked_div(r),
                    Rem(_) => l.checked_rem(r),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Is it a statement by itself, unless its value is used?
fn is_control_flow(x: &Expr) -> bool {
    matches!(
        x,
        Expr::If(_) | Expr::Match(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)
    )
}

/// The tokens of a path at one place.
pub(crate) fn spanned(path: TokenStream, span: Span) -> TokenStream {
    let at = |mut t: TokenTree| {
        t.set_span(span);
        t
    };
    path.into_iter().map(at).collect()
}

/// Spans of the first and the last token.
fn ends(x: &impl ToTokens) -> (Span, Span) {
    let tokens: Vec<TokenTree> = x.to_token_stream().into_iter().collect();
    let close = |t: &TokenTree| match t {
        TokenTree::Group(g) => g.span_close(),
        t => t.span(),
    };
    let open = |t: &TokenTree| match t {
        TokenTree::Group(g) => g.span_open(),
        t => t.span(),
    };
    (
        tokens.first().map_or_else(Span::call_site, open),
        tokens.last().map_or_else(Span::call_site, close),
    )
}

/// The names that a pattern declares `mut`.
fn mutable_names<'a>(pattern: &'a Pat, out: &mut Vec<&'a Ident>) {
    match pattern {
        Pat::Ident(i) if i.mutability.is_some() => out.push(&i.ident),
        Pat::Type(t) => mutable_names(&t.pat, out),
        Pat::Tuple(t) => t.elems.iter().for_each(|x| mutable_names(x, out)),
        Pat::Slice(s) => s.elems.iter().for_each(|x| mutable_names(x, out)),
        _ => {}
    }
}

/// Is it `self`?
fn is_self(x: &Expr) -> bool {
    matches!(strip(x), Expr::Path(x) if x.path.is_ident("self"))
}

/// Without parentheses.
fn strip(x: &Expr) -> &Expr {
    match x {
        Expr::Paren(p) => strip(&p.expr),
        Expr::Group(g) => strip(&g.expr),
        x => x,
    }
}
