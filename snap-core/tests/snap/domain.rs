//! Domains with ghosts against LAMMPS' results for the whole system.

use std::path::Path;

use portax::{Space, View};
use snap_core::{Domain, Error, Snap, SnapOptions, SnapPotential, System, neighbor};
use snap_reference::{Case, deviation};

use crate::support::{TOLERANCE, computed, crystal, potential, spaces, system, tungsten};

const SKIN: f64 = 0.4;

/// The atoms of a part of a system, and the copies of others that they see.
#[derive(Default)]
struct Part {
    positions: Vec<[f64; 3]>,
    types: Vec<usize>,
    /// The atom of the system that each is a copy of.
    owner: Vec<usize>,
    central: usize,
}

/// Results for all atoms of a system.
#[derive(Debug)]
struct Sums {
    energy: f64,
    virial: [f64; 6],
    energies: Vec<f64>,
    forces: Vec<[f64; 3]>,
    virials: Vec<[f64; 6]>,
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|d| (a[d] - b[d]).powi(2)).sum::<f64>().sqrt()
}

/// Part `number` of `parts`: every so manieth atom, so that each sees ghosts of atoms inside the cell too.
fn part(system: &System, reach: f64, number: usize, parts: usize) -> Part {
    let mut part = Part::default();
    for atom in (number..system.natoms()).step_by(parts) {
        part.add(system, atom, [0.0; 3]);
        part.central += 1;
    }
    let [a, b, c] = system.cell.vectors();
    let along = |d: usize| match system.cell.periodic()[d] {
        true => (reach / system.cell.widths()[d]).ceil() as i32 + 1,
        false => 0,
    };
    let images = |d: usize| -along(d)..=along(d);
    for (i, j, k) in images(0).flat_map(|i| {
        images(1)
            .flat_map(move |j| images(2).map(move |k| (f64::from(i), f64::from(j), f64::from(k))))
    }) {
        let shift = [0, 1, 2].map(|d| i * a[d] + j * b[d] + k * c[d]);
        for atom in 0..system.natoms() {
            let own = (i, j, k) == (0.0, 0.0, 0.0) && atom % parts == number;
            let place = [0, 1, 2].map(|d| system.positions[atom][d] + shift[d]);
            let central = &part.positions[..part.central];
            if !own && central.iter().any(|&x| distance(x, place) < reach) {
                part.add(system, atom, shift);
            }
        }
    }
    part
}

impl Part {
    fn add(&mut self, system: &System, atom: usize, shift: [f64; 3]) {
        let x = system.positions[atom];
        self.positions.push([0, 1, 2].map(|d| x[d] + shift[d]));
        self.types.push(system.types[atom]);
        self.owner.push(atom);
    }

    /// The ghosts first and all in reverse order, with the lists of the central ones.
    fn set_lists(&self, domain: &mut Domain, reach: f64) {
        let last = self.positions.len() - 1;
        let reversed = |n: usize| (last - n) as i32;
        let positions: Vec<_> = self.positions.iter().rev().copied().collect();
        let types: Vec<_> = self.types.iter().rev().copied().collect();
        let central: Vec<i32> = (0..self.central).map(reversed).collect();
        let list_of = |n: usize| {
            let near =
                |&m: &usize| m != n && distance(self.positions[n], self.positions[m]) < reach;
            let near = (0..self.positions.len()).filter(near);
            near.map(reversed).collect::<Vec<_>>()
        };
        domain
            .set_lists(&positions, &types, &central, list_of)
            .unwrap();
    }
}

impl Sums {
    fn new(natoms: usize) -> Self {
        Self {
            energy: 0.0,
            virial: [0.0; 6],
            energies: vec![0.0; natoms],
            forces: vec![[0.0; 3]; natoms],
            virials: vec![[0.0; 6]; natoms],
        }
    }

    /// Adds what a domain found to the atoms that its own are copies of.
    fn add(&mut self, domain: &mut Domain, owner: impl Iterator<Item = usize>) {
        self.energy += domain.energy().unwrap();
        add(&mut self.virial, domain.virial().unwrap());
        let (energies, forces) = (domain.energies().unwrap(), domain.forces().unwrap());
        let virials = domain.virials().unwrap();
        for (n, atom) in owner.enumerate() {
            self.energies[atom] += energies[n];
            add(&mut self.forces[atom], forces[n]);
            add(&mut self.virials[atom], virials[n]);
        }
    }

