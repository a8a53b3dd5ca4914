//! Files that grow during a run, and that a later run goes on with.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::file::require_free;

/// Bytes before a mark by which the file is known again.
const KNOWN_BYTES: u64 = 4096;

/// A file to append to.
pub struct Growing {
    path: PathBuf,
    file: File,
    /// Bytes so far; none for pipes and devices
    length: Option<u64>,
}

/// How far a file was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    pub path: PathBuf,
    length: u64,
    /// Checksum of the last bytes before
    checksum: u32,
}

impl Growing {
    /// Begins a new file, in the place of an old one where that is allowed.
    ///
    /// # Errors
    /// [`Error::Usage`] for a file that is there and is not to be replaced; [`Error::Write`].
    pub fn create(path: &Path, overwrite: bool) -> Result<Self, Error> {
        require_free(path, overwrite)?;
        let is_special = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
        let mut options = OpenOptions::new();
        options.write(true);
        if !is_special {
            options.read(true).create(true).truncate(true);
        }
        Ok(Self {
            path: path.to_owned(),
            file: options.open(path).map_err(Error::writing(path))?,
            length: (!is_special).then_some(0),
        })
    }

    /// Goes on with a file from a mark on; what was written behind it is cut off.
    ///
    /// # Errors
    /// [`Error::Usage`] for a file that is not the one that was marked; [`Error::Read`], [`Error::Write`].
    pub fn go_on(mark: &Mark) -> Result<Self, Error> {
        let path = &mark.path;
        let read = Error::reading(path);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(Error::writing(path))?;
        let length = file.metadata().map_err(&read)?.len();
        if length < mark.length || checksum(&mut file, mark.length).map_err(read)? != mark.checksum
        {
            return Err(Error::Usage(format!(
                "`{}` is not the file that the run wrote before its restart file: it is shorter, or its text differs; put that \
                 file back, name another, or give --overwrite to begin it anew",
                path.display()
            )));
        }
        file.set_len(mark.length).map_err(Error::writing(path))?;
        file.seek(SeekFrom::End(0)).map_err(Error::writing(path))?;
        Ok(Self {
            path: path.clone(),
            file,
            length: Some(mark.length),
        })
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it has no text yet.
    pub fn is_empty(&self) -> bool {
        self.length.unwrap_or(0) == 0
    }

    /// Appends what `write` writes, all of it or nothing.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn append(
        &mut self,
        write: impl FnOnce(&mut File) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let written = write(&mut self.file).and_then(|()| self.measure());
        if let (Err(_), Some(length)) = (&written, self.length) {
            // Of a full disk the part that is whole remains.
            let _ = self.file.set_len(length);
        }
        written
    }

    /// Appends a text.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn append_text(&mut self, text: &str) -> Result<(), Error> {
        let path = self.path.clone();
        self.append(|file| {
            file.write_all(text.as_bytes())
                .map_err(Error::writing(&path))
        })
    }

    fn measure(&mut self) -> Result<(), Error> {
        if self.length.is_some() {
            let length = self
                .file
                .stream_position()
                .map_err(Error::writing(&self.path))?;
            self.length = Some(length);
        }
        Ok(())
    }

    /// How far it is written, safe on the disk; none for pipes and devices.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn mark(&mut self) -> Result<Option<Mark>, Error> {
        let Some(length) = self.length else {
            return Ok(None);
        };
        self.file.sync_data().map_err(Error::writing(&self.path))?;
        let checksum = checksum(&mut self.file, length).map_err(Error::writing(&self.path))?;
        self.file
            .seek(SeekFrom::Start(length))
            .map_err(Error::writing(&self.path))?;
        Ok(Some(Mark {
            path: self.path.clone(),
            length,
            checksum,
        }))
    }
}

/// That of the last bytes before `length`.
fn checksum(file: &mut File, length: u64) -> std::io::Result<u32> {
    let known = length.min(KNOWN_BYTES);
    file.seek(SeekFrom::Start(length - known))?;
    let mut bytes = vec![0; known as usize];
    file.read_exact(&mut bytes)?;
    Ok(crc32fast::hash(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_cut_back_to_its_mark() {
        let path = std::env::temp_dir().join(format!("snapx-growing-{}", std::process::id()));
        let mut file = Growing::create(&path, true).unwrap();
        assert!(file.is_empty());
        let text = "a line of many\n".repeat(400);
        file.append_text(&text).unwrap();
        let mark = file.mark().unwrap().unwrap();
        file.append_text("too much").unwrap();
        let failed = file.append(|file| {
            file.write_all(b"half").unwrap();
            Err(Error::Usage("no".to_string()))
        });
        assert!(failed.is_err());
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            text.clone() + "too much"
        );
        drop(file);
        assert!(Growing::create(&path, false).is_err());
        let mut file = Growing::go_on(&mark).unwrap();
        file.append_text("end\n").unwrap();
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            text.clone() + "end\n"
        );
        for other in [text.replace("many", "more"), text[1..].to_string()] {
            std::fs::write(&path, other).unwrap();
            assert!(Growing::go_on(&mark).is_err());
        }
        std::fs::remove_file(&path).unwrap();
    }
}
