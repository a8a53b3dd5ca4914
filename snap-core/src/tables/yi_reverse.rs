//! Control data of compute_yi in reverse mode: every block adds to its three weights.

use super::cubic::{Block, CubicForm, Kind};
use super::wtable::WTable;

/// Two lists of work, which add up to G; both read W from one table.
///
/// **`items`**: with W\[i1\]\[i2\]\[i3\] (i3 fastest) and x = conj(V_1\[i1\]) if conj1, else V_1\[i1\]:
/// `P = x V_2[i2]`, `Q = sum_i3 W V_3[i3]`, `G_3[i3] += W P`, `G_2[i2] += conj(x) Q`, and
/// `G_1[i1] += conj(V_2[i2]) Q`, or `conj(Q) V_2[i2]` if conj1.
///
/// **`z_items`**, the blocks with V(0,0), which is real: with W\[y, z\]\[i0\] for 0 <= y <= z < N (z faster than y, i0
/// fastest, off-diagonal entries doubled) and the N0 = twojmax / 2 + 1 values V_0 of weight (0,0):
/// `P = Re(V[y] conj(V[z]))`, `Q = sum_i0 W Re V_0[i0]`, `Re G_0[i0] += W P`, `G[y] += Q V[z]`, `G[z] += Q V[y]`.
///
/// Weights of one item may coincide (the first of `z_items` is weight (0,0) itself): sums that a kernel keeps in registers
/// start at zero and are added to G at the end.
///
/// The same lists give all descriptors: `B[coefficient] += W0 Re(P conj(V_3[i3]))` and `W0 P Re V_0[i0]`.
#[derive(Clone, Debug)]
pub struct YiReverse {
    /// `[complex offsets 1, 2, 3, offset in W, N1, N2, N3, conj1]`, sorted by (N3, N2, N1); the longest weight is the third.
    pub items: Vec<[i32; 8]>,
    /// `[complex offset, N, offset in W, 0]`, sorted by N.
    pub z_items: Vec<[i32; 4]>,
    /// W in the order of use, `items` first.
    pub table: WTable,
    /// Operations per atom, in units of one FMA.
    pub fma: usize,
}

impl YiReverse {
    /// The control data of a cubic form.
    #[must_use]
    pub fn new(form: &CubicForm) -> Self {
        let real = |kind| matches!(kind, Kind::Zero | Kind::Z);
        let (mut z, others): (Vec<_>, Vec<_>) =
            form.blocks.iter().partition(|block| real(block.kind));
        let mut others: Vec<_> = others
            .into_iter()
            .map(|block| (block, axes(block.n)))
            .collect();
        others.sort_by_key(|(block, axes)| [2, 1, 0].map(|k: usize| block.n[axes[k]]));
        z.sort_by_key(|block| block.n[1]);
        let mut out = Self {
            items: vec![],
            z_items: vec![],
            table: WTable::default(),
            fma: 0,
        };
        for (block, axes) in others {
            out.push(form, block, axes);
        }
        for block in z {
            out.push_z(form, block);
        }
        out
    }

    fn push(&mut self, form: &CubicForm, block: &Block, axes: [usize; 3]) {
        let [o1, o2, o3] = axes.map(|axis| form.half_plane.offset(block.weights[axis]));
        let [n1, n2, n3] = axes.map(|axis| block.n[axis]);
        let conj1 = usize::from(axes[2] != 2);
        self.items
            .push([o1, o2, o3, self.table.len(), n1, n2, n3, conj1].map(|x| x as i32));
        for k in 0..n1 * n2 * n3 {
            let mut n = [0; 3];
            for (axis, i) in axes.into_iter().zip([k / (n2 * n3), k / n3 % n2, k % n3]) {
                n[axis] = i;
            }
            let (w0, coefficient) = block.entry(n);
            self.table.push(w0, coefficient);
        }
        self.fma += 12 * n1 * n2 + 4 * n1 * n2 * n3;
    }

    fn push_z(&mut self, form: &CubicForm, block: &Block) {
        let [n0, n, _] = block.n;
        let offset = form.half_plane.offset(block.weights[1]);
        self.z_items
            .push([offset, n, self.table.len(), 0].map(|x| x as i32));
        for (y, z) in (0..n).flat_map(|y| (y..n).map(move |z| (y, z))) {
            for i0 in 0..n0 {
                let (w0, coefficient) = block.entry([i0, y, z]);
                self.table
                    .push(if y == z { w0 } else { 2.0 * w0 }, coefficient);
            }
            self.fma += 6 + 2 * n0;
        }
    }
}

/// The product pair, in the order A, B, C, and the longest of the three weights.
fn axes(n: [usize; 3]) -> [usize; 3] {
    match n {
        [a, b, c] if c >= a && c >= b => [0, 1, 2],
        [a, b, _] if b >= a => [0, 2, 1],
        _ => [1, 2, 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_read_the_table_in_order() {
        for twojmax in 0..=9 {
            let form = CubicForm::new(twojmax, false);
            let yi = YiReverse::new(&form);
            assert!(
                yi.items
                    .is_sorted_by_key(|item| (item[6], item[5], item[4]))
            );
            let mut next = 0;
            for &[_, _, _, w, n1, n2, n3, _] in &yi.items {
                assert!(w == next && n3 >= n1.max(n2));
                next += n1 * n2 * n3;
            }
            for &[_, n, w, _] in &yi.z_items {
                assert_eq!(w, next);
                next += n * (n + 1) / 2 * form.half_plane.count(0) as i32;
            }
            assert_eq!(next as usize, yi.table.len());
            assert_eq!(yi.items.len() + yi.z_items.len(), form.blocks.len());
        }
    }

    #[test]
    fn operations_are_few() {
        // The formulation counts 82 244 and 2 052 104, with a shortcut for kind S that is not taken here.
        for (twojmax, fma) in [(8, 82_776), (14, 2_060_696)] {
            assert_eq!(YiReverse::new(&CubicForm::new(twojmax, false)).fma, fma);
        }
    }
}
