//! A study under way: it ends by Ctrl-C, by a device that is gone, or when all is measured, and shows what there is.

use std::process::ExitCode;

use portax::{Space, View};

use super::outcome::Outcome;
use super::record::{Entry, Record};
use crate::args::StudyArgs;
use crate::error::{Error, FAILED};
use crate::progress::Progress;
use crate::run::stop::Stop;
use crate::{file, output};

/// What a study measured so far, and whether it goes on.
pub struct Session<'a, E> {
    pub record: Record<E>,
    pub progress: Progress,
    space: Space,
    args: &'a StudyArgs,
    stop: Stop,
    failed: Option<Error>,
}

/// A record for people, for programs, and as a picture.
pub struct Shown {
    pub text: String,
    pub csv: String,
    pub svg: String,
}

impl<'a, E: Entry> Session<'a, E> {
    /// A study that starts, or goes on from the file of `--json`.
    ///
    /// # Errors
    /// Files that cannot be written, or are of something else.
    pub fn new(space: &Space, args: &'a StudyArgs) -> Result<Self, Error> {
        for path in [&args.csv, &args.json, &args.svg].into_iter().flatten() {
            file::require_writable(path)?;
        }
        Ok(Self {
            record: Record::of(space, args.json.as_deref())?,
            progress: Progress::new(),
            space: space.clone(),
            args,
            stop: Stop::new().map_err(Error::Output)?,
            failed: None,
        })
    }

    /// Whether anything more is to be measured.
    pub fn goes_on(&self) -> bool {
        self.failed.is_none() && self.stop.status().is_none()
    }

    /// Keeps an entry, in the file too.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn add(&mut self, entry: E) -> Result<(), Error> {
        self.record.add(entry);
        match &self.args.json {
            Some(path) => self.record.write(path),
            None => Ok(()),
        }
    }

    /// What became of a measurement. An error that leaves no device to go on with ends the study.
    pub fn outcome<M>(&mut self, found: Result<Outcome<M>, Error>) -> Outcome<M> {
        found.unwrap_or_else(|error| {
            if let Err(gone) = answers(&self.space) {
                output::note(&format!("the device does not answer after: {error}"));
                self.failed = Some(gone);
            }
            error.into()
        })
    }

    /// Ends the study.
    pub fn fail(&mut self, error: Error) {
        self.failed = Some(error);
    }

    /// Prints and writes what there is; says how it ended. `complete` says whether all that was asked for is there.
    ///
    /// # Errors
    /// The error that ended it; files that cannot be written.
    pub fn finish(
        self,
        show: impl FnOnce(&Record<E>) -> Result<Shown, Error>,
        complete: impl FnOnce(&Record<E>) -> bool,
    ) -> Result<ExitCode, Error> {
        self.progress.clear();
        if !self.record.entries.is_empty() {
            let shown = show(&self.record)?;
            output::print(&shown.text)?;
            if let Some(path) = &self.args.csv {
                file::replace(path, &shown.csv)?;
            }
            if let Some(path) = &self.args.svg {
                file::replace(path, &shown.svg)?;
            }
        }
        if let Some(error) = self.failed {
            return Err(error);
        }
        if let Some(status) = self.stop.status() {
            output::note("stopped; the same --json goes on from here");
            return Ok(status.into());
        }
        match complete(&self.record) {
            true => Ok(ExitCode::SUCCESS),
            false => Ok(FAILED.into()),
        }
    }
}

/// Takes the device a number and gives it back?
fn answers(space: &Space) -> Result<(), Error> {
    let view = View::<f64, 1>::from_slice(space, "answer", [1], &[1.0])?;
    space.fence()?;
    view.to_vec()?;
    Ok(())
}
