//! What leaves a piece of code.

use proc_macro2::Span;
use syn::{
    Block, Expr, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprLoop, ExprReturn,
    ExprWhile, Item, Label, Stmt,
    visit::{self, Visit},
};

/// An exit, by where it goes; labels are `None` where it names none.
#[derive(Clone, PartialEq)]
pub(super) enum Exit {
    Return,
    Break(Option<String>),
    Continue(Option<String>),
}

/// The name of a label.
pub(super) fn name_of(label: &Label) -> String {
    name(&label.name)
}

pub(super) fn name(label: &syn::Lifetime) -> String {
    label.ident.to_string()
}

/// Does an exit leave the expression?
pub(super) fn has_exits(x: &Expr) -> bool {
    !exits(|scan| scan.visit_expr(x)).is_empty()
}

/// Does a loop end with a value?
pub(super) fn gives_a_value(l: &ExprLoop) -> bool {
    let mut scan = Values {
        label: l.label.as_ref().map(name_of),
        depth: 0,
        found: false,
    };
    scan.visit_block(&l.body);
    scan.found
}

/// Does every way through a block leave it?
pub(super) fn never_ends(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(x, _)) if leaves(x))
}

fn leaves(x: &Expr) -> bool {
    match x {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Block(b) => b.label.is_none() && never_ends(&b.block),
        Expr::If(i) => {
            let (then, other) = (&i.then_branch, i.else_branch.as_ref());
            never_ends(then) && other.is_some_and(|(_, other)| leaves(other))
        }
        Expr::Match(m) => m.arms.iter().all(|arm| leaves(&arm.body)),
        _ => false,
    }
}

/// Where the first exit stands that leaves the expression.
pub(super) fn first_exit(x: &Expr) -> Option<Span> {
    let mut scan = Scan::default();
    scan.visit_expr(x);
    scan.first
}

/// The exits that leave a piece of code.
pub(super) fn exits(visit: impl FnOnce(&mut Scan)) -> Vec<Exit> {
    let mut scan = Scan::default();
    visit(&mut scan);
    scan.found
}

/// Searches for exits.
#[derive(Default)]
pub(super) struct Scan {
    /// Labels of the loops inside it that are open
    loops: Vec<Option<String>>,
    found: Vec<Exit>,
    /// Where the first of them stands
    first: Option<Span>,
}

impl Scan {
    fn note(&mut self, label: &Option<String>, exit: Exit, at: Span) {
        let stays_inside = match label {
            None => !self.loops.is_empty(),
            Some(_) => self.loops.contains(label),
        };
        if !stays_inside {
            self.find(exit, at);
        }
    }

    fn find(&mut self, exit: Exit, at: Span) {
        self.found.push(exit);
        self.first.get_or_insert(at);
    }

    fn inside(&mut self, label: Option<&Label>, body: &Block) {
        self.loops.push(label.map(name_of));
        self.visit_block(body);
        self.loops.pop();
    }
}

impl<'a> Visit<'a> for Scan {
    fn visit_expr_while(&mut self, w: &'a ExprWhile) {
        self.visit_expr(&w.cond);
        self.inside(w.label.as_ref(), &w.body);
    }
    fn visit_expr_loop(&mut self, l: &'a ExprLoop) {
        self.inside(l.label.as_ref(), &l.body);
    }
    fn visit_expr_for_loop(&mut self, f: &'a ExprForLoop) {
        self.visit_expr(&f.expr);
        self.inside(f.label.as_ref(), &f.body);
    }
    fn visit_expr_return(&mut self, r: &'a ExprReturn) {
        visit::visit_expr_return(self, r);
        self.find(Exit::Return, r.return_token.span);
    }
    fn visit_expr_break(&mut self, b: &'a ExprBreak) {
        visit::visit_expr_break(self, b);
        let label = b.label.as_ref().map(name);
        self.note(&label, Exit::Break(label.clone()), b.break_token.span);
    }
    fn visit_expr_continue(&mut self, c: &'a ExprContinue) {
        let label = c.label.as_ref().map(name);
        self.note(&label, Exit::Continue(label.clone()), c.continue_token.span);
    }
    fn visit_expr_closure(&mut self, _: &'a ExprClosure) {}
    fn visit_item(&mut self, _: &'a Item) {}
}

/// Searches a loop's body for a `break` of it that has a value.
struct Values {
    label: Option<String>,
    /// How many loops are open inside
    depth: usize,
    found: bool,
}

impl Values {
    fn inside(&mut self, body: &Block) {
        self.depth += 1;
        self.visit_block(body);
        self.depth -= 1;
    }
}

impl<'a> Visit<'a> for Values {
    fn visit_expr_while(&mut self, w: &'a ExprWhile) {
        self.inside(&w.body);
    }
    fn visit_expr_loop(&mut self, l: &'a ExprLoop) {
        self.inside(&l.body);
    }
    fn visit_expr_for_loop(&mut self, f: &'a ExprForLoop) {
        self.inside(&f.body);
    }
    fn visit_expr_break(&mut self, b: &'a ExprBreak) {
        let label = b.label.as_ref().map(name);
        let is_of_it = match label {
            None => self.depth == 0,
            Some(_) => label == self.label,
        };
        self.found |= is_of_it && b.expr.is_some();
        visit::visit_expr_break(self, b);
    }
    fn visit_expr_closure(&mut self, _: &'a ExprClosure) {}
    fn visit_item(&mut self, _: &'a Item) {}
}
