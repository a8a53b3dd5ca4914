//! Which variables differ between lanes: those that are assigned what does, or where not all lanes run. Their first value may be
//! one that all lanes share, `let mut best = x[0];`.

use super::{
    Body,
    flow::range_name,
    leaving::{Exit, exits, has_exits, name_of},
    literal::is_literal,
    names::declared_in_block,
    operators::assigns,
    strip,
    wall::root,
};
use crate::device::names_uniform;
use std::collections::HashSet;
use syn::{
    Block, Expr, ExprCall, Ident, Label, Local, Pat, Stmt, Type,
    visit::{self, Visit},
};

impl Body {
    /// Finds the variables of a function that differ between lanes. `self.lanes` are its arguments that do.
    pub(super) fn find_lanes(&mut self, block: &Block) {
        let mut lanes = Lanes {
            names: std::mem::take(&mut self.lanes),
            declared: declared_in_block(block),
            lent: HashSet::new(),
            some_run: false,
        };
        loop {
            let before = (lanes.names.len(), lanes.lent.len());
            lanes.some_run = false;
            lanes.visit_block(block);
            if (lanes.names.len(), lanes.lent.len()) == before {
                break;
            }
        }
        self.lanes = lanes.names;
    }

    /// Notes the names of an argument that differ between lanes.
    pub(super) fn note_differing(&mut self, pattern: &Pat, ty: &Type) {
        match (pattern, ty) {
            (Pat::Type(t), ty) => self.note_differing(&t.pat, ty),
            (Pat::Tuple(names), Type::Tuple(types)) => {
                let pairs = names.elems.iter().zip(&types.elems);
                pairs.for_each(|(name, ty)| self.note_differing(name, ty));
            }
            (Pat::Slice(names), Type::Array(a)) => {
                let names = names.elems.iter();
                names.for_each(|name| self.note_differing(name, &a.elem));
            }
            (Pat::Ident(name), ty) if self.differs_as(ty) => {
                self.lanes.insert(name.ident.to_string());
            }
            _ => {}
        }
    }

    /// Does an argument of this type differ between lanes? Numbers, elements of views and what is made of them do; views, teams and
    /// numbers that all lanes share do not. Of a type parameter that is no number nothing is known.
    fn differs_as(&self, ty: &Type) -> bool {
        const SHARED: [&str; 5] = ["Row", "Segment", "Team", "View", "usize"];
        match ty {
            Type::Reference(r) => self.differs_as(&r.elem),
            Type::Group(g) => self.differs_as(&g.elem),
            Type::Paren(p) => self.differs_as(&p.elem),
            Type::Array(a) => self.differs_as(&a.elem),
            Type::Tuple(t) => t.elems.iter().any(|ty| self.differs_as(ty)),
            Type::Path(p) => {
                let is_parameter = |name| self.parameter(name).is_some();
                let is_shared = |name: &Ident| SHARED.iter().any(|shared| name == shared);
                match p.path.segments.last().map(|s| &s.ident) {
                    Some(name) if is_parameter(name) => self.is_number(ty),
                    Some(name) => !is_shared(name) && !names_uniform(ty),
                    None => false,
                }
            }
            _ => false,
        }
    }

    /// Declares a `self` that is a value, as methods of elements have it.
    pub(crate) fn declare_value_of_self(&mut self) {
        self.lanes.insert("self".into());
    }

    /// Whether a variable differs between lanes for certain.
    pub(super) fn differs(&self, name: &Ident) -> bool {
        self.lanes.contains(&name.to_string())
    }

    /// Whether a value differs between lanes for certain.
    pub(super) fn value_differs(&self, x: &Expr) -> bool {
        differs(x, &self.lanes)
    }
}

/// Is a value made of one of these names, or of what a lane computes for itself?
fn differs(x: &Expr, names: &HashSet<String>) -> bool {
    let mut search = Search {
        names,
        found: false,
    };
    search.visit_expr(x);
    search.found
}

fn is_mutable(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Ident(p) if p.mutability.is_some())
}

/// Is it an array of which each lane has its own, whatever stands in it later?
fn is_array_of_literals(x: &Expr) -> bool {
    let is_one = |x: &Expr| is_literal(x) || is_array_of_literals(x);
    match strip(x) {
        Expr::Array(a) => a.elems.iter().all(is_one),
        Expr::Repeat(r) => is_one(&r.expr),
        _ => false,
    }
}

