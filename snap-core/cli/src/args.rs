//! The command line, every option defined once.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

use portax::config::MAX_THREADS;
use serde::{Deserialize, Serialize};
use snap_core::standard::layouts::Numbers;

use crate::run::settings::Settings;
use crate::serve::Address;
use crate::tuning::Tuning;

const EXAMPLES: &str = "\
Examples:
  snapx bench                                  the standard problem on the best device
  snapx compute in.data --elements In P        energies, forces and stress of your structures
  snapx serve w.xyz --ipi localhost:31415      forces for i-PI
  snapx verify tests/cases                     agreement with LAMMPS
  snapx ladder --backend cuda:0                what each published optimisation gains on a device
  snapx roofline                               how near each stage comes to what the device does at most
  snapx report ladder.json --output page.html  one page of charts and tables out of such results
  snapx tune                                   the fastest mapping of the stages to a device
  snapx devices                                what is here, and what is missing and why
  snapx cache clear                            the next start compiles every kernel anew

Exit status: 0 all is well, 1 a check or a device failed, 2 wrong usage or input, 3 not built yet.
PORTAX_BACKEND names the device that is used where --backend is not given.";

const BENCH_EXAMPLES: &str = "\
Examples:
  snapx bench --twojmax 14                     the larger built-in potential
  snapx bench --backend rayon:avx2 --threads 1
  snapx bench --cells 32 --json                65536 atoms, the report as one JSON object
  snapx bench --sweep --max-atoms 20000        one row a size, and how far each stage is from the peaks
  snapx bench --potential Ta06A.snapcoeff      your own, with Ta06A.snapparam beside it
  snapx bench --structure in.data --replicate 8 8 8 --potential InP --elements In P
  snapx bench --tuning h200.tuning             as `snapx tune --output h200.tuning` found
  snapx bench --precision mixed                f32, sums in f64; prints the errors against double
  snapx bench --write-data w.data              the same atoms for LAMMPS

Before any speed is measured, sampled forces are checked against a host reference (to 1e-10, to 5e-5 in other precisions
than double) and finite differences of its energy (to 1e-6, or 5e-5); if they fail there is no report and the exit status
is 1.

Forces: from positions on the device to energies, forces and virial there. MD steps: forces, velocity Verlet, and the
neighbour lists, which are rebuilt at least every 50 steps, when the run starts anew: fitted on top of a pair repulsion,
SNAP alone does not hold this crystal for long. Without --structure all atoms are W, or the potential's first element.";

const COMPUTE_EXAMPLES: &str = "\
Examples:
  snapx compute POSCAR                                           built-in tungsten, on the best device
  snapx compute run.lammpstrj --potential InP --elements In P    type 1 is In, type 2 is P
  snapx compute w.data --lammps-pair W_2J8.snap                  SNAP and ZBL, as LAMMPS' lines have them
  snapx compute a.xyz b.xyz.gz --output results.xyz              with forces, for ASE
  snapx compute w.data --elements W --forces --backend rayon:avx2
  snapx compute run.dump --elements W --json | jq .energy        one JSON object a line for each frame

Formats by name, also with .gz: *.xyz *.extxyz, LAMMPS *.data data.* *.lmp *.dump dump.* *.lammpstrj (text), VASP 5
POSCAR* CONTCAR* *.vasp, and reference cases *.json. Units are LAMMPS' metal: angstrom, eV, bar. Symbols name elements of
the potential; LAMMPS' type numbers need --elements, one element for each type, or --lammps-pair, which maps them.

Signs: virial = sum of r (x) f, positive under compression; stress = -virial / volume in eV/A^3, as in ASE; pressure =
trace(virial) / (3 volume), without the kinetic part. Stress and pressure are given where space repeats in three directions.
Cells may have any orientation. Where space does not repeat, atoms may lie outside the cell. A data file repeats in all.

Extended XYZ gets energy, virial and stress (9 numbers, row by row), the columns forces, energies and, with --atom-virials,
virials (9 numbers); a dump fx fy fz and the same. What the input has under these names is kept as input_NAME.";

