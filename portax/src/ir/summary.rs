//! Proof that the concurrent iterations of a launch do not race.
//!
//! Iterations run concurrently along *axes*: the dimensions of a range, or teams, threads and lanes. Of every allocation
//! that a launch writes, all accesses must be atomic, or all, reads included, at the iteration's own element: then two
//! iterations that touch one element are the same iteration. An index proves that for an axis if it is a sum in which the
//! axis is the only unknown (`i`, `3 * i + n`), or the digits of such a sum are told apart by their ranges
//! (`32 * i + k`, `k` in `0..32`). Scratch is shared by threads and lanes only, and barriers order its accesses.

use super::affine::{Form, Values};
use super::{AccessId, AccessKind, Builtin, Expr, Id, Program, Shape, Stmt, ViewPlace};
use crate::exec::trace::REDUCTION;
use crate::exec::{Bin, Cmp, Scope};
use std::collections::{BTreeMap, HashSet};

#[cfg(test)]
mod tests;

/// How a launch binds one view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Which memory; equal numbers are one allocation
    pub allocation: u64,
    /// No two indices are one element
    pub unique: bool,
}

/// Proves that a launch is free of races. `bindings` has one entry for each of [`Program::views`], those of scratch are
/// ignored; `narrow`: all extents and spans are below 2^31.
///
/// # Errors
/// The first conflict found: which views and lines, and what to do.
pub fn prove(program: &Program, bindings: &[Binding], narrow: bool) -> Result<(), String> {
    let proof = Proof::new(program, narrow);
    let touches = proof.touches();
    for group in allocations(program, bindings, &touches) {
        proof.allocation(&group, bindings)?;
    }
    proof.scratch()
}

/// A direction in which iterations run concurrently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Axis {
    Work(u8),
    League,
    Thread,
    Lane,
}

impl Axis {
    fn of(b: Builtin) -> Option<Axis> {
        match b {
            Builtin::Work(d) => Some(Axis::Work(d)),
            Builtin::LeagueRank => Some(Axis::League),
            Builtin::TeamRank => Some(Axis::Thread),
            Builtin::LaneRank => Some(Axis::Lane),
            _ => None,
        }
    }

    fn describe(self) -> String {
        match self {
            Axis::Work(d) => format!("iterations along dimension {d} of the range"),
            Axis::League => "teams of the league".into(),
            Axis::Thread => "threads of a team".into(),
            Axis::Lane => "vector lanes of a thread".into(),
        }
    }
}

/// What an index is a sum of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Key {
    /// Rank along an axis
    Rank(Axis),
    /// Variable of a loop that deals `start..` out to the axes: its value determines their ranks
    Dealt(Vec<Axis>, Form),
    /// Any other value, the same for all work items or not
    Other(Id),
}

/// An index as a sum of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Index {
    keys: BTreeMap<Key, i64>,
    constant: i64,
}

/// One statement's access, with what the branches around it say.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Touch {
    access: AccessId,
    view: usize,
    kind: AccessKind,
    indices: Vec<Index>,
    /// Axes that run with one rank only, here: the axis minus a uniform sum is zero
    pinned: BTreeMap<Axis, Form>,
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
            groups.entry(bindings[t.view].allocation).or_default().push(t.clone());
        }
    }
    groups.into_values().filter(|g| g.iter().any(|t| t.kind != AccessKind::Read)).collect()
}

