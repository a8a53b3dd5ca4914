//! Names that clash with nothing: neither with each other, nor with a keyword, function or macro of any device language.
//!
//! What the user named has the prefix `f_`, which no header has and nothing else that the printer names begins with.

use crate::ir::{ArrayId, Id, Param, Program, ViewPlace};
use std::collections::{HashMap, HashSet};

/// Names of arguments and scratch arrays.
pub(super) struct Names {
    /// By argument number
    pub params: Vec<String>,
    /// By number of the scratch array
    pub scratch: Vec<String>,
    /// By number of the local array
    pub locals: Vec<String>,
    /// The array that a variable is an element of, and which
    elements: HashMap<Id, (ArrayId, usize)>,
}

impl Names {
    pub(super) fn new(program: &Program) -> Names {
        let mut taken = HashSet::new();
        let fields = program.views.iter().map(|v| &v.field);
        // buffers first: an extent is named after its view
        let views: Vec<String> = fields.map(|f| pick(mangled(f), &mut taken)).collect();
        let params = program.params.iter().map(|p| match p {
            Param::Buffer { view, .. } | Param::Scratch { view, .. } | Param::Report { view } => {
                views[*view].clone()
            }
            Param::Extent { view, dim } => pick(format!("{}_n{dim}", views[*view]), &mut taken),
            Param::Stride { view, dim } => pick(format!("{}_s{dim}", views[*view]), &mut taken),
            Param::Scalar { field, .. } => pick(mangled(field), &mut taken),
            Param::LaunchNumber => "px_number".to_string(),
            Param::Begin(d) => format!("px_begin{d}"),
            Param::End(d) => format!("px_end{d}"),
        });
        let params = params.collect();
        let mut scratch = vec![String::new(); program.scratch.len()];
        let mut locals = vec![String::new(); program.locals.len()];
        for (view, name) in program.views.iter().zip(&views) {
            match view.place {
                ViewPlace::Scratch(k, _) => scratch[k] = name.clone(),
                ViewPlace::Local(k) => locals[k as usize] = name.clone(),
                ViewPlace::Buffer(_) | ViewPlace::Report(_) => {}
            }
        }
        Names {
            params,
            scratch,
            locals,
            elements: program.elements(),
        }
    }

    /// The array that a variable is an element of, and which.
    pub(super) fn element(&self, variable: Id) -> Option<(ArrayId, usize)> {
        self.elements.get(&variable).copied()
    }

    /// A variable.
    pub(super) fn variable(&self, id: Id) -> String {
        match self.element(id) {
            Some((array, k)) => format!("{}[{k}]", self.locals[array as usize]),
            None => format!("v{id}"),
        }
    }
}

/// A C identifier like `field`.
fn mangled(field: &str) -> String {
    let plain: String = field
        .trim_matches(|c| c == '<' || c == '>')
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    format!("f_{plain}")
}

/// The name, or one like it that is free.
fn pick(first: String, taken: &mut HashSet<String>) -> String {
    let mut name = first.clone();
    let mut n = 1;
    while !taken.insert(name.clone()) {
        n += 1;
        name = format!("{first}_{n}");
    }
    name
}
