//! dB_i/dr_k on the host, atom by atom.

use std::collections::BTreeMap;

use portax::{AoSoA, Result, View};

use super::{Derivatives, Parts, Pass};
use crate::snap::Given;

/// dB_i/dr_k of one atom i and every k.
pub(crate) struct AtomGradients<'a> {
    /// The atom whose descriptors they are.
    pub of: usize,
    /// B of its classes; none without products of descriptors.
    pub b: &'a [f64],
    /// For each atom that moves, with all of its images: the derivatives of all classes for x, for y, and for z.
    pub by: BTreeMap<usize, Vec<f64>>,
}

impl Derivatives {
    /// Those of every atom that has neighbours within the cutoff, and of its own position.
    pub fn for_each_atom(
        &self,
        given: &Given<'_>,
        mut then: impl FnMut(AtomGradients<'_>),
    ) -> Result<()> {
        let list = given.list;
        let (atom_of_slot, count) = (list.slots().atom_of_slot.to_vec()?, list.count().to_vec()?);
        let neighbor = list.neighbor().to_vec()?;
        let (slots, width) = (list.slots().len(), given.width());
        let pass = Pass::new(given, self)?;
        let parts = &pass.parts(given, self);
        pass.run(given, |first| {
            let place = parts.room.to_v.near.place.to_vec()?;
            let round = Round::new(parts)?;
            let tiles = first..(first + parts.round_tiles).min(given.ntiles());
            for slot in tiles.start * width..tiles.end * width {
                let Ok(of) = usize::try_from(atom_of_slot[slot]) else {
                    continue;
                };
                let of_round = slot - first * width;
                let mut by = BTreeMap::new();
                for entry in 0..count[slot] as usize {
                    let row = slot / width * list.max_neighbors() + entry;
                    let Ok(pair) = usize::try_from(place[row * width + slot % width]) else {
                        continue;
                    };
                    let k = neighbor[entry * slots + slot] as usize;
                    let of_pair = round.of_pair(parts, of_round, pair);
                    add(&mut by, k, of_pair, 1.0);
                    add(&mut by, of, of_pair, -1.0);
                }
                let b = &round.b(of_round);
                then(AtomGradients { of, b, by });
            }
            Ok(())
        })
    }
}

/// Adds the derivatives of a pair, times a sign, to those by one of its atoms.
fn add(by: &mut BTreeMap<usize, Vec<f64>>, atom: usize, of_pair: &[f64], sign: f64) {
    let sum = by.entry(atom).or_insert_with(|| vec![0.0; of_pair.len()]);
    let terms = sum.iter_mut().zip(of_pair);
    terms.for_each(|(sum, x)| *sum += sign * x);
}

/// dB/dr and B of a round on the host.
struct Round {
    derivatives: Vec<f64>,
    /// Extents of the derivatives.
    extents: [usize; 3],
    b: Vec<f64>,
    /// Slots and classes of B.
    b_extents: [usize; 2],
}

impl Round {
    fn new(parts: &Parts<'_>) -> Result<Self> {
        let (dblist, blist): (_, &View<f64, 2, AoSoA>) = (&parts.room.dblist, &parts.room.blist);
        Ok(Self {
            derivatives: dblist.to_vec()?,
            extents: dblist.extents(),
            b: blist.to_vec()?,
            b_extents: blist.extents(),
        })
    }

    /// B of a slot of the round by class.
    fn b(&self, slot: usize) -> Vec<f64> {
        let [slots, classes] = self.b_extents;
        (0..classes)
            .map(|class| self.b[class * slots + slot])
            .collect()
    }

    /// dB/dr of a slot of the round and one of its pairs, by its number in the system.
    fn of_pair(&self, parts: &Parts<'_>, slot: usize, pair: usize) -> &[f64] {
        let (width, slots) = (parts.given.width(), parts.round_tiles * parts.given.width());
        let pairs = parts.room.to_v.densities[0].geometry.extent(2);
        let density = pair / width / pairs / parts.given.ntiles();
        let (slot, number) = (density * slots + slot, pair / width % pairs);
        let [rows, of_slot, _] = self.extents;
        let first = rows * (number + of_slot * slot);
        &self.derivatives[first..first + rows]
    }
}
