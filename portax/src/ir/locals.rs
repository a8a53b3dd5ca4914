//! Local arrays that are rows of others.

use super::{ArrayId, Expr, Id, Program, Stmt, Ty, Value};
use crate::ops::Bin;
use std::collections::HashMap;

impl Program {
    /// Where the variables stand that are elements of local arrays: in the longest, of which others are rows.
    pub(in crate::ir) fn elements(&self) -> HashMap<Id, (ArrayId, usize)> {
        let mut arrays: Vec<_> = self.locals.iter().zip(0..).collect();
        arrays.sort_by_key(|(ids, _)| ids.len());
        let places = |(ids, array): (&Vec<Id>, ArrayId)| {
            let places = (0..ids.len()).map(move |k| (array, k));
            ids.clone().into_iter().zip(places)
        };
        arrays.into_iter().flat_map(places).collect()
    }

    /// A row of an array of rows may have been indexed by itself, too: it becomes the whole array, further on.
    pub(crate) fn join_rows(&mut self) {
        let places = self.elements();
        let row = |(ids, array): (&Vec<Id>, ArrayId)| {
            let &(whole, first) = places.get(ids.first()?)?;
            let mut elements = ids.iter().enumerate();
            let is_row = elements.all(|(k, id)| places[id] == (whole, first + k));
            (is_row && whole != array).then_some((array, (whole, first)))
        };
        let rows: HashMap<_, _> = self.locals.iter().zip(0..).filter_map(row).collect();
        if !rows.is_empty() {
            let body = std::mem::take(&mut self.body);
            self.body = joined(self, &rows, body);
        }
    }
}

fn joined(
    program: &mut Program,
    rows: &HashMap<ArrayId, (ArrayId, usize)>,
    body: Vec<Stmt>,
) -> Vec<Stmt> {
    let mut out = Vec::with_capacity(body.len());
    for mut s in body {
        match &mut s {
            Stmt::For { body, .. } | Stmt::Loop { body } => {
                *body = joined(program, rows, std::mem::take(body));
            }
            Stmt::If { then, other, .. } => {
                *then = joined(program, rows, std::mem::take(then));
                *other = joined(program, rows, std::mem::take(other));
            }
            Stmt::Let(_, Expr::Element { array, index, .. })
            | Stmt::AssignElement { array, index, .. } => {
                if let Some(&(whole, first)) = rows.get(array) {
                    let first = program.constant(Ty::Index, first as i64);
                    let further = program.value(Ty::Index, Value::Temporary);
                    out.push(Stmt::Let(further, Expr::Binary(Bin::Add, *index, first)));
                    (*array, *index) = (whole, further);
                }
            }
            _ => {}
        }
        out.push(s);
    }
    out
}