const RUN_EXAMPLES: &str = "\
Examples:
  snapx run input.toml
  snapx run input.toml --timestep 0.0005 --backend cuda:0       options come before what the file says
  snapx run --structure w.data --lammps-pair W.snap --velocity-temperature 600 --steps 20000
  snapx run input.toml --replicas 24 --dump w.{replica}.dump    24 copies in one launch, each with velocities of its own
  snapx run --restart w.restart                                 goes on, bit for bit on the same device
  snapx run --restart w.restart --steps 40000                   and further

An input, in LAMMPS' metal units:
  structure = \"w.data\"             # read_data
  lammps_pair = \"W_2J8.snap\"       # pair_style, pair_coeff; or potential = \"W_2J8\"
  velocity_temperature = 300.0       # velocity all create 300 4928459
  velocity_seed = 4928459
  timestep = 0.0005
  steps = 20000                      # run
  thermo = \"step temp pe etotal press\"   # thermo_style custom
  thermo_every = 100                 # thermo
  log = \"w.csv\"
  dump = \"w.lammpstrj\"
  dump_every = 1000
  write_restart = \"w.restart\"
  restart_every = 5000

Files that are there are not replaced without --overwrite. A run that goes on appends to the trajectories and the log that it
wrote before, from the restart's step on: what they have of later steps is cut off. Ctrl-C ends after the present step,
writes the restart file and exits with status 130.";

const SERVE_EXAMPLES: &str = "\
Examples:
  snapx serve w.xyz --ipi localhost:31415                    i-PI's <ffsocket mode='inet'>
  snapx serve w.data --lammps-pair W.snap --ipi unix:driver  /tmp/ipi_driver, its mode='unix'

The structure says which atoms there are, in the server's order, and where space repeats; positions and cells come from the
server: i-PI, or any engine with its protocol, such as ASE's SocketIOCalculator. Energies, forces and virial go back.
Several programs may serve one server, each with a part of its replicas.
A server that went away is called again for the seconds of --wait. Exit status: 0 after the server's EXIT, 1 where there is
no server or a result cannot be had, 130 stopped by Ctrl-C.";

const DESCRIPTORS_EXAMPLES: &str = "\
Examples:
  snapx descriptors w.data --elements W --output b.npy      an array [atoms, descriptors] of float64
  snapx descriptors run.xyz --output b.csv                  file, frame, atom, element, b1, b2, ...
  snapx descriptors run.xyz --output b.xyz.gz               the column descriptors
  snapx descriptors POSCAR | head -2                        csv on standard output
  snapx descriptors run.xyz --compute snad/atom --output d.npy         minus dB/dr, K for x, y, z of each type
  snapx descriptors run.xyz --compute snap --bikflag --output a.npy    the matrix of a fit, frame after frame
  snapx descriptors POSCAR --compute sna/grid --grid 50 50 50 --output g.npy    x, y, z, b1, b2, ... of each point

Rows are the atoms in the order of the files, frame after frame. The order of descriptors is that of LAMMPS' compute
sna/atom, all bispectrum components with j2 <= j1 <= j; those of an isolated atom are subtracted with bzeroflag. Formats
and --elements are those of `snapx compute`.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  snapx verify tests/cases
  snapx verify tests/cases/s01_W_bcc54_2J8.json --backend rayon:lane --yi direct

The columns are max|a - b| / max(1, max|b|) of each quantity, in eV and angstrom; `-` where a case does not hold it.
Where coefficients with chemflag are symmetric to their printed digits alone (InP), LAMMPS' forces are not quite the
gradient: without --lammps-chem and --tolerance, forces and virial of such a case are judged to 1e-8, and its line says so.
Exit status: 1 if one exceeds the tolerance, else 0.";

const LADDER_EXAMPLES: &str = "\
Examples:
  snapx ladder --json ladder.json --svg ladder.svg        every rung at 2J=2, 8 and 14, on the best device
  snapx ladder --backend cuda:0 --twojmax 8 --csv ladder.csv
  snapx ladder --rungs baseline,V4,VI-c,fast --atoms 250
  snapx ladder --json ladder.json                         goes on where an earlier run with the file stopped

