//! What device compilers gave, kept on disk for the next start.
//!
//! A backend asks [`Cache::find`] before it compiles and gives [`Cache::store`] what its compiler made. An entry is found
//! only under its whole [`Key`], source text included, and only whole: a hash that collides, a torn file or a flipped bit
//! is a miss. Processes share a folder without locks, since entries appear by renaming. Nothing here fails: without a
//! folder that can be written, every start compiles.

mod entry;
mod files;
mod trial;

pub use files::{Count, Usage};

use crate::{config, error::Result};
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Once,
        atomic::{AtomicUsize, Ordering},
    },
    time::SystemTime,
};

/// Everything that decides what a compiler gives.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// What the code runs on, such as `cuda sm_90`; [`Usage`] counts by it
    pub device: &'a str,
    /// Compiler and driver with their versions
    pub compiler: &'a str,
    /// What the compiler is told
    pub options: &'a str,
    /// Name of the kernel
    pub entry: &'a str,
    /// The translation unit
    pub text: &'a str,
}

/// A bounded folder of compiled kernels.
#[derive(Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
    limit_bytes: u64,
    hits: AtomicUsize,
    misses: AtomicUsize,
    /// Looked for images that have ended a process?
    looked: Once,
}

/// Finds nothing and keeps nothing.
impl Default for Cache {
    fn default() -> Cache {
        Cache::off()
    }
}

impl Cache {
    /// In a folder, which is made at the first store, of at most `limit_bytes`.
    pub fn new(folder: impl Into<PathBuf>, limit_bytes: u64) -> Cache {
        Cache {
            folder: Some(folder.into()),
            limit_bytes,
            ..Cache::off()
        }
    }

    /// Where and how large the environment says: `PORTAX_CACHE`, `PORTAX_CACHE_DIR`, `PORTAX_CACHE_MIB` of [`config`].
    ///
    /// # Errors
    /// A variable that makes no sense.
    pub fn from_env() -> Result<Cache> {
        Ok(match config::cache()? {
            Some((folder, limit_bytes)) => Cache::new(folder, limit_bytes),
            None => Cache::off(),
        })
    }

    /// Finds nothing and keeps nothing.
    pub(crate) fn off() -> Cache {
        Cache {
            folder: None,
            limit_bytes: 0,
            hits: AtomicUsize::new(0),
            misses: AtomicUsize::new(0),
            looked: Once::new(),
        }
    }

    /// Where the entries are; none when it is off.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Bytes that the entries may have together.
    pub fn limit_bytes(&self) -> u64 {
        self.limit_bytes
    }

    /// Entries found by this process.
    pub fn hits(&self) -> usize {
        self.hits.load(Ordering::Relaxed)
    }

    /// Entries not found by this process: what its backends compiled.
    pub fn misses(&self) -> usize {
        self.misses.load(Ordering::Relaxed)
    }

    /// What `load` makes of the image that was stored under the key. An image that it refuses is removed. Where loading one
    /// has ended a process, the next one starts with an empty folder.
    pub fn load<T, E>(
        &self,
        key: &Key,
        load: impl FnOnce(&[u8]) -> std::result::Result<T, E>,
    ) -> Option<T> {
        self.looked.call_once(|| {
            self.folder().into_iter().for_each(trial::clear_after_crash);
        });
        let image = self.find(key)?;
        let trial = self.folder().map(trial::Trial::begin);
        let loaded = load(&image).ok();
        drop(trial);
        if loaded.is_none() {
            let _ = self.path(key).map(fs::remove_file);
        }
        loaded
    }

    /// What was stored under the key.
    pub fn find(&self, key: &Key) -> Option<Vec<u8>> {
        let image = self.path(key).and_then(|path| read(&path, key));
        let counter = if image.is_some() {
            &self.hits
        } else {
            &self.misses
        };
        counter.fetch_add(1, Ordering::Relaxed);
        image
    }

    /// Keeps what a compiler gave for the key, and lets go of what was used longest ago.
    pub fn store(&self, key: &Key, image: &[u8]) {
        let (Some(folder), Some(path)) = (self.folder(), self.path(key)) else {
            return;
        };
        let bytes = entry::encode(key, image);
        if bytes.len() as u64 <= self.limit_bytes && files::replace(folder, &path, &bytes).is_ok() {
            files::shrink(folder, self.limit_bytes);
        }
    }

    /// How much is there, of which devices.
    pub fn usage(&self) -> Usage {
        self.folder().map(files::usage).unwrap_or_default()
    }

    /// Removes every entry; gives what was there.
    ///
    /// # Errors
    /// An entry that cannot be removed.
    pub fn clear(&self) -> io::Result<Usage> {
        self.folder()
            .map_or_else(|| Ok(Usage::default()), files::clear)
    }

    fn path(&self, key: &Key) -> Option<PathBuf> {
        Some(self.folder()?.join(entry::file_name(key)))
    }
}

/// The image of an entry, which counts as used now.
fn read(path: &Path, key: &Key) -> Option<Vec<u8>> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let mut file = fs::File::open(path).ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let image = entry::decode(bytes, key)?;
    // Of somebody else's folder, which is never shrunk from here, the times stay as they are.
    let _ = file.set_modified(SystemTime::now());
    Some(image)
}

#[cfg(test)]
mod tests;
