//! `if let Some(x) = &self.x`, and `let Some(x) = &self.x else { .. }`: whether an optional field is there is known when
//! the kernel is recorded.

use super::{Body, strip};
use quote::ToTokens;
use syn::{
    Block, Expr, ExprIf, Local, LocalInit, Pat, parse_quote_spanned,
    spanned::Spanned,
    visit_mut::{VisitMut, visit_expr_if_mut, visit_local_mut},
};

impl Body {
    /// The block with conditions in the place of patterns: `if self.x.is_some() { let x = self.x.__px_value(); ... }`.
    pub(super) fn with_conditions(&mut self, block: &Block) -> Block {
        let mut block = block.clone();
        Conditions(self).visit_block_mut(&mut block);
        block
    }

    /// What a pattern calls the field, and the field.
    fn presence<'a>(
        &mut self,
        at: &impl ToTokens,
        pattern: &'a Pat,
        value: &'a Expr,
    ) -> Option<(&'a Pat, &'a Expr)> {
        let field = match strip(value) {
            Expr::Reference(r) if r.mutability.is_none() => strip(&r.expr),
            field => field,
        };
        if let (Pat::TupleStruct(some), Expr::Field(_) | Expr::Path(_)) = (pattern, field)
            && some.path.is_ident("Some")
            && some.elems.len() == 1
        {
            return Some((&some.elems[0], field));
        }
        self.error(at, "`if let` asks for an optional field, `if let Some(x) = &self.x`: write a condition, or `match` of numbers");
        None
    }
}

struct Conditions<'a>(&'a mut Body);

impl VisitMut for Conditions<'_> {
    fn visit_expr_if_mut(&mut self, i: &mut ExprIf) {
        if let Expr::Let(x) = &*i.cond.clone() {
            let span = x.expr.span();
            *i.cond = match self.0.presence(x, &x.pat, &x.expr) {
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

    fn visit_local_mut(&mut self, l: &mut Local) {
        if let Some(LocalInit {
            expr,
            diverge: diverge @ Some(_),
            ..
        }) = &mut l.init
        {
            let asked = expr.clone();
            let found = self.0.presence(&l.pat, &l.pat, &asked);
            match (found, diverge.take()) {
                (Some((pattern, field)), Some((_, leave))) => {
                    let (pattern, span) = (pattern.clone(), asked.span());
                    **expr = parse_quote_spanned!(span=> if (#field).is_some() { (#field).__px_value() } else #leave);
                    l.pat = pattern;
                }
                // refused already
                _ => {
                    **expr = parse_quote_spanned!(asked.span()=> true);
                    l.pat = parse_quote_spanned!(asked.span()=> _);
                }
            }
        }
        visit_local_mut(self, l);
    }
}
