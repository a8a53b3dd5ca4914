//! The steps by which a mapping is chosen, as [`mapping`](super) numbers them.

use std::fmt;

use portax::{Float, Space};

use super::changes::Changes;
use super::form::{Demands, Form};
use super::key::Numbers;
use super::size::{Room, Size};
use super::table::TuningLine;
use super::{Mapping, YiForm};
use crate::Error;
use crate::snap::{Precision, SnapOptions};

/// The mapping that runs, where it comes from, and what was given up for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// What runs.
    pub mapping: Mapping,
    /// What names its form and numbers, if the options do not.
    pub origin: Origin,
    /// What was asked for and then tried, in this order, and did not run.
    pub given_up: Vec<GivenUp>,
}

/// Where a mapping comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A line of a table: architecture, twojmax, number of atoms, and its origin.
    Line(String),
    /// No table has a line.
    Computed,
}

/// A mapping that does not run.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenUp {
    /// The mapping.
    pub mapping: Mapping,
    /// Why it does not run.
    pub reason: Reason,
}

/// Why a mapping does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It needs more team scratch, or other vectors, than the space has.
    Space {
        /// Bytes of team scratch that there are.
        scratch: usize,
        /// Lanes of a vector.
        width: usize,
    },
    /// The compiled kernel does not take teams of that size.
    Team(String),
    /// CPU threads compute in f32 in one form only.
    HostsInF32,
    /// The form cannot compute the potential.
    Potential(&'static str),
}

/// Steps 1 to 3.
#[derive(Clone, Debug)]
pub struct Choice {
    size: Size,
    form: Form,
    numbers: Numbers,
    origin: Origin,
    given_up: Vec<GivenUp>,
}

impl Choice {
    /// The choice for a problem on a space.
    ///
    /// # Errors
    /// [`Error::Tuning`] for changes that make no mapping.
    pub fn new(
        space: &Space,
        natoms: usize,
        twojmax: usize,
        demands: Demands,
        options: &SnapOptions,
    ) -> Result<Self, Error> {
        let size = Size::new(space, natoms, twojmax);
        let line = options.tuning_table.line(space, natoms, twojmax);
        let of_line = line.map_or_else(Changes::default, |line| line.changes.clone());
        let (form, mut numbers) = (
            of_line.form(Form::StagedReverse)?,
            of_line.numbers().clone(),
        );
        numbers.extend(options.mapping.numbers());
        let mut choice = Self {
            size,
            form: options.mapping.form(form)?,
            numbers,
            origin: line.map_or(Origin::Computed, Origin::of),
            given_up: vec![],
        };
        choice.require(options.mapping.numbers())?;
        if demands.lammps_rule && options.precision != Precision::Double {
            return Err(Error::LammpsRule);
        }
        choice.reduce_to(demands);
        if space.is_host() && options.precision != Precision::Double {
            choice.reduce_to_hosts_in_f32();
        }
        Ok(choice)
    }

    /// The mapping of a form.
    fn mapping(&self, form: Form) -> Mapping {
        Mapping::new(form, &self.size, &self.numbers)
    }

    /// Refuses numbers that the mapping does not have.
    fn require(&self, asked: &Numbers) -> Result<(), Error> {
        let numbers = self.mapping(self.form).numbers();
        match asked
            .iter()
            .find(|(key, value)| numbers.get(key) != Some(value))
        {
            None => Ok(()),
            Some((key, _)) => Err(Error::Tuning {
                key: key.to_string(),
                reason: format!("has no meaning in {}", self.mapping(self.form)),
            }),
        }
    }

    /// A form that can compute the potential.
    fn reduce_to(&mut self, demands: Demands) {
        while let (Some(why), Some(form)) = (self.form.lacks(demands), self.form.instead()) {
            self.given_up.push(GivenUp {
                mapping: self.mapping(self.form),
                reason: Reason::Potential(why),
            });
            self.form = form;
        }
    }

    /// The only form that hosts have in f32: each costs compile time once more.
    fn reduce_to_hosts_in_f32(&mut self) {
        if self.form != Form::StagedReverse {
            self.given_up.push(GivenUp {
                mapping: self.mapping(self.form),
                reason: Reason::HostsInF32,
            });
            self.form = Form::StagedReverse;
        }
    }

    /// The mapping before it is made to fit.
    pub fn asked(&self) -> Chosen {
        Chosen {
            mapping: self.mapping(self.form),
            origin: self.origin.clone(),
            given_up: self.given_up.clone(),
        }
    }

