//! Proof that the concurrent iterations of a launch do not race.
//!
//! Iterations run concurrently along *axes*: the dimensions of a range, or teams, threads and lanes. Of every allocation
//! that a launch writes, all accesses must be atomic, or all, reads included, at the iteration's own element: then two
//! iterations that touch one element are the same iteration. An index proves that for an axis if it is a sum in which the
//! axis is the only unknown (`i`, `3 * i + n`), or the digits of such a sum are told apart by their ranges
//! (`32 * i + k`, `k` in `0..32`), where need be by the numbers of the launch (`rows * i + k`, `k` in `0..rows`). The threads and
//! lanes of a team may also share elements, as they share scratch, if barriers order their accesses.

use super::affine::Values;
use super::bounds::{self, Digit, Launch, Reaches};
use super::{AccessKind, Expr, Id, Program, Shape, ViewPlace};
use crate::ops::{Bin, Scope};
use std::collections::{BTreeMap, HashSet};
use touch::{Axis, Index, Key, Names, Touch};

mod barriers;
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
pub fn prove(program: &Program, bindings: &[Binding], exact: &[bool]) -> Result<(), String> {
    Proof::new(program, exact).launch(bindings)
}

/// As [`prove`], by the numbers of the launch, too.
///
/// # Errors
/// The first conflict found.
#[doc(hidden)]
pub fn prove_numbers(
    program: &Program,
    bindings: &[Binding],
    exact: &[bool],
    launch: &Launch,
) -> Result<(), String> {
    let proof = Proof::new(program, exact).with_numbers(launch);
    proof.launch(bindings)
}

/// A quotient or remainder.
struct Division {
    id: Id,
    op: Bin,
    sum: Id,
    by: Id,
}

/// Keys that the touched element determines.
#[derive(Default)]
struct Known(HashSet<Key>);

impl Known {
    /// Adds keys, and the ranks that are dealt what they name.
    fn learn(&mut self, keys: impl IntoIterator<Item = Key>) {
        for key in keys {
            if let Key::Dealt(axes, _) = &key {
                self.0.extend(axes.iter().map(|a| Key::Rank(*a)));
            }
            self.0.insert(key);
        }
    }
}

