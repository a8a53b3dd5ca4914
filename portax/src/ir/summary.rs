//! Proof that the concurrent iterations of a launch do not race.
//!
//! Iterations run concurrently along *axes*: the dimensions of a range, or teams, threads and lanes. Of every allocation
//! that a launch writes, all accesses must be atomic, or all, reads included, at the iteration's own element: then two
//! iterations that touch one element are the same iteration. An index proves that for an axis if it is a sum in which the
//! axis is the only unknown (`i`, `3 * i + n`), or the digits of such a sum are told apart by their ranges
//! (`32 * i + k`, `k` in `0..32`). Scratch is shared by threads and lanes only, and barriers order its accesses.

use super::affine::Values;
use super::{AccessKind, Id, Program, Shape, ViewPlace};
use crate::ops::Scope;
use std::collections::{BTreeMap, HashSet};
use touch::{Axis, Index, Key, Touch};

mod scratch;
#[cfg(test)]
mod tests;
mod touch;

/// How a launch binds one view.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Which memory; equal numbers are one allocation
    pub allocation: u64,
    /// The view that this one is a part of, a scalar of its structs; the view itself where it is none. Parts of one view share
    /// nothing
    pub whole: usize,
    /// No two indices are one element
    pub unique: bool,
}

/// Proves that a launch is free of races. `bindings` has one entry for each of [`Program::views`], those of scratch are
/// ignored; `exact` says of each value whether its arithmetic stays within its type.
///
/// # Errors
/// The first conflict found: which views and lines, and what to do.
#[doc(hidden)]
pub fn prove(program: &Program, bindings: &[Binding], exact: Vec<bool>) -> Result<(), String> {
    let proof = Proof::new(program, exact);
    let touches = proof.touches();
    for group in allocations(program, bindings, &touches) {
        proof.one_view(&group, bindings)?;
        for part in parts(group) {
            proof.allocation(&part, bindings)?;
        }
    }
    proof.scratch()
}

struct Proof<'a> {
    program: &'a Program,
    values: Values<'a>,
    axes: Vec<Axis>,
}

/// Touches by allocation, written ones only.
fn allocations(program: &Program, bindings: &[Binding], touches: &[Touch]) -> Vec<Vec<Touch>> {
    let mut groups: BTreeMap<u64, Vec<Touch>> = BTreeMap::new();
    for t in touches {
        if matches!(program.views[t.view].place, ViewPlace::Buffer(_)) {
            groups
                .entry(bindings[t.view].allocation)
                .or_default()
                .push(t.clone());
        }
    }
    groups
        .into_values()
        .filter(|g| g.iter().any(|t| t.kind != AccessKind::Read))
        .collect()
}

/// Touches of one view by its parts.
fn parts(group: Vec<Touch>) -> impl Iterator<Item = Vec<Touch>> {
    let mut parts: BTreeMap<usize, Vec<Touch>> = BTreeMap::new();
    for t in group {
        parts.entry(t.view).or_default().push(t);
    }
    parts.into_values()
}

