//! compute_zi: the gradient of every descriptor with respect to V.

use portax::{
    AUTO, AoSoA, Complex, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use crate::snap::{Given, Stage, list, rows};
use crate::tables::BispectrumGradients;
use crate::work::Work;

/// Z = dB/dV of each atom of a batch, `dB = sum Re(conj(Z) dV)`: a value is a sum of products of two V, one of them a
/// conjugate or not. LAMMPS' Z_j has those of one j and sums of them serve several descriptors; here every descriptor has its own.
#[derive(Functor)]
pub struct ComputeZi {
    /// Number of each tile of the round.
    pub tile_number: View<i32, 1>,
    /// First tile of the batch, counted from the round's; one element.
    pub batch: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// V, `[round slots, values]`.
    pub ulisttot: View<Complex<f64>, 2, AoSoA>,
    /// [`BispectrumGradients::items`](crate::tables::BispectrumGradients::items).
    pub items: View<IntRow<4>, 1>,
    /// [`BispectrumGradients::w`](crate::tables::BispectrumGradients::w).
    pub w: View<f64, 1>,
    /// [`BispectrumGradients::starts`](crate::tables::BispectrumGradients::starts).
    pub starts: View<i32, 1>,
    /// Z, `[batch slots, values of all rows]`.
    pub zlist: View<Complex<f64>, 2, AoSoA>,
}

/// The factors of a product, as offsets of V.
#[derive(Clone, Copy)]
struct Factors<I> {
    first: I,
    second: I,
}

impl<I> Factors<I> {
    #[inline(always)]
    fn of([first, second, _, _]: [I; 4]) -> Self {
        Self { first, second }
    }
}

#[device(unchecked)]
impl ComputeZi {
    /// Products of one value, all with a conjugate or all without.
    fn sum<const CONJUGATE: usize>(
        &self,
        v: View<Complex<f64>, 2, portax::layout::InTile>,
        begin: Int,
        end: Int,
        lane: Index,
    ) -> Complex<f64> {
        let mut sum: Complex<f64> = 0.0;
        for n in begin..end {
            let item = Factors::of(self.items[n]);
            let (a, b) = (v[(lane, item.first)], v[(lane, item.second)]);
            if CONJUGATE == 1 {
                sum += self.w[n] * (b * a.conj());
            } else {
                sum += self.w[n] * (b * a);
            }
        }
        sum
    }
}

// SAFETY: a team writes its own tile only, and every value has one thread; tables point into V.
#[kernel(unchecked)]
unsafe impl TeamKernel for ComputeZi {
    fn compute_zi(&self, team: Team) {
        let t = team.league_rank();
        let of_round = t + self.batch[0];
        if of_round + self.tile_number[0] >= self.ntiles {
            return;
        }
        let (v, z) = (self.ulisttot.tile(of_round), self.zlist.tile(t));
        parallel_for(TeamThreadRange(team, self.zlist.extent(1)), |q| {
            let (begin, end) = (self.starts[q * 2], self.starts[q * 2 + 2]);
            let middle = self.starts[q * 2 + 1];
            for lane in team.lanes() {
                z[(lane, q)] = self.sum::<0>(v, begin as Int, middle as Int, lane)
                    + self.sum::<1>(v, middle as Int, end as Int, lane);
            }
        });
    }
}

/// The tables on a space.
pub(super) struct Tables {
    items: View<IntRow<4>, 1>,
    w: View<f64, 1>,
    starts: View<i32, 1>,
    /// Values of all rows.
    pub nvalues: usize,
}

impl Tables {
    pub fn new(given: &Given<'_>, gradients: &BispectrumGradients) -> Result<Self> {
        let space = given.space;
        Ok(Self {
            items: rows(space, "zi_items", &gradients.items)?,
            w: list(space, "zi_w", &gradients.w)?,
            starts: list(space, "zi_starts", &gradients.starts)?,
            nvalues: gradients.nvalues(),
        })
    }
}

pub(super) fn stage(p: &Parts<'_>) -> Result<Stage> {
    let (tables, room) = (&p.tables.zi, p.room);
    let functor = ComputeZi {
        tile_number: room.to_v.values.tile_number.clone(),
        batch: room.batch.clone(),
        ntiles: p.given.ntiles() as i32,
        ulisttot: room.to_v.values.ulisttot.clone(),
        items: tables.items.clone(),
        w: tables.w.clone(),
        starts: tables.starts.clone(),
        zlist: room.zlist.clone(),
    };
    let policy = TeamPolicy::new(p.batch_tiles, AUTO);
    Stage::new(
        p.given.space,
        "compute_zi",
        policy,
        &functor,
        Work::default(),
    )
}
