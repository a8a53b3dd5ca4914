//! What a line of a table or an option says of a mapping.

use std::fmt;
use std::str::FromStr;

use portax::error::printable;
use portax::tune::Setting;

use super::form::{Form, PairForm, YiForm};
use super::key::{Key, Numbers};
use crate::Error;

/// Keys of variants that were never the fastest and are gone, and the value that says what is left.
const DROPPED: [(&str, usize, &str); 1] = [(
    "yi_tiles",
    1,
    "is gone: a thread of the direct form has one tile; leave it out",
)];

/// Part of a mapping: its pipeline, its form of compute_yi, some of its numbers. As text `key=value,...`.
///
/// ```
/// use snap_core::{Changes, Key, PairForm};
/// let changes = Changes::from(PairForm::Fused).with(Key::UiLanes, 2)?;
/// assert_eq!(changes, "pairs=fused,ui_lanes=2".parse()?);
/// # Ok::<(), snap_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The pipeline.
    pub pairs: Option<PairForm>,
    /// The form of compute_yi.
    pub yi: Option<YiForm>,
    numbers: Numbers,
}

impl Changes {
    /// The same with this number.
    ///
    /// # Errors
    /// [`Error::Tuning`] for a value that the key cannot have.
    pub fn with(mut self, key: Key, value: usize) -> Result<Self, Error> {
        key.check(value)
            .map_err(|reason| error(key.name(), reason))?;
        self.numbers.insert(key, value);
        Ok(self)
    }

    /// The numbers.
    pub(super) fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The form that these changes make of another.
    ///
    /// # Errors
    /// [`Error::Tuning`] for a form of compute_yi that the pipeline does not have.
    pub(super) fn form(&self, of: Form) -> Result<Form, Error> {
        let reason =
            "is not a form of these pairs: orbit is of fused, reverse of staged, direct of both";
        of.changed(self.pairs, self.yi)
            .ok_or_else(|| error("yi", reason))
    }

    /// Sets what the key names.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let number = || value.parse().map_err(|_| error(key, "needs a number"));
        if key == "pairs" {
            self.pairs = Some(value.parse().map_err(|reason| error(key, reason))?);
        } else if key == "yi" {
            self.yi = Some(value.parse().map_err(|reason| error(key, reason))?);
        } else if let Some((_, left, reason)) = DROPPED.iter().find(|(name, ..)| *name == key) {
            if number()? != *left {
                return Err(error(key, reason));
            }
        } else {
            let known = format!("is not a parameter: pairs, yi, {} are", Key::names());
            let known = |()| error(key, &known);
            *self = std::mem::take(self).with(key.parse().map_err(known)?, number()?)?;
        }
        Ok(())
    }
}

fn error(key: &str, reason: &str) -> Error {
    Error::Tuning {
        key: printable(key),
        reason: reason.to_string(),
    }
}

impl From<YiForm> for Changes {
    fn from(yi: YiForm) -> Self {
        Self {
            yi: Some(yi),
            ..Self::default()
        }
    }
}

impl From<PairForm> for Changes {
    fn from(pairs: PairForm) -> Self {
        Self {
            pairs: Some(pairs),
            ..Self::default()
        }
    }
}

impl From<Form> for Changes {
    fn from(form: Form) -> Self {
        Self {
            pairs: Some(form.pairs()),
            yi: Some(form.yi()),
            ..Self::default()
        }
    }
}

impl FromStr for Changes {
    type Err = Error;

    /// [`Error::Tuning`] names the key that does not exist or whose value is not possible.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut changes = Self::default();
        for (key, value) in text.parse::<Setting>()?.iter() {
            changes.set(key, value)?;
        }
        changes.form(Form::StagedDirect)?;
        Ok(changes)
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.pairs.map(|pairs| ("pairs", pairs.name().to_string()));
        let yi = self.yi.map(|yi| ("yi", yi.name().to_string()));
        let numbers = self.numbers.iter();
        let numbers = numbers.map(|(key, value)| (key.name(), value.to_string()));
        for (at, (key, value)) in pairs.into_iter().chain(yi).chain(numbers).enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(f, "{comma}{key}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_read_what_they_print() {
        for text in [
            "",
            "pairs=fused",
            "yi=direct,yi_team=4",
            "pairs=fused,yi=orbit,orbit_images=2,ui_lanes=4",
        ] {
            assert_eq!(text.parse::<Changes>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn values_that_are_not_possible_are_refused() {
        for (change, word) in [
            ("yi=sideways", "no such form"),
            ("orbit_images=3", "2 or 4"),
            ("orbit_tiles=3", "out of range"),
            ("de_team=many", "needs a number"),
            ("legs=4", "orbit_images"),
            ("pairs=fused,yi=reverse", "of staged"),
            ("pairs=staged,yi=orbit", "of fused"),
            ("yi_tiles=2", "one tile"),
            ("orbit_parts=0", "out of range"),
        ] {
            let error = change.parse::<Changes>().unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn lines_that_name_what_is_left_of_a_dropped_variant_stay_valid() {
        let changes: Changes = "yi=direct,yi_tiles=1".parse().unwrap();
        assert_eq!(changes, YiForm::Direct.into());
    }
}