/// Is it a number that operators or a team make, or one of its own?
fn is_computed(x: &Expr) -> bool {
    match strip(x) {
        Expr::Binary(_) | Expr::Unary(_) | Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Call(c) => is_of_team(c),
        _ => false,
    }
}

/// Goes through a function again and again, until it finds no more.
struct Lanes {
    /// What differs
    names: HashSet<String>,
    /// The variables, as opposed to views that are stored to
    declared: HashSet<String>,
    /// Variables that functions may change: `&mut x`
    lent: HashSet<String>,
    /// Do only some lanes run here?
    some_run: bool,
}

impl Lanes {
    /// Notes that a variable differs.
    fn note(&mut self, name: &Ident) {
        let name = name.to_string();
        if self.declared.contains(&name) {
            self.names.insert(name);
        }
    }

    fn note_pattern(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(pattern) => self.note(&pattern.ident),
            Pat::Type(t) => self.note_pattern(&t.pat),
            Pat::Tuple(t) => t.elems.iter().for_each(|p| self.note_pattern(p)),
            Pat::Slice(s) => s.elems.iter().for_each(|p| self.note_pattern(p)),
            _ => {}
        }
    }

    /// Notes the variables of a pattern that are given what differs.
    fn declare(&mut self, pattern: &Pat, value: &Expr) {
        match (pattern, strip(value)) {
            (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
                let pairs = names.elems.iter().zip(&values.elems);
                pairs.for_each(|(name, x)| self.declare(name, x));
            }
            (pattern, x) => {
                let is_of_lanes = self.differs(x)
                    || self.is_lent(pattern) && is_computed(x)
                    || is_mutable(pattern) && is_array_of_literals(x);
                if is_of_lanes {
                    self.note_pattern(pattern);
                }
            }
        }
    }

    /// Is it a variable that functions may change? What they give lanes have one each.
    fn is_lent(&self, pattern: &Pat) -> bool {
        matches!(pattern, Pat::Ident(p) if p.mutability.is_some() && self.lent.contains(&p.ident.to_string()))
    }

    /// Does the value differ for certain?
    fn differs(&self, x: &Expr) -> bool {
        differs(x, &self.names)
    }

    /// What is visited where only some lanes run, if `some` do.
    fn inside(&mut self, some: bool, visit: impl FnOnce(&mut Lanes)) {
        let outside = self.some_run;
        self.some_run |= some;
        visit(self);
        self.some_run = outside;
    }

    /// Do some lanes leave the loop of this body before others?
    fn is_left(&self, label: Option<&Label>, block: &Block) -> bool {
        let mut exits = Exits {
            lanes: self,
            label: label.map(name_of),
            inner: Vec::new(),
            found: false,
        };
        exits.visit_block(block);
        exits.found
    }

    fn assign(&mut self, place: &Expr, value: &Expr) {
        if let Some(name) = root(place)
            && (self.some_run || self.differs(value))
        {
            self.note(name);
        }
    }
}

impl<'a> Visit<'a> for Lanes {
    fn visit_block(&mut self, block: &'a Block) {
        for s in &block.stmts {
            self.visit_stmt(s);
            let leaves =
                |x: &Expr| matches!(x, Expr::If(i) if self.differs(&i.cond)) && has_exits(x);
            if matches!(s, Stmt::Expr(x, _) if leaves(x)) {
                self.some_run = true;
            }
        }
    }

    fn visit_local(&mut self, l: &'a Local) {
        if let Some(init) = &l.init {
            self.declare(&l.pat, &init.expr);
        }
        visit::visit_local(self, l);
    }

