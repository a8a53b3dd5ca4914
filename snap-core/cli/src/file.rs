//! Files that appear whole: whoever ends the program meanwhile keeps the old one.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use portax_structures::{Format, Frame, Writer, is_gzip};

use crate::error::Error;

/// Writes a text beside the file, and renames it. What is no regular file, such as `/dev/stdout`, is written as it is.
///
/// # Errors
/// [`Error::Write`].
pub fn replace(path: &Path, text: &str) -> Result<(), Error> {
    let (mut file, pending) = create(path)?;
    io::Write::write_all(&mut file, text.as_bytes()).map_err(Error::writing(path))?;
    drop(file);
    pending.keep()
}

/// The same for a file that must be there whatever happens: the new one is on the disk before it takes the place of the old.
///
/// # Errors
/// [`Error::Write`].
pub fn replace_safely(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let (mut file, pending) = create(path)?;
    io::Write::write_all(&mut file, bytes).map_err(Error::writing(path))?;
    if pending.is_regular() {
        file.sync_all().map_err(Error::writing(path))?;
    }
    drop(file);
    pending.keep()
}

/// Opens a new file beside the one that [`Pending::keep`] replaces with it. What is no regular file is opened itself.
///
/// # Errors
/// [`Error::Write`].
pub fn create(path: &Path) -> Result<(File, Pending), Error> {
    let target = target(path);
    let new = target.as_deref().map(beside);
    let opened = match &new {
        Some(new) => File::create(new),
        None => OpenOptions::new().write(true).open(path),
    };
    let pending = Pending {
        path: path.to_owned(),
        rename: new.zip(target),
    };
    // Where it could not be made there is nothing to remove.
    Ok((opened.map_err(Error::writing(path))?, pending))
}

/// A file that is not there yet: without [`keep`](Self::keep) what was written is removed.
pub struct Pending {
    path: PathBuf,
    /// The new file, and the one it is renamed to.
    rename: Option<(PathBuf, PathBuf)>,
}

impl Pending {
    /// Whether it is a file that appears in the end, not a pipe or a device.
    pub fn is_regular(&self) -> bool {
        self.rename.is_some()
    }

    /// Puts the new file in the place of the old one.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn keep(self) -> Result<(), Error> {
        match &self.rename {
            Some((new, target)) => fs::rename(new, target).map_err(Error::writing(&self.path)),
            None => Ok(()),
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // After the rename there is none.
        if let Some((new, _)) = &self.rename {
            let _ = fs::remove_file(new);
        }
    }
}

/// Frames on their way into a file, compressed where its name ends in `.gz`.
pub struct FrameFile {
    writer: Writer<File>,
    pending: Pending,
}

impl FrameFile {
    /// # Errors
    /// [`Error::Write`].
    pub fn create(path: &Path, format: Format) -> Result<Self, Error> {
        let (file, pending) = create(path)?;
        let name = path.display().to_string();
        let writer = Writer::new(&name, file, format, is_gzip(path));
        Ok(Self { writer, pending })
    }

    /// # Errors
    /// [`Error::Structures`].
    pub fn write(&mut self, frame: &Frame) -> Result<(), Error> {
        Ok(self.writer.write(frame)?)
    }

    /// Makes the file appear.
    ///
    /// # Errors
    /// [`Error::Structures`], [`Error::Write`].
    pub fn finish(self) -> Result<(), Error> {
        drop(self.writer.finish()?);
        self.pending.keep()
    }
}

/// The format of frames with forces that a name tells.
///
/// # Errors
/// [`Error::Usage`] for names of other files.
pub fn format_of_frames(path: &Path) -> Result<Format, Error> {
    match Format::of_name(path) {
        Some(format @ (Format::ExtXyz | Format::LammpsDump)) => Ok(format),
        _ => Err(Error::Usage(format!(
            "the name `{}` tells no format that holds forces; give *.xyz, *.extxyz, *.dump or *.lammpstrj, also with .gz",
            path.display()
        ))),
    }
}

/// Refuses to write over a file that is there, unless asked to, and finds out whether it can be written.
///
/// # Errors
/// [`Error::Usage`], [`Error::Write`].
pub fn require_free(path: &Path, overwrite: bool) -> Result<(), Error> {
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    if is_file && !overwrite {
        return Err(Error::Usage(format!(
            "`{}` is there already; give another name, or --overwrite",
            path.display()
        )));
    }
    require_writable(path)
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
    opened.map_err(Error::writing(path))
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    const NOBODY: u32 = 65534;

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
        let (_, pending) = create(&file).unwrap();
        drop(pending);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        assert!(require_free(&file, false).is_err() && require_free(&file, true).is_ok());
        assert!(require_free(null, false).is_ok());
        replace(null, "gone").unwrap();
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
        assert!(replace(&folder, "text").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Set where this program runs itself, to the file that it writes.
    const CHILD: &str = "SNAPX_TEST_FILE_CHILD";
    /// Longer than a test waits for it.
    const LONG: Duration = Duration::from_secs(60);

    fn child(test: &str, file: &Path) -> Command {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args([test, "--nocapture"]).env(CHILD, file);
        child.stdout(Stdio::null()).stderr(Stdio::null());
        child
    }

    /// Writes texts of one letter each until it is killed.
    #[test]
    fn child_that_replaces() {
        let Some(file) = std::env::var_os(CHILD) else {
            return;
        };
        let start = Instant::now();
        for letter in ["a", "b", "c"].iter().cycle() {
            replace(Path::new(&file), &letter.repeat(1 << 20)).unwrap();
            if start.elapsed() > LONG {
                break;
            }
        }
    }

    #[test]
    fn a_file_is_whole_whenever_its_writer_is_killed() {
        let folder = std::env::temp_dir().join(format!("snapx-killed-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("table");
        for wait in 0..16 {
            let mut writer = child("child_that_replaces", &file).spawn().unwrap();
            let start = Instant::now();
            while !file.exists() && start.elapsed() < LONG {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(20 + wait));
            writer.kill().unwrap();
            writer.wait().unwrap();
            let text = fs::read(&file).unwrap();
            assert_eq!(text.len(), 1 << 20);
            assert!(text.iter().all(|&letter| letter == text[0]));
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Says what is wrong with a file in a folder that must not be written.
    #[test]
    fn child_without_permission() {
        if let Some(file) = std::env::var_os(CHILD) {
            let file = Path::new(&file);
            for refused in [replace(file, "new"), require_free(file, true)] {
                let said = refused.unwrap_err().to_string();
                assert!(said.contains("ermission denied"), "{said}");
            }
        }
    }

    #[test]
    fn a_file_that_must_not_be_written_stays() {
        let folder = std::env::temp_dir().join(format!("snapx-permission-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("table");
        replace(&file, "old").unwrap();
        let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
        allow(0o555);
        let mut writer = child("child_without_permission", &file);
        if fs::write(folder.join("probe"), "").is_ok() {
            // Permissions do not bind the superuser.
            writer.uid(NOBODY);
        }
        let ended = writer.status();
        allow(0o755);
        match ended {
            Ok(status) => assert!(status.success(), "{status}"),
            Err(error) => println!("skipped: nobody may not run this program: {error}"),
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        fs::remove_dir_all(&folder).unwrap();
    }
}
