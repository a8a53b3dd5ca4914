//! Literals that a choice gives where the type of its value is known: `let c: f32 = if is_hot { 0.9 } else { 0.2 };`. The type
//! reaches them from outside, as in Rust.

use super::{Body, operators::shifts, stmt::type_of_literal, strip};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Block, Expr, ExprArray, ExprLit, Ident, Lit, LitFloat, LitInt, Stmt, Type, UnOp,
    parse_quote_spanned, spanned::Spanned, visit::Visit, visit_mut::VisitMut,
};

/// What says of which type a value is.
enum Known {
    /// Its type
    Type(TokenStream),
    /// A variable that takes it, or a view or an array of which an element does
    Place(TokenStream),
}

impl Body {
    /// A value for what has a type that is written.
    pub(super) fn value_of(&mut self, ty: &TokenStream, x: &Expr) -> TokenStream {
        match chooses_literals(x) {
            true => self.typed_value(x, &Known::Type(ty.clone())),
            false => self.expr(x),
        }
    }

    /// A value for a variable, or for an element of a view.
    pub(super) fn value_for(&mut self, place: &Expr, x: &Expr) -> TokenStream {
        let place = chooses_literals(x)
            .then(|| self.known_place(place))
            .flatten();
        match place {
            Some(place) => self.typed_value(x, &Known::Place(place)),
            None => self.expr(x),
        }
    }

    /// The block of a function whose value has this type, where it ends with such a choice.
    pub(super) fn block_of(&self, ty: &TokenStream, block: &Block) -> Option<Block> {
        let Some(Stmt::Expr(x, None)) = block.stmts.last() else {
            return None;
        };
        chooses_literals(x).then(|| {
            let mut block = block.clone();
            if let Some(Stmt::Expr(x, None)) = block.stmts.last_mut() {
                self.write_literals(x, &Known::Type(ty.clone()));
            }
            block
        })
    }

