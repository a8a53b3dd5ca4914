//! The derivatives of descriptors, by which potentials are trained: LAMMPS' computes snad/atom, snav/atom and snap.
//!
//! | stage | from, to |
//! |---|---|
//! | those of [`staged`](crate::staged) up to V; with products of descriptors [`ComputeBi`](crate::descriptors::ComputeBi) | positions, geometry of the pairs, V; B |
//! | [`ComputeZi`] | V, Z = dB/dV of every descriptor |
//! | [`ComputeDbidrj`], once for each density | Z and geometry, dB/dr of every pair |
//! | [`ComputeSnad`] | dB/dr, its sums for each atom |
//!
//! Z is 35 KB an atom at 2J = 8, dB/dr 44 KB with 32 neighbours in its list, so that neither is there for all atoms: the
//! second for a *round* of tiles, after which it is summed, the first for a *batch* of the round, which on CPU threads fits a
//! cache.
//!
//! All is f64, in one form for CPU threads and devices.

mod dbidrj;
mod gradients;
mod snad;
mod zi;

use portax::{AoSoA, Complex, Result, View};

pub use dbidrj::ComputeDbidrj;
use dbidrj::{CHUNK, power_rows};
pub(crate) use gradients::AtomGradients;
pub use snad::{ComputeSnad, Sums};
pub use zi::ComputeZi;

use crate::descriptors;
use crate::pair::table::PairTable;
use crate::snap::{Batches, Centres, Given, Stage, make, of_densities};
use crate::staged::to_v::{self, ToV};
use crate::tables::BispectrumGradients;

/// What a round takes on CPU threads, in memories of batches: 24 MiB a thread.
const BATCHES: usize = 16;
/// Every round looks at the reverse lists of all atoms, so there are no more of them.
const MOST_ROUNDS: usize = 32;

/// What a potential's derivatives are computed with, for any atoms.
pub(crate) struct Derivatives {
    to_v: to_v::Tables<f64>,
    bi: descriptors::Tables<f64>,
    zi: zi::Tables,
    dbidrj: dbidrj::Tables,
    columns: snad::Columns,
}

/// The values between the stages.
struct Room {
    to_v: to_v::Buffers<f64>,
    /// First tile of the batch, counted from the round's; one element.
    batch: View<i32, 1>,
    /// B, `[round slots, classes]`.
    blist: View<f64, 2, AoSoA>,
    /// See [`ComputeZi`].
    zlist: View<Complex<f64>, 2, AoSoA>,
    /// See [`ComputeDbidrj`].
    powers: View<f64, 3, AoSoA>,
    dulist: View<Complex<f64>, 3, AoSoA>,
    present: View<f64, 3, AoSoA>,
    dblist: View<f64, 3>,
}

/// What the stages are made from.
struct Parts<'a> {
    given: &'a Given<'a>,
    tables: &'a Derivatives,
    room: &'a Room,
    /// Tiles of a round.
    round_tiles: usize,
    /// Tiles of a batch.
    batch_tiles: usize,
}

/// Rows of Z that are contracted together: with six columns 4 rows make 24 sums, which fit 32 registers, but not AVX2's 16.
pub(crate) fn rows_at_once(width: usize) -> usize {
    if width == 4 { 2 } else { 4 }
}

impl Derivatives {
    /// The tables of a potential, for atoms of these of so many types.
    pub fn new(given: &Given<'_>, types: &[usize], kinds: usize) -> Result<Self> {
        let form = given.cubic_form();
        let at_once = rows_at_once(given.width());
        let gradients = BispectrumGradients::new(&form, at_once);
        Ok(Self {
            to_v: to_v::Tables::new(given, PairTable::new(given)?, at_once)?,
            bi: descriptors::Tables::new(given, &form)?,
            zi: zi::Tables::new(given, &gradients)?,
            dbidrj: dbidrj::Tables::new(given, &gradients, at_once)?,
            columns: snad::Columns::new(given, types, kinds)?,
        })
    }

    /// The sums that are asked for, of each atom one after the other: by types of the central atom, components, columns.
    pub fn sums(&self, given: &Given<'_>, what: &[Sums]) -> Result<Vec<Vec<f64>>> {
        let pass = Pass::new(given, self)?;
        let sums = self.all_sums(&pass.parts(given, self), what)?;
        let stages: Vec<_> = sums
            .iter()
            .map(|sums| sums.stage(given))
            .collect::<Result<_>>()?;
        pass.run(given, |_| {
            stages.iter().try_for_each(|stage| stage.launch.launch())
        })?;
        sums.iter().map(|sums| sums.snad.to_vec()).collect()
    }

    /// Compiles all stages for the lists as they are.
    pub fn compile(&self, given: &Given<'_>) -> Result<()> {
        let pass = Pass::new(given, self)?;
        let sums = self.all_sums(
            &pass.parts(given, self),
            &[Sums::Derivatives, Sums::Virials],
        )?;
        sums.iter().try_for_each(|sums| sums.stage(given).map(drop))
    }

    fn all_sums(&self, parts: &Parts<'_>, what: &[Sums]) -> Result<Vec<ComputeSnad>> {
        let sums = |&sums| self.columns.sums(parts, sums);
        what.iter().map(sums).collect()
    }

