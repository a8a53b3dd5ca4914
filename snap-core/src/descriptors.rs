//! The descriptors, all bispectrum components of an atom, straight from V (FAST_SNAP section 6, "All B").

use portax::layout::Layout;
use portax::{
    AUTO, AoSoA, Complex, Float, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device,
    kernel,
};

use crate::SnapPotential;
use crate::snap::{Given, Stage, Values, list, rounded, rows};
use crate::tables::{BispectrumItem, BispectrumTerms, CubicForm, DescriptorClasses};
use crate::work::{Cost, Work};

/// B_k = sum over the terms of k of W0 Re(V V conj(V)), for each atom of a batch. Those of an isolated atom are not
/// subtracted.
#[derive(Functor)]
pub struct ComputeBi<T: Float> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// [`BispectrumTerms::items`](crate::tables::BispectrumTerms::items).
    pub items: View<IntRow<4>, 1>,
    /// [`BispectrumTerms::w0`](crate::tables::BispectrumTerms::w0).
    pub w0: View<T, 1>,
    /// [`BispectrumTerms::starts`](crate::tables::BispectrumTerms::starts).
    pub starts: View<i32, 1>,
    /// Descriptors, `[batch slots, descriptors]`.
    pub blist: View<f64, 2, AoSoA>,
}

/// B_k of an atom.
#[device(unchecked)]
pub fn bispectrum<T: Float, L: Layout>(
    v: View<Complex<T>, 2, L>,
    items: View<IntRow<4>, 1>,
    w0: View<T, 1>,
    starts: View<i32, 1>,
    atom: Index,
    k: Int,
) -> f64 {
    let mut b: f64 = 0.0;
    for n in starts[k]..starts[k + 1] {
        let item = BispectrumItem::of(items[n]);
        let p = v[(atom, item.first)] * v[(atom, item.second)];
        let c = v[(atom, item.third)];
        b += w0[n] as f64 * (p.re * c.re + p.im * c.im) as f64;
    }
    b
}

// SAFETY: a team writes its own tile only, and every descriptor has one thread.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for ComputeBi<T> {
    fn compute_bi(&self, team: Team) {
        let t = team.league_rank();
        if self.tile_number[t] >= self.ntiles {
            return;
        }
        let (v, blist) = (self.ulisttot.tile(t), self.blist.tile(t));
        parallel_for(TeamThreadRange(team, self.blist.extent(1)), |k| {
            for lane in team.lanes() {
                blist[(lane, k)] = bispectrum(v, self.items, self.w0, self.starts, lane, k);
            }
        });
    }
}

/// compute_bi on a space.
#[derive(Clone)]
pub(crate) struct Tables<T: Float> {
    items: View<IntRow<4>, 1>,
    w0: View<T, 1>,
    starts: View<i32, 1>,
    work: Work,
}

impl<T: Float> Tables<T> {
    /// The terms of a cubic form.
    pub fn new(given: &Given<'_>, form: &CubicForm) -> Result<Self> {
        let (space, terms) = (given.space, BispectrumTerms::new(form));
        let v_bytes = size_of::<Complex<T>>() * form.nvalues();
        let b_bytes = size_of::<f64>() * (terms.starts.len() - 1);
        Ok(Self {
            items: rows(space, "bi_items", &terms.items)?,
            w0: list(space, "bi_w0", &rounded(&terms.w0))?,
            starts: list(space, "bi_starts", &terms.starts)?,
            work: Work {
                // A product of complex numbers, its part along the third one, and W0.
                atom: Cost::new(7 * terms.w0.len(), v_bytes + b_bytes),
                ..Work::default()
            },
        })
    }

    /// Number of classes of descriptors.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Room for the descriptors of a batch of so many tiles.
    pub fn room(&self, given: &Given<'_>, tiles: usize) -> Result<View<f64, 2, AoSoA>> {
        let extents = [tiles * given.width(), self.count()];
        View::new(given.space, "blist", extents)
    }

    /// compute_bi for a batch of so many tiles.
    pub fn stage(
        &self,
        given: &Given<'_>,
        values: &Values<T>,
        blist: &View<f64, 2, AoSoA>,
        tiles: usize,
    ) -> Result<Stage> {
        self.stage_of(given, given.ntiles(), values, blist, tiles)
    }

    /// The same where there are so many tiles in all.
    pub fn stage_of(
        &self,
        given: &Given<'_>,
        ntiles: usize,
        values: &Values<T>,
        blist: &View<f64, 2, AoSoA>,
        tiles: usize,
    ) -> Result<Stage> {
        let functor = ComputeBi {
            tile_number: values.tile_number.clone(),
            ntiles: ntiles as i32,
            ulisttot: values.ulisttot.clone(),
            items: self.items.clone(),
            w0: self.w0.clone(),
            starts: self.starts.clone(),
            blist: blist.clone(),
        };
        let policy = TeamPolicy::new(tiles, AUTO);
        Stage::new(given.space, "compute_bi", policy, &functor, self.work)
    }
}

