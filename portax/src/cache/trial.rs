//! Drivers trust what they load: an image that is not what they gave may end the process, and every later one.
//!
//! A file is in the folder while an image is loaded. One whose process is gone tells that loading ended it.

use super::files;
use std::{
    fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// Ending of the file.
pub(super) const EXTENSION: &str = "jit-loading";
/// Where processes cannot be looked up: loading never takes so long.
const LONGEST: Duration = Duration::from_secs(60);

/// The file of an image that is being loaded.
pub(super) struct Trial(PathBuf);

impl Trial {
    /// Makes it. Where that fails, nobody will know.
    pub(super) fn begin(folder: &Path) -> Trial {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}-{number}.{EXTENSION}", process::id()));
        let _ = fs::write(&path, []);
        Trial(path)
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Removes every entry of the folder if one of them has ended a process: which one is unknown, and there may be more.
pub(super) fn clear_after_crash(folder: &Path) {
    if files::trials(folder).iter().any(|path| has_ended(path)) {
        let _ = files::clear(folder);
    }
}

/// Is the process of a trial gone? This one has loaded nothing yet: its number is that of an earlier one.
fn has_ended(trial: &Path) -> bool {
    let processes = Path::new("/proc");
    let name = trial.file_stem().and_then(|name| name.to_str());
    let id = name.and_then(|name| name.split('-').next()).unwrap_or("");
    if processes.join("self").exists() {
        return id == process::id().to_string() || !processes.join(id).exists();
    }
    let written = fs::metadata(trial).and_then(|m| m.modified());
    written.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > LONGEST))
}
