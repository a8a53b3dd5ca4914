//! Leaving early: `break`, `continue` and `return`.
//!
//! Lanes leave one by one, so an exit does not jump: it puts out the flags of what it leaves, and what follows runs in the
//! lanes whose flags are still set. A loop that can be left has the flag `live`, which each turn asks first; a body has
//! the flag `go` where statements follow one that may leave. `if c { a; break; } rest` needs none: `rest` is its `else`.

use super::{
    Body, Place,
    leaving::{Exit, exits, first_exit, name, name_of},
    unfold::{Unfolded, unfolded},
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Block, Error, Expr, ExprIf, Ident, Label, Stmt, spanned::Spanned, visit::Visit};

/// What statements can leave.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// The body of a function
    Function,
    /// A closure that gives nothing
    Closure,
    /// A closure that gives a value
    ValueClosure,
    /// A loop
    Loop,
    /// A loop that lanes or threads share, or that reads ahead: all of its turns run
    Shared,
}

/// A body that statements stand in.
pub(super) struct Level {
    kind: Kind,
    label: Option<String>,
    /// Set while a lane is in the loop
    live: Option<Ident>,
    /// Set while a lane runs this turn of the body
    go: Option<Ident>,
    /// What takes the value that an exit from it gives
    target: Option<usize>,
}

