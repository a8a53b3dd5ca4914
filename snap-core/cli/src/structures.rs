//! Structures from files, and what the driver makes of them.

mod groups;

use std::path::{Path, PathBuf};

use portax::Space;
use portax_structures::{Cell, Format, Frame, Frames, Kind, Species};
use snap_core::neighbor;
use snap_core::{MAX_COORDINATE, SnapOptions, System};
use snap_reference::Case;

use crate::args::{InputFormat, StructureArgs};
use crate::engine::Engine;
use crate::error::Error;
use crate::model::Model;
pub use groups::for_each_group;

/// Room between atoms and the box where space does not repeat, Å.
const ROOM: f64 = 1.0;

/// One frame of one of the files.
pub struct Structure<'a> {
    pub file: &'a Path,
    /// Its number in the file, from 0.
    pub number: usize,
    pub frame: Frame,
}

impl Structure<'_> {
    /// An error in this frame; atoms that it counts from 0 are named as the file has them.
    pub fn error(&self, source: Error) -> Error {
        if let Error::Frame { .. } = source {
            return source;
        }
        let atom = atom_of(&source).filter(|&i| i < self.frame.natoms());
        let named = atom.map(|i| {
            let label = portax::error::printable(&self.frame.species.of(i).label());
            let x = self.frame.positions[i];
            match &self.frame.ids {
                Some(ids) => format!(
                    " (atom {i}, counted from 0, is {label} with id {} at {x:?})",
                    ids[i]
                ),
                None => format!(" (atom {i}, counted from 0, is {label} at {x:?})"),
            }
        });
        Error::Frame {
            file: self.file.to_owned(),
            frame: self.number,
            source: Box::new(source),
            atom: named.unwrap_or_default(),
        }
    }
}

/// The atom that an error names.
pub fn atom_of(error: &Error) -> Option<usize> {
    let Error::Snap(error) = error else {
        return None;
    };
    match **error {
        snap_core::Error::Overlap { atom }
        | snap_core::Error::Position { atom, .. }
        | snap_core::Error::Neighbor(neighbor::Error::Outside { atom }) => Some(atom),
        _ => None,
    }
}

/// The frames of a file.
enum Source {
    Frames(Box<Frames>),
    Case(Option<Box<Frame>>),
}

/// Calls `take` for each frame of each file; gives the number of frames.
///
/// # Errors
/// Those of the files and of `take`; [`Error::Usage`] for a file without a frame.
pub fn for_each(
    args: &StructureArgs,
    mut take: impl FnMut(&Structure<'_>) -> Result<(), Error>,
) -> Result<usize, Error> {
    let mut total = 0;
    for file in &args.files {
        let mut source = open(file, args.format)?;
        let mut number = 0;
        while let Some(frame) = source.next()? {
            let structure = Structure {
                file,
                number,
                frame,
            };
            take(&structure).map_err(|error| structure.error(error))?;
            number += 1;
        }
        if number == 0 {
            return Err(no_frame(file));
        }
        total += number;
    }
    Ok(total)
}

/// The first structure of a file.
///
/// # Errors
/// Those of the file; [`Error::Usage`] where there is none, or it has no atoms.
pub fn first_structure(file: &Path, format: Option<InputFormat>) -> Result<Structure<'_>, Error> {
    let frame = open(file, format)?.next()?;
    let frame = frame.ok_or_else(|| no_frame(file))?;
    if frame.natoms() == 0 {
        return Err(Error::Usage(format!(
            "`{}` has no atoms; give a structure with some",
            file.display()
        )));
    }
    Ok(Structure {
        file,
        number: 0,
        frame,
    })
}

fn no_frame(file: &Path) -> Error {
    Error::Usage(format!(
        "`{}` holds no frame; give a file with atoms",
        file.display()
    ))
}

/// Finds out at once whether all files are there and their formats known.
///
/// # Errors
/// [`Error::Structures`], [`Error::Case`].
pub fn require_readable(args: &StructureArgs) -> Result<(), Error> {
    for file in &args.files {
        // A pipe is read once only.
        if file.is_file() || !file.exists() {
            open(file, args.format)?;
        }
    }
    Ok(())
}

fn open(file: &Path, format: Option<InputFormat>) -> Result<Source, Error> {
    let is_json = file
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let format = match format {
        None if is_json => return case(file),
        Some(InputFormat::Json) => return case(file),
        None => None,
        Some(InputFormat::Xyz) => Some(Format::ExtXyz),
        Some(InputFormat::Data) => Some(Format::LammpsData),
        Some(InputFormat::Dump) => Some(Format::LammpsDump),
        Some(InputFormat::Poscar) => Some(Format::Poscar),
    };
    Frames::open(file, format)
        .map(|frames| Source::Frames(Box::new(frames)))
        .map_err(|error| match error {
            portax_structures::Error::UnknownFormat { file } => Error::Usage(format!(
                "the name `{file}` does not tell a format; say it by --format xyz, data, dump, poscar or json"
            )),
            error => error.into(),
        })
}

