//! What matters of a program, in few lines: what it binds, touches, keeps and computes.

use portax::ir::{AccessKind, Expr, Per, Program, Stmt, Ty, ViewPlace, visit};
use std::{collections::BTreeMap, fmt::Write};

/// Parameters, views with their accesses, scratch, statements and operations by kind. No locations: those change with
/// every line above them.
pub fn of(program: &Program) -> String {
    let mut text = format!("{} {:?}\n", program.name, program.shape);
    let _ = writeln!(
        text,
        "{} parameters, promise {:?}",
        program.params.len(),
        program.promise
    );
    views(program, &mut text);
    for array in &program.scratch {
        let each = match array.per {
            Per::Team => "",
            Per::Thread => " a thread",
            Per::Lane => " a lane",
        };
        let _ = writeln!(text, "scratch {:?} x {}{each}", array.ty, array.len);
    }
    counts("statements", statements(program), &mut text);
    counts("operations", operations(program), &mut text);
    text
}

fn views(program: &Program, text: &mut String) {
    for (number, view) in program.views.iter().enumerate() {
        let count = |is: fn(&AccessKind) -> bool| {
            let accesses = program.accesses.iter().filter(|a| a.view == number);
            accesses.filter(|a| is(&a.kind)).count()
        };
        let place = match &view.place {
            ViewPlace::Buffer(_) => "view",
            ViewPlace::Scratch(..) => "scratch view",
            ViewPlace::Local(_) => "local array",
            ViewPlace::Report(_) => "report",
        };
        let _ = writeln!(
            text,
            "{place} {} of rank {}: {} reads, {} writes, {} atomics",
            view.field,
            view.rank,
            count(|kind| *kind == AccessKind::Read),
            count(|kind| *kind == AccessKind::Write),
            count(|kind| matches!(kind, AccessKind::Atomic(_))),
        );
    }
}

fn statements(program: &Program) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    visit(&program.body, &mut |s| {
        if !matches!(s, Stmt::Let(..)) {
            *found.entry(variant(s)).or_insert(0) += 1;
        }
    });
    found
}

/// Operations by type; those of indices are the printer's to arrange.
fn operations(program: &Program) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    visit(&program.body, &mut |s| {
        if let Stmt::Let(id, e) = s
            && program.ty(*id) != Ty::Index
        {
            let name = match e {
                Expr::Unary(op, _) => format!("{op:?}"),
                Expr::Binary(op, ..) => format!("{op:?}"),
                Expr::Compare(op, ..) => format!("{op:?}"),
                other => variant(other),
            };
            *found
                .entry(format!("{:?} {name}", program.ty(*id)))
                .or_insert(0) += 1;
        }
    });
    found
}

/// Name of an enum's variant.
fn variant(x: &impl std::fmt::Debug) -> String {
    let text = format!("{x:?}");
    text.chars().take_while(|c| c.is_alphanumeric()).collect()
}

fn counts(title: &str, found: BTreeMap<String, usize>, text: &mut String) {
    let _ = writeln!(text, "{title}");
    for (name, count) in found {
        let _ = writeln!(text, "  {count} {name}");
    }
}
