//! Files that appear whole: whoever ends the program meanwhile keeps the old one.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Writes a text beside the file, and renames it. What is no regular file, such as `/dev/stdout`, is written as it is.
///
/// # Errors
/// [`Error::Write`].
pub fn replace(path: &Path, text: &str) -> Result<(), Error> {
    let written = match target(path) {
        Some(path) => {
            let new = beside(&path);
            let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &path));
            written.inspect_err(|_| drop(fs::remove_file(&new)))
        }
        None => fs::write(path, text),
    };
    written.map_err(error(path))
}

/// Finds out before hours of work whether the file can be written; leaves it as it is.
///
/// # Errors
/// [`Error::Write`].
pub fn require_writable(path: &Path) -> Result<(), Error> {
    let opened = match target(path) {
        Some(path) => {
            let new = beside(&path);
            fs::write(&new, "").and_then(|()| fs::remove_file(&new))
        }
        None => OpenOptions::new().append(true).open(path).map(drop),
    };
    opened.map_err(error(path))
}

/// The file behind links; none for a pipe, a device or a folder.
fn target(path: &Path) -> Option<PathBuf> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => fs::canonicalize(path).ok(),
        Ok(_) => None,
        Err(_) => Some(path.to_owned()),
    }
}

/// A name in the same folder.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    name.into()
}

fn error(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |source| Error::Write {
        path: path.into(),
        source,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{FileTypeExt, symlink};

    use super::*;

    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = std::env::temp_dir().join(format!("snapx-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        replace(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        require_writable(&link).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        replace(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        let null = Path::new("/dev/null");
        replace(null, "gone").unwrap();
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
        assert!(replace(&folder, "text").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
