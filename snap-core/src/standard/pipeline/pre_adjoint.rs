//! The form before the adjoint one: all Z, derivatives of all descriptors.

use portax::layout::Layout;
use portax::{Result, View};

use super::{Builder, C64};
use crate::standard::dbidrj::{ComputeBi, ComputeDbidrj};
use crate::standard::deidrj::SumDescriptors;
use crate::standard::zi::ComputeZi;

impl Builder<'_> {
    /// The form before the adjoint one: all Z, derivatives of all descriptors. Gives the descriptors.
    pub(super) fn pre_adjoint<L: Layout>(&mut self) -> Result<View<f64, 2, L>> {
        let (ulist, ulisttot) = self.ui::<L>()?;
        let zlist = self.zi(&ulisttot)?;
        let blist = self.bi(&ulisttot, &zlist)?;
        let dulist = self.duidrj(&ulist)?;
        let dblist = self.dbidrj(&zlist, &dulist)?;
        let deal = self.deal(self.plan.pairs, self.inputs.neighbors());
        let functor = SumDescriptors {
            beta: self.inputs.tables.beta.clone(),
            dblist,
            dedr: self.dedr.clone(),
            deal: deal.clone(),
        };
        self.stage("compute_deidrj", &deal, &functor)?;
        Ok(blist)
    }

    pub(super) fn zi<L: Layout>(&mut self, ulisttot: &View<C64, 2, L>) -> Result<View<C64, 2, L>> {
        let (slots, tables) = (self.inputs.slots(), &self.inputs.tables);
        let zlist = self.room.view("zlist", [slots, tables.items.len()])?;
        let deal = self.deal(self.plan.zi, tables.items.len());
        let functor = ComputeZi {
            ulisttot: ulisttot.clone(),
            items: tables.items.clone(),
            coupling: tables.coupling.clone(),
            zlist: zlist.clone(),
            deal: deal.clone(),
        };
        self.stage("compute_zi", &deal, &functor)?;
        Ok(zlist)
    }

    pub(super) fn bi<L: Layout>(
        &mut self,
        ulisttot: &View<C64, 2, L>,
        zlist: &View<C64, 2, L>,
    ) -> Result<View<f64, 2, L>> {
        let tables = &self.inputs.tables;
        let blist = self
            .room
            .view("blist", [self.inputs.slots(), tables.beta.len()])?;
        let deal = self.deal(self.plan.zi, tables.beta.len());
        let functor = ComputeBi {
            ulisttot: ulisttot.clone(),
            zlist: zlist.clone(),
            terms: tables.terms.clone(),
            term_factors: tables.term_factors.clone(),
            blist: blist.clone(),
            deal: deal.clone(),
        };
        self.stage("compute_bi", &deal, &functor)?;
        Ok(blist)
    }

    pub(super) fn dbidrj<L: Layout>(
        &mut self,
        zlist: &View<C64, 2, L>,
        dulist: &View<C64, 4, L>,
    ) -> Result<View<f64, 4, L>> {
        let (inputs, tables) = (self.inputs, &self.inputs.tables);
        let (neighbors, descriptors) = (inputs.neighbors(), tables.beta.len());
        let dblist = self
            .room
            .view("dblist", [inputs.slots(), neighbors, descriptors, 3])?;
        let mut deal = self.deal(self.plan.pairs, neighbors * descriptors);
        if !self.plan.thread_a_descriptor && self.plan.pairs.shares_atoms() {
            deal.chunk = descriptors as i32;
        }
        let functor = ComputeDbidrj {
            zlist: zlist.clone(),
            dulist: dulist.clone(),
            terms: tables.terms.clone(),
            term_factors: tables.term_factors.clone(),
            dblist: dblist.clone(),
            deal: deal.clone(),
        };
        self.stage("compute_dbidrj", &deal, &functor)?;
        Ok(dblist)
    }
}
