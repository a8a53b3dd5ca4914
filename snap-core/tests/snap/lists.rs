//! The driver as molecular dynamics uses it: lists with a skin, positions that move, batches of tiles.

use snap_core::neighbor::Cell;
use snap_core::{Snap, SnapOptions, System};

use crate::support::{Results, assert_descriptors, computed, crystal, spaces, tungsten};

/// Cells that shrink and tilt, at constant pressure say; with a skin no atom moves far enough for new lists by itself.
#[test]
fn another_cell_is_that_of_a_new_system() {
    let potential = tungsten();
    for (name, space) in spaces() {
        let options = SnapOptions {
            skin: 0.6,
            ..SnapOptions::default()
        };
        let mut held = computed(&space, &potential, &crystal(0.0), options);
        for (step, tilt) in [0.0, 0.3, -2.5].into_iter().enumerate() {
            let mut system = crystal(0.0);
            let edge = 9.54 - 0.05 * step as f64;
            let vectors = [[edge, 0.0, 0.0], [tilt, edge, 0.0], [0.0, tilt, edge]];
            system.cell = Cell::new(vectors, [true; 3]).unwrap().with_origin([1.0; 3]);
            held.set_cell(&system.cell).unwrap();
            held.set_positions(&system.positions).unwrap();
            held.compute().unwrap();
            let fresh = computed(&space, &potential, &system, SnapOptions::default());
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
            let mut fresh = computed(&space, &potential, &system, SnapOptions::default());
            let what = format!("{name} step {step}");
            Results::of(&held).assert_close(&Results::of(&fresh), &what);
            assert_descriptors(&mut held, &fresh.descriptors().unwrap(), &what);
            Results::of(&held).assert_close(&Results::of(&fresh), &what);
        }
        assert!(held.memory_bytes() > 0);
    }
}

/// Each team of compute_yi has a share of a tile's outputs, and a batch is what one team needs.
#[test]
fn teams_that_share_tiles_and_batches_change_nothing() {
    let (name, space) = spaces().remove(0);
    let potential = tungsten();
    let expected = computed(&space, &potential, &crystal(0.0), SnapOptions::default());
    for mapping in [
        "yi=orbit,orbit_images=2,orbit_parts=3",
        "yi=orbit,orbit_images=4,orbit_tiles=1,orbit_tail=1,orbit_parts=2",
    ] {
        for batch_bytes in [None, Some(1)] {
            let options = SnapOptions {
                batch_bytes,
                mapping: mapping.parse().unwrap(),
                ..SnapOptions::default()
            };
            let shared = computed(&space, &potential, &crystal(0.0), options);
            let what = format!("{name} {mapping}, batches of {batch_bytes:?} bytes");
            Results::of(&shared).assert_close(&Results::of(&expected), &what);
        }
    }
}

#[test]
fn stages_are_timed_on_request() {
    let (_, space) = spaces().remove(0);
    let options = SnapOptions {
        timing: true,
        ..SnapOptions::default()
    };
    let snap = computed(&space, &tungsten(), &crystal(0.0), options);
    let times = snap.stage_times();
    assert!(
        times.len() == 7 && times.iter().all(|t| t.seconds > 0.0),
        "{times:?}"
    );
}

#[test]
fn a_watch_sees_each_stage_begin_and_end() {
    for (name, space) in spaces() {
        let mut snap = computed(&space, &tungsten(), &crystal(0.0), SnapOptions::default());
        let before = Results::of(&snap);
        let mut seen: Vec<(&str, bool)> = vec![];
        snap.compute_by_stage(&mut |stage, ends| seen.push((stage, ends)))
            .unwrap();
        let pairs: Vec<_> = seen.chunks(2).collect();
        let is_pair =
            |pair: &&[(&str, bool)]| pair.len() == 2 && pair[0] == (pair[1].0, false) && pair[1].1;
        assert!(pairs.iter().all(is_pair), "{name}: {seen:?}");
        let times = snap.stage_times();
        let names = times.iter().map(|time| time.name);
        assert!(names.eq(pairs.iter().map(|pair| pair[0].0)), "{name}");
        Results::of(&snap).assert_close(&before, &name);
    }
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
        let mut grown = computed(&space, &potential, &relaxed, SnapOptions::default());
        let room = grown.neighbor_list().max_neighbors();
        grown.set_positions(&pressed.positions).unwrap();
        grown.compute().unwrap();
        assert!(grown.neighbor_list().max_neighbors() > room);
        let fresh = computed(&space, &potential, &pressed, SnapOptions::default());
        Results::of(&grown).assert_close(&Results::of(&fresh), &name);
    }
}
