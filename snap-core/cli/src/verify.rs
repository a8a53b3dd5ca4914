//! `snapx verify`: deviations from what LAMMPS computed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use portax::Space;
use portax::error::printable;
use snap_core::SnapPotential;
use snap_reference::case::BAR;
use snap_reference::{Case, System, deviation};

use crate::args::{MappingArgs, VerifyArgs};
use crate::bench::check;
use crate::engine::{Engine, Evaluation};
use crate::error::{Error, FAILED};
use crate::progress::Progress;
use crate::{output, potential, space};

const COLUMNS: [&str; 9] = [
    "energy",
    "energies",
    "forces",
    "virial",
    "descriptors",
    "snad",
    "snav",
    "snap",
    "grid",
];

/// Deviations in the order of [`COLUMNS`]; none of what the case does not hold.
type Deviations = [Option<f64>; COLUMNS.len()];

/// Deviation of forces and virial that digits explain to which the coefficients of potentials with `chemflag` are printed:
/// LAMMPS' rule and the gradient differ by so much (measured on InP: 1.3e-9).
const PRINTED_DIGITS: f64 = 1e-8;

/// How far results may be from LAMMPS' to agree.
#[derive(Clone, Copy)]
struct Tolerance {
    /// Of energies and descriptors.
    most: f64,
    /// Of forces and virial.
    of_forces: f64,
}

/// What became of a case.
enum Outcome {
    /// How far the results are from LAMMPS'.
    Compared(Deviations, Tolerance),
    /// What went wrong.
    Failed(Error),
}

#[derive(Default)]
struct Counts {
    agree: usize,
    /// Those of them whose forces and virial agree to [`PRINTED_DIGITS`].
    by_digits: usize,
    differ: usize,
}

/// Compares all cases and prints a line for each.
///
/// # Errors
/// Paths and files that are no cases, and a device that does not open; what fails in a case counts as a difference.
pub fn run(args: &VerifyArgs) -> Result<ExitCode, Error> {
    let cases = read_cases(&args.paths)?;
    let space = space::open(&args.device)?;
    let (mut counts, progress) = (Counts::default(), Progress::new());
    output::print(&header())?;
    for case in &cases {
        progress.say(&printable(&case.case));
        let outcome = compare(case, &space, args);
        progress.clear();
        output::print(&line(case, &outcome))?;
        counts.add(&outcome);
    }
    output::print(&counts.summary(&space, tolerance(args)))?;
    Ok(counts.exit_code())
}

fn read_cases(paths: &[PathBuf]) -> Result<Vec<Case>, Error> {
    let mut files = vec![];
    for path in paths {
        files.extend(case_files(path)?);
    }
    let read = |path: &PathBuf| Case::read(path).map_err(Error::reading_case(path));
    files.iter().map(read).collect()
}

/// The file itself, or the `.json` files of a folder by name.
fn case_files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let failed = Error::reading(path);
    let entries: Result<Vec<_>, _> = path.read_dir().map_err(&failed)?.collect();
    let mut files: Vec<_> = entries.map_err(failed)?.iter().map(|e| e.path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    if files.is_empty() {
        return Err(Error::Usage(format!(
            "`{}` has no cases (*.json); name a folder such as tests/cases",
            path.display()
        )));
    }
    Ok(files)
}

fn compare(case: &Case, space: &Space, args: &VerifyArgs) -> Outcome {
    let compared = || {
        let potential = potential::from_reference(&case.snap)?;
        let deviations = deviations(case, &potential, space, &args.mapping)?;
        Ok(Outcome::Compared(
            deviations,
            Tolerance::of(&potential, args),
        ))
    };
    compared().unwrap_or_else(Outcome::Failed)
}

/// What the options, or the precision, say.
fn tolerance(args: &VerifyArgs) -> f64 {
    let precision = args.mapping.precision.into();
    args.tolerance.unwrap_or(check::tolerance(precision))
}

impl Tolerance {
    /// That of a potential: forces by another rule than LAMMPS' are no nearer than its coefficients' digits.
    fn of(potential: &SnapPotential, args: &VerifyArgs) -> Self {
        let most = tolerance(args);
        let by_digits = args.tolerance.is_none()
            && !args.mapping.lammps_chem
            && potential.depends_on_chem_rule();
        let of_forces = if by_digits {
            most.max(PRINTED_DIGITS)
        } else {
            most
        };
        Self { most, of_forces }
    }

