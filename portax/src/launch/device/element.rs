//! Elements while a collective is recorded: their scalars one by one.

use crate::{
    ir::{Id, Ty},
    kernel::{
        exec::{Control, Lane, Memory, Scalar, Values},
        trace::Trace,
        value::{Element, Reducer, Varying, Visitor},
    },
};

/// Types of the scalars of an element.
struct Scalars(Vec<Ty>);
impl Visitor<Lane> for Scalars {
    fn scalar<T: Scalar>(&mut self, _: &mut Varying<Lane, T>) {
        self.0.push(T::TY);
    }
}

/// Types of the scalars.
pub(super) fn scalars<V: Element, R: Reducer<V>>() -> Vec<Ty> {
    let mut types = Scalars(Vec::new());
    V::visit::<Lane>(&mut R::identity().splat::<Lane>(), &mut types);
    types.0
}

/// What to do with each scalar of a recorded element.
pub(super) enum Step<'a> {
    Declare,
    Read,
    Assign(&'a [Id]),
    Load(&'a [Id], Id),
    Store(&'a [Id], Id),
    /// Each scalar at its own index
    StoreEach(&'a [Id], &'a [Id]),
}

/// Applies a step to each scalar.
struct Each<'a> {
    step: Step<'a>,
    next: usize,
    ids: Vec<Id>,
}

impl Visitor<Trace> for Each<'_> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        let k = self.next;
        self.next += 1;
        match self.step {
            Step::Declare => v.0 = Trace::var::<T>(v.0),
            Step::Read => v.0 = Trace::read::<T>(v.0),
            Step::Assign(to) => {
                let mut variable = to[k];
                Trace::assign::<T>(&mut variable, v.0, None);
            }
            // SAFETY: recording touches no memory.
            Step::Load(from, at) => v.0 = unsafe { Trace::load_lanes::<T>(from[k], at, None) },
            // SAFETY: as above.
            Step::Store(to, at) => unsafe { Trace::store_lanes::<T>(to[k], at, v.0, None) },
            // SAFETY: as above.
            Step::StoreEach(to, at) => unsafe {
                Trace::store_lanes::<T>(to[k], at[k], v.0, None);
            },
        }
        self.ids.push(v.0);
    }
}

/// Applies a step to each scalar of an element.
pub(super) fn each<V: Element>(v: &mut V::In<Trace>, step: Step) -> Vec<Id> {
    let mut each = Each {
        step,
        next: 0,
        ids: Vec::new(),
    };
    V::visit::<Trace>(v, &mut each);
    each.ids
}

/// A variable that holds an element.
pub(super) struct Variable<V: Element> {
    value: V::In<Trace>,
    ids: Vec<Id>,
}

impl<V: Element> Variable<V> {
    /// Declares it.
    pub(super) fn new(mut value: V::In<Trace>) -> Self {
        let ids = each::<V>(&mut value, Step::Declare);
        Variable { value, ids }
    }
    /// Its value now.
    pub(super) fn read(&self) -> V::In<Trace> {
        let mut value = self.value;
        each::<V>(&mut value, Step::Read);
        value
    }
    /// Assigns.
    pub(super) fn set(&self, mut value: V::In<Trace>) {
        each::<V>(&mut value, Step::Assign(&self.ids));
    }
}

/// The sum of two indices.
pub(super) fn add(a: Id, b: Id) -> Id {
    Trace::iadd(a, b)
}

/// Records `body` under a condition.
pub(super) fn when(condition: Id, body: impl FnOnce()) {
    if Trace::enter(condition) {
        body();
    }
    Trace::leave();
}
