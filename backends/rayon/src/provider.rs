//! Names of the registry: `rayon`, `rayon:avx512`, `rayon:avx2`, `rayon:lane`.

use crate::{Rayon, device::widest, threads::default_count};
use portax::{
    backend::HostExecutor,
    error::{Error, Result},
    registry::{DeviceInfo, Provider},
    space::Space,
};
use std::sync::{Mutex, PoisonError};

/// Opens [`Rayon`] by name. All spaces that one provider opens share one set of threads.
#[derive(Default)]
pub struct RayonProvider {
    opened: Mutex<Option<Rayon>>,
}

impl RayonProvider {
    /// A provider that has started no thread yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn threads(&self) -> Result<Rayon> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        match &*opened {
            Some(rayon) => Ok(rayon.clone()),
            None => Ok(opened.insert(Rayon::from_env()?).clone()),
        }
    }
}

impl Provider for RayonProvider {
    fn prefix(&self) -> &'static str {
        "rayon"
    }

    fn devices(&self) -> Result<Vec<DeviceInfo>> {
        let threads = default_count()?;
        let executor = widest()?.name();
        Ok(vec![DeviceInfo {
            name: "rayon".to_string(),
            aliases: supported(),
            description: format!("CPU threads, {executor}"),
            is_gpu: false,
            units: threads,
            memory_bytes: 0,
        }])
    }

    fn open(&self, name: &str) -> Result<Space> {
        if name == "rayon" {
            return Ok(self.threads()?.space());
        }
        match HostExecutor::ALL
            .into_iter()
            .find(|e| name.strip_prefix("rayon:") == Some(e.name()))
        {
            Some(executor) => Ok(self.threads()?.with_executor(executor)?.space()),
            None => Err(Error::UnknownBackend {
                name: name.to_string(),
                present: format!("rayon, {}", supported().join(", ")),
            }),
        }
    }
}

/// Names of the executors that this CPU runs, widest first.
fn supported() -> Vec<String> {
    let supported = HostExecutor::ALL.into_iter().filter(|e| e.is_supported());
    supported.map(|e| format!("rayon:{}", e.name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use portax::space::Engine;

    fn host_name(space: &Space) -> String {
        match space.engine() {
            Engine::Host(host) => host.name().to_string(),
            Engine::Device(device) => device.name().to_string(),
        }
    }

    #[test]
    fn opens_every_name_that_it_lists() -> Result<()> {
        let provider = RayonProvider::new();
        for device in provider.devices()? {
            for name in device.aliases.iter().chain([&device.name]) {
                assert_eq!(&host_name(&provider.open(name)?), name);
            }
        }
        Ok(())
    }

    #[test]
    fn an_unknown_name_lists_those_present() {
        let error = RayonProvider::new()
            .open("rayon:sse2")
            .err()
            .map(|e| e.to_string())
            .unwrap_or_default();
        assert!(
            error.contains("rayon:sse2") && error.contains("rayon:lane"),
            "{error}"
        );
    }

    #[test]
    fn an_executor_that_the_cpu_lacks_is_unavailable() {
        for executor in HostExecutor::ALL.into_iter().filter(|e| !e.is_supported()) {
            let opened = RayonProvider::new().open(&format!("rayon:{}", executor.name()));
            assert!(matches!(opened, Err(Error::Unavailable { .. })));
        }
    }
}
