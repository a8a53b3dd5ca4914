//! How the stages are spread over a space: which pipeline, which form of compute_yi, and their numbers.
//!
//! Every mapping gives the same energies and forces to round-off. There is one path on which one is chosen:
//!
//! 1. The line of a table for the space's architecture, twojmax and number of atoms gives a form and some numbers: one of
//!    [`SnapOptions::tuning_table`](crate::SnapOptions::tuning_table), else one that is shipped (`tunings.txt`).
//! 2. [`SnapOptions::mapping`](crate::SnapOptions::mapping) changes the form, the numbers, or both. A number that the form
//!    does not have is refused.
//!    A form that cannot compute the potential ([`Form::lacks`]) makes way for one that can.
//! 3. The size of the problem gives the numbers that neither names.
//! 4. What does not fit the space makes room: numbers first, then the form ([`Form::smaller`]). A kernel tells only when it is
//!    compiled how large its teams may be, so this step may come again.
//!
//! [`Chosen`], which [`Snap::mapping`](crate::Snap::mapping) returns, is the result and says what was given up in steps 2 and 4, and
//! why. On CPU threads all forms but one are given up in f32 too.

mod changes;
pub(crate) mod choice;
mod form;
mod key;
mod size;
mod table;

use std::fmt;

use portax::tune::Setting;

pub use crate::fused::mapping::{DeidrjMapping, FusedMapping, FusedYi, UiMapping};
pub use crate::fused::yi_orbit::mapping::{OrbitImages, OrbitMapping};
pub use crate::staged::mapping::{StagedMapping, StagedYi};
pub use crate::yi_direct::DirectMapping;
pub use changes::Changes;
pub use choice::{Chosen, GivenUp, Origin, Reason};
pub use form::{Demands, Form, PairForm, YiForm};
pub use key::{Key, Numbers, parameters};
pub(crate) use size::{Room, Size};
pub use table::{TuningLine, TuningTable};

/// A pipeline and its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapping {
    /// One stage a step.
    Staged(StagedMapping),
    /// From positions to V, and from C to dE/dr.
    Fused(FusedMapping),
}

impl Mapping {
    /// The mapping of this form; what `numbers` leaves out follows from the size.
    pub(crate) fn new(form: Form, size: &Size, numbers: &Numbers) -> Self {
        match form {
            Form::StagedReverse => Self::Staged(StagedMapping::new(StagedYi::Reverse, numbers)),
            Form::StagedDirect => {
                let direct = DirectMapping::new(size, numbers);
                Self::Staged(StagedMapping::new(StagedYi::Direct(direct), numbers))
            }
            Form::FusedOrbit => {
                let orbit = OrbitMapping::new(size, numbers);
                Self::Fused(FusedMapping::new(FusedYi::Orbit(orbit), size, numbers))
            }
            Form::FusedDirect => {
                let direct = DirectMapping::new(size, numbers);
                Self::Fused(FusedMapping::new(FusedYi::Direct(direct), size, numbers))
            }
        }
    }

    /// Pipeline and form of compute_yi.
    #[must_use]
    pub fn form(&self) -> Form {
        match self {
            Self::Staged(staged) => match staged.yi {
                StagedYi::Reverse => Form::StagedReverse,
                StagedYi::Direct(_) => Form::StagedDirect,
            },
            Self::Fused(fused) => match fused.yi {
                FusedYi::Orbit(_) => Form::FusedOrbit,
                FusedYi::Direct(_) => Form::FusedDirect,
            },
        }
    }

    /// The numbers that this mapping has.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::new();
        match self {
            Self::Staged(staged) => staged.write(&mut numbers),
            Self::Fused(fused) => fused.write(&mut numbers),
        }
        numbers
    }

    /// The mapping as a setting of the [`parameters`] of a search.
    #[must_use]
    pub fn setting(&self) -> Setting {
        let form = Setting::default().with(key::FORM, &key::value_of(self.form()));
        let numbers = self.numbers().into_iter();
        numbers.fold(form, |setting, (key, value)| {
            setting.with(key.name(), &value.to_string())
        })
    }

    /// Whether it has what these changes ask for.
    #[must_use]
    pub fn has(&self, changes: &Changes) -> bool {
        let (form, numbers) = (self.form(), self.numbers());
        let mut asked = changes.numbers().iter();
        changes.pairs.is_none_or(|pairs| pairs == form.pairs())
            && changes.yi.is_none_or(|yi| yi == form.yi())
            && asked.all(|(key, value)| numbers.get(key) == Some(value))
    }

    /// Tiles of one element that have to lie beside each other: those of a team of compute_yi.
    pub(crate) fn group(&self) -> usize {
        match self {
            Self::Staged(_) => 1,
            Self::Fused(fused) => fused.group(),
        }
    }

    /// The same made to fit a space's team scratch and vectors, in arithmetic of `T`; `None` if it cannot.
    pub(crate) fn fitted<T: portax::Float>(self, size: &Size, room: &Room) -> Option<Self> {
        match self {
            Self::Staged(_) => Some(self),
            Self::Fused(fused) => fused.fitted::<T>(size, room).map(Self::Fused),
        }
    }
}

/// As `key=value,...`, which [`Changes`] reads.
impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setting().fmt(f)
    }
}