    /// That of a column.
    fn of_column(self, name: &str) -> f64 {
        match name {
            "forces" | "virial" => self.of_forces,
            _ => self.most,
        }
    }

    /// What is said of a case that agrees.
    fn verdict(self) -> String {
        if self.of_forces == self.most {
            return "ok".to_string();
        }
        format!(
            "ok (forces and virial to {:e}: chemflag with coefficients symmetric to printed digits, see --lammps-chem)",
            self.of_forces
        )
    }
}

fn deviations(
    case: &Case,
    potential: &SnapPotential,
    space: &Space,
    mapping: &MappingArgs,
) -> Result<Deviations, Error> {
    let mut engine = Engine::new(
        space,
        potential,
        &system_at_origin(case)?,
        mapping.options(0.0),
    )?;
    let (found, expected) = (engine.evaluate()?, &case.results);
    Ok([
        Some(deviation([&found.energy], [&expected.energy])),
        Some(deviation(&found.energies, &expected.energies)),
        Some(deviation(
            found.forces.as_flattened(),
            expected.forces.as_flattened(),
        )),
        Some(deviation(&found.virial, &expected.virial)),
        of_tables(&expected.sna_atom, || engine.descriptors())?,
        of_tables(&expected.snad_atom, || engine.descriptor_derivatives())?,
        of_tables(&expected.snav_atom, || snav_at_origin(case, &mut engine))?,
        of_matrix(case, &found, &mut engine)?,
        of_grid(case, &mut engine)?,
    ])
}

/// Deviation of a table that the case may hold.
fn of_tables(
    expected: &Option<Vec<Vec<f64>>>,
    found: impl FnOnce() -> Result<Vec<Vec<f64>>, Error>,
) -> Result<Option<f64>, Error> {
    let of = |expected: &Vec<Vec<f64>>| {
        let found = found()?;
        Ok(deviation(found.iter().flatten(), expected.iter().flatten()))
    };
    expected.as_ref().map(of).transpose()
}

/// The virials of descriptors with positions where the case has them.
fn snav_at_origin(case: &Case, engine: &mut Engine) -> Result<Vec<Vec<f64>>, Error> {
    let mut snav = engine.descriptor_virials()?;
    let (snad, kinds) = (engine.descriptor_derivatives()?, case.type_to_element.len());
    for (snav, snad) in snav.iter_mut().zip(snad) {
        let k = snad.len() / (3 * kinds);
        for (at, virial) in snav.iter_mut().enumerate() {
            let (kind, component, column) = (at / (6 * k), at / k % 6, at % k);
            let (direction, axis) = VOIGT[component];
            *virial += snad[(3 * kind + direction) * k + column] * case.cell.origin[axis];
        }
    }
    Ok(snav)
}

/// Direction of the derivative and axis of the position, xx yy zz yz xz xy.
const VOIGT: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
/// Place of each of them in a virial, xx yy zz xy xz yz.
const OF_VIRIAL: [usize; 6] = [0, 1, 2, 5, 4, 3];

/// Deviation of compute snap: that of its descriptors, or of its last column.
fn of_matrix(case: &Case, found: &Evaluation, engine: &mut Engine) -> Result<Option<f64>, Error> {
    let Some(expected) = &case.results.compute_snap else {
        return Ok(None);
    };
    let matrix = engine.descriptor_matrix(false)?;
    let pressure = OF_VIRIAL.map(|c| found.virial[c] / case.cell.volume * BAR);
    let reference = [found.energy].into_iter();
    let reference = reference.chain(found.forces.as_flattened().to_vec());
    let reference: Vec<f64> = reference.chain(pressure).collect();
    let rows = expected.iter().map(|row| row.split_last());
    let (last, rows): (Vec<&f64>, Vec<&[f64]>) = rows.flatten().unzip();
    let descriptors = deviation(matrix.rows().flatten(), rows.into_iter().flatten());
    Ok(Some(check::worst([
        descriptors,
        deviation(&reference, last),
    ])))
}

