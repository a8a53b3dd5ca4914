//! `snapx descriptors`: what LAMMPS' computes of SNAP give, of structures in files.

mod columns;
mod matrix;
mod table;

use std::process::ExitCode;

use crate::args::{Compute, DescriptorsArgs, Reference};
use crate::engine::Engine;
use crate::error::Error;
use crate::model::Model;
use crate::progress::Progress;
use crate::space;
use crate::structures::{self, Session, Structure};
use columns::Columns;
use table::{Form, Table};

/// Takes a row: what says which one it is, and its values, behind which are zeros.
type Sink<'a> = dyn FnMut(&[String], &[f64]) -> Result<(), Error> + 'a;

/// Computes the rows of all frames and writes them.
///
/// # Errors
/// As for [`compute`](crate::compute::run).
pub fn run(args: &DescriptorsArgs) -> Result<ExitCode, Error> {
    let what = What::of(args)?;
    let form = Form::of(&args.output, what.is_of_atoms())?;
    structures::require_readable(&args.structures)?;
    let model = Model::of(&args.structures.model)?;
    let columns = Columns::new(what, &model);
    let reference = reference(args)?;
    let mut table = Table::open(form, &columns)?;
    let space = space::open(&args.device)?;
    let options = || args.mapping.options(0.0);
    let mut reference = reference.map(|model| Session::new(space.clone(), model, options()));
    let mut session = Session::new(space, model, options());
    let progress = Progress::new();
    structures::for_each(&args.structures, |structure| {
        let file = structures::shown(structure.file);
        progress.say(&format!("{file}, frame {}", structure.number));
        let reference = match &mut reference {
            Some(session) => Some(session.engine(&structure.frame)?),
            None => None,
        };
        let engine = session.engine(&structure.frame)?;
        let mut sink = |labels: &[String], values: &[f64]| {
            progress.clear();
            let mut row = values.to_vec();
            // An atom without an element has no descriptors.
            row.resize(row.len().max(columns.values.len()), 0.0);
            table.row(structure, labels, &row)
        };
        what.rows(engine, reference, structure, &mut sink)?;
        progress.clear();
        table.end_frame(structure)
    })?;
    table.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// compute sna/atom.
    Descriptors,
    /// compute snad/atom.
    Derivatives,
    /// compute snav/atom.
    Virials,
    /// compute snap.
    Matrix { bikflag: bool },
    /// compute snap with dgradflag.
    Gradients,
    /// compute sna/grid, or sna/grid/local, which has the numbers of a point too.
    Grid { points: [usize; 3], local: bool },
}

impl What {
    /// # Errors
    /// [`Error::Usage`] for options that do not go together.
    fn of(args: &DescriptorsArgs) -> Result<Self, Error> {
        let usage = |text: &str| Err(Error::Usage(text.to_string()));
        let is_matrix = args.compute == Compute::Snap;
        if !is_matrix && (args.bikflag || args.dgradflag) {
            return usage("--bikflag and --dgradflag go with --compute snap");
        }
        if !is_matrix && args.reference.is_some() {
            return usage("--reference goes with --compute snap");
        }
        let local = args.compute == Compute::SnaGridLocal;
        let is_grid = local || args.compute == Compute::SnaGrid;
        let points = match (&args.grid[..], is_grid) {
            (&[a, b, c], true) => [a, b, c].map(|n| n as usize),
            (_, true) => {
                return usage("say the points along the cell's vectors by --grid NX NY NZ");
            }
            ([], false) => [0; 3],
            (_, false) => return usage("--grid goes with --compute sna/grid or sna/grid/local"),
        };
        Ok(match args.compute {
            Compute::SnaAtom => Self::Descriptors,
            Compute::SnadAtom => Self::Derivatives,
            Compute::SnavAtom => Self::Virials,
            Compute::Snap if args.dgradflag => Self::Gradients,
            Compute::Snap => Self::Matrix {
                bikflag: args.bikflag,
            },
            Compute::SnaGrid | Compute::SnaGridLocal => Self::Grid { points, local },
        })
    }

    /// Is there a row for each atom?
    fn is_of_atoms(self) -> bool {
        matches!(self, Self::Descriptors | Self::Derivatives | Self::Virials)
    }

    /// Gives the rows of a structure to `sink`.
    fn rows(
        self,
        engine: &mut Engine,
        reference: Option<&mut Engine>,
        structure: &Structure<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Error> {
        let of_atoms = |rows: Vec<Vec<f64>>, sink: &mut Sink<'_>| {
            let mut rows = rows.iter().enumerate();
            rows.try_for_each(|(i, row)| sink(&table::labels_of_atom(structure, i), row))
        };
        match self {
            Self::Descriptors => of_atoms(engine.descriptors()?, sink),
            Self::Derivatives => of_atoms(engine.descriptor_derivatives()?, sink),
            Self::Virials => of_atoms(engine.descriptor_virials()?, sink),
            Self::Grid { points, local } => grid(engine, points, local, sink),
            Self::Matrix { bikflag } => matrix::rows(engine, reference, structure, bikflag, sink),
            Self::Gradients => matrix::gradients(engine, reference, structure, sink),
        }
    }
}

/// The potential of the reference column, where it is another one.
fn reference(args: &DescriptorsArgs) -> Result<Option<Model>, Error> {
    match args.reference {
        Some(Reference::Zbl) => Model::of(&args.structures.model)?.without_snap().map(Some),
        Some(Reference::Potential) | None => Ok(None),
    }
}

/// The rows of a grid.
fn grid(
    engine: &mut Engine,
    points: [usize; 3],
    local: bool,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let mut written = Ok(());
    engine.for_each_grid_point(points, |point| {
        if written.is_err() {
            return;
        }
        let labels = point.index.map(|n| n.to_string());
        let mut row = match local {
            true => point.index.map(|n| n as f64).to_vec(),
            false => vec![],
        };
        row.extend(point.position);
        row.extend(point.descriptors);
        written = sink(if local { &[] } else { &labels }, &row);
    })?;
    written
}
