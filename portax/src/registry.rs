//! Run-time choice of a space by name.

mod found;
mod info;
mod opened;

pub use found::{Discover, Discovered};
pub use info::{DeviceInfo, find};
pub use opened::{OneDevice, Opened};

use crate::{
    config,
    error::{Error, Result},
    space::{Engine, Space},
};
use std::{
    iter,
    sync::{Arc, Mutex, PoisonError},
};

/// A source of spaces: one a backend.
pub trait Provider: Send + Sync {
    /// Prefix of its names: `rayon`, `opencl`.
    fn prefix(&self) -> &str;
    /// Its devices, or why there are none.
    ///
    /// # Errors
    /// The backend's libraries are absent or unusable.
    fn devices(&self) -> Result<Vec<DeviceInfo>>;
    /// Opens one by name or alias.
    ///
    /// # Errors
    /// No device has the name, or it cannot be opened.
    fn open(&self, name: &str) -> Result<Space>;
}

/// The backends of a program, in order of preference.
#[derive(Default)]
pub struct Registry {
    providers: Vec<Box<dyn Provider>>,
    /// Spaces of devices, for who opens one again
    opened: Mutex<Vec<Space>>,
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a backend, also one from outside this workspace.
    pub fn add(&mut self, provider: impl Provider + 'static) -> &mut Self {
        self.providers.push(Box::new(provider));
        self
    }

    /// The backends.
    pub fn providers(&self) -> impl Iterator<Item = &dyn Provider> {
        self.providers.iter().map(|p| &**p)
    }

    /// Every device present.
    pub fn devices(&self) -> Vec<DeviceInfo> {
        self.providers()
            .flat_map(|p| p.devices().unwrap_or_default())
            .collect()
    }

    /// Opens a device by name: `rayon`, `rayon:avx2`, `opencl:0`, `opencl:pocl`. A device that is open already, by whatever
    /// name, gives the same space, with the kernels that it has compiled.
    ///
    /// `cuda:local_rank`, or another backend's name in place of `cuda`, deals its GPUs out to the processes of a node, in
    /// turn: each opens the one of its rank, which `mpirun` or `srun` has told it, or `PORTAX_LOCAL_RANK`.
    ///
    /// # Errors
    /// No backend or device has the name ([`Error::UnknownBackend`] lists those present), or it cannot be opened;
    /// [`Error::Invalid`] where `local_rank` is asked for and there is no rank.
    pub fn open(&self, name: &str) -> Result<Space> {
        let (prefix, device) = name.split_once(':').unwrap_or((name, ""));
        let Some(provider) = self.providers().find(|p| p.prefix() == prefix) else {
            return Err(Error::UnknownBackend {
                name: name.to_string(),
                present: self.names(),
            });
        };
        let space = match device {
            "local_rank" => {
                let name = of_rank(name, &provider.devices()?, config::local_rank()?)?;
                provider.open(&name)?
            }
            _ => provider.open(name)?,
        };
        Ok(self.unify(space))
    }

    fn unify(&self, space: Space) -> Space {
        let Engine::Device(device) = space.engine() else {
            return space;
        };
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |s: &&Space| matches!(s.engine(), Engine::Device(d) if Arc::ptr_eq(d, device));
        if let Some(known) = opened.iter().find(same) {
            return known.clone();
        }
        opened.push(space.clone());
        space
    }

    /// The best device present: the first GPU in order of the providers, else the first device of all.
    ///
    /// # Errors
    /// There is no device, or the best does not open; [`Error::Invalid`] where a variable of a provider makes no sense,
    /// since what the user wants is unknown then.
    pub fn open_best(&self) -> Result<Space> {
        let mut devices = Vec::new();
        for provider in self.providers() {
            match provider.devices() {
                Err(error @ Error::Invalid(_)) => return Err(error),
                found => devices.extend(found.unwrap_or_default()),
            }
        }
        match devices.iter().find(|d| d.is_gpu).or(devices.first()) {
            Some(device) => self.open(&device.name),
            None => Err(Error::UnknownBackend {
                name: "best".to_string(),
                present: String::new(),
            }),
        }
    }

    /// Names and aliases of the devices present, for messages.
    pub(crate) fn names(&self) -> String {
        let names = self
            .devices()
            .into_iter()
            .flat_map(|d| iter::once(d.name).chain(d.aliases));
        names.collect::<Vec<_>>().join(", ")
    }
}

/// The name of the device that a rank gets when `name` asks for one by rank.
fn of_rank(name: &str, devices: &[DeviceInfo], rank: Option<usize>) -> Result<String> {
    let Some(rank) = rank else {
        let variables = config::LAUNCHERS.join(", ");
        return Err(Error::Invalid(format!(
            "`{name}`: this process has no local rank; start it with `mpirun` or `srun`, or set PORTAX_LOCAL_RANK (looked \
             for in {variables})"
        )));
    };
    let mut choice: Vec<_> = devices.iter().filter(|d| d.is_gpu).collect();
    if choice.is_empty() {
        choice.extend(devices.first());
    }
    match choice.len() {
        0 => Err(DeviceInfo::unknown(name, devices)),
        n => Ok(choice[rank % n].name.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_take_devices_in_turn() {
        let device = |name: &str, is_gpu| DeviceInfo {
            name: name.into(),
            aliases: Vec::new(),
            description: String::new(),
            is_gpu,
            units: 1,
            memory_bytes: 0,
        };
        let devices = [
            device("opencl:cpu", false),
            device("cuda:0", true),
            device("cuda:1", true),
        ];
        let of = |rank| of_rank("cuda:local_rank", &devices, rank);
        assert_eq!(of(Some(1)), Ok("cuda:1".to_string()));
        assert_eq!(of(Some(4)), Ok("cuda:0".to_string()));
        let said = of(None).map_err(|e| e.to_string());
        assert!(said.is_err_and(|e| e.contains("srun") && e.contains("SLURM_LOCALID")));
        let of_cpus = of_rank("rayon:local_rank", &devices[..1], Some(7));
        assert_eq!(of_cpus, Ok("opencl:cpu".to_string()));
        assert!(of_rank("cuda:local_rank", &[], Some(0)).is_err());
    }

    /// A backend that is absent for this reason.
    struct Absent(Error);

    impl Provider for Absent {
        fn prefix(&self) -> &'static str {
            "absent"
        }
        fn devices(&self) -> Result<Vec<DeviceInfo>> {
            Err(self.0.clone())
        }
        fn open(&self, _: &str) -> Result<Space> {
            Err(self.0.clone())
        }
    }

    fn best_without(reason: Error) -> String {
        let mut registry = Registry::new();
        registry.add(Absent(reason));
        registry
            .open_best()
            .map_or_else(|e| e.to_string(), |_| String::new())
    }

    #[test]
    fn a_variable_that_makes_no_sense_moves_nothing_to_another_device() {
        let nonsense = Error::Invalid("PORTAX_NUM_THREADS=two: give a number".into());
        assert_eq!(best_without(nonsense.clone()), nonsense.to_string());
        let unavailable = Error::Unavailable {
            backend: "absent".into(),
            reason: "no library".into(),
        };
        let expected = "no device is called `best`; none is present";
        assert_eq!(best_without(unavailable), expected);
    }
}
