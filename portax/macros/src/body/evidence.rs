//! What says the type of a variable that begins with a literal.

use super::{
    literal::{gives_literals, is_literal},
    names::{declared_in, declared_inside, declares, mentions, names_of},
    operators::{assigns, is_of_conditions, shifts},
    own_code::is_constant,
    starts::{Kind, literal_variables, mark},
    strip,
};
use std::collections::{HashMap, HashSet};
use syn::{
    BinOp, Block, Expr, ExprIf, Ident, Local, Pat, Stmt,
    visit::{self, Visit},
};

/// Methods whose arguments have the type of the receiver.
const ALIKE: [&str; 16] = [
    "atan2",
    "clamp",
    "copysign",
    "div_ceil",
    "div_euclid",
    "hypot",
    "max",
    "min",
    "mul_add",
    "powf",
    "rem_euclid",
    "saturating_add",
    "saturating_sub",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_sub",
];

/// What the names of a function are.
#[derive(Default)]
pub(super) struct Declarations {
    /// Variables that begin with a literal, whose type may be open
    open: HashSet<String>,
    /// The values of names that are declared once, without `mut`; `None` of others
    values: HashMap<String, Option<Expr>>,
}

impl<'a> Visit<'a> for Declarations {
    fn visit_local(&mut self, l: &'a Local) {
        let open = literal_variables(l, &HashSet::new());
        self.open.extend(open.iter().map(|v| v.name.to_string()));
        if let (Pat::Ident(name), Some(init)) = (&l.pat, &l.init) {
            let is_once = !self.values.contains_key(&name.ident.to_string());
            let value = is_once && name.mutability.is_none();
            let value = value.then(|| (*init.expr).clone());
            self.values.insert(name.ident.to_string(), value);
        }
        visit::visit_local(self, l);
    }
}

/// Looks for the type of one variable.
pub(super) struct Evidence<'a> {
    pub name: &'a Ident,
    pub start: &'a Ident,
    /// Of how many dimensions it is an array
    pub dimensions: usize,
    pub declarations: &'a Declarations,
}