impl<'a> Proof<'a> {
    fn new(program: &'a Program, narrow: bool) -> Proof<'a> {
        let axes = match program.shape {
            Shape::Range { rank, .. } => (0..rank as u8).map(Axis::Work).collect(),
            Shape::Team => vec![Axis::League, Axis::Thread, Axis::Lane],
        };
        Proof { program, values: Values::new(program, narrow), axes }
    }

    // ---- what is touched
    fn touches(&self) -> Vec<Touch> {
        let mut all = Vec::new();
        self.collect(&self.program.body, &BTreeMap::new(), &mut all);
        all
    }

    fn collect(&self, block: &[Stmt], pinned: &BTreeMap<Axis, Form>, all: &mut Vec<Touch>) {
        for s in block {
            all.extend(self.touch(s, pinned));
            match s {
                Stmt::For { body, .. } => self.collect(body, pinned, all),
                Stmt::If { cond, then, other } => {
                    self.collect(then, &self.pinned_by(*cond, pinned), all);
                    self.collect(other, pinned, all);
                }
                _ => {}
            }
        }
    }

    /// The access of a statement, without those of the blocks inside it.
    fn touch(&self, s: &Stmt, pinned: &BTreeMap<Axis, Form>) -> Option<Touch> {
        let (Stmt::Let(_, Expr::Load { access, .. })
        | Stmt::Store { access, .. }
        | Stmt::StorePair { access, .. }
        | Stmt::Atomic { access, .. }) = s
        else {
            return None;
        };
        let a = &self.program.accesses[*access as usize];
        let indices = a.indices.iter().map(|&i| self.index(i)).collect();
        Some(Touch { access: *access, view: a.view, kind: a.kind, indices, pinned: pinned.clone() })
    }

    /// Axes whose rank a condition fixes, added to those known.
    fn pinned_by(&self, cond: Id, known: &BTreeMap<Axis, Form>) -> BTreeMap<Axis, Form> {
        let mut all = known.clone();
        match self.values.definitions.get(&cond) {
            Some(Expr::Binary(Bin::And, a, b)) => all = self.pinned_by(*b, &self.pinned_by(*a, &all)),
            Some(Expr::Compare(Cmp::Eq, a, b)) => {
                if let Some(mut rest) = self.values.form(*a).plus(&self.values.form(*b), -1)
                    && let Some((&atom, &factor)) = rest.terms.iter().find(|(id, _)| self.axis(**id).is_some())
                    && let Some(axis) = self.axis(atom)
                {
                    rest.terms.remove(&atom);
                    if factor.abs() == 1
                        && self.values.is_uniform_form(&rest)
                        && let Some(rest) = rest.times(factor)
                    {
                        all.insert(axis, rest);
                    }
                }
            }
            _ => {}
        }
        all
    }

    fn axis(&self, atom: Id) -> Option<Axis> {
        self.values.builtin(atom).and_then(Axis::of)
    }

    fn index(&self, id: Id) -> Index {
        let form = self.values.form(id);
        let mut index = Index { keys: BTreeMap::new(), constant: form.constant };
        for (&atom, &factor) in &form.terms {
            let key = self.key(atom);
            // two loops that deal to the same axes: their sum determines neither
            let key = if index.keys.contains_key(&key) { Key::Other(atom) } else { key };
            index.keys.insert(key, factor);
        }
        index
    }

    fn key(&self, atom: Id) -> Key {
        match self.axis(atom) {
            Some(axis) => Key::Rank(axis),
            None => self.dealt(atom).unwrap_or(Key::Other(atom)),
        }
    }

    /// The variable of a loop that starts at the thread's or lane's rank and steps by their number.
    fn dealt(&self, atom: Id) -> Option<Key> {
        let known = self.values.loops.get(&atom)?;
        let mut start = self.values.form(known.begin);
        let step = self.values.form(known.step);
        let axes = match self.only_builtin(&step) {
            Some(Builtin::TeamSize) => vec![Axis::Thread],
            Some(Builtin::VectorLength) => vec![Axis::Lane],
            _ => self.is_team_times_vector(&step).then(|| vec![Axis::Thread, Axis::Lane])?,
        };
        if axes.len() == 2 {
            self.remove_joint_rank(&mut start)?;
        } else {
            self.remove_rank(&mut start, axes[0])?;
        }
        self.values.is_uniform_form(&start).then_some(Key::Dealt(axes, start))
    }

    fn only_builtin(&self, form: &Form) -> Option<Builtin> {
        let (&atom, &factor) = form.terms.first_key_value()?;
        (form.terms.len() == 1 && factor == 1 && form.constant == 0).then(|| self.values.builtin(atom))?
    }

    /// Is it `team size * vector length`?
    fn is_team_times_vector(&self, form: &Form) -> bool {
        form.terms.len() == 1 && form.terms.first_key_value().is_some_and(|(&atom, _)| self.is_product(atom, Builtin::TeamSize, Builtin::VectorLength))
    }

    fn is_product(&self, atom: Id, a: Builtin, b: Builtin) -> bool {
        let Some(Expr::Binary(Bin::Mul, x, y)) = self.values.definitions.get(&atom) else { return false };
        let pair = [self.values.builtin(*x), self.values.builtin(*y)];
        pair == [Some(a), Some(b)] || pair == [Some(b), Some(a)]
    }

    fn remove_rank(&self, start: &mut Form, axis: Axis) -> Option<()> {
        let atom = *start.terms.iter().find(|(id, c)| **c == 1 && self.axis(**id) == Some(axis))?.0;
        start.terms.remove(&atom);
        Some(())
    }

    /// Removes `team rank * vector length + lane rank`.
    fn remove_joint_rank(&self, start: &mut Form) -> Option<()> {
        self.remove_rank(start, Axis::Lane)?;
        let is_thread = |id: Id| self.is_product(id, Builtin::TeamRank, Builtin::VectorLength);
        let atom = *start.terms.iter().find(|(id, c)| **c == 1 && is_thread(**id))?.0;
        start.terms.remove(&atom);
        Some(())
    }

    // ---- which axes the touched elements determine
    /// Axes along which two different iterations may touch one element by these accesses.
    fn undetermined(&self, touches: &[&Touch], axes: &[Axis]) -> Vec<Axis> {
        let first = touches[0];
        let agree = |d: usize| touches.iter().all(|t| t.indices.get(d) == first.indices.get(d));
        let shared: Vec<&Index> = (0..first.indices.len()).filter(|&d| agree(d)).map(|d| &first.indices[d]).collect();
        let is_pinned = |a: &Axis| first.pinned.contains_key(a) && touches.iter().all(|t| t.pinned.get(a) == first.pinned.get(a));
        let mut axes: Vec<Axis> = axes.iter().copied().filter(|a| !is_pinned(a)).collect();
        let mut known: HashSet<Key> = self.axes.iter().filter(|a| is_pinned(a)).map(|a| Key::Rank(*a)).collect();
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
        let is_open = |k: &Key| !known.contains(k) && !matches!(k, Key::Other(id) if self.values.is_uniform(*id));
        let mut open: Vec<(&Key, i64)> = index.keys.iter().filter(|(k, _)| is_open(k)).map(|(k, c)| (k, c.abs())).collect();
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
        let mut loops = self.values.loops.keys().filter(|id| self.key(**id) == *key).peekable();
        loops.peek()?;
        loops.try_fold(0i64, |widest, id| Some(widest.max(width(id)?)))
    }

    // ---- the rule
    fn allocation(&self, touches: &[Touch], bindings: &[Binding]) -> Result<(), String> {
        let Some(write) = touches.iter().find(|t| t.kind != AccessKind::Read) else { return Ok(()) };
        if let Some(other) = touches.iter().find(|t| t.view != write.view) {
            let (a, b) = (self.field(write), self.field(other));
            return Err(format!(
                "views `{a}` and `{b}` are one allocation, which is written ({}): bind it once, or copy it",
                self.place(write)
            ));
        }
        let all: Vec<&Touch> = touches.iter().collect();
        let undetermined = self.undetermined(&all, &self.axes);
        let atomics = touches.iter().filter(|t| matches!(t.kind, AccessKind::Atomic(_))).count();
        if atomics == touches.len() {
            return self.atomics(touches, &undetermined);
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
    fn atomics(&self, touches: &[Touch], undetermined: &[Axis]) -> Result<(), String> {
        let is_inside = |a: &Axis| matches!(a, Axis::Thread | Axis::Lane);
        match touches.iter().find(|t| t.kind == AccessKind::Atomic(Scope::Team)) {
            Some(t) if !undetermined.iter().all(is_inside) => Err(format!(
                "`{}` is updated atomically for one team ({}), but several teams may share the element: use the device's scope",
                self.field(t),
                self.place(t)
            )),
            _ => Ok(()),
        }
    }

    fn refusal(&self, all: &[&Touch], write: &Touch, axis: Axis) -> String {
        let (field, place, who) = (self.field(write), self.place(write), axis.describe());
        if let Some(plain) = all.iter().find(|t| !matches!(t.kind, AccessKind::Atomic(_)))
            && matches!(write.kind, AccessKind::Atomic(_))
        {
            return format!("`{field}` is updated atomically ({place}) and accessed plainly ({}): make every access atomic", self.place(plain));
        }
        if !self.undetermined(&[write], &self.axes).contains(&axis)
            && let Some(other) = all.iter().find(|t| self.undetermined(&[write, t], &self.axes).contains(&axis))
        {
            let verb = if other.kind == AccessKind::Read { "read" } else { "written" };
            return format!(
                "`{field}` is written ({place}) and {verb} ({}) at elements of different {who}: {verb} a copy, or only the own element",
                self.place(other)
            );
        }
        format!("`{field}` is written ({place}) at indices that different {who} may share: index it with their own rank, or update it atomically")
    }

    fn field(&self, t: &Touch) -> &str {
        &self.program.views[t.view].field
    }

    fn place(&self, t: &Touch) -> String {
        let at = self.program.accesses[t.access as usize].location;
        format!("{}:{}", at.file(), at.line())
    }

    // ---- scratch
    fn scratch(&self) -> Result<(), String> {
        let mut live = Vec::new();
        self.interval(&self.program.body, &BTreeMap::new(), &mut live)
    }

    /// Follows a block; `live` holds the accesses to scratch since the last barrier.
    fn interval(&self, block: &[Stmt], pinned: &BTreeMap<Axis, Form>, live: &mut Vec<Touch>) -> Result<(), String> {
        for s in block {
            if let Some(t) = self.touch(s, pinned) {
                self.scratch_touch(t, live)?;
            }
            match s {
                Stmt::Barrier => live.clear(),
                Stmt::For { body, .. } => {
                    let before = live.clone();
                    // twice: the end of the body precedes its beginning
                    self.interval(body, pinned, live)?;
                    self.interval(body, pinned, live)?;
                    merge(live, before);
                }
                Stmt::If { cond, then, other } => {
                    let mut otherwise = live.clone();
                    self.interval(then, &self.pinned_by(*cond, pinned), live)?;
                    self.interval(other, pinned, &mut otherwise)?;
                    merge(live, otherwise);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn scratch_touch(&self, t: Touch, live: &mut Vec<Touch>) -> Result<(), String> {
        let view = &self.program.views[t.view];
        if !matches!(view.place, ViewPlace::Scratch(..)) || view.field == REDUCTION || live.contains(&t) {
            return Ok(());
        }
        live.push(t.clone());
        for other in live.iter().filter(|o| o.view == t.view) {
            let is_atomic = |t: &Touch| matches!(t.kind, AccessKind::Atomic(_));
            let harmless = (t.kind == AccessKind::Read && other.kind == AccessKind::Read) || (is_atomic(&t) && is_atomic(other));
            if !harmless && !self.undetermined(&[&t, other], &[Axis::Thread, Axis::Lane]).is_empty() {
                return Err(self.scratch_refusal(other, &t));
            }
        }
        Ok(())
    }

    fn scratch_refusal(&self, a: &Touch, b: &Touch) -> String {
        let verb = |t: &Touch| if t.kind == AccessKind::Read { "read" } else { "written" };
        format!(
            "scratch `{}` is {} ({}) and {} ({}) by different threads or lanes with no barrier between: call `team.barrier()`",
            self.field(a),
            verb(a),
            self.place(a),
            verb(b),
            self.place(b)
        )
    }
}

fn merge(live: &mut Vec<Touch>, others: Vec<Touch>) {
    for t in others {
        if !live.contains(&t) {
            live.push(t);
        }
    }
}
