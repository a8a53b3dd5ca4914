//! The numbers of a mapping by name: what `key=value` sets, and what a search tries.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use portax::tune::Parameter;

use super::form::Form;
use crate::fused::LARGEST_SHAPES;

/// The name of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// [`DirectMapping::parts`](super::DirectMapping::parts).
    YiParts,
    /// [`DirectMapping::team`](super::DirectMapping::team).
    YiTeam,
    /// [`DirectMapping::registers`](super::DirectMapping::registers).
    YiRegisters,
    /// [`OrbitMapping::images`](super::OrbitMapping::images), 4 or 2.
    OrbitImages,
    /// [`OrbitMapping::tiles`](super::OrbitMapping::tiles).
    OrbitTiles,
    /// [`OrbitMapping::slots`](super::OrbitMapping::slots).
    OrbitSlots,
    /// [`OrbitMapping::parts`](super::OrbitMapping::parts).
    OrbitParts,
    /// [`OrbitImages::Four`](super::OrbitImages::Four).
    OrbitTail,
    /// [`OrbitMapping::registers`](super::OrbitMapping::registers).
    OrbitRegisters,
    /// [`OrbitMapping::early`](super::OrbitMapping::early), 0 or 1.
    OrbitEarly,
    /// [`OrbitMapping::level`](super::OrbitMapping::level), 0 or 1.
    OrbitLevel,
    /// [`OrbitShapes::n2`](crate::tables::OrbitShapes::n2).
    OrbitN2,
    /// [`OrbitShapes::n3`](crate::tables::OrbitShapes::n3).
    OrbitN3,
    /// [`OrbitShapes::axis`](crate::tables::OrbitShapes::axis).
    OrbitAxis,
    /// [`UiMapping::registers`](super::UiMapping::registers).
    UiRegisters,
    /// [`UiMapping::loads`](super::UiMapping::loads).
    UiLoads,
    /// [`UiMapping::lanes`](super::UiMapping::lanes).
    UiLanes,
    /// [`UiMapping::parts`](super::UiMapping::parts).
    UiParts,
    /// [`UiMapping::level`](super::UiMapping::level), 0 or 1.
    UiLevel,
    /// [`StagedMapping::pair_rows`](super::StagedMapping::pair_rows), 2 or 4.
    PairRows,
    /// [`DeidrjMapping::atoms`](super::DeidrjMapping::atoms).
    DeAtoms,
    /// [`DeidrjMapping::team`](super::DeidrjMapping::team).
    DeTeam,
    /// [`DeidrjMapping::registers`](super::DeidrjMapping::registers).
    DeRegisters,
}

/// What is known of a key.
struct Row {
    key: Key,
    name: &'static str,
    range: RangeInclusive<usize>,
    /// Only even numbers.
    even: bool,
    /// What a search tries.
    candidates: &'static [usize],
    /// The forms in which it has a meaning.
    forms: &'static [Form],
    /// Only GPUs have it.
    gpus_only: bool,
}

const DIRECT: &[Form] = &[Form::StagedDirect, Form::FusedDirect];
const ORBIT: &[Form] = &[Form::FusedOrbit];
const STAGED: &[Form] = &[Form::StagedReverse, Form::StagedDirect];
const FUSED: &[Form] = &[Form::FusedOrbit, Form::FusedDirect];

const fn row(
    key: Key,
    name: &'static str,
    forms: &'static [Form],
    range: RangeInclusive<usize>,
    candidates: &'static [usize],
) -> Row {
    Row {
        key,
        name,
        range,
        even: false,
        candidates,
        forms,
        gpus_only: false,
    }
}

/// 2 or 4.
const fn two_or_four(key: Key, name: &'static str, forms: &'static [Form]) -> Row {
    Row {
        even: true,
        ..row(key, name, forms, 2..=4, &[2, 4])
    }
}

/// Registers that a thread may have, 0 for no limit.
const fn registers(key: Key, name: &'static str, forms: &'static [Form]) -> Row {
    Row {
        gpus_only: true,
        ..row(key, name, forms, 0..=255, &[0, 96, 128, 168, 255])
    }
}