impl Evidence<'_> {
    /// Shows the variable's start the best that is found in the statements from `from` on.
    pub(super) fn show(&self, statements: &mut Vec<Stmt>, from: usize) -> bool {
        self.place(Kind::Alike, statements, from, &|s| self.assigned(s))
            || self.place(Kind::Likely, statements, from, &|s| self.operand(s))
            || self.place(Kind::Likely, statements, from, &|s| self.partner(s))
            || self.place(Kind::Element, statements, from, &|s| self.taker(s))
    }

    /// Places a mark with what `find` finds first, as early as all that it names is declared. Not behind a use of the variable.
    fn place(
        &self,
        kind: Kind,
        statements: &mut Vec<Stmt>,
        from: usize,
        find: &dyn Fn(&Stmt) -> Option<Expr>,
    ) -> bool {
        for at in from..statements.len() {
            if declares(&statements[at], &self.name.to_string()) {
                return false;
            }
            let Some(x) = find(&statements[at]) else {
                continue;
            };
            let named = names_of(&x);
            if named.is_disjoint(&declared_inside(&statements[at])) {
                let says = |s: &Stmt| named.iter().any(|name| declares(s, name));
                let last = statements[from..at].iter().rposition(says);
                let place = last.map_or(from, |k| from + k + 1);
                let is_free = !self.is_used(&statements[from..place]);
                if is_free {
                    statements.insert(place, mark(kind, self.start, &x));
                }
                return is_free;
            }
            return !self.is_used(&statements[from..at])
                && match &mut statements[at] {
                    Stmt::Expr(x, _) => self.place_inside(kind, x, find),
                    _ => false,
                };
        }
        false
    }

    /// The same in a block of the statement that has what is found.
    fn place_inside(&self, kind: Kind, x: &mut Expr, find: &dyn Fn(&Stmt) -> Option<Expr>) -> bool {
        let place = |block: &mut Block| self.place(kind, &mut block.stmts, 0, find);
        match x {
            Expr::ForLoop(f) => !mentions(&f.expr, self.name) && place(&mut f.body),
            Expr::While(w) => !mentions(&w.cond, self.name) && place(&mut w.body),
            Expr::Loop(l) => place(&mut l.body),
            Expr::Block(b) => place(&mut b.block),
            Expr::If(i) => self.place_in_if(kind, i, find),
            _ => false,
        }
    }

    fn place_in_if(
        &self,
        kind: Kind,
        i: &mut ExprIf,
        find: &dyn Fn(&Stmt) -> Option<Expr>,
    ) -> bool {
        let then = &mut i.then_branch;
        if mentions(&i.cond, self.name) {
            false
        } else if mentions(then, self.name) {
            self.place(kind, &mut then.stmts, 0, find)
        } else {
            let other = i.else_branch.as_mut();
            other.is_some_and(|(_, other)| self.place_inside(kind, other, find))
        }
    }

    fn is_used(&self, statements: &[Stmt]) -> bool {
        statements.iter().any(|s| mentions(s, self.name))
    }

    /// The first value that the variable, or an element of it, is assigned: no literal, and of no open type.
    fn assigned(&self, s: &Stmt) -> Option<Expr> {
        first(s, self.name, &|x| {
            let value = value_assigned(x, self.name, self.dimensions)?;
            self.is_evidence(value).then(|| value.clone())
        })
    }

    /// An operand of such a value.
    fn operand(&self, s: &Stmt) -> Option<Expr> {
        first(s, self.name, &|x| {
            self.part(value_assigned(x, self.name, self.dimensions)?, 0)
        })
    }

    /// What the variable is an operand with.
    fn partner(&self, s: &Stmt) -> Option<Expr> {
        first(s, self.name, &|x| match x {
            Expr::Binary(b) if joins(&b.op) && self.is_it(&b.left) => self.part(&b.right, 0),
            Expr::Binary(b) if joins(&b.op) && self.is_it(&b.right) => self.part(&b.left, 0),
            _ => None,
        })
    }

    /// The view or array of which an element takes the variable.
    fn taker(&self, s: &Stmt) -> Option<Expr> {
        let is_it = |x: &Expr| match strip(x) {
            Expr::Unary(u) => self.is_it(&u.expr),
            x => self.is_it(x),
        };
        let of_element = |left: &Expr| match strip(left) {
            Expr::Index(i) if self.is_evidence(&i.expr) => Some((*i.expr).clone()),
            _ => None,
        };
        first(s, self.name, &|x| match x {
            Expr::Assign(a) if is_it(&a.right) => of_element(&a.left),
            Expr::Binary(b) if assigns(&b.op) && !shifts(&b.op) && is_it(&b.right) => {
                of_element(&b.left)
            }
            _ => None,
        })
    }

    /// Is it the variable, or an element of the array?
    fn is_it(&self, x: &Expr) -> bool {
        is_of(x, self.name, self.dimensions)
    }

    /// Is it an expression of a type that is known where all that it names is declared?
    fn is_evidence(&self, x: &Expr) -> bool {
        let mut open = self.declarations.open.iter();
        has_type(x)
            && is_simple(x)
            && !mentions(x, self.name)
            && !open.any(|name| names_of(x).contains(name))
    }

    /// An operand of a value, not a constant, that is no sum or product itself. In the place of a name stands its value's.
    fn part(&self, x: &Expr, depth: usize) -> Option<Expr> {
        let of_block = |b: &Block| match b.stmts.last() {
            Some(Stmt::Expr(x, None)) => self.part(x, depth),
            _ => None,
        };
        match strip(x) {
            x if is_literal(x) || gives_literals(x) => None,
            Expr::Binary(b) if joins(&b.op) => {
                let left = self.part(&b.left, depth);
                left.or_else(|| self.part(&b.right, depth))
            }
            Expr::Unary(u) => self.part(&u.expr, depth),
            Expr::MethodCall(m) if ALIKE.iter().any(|known| m.method == known) => {
                let receiver = self.part(&m.receiver, depth);
                receiver.or_else(|| m.args.iter().find_map(|x| self.part(x, depth)))
            }
            Expr::If(i) => {
                let other = i.else_branch.as_ref();
                of_block(&i.then_branch).or_else(|| self.part(&other?.1, depth))
            }
            Expr::Match(m) => m.arms.iter().find_map(|arm| self.part(&arm.body, depth)),
            Expr::Block(b) => of_block(&b.block),
            Expr::Path(p) if is_constant(&p.path) => None,
            Expr::Path(p) => {
                let name = p.path.get_ident()?.to_string();
                let value = self.declarations.values.get(&name).and_then(Option::as_ref);
                let of_value = value.filter(|_| depth < 4);
                // what it is made of may have names inside
                let is_outside = |part: &Expr, x| names_of(part).is_disjoint(&declared_in(x));
                let of_value =
                    of_value.and_then(|x| self.part(x, depth + 1).filter(|p| is_outside(p, x)));
                of_value.or_else(|| self.is_evidence(x).then(|| x.clone()))
            }
            x => self.is_evidence(x).then(|| x.clone()),
        }
    }
}

