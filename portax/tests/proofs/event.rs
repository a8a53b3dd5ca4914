//! What a work item does that others can tell.

use crate::memory::Memory;

/// One thing done, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Reads, writes or updates bytes
    Touch(Touch),
    /// An access that a check refuses
    Fault,
    Branch(bool),
    Barrier,
}

/// An access to memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Touch {
    pub memory: Memory,
    /// First byte
    pub byte: i64,
    /// Number of bytes
    pub size: i64,
    pub how: How,
}

/// Kind of access, and the value that goes to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    Read,
    Write([u64; 2]),
    /// Atomically, within the team or the device
    Update(u64, bool),
}

/// What one work item did.
#[derive(Clone, Default, Debug)]
pub struct History {
    pub events: Vec<Event>,
    /// It had more to do, but had run long enough
    pub cut: bool,
    /// Numbers of the accesses that its checks refused
    pub faults: Vec<u32>,
    /// Integers from memory left 32 bits, or an access that is not checked was outside
    pub broke_promise: bool,
}

impl History {
    /// The events without branches.
    fn outside(&self) -> impl Iterator<Item = &Event> {
        self.events
            .iter()
            .filter(|e| !matches!(e, Event::Branch(_)))
    }

    /// The events of which a program without dead code has all.
    fn effects(&self) -> impl Iterator<Item = &Event> {
        let has_effect = |e: &&Event| match e {
            Event::Touch(touch) => touch.how != How::Read,
            Event::Barrier => true,
            Event::Fault | Event::Branch(_) => false,
        };
        self.events.iter().filter(has_effect)
    }

    pub fn touches(&self) -> impl Iterator<Item = &Touch> {
        self.events.iter().filter_map(|e| match e {
            Event::Touch(touch) => Some(touch),
            _ => None,
        })
    }

    /// Where another run of the same program does something else.
    pub fn differs(&self, other: &History) -> Option<String> {
        let cut = self.cut || other.cut;
        differ(self.events.iter(), other.events.iter(), cut)
    }

    /// Where the body itself, which ends at its first fault, does something else before that.
    pub fn differs_from_body(&self, body: &History) -> Option<String> {
        let faulted = body.events.contains(&Event::Fault);
        let before = body.outside().filter(|e| **e != Event::Fault);
        differ(self.outside(), before, self.cut || body.cut || faulted)
    }

    /// Where a simplified program has other effects, or reads what this one does not.
    pub fn differs_from_simplified(&self, other: &History) -> Option<String> {
        let cut = self.cut || other.cut;
        if let Some(found) = differ(self.effects(), other.effects(), cut) {
            return Some(found);
        }
        let known: Vec<&Touch> = self.touches().collect();
        let is_new = |touch: &&Touch| touch.how == How::Read && !known.contains(touch);
        let new = other.touches().find(is_new).filter(|_| !cut);
        new.map(|touch| format!("{touch:?} is new"))
    }
}

fn differ<'a>(
    mut a: impl Iterator<Item = &'a Event>,
    mut b: impl Iterator<Item = &'a Event>,
    cut: bool,
) -> Option<String> {
    loop {
        match (a.next(), b.next()) {
            (None, None) => return None,
            (None, Some(_)) | (Some(_), None) if cut => return None,
            (x, y) if x != y => return Some(format!("{y:?} in the place of {x:?}")),
            _ => {}
        }
    }
}
