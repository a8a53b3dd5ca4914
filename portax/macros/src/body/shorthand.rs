//! What stands for something longer: swaps, and loops over the items of arrays.

use super::{
    Body,
    names::{declared_in_block, mentions, names_of},
    operators::assigns,
    own_code::is_constant,
    strip,
};
use proc_macro2::Span;
use std::collections::HashSet;
use syn::{
    Block, Expr, ExprCall, ExprForLoop, ExprMethodCall, Ident, Pat, Stmt, UnOp,
    parse_quote_spanned,
    spanned::Spanned,
    visit::{self, Visit},
    visit_mut::{VisitMut, visit_expr_mut, visit_stmt_mut},
};

impl Body {
    /// The block with all written out.
    pub(super) fn written_out(block: &Block) -> Block {
        let mut block = block.clone();
        Shorthands { loops: 0 }.visit_block_mut(&mut block);
        block
    }
}

struct Shorthands {
    /// How many loops were written out
    loops: usize,
}

impl VisitMut for Shorthands {
    fn visit_expr_mut(&mut self, x: &mut Expr) {
        let longer = match x {
            Expr::Call(c) => swapped_places(c),
            Expr::ForLoop(f) => self.over_items(f),
            _ => None,
        };
        if let Some(longer) = longer {
            *x = longer;
        }
        visit_expr_mut(self, x);
    }

    fn visit_stmt_mut(&mut self, s: &mut Stmt) {
        // a method that is called so of somebody's own gives a value
        if let Stmt::Expr(x, Some(_)) = s
            && let Expr::MethodCall(m) = &*x
            && let Some(longer) = swapped_items(m)
        {
            *x = longer;
        }
        visit_stmt_mut(self, s);
    }
}

