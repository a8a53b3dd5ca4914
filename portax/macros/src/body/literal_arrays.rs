//! Arrays of literals at indices that differ between lanes: `[0.25, 0.5][i % 2]` becomes a variable, as does `let w = [3u32, 5, 7]` whose
//! type is that of its suffix.

use super::{
    Body,
    literal::{literal_type, written_type},
};
use std::collections::HashSet;
use syn::{
    Block, Expr, ExprIndex, Ident, Local, Pat, PatType, Stmt, Token, parse_quote_spanned,
    spanned::Spanned,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

impl Body {
    /// The block with such variables. `self.lanes` are those that differ.
    pub(super) fn with_literal_arrays(&self, block: &Block) -> Block {
        let mut indexed = Indexed {
            body: self,
            names: HashSet::new(),
        };
        indexed.visit_block(block);
        let mut variables = Variables {
            body: self,
            indexed: indexed.names,
            count: 0,
            here: Vec::new(),
        };
        let mut block = block.clone();
        variables.visit_block_mut(&mut block);
        block
    }

    /// What is indexed in the end, if an index of it, or of one of its rows, differs.
    fn indexed_by_lanes<'a>(&self, i: &'a ExprIndex) -> Option<&'a Expr> {
        let (mut x, mut differs) = (&*i.expr, self.value_differs(&i.index));
        while let Expr::Index(row) = x {
            differs |= self.value_differs(&row.index);
            x = &row.expr;
        }
        differs.then_some(x)
    }
}

/// The names of what is indexed so.
struct Indexed<'a> {
    body: &'a Body,
    names: HashSet<String>,
}

impl<'a> Visit<'a> for Indexed<'_> {
    fn visit_expr_index(&mut self, i: &'a ExprIndex) {
        if let Some(Expr::Path(p)) = self.body.indexed_by_lanes(i) {
            self.names.extend(p.path.get_ident().map(Ident::to_string));
        }
        visit::visit_expr_index(self, i);
    }
}

struct Variables<'a> {
    body: &'a Body,
    /// Names of what is indexed so
    indexed: HashSet<String>,
    /// How many arrays got a name
    count: usize,
    /// Those of the statement
    here: Vec<Stmt>,
}

impl VisitMut for Variables<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outside = std::mem::take(&mut self.here);
        let mut statements = Vec::new();
        for mut s in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut s);
            statements.append(&mut self.here);
            statements.push(s);
        }
        block.stmts = statements;
        self.here = outside;
    }

    fn visit_local_mut(&mut self, l: &mut Local) {
        visit_mut::visit_local_mut(self, l);
        if let (Pat::Ident(name), Some(init)) = (&l.pat, &mut l.init)
            && name.mutability.is_none()
            && self.indexed.contains(&name.ident.to_string())
        {
            with_type(&mut l.pat, &mut init.expr);
        }
    }

    fn visit_expr_mut(&mut self, x: &mut Expr) {
        if let Expr::Index(i) = x
            && let Some(array @ Expr::Array(_)) = self.body.indexed_by_lanes(i)
            && literal_type(array).is_some()
        {
            let (span, mut array) = (array.span(), array.clone());
            self.count += 1;
            let name = Ident::new(&format!("__px_array{}", self.count), span);
            let mut pattern = parse_quote_spanned!(span=> #name);
            with_type(&mut pattern, &mut array);
            *array_of(i) = parse_quote_spanned!(span=> #name);
            self.here
                .push(parse_quote_spanned!(span=> let #pattern = #array;));
        }
        visit_mut::visit_expr_mut(self, x);
    }
}

/// What is indexed in the end.
fn array_of(i: &mut ExprIndex) -> &mut Expr {
    match &mut *i.expr {
        Expr::Index(row) => array_of(row),
        x => x,
    }
}

/// Writes the type of an array of literals; where none is needed, what it is used for says it.
fn with_type(pattern: &mut Pat, array: &mut Expr) {
    if let Some((ty, untyped)) = written_type(array) {
        *array = untyped;
        *pattern = Pat::Type(PatType {
            attrs: Vec::new(),
            pat: Box::new(pattern.clone()),
            colon_token: Token![:](pattern.span()),
            ty: Box::new(ty),
        });
    }
}
