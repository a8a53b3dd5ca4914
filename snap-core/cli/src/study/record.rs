//! What was measured so far, as the file of `--json` holds it.

use std::fs;
use std::path::Path;

use portax::Space;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::origin::Origin;
use crate::error::Error;
use crate::file;

/// One measurement of a study.
pub trait Entry: Clone + Serialize + DeserializeOwned {
    /// Name of the study: that of its command.
    const STUDY: &'static str;

    /// Whether it is a measurement of the same, which it takes the place of.
    fn is_same(&self, other: &Self) -> bool;

    /// Whether another run would find the same.
    fn is_final(&self) -> bool {
        true
    }
}

/// The measurements of one device.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<E> {
    /// Name of the study.
    #[serde(default)]
    pub study: String,
    #[serde(flatten)]
    pub origin: Origin,
    pub entries: Vec<E>,
}

impl<E: Entry> Record<E> {
    /// That of a device, empty or from the file of an earlier run.
    ///
    /// # Errors
    /// [`Error::Usage`] for the file of another device, or one that is no record of this study; [`Error::Read`].
    pub fn of(space: &Space, path: Option<&Path>) -> Result<Self, Error> {
        let origin = Origin::now(space);
        let Some(path) = path.filter(|path| path.exists()) else {
            return Ok(Self {
                study: E::STUDY.into(),
                origin,
                entries: vec![],
            });
        };
        let text = fs::read_to_string(path).map_err(Error::reading(path))?;
        let name = path.display();
        let refuse = |what: String| Error::Usage(format!("`{name}` {what}; give another name"));
        let old = Self::parse(&text).map_err(&refuse)?;
        if !old.origin.is_same_device(&origin) {
            let Origin {
                backend, device, ..
            } = &old.origin;
            return Err(refuse(format!("is of another device, {backend}: {device}")));
        }
        Ok(Self { origin, ..old })
    }

    /// The record that a file holds.
    ///
    /// # Errors
    /// Why it is none of this study.
    pub fn parse(text: &str) -> Result<Self, String> {
        let study = E::STUDY;
        let none = |why: String| format!("is no record of `snapx {study}` ({why})");
        let json: Value = serde_json::from_str(text).map_err(|e| none(e.to_string()))?;
        // The ladder's first files do not name it.
        let named = json["study"].as_str().unwrap_or("ladder");
        if named != study {
            return Err(none(format!("it is one of `snapx {named}`")));
        }
        let old: Self = serde_json::from_value(json).map_err(|e| none(e.to_string()))?;
        Ok(Self {
            study: study.into(),
            ..old
        })
    }

    /// Adds an entry in the place of an older one.
    pub fn add(&mut self, entry: E) {
        self.entries.retain(|e| !e.is_same(&entry));
        self.entries.push(entry);
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).map_err(|e| Error::Output(e.into()))?;
        file::replace_safely(path, (text + "\n").as_bytes())
    }
}
