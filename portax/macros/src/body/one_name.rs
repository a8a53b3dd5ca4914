//! Each variable has a name of its own: what the macro knows of variables, it knows by name, and `sum` of one loop is not `sum` of the
//! next. A name that is declared again, or stands for something from outside too, gets a number behind it.

use super::say::captured;
use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::{
    Arm, Block, Expr, ExprCall, ExprClosure, ExprForLoop, ExprIf, ExprLet, ExprPath, ExprWhile,
    FieldValue, GenericArgument, Item, Lit, LitStr, Local, Macro, Pat, PatIdent, Token, Type,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// The block with a name for each variable, and what the names were; `taken` are the names of arguments.
pub(super) fn one_name_each(
    block: &Block,
    taken: HashSet<String>,
) -> (Block, HashMap<String, String>) {
    let mut free = Names {
        taken: taken.clone(),
        ..Names::default()
    };
    free.visit_block_mut(&mut block.clone());
    let mut names = Names {
        taken: &taken | &free.from_outside,
        ..Names::default()
    };
    note_written(block.to_token_stream(), &mut names.written);
    let mut block = block.clone();
    names.visit_block_mut(&mut block);
    (block, names.before)
}

#[derive(Default)]
struct Names {
    /// What is declared already, in whatever scope
    taken: HashSet<String>,
    /// All names that stand in the block
    written: HashSet<String>,
    /// Names of what is not declared in the block
    from_outside: HashSet<String>,
    /// Names here as they are written, and as they are then; innermost last
    scopes: Vec<HashMap<String, String>>,
    /// What the new names were
    before: HashMap<String, String>,
}

/// All names among tokens, those that texts of messages show included.
fn note_written(tokens: TokenStream, written: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                written.insert(name.to_string());
            }
            TokenTree::Group(g) => note_written(g.stream(), written),
            token => written.extend(text(token).iter().flat_map(|t| captured(&t.value()))),
        }
    }
}

/// A name as rustc tells names apart: where macros write code, the same text is another variable. Of that no more is known than what a
/// span prints, `#4 bytes(66..68)`.
fn key(name: &Ident) -> String {
    let span = format!("{:?}", name.span());
    let context = span.split(' ').next().filter(|word| word.starts_with('#'));
    format!("{name} {}", context.unwrap_or_default())
}

impl Names {
    fn scope(&mut self, visit: impl FnOnce(&mut Names)) {
        self.scopes.push(HashMap::new());
        visit(self);
        self.scopes.pop();
    }

    /// What a name is now, if that is another.
    fn other_name(&self, name: &Ident) -> Option<Ident> {
        let name_now = self.now(name)?;
        (name != name_now).then(|| Ident::new(name_now, name.span()))
    }

    fn now(&self, name: &Ident) -> Option<&String> {
        let key = key(name);
        self.scopes.iter().rev().find_map(|scope| scope.get(&key))
    }

    /// Declares the names of a pattern here; those of one that `may_fail` can be constants and variants.
    fn declare(&mut self, pattern: &mut Pat, may_fail: bool) {
        Declare {
            names: self,
            may_fail,
        }
        .visit_pat_mut(pattern);
    }

    fn declare_name(&mut self, name: &mut Ident) {
        let (written, key) = (name.to_string(), key(name));
        let mut now = written.clone();
        let mut k = 1;
        while self.taken.contains(&now) || k > 1 && self.written.contains(&now) {
            k += 1;
            now = format!("{}_{k}", written.trim_start_matches("r#"));
        }
        if now != written {
            *name = Ident::new(&now, name.span());
            self.before.insert(now.clone(), written);
        }
        self.taken.insert(now.clone());
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(key, now);
        }
    }

    /// The tokens of a macro with the names of now.
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let renamed = tokens.iter().enumerate().map(|(k, token)| match token {
            TokenTree::Ident(name) if is_variable(&tokens, k) => {
                TokenTree::Ident(self.other_name(name).unwrap_or_else(|| name.clone()))
            }
            TokenTree::Group(g) => {
                let mut group = Group::new(g.delimiter(), self.tokens(g.stream()));
                group.set_span(g.span());
                TokenTree::Group(group)
            }
            token => token.clone(),
        });
        renamed.collect()
    }

    /// `, x = x_2` for each `{x}` in the text of a message whose `x` has another name now.
    fn shown(&self, tokens: &TokenStream) -> TokenStream {
        let mut shown = TokenStream::new();
        let mut seen = HashSet::new();
        for text in tokens.clone().into_iter().filter_map(text) {
            for name in captured(&text.value()) {
                let name = Ident::new(&name, text.span());
                if let Some(now) = self.other_name(&name)
                    && !is_given(tokens, &name)
                    && seen.insert(name.to_string())
                {
                    shown.extend(quote!(, #name = #now));
                }
            }
        }
        shown
    }
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == c)
}

