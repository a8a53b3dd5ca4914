//! Expressions.

use super::{
    Binding, Body, OwnCode, Place,
    exit::NOT_HERE,
    first_named,
    leaving::gives_a_value,
    literal::{is_integer_literal, is_literal, is_shifted_literal, is_written},
    matches::takes_variants,
    operators::compares,
    own_code::is_constant,
    strip,
    types::{is_record, is_small, is_usize},
    wall::has_effect,
};
use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::HashMap;
use syn::{
    BinOp, Expr, ExprBinary, ExprField, ExprMacro, ExprMethodCall, ExprPath, ExprStruct, ExprUnary,
    Ident, Lit, LitInt, Path, PathArguments, UnOp, spanned::Spanned, visit_mut::VisitMut,
};

impl Body {
    pub(super) fn expr(&mut self, x: &Expr) -> TokenStream {
        let (e, span) = (self.e.clone(), x.span());
        let p = self.portax(span);
        let is_simple = matches!(x, Expr::Path(_) | Expr::Paren(_));
        if self.is_place(x) && !is_simple && !self.is_inside(x) {
            if let Some(element) = self.element_of(x) {
                return self.read_element(&element, span);
            }
            let place = self.place(x);
            return quote_spanned!(span=> #p::kernel::value::Value::<#e>::read(&#place));
        }
        if let Some(part) = self.part_of(x) {
            return self.read_part(&part, span);
        }
        if matches!(
            x,
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_)
        ) && self.refuse_exits(x)
        {
            return quote!(());
        }
        match x {
            Expr::Lit(l) => match &l.lit {
                Lit::Int(x) if self.makes_indices && x.suffix() == "usize" => {
                    let x = LitInt::new(&format!("{}i64", x.base10_digits()), x.span());
                    quote!(#x)
                }
                x if x.suffix() == "f32" => {
                    quote_spanned!(span=> #p::kernel::value::number::<#e, _>(#l))
                }
                Lit::Byte(b) => {
                    let number = Literal::u32_suffixed(b.value().into());
                    quote_spanned!(span=> #number)
                }
                Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) => quote!(#l),
                other => self.error(
                    other,
                    "only numbers and booleans are literals of the kernel language",
                ),
            },
            // as an `Int`: a `usize` is no operand of an i64
            Expr::Path(path) if self.makes_indices && self.is_known(x) => {
                let code = self.path(path);
                self.shared(x, &code)
            }
            Expr::Path(path) => self.path(path),
            Expr::Paren(inner) => {
                let inner = self.expr(&inner.expr);
                quote_spanned!(span=> (#inner))
            }
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Field(f) => self.field(f),
            Expr::Index(i) => {
                let (base, index, at) = (
                    self.indexed(&i.expr),
                    self.index(&i.index),
                    self.whole(i, quote!(kernel::view::At::<#e, _, _>::at)),
                );
                quote_spanned!(span=> #at(&#base, #index, __px_at))
            }
            Expr::Unary(u) => self.unary(u),
            Expr::Binary(b) => self.binary(b),
            Expr::Assign(a) => {
                let value = self.value_for(&a.left, &a.right);
                self.assign(&a.left, value, span)
            }
            Expr::If(i) => self.if_value(i),
            Expr::ForLoop(f) => self.for_loop(f),
            Expr::While(w) => self.while_loop(w),
            Expr::Loop(l) if gives_a_value(l) => self.value_with_exits(x, None),
            Expr::Loop(l) => self.endless_loop(l, Place::Unit),
            Expr::Match(m) => self.match_statement(m, Place::Value),
            Expr::Block(b) => self.block(&b.block, Place::Value),
            Expr::Call(c) => self.call(c),
            Expr::MethodCall(m) if is_conjugate(m) => self.conjugate(m),
            Expr::MethodCall(m) => self.method_call(m),
            Expr::Tuple(t) => {
                let parts: Vec<_> = t.elems.iter().map(|x| self.expr(x)).collect();
                quote_spanned!(span=> (#(#parts,)*))
            }
            Expr::Array(a) => self.array(a),
            Expr::Repeat(r) => {
                let (value, len) = (self.expr(&r.expr), &r.len);
                quote_spanned!(span=> [#value; #len])
            }
            Expr::Struct(s) => self.structure(s),
            Expr::Cast(c) if is_usize(&c.ty) => {
                let (value, e) = (self.expr(&c.expr), self.e.clone());
                let cast = match self.makes_indices {
                    true => self.whole(c, quote!(kernel::value::long_index::<#e, _>)),
                    false => self.whole(c, quote!(kernel::value::AsIndex::index)),
                };
                quote_spanned!(span=> #cast(#value))
            }
            Expr::Cast(c) if is_small(&c.ty) => {
                let (value, ty) = (self.expr(&c.expr), &c.ty);
                let narrow = self.whole(c, quote!(kernel::value::narrow));
                quote_spanned!(span=> #narrow::<#e, #ty, _>(#value))
            }
            Expr::Cast(c) => {
                let (value, ty) = (self.expr(&c.expr), self.ty(&c.ty));
                let cast = self.whole(c, quote!(kernel::value::Cast::<#ty>::cast));
                quote_spanned!(span=> #cast(#value))
            }
            Expr::Macro(m) if takes_variants(x) => {
                let arm = &m.mac.tokens;
                quote_spanned!(span=> #p::kernel::value::takes(#arm))
            }
            Expr::Macro(m) if is_written(x) => m.mac.tokens.clone(),
            Expr::Macro(m) => match self.start_value(&m.mac).or_else(|| self.message(&m.mac)) {
                Some(code) => code,
                None => self.comptime(m),
            },
            // What is shared does not change while it is: a copy is the same.
            Expr::Reference(r) if r.mutability.is_none() => self.expr(&r.expr),
            other => self.refuse(other),
        }
    }

    /// What the language does not have, with what to write instead.
    fn refuse(&mut self, x: &Expr) -> TokenStream {
        let message = match x {
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => NOT_HERE,
            Expr::Closure(_) => {
                "closures stand in `parallel_for`, `parallel_reduce`, `parallel_scan` and `single` only: write a `#[device]` function"
            }
            Expr::Reference(_) => "`&mut variable` stands as an argument only",
            Expr::Let(_) => "`if let` stands alone, without `&&`: write one `if` inside the other",
            Expr::Try(_) => "`?` is not part of the kernel language: kernels do not fail",
            _ => "this expression is not part of the kernel language",
        };
        self.error(x, message)
    }

    fn path(&mut self, path: &ExprPath) -> TokenStream {
        let (e, span) = (self.e.clone(), path.span());
        let p = self.portax(span);
        let Some(name) = path.path.get_ident() else {
            let of_parameter = self.constant_of_parameter(&path.path);
            return of_parameter.unwrap_or_else(|| self.constant(path));
        };
        if name == "self" {
            return match &self.receiver {
                Some(receiver) => {
                    let receiver = Ident::new(&receiver.to_string(), span);
                    quote_spanned!(span=> #receiver)
                }
                None if self.captures_self => self.error(
                    path,
                    "a lambda captures fields, `self.x`, and not `self` itself: call its methods before the launch, or write a `#[device]` function",
                ),
                None => self.error(path, "there is no `self` here"),
            };
        }
        match self.binding(name) {
            Some(Binding::Variable) => {
                quote_spanned!(span=> #p::kernel::value::Value::<#e>::read(&#path))
            }
            Some(Binding::Reference) => {
                quote_spanned!(span=> #p::kernel::value::Value::<#e>::read(&*#path))
            }
            Some(Binding::Value | Binding::Known | Binding::Varying | Binding::Index) => {
                quote!(#path)
            }
            None => {
                if self.is_outside(name) {
                    self.capture_variable(name);
                }
                self.constant(path)
            }
        }
    }

    fn field(&mut self, f: &ExprField) -> TokenStream {
        let span = f.span();
        if let Some(name) = self.capture_field(f) {
            return quote!(#name);
        }
        if self.is_field_of_constant(f) && self.own_code != OwnCode::Promised {
            let (e, p) = (&self.e, self.portax(span));
            return quote_spanned!(span=> #p::kernel::value::number::<#e, _>(#f));
        }
        let (base, member) = (self.expr(&f.base), &f.member);
        quote_spanned!(span=> #base.#member)
    }

    /// Whether it is a field of a struct that is a constant of the host.
    pub(super) fn is_field_of_constant(&self, f: &ExprField) -> bool {
        match strip(&f.base) {
            Expr::Field(base) => self.is_field_of_constant(base),
            Expr::Path(base) => self.is_host_constant(&base.path),
            _ => false,
        }
    }

    /// Whether it is a constant of the host, by its name.
    pub(super) fn is_host_constant(&self, path: &Path) -> bool {
        let is_local = |name| self.binding(name).is_some();
        is_constant(path) && !path.get_ident().is_some_and(is_local)
    }

    /// What is indexed. A constant array of the host stays where it is.
    pub(super) fn indexed(&mut self, base: &Expr) -> TokenStream {
        match strip(base) {
            Expr::Path(x) if self.is_host_constant(&x.path) => {
                let p = self.portax(base.span());
                let name = x.path.segments.last().map(|s| s.ident.to_string());
                quote_spanned!(base.span()=> #p::kernel::value::table(const { &#x }, #name))
            }
            _ => self.expr(base),
        }
    }

    fn unary(&mut self, u: &ExprUnary) -> TokenStream {
        let (operand, span) = (self.expr(&u.expr), u.span());
        match u.op {
            UnOp::Not(_) => quote_spanned!(span=> ::core::ops::Not::not(#operand)),
            UnOp::Neg(_) => quote_spanned!(span=> -#operand),
            UnOp::Deref(_) if matches!(strip(&u.expr), Expr::Path(_)) => operand,
            _ => self.error(u, "`*` stands before names only"),
        }
    }

    fn binary(&mut self, b: &ExprBinary) -> TokenStream {
        use BinOp::*;
        let span = b.span();
        let p = self.portax(span);
        let compare = |c: &str| {
            let c = Ident::new(c, span);
            quote!(#p::ops::Cmp::#c)
        };
        let comparison = match b.op {
            Lt(_) => Some(compare("Lt")),
            Le(_) => Some(compare("Le")),
            Gt(_) => Some(compare("Gt")),
            Ge(_) => Some(compare("Ge")),
            Eq(_) => Some(compare("Eq")),
            Ne(_) => Some(compare("Ne")),
            _ => None,
        };
        if let Some(c) = comparison {
            let compare = self.whole(&*b.left, quote!(kernel::value::Compare::compare));
            return self.of_operands(b, |l, r| quote_spanned!(span=> #compare(#l, #c, #r)));
        }
        match b.op {
            And(_) | Or(_) => self.logic(b),
            AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_)
            | BitAndAssign(_) | BitOrAssign(_) | BitXorAssign(_) | ShlAssign(_) | ShrAssign(_) => {
                self.compound(b)
            }
            Add(_) | Sub(_) if !self.never_fuses => self.sum(b),
            Shl(_) | Shr(_) => self.shift(b),
            op => self.of_operands(b, |l, r| quote_spanned!(span=> (#l #op #r))),
        }
    }

    /// What is made of two operands. An integer has the type that it has beside the other one.
    fn of_operands(
        &mut self,
        b: &ExprBinary,
        make: impl FnOnce(TokenStream, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let span = b.span();
        // the right one is evaluated first
        let in_any_order = || !has_effect(&b.left) && !has_effect(&b.right);
        if self.is_open_beside(&b.left, &b.right) && (is_literal(&b.left) || in_any_order()) {
            let right = self.expr(&b.right);
            let kept = quote_spanned!(b.right.span()=> __px_r);
            let left = self.open_operand(&b.left, &kept);
            let made = make(left, kept);
            return quote_spanned!(span=> ({ let __px_r = #right; #made }));
        }
        let is_compared = is_literal(&b.right) && compares(&b.op);
        if self.is_open_beside(&b.right, &b.left) && !is_compared {
            let left = self.expr(&b.left);
            let kept = quote_spanned!(b.left.span()=> __px_l);
            let right = self.open_operand(&b.right, &kept);
            let made = make(kept, right);
            return quote_spanned!(span=> ({ let __px_l = #left; #made }));
        }
        let left = self.operand(&b.left, &b.right, &b.op);
        let right = self.operand(&b.right, &b.left, &b.op);
        make(left, right)
    }

    /// Is it an integer whose type is not written, or `1 << k` or `!(1 << k)` of one, that has it from the other operand?
    fn is_open_beside(&self, x: &Expr, other: &Expr) -> bool {
        match is_shifted_literal(x) {
            false => self.is_untyped(x) && !is_literal(other),
            true => {
                let says_it = !is_literal(other) && !is_shifted_literal(other);
                self.own_code == OwnCode::Refused && says_it && !self.is_known(other)
            }
        }
    }

    /// Such an integer beside the operand that was kept.
    fn open_operand(&mut self, x: &Expr, kept: &TokenStream) -> TokenStream {
        if is_shifted_literal(x) {
            return self.value_beside(kept.clone(), x);
        }
        let literal = self.expr(x);
        self.beside(x, &literal, kept.clone())
    }

    /// `a << n` has the type of `a`, which that of `n` says nothing of: an integer without a type is an i32.
    fn shift(&mut self, b: &ExprBinary) -> TokenStream {
        let (span, op) = (b.span(), b.op);
        let (left, mut right) = (self.expr(&b.left), self.expr(&b.right));
        // a constant may be of another type than what varies
        if self.is_known_number(&b.right) && self.varies(&b.left) {
            right = self.shared(&b.right, &right);
        }
        let left = if is_literal(&b.right) || self.is_known(&b.right) {
            left
        } else if is_written(&b.left) {
            self.shared(&b.left, &left)
        } else if self.is_untyped(&b.left) {
            self.beside(&b.left, &left, quote!(0i32))
        } else if self.is_known_number(&b.left) {
            self.shared(&b.left, &left)
        } else {
            left
        };
        quote_spanned!(span=> (#left #op #right))
    }

    /// An operand. A number that is known when the kernel is recorded is one that all lanes share beside one that varies.
    fn operand(&mut self, x: &Expr, other: &Expr, op: &BinOp) -> TokenStream {
        let code = match op {
            BinOp::Mul(_) => self.factor(x),
            _ => self.expr(x),
        };
        match self.is_known_number(x) && self.varies(other) {
            true => self.shared(x, &code),
            false => code,
        }
    }

    /// A number that is known when the kernel is recorded, as one that all lanes share.
    fn shared(&self, x: &Expr, code: &TokenStream) -> TokenStream {
        let (e, shared) = (&self.e, self.whole(x, quote!(kernel::value::shared)));
        quote_spanned!(x.span()=> #shared::<#e, _>(#code))
    }

    /// Is it an integer whose type is not written, in a body of the language alone?
    fn is_untyped(&self, x: &Expr) -> bool {
        self.own_code == OwnCode::Refused && is_integer_literal(x)
    }

    /// An integer that is an operand with a value.
    fn beside(&self, x: &Expr, literal: &TokenStream, value: TokenStream) -> TokenStream {
        let beside = self.whole(x, quote!(kernel::value::beside));
        quote_spanned!(x.span()=> #beside(&#value, #literal))
    }

    /// `a*b + c`, `c + a*b`, `c - a*b` and `a*b - c` contract to one FMA.
    fn sum(&mut self, b: &ExprBinary) -> TokenStream {
        let span = b.span();
        let p = self.portax(span);
        let adds = matches!(b.op, BinOp::Add(_));
        let (c, factors, method) = match (product(&b.left), product(&b.right)) {
            (_, Some(factors)) => (&b.left, factors, if adds { "mul_acc" } else { "nmul_acc" }),
            (Some(_), None) if has_effect(&b.left) || has_effect(&b.right) => {
                return self.sum_in_order(b);
            }
            (Some(factors), None) => (&b.right, factors, if adds { "mul_acc" } else { "mul_sub" }),
            _ => {
                let op = b.op;
                return self.of_operands(b, |l, r| quote_spanned!(span=> (#l #op #r)));
            }
        };
        let kind = Ident::new(if adds { "MulAcc" } else { "MulSub" }, span);
        let method = Ident::new(method, span);
        let fused = quote_spanned!(span=> #p::kernel::value::#kind::#method);
        let sum = self.expr(c);
        if !self.is_untyped(c) {
            return self.fused(&fused, sum, factors, span);
        }
        let beside = self.whole(c, quote!(kernel::value::beside_product));
        let (kept, x, y) = self.factors(factors, span);
        quote_spanned!(span=> ({
            #kept
            let (__px_x, __px_y) = (#x, #y);
            #fused(#beside(&__px_x, &__px_y, #sum), __px_x, __px_y)
        }))
    }

    /// A sum with a product.
    pub(super) fn fused(
        &mut self,
        fused: &TokenStream,
        sum: TokenStream,
        factors: (&Expr, &Expr),
        span: Span,
    ) -> TokenStream {
        let (kept, x, y) = self.factors(factors, span);
        match kept.is_empty() {
            true => quote_spanned!(span=> #fused(#sum, #x, #y)),
            false => quote_spanned!(span=> ({ let __px_c = #sum; #kept #fused(__px_c, #x, #y) })),
        }
    }

    /// A factor of a product, which takes the sign of a conjugate into its sums.
    fn factor(&mut self, x: &Expr) -> TokenStream {
        match strip(x) {
            Expr::MethodCall(m) if is_conjugate(m) => self.method_call(m),
            x => self.expr(x),
        }
    }

    /// A conjugate that is no factor: a number as any other.
    fn conjugate(&mut self, m: &ExprMethodCall) -> TokenStream {
        let (conjugate, span) = (self.method_call(m), m.span());
        let p = self.portax(span);
        quote_spanned!(span=> { #[allow(unused_imports)] use #p::kernel::value::NoConjugate as _; #conjugate.__px_whole() })
    }

    /// Two factors, of which one may be an integer whose type is that beside the other, and what stands before them.
    fn factors(
        &mut self,
        (x, y): (&Expr, &Expr),
        span: Span,
    ) -> (TokenStream, TokenStream, TokenStream) {
        let (left, right) = (self.factor(x), self.factor(y));
        let is_open = |literal: &Expr, other: &Expr| self.is_untyped(literal) && !is_literal(other);
        if is_open(x, y) {
            let literal = self.beside(x, &left, quote!(__px_f));
            let kept = quote_spanned!(span=> let __px_f = #right;);
            (kept, literal, quote!(__px_f))
        } else if is_open(y, x) {
            let literal = self.beside(y, &right, quote!(__px_f));
            let kept = quote_spanned!(span=> let __px_f = #left;);
            (kept, quote!(__px_f), literal)
        } else {
            (TokenStream::new(), left, right)
        }
    }

    /// `a*b + c` where evaluating a factor may change `c`.
    fn sum_in_order(&mut self, b: &ExprBinary) -> TokenStream {
        let (mut kept, mut sum) = (TokenStream::new(), Expr::Binary(b.clone()));
        self.scopes.push(HashMap::new());
        self.keep_factors(&mut sum, &mut kept);
        let code = self.expr(&sum);
        self.scopes.pop();
        quote_spanned!(b.span()=> ({ #kept #code }))
    }

    fn structure(&mut self, s: &ExprStruct) -> TokenStream {
        let (e, span) = (self.e.clone(), s.span());
        let p = self.portax(span);
        let path = match s.path.segments.last() {
            Some(last) if is_record(last) => self.record(&s.path),
            _ => within(&s.path, &e),
        };
        let fields: Vec<_> = s
            .fields
            .iter()
            .map(|f| {
                let (member, value) = (&f.member, self.expr(&f.expr));
                quote_spanned!(f.expr.span()=> #member: #p::kernel::value::Conv::conv(#value))
            })
            .collect();
        let rest = s.rest.as_ref().map(|rest| {
            let rest = self.expr(rest);
            quote_spanned!(span=> ..#rest)
        });
        quote_spanned!(span=> #path { #(#fields,)* #rest })
    }

    /// `comptime!(expression)`: plain Rust, `self` is the bound functor.
    fn comptime(&mut self, m: &ExprMacro) -> TokenStream {
        if !m.mac.path.is_ident("comptime") {
            return self.error(
                m,
                "macros are not part of the kernel language, except `comptime!`, `kernel_assert!` and `debug_print!`",
            );
        }
        let span = m.span();
        if self.captures_self
            && let Some(place) = first_named("self", m.mac.tokens.clone())
        {
            return self.error(
                &place,
                "`comptime!` in a lambda takes constants, not fields",
            );
        }
        match m.mac.parse_body::<Expr>() {
            Ok(mut x) => {
                self.plain_rust(&mut x);
                RenameSelf(self.receiver.clone()).visit_expr_mut(&mut x);
                quote_spanned!(span=> (#x))
            }
            Err(error) => {
                self.errors.push(error);
                quote!(())
            }
        }
    }
}

/// An element as the executor has it.
fn within(path: &Path, e: &TokenStream) -> TokenStream {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut()
        && last.ident != "Complex"
    {
        last.ident = quote::format_ident!("{}In", last.ident);
        if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
            arguments.args.insert(0, syn::parse_quote!(#e));
            arguments.colon2_token.get_or_insert_default();
        }
    }
    quote!(#path)
}

/// Renames `self`.
struct RenameSelf(Option<Ident>);
impl VisitMut for RenameSelf {
    fn visit_ident_mut(&mut self, i: &mut Ident) {
        if let (true, Some(to)) = (i == "self", &self.0) {
            *i = Ident::new(&to.to_string(), i.span());
        }
    }
}

/// Is it `z.conj()`?
fn is_conjugate(m: &ExprMethodCall) -> bool {
    m.method == "conj" && m.args.is_empty()
}

/// The factors of a product.
pub(super) fn product(x: &Expr) -> Option<(&Expr, &Expr)> {
    match strip(x) {
        Expr::Binary(ExprBinary {
            left,
            op: BinOp::Mul(_),
            right,
            ..
        }) => Some((left, right)),
        _ => None,
    }
}

/// A sum of products and nothing else: (subtracted, left, right) each, from left to right.
pub(super) fn products<'a>(
    x: &'a Expr,
    negative: bool,
    out: &mut Vec<(bool, &'a Expr, &'a Expr)>,
) -> bool {
    match strip(x) {
        Expr::Binary(b) => match b.op {
            BinOp::Mul(_) => {
                out.push((negative, &b.left, &b.right));
                true
            }
            BinOp::Add(_) => products(&b.left, negative, out) && products(&b.right, negative, out),
            BinOp::Sub(_) => products(&b.left, negative, out) && products(&b.right, !negative, out),
            _ => false,
        },
        _ => false,
    }
}
