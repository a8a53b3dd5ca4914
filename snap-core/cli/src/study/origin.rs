//! Where figures come from.

use std::path::Path;
use std::{env, fs};

use jiff::Timestamp;
use portax::Space;
use serde::{Deserialize, Serialize};

/// Device, machine and program of a study. Files of older versions lack what has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// Name of the device.
    pub backend: String,
    /// What it is.
    pub device: String,
    /// The host.
    #[serde(default)]
    pub machine: String,
    /// Version of the program.
    pub version: String,
    /// Commit that the program was built from, if that is known.
    #[serde(default)]
    pub commit: String,
    /// The command line, the last one of a study that went on.
    #[serde(default)]
    pub command: String,
}

impl Origin {
    /// That of what is measured now.
    pub fn now(space: &Space) -> Self {
        Self {
            backend: space.name().into(),
            device: space.description(),
            machine: machine(),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: env!("SNAPX_COMMIT").into(),
            command: command(),
        }
    }

    /// Whether these are figures of one device.
    pub fn is_same_device(&self, other: &Self) -> bool {
        (&self.backend, &self.device) == (&other.backend, &other.device)
    }

    /// Program and commit.
    pub fn program(&self) -> String {
        match &*self.commit {
            "" => format!("snapx {}", self.version),
            commit => format!("snapx {} ({commit})", self.version),
        }
    }
}

/// The time in UTC, as studies write it.
pub fn date() -> String {
    Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The host's processor, cores and system.
pub fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut lines = text.lines();
    let model = lines.find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let model = model.unwrap_or(env::consts::ARCH).trim();
    format!("{model}, {cores} cores, {}", env::consts::OS)
}

/// The command line, the program and files of other folders by their names alone.
pub fn command() -> String {
    let words = env::args().enumerate().map(|(n, word)| {
        let path = Path::new(&word);
        let name = path.file_name().map(|name| name.to_string_lossy());
        match name.filter(|_| n == 0 || path.is_absolute()) {
            Some(name) => name.into_owned(),
            None => word,
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
