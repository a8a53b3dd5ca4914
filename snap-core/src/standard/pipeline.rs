//! The stages of a rung, prepared.

use portax::layout::Layout;
use portax::{AoSoA, Complex, LayoutLeft, LayoutRight, Result, TeamKernel, View};

use super::dbidrj::{ComputeBi, ComputeDbidrj};
use super::deal::{Deal, Dealt};
use super::deidrj::{ComputeDeidrj, SumDescriptors};
use super::duidrj::ComputeDuidrj;
use super::forces::ComputeForces;
use super::inputs::Inputs;
use super::levels::{full, half};
use super::rij::ComputeRij;
use super::room::Room;
use super::rows::{ComputeDeidrjRows, ComputeUiRows, values};
use super::rungs::{Gradient, Layouts, Plan, Wigner};
use super::sums::{Reset, Transpose};
use super::tables::sources;
use super::ui::ComputeUi;
use super::zi::{ComputeYi, ComputeZi};
use crate::snap::{Stage, list};
use crate::work::Work;

type C64 = Complex<f64>;

/// The stages, and what they leave.
pub(super) struct Pipeline {
    pub stages: Vec<Stage>,
    /// Forces, `[slots, 3]`.
    pub f: View<f64, 2>,
    /// The descriptors, where the rung has them.
    pub blist: Option<View<f64, 2, LayoutRight>>,
}

/// Makes the stages one after the other.
struct Builder<'a> {
    room: &'a Room<'a>,
    inputs: &'a Inputs,
    plan: Plan,
    stages: Vec<Stage>,
    dedr: View<f64, 3>,
}

impl Pipeline {
    /// The stages of a plan.
    ///
    /// # Errors
    /// [`portax::Error::OutOfMemory`]; what the space refuses.
    pub fn new(room: &Room<'_>, inputs: &Inputs, plan: Plan) -> Result<Self> {
        let mut builder = Builder {
            room,
            inputs,
            plan,
            stages: vec![],
            dedr: room.view("dedr", [inputs.slots(), inputs.neighbors(), 3])?,
        };
        builder.rij()?;
        let mut blist = None;
        match (plan.gradient, plan.wigner, plan.layouts) {
            (Gradient::Descriptors, ..) => blist = Some(builder.pre_adjoint::<LayoutRight>()?),
            (_, Wigner::Kept, Layouts::Right) => builder.kept::<LayoutRight, LayoutRight>()?,
            (_, Wigner::Kept, Layouts::Left) => builder.kept::<LayoutLeft, LayoutLeft>()?,
            (_, Wigner::Kept, _) => builder.kept::<LayoutLeft, LayoutRight>()?,
            (_, Wigner::DerivativesKept, _) => {
                let ylist = builder.y_of_rows::<LayoutLeft, LayoutRight>()?;
                let dulist = builder.room.view("dulist", builder.dulist())?;
                builder.deidrj_rows(&ylist, &dulist, 3)?;
                builder.deidrj(&ylist, &dulist)?;
            }
            (_, Wigner::Scratch(directions), Layouts::Tiled) => {
                let ylist = builder.y_of_rows::<AoSoA, AoSoA>()?;
                builder.deidrj_rows(&ylist, &builder.room.view("none", [0; 4])?, directions)?;
            }
            (_, Wigner::Scratch(directions), _) => {
                let ylist = builder.y_of_rows::<LayoutLeft, LayoutRight>()?;
                builder.deidrj_rows(&ylist, &builder.room.view("none", [0; 4])?, directions)?;
            }
        }
        let f = builder.forces()?;
        Ok(Self {
            stages: builder.stages,
            f,
            blist,
        })
    }
}

