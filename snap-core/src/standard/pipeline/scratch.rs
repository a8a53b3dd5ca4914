//! The adjoint form with U in scratch.

use portax::layout::Layout;
use portax::{Result, View};

use super::{Builder, C64};
use crate::standard::levels::half;
use crate::standard::rows::{ComputeDeidrjRows, ComputeUiRows, values};

impl Builder<'_> {
    /// From pairs to Y with U in scratch; compute_yi reads the sums in layout `U`.
    pub(super) fn y_of_rows<L: Layout, U: Layout>(&mut self) -> Result<View<C64, 2, L>> {
        let (inputs, twojmax) = (self.inputs, self.inputs.twojmax);
        let ulisttot = self
            .room
            .view("ulisttot_half", [inputs.slots(), half(twojmax)])?;
        self.reset::<L>(&ulisttot, &inputs.tables.self_half)?;
        let (slots, neighbors) = (inputs.slots(), inputs.neighbors());
        let space = self.room.space;
        let deal = (self.plan.ui).with_scratch(space, slots, neighbors, values(twojmax, 0));
        let functor = ComputeUiRows {
            pairs: inputs.pairs.clone(),
            root: inputs.tables.root.clone(),
            ulisttot: ulisttot.clone(),
            deal: deal.clone(),
            atomic: usize::from(self.plan.ui.shares_atoms()),
            twojmax,
        };
        self.stage("compute_ui", &deal, &functor)?;
        let all = self.transposed::<L, U>(&ulisttot)?;
        self.yi::<U, L>(&all)
    }

    /// The derivatives with U in scratch, kept in `dulist` unless that is empty.
    pub(super) fn deidrj_rows<L: Layout>(
        &mut self,
        ylist: &View<C64, 2, L>,
        dulist: &View<C64, 4>,
        directions: usize,
    ) -> Result<()> {
        let (inputs, space) = (self.inputs, self.room.space);
        let values = values(inputs.twojmax, directions);
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
