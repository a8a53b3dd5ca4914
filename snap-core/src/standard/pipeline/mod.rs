//! The stages of a rung, prepared.

mod kept;
mod pre_adjoint;
mod scratch;

use portax::layout::Layout;
use portax::{AoSoA, Complex, LayoutLeft, LayoutRight, Result, TeamKernel, View};

use super::deal::{Deal, Dealt};
use super::forces::ComputeForces;
use super::inputs::Inputs;
use super::levels::full;
use super::rij::ComputeRij;
use super::room::Room;
use super::rungs::{Gradient, Layouts, Plan, Wigner};
use super::sums::Reset;
use crate::snap::Stage;
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
            (_, Wigner::Scratch(directions), Layouts::Tiled) if plan.batches => {
                builder.in_batches::<AoSoA>(directions)?;
            }
            (_, Wigner::Scratch(directions), Layouts::Tiled) => {
                let ylist = builder.y_of_rows::<AoSoA, AoSoA>()?;
                builder.deidrj_fused(&ylist, directions)?;
            }
            (_, Wigner::Scratch(directions), _) => {
                let ylist = builder.y_of_rows::<LayoutLeft, LayoutRight>()?;
                builder.deidrj_fused(&ylist, directions)?;
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
        let launch = deal.prepare(self.room.space, name, functor)?;
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