    /// A choice between literals for a variable whose type its start has.
    pub(super) fn value_of_start(&mut self, start: &Ident, x: &Expr) -> TokenStream {
        self.typed_value(x, &Known::Place(quote!(#start)))
    }

    /// A shifted literal for what it is an operand with.
    pub(super) fn value_beside(&mut self, operand: TokenStream, x: &Expr) -> TokenStream {
        self.typed_value(x, &Known::Place(operand))
    }

    fn typed_value(&mut self, x: &Expr, known: &Known) -> TokenStream {
        let mut x = x.clone();
        self.write_literals(&mut x, known);
        self.expr(&x)
    }

    fn known_place(&mut self, place: &Expr) -> Option<TokenStream> {
        match strip(place) {
            Expr::Index(_) | Expr::Field(_) if !self.is_place(place) => Some(self.expr(place)),
            Expr::Index(i) => self.is_whole(&i.expr).then(|| self.place(&i.expr)),
            x if self.is_place(x) => self.is_whole(x).then(|| self.place(x)),
            _ => None,
        }
    }

    /// Writes the literals of a choice anew, as those of the type that is known.
    fn write_literals(&self, x: &mut Expr, known: &Known) {
        let e = &self.e;
        each_literal(x, &mut |literal| {
            let span = literal.span();
            let p = self.portax(span);
            match known {
                Known::Type(ty) => {
                    quote_spanned!(span=> #p::kernel::value::literal::<#e, #ty, _>(#literal))
                }
                Known::Place(place) => {
                    quote_spanned!(span=> #p::kernel::value::literal_for::<#e, _, _>(|| #place, #literal))
                }
            }
        });
    }

    /// An index. Its literals are `usize`, as in Rust: their type is known before that of the element.
    pub(super) fn index(&mut self, index: &Expr) -> TokenStream {
        match strip(index) {
            Expr::Lit(ExprLit {
                lit: Lit::Int(x), ..
            }) if x.suffix().is_empty() => {
                let x = LitInt::new(&format!("{x}usize"), x.span());
                quote!(#x)
            }
            Expr::Tuple(t) => {
                let parts: Vec<_> = t.elems.iter().map(|x| self.index(x)).collect();
                quote_spanned!(t.span()=> (#(#parts,)*))
            }
            Expr::Path(path) if self.is_turn(path) => quote!(#path),
            index => self.expr(index),
        }
    }

    /// `[0.1, x[i], scale]`: literals, and what all lanes share, have the type of the first element that is neither.
    pub(super) fn array(&mut self, array: &ExprArray) -> TokenStream {
        let span = array.span();
        let elements: Vec<_> = array.elems.iter().map(|x| self.expr(x)).collect();
        let each = |is: &dyn Fn(&Expr) -> bool| array.elems.iter().map(is).collect::<Vec<bool>>();
        let literals = each(&is_literal);
        let certain = each(&|x| self.value_differs(x));
        let varying = match certain.contains(&true) {
            true => certain,
            false => each(&|x| self.varies(x)),
        };
        let first = |of: &[bool], is: bool| of.iter().position(|&x| x == is);
        let (known, becomes): (_, Vec<bool>) = match first(&varying, true) {
            Some(k) => (Some(k), varying.iter().map(|varies| !varies).collect()),
            None => (first(&literals, false), literals),
        };
        let Some(k) = known.filter(|_| becomes.contains(&true)) else {
            return quote_spanned!(span=> [#(#elements),*]);
        };
        let p = self.portax(span);
        let names: Vec<_> = (0..elements.len())
            .map(|k| format_ident!("__px_{k}"))
            .collect();
        let known = &names[k];
        let values = names
            .iter()
            .zip(becomes)
            .map(|(name, becomes)| match becomes {
                true => quote_spanned!(span=> #p::kernel::value::alike(&#known, #name)),
                false => quote!(#name),
            });
        quote_spanned!(span=> { #(let #names = #elements;)* [#(#values),*] })
    }
}

/// Is it a literal that was written anew? Its code are the tokens of a macro.
pub(super) fn is_written(x: &Expr) -> bool {
    matches!(x, Expr::Macro(m) if m.mac.path.is_ident("__px_literal"))
}

/// Is it a choice of which several ways give literals? Where all do, or two that follow each other, no other value says their type.
pub(super) fn chooses_literals(x: &Expr) -> bool {
    let mut count = 0;
    let mut add = |literal: &Expr| {
        count += usize::from(is_literal(literal));
        TokenStream::new()
    };
    gives_literals(x) || {
        let is_choice = matches!(strip(x), Expr::If(_) | Expr::Match(_) | Expr::Block(_));
        is_choice && {
            each_literal(&mut x.clone(), &mut add);
            count > 1
        }
    }
}

/// Is it a choice between literals alone, whose types are not written, or a shifted one?
pub(super) fn gives_literals(x: &Expr) -> bool {
    fn block(b: &Block) -> bool {
        matches!(b.stmts.last(), Some(Stmt::Expr(x, None)) if leaf(x))
    }
    fn leaf(x: &Expr) -> bool {
        is_literal(x) || gives_literals(strip(x))
    }
    match strip(x) {
        Expr::If(i) => {
            let other = i.else_branch.as_ref();
            block(&i.then_branch) && other.is_some_and(|(_, other)| leaf(other))
        }
        Expr::Match(m) => m.arms.iter().all(|arm| leaf(&arm.body)),
        Expr::Block(b) => block(&b.block),
        x => is_shifted_literal(x),
    }
}

/// Is it `1 << k`, or `!(1 << k)`?
pub(super) fn is_shifted_literal(x: &Expr) -> bool {
    match strip(x) {
        Expr::Binary(b) => shifts(&b.op) && is_integer_literal(&b.left),
        Expr::Unary(u) => matches!(u.op, UnOp::Not(_)) && is_shifted_literal(&u.expr),
        _ => false,
    }
}

/// Is it a number whose type is not written?
pub(super) fn is_literal(x: &Expr) -> bool {
    match strip(x) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Float(x) => x.suffix().is_empty(),
            Lit::Int(x) => x.suffix().is_empty(),
            _ => false,
        },
        Expr::Unary(u) => matches!(u.op, UnOp::Neg(_)) && is_literal(&u.expr),
        _ => false,
    }
}

/// Is it a literal, or an array or a tuple of such?
fn is_of_literals(x: &Expr) -> bool {
    match strip(x) {
        Expr::Lit(_) => true,
        Expr::Unary(u) => matches!(u.op, UnOp::Neg(_)) && is_of_literals(&u.expr),
        Expr::Tuple(t) => t.elems.iter().all(is_of_literals),
        Expr::Array(a) => a.elems.iter().all(is_of_literals),
        _ => false,
    }
}

/// The type of an array of literals that nothing else says, and the array without it: where one has a suffix, or they stand in tuples.
pub(super) fn written_type(x: &Expr) -> Option<(Type, Expr)> {
    let Expr::Array(a) = strip(x) else {
        return None;
    };
    let is_tuple = matches!(a.elems.first().map(strip), Some(Expr::Tuple(_)));
    let ty = literal_type(x).filter(|_| is_tuple || has_suffix(x))?;
    Some((ty, untyped(x)))
}

/// The type of what is made of literals alone: of an array, that of the element whose literals have a suffix, if one has.
pub(super) fn literal_type(x: &Expr) -> Option<Type> {
    if !is_of_literals(x) {
        return None;
    }
    let Expr::Array(a) = strip(x) else {
        return type_of_literal(x);
    };
    let element = a.elems.iter().find(|x| has_suffix(x)).or(a.elems.first())?;
    let (element, len) = (literal_type(element)?, a.elems.len());
    Some(parse_quote_spanned!(x.span()=> [#element; #len]))
}

/// Is the type of one of its literals written?
fn has_suffix(x: &Expr) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_lit(&mut self, x: &'a Lit) {
            self.0 |= !x.suffix().is_empty();
        }
    }
    let mut search = Search(false);
    search.visit_expr(x);
    search.0
}

/// The same literals without suffixes, of which Rust asks only one in an array.
fn untyped(x: &Expr) -> Expr {
    struct Untyped;
    impl VisitMut for Untyped {
        fn visit_lit_mut(&mut self, x: &mut Lit) {
            let (digits, span) = match &*x {
                Lit::Int(x) => (x.base10_digits().to_string(), x.span()),
                Lit::Float(x) => (x.base10_digits().to_string(), x.span()),
                _ => return,
            };
            let is_float = x.suffix().starts_with('f') || matches!(x, Lit::Float(_));
            *x = match is_float && !digits.contains(['.', 'e', 'E']) {
                true => Lit::Float(LitFloat::new(&format!("{digits}.0"), span)),
                false if is_float => Lit::Float(LitFloat::new(&digits, span)),
                false => Lit::Int(LitInt::new(&digits, span)),
            };
        }
    }
    let mut x = x.clone();
    Untyped.visit_expr_mut(&mut x);
    x
}

/// Is it an integer whose type is not written?
pub(super) fn is_integer_literal(x: &Expr) -> bool {
    let number = match strip(x) {
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => strip(&u.expr),
        x => x,
    };
    is_literal(x)
        && matches!(
            number,
            Expr::Lit(ExprLit {
                lit: Lit::Int(_),
                ..
            })
        )
}

/// Writes anew each literal that the choice gives.
pub(super) fn each_literal(x: &mut Expr, write: &mut impl FnMut(&Expr) -> TokenStream) {
    let mut last = |b: &mut Block| {
        if let Some(Stmt::Expr(x, None)) = b.stmts.last_mut() {
            each_literal(x, write);
        }
    };
    match x {
        // a byte is a u32, whatever it is for
        Expr::Lit(ExprLit {
            lit: Lit::Byte(_), ..
        }) => {}
        x if is_literal(x) || matches!(x, Expr::Lit(_)) => {
            let code = write(x);
            *x = parse_quote_spanned!(x.span()=> __px_literal!(#code));
        }
        Expr::If(i) => {
            last(&mut i.then_branch);
            if let Some((_, other)) = &mut i.else_branch {
                each_literal(other, write);
            }
        }
        Expr::Match(m) => m
            .arms
            .iter_mut()
            .for_each(|arm| each_literal(&mut arm.body, write)),
        Expr::Block(b) => last(&mut b.block),
        Expr::Binary(b) if shifts(&b.op) => each_literal(&mut b.left, write),
        Expr::Unary(u) => each_literal(&mut u.expr, write),
        Expr::Paren(inner) => each_literal(&mut inner.expr, write),
        Expr::Group(inner) => each_literal(&mut inner.expr, write),
        _ => {}
    }
}