/// Deviation of the descriptors on a grid, whose positions count too.
fn of_grid(case: &Case, engine: &mut Engine) -> Result<Option<f64>, Error> {
    let results = &case.results;
    let (Some(expected), Some(points)) = (&results.sna_grid, results.sna_grid_dims) else {
        return Ok(None);
    };
    let mut found: Vec<f64> = vec![];
    engine.for_each_grid_point(points, |point| {
        let at = point.position.into_iter().zip(case.cell.origin);
        found.extend(at.map(|(x, origin)| x + origin));
        found.extend(point.descriptors);
    })?;
    Ok(Some(deviation(&found, expected.iter().flatten())))
}

/// The atoms of a case, moved so that the cell's corner is at 0.
fn system_at_origin(case: &Case) -> Result<System, Error> {
    let mut system = case.system()?;
    for x in &mut system.positions {
        for (x, origin) in x.iter_mut().zip(case.cell.origin) {
            *x -= origin;
        }
    }
    Ok(system)
}

/// Do all quantities agree? Not a number does not.
fn agrees(deviations: &Deviations, tolerance: Tolerance) -> bool {
    let columns = deviations.iter().zip(COLUMNS);
    let mut held = columns.filter_map(|(deviation, name)| deviation.map(|d| (d, name)));
    held.all(|(deviation, name)| deviation <= tolerance.of_column(name))
}

fn header() -> String {
    let columns: String = COLUMNS.map(|name| format!("  {name:>8}")).concat();
    format!("{:28} {:>5}{columns}", "case", "atoms")
}

/// A deviation in the width of its heading.
fn column((deviation, name): (&Option<f64>, &str)) -> String {
    let width = name.len().max(8);
    match deviation {
        Some(0.0) => format!("  {:>width$}", 0),
        Some(deviation) => format!("  {deviation:width$.1e}"),
        None => format!("  {:>width$}", "-"),
    }
}

fn line(case: &Case, outcome: &Outcome) -> String {
    let start = format!("{:28} {:5}", printable(&case.case), case.positions.len());
    match outcome {
        Outcome::Compared(deviations, tolerance) => {
            let columns: String = deviations.iter().zip(COLUMNS).map(column).collect();
            let verdict = if agrees(deviations, *tolerance) {
                tolerance.verdict()
            } else {
                "DIFFERS".to_string()
            };
            format!("{start}{columns}  {verdict}")
        }
        // Indented: no line of an error looks like one of a case.
        Outcome::Failed(error) => {
            let text = output::lines(&error.to_string()).replace('\n', "\n    ");
            format!("{start}  FAILED: {text}")
        }
    }
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Compared(deviations, tolerance) if agrees(deviations, *tolerance) => {
                self.agree += 1;
                self.by_digits += usize::from(tolerance.of_forces != tolerance.most);
            }
            Outcome::Compared(..) | Outcome::Failed(_) => self.differ += 1,
        }
    }

    fn summary(&self, space: &Space, tolerance: f64) -> String {
        let Self {
            agree,
            by_digits,
            differ,
        } = self;
        let some = match by_digits {
            0 => String::new(),
            _ => format!(" ({by_digits} in forces and virial to {PRINTED_DIGITS:e})"),
        };
        let name = space.name();
        format!("{name}: {agree} agree to {tolerance:e}{some}, {differ} do not")
    }

    fn exit_code(&self) -> ExitCode {
        match self {
            Self { differ: 0, .. } => ExitCode::SUCCESS,
            _ => FAILED.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_a_number_does_not_agree() {
        let (last, tolerance) = (
            |value| {
                let mut deviations = [None; COLUMNS.len()];
                (deviations[0], deviations[3]) = (Some(0.0), Some(1e-11));
                deviations[COLUMNS.len() - 1] = value;
                deviations
            },
            Tolerance {
                most: 1e-10,
                of_forces: 1e-10,
            },
        );
        assert!(agrees(&last(None), tolerance));
        assert!(!agrees(&last(Some(f64::NAN)), tolerance));
        assert!(!agrees(&last(Some(f64::INFINITY)), tolerance));
    }

    #[test]
    fn printed_digits_matter_to_forces_and_virial_alone() {
        let tolerance = Tolerance {
            most: 1e-10,
            of_forces: 1e-8,
        };
        let at = |column: usize| {
            let mut deviations = [None; COLUMNS.len()];
            deviations[column] = Some(1e-9);
            deviations
        };
        let columns = 0..COLUMNS.len();
        let agreeing: Vec<_> = columns.filter(|&c| agrees(&at(c), tolerance)).collect();
        assert_eq!(agreeing, [2, 3]);
    }
}