impl Shorthands {
    /// `for x in a.iter()`, `for x in &a`, `for x in TABLE`, and with `iter_mut`, `&mut`, `copied` and `enumerate`, as a loop over the indices.
    fn over_items(&mut self, f: &ExprForLoop) -> Option<Expr> {
        let items = Items::of(&f.expr)?;
        let span = f.expr.span();
        let (number, item) = match (&f.pat.as_ref(), items.are_numbered) {
            (Pat::Tuple(t), true) if t.elems.len() == 2 => (Some(&t.elems[0]), &t.elems[1]),
            (pattern, false) => (None, *pattern),
            _ => return None,
        };
        self.loops += 1;
        let k = Ident::new(&format!("__px_item{}", self.loops), span);
        let array = items.array;
        let mut body = f.body.clone();
        // the array is named in each turn: it must be the same one there
        let (named, declared) = (names_of(array), declared_in_block(&body));
        if named.iter().any(|name| declared.contains_key(name)) || changes_index(array, &body) {
            return None;
        }
        let mut first: Vec<Stmt> = Vec::new();
        if let Some(number) = number {
            first.push(parse_quote_spanned!(number.span()=> let #number = #k;));
        }
        match (items.may_change, item) {
            (true, Pat::Ident(name)) if !declared.contains_key(&name.ident.to_string()) => {
                Places {
                    name: &name.ident,
                    place: parse_quote_spanned!(name.span()=> #array[#k]),
                }
                .visit_block_mut(&mut body);
                // macros are not looked into
                if mentions(&body, &name.ident) {
                    return None;
                }
            }
            (true, _) => return None,
            (false, pattern) => {
                let pattern = by_value(pattern);
                first.push(parse_quote_spanned!(pattern.span()=> let #pattern = #array[#k];));
            }
        }
        body.stmts.splice(0..0, first);
        let mut longer = f.clone();
        longer.pat = Box::new(parse_quote_spanned!(span=> #k));
        longer.expr = Box::new(parse_quote_spanned!(span=> 0..#array.len()));
        longer.body = body;
        Some(Expr::ForLoop(longer))
    }
}

/// Does the block assign a variable that says which row of an array is meant?
fn changes_index(array: &Expr, block: &Block) -> bool {
    struct Search {
        indices: HashSet<String>,
        found: bool,
    }
    impl<'a> Visit<'a> for Search {
        fn visit_expr(&mut self, x: &'a Expr) {
            let changed = match x {
                Expr::Assign(a) => Some(&a.left),
                Expr::Binary(b) if assigns(&b.op) => Some(&b.left),
                Expr::Reference(r) if r.mutability.is_some() => Some(&r.expr),
                _ => None,
            };
            let is_index = |x: &Expr| !names_of(x).is_disjoint(&self.indices);
            self.found |= changed.is_some_and(|x| is_index(x));
            visit::visit_expr(self, x);
        }
    }
    let mut indices = HashSet::new();
    let mut x = strip(array);
    loop {
        match x {
            Expr::Index(i) => {
                indices.extend(names_of(&i.index));
                x = strip(&i.expr);
            }
            Expr::Field(f) => x = strip(&f.base),
            _ => break,
        }
    }
    let mut search = Search {
        indices,
        found: false,
    };
    search.visit_block(block);
    search.found
}

/// What a loop goes over.
struct Items<'a> {
    array: &'a Expr,
    /// `iter_mut`
    may_change: bool,
    /// `enumerate`
    are_numbered: bool,
}

impl<'a> Items<'a> {
    fn of(x: &'a Expr) -> Option<Items<'a>> {
        match strip(x) {
            Expr::Path(p) if is_constant(&p.path) => Some(Items {
                array: strip(x),
                may_change: false,
                are_numbered: false,
            }),
            Expr::Reference(r) if is_named(&r.expr) => Some(Items {
                array: strip(&r.expr),
                may_change: r.mutability.is_some(),
                are_numbered: false,
            }),
            Expr::MethodCall(m) if m.args.is_empty() => {
                let may_change = m.method == "iter_mut";
                if (may_change || m.method == "iter") && is_named(&m.receiver) {
                    return Some(Items {
                        array: strip(&m.receiver),
                        may_change,
                        are_numbered: false,
                    });
                }
                let inner = Items::of(&m.receiver).filter(|inner| !inner.are_numbered)?;
                match &m.method.to_string()[..] {
                    "copied" | "cloned" => Some(inner),
                    "enumerate" => Some(Items {
                        are_numbered: true,
                        ..inner
                    }),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Is it a name, or a field or an item of one, which can be named again?
fn is_named(x: &Expr) -> bool {
    match strip(x) {
        Expr::Path(_) => true,
        Expr::Field(f) => is_named(&f.base),
        Expr::Index(i) => is_named(&i.expr) && is_named_index(&i.index),
        _ => false,
    }
}

fn is_named_index(x: &Expr) -> bool {
    matches!(strip(x), Expr::Path(_) | Expr::Lit(_))
}

/// `x` of `&x`, also in tuples.
fn by_value(pattern: &Pat) -> Pat {
    match pattern {
        Pat::Reference(r) => by_value(&r.pat),
        Pat::Paren(p) => by_value(&p.pat),
        Pat::Tuple(t) => {
            let mut t = t.clone();
            t.elems.iter_mut().for_each(|p| *p = by_value(p));
            Pat::Tuple(t)
        }
        pattern => pattern.clone(),
    }
}

/// Puts a place where `*name` or `name` stands.
struct Places<'a> {
    name: &'a Ident,
    place: Expr,
}

impl Places<'_> {
    fn is_name(&self, x: &Expr) -> bool {
        matches!(strip(x), Expr::Path(p) if p.path.is_ident(self.name))
    }
}

impl VisitMut for Places<'_> {
    fn visit_expr_mut(&mut self, x: &mut Expr) {
        let names = match *x {
            Expr::Unary(ref u) => matches!(u.op, UnOp::Deref(_)) && self.is_name(&u.expr),
            ref x => self.is_name(x),
        };
        if names {
            *x = self.place.clone();
        } else {
            visit_expr_mut(self, x);
        }
    }
}

/// `a.swap(i, j)`
fn swapped_items(m: &ExprMethodCall) -> Option<Expr> {
    let (Some(i), Some(j)) = (m.args.first(), m.args.get(1)) else {
        return None;
    };
    if m.method != "swap" || m.args.len() != 2 || !is_named(&m.receiver) {
        return None;
    }
    let (array, span) = (strip(&m.receiver), m.span());
    let mut named = Vec::new();
    let mut index = |x: &Expr, name: &str| -> Expr {
        if is_named_index(x) {
            return x.clone();
        }
        let name = Ident::new(name, span);
        named.push(parse_quote_spanned!(span=> let #name = #x;));
        parse_quote_spanned!(span=> #name)
    };
    let (i, j) = (index(i, "__px_first"), index(j, "__px_second"));
    let (i, j) = (
        parse_quote_spanned!(span=> #array[#i]),
        parse_quote_spanned!(span=> #array[#j]),
    );
    Some(swapped(&named, &i, &j, span))
}

/// `std::mem::swap(&mut a, &mut b)`
fn swapped_places(c: &ExprCall) -> Option<Expr> {
    let Expr::Path(path) = strip(&c.func) else {
        return None;
    };
    let mut names = path.path.segments.iter().rev().map(|s| &s.ident);
    let is_swap = names.next().is_some_and(|name| name == "swap")
        && names.next().is_some_and(|name| name == "mem");
    let (Some(Expr::Reference(a)), Some(Expr::Reference(b))) = (c.args.first(), c.args.get(1))
    else {
        return None;
    };
    let change = a.mutability.is_some() && b.mutability.is_some();
    (is_swap && change && c.args.len() == 2).then(|| swapped(&[], &a.expr, &b.expr, c.span()))
}

fn swapped(named: &[Stmt], a: &Expr, b: &Expr, span: Span) -> Expr {
    parse_quote_spanned! {span=> {
        #(#named)*
        let __px_kept = #a;
        #a = #b;
        #b = __px_kept;
    } }
}
