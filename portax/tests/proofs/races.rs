//! Whether work items that run at the same time touch one element, and one of them changes it.

use crate::case::{Case, Item};
use crate::event::{Event, History, How, Touch};
use crate::memory::Memory;
use std::collections::HashMap;

/// Memory that items share, and the bytes of it: an allocation, or scratch of one team.
#[derive(PartialEq, Eq, Hash)]
enum Place {
    Allocation(u64, i64),
    Scratch(Memory, i64, i64),
}

/// An item and how it touches a place.
#[derive(Clone, Copy)]
struct User {
    item: Item,
    how: How,
    /// How many barriers its team has met at before
    barriers: usize,
}

/// What items do to one place, once each.
#[derive(Default)]
struct Users {
    all: Vec<User>,
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
                    let user = User {
                        item: *item,
                        how: touch.how,
                        barriers,
                    };
                    for place in places_of(case, item, touch) {
                        let users = places.entry(place).or_default();
                        if let Some(other) = users.conflict(case, user) {
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

fn race(item: &Item, other: &User, touch: &Touch) -> String {
    format!(
        "items {item:?} ({:?}) and {:?} ({:?}) meet at byte {} of `{}`",
        touch.how,
        other.item,
        other.how,
        touch.byte,
        touch.memory.field()
    )
}

/// The elements of a touch, by their scalars.
fn places_of(case: &Case, item: &Item, touch: &Touch) -> Vec<Place> {
    let step = touch.memory.scalars().0.bytes();
    let bytes = (touch.byte..touch.byte + touch.size).step_by(step);
    if touch.memory.is_scratch() {
        let place = |byte| Place::Scratch(touch.memory, byte, item[0]);
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
    fn conflict(&mut self, case: &Case, user: User) -> Option<User> {
        let kind = |how: How| match how {
            How::Read => 0,
            How::Write(_) => 1,
            How::Update(_, of_team) => 2 + u8::from(of_team),
        };
        let meets = |other: &&User| {
            let is_in_team = case.team && other.item[0] == user.item[0];
            let harmless = match (kind(user.how), kind(other.how)) {
                (0, 0) => true,
                (2.., 2..) => kind(user.how) == 2 && kind(other.how) == 2 || is_in_team,
                _ => false,
            };
            let is_ordered = is_in_team && other.barriers != user.barriers;
            other.item != user.item && !is_ordered && !harmless
        };
        if let Some(found) = self.all.iter().find(meets) {
            return Some(*found);
        }
        let is_known = |u: &User| {
            u.item == user.item && u.barriers == user.barriers && kind(u.how) == kind(user.how)
        };
        if !self.all.iter().any(is_known) {
            self.all.push(user);
        }
        None
    }
}
