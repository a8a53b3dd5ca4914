//! Control data of compute_yi in reverse mode: every block adds to its three weights.

mod rows;

use super::cubic::{Block, CubicForm, Kind};
use super::wtable::WTable;
pub use rows::{ReverseGroup, ReverseItem, ZItem};

/// Two lists of work, which add up to G; both read W from one table.
///
/// **`groups` of `items`**: the items of a group have their third weight in common, and an item is one value V_1 of a first
/// weight against the N2 values of a second one. With W\[i2\]\[i3\] (i3 fastest), x = conj(V_1) if conj1, else V_1, and V_3
/// and G_3 replaced by their conjugates if conj3: `P = x V_2[i2]`, `Q = sum_i3 W V_3[i3]`, `G_3[i3] += W P`,
/// `G_2[i2] += conj(x) Q`, and `G_1 += conj(V_2[i2]) Q`, or `conj(Q) V_2[i2]` if conj1.
///
/// **`z_items`**, the blocks of V(0,0) of the first density, which is real, and one other weight: with W\[y, z\]\[i0\] for 0 <= y <= z < N (z faster than y, i0
/// fastest, off-diagonal entries doubled) and the N0 = twojmax / 2 + 1 values V_0 of weight (0,0):
/// `P = Re(V[y] conj(V[z]))`, `Q = sum_i0 W Re V_0[i0]`, `Re G_0[i0] += W P`, `G[y] += Q V[z]`, `G[z] += Q V[y]`.
///
/// Weights of one item may coincide (the first of `z_items` is weight (0,0) itself): sums that a kernel keeps in registers
/// start at zero and are added to G at the end.
///
/// The same lists give all descriptors: `B[coefficient] += W0 Re(P conj(V_3[i3]))` and `W0 P Re V_0[i0]`.
#[derive(Clone, Debug)]
pub struct YiReverse {
    /// Packed [`ReverseGroup`]s, sorted by N3; the third weight is the longest.
    pub groups: Vec<[i32; 8]>,
    /// Packed [`ReverseItem`]s.
    pub items: Vec<[i32; 4]>,
    /// Packed [`ZItem`]s, sorted by N.
    pub z_items: Vec<[i32; 4]>,
    /// W in the order of use, `items` first.
    pub table: WTable,
    /// Operations per atom, in units of one FMA.
    pub fma: usize,
}

/// How a block is worked off.
struct Order<'a> {
    block: &'a Block,
    /// Which of A, B, C is operand 1, operand 2 and the third weight.
    axes: [usize; 3],
    conj1: bool,
    conj3: bool,
}

impl<'a> Order<'a> {
    /// The longest weight last, and of the others the shorter one first. P is the product of both that the third weight's
    /// gradient takes, or its conjugate if that is in the wrong order.
    fn new(block: &'a Block) -> Self {
        let n = block.n;
        let mut axes = match n {
            [a, b, c] if c >= a && c >= b => [0, 1, 2],
            [a, b, _] if b >= a => [0, 2, 1],
            _ => [1, 2, 0],
        };
        let swapped = n[axes[0]] > n[axes[1]];
        if swapped {
            axes.swap(0, 1);
        }
        let conj1 = axes[2] != 2;
        Self {
            block,
            axes,
            conj1,
            conj3: conj1 && swapped,
        }
    }

    /// Numbers of values of operand 1, operand 2 and the third weight.
    fn n(&self) -> [usize; 3] {
        self.axes.map(|axis| self.block.n[axis])
    }

    fn offsets(&self, form: &CubicForm) -> [usize; 3] {
        self.axes.map(|axis| form.offset(self.block, axis))
    }
}

/// Is V(0,0) of the first density, which is real, a factor of the block, and are the other two the same?
fn is_real(block: &Block) -> bool {
    matches!(block.kind, Kind::Zero | Kind::Z) && block.densities[0] == 0
}

