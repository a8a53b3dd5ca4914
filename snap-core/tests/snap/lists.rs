//! The driver as molecular dynamics uses it: lists with a skin, positions that move, batches of tiles.

use snap_core::neighbor::Cell;
use snap_core::{Snap, SnapOptions, SnapPotential, System};

use crate::support::{Results, assert_descriptors, spaces};

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

/// Cells that shrink and tilt, at constant pressure say; with a skin no atom moves far enough for new lists by itself.
#[test]
fn another_cell_is_that_of_a_new_system() {
    let potential = tungsten();
    for (name, space) in spaces() {
        let options = SnapOptions {
            skin: 0.6,
            ..SnapOptions::default()
        };
        let mut held = Snap::new(&space, &potential, &crystal(0.0), options).unwrap();
        held.compute().unwrap();
        for (step, tilt) in [0.0, 0.3, -2.5].into_iter().enumerate() {
            let mut system = crystal(0.0);
            let edge = 9.54 - 0.05 * step as f64;
            let vectors = [[edge, 0.0, 0.0], [tilt, edge, 0.0], [0.0, tilt, edge]];
            system.cell = Cell::new(vectors, [true; 3]).unwrap().with_origin([1.0; 3]);
            held.set_cell(&system.cell).unwrap();
            held.set_positions(&system.positions).unwrap();
            held.compute().unwrap();
            let mut fresh = Snap::new(&space, &potential, &system, SnapOptions::default()).unwrap();
            fresh.compute().unwrap();
            let what = format!("{name} step {step}");
            Results::of(&held).assert_close(&Results::of(&fresh), &what);
        }
    }
}

#[test]
fn skin_and_batches_change_nothing() {
    let potential = tungsten();
    for (name, space) in spaces() {
        let options = SnapOptions {
            skin: 0.6,
            batch_bytes: Some(1),
            ..SnapOptions::default()
        };
        let mut held = Snap::new(&space, &potential, &crystal(0.0), options).unwrap();
        for step in 0..4 {
            let system = crystal(0.5 * f64::from(step));
            held.set_positions(&system.positions).unwrap();
            held.compute().unwrap();
            let mut fresh = Snap::new(&space, &potential, &system, SnapOptions::default()).unwrap();
            fresh.compute().unwrap();
            let what = format!("{name} step {step}");
            Results::of(&held).assert_close(&Results::of(&fresh), &what);
            assert_descriptors(&mut held, &fresh.descriptors().unwrap(), &what);
            Results::of(&held).assert_close(&Results::of(&fresh), &what);
        }
        assert!(held.memory_bytes() > 0);
    }
}

#[test]
fn stages_are_timed_on_request() {
    let (_, space) = spaces().remove(0);
    let mut snap = Snap::new(
        &space,
        &tungsten(),
        &crystal(0.0),
        SnapOptions {
            timing: true,
            ..SnapOptions::default()
        },
    )
    .unwrap();
    snap.compute().unwrap();
    let times = snap.stage_times();
    assert!(
        times.len() == 7 && times.iter().all(|t| t.seconds > 0.0),
        "{times:?}"
    );
}

/// Lists that outgrow their first room: a crystal pressed together has 88 neighbours where the relaxed one has 26.
#[test]
fn lists_that_grow_change_nothing() {
    let (potential, relaxed) = (tungsten(), crystal(0.0));
    let pressed = System {
        positions: relaxed
            .positions
            .iter()
            .map(|x| x.map(|c| 0.65 * c))
            .collect(),
        ..relaxed.clone()
    };
    for (name, space) in spaces() {
        let mut grown = Snap::new(&space, &potential, &relaxed, SnapOptions::default()).unwrap();
        grown.compute().unwrap();
        let room = grown.neighbor_list().max_neighbors();
        grown.set_positions(&pressed.positions).unwrap();
        grown.compute().unwrap();
        assert!(grown.neighbor_list().max_neighbors() > room);
        let mut fresh = Snap::new(&space, &potential, &pressed, SnapOptions::default()).unwrap();
        fresh.compute().unwrap();
        Results::of(&grown).assert_close(&Results::of(&fresh), &name);
    }
}