    fn assert_are_those_of(&self, expected: &Self, what: &str) {
        let deviations = [
            ("energy", deviation(&[self.energy], &[expected.energy])),
            ("virial", deviation(&self.virial, &expected.virial)),
            ("energies", deviation(&self.energies, &expected.energies)),
            (
                "forces",
                deviation(self.forces.as_flattened(), expected.forces.as_flattened()),
            ),
            (
                "virials",
                deviation(self.virials.as_flattened(), expected.virials.as_flattened()),
            ),
        ];
        for (name, deviation) in deviations {
            assert!(deviation < TOLERANCE, "{what}: {name} {deviation:e}");
        }
    }
}

fn add<const N: usize>(to: &mut [f64; N], what: [f64; N]) {
    to.iter_mut().zip(what).for_each(|(a, b)| *a += b);
}

fn options() -> SnapOptions {
    SnapOptions {
        skin: SKIN,
        ..SnapOptions::default()
    }
}

/// The whole system at once.
fn whole(space: &Space, potential: &SnapPotential, system: &System) -> Sums {
    let mut snap: Snap = computed(space, potential, system, options());
    Sums {
        energy: snap.energy().unwrap(),
        virial: snap.virial().unwrap(),
        energies: snap.energies().unwrap(),
        forces: snap.forces().unwrap(),
        virials: snap.virials().unwrap(),
    }
}

/// Two domains, with lists of their own or, one domain after the other with the same stages, with lists that are given.
fn in_two(space: &Space, potential: &SnapPotential, system: &System) -> [Sums; 2] {
    let reach = potential.cutoff() + SKIN;
    let mut sums = [(); 2].map(|()| Sums::new(system.natoms()));
    let mut second = Domain::new(space, potential, &system.elements, options()).unwrap();
    for part in [0, 1].map(|number| part(system, reach, number, 2)) {
        let mut domain = Domain::new(space, potential, &system.elements, options()).unwrap();
        domain
            .set_atoms(&part.positions, &part.types, part.central)
            .unwrap();
        domain.compute().unwrap();
        sums[0].add(&mut domain, part.owner.iter().copied());
        part.set_lists(&mut second, reach);
        second.compute().unwrap();
        sums[1].add(&mut second, part.owner.iter().rev().copied());
    }
    sums
}

#[test]
fn domains_add_up_to_what_lammps_has() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    for name in [
        "s03_Ta06A_zbl_bcc16",
        "s12_triclinic_W",
        "s23_types_to_elements",
    ] {
        let case = Case::read(&cases.join(format!("{name}.json"))).unwrap();
        let atoms = system(&case.system().unwrap(), case.cell.origin);
        let potential = potential(&case.snap);
        for (space_name, space) in spaces() {
            let mut expected = whole(&space, &potential, &atoms);
            expected.energies.clone_from(&case.results.energies);
            // With several densities LAMMPS' forces follow another rule.
            if potential.densities() == 1 {
                expected.virial = case.results.virial;
                expected.forces.clone_from(&case.results.forces);
            }
            for found in in_two(&space, &potential, &atoms) {
                found.assert_are_those_of(&expected, &format!("{space_name} {name}"));
            }
        }
    }
}

#[test]
fn atoms_move_within_the_skin_and_come_and_go() {
    let (potential, before, after) = (tungsten(), crystal(0.0), crystal(0.6));
    let reach = potential.cutoff() + SKIN;
    for (name, space) in spaces() {
        let mut domain = Domain::new(&space, &potential, &[Some(0)], options()).unwrap();
        let mut of = |atoms: &Part, moved: &Part| {
            domain
                .set_atoms(&atoms.positions, &atoms.types, atoms.central)
                .unwrap();
            domain.set_positions(&moved.positions).unwrap();
            domain.compute().unwrap();
            let mut sums = Sums::new(after.natoms());
            sums.add(&mut domain, atoms.owner.iter().copied());
            sums
        };
        let all = part(&before, reach, 0, 1);
        let moved = Part {
            positions: all
                .positions
                .iter()
                .zip(&all.owner)
                .map(|(x, &atom)| {
                    let (from, to) = (before.positions[atom], after.positions[atom]);
                    [0, 1, 2].map(|d| x[d] + to[d] - from[d])
                })
                .collect(),
            ..Part::default()
        };
        of(&all, &moved).assert_are_those_of(&whole(&space, &potential, &after), &name);
        let none = Part::default();
        assert_eq!(of(&none, &none).energy, 0.0);
        let ghosts = Part {
            central: 0,
            ..part(&before, reach, 0, 1)
        };
        assert_eq!(of(&ghosts, &ghosts).forces, [[0.0; 3]; 54]);
        of(&all, &all).assert_are_those_of(&whole(&space, &potential, &before), &name);
    }
}