struct Proof<'a> {
    program: &'a Program,
    values: Values<'a>,
    axes: Vec<Axis>,
    /// Axes along which there is one iteration
    alone: Vec<Axis>,
    /// By the numbers of the launch, where they are asked
    reaches: Option<Reaches>,
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
    fn new(program: &'a Program, exact: &[bool]) -> Proof<'a> {
        let axes = match program.shape {
            Shape::Range { rank, .. } => (0..rank as u8).map(Axis::Work).collect(),
            Shape::Team => vec![Axis::League, Axis::Thread, Axis::Lane],
        };
        Proof {
            program,
            values: Values::new(program, exact.to_vec()),
            axes,
            alone: Vec::new(),
            reaches: None,
        }
    }

    fn with_numbers(mut self, launch: &Launch) -> Proof<'a> {
        let is_alone = |axis: &Axis| bounds::is_alone(self.program, launch, axis.rank());
        self.alone = self.axes.iter().copied().filter(is_alone).collect();
        self.reaches = Some(bounds::reaches(self.program, launch));
        self
    }

    fn launch(&self, bindings: &[Binding]) -> Result<(), String> {
        if self.program.barrier_in_lanes {
            return Err("a team barrier or team reduction stands in `for lane in team.lanes()`, which hosts run vector by vector: end the loop before it".into());
        }
        let touches = self.touches();
        let mut shared = HashSet::new();
        for group in allocations(self.program, bindings, &touches) {
            self.one_view(&group, bindings)?;
            let is_unique = |part: &[Touch]| part.iter().all(|t| bindings[t.view].unique);
            let apart = |part: Vec<Touch>| match is_unique(&part) {
                true => touch::apart(part),
                // different indices may be one element
                false => vec![part],
            };
            for part in parts(group).flat_map(apart) {
                if self.is_shared(&part, bindings)? {
                    shared.extend(part.first().map(|t| t.view));
                }
            }
        }
        self.barriers(&shared)
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
        let pinned = self
            .axes
            .iter()
            .filter(|a| is_pinned(a) || self.alone.contains(a));
        let mut known = Known::default();
        known.learn(pinned.map(|a| Key::Rank(*a)));
        known.learn(self.by_numbers(touches));
        let is_known = |known: &Known, a: &Axis| known.0.contains(&Key::Rank(*a));
        while !axes.iter().all(|a| is_known(&known, a)) {
            let by_sum = shared.iter().find_map(|i| self.determines(i, &known.0));
            match by_sum.or_else(|| self.by_parts(&known.0)) {
                Some(found) => known.learn(found),
                None => break,
            }
        }
        axes.iter()
            .copied()
            .filter(|a| !is_known(&known, a))
            .collect()
    }

    /// The keys of a sum of which both the quotient and the remainder by one number are known. One of them may be a number,
    /// which is no news by itself: it is the same where the sum has other values.
    fn by_parts(&self, known: &HashSet<Key>) -> Option<Vec<Key>> {
        let divisions = self.divisions();
        let form = |id: Id| self.values.form(id);
        let is_known = |d: &Division| known.contains(&self.key_of(d.id));
        let has_rest = |d: &Division| {
            let is_rest = |o: &Division| {
                o.op != d.op && form(o.sum) == form(d.sum) && form(o.by) == form(d.by)
                    || self.divides_further(o, d, &divisions)
            };
            let is_given = |o: &Division| is_known(o) || self.number(o.id).is_some();
            divisions.iter().any(|o| is_rest(o) && is_given(o))
        };
        let found = divisions.iter().filter(|d| is_known(d) && has_rest(d));
        // which of several variables a key of a loop stands for, a sum outside of an access does not say
        let is_of_loop = |key: &Key| matches!(key, Key::Dealt(..));
        found
            .map(|d| self.index(d.sum, &mut Names::new()))
            .filter(|sum| !sum.keys.keys().any(is_of_loop))
            .find_map(|sum| self.determines(&sum, known))
    }

    /// Is `o` the quotient `x / (m * k)`, and `d` the remainder `x / m % k`? It is the quotient `x / m / k`.
    fn divides_further(&self, o: &Division, d: &Division, divisions: &[Division]) -> bool {
        let form = |id: Id| self.values.form(id);
        let product = |first: &Division| {
            let [m, k] = [first.by, d.by].map(|id| self.number(id));
            m?.checked_mul(k?)
        };
        let is_first = |first: &Division| {
            first.op == Bin::Div
                && form(first.id) == form(d.sum)
                && form(first.sum) == form(o.sum)
                && product(first).is_some_and(|by| self.number(o.by) == Some(by))
        };
        o.op == Bin::Div && d.op == Bin::Rem && divisions.iter().any(is_first)
    }

    /// Quotients and remainders by numbers that are positive: what is divided by zero is zero.
    fn divisions(&self) -> Vec<Division> {
        let division = |(&id, e): (&Id, &Expr)| match *e {
            Expr::Binary(op @ (Bin::Div | Bin::Rem), sum, by) => Some(Division { id, op, sum, by }),
            _ => None,
        };
        let all = self.values.definitions.iter().filter_map(division);
        let is_positive = |d: &Division| self.number(d.by).is_some_and(|by| by > 0);
        all.filter(is_positive).collect()
    }

    /// The number that an integer always is.
    fn number(&self, id: Id) -> Option<i64> {
        let by_launch = || self.reaches.as_ref()?.numbers[id as usize];
        self.values.form(id).as_constant().or_else(by_launch)
    }

    /// The key that a value is, or equals.
    fn key_of(&self, id: Id) -> Key {
        self.key(self.values.atom_of(id))
    }

    /// The keys that the touched element determines by the numbers of the launch.
    fn by_numbers(&self, touches: &[&Touch]) -> Vec<Key> {
        let first = touches[0];
        // an element of a tile has three indices, and two as one of the view
        let dimensions = first.digits.len();
        let are_alike = touches.iter().all(|t| t.digits.len() == dimensions);
        let dimensions = if are_alike { dimensions } else { 0 };
        let is_same = |known: &&(Key, i64)| touches.iter().all(|t| t.alone.contains(known));
        let alone = first.alone.iter().filter(is_same);
        alone
            .map(|(key, _)| key.clone())
            .chain((0..dimensions).flat_map(|d| self.by_digits(touches, d)))
            .collect()
    }

    /// The keys that an index determines by digits that all touches have in common.
    fn by_digits(&self, touches: &[&Touch], d: usize) -> Vec<Key> {
        let common = |place: usize| {
            let all: Option<Vec<&(Key, Digit)>> =
                touches.iter().map(|t| t.digits[d].get(place)).collect();
            let all = all?;
            let (key, first) = all.first()?;
            all.iter()
                .try_fold(first.clone(), |joined, (_, next)| joined.joined(next))?;
            Some(
                all.iter()
                    .all(|(other, _)| other == key)
                    .then(|| key.clone()),
            )
        };
        (0..).map_while(common).flatten().collect()
    }

    /// The keys that the value of an index determines, given those known; none if it adds nothing.
    fn determines(&self, index: &Index, known: &HashSet<Key>) -> Option<Vec<Key>> {
        let is_open = |k: &Key| {
            !known.contains(k) && !matches!(k, Key::Other(id) if self.values.is_uniform(*id))
        };
        let mut open: Vec<(&Key, i128)> = index
            .keys
            .iter()
            .filter(|(k, _)| is_open(k))
            .map(|(k, c)| (k, i128::from(*c).abs()))
            .collect();
        open.sort_by_key(|(_, factor)| *factor);
        let mut span = 0i128;
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
    fn span(&self, key: &Key) -> Option<i128> {
        let width = |id: &Id| {
            let known = self.values.loops[id];
            let last = i128::from(self.values.form(known.end).as_constant()?) - 1;
            match (self.values.form(known.begin).as_constant(), self.dealt(*id)) {
                (Some(begin), _) => Some(last - i128::from(begin)),
                (None, Some(Key::Dealt(_, start))) => Some(last - i128::from(start.as_constant()?)),
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
        loops.try_fold(0i128, |widest, id| Some(widest.max(width(id)?)))
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

    /// Whether the threads and lanes of a team share elements, so that barriers must order what they do.
    fn is_shared(&self, touches: &[Touch], bindings: &[Binding]) -> Result<bool, String> {
        let Some(write) = touches.iter().find(|t| t.kind != AccessKind::Read) else {
            return Ok(false);
        };
        let all: Vec<&Touch> = touches.iter().collect();
        let undetermined = self.undetermined(&all, &self.axes);
        let atomics = touches
            .iter()
            .filter(|t| matches!(t.kind, AccessKind::Atomic(_)))
            .count();
        if atomics == touches.len() {
            self.atomics(touches, &undetermined, bindings[write.view].unique)?;
            return Ok(false);
        }
        if !bindings[write.view].unique {
            return Err(format!(
                "`{}` is written ({}) through a layout in which several indices are one element: write through a unique layout",
                self.field(write),
                self.place(write)
            ));
        }
        match undetermined.iter().find(|a| !a.is_inside_team()) {
            None => Ok(!undetermined.is_empty()),
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
        match touches
            .iter()
            .find(|t| t.kind == AccessKind::Atomic(Scope::Team))
        {
            Some(t) if !unique || !undetermined.iter().all(Axis::is_inside_team) => Err(format!(
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
            let (verb, remedy) = match other.kind {
                AccessKind::Read => ("read", "read a copy"),
                _ => ("written", "write to another view"),
            };
            let barrier = match axis.is_inside_team() {
                true => ", or call `team.barrier()` between",
                false => "",
            };
            return format!(
                "`{field}` is written ({place}) and {verb} ({}) at elements of different {who}: {remedy}, or keep to one's own element{barrier}",
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
