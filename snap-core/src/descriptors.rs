//! The descriptors, all bispectrum components of an atom, straight from V (FAST_SNAP section 6, "All B").

use portax::{AUTO, AoSoA, Complex, Float, Functor, Result, TeamKernel, TeamPolicy, View, kernel};

use crate::snap::{Given, Values, list, rounded};
use crate::tables::{BispectrumItem, BispectrumTerms, CubicForm, bzero};

/// B_k = sum over the terms of k of W0 Re(V V conj(V)) - B0_k, for each atom of a batch.
#[derive(Functor)]
pub struct ComputeBi<T: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// [`BispectrumTerms::items`](crate::tables::BispectrumTerms::items).
    pub items: View<[i32; 4], 1>,
    /// [`BispectrumTerms::w0`](crate::tables::BispectrumTerms::w0).
    pub w0: View<T, 1>,
    /// [`BispectrumTerms::starts`](crate::tables::BispectrumTerms::starts).
    pub starts: View<i32, 1>,
    /// B0, subtracted from each descriptor.
    pub bzero: View<f64, 1>,
    /// Descriptors, `[natoms, descriptors]`, in LAMMPS' order.
    pub blist: View<f64, 2>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

// SAFETY: every atom has one slot, every slot one lane of one team, and every descriptor one thread.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for ComputeBi<T> {
    fn compute_bi(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let v = self.ulisttot.tile(t);
        parallel_for(TeamThreadRange(team, self.bzero.extent(0)), |k| {
            let (begin, end) = (self.starts[k], self.starts[k + 1]);
            for lane in team.lanes() {
                let mut b: f64 = 0.0;
                for n in begin..end {
                    let item = BispectrumItem::of(self.items[n]);
                    let p = v[(lane, item.first)] * v[(lane, item.second)];
                    let c = v[(lane, item.third)];
                    b += self.w0[n] as f64 * (p.re * c.re + p.im * c.im) as f64;
                }
                let atom = self.atom_of_slot[lane + tile * self.width];
                if atom >= 0 {
                    self.blist[(atom, k)] = b - self.bzero[k];
                }
            }
        });
    }
}

/// Tables and results of compute_bi.
pub(crate) struct Descriptors<T: Float> {
    items: View<[i32; 4], 1>,
    w0: View<T, 1>,
    starts: View<i32, 1>,
    bzero: View<f64, 1>,
    blist: View<f64, 2>,
}

impl<T: Float> Descriptors<T> {
    /// The tables of a potential that is supported, and room for the descriptors of all atoms.
    pub fn new(given: &Given<'_>) -> Result<Self> {
        let (space, params) = (given.space, given.potential.params());
        let terms = BispectrumTerms::new(&CubicForm::new(params.twojmax, params.bnormflag));
        let mut isolated = bzero(params.twojmax, params.bnormflag);
        if !params.bzeroflag {
            isolated.fill(0.0);
        }
        let extents = [given.atoms.energies.len(), isolated.len()];
        Ok(Self {
            items: list(space, "bi_items", &terms.items)?,
            w0: list(space, "bi_w0", &rounded(&terms.w0))?,
            starts: list(space, "bi_starts", &terms.starts)?,
            bzero: list(space, "bzero", &isolated)?,
            blist: View::new(space, "blist", extents)?,
        })
    }

    /// Computes those of a batch of `tiles` whose V are present.
    pub fn compute(&self, given: &Given<'_>, values: &Values<T>, tiles: usize) -> Result<()> {
        let functor = ComputeBi {
            first: values.first.clone(),
            ntiles: given.ntiles() as i32,
            atom_of_slot: given.list.slots().atom_of_slot.clone(),
            ulisttot: values.ulisttot.clone(),
            items: self.items.clone(),
            w0: self.w0.clone(),
            starts: self.starts.clone(),
            bzero: self.bzero.clone(),
            blist: self.blist.clone(),
            width: given.width(),
        };
        let policy = TeamPolicy::new(tiles, AUTO);
        given.space.parallel_for("compute_bi", policy, &functor)
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
