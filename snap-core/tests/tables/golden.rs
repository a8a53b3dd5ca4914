//! The worked example of the formulation: 2J = 2, all coefficients 1, two neighbours.

use snap_core::tables::{BasisChange, CubicForm, Kind, MomentLayout, Weight};

use crate::complex::Complex;
use crate::host::{dot, energy_gradient};
use crate::pair::{Neighbour, c_of, dedr, moments, padded, v_of};

const BETA: [f64; 5] = [1.0; 5];

fn entries(form: &CubicForm, a: (i32, i32), b: (i32, i32)) -> (Kind, Vec<f64>) {
    let position = |(s, t)| form.half_plane.position(Weight { s, t }).unwrap();
    let (a, b) = (position(a), position(b));
    let block = form
        .blocks
        .iter()
        .find(|block| block.weights[..2] == [a, b])
        .unwrap();
    (block.kind, block.entries.with_beta(&BETA))
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() < tolerance,
            "{found} is not {expected}"
        );
    }
}

#[test]
fn entries_of_every_kind() {
    let form = CubicForm::new(2, false);
    let (kind, w) = entries(&form, (0, 0), (0, 0));
    assert_eq!(kind, Kind::Zero);
    let third = 1.0 / 3.0;
    assert_close(&w, &[1.0, 0.0, 0.0, third, 0.0, third, third, 0.0], 1e-15);
    let zero = [
        ((0, 1), 2.0, -1.0),
        ((0, 2), 2.0, -3.0),
        ((1, -1), 2.0, 0.0),
        ((1, 0), 2.0, 1.0),
    ];
    for (b, w0, w1) in zero
        .into_iter()
        .chain([((1, 1), 2.0, 0.0), ((2, 0), 2.0, 3.0)])
    {
        let (kind, w) = entries(&form, (0, 0), b);
        assert_eq!(kind, Kind::Z);
        assert_close(&w, &[w0, w1], 1e-14);
    }
    for a in [(0, 1), (1, 0)] {
        let (kind, w) = entries(&form, a, a);
        assert_eq!(kind, Kind::S);
        assert_close(&w, &[2.0], 1e-14);
    }
    let general = [
        ((0, 1), (1, -1), 8.0_f64.sqrt()),
        ((0, 1), (1, 0), 8.0_f64.sqrt()),
    ];
    for (a, b, value) in general
        .into_iter()
        .chain([((0, 2), (1, -1), 6.0), ((1, -1), (1, 1), 6.0)])
    {
        let (kind, w) = entries(&form, a, b);
        assert_eq!(kind, Kind::G);
        assert_close(&w, &[value], 1e-14);
    }
    assert_eq!(form.blocks.len(), 1 + 6 + 2 + 4);
}

#[test]
fn two_neighbours() {
    let form = CubicForm::new(2, false);
    let layout = MomentLayout::new(2);
    let change = BasisChange::new(&layout);
    let neighbours = [[1.0, 2.0, 2.0], [-0.5, 1.5, -2.5]].map(Neighbour::new);
    let v = v_of(
        &change,
        form.half_plane.nvalues(),
        &padded(moments(&layout, &neighbours)),
    );
    let (energy, g) = energy_gradient(&form, &BETA, &v);

    let at = form
        .half_plane
        .offset(form.half_plane.position(Weight { s: 1, t: 0 }).unwrap());
    let flat = |z: &[Complex]| [z[0].re, z[1].re, z[at].re, z[at].im];
    assert_close(
        &flat(&v),
        &[1.6300733, 1.17262342, 0.77436865, 0.06382588],
        5e-9,
    );
    assert_close(
        &flat(&g),
        &[12.21481899, 5.95952339, 8.86491401, 0.23797329],
        5e-9,
    );
    assert_close(
        &[energy, dot(&g, &v) / 3.0],
        &[14.485916069696898; 2],
        1e-14,
    );

    let c = c_of(&change, &layout, &g);
    let expected = [
        [
            -0.164527075891429,
            -0.1801064739930076,
            -0.41842275845676835,
        ],
        [
            0.16008612679501993,
            -0.18236302480535893,
            0.6216934206272791,
        ],
    ];
    for (neighbour, expected) in neighbours.iter().zip(&expected) {
        assert_close(&dedr(&layout, &c, neighbour), expected, 1e-14);
    }
}
