//! Where results go.

use std::ffi::c_int;

use snap_core::{Domain, Snap};

use crate::error::Failure;
use crate::memory::{slice_mut, write};

/// Where results are written; null for those that nobody wants.
#[repr(C)]
pub struct Results {
    /// One number, eV.
    pub energy: *mut f64,
    /// `[natoms]`, eV. Ghosts have none: it is in the energies of the atoms that see them.
    pub energies: *mut f64,
    /// `[natoms][3]`, eV/angstrom. Forces on ghosts are to be added to those on the atoms that they are copies of.
    pub forces: *mut f64,
    /// 1: forces are added to those that are there, as engines sum them over potentials. 0: they are written over them.
    pub add_forces: c_int,
    /// `[6]`, xx yy zz xy xz yz, eV: sum of r (x) f, positive under compression.
    pub virial: *mut f64,
    /// `[natoms][6]`: half of what each pair of an atom adds to the virial, for ghosts too.
    pub virials: *mut f64,
}

/// What was computed.
pub trait Found {
    fn energy(&self) -> Result<f64, snap_core::Error>;
    fn energies(&self) -> Result<Vec<f64>, snap_core::Error>;
    fn natoms(&self) -> usize;
    fn forces_into(&self, forces: &mut [[f64; 3]]) -> Result<(), snap_core::Error>;
    fn add_forces_to(&self, forces: &mut [[f64; 3]]) -> Result<(), snap_core::Error>;
    fn virial(&self) -> Result<[f64; 6], snap_core::Error>;
    fn virials(&mut self) -> Result<Vec<[f64; 6]>, snap_core::Error>;
}

macro_rules! found {
    ($type:ty) => {
        impl Found for $type {
            fn energy(&self) -> Result<f64, snap_core::Error> {
                self.energy()
            }
            fn energies(&self) -> Result<Vec<f64>, snap_core::Error> {
                self.energies()
            }
            fn natoms(&self) -> usize {
                self.natoms()
            }
            fn forces_into(&self, forces: &mut [[f64; 3]]) -> Result<(), snap_core::Error> {
                self.forces_into(forces)
            }
            fn add_forces_to(&self, forces: &mut [[f64; 3]]) -> Result<(), snap_core::Error> {
                self.add_forces_to(forces)
            }
            fn virial(&self) -> Result<[f64; 6], snap_core::Error> {
                self.virial()
            }
            fn virials(&mut self) -> Result<Vec<[f64; 6]>, snap_core::Error> {
                self.virials()
            }
        }
    };
}

found!(Snap);
found!(Domain);

impl Results {
    /// Writes what is wanted of what was computed.
    ///
    /// # Safety
    /// Pointers that are not null have room for what is written.
    pub(crate) unsafe fn fill(&self, found: &mut impl Found) -> Result<(), Failure> {
        // SAFETY: the caller's promise, five times.
        unsafe {
            if !self.energy.is_null() {
                write(self.energy, &[found.energy()?]);
            }
            if !self.energies.is_null() {
                write(self.energies, &found.energies()?);
            }
            if !self.forces.is_null() {
                let forces = slice_mut(self.forces.cast(), found.natoms());
                match self.add_forces {
                    0 => found.forces_into(forces)?,
                    _ => found.add_forces_to(forces)?,
                }
            }
            if !self.virial.is_null() {
                write(self.virial, &found.virial()?);
            }
            if !self.virials.is_null() {
                write(self.virials, found.virials()?.as_flattened());
            }
        }
        Ok(())
    }
}