impl<'a> Proof<'a> {
    fn new(program: &'a Program, exact: Vec<bool>) -> Proof<'a> {
        let axes = match program.shape {
            Shape::Range { rank, .. } => (0..rank as u8).map(Axis::Work).collect(),
            Shape::Team => vec![Axis::League, Axis::Thread, Axis::Lane],
        };
        Proof {
            program,
            values: Values::new(program, exact),
            axes,
        }
    }

    // ---- which axes the touched elements determine
    /// Axes along which two different iterations may touch one element by these accesses.
    fn undetermined(&self, touches: &[&Touch], axes: &[Axis]) -> Vec<Axis> {
        let first = touches[0];
        let agree = |d: usize| {
            touches
                .iter()
                .all(|t| t.indices.len() == first.indices.len() && t.indices[d] == first.indices[d])
        };
        let shared: Vec<&Index> = (0..first.indices.len())
            .filter(|&d| agree(d))
            .map(|d| &first.indices[d])
            .collect();
        let is_pinned = |a: &Axis| {
            first.pinned.contains_key(a)
                && touches
                    .iter()
                    .all(|t| t.pinned.get(a) == first.pinned.get(a))
        };
        let mut axes: Vec<Axis> = axes.iter().copied().filter(|a| !is_pinned(a)).collect();
        let mut known: HashSet<Key> = self
            .axes
            .iter()
            .filter(|a| is_pinned(a))
            .map(|a| Key::Rank(*a))
            .collect();
        while let Some(found) = shared.iter().find_map(|i| self.determines(i, &known)) {
            for key in &found {
                if let Key::Dealt(dealt, _) = key {
                    known.extend(dealt.iter().map(|a| Key::Rank(*a)));
                }
            }
            known.extend(found);
        }
        axes.retain(|a| !known.contains(&Key::Rank(*a)));
        axes
    }

    /// The keys that the value of an index determines, given those known; none if it adds nothing.
    fn determines(&self, index: &Index, known: &HashSet<Key>) -> Option<Vec<Key>> {
        let is_open = |k: &Key| {
            !known.contains(k) && !matches!(k, Key::Other(id) if self.values.is_uniform(*id))
        };
        let mut open: Vec<(&Key, i64)> = index
            .keys
            .iter()
            .filter(|(k, _)| is_open(k))
            .map(|(k, c)| (k, c.abs()))
            .collect();
        open.sort_by_key(|(_, factor)| *factor);
        let mut span = 0i64;
        for (k, (key, factor)) in open.iter().enumerate() {
            if *factor <= span {
                return None;
            }
            if k + 1 < open.len() {
                span = span.checked_add(factor.checked_mul(self.span(key)?)?)?;
            }
        }
        (!open.is_empty()).then(|| open.into_iter().map(|(k, _)| k.clone()).collect())
    }

    /// Largest difference of two values of a key, where constants bound it.
    fn span(&self, key: &Key) -> Option<i64> {
        let width = |id: &Id| {
            let known = self.values.loops[id];
            let end = self.values.form(known.end).as_constant()?;
            match (self.values.form(known.begin).as_constant(), self.dealt(*id)) {
                (Some(begin), _) => Some(end - 1 - begin),
                (None, Some(Key::Dealt(_, start))) => Some(end - 1 - start.as_constant()?),
                _ => None,
            }
        };
        let mut loops = self
            .values
            .loops
            .keys()
            .filter(|id| self.key(**id) == *key)
            .peekable();
        loops.peek()?;
        loops.try_fold(0i64, |widest, id| Some(widest.max(width(id)?)))
    }

    // ---- the rule
    /// An allocation that is written is bound once.
    fn one_view(&self, touches: &[Touch], bindings: &[Binding]) -> Result<(), String> {
        let whole = |t: &Touch| bindings[t.view].whole;
        let Some(write) = touches.iter().find(|t| t.kind != AccessKind::Read) else {
            return Ok(());
        };
        match touches.iter().find(|t| whole(t) != whole(write)) {
            None => Ok(()),
            Some(other) => {
                let [a, b] = [write, other].map(|t| &self.program.views[whole(t)].field);
                Err(format!(
                    "views `{a}` and `{b}` are one allocation, which is written ({}): bind it once, or copy it",
                    self.place(write)
                ))
            }
        }
    }

    fn allocation(&self, touches: &[Touch], bindings: &[Binding]) -> Result<(), String> {
        let Some(write) = touches.iter().find(|t| t.kind != AccessKind::Read) else {
            return Ok(());
        };
        let all: Vec<&Touch> = touches.iter().collect();
        let undetermined = self.undetermined(&all, &self.axes);
        let atomics = touches
            .iter()
            .filter(|t| matches!(t.kind, AccessKind::Atomic(_)))
            .count();
        if atomics == touches.len() {
            return self.atomics(touches, &undetermined, bindings[write.view].unique);
        }
        if !bindings[write.view].unique {
            return Err(format!(
                "`{}` is written ({}) through a layout in which several indices are one element: write through a unique layout",
                self.field(write),
                self.place(write)
            ));
        }
        match undetermined.first() {
            None => Ok(()),
            Some(axis) => Err(self.refusal(&all, write, *axis)),
        }
    }

    /// All accesses are atomic; those between the threads of a team must not meet another team.
    fn atomics(
        &self,
        touches: &[Touch],
        undetermined: &[Axis],
        unique: bool,
    ) -> Result<(), String> {
        let is_inside = |a: &Axis| matches!(a, Axis::Thread | Axis::Lane);
        match touches
            .iter()
            .find(|t| t.kind == AccessKind::Atomic(Scope::Team))
        {
            Some(t) if !unique || !undetermined.iter().all(is_inside) => Err(format!(
                "`{}` is updated atomically for one team ({}), but several teams may share the element: use the device's scope",
                self.field(t),
                self.place(t)
            )),
            _ => Ok(()),
        }
    }

    fn refusal(&self, all: &[&Touch], write: &Touch, axis: Axis) -> String {
        let (field, place, who) = (self.field(write), self.place(write), axis.describe());
        if let Some(plain) = all
            .iter()
            .find(|t| !matches!(t.kind, AccessKind::Atomic(_)))
            && matches!(write.kind, AccessKind::Atomic(_))
        {
            return format!(
                "`{field}` is updated atomically ({place}) and accessed plainly ({}): make every access atomic",
                self.place(plain)
            );
        }
        if !self.undetermined(&[write], &self.axes).contains(&axis)
            && let Some(other) = all
                .iter()
                .find(|t| self.undetermined(&[write, t], &self.axes).contains(&axis))
        {
            let verb = if other.kind == AccessKind::Read {
                "read"
            } else {
                "written"
            };
            return format!(
                "`{field}` is written ({place}) and {verb} ({}) at elements of different {who}: {verb} a copy, or only the own element",
                self.place(other)
            );
        }
        format!(
            "`{field}` is written ({place}) at indices that different {who} may share: index it with their own rank, or update it atomically"
        )
    }

    fn field(&self, t: &Touch) -> &str {
        &self.program.views[t.view].field
    }

    fn place(&self, t: &Touch) -> String {
        let at = self.program.accesses[t.access as usize].location;
        format!("{}:{}", at.file(), at.line())
    }
}
