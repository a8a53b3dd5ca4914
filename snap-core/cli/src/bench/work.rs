//! What a stage has to do for an atom: fused multiplications and additions as the formulation counts them, and bytes of the
//! arrays that it reads and writes, each once.
//!
//! Recorded programs count their operations only where they have no loops, and all stages have: these are the counts of the
//! tables of compute_yi and of the basis change, and the formulation's for pairs. A kernel executes more: padding, addresses,
//! the tails of vectors.

use snap_core::stages::pair_geometry::PAIR_ROWS;
use snap_core::tables::{
    BasisChange, CubicForm, GradientPairs, HalfPlane, MomentLayout, StreamFloat, YiDirect, YiOrbit,
    YiReverse,
};
use snap_core::{PairForm, SnapPotential, Tuning, YiForm};

/// Bytes of a real number.
const REAL: f64 = 8.0;
/// Bytes of a complex number.
const COMPLEX: f64 = 16.0;
/// Bytes of a displacement or force.
const VECTOR: f64 = 24.0;
/// Bytes of an entry of a list: neighbour and image, or place and element.
const ENTRY: f64 = 8.0;

/// FMA of a pair's distance.
const DISTANCE: f64 = 8.0;
/// FMA of its angles, their sines and cosines, and the switching function.
const GEOMETRY: f64 = 60.0;
/// FMA of the chain rule to dE/dr.
const CHAIN_RULE: f64 = 40.0;

/// What a stage does for an atom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    pub fma: f64,
    pub bytes: f64,
}

/// What the counts depend on.
pub struct Counts {
    pairs: PairForm,
    /// Neighbours within the cutoff, and within it and the skin.
    near: f64,
    listed: f64,
    /// Twice the largest angular momentum.
    twojmax: f64,
    /// Real moments, their columns, complex values of V, pairs of C.
    moments: f64,
    columns: f64,
    values: f64,
    gradients: f64,
    /// FMA of compute_yi and of a basis change.
    yi: f64,
    change: f64,
    /// Does compute_yi end with C?
    yi_ends_with_c: bool,
}

impl Counts {
    /// Of a potential whose stages run so, for atoms of `near` neighbours, of `listed` with the skin.
    pub fn new(potential: &SnapPotential, tuning: Tuning, near: f64, listed: f64) -> Self {
        let (params, n) = (potential.params(), potential.params().twojmax);
        let (layout, plane) = (MomentLayout::new(n), HalfPlane::new(n));
        Self {
            pairs: tuning.pairs,
            near,
            listed,
            twojmax: n as f64,
            moments: layout.nvalues() as f64,
            columns: ((n + 1) * (n + 2) / 2) as f64,
            values: plane.nvalues() as f64,
            gradients: GradientPairs::count(n) as f64,
            yi: yi(potential, tuning, &CubicForm::new(n, params.bnormflag)) as f64,
            change: BasisChange::new(&layout).fma() as f64,
            yi_ends_with_c: tuning.yi == YiForm::Orbit,
        }
    }

    /// What a stage of this name does for an atom; nothing of an unknown one.
    pub fn of(&self, stage: &str) -> Work {
        let Self {
            near,
            listed,
            moments,
            values,
            gradients,
            change,
            ..
        } = *self;
        // Powers of a and b, Chebyshev polynomials and their products.
        let features = 9.0 * self.twojmax;
        let gradient = 2.0 * (moments + self.columns) + features + 8.0 * self.twojmax + CHAIN_RULE;
        let rij = DISTANCE * listed + GEOMETRY * near;
        let geometry = REAL * PAIR_ROWS as f64 * near;
        let (v, c) = (COMPLEX * values, COMPLEX * gradients);
        let fused = self.pairs == PairForm::Fused;
        let (fma, bytes) = match stage {
            "compute_rij" => (rij, ENTRY * (listed + near) + VECTOR + geometry),
            "compute_ui" if fused => (
                rij + near * (features + moments) + change,
                ENTRY * (listed + near) + VECTOR * (1.0 + near) + v,
            ),
            "compute_ui" => (near * (features + moments), geometry + REAL * moments),
            "moments_to_v" => (change, REAL * moments + v),
            "compute_yi" if self.yi_ends_with_c => (self.yi, v + c),
            "compute_yi" => (self.yi, 2.0 * v),
            "gradient_to_c" if fused => (change, v + c),
            "gradient_to_c" => (change, v + REAL * moments),
            "compute_deidrj" => (
                near * (GEOMETRY + gradient),
                c + (ENTRY + 2.0 * VECTOR) * near + 10.0 * REAL,
            ),
            "compute_duidrj_deidrj" => (
                near * gradient,
                geometry + REAL * moments + VECTOR * near + 10.0 * REAL,
            ),
            "compute_forces" => (3.0 * near, (ENTRY + VECTOR) * near + 4.0 * VECTOR),
            _ => (0.0, 0.0),
        };
        Work { fma, bytes }
    }
}

/// FMA of compute_yi for an atom.
fn yi(potential: &SnapPotential, tuning: Tuning, form: &CubicForm) -> usize {
    match tuning.yi {
        YiForm::Direct => YiDirect::new(form).fma,
        YiForm::Reverse => YiReverse::new(form).fma,
        YiForm::Orbit => {
            let (slots, shapes) = (tuning.orbit.slots, tuning.orbit.shapes);
            YiOrbit::new(form, &[potential.beta(0)], slots, shapes, StreamFloat::F64).fma
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::BuiltIn;
    use crate::potential::built_in;

    /// The formulation counts 119 929 for reverse and 139 461 for direct, 26 neighbours at 2J = 8, and 2 183 992 at 14.
    #[test]
    fn operations_are_about_those_of_the_formulation() {
        let staged = [
            "compute_rij",
            "compute_ui",
            "moments_to_v",
            "compute_yi",
            "gradient_to_c",
            "compute_duidrj_deidrj",
            "compute_forces",
        ];
        let fused = [
            "compute_ui",
            "compute_yi",
            "gradient_to_c",
            "compute_deidrj",
        ];
        for (potential, changes, stages, expected) in [
            (
                BuiltIn::W2J8,
                "pairs=staged,yi=reverse",
                &staged[..],
                119_929.0,
            ),
            (
                BuiltIn::W2J8,
                "pairs=fused,yi=direct",
                &fused[..],
                139_461.0,
            ),
            (
                BuiltIn::W2J14Dense,
                "pairs=staged,yi=reverse",
                &staged[..],
                2_183_992.0,
            ),
        ] {
            let potential = built_in(potential).unwrap();
            let space = portax_backends::by_name("rayon:lane").unwrap();
            let tuning = Tuning::of(&space, 2000, potential.params().twojmax);
            let changes: snap_core::Changes = changes.parse().unwrap();
            let tuning = changes.apply(tuning).unwrap();
            let counts = Counts::new(&potential, tuning, 26.0, 58.0);
            let fma: f64 = stages.iter().map(|stage| counts.of(stage).fma).sum();
            assert!((fma / expected - 1.0).abs() < 0.06, "{fma} {expected}");
            assert!(stages.iter().all(|stage| counts.of(stage).bytes > 0.0));
        }
    }
}
