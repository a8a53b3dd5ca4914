//! Local arrays: those that are rows or columns of others, and those that never change.

use super::{ArrayId, Expr, Id, Program, Stmt, Ty, Value, visit};
use crate::ops::Bin;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The numbers of an array that never changes, as bits.
pub(in crate::ir) type Numbers = Vec<u64>;

impl Program {
    /// Local arrays that are indexed, whose elements are known numbers, which nothing assigns.
    pub(in crate::ir) fn constant_arrays(&self) -> BTreeMap<ArrayId, Numbers> {
        let (mut first, mut assigned, mut indexed) =
            (HashMap::new(), HashSet::new(), HashSet::new());
        visit(&self.body, &mut |s| match s {
            Stmt::Declare(v, x) => {
                if let (_, Value::Const(bits)) = self.values[*x as usize] {
                    first.insert(*v, bits);
                }
            }
            Stmt::Let(_, Expr::Element { array, .. }) => {
                indexed.insert(*array);
            }
            s => assigned.extend(self.assigned(s).iter().copied()),
        });
        let number = |v: &Id| first.get(v).filter(|_| !assigned.contains(v)).copied();
        let numbers = |ids: &Vec<Id>| ids.iter().map(number).collect::<Option<Numbers>>();
        let arrays = self.locals.iter().zip(0..);
        arrays
            .filter(|(_, array)| indexed.contains(array))
            .filter_map(|(ids, array)| Some((array, numbers(ids)?)))
            .collect()
    }

    /// The type of an array's elements, of which there is one at least.
    pub(in crate::ir) fn array_type(&self, array: ArrayId) -> Ty {
        self.ty(self.locals[array as usize][0])
    }

    /// Bytes of all local arrays of one lane, but for constant ones, which lanes share.
    pub(crate) fn array_bytes(&self) -> usize {
        if self.locals.is_empty() {
            return 0;
        }
        let constant = self.constant_arrays();
        let arrays = self.locals.iter().zip(0..);
        let arrays = arrays.filter(|(_, array)| !constant.contains_key(array));
        let elements: HashSet<Id> = arrays.flat_map(|(ids, _)| ids).copied().collect();
        elements.iter().map(|id| self.ty(*id).bytes()).sum()
    }

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

    /// A row or a column of an array of rows may have been indexed by itself, too: it becomes the whole array, elsewhere.
    pub(crate) fn join_rows(&mut self) {
        let places = self.elements();
        let part = |(ids, array): (&Vec<Id>, ArrayId)| {
            let &(whole, first) = places.get(ids.first()?)?;
            let next = ids.get(1).and_then(|id| places.get(id));
            let step = next.map_or(Some(1), |(_, next)| next.checked_sub(first))?;
            let mut elements = ids.iter().enumerate();
            let is_part = elements.all(|(k, id)| places[id] == (whole, first + k * step));
            (is_part && whole != array).then_some((array, Stretch { whole, first, step }))
        };
        let parts: HashMap<_, _> = self.locals.iter().zip(0..).filter_map(part).collect();
        if !parts.is_empty() {
            let body = std::mem::take(&mut self.body);
            self.body = joined(self, &parts, body);
        }
    }
}

/// Elements of an array at equal distances.
struct Stretch {
    whole: ArrayId,
    first: usize,
    step: usize,
}

fn joined(program: &mut Program, parts: &HashMap<ArrayId, Stretch>, body: Vec<Stmt>) -> Vec<Stmt> {
    let mut out = Vec::with_capacity(body.len());
    for mut s in body {
        match &mut s {
            Stmt::For { body, .. } | Stmt::Loop { body } => {
                *body = joined(program, parts, std::mem::take(body));
            }
            Stmt::If { then, other, .. } => {
                *then = joined(program, parts, std::mem::take(then));
                *other = joined(program, parts, std::mem::take(other));
            }
            Stmt::Let(_, Expr::Element { array, index, .. })
            | Stmt::AssignElement { array, index, .. } => {
                if let Some(&Stretch { whole, first, step }) = parts.get(array) {
                    let mut define = |op, a, b: usize| {
                        let b = program.constant(Ty::Index, b as i64);
                        let id = program.value(Ty::Index, Value::Temporary);
                        out.push(Stmt::Let(id, Expr::Binary(op, a, b)));
                        id
                    };
                    if step != 1 {
                        *index = define(Bin::Mul, *index, step);
                    }
                    (*array, *index) = (whole, define(Bin::Add, *index, first));
                }
            }
            _ => {}
        }
        out.push(s);
    }
    out
}
