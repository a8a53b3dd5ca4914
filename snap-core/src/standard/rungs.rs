//! The ladder: what each rung is made of.

use super::deal::Deal::{self, Atoms, AtomsFastest, ItemsFastest};

/// One way to compute forces: forms of the stages, layouts of what lies between them, and how they are dealt out.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// Its name.
    pub name: &'static str,
    /// What it changes.
    pub what: &'static str,
    /// What it gained where it was published (Gayatri et al., arXiv:2011.12875), in words.
    pub published: &'static str,
    /// The published speed-up against `baseline` at 2J = 8 and 14, where there is one for all stages.
    pub speedup: Option<[f64; 2]>,
    pub(super) plan: Plan,
}

/// What a rung is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub gradient: Gradient,
    pub wigner: Wigner,
    pub layouts: Layouts,
    /// Neighbours in compute_ui.
    pub ui: Deal,
    /// Neighbours in all other stages.
    pub pairs: Deal,
    /// Values of Z in compute_yi or compute_zi.
    pub zi: Deal,
    /// Descriptors in compute_dbidrj: has each a thread, or each neighbour?
    pub thread_a_descriptor: bool,
    /// Does a thread take several atoms or neighbours at once, in registers? Of [`Wigner::Scratch`] in [`Layouts::Tiled`].
    pub batches: bool,
}

/// Batches in compute_ui and compute_yi are of as many neighbours and vectors of atoms as LAMMPS has for NVIDIA's GPUs.
pub(super) const UI_NEIGHBORS: usize = 4;
/// See [`UI_NEIGHBORS`].
pub(super) const YI_ATOMS: usize = 4;

impl Plan {
    /// Neighbours of a batch.
    pub fn batch(&self) -> usize {
        if self.batches { UI_NEIGHBORS } else { 1 }
    }
}

/// What the forces come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Gradient {
    /// Derivatives of each descriptor.
    Descriptors,
    /// Y.
    Adjoint,
}

/// Where U of a pair and its derivatives are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wigner {
    /// In memory, all rows.
    Kept,
    /// U in scratch a row at a time, its derivatives in memory; half the rows.
    DerivativesKept,
    /// Both in scratch; so many directions in a launch.
    Scratch(usize),
}

/// Layouts of the values of atoms and pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Layouts {
    /// `LayoutRight`: what belongs to an atom lies together.
    Right,
    /// `LayoutLeft`: neighbouring atoms lie side by side.
    Left,
    /// The same, but for compute_yi, which reads Ulisttot in `LayoutRight`.
    Transposed,
    /// `AoSoA`: as many atoms as a vector has lanes lie side by side.
    Tiled,
}

/// The adjoint form, a thread an atom.
const ADJOINT: Plan = Plan {
    gradient: Gradient::Adjoint,
    wigner: Wigner::Kept,
    layouts: Layouts::Right,
    ui: Atoms,
    pairs: Atoms,
    zi: Atoms,
    thread_a_descriptor: false,
    batches: false,
};
const PRE_ADJOINT: Plan = Plan {
    gradient: Gradient::Descriptors,
    ..ADJOINT
};
const PAIRS: Plan = Plan {
    ui: ItemsFastest,
    pairs: ItemsFastest,
    ..ADJOINT
};
const COLUMN_MAJOR: Plan = Plan {
    layouts: Layouts::Left,
    ..PAIRS
};
const ATOMS_FASTEST: Plan = Plan {
    ui: AtomsFastest,
    pairs: AtomsFastest,
    ..COLUMN_MAJOR
};
const COLLAPSED: Plan = Plan {
    zi: ItemsFastest,
    ..ATOMS_FASTEST
};
const TRANSPOSED: Plan = Plan {
    layouts: Layouts::Transposed,
    ..COLLAPSED
};
const ROWS: Plan = Plan {
    wigner: Wigner::DerivativesKept,
    ..TRANSPOSED
};
const FUSED: Plan = Plan {
    wigner: Wigner::Scratch(1),
    ..TRANSPOSED
};
const TILED: Plan = Plan {
    layouts: Layouts::Tiled,
    zi: AtomsFastest,
    ..FUSED
};
const ONE_LAUNCH: Plan = Plan {
    wigner: Wigner::Scratch(3),
    ..TILED
};

