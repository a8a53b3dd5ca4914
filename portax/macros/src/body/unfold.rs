//! Values with exits inside, as statements. `let x = if c { v } else { continue }; rest` is
//! `if c { let x = v; rest } else { continue }`: the lanes that stay are those of the `if`, and the value keeps its kind.

use super::{
    leaving::{has_exits, never_ends},
    matches,
    operators::assigns,
};
use crate::kernel::pattern_ident;
use syn::{Block, Expr, ExprIf, Ident, Local, LocalInit, Stmt, parse_quote, spanned::Spanned};

/// A statement and what follows it, in other words.
pub(super) enum Unfolded {
    /// These statements
    Statements(Vec<Stmt>),
    /// `if condition { stay } else { leave }`
    Else {
        condition: Box<Expr>,
        stay: Vec<Stmt>,
        leave: Block,
    },
}

/// A statement whose value has exits inside or comes later, and what follows it; `None` where it says it shortest.
pub(super) fn unfolded(s: &Stmt, rest: &[Stmt]) -> Option<Unfolded> {
    match s {
        Stmt::Local(local) => {
            let Some(init) = &local.init else {
                return initialised_later(local, rest);
            };
            let value = &init.expr;
            match bare(value) {
                Expr::If(i) => of_if(local, i, rest),
                Expr::Match(m) => {
                    let (named, chain) = matches::as_ifs(m)?;
                    let chained = with_value(local, chain);
                    Some(followed(named.into_iter().chain([chained]), rest))
                }
                _ => None,
            }
        }
        Stmt::Expr(x, _) => {
            let mut x = x.clone();
            let value = value_of(&mut x).filter(|value| is_flow(value) && has_exits(value))?;
            let span = value.span();
            let name = syn::parse_quote_spanned!(span=> __px_unfolded);
            let value = std::mem::replace(value, name);
            let first = syn::parse_quote_spanned!(span=> let __px_unfolded = #value;);
            Some(followed(
                [first, Stmt::Expr(x, Some(Default::default()))],
                rest,
            ))
        }
        _ => None,
    }
}

/// `let x; if c { x = a; } else { x = b; }` is `let x = if c { a } else { b };`.
fn initialised_later(local: &Local, rest: &[Stmt]) -> Option<Unfolded> {
    let name = pattern_ident(&local.pat)?;
    let (Stmt::Expr(x, _), rest) = rest.split_first()? else {
        return None;
    };
    let mut value = x.clone();
    if !matches!(value, Expr::If(_) | Expr::Match(_) | Expr::Block(_))
        || !gives_at_its_end(&mut value, name)
    {
        return None;
    }
    let mut local = local.clone();
    local.init = Some(LocalInit {
        eq_token: Default::default(),
        expr: Box::new(value),
        diverge: None,
    });
    let mut statements = vec![Stmt::Local(local)];
    statements.extend_from_slice(rest);
    Some(Unfolded::Statements(statements))
}

/// Makes `name = value`, at the end of every way that does not leave, the value; `false` where one has something else.
fn gives_at_its_end(x: &mut Expr, name: &Ident) -> bool {
    match x {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Assign(a) if matches!(&*a.left, Expr::Path(p) if p.path.is_ident(name)) => {
            *x = (*a.right).clone();
            true
        }
        Expr::Block(b) => block_gives(&mut b.block, name),
        Expr::If(i) => {
            let other = i.else_branch.as_mut();
            block_gives(&mut i.then_branch, name)
                && other.is_some_and(|(_, other)| gives_at_its_end(other, name))
        }
        Expr::Match(m) => {
            let mut arms = m.arms.iter_mut();
            arms.all(|arm| gives_at_its_end(&mut arm.body, name))
        }
        _ => false,
    }
}

fn block_gives(block: &mut Block, name: &Ident) -> bool {
    let Some(Stmt::Expr(x, semi)) = block.stmts.last_mut() else {
        return false;
    };
    let gives = gives_at_its_end(x, name);
    if gives {
        *semi = None;
    }
    gives
}

/// `let x = if ...`, of which one branch leaves.
fn of_if(local: &Local, i: &ExprIf, rest: &[Stmt]) -> Option<Unfolded> {
    let (_, other) = i.else_branch.as_ref()?;
    if has_exits(&i.cond) {
        return None;
    }
    let other = matches::block(other);
    match (never_ends(&i.then_branch), never_ends(&other)) {
        (true, false) => {
            let leaves = ExprIf {
                else_branch: None,
                ..i.clone()
            };
            let stays = with_value(local, parse_quote!(#other));
            Some(followed([Stmt::Expr(Expr::If(leaves), None), stays], rest))
        }
        (false, true) => {
            let then = &i.then_branch;
            let mut stay = vec![with_value(local, parse_quote!(#then))];
            stay.extend_from_slice(rest);
            Some(Unfolded::Else {
                condition: i.cond.clone(),
                stay,
                leave: other,
            })
        }
        _ => None,
    }
}

fn followed(first: impl IntoIterator<Item = Stmt>, rest: &[Stmt]) -> Unfolded {
    Unfolded::Statements(first.into_iter().chain(rest.iter().cloned()).collect())
}

/// The same names with another value.
fn with_value(local: &Local, value: Expr) -> Stmt {
    let mut local = local.clone();
    if let Some(init) = &mut local.init {
        *init.expr = bare(&value).clone();
    }
    Stmt::Local(local)
}

/// The value that an assignment, a `return` or a `break` has.
fn value_of(x: &mut Expr) -> Option<&mut Expr> {
    match x {
        Expr::Assign(a) if !has_exits(&a.left) => Some(&mut a.right),
        Expr::Binary(b) if assigns(&b.op) && !has_exits(&b.left) => Some(&mut b.right),
        Expr::Return(r) => r.expr.as_deref_mut(),
        Expr::Break(b) => b.expr.as_deref_mut(),
        _ => None,
    }
}

/// Does it choose what runs?
fn is_flow(x: &Expr) -> bool {
    matches!(
        bare(x),
        Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_)
    )
}

/// Without parentheses, and without the braces around one expression.
fn bare(x: &Expr) -> &Expr {
    match x {
        Expr::Paren(p) => bare(&p.expr),
        Expr::Group(g) => bare(&g.expr),
        Expr::Block(b) if b.label.is_none() => match &b.block.stmts[..] {
            [Stmt::Expr(x, None)] => bare(x),
            _ => x,
        },
        x => x,
    }
}
