//! `snapx`: SNAP of your structures, its speed, and its agreement with LAMMPS, on every device.
//!
//! One file or folder a subcommand (`compute`, `run`, `serve`, `descriptors`, `bench`, `ladder`, `roofline`, `layouts`,
//! `portability`, `report`, `tune`, `verify`, `devices`, `cache`).
//! The program is this library with a `main`, so that it is compiled while the crates below are still being optimised.
//! Exit status: 0 all is well, 1 a check or a device failed, 2 wrong usage or input, 3 not built yet.

mod args;
mod bench;
mod cache;
mod compute;
mod count;
mod data_file;
mod descriptors;
mod devices;
mod engine;
mod error;
mod file;
mod ladder;
mod lattice;
mod layouts;
mod model;
mod neighbors;
mod npy;
mod output;
mod portability;
mod potential;
mod problem;
mod progress;
mod report;
mod roofline;
mod run;
mod serve;
mod space;
mod structures;
mod study;
mod tune;
mod tuning;
mod verify;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;

/// What the command line asks for.
pub fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Bench(args) => bench::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Roofline(args) => roofline::run(&args),
        Command::Layouts(args) => layouts::run(&args),
        Command::Portability(args) => portability::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Compute(args) => compute::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Descriptors(args) => descriptors::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Devices(args) => devices::run(&args),
        Command::Cache(args) => cache::run(&args),
    };
    outcome.unwrap_or_else(|error| {
        output::complain(&error);
        error.exit_code()
    })
}
