//! Energy, gradient and descriptors straight from the blocks of the cubic form.

use snap_core::tables::{Block, CubicForm};

use crate::complex::{Complex, complex};

/// Calls `f` with W0, coefficient and the complex indices of V_A, V_B, V_C for every entry.
fn for_entries(form: &CubicForm, mut f: impl FnMut(f64, usize, [usize; 3])) {
    for block in &form.blocks {
        let Block {
            weights,
            n: [na, nb, nc],
            ..
        } = block;
        let offsets = weights.map(|position| form.half_plane.offset(position));
        for n in (0..na * nb * nc).map(|k| [k / (nb * nc), k / nc % nb, k % nc]) {
            let (w0, coefficient) = block.entry(n);
            f(
                w0,
                coefficient as usize,
                [0, 1, 2].map(|i| offsets[i] + n[i]),
            );
        }
    }
}

/// All descriptors of `v`, without bzero.
pub fn bispectrum(form: &CubicForm, count: usize, v: &[Complex]) -> Vec<f64> {
    let mut b = vec![0.0; count];
    for_entries(form, |w0, k, [x, y, z]| {
        b[k] += w0 * (v[x] * v[y] * v[z].conj()).re
    });
    b
}

/// E without constant and bzero, and G by the product rule.
pub fn energy_gradient(form: &CubicForm, beta: &[f64], v: &[Complex]) -> (f64, Vec<Complex>) {
    let (mut energy, mut g) = (0.0, vec![Complex::default(); v.len()]);
    for_entries(form, |w0, k, [x, y, z]| {
        let w = w0 * beta[k];
        energy += w * (v[x] * v[y] * v[z].conj()).re;
        g[z] += w * (v[x] * v[y]);
        g[x] += w * (v[y].conj() * v[z]);
        g[y] += w * (v[x].conj() * v[z]);
    });
    (energy, without_meaningless_part(form, g))
}

/// G with the imaginary part of G(0,0) set to zero.
pub fn without_meaningless_part(form: &CubicForm, mut g: Vec<Complex>) -> Vec<Complex> {
    for value in &mut g[..form.half_plane.count(0)] {
        value.im = 0.0;
    }
    g
}

/// sum Re(conj(G) V).
pub fn dot(g: &[Complex], v: &[Complex]) -> f64 {
    g.iter().zip(v).map(|(g, v)| (g.conj() * *v).re).sum()
}

/// Uniform numbers in -1..1 of a linear congruential generator.
pub fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Random V with V(0,0) real.
pub fn random_v(form: &CubicForm, seed: u64) -> Vec<Complex> {
    let mut next = numbers(seed);
    let v = (0..form.half_plane.nvalues())
        .map(|_| complex(next(), next()))
        .collect();
    without_meaningless_part(form, v)
}

/// Random linear coefficients.
pub fn random_beta(count: usize, seed: u64) -> Vec<f64> {
    std::iter::repeat_with(numbers(seed)).take(count).collect()
}