    /// Step 4, in arithmetic of `T`, for lists of so many neighbours.
    pub fn fitted<T: Float>(&self, space: &Space, neighbors: usize) -> Chosen {
        self.fit::<T>(self.asked(), &self.room(space, neighbors))
    }

    /// The next after a mapping whose teams the compiled kernels do not take, if there is one.
    pub fn after<T: Float>(
        &self,
        chosen: &Chosen,
        why: &portax::Error,
        space: &Space,
        neighbors: usize,
    ) -> Option<Chosen> {
        let mut next = chosen.clone();
        next.give_up(Reason::Team(why.to_string()));
        next.mapping = self.mapping(chosen.mapping.form().smaller()?);
        Some(self.fit::<T>(next, &self.room(space, neighbors)))
    }

    fn room(&self, space: &Space, neighbors: usize) -> Room {
        Room {
            scratch: space.scratch_limit(),
            copies_segments: space.copies_segments(),
            neighbors,
        }
    }

    fn fit<T: Float>(&self, mut chosen: Chosen, room: &Room) -> Chosen {
        let reason = Reason::Space {
            scratch: room.scratch,
            width: self.size.width,
        };
        loop {
            let mapping = chosen.mapping;
            let fitted = mapping.fitted::<T>(&self.size, room);
            if fitted != Some(mapping) {
                chosen.give_up(reason.clone());
            }
            match (fitted, mapping.form().smaller()) {
                (Some(fitted), _) => {
                    chosen.mapping = fitted;
                    return chosen;
                }
                (None, Some(form)) => chosen.mapping = self.mapping(form),
                (None, None) => return chosen,
            }
        }
    }
}

impl Chosen {
    /// The mapping of a problem of linear SNAP on a space whose lists have room for so many neighbours, in double precision. That
    /// the compiled kernels take its teams is found out by [`Snap`](crate::Snap).
    ///
    /// # Errors
    /// [`Error::Tuning`] for options that make no mapping.
    pub fn of(
        space: &Space,
        natoms: usize,
        twojmax: usize,
        neighbors: usize,
        options: &SnapOptions,
    ) -> Result<Self, Error> {
        let choice = Choice::new(space, natoms, twojmax, Demands::default(), options)?;
        Ok(choice.fitted::<f64>(space, neighbors))
    }

    /// The form of compute_yi.
    #[must_use]
    pub fn yi(&self) -> YiForm {
        self.mapping.form().yi()
    }

    fn give_up(&mut self, reason: Reason) {
        self.given_up.push(GivenUp {
            mapping: self.mapping,
            reason,
        });
    }
}

