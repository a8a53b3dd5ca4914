//! What comes before the time steps: the positions, and the cell, of least energy.

use clap::{Args, ValueEnum};
use portax::Space;
use serde::{Deserialize, Serialize};
use snap_core::Snap;
use snap_core::md::Atoms;
use snap_core::md::minimize::{ConjugateGradient, Fire, Minimum, Relax, Tolerance};

use super::check::{Range, number};
use super::ensemble::Couple;
use crate::error::Error;

/// How to minimise, the table `[minimize]` of the input. LAMMPS' `minimize etol ftol maxiter maxeval`.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Minimize {
    /// Minimise the energy before the first step, by this method [default of a table `[minimize]`: cg]
    #[arg(
        id = "minimize_style",
        long = "minimize-style",
        value_enum,
        value_name = "NAME"
    )]
    pub style: Option<Style>,
    /// Change of the energy in a step, relative to it, below which minimising ends [default: 0]
    #[arg(
        id = "minimize_etol",
        long = "minimize-etol",
        value_name = "X",
        allow_hyphen_values = true
    )]
    pub etol: Option<f64>,
    /// Length of the vector of all forces at which it ends, eV/A [default: 1e-8]
    #[arg(
        id = "minimize_ftol",
        long = "minimize-ftol",
        value_name = "F",
        allow_hyphen_values = true
    )]
    pub ftol: Option<f64>,
    /// Most steps of it [default: 10000]
    #[arg(id = "minimize_maxiter", long = "minimize-maxiter", value_name = "N")]
    pub maxiter: Option<usize>,
    /// Most computations of forces in it [default: 100000]
    #[arg(id = "minimize_maxeval", long = "minimize-maxeval", value_name = "N")]
    pub maxeval: Option<usize>,
    /// How the cell takes part, as by LAMMPS' fix box/relax [default: not at all]
    #[arg(
        id = "minimize_cell",
        long = "minimize-cell",
        value_enum,
        value_name = "NAME"
    )]
    pub cell: Option<Couple>,
    /// Pressure from outside on a cell that takes part, bar [default: 0]
    #[arg(
        id = "minimize_pressure",
        long = "minimize-pressure",
        value_name = "P",
        allow_hyphen_values = true
    )]
    pub pressure: Option<f64>,
}

/// LAMMPS' `min_style`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Conjugate gradients
    #[default]
    Cg,
    /// Fast inertial relaxation
    Fire,
}

impl Minimize {
    /// Refuses numbers out of their range.
    ///
    /// # Errors
    /// [`Error::Usage`].
    pub fn check(&self, has_volume: bool) -> Result<(), Error> {
        number("minimize.etol", self.etol, Range::NotNegative, "(relative)")?;
        number("minimize.ftol", self.ftol, Range::NotNegative, "eV/A")?;
        number("minimize.pressure", self.pressure, Range::Any, "bar")?;
        let fault = if self.pressure.is_some() && self.cell.is_none() {
            "minimize.pressure is for a cell that takes part; say how by minimize.cell"
        } else if self.cell.is_some() && !has_volume {
            "minimize.cell needs a cell that repeats in three directions; leave it out"
        } else {
            return Ok(());
        };
        Err(Error::Usage(fault.to_string()))
    }

    /// Moves the atoms, and the cell where it takes part; forces are those of the minimum then.
    ///
    /// # Errors
    /// [`Error::Md`], [`Error::Snap`].
    pub fn run(
        &self,
        space: &Space,
        atoms: &Atoms<f64>,
        snap: &mut Snap,
    ) -> Result<Minimum, Error> {
        let default = Tolerance::default();
        let tolerance = Tolerance {
            energy: self.etol.unwrap_or(default.energy),
            force: self.ftol.unwrap_or(default.force),
            iterations: self.maxiter.unwrap_or(default.iterations),
            evaluations: self.maxeval.unwrap_or(default.evaluations),
        };
        let relax = self.cell.map(|cell| Relax {
            coupling: cell.into(),
            pressure: self.pressure.unwrap_or_default(),
        });
        let minimum = match self.style.unwrap_or_default() {
            Style::Cg => {
                let minimizer = ConjugateGradient::new(tolerance);
                let minimizer = relax.map_or(minimizer, |relax| minimizer.with_cell(relax));
                minimizer.run(space, atoms, snap)?
            }
            Style::Fire => {
                let minimizer = Fire::new(tolerance);
                let minimizer = relax.map_or(minimizer, |relax| minimizer.with_cell(relax));
                minimizer.run(space, atoms, snap)?
            }
        };
        snap.compute()?;
        Ok(minimum)
    }
}

/// What is said of a minimum.
pub fn report(minimum: &Minimum) -> String {
    format!(
        "minimum after {} steps, {} computations of forces: {:.10} eV, |F| {:.3e} eV/A; {}",
        minimum.iterations, minimum.evaluations, minimum.energy, minimum.force, minimum.stop
    )
}
