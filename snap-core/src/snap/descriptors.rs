//! The descriptors of the atoms: tables that only they need, and where they go.

use portax::{AUTO, Float, Result, Space, TeamPolicy, View};

use super::constants::rounded;
use super::launches::{Atoms, Batch};
use crate::SnapParams;
use crate::neighbor::NeighborList;
use crate::stages::ComputeBi;
use crate::tables::{BispectrumTerms, CubicForm, bzero};

/// Tables and results of compute_bi.
pub struct Descriptors<T: Float, A: Float> {
    items: View<[i32; 4], 1>,
    w0: View<T, 1>,
    starts: View<i32, 1>,
    bzero: View<A, 1>,
    blist: View<f64, 2>,
}

impl<T: Float, A: Float> Descriptors<T, A> {
    /// The tables of a potential that is supported, and room for the descriptors of `natoms` atoms.
    pub fn new(space: &Space, params: &SnapParams, natoms: usize) -> Result<Self> {
        let terms = BispectrumTerms::new(&CubicForm::new(params.twojmax, params.bnormflag));
        let mut isolated = bzero(params.twojmax, params.bnormflag);
        if !params.bzeroflag {
            isolated.fill(0.0);
        }
        let (nterms, count) = (terms.w0.len(), isolated.len());
        Ok(Self {
            items: View::from_slice(space, "bi_items", [nterms], &terms.items)?,
            w0: View::from_slice(space, "bi_w0", [nterms], &rounded(&terms.w0))?,
            starts: View::from_slice(space, "bi_starts", [count + 1], &terms.starts)?,
            bzero: View::from_slice(space, "bzero", [count], &rounded(&isolated))?,
            blist: View::new(space, "blist", [natoms, count])?,
        })
    }

    /// Computes those of a batch of `tiles` whose V are present.
    pub fn compute(
        &self,
        space: &Space,
        atoms: &Atoms,
        list: &NeighborList<f64>,
        batch: &Batch<T>,
        tiles: usize,
    ) -> Result<()> {
        let functor = ComputeBi {
            first: batch.first.clone(),
            ntiles: atoms.tile_element.len() as i32,
            atom_of_slot: list.slots().atom_of_slot.clone(),
            ulisttot: batch.ulisttot.clone(),
            items: self.items.clone(),
            w0: self.w0.clone(),
            starts: self.starts.clone(),
            bzero: self.bzero.clone(),
            blist: self.blist.clone(),
            width: space.natural_width(),
        };
        space.parallel_for("compute_bi", TeamPolicy::new(tiles, AUTO), &functor)
    }

    /// One row per atom.
    pub fn rows(&self) -> Result<Vec<Vec<f64>>> {
        let (natoms, count) = (self.blist.extent(0), self.blist.extent(1));
        let by_descriptor = self.blist.to_vec()?;
        let row = |atom| {
            (0..count)
                .map(|k| by_descriptor[k * natoms + atom])
                .collect()
        };
        Ok((0..natoms).map(row).collect())
    }
}
