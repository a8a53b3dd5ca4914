//! `run`: molecular dynamics from an input file or options.

use std::fs;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::*;

/// LAMMPS' thermo output for [`crystal`], steps 0, 10 and 20: its release of 22 July 2025 with `pair_style hybrid/overlay
/// zbl 4 4.8 snap`, `W_2J8`, `timestep 0.001`, `neighbor 1.0 bin`. Temp PotEng KinEng TotEng Press Pxx Pyy Pzz Pxy Pxz Pyz.
const LAMMPS: [[f64; 11]; 3] = [
    [
        322.84582884606994,
        -176.08866103838807,
        0.6259664797393227,
        -175.46269455864874,
        10858.279190578442,
        12024.552326640323,
        10359.829653343792,
        10190.455591751208,
        -1005.6872578020108,
        -832.543424278744,
        -613.0581599121604,
    ],
    [
        289.35864746069444,
        -176.0237149973848,
        0.5610381109165987,
        -175.4626768864682,
        12186.88070964393,
        12511.301407002058,
        12246.226754700323,
        11803.113967229408,
        -1018.8682876726359,
        -608.3982919336288,
        -561.1678499026623,
    ],
    [
        249.77003045482584,
        -175.94693818802955,
        0.4842796552986781,
        -175.46265853273087,
        13863.26816889564,
        13006.831244803063,
        14457.427584258408,
        14125.54567762545,
        -817.4316267012908,
        -762.2347684051044,
        -705.5386369171163,
    ],
];

fn potential() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../potentials");
    folder.join("W_2J8.snap").display().to_string()
}

