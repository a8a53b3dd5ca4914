//! What is read of the moving atoms, of each replica.

use portax_structures::{Column, Frame};
use snap_core::md::Atoms;
use snap_core::md::units::MVV_TO_ENERGY;

use super::Dynamics;
use crate::error::Error;
use crate::run::sample::Sample;
use crate::run::state::Matter;
use crate::run::vectors::rows;

impl Dynamics {
    /// What the table shows, of each replica.
    ///
    /// # Errors
    /// [`Error::Lost`] for energies that are no numbers; those of the device.
    pub fn samples(&mut self) -> Result<Vec<Sample>, Error> {
        let (energies, virials, kinetics) = match self.matter.replicas {
            1 => (
                vec![self.snap.energy()?],
                vec![self.snap.virial()?],
                vec![self.atoms.kinetic_tensor(&self.space)?],
            ),
            _ => (
                self.snap.energies_by_system()?,
                self.snap.virials_by_system()?,
                self.kinetic_tensors()?,
            ),
        };
        let replicas = energies.into_iter().zip(virials).zip(kinetics).enumerate();
        let sample = |(replica, ((potential, virial), kinetic))| Sample {
            replica,
            step: self.step,
            time: self.time,
            natoms: self.matter.natoms(),
            mass: self.matter.mass(),
            potential,
            kinetic,
            virial,
            cell: *self.cell(),
            conserved: self.integrator.conserved(),
        };
        let samples: Vec<Sample> = replicas.map(sample).collect();
        samples.iter().try_for_each(Sample::require_finite)?;
        Ok(samples)
    }

    /// The sum of m v ⊗ v of each replica, xx yy zz xy xz yz, eV.
    fn kinetic_tensors(&self) -> Result<Vec<[f64; 6]>, Error> {
        let masses = self.matter.masses();
        let add = |mut sum: [f64; 6], (&[x, y, z], &kind): (&[f64; 3], &u32)| {
            let mass = MVV_TO_ENERGY * masses[kind as usize];
            let products = [x * x, y * y, z * z, x * y, x * z, y * z];
            let sums = sum.iter_mut().zip(products);
            sums.for_each(|(sum, product)| *sum += mass * product);
            sum
        };
        let velocities = rows(&self.atoms.v)?;
        let replicas = velocities.chunks(self.matter.natoms());
        let kinds = || self.matter.frame.species.of_atom.iter();
        Ok(replicas
            .map(|v| v.iter().zip(kinds()).fold([0.0; 6], add))
            .collect())
    }

    /// That of the bits of the forces.
    ///
    /// # Errors
    /// Those of the device.
    pub fn checksum_of_forces(&self) -> Result<u32, Error> {
        let forces = self.atoms.f.to_vec()?;
        let bytes: Vec<u8> = forces.iter().flat_map(|f| f.to_le_bytes()).collect();
        Ok(crc32fast::hash(&bytes))
    }

    /// An atom as its file has it, for a message that counts the atoms of all replicas from 0.
    pub fn name_of(&self, atom: usize) -> String {
        let Matter {
            frame, replicas, ..
        } = &self.matter;
        let (replica, own) = (atom / self.matter.natoms(), atom % self.matter.natoms());
        let label = portax::error::printable(&frame.species.of(own).label());
        let id = frame
            .ids
            .as_ref()
            .map(|ids| format!(" with id {}", ids[own]));
        let of_replica = (*replicas > 1).then(|| format!(" of replica {replica}"));
        format!(
            " (atom {atom}, counted from 0, is {label}{}{})",
            id.unwrap_or_default(),
            of_replica.unwrap_or_default()
        )
    }

    /// The atoms of each replica with velocities and forces.
    ///
    /// # Errors
    /// Those of the device.
    pub fn frames(&self) -> Result<Vec<Frame>, Error> {
        let mut common = self.matter.frame.clone();
        if self.matter.has_volume() {
            common.cell.vectors = self.cell().vectors();
            common.cell.origin = self.cell().origin();
        }
        let Atoms { x, v, f, .. } = &self.atoms;
        let (x, v, f, images) = (rows(x)?, rows(v)?, rows(f)?, self.images()?);
        let natoms = self.matter.natoms();
        let frame = |replica: usize| {
            let own = replica * natoms..(replica + 1) * natoms;
            let forces = f[own.clone()].as_flattened().to_vec();
            Frame {
                positions: x[own.clone()].to_vec(),
                velocities: Some(v[own.clone()].to_vec()),
                images: Some(images[own].to_vec()),
                columns: vec![Column::reals("forces", 3, forces)],
                ..common.clone()
            }
        };
        Ok((0..self.matter.replicas).map(frame).collect())
    }
}
