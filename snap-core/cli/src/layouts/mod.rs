//! `snapx layouts`: the stages of the standard formulation under every layout of one array at a time.

mod picture;
mod table;

use std::process::ExitCode;

use portax::Space;
use serde::{Deserialize, Serialize};
use snap_core::standard::deal::Deal;
use snap_core::standard::layouts::{Array, Case, Content, LAYOUTS, Numbers, Size};

use crate::args::LayoutsArgs;
use crate::bench::measure;
use crate::error::Error;
use crate::problem::{Problem, cells};
use crate::space;
use crate::study::origin::date;
use crate::study::{self, Outcome, Record, Session, Shown};

/// Of the memory that there is, what a case may take.
const MEMORY_SHARE: f64 = 0.9;
/// Who takes what of a stage, with their names.
pub const DEALS: [(Deal, &str); 3] = [
    (Deal::Atoms, "atoms"),
    (Deal::ItemsFastest, "items fastest"),
    (Deal::AtomsFastest, "atoms fastest"),
];

/// A stage under a layout of its array.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub array: String,
    pub stage: String,
    pub layout: String,
    /// Which threads and lanes take what.
    pub deal: String,
    pub twojmax: usize,
    pub natoms: usize,
    pub neighbors: usize,
    pub precision: String,
    pub date: String,
    #[serde(flatten)]
    pub outcome: Outcome<Measured>,
}

/// Times of a launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The shortest repetition, by which layouts are compared.
    pub seconds: f64,
    pub median_seconds: f64,
    /// Of the arrays, each read or written once.
    pub bytes: usize,
}

impl study::Entry for Entry {
    const STUDY: &'static str = "layouts";

    fn is_same(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    fn is_final(&self) -> bool {
        self.outcome.is_final()
    }
}

impl Entry {
    fn key(&self) -> (&str, &str, &str, &str, usize, usize) {
        (
            &self.array,
            &self.layout,
            &self.deal,
            &self.precision,
            self.twojmax,
            self.natoms,
        )
    }

