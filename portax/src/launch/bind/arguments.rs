//! Binding to collect: what a launch passes, in the order of the program's parameters.

use super::nowhere;
use crate::{
    ir::Ty,
    kernel::{
        exec::{
            Lane, Scalar,
            native::{NativeInfo, NativePtr},
        },
        functor::{Binder, BoundView, Functor},
        view::PartPath,
    },
    launch::check::Ranges,
    layout::Order,
    space::memory::Allocation,
};
use std::sync::Arc;

/// One argument of a launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Argument {
    /// View number
    View(usize),
    /// An index
    Index(i64),
    /// A scalar
    F32(f32),
    F64(f64),
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
}

impl Argument {
    /// What the checks know of it, which is nothing of floats: a time step with another factor is judged once.
    fn word(self) -> u64 {
        match self {
            Argument::View(number) => number as u64,
            Argument::Index(x) => x as u64,
            Argument::F32(_) | Argument::F64(_) => 0,
            Argument::I32(x) => x as u64,
            Argument::U32(x) => u64::from(x),
            Argument::I64(x) => x as u64,
            Argument::U64(x) => x,
        }
    }

    /// The value as an integer, for proofs.
    pub(crate) fn integer(self) -> Option<i64> {
        match self {
            Argument::Index(x) | Argument::I64(x) => Some(x),
            Argument::U64(x) => i64::try_from(x).ok(),
            Argument::I32(x) => Some(i64::from(x)),
            Argument::U32(x) => Some(i64::from(x)),
            _ => None,
        }
    }
}

/// A view of a launch.
#[derive(Clone)]
pub(crate) struct ArgumentView {
    pub allocation: Arc<Allocation>,
    pub extents: Vec<usize>,
    pub unique: bool,
    pub order: Order,
    pub natural_width: Option<usize>,
    pub split_complex: Option<bool>,
    /// The view that this is a part of, a scalar of its structs
    pub part_of: Option<usize>,
}

impl ArgumentView {
    /// How its elements are stored, in a word.
    fn word(&self) -> u64 {
        let split = self.split_complex.map_or(2, u64::from);
        let width = self.natural_width.map_or(0, |w| w as u64 + 1);
        u64::from(self.unique) | split << 1 | width << 3
    }

    /// A plain array of `n` scalars.
    pub(crate) fn plain(allocation: Arc<Allocation>, n: usize) -> Self {
        ArgumentView {
            allocation,
            extents: vec![n],
            unique: true,
            order: Order::Left,
            natural_width: None,
            split_complex: None,
            part_of: None,
        }
    }
}

/// Collects the arguments of a launch in the order of the program's parameters.
#[derive(Clone, Default)]
pub(crate) struct Arguments {
    pub views: Vec<ArgumentView>,
    pub values: Vec<Argument>,
}

impl Arguments {
    pub(crate) fn of<K: Functor>(functor: &K) -> Self {
        let mut arguments = Arguments::default();
        functor.bind::<Lane>(&mut Collector(&mut arguments));
        arguments
    }

    /// The view of which this one is a part; itself, if it is none.
    pub(crate) fn whole(&self, view: usize) -> usize {
        let part_of = self.views.get(view).and_then(|v| v.part_of);
        part_of.unwrap_or(view)
    }

    /// Everything that the checks of a launch depend on, beside its program and its space.
    pub(crate) fn signature(&self, ranges: &Ranges) -> Vec<u64> {
        let mut words: Vec<u64> = ranges.numbers().map(|n| n as u64).collect();
        for view in self.views.iter().filter(|v| v.part_of.is_none()) {
            words.push(view.allocation.id());
            words.extend(view.extents.iter().map(|&n| n as u64));
            words.push(view.word());
        }
        words.extend(self.values.iter().map(|value| value.word()));
        words
    }
}

/// Binds to one lane, for the values alone: nothing runs on the result.
struct Collector<'a>(&'a mut Arguments);

impl Binder<Lane> for Collector<'_> {
    fn view(&mut self, view: BoundView<'_>) -> (NativePtr, NativeInfo, bool) {
        self.0.values.push(Argument::View(self.0.views.len()));
        self.0.views.push(ArgumentView {
            allocation: view.allocation.clone(),
            extents: view.extents.to_vec(),
            unique: view.unique,
            order: view.order,
            natural_width: (view.order == Order::Tiled(0)).then_some(view.natural_width),
            split_complex: view.complex.then_some(view.split_complex),
            part_of: None,
        });
        nowhere()
    }
    fn part(&mut self, _: PartPath<'_>, _: NativePtr) -> (NativeInfo, bool) {
        let views = &mut self.0.views;
        if let Some(last) = views.last().cloned() {
            let whole = last.part_of.unwrap_or(views.len() - 1);
            views.push(ArgumentView {
                part_of: Some(whole),
                ..last
            });
        }
        let (_, info, check) = nowhere();
        (info, check)
    }
    fn extent(&mut self, _: usize, n: usize) -> i64 {
        self.0.values.push(Argument::Index(n as i64));
        n as i64
    }
    fn stride(&mut self, _: usize, n: usize) -> i64 {
        self.0.values.push(Argument::Index(n as i64));
        n as i64
    }
    fn scalar<T: Scalar>(&mut self, _: &'static str, x: T) -> T {
        self.0.values.push(match T::TY {
            Ty::F32 => Argument::F32(x.to_f64() as f32),
            Ty::F64 => Argument::F64(x.to_f64()),
            Ty::U32 => Argument::U32(x.to_i64() as u32),
            Ty::I64 => Argument::I64(x.to_i64()),
            Ty::U64 => Argument::U64(x.to_i64() as u64),
            _ => Argument::I32(x.to_i64() as i32),
        });
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_that_differ_in_floats_are_judged_once() {
        let signature = |values: [Argument; 3]| {
            let arguments = Arguments {
                views: vec![],
                values: values.to_vec(),
            };
            arguments.signature(&Ranges::default())
        };
        use Argument::{F32, F64, I32};
        let first = signature([F64(0.5), F32(2.0), I32(3)]);
        assert_eq!(signature([F64(0.25), F32(4.0), I32(3)]), first);
        assert_ne!(signature([F64(0.5), F32(2.0), I32(4)]), first);
    }
}
