//! The adjoint form with U in memory.

use portax::layout::Layout;
use portax::{Result, View};

use super::{Builder, C64};
use crate::snap::rows;
use crate::standard::deal::Deal;
use crate::standard::deidrj::ComputeDeidrj;
use crate::standard::duidrj::ComputeDuidrj;
use crate::standard::levels::{full, half};
use crate::standard::rungs::Layouts;
use crate::standard::sums::Transpose;
use crate::standard::symmetry::sources;
use crate::standard::ui::ComputeUi;
use crate::standard::zi::ComputeYi;

impl Builder<'_> {
    /// compute_ui that keeps U of every pair; U and their sums.
    pub(super) fn ui<L: Layout>(&mut self) -> Result<(View<C64, 3, L>, View<C64, 2, L>)> {
        let inputs = self.inputs;
        let [slots, neighbors, count, _] = self.dulist();
        let ulist = self.room.view("ulist", [slots, neighbors, count])?;
        let ulisttot = self.room.view("ulisttot", [slots, count])?;
        self.reset(&ulisttot, &inputs.tables.self_full)?;
        let deal = self.deal(self.plan.ui, neighbors);
        let functor = ComputeUi {
            pairs: inputs.pairs.clone(),
            root: inputs.tables.root.clone(),
            ulist: ulist.clone(),
            ulisttot: ulisttot.clone(),
            deal: deal.clone(),
            atomic: usize::from(self.plan.ui.shares_atoms()),
            twojmax: inputs.twojmax,
        };
        self.stage("compute_ui", &deal, &functor)?;
        Ok((ulist, ulisttot))
    }

    /// compute_duidrj that keeps the derivatives of every pair.
    pub(super) fn duidrj<L: Layout>(&mut self, ulist: &View<C64, 3, L>) -> Result<View<C64, 4, L>> {
        let dulist = self.room.view("dulist", self.dulist())?;
        let deal = self.deal(self.plan.pairs, self.inputs.neighbors());
        let functor = ComputeDuidrj {
            pairs: self.inputs.pairs.clone(),
            root: self.inputs.tables.root.clone(),
            ulist: ulist.clone(),
            dulist: dulist.clone(),
            deal: deal.clone(),
            twojmax: self.inputs.twojmax,
        };
        self.stage("compute_duidrj", &deal, &functor)?;
        Ok(dulist)
    }

    /// Ulisttot in another layout, from all rows or from half of them, with room for so many slots.
    pub(super) fn transposed<F: Layout, L: Layout>(
        &mut self,
        from: &View<C64, 2, F>,
        slots: usize,
    ) -> Result<View<C64, 2, L>> {
        let twojmax = self.inputs.twojmax;
        let sources = sources(twojmax, from.extent(1) != full(twojmax));
        let to = self.room.view("ulisttot", [slots, sources.len()])?;
        let deal = self.deal(Deal::AtomsFastest, sources.len());
        let functor = Transpose {
            from: from.clone(),
            source: rows(self.room.space, "sources", &sources)?,
            to: to.clone(),
            deal: deal.clone(),
        };
        self.stage("transpose_ui", &deal, &functor)?;
        Ok(to)
    }

    /// compute_yi, so many vectors of atoms at once; `ulisttot` has room for whole batches, as Y will have.
    pub(super) fn yi<U: Layout, L: Layout, const ATOMS: usize>(
        &mut self,
        ulisttot: &View<C64, 2, U>,
    ) -> Result<View<C64, 2, L>> {
        let (inputs, tables) = (self.inputs, &self.inputs.tables);
        let extents = [ulisttot.extent(0), half(inputs.twojmax)];
        let ylist = self.room.view("ylist", extents)?;
        self.reset(&ylist, &tables.zero_half)?;
        let deal = self.deal(self.plan.zi, tables.items.len());
        let deal = deal.in_batches(ATOMS);
        let functor = ComputeYi::<U, L, ATOMS> {
            ulisttot: ulisttot.clone(),
            items: tables.items.clone(),
            coupling: tables.coupling.clone(),
            factors: tables.factors.clone(),
            ylist: ylist.clone(),
            deal: deal.clone(),
            atomic: usize::from(self.plan.zi.shares_atoms()),
        };
        self.stage("compute_yi", &deal, &functor)?;
        Ok(ylist)
    }

    pub(super) fn deidrj<L: Layout>(
        &mut self,
        ylist: &View<C64, 2, L>,
        dulist: &View<C64, 4, L>,
    ) -> Result<()> {
        let deal = self.deal(self.plan.pairs, self.inputs.neighbors());
        let functor = ComputeDeidrj {
            ylist: ylist.clone(),
            dulist: dulist.clone(),
            dedr: self.dedr.clone(),
            deal: deal.clone(),
            twojmax: self.inputs.twojmax,
        };
        self.stage("compute_deidrj", &deal, &functor)
    }

    /// The adjoint form with U in memory; compute_yi reads the sums in layout `U`.
    pub(super) fn kept<L: Layout, U: Layout>(&mut self) -> Result<()> {
        let (ulist, ulisttot) = self.ui::<L>()?;
        let ylist = match self.plan.layouts {
            Layouts::Transposed => {
                let transposed = self.transposed::<L, U>(&ulisttot, self.inputs.slots())?;
                self.yi::<U, L, 1>(&transposed)?
            }
            _ => self.yi::<L, L, 1>(&ulisttot)?,
        };
        let dulist = self.duidrj(&ulist)?;
        self.deidrj(&ylist, &dulist)
    }
}
