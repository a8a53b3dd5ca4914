//! Names in code that is not rewritten yet.

use super::first_named;
use quote::ToTokens;
use std::collections::HashSet;
use syn::{
    Block, Expr, Ident, PatIdent, Path, Stmt,
    visit::{self, Visit},
};

/// Does it name the variable?
pub(super) fn mentions(x: &impl ToTokens, name: &Ident) -> bool {
    first_named(&name.to_string(), x.to_token_stream()).is_some()
}

/// The names of variables in an expression.
pub(super) fn names_of(x: &Expr) -> HashSet<String> {
    struct Paths(HashSet<String>);
    impl<'a> Visit<'a> for Paths {
        fn visit_path(&mut self, path: &'a Path) {
            self.0.extend(path.get_ident().map(Ident::to_string));
            visit::visit_path(self, path);
        }
    }
    let mut names = Paths(HashSet::new());
    names.visit_expr(x);
    names.0
}

/// Names that patterns declare.
#[derive(Default)]
struct Declared(HashSet<String>);

impl<'a> Visit<'a> for Declared {
    fn visit_pat_ident(&mut self, pattern: &'a PatIdent) {
        self.0.insert(pattern.ident.to_string());
    }
}

/// The names that are declared in a block.
pub(super) fn declared_in_block(block: &Block) -> HashSet<String> {
    let mut names = Declared::default();
    names.visit_block(block);
    names.0
}

/// The names that are declared in an expression.
pub(super) fn declared_in(x: &Expr) -> HashSet<String> {
    let mut names = Declared::default();
    names.visit_expr(x);
    names.0
}

/// The names that are declared inside of a statement, not by itself.
pub(super) fn declared_inside(s: &Stmt) -> HashSet<String> {
    let mut names = Declared::default();
    match s {
        Stmt::Local(l) => l.init.iter().for_each(|i| names.visit_expr(&i.expr)),
        s => names.visit_stmt(s),
    }
    names.0
}

/// Does the statement declare the name?
pub(super) fn declares(s: &Stmt, name: &str) -> bool {
    let mut names = Declared::default();
    if let Stmt::Local(l) = s {
        names.visit_pat(&l.pat);
    }
    names.0.contains(name)
}
