//! The files of a cache's folder.

use super::{entry, trial};
use std::{
    collections::BTreeMap,
    fs::{self, DirEntry, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
    time::SystemTime,
};

/// Ending of a file that becomes an entry.
const UNFINISHED: &str = "jit-new";
/// Bytes at the beginning of an entry that hold the device's name.
const HEAD: u64 = 512;

/// Entries and their size.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Entries
    pub entries: usize,
    /// Bytes of their files
    pub bytes: u64,
}

/// What a cache holds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// In all
    pub total: Count,
    /// By [`Key::device`](super::Key::device)
    pub devices: BTreeMap<String, Count>,
}

impl Count {
    fn add(&mut self, bytes: u64) {
        self.entries += 1;
        self.bytes += bytes;
    }
}

/// Writes a file beside `path` and renames it: readers see the old file, none, or the whole new one.
pub(super) fn replace(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let unfinished = folder.join(format!("{}-{number}.{UNFINISHED}", process::id()));
    fs::create_dir_all(folder)?;
    let done = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    if done.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    done
}

/// A file of the cache.
struct File {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl File {
    /// None for what is not the cache's, has gone meanwhile, or is no regular file: a pipe of that name would never end.
    fn of(found: io::Result<DirEntry>) -> Option<File> {
        let found = found.ok()?;
        let path = found.path();
        let extension = path.extension()?.to_str()?;
        if ![entry::EXTENSION, UNFINISHED, trial::EXTENSION].contains(&extension) {
            return None;
        }
        let metadata = found.metadata().ok().filter(Metadata::is_file)?;
        Some(File {
            bytes: metadata.len(),
            used: metadata.modified().ok()?,
            path,
        })
    }

    fn is_entry(&self) -> bool {
        self.path.extension().is_some_and(|e| e == entry::EXTENSION)
    }

    fn device(&self) -> Option<String> {
        let mut head = Vec::new();
        let file = fs::File::open(&self.path).ok()?;
        file.take(HEAD).read_to_end(&mut head).ok()?;
        entry::device(&head).map(String::from)
    }
}

/// Files of a folder, none where there is no folder.
fn list(folder: &Path) -> Vec<File> {
    fs::read_dir(folder).map_or_else(|_| Vec::new(), |all| all.filter_map(File::of).collect())
}

/// The files of images that are being loaded, or whose loading has ended a process.
pub(super) fn trials(folder: &Path) -> Vec<PathBuf> {
    let all = list(folder).into_iter().map(|file| file.path);
    all.filter(|path| path.extension().is_some_and(|e| e == trial::EXTENSION))
        .collect()
}

/// Removes what was used longest ago until at most `limit` bytes are left. What another process removes meanwhile is
/// gone as well.
pub(super) fn shrink(folder: &Path, limit: u64) {
    let mut files = list(folder);
    let mut total: u64 = files.iter().map(|f| f.bytes).sum();
    files.sort_by_key(|f| f.used);
    for file in files {
        if total <= limit {
            break;
        }
        let _ = fs::remove_file(&file.path);
        total -= file.bytes;
    }
}

/// Counts the entries of a folder.
pub(super) fn usage(folder: &Path) -> Usage {
    let mut usage = Usage::default();
    for file in list(folder).iter().filter(|f| f.is_entry()) {
        let device = file.device().unwrap_or_else(|| "unreadable".to_string());
        usage.total.add(file.bytes);
        usage.devices.entry(device).or_default().add(file.bytes);
    }
    usage
}

/// Removes every entry of a folder.
pub(super) fn clear(folder: &Path) -> io::Result<Usage> {
    let usage = usage(folder);
    for file in list(folder) {
        match fs::remove_file(&file.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(usage)
}
