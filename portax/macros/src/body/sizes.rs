//! Captures that sizes of scratch are made of: they are known when a kernel is recorded, one for each value.

use super::{Body, strip};
use quote::ToTokens;
use std::collections::HashSet;
use syn::{
    Expr, ExprMethodCall, Local, Pat,
    visit::{Visit, visit_expr_method_call, visit_local},
};

/// Methods of teams that take sizes.
const SCRATCH: [&str; 5] = [
    "scratch",
    "thread_scratch",
    "large_scratch",
    "large_thread_scratch",
    "scratch_tile",
];

impl Body {
    /// Notes which captures the body of a lambda makes sizes of.
    pub(crate) fn find_sizes(&mut self, body: &Expr) {
        let mut named = 0;
        loop {
            let mut search = Search(&mut self.sizes);
            search.visit_expr(body);
            // a `let` may stand before the one that is named in it
            if self.sizes.len() == named {
                break;
            }
            named = self.sizes.len();
        }
    }

    /// Is a variable or field one of them?
    pub(super) fn is_size(&self, x: &impl ToTokens) -> bool {
        self.sizes.contains(&x.to_token_stream().to_string())
    }
}

struct Search<'a>(&'a mut HashSet<String>);

impl Search<'_> {
    /// The variables and fields that an integer is computed from.
    fn operands(&mut self, x: &Expr) {
        match strip(x) {
            x @ (Expr::Path(_) | Expr::Field(_)) => {
                self.0.insert(x.to_token_stream().to_string());
            }
            Expr::Array(a) => a.elems.iter().for_each(|x| self.operands(x)),
            Expr::Binary(b) => {
                self.operands(&b.left);
                self.operands(&b.right);
            }
            Expr::Cast(c) => self.operands(&c.expr),
            _ => {}
        }
    }
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_expr_method_call(&mut self, m: &'a ExprMethodCall) {
        if SCRATCH.iter().any(|name| m.method == name) {
            m.args.iter().for_each(|x| self.operands(x));
        }
        visit_expr_method_call(self, m);
    }

    fn visit_local(&mut self, local: &'a Local) {
        if let (Pat::Ident(i), Some(init)) = (&local.pat, &local.init)
            && self.0.contains(&i.ident.to_string())
        {
            self.operands(&init.expr);
        }
        visit_local(self, local);
    }
}
