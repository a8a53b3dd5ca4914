//! A program in C that is compiled here and linked with the library, shared and static.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use portax_snap::{Calculator, Place};
use snap_core::{PairStyle, SnapOptions};
use snap_reference::{Case, Potential};

/// Handles that come and go; `PORTAX_SNAP_CYCLES` has another number.
const CYCLES: &str = "60";

/// Where the library lies: beside the test.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().to_path_buf()
}

fn run(command: &mut Command) {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "{command:?}: {}\n{out}{err}",
        output.status
    );
    print!("{out}");
}

/// A program of a source, linked with the library in one of its forms.
fn program(name: &str, source: &Path, library: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .arg(format!("-I{}", folder.join("include").display()))
        .arg(source)
        .arg("-o")
        .arg(&program)
        .args(library)
        .args(["-lm", "-lpthread", "-ldl"]);
    run(&mut cc);
    program
}

/// A program of a source with the shared library.
fn shared(name: &str, source: &Path) -> PathBuf {
    let folder = libraries().display().to_string();
    let library = [
        &format!("-L{folder}"),
        "-lportax_snap",
        &format!("-Wl,-rpath,{folder}"),
    ];
    program(name, source, &library)
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/test.c")
}

/// `test.c` with the shared library.
fn tests() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| shared("test-shared", &source()))
}

/// The files of a case: coefficients, parameters, and the case itself.
fn files(name: &str) -> [PathBuf; 3] {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/cases");
    let case = Case::read(&cases.join(format!("{name}.json"))).unwrap();
    let file = |extension: &str, text: String| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{extension}"));
        // Tests that run at the same time write the same.
        let part = path.with_extension(format!("{extension}.{:?}", std::thread::current().id()));
        std::fs::write(&part, text).unwrap();
        std::fs::rename(&part, &path).unwrap();
        path
    };
    [
        file("snapcoeff", coefficients(&case.snap)),
        file("snapparam", parameters(&case.snap)),
        file("case", of_c(&case)),
    ]
}

fn coefficients(potential: &Potential) -> String {
    let elements = &potential.elements;
    let mut text = format!("{} {}\n", elements.len(), elements[0].coeff.len());
    for element in elements {
        writeln!(
            text,
            "{} {} {}",
            element.name, element.radius, element.weight
        )
        .unwrap();
        element
            .coeff
            .iter()
            .for_each(|c| writeln!(text, "{c}").unwrap());
    }
    text
}

fn parameters(potential: &Potential) -> String {
    let p = &potential.params;
    let flag = |name: &str, on: bool| format!("{name} {}\n", u8::from(on));
    format!(
        "rcutfac {}\ntwojmax {}\nrfac0 {}\nrmin0 {}\n",
        p.rcutfac, p.twojmax, p.rfac0, p.rmin0
    ) + &flag("switchflag", p.switchflag)
        + &flag("bzeroflag", p.bzeroflag)
        + &flag("bnormflag", p.bnormflag)
        + &flag("wselfallflag", p.wselfallflag)
        + &flag("quadraticflag", p.quadraticflag)
        + &flag("chemflag", p.chemflag)
}

fn of_c(case: &Case) -> String {
    let mut text = format!("{} {}\n", case.positions.len(), case.type_to_element.len());
    case.type_to_element
        .iter()
        .for_each(|name| writeln!(text, "{name}").unwrap());
    let periodic = case.cell.periodic.map(|p| f64::from(u8::from(p)));
    let mut add = |numbers: &[f64]| numbers.iter().for_each(|x| writeln!(text, "{x}").unwrap());
    add(case.cell.cell_rows.as_flattened());
    add(&case.cell.origin);
    add(&periodic);
    let types: Vec<f64> = case.types.iter().map(|&kind| kind as f64).collect();
    add(&types);
    add(case.positions.as_flattened());
    add(&[case.results.energy]);
    add(&case.results.virial);
    add(&case.results.energies);
    add(case.results.forces.as_flattened());
    text
}

/// What a test does on a device with a case.
fn test(program: &Path, what: &str, device: &str, case: &str) -> Command {
    let mut command = Command::new(program);
    command.args([what, device]).args(files(case));
    command
}