    pub fn measured(&self) -> Option<&Measured> {
        self.outcome.measured()
    }
}

/// Measures what the record does not have yet, and shows all of it.
///
/// # Errors
/// A build without studies; options that make no sense, files of other devices, what the device says before there is
/// anything to show.
pub fn run(args: &LayoutsArgs) -> Result<ExitCode, Error> {
    study::require_compiled()?;
    let arrays = chosen(&args.arrays)?;
    let space = space::open(&args.study.device)?;
    if space.is_host() && args.precision.contains(&Numbers::F32) {
        return Err(Error::Usage(
            "CPU threads have these stages in double precision alone; give --precision double"
                .into(),
        ));
    }
    let mut session = Session::new(&space, &args.study)?;
    for &twojmax in &args.study.twojmax {
        for &numbers in &args.precision {
            let size = [twojmax as usize, cells(args.study.atoms) as usize];
            if let Err(error) = measure_size(args, &space, &mut session, size, numbers, &arrays) {
                session.fail(error);
            }
        }
    }
    session.finish(show, |record| {
        record.entries.iter().all(study::Entry::is_final)
    })
}

/// A record's tables and picture.
///
/// # Errors
/// What the picture's library says.
pub fn show(record: &Record<Entry>) -> Result<Shown, Error> {
    Ok(Shown {
        text: table::text(record),
        csv: table::csv(record),
        svg: picture::svg(record)?,
    })
}

/// Arrays of these names, or all.
fn chosen(names: &[String]) -> Result<Vec<Array>, Error> {
    let named = |name: &String| {
        let found = Array::ALL.into_iter().find(|array| array.name() == name);
        found.ok_or_else(|| {
            let all = Array::ALL.map(Array::name).join(", ");
            Error::Usage(format!("there is no array `{name}`; the arrays are {all}"))
        })
    };
    match names {
        [] => Ok(Array::ALL.into()),
        names => names.iter().map(named).collect(),
    }
}

fn measure_size(
    args: &LayoutsArgs,
    space: &Space,
    session: &mut Session<'_, Entry>,
    [twojmax, cells]: [usize; 2],
    numbers: Numbers,
    arrays: &[Array],
) -> Result<(), Error> {
    if !session.goes_on() {
        return Ok(());
    }
    let problem = Problem::of_study(space, twojmax, cells as u32)?;
    let size = Size {
        natoms: problem.natoms(),
        neighbors: problem.neighbors_per_atom().round() as usize,
        twojmax,
        memory: (space::memory(space) as f64 * MEMORY_SHARE) as usize,
        numbers,
        content: Content::Alike,
    };
    for &array in arrays {
        for (deal, deal_name) in DEALS {
            for layout in LAYOUTS {
                let mut entry = Entry {
                    array: array.name().into(),
                    stage: array.stage().into(),
                    layout: layout.into(),
                    deal: deal_name.into(),
                    twojmax,
                    natoms: size.natoms,
                    neighbors: size.neighbors,
                    precision: numbers.name().into(),
                    date: date(),
                    outcome: Outcome::Failed(String::new()),
                };
                let mut known = session.record.entries.iter();
                if known.any(|e| e.key() == entry.key() && study::Entry::is_final(e)) {
                    continue;
                }
                if !session.goes_on() {
                    return Ok(());
                }
                let name = numbers.name();
                let what = format!("2J={twojmax}, {name}: {array}, {deal_name}, {layout}");
                session.progress.say(&what);
                let found = time(space, array, layout, deal, size, args.seconds);
                entry.outcome = session.outcome(found.map(Outcome::Measured));
                session.add(entry)?;
            }
        }
    }
    Ok(())
}

fn time(
    space: &Space,
    array: Array,
    layout: &str,
    deal: Deal,
    size: Size,
    seconds: f64,
) -> Result<Measured, Error> {
    let Some(case) = Case::new(space, array, layout, deal, size)? else {
        return Err(Error::Usage(format!("there is no layout `{layout}`")));
    };
    let run = |n: usize| {
        for _ in 0..n {
            case.launch.launch()?;
        }
        Ok(space.fence()?)
    };
    let timing = measure::many_for(seconds, run)?;
    let steps = timing.steps as f64;
    Ok(Measured {
        seconds: timing.least_seconds / steps,
        median_seconds: timing.seconds / steps,
        bytes: case.bytes,
    })
}

/// The entries of one array at one 2J, number of atoms and precision.
pub struct Panel<'a> {
    pub twojmax: usize,
    pub natoms: usize,
    pub precision: &'a str,
    pub array: &'a str,
    pub stage: &'a str,
    pub entries: Vec<&'a Entry>,
}

impl<'a> Panel<'a> {
    /// All of a record.
    pub fn all(record: &'a Record<Entry>) -> Vec<Self> {
        let mut panels: Vec<Self> = vec![];
        for entry in &record.entries {
            let is_of = |p: &&mut Self| {
                p.problem() == (entry.twojmax, entry.natoms, &*entry.precision)
                    && p.array == entry.array
            };
            match panels.iter_mut().find(is_of) {
                Some(panel) => panel.entries.push(entry),
                None => panels.push(Self {
                    twojmax: entry.twojmax,
                    natoms: entry.natoms,
                    precision: &entry.precision,
                    array: &entry.array,
                    stage: &entry.stage,
                    entries: vec![entry],
                }),
            }
        }
        panels.sort_by_key(Self::problem);
        panels
    }

    /// What is the same of all arrays that are shown together.
    pub fn problem(&self) -> (usize, usize, &'a str) {
        (self.twojmax, self.natoms, self.precision)
    }

    /// The fastest and the slowest.
    pub fn extremes(&self) -> Option<[(&'a Entry, f64); 2]> {
        let timed = || {
            self.entries
                .iter()
                .filter_map(|e| Some((*e, e.measured()?.seconds)))
        };
        let best = timed().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let worst = timed().max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some([best, worst])
    }

    /// That of a layout and a deal.
    pub fn find(&self, layout: &str, deal: &str) -> Option<&'a Entry> {
        let mut entries = self.entries.iter();
        entries
            .find(|e| e.layout == layout && e.deal == deal)
            .copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_arrays_are_refused_by_name() {
        assert_eq!(chosen(&[]).unwrap().len(), 6);
        let error = chosen(&["Zlist".into()]).unwrap_err().to_string();
        assert!(
            error.contains("`Zlist`") && error.contains("Ulisttot"),
            "{error}"
        );
    }
}
