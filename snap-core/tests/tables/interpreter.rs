//! The control tables of compute_yi, executed as a kernel would.

use snap_core::tables::{DirectItem, DirectJob, YiDirect, YiReverse};

use crate::complex::{Complex, complex};

/// G by direct mode; `w` belongs to the table's entries.
pub fn direct(yi: &YiDirect, w: &[f64], v: &[Complex]) -> Vec<Complex> {
    let mut g = vec![complex(f64::NAN, f64::NAN); v.len()];
    for (&row, starts) in yi.jobs.iter().zip(yi.starts.chunks(yi.shapes + 1)) {
        let job = DirectJob::of(row);
        let (offset, n3) = (job.output as usize, job.n3 as usize);
        let mut sum = vec![Complex::default(); n3];
        for (n2, range) in (1..).zip(starts.windows(2)) {
            for &row in &yi.items[range[0] as usize..range[1] as usize] {
                direct_item(DirectItem::of(row), n2, w, v, &mut sum);
            }
        }
        g[offset..offset + n3].copy_from_slice(&sum);
    }
    g
}

fn direct_item(item: DirectItem<i32>, n2: usize, w: &[f64], v: &[Complex], sum: &mut [Complex]) {
    let n3 = sum.len();
    for i1 in 0..item.n1 as usize {
        let x = v[item.first as usize + i1].conj_if(item.conj1 < 0);
        let row = &w[item.w as usize + i1 * (n2 * n3).next_multiple_of(2)..];
        for i2 in 0..n2 {
            let y = v[item.second as usize + i2].conj_if(item.conj2 < 0);
            for (i3, sum) in sum.iter_mut().enumerate() {
                *sum += row[if n2 <= n3 { i2 * n3 + i3 } else { i3 * n2 + i2 }] * (x * y);
            }
        }
    }
}

/// G by reverse mode; `w` belongs to the table's entries.
pub fn reverse(yi: &YiReverse, w: &[f64], v: &[Complex], n0: usize) -> Vec<Complex> {
    let mut g = vec![Complex::default(); v.len()];
    for_products(yi, v, |at, [i, j, k], n3, [conj1, conj3], p| {
        let mut q = Complex::default();
        for n in 0..n3 {
            q += w[at + n] * v[k + n].conj_if(conj3);
            g[k + n] += (w[at + n] * p).conj_if(conj3);
        }
        g[i] += v[j].conj_if(!conj1) * q.conj_if(conj1);
        g[j] += v[i].conj_if(!conj1) * q;
    });
    for_z_products(yi, v, n0, |at, y, z, p| {
        let mut q = 0.0;
        for n in 0..n0 {
            q += w[at + n] * v[n].re;
            g[n].re += w[at + n] * p;
        }
        g[y] += q * v[z];
        g[z] += q * v[y];
    });
    g
}

/// All descriptors from the reverse items.
pub fn descriptors(yi: &YiReverse, count: usize, v: &[Complex], n0: usize) -> Vec<f64> {
    let mut b = vec![0.0; count];
    let mut add =
        |at: usize, value: f64| b[yi.table.coefficient[at] as usize] += yi.table.w0[at] * value;
    for_products(yi, v, |at, [_, _, k], n3, [_, conj3], p| {
        (0..n3).for_each(|n| add(at + n, (p * v[k + n].conj_if(!conj3)).re));
    });
    for_z_products(yi, v, n0, |at, _, _, p| {
        (0..n0).for_each(|n| add(at + n, p * v[n].re))
    });
    b
}

/// Calls `f` with the offset in W, the indices of both operands and of the third weight, N3, conj1 and conj3 and the
/// product P.
fn for_products(
    yi: &YiReverse,
    v: &[Complex],
    mut f: impl FnMut(usize, [usize; 3], usize, [bool; 2], Complex),
) {
    for &[o3, n3, first, end, conj1, conj3, ..] in &yi.groups {
        let (n3, conj1, conj3) = (n3 as usize, conj1 == 1, conj3 < 0);
        for item in &yi.items[first as usize..end as usize] {
            let [i, o2, w, n2] = item.map(|x| x as usize);
            for k in 0..n2 {
                let j = o2 + k;
                let p = v[i].conj_if(conj1) * v[j];
                f(w + k * n3, [i, j, o3 as usize], n3, [conj1, conj3], p);
            }
        }
    }
}

/// Calls `f` with the offset in W, the indices of both operands and the real product P of each of `z_items`' pairs.
fn for_z_products(
    yi: &YiReverse,
    v: &[Complex],
    n0: usize,
    mut f: impl FnMut(usize, usize, usize, f64),
) {
    for item in &yi.z_items {
        let [offset, n, w, _] = item.map(|x| x as usize);
        let pairs = (0..n).flat_map(|y| (y..n).map(move |z| (offset + y, offset + z)));
        for (k, (y, z)) in pairs.enumerate() {
            f(w + k * n0, y, z, (v[y] * v[z].conj()).re);
        }
    }
}
