//! The forms that the stages come in.

use std::fmt;
use std::str::FromStr;

use crate::SnapPotential;
use crate::tables::ChemRule;

/// The pipeline: how the stages between positions and V, and between C and forces, work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairForm {
    /// One stage a step of the algorithm, a tile per vector: best where one thread runs a team (CPUs).
    Staged,
    /// From positions to V in one stage and from C to dE/dr in one, a pair per lane: best on GPUs.
    Fused,
}

/// How compute_yi forms the gradient of the cubic form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YiForm {
    /// Every output gathers its products: more operations, parallel within a tile.
    Direct,
    /// As direct, with symmetric products sharing their W, and without G: of the fused pipeline, with team scratch for V.
    Orbit,
    /// Every block adds to its three weights: the fewest operations, one thread a tile; of the staged pipeline.
    Reverse,
}

/// A pipeline with a form of compute_yi that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Staged, reverse.
    StagedReverse,
    /// Staged, direct.
    StagedDirect,
    /// Fused, orbit.
    FusedOrbit,
    /// Fused, direct.
    FusedDirect,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 4] = [
        Form::StagedReverse,
        Form::StagedDirect,
        Form::FusedOrbit,
        Form::FusedDirect,
    ];

    /// The pipeline.
    #[must_use]
    pub fn pairs(self) -> PairForm {
        match self {
            Form::StagedReverse | Form::StagedDirect => PairForm::Staged,
            Form::FusedOrbit | Form::FusedDirect => PairForm::Fused,
        }
    }

    /// The form of compute_yi.
    #[must_use]
    pub fn yi(self) -> YiForm {
        match self {
            Form::StagedReverse => YiForm::Reverse,
            Form::StagedDirect | Form::FusedDirect => YiForm::Direct,
            Form::FusedOrbit => YiForm::Orbit,
        }
    }

    /// The form of a pipeline with a form of compute_yi, if it has it.
    #[must_use]
    pub fn of(pairs: PairForm, yi: YiForm) -> Option<Self> {
        let all = Self::ALL.into_iter();
        all.into_iter()
            .find(|form| (form.pairs(), form.yi()) == (pairs, yi))
    }

    /// The form that is asked for by its pipeline, compute_yi, or both, in place of this one: what is not asked for stays, if
    /// there is such a form; else orbit belongs to fused, reverse to staged, and direct to both.
    #[must_use]
    pub fn changed(self, pairs: Option<PairForm>, yi: Option<YiForm>) -> Option<Self> {
        match (pairs, yi) {
            (None, None) => Some(self),
            (Some(pairs), Some(yi)) => Self::of(pairs, yi),
            (None, Some(YiForm::Orbit)) => Some(Self::FusedOrbit),
            (None, Some(YiForm::Reverse)) => Some(Self::StagedReverse),
            (None, Some(YiForm::Direct)) => Self::of(self.pairs(), YiForm::Direct),
            (Some(pairs), None) => Self::of(pairs, self.yi()).or(match pairs {
                PairForm::Staged => Some(Self::StagedDirect),
                PairForm::Fused => Some(Self::FusedOrbit),
            }),
        }
    }

    /// What takes the place of a form that does not fit a space: less team scratch each time.
    #[must_use]
    pub fn smaller(self) -> Option<Self> {
        match self {
            Self::FusedOrbit => Some(Self::FusedDirect),
            Self::FusedDirect => Some(Self::StagedDirect),
            Self::StagedDirect | Self::StagedReverse => None,
        }
    }
}

/// What a potential asks of the stages beyond linear SNAP with one density.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demands {
    /// Coefficients of each atom: its energy is quadratic in the descriptors.
    pub quadratic: bool,
    /// Several densities.
    pub densities: bool,
    /// Forces that are not the gradient of the energy.
    pub lammps_rule: bool,
}

impl Demands {
    /// Those of a potential.
    #[must_use]
    pub fn of(potential: &SnapPotential, rule: ChemRule) -> Self {
        Self {
            quadratic: potential.params().quadraticflag,
            densities: potential.densities() > 1,
            lammps_rule: potential.rule(rule) == ChemRule::Lammps,
        }
    }
}

impl Form {
    /// Why the form cannot compute such a potential, if so.
    #[must_use]
    pub fn lacks(self, demands: Demands) -> Option<&'static str> {
        if demands.densities && self.pairs() == PairForm::Fused {
            Some("it has one density, chemflag one for each element")
        } else if demands.quadratic && self.yi() == YiForm::Orbit {
            Some("its tables hold the coefficients, which quadratic SNAP has for each atom")
        } else if demands.lammps_rule && self.yi() == YiForm::Reverse {
            Some("it is the gradient of the energy, LAMMPS' rule for chemflag is not")
        } else {
            None
        }
    }

    /// What takes the place of a form that cannot compute a potential.
    pub(super) fn instead(self) -> Option<Self> {
        match self {
            Self::StagedReverse => Some(Self::StagedDirect),
            _ => self.smaller(),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pairs={},yi={}", self.pairs().name(), self.yi().name())
    }
}

impl PairForm {
    /// Its name as the value of `pairs`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Staged => "staged",
            Self::Fused => "fused",
        }
    }
}

impl YiForm {
    /// Its name as the value of `yi`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Orbit => "orbit",
            Self::Reverse => "reverse",
        }
    }
}

/// Why a word is no form.
const NO_FORM: &str = "has no such form";

impl FromStr for PairForm {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = [Self::Staged, Self::Fused]
            .into_iter()
            .find(|f| f.name() == name);
        found.ok_or(NO_FORM)
    }
}

impl FromStr for YiForm {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = [Self::Direct, Self::Orbit, Self::Reverse]
            .into_iter()
            .find(|f| f.name() == name);
        found.ok_or(NO_FORM)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_asked_for_stays_if_it_can() {
        use {Form::*, PairForm::*, YiForm::*};
        for (form, pairs, yi, expected) in [
            (FusedOrbit, None, None, Some(FusedOrbit)),
            (FusedOrbit, Some(Staged), None, Some(StagedDirect)),
            (FusedDirect, Some(Staged), None, Some(StagedDirect)),
            (StagedReverse, Some(Fused), None, Some(FusedOrbit)),
            (StagedDirect, Some(Fused), None, Some(FusedDirect)),
            (FusedOrbit, None, Some(Direct), Some(FusedDirect)),
            (StagedReverse, None, Some(Orbit), Some(FusedOrbit)),
            (FusedOrbit, None, Some(Reverse), Some(StagedReverse)),
            (FusedOrbit, Some(Fused), Some(Reverse), None),
            (FusedOrbit, Some(Staged), Some(Orbit), None),
        ] {
            assert_eq!(form.changed(pairs, yi), expected, "{form} {pairs:?} {yi:?}");
        }
    }

    #[test]
    fn a_smaller_form_ends_with_stages_that_need_little() {
        let last = |form: Form| std::iter::successors(Some(form), |f| f.smaller()).last();
        for form in Form::ALL {
            assert_eq!(last(form).map(Form::pairs), Some(PairForm::Staged));
        }
    }
}