Each rung computes the forces of the benchmark's crystal by the standard formulation of SNAP, with the mapping and the
layouts of a published step of optimisation; the last, fast, is the pipeline of every other command. Forces are compared
with those of fast (to 1e-10 of the largest), which are compared with the host reference, before anything is timed. A rung
that does not fit the memory is reported as such. The file of --json is written after each rung; Ctrl-C shows what was
measured so far. docs/STUDIES.md says what the rungs are.
Exit status: 0 all rungs were measured or did not fit the memory, 1 one failed, 130 stopped by Ctrl-C.";

const ROOFLINE_EXAMPLES: &str = "\
Examples:
  snapx roofline --json roofline.json --svg roofline.svg      2J=2, 8 and 14, on the best device
  snapx roofline --backend cuda:0 --twojmax 8 --csv roofline.csv
  snapx roofline --backend rayon --threads 1 --atoms 250
  snapx roofline --backend cuda:0 --counters --json roofline.json    beside what Nsight Compute counts

Measures what the device does at most: fused multiplications and additions, bytes from each level of memory by the size of what
is read. Then times the stages of a force evaluation and counts what they do, by running their recorded programs
statement by statement on a small crystal: operations; bytes between registers and memory; bytes that a group (team)
touches, each once; bytes that a launch touches, each once. docs/STUDIES.md says what these tell.
Exit status: 0 all was measured, 1 a check or the device failed, 130 stopped by Ctrl-C.";

const LAYOUTS_EXAMPLES: &str = "\
Examples:
  snapx layouts --json layouts.json --svg layouts.svg         2J=2, 8 and 14, on the best device
  snapx layouts --backend cuda:0 --arrays dU,Ylist --twojmax 8
  snapx layouts --backend cuda:0 --precision double,single --csv layouts.csv

The arrays between the stages of the standard formulation, one at a time under LayoutRight, LayoutLeft and AoSoA<1> to AoSoA<64>,
the others in LayoutLeft: U by sum_ui, Ulisttot by transpose_ui, Ylist and dU by compute_deidrj; and of `fast` V by compute_bi and
G by gradient_to_c. Each dealt out in three ways.
Arrays hold numbers, not the state of a crystal: times do not depend on them.
Exit status: 0 all was measured or did not fit the memory, 1 something failed, 130 stopped by Ctrl-C.";

const PORTABILITY_EXAMPLES: &str = "\
Examples:
  snapx portability ladder-cuda.json ladder-cpu.json roofline-cuda.json roofline-cpu.json --svg cascade.svg
  snapx portability *.json --known known.csv --json portability.json

Reads what snapx ladder and snapx roofline wrote on several devices. The efficiency of an implementation on a platform is the least
time known of the device over its own (application), and the least time that the device's ceilings allow over it
(roofline, of fast). PP is the harmonic mean over the platforms, 0 where one does not run the implementation.
--known adds times of other programs as lines `device,twojmax,us_per_atom,implementation` under a heading; `device` is any
part of the device's description.";

const REPORT_EXAMPLES: &str = "\
Examples:
  snapx report ladder.json roofline.json layouts.json --output report.html
  snapx bench --sweep --json > sweep.json; snapx report sweep.json --output sweep.html

One page that needs no network: charts, tables that a click on a column sorts, and of every figure the device, machine, date,
program and command.";

const TUNE_EXAMPLES: &str = "\
Examples:
  snapx tune --backend cuda:0                                  2J=8, 2000 atoms: a few minutes
  snapx tune --twojmax 8 14 --cells 10 32 --output h200.tuning
  snapx bench --tuning h200.tuning

One parameter after the other takes all its values beside the best of the rest, until a round brings nothing. Forces of the
first mapping are checked as by `snapx bench`, those of every other against the first's (to 1e-10); what does not fit the
device is left out. The lines of the best mappings are printed, and after each problem written to the file of --output: the
form in which snap-core ships its own.";

const CACHE_EXAMPLES: &str = "\
Examples:
  snapx cache          folder, size, and how many kernels of which device
  snapx cache clear

