//! From the reference's systems and potentials to those of snap-core, and spaces.

use portax::Space;
use portax_backends::testing::{one_of_each, spaces_under_test};
use snap_core::neighbor::Cell;
use snap_core::{Element, Snap, SnapOptions, SnapParams, SnapPotential, System, YiForm, Zbl};
use snap_reference::deviation;

/// Largest deviation that passes.
pub const TOLERANCE: f64 = 1e-10;

pub const FORMS: [YiForm; 2] = [YiForm::Direct, YiForm::Reverse];

/// The spaces named in `SNAP_SPACES` (separated by commas), else one of each backend.
pub fn spaces() -> Vec<(String, Space)> {
    let named = std::env::var("SNAP_SPACES").unwrap_or_default();
    if named.is_empty() {
        return one_of_each();
    }
    let spaces = spaces_under_test();
    let find = |name: &str| {
        let found = spaces.iter().find(|(present, _)| present == name);
        found.unwrap_or_else(|| panic!("SNAP_SPACES has {name}, which is not here"))
    };
    named.split(',').map(|name| find(name).clone()).collect()
}

pub fn tungsten() -> SnapPotential {
    SnapPotential::from_text(
        (
            "W_2J8.snapcoeff",
            include_str!("../../potentials/W_2J8.snapcoeff"),
        ),
        (
            "W_2J8.snapparam",
            include_str!("../../potentials/W_2J8.snapparam"),
        ),
    )
    .unwrap()
}

/// A bcc crystal of 54 atoms, displaced by a wave of this phase and 0.15 Å.
pub fn crystal(phase: f64) -> System {
    let (a, n) = (3.18, 3);
    let corners = (0..n * n * n).map(|i| [i % n, i / n % n, i / (n * n)].map(|x| x as f64));
    let sites = corners.flat_map(|c| [c, c.map(|x| x + 0.5)]);
    let positions = sites.map(|s| {
        [0, 1, 2].map(|d| {
            a * s[d] + 0.15 * (3.0 * s[0] + 5.0 * s[1] + 7.0 * s[2] + d as f64 + phase).sin()
        })
    });
    System::of_one_element(
        Cell::orthogonal([a * n as f64; 3], [true; 3]).unwrap(),
        positions.collect(),
    )
}

/// A system with its results.
pub fn computed(
    space: &Space,
    potential: &SnapPotential,
    system: &System,
    options: SnapOptions,
) -> Snap {
    let mut snap = Snap::new(space, potential, system, options).unwrap();
    snap.compute().unwrap();
    snap
}

/// Uniform numbers in 0..1 of a linear congruential generator.
pub fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

pub fn potential(reference: &snap_reference::Potential) -> SnapPotential {
    let p = &reference.params;
    let params = SnapParams {
        rcutfac: p.rcutfac,
        twojmax: p.twojmax,
        rfac0: p.rfac0,
        rmin0: p.rmin0,
        switchflag: p.switchflag,
        bzeroflag: p.bzeroflag,
        bnormflag: p.bnormflag,
        wselfallflag: p.wselfallflag,
        switchinnerflag: p.switchinnerflag,
        quadraticflag: p.quadraticflag,
        chemflag: p.chemflag,
    };
    let element = |e: &snap_reference::Element| Element {
        name: e.name.clone(),
        radius: e.radius,
        weight: e.weight,
        coeff: e.coeff.clone(),
        sinner: e.sinner.unwrap_or(0.0),
        dinner: e.dinner.unwrap_or(0.0),
    };
    let elements = reference.elements.iter().map(element).collect();
    let snap = SnapPotential::new(params, elements).unwrap();
    match &reference.zbl {
        Some(of_reference) => snap.with_zbl(zbl(of_reference)),
        None => snap,
    }
}

fn zbl(reference: &snap_reference::Zbl) -> Zbl {
    let types = 0..reference.pairs.len();
    let mut zbl = Zbl::without_pairs(reference.inner, reference.outer, types.len()).unwrap();
    for pair in types
        .clone()
        .flat_map(|i| types.clone().map(move |j| [i, j]))
    {
        if let Some(charges) = reference.pairs[pair[0]][pair[1]] {
            zbl.set_pair(pair, charges).unwrap();
        }
    }
    zbl
}

pub fn system(reference: &snap_reference::System, origin: [f64; 3]) -> System {
    System {
        cell: Cell::new(reference.cell, reference.periodic)
            .unwrap()
            .with_origin(origin),
        positions: reference.positions.clone(),
        types: reference.types.clone(),
        elements: reference.elements.clone(),
    }
}

/// What is compared.
pub struct Results {
    pub energy: f64,
    pub energies: Vec<f64>,
    pub forces: Vec<[f64; 3]>,
    pub virial: [f64; 6],
}

impl Results {
    pub fn of(snap: &Snap) -> Self {
        Self {
            energy: snap.energy().unwrap(),
            energies: snap.energies().unwrap(),
            forces: snap.forces().unwrap(),
            virial: snap.virial().unwrap(),
        }
    }

    pub fn compute(space: &Space, potential: &SnapPotential, system: &System, yi: YiForm) -> Self {
        let options = SnapOptions {
            mapping: yi.into(),
            ..SnapOptions::default()
        };
        Self::of(&computed(space, potential, system, options))
    }

    /// Deviations of energy, energies, forces and virial.
    pub fn deviations(&self, expected: &Self) -> [f64; 4] {
        [
            deviation([&self.energy], [&expected.energy]),
            deviation(&self.energies, &expected.energies),
            deviation(self.forces.as_flattened(), expected.forces.as_flattened()),
            deviation(&self.virial, &expected.virial),
        ]
    }

    pub fn assert_close(&self, expected: &Self, what: &str) {
        let deviations = self.deviations(expected);
        assert!(
            deviations.iter().all(|d| *d < TOLERANCE),
            "{what}: energy, energies, forces, virial deviate by {deviations:?}"
        );
    }
}

/// The descriptors that are computed, against those expected: none of an atom without an element, whose row is zeros.
pub fn assert_descriptors(snap: &mut Snap, expected: &[Vec<f64>], what: &str) {
    let found = snap.descriptors().unwrap();
    let zeros = vec![0.0; found[0].len()];
    let expected = expected.iter().map(|row| match row.is_empty() {
        true => &zeros,
        false => row,
    });
    let deviation = deviation(found.iter().flatten(), expected.clone().flatten());
    assert!(
        deviation < TOLERANCE && found.len() == expected.len(),
        "{what}: descriptors deviate by {deviation:e}"
    );
}

/// The virials of the atoms add up to that of the system.
pub fn assert_virials_add_up(snap: &mut Snap, what: &str) {
    let (parts, whole) = (snap.virials().unwrap(), snap.virial().unwrap());
    let sum: Vec<f64> = (0..6).map(|c| parts.iter().map(|v| v[c]).sum()).collect();
    let deviation = deviation(&sum, &whole);
    assert!(deviation < TOLERANCE, "{what}: {deviation:e}");
}

impl From<snap_reference::Evaluation> for Results {
    fn from(e: snap_reference::Evaluation) -> Self {
        Self {
            energy: e.energy,
            energies: e.energies,
            forces: e.forces,
            virial: e.virial,
        }
    }
}
