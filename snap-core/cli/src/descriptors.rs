//! `snapx descriptors`: the descriptors of each atom of structures in files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use portax_structures::{Column, Format, Frame};

use crate::args::{DescriptorsArgs, OutputArgs};
use crate::error::Error;
use crate::file::{self, FrameFile, Pending};
use crate::model::Model;
use crate::npy::Npy;
use crate::progress::Progress;
use crate::structures::{self, Session, Structure};
use crate::{output, space};

/// The column of extended XYZ.
const COLUMN: &str = "descriptors";

/// Computes the descriptors of all frames and writes them.
///
/// # Errors
/// As for [`compute`](crate::compute::run).
pub fn run(args: &DescriptorsArgs) -> Result<ExitCode, Error> {
    let form = Form::of(&args.output)?;
    structures::require_readable(&args.structures)?;
    let model = Model::of(&args.structures.model)?;
    let potential = &model.potential;
    let count = potential.params().ncoeff(potential.elements().len()) - 1;
    let mut table = Table::open(form, count)?;
    let space = space::open(&args.device)?;
    let options = args.mapping.options(0.0);
    let mut session = Session::new(space, model, options);
    let progress = Progress::new();
    structures::for_each(&args.structures, |structure| {
        let file = structures::shown(structure.file);
        progress.say(&format!("{file}, frame {}", structure.number));
        let rows = session.engine(&structure.frame)?.descriptors()?;
        progress.clear();
        table.write(structure, &rows)
    })?;
    table.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// What is written, and where.
enum Form {
    Print,
    Csv(PathBuf),
    Npy(PathBuf),
    Xyz(PathBuf),
}

impl Form {
    fn of(args: &OutputArgs) -> Result<Self, Error> {
        let Some(path) = &args.output else {
            return Ok(Self::Print);
        };
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let form = match ending.as_deref() {
            Some("csv") => Self::Csv(path.clone()),
            Some("npy") => Self::Npy(path.clone()),
            _ if Format::of_name(path) == Some(Format::ExtXyz) => Self::Xyz(path.clone()),
            _ => {
                return Err(Error::Usage(format!(
                    "the name `{}` tells no format of descriptors; give *.npy, *.csv, *.xyz or *.xyz.gz",
                    path.display()
                )));
            }
        };
        file::require_free(path, args.overwrite)?;
        Ok(form)
    }
}

/// The table as it grows.
enum Table {
    Print { count: usize, is_begun: bool },
    Csv(PathBuf, BufWriter<File>, Pending),
    Npy(PathBuf, Npy<BufWriter<File>>, Pending),
    Xyz(FrameFile, usize),
}

impl Table {
    fn open(form: Form, count: usize) -> Result<Self, Error> {
        match form {
            Form::Print => Ok(Self::Print {
                count,
                is_begun: false,
            }),
            Form::Csv(path) => {
                let (file, pending) = file::create(&path)?;
                let mut out = BufWriter::new(file);
                writeln!(out, "{}", heading(count)).map_err(write_error(&path))?;
                Ok(Self::Csv(path, out, pending))
            }
            Form::Npy(path) => {
                let (file, pending) = file::create(&path)?;
                if !pending.is_regular() {
                    return Err(Error::Usage(format!(
                        "`{}` is no regular file, which an .npy needs to be",
                        path.display()
                    )));
                }
                let npy = Npy::new(BufWriter::new(file), count).map_err(write_error(&path))?;
                Ok(Self::Npy(path, npy, pending))
            }
            Form::Xyz(path) => Ok(Self::Xyz(FrameFile::create(&path, Format::ExtXyz)?, count)),
        }
    }

    fn write(&mut self, structure: &Structure<'_>, rows: &[Vec<f64>]) -> Result<(), Error> {
        match self {
            Self::Print { count, is_begun } => {
                if !std::mem::replace(is_begun, true) {
                    output::print(&heading(*count))?;
                }
                let lines = rows
                    .iter()
                    .enumerate()
                    .map(|(i, row)| line(structure, i, row));
                match lines.collect::<Vec<_>>().join("\n") {
                    none if none.is_empty() => Ok(()),
                    lines => output::print(&lines),
                }
            }
            Self::Csv(path, out, _) => {
                let mut rows = rows.iter().enumerate();
                let written =
                    rows.try_for_each(|(i, row)| writeln!(out, "{}", line(structure, i, row)));
                written.map_err(write_error(path))
            }
            Self::Npy(path, npy, _) => {
                let written = rows.iter().try_for_each(|row| npy.row(row));
                written.map_err(write_error(path))
            }
            Self::Xyz(file, count) => file.write(&with_column(&structure.frame, rows, *count)),
        }
    }

    fn finish(self) -> Result<(), Error> {
        match self {
            Self::Print { .. } => Ok(()),
            Self::Csv(path, mut out, pending) => {
                out.flush().map_err(write_error(&path))?;
                pending.keep()
            }
            Self::Npy(path, npy, pending) => {
                npy.finish().map_err(write_error(&path))?;
                pending.keep()
            }
            Self::Xyz(file, _) => file.finish(),
        }
    }
}

fn write_error(path: &Path) -> impl Fn(std::io::Error) -> Error {
    move |source| Error::Write {
        path: path.into(),
        source,
    }
}

/// The first line of a csv.
fn heading(count: usize) -> String {
    let names: String = (1..=count).map(|k| format!(",b{k}")).collect();
    format!("file,frame,atom,element{names}")
}

/// The line of an atom: its id, or its number from 1.
fn line(structure: &Structure<'_>, atom: usize, row: &[f64]) -> String {
    let frame = &structure.frame;
    let id = frame.ids.as_ref().map_or(atom as i64 + 1, |ids| ids[atom]);
    let file = quoted(&structures::shown(structure.file));
    let label = quoted(&frame.species.of(atom).label());
    let values: String = row.iter().map(|b| format!(",{b:?}")).collect();
    format!("{file},{},{id},{label}{values}", structure.number)
}

/// A field of a csv.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

fn with_column(frame: &Frame, rows: &[Vec<f64>], count: usize) -> Frame {
    let mut frame = frame.clone();
    frame.columns.retain(|column| column.name != COLUMN);
    let values = rows.iter().flatten().copied().collect();
    frame.columns.push(Column::reals(COLUMN, count, values));
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("a.xyz"), "a.xyz");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(heading(2), "file,frame,atom,element,b1,b2");
    }
}