#[test]
fn positions_and_forces_may_be_views_of_the_space() {
    let (potential, atoms) = (tungsten(), crystal(0.0));
    let all = part(&atoms, potential.cutoff() + SKIN, 0, 1);
    let natoms = all.positions.len();
    let moved: Vec<f64> = all
        .positions
        .as_flattened()
        .iter()
        .map(|x| x + 0.01)
        .collect();
    for (name, space) in spaces() {
        let mut domain = Domain::new(&space, &potential, &[Some(0)], options()).unwrap();
        domain
            .set_atoms(&all.positions, &all.types, all.central)
            .unwrap();
        let x = View::from_slice(&space, "x", [3, natoms], &moved).unwrap();
        let f = View::from_slice(&space, "f", [3, natoms], &vec![f64::NAN; 3 * natoms]).unwrap();
        domain.set_positions_of(&x).unwrap();
        domain.compute().unwrap();
        domain.forces_to(&f).unwrap();
        let (found, energy) = (f.to_vec().unwrap(), domain.energy().unwrap());
        domain.set_positions(moved.as_chunks().0).unwrap();
        domain.compute().unwrap();
        let mut forces = vec![[0.0; 3]; natoms];
        domain.forces_into(&mut forces).unwrap();
        assert_eq!(forces.as_flattened(), found, "{name}");
        assert_eq!(domain.energy().unwrap(), energy, "{name}");
        assert!(found.iter().any(|f| f.abs() > 0.1), "{name}");
        domain.add_forces_to(&mut forces).unwrap();
        let twice: Vec<f64> = found.iter().map(|f| 2.0 * f).collect();
        assert_eq!(forces.as_flattened(), twice, "{name}");

        let few = View::new(&space, "few", [3, natoms - 1]).unwrap();
        for error in [domain.set_positions_of(&few), domain.forces_to(&few)] {
            assert!(matches!(error, Err(Error::Lengths { .. })), "{name}");
        }
        assert!(domain.forces_into(&mut forces[1..]).is_err(), "{name}");
        assert!(domain.add_forces_to(&mut forces[1..]).is_err(), "{name}");
        let mut lost = moved.clone();
        lost[3 * (natoms - 1)] = f64::NAN;
        let error = domain.set_positions(lost.as_chunks().0).unwrap_err();
        let last = natoms - 1;
        assert!(
            matches!(error, Error::Position { atom, .. } if atom == last),
            "{name}"
        );
        domain.set_atoms(&all.positions, &all.types, 0).unwrap();
        domain.set_positions_of(&x).unwrap();
        domain.forces_to(&f).unwrap();
        assert_eq!(f.to_vec().unwrap(), vec![0.0; 3 * natoms], "{name}");
    }
}

#[test]
fn faults_are_named() {
    let space = portax_backends::by_name("rayon").unwrap();
    let (potential, atoms) = (tungsten(), crystal(0.0));
    let mut domain = Domain::new(&space, &potential, &[Some(0)], options()).unwrap();
    let (x, types) = (&atoms.positions, &atoms.types);
    let no_list = |_: usize| [];
    let error = domain.set_atoms(x, types, 55).unwrap_err();
    assert!(matches!(
        error,
        Error::Central {
            central: 55,
            natoms: 54
        }
    ));
    let error = domain.set_lists(x, types, &[0, 0], no_list).unwrap_err();
    assert!(matches!(
        error,
        Error::Neighbor(neighbor::Error::Slot { atom: 0, .. })
    ));
    let error = domain.set_lists(x, types, &[-7], no_list).unwrap_err();
    assert!(matches!(
        error,
        Error::Neighbor(neighbor::Error::Slot { atom: -7, .. })
    ));
    let error = domain.set_lists(x, types, &[3], |_| [54]).unwrap_err();
    assert!(matches!(
        error,
        Error::Neighbor(neighbor::Error::Listed {
            atom: 54,
            natoms: 54,
            ..
        })
    ));
    domain.set_atoms(&[[1.0; 3], [1.0; 3]], &[0, 0], 1).unwrap();
    assert!(matches!(domain.compute(), Err(Error::Overlap { atom: 0 })));
    assert!(matches!(
        domain.set_positions(x),
        Err(Error::Lengths { .. })
    ));
    assert!(matches!(
        Domain::new(&space, &potential, &[Some(1)], options()),
        Err(Error::TypeElement { .. })
    ));
}
