//! `if let Some(x) = &self.x`: whether an optional field is there is known when the kernel is recorded.

use super::{Body, strip};
use syn::{
    Block, Expr, ExprIf, ExprLet, Pat, parse_quote_spanned,
    spanned::Spanned,
    visit_mut::{VisitMut, visit_expr_if_mut},
};

impl Body {
    /// The block with conditions in the place of patterns: `if self.x.is_some() { let x = self.x.__px_value(); ... }`.
    pub(super) fn with_conditions(&mut self, block: &Block) -> Block {
        let mut block = block.clone();
        Conditions(self).visit_block_mut(&mut block);
        block
    }

    /// What a pattern calls the field, and the field.
    fn presence<'a>(&mut self, x: &'a ExprLet) -> Option<(&'a Pat, &'a Expr)> {
        let field = match strip(&x.expr) {
            Expr::Reference(r) if r.mutability.is_none() => strip(&r.expr),
            field => field,
        };
        if let (Pat::TupleStruct(some), Expr::Field(_) | Expr::Path(_)) = (&*x.pat, field)
            && some.path.is_ident("Some")
            && some.elems.len() == 1
        {
            return Some((&some.elems[0], field));
        }
        self.error(x, "`if let` asks for an optional field, `if let Some(x) = &self.x`: write a condition, or `match` of numbers");
        None
    }
}

struct Conditions<'a>(&'a mut Body);

impl VisitMut for Conditions<'_> {
    fn visit_expr_if_mut(&mut self, i: &mut ExprIf) {
        if let Expr::Let(x) = &*i.cond.clone() {
            let span = x.expr.span();
            *i.cond = match self.0.presence(x) {
                Some((pattern, field)) => {
                    let value = parse_quote_spanned!(span=> let #pattern = (#field).__px_value(););
                    i.then_branch.stmts.insert(0, value);
                    parse_quote_spanned!(span=> (#field).is_some())
                }
                // refused already
                None => parse_quote_spanned!(span=> true),
            };
        }
        visit_expr_if_mut(self, i);
    }
}
