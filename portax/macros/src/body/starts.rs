//! Variables that begin with a literal: `let mut sum = 0.0;`. Their type is that of the first value that they are assigned, as
//! rustc would find it: f64 and i32 where all values are literals.
//!
//! A variable of which such a value is found gets a `Start`, of a type that is open yet. The value is shown to it, in a closure that
//! never runs, at the first place where all that it names is declared, and before the variable is used. Where the value cannot
//! stand there, an operand of it does, or what the variable is an operand with: those say the type only if they are numbers.

use super::{
    Body,
    evidence::{Declarations, Evidence, is_assigned},
    literal::{each_literal, gives_literals, is_literal},
    own_code::is_constant,
    strip,
};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use std::collections::HashSet;
use syn::{
    Block, Expr, ExprForLoop, ExprIndex, ExprLit, Ident, Lit, Local, Macro, Pat, Path, Stmt, Token,
    Type,
    parse::{Parse, ParseStream},
    parse_quote, parse_quote_spanned,
    spanned::Spanned,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

impl Body {
    /// The block with starts.
    pub(super) fn with_starts(&mut self, block: &Block) -> Block {
        let mut block = block.clone();
        let mut declarations = Declarations::default();
        declarations.visit_block(&block);
        let mut starts = Starts {
            count: self.starts,
            declarations,
            indexed: indexed_at_run_time(&block),
        };
        if let Some(ty) = self.gives.as_ref().filter(|ty| self.is_scalar(ty)) {
            give_type(&mut block.stmts, ty);
        }
        starts.visit_block_mut(&mut block);
        self.starts = starts.count;
        block
    }

    /// The code of a mark in the place of a statement.
    pub(super) fn start_statement(&mut self, m: &Macro) -> Option<TokenStream> {
        let Mark { kind, start, x } = Mark::of(m)?;
        let (e, span) = (self.e.clone(), x.span());
        let p = self.portax(span);
        let known = self.errors.len();
        let code = self.expr(&x);
        self.errors.truncate(known);
        Some(match kind {
            Kind::Begin => {
                quote_spanned!(span=> let #start = #p::kernel::value::Start::<#e, _, _>::new(#code);)
            }
            Kind::Alike => quote_spanned!(span=> #start.alike(|| #code);),
            Kind::Likely => quote_spanned! {span=>
                #start.alike(|| {
                    use #p::kernel::value::{SeenNumber as _, SeenOther as _};
                    (&#p::kernel::value::Seen(#code)).__px_like(&#start)
                });
            },
            Kind::Element => quote_spanned!(span=> #start.element_of(|| #code);),
            Kind::Value => return None,
        })
    }

    /// The code of a mark in the place of a value.
    pub(super) fn start_value(&mut self, m: &Macro) -> Option<TokenStream> {
        let Mark { kind, start, x } = Mark::of(m)?;
        if gives_literals(&x) {
            return Some(self.value_of_start(&start, &x));
        }
        let dimensions = dimensions(&x);
        let method = ["value", "row", "rows"].get(dimensions)?;
        let method = Ident::new(method, x.span());
        let is_value = matches!(kind, Kind::Value);
        is_value.then(|| quote_spanned!(x.span()=> #start.#method(#x)))
    }
}

/// What a mark is for.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Declares a start, whose type is that of a literal unless others say it
    Begin,
    /// The variable's first value
    Value,
    /// Shows a value of its type
    Alike,
    /// Shows what has its type if it is a number
    Likely,
    /// Shows a view or an array whose elements take it
    Element,
}

impl Kind {
    const ALL: [(&'static str, Kind); 5] = [
        ("__px_begin", Kind::Begin),
        ("__px_start", Kind::Value),
        ("__px_alike", Kind::Alike),
        ("__px_likely", Kind::Likely),
        ("__px_element", Kind::Element),
    ];

    fn path(self, span: Span) -> Path {
        let (name, _) = Kind::ALL[self as usize];
        Path::from(Ident::new(name, span))
    }
}

/// What is to be done for a start, until its code is written: `__px_alike!(start, x)`.
struct Mark {
    kind: Kind,
    start: Ident,
    x: Expr,
}

impl Mark {
    fn of(m: &Macro) -> Option<Mark> {
        struct Arguments(Ident, Expr);
        impl Parse for Arguments {
            fn parse(input: ParseStream) -> syn::Result<Arguments> {
                let start = input.parse()?;
                input.parse::<Token![,]>()?;
                Ok(Arguments(start, input.parse()?))
            }
        }
        let mut all = Kind::ALL.iter();
        let (_, kind) = all.find(|(name, _)| m.path.is_ident(name))?;
        let Arguments(start, x) = m.parse_body().ok()?;
        Some(Mark {
            kind: *kind,
            start,
            x,
        })
    }
}

/// A mark as a statement.
pub(super) fn mark(kind: Kind, start: &Ident, x: &Expr) -> Stmt {
    let path = kind.path(x.span());
    parse_quote_spanned!(x.span()=> #path!(#start, #x);)
}

/// Gives starts to the variables of blocks.
struct Starts {
    /// How many there are
    count: usize,
    declarations: Declarations,
    /// Names of arrays that are indexed at run time
    indexed: HashSet<String>,
}

impl Starts {
    /// Gives a start to a variable that `statements[at]` declares, if something says its type, or if it has to have one. Says how
    /// many statements stand before the declaration now that did not.
    fn start(&mut self, statements: &mut Vec<Stmt>, at: usize, variable: &Variable) -> usize {
        let name = &variable.name;
        let start = format_ident!("__px_start_{}", self.count, span = name.span());
        let evidence = Evidence {
            name,
            start: &start,
            dimensions: variable.dimensions,
            declarations: &self.declarations,
        };
        let is_found = evidence.show(statements, at + 1);
        if !is_found && !variable.needs_type {
            return 0;
        }
        self.count += 1;
        let zero = begin(&mut statements[at], name, &start);
        if !is_found {
            statements.insert(at, mark(Kind::Alike, &start, &zero));
        }
        statements.insert(at, mark(Kind::Begin, &start, &zero));
        1 + usize::from(!is_found)
    }
}

impl VisitMut for Starts {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            let variables = match &block.stmts[at] {
                Stmt::Local(l) => literal_variables(l, &self.indexed),
                _ => Vec::new(),
            };
            for variable in variables {
                at += self.start(&mut block.stmts, at, &variable);
            }
            at += 1;
        }
        visit_mut::visit_block_mut(self, block);
    }
}

/// A name that a declaration gives literals without a type.
pub(super) struct Variable {
    pub name: Ident,
    /// Of how many dimensions it is an array
    dimensions: usize,
    /// Can it not stay a literal? A choice between them cannot, nor an array that is indexed at run time.
    needs_type: bool,
}

/// The `mut` names that a declaration gives literals without a type; those that it gives choices between such; and those of arrays
/// of them that are indexed at run time.
pub(super) fn literal_variables(l: &Local, indexed: &HashSet<String>) -> Vec<Variable> {
    fn collect(pattern: &Pat, x: &Expr, indexed: &HashSet<String>, out: &mut Vec<Variable>) {
        match (pattern, strip(x)) {
            (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
                let pairs = names.elems.iter().zip(&values.elems);
                pairs.for_each(|(name, x)| collect(name, x, indexed, out));
            }
            (Pat::Ident(pattern), x) => {
                let (name, is_mut) = (&pattern.ident, pattern.mutability.is_some());
                let (dimensions, is_start) = (dimensions(x), is_start(x, 0));
                let is_indexed = || dimensions > 0 && indexed.contains(&name.to_string());
                let needs_type = gives_literals(x) || !is_mut && is_start && is_indexed();
                if needs_type || is_mut && is_start {
                    out.push(Variable {
                        name: name.clone(),
                        dimensions,
                        needs_type,
                    });
                }
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    if let Some(init) = l.init.as_ref().filter(|i| i.diverge.is_none()) {
        collect(&l.pat, &init.expr, indexed, &mut out);
    }
    out
}

/// The names of what is indexed by anything but literals, constants and variables of `#[unroll]` loops.
fn indexed_at_run_time(block: &Block) -> HashSet<String> {
    #[derive(Default)]
    struct Search {
        found: HashSet<String>,
        unrolled: HashSet<String>,
    }
    impl Search {
        fn is_known(&self, x: &Expr) -> bool {
            match strip(x) {
                Expr::Path(p) => {
                    let name = p.path.get_ident().map(Ident::to_string);
                    is_constant(&p.path) || name.is_some_and(|name| self.unrolled.contains(&name))
                }
                Expr::Binary(b) => self.is_known(&b.left) && self.is_known(&b.right),
                x => matches!(x, Expr::Lit(_) | Expr::Macro(_)),
            }
        }
    }
    impl<'a> Visit<'a> for Search {
        fn visit_expr_for_loop(&mut self, f: &'a ExprForLoop) {
            if let (Pat::Ident(name), false) = (&*f.pat, f.attrs.is_empty()) {
                self.unrolled.insert(name.ident.to_string());
            }
            visit::visit_expr_for_loop(self, f);
        }
        fn visit_expr_index(&mut self, i: &'a ExprIndex) {
            let (mut x, mut is_known) = (strip(&i.expr), self.is_known(&i.index));
            while let Expr::Index(row) = x {
                is_known &= self.is_known(&row.index);
                x = strip(&row.expr);
            }
            if let (Expr::Path(p), false) = (x, is_known) {
                self.found.extend(p.path.get_ident().map(Ident::to_string));
            }
            visit::visit_expr_index(self, i);
        }
    }
    let mut search = Search::default();
    search.visit_block(block);
    search.found
}

/// Is it a number without a type, or an array of such, or of such arrays?
fn is_start(x: &Expr, depth: usize) -> bool {
    match strip(x) {
        Expr::Array(a) => {
            !a.elems.is_empty() && depth < 2 && a.elems.iter().all(|x| is_start(x, depth + 1))
        }
        Expr::Repeat(r) => depth < 2 && is_start(&r.expr, depth + 1),
        x => is_literal(x),
    }
}

/// Of how many dimensions the literal is an array.
fn dimensions(x: &Expr) -> usize {
    std::iter::successors(first(x), first).count()
}

/// The first element of an array.
fn first(x: &Expr) -> Option<Expr> {
    match strip(x) {
        Expr::Array(a) => a.elems.first().cloned(),
        Expr::Repeat(r) => Some((*r.expr).clone()),
        _ => None,
    }
}

/// Writes a variable's literal anew, as the value of its start. Gives a zero of the literal's kind.
fn begin(statement: &mut Stmt, name: &Ident, start: &Ident) -> Expr {
    fn write(pattern: &Pat, x: &mut Expr, name: &Ident, start: &Ident) -> Option<Expr> {
        match (pattern, x) {
            (pattern, Expr::Paren(x)) => write(pattern, &mut x.expr, name, start),
            (pattern, Expr::Group(x)) => write(pattern, &mut x.expr, name, start),
            (Pat::Tuple(names), Expr::Tuple(values)) => {
                let mut pairs = names.elems.iter().zip(&mut values.elems);
                pairs.find_map(|(pattern, x)| write(pattern, x, name, start))
            }
            (Pat::Ident(pattern), x) if pattern.ident == *name => {
                let (zero, path) = (zero(x), Kind::Value.path(x.span()));
                *x = parse_quote_spanned!(x.span()=> #path!(#start, #x));
                Some(zero)
            }
            _ => None,
        }
    }
    let written = match statement {
        Stmt::Local(Local {
            pat,
            init: Some(init),
            ..
        }) => write(pat, &mut init.expr, name, start),
        _ => None,
    };
    written.unwrap_or_else(|| parse_quote!(0i32))
}

/// Zero of the kind of a literal, or of an array's first one.
fn zero(x: &Expr) -> Expr {
    match strip(x) {
        Expr::Unary(u) => zero(&u.expr),
        Expr::Lit(ExprLit {
            lit: Lit::Float(_), ..
        }) => parse_quote_spanned!(x.span()=> 0f64),
        Expr::Lit(_) => parse_quote_spanned!(x.span()=> 0i32),
        x if gives_literals(x) => {
            let mut zeros = Vec::new();
            each_literal(&mut x.clone(), &mut |l| {
                zeros.push(zero(l));
                TokenStream::new()
            });
            zeros.pop().unwrap_or_else(|| parse_quote!(0i32))
        }
        x => first(x).map_or_else(|| parse_quote!(0i32), |x| zero(&x)),
    }
}

/// Writes the type of what the function gives for the variable that is its value, if only literals are assigned to that.
fn give_type(statements: &mut [Stmt], ty: &Type) {
    let Some(Stmt::Expr(Expr::Path(value), None)) = statements.last() else {
        return;
    };
    let Some(name) = value.path.get_ident().cloned() else {
        return;
    };
    let none = HashSet::new();
    let declares = |s: &Stmt| match s {
        Stmt::Local(l) => literal_variables(l, &none).iter().any(|v| v.name == name),
        _ => false,
    };
    let Some(at) = statements.iter().rposition(declares) else {
        return;
    };
    let is_assigned = statements[at + 1..].iter().any(|s| is_assigned(s, &name));
    if let (Stmt::Local(l), false) = (&mut statements[at], is_assigned)
        && let Pat::Ident(_) = &l.pat
        && l.init.as_ref().is_some_and(|i| is_literal(&i.expr))
    {
        let pattern = &l.pat;
        l.pat = Pat::Type(parse_quote!(#pattern: #ty));
    }
}