impl Source {
    fn next(&mut self) -> Result<Option<Frame>, Error> {
        match self {
            Self::Frames(frames) => Ok(frames.next().transpose()?),
            Self::Case(frame) => Ok(frame.take().map(|frame| *frame)),
        }
    }
}

/// The atoms of a reference case, whose types have names.
fn case(file: &Path) -> Result<Source, Error> {
    let failed = Error::reading_case(file);
    let case = Case::read(file).map_err(&failed)?;
    let system = case.system().map_err(failed)?;
    let kind = |(name, number): (&String, u32)| Kind {
        name: Some(name.clone()),
        number: Some(number),
        mass: None,
    };
    let frame = Frame {
        cell: Cell {
            vectors: case.cell.cell_rows,
            origin: case.cell.origin,
            periodic: case.cell.periodic,
        },
        positions: system.positions,
        species: Species {
            kinds: case.type_to_element.iter().zip(1..).map(kind).collect(),
            of_atom: system.types.iter().map(|&kind| kind as u32).collect(),
        },
        ..Frame::default()
    };
    Ok(Source::Case(Some(Box::new(frame))))
}

/// What computes frame after frame. A frame with the elements and the periodicity of the one before shares its preparation.
pub struct Session {
    space: Space,
    model: Model,
    options: SnapOptions,
    prepared: Option<Prepared>,
}

struct Prepared {
    engine: Engine,
    periodic: [bool; 3],
    /// Type of every atom of each frame.
    types: Vec<Vec<usize>>,
}

impl Session {
    pub fn new(space: Space, model: Model, options: SnapOptions) -> Self {
        Self {
            space,
            model,
            options,
            prepared: None,
        }
    }

    /// The driver with the atoms of a frame.
    ///
    /// # Errors
    /// [`Error::Usage`] and [`Error::Snap`] for elements that do not fit, and those of [`Engine::of`].
    pub fn engine(&mut self, frame: &Frame) -> Result<&mut Engine, Error> {
        self.engine_of(&[frame])
    }

    /// The driver with the atoms of several frames, which have one cell.
    ///
    /// # Errors
    /// As for [`engine`](Self::engine).
    pub fn engine_of(&mut self, frames: &[&Frame]) -> Result<&mut Engine, Error> {
        let types = frames.iter().map(|f| self.model.type_of_atom(&f.species));
        let types: Vec<_> = types.collect::<Result<_, _>>()?;
        let cells = frames.iter().map(|frame| cell_of(frame, ROOM));
        let cells: Vec<_> = cells.collect::<Result<_, _>>()?;
        let periodic = cells[0].periodic();
        let is_same = |p: &Prepared| p.periodic == periodic && p.types == types;
        let prepared = match self.prepared.take().filter(is_same) {
            Some(mut prepared) => {
                let positions: Vec<&[[f64; 3]]> = frames.iter().map(|f| &f.positions[..]).collect();
                prepared.engine.move_to(&cells[0], &positions.concat())?;
                prepared
            }
            None => Prepared {
                engine: self.prepare(&cells, frames, &types)?,
                periodic,
                types,
            },
        };
        Ok(&mut self.prepared.insert(prepared).engine)
    }

    fn prepare(
        &self,
        cells: &[neighbor::Cell],
        frames: &[&Frame],
        types: &[Vec<usize>],
    ) -> Result<Engine, Error> {
        let frames = cells.iter().zip(frames).zip(types);
        let system = |((cell, frame), types): ((&neighbor::Cell, &&Frame), &Vec<usize>)| System {
            cell: *cell,
            positions: frame.positions.clone(),
            types: types.clone(),
            elements: self.model.elements.clone(),
        };
        Engine::of(
            &self.space,
            &self.model.potential,
            &frames.map(system).collect::<Vec<_>>(),
            self.options.clone(),
        )
    }
}

/// The frame's cell, with a box around the atoms where space does not repeat, which leaves them so much room (Å).
///
/// # Errors
/// [`Error::Snap`] for positions or a cell that cannot be.
pub fn cell_of(frame: &Frame, room: f64) -> Result<neighbor::Cell, Error> {
    let far = |x: &[f64; 3]| !x.iter().all(|c| c.abs() <= MAX_COORDINATE);
    if let Some(atom) = frame.positions.iter().position(far) {
        let position = frame.positions[atom];
        return Err(snap_core::Error::Position { atom, position }.into());
    }
    let around = frame.cell.around(&frame.positions, room);
    let cell = neighbor::Cell::new(around.vectors, around.periodic);
    let cell = cell.map_err(snap_core::Error::from)?;
    Ok(cell.with_origin(around.origin))
}

/// A name for the results of a file, which the messages of its reader use too.
pub fn shown(file: &Path) -> String {
    portax::error::printable(&PathBuf::from(file).display().to_string())
}
