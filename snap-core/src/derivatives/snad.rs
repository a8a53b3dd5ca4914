//! compute_snad: the sums of dB/dr that belong to an atom, or those of dB/dr times positions.

use portax::{
    AUTO, AoSoA, Comptime, Functor, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use crate::neighbor::image_shift;
use crate::snap::{Given, Stage, list};
use crate::tables::DescriptorClasses;
use crate::work::Work;

/// Direction of the derivative of each component, xx yy zz yz xz xy; without positions the first three are x y z.
const DIRECTION: [i32; 6] = [0, 1, 2, 1, 0, 0];
/// Axis of the position.
const AXIS: [i32; 6] = [0, 1, 2, 2, 2, 1];

/// What is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Comptime)]
pub enum Sums {
    /// Derivatives.
    Derivatives,
    /// Derivatives times positions.
    Virials,
}

impl Sums {
    /// Number of components: x y z, or xx yy zz yz xz xy.
    #[must_use]
    pub const fn components(self) -> usize {
        match self {
            Self::Derivatives => 3,
            Self::Virials => 6,
        }
    }
}

/// Adds what the atoms of a round say of every atom: the sum over its own pairs, less the pairs whose neighbour it is, by the type
/// of the central atom.
#[derive(Functor)]
pub struct ComputeSnad {
    /// Number of each tile of the round.
    pub tile_number: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Tiles of a round.
    pub round: i32,
    /// Densities.
    pub densities: i32,
    /// Most pairs of a slot and a density.
    pub slot_pairs: i32,
    /// Slot of each atom.
    pub slot_of_atom: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Type of each atom.
    pub kind: View<i32, 1>,
    /// Element of each atom.
    pub element: View<i32, 1>,
    /// Pairs with neighbour i are `reverse_entry[reverse_start[i]..reverse_start[i + 1]]`.
    pub reverse_start: View<i32, 1>,
    /// See [`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry).
    pub reverse_entry: View<i32, 1>,
    /// Number of the pair of each list entry, -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// Images of the listed neighbours, `[slots, max_neighbors]`.
    pub image: View<i32, 2, AoSoA>,
    /// The cell, see [`image_shift`](crate::neighbor::image_shift).
    pub cell: View<f64, 1>,
    /// Positions, `[natoms, 3]`.
    pub x: View<f64, 2>,
    /// dB/dr, see [`ComputeDbidrj`](super::ComputeDbidrj).
    pub dblist: View<f64, 3>,
    /// B by class, `[round slots, classes]`; none without products.
    pub blist: View<f64, 2, AoSoA>,
    /// Class of each descriptor.
    pub class: View<i32, 1>,
    /// B of an isolated atom that are subtracted, `[descriptors, elements]`.
    pub isolated: View<f64, 2>,
    /// The two descriptors of each product; none without quadraticflag.
    pub products: [View<i32, 1>; 2],
    /// Direction of the derivative of each component.
    pub direction: View<i32, 1>,
    /// Axis of the position that it is multiplied with.
    pub axis: View<i32, 1>,
    /// Sums, `[columns * components * types, natoms]`.
    pub snad: View<f64, 2>,
    /// Is every descriptor a class?
    #[comptime]
    pub is_class: bool,
    /// What is summed.
    #[comptime]
    pub what: Sums,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

/// Whose derivatives they are.
#[derive(Clone, Copy)]
struct Pair<I> {
    /// Slot of the central atom in the round.
    slot: I,
    /// The same of dB/dr, which has the slots of one density behind those of another.
    row: I,
    /// Number of the pair there.
    number: I,
    /// Element of the central atom.
    element: I,
}

/// What is summed of a derivative.
#[derive(Clone, Copy)]
struct Component<I> {
    number: I,
    /// Direction of the derivative.
    direction: I,
    /// Axis of the position that it is multiplied with.
    axis: I,
}

#[device(unchecked)]
impl ComputeSnad {
    /// B of descriptor `k` of a central atom, and its derivative.
    fn descriptor(&self, pair: Pair<Int>, k: i32, direction: Int) -> (f64, f64) {
        let class = self.class[k];
        let b = self.blist[(pair.slot, class)] - self.isolated[(k, pair.element)];
        let row = class + direction * (self.dblist.extent(0) / 3);
        (b, self.dblist[(row, pair.number, pair.row)])
    }

    /// The derivative of column `q` in a direction: of a descriptor or, behind them, of a product.
    fn derivative(&self, pair: Pair<Int>, q: Index, direction: Int) -> f64 {
        let linear = self.class.extent(0);
        let first = direction * (self.dblist.extent(0) / 3);
        let mut value: f64 = 0.0;
        if q < linear {
            if comptime!(self.is_class) {
                value = self.dblist[(q + first, pair.number, pair.row)];
            } else {
                let row = self.class[q] + first;
                value = self.dblist[(row, pair.number, pair.row)];
            }
        } else {
            let i = self.products[0][q - linear];
            let j = self.products[1][q - linear];
            let (a, da) = self.descriptor(pair, i, direction);
            let (b, db) = self.descriptor(pair, j, direction);
            value = a * db;
            if i != j {
                value += b * da;
            }
        }
        value
    }

    /// Is a tile of the system one of the round's?
    fn has(&self, tile: Int) -> bool {
        tile >= self.tile_number[0] && tile < self.tile_number[0] + self.round && tile < self.ntiles
    }

    /// Row of the first column of component `c` among the sums.
    fn first_row(&self, kind: Int, c: Int) -> Int {
        let columns = self.class.extent(0) + self.products[0].extent(0);
        (kind * comptime!(self.what.components()) + c) * columns
    }

    /// Adds what the own pairs say of column `q`.
    fn add_own(&self, i: Int, c: Component<Int>, q: Index) {
        let slot = self.slot_of_atom[i] as Int;
        let tile = slot / self.width;
        if slot >= 0 && self.has(tile) {
            let mut sum: f64 = 0.0;
            let here = slot - self.tile_number[0] * self.width;
            for density in 0..self.densities {
                let pair = Pair::<Int> {
                    slot: here,
                    row: here + density * self.round * self.width,
                    number: self.dblist.extent(1) - 1,
                    element: self.element[i] as Int,
                };
                sum += self.derivative(pair, q, c.direction);
            }
            if comptime!(self.what == Sums::Virials) {
                sum *= self.x[(i, c.axis)];
            }
            let row = q + self.first_row(self.kind[i] as Int, c.number);
            self.snad[(row, i)] += sum;
        }
    }

    /// Subtracts what another atom says of column `q`, in whose list this one is entry number `entry`.
    fn subtract_other(&self, i: Int, c: Component<Int>, q: Index, entry: Int) {
        // Entry k of a slot's list is number (tile * max_neighbors + k) * width + lane.
        let listed = self.image.extent(1);
        let tile = entry / self.width / listed;
        let place = self.place[entry] as Int;
        if self.has(tile) && place >= 0 {
            let lane = entry % self.width;
            let here = (tile - self.tile_number[0]) * self.width + lane;
            let number = place / self.width;
            let density = number / self.slot_pairs / self.ntiles;
            let of = tile * self.width + lane;
            let j = self.atom_of_slot[of] as Int;
            let pair = Pair::<Int> {
                slot: here,
                row: here + density * self.round * self.width,
                number: number % self.slot_pairs,
                element: self.element[j] as Int,
            };
            let mut value = self.derivative(pair, q, c.direction);
            if comptime!(self.what == Sums::Virials) {
                let image: i32 = self.image[(of, entry / self.width % listed)];
                let shift = image_shift(self.cell, image);
                value *= self.x[(i, c.axis)] + shift[c.axis];
            }
            let row = q + self.first_row(self.kind[j] as Int, c.number);
            self.snad[(row, i)] -= value;
        }
    }
}

// SAFETY: a team has an atom, each of whose sums is one lane's; numbers of entries and pairs come from validated lists and
// compute_rij.
#[kernel(unchecked)]
unsafe impl TeamKernel for ComputeSnad {
    fn compute_snad(&self, team: Team) {
        let i = team.league_rank();
        let columns = self.class.extent(0) + self.products[0].extent(0);
        let blocks = (columns + comptime!(self.width - 1)) / self.width;
        let (begin, end) = (self.reverse_start[i], self.reverse_start[i + 1]);
        parallel_for(
            TeamThreadRange(team, blocks * comptime!(self.what.components())),
            |u| {
                let c = u / blocks;
                let component = Component::<Int> {
                    number: c,
                    direction: self.direction[c] as Int,
                    axis: self.axis[c] as Int,
                };
                for lane in team.lanes() {
                    let q = lane + (u % blocks) * self.width;
                    if q < columns {
                        self.add_own(i, component, q);
                        for n in begin..end {
                            self.subtract_other(i, component, q, self.reverse_entry[n] as Int);
                        }
                    }
                }
            },
        );
    }
}

/// The columns of a potential on a space.
pub(super) struct Columns {
    class: View<i32, 1>,
    isolated: View<f64, 2>,
    products: [View<i32, 1>; 2],
    direction: View<i32, 1>,
    axis: View<i32, 1>,
    /// Type of each atom.
    kind: View<i32, 1>,
    /// Types.
    kinds: usize,
}

impl Columns {
    /// Those of a potential, for atoms of these types.
    pub fn new(given: &Given<'_>, types: &[usize], kinds: usize) -> Result<Self> {
        let (space, potential) = (given.space, given.potential);
        let class = DescriptorClasses::new(given.twojmax(), given.densities()).class;
        let elements = potential.elements().len();
        let isolated: Vec<f64> = (0..elements).flat_map(|e| potential.isolated(e)).collect();
        let count = match potential.params().quadraticflag {
            true => class.len(),
            false => 0,
        };
        let products = || (0..count).flat_map(|i| (i..count).map(move |j| [i as i32, j as i32]));
        let factor = |n: usize| products().map(|p| p[n]).collect::<Vec<_>>();
        let kind: Vec<i32> = types.iter().map(|&kind| kind as i32).collect();
        Ok(Self {
            isolated: View::from_slice(space, "isolated", [class.len(), elements], &isolated)?,
            class: list(space, "class", &class)?,
            products: [
                list(space, "product_first", &factor(0))?,
                list(space, "product_second", &factor(1))?,
            ],
            direction: list(space, "direction", &DIRECTION)?,
            axis: list(space, "axis", &AXIS)?,
            kind: list(space, "kind", &kind)?,
            kinds,
        })
    }

    /// Whether there are products of descriptors.
    pub fn has_products(&self) -> bool {
        !self.products[0].is_empty()
    }

    /// Number of columns of a component.
    pub fn count(&self) -> usize {
        self.class.len() + self.products[0].len()
    }

    /// The kernel for sums that begin at 0.
    pub fn sums(&self, p: &Parts<'_>, what: Sums) -> Result<ComputeSnad> {
        let &Given {
            atoms, list, space, ..
        } = p.given;
        let rows = self.count() * what.components() * self.kinds;
        Ok(ComputeSnad {
            tile_number: p.room.to_v.values.tile_number.clone(),
            ntiles: p.given.ntiles() as i32,
            round: p.round_tiles as i32,
            densities: p.given.densities() as i32,
            slot_pairs: p.room.to_v.densities[0].geometry.extent(2) as i32,
            slot_of_atom: list.slots().slot_of_atom.clone(),
            atom_of_slot: list.slots().atom_of_slot.clone(),
            kind: self.kind.clone(),
            element: atoms.element.clone(),
            reverse_start: list.reverse_start().clone(),
            reverse_entry: list.reverse_entry().clone(),
            place: p.room.to_v.near.place.clone(),
            image: list.image().clone(),
            cell: list.cell().clone(),
            x: atoms.x.clone(),
            dblist: p.room.dblist.clone(),
            blist: p.room.blist.clone(),
            class: self.class.clone(),
            isolated: self.isolated.clone(),
            products: self.products.clone(),
            direction: self.direction.clone(),
            axis: self.axis.clone(),
            snad: View::new(space, "snad", [rows, atoms.x.extent(0)])?,
            is_class: p.given.densities() == 1,
            what,
            width: p.given.width(),
        })
    }
}

impl ComputeSnad {
    /// The stage that adds the present round.
    pub(super) fn stage(&self, given: &Given<'_>) -> Result<Stage> {
        let policy = TeamPolicy::new(self.snad.extent(1), AUTO);
        Stage::new(given.space, "compute_snad", policy, self, Work::default())
    }
}
