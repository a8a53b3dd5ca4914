//! Whether work items that run at the same time touch one element, and one of them changes it.

use crate::case::{Case, Item};
use crate::event::{Event, History, How, Touch};
use crate::memory::Memory;
use std::collections::HashMap;

/// Memory that items share, and the bytes of it: an allocation, or scratch of one team between two barriers.
#[derive(PartialEq, Eq, Hash)]
enum Place {
    Allocation(u64, i64),
    Scratch(Memory, i64, i64, usize),
}

/// What items do to one place.
#[derive(Default)]
struct Users {
    /// An item and how it touches the place, once each
    all: Vec<(Item, How)>,
}

/// A race, if there is one.
pub fn find(case: &Case, histories: &[(Item, History)]) -> Option<String> {
    let mut places: HashMap<Place, Users> = HashMap::new();
    for (item, history) in histories {
        let mut barriers = 0;
        for event in &history.events {
            match event {
                Event::Barrier => barriers += 1,
                Event::Touch(touch) => {
                    for place in places_of(case, item, touch, barriers) {
                        let users = places.entry(place).or_default();
                        if let Some(other) = users.conflict(case, *item, touch.how) {
                            return Some(race(item, &other, touch));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    None
}

fn race(item: &Item, other: &(Item, How), touch: &Touch) -> String {
    format!(
        "items {item:?} ({:?}) and {:?} ({:?}) meet at byte {} of `{}`",
        touch.how,
        other.0,
        other.1,
        touch.byte,
        touch.memory.field()
    )
}

/// The elements of a touch, by their scalars.
fn places_of(case: &Case, item: &Item, touch: &Touch, barriers: usize) -> Vec<Place> {
    let step = touch.memory.scalars().0.bytes();
    let bytes = (touch.byte..touch.byte + touch.size).step_by(step);
    if touch.memory.is_scratch() {
        let place = |byte| Place::Scratch(touch.memory, byte, item[0], barriers);
        return bytes.map(place).collect();
    }
    let view = case.views.iter().find(|v| v.0 == touch.memory);
    let allocation = view.map_or(0, |v| v.1);
    bytes
        .map(|byte| Place::Allocation(allocation, byte))
        .collect()
}

impl Users {
    /// Another item that must not touch the place at the same time; otherwise this one is noted.
    fn conflict(&mut self, case: &Case, item: Item, how: How) -> Option<(Item, How)> {
        let kind = |how: How| match how {
            How::Read => 0,
            How::Write(_) => 1,
            How::Update(_, of_team) => 2 + u8::from(of_team),
        };
        let meets = |(other, known): &&(Item, How)| {
            let harmless = match (kind(how), kind(*known)) {
                (0, 0) => true,
                (2.., 2..) => {
                    kind(how) == 2 && kind(*known) == 2 || case.team && other[0] == item[0]
                }
                _ => false,
            };
            *other != item && !harmless
        };
        if let Some(found) = self.all.iter().find(meets) {
            return Some(*found);
        }
        let known = |u: &(Item, How)| u.0 == item && kind(u.1) == kind(how);
        if !self.all.iter().any(known) {
            self.all.push((item, how));
        }
        None
    }
}