#[rustfmt::skip] // one line each, in the order of the keys
static ROWS: [Row; 23] = [
    row(Key::YiParts, "yi_parts", DIRECT, 1..=256, &[1, 4, 8, 19, 37, 54]),
    row(Key::YiTeam, "yi_team", DIRECT, 0..=32, &[0, 1, 2, 4, 8]),
    registers(Key::YiRegisters, "yi_registers", DIRECT),
    two_or_four(Key::OrbitImages, "orbit_images", ORBIT),
    row(Key::OrbitTiles, "orbit_tiles", ORBIT, 1..=2, &[1, 2]),
    row(Key::OrbitSlots, "orbit_slots", ORBIT, 1..=32, &[4, 6, 8, 12, 16, 20]),
    row(Key::OrbitParts, "orbit_parts", ORBIT, 1..=32, &[1, 2, 4, 8]),
    row(Key::OrbitTail, "orbit_tail", ORBIT, 0..=1 << 16, &[0]),
    registers(Key::OrbitRegisters, "orbit_registers", ORBIT),
    row(Key::OrbitEarly, "orbit_early", ORBIT, 0..=1, &[0, 1]),
    row(Key::OrbitLevel, "orbit_level", ORBIT, 0..=1, &[0, 1]),
    row(Key::OrbitN2, "orbit_n2", ORBIT, 1..=LARGEST_SHAPES.n2, &[2, 3, 4]),
    row(Key::OrbitN3, "orbit_n3", ORBIT, 1..=LARGEST_SHAPES.n3, &[3, 4, 5]),
    row(Key::OrbitAxis, "orbit_axis", ORBIT, 1..=LARGEST_SHAPES.axis, &[4, 5, 8]),
    registers(Key::UiRegisters, "ui_registers", FUSED),
    row(Key::UiLoads, "ui_loads", FUSED, 1..=16, &[1, 4, 10, 16]),
    row(Key::UiLanes, "ui_lanes", FUSED, 1..=32, &[1, 2, 4]),
    row(Key::UiParts, "ui_parts", FUSED, 1..=32, &[1, 2, 4]),
    row(Key::UiLevel, "ui_level", FUSED, 0..=1, &[0, 1]),
    two_or_four(Key::PairRows, "pair_rows", STAGED),
    row(Key::DeAtoms, "de_atoms", FUSED, 1..=32, &[1, 2, 4, 8, 16]),
    row(Key::DeTeam, "de_team", FUSED, 0..=32, &[0, 1, 2, 4, 8]),
    registers(Key::DeRegisters, "de_registers", FUSED),
];

impl Key {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its name in `key=value`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Names of all keys, for messages.
    pub(super) fn names() -> String {
        ROWS.each_ref().map(|row| row.name).join(", ")
    }

    /// What is wrong with a value, if anything is.
    ///
    /// # Errors
    /// The reason.
    pub(super) fn check(self, value: usize) -> Result<(), &'static str> {
        let row = self.row();
        if !row.range.contains(&value) {
            Err("is out of range")
        } else if row.even && value % 2 == 1 {
            Err("is 2 or 4")
        } else {
            Ok(())
        }
    }

    /// The key as a parameter of a search, tried in the forms that it belongs to.
    fn parameter(row: &Row) -> Parameter {
        let forms: Vec<String> = row.forms.iter().map(|form| value_of(*form)).collect();
        let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
        Parameter::new(row.name, row.candidates).only_with(FORM, &forms)
    }
}

impl FromStr for Key {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let found = ROWS.iter().find(|row| row.name == name);
        found.map(|row| row.key).ok_or(())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Numbers by key.
pub type Numbers = BTreeMap<Key, usize>;

/// The parameter of a search that stands for pipeline and compute_yi: of their combinations some do not exist, so they are
/// one choice. Written out, `pairs=` and its value are both keys.
pub(super) const FORM: &str = "pairs";

/// The value of [`FORM`].
pub(super) fn value_of(form: Form) -> String {
    format!("{},yi={}", form.pairs().name(), form.yi().name())
}

/// What a search tries on a GPU, or on anything else.
#[must_use]
pub fn parameters(is_gpu: bool) -> Vec<Parameter> {
    let forms = Parameter::new(FORM, Form::ALL.map(value_of));
    let rows = ROWS.iter().filter(|row| is_gpu || !row.gpus_only);
    std::iter::once(forms)
        .chain(rows.map(Key::parameter))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_where_their_keys_say() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!((row.key as usize, row.name.parse()), (at, Ok(row.key)));
        }
    }

    #[test]
    fn what_a_search_tries_is_possible() {
        for row in &ROWS {
            for &value in row.candidates {
                assert_eq!(row.key.check(value), Ok(()), "{}={value}", row.name);
            }
        }
        let registers = |p: &Parameter| p.name().contains("registers");
        assert!(!parameters(false).iter().any(registers));
        assert_eq!(parameters(true).iter().filter(|p| registers(p)).count(), 4);
    }
}
