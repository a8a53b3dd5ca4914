//! The cubic form against the bispectrum's definition, and compute_yi's tables against the cubic form.

use snap_core::tables::{
    BispectrumTerms, CubicForm, YiDirect, YiReverse, bispectrum_count, bispectrum_order, bzero,
    wigner3j,
};

use crate::complex::{Complex, complex, relative_error};
use crate::host::{
    bispectrum, dot, energy_gradient, random_beta, random_v, without_meaningless_part,
};
use crate::interpreter::{descriptors, direct, reverse};

#[test]
fn yi_tables_give_the_gradient_of_the_cubic_form() {
    for twojmax in (0..=8).chain([14]) {
        for bnormflag in [false, true] {
            check_yi(twojmax, bnormflag);
        }
    }
}

fn check_yi(twojmax: usize, bnormflag: bool) {
    let form = CubicForm::new(twojmax, bnormflag);
    let (v, beta) = (
        random_v(&form, 1),
        random_beta(bispectrum_count(twojmax), 2),
    );
    let (energy, expected) = energy_gradient(&form, &beta, &v);
    let tables = (YiDirect::new(&form), YiReverse::new(&form));
    let n0 = form.half_plane.count(0);
    let g = [
        direct(&tables.0, &tables.0.table.with_beta(&beta), &v),
        reverse(&tables.1, &tables.1.table.with_beta(&beta), &v, n0),
    ];
    for g in g {
        let g = without_meaningless_part(&form, g);
        let error = relative_error(&g, &expected);
        assert!(
            error < 1e-13,
            "twojmax {twojmax} bnormflag {bnormflag}: {error:e}"
        );
        let (euler, scale) = (dot(&g, &v) / 3.0, (dot(&g, &g) * dot(&v, &v)).sqrt());
        assert!(
            (euler - energy).abs() < 1e-14 * scale,
            "twojmax {twojmax}: {euler} {energy}"
        );
    }
    let expected = bispectrum(&form, beta.len(), &v);
    let scale = expected.iter().fold(0.0, |max: f64, b| max.max(b.abs()));
    for (found, expected) in descriptors(&tables.1, beta.len(), &v, n0)
        .iter()
        .zip(expected)
    {
        assert!((found - expected).abs() < 1e-13 * scale);
    }
}

#[test]
fn bispectrum_terms_give_the_descriptors() {
    for (twojmax, bnormflag) in (0..=9).chain([14]).zip([true, false].into_iter().cycle()) {
        let form = CubicForm::new(twojmax, bnormflag);
        let (terms, v) = (BispectrumTerms::new(&form), random_v(&form, 4));
        let expected = bispectrum(&form, bispectrum_count(twojmax), &v);
        let scale = expected.iter().fold(0.0, |max: f64, b| max.max(b.abs()));
        assert_eq!(terms.starts.len(), expected.len() + 1);
        for (range, expected) in terms.starts.windows(2).zip(expected) {
            let range = range[0] as usize..range[1] as usize;
            let found: f64 = terms.items[range.clone()]
                .iter()
                .zip(&terms.w0[range])
                .map(|(&[a, b, c, _], w0)| {
                    w0 * (v[a as usize] * v[b as usize] * v[c as usize].conj()).re
                })
                .sum();
            assert!((found - expected).abs() < 1e-13 * scale, "{twojmax}");
        }
    }
}

/// Value of U_j at doubled projections (p, q): sg(T) V on the half plane, (-1)^T conj(U(-w)) elsewhere.
fn u(form: &CubicForm, v: &[Complex], j: usize, p: i32, q: i32) -> Complex {
    let w = snap_core::tables::Weight {
        s: (p + q) / 2,
        t: (p - q) / 2,
    };
    let n = (j - w.degree()) / 2;
    match form.half_plane.position(w) {
        Some(position) => w.sign() * v[form.half_plane.offset(position) + n],
        None => {
            let sign = if w.t % 2 == 0 { 1.0 } else { -1.0 };
            sign * u(form, v, j, -p, -q).conj()
        }
    }
}

/// B = (j+1) sum over p1+p2+p3 = 0, q1+q2+q3 = 0 of 3j(p) 3j(q) U_j1 U_j2 U_j.
fn bispectrum_by_definition(form: &CubicForm, v: &[Complex], [j1, j2, j]: [usize; 3]) -> f64 {
    let range = |j: usize| (-(j as i32)..=j as i32).step_by(2);
    let mut sum = complex(0.0, 0.0);
    for (p1, p2) in range(j1).flat_map(|p1| range(j2).map(move |p2| (p1, p2))) {
        for (q1, q2) in range(j1).flat_map(|q1| range(j2).map(move |q2| (q1, q2))) {
            let (p3, q3) = (-p1 - p2, -q1 - q2);
            if p3.unsigned_abs().max(q3.unsigned_abs()) as usize > j {
                continue;
            }
            let w = wigner3j([j1, j2, j], [p1, p2, p3]) * wigner3j([j1, j2, j], [q1, q2, q3]);
            sum += w * (u(form, v, j1, p1, q1) * u(form, v, j2, p2, q2) * u(form, v, j, p3, q3));
        }
    }
    assert!(sum.im.abs() < 1e-12);
    (j + 1) as f64 * sum.re
}

#[test]
fn cubic_form_is_the_bispectrum() {
    for twojmax in 0..=6 {
        let form = CubicForm::new(twojmax, false);
        let v = random_v(&form, 3);
        let found = bispectrum(&form, bispectrum_count(twojmax), &v);
        for (found, j) in found.into_iter().zip(bispectrum_order(twojmax)) {
            let expected = bispectrum_by_definition(&form, &v, j);
            assert!(
                (found - expected).abs() < 1e-12 * (1.0 + expected.abs()),
                "{j:?}: {found} {expected}"
            );
        }
    }
}

#[test]
fn bzero_is_the_bispectrum_of_a_lone_atom() {
    for bnormflag in [false, true] {
        let form = CubicForm::new(7, bnormflag);
        let mut v = vec![complex(0.0, 0.0); form.half_plane.nvalues()];
        for (position, w) in form
            .half_plane
            .weights()
            .iter()
            .enumerate()
            .filter(|(_, w)| w.t == 0)
        {
            // U is the identity: S = mb + ma - j takes every value that j allows.
            (0..form.half_plane.count(position)).for_each(|n| {
                v[form.half_plane.offset(position) + n] = complex(1.0, 0.0);
                assert_eq!(w.j(n) % 2, w.degree() % 2);
            });
        }
        let found = bispectrum(&form, bispectrum_count(7), &v);
        for (found, expected) in found.into_iter().zip(bzero(7, bnormflag)) {
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
    }
}