    /// Tiles of a round and of a batch, of which a round has several or one.
    fn sizes(&self, given: &Given<'_>, centres: &Centres) -> (usize, usize) {
        let of_round = self.round_slot_bytes(given, centres);
        let of_batch = self.batch_slot_bytes(given.twojmax());
        if !given.space.is_host() {
            let tiles = Batches::new(given, of_round + of_batch, 1).tiles;
            return (tiles, tiles);
        }
        // Half of the cache is for the geometry, V and dB/dr of the tile that a thread has.
        let batch = Batches::new(given, 2 * of_batch, 1).tiles;
        let fit = BATCHES * given.batch_bytes / (of_round * given.width());
        let round = fit.max(given.ntiles().div_ceil(MOST_ROUNDS));
        let round = round.min(given.ntiles()).max(1);
        (round.next_multiple_of(batch), batch)
    }

    fn round_slot_bytes(&self, given: &Given<'_>, centres: &Centres) -> usize {
        let [rows, pairs] = self.pair_extents(given, centres);
        let derivatives = given.densities() * rows * pairs;
        to_v::Buffers::<f64>::slot_bytes(given, centres) + size_of::<f64>() * derivatives
    }

    fn batch_slot_bytes(&self, twojmax: usize) -> usize {
        let complex = self.zi.nvalues + 3 * CHUNK * self.dbidrj.nvalues;
        let present = 3 * self.bi.count() * (CHUNK + 1);
        size_of::<f64>() * (2 * complex + CHUNK * power_rows(twojmax) + present)
    }

    /// Rows and pairs of dB/dr of a slot.
    fn pair_extents(&self, given: &Given<'_>, centres: &Centres) -> [usize; 2] {
        let pairs = centres.pairs_of_slot(given.densities());
        [3 * self.bi.count(), pairs + 1]
    }
}

/// The stages for lists as they are, with the room between them.
struct Pass {
    room: Room,
    round_tiles: usize,
    batch_tiles: usize,
    of_round: Vec<Stage>,
    of_batch: Vec<Stage>,
}

impl Pass {
    fn new(given: &Given<'_>, tables: &Derivatives) -> Result<Self> {
        let centres = Centres::atoms(given);
        let (round_tiles, batch_tiles) = tables.sizes(given, &centres);
        let mut pass = Self {
            room: Room::new(given, &centres, tables, round_tiles, batch_tiles)?,
            round_tiles,
            batch_tiles,
            of_round: vec![],
            of_batch: vec![],
        };
        (pass.of_round, pass.of_batch) = pass.stages(given, tables, &centres)?;
        Ok(pass)
    }

    /// All stages up to dB/dr, and `then` after each round, which gets the round's first tile.
    fn run(&self, given: &Given<'_>, mut then: impl FnMut(usize) -> Result<()>) -> Result<()> {
        let launch = |stage: &Stage| stage.launch.launch();
        for first in (0..given.ntiles()).step_by(self.round_tiles) {
            self.room.to_v.values.begin_at(first)?;
            self.of_round.iter().try_for_each(launch)?;
            let tiles = self.round_tiles.min(given.ntiles() - first);
            for batch in (0..tiles).step_by(self.batch_tiles) {
                self.room.batch.copy_from_slice(&[batch as i32])?;
                self.of_batch.iter().try_for_each(launch)?;
            }
            then(first)?;
        }
        Ok(())
    }

    fn parts<'a>(&'a self, given: &'a Given<'a>, tables: &'a Derivatives) -> Parts<'a> {
        Parts {
            given,
            tables,
            room: &self.room,
            round_tiles: self.round_tiles,
            batch_tiles: self.batch_tiles,
        }
    }

    /// Those of a round, and those of a batch.
    fn stages(
        &self,
        given: &Given<'_>,
        tables: &Derivatives,
        centres: &Centres,
    ) -> Result<(Vec<Stage>, Vec<Stage>)> {
        let parts = &self.parts(given, tables);
        let to_v = ToV {
            given,
            centres,
            tables: &tables.to_v,
            buffers: &self.room.to_v,
            tiles: self.round_tiles,
        };
        let mut stages = to_v.stages();
        let values = &self.room.to_v.values;
        if tables.columns.has_products() {
            let blist = &self.room.blist;
            let bi = move || tables.bi.stage(given, values, blist, self.round_tiles);
            stages.push(Box::new(bi));
        }
        let of_round = stages.len();
        stages.push(Box::new(|| zi::stage(parts)));
        stages.extend(of_densities(parts, given.densities(), dbidrj::stage));
        let mut stages = make(given.space, &stages)?;
        let of_batch = stages.split_off(of_round);
        Ok((stages, of_batch))
    }
}

impl Room {
    fn new(
        given: &Given<'_>,
        centres: &Centres,
        tables: &Derivatives,
        round_tiles: usize,
        batch_tiles: usize,
    ) -> Result<Self> {
        let (space, twojmax) = (given.space, given.twojmax());
        let [round, batch] = [round_tiles, batch_tiles].map(|tiles| tiles * given.width());
        let [rows, pairs] = tables.pair_extents(given, centres);
        Ok(Self {
            to_v: to_v::Buffers::new(given, centres, round_tiles)?,
            batch: View::new(space, "batch", [1])?,
            blist: match tables.columns.has_products() {
                true => tables.bi.room(given, round_tiles)?,
                false => View::new(space, "blist", [0, 0])?,
            },
            zlist: View::new(space, "zlist", [batch, tables.zi.nvalues])?,
            powers: View::new(space, "powers", [batch, power_rows(twojmax), CHUNK])?,
            dulist: View::new(space, "dulist", [batch, tables.dbidrj.nvalues, 3 * CHUNK])?,
            present: View::new(space, "present", [batch, rows, CHUNK + 1])?,
            dblist: View::new(space, "dblist", [rows, pairs, given.densities() * round])?,
        })
    }
}