const fn rung(
    name: &'static str,
    what: &'static str,
    published: &'static str,
    speedup: Option<[f64; 2]>,
    plan: Plan,
) -> Rung {
    Rung {
        name,
        what,
        published,
        speedup,
        plan,
    }
}

/// All rungs, from the bottom up.
pub const RUNGS: [Rung; 16] = [
    rung(
        "baseline",
        "derivatives of every descriptor; threads share an atom",
        "2 / 14 GB",
        Some([1.0, 1.0]),
        Plan {
            ui: ItemsFastest,
            pairs: ItemsFastest,
            zi: ItemsFastest,
            thread_a_descriptor: true,
            ..PRE_ADJOINT
        },
    ),
    rung(
        "pre-adjoint-atom",
        "the same, a thread an atom",
        "1.5x / 2x slower than baseline, 3 / 5 GB",
        Some([1.0 / 1.5, 0.5]),
        PRE_ADJOINT,
    ),
    rung(
        "pre-adjoint-pair",
        "the same, a thread a pair",
        "5 GB / out of memory",
        None,
        Plan {
            ui: ItemsFastest,
            pairs: ItemsFastest,
            ..PRE_ADJOINT
        },
    ),
    rung(
        "V1",
        "adjoint: Y in place of descriptors; a thread an atom",
        "+15 % / +50 % on baseline",
        Some([1.15, 1.5]),
        ADJOINT,
    ),
    rung(
        "omp-1",
        "a thread a pair in the stages that do not sum over neighbours",
        "case 1 of the OpenMP study",
        None,
        Plan {
            pairs: ItemsFastest,
            ..ADJOINT
        },
    ),
    rung(
        "V2",
        "a thread a pair in compute_ui, too, which adds by atomics",
        "about 2x; case 2 of the OpenMP study",
        None,
        PAIRS,
    ),
    rung(
        "V3",
        "column-major arrays",
        "compute_yi 1.6x / 1.3x; case 3 of the OpenMP study, slower there",
        None,
        COLUMN_MAJOR,
    ),
    rung(
        "V4",
        "neighbouring lanes are neighbouring atoms",
        "2x; case 4 of the OpenMP study",
        None,
        ATOMS_FASTEST,
    ),
    rung(
        "V5",
        "a thread a value of Z in compute_yi, which adds by atomics",
        "+80 %",
        None,
        COLLAPSED,
    ),
    rung(
        "V6+V7",
        "compute_yi reads a transposed Ulisttot; complex numbers are loads of 16 bytes, as they are in all rungs",
        "+15 to 20 %, then +15 to 19 %: 7.5x / 8.9x in all",
        Some([7.5, 8.9]),
        TRANSPOSED,
    ),
    rung(
        "VI-a",
        "U in scratch, a row at a time; half the rows, the others by symmetry",
        "compute_ui 5x",
        None,
        ROWS,
    ),
    rung(
        "VI-b",
        "derivatives of U in scratch, contracted with Y at once; a launch a direction",
        "compute_deidrj 3.3x / 5x",
        None,
        FUSED,
    ),
    rung(
        "VI-c",
        "tiles of atoms (AoSoA) and neighbouring lanes are neighbouring atoms in compute_yi, too",
        "compute_yi 1.4x, 19.6x / 21.7x in all",
        Some([19.6, 21.7]),
        TILED,
    ),
    rung(
        "one-launch",
        "the three directions in one launch: U once, not three times",
        "part of LAMMPS' Kokkos version of 2025",
        None,
        ONE_LAUNCH,
    ),
    rung(
        "kokkos-2025",
        "the same, a thread takes several neighbours in compute_ui and several atoms in compute_yi, in registers",
        "LAMMPS' Kokkos version of 2025",
        None,
        Plan {
            batches: true,
            ..ONE_LAUNCH
        },
    ),
    rung(
        "no-atomics",
        "as one-launch, a thread an atom throughout: nothing is added by atomics",
        "",
        None,
        Plan {
            ui: Atoms,
            pairs: Atoms,
            zi: Atoms,
            ..ONE_LAUNCH
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let mut names: Vec<_> = RUNGS.iter().map(|rung| rung.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RUNGS.len());
    }
}
