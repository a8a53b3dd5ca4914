//! The device that the options name.

use portax::Space;
use portax::backend::HostExecutor;
use portax::space::Engine;
use portax_backends as backends;
use portax_backends::rayon::Rayon;

use crate::args::DeviceArgs;
use crate::error::Error;

/// Opens a device by name, without a name the best one present. A number of threads asks for rayon.
///
/// # Errors
/// [`Error::Portax`] for a device that is unknown or absent, [`Error::Usage`] for threads of a device that has none.
pub fn open(device: &DeviceArgs) -> Result<Space, Error> {
    match (device.backend.as_deref(), device.threads) {
        (None, None) => Ok(backends::best()?),
        (Some(name), None) => Ok(backends::by_name(name)?),
        (name, Some(threads)) => rayon(name.unwrap_or("rayon"), threads as usize),
    }
}

/// Bytes of the device's memory, of the host's that is free.
pub fn memory(space: &Space) -> u64 {
    match space.engine() {
        Engine::Device(device) => device.properties().memory_bytes,
        Engine::Host(_) => host_memory().unwrap_or(u64::MAX),
    }
}

/// What Linux has available; other systems do not tell by a file.
fn host_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

fn rayon(name: &str, threads: usize) -> Result<Space, Error> {
    let executor = match name.strip_prefix("rayon") {
        Some("") => HostExecutor::best(),
        Some(rest) => HostExecutor::ALL
            .into_iter()
            .find(|e| rest.strip_prefix(':') == Some(e.name())),
        None => {
            return Err(Error::Usage(format!(
                "--threads is for rayon devices, not for `{name}`; leave it out"
            )));
        }
    };
    match executor {
        Some(executor) => Ok(Rayon::new(threads)?.with_executor(executor)?.space()),
        // The registry refuses the name and lists those present.
        None => Ok(backends::by_name(name)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(name: &str, threads: u32) -> Result<Space, Error> {
        super::open(&DeviceArgs {
            backend: Some(name.to_string()),
            threads: Some(threads),
        })
    }

    #[test]
    fn threads_and_executor_are_as_asked() {
        let space = open("rayon:lane", 3).unwrap();
        assert_eq!(
            (space.name(), space.concurrency(), space.natural_width()),
            ("rayon:lane", 3, 1)
        );
    }

    #[test]
    fn threads_of_other_devices_are_refused() {
        let error = open("opencl:0", 2).unwrap_err();
        assert!(error.to_string().contains("--threads"), "{error}");
        assert!(open("rayon:sse", 2).is_err());
    }
}
