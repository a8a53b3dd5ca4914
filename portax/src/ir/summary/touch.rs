//! Which elements the statements of a program touch, in terms of the axes.

use super::Proof;
use crate::ir::affine::Form;
use crate::ir::bounds::{Digit, Interval, Reach};
use crate::ir::{AccessId, AccessKind, Builtin, Expr, Id, Stmt};
use crate::ops::{Bin, Cmp};
use std::collections::BTreeMap;

/// A direction in which iterations run concurrently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Axis {
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

    pub(super) fn is_inside_team(&self) -> bool {
        matches!(self, Axis::Thread | Axis::Lane)
    }

    pub(super) fn rank(self) -> Builtin {
        match self {
            Axis::Work(d) => Builtin::Work(d),
            Axis::League => Builtin::LeagueRank,
            Axis::Thread => Builtin::TeamRank,
            Axis::Lane => Builtin::LaneRank,
        }
    }

    pub(super) fn describe(self) -> String {
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
pub(super) enum Key {
    /// Rank along an axis
    Rank(Axis),
    /// Variable of a loop that deals `start..` out to the axes: its value determines their ranks
    Dealt(Vec<Axis>, Form),
    /// Any other value, the same for all work items or not
    Other(Id),
    /// Turn of the loop with this variable
    Turn(Id),
}

/// An index as a sum of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Index {
    pub keys: BTreeMap<Key, i64>,
    pub constant: i64,
}

/// One statement's access, with what the branches around it say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Touch {
    pub access: AccessId,
    pub view: usize,
    pub kind: AccessKind,
    pub indices: Vec<Index>,
    /// Axes that run with one rank only, here: the axis minus a uniform sum is zero
    pub pinned: BTreeMap<Axis, Form>,
    /// By the numbers of the launch, as [`Reach`] has them; nothing if they are not known
    pub digits: Vec<Vec<(Key, Digit)>>,
    /// Variables of the loops around it that take one value
    pub alone: Vec<(Key, i64)>,
    /// What each index may be; nothing if that is not known
    pub ranges: Vec<Interval>,
}

impl Touch {
    /// May both touch one element, by what the numbers of the launch say of their indices?
    fn may_meet(&self, other: &Touch) -> bool {
        let mut pairs = self.ranges.iter().zip(&other.ranges);
        let are_alike = self.ranges.len() == other.ranges.len();
        !are_alike || pairs.all(|(a, b)| !a.intersect(*b).is_empty())
    }
}