/// A data file of bcc tungsten, cells³ of it, with displacements and velocities from a formula.
fn crystal(folder: &Path, cells: usize) -> String {
    let (a, mut atoms, mut velocities) = (3.18, String::new(), String::new());
    let natoms = 2 * cells.pow(3);
    let odd = |n: usize, d: usize| ((n * 7919 + d * 104_729) % 1000) as f64 / 1000.0 - 0.5;
    for n in 0..natoms {
        let (cell, half) = (n / 2, (n % 2) as f64 * 0.5);
        let place = [cell / (cells * cells), cell / cells % cells, cell % cells];
        let x = [0, 1, 2].map(|d| (place[d] as f64 + half) * a + 0.1 * odd(n, d));
        let v = [0, 1, 2].map(|d| 4.0 * odd(n, d + 3));
        atoms += &format!("{} 1 {:?} {:?} {:?}\n", n + 1, x[0], x[1], x[2]);
        velocities += &format!("{} {:?} {:?} {:?}\n", n + 1, v[0], v[1], v[2]);
    }
    let edge = a * cells as f64;
    let text = format!(
        "tungsten\n\n{natoms} atoms\n1 atom types\n\n0 {edge:?} xlo xhi\n0 {edge:?} ylo yhi\n0 {edge:?} zlo zhi\n\n\
         Masses\n\n1 183.84\n\nAtoms # atomic\n\n{atoms}\nVelocities\n\n{velocities}"
    );
    write(folder, "w.data", &text)
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// An input in a folder, with paths of the folder.
fn input(folder: &Path, lines: &str) -> String {
    let text = format!(
        "lammps_pair = '{}'\nbackend = 'rayon:lane'\nstructure = '{}'\n{}",
        potential(),
        crystal(folder, 2),
        lines.replace("$", &format!("{}/", folder.display()))
    );
    write(folder, "in.toml", &text)
}

fn run(arguments: &[&str]) -> Output {
    snapx(&[&["run"], arguments].concat())
}

fn succeeds(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    stdout(&output).to_string()
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Lines of numbers below a heading.
fn rows(text: &str, separator: char) -> Vec<Vec<f64>> {
    let lines = text.lines().skip(1);
    let number = |word: &str| word.parse().unwrap();
    lines
        .map(|line| line.split(separator).map(number).collect())
        .collect()
}

#[test]
fn the_table_is_that_of_lammps() {
    let folder = folder("run-lammps");
    let input = input(
        &folder,
        "steps = 20\ntimestep = 0.001\nthermo = 'step temp pe ke etotal press pxx pyy pzz pxy pxz pyz'\nthermo_every = 10\n\
         log = '$w.log'\n",
    );
    let text = succeeds(&[&input]);
    for word in [
        "16 atoms (W 16) on rayon:lane",
        "PotEng",
        "20 steps of 16 atoms",
    ] {
        assert!(text.contains(word), "{text}");
    }
    let log = read(&folder, "w.log");
    assert!(log.starts_with("Step Temp PotEng KinEng TotEng Press Pxx Pyy Pzz Pxy Pxz Pyz\n"));
    let rows = rows(&log, ' ');
    assert_eq!(rows.len(), 3);
    for ((row, expected), step) in rows.iter().zip(LAMMPS).zip([0.0, 10.0, 20.0]) {
        assert_eq!(row[0], step);
        for (found, expected) in row[1..].iter().zip(expected) {
            let scale = expected.abs().max(1.0);
            assert!(
                (found - expected).abs() < 1e-9 * scale,
                "{found} {expected}"
            );
        }
    }
}

#[test]
fn options_come_before_the_file() {
    let folder = folder("run-options");
    let input = input(
        &folder,
        "steps = 1000000\nthermo = ['step', 'time']\nlog = '$w.csv'\nthermo_every = 2\n",
    );
    succeeds(&[&input, "--steps", "5", "--timestep", "0.25e-3"]);
    let log = read(&folder, "w.csv");
    assert!(
        log.starts_with("Step,Time\n0,0.0\n2,0.0005\n4,0.001\n5,0.00125\n"),
        "{log}"
    );
    // Other words for the same: all by options, velocities created.
    let data = crystal(&folder, 2);
    let pair = potential();
    let common = ["--structure", &data, "--lammps-pair", &pair, "--steps", "1"];
    let created = [
        "--velocity-temperature",
        "300",
        "--thermo",
        "step,temp,atoms",
    ];
    let text = succeeds(&[&common[..], &created].concat());
    let line = text.lines().nth(2).unwrap();
    assert_eq!(
        line.split_whitespace().collect::<Vec<_>>(),
        ["0", "300", "16"]
    );
}

#[test]
fn mistakes_are_named() {
    let folder = folder("run-mistakes");
    let input = |lines: &str| input(&folder, lines);
    let file = input("steps = 5\ntimstep = 0.001\n");
    refused(
        &["run", &file],
        &["in.toml:5: unknown key `timstep`", "`timestep`"],
    );
    let file = input("steps = 5\nthermo = 100\n");
    refused(&["run", &file], &["in.toml:5: ", "thermo_every"]);
    let data = crystal(&folder, 2);
    refused(&["run", &data], &[" is a structure", "--structure "]);
    let file = input("steps = 5\n");
    for (arguments, words) in [
        (
            &["--timestep", "-0.001"][..],
            &["timestep is -0.001 ps"][..],
        ),
        (&["--timestep", "nan"], &["timestep is NaN ps"]),
        (&["--skin=-1"], &["skin is -1"]),
        (&["--masses", "He=4"], &["masses names `He`"]),
        (&["--masses", "W=-4"], &["the mass of `W` is -4"]),
        (&["--thermo", "step,tmp"], &["`tmp` is no column"]),
        (&["--dump", "x.pdb"], &["x.pdb", "lammpstrj"]),
        (
            &["--dump", "x.xyz", "--log", "x.xyz"],
            &["x.xyz", "two outputs"],
        ),
        (&["--restart", &file], &["is no restart file of snapx"]),
        (
            &["--temperature", "5"],
            &["temperature is for ensemble nvt"],
        ),
        (
            &["--ensemble", "npt", "--temperature", "5"],
            &["npt needs pressure"],
        ),
        (&["--plot", "x.png"], &["x.png", "*.svg"]),
        (
            &["--replicas", "2", "--dump", "w.xyz"],
            &["`w.xyz`", "put {replica} into it"],
        ),
        (
            &[
                "--replicas",
                "2",
                "--log",
                "w.0.xyz",
                "--dump",
                "w.{replica}.xyz",
            ],
            &["w.0.xyz", "two outputs"],
        ),
        (&["--write-data", "POSCAR"], &["POSCAR", "*.data"]),
    ] {
        refused(&[&["run", &file], arguments].concat(), words);
    }
    refused(&["run"], &["no potential"]);
    refused(
        &["run", "--potential", "no/such", "--steps", "1"],
        &["no/such"],
    );
    let empty = write(&folder, "empty.xyz", "0\n\n");
    refused(
        &["run", &file, "--structure", &empty],
        &["empty.xyz", "no atoms"],
    );
    let other = write(
        &folder,
        "other.xyz",
        "1\nLattice=\"9 0 0 0 9 0 0 0 9\"\nHe 0 0 0\n",
    );
    refused(
        &["run", &file, "--structure", &other],
        &["no element `He`; it has W"],
    );
    let double = "2\nLattice=\"9 0 0 0 9 0 0 0 9\"\nW 0 0 0\nW 0 0 9\n";
    let double = write(&folder, "double.xyz", double);
    refused(
        &["run", &file, "--structure", &double],
        &["double.xyz", "frame 0"],
    );
    let there = write(&folder, "there.csv", "mine");
    refused(
        &["run", &file, "--log", &there],
        &["there.csv", "--overwrite"],
    );
    refused(
        &["run", &file, "--write-restart", &there],
        &["there.csv", "--overwrite"],
    );
    let (data, pair, seed) = (crystal(&folder, 2), potential(), u64::MAX.to_string());
    let options = ["--structure", &data, "--lammps-pair", &pair, "--steps", "1"];
    let restart = ["--write-restart", "w.restart", "--velocity-seed", &seed];
    refused(
        &[&["run"], &options[..], &restart].concat(),
        &["a setting cannot be written down", "below 2^63"],
    );
    assert_eq!(read(&folder, "there.csv"), "mine");
}

#[test]
fn a_run_that_is_lost_keeps_what_it_wrote() {
    let folder = folder("run-lost");
    let input = input(
        &folder,
        "steps = 5\nthermo_every = 1\nlog = '$w.csv'\nwrite_restart = '$w.restart'\nrestart_every = 1\n",
    );
    succeeds(&[&input]);
    let restart = folder.join("w.restart").display().to_string();
    let far = ["--timestep", "1e200"];
    let lost = [&["--restart", &restart, "--steps", "9"], &far[..]].concat();
    let output = run(&lost);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    for word in ["error: step 6: ", "is W with id ", "so far is kept"] {
        assert!(message.contains(word), "{message}");
    }
    let rows = rows(&read(&folder, "w.csv"), ',');
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().flatten().all(|x| x.is_finite()));
    // The restart file is still that of the step before.
    succeeds(&["--restart", &restart, "--steps", "9"]);
}

#[test]
fn a_cutoff_of_many_neighbours_is_said_at_the_start() {
    let folder = folder("run-many");
    let dense = "1\nLattice=\"0.5 0 0 0 0.5 0 0 0 0.5\"\nW 0 0 0\n";
    let dense = write(&folder, "dense.xyz", dense);
    let output = run(&[&input(&folder, "steps = 0\n"), "--structure", &dense]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(message.contains("gives each atom about"), "{message}");
}

/// Outputs of a run of 60 steps, by parts of their names.
const LONG: &str = "steps = 60\ntimestep = 0.002\nskin = 0.2\nthermo_every = 7\nlog = '$w.log'\ndump = ['$w.dump', '$w.xyz']\n\
    dump_every = 9\nwrite_restart = '$w.restart'\nrestart_every = 10\n";

/// What a run leaves: table and trajectories.
fn left(folder: &Path) -> [String; 3] {
    ["w.log", "w.dump", "w.xyz"].map(|name| read(folder, name))
}

/// The same for three replicas.
const REPLICAS: &str = "replicas = 3\nvelocity_temperature = 600.0\nvelocity_seed = 11\nsteps = 60\ntimestep = 0.002\n\
    skin = 0.2\nthermo_every = 7\nlog = '$w.log'\ndump = '$w.{replica}.dump'\ndump_every = 9\n\
    write_restart = '$w.restart'\nrestart_every = 10\n";

fn left_of_replicas(folder: &Path) -> [String; 4] {
    ["w.log", "w.0.dump", "w.1.dump", "w.2.dump"].map(|name| read(folder, name))
}

/// The run that nobody stops.
fn whole(name: &str) -> (PathBuf, [String; 3]) {
    let folder = folder(name);
    let text = succeeds(&[&input(&folder, LONG)]);
    assert!(!text.contains("built anew 0 times"), "{text}");
    let left = left(&folder);
    (folder, left)
}

/// Waits until a file is there.
fn await_file(child: &mut Child, path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(120));
        assert!(child.try_wait().unwrap().is_none(), "{path:?} did not come");
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_run_goes_on_from_any_restart_bit_for_bit() {
    let (_, expected) = whole("run-whole");
    let folder = folder("run-parts");
    let (file, restart) = (input(&folder, LONG), folder.join("w.restart"));
    let restart = restart.display().to_string();
    succeeds(&[&file, "--steps", "23"]);
    let [log, ..] = left(&folder);
    assert!(log.lines().last().unwrap().starts_with("23 "));
    refused(&["run", &file], &["w.restart", "--overwrite"]);
    let other = ["--write-restart", "other.restart"];
    refused(
        &[&["run", &file], &other[..]].concat(),
        &["w.log", "--overwrite"],
    );
    refused(
        &["run", "--restart", &restart],
        &["is of step 23, and steps is 23"],
    );
    // Steps that are written later than the restart file are cut off.
    fs::write(
        folder.join("w.dump"),
        read(&folder, "w.dump") + "ITEM: TIMESTEP\n",
    )
    .unwrap();
    succeeds(&["--restart", &restart, "--steps", "60"]);
    let [log, dump, xyz] = left(&folder);
    // The table has one line more: where the first part ended.
    let log: String = log
        .lines()
        .filter(|line| !line.starts_with("23 "))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!([log, dump, xyz], expected);
}

#[test]
fn a_run_that_goes_on_replaces_its_own_files_alone() {
    let folder = folder("run-own-files");
    let lines =
        "steps = 2\nplot = '$w.svg'\nwrite_data = '$end.data'\nwrite_restart = '$w.restart'\n";
    succeeds(&[&input(&folder, lines)]);
    let restart = folder.join("w.restart").display().to_string();
    let [svg, data] = ["mine.svg", "mine.data"].map(|name| write(&folder, name, "mine"));
    for others in [["--plot", &svg], ["--write-data", &data]] {
        let go_on = ["run", "--restart", &restart, "--steps", "4"];
        refused(
            &[&go_on[..], &others].concat(),
            &["mine.", "is there already"],
        );
    }
    assert_eq!(
        read(&folder, "mine.svg") + &read(&folder, "mine.data"),
        "minemine"
    );
    succeeds(&["--restart", &restart, "--steps", "4"]);
}

/// Ensembles with a state of their own.
const ENSEMBLES: [&str; 4] = [
    "ensemble = 'nvt'\ntemperature = 300.0\n",
    "ensemble = 'langevin'\ntemperature = 300.0\nlangevin_seed = 7\n",
    "ensemble = 'npt'\ntemperature = 300.0\npressure = 0.0\npdamp = 0.1\ncouple = 'tri'\n",
    "ensemble = 'nph'\ntemperature = 300.0\npressure = 1e4\npdamp = 0.1\n",
];

#[test]
fn every_ensemble_goes_on_bit_for_bit() {
    for lines in ENSEMBLES {
        let thermo = "thermo = 'step temp press etotal econserve pxy lx yz'\n";
        let lines = LONG.to_string() + lines + thermo;
        let whole = folder("run-ensemble-whole");
        succeeds(&[&input(&whole, &lines)]);
        let parts = folder("run-ensemble-parts");
        // A step of the table: there is no line more.
        succeeds(&[&input(&parts, &lines), "--steps", "28"]);
        let restart = parts.join("w.restart").display().to_string();
        succeeds(&["--restart", &restart, "--steps", "60"]);
        assert_eq!(left(&parts), left(&whole), "{lines}");
    }
}

#[test]
fn a_ramp_ends_with_the_run_where_the_ensemble_changes() {
    let folder = folder("run-ramp");
    let lines = "steps = 30\nensemble = 'nvt'\ntemperature = 300.0\ntchain = 2\nlog = '$w.csv'\nthermo = 'step temp'\n\
        write_restart = '$w.restart'\n";
    succeeds(&[&input(&folder, lines)]);
    let restart = folder.join("w.restart").display().to_string();
    // Velocities are forgotten in each step.
    let bath = ["--ensemble", "langevin", "--tdamp", "1e-5"];
    let ramp = ["--temperature", "3000", "--temperature-end", "0"];
    let go_on = ["--restart", &restart, "--steps", "60"];
    succeeds(&[&go_on[..], &bath, &ramp].concat());
    let rows = rows(&read(&folder, "w.csv"), ',');
    let last = rows.last().unwrap();
    assert!(last[0] == 60.0 && last[1] < 50.0, "{last:?}");
}

#[test]
fn a_replica_moves_as_in_a_run_of_its_own() {
    let lines = "steps = 20\nvelocity_temperature = 900.0\nvelocity_seed = 11\nlog = '$w.csv'\nthermo_every = 10\n\
        thermo = 'step temp pe etotal press pxy'\ndump = '$w.{replica}.xyz'\ndump_every = 20\n\
        write_data = '$w.{replica}.data'\n";
    let together = folder("run-replicas");
    let text = succeeds(&[&input(&together, lines), "--replicas", "3"]);
    for words in [
        "3 replicas of 16 atoms (W 16)",
        "20 steps of 3 replicas of 16 atoms",
    ] {
        assert!(text.contains(words), "{text}");
    }
    let log = read(&together, "w.csv");
    assert!(log.starts_with("Replica,Step,Temp,PotEng"), "{log}");
    let all = rows(&log, ',');
    assert_eq!(all.len(), 9);
    let numbers = |folder: &Path, name: &str| -> Vec<f64> {
        let text = read(folder, name);
        let words = text.split([' ', '\n', '=', '"']);
        words.filter_map(|word| word.parse().ok()).collect()
    };
    for replica in 0..3 {
        let alone = folder("run-replica");
        let seed = (11 + replica).to_string();
        succeeds(&[&input(&alone, lines), "--velocity-seed", &seed]);
        let close = |found: &[f64], expected: &[f64]| {
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                let error = (found - expected).abs() / expected.abs().max(1.0);
                assert!(error < 1e-10, "replica {replica}: {found} {expected}");
            }
        };
        let own: Vec<_> = all
            .iter()
            .filter(|row| row[0] == f64::from(replica))
            .collect();
        let expected = rows(&read(&alone, "w.csv"), ',');
        assert_eq!(own.len(), expected.len());
        for (found, expected) in own.iter().zip(&expected) {
            close(&found[1..], expected);
        }
        assert!((expected[0][1] - 900.0).abs() < 1e-9);
        for ending in ["xyz", "data"] {
            let found = numbers(&together, &format!("w.{replica}.{ending}"));
            close(&found, &numbers(&alone, &format!("w.0.{ending}")));
        }
    }
}

#[test]
fn trajectories_have_masses_that_the_structure_lacks() {
    let folder = folder("run-masses");
    let dimer = "2\nLattice=\"9 0 0 0 9 0 0 0 9\"\nW 0 0 0\nW 0 0 2.7\n";
    let dimer = write(&folder, "dimer.xyz", dimer);
    let file = input(
        &folder,
        "steps = 1\ndump = '$w.dump'\nwrite_data = '$end.data'\n",
    );
    succeeds(&[&file, "--structure", &dimer, "--masses", "W=180"]);
    let dump = read(&folder, "w.dump");
    assert!(
        dump.contains("ITEM: ATOMS id type element mass x y z vx vy vz ix iy iz fx fy fz\n"),
        "{dump}"
    );
    assert!(dump.contains("\n1 1 W 180.0 0.0 "), "{dump}");
    assert!(read(&folder, "end.data").contains("Masses\n\n1 180.0\n"));
}

#[test]
fn more_replicas_than_there_is_memory_are_refused() {
    let output = run(&[
        &input(&folder("run-memory"), "steps = 1\n"),
        "--replicas",
        "4000000000",
    ]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("64000000000 atoms need"), "{message}");
}

#[test]
fn replicas_go_on_bit_for_bit() {
    for lines in ["", "ensemble = 'langevin'\ntemperature = 600.0\n"] {
        let lines = REPLICAS.to_string() + lines;
        let whole = folder("run-replicas-whole");
        succeeds(&[&input(&whole, &lines)]);
        let parts = folder("run-replicas-parts");
        succeeds(&[&input(&parts, &lines), "--steps", "28"]);
        let restart = parts.join("w.restart").display().to_string();
        let go_on = ["run", "--restart", &restart, "--steps", "60"];
        refused(
            &[&go_on[..], &["--replicas", "2"]].concat(),
            &["replicas is 2, and the restart file has 3"],
        );
        succeeds(&go_on[1..]);
        assert_eq!(
            left_of_replicas(&parts),
            left_of_replicas(&whole),
            "{lines}"
        );
    }
}

#[test]
fn replicas_without_velocities_part_in_a_bath() {
    let folder = folder("run-replicas-bath");
    let lines = "replicas = 2\nsteps = 5\nensemble = 'langevin'\ntemperature = 600.0\nlog = '$w.csv'\nthermo = 'step pe'\n";
    succeeds(&[&input(&folder, lines)]);
    let rows = rows(&read(&folder, "w.csv"), ',');
    assert_eq!(rows[0][2], rows[1][2]);
    assert!((rows[2][2] - rows[3][2]).abs() > 1e-6, "{rows:?}");
}

#[test]
fn compressed_trajectories_go_on_too() {
    let folder = folder("run-gzip");
    let lines = "steps = 4\ndump = '$w.xyz.gz'\ndump_every = 2\nwrite_restart = '$w.restart'\n";
    succeeds(&[&input(&folder, lines)]);
    let restart = folder.join("w.restart").display().to_string();
    succeeds(&["--restart", &restart, "--steps", "8"]);
    let file = folder.join("w.xyz.gz").display().to_string();
    let text = snapx(&["compute", &file, "--backend", "rayon:lane", "--json"]);
    let lines = stdout(&text).lines().count();
    assert_eq!(lines, 5, "{}", String::from_utf8_lossy(&text.stderr));
}

#[test]
fn a_minimum_is_found_before_the_first_step() {
    let folder = folder("run-minimize");
    let lines = "write_data = '$min.data'\nlog = '$w.csv'\nthermo = 'step pe press pxy'\n\
        [minimize]\nftol = 1e-6\ncell = 'tri'\npressure = 1000.0\n";
    let file = input(&folder, lines);
    let text = succeeds(&[&file]);
    assert!(text.contains("forces are below their tolerance"), "{text}");
    let data = folder.join("min.data").display().to_string();
    let found = snapx(&[
        "compute",
        &data,
        "--lammps-pair",
        &potential(),
        "--backend",
        "rayon:lane",
        "--json",
    ]);
    let found: Value = serde_json::from_slice(&found.stdout).unwrap();
    assert!(found["max_force"].as_f64().unwrap() < 1e-6, "{found}");
    let pressure = found["pressure_bar"].as_f64().unwrap();
    assert!((pressure - 1000.0).abs() < 1.0, "{pressure}");
    // Steps may follow, with new velocities.
    let more = [
        "--steps",
        "3",
        "--velocity-temperature",
        "50",
        "--overwrite",
    ];
    let text = succeeds(&[&[&file[..]], &more[..]].concat());
    assert!(
        text.contains("minimum after") && text.contains("3 steps of"),
        "{text}"
    );
    refused(
        &["run", &file, "--minimize-ftol", "-1"],
        &["minimize.ftol is -1"],
    );
    refused(
        &["run", &file, "--minimize-style", "magic"],
        &["--minimize-style", "cg, fire"],
    );
}

#[test]
fn clusters_fly_apart_in_a_box_that_grows() {
    let folder = folder("run-cluster");
    let cluster = "3\nProperties=species:S:1:pos:R:3:velocities:R:3\nW 0 0 0 200 0 0\nW 2.6 0 0 -100 0 30\n\
        W 0 2.6 0 0 400 0\n";
    let cluster = write(&folder, "cluster.xyz", cluster);
    let lines = "steps = 600\ntimestep = 0.0002\nthermo_every = 600\nlog = '$w.csv'\ndump = '$w.xyz'\ndump_every = 600\n";
    let file = input(&folder, lines);
    let arguments = [&file, "--structure", &cluster];
    let text = succeeds(&arguments);
    assert!(!text.contains("Press"), "{text}");
    let rows = rows(&read(&folder, "w.csv"), ',');
    assert!((rows[0][4] - rows[1][4]).abs() < 0.05, "{rows:?}");
    let last = read(&folder, "w.xyz");
    let far = last.lines().last().unwrap().split(' ').nth(2).unwrap();
    assert!(far.parse::<f64>().unwrap() > 40.0, "{last}");
    refused(
        &[
            "run",
            &file,
            "--structure",
            &cluster,
            "--thermo",
            "press",
            "--overwrite",
        ],
        &["the column Press needs a cell that repeats"],
    );
}

#[test]
fn files_that_were_changed_are_not_appended_to() {
    let folder = folder("run-changed");
    let file = input(&folder, LONG);
    succeeds(&[&file, "--steps", "10"]);
    let restart = folder.join("w.restart").display().to_string();
    let go_on = ["run", "--restart", &restart, "--steps", "20"];
    let log = read(&folder, "w.log");
    write(&folder, "w.log", &log.replace("Temp", "Time"));
    refused(&go_on, &["w.log", "is not the file that the run wrote"]);
    write(&folder, "w.log", &log);
    refused(
        &[&go_on[..], &["--thermo", "step"]].concat(),
        &["w.log", "other columns"],
    );
    // A restart file that is cut off.
    let bytes = fs::read(&restart).unwrap();
    let cut = folder.join("cut.restart");
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    refused(
        &["run", "--restart", &cut.display().to_string()],
        &["was cut off"],
    );
    succeeds(&go_on[1..]);
}

#[cfg(unix)]
mod signals {
    use super::*;

    fn kill(child: &Child, signal: &str) {
        let status = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(status.unwrap().success());
    }

    /// Starts the input of a folder without an end.
    fn start(folder: &Path, lines: &str) -> Child {
        let file = input(folder, lines);
        command(&["run", &file, "--steps", "100000000", "--restart-every", "3"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    #[test]
    fn ctrl_c_ends_with_a_restart_file() {
        let folder = folder("run-ctrl-c");
        let mut child = start(&folder, LONG);
        await_file(&mut child, &folder.join("w.restart"));
        kill(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{message}");
        assert!(message.contains("stopped after step"), "{message}");
        let words: Vec<&str> = message.split_whitespace().collect();
        let place = words.iter().position(|word| *word == "step").unwrap();
        let step: u64 = words[place + 1].parse().unwrap();
        let restart = folder.join("w.restart").display().to_string();
        let steps = (step + 5).to_string();
        succeeds(&["--restart", &restart, "--steps", &steps]);
        let steps: Vec<f64> = rows(&read(&folder, "w.log"), ' ')
            .iter()
            .map(|row| row[0])
            .collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "{steps:?}");
    }

    #[test]
    fn a_run_that_was_killed_at_any_moment_goes_on_bit_for_bit() {
        let [folder, whole] = killed_and_whole("run-killed", LONG);
        assert_eq!(left(&folder), left(&whole));
    }

    #[test]
    fn replicas_that_were_killed_at_any_moment_go_on_bit_for_bit() {
        let [folder, whole] = killed_and_whole("run-replicas-killed", REPLICAS);
        assert_eq!(left_of_replicas(&folder), left_of_replicas(&whole));
    }

    /// The folders of a run that was killed and went on for some steps, and of one that took as many at once.
    fn killed_and_whole(name: &str, lines: &str) -> [PathBuf; 2] {
        let folder = folder(name);
        let mut child = start(&folder, lines);
        await_file(&mut child, &folder.join("w.restart"));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let moment = now.subsec_micros() % 50;
        sleep(Duration::from_millis(u64::from(moment) + 20));
        kill(&child, "-KILL");
        child.wait().unwrap();
        let restart = folder.join("w.restart").display().to_string();
        // How far it came: what is refused says so.
        let output = run(&["--restart", &restart, "--steps", "1"]);
        let message = String::from_utf8_lossy(&output.stderr).to_string();
        let words: Vec<&str> = message.split([' ', ',']).collect();
        let place = words.iter().position(|word| *word == "step").unwrap();
        let steps = words[place + 1].parse::<u64>().unwrap() + 20;
        succeeds(&["--restart", &restart, "--steps", &steps.to_string()]);
        let whole = super::folder(&format!("{name}-not"));
        succeeds(&[&input(&whole, lines), "--steps", &steps.to_string()]);
        [folder, whole]
    }
}