/// Is the variable assigned anything but literals?
pub(super) fn is_assigned(s: &Stmt, name: &Ident) -> bool {
    let typed = |x: &Expr| value_assigned(x, name, 0).filter(|x| has_type(x)).cloned();
    first(s, name, &typed).is_some()
}

/// The value that an expression assigns to the variable, or to an element of the array of so many dimensions.
fn value_assigned<'a>(x: &'a Expr, name: &Ident, dimensions: usize) -> Option<&'a Expr> {
    let is_it = |place: &Expr| is_of(place, name, dimensions);
    match x {
        Expr::Assign(a) if is_it(&a.left) => Some(&a.right),
        Expr::Binary(b) if assigns(&b.op) && !shifts(&b.op) && is_it(&b.left) => Some(&b.right),
        _ => None,
    }
}

/// The first that is found in a statement, where no other name hides the variable's.
fn first(s: &Stmt, name: &Ident, find: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Expr> {
    struct Search<'a> {
        name: String,
        find: &'a dyn Fn(&Expr) -> Option<Expr>,
        found: Option<Expr>,
    }
    impl<'a> Visit<'a> for Search<'_> {
        fn visit_expr(&mut self, x: &'a Expr) {
            if self.found.is_none() {
                self.found = (self.find)(x);
                visit::visit_expr(self, x);
            }
        }
        fn visit_block(&mut self, block: &'a Block) {
            for s in &block.stmts {
                self.visit_stmt(s);
                if declares(s, &self.name) {
                    return;
                }
            }
        }
    }
    let mut search = Search {
        name: name.to_string(),
        find,
        found: None,
    };
    search.visit_stmt(s);
    search.found
}

/// Is the place the variable, or an element behind so many indices?
fn is_of(place: &Expr, name: &Ident, dimensions: usize) -> bool {
    match strip(place) {
        Expr::Path(p) => dimensions == 0 && p.path.is_ident(name),
        Expr::Index(i) => dimensions > 0 && is_of(&i.expr, name, dimensions - 1),
        _ => false,
    }
}

/// Do its sides have one type?
fn joins(op: &BinOp) -> bool {
    !assigns(op) && !shifts(op) && !is_of_conditions(op)
}

/// Is it more than literals and what operators make of them?
fn has_type(x: &Expr) -> bool {
    match strip(x) {
        Expr::Binary(b) => has_type(&b.left) || !shifts(&b.op) && has_type(&b.right),
        Expr::Unary(u) => has_type(&u.expr),
        x => !is_literal(x) && !gives_literals(x),
    }
}

/// Is it made of names, elements, operators and calls?
fn is_simple(x: &Expr) -> bool {
    match strip(x) {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(f) => is_simple(&f.base),
        Expr::Index(i) => is_simple(&i.expr) && is_simple(&i.index),
        Expr::Tuple(t) => t.elems.iter().all(is_simple),
        Expr::Unary(u) => is_simple(&u.expr),
        Expr::Cast(c) => is_simple(&c.expr),
        Expr::Binary(b) => is_simple(&b.left) && is_simple(&b.right),
        Expr::MethodCall(m) => is_simple(&m.receiver) && m.args.iter().all(is_simple),
        Expr::Call(c) => is_simple(&c.func) && c.args.iter().all(is_simple),
        _ => false,
    }
}
