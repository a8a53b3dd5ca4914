//! The adjoint form with U in scratch.

use portax::layout::Layout;
use portax::{Result, View};

use super::{Builder, C64};
use crate::standard::levels::half;
use crate::standard::rows::{ComputeDeidrjRows, ComputeUiRows, values};
use crate::standard::rungs::{UI_NEIGHBORS, YI_ATOMS};

impl Builder<'_> {
    /// From pairs to Y with U in scratch; compute_yi reads the sums in layout `U`.
    pub(super) fn y_of_rows<L: Layout, U: Layout>(&mut self) -> Result<View<C64, 2, L>> {
        let ulisttot = self.ui_rows::<L, 1>()?;
        let all = self.transposed::<L, U>(&ulisttot, self.inputs.slots())?;
        self.yi::<U, L, 1>(&all)
    }

    /// All stages, each thread with several atoms or neighbours at once where scratch has room for them.
    pub(super) fn in_batches<L: Layout>(&mut self, directions: usize) -> Result<()> {
        let of_batch = values(self.inputs.twojmax, UI_NEIGHBORS);
        let ulisttot = if self.plan.ui.fits(self.room.space, of_batch) {
            self.ui_rows::<L, UI_NEIGHBORS>()?
        } else {
            self.ui_rows::<L, 1>()?
        };
        let batch = self.room.space.natural_width() * YI_ATOMS;
        let slots = self.inputs.slots().next_multiple_of(batch);
        let all = self.transposed::<L, L>(&ulisttot, slots)?;
        let ylist = self.yi::<L, L, YI_ATOMS>(&all)?;
        self.deidrj_fused(&ylist, directions)
    }

    /// compute_ui, so many neighbours at once.
    fn ui_rows<L: Layout, const NEIGHBORS: usize>(&mut self) -> Result<View<C64, 2, L>> {
        let (inputs, twojmax) = (self.inputs, self.inputs.twojmax);
        let ulisttot = self
            .room
            .view("ulisttot_half", [inputs.slots(), half(twojmax)])?;
        self.reset::<L>(&ulisttot, &inputs.tables.self_half)?;
        let (slots, batches) = (inputs.slots(), inputs.neighbors() / NEIGHBORS);
        let values = values(twojmax, NEIGHBORS);
        let deal = (self.plan.ui).with_scratch(self.room.space, slots, batches, values);
        let functor = ComputeUiRows::<L, NEIGHBORS> {
            pairs: inputs.pairs.clone(),
            root: inputs.tables.root.clone(),
            ulisttot: ulisttot.clone(),
            deal: deal.clone(),
            atomic: usize::from(self.plan.ui.shares_atoms()),
            twojmax,
        };
        self.stage("compute_ui", &deal, &functor)?;
        Ok(ulisttot)
    }

    /// The derivatives with U in scratch, contracted at once.
    pub(super) fn deidrj_fused<L: Layout>(
        &mut self,
        ylist: &View<C64, 2, L>,
        directions: usize,
    ) -> Result<()> {
        let none = self.room.view("none", [0; 4])?;
        self.deidrj_rows(ylist, &none, directions)
    }

    /// The derivatives with U in scratch, kept in `dulist` unless that is empty.
    pub(super) fn deidrj_rows<L: Layout>(
        &mut self,
        ylist: &View<C64, 2, L>,
        dulist: &View<C64, 4>,
        directions: usize,
    ) -> Result<()> {
        let (inputs, space) = (self.inputs, self.room.space);
        let values = values(inputs.twojmax, 1 + directions);
        let (slots, neighbors) = (inputs.slots(), inputs.neighbors());
        let deal = (self.plan.pairs).with_scratch(space, slots, neighbors, values);
        let kept = !dulist.is_empty();
        let name = if kept {
            "compute_duidrj"
        } else {
            "compute_deidrj"
        };
        for first in (0..3).step_by(directions) {
            let functor = ComputeDeidrjRows {
                pairs: inputs.pairs.clone(),
                root: inputs.tables.root.clone(),
                ylist: ylist.clone(),
                dulist: dulist.clone(),
                dedr: self.dedr.clone(),
                first,
                deal: deal.clone(),
                directions,
                kept: usize::from(kept),
                twojmax: inputs.twojmax,
            };
            self.stage(name, &deal, &functor)?;
        }
        Ok(())
    }
}
