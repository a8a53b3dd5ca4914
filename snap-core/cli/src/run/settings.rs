//! The keys of the input file. Each is an option of the same name too, with hyphens: one definition for both.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Deserializer, Serialize};

use super::columns::Columns;
use super::ensemble::{Couple, Ensemble};
use super::minimize::Minimize;
use crate::args::{InputFormat, Precision, Yi};

/// What a run is told. What is not given is `None`, and has the default that its words name.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Structure to start from, in any format that `snapx compute` reads; its first frame
    #[arg(long, value_name = "FILE")]
    pub structure: Option<PathBuf>,
    /// Format of the structure [default: what its name tells]
    #[arg(long, value_enum, value_name = "NAME")]
    pub format: Option<InputFormat>,
    /// Restart file to go on from, instead of a structure; its settings count where no others are given
    #[arg(long, value_name = "FILE")]
    pub restart: Option<PathBuf>,
    /// A `.snapcoeff` file, its `.snapparam` beside it; the ending may be left out
    #[arg(long, value_name = "FILE")]
    pub potential: Option<PathBuf>,
    /// A file with LAMMPS' pair_style and pair_coeff lines: SNAP, also on top of ZBL
    #[arg(long, value_name = "FILE", conflicts_with_all = ["potential", "elements"])]
    pub lammps_pair: Option<PathBuf>,
    /// Elements of LAMMPS' types 1, 2, ...
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    #[serde(deserialize_with = "one_or_many")]
    pub elements: Option<Vec<String>>,
    /// Masses by element or by LAMMPS' type, g/mol [default: those of the file, else standard atomic weights]
    #[arg(long, value_name = "NAME=MASS,...")]
    pub masses: Option<Masses>,

    /// Temperature of velocities to create, K [default: the velocities of the file, else none]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub velocity_temperature: Option<f64>,
    /// Seed of velocities to create; replicas have this one, the next, and so on [default: 1]
    #[arg(long, value_name = "N")]
    pub velocity_seed: Option<u64>,

    /// Copies of the structure that do not see each other, moved in one launch, by nve or langevin [default: 1]
    #[arg(long, value_name = "N")]
    pub replicas: Option<u32>,

    /// Number of the last step: a run of so many steps, to which a restart goes on
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Time step, ps [default: 0.001]
    #[arg(long, value_name = "DT", allow_hyphen_values = true)]
    pub timestep: Option<f64>,
    /// How far neighbour lists reach beyond the cutoff, angstrom [default: 1]
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    pub skin: Option<f64>,

    #[command(flatten)]
    pub minimize: Option<Minimize>,

    /// What the run holds constant [default: nve]
    #[arg(long, value_enum, value_name = "NAME")]
    pub ensemble: Option<Ensemble>,
    /// Temperature of the thermostat, K; for nph that which the run will be near
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub temperature: Option<f64>,
    /// Its temperature in the last step; between, it goes in a straight line [default: the same]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub temperature_end: Option<f64>,
    /// Time in which the thermostat answers, ps [default: 100 time steps]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub tdamp: Option<f64>,
    /// Seed of the random forces of langevin [default: 1]
    #[arg(long, value_name = "N")]
    pub langevin_seed: Option<u64>,
    /// Thermostats of the chain [default: 3]
    #[arg(long, value_name = "N")]
    pub tchain: Option<usize>,
    /// Pressure of the barostat, bar
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub pressure: Option<f64>,
    /// Its pressure in the last step [default: the same]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub pressure_end: Option<f64>,
    /// Time in which the barostat answers, ps [default: 1000 time steps]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub pdamp: Option<f64>,
    /// Thermostats of the barostat's chain, 0 for none [default: 3]
    #[arg(long, value_name = "N")]
    pub pchain: Option<usize>,
    /// How the cell may change with the pressure [default: iso]
    #[arg(long, value_enum, value_name = "NAME")]
    pub couple: Option<Couple>,

    /// Columns of the table by LAMMPS' names [default: step,temp,pe,ke,etotal,press,vol]
    #[arg(long, value_name = "NAME,...")]
    pub thermo: Option<Columns>,
    /// Steps from one line of the table to the next [default: 100]
    #[arg(long, value_name = "N")]
    pub thermo_every: Option<u64>,
    /// File for the table with all digits: *.csv with commas, others with spaces
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Picture of temperature, energies and pressure over time
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Trajectories: *.dump, *.lammpstrj, *.xyz or *.extxyz, each also with .gz; of replicas w.{replica}.dump
    #[arg(long, value_name = "FILE", num_args = 1.., value_delimiter = ',')]
    #[serde(deserialize_with = "one_or_many")]
    pub dump: Option<Vec<PathBuf>>,
    /// Steps from one frame of the trajectories to the next [default: 1000]
    #[arg(long, value_name = "N")]
    pub dump_every: Option<u64>,
    /// Restart file to write, in the end, on Ctrl-C, and every --restart-every steps
    #[arg(long, value_name = "FILE")]
    pub write_restart: Option<PathBuf>,
    /// Steps from one restart file to the next, which replaces it [default: 10000]
    #[arg(long, value_name = "N")]
    pub restart_every: Option<u64>,
    /// The last structure: *.data, *.xyz, *.extxyz, *.dump or *.lammpstrj, each also with .gz; of replicas w.{replica}.data
    #[arg(long, value_name = "FILE")]
    pub write_data: Option<PathBuf>,
    /// Replace trajectories, logs, pictures, structures and restart files that are there
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    pub overwrite: Option<bool>,

    /// Name of the device, such as rayon:avx2 or opencl:0 (see `snapx devices`) [default: the best one present]
    #[arg(long, value_name = "NAME")]
    pub backend: Option<String>,
    /// Threads of a rayon device [default: one a core]
    #[arg(long, value_name = "N")]
    pub threads: Option<u32>,
    /// Types of the arithmetic [default: double]
    #[arg(long, value_enum, value_name = "NAME")]
    pub precision: Option<Precision>,
    /// Formulation of compute_yi [default: the device's]
    #[arg(long, value_enum, value_name = "NAME")]
    pub yi: Option<Yi>,
    /// Forces by LAMMPS' rule where coefficients with chemflag are symmetric to their printed digits alone
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    pub lammps_chem: Option<bool>,
    /// Another mapping of the stages, as of `snapx compute`
    #[arg(long, value_name = "FILE|KEY=VALUE,...")]
    pub tuning: Option<String>,
}

/// Masses by name of an element or number of a type, g/mol.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Masses(pub BTreeMap<String, f64>);

impl FromStr for Masses {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pair = |pair: &str| {
            let (name, mass) = pair.split_once('=')?;
            Some((name.trim().to_string(), mass.trim().parse().ok()?))
        };
        let pairs: Option<_> = text.split(',').map(pair).collect();
        pairs
            .map(Self)
            .ok_or_else(|| "give names and masses such as W=183.84,He=4.0026".to_string())
    }
}

/// A list, which may be written as its only item.
fn one_or_many<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected one name, or a list of names")]
    enum OneOrMany<T> {
        One(T),
        Many(Vec<T>),
    }
    Ok(Some(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::One(item) => vec![item],
        OneOrMany::Many(items) => items,
    }))
}