impl Origin {
    fn of(line: &TuningLine) -> Self {
        Self::Line(line.name())
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => f.write_str(line),
            Self::Computed => f.write_str("computed"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Space { scratch, width } => write!(
                f,
                "does not fit {scratch} bytes of team scratch and vectors of {width} lanes"
            ),
            Self::Team(error) => write!(f, "does not start: {error}"),
            Self::HostsInF32 => write!(f, "CPU threads have {} alone in f32", Form::StagedReverse),
            Self::Potential(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.mapping, self.origin)?;
        for GivenUp { mapping, reason } in &self.given_up {
            write!(f, "; instead of {mapping}: {reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::{FusedYi, PairForm};

    /// A choice for one H200 with 2000 atoms at 2J = 8.
    fn choice(changes: &str) -> Choice {
        let changes: Changes = changes.parse().unwrap();
        Choice {
            size: Size {
                natoms: 2000,
                twojmax: 8,
                width: 32,
                concurrency: 132,
            },
            form: changes.form(Form::FusedOrbit).unwrap(),
            numbers: changes.numbers().clone(),
            origin: Origin::Computed,
            given_up: vec![],
        }
    }

    fn fitted(changes: &str, kib: usize) -> Chosen {
        let room = Room {
            scratch: kib << 10,
            copies_segments: true,
            neighbors: 30,
        };
        fitted_in(changes, &room)
    }

    fn fitted_in(changes: &str, room: &Room) -> Chosen {
        let choice = choice(changes);
        choice.fit::<f64>(choice.asked(), room)
    }

    #[test]
    fn what_does_not_fit_is_given_up_visibly() {
        let form = |kib| {
            let chosen = fitted("de_atoms=8", kib);
            let given_up = chosen.given_up.iter().map(|g| g.mapping.form());
            (chosen.mapping.form(), given_up.collect::<Vec<_>>())
        };
        assert_eq!(form(227), (Form::FusedOrbit, vec![]));
        assert_eq!(form(70).0, Form::FusedDirect);
        assert_eq!(form(70).1.first(), Some(&Form::FusedOrbit));
        assert_eq!(form(4).0, Form::StagedDirect);
        let text = fitted("", 4).to_string();
        assert!(text.contains("4096 bytes of team scratch"), "{text}");
    }

    #[test]
    fn a_team_without_room_for_its_pairs_has_them_in_memory() {
        // NVIDIA's OpenCL: V of half a tile takes all that there is, and segments are read in place.
        let room = Room {
            scratch: 48 << 10,
            copies_segments: false,
            neighbors: 60,
        };
        let chosen = fitted_in("", &room);
        let Mapping::Fused(fused) = chosen.mapping else {
            panic!("{chosen}")
        };
        assert_eq!((fused.ui.level, fused.ui.lanes), (1, 1));
        assert!(
            matches!(fused.yi, FusedYi::Orbit(orbit) if orbit.level == 0),
            "{chosen}"
        );
        assert_eq!(fitted("orbit_level=1", 48).mapping.form(), Form::FusedOrbit);
    }

    #[test]
    fn numbers_that_make_room_are_given_up_visibly_too() {
        let chosen = fitted("pairs=fused,yi=direct,de_atoms=32", 100);
        let Mapping::Fused(fused) = chosen.mapping else {
            panic!("{chosen}")
        };
        assert!(fused.deidrj.atoms < 32);
        assert_eq!(chosen.given_up.len(), 1);
    }

    #[test]
    fn numbers_of_another_form_are_kept_for_it() {
        // As in the shipped lines: yi_team is for the direct form, where orbit does not fit.
        let chosen = fitted("yi=orbit,yi_team=4", 70);
        let Mapping::Fused(fused) = chosen.mapping else {
            panic!("{chosen}")
        };
        assert!(
            matches!(fused.yi, FusedYi::Direct(direct) if direct.team == 4),
            "{chosen}"
        );
    }

    #[test]
    fn numbers_without_a_meaning_are_refused() {
        let refused = |changes: &str| {
            let choice = choice(changes);
            choice.require(&choice.numbers).unwrap_err().to_string()
        };
        for (changes, key) in [
            ("pairs=staged,yi=reverse,ui_lanes=2", "`ui_lanes`"),
            ("yi=orbit,yi_team=4", "`yi_team`"),
            ("orbit_images=2,orbit_tail=8", "`orbit_tail`"),
        ] {
            let text = refused(changes);
            assert!(
                text.contains(key) && text.contains("has no meaning in"),
                "{text}"
            );
        }
        assert!(choice("de_team=4").require(&Numbers::new()).is_ok());
    }

    #[test]
    fn forms_that_cannot_compute_the_potential_give_way() {
        let mut choice = choice("");
        choice.reduce_to(Demands::default());
        assert_eq!(choice.asked().mapping.form(), Form::FusedOrbit);
        choice.reduce_to(Demands {
            quadratic: true,
            ..Demands::default()
        });
        let chosen = choice.asked();
        assert_eq!(chosen.mapping.form(), Form::FusedDirect);
        let text = chosen.to_string();
        assert!(text.contains("quadratic SNAP has for each atom"), "{text}");
        choice.reduce_to(Demands {
            densities: true,
            ..Demands::default()
        });
        assert_eq!(choice.asked().mapping.form(), Form::StagedDirect);
    }

    #[test]
    fn hosts_in_f32_say_that_they_have_one_form() {
        let mut choice = choice("pairs=fused");
        choice.reduce_to_hosts_in_f32();
        let chosen = choice.asked();
        assert_eq!(chosen.mapping.form(), Form::StagedReverse);
        assert_eq!(chosen.given_up[0].mapping.form().pairs(), PairForm::Fused);
    }

    #[test]
    fn a_mapping_prints_what_changes_read() {
        for form in Form::ALL {
            let mapping = choice("").mapping(form);
            let changes: Changes = mapping.to_string().parse().unwrap();
            assert_eq!(changes.form(Form::StagedReverse).unwrap(), form);
            assert_eq!(*changes.numbers(), mapping.numbers());
        }
    }
}
