//! Leaving early: `break`, `continue` and `return`.
//!
//! Lanes leave one by one, so an exit does not jump: it puts out the flags of what it leaves, and what follows runs in the
//! lanes whose flags are still set. A loop that can be left has the flag `live`, which each turn asks first; a body has
//! the flag `go` where statements follow one that may leave. `if c { a; break; } rest` needs none: `rest` is its `else`.

use super::{Body, Place};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Block, Expr, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprIf, ExprLoop, ExprReturn,
    ExprWhile, Ident, Item, Label, Stmt,
    spanned::Spanned,
    visit::{self, Visit},
};

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
}

/// An exit, by where it goes; labels are `None` where it names none.
#[derive(Clone, PartialEq)]
enum Exit {
    Return,
    Break(Option<String>),
    Continue(Option<String>),
}

/// A statement, by the exits in it.
enum Plan<'a> {
    /// It is one
    Exit(&'a Expr),
    /// `if c { ..; exit }`, which has no other
    Either(&'a ExprIf),
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
        let go = needs_go(&body.stmts).then(|| self.flag("go"));
        let declared = go.as_ref().map(|go| self.declare_flag(go));
        self.levels.push(Level {
            kind,
            label: label.map(name_of),
            live,
            go,
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
            match plan(s) {
                Plan::Exit(x) => {
                    out.extend(self.exit(x, place));
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

    /// Puts out the flags of what is left.
    fn exit(&mut self, x: &Expr, place: Place) -> TokenStream {
        if place == Place::Value {
            return self.error(
                x,
                "an exit stands in a statement, not in a value: assign a `let mut` instead",
            );
        }
        let (exit, value) = match x {
            Expr::Return(r) => (Exit::Return, r.expr.as_deref()),
            Expr::Break(b) => (Exit::Break(b.label.as_ref().map(name)), b.expr.as_deref()),
            Expr::Continue(c) => (Exit::Continue(c.label.as_ref().map(name)), None),
            other => return self.error(other, "expected `break`, `continue` or `return`"),
        };
        let at = match self.target(&exit) {
            Ok(at) => at,
            Err(message) => return self.error(x, message),
        };
        if self.cuts_short(at, &exit) {
            return self.error(x, "this loop is shared by lanes or threads, or reads ahead, and runs to its end: skip turns with `continue`");
        }
        let given = match (&exit, value) {
            (Exit::Return, value) => match self.returned(at, value) {
                Ok(code) => code,
                Err(message) => return self.error(x, message),
            },
            (_, Some(value)) => {
                return self.error(
                    value,
                    "`break` gives no value: assign a `let mut` before it",
                );
            }
            _ => TokenStream::new(),
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
    fn target(&self, exit: &Exit) -> Result<usize, &'static str> {
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
            None if label.is_some() => Err("there is no loop of this label around it"),
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

    /// The value of a `return` that leaves this level.
    fn returned(&mut self, at: usize, value: Option<&Expr>) -> Result<TokenStream, &'static str> {
        let gives = self.gives.clone().filter(|_| at == 0);
        match (self.levels[at].kind, gives, value) {
            (Kind::ValueClosure, ..) => {
                Err("a closure that gives a value has no `return`: end with the value")
            }
            (_, Some(_), Some(value)) => Ok(self.give(value)),
            (_, Some(_), None) => Err("this `return` gives no value"),
            (_, None, Some(_)) => Err("this body gives nothing: `return` stands alone"),
            (_, None, None) => Ok(TokenStream::new()),
        }
    }

    /// Sets the value that the function gives.
    pub(super) fn give(&mut self, value: &Expr) -> TokenStream {
        let (e, span) = (self.e.clone(), value.span());
        let ty = self.gives.clone().map(|ty| self.ty(&ty));
        let p = self.portax(span);
        let conv = self.whole(value, quote!(kernel::value::Conv::<#ty>::conv));
        let value = self.expr(value);
        quote_spanned!(span=> #p::kernel::value::assign::<#e, _, _, _>(__px_at, &mut __px_given, #conv(#value));)
    }
}

/// The place of a branch of a statement, which is not the last of its body.
fn branch(place: Place) -> Place {
    match place {
        Place::Value => Place::Value,
        _ => Place::Unit,
    }
}

fn name_of(label: &Label) -> String {
    name(&label.name)
}

fn name(label: &syn::Lifetime) -> String {
    label.ident.to_string()
}

fn plan(s: &Stmt) -> Plan<'_> {
    if let Stmt::Expr(x @ (Expr::Return(_) | Expr::Break(_) | Expr::Continue(_)), _) = s {
        return Plan::Exit(x);
    }
    if exits(|scan| scan.visit_stmt(s)).is_empty() {
        return Plan::Plain;
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
        match plan(s) {
            Plan::Exit(_) => return false,
            Plan::Either(_) => return needs_go(rest),
            Plan::Inside if !rest.is_empty() => return true,
            Plan::Inside => return blocks_of(s).into_iter().any(|b| needs_go(&b.stmts)),
            Plan::Plain => {}
        }
    }
    false
}

/// The blocks of a statement that stand in the same body.
fn blocks_of(s: &Stmt) -> Vec<&Block> {
    let Stmt::Expr(x, _) = s else {
        return Vec::new();
    };
    let mut found = Vec::new();
    collect_blocks(x, &mut found);
    found
}

fn collect_blocks<'a>(x: &'a Expr, found: &mut Vec<&'a Block>) {
    match x {
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

/// The exits that leave a piece of code.
fn exits(visit: impl FnOnce(&mut Scan)) -> Vec<Exit> {
    let mut scan = Scan {
        loops: Vec::new(),
        found: Vec::new(),
    };
    visit(&mut scan);
    scan.found
}

struct Scan {
    /// Labels of the loops inside it that are open
    loops: Vec<Option<String>>,
    found: Vec<Exit>,
}

impl Scan {
    fn note(&mut self, label: &Option<String>, exit: Exit) {
        let stays_inside = match label {
            None => !self.loops.is_empty(),
            Some(_) => self.loops.contains(label),
        };
        if !stays_inside {
            self.found.push(exit);
        }
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
        self.found.push(Exit::Return);
    }
    fn visit_expr_break(&mut self, b: &'a ExprBreak) {
        visit::visit_expr_break(self, b);
        let label = b.label.as_ref().map(name);
        self.note(&label, Exit::Break(label.clone()));
    }
    fn visit_expr_continue(&mut self, c: &'a ExprContinue) {
        let label = c.label.as_ref().map(name);
        self.note(&label, Exit::Continue(label.clone()));
    }
    fn visit_expr_closure(&mut self, _: &'a ExprClosure) {}
    fn visit_item(&mut self, _: &'a Item) {}
}