PORTAX_CACHE_DIR names the folder, PORTAX_CACHE_MIB its largest size, PORTAX_CACHE=off turns it off.";

/// Compute, measure and verify SNAP, the machine-learned interatomic potential of LAMMPS, on every device.
#[derive(Debug, Parser)]
#[command(name = "snapx", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measure the speed of forces and of whole MD steps (bcc tungsten)
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(BenchArgs),
    /// Measure the published steps of optimising SNAP, one after the other (build with --features studies)
    #[command(after_help = LADDER_EXAMPLES)]
    Ladder(LadderArgs),
    /// Measure what a device does at most, and how near the stages of a force evaluation come
    #[command(after_help = ROOFLINE_EXAMPLES)]
    Roofline(RooflineArgs),
    /// Measure the stages of the standard formulation under every layout of their arrays (build with --features studies)
    #[command(after_help = LAYOUTS_EXAMPLES)]
    Layouts(LayoutsArgs),
    /// Compare implementations over the devices that several files are from
    #[command(after_help = PORTABILITY_EXAMPLES)]
    Portability(PortabilityArgs),
    /// Make one page out of the results of studies and benchmarks
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportArgs),
    /// Find the fastest mapping of the stages to a device
    #[command(after_help = TUNE_EXAMPLES)]
    Tune(TuneArgs),
    /// Compute energies, forces, virial and stress of structures in files
    #[command(after_help = COMPUTE_EXAMPLES)]
    Compute(ComputeArgs),
    /// Run molecular dynamics, from an input file or options
    #[command(after_help = RUN_EXAMPLES)]
    Run(Box<RunArgs>),
    /// Serve forces to an engine that moves the atoms, through i-PI's sockets
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArgs),
    /// Compute the descriptors of each atom of structures in files
    #[command(after_help = DESCRIPTORS_EXAMPLES)]
    Descriptors(DescriptorsArgs),
    /// Compare with results that LAMMPS computed
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// List the devices that are present, and why others are not
    Devices(DevicesArgs),
    /// Show or clear the compiled kernels that are kept on disk
    #[command(after_help = CACHE_EXAMPLES)]
    Cache(CacheArgs),
}

/// Options of `snapx bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// Cells of 2 atoms along each edge of the cube
    #[arg(long, value_name = "N", default_value = "10", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..=200))]
    pub cells: u32,
    /// A structure instead of the cube: the first frame of a file as `snapx compute` reads them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cells", "sweep"])]
    pub structure: Option<PathBuf>,
    /// Copies of the structure along the three vectors of its cell
    #[arg(long, value_names = ["A", "B", "C"], num_args = 3, requires = "structure", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..=1000))]
    pub replicate: Vec<u32>,
    /// A table over 432 to 986 078 atoms instead, as memory allows, with the share of peak and bandwidth that each stage has
    #[arg(long, conflicts_with_all = ["cells", "write_data", "elements"])]
    pub sweep: bool,
    /// Largest number of atoms of --sweep; memory may end it before
    #[arg(long, value_name = "N", requires = "sweep", default_value = "1000000", allow_negative_numbers = true, value_parser = value_parser!(u32).range(432..))]
    pub max_atoms: u32,
    /// Steps of one repetition [default: what takes a few seconds in all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    pub steps: Option<u32>,
    #[command(flatten)]
    pub device: DeviceArgs,
    #[command(flatten)]
    pub mapping: MappingArgs,
    /// Print the report as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Also write the atoms as a LAMMPS data file (atom_style atomic, units metal)
    #[arg(long, value_name = "FILE")]
    pub write_data: Option<PathBuf>,
}

/// Options of `snapx ladder`.
#[derive(Debug, Args)]
pub struct LadderArgs {
    #[command(flatten)]
    pub study: StudyArgs,
    /// Rungs by name [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub rungs: Vec<String>,
    /// Seconds that each rung is measured for, about
    #[arg(long, value_name = "X", default_value = "2", value_parser = positive, allow_hyphen_values = true)]
    pub seconds: f64,
}