/// The descriptors of all atoms, a batch at a time.
pub(crate) struct Descriptors {
    stage: Stage,
    blist: View<f64, 2, AoSoA>,
    tile_number: View<i32, 1>,
    atom_of_slot: Vec<i32>,
}

impl Descriptors {
    /// compute_bi for the batches of a pipeline.
    pub fn new<T: Float>(given: &Given<'_>, values: &Values<T>, tiles: usize) -> Result<Self> {
        let tables = Tables::new(given, &given.cubic_form())?;
        let blist = tables.room(given, tiles)?;
        Ok(Self {
            stage: tables.stage(given, values, &blist, tiles)?,
            blist,
            tile_number: values.tile_number.clone(),
            atom_of_slot: given.list.slots().atom_of_slot.to_vec()?,
        })
    }

    /// Computes those of the batch whose V are present, and puts them to their atoms' rows.
    pub fn compute(&self, given: &Given<'_>, rows: &mut [Vec<f64>]) -> Result<()> {
        self.stage.launch.launch()?;
        let b = self.blist.to_vec()?;
        let (slots, first) = (self.blist.extent(0), self.tile_number.to_vec()?[0] as usize);
        let (begin, end) = (first * given.width(), given.ntiles() * given.width());
        let atoms = self.atom_of_slot[begin..end].iter();
        for (slot, &atom) in atoms.take(slots).enumerate().filter(|(_, a)| **a >= 0) {
            rows[atom as usize] = b.iter().skip(slot).step_by(slots).copied().collect();
        }
        Ok(())
    }
}

/// What makes rows of users' descriptors of those by class.
pub(crate) struct Finish {
    class: Vec<i32>,
    /// Of each element.
    isolated: Vec<Vec<f64>>,
    is_quadratic: bool,
}

impl Finish {
    pub fn new(potential: &SnapPotential) -> Self {
        let (params, elements) = (potential.params(), 0..potential.elements().len());
        Self {
            class: DescriptorClasses::new(params.twojmax, potential.densities()).class,
            isolated: elements
                .map(|element| potential.isolated(element))
                .collect(),
            is_quadratic: params.quadraticflag,
        }
    }

    /// All descriptors of an atom of an element, less those of an isolated one, and their products.
    pub fn row(&self, of_class: &[f64], element: usize) -> Vec<f64> {
        let mut row = self.without_products(of_class, element);
        if self.is_quadratic {
            add_products(&mut row);
        }
        row
    }

    /// The row of an atom that has no element.
    pub fn row_without_element(&self) -> Vec<f64> {
        let mut row = vec![0.0; self.class.len()];
        if self.is_quadratic {
            add_products(&mut row);
        }
        row
    }

    /// The derivatives of a row by a coordinate, from those of B by class and, for products, from B of an atom of an element.
    pub fn slopes(&self, slopes: &[f64], b: &[f64], element: usize) -> Vec<f64> {
        let mut row = self.class.iter().map(|&c| slopes[c as usize]).collect();
        if self.is_quadratic {
            add_product_slopes(&self.without_products(b, element), &mut row);
        }
        row
    }

    fn without_products(&self, of_class: &[f64], element: usize) -> Vec<f64> {
        let less = |(&class, isolated): (&i32, &f64)| of_class[class as usize] - isolated;
        let of_isolated = &self.isolated[element];
        self.class.iter().zip(of_isolated).map(less).collect()
    }
}

/// Appends the products of descriptors that quadratic SNAP multiplies alpha with, as LAMMPS' computes have them: the upper
/// triangle row by row, squares halved.
fn add_products(row: &mut Vec<f64>) {
    let count = row.len();
    for i in 0..count {
        let products: Vec<f64> = row[i..count].iter().map(|b| row[i] * b).collect();
        row.push(0.5 * products[0]);
        row.extend_from_slice(&products[1..]);
    }
}

/// Appends the derivatives of the products of [`add_products`], from those of the factors `b`.
fn add_product_slopes(b: &[f64], row: &mut Vec<f64>) {
    let count = row.len();
    for i in 0..count {
        row.push(b[i] * row[i]);
        for j in i + 1..count {
            row.push(b[i] * row[j] + b[j] * row[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_the_upper_triangle() {
        let mut row = vec![2.0, 3.0, 5.0];
        add_products(&mut row);
        assert_eq!(row, [2.0, 3.0, 5.0, 2.0, 6.0, 10.0, 4.5, 15.0, 12.5]);
    }

    #[test]
    fn slopes_of_products_are_their_difference() {
        let (b, slope, h) = ([2.0, 3.0, 5.0], vec![0.5, -1.0, 4.0], 1e-6);
        let at = |t: f64| {
            let mut row = b.iter().zip(&slope).map(|(b, s)| b + t * s).collect();
            add_products(&mut row);
            row
        };
        let mut found = slope.clone();
        add_product_slopes(&b, &mut found);
        for ((found, plus), minus) in found.iter().zip(at(h)).zip(at(-h)) {
            assert!((found - (plus - minus) / (2.0 * h)).abs() < 1e-8);
        }
    }
}