impl YiReverse {
    /// The control data of a cubic form.
    #[must_use]
    pub fn new(form: &CubicForm) -> Self {
        let (mut z, others): (Vec<_>, Vec<_>) = form.blocks.iter().partition(|b| is_real(b));
        let mut orders: Vec<_> = others.into_iter().map(Order::new).collect();
        orders.sort_by_key(|order| {
            let ([n1, n2, n3], [.., third]) = (order.n(), order.offsets(form));
            (n3, order.conj1, order.conj3, third, n2, n1)
        });
        z.sort_by_key(|block| block.n[1]);
        let mut out = Self {
            groups: vec![],
            items: vec![],
            z_items: vec![],
            table: WTable::default(),
            fma: 0,
        };
        for order in &orders {
            out.push(form, order);
        }
        for block in z {
            out.push_z(form, block);
        }
        out
    }

    fn push(&mut self, form: &CubicForm, order: &Order) {
        let ([o1, o2, o3], [n1, n2, n3]) = (order.offsets(form), order.n());
        let group = ReverseGroup {
            third: o3 as i32,
            n3: n3 as i32,
            first: self.items.len() as i32,
            end: (self.items.len() + n1) as i32,
            conj1: i32::from(order.conj1),
            conj3: if order.conj3 { i32::MIN } else { 0 },
        };
        match self.groups.last_mut() {
            Some(last) if group.continues(&ReverseGroup::of(*last)) => {
                let first = ReverseGroup::of(*last).first;
                *last = ReverseGroup { first, ..group }.pack();
            }
            _ => self.groups.push(group.pack()),
        }
        for i1 in 0..n1 {
            let item = ReverseItem {
                first: (o1 + i1) as i32,
                second: o2 as i32,
                w: (self.table.len() + i1 * n2 * n3) as i32,
                n2: n2 as i32,
            };
            self.items.push(item.pack());
        }
        for k in 0..n1 * n2 * n3 {
            let mut n = [0; 3];
            for (axis, i) in order
                .axes
                .into_iter()
                .zip([k / (n2 * n3), k / n3 % n2, k % n3])
            {
                n[axis] = i;
            }
            let (w0, coefficient) = order.block.entry(n);
            self.table.push(w0, coefficient);
        }
        self.fma += 12 * n1 * n2 + 4 * n1 * n2 * n3;
    }

    fn push_z(&mut self, form: &CubicForm, block: &Block) {
        let [n0, n, _] = block.n;
        let offset = form.offset(block, 1);
        let item = ZItem {
            offset: offset as i32,
            count: n as i32,
            w: self.table.len() as i32,
        };
        self.z_items.push(item.pack());
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn items_read_the_table_in_order() {
        for twojmax in (0..=9).chain([14]) {
            let form = CubicForm::new(twojmax, false);
            let yi = YiReverse::new(&form);
            let groups = || yi.groups.iter().copied().map(ReverseGroup::of);
            assert!(groups().is_sorted_by_key(|group| group.n3));
            let (mut next, mut item, mut keys) = (0, 0, HashSet::new());
            for group in groups() {
                let ReverseGroup {
                    n3, conj1, conj3, ..
                } = group;
                assert!(keys.insert([group.third, conj1, conj3]), "one group a key");
                assert!(conj3 == 0 || [conj1, conj3] == [1, i32::MIN]);
                assert!(group.first == item && group.end > group.first);
                item = group.end;
                let items = &yi.items[group.first as usize..group.end as usize];
                for ReverseItem { w, n2, .. } in items.iter().copied().map(ReverseItem::of) {
                    assert!(w == next && n2 <= n3);
                    next += n2 * n3;
                }
            }
            assert_eq!(item as usize, yi.items.len());
            for ZItem { count, w, .. } in yi.z_items.iter().copied().map(ZItem::of) {
                assert_eq!(w, next);
                next += count * (count + 1) / 2 * form.half_plane.count(0) as i32;
            }
            assert_eq!(next as usize, yi.table.len());
            let (z, others): (Vec<_>, Vec<_>) = form.blocks.iter().partition(|b| is_real(b));
            assert_eq!(yi.z_items.len(), z.len());
            let shortest = others.iter().filter_map(|block| block.n.into_iter().min());
            assert_eq!(yi.items.len(), shortest.sum());
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