impl Builder<'_> {
    fn deal(&self, deal: Deal, items: usize) -> Dealt {
        deal.of(self.room.space, self.inputs.slots(), items)
    }

    /// Adds a stage.
    fn stage<K: TeamKernel>(
        &mut self,
        name: &'static str,
        deal: &Dealt,
        functor: &K,
    ) -> Result<()> {
        let launch = self.room.space.prepare(name, deal.policy(), functor)?;
        self.stages.push(Stage::of(name, launch, Work::default()));
        Ok(())
    }

    /// Extents of the derivatives of U, all rows.
    fn dulist(&self) -> [usize; 4] {
        let inputs = self.inputs;
        [inputs.slots(), inputs.neighbors(), full(inputs.twojmax), 3]
    }

    fn rij(&mut self) -> Result<()> {
        let inputs = self.inputs;
        let deal = self.deal(Deal::AtomsFastest, inputs.neighbors());
        let functor = ComputeRij {
            x: inputs.x.clone(),
            cell: inputs.list.cell().clone(),
            atom_of_slot: inputs.list.slots().atom_of_slot.clone(),
            count: inputs.list.count().clone(),
            neighbor: inputs.list.neighbor().clone(),
            image: inputs.list.image().clone(),
            weight: inputs.weight,
            rij: inputs.pairs.rij.clone(),
            deal: deal.clone(),
        };
        self.stage("compute_rij", &deal, &functor)
    }

    fn reset<L: Layout>(&mut self, values: &View<C64, 2, L>, initial: &View<f64, 1>) -> Result<()> {
        let deal = self.deal(Deal::AtomsFastest, initial.len());
        let functor = Reset {
            values: values.clone(),
            initial: initial.clone(),
            deal: deal.clone(),
        };
        self.stage("reset", &deal, &functor)
    }

    /// compute_ui that keeps U of every pair; U and their sums.
    fn ui<L: Layout>(&mut self) -> Result<(View<C64, 3, L>, View<C64, 2, L>)> {
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
    fn duidrj<L: Layout>(&mut self, ulist: &View<C64, 3, L>) -> Result<View<C64, 4, L>> {
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

    /// Ulisttot in another layout, from all rows or from half of them.
    fn transposed<F: Layout, L: Layout>(
        &mut self,
        from: &View<C64, 2, F>,
    ) -> Result<View<C64, 2, L>> {
        let twojmax = self.inputs.twojmax;
        let sources = sources(twojmax, from.extent(1) != full(twojmax));
        let to = self
            .room
            .view("ulisttot", [self.inputs.slots(), sources.len()])?;
        let deal = self.deal(Deal::AtomsFastest, sources.len());
        let functor = Transpose {
            from: from.clone(),
            source: list(self.room.space, "sources", &sources)?,
            to: to.clone(),
            deal: deal.clone(),
        };
        self.stage("transpose_ui", &deal, &functor)?;
        Ok(to)
    }

    fn yi<U: Layout, L: Layout>(&mut self, ulisttot: &View<C64, 2, U>) -> Result<View<C64, 2, L>> {
        let (slots, tables) = (self.inputs.slots(), &self.inputs.tables);
        let ylist = self
            .room
            .view("ylist", [slots, half(self.inputs.twojmax)])?;
        self.reset(&ylist, &tables.zero_half)?;
        let deal = self.deal(self.plan.zi, tables.items.len());
        let functor = ComputeYi {
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

    fn deidrj<L: Layout>(
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
    fn kept<L: Layout, U: Layout>(&mut self) -> Result<()> {
        let (ulist, ulisttot) = self.ui::<L>()?;
        let ylist = match self.plan.layouts {
            Layouts::Transposed => {
                let transposed = self.transposed::<L, U>(&ulisttot)?;
                self.yi::<U, L>(&transposed)?
            }
            _ => self.yi::<L, L>(&ulisttot)?,
        };
        let dulist = self.duidrj(&ulist)?;
        self.deidrj(&ylist, &dulist)
    }

    /// From pairs to Y with U in scratch; compute_yi reads the sums in layout `U`.
    fn y_of_rows<L: Layout, U: Layout>(&mut self) -> Result<View<C64, 2, L>> {
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
    fn deidrj_rows<L: Layout>(
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

    /// The form before the adjoint one: all Z, derivatives of all descriptors. Gives the descriptors.
    fn pre_adjoint<L: Layout>(&mut self) -> Result<View<f64, 2, L>> {
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

    fn zi<L: Layout>(&mut self, ulisttot: &View<C64, 2, L>) -> Result<View<C64, 2, L>> {
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

    fn bi<L: Layout>(
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

    fn dbidrj<L: Layout>(
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

    fn forces(&mut self) -> Result<View<f64, 2>> {
        let inputs = self.inputs;
        let f = self.room.view("f", [inputs.slots(), 3])?;
        let deal = self.deal(Deal::AtomsFastest, 3);
        let functor = ComputeForces {
            dedr: self.dedr.clone(),
            reverse_start: inputs.list.reverse_start().clone(),
            reverse_entry: inputs.list.reverse_entry().clone(),
            natoms: inputs.x.extent(0) as i32,
            max_neighbors: inputs.list.max_neighbors() as i32,
            f: f.clone(),
            deal: deal.clone(),
            width: self.room.space.natural_width(),
        };
        self.stage("compute_forces", &deal, &functor)?;
        Ok(f)
    }
}
