//! Tables of rows in files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use portax_structures::{Column, Format, Frame};

use super::columns::Columns;
use crate::args::OutputArgs;
use crate::error::Error;
use crate::file::{self, FrameFile, Pending};
use crate::npy::Npy;
use crate::output;
use crate::structures::{self, Structure};

/// What is written, and where.
pub enum Form {
    Print,
    Csv(PathBuf),
    Npy(PathBuf),
    Xyz(PathBuf),
}

impl Form {
    /// Extended XYZ takes rows of atoms.
    pub fn of(args: &OutputArgs, is_of_atoms: bool) -> Result<Self, Error> {
        let Some(path) = &args.output else {
            return Ok(Self::Print);
        };
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let form = match ending.as_deref() {
            Some("csv") => Self::Csv(path.clone()),
            Some("npy") => Self::Npy(path.clone()),
            _ if Format::of_name(path) == Some(Format::ExtXyz) => {
                if !is_of_atoms {
                    return Err(Error::Usage(
                        "extended XYZ takes a row for each atom, which this compute does not have; give *.npy or *.csv"
                            .to_string(),
                    ));
                }
                Self::Xyz(path.clone())
            }
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
pub struct Table {
    out: Out,
    heading: String,
    is_begun: bool,
}

enum Out {
    Print,
    Csv(PathBuf, BufWriter<File>, Pending),
    Npy(PathBuf, Npy<BufWriter<File>>, Pending),
    Xyz {
        file: FrameFile,
        name: &'static str,
        count: usize,
        /// Of the present frame.
        values: Vec<f64>,
    },
}

impl Table {
    pub fn open(form: Form, columns: &Columns) -> Result<Self, Error> {
        let count = columns.values.len();
        let heading = heading(columns);
        let out = match form {
            Form::Print => Out::Print,
            Form::Csv(path) => {
                let (file, pending) = file::create(&path)?;
                let mut out = BufWriter::new(file);
                writeln!(out, "{heading}").map_err(Error::writing(&path))?;
                Out::Csv(path, out, pending)
            }
            Form::Npy(path) => {
                let (file, pending) = file::create(&path)?;
                if !pending.is_regular() {
                    return Err(Error::Usage(format!(
                        "`{}` is no regular file, which an .npy needs to be",
                        path.display()
                    )));
                }
                let npy = Npy::new(BufWriter::new(file), count).map_err(Error::writing(&path))?;
                Out::Npy(path, npy, pending)
            }
            Form::Xyz(path) => Out::Xyz {
                file: FrameFile::create(&path, Format::ExtXyz)?,
                name: columns.name,
                count,
                values: vec![],
            },
        };
        Ok(Self {
            out,
            heading,
            is_begun: false,
        })
    }

    /// Adds a row of a structure.
    pub fn row(
        &mut self,
        structure: &Structure<'_>,
        labels: &[String],
        values: &[f64],
    ) -> Result<(), Error> {
        match &mut self.out {
            Out::Print => {
                if !std::mem::replace(&mut self.is_begun, true) {
                    output::print(&self.heading)?;
                }
                output::print(&line(structure, labels, values))
            }
            Out::Csv(path, out, _) => {
                let written = writeln!(out, "{}", line(structure, labels, values));
                written.map_err(Error::writing(path))
            }
            Out::Npy(path, npy, _) => npy.row(values).map_err(Error::writing(path)),
            Out::Xyz { values: all, .. } => {
                all.extend_from_slice(values);
                Ok(())
            }
        }
    }

    /// Ends the rows of a structure.
    pub fn end_frame(&mut self, structure: &Structure<'_>) -> Result<(), Error> {
        match &mut self.out {
            Out::Print if !std::mem::replace(&mut self.is_begun, true) => {
                output::print(&self.heading)
            }
            Out::Xyz {
                file,
                name,
                count,
                values,
            } => {
                let values = std::mem::take(values);
                file.write(&with_column(&structure.frame, name, *count, values))
            }
            _ => Ok(()),
        }
    }

    pub fn finish(self) -> Result<(), Error> {
        match self.out {
            Out::Print => Ok(()),
            Out::Csv(path, mut out, pending) => {
                out.flush().map_err(Error::writing(&path))?;
                pending.keep()
            }
            Out::Npy(path, npy, pending) => {
                npy.finish().map_err(Error::writing(&path))?;
                pending.keep()
            }
            Out::Xyz { file, .. } => file.finish(),
        }
    }
}

/// The first line of a csv.
fn heading(columns: &Columns) -> String {
    let labels = columns.labels.iter().map(ToString::to_string);
    let names = labels.chain(columns.values.iter().cloned());
    let names: String = names.map(|name| format!(",{name}")).collect();
    format!("file,frame{names}")
}

/// The id of an atom, or its number from 1.
pub fn id_of_atom(structure: &Structure<'_>, atom: usize) -> i64 {
    let ids = structure.frame.ids.as_ref();
    ids.map_or(atom as i64 + 1, |ids| ids[atom])
}

/// What says which atom a row is of.
pub fn labels_of_atom(structure: &Structure<'_>, atom: usize) -> [String; 2] {
    let label = structure.frame.species.of(atom).label();
    [id_of_atom(structure, atom).to_string(), label]
}

fn line(structure: &Structure<'_>, labels: &[String], row: &[f64]) -> String {
    let file = quoted(&structures::shown(structure.file));
    let labels: String = labels.iter().map(|l| format!(",{}", quoted(l))).collect();
    let values: String = row.iter().map(|b| format!(",{b:?}")).collect();
    format!("{file},{}{labels}{values}", structure.number)
}

/// A field of a csv.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

fn with_column(frame: &Frame, name: &str, count: usize, values: Vec<f64>) -> Frame {
    let mut frame = frame.clone();
    frame.columns.retain(|column| column.name != name);
    frame.columns.push(Column::reals(name, count, values));
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("a.xyz"), "a.xyz");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        let columns = Columns {
            labels: &["atom", "element"],
            values: vec!["b1".to_string(), "b2".to_string()],
            name: "descriptors",
        };
        assert_eq!(heading(&columns), "file,frame,atom,element,b1,b2");
    }
}
