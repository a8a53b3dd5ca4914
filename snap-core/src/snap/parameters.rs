//! The parameters of a [`Tuning`] by name: what `key=value` sets, and what a search tries.

use std::ops::RangeInclusive;

use portax::tune::{Parameter, Setting};

use super::options::YiForm;
use super::tuning::{PairForm, Tuning};
use crate::stages::LARGEST_SHAPES;

/// A form and its names.
type Forms<T> = [(&'static str, T)];

const PAIRS: &Forms<PairForm> = &[("staged", PairForm::Staged), ("fused", PairForm::Fused)];
const YI: &Forms<YiForm> = &[
    ("direct", YiForm::Direct),
    ("orbit", YiForm::Orbit),
    ("reverse", YiForm::Reverse),
];

/// A parameter that is a number.
struct Number {
    name: &'static str,
    range: RangeInclusive<usize>,
    place: fn(&mut Tuning) -> &mut usize,
    /// What a search tries.
    candidates: &'static [usize],
    /// The form with which it has a meaning.
    with: (&'static str, &'static str),
    /// Only GPUs have it.
    gpus_only: bool,
}

impl Number {
    const fn new(
        name: &'static str,
        with: (&'static str, &'static str),
        range: RangeInclusive<usize>,
        candidates: &'static [usize],
        place: fn(&mut Tuning) -> &mut usize,
    ) -> Self {
        Self {
            name,
            range,
            place,
            candidates,
            with,
            gpus_only: false,
        }
    }

    /// Registers that a thread may have, 0 for no limit.
    const fn registers(
        name: &'static str,
        with: (&'static str, &'static str),
        place: fn(&mut Tuning) -> &mut usize,
    ) -> Self {
        let new = Self::new(name, with, 0..=255, &[0, 96, 128, 168, 255], place);
        Self {
            gpus_only: true,
            ..new
        }
    }
}

const DIRECT: (&str, &str) = ("yi", "direct");
const ORBIT: (&str, &str) = ("yi", "orbit");
const STAGED: (&str, &str) = ("pairs", "staged");
const FUSED: (&str, &str) = ("pairs", "fused");

#[rustfmt::skip] // one line each
static NUMBERS: [Number; 22] = [
    Number::new("yi_tiles", DIRECT, 1..=2, &[1, 2], |t| &mut t.yi_tiles),
    Number::new("yi_parts", DIRECT, 1..=256, &[1, 4, 8, 19, 37, 54], |t| &mut t.yi_parts),
    Number::new("yi_team", DIRECT, 0..=32, &[0, 1, 2, 4, 8], |t| &mut t.yi_team),
    Number::registers("yi_registers", DIRECT, |t| &mut t.yi_registers),
    Number::new("orbit_images", ORBIT, 2..=4, &[2, 4], |t| &mut t.orbit.images),
    Number::new("orbit_tiles", ORBIT, 1..=2, &[1, 2], |t| &mut t.orbit.tiles),
    Number::new("orbit_slots", ORBIT, 1..=32, &[4, 6, 8, 12, 16, 20], |t| &mut t.orbit.slots),
    Number::new("orbit_parts", ORBIT, 1..=64, &[1, 2], |t| &mut t.orbit.parts),
    Number::new("orbit_tail", ORBIT, 0..=1 << 16, &[0], |t| &mut t.orbit.tail),
    Number::registers("orbit_registers", ORBIT, |t| &mut t.orbit.registers),
    Number::new("orbit_early", ORBIT, 0..=1, &[0, 1], |t| &mut t.orbit.early),
    Number::new("orbit_n2", ORBIT, 1..=LARGEST_SHAPES.n2, &[2, 3, 4], |t| &mut t.orbit.shapes.n2),
    Number::new("orbit_n3", ORBIT, 1..=LARGEST_SHAPES.n3, &[3, 4, 5], |t| &mut t.orbit.shapes.n3),
    Number::new("orbit_axis", ORBIT, 1..=LARGEST_SHAPES.axis, &[4, 5, 8], |t| &mut t.orbit.shapes.axis),
    Number::registers("ui_registers", FUSED, |t| &mut t.ui_registers),
    Number::new("ui_loads", FUSED, 1..=16, &[1, 4, 10, 16], |t| &mut t.ui_loads),
    Number::new("ui_lanes", FUSED, 1..=32, &[1, 2, 4], |t| &mut t.ui_lanes),
    Number::new("ui_parts", FUSED, 1..=32, &[1, 2, 4], |t| &mut t.ui_parts),
    Number::new("pair_rows", STAGED, 2..=4, &[2, 4], |t| &mut t.pair_rows),
    Number::new("de_atoms", FUSED, 1..=32, &[1, 2, 4, 8, 16], |t| &mut t.de_atoms),
    Number::new("de_team", FUSED, 0..=32, &[0, 1, 2, 4, 8], |t| &mut t.de_team),
    Number::registers("de_registers", FUSED, |t| &mut t.de_registers),
];

impl YiForm {
    /// Its name as the value of `yi`.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(self, YI)
    }
}

impl Tuning {
    /// Sets what the key names.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "pairs" => self.pairs = named(value, PAIRS)?,
            "yi" => self.yi = named(value, YI)?,
            _ => {
                let found = NUMBERS.iter().find(|number| number.name == key);
                let number = found.ok_or_else(unknown)?;
                let n = value.parse().map_err(|_| "needs a number")?;
                match key {
                    _ if !number.range.contains(&n) => return Err("is out of range".to_string()),
                    "orbit_images" | "pair_rows" if n == 3 => return Err("is 2 or 4".to_string()),
                    _ => *(number.place)(self) = n,
                }
            }
        }
        Ok(())
    }

    /// Every parameter with its value.
    #[must_use]
    pub fn setting(mut self) -> Setting {
        let forms = Setting::default()
            .with("pairs", name_of(self.pairs, PAIRS))
            .with("yi", self.yi.name());
        NUMBERS.iter().fold(forms, |setting, number| {
            setting.with(number.name, &(number.place)(&mut self).to_string())
        })
    }

    /// What a search tries on a GPU, or on anything else.
    #[must_use]
    pub fn parameters(is_gpu: bool) -> Vec<Parameter> {
        let forms = [
            Parameter::new("pairs", PAIRS.iter().map(|(name, _)| name)),
            Parameter::new("yi", YI.iter().map(|(name, _)| name)),
        ];
        let numbers = NUMBERS.iter().filter(|n| is_gpu || !n.gpus_only);
        let numbers =
            numbers.map(|n| Parameter::new(n.name, n.candidates).only_with(n.with.0, &[n.with.1]));
        forms.into_iter().chain(numbers).collect()
    }
}

