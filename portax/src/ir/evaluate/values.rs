//! Values of the work items of a group.

use super::{Bits, Items};
use crate::ir::{Id, Program};

/// The values of some work items, by id; those of an id lie side by side, as items in lock step come to them.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    bits: Vec<Bits>,
    items: usize,
}

impl Values {
    /// Those with which the items of a group start that are not beyond the range.
    pub fn of_group(program: &Program, items: &Items<'_>, group: usize) -> Self {
        let [lanes, threads] = items.group_size;
        let indices = |item| Some((item, items.indices(program, group, item)?));
        let inside: Vec<_> = (0..lanes * threads).filter_map(indices).collect();
        let mut bits = Vec::with_capacity(program.values.len() * inside.len());
        for (_, value) in &program.values {
            let start = |(item, work): &(usize, _)| items.start(value, group, *item, work);
            bits.extend(inside.iter().map(start));
        }
        Self {
            bits,
            items: inside.len(),
        }
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Gives an item a value.
    #[inline]
    pub fn set(&mut self, item: usize, id: Id, bits: Bits) {
        self.bits[id as usize * self.items + item] = bits;
    }

    #[inline]
    pub(super) fn get(&self, item: usize, id: Id) -> Bits {
        self.bits[id as usize * self.items + item]
    }
}

#[cfg(test)]
impl Values {
    /// Of one item, by id.
    pub(super) fn of_one(bits: Vec<Bits>) -> Self {
        Self { bits, items: 1 }
    }
}