/// Accesses of one view in groups that never touch one element.
pub(super) fn apart(touches: Vec<Touch>) -> Vec<Vec<Touch>> {
    let mut groups: Vec<Vec<Touch>> = Vec::new();
    for touch in touches {
        let meets = |group: &Vec<Touch>| group.iter().any(|other| touch.may_meet(other));
        let (met, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(meets);
        others.push(met.into_iter().flatten().chain([touch]).collect());
        groups = others;
    }
    groups
}

/// The variable of which a key tells in one access: of two loops that are dealt alike, the value of one variable says nothing
/// of the other's.
pub(super) type Names = BTreeMap<Key, Id>;

impl Proof<'_> {
    pub(super) fn touches(&self) -> Vec<Touch> {
        let mut all = Vec::new();
        self.collect(&self.program.body, &BTreeMap::new(), &mut all);
        all
    }

    fn collect(&self, block: &[Stmt], pinned: &BTreeMap<Axis, Form>, all: &mut Vec<Touch>) {
        for s in block {
            all.extend(self.touch(s, pinned));
            match s {
                Stmt::For { body, .. } | Stmt::Loop { body } => self.collect(body, pinned, all),
                Stmt::If { cond, then, other } => {
                    self.collect(then, &self.pinned_by(*cond, pinned), all);
                    self.collect(other, pinned, all);
                }
                _ => {}
            }
        }
    }

    /// The access of a statement, without those of the blocks inside it, if it happens.
    pub(super) fn touch(&self, s: &Stmt, pinned: &BTreeMap<Axis, Form>) -> Option<Touch> {
        let (Stmt::Let(_, Expr::Load { access, .. })
        | Stmt::Store { access, .. }
        | Stmt::StorePair { access, .. }
        | Stmt::Atomic { access, .. }) = s
        else {
            return None;
        };
        let a = &self.program.accesses[*access as usize];
        let reach = match &self.reaches {
            Some(known) => known.of_access[*access as usize].clone()?,
            None => Reach::default(),
        };
        let mut names = Names::new();
        let is_row =
            matches!(s, Stmt::Let(id, Expr::Load { unit, .. }) if self.program.ty(*id) != *unit);
        // a row is several elements: its indices determine nothing
        let (indices, digits, ranges): (&[Id], _, _) = match is_row {
            true => (&[], Vec::new(), Vec::new()),
            false => (&a.indices, reach.digits, reach.ranges),
        };
        let indices = indices.iter().map(|&i| self.index(i, &mut names));
        let indices = indices.collect();
        let counts = |atom: Id| {
            self.reaches
                .as_ref()
                .is_some_and(|r| r.turns.contains(&atom))
        };
        let mut key = |atom: Id| match counts(atom) {
            true => Key::Turn(atom),
            false => self.name(&mut names, self.values.atom_of(atom)),
        };
        let mut digit = |digit: Digit| (key(digit.atom), digit);
        let mut of_index = |digits: Vec<Digit>| digits.into_iter().map(&mut digit).collect();
        let digits = digits.into_iter().map(&mut of_index).collect();
        let alone = reach.alone.into_iter().map(|(id, x)| (key(id), x));
        Some(Touch {
            access: *access,
            view: a.view,
            kind: a.kind,
            indices,
            pinned: pinned.clone(),
            digits,
            alone: alone.collect(),
            ranges,
        })
    }

    /// Axes whose rank a condition fixes, added to those known.
    pub(super) fn pinned_by(&self, cond: Id, known: &BTreeMap<Axis, Form>) -> BTreeMap<Axis, Form> {
        let mut all = known.clone();
        match self.values.definitions.get(&cond) {
            Some(Expr::Binary(Bin::And, a, b)) => {
                all = self.pinned_by(*b, &self.pinned_by(*a, &all))
            }
            Some(Expr::Compare(Cmp::Eq, a, b)) => {
                if let Some(mut rest) = self.values.form(*a).plus(&self.values.form(*b), -1)
                    && let Some((&atom, &factor)) =
                        rest.terms.iter().find(|(id, _)| self.axis(**id).is_some())
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

    pub(super) fn index(&self, id: Id, names: &mut Names) -> Index {
        let form = self.values.form(id);
        let mut index = Index {
            keys: BTreeMap::new(),
            constant: form.constant,
        };
        for (&atom, &factor) in &form.terms {
            index.keys.insert(self.name(names, atom), factor);
        }
        index
    }

    /// The key of an atom in an access.
    fn name(&self, names: &mut Names, atom: Id) -> Key {
        match self.key(atom) {
            key @ Key::Dealt(..) if *names.entry(key.clone()).or_insert(atom) != atom => {
                Key::Other(atom)
            }
            key => key,
        }
    }

    pub(super) fn key(&self, atom: Id) -> Key {
        match self.axis(atom) {
            Some(axis) => Key::Rank(axis),
            None => self.dealt(atom).unwrap_or(Key::Other(atom)),
        }
    }

    /// The variable of a loop that starts at the thread's or lane's rank and steps by their number.
    pub(super) fn dealt(&self, atom: Id) -> Option<Key> {
        let known = self.values.loops.get(&atom)?;
        let mut start = self.values.form(known.begin);
        let step = self.values.form(known.step);
        let axes = match self.only_builtin(&step) {
            Some(Builtin::TeamSize) => vec![Axis::Thread],
            Some(Builtin::VectorLength) => vec![Axis::Lane],
            _ => self
                .is_team_times_vector(&step)
                .then(|| vec![Axis::Thread, Axis::Lane])?,
        };
        if axes.len() == 2 {
            self.remove_joint_rank(&mut start)?;
        } else {
            self.remove_rank(&mut start, axes[0])?;
        }
        self.values
            .is_uniform_form(&start)
            .then_some(Key::Dealt(axes, start))
    }

    fn only_builtin(&self, form: &Form) -> Option<Builtin> {
        let (&atom, &factor) = form.terms.first_key_value()?;
        (form.terms.len() == 1 && factor == 1 && form.constant == 0)
            .then(|| self.values.builtin(atom))?
    }

    /// Is it `team size * vector length`?
    fn is_team_times_vector(&self, form: &Form) -> bool {
        form.terms.len() == 1
            && form.terms.first_key_value().is_some_and(|(&atom, _)| {
                self.is_product(atom, Builtin::TeamSize, Builtin::VectorLength)
            })
    }

    fn is_product(&self, atom: Id, a: Builtin, b: Builtin) -> bool {
        let Some(Expr::Binary(Bin::Mul, x, y)) = self.values.definitions.get(&atom) else {
            return false;
        };
        let pair = [self.values.builtin(*x), self.values.builtin(*y)];
        pair == [Some(a), Some(b)] || pair == [Some(b), Some(a)]
    }

    fn remove_rank(&self, start: &mut Form, axis: Axis) -> Option<()> {
        let atom = *start
            .terms
            .iter()
            .find(|(id, c)| **c == 1 && self.axis(**id) == Some(axis))?
            .0;
        start.terms.remove(&atom);
        Some(())
    }

    /// Removes `team rank * vector length + lane rank`.
    fn remove_joint_rank(&self, start: &mut Form) -> Option<()> {
        self.remove_rank(start, Axis::Lane)?;
        let is_thread = |id: Id| self.is_product(id, Builtin::TeamRank, Builtin::VectorLength);
        let atom = *start
            .terms
            .iter()
            .find(|(id, c)| **c == 1 && is_thread(**id))?
            .0;
        start.terms.remove(&atom);
        Some(())
    }
}
