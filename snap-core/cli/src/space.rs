//! The device that the options name.

use portax::Space;
use portax::backend::HostExecutor;
use portax_backends as backends;
use portax_backends::rayon::Rayon;

use crate::error::Error;

const EXECUTORS: [HostExecutor; 3] = [HostExecutor::Avx512, HostExecutor::Avx2, HostExecutor::Lane];

/// Opens a device by name, without a name the best one present. A number of threads asks for rayon.
///
/// # Errors
/// [`Error::Portax`] for a device that is unknown or absent, [`Error::Usage`] for threads of a device that has none.
pub fn open(name: Option<&str>, threads: Option<u32>) -> Result<Space, Error> {
    match (name, threads) {
        (None, None) => Ok(backends::best()?),
        (Some(name), None) => Ok(backends::by_name(name)?),
        (name, Some(threads)) => rayon(name.unwrap_or("rayon"), threads as usize),
    }
}

fn rayon(name: &str, threads: usize) -> Result<Space, Error> {
    let executor = match name.strip_prefix("rayon") {
        Some("") => Some(HostExecutor::best()),
        Some(rest) => EXECUTORS
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

    #[test]
    fn threads_and_executor_are_as_asked() {
        let space = open(Some("rayon:lane"), Some(3)).unwrap();
        assert_eq!(
            (space.name(), space.concurrency(), space.natural_width()),
            ("rayon:lane", 3, 1)
        );
    }

    #[test]
    fn threads_of_other_devices_are_refused() {
        let error = open(Some("opencl:0"), Some(2)).unwrap_err();
        assert!(error.to_string().contains("--threads"), "{error}");
        assert!(open(Some("rayon:sse"), Some(2)).is_err());
    }
}