/// Options of `snapx roofline`.
#[derive(Debug, Args)]
pub struct RooflineArgs {
    #[command(flatten)]
    pub study: StudyArgs,
    /// Seconds that each ceiling and each problem is measured for, about
    #[arg(long, value_name = "X", default_value = "2", value_parser = positive, allow_hyphen_values = true)]
    pub seconds: f64,
    /// Read the hardware's counters too: of CPU threads on Linux; of NVIDIA's GPUs by Nsight Compute (`ncu`), which runs this
    /// command once more
    #[arg(long)]
    pub counters: bool,
    /// Evaluate the forces of this 2J once and no more, for a profiler
    #[arg(long, value_name = "N", hide = true, value_parser = built_in_twojmax)]
    pub only_evaluate: Option<u32>,
    #[command(flatten)]
    pub mapping: MappingArgs,
}

/// Options of `snapx layouts`.
#[derive(Debug, Args)]
pub struct LayoutsArgs {
    #[command(flatten)]
    pub study: StudyArgs,
    /// Arrays: U, Ulisttot, Ylist, dU, and V and G of `fast` [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub arrays: Vec<String>,
    /// Types of the numbers: double, single (of devices)
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1.., default_value = "double", value_parser = numbers)]
    pub precision: Vec<Numbers>,
    /// Seconds that each case is measured for, about
    #[arg(long, value_name = "X", default_value = "0.2", value_parser = positive, allow_hyphen_values = true)]
    pub seconds: f64,
}

/// Options of `snapx portability`.
#[derive(Debug, Args)]
pub struct PortabilityArgs {
    /// Files of `snapx ladder --json` and `snapx roofline --json`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Times of other programs, as CSV
    #[arg(long, value_name = "FILE")]
    pub known: Vec<PathBuf>,
    #[command(flatten)]
    pub out: ComparedArgs,
}

/// Where a comparison is left.
#[derive(Debug, Args)]
pub struct ComparedArgs {
    /// Write a line for each implementation and platform to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write everything to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Draw a cascade plot into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Options of `snapx report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Files of `snapx ladder`, `roofline`, `layouts`, `portability` and `bench --json`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The page
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// Its title
    #[arg(long, value_name = "TEXT", default_value = "SNAP: measurements")]
    pub title: String,
}

/// What the studies have in common: the problem, the device, and where what was found is left.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// Twice the largest angular momenta: 2, 8, 14
    #[arg(long, value_name = "N", value_delimiter = ',', num_args = 1.., default_value = "2,8,14", value_parser = built_in_twojmax)]
    pub twojmax: Vec<u32>,
    /// Atoms, as near as a cube of bcc cells comes
    #[arg(long, value_name = "N", default_value = "2000", allow_negative_numbers = true, value_parser = value_parser!(u32).range(2..=16_000_000))]
    pub atoms: u32,
    #[command(flatten)]
    pub device: DeviceArgs,
    /// Write a line for each measurement to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Keep what was measured in this file, and measure only what it lacks
    #[arg(long, visible_alias = "resume", value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Draw a picture into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Options of `snapx tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Built-in potentials: W_2J8, W_2J14_dense
    #[arg(long, value_enum, value_name = "N", num_args = 1.., default_value = "8")]
    pub twojmax: Vec<BuiltIn>,
    /// Cells of 2 atoms along each edge of the cube, for each problem
    #[arg(long, value_name = "N", num_args = 1.., default_value = "10", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..=200))]
    pub cells: Vec<u32>,
    /// Steps of one repetition [default: what takes a few seconds in all, for each mapping]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    pub steps: Option<u32>,
    #[command(flatten)]
    pub device: DeviceArgs,
    /// Write the lines of the best mappings to this file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Options of `snapx compute`.
#[derive(Debug, Args)]
pub struct ComputeArgs {
    #[command(flatten)]
    pub structures: StructureArgs,
    /// Also print the force on each atom, eV/A
    #[arg(long, conflicts_with = "json")]
    pub forces: bool,
    /// Also compute the virial of each atom, for --output and --json
    #[arg(long)]
    pub atom_virials: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Print one JSON object a line for each frame, with everything
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub device: DeviceArgs,
    #[command(flatten)]
    pub mapping: MappingArgs,
}

