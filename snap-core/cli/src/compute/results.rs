//! What is computed of one frame.

use portax_structures::Frame;
use snap_core::md::units::ENERGY_DENSITY_TO_PRESSURE;

use crate::engine::Evaluation;
use crate::error::Error;
use crate::structures::Session;

/// Results of one frame, eV and Å.
pub struct Results {
    pub found: Evaluation,
    /// Virial of each atom, xx yy zz xy xz yz, where asked for.
    pub virials: Option<Vec<[f64; 6]>>,
    /// Volume, Å³, where space repeats in three directions.
    pub volume: Option<f64>,
}

impl Results {
    /// Computes a frame.
    ///
    /// # Errors
    /// Those of [`Session::engine`] and of the evaluation.
    pub fn new(session: &mut Session, frame: &Frame, atom_virials: bool) -> Result<Self, Error> {
        let engine = session.engine(frame)?;
        let found = engine.evaluate()?;
        let virials = atom_virials.then(|| engine.virials()).transpose()?;
        Ok(Self::of(found, virials, frame))
    }

    /// Computes frames of one cell at once.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn of_group(
        session: &mut Session,
        frames: &[&Frame],
        atom_virials: bool,
    ) -> Result<Vec<Self>, Error> {
        let engine = session.engine_of(frames)?;
        let systems = engine.evaluate_each()?.into_iter().zip(frames);
        let results = systems.map(|((found, virials), frame)| {
            Self::of(found, atom_virials.then_some(virials), frame)
        });
        Ok(results.collect())
    }

    fn of(found: Evaluation, virials: Option<Vec<[f64; 6]>>, frame: &Frame) -> Self {
        let volume = (frame.cell.periodic == [true; 3]).then(|| frame.cell.volume());
        Self {
            found,
            virials,
            volume,
        }
    }

    /// -virial / volume, eV/Å³, row by row.
    pub fn stress(&self) -> Option<[f64; 9]> {
        let virial = rows(self.found.virial);
        self.volume.map(|volume| virial.map(|x| -x / volume))
    }

    /// trace(virial) / (3 volume), bar.
    pub fn pressure(&self) -> Option<f64> {
        let [xx, yy, zz, ..] = self.found.virial;
        self.volume
            .map(|volume| ENERGY_DENSITY_TO_PRESSURE * (xx + yy + zz) / (3.0 * volume))
    }

    /// Largest length of a force, eV/Å.
    pub fn max_force(&self) -> f64 {
        let squares = self
            .found
            .forces
            .iter()
            .map(|[x, y, z]| x * x + y * y + z * z);
        squares.fold(0.0, f64::max).sqrt()
    }

    /// Energy of an atom in the mean, eV.
    pub fn energy_per_atom(&self) -> f64 {
        self.found.energy / self.found.energies.len().max(1) as f64
    }
}

/// xx yy zz xy xz yz as nine numbers, row by row.
pub fn rows([xx, yy, zz, xy, xz, yz]: [f64; 6]) -> [f64; 9] {
    [xx, xy, xz, xy, yy, yz, xz, yz, zz]
}
