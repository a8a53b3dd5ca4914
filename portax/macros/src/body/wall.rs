//! Code that not every lane or thread runs once, and what it may change.

use super::{Body, operators::assigns, strip};
use std::collections::HashMap;
use syn::{
    Expr, Ident,
    visit::{self, Visit},
};

/// What stands around the code that is rewritten.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wall {
    /// The body of a nested range: threads or lanes share its iterations out.
    Range,
    /// The body of `single`: one lane runs it.
    Single,
}

impl Wall {
    /// Why a variable from outside is not assigned inside.
    fn variable(self) -> &'static str {
        match self {
            Wall::Range => {
                "this variable is declared outside the nested range, whose iterations run on several threads and lanes: declare it inside, or sum with `parallel_reduce(range, |i| value, Sum)`"
            }
            Wall::Single => {
                "this variable is declared outside `single`, which one lane runs: the others would not see the value; declare it inside, or let `single` give the value, `let x = single(PerTeam(team), || value)`"
            }
        }
    }
}

impl Body {
    /// Rewrites what stands behind a wall, with its own names.
    pub(super) fn behind<R>(&mut self, wall: Wall, make: impl FnOnce(&mut Body) -> R) -> R {
        self.walls.push((self.scopes.len(), wall));
        self.scopes.push(HashMap::new());
        let made = make(self);
        self.scopes.pop();
        self.walls.pop();
        made
    }

    /// Refuses to change a variable from outside a wall.
    pub(super) fn check_variable(&mut self, place: &Expr) {
        let Some(name) = root(place) else { return };
        let text = name.to_string();
        let Some(declared) = self.scopes.iter().rposition(|s| s.contains_key(&text)) else {
            return;
        };
        let crossed = self.walls.iter().find(|(outside, _)| declared < *outside);
        if let Some((_, wall)) = crossed.copied() {
            self.error(place, wall.variable());
        }
    }
}

/// The variable that a place is part of.
pub(super) fn root(place: &Expr) -> Option<&Ident> {
    match strip(place) {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Field(f) => root(&f.base),
        Expr::Index(i) => root(&i.expr),
        Expr::Unary(u) => root(&u.expr),
        _ => None,
    }
}

/// Whether evaluating it changes something, so that its turn matters. Assignments, `&mut` arguments and atomic updates do, and
/// endless loops.
pub(super) fn has_effect(x: &Expr) -> bool {
    let mut search = Effects { found: false };
    search.visit_expr(x);
    search.found
}

struct Effects {
    found: bool,
}

impl<'a> Visit<'a> for Effects {
    fn visit_expr(&mut self, x: &'a Expr) {
        self.found |= match x {
            Expr::Assign(_) | Expr::Loop(_) => true,
            Expr::Binary(b) => assigns(&b.op),
            Expr::Reference(r) => r.mutability.is_some(),
            Expr::MethodCall(m) => {
                m.method == "swap" || m.method.to_string().starts_with("atomic_")
            }
            _ => false,
        };
        visit::visit_expr(self, x);
    }
}