/// Options of `snapx run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The input: TOML with the names of the options as keys, `_` for `-`
    #[arg(value_name = "INPUT")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub settings: Settings,
}

/// Options of `snapx serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The atoms: the first frame of a file as `snapx compute` reads them
    #[arg(value_name = "FILE")]
    pub structure: PathBuf,
    /// Where the server listens
    #[arg(long, value_name = "HOST:PORT|unix:NAME", value_parser = Address::parse)]
    pub ipi: Address,
    /// Seconds to look for a server, at the start and where it went away
    #[arg(long, value_name = "X", default_value = "60", value_parser = positive, allow_hyphen_values = true)]
    pub wait: f64,
    /// Format of the file [default: what its name tells]
    #[arg(long, value_enum, value_name = "NAME")]
    pub format: Option<InputFormat>,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub device: DeviceArgs,
    #[command(flatten)]
    pub mapping: MappingArgs,
}

/// Options of `snapx descriptors`.
#[derive(Debug, Args)]
pub struct DescriptorsArgs {
    #[command(flatten)]
    pub structures: StructureArgs,
    /// What to compute, by the name of LAMMPS' compute
    #[arg(long, value_enum, value_name = "NAME", default_value = "sna/atom")]
    pub compute: Compute,
    /// With snap: a row of descriptors for each atom in place of their sums
    #[arg(long)]
    pub bikflag: bool,
    /// With snap: the derivatives of each atom's descriptors by each position
    #[arg(long)]
    pub dgradflag: bool,
    /// With snap: energy, forces and pressure of the last column [default: potential]
    #[arg(long, value_enum, value_name = "NAME")]
    pub reference: Option<Reference>,
    /// With sna/grid: points along the vectors of the cell
    #[arg(long, num_args = 3, value_names = ["NX", "NY", "NZ"], allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..=100_000))]
    pub grid: Vec<u32>,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub device: DeviceArgs,
    #[command(flatten)]
    pub mapping: MappingArgs,
}

/// The computes of LAMMPS' package ML-SNAP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Compute {
    /// Descriptors of each atom
    #[value(name = "sna/atom")]
    SnaAtom,
    /// Minus the derivatives of descriptors by the position of each atom, for each type
    #[value(name = "snad/atom")]
    SnadAtom,
    /// The same times positions, xx yy zz yz xz xy
    #[value(name = "snav/atom")]
    SnavAtom,
    /// The matrix that a fit solves: sums of descriptors, derivatives, virials
    #[value(name = "snap")]
    Snap,
    /// Descriptors at the points of a grid over the cell
    #[value(name = "sna/grid")]
    SnaGrid,
    /// The same with the numbers of each point
    #[value(name = "sna/grid/local")]
    SnaGridLocal,
}

/// What the last column of compute snap is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reference {
    /// The whole potential, as LAMMPS has it with the same pair_style
    Potential,
    /// What is added to SNAP: ZBL, or nothing. A fit subtracts it from its data
    Zbl,
}

/// Structures and their potential.
#[derive(Debug, Args)]
pub struct StructureArgs {
    /// Files of structures
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Format of the files [default: what their names tell]
    #[arg(long, value_enum, value_name = "NAME")]
    pub format: Option<InputFormat>,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// A potential, and which elements types are.
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// A `.snapcoeff` file, its `.snapparam` beside it; the ending may be left out
    #[arg(long, value_name = "FILE", conflicts_with = "twojmax")]
    pub potential: Option<PathBuf>,
    /// A built-in potential: W_2J8, or W_2J14_dense
    #[arg(long, value_enum, value_name = "N", default_value = "8")]
    pub twojmax: BuiltIn,
    /// A file with LAMMPS' pair_style and pair_coeff lines, as published potentials have them: SNAP, also on top of ZBL
    #[arg(long, value_name = "FILE", conflicts_with_all = ["potential", "twojmax", "elements"])]
    pub lammps_pair: Option<PathBuf>,
    /// Elements of LAMMPS' types 1, 2, ...: behind the files, or with commas between them
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    pub elements: Vec<String>,
}