#[test]
fn results_are_those_of_lammps() {
    for case in ["s01_W_bcc54_2J8", "s08_bnorm_bzero_2J6", "s12_triclinic_W"] {
        run(&mut test(tests(), "reference", "rayon", case));
    }
    let static_library = libraries().join("libportax_snap.a").display().to_string();
    let program = program("test-static", &source(), &[&static_library]);
    run(&mut test(&program, "reference", "rayon:lane", "s18_2J1"));
}

#[test]
fn devices_are_named() {
    if portax_backends::testing::space_or_skip("opencl:pocl").is_some() {
        run(&mut test(tests(), "reference", "opencl:pocl", "s19_2J3"));
    }
}

/// Of HIP's shim, since there its library is known; hosts take memory of their own.
#[test]
fn positions_and_forces_may_stay_on_the_device() {
    for device in ["rayon", "rayon:lane"] {
        run(&mut test(tests(), "on-device", device, "s01_W_bcc54_2J8"));
    }
    let has_library = std::env::var_os("PORTAX_HIP_LIBRARY").is_some();
    if has_library && portax_backends::testing::space_or_skip("hip:0").is_some() {
        run(&mut test(tests(), "on-device", "hip:0", "s19_2J3"));
    }
}

#[test]
fn the_repulsion_of_nuclei_is_an_option() {
    let potentials = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../potentials");
    let files = ["snapcoeff", "snapparam", "snap"].map(|e| potentials.join(format!("W_2J8.{e}")));
    run(Command::new(tests())
        .args(["repulsion", "rayon"])
        .args(files));
}

#[test]
fn wrong_input_is_an_error_with_a_text() {
    run(&mut test(tests(), "faults", "rayon", "s01_W_bcc54_2J8"));
}

#[test]
fn threads_have_handles_and_errors_of_their_own() {
    run(&mut test(tests(), "threads", "rayon", "s19_2J3"));
}

#[test]
fn handles_leave_no_memory_behind() {
    let count = std::env::var("PORTAX_SNAP_CYCLES").unwrap_or(CYCLES.into());
    run(test(tests(), "cycles", "rayon", "s13_dimer_2el").arg(count));
}

/// The code of the first block of a language in a text.
fn block<'a>(text: &'a str, language: &str) -> &'a str {
    let (_, code) = text.split_once(&format!("```{language}\n")).unwrap();
    code.split_once("```").unwrap().0
}

/// What a program prints that is made of a source, beside the potentials.
fn prints(name: &str, code: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    std::fs::write(&file, code).unwrap();
    let potentials = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../potentials");
    let mut command = Command::new(shared(name, &file));
    let output = command.current_dir(potentials).output().unwrap();
    String::from_utf8_lossy(&output.stdout).to_string()
}

/// The first example of the README.
#[test]
fn the_example_computes_what_lammps_does() {
    let code = block(include_str!("../README.md"), "c");
    let said = prints("example", code);
    assert_eq!(said, "0 -21.995244049 eV, 1.118929402 eV/angstrom\n");
}

/// The lines of the first page, with what they leave to the reader.
#[test]
fn the_lines_of_the_first_page_are_a_program() {
    let lines = block(include_str!("../../../../README.md"), "c");
    let code = format!(
        "#include <portax_snap.h>
        #include <stdio.h>
        int main(void) {{
            int natoms = 2, types[] = {{1, 1}};
            double a = 3.18, positions[] = {{0, 0, 0, 1.59, 1.59, 1.7}}, energy, forces[6];
            {lines}
            printf(\"%.9f %.9f\\n\", energy, forces[2]);
            return 0;
        }}"
    );
    let style = PairStyle::of_files(potential("snapcoeff"), potential("snapparam"), &["W"]);
    let options = SnapOptions::default();
    let mut calculator = Calculator::new(style.unwrap(), Some("rayon"), options).unwrap();
    let place = Place {
        vectors: [[3.18, 0.0, 0.0], [0.0, 3.18, 0.0], [0.0, 0.0, 3.18]],
        origin: [0.0; 3],
        periodic: [true; 3],
    };
    let positions = [[0.0; 3], [1.59, 1.59, 1.7]];
    let snap = calculator.compute(&place, &positions, &[0, 0]).unwrap();
    let (energy, forces) = (snap.energy().unwrap(), snap.forces().unwrap());
    let expected = format!("{energy:.9} {:.9}\n", forces[0][2]);
    assert_eq!(prints("first-page", &code), expected);
}

fn potential(end: &str) -> PathBuf {
    let potentials = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../potentials");
    potentials.join(format!("W_2J8.{end}"))
}
