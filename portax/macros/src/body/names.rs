//! Names in code that is not rewritten yet.

use super::first_named;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
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

/// Names that patterns declare, and how often.
#[derive(Default)]
struct Declared(HashMap<String, usize>);

impl<'a> Visit<'a> for Declared {
    fn visit_pat_ident(&mut self, pattern: &'a PatIdent) {
        *self.0.entry(pattern.ident.to_string()).or_default() += 1;
    }
}

/// The names that are declared in a block, and how often.
pub(super) fn declared_in_block(block: &Block) -> HashMap<String, usize> {
    let mut names = Declared::default();
    names.visit_block(block);
    names.0
}

/// The names that are declared inside of a statement, not by itself.
pub(super) fn declared_inside(s: &Stmt) -> HashSet<String> {
    let mut names = Declared::default();
    match s {
        Stmt::Local(l) => l.init.iter().for_each(|i| names.visit_expr(&i.expr)),
        s => names.visit_stmt(s),
    }
    names.0.into_keys().collect()
}

/// Does the statement declare the name?
pub(super) fn declares(s: &Stmt, name: &str) -> bool {
    let mut names = Declared::default();
    if let Stmt::Local(l) = s {
        names.visit_pat(&l.pat);
    }
    names.0.contains_key(name)
}
