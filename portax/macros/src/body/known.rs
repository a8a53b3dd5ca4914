//! What the macro can tell of a number: whether it is known when the kernel is recorded, and whether it may differ between lanes.

use super::{
    Binding, Body, OwnCode,
    literal::is_literal,
    operators::{assigns, compares, is_of_conditions},
    own_code::{is_constant, is_of_type},
    strip,
};
use syn::{
    Expr, ExprLit, ExprPath,
    visit::{Visit, visit_expr},
};

impl Body {
    /// What a `let` without `mut` declares.
    pub(super) fn binding_of(&self, value: &Expr) -> Binding {
        if self.is_known(value) {
            Binding::Known
        } else if self.varies(value) {
            Binding::Varying
        } else {
            Binding::Value
        }
    }

    /// The same where the language alone computes: elsewhere it may be a type of the author's own. Where indices are
    /// computed it is shared by all lanes already.
    pub(super) fn is_known_number(&self, x: &Expr) -> bool {
        self.own_code == OwnCode::Refused && !self.makes_indices && self.is_known(x)
    }

    /// Is it a number of a type of its own that is known when the kernel is recorded: a constant or a field of one, a literal with a suffix, a
    /// name for one, or what operators make of them and of literals?
    pub(super) fn is_known(&self, x: &Expr) -> bool {
        match strip(x) {
            Expr::Path(path) if is_constant(&path.path) => !is_of_type(&path.path),
            Expr::Path(path) => {
                self.binding_of_path(path) == Some(Binding::Known) || self.is_turn(path)
            }
            Expr::Field(f) => self.is_field_of_constant(f),
            Expr::Lit(ExprLit { lit, .. }) => !lit.suffix().is_empty(),
            Expr::Unary(u) => self.is_known(&u.expr),
            Expr::Binary(b) if !assigns(&b.op) && !compares(&b.op) && !is_of_conditions(&b.op) => {
                let (left, right) = (self.is_known(&b.left), self.is_known(&b.right));
                left && (right || is_literal(&b.right)) || right && is_literal(&b.left)
            }
            _ => false,
        }
    }

    /// May it differ between lanes, as far as the macro can tell? What does for certain is in [`lanes`](super::lanes).
    pub(super) fn varies(&self, x: &Expr) -> bool {
        let mut search = Search {
            body: self,
            found: false,
        };
        search.visit_expr(x);
        search.found
    }

    fn binding_of_path(&self, path: &ExprPath) -> Option<Binding> {
        self.binding(path.path.get_ident()?)
    }
}

struct Search<'a> {
    body: &'a Body,
    found: bool,
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_expr(&mut self, x: &'a Expr) {
        self.found |= match x {
            Expr::Path(path) => matches!(
                self.body.binding_of_path(path),
                Some(Binding::Variable | Binding::Reference | Binding::Index | Binding::Varying)
            ),
            Expr::Index(i) => !self.body.is_comptime(&i.index),
            _ => false,
        };
        visit_expr(self, x);
    }
}