fn named<T: Copy>(value: &str, forms: &Forms<T>) -> Result<T, String> {
    let found = forms.iter().find(|(name, _)| *name == value);
    found
        .map(|(_, form)| *form)
        .ok_or_else(|| "has no such form".to_string())
}

fn name_of<T: PartialEq>(form: T, forms: &Forms<T>) -> &'static str {
    let found = forms.iter().find(|(_, f)| *f == form);
    found.map_or("", |(name, _)| name)
}

fn unknown() -> String {
    let names: Vec<_> = NUMBERS.iter().map(|number| number.name).collect();
    format!("is not a parameter: pairs, yi, {} are", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Changes;

    fn plain() -> Tuning {
        Tuning::computed(2000, 8, 32, 132)
    }

    #[test]
    fn a_setting_names_every_parameter_and_sets_what_it_says() {
        let changes = "pairs=fused,yi=orbit,orbit_images=2,de_registers=128";
        let changed = changes.parse::<Changes>().unwrap().apply(plain()).unwrap();
        assert_eq!((changed.orbit.images, changed.de_registers), (2, 128));
        let again: Changes = changed.setting().to_string().parse().unwrap();
        assert_eq!(again.apply(plain()).unwrap(), changed);
    }

    #[test]
    fn what_a_search_tries_is_possible() {
        for parameter in Tuning::parameters(true) {
            for value in parameter.values() {
                let mut tuning = plain();
                assert_eq!(tuning.set(parameter.name(), value), Ok(()), "{parameter:?}");
                assert_eq!(tuning.setting().get(parameter.name()), Some(value.as_str()));
            }
        }
        assert!(
            Tuning::parameters(false)
                .iter()
                .all(|p| !p.name().contains("registers"))
        );
    }

    #[test]
    fn values_that_are_not_possible_are_refused() {
        for (change, word) in [
            ("yi=sideways", "no such form"),
            ("yi_tiles=3", "out of range"),
            ("orbit_images=3", "2 or 4"),
            ("de_team=many", "needs a number"),
            ("legs=4", "orbit_images"),
        ] {
            let error = change.parse::<Changes>().unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