/// A statement, by the exits in it.
enum Plan<'a> {
    /// It is one
    Exit(&'a Expr),
    /// `if c { ..; exit }`, which has no other
    Either(&'a ExprIf),
    /// It has a value with exits inside
    Unfolded(Unfolded),
    /// There is one somewhere in it
    Inside,
    /// There is none
    Plain,
}

impl Body {
    /// A flag's name.
    pub(super) fn flag(&mut self, name: &str) -> Ident {
        self.flags += 1;
        format_ident!("__px_{name}{}", self.flags)
    }

    /// Declares a flag, set in all lanes.
    pub(super) fn declare_flag(&self, flag: &Ident) -> TokenStream {
        let (p, e) = (&self.p, &self.e);
        quote!(let mut #flag = #p::kernel::value::Value::<#e>::var(#p::kernel::value::Conv::<#p::kernel::value::Bool<#e>>::conv(true));)
    }

    /// The value of a flag.
    pub(super) fn read_flag(&self, flag: &Ident) -> TokenStream {
        let (p, e) = (&self.p, &self.e);
        quote!(#p::kernel::value::Value::<#e>::read(&#flag))
    }

    /// The flag of a loop whose body can leave it.
    pub(super) fn live(&mut self, label: Option<&Label>, body: &Block) -> Option<Ident> {
        let label = label.map(name_of);
        let stays =
            |exit: &Exit| matches!(exit, Exit::Continue(to) if to.is_none() || *to == label);
        let leaves = exits(|scan| scan.visit_block(body))
            .iter()
            .any(|exit| !stays(exit));
        leaves.then(|| self.flag("live"))
    }

    /// The statements of a body that exits leave, with its names and flags.
    pub(super) fn level(
        &mut self,
        kind: Kind,
        label: Option<&Label>,
        live: Option<Ident>,
        body: &Block,
        place: Place,
    ) -> TokenStream {
        self.level_giving(kind, label, live, body, place, None)
    }

    /// The same of a body whose exits give a value to a target.
    pub(super) fn level_giving(
        &mut self,
        kind: Kind,
        label: Option<&Label>,
        live: Option<Ident>,
        body: &Block,
        place: Place,
        target: Option<usize>,
    ) -> TokenStream {
        let go = needs_go(&body.stmts).then(|| self.flag("go"));
        let declared = go.as_ref().map(|go| self.declare_flag(go));
        self.levels.push(Level {
            kind,
            label: label.map(name_of),
            live,
            go,
            target,
        });
        let code = self.block(body, place);
        self.levels.pop();
        match declared {
            Some(declared) => quote!({ #declared #code }),
            None => code,
        }
    }

    /// Whether the body returns early.
    pub(super) fn returns(&self, body: &Block) -> bool {
        let returns = |x: &Exit| *x == Exit::Return;
        exits(|scan| scan.visit_block(body)).iter().any(returns)
    }

    pub(super) fn statements(&mut self, statements: &[Stmt], place: Place) -> TokenStream {
        let mut out = TokenStream::new();
        for (k, s) in statements.iter().enumerate() {
            let rest = &statements[k + 1..];
            match plan(s, rest) {
                Plan::Exit(x) => {
                    out.extend(self.exit(x));
                    if let Some(next) = rest.first() {
                        out.extend(
                            self.error(next, "nobody gets here: the statement before it leaves"),
                        );
                    }
                    return out;
                }
                Plan::Either(i) if !rest.is_empty() => {
                    out.extend(self.either(i, rest, place));
                    return out;
                }
                Plan::Unfolded(Unfolded::Statements(all)) => {
                    out.extend(self.statements(&all, place));
                    return out;
                }
                Plan::Unfolded(Unfolded::Else {
                    condition,
                    stay,
                    leave,
                }) => {
                    out.extend(self.unless(&condition, &stay, &leave, place));
                    return out;
                }
                Plan::Plain | Plan::Either(_) => {
                    out.extend(self.statement(s, rest.is_empty(), place));
                }
                Plan::Inside => {
                    out.extend(self.statement(s, rest.is_empty(), place));
                    if !rest.is_empty() {
                        out.extend(self.still(rest, place));
                        return out;
                    }
                }
            }
        }
        out
    }

    /// `if c { a; exit } rest`
    fn either(&mut self, i: &ExprIf, rest: &[Stmt], place: Place) -> TokenStream {
        let then = self.scoped(&i.then_branch.stmts, branch(place));
        if then.is_empty() {
            return self.guarded(i, rest, place);
        }
        let (e, span) = (self.e.clone(), i.cond.span());
        let p = self.portax(span);
        let c = self.expr(&i.cond);
        let rest = self.scoped(rest, place);
        quote_spanned! {span=> {
            let __px_c = #c;
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_c, __px_at);
            { let __px_at = __px_inner; if __px_t { #then } }
            { let (__px_t, __px_at) = #p::kernel::value::mask::Condition::<#e, _, _>::enter_else(__px_c, __px_at); if __px_t { #rest } }
            #p::kernel::value::mask::Leave::leave(__px_end);
        } }
    }

    /// `if c { exit } rest`, where the exit does nothing but skip the rest.
    fn guarded(&mut self, i: &ExprIf, rest: &[Stmt], place: Place) -> TokenStream {
        let (e, span) = (self.e.clone(), i.cond.span());
        let p = self.portax(span);
        let c = self.expr(&i.cond);
        let rest = self.statements(rest, place);
        quote_spanned! {span=>
            let __px_c = ::core::ops::Not::not(#c);
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_c, __px_at);
            { let __px_at = __px_inner; if __px_t { #rest } }
            #p::kernel::value::mask::Leave::leave(__px_end);
        }
    }

    /// `if condition { stay } else { leave }`, of which the second ends with an exit.
    fn unless(
        &mut self,
        condition: &Expr,
        stay: &[Stmt],
        leave: &Block,
        place: Place,
    ) -> TokenStream {
        let (e, span) = (self.e.clone(), condition.span());
        let p = self.portax(span);
        let c = self.expr(condition);
        let stay = self.scoped(stay, place);
        let leave = self.scoped(&leave.stmts, branch(place));
        let leave = (!leave.is_empty()).then(|| {
            quote_spanned!(span=> { let (__px_t, __px_at) = #p::kernel::value::mask::Condition::<#e, _, _>::enter_else(__px_c, __px_at); if __px_t { #leave } })
        });
        quote_spanned! {span=> {
            let __px_c = #c;
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(__px_c, __px_at);
            { let __px_at = __px_inner; if __px_t { #stay } }
            #leave
            #p::kernel::value::mask::Leave::leave(__px_end);
        } }
    }

    /// What follows a statement that some lanes left.
    fn still(&mut self, rest: &[Stmt], place: Place) -> TokenStream {
        let go = self.levels.last().and_then(|l| l.go.clone());
        let rest = self.scoped(rest, place);
        match go {
            Some(go) => self.where_set(&go, rest),
            None => rest,
        }
    }

    /// Code that runs in the lanes whose flag is set.
    pub(super) fn where_set(&self, flag: &Ident, code: TokenStream) -> TokenStream {
        let (p, e, flag) = (&self.p, &self.e, self.read_flag(flag));
        quote! { {
            let (__px_t, __px_inner, __px_end) = #p::kernel::value::mask::Condition::<#e, _, _>::enter(#flag, __px_at);
            { let __px_at = __px_inner; if __px_t { #code } }
            #p::kernel::value::mask::Leave::leave(__px_end);
        } }
    }

    /// Gives the value, and puts out the flags of what is left.
    fn exit(&mut self, x: &Expr) -> TokenStream {
        let (exit, value) = match x {
            Expr::Return(r) => (Exit::Return, r.expr.as_deref()),
            Expr::Break(b) => (Exit::Break(b.label.as_ref().map(name)), b.expr.as_deref()),
            Expr::Continue(c) => (Exit::Continue(c.label.as_ref().map(name)), None),
            other => return self.error(other, "expected `break`, `continue` or `return`"),
        };
        let at = match self.left(&exit) {
            Ok(at) => at,
            Err(message) => return self.error(x, message),
        };
        if self.cuts_short(at, &exit) {
            return self.error(x, "this loop is shared by lanes or threads, or reads ahead, and runs to its end: skip turns with `continue`");
        }
        let given = match (&exit, self.levels[at].target, value) {
            (Exit::Continue(_), ..) | (_, None, None) => TokenStream::new(),
            (_, Some(target), Some(value)) => self.give(target, value),
            (Exit::Return, Some(_), None) => {
                return self.error(x, "this `return` gives no value");
            }
            (Exit::Return, None, Some(_)) => {
                return self.error(x, "this body gives nothing: `return` stands alone");
            }
            (Exit::Break(_), Some(_), None) => {
                return self.error(
                    x,
                    "this `break` gives no value, which the loop is asked for",
                );
            }
            (Exit::Break(_), None, Some(value)) => {
                return self.error(
                    value,
                    "this loop gives no value: `loop` does, where a `let` or an assignment takes it",
                );
            }
        };
        let mut flags: Vec<Ident> = Vec::new();
        for (k, level) in self.levels.iter().enumerate().skip(at) {
            flags.extend(level.go.clone());
            if k > at || matches!(exit, Exit::Break(_)) {
                flags.extend(level.live.clone());
            }
        }
        let (p, e) = (&self.p, &self.e);
        quote!(#given #(#p::kernel::value::assign::<#e, _, _, _>(__px_at, &mut #flags, false);)*)
    }

    /// The level that an exit leaves, or goes on with.
    fn left(&self, exit: &Exit) -> Result<usize, &'static str> {
        let is_function = |l: &Level| !matches!(l.kind, Kind::Loop | Kind::Shared);
        let function = self.levels.iter().rposition(is_function).unwrap_or(0);
        let (label, what) = match exit {
            Exit::Return => return Ok(function),
            Exit::Break(label) | Exit::Continue(label) => (label, exit),
        };
        let inside = self.levels.iter().enumerate().skip(function);
        let is_it = |l: &Level| !is_function(l) && (label.is_none() || l.label == *label);
        let closure = &self.levels[function];
        match inside.rev().find(|(_, l)| is_it(l)) {
            Some((k, _)) => Ok(k),
            None if label.is_some() => Err(
                "there is no loop of this label around it: a block is left as a loop, `'a: loop { ...; break 3; }`",
            ),
            None if matches!(what, Exit::Continue(_)) && closure.kind == Kind::Closure => {
                Ok(function)
            }
            None => Err("there is no loop around it: `return` leaves a body or a closure"),
        }
    }

    /// Does the exit end a loop whose turns all run?
    fn cuts_short(&self, at: usize, exit: &Exit) -> bool {
        let is_shared = |l: &Level| l.kind == Kind::Shared;
        let ends = matches!(exit, Exit::Break(_)) && is_shared(&self.levels[at]);
        ends || self.levels[at + 1..].iter().any(is_shared)
    }

    /// Refuses exits in a value that no statement takes.
    pub(super) fn refuse_exits(&mut self, x: &Expr) -> bool {
        let Some(at) = first_exit(x) else {
            return false;
        };
        self.errors
            .push(Error::new(at, format!("portax: {NOT_HERE}")));
        true
    }
}

/// Why an exit is refused.
pub(super) const NOT_HERE: &str = "an exit stands in a statement, or in the value of a `let` or an assignment: give this value a name first, `let x = ...;`";

/// The place of a branch of a statement, which is not the last of its body.
fn branch(place: Place) -> Place {
    match place {
        Place::Value => Place::Value,
        _ => Place::Unit,
    }
}

fn plan<'a>(s: &'a Stmt, rest: &[Stmt]) -> Plan<'a> {
    let found = exits(|scan| scan.visit_stmt(s));
    let comes_later = matches!(s, Stmt::Local(l) if l.init.is_none());
    if found.is_empty() && !comes_later {
        return Plan::Plain;
    }
    if let Some(unfolded) = unfolded(s, rest) {
        return Plan::Unfolded(unfolded);
    }
    if found.is_empty() {
        return Plan::Plain;
    }
    if let Stmt::Expr(x @ (Expr::Return(_) | Expr::Break(_) | Expr::Continue(_)), _) = s {
        return Plan::Exit(x);
    }
    if let Stmt::Expr(Expr::If(i), _) = s
        && i.else_branch.is_none()
        && let Some((Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _), before)) =
            i.then_branch.stmts.split_last()
        && exits(|scan| before.iter().for_each(|s| scan.visit_stmt(s))).is_empty()
        && exits(|scan| scan.visit_expr(&i.cond)).is_empty()
    {
        return Plan::Either(i);
    }
    Plan::Inside
}

/// Does anything of a body follow a statement that may leave it?
fn needs_go(statements: &[Stmt]) -> bool {
    for (k, s) in statements.iter().enumerate() {
        let rest = &statements[k + 1..];
        match plan(s, rest) {
            Plan::Exit(_) => return false,
            Plan::Either(_) => return needs_go(rest),
            Plan::Unfolded(Unfolded::Statements(all)) => return needs_go(&all),
            Plan::Unfolded(Unfolded::Else { stay, leave, .. }) => {
                return needs_go(&stay) || needs_go(&leave.stmts);
            }
            Plan::Inside if !rest.is_empty() => return true,
            Plan::Inside => return blocks_of(s).into_iter().any(|b| needs_go(&b.stmts)),
            Plan::Plain => {}
        }
    }
    false
}

/// The blocks of a statement that stand in the same body.
fn blocks_of(s: &Stmt) -> Vec<&Block> {
    let mut found = Vec::new();
    match s {
        Stmt::Expr(x, _) => collect_blocks(x, &mut found),
        Stmt::Local(l) => l
            .init
            .iter()
            .for_each(|init| collect_blocks(&init.expr, &mut found)),
        _ => {}
    }
    found
}

fn collect_blocks<'a>(x: &'a Expr, found: &mut Vec<&'a Block>) {
    match x {
        Expr::Paren(p) => collect_blocks(&p.expr, found),
        Expr::Block(b) => found.push(&b.block),
        Expr::If(i) => {
            found.push(&i.then_branch);
            if let Some((_, other)) = &i.else_branch {
                collect_blocks(other, found);
            }
        }
        Expr::Match(m) => m
            .arms
            .iter()
            .for_each(|arm| collect_blocks(&arm.body, found)),
        _ => {}
    }
}