/// Where results go.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Write the results to this file; its name tells the format
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file of --output if it is there
    #[arg(long, requires = "output")]
    pub overwrite: bool,
}

/// Formats of structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputFormat {
    /// Extended or plain XYZ
    Xyz,
    /// LAMMPS data file
    Data,
    /// LAMMPS dump of text
    Dump,
    /// POSCAR or CONTCAR of VASP 5
    Poscar,
    /// Reference case of this repository
    Json,
}

/// Options of `snapx verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Cases, or folders of cases (`*.json`)
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub device: DeviceArgs,
    #[command(flatten)]
    pub mapping: MappingArgs,
    /// Largest deviation that counts as agreement [default: 1e-10 in double precision, else 5e-5; 1e-8 for forces and virial where coefficients with chemflag are symmetric to printed digits, without --lammps-chem]
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    pub tolerance: Option<f64>,
}

/// Where to compute.
#[derive(Debug, Args)]
pub struct DeviceArgs {
    /// Name of the device, such as rayon:avx2 or opencl:0 (see `snapx devices`) [default: the best one present]
    #[arg(long, value_name = "NAME")]
    pub backend: Option<String>,
    /// Threads of a rayon device [default: one a core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..=MAX_THREADS as i64))]
    pub threads: Option<u32>,
}

/// How the stages run.
#[derive(Debug, Args)]
pub struct MappingArgs {
    /// Formulation of compute_yi [default: reverse on CPUs, orbit or, with little team scratch, direct on GPUs]
    #[arg(long, value_enum, value_name = "NAME")]
    pub yi: Option<Yi>,
    /// Types of the arithmetic
    #[arg(long, value_enum, value_name = "NAME", default_value = "double")]
    pub precision: Precision,
    /// Forces by LAMMPS' rule where coefficients with chemflag are symmetric to their printed digits alone [default: the
    /// gradient of the energy]
    #[arg(long)]
    pub lammps_chem: bool,
    /// Another mapping of the stages: a file that `snapx tune` wrote, or changes such as pairs=staged,pair_rows=4
    #[arg(
        long,
        value_name = "FILE|KEY=VALUE,...",
        default_value = "",
        hide_default_value = true,
        value_parser = Tuning::parse
    )]
    pub tuning: Tuning,
}

/// Options of `snapx devices`.
#[derive(Debug, Args)]
pub struct DevicesArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `snapx cache`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CacheArgs {
    #[command(subcommand)]
    pub command: Option<CacheCommand>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What to do with the cache.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum CacheCommand {
    /// Remove every entry
    Clear,
}

/// The built-in potentials by their twojmax.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum BuiltIn {
    /// Tungsten by Wood and Thompson (2017)
    #[value(name = "8")]
    W2J8,
    /// The 2J=14 tungsten set of TestSNAP with its zeros filled: for benchmarks only
    #[value(name = "14")]
    W2J14Dense,
}

/// The formulations of compute_yi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Yi {
    /// Every output has its own list of products
    Direct,
    /// As direct, symmetric products share their coefficients; means pairs=fused
    Orbit,
    /// Every product is formed once and serves three outputs; means pairs=staged
    Reverse,
}

/// The types of the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// f64
    Double,
    /// f32; positions and their differences, and sums of energies, forces and virial in f64
    Mixed,
}

fn built_in_twojmax(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(twojmax @ (2 | 8 | 14)) => Ok(twojmax),
        _ => Err("give 2, 8 or 14".into()),
    }
}

fn numbers(text: &str) -> Result<Numbers, String> {
    let all = [Numbers::F64, Numbers::F32].into_iter();
    let found = all.into_iter().find(|numbers| numbers.name() == text);
    found.ok_or_else(|| "give double or single".into())
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if value > 0.0 && f64::is_finite(value) => Ok(value),
        _ => Err("give a positive number such as 1e-10".into()),
    }
}
