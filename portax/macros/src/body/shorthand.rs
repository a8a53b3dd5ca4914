//! What stands for something longer: swaps, and loops over the items of arrays.

use super::{
    Body,
    leaving::{Exit, exits, never_ends},
    literal::written_type,
    names::{declared_in_block, mentions, names_of},
    operators::assigns,
    own_code::is_constant,
    strip,
};
use proc_macro2::Span;
use quote::quote_spanned;
use std::collections::HashSet;
use syn::{
    Block, Expr, ExprBlock, ExprCall, ExprForLoop, ExprMethodCall, ExprRange, Ident, Lit, LitInt,
    Pat, Stmt, UnOp, parse_quote_spanned,
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
            Expr::Block(b) => labelled(b),
            Expr::ForLoop(f) => self
                .over_items(f)
                .or_else(|| self.over_literal_array(f))
                .or_else(|| self.over_typed_range(f)),
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
    /// `for x in a.iter()`, `for x in &a`, `for x in TABLE`, and with `iter_mut`, `&mut`, `copied`, `rev` and `enumerate`, as a loop over the
    /// indices.
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
        if named.iter().any(|name| declared.contains(name)) || changes_index(array, &body) {
            return None;
        }
        let mut first: Vec<Stmt> = Vec::new();
        if let Some(number) = number {
            first.push(parse_quote_spanned!(number.span()=> let #number = #k;));
        }
        match (items.may_change, item) {
            (true, Pat::Ident(name)) if !declared.contains(&name.ident.to_string()) => {
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
        *longer.pat = parse_quote_spanned!(span=> #k);
        longer.expr = Box::new(match items.are_reversed {
            false => parse_quote_spanned!(span=> 0..#array.len()),
            true => parse_quote_spanned!(span=> (0..#array.len()).rev()),
        });
        longer.body = body;
        Some(Expr::ForLoop(longer))
    }

    /// `for x in [a, b]` whose body leaves the loop, as a loop over the indices of a variable: in other loops over such arrays
    /// each turn is written out.
    fn over_literal_array(&mut self, f: &ExprForLoop) -> Option<Expr> {
        let Expr::Array(array) = strip(&f.expr) else {
            return None;
        };
        let len = array.elems.len();
        let mut exits = exits(|scan| scan.visit_block(&f.body)).into_iter();
        if exits.all(|exit| exit == Exit::Continue(None)) {
            return None;
        }
        let span = f.expr.span();
        self.loops += 1;
        let k = Ident::new(&format!("__px_item{}", self.loops), span);
        let items = Ident::new(&format!("__px_items{}", self.loops), span);
        let (ty, array) = match written_type(&f.expr) {
            Some((ty, array)) => (Some(quote_spanned!(span=> : #ty)), array),
            None => (None, (*f.expr).clone()),
        };
        let (pattern, mut longer) = (&f.pat, f.clone());
        let first = parse_quote_spanned!(span=> let #pattern = #items[#k];);
        longer.body.stmts.insert(0, first);
        *longer.pat = parse_quote_spanned!(span=> #k);
        *longer.expr = parse_quote_spanned!(span=> 0..#len);
        Some(parse_quote_spanned!(span=> { let #items #ty = #array; #longer }))
    }

    /// `for k in 0..8u32`, as a loop over indices whose `k` is the number of that type.
    fn over_typed_range(&mut self, f: &ExprForLoop) -> Option<Expr> {
        let mut longer = f.clone();
        if !f.attrs.is_empty() {
            return None;
        }
        let range = range_of(&mut longer.expr)?;
        let ends = [range.start.as_deref_mut()?, range.end.as_deref_mut()?];
        let ends = ends.map(|x| match x {
            Expr::Lit(l) => Some(l),
            _ => None,
        });
        let [Some(start), Some(end)] = ends else {
            return None;
        };
        let suffix = [&start.lit, &end.lit].map(Lit::suffix).concat();
        let ty = ["u32", "i64", "u64"].iter();
        let ty = ty
            .copied()
            .find(|&ty| suffix == ty || suffix == [ty, ty].concat())?;
        for literal in [start, end] {
            let Lit::Int(x) = &literal.lit else {
                return None;
            };
            // what indices are: larger ones are left as they are
            x.base10_parse::<u64>().ok().filter(|&x| x < 1 << 31)?;
            literal.lit = Lit::Int(LitInt::new(x.base10_digits(), x.span()));
        }
        let span = f.expr.span();
        self.loops += 1;
        let k = Ident::new(&format!("__px_turn{}", self.loops), span);
        let (pattern, ty) = (&f.pat, Ident::new(ty, span));
        let first = parse_quote_spanned!(span=> let #pattern = #k as #ty;);
        longer.body.stmts.insert(0, first);
        *longer.pat = parse_quote_spanned!(span=> #k);
        Some(Expr::ForLoop(longer))
    }
}

/// The range of `a..b`, `(a..b).rev()`, `(a..b).step_by(n)`.
fn range_of(x: &mut Expr) -> Option<&mut ExprRange> {
    match x {
        Expr::Range(range) => Some(range),
        Expr::Paren(p) => range_of(&mut p.expr),
        Expr::Group(g) => range_of(&mut g.expr),
        Expr::MethodCall(m) => range_of(&mut m.receiver),
        _ => None,
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
    /// `rev`
    are_reversed: bool,
}

impl<'a> Items<'a> {
    fn in_order(array: &'a Expr, may_change: bool) -> Items<'a> {
        Items {
            array: strip(array),
            may_change,
            are_numbered: false,
            are_reversed: false,
        }
    }

    fn of(x: &'a Expr) -> Option<Items<'a>> {
        match strip(x) {
            Expr::Path(p) if is_constant(&p.path) => Some(Items::in_order(x, false)),
            Expr::Reference(r) if is_named(&r.expr) => {
                Some(Items::in_order(&r.expr, r.mutability.is_some()))
            }
            Expr::MethodCall(m) if m.args.is_empty() => {
                let may_change = m.method == "iter_mut";
                if (may_change || m.method == "iter") && is_named(&m.receiver) {
                    return Some(Items::in_order(&m.receiver, may_change));
                }
                let inner = Items::of(&m.receiver)?;
                match &m.method.to_string()[..] {
                    "copied" | "cloned" if !inner.are_numbered => Some(inner),
                    "enumerate" if !inner.are_numbered && !inner.are_reversed => Some(Items {
                        are_numbered: true,
                        ..inner
                    }),
                    "rev" => Some(Items {
                        are_reversed: !inner.are_reversed,
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

/// `'a: { ... }` that exits leave is a loop of one turn. Where exits inside go to a loop around, they would leave that one.
fn labelled(b: &ExprBlock) -> Option<Expr> {
    let label = b.label.as_ref()?;
    let mut exits = exits(|scan| scan.visit_block(&b.block)).into_iter();
    if exits.any(|exit| matches!(exit, Exit::Break(None) | Exit::Continue(None))) {
        return None;
    }
    let (name, span, mut statements) = (&label.name, b.span(), b.block.stmts.clone());
    let value = match statements.pop_if(|s| matches!(s, Stmt::Expr(x, None) if !is_statement(x))) {
        Some(Stmt::Expr(x, _)) => Some(x),
        _ => None,
    };
    Some(parse_quote_spanned!(span=> #label loop { #(#statements)* break #name #value; }))
}

/// Does it end without a value where no semicolon stands behind it?
fn is_statement(x: &Expr) -> bool {
    let block = |b: &Block| match b.stmts.last() {
        Some(Stmt::Expr(x, semi)) => semi.is_some() && !never_ends(b) || is_statement(x),
        _ => true,
    };
    match x {
        Expr::ForLoop(_) | Expr::While(_) | Expr::Assign(_) => true,
        Expr::Binary(b) => assigns(&b.op),
        Expr::Block(b) => block(&b.block),
        Expr::If(i) => {
            let other = i.else_branch.as_ref();
            block(&i.then_branch) || other.is_none_or(|(_, other)| is_statement(other))
        }
        Expr::Match(m) => m.arms.iter().any(|arm| is_statement(&arm.body)),
        _ => false,
    }
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