/// Can the name be a variable's: no field, part of a path, function, or name of an argument?
fn is_variable(tokens: &[TokenTree], k: usize) -> bool {
    let before = |n: usize| k.checked_sub(n).and_then(|k| tokens.get(k));
    let is_field = is_punct(before(1), '.') && !is_punct(before(2), '.');
    let in_path = is_punct(before(1), ':') && is_punct(before(2), ':')
        || is_punct(tokens.get(k + 1), ':') && is_punct(tokens.get(k + 2), ':');
    let is_call = matches!(tokens.get(k + 1), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis);
    let is_argument = is_punct(before(1), ',')
        && matches!(tokens.get(k + 1), Some(TokenTree::Punct(p)) if p.as_char() == '=' && p.spacing() == Spacing::Alone);
    !(is_field || in_path || is_call || is_argument)
}

/// A text among tokens.
fn text(token: TokenTree) -> Option<LitStr> {
    let TokenTree::Literal(literal) = token else {
        return None;
    };
    match Lit::new(literal) {
        Lit::Str(text) => Some(text),
        _ => None,
    }
}

/// Does a message give the name itself: `name = ...`?
fn is_given(tokens: &TokenStream, name: &Ident) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.windows(3).any(|t| {
        is_punct(t.first(), ',')
            && matches!(&t[1], TokenTree::Ident(i) if i == name)
            && is_punct(t.get(2), '=')
    })
}

/// Without a comma at the end.
fn without_comma(tokens: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.pop_if(|last| is_punct(Some(last), ','));
    tokens.into_iter().collect()
}

/// Gives new names in a pattern.
struct Declare<'a> {
    names: &'a mut Names,
    may_fail: bool,
}

impl VisitMut for Declare<'_> {
    fn visit_pat_ident_mut(&mut self, pattern: &mut PatIdent) {
        let name = pattern.ident.to_string();
        if !self.may_fail || !name.starts_with(char::is_uppercase) {
            self.names.declare_name(&mut pattern.ident);
        }
        if let Some((_, pattern)) = &mut pattern.subpat {
            self.visit_pat_mut(pattern);
        }
    }

    fn visit_expr_mut(&mut self, x: &mut Expr) {
        // a guard, behind the names that it asks, or the length of an array's type
        self.names.visit_expr_mut(x);
    }
}

impl VisitMut for Names {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scope(|names| visit_mut::visit_block_mut(names, block));
    }

    fn visit_local_mut(&mut self, l: &mut Local) {
        if let Some(init) = &mut l.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                self.visit_expr_mut(otherwise);
            }
        }
        let may_fail = l.init.as_ref().is_some_and(|init| init.diverge.is_some());
        self.declare(&mut l.pat, may_fail);
    }

    fn visit_expr_if_mut(&mut self, i: &mut ExprIf) {
        self.scope(|names| {
            names.visit_expr_mut(&mut i.cond);
            names.visit_block_mut(&mut i.then_branch);
        });
        if let Some((_, otherwise)) = &mut i.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, w: &mut ExprWhile) {
        self.scope(|names| {
            names.visit_expr_mut(&mut w.cond);
            names.visit_block_mut(&mut w.body);
        });
    }

    fn visit_expr_let_mut(&mut self, l: &mut ExprLet) {
        self.visit_expr_mut(&mut l.expr);
        self.declare(&mut l.pat, true);
    }

    fn visit_expr_for_loop_mut(&mut self, f: &mut ExprForLoop) {
        self.visit_expr_mut(&mut f.expr);
        self.scope(|names| {
            names.declare(&mut f.pat, false);
            names.visit_block_mut(&mut f.body);
        });
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.scope(|names| {
            let inputs = closure.inputs.iter_mut();
            inputs.for_each(|it| names.declare(it, false));
            names.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.scope(|names| {
            names.declare(&mut arm.pat, true);
            names.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_expr_call_mut(&mut self, c: &mut ExprCall) {
        match &mut *c.func {
            // functions are no variables
            Expr::Path(function) => visit_mut::visit_path_mut(self, &mut function.path),
            function => self.visit_expr_mut(function),
        }
        c.args.iter_mut().for_each(|x| self.visit_expr_mut(x));
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        let before = field.expr.clone();
        self.visit_expr_mut(&mut field.expr);
        // `Point { x }`
        if field.colon_token.is_none() && field.expr != before {
            field.colon_token = Some(Token![:](before.span()));
        }
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        // `f::<k>`, which looks like a type
        if let GenericArgument::Type(Type::Path(ty)) = argument
            && let Some(name) = ty.path.get_ident()
            && let Some(now) = self.other_name(name)
        {
            ty.path = now.into();
            return;
        }
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_expr_path_mut(&mut self, x: &mut ExprPath) {
        let Some(name) = x.path.get_ident().cloned() else {
            return visit_mut::visit_expr_path_mut(self, x);
        };
        if let Some(now) = self.other_name(&name) {
            x.path = now.into();
        } else if self.now(&name).is_none() {
            self.from_outside.insert(name.to_string());
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_macro_mut(&mut self, m: &mut Macro) {
        let shown = self.shown(&m.tokens);
        m.tokens = self.tokens(std::mem::take(&mut m.tokens));
        if !shown.is_empty() {
            m.tokens = without_comma(std::mem::take(&mut m.tokens));
            m.tokens.extend(shown);
        }
    }
}
