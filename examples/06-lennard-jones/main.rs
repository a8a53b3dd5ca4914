//! Molecular dynamics of argon with `portax-atoms`: potential and pair kernel are this program's, lists, forces and time steps
//! are the crate's. `cargo run --release -p portax-examples --example 06-lennard-jones -- --backend opencl:0`.
//!
//! The potential is a type parameter of the kernel (`pairs.rs`); `potential.rs` has two, by Lennard and Jones and by Morse.

mod argon;
mod pairs;
mod potential;
#[cfg(test)]
mod tests;

use std::{error::Error, time::Instant};

use argon::{Argon, LENNARD_JONES, crystal, morse};
use clap::{Parser, ValueEnum};
use portax::Space;
use portax_atoms::{
    Nve,
    md::{Forces, Integrator, scalar_pressure},
};
use potential::PairPotential;

/// Time step, ps.
const DT: f64 = 0.004;
/// Edge of an fcc cell at 0 K, Å.
const EDGE: f64 = 5.24;
/// Steps from one line of the table to the next.
const EVERY: usize = 100;

/// Name of a potential.
#[derive(Clone, Copy, ValueEnum)]
enum Potential {
    LennardJones,
    Morse,
}

/// Argon at constant energy, from an fcc crystal.
#[derive(Parser)]
struct Options {
    /// Device [default: the best one]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// Potential of pairs
    #[arg(long, value_name = "NAME", default_value = "lennard-jones")]
    potential: Potential,
    /// Cells of four atoms along each edge
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(1..=200))]
    cells: u16,
    /// Time steps of 4 fs
    #[arg(long, value_name = "N", default_value = "1000")]
    steps: usize,
    /// Temperature of the first velocities, K
    #[arg(long, value_name = "K", default_value = "80")]
    temperature: f64,
}

/// Prints a line of the table, energies in meV an atom; gives the total energy.
fn print<P: PairPotential + Clone>(
    space: &Space,
    argon: &mut Argon<P>,
    step: usize,
) -> Result<f64, Box<dyn Error>> {
    let per_atom = 1e3 / argon.atoms.natoms() as f64;
    let potential = argon.energy()? * per_atom;
    let atoms = argon.atoms.clone();
    let kinetic = atoms.kinetic_energy(space)? * per_atom;
    println!(
        "{step:6} {potential:11.5} {kinetic:11.5} {:11.5} {:8.3} {:10.3}",
        potential + kinetic,
        atoms.temperature(space)?,
        scalar_pressure(atoms.pressure(space, argon)?)
    );
    Ok(potential + kinetic)
}

/// Runs, and prints a table.
fn run<P: PairPotential + Clone>(
    space: &Space,
    potential: P,
    options: &Options,
) -> Result<(), Box<dyn Error>> {
    let sites = crystal(options.cells.into(), EDGE);
    let mut argon = Argon::new(space, potential, f64::from(options.cells) * EDGE, &sites)?;
    argon.atoms.set_temperature(options.temperature, 1)?;
    println!("{} atoms on {}", sites.len(), space.description());
    println!("  step   potential     kinetic  total, meV        K        bar");

    let mut nve = Nve::new(space, &argon.atoms, DT)?;
    argon.compute()?;
    let first = print(space, &mut argon, 0)?;
    let (mut last, start) = (first, Instant::now());
    for step in 1..=options.steps {
        nve.step(&mut argon)?;
        if step.is_multiple_of(EVERY) || step == options.steps {
            last = print(space, &mut argon, step)?;
        }
    }
    let rate = (sites.len() * options.steps) as f64 / start.elapsed().as_secs_f64();
    println!(
        "energy changed by {:.1e} meV an atom; {} builds of the lists, {:.2} million steps of an atom a second",
        last - first,
        argon.builds,
        rate * 1e-6
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let space = match &options.backend {
        Some(name) => portax_backends::by_name(name)?,
        None => portax_backends::best()?,
    };
    match options.potential {
        Potential::LennardJones => run(&space, LENNARD_JONES, &options),
        Potential::Morse => run(&space, morse(), &options),
    }
}
