//! `if` as a value, `&&` and `||`.

use super::{
    Body,
    call::{is_function, takes_context},
    literal::is_written,
    matches::takes_variants,
    own_code::is_of_type,
    strip,
};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprIf, Stmt, parse_quote,
    spanned::Spanned,
    visit_mut::{VisitMut, visit_expr_mut},
};

/// Methods that declare memory, which a branch that is not taken does not.
const SCRATCH: [&str; 5] = [
    "scratch",
    "scratch_tile",
    "thread_scratch",
    "large_scratch",
    "large_thread_scratch",
];

impl Body {
    /// `if` as a value. Arithmetic is evaluated in any case and chosen from; what reads memory, calls or has statements runs in
    /// the lanes that take its branch.
    pub(super) fn if_value(&mut self, i: &ExprIf) -> TokenStream {
        let value = |b: &Block| match &b.stmts[..] {
            [Stmt::Expr(x, None)] => x.clone(),
            _ => parse_quote!(#b),
        };
        let Some((_, other)) = &i.else_branch else {
            return self.error(i, "an `if` used as a value needs `else`");
        };
        let b = match &**other {
            Expr::Block(b) => value(&b.block),
            x => x.clone(),
        };
        let a = value(&i.then_branch);
        let (e, span) = (self.e.clone(), i.cond.span());
        let p = self.portax(span);
        // Of a `match` of what is known when the kernel is recorded, one arm is recorded, arithmetic too.
        let runs = match takes_variants(&i.cond) {
            true => !is_at_hand(&a) || !is_at_hand(&b),
            false => self.runs(&a) || self.runs(&b),
        };
        let (c, is_arithmetic) = (self.expr(&i.cond), !runs);
        let (a, b) = (self.expr(&a), self.expr(&b));
        if is_arithmetic {
            return quote_spanned!(span=> #p::kernel::value::Select::select(#c, #a, #b));
        }
        quote_spanned! {span=> {
            let __px_c = #c;
            let mut __px_choice = #p::kernel::value::Choice::<#e, _, _, _>::of(__px_c);
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_c, __px_at);
            { let __px_at = __px_inner; if __px_t { #p::kernel::value::Choice::first(&mut __px_choice, #a) } }
            { let (__px_t, __px_at) = #p::kernel::value::mask::Condition::<#e, _, _>::enter_else(__px_c, __px_at); if __px_t { #p::kernel::value::Choice::second(&mut __px_choice, #b, __px_at) } }
            #p::kernel::value::mask::Leave::leave(__px_end);
            #p::kernel::value::Choice::value(__px_choice)
        } }
    }

    /// `a && b` and `a || b`: what reads memory or calls on the right runs in the lanes where the left does not decide.
    pub(super) fn logic(&mut self, b: &ExprBinary) -> TokenStream {
        let (e, span) = (self.e.clone(), b.span());
        let p = self.portax(span);
        let is_and = matches!(b.op, BinOp::And(_));
        let op = if is_and { quote!(And) } else { quote!(Or) };
        let is_arithmetic = !self.runs(&b.right);
        let (l, r) = (self.expr(&b.left), self.expr(&b.right));
        if is_arithmetic {
            return quote_spanned!(span=> #p::kernel::value::Logic::logic(#l, #p::ops::Bin::#op, #r));
        }
        let open = match is_and {
            true => quote_spanned!(span=> __px_l),
            false => quote_spanned!(span=> ::core::ops::Not::not(__px_l)),
        };
        quote_spanned! {span=> {
            let __px_l = #l;
            let mut __px_operand = #p::kernel::value::Operand::<#e, _>::new();
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(#open, __px_at);
            { let __px_at = __px_inner; if __px_t { __px_operand.set(#r) } }
            #p::kernel::value::mask::Leave::leave(__px_end);
            #p::kernel::value::Logic::logic(__px_l, #p::ops::Bin::#op, __px_operand.value())
        } }
    }

    /// Whether it is arithmetic alone.
    pub(super) fn is_arithmetic(&self, x: &Expr) -> bool {
        !self.runs(x)
    }

    /// Does evaluating it do more than arithmetic: read memory, call, run statements?
    fn runs(&self, x: &Expr) -> bool {
        let mut search = Search {
            body: self,
            found: false,
        };
        search.visit_expr_mut(&mut x.clone());
        search.found
    }
}

/// Is nothing recorded for the value?
fn is_at_hand(x: &Expr) -> bool {
    let tail = |b: &Block| matches!(&b.stmts[..], [Stmt::Expr(x, None)] if is_at_hand(x));
    match strip(x) {
        Expr::Lit(_) => true,
        x if is_written(x) => true,
        Expr::Unary(u) => is_at_hand(&u.expr),
        Expr::Path(path) => is_of_type(&path.path),
        Expr::Block(b) => tail(&b.block),
        Expr::If(i) if takes_variants(&i.cond) => {
            let other = i.else_branch.as_ref();
            tail(&i.then_branch) && other.is_some_and(|(_, other)| is_at_hand(other))
        }
        _ => false,
    }
}

struct Search<'a> {
    body: &'a Body,
    found: bool,
}

impl VisitMut for Search<'_> {
    fn visit_expr_mut(&mut self, x: &mut Expr) {
        self.found |= match &*x {
            Expr::Index(i) => !self.body.is_place(x) || !self.body.is_comptime(&i.index),
            Expr::Call(c) => {
                matches!(&*c.func, Expr::Path(f) if is_function(&f.path) || self.body.is_associated(f))
            }
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                takes_context(&name) || SCRATCH.contains(&name.as_str())
            }
            Expr::Block(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Match(_)
            | Expr::Assign(_) => true,
            _ => false,
        };
        visit_expr_mut(self, x);
    }
}