    fn visit_expr(&mut self, x: &'a Expr) {
        match x {
            Expr::Assign(a) => self.assign(&a.left, &a.right),
            Expr::Binary(b) if assigns(&b.op) => self.assign(&b.left, &b.right),
            Expr::Reference(r) if r.mutability.is_some() => {
                self.lent.extend(root(&r.expr).map(Ident::to_string));
            }
            _ => {}
        }
        match x {
            Expr::If(i) => {
                let some = self.differs(&i.cond);
                self.inside(some, |lanes| visit::visit_expr_if(lanes, i));
            }
            Expr::Match(m) => {
                let some = self.differs(&m.expr);
                self.inside(some, |lanes| visit::visit_expr_match(lanes, m));
            }
            Expr::While(w) => {
                let some = self.differs(&w.cond) || self.is_left(w.label.as_ref(), &w.body);
                self.inside(some, |lanes| visit::visit_expr_while(lanes, w));
            }
            Expr::Loop(l) => {
                let some = self.is_left(l.label.as_ref(), &l.body);
                self.inside(some, |lanes| visit::visit_expr_loop(lanes, l));
            }
            Expr::ForLoop(f) => {
                let differs = self.differs(&f.expr);
                if differs {
                    self.note_pattern(&f.pat);
                }
                let some = differs || self.is_left(f.label.as_ref(), &f.body);
                self.inside(some, |lanes| visit::visit_expr_for_loop(lanes, f));
            }
            Expr::Call(c) if is_of_team(c) => {
                if is_over_lanes(c) {
                    let closures = c.args.iter().filter_map(|x| match x {
                        Expr::Closure(closure) => closure.inputs.first(),
                        _ => None,
                    });
                    closures.for_each(|index| self.note_pattern(index));
                }
                self.inside(false, |lanes| visit::visit_expr_call(lanes, c));
            }
            x => visit::visit_expr(self, x),
        }
    }
}

/// Searches for a name that differs, outside of what a team's reductions give.
struct Search<'a> {
    names: &'a HashSet<String>,
    found: bool,
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_expr(&mut self, x: &'a Expr) {
        match x {
            Expr::Path(p) => {
                let name = p.path.get_ident();
                self.found |= name.is_some_and(|name| self.names.contains(&name.to_string()));
            }
            Expr::Call(c) if is_of_team(c) => {}
            Expr::MethodCall(m) if m.method == "broadcast" || m.method == "extent" => {}
            x => visit::visit_expr(self, x),
        }
    }
}

/// Searches for exits from a loop's body under conditions that differ: from that loop, or from all.
struct Exits<'a> {
    lanes: &'a Lanes,
    label: Option<String>,
    /// Labels of the loops inside of the body that are around here
    inner: Vec<Option<String>>,
    found: bool,
}

impl Exits<'_> {
    fn leaves(&self, exit: &Exit) -> bool {
        match exit {
            Exit::Return => true,
            Exit::Break(None) => self.inner.is_empty(),
            // lanes that go on with the next turn were there until then
            Exit::Continue(None) => false,
            Exit::Continue(label) if *label == self.label => false,
            Exit::Break(label) | Exit::Continue(label) => !self.inner.contains(label),
        }
    }
}

impl<'a> Visit<'a> for Exits<'_> {
    fn visit_expr(&mut self, x: &'a Expr) {
        if let Expr::If(i) = x
            && self.lanes.differs(&i.cond)
        {
            let exits = exits(|scan| scan.visit_expr(x));
            self.found |= exits.iter().any(|exit| self.leaves(exit));
        }
        let label = match x {
            Expr::ForLoop(f) => Some(&f.label),
            Expr::While(w) => Some(&w.label),
            Expr::Loop(l) => Some(&l.label),
            _ => None,
        };
        let inner = label.map(|label| label.as_ref().map(name_of));
        self.inner.extend(inner.clone());
        // what leaves a closure stays in the loop
        if !matches!(x, Expr::Closure(_)) {
            visit::visit_expr(self, x);
        }
        if inner.is_some() {
            self.inner.pop();
        }
    }
}

/// Is it a nested range, reduction or scan, or `single`?
fn is_of_team(c: &ExprCall) -> bool {
    const NAMES: [&str; 4] = ["parallel_for", "parallel_reduce", "parallel_scan", "single"];
    matches!(&*c.func, Expr::Path(p) if NAMES.iter().any(|name| p.path.is_ident(name)))
}

/// Does it deal iterations to lanes?
fn is_over_lanes(c: &ExprCall) -> bool {
    let range = c.args.first().and_then(range_name);
    range.is_some_and(|name| name == "ThreadVectorRange" || name == "TeamVectorRange")
}
